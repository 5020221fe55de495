"""The chapter "A wrong matrix, or none": anchor points."""

import numpy as np

from tests.chapters.variants import Answers


def place(count, quantile):
    return count - int(np.ceil(quantile * count))


def by_sorting_rows(proba, y, quantile):
    columns = []
    for q in range(proba.shape[1]):
        rows = sorted(proba[y == q].tolist(), key=lambda row: -row[q])
        columns.append(rows[place(len(rows), quantile)])
    return np.transpose(columns)


def chosen(proba, y, quantile, mine=lambda y, q: y == q, order=lambda p: -p):
    rows = []
    for q in range(proba.shape[1]):
        own = proba[mine(y, q)]
        rows.append(own[np.argsort(order(own[:, q]), kind="stable")][place(len(own), quantile)])
    return np.array(rows).T


def rows_normalised(proba, y, quantile):
    C = chosen(proba, y, quantile)
    return C / C.sum(axis=1, keepdims=True)


STUBS = {
    "anchors": Answers(
        [by_sorting_rows, lambda proba, y, quantile: chosen(proba, y, quantile)],
        {
            "gives the transpose": lambda proba, y, quantile: chosen(proba, y, quantile).T,
            "seeks among all examples": lambda proba, y, quantile: chosen(
                proba, y, quantile, mine=lambda y, q: np.full(len(y), True)
            ),
            "sorts from the smallest up": lambda proba, y, quantile: chosen(proba, y, quantile, order=lambda p: p),
            "takes the surest whatever the quantile is": lambda proba, y, quantile: chosen(proba, y, 1.0),
            "makes the rows sum to one": rows_normalised,
        },
    )
}
