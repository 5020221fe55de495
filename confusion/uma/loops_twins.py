"""Twins of the loops in :mod:`confusion.uma.loops` that run over the examples, for where there is no numba."""

import numpy as np

from confusion._core.sums import sum_in_order
from confusion.uma.arrays import NOWHERE, ROUNDING

__all__ = ["advance", "assign", "move_dense", "move_sparse", "renew_lengths"]


def assign(scores, alpha, predicted, region):
    predicted[:] = best = scores.argmax(axis=0)
    region[:] = best
    if alpha > 0.0:
        rows = np.arange(scores.shape[1])
        leads = scores[best, rows] - scores
        leads[best, rows] = np.inf
        region[(leads < alpha).any(axis=0)] = NOWHERE


def advance(W, z, tau, scores, change, alpha, examples, hits, moved, old):
    y, predicted, region, top, gap = examples
    rise = tau[predicted] * change
    top += rise
    gap += rise
    gap -= ROUNDING * (np.abs(top) + np.abs(gap))
    for r in np.flatnonzero(tau):
        W[r] += tau[r] * z
        scores[r] += tau[r] * change
        lead = np.where(predicted == r, np.inf, top - scores[r])
        np.copyto(gap, lead, where=lead < gap)
    ids = np.flatnonzero((gap <= alpha) | (region == NOWHERE))
    near, columns = scores[:, ids], np.arange(len(ids))
    best = near.argmax(axis=0)
    top[ids] = near[best, columns]
    near[best, columns] = -np.inf
    gap[ids] = top[ids] - near.max(axis=0)
    changed = best != predicted[ids]
    labels = y[ids[changed]]
    np.subtract.at(hits, (predicted[ids[changed]], labels), 1.0)
    np.add.at(hits, (best[changed], labels), 1.0)
    predicted[ids] = best
    new = np.where(gap[ids] >= alpha, best, NOWHERE)
    moving = new != region[ids]
    ids, n_moved = ids[moving], np.count_nonzero(moving)
    moved[:n_moved], old[:n_moved] = ids, region[ids]
    region[ids] = new[moving]
    return n_moved


def move_dense(X, examples, moved, old, regions):
    # of each example the region it leaves and the one it enters, in turns, as the loop does
    both = np.stack([old, examples.region[moved]], axis=1).ravel()
    inside = both != NOWHERE
    p, ids, signs = both[inside], np.repeat(moved, 2)[inside], np.tile([-1.0, 1.0], len(moved))[inside]
    k, gamma = examples.y[ids], regions.gamma
    flat = gamma.reshape(-1)
    places = ((regions.slot[p] * gamma.shape[1] + k) * gamma.shape[2])[:, None] + np.arange(gamma.shape[2])
    np.add.at(flat, places.ravel(), (signs[:, None] * X[ids]).ravel())  # one after the other
    if not np.shares_memory(flat, gamma):
        gamma[:] = flat.reshape(gamma.shape)
    np.add.at(regions.counts, (p, k), signs)
    regions.touched[p] = True


def move_sparse(data, indices, indptr, examples, moved, old, regions):
    # One after the other: the products ask for sums that the moves before have changed.
    y, region, gamma, gram = examples.y, examples.region, regions.gamma, regions.gram
    for i, left in zip(moved.tolist(), old.tolist()):
        k, entries = y[i], slice(indptr[i], indptr[i + 1])
        values, features = data[entries], indices[entries]
        sqnorm = sum_in_order(values * values)
        for sign, p in ((-1.0, left), (1.0, int(region[i]))):
            if p == NOWHERE:
                continue
            sums = gamma[regions.slot[p]]
            products = sum_in_order(values[:, None] * sums[features])
            sums[features, k] += sign * values  # no feature comes twice in a row
            gram[p, k] += sign * products
            gram[p, :, k] += sign * products
            gram[p, k, k] += sqnorm
            regions.counts[p, k] += sign
            regions.touched[p] = True


def renew_lengths(regions, inverse, n, lengths):
    for p in np.flatnonzero(regions.touched):
        squares = sum_in_order(np.dot(inverse, regions.gram[p]) * inverse, axis=1)
        lengths[p] = np.sqrt(np.maximum(squares, 0.0)) / n
    regions.touched[:] = False
