"""The chapter "Told a wrong matrix, or none": anchor points."""

import numpy as np

from tests.chapters.variants import right, wrong


def place(count, quantile):
    return count - int(np.ceil(quantile * count))


@right("anchors")
def by_sorting_rows(proba, y, quantile):
    columns = []
    for q in range(proba.shape[1]):
        rows = sorted(proba[y == q].tolist(), key=lambda row: -row[q])
        columns.append(rows[place(len(rows), quantile)])
    return np.transpose(columns)


@right("anchors")
def column_by_column(proba, y, quantile):
    C = np.zeros((proba.shape[1], proba.shape[1]))
    for q in range(len(C)):
        rows = np.flatnonzero(y == q)
        rows = rows[np.argsort(-proba[rows, q], kind="stable")]
        C[:, q] = proba[rows[place(len(rows), quantile)]]
    return C


def chosen(proba, y, quantile, mine=lambda y, q: y == q, order=lambda p: -p):
    rows = []
    for q in range(proba.shape[1]):
        own = proba[mine(y, q)]
        rows.append(own[np.argsort(order(own[:, q]), kind="stable")][place(len(own), quantile)])
    return np.array(rows).T


@wrong("anchors", because="gives the transpose")
def transposed(proba, y, quantile):
    return chosen(proba, y, quantile).T


@wrong("anchors", because="seeks among all examples")
def of_all(proba, y, quantile):
    return chosen(proba, y, quantile, mine=lambda y, q: np.full(len(y), True))


@wrong("anchors", because="sorts from the smallest up")
def least_sure(proba, y, quantile):
    return chosen(proba, y, quantile, order=lambda p: p)


@wrong("anchors", because="takes the surest whatever the quantile is")
def surest(proba, y, quantile):
    return chosen(proba, y, 1.0)


@wrong("anchors", because="makes the rows sum to one")
def rows_normalised(proba, y, quantile):
    C = chosen(proba, y, quantile)
    return C / C.sum(axis=1, keepdims=True)
