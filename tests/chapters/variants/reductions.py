"""What readers may write for the stub of "Reductions"."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("cell_bounds")
def by_loops(E, M):
    Q, J = M.shape
    bounds = np.zeros((Q, Q))
    for p in range(Q):
        for q in range(Q):
            differ = [j for j in range(J) if M[p, j] != M[q, j]]
            if differ:
                bounds[p, q] = 2 / len(differ) * sum(E[p, j] for j in differ)
    return bounds


@right("cell_bounds")
def by_products(E, M):
    Q, J = M.shape
    d = (J - M @ M.T) / 2
    sums = (E.sum(axis=1, keepdims=True) - (E * M) @ M.T) / 2
    return np.divide(2 * sums, d, out=np.zeros((Q, Q)), where=d > 0)


@right("cell_bounds")
def by_einsum(E, M):
    differ = (M[:, None] != M[None]).astype(float)
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(2 * np.einsum("pj,pqj->pq", E, differ) / differ.sum(axis=2))


@wrong("cell_bounds", because="sums over all columns")
def all_columns(E, M):
    d = (M[:, None] != M[None]).sum(axis=2)
    return 2 * E.sum(axis=1, keepdims=True) * (d > 0) / np.maximum(d, 1)


@wrong("cell_bounds", because="forgets that half of the columns are enough")
def without_the_two(E, M):
    differ = M[:, None] != M[None]
    return (E[:, None] * differ).sum(axis=2) / np.maximum(differ.sum(axis=2), 1)


@wrong("cell_bounds", because="takes the errors of the class that is answered")
def of_the_answer(E, M):
    differ = M[:, None] != M[None]
    return 2 * (E[None] * differ).sum(axis=2) / np.maximum(differ.sum(axis=2), 1)


@wrong("cell_bounds", because="takes the least distance of the code for every pair")
def least_distance_of_all(E, M):
    differ = M[:, None] != M[None]
    d = differ.sum(axis=2)
    return 2 * (E[:, None] * differ).sum(axis=2) / d[d > 0].min()


@wrong("cell_bounds", because="takes the distance for that of one-vs-all")
def distance_two(E, M):
    return (E[:, None] * (M[:, None] != M[None])).sum(axis=2)


@wrong("cell_bounds", because="divides zero by zero on the diagonal")
def nan_on_the_diagonal(E, M):
    differ = M[:, None] != M[None]
    with np.errstate(invalid="ignore"):
        return 2 * (E[:, None] * differ).sum(axis=2) / differ.sum(axis=2)


@wrong("cell_bounds", because="knows the bound of one-vs-all alone")
def one_vs_all_alone(E, M):
    Q = len(M)
    bounds = E.diagonal()[:, None] + E[:, :Q]
    return bounds * (1 - np.eye(Q))


@wrong("cell_bounds", because="counts the columns where the rows agree")
def where_they_agree(E, M):
    agree = M[:, None] == M[None]
    return 2 * (E[:, None] * agree).sum(axis=2) / np.maximum(agree.sum(axis=2), 1) * (1 - np.eye(len(M)))


@right("cell_bounds")
def by_a_mean_for_each_pair(E, M):
    bounds = np.zeros((len(M), len(M)))
    for p, q in np.argwhere(~np.eye(len(M), dtype=bool)):
        bounds[p, q] = 2 * E[p, M[p] != M[q]].mean()  # a sum over d columns, divided by d
    return bounds


@wrong("cell_bounds", because="divides by the number of all columns")
def by_all_columns(E, M):
    return 2 * (E[:, None] * (M[:, None] != M[None])).sum(axis=2) / M.shape[1]


@wrong("cell_bounds", because="rounds half of the distance up, a sharper bound than that of the theorem")
def whole_errors(E, M):
    differ = M[:, None] != M[None]
    halves = np.maximum((differ.sum(axis=2) + 1) // 2, 1)
    return (E[:, None] * differ).sum(axis=2) / halves


@wrong("cell_bounds", because="counts only the columns that have the true class on the side +1")
def own_sides(E, M):
    differ = M[:, None] != M[None]
    first = differ & (M[:, None] > 0)
    return 2 * (E[:, None] * first).sum(axis=2) / np.maximum(differ.sum(axis=2), 1)


@wrong("cell_bounds", because="cuts the bounds at one, which the theorem does not say")
def at_most_one(E, M):
    return np.minimum(by_loops.function(E, M), 1)


@wrong("cell_bounds", because="takes the least distance of each class's own row")
def least_distance_of_the_row(E, M):
    differ = M[:, None] != M[None]
    d = differ.sum(axis=2).astype(float)
    np.fill_diagonal(d, np.inf)
    return 2 * (E[:, None] * differ).sum(axis=2) / d.min(axis=1, keepdims=True)
