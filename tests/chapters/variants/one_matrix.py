"""The chapter "One matrix after training": costs for the probabilities of noisy labels."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("one_matrix")
def by_inverses(M, noisy_shares, T):
    inverse = np.linalg.inv(T)
    return inverse.T @ np.diag(1 / (inverse @ noisy_shares)) @ M


@right("one_matrix")
def entry_by_entry(M, noisy_shares, T):
    Q, inverse = len(M), np.linalg.inv(T)
    pi = [sum(inverse[p, k] * noisy_shares[k] for k in range(Q)) for p in range(Q)]
    return [[sum(inverse[p, k] * M[p][q] / pi[p] for p in range(Q)) for q in range(Q)] for k in range(Q)]


@right("one_matrix")
def one_class_after_the_other(M, noisy_shares, T):
    K = np.array(M, dtype=float)
    for p, share in enumerate(np.linalg.solve(T, noisy_shares)):
        K[p] /= share
    return np.linalg.solve(np.transpose(T), K)


@wrong("one_matrix", because="applies the inverse without transposing it")
def not_transposed(M, noisy_shares, T):
    pi = np.linalg.solve(T, noisy_shares)
    return np.linalg.solve(T, M / pi[:, None])


@wrong("one_matrix", because="takes the shares of the noisy labels for those of the classes")
def noisy_shares_kept(M, noisy_shares, T):
    return np.linalg.solve(T.T, M / noisy_shares[:, None])


@wrong("one_matrix", because="divides the columns by the shares")
def columns_divided(M, noisy_shares, T):
    return np.linalg.solve(T.T, M / np.linalg.solve(T, noisy_shares))


@wrong("one_matrix", because="multiplies by the shares")
def multiplied(M, noisy_shares, T):
    return np.linalg.solve(T.T, M * np.linalg.solve(T, noisy_shares)[:, None])


@wrong("one_matrix", because="adds the noise once more")
def noise_added(M, noisy_shares, T):
    return T.T @ (M / np.linalg.solve(T, noisy_shares)[:, None])


@wrong("one_matrix", because="transposes T in the shares, too")
def shares_transposed(M, noisy_shares, T):
    return np.linalg.solve(T.T, M / np.linalg.solve(T.T, noisy_shares)[:, None])


@wrong("one_matrix", because="undoes the noise first, then divides by the shares")
def in_the_wrong_order(M, noisy_shares, T):
    return np.linalg.solve(T.T, M) / np.linalg.solve(T, noisy_shares)[:, None]


@wrong("one_matrix", because="forgets the shares")
def no_shares(M, noisy_shares, T):
    return np.linalg.solve(T.T, M)
