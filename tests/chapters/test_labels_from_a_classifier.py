"""The figure of "Labels that look at the input", by another route."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from confusion.noise import estimated_error
from tests.chapters.stored import DISC, disc, figures_of

FIGURES = figures_of("uma/labels-from-a-classifier")


@pytest.fixture(scope="module")
def labelled():
    """Points, classes, distances from the border, and what g and the turned concept answer."""
    X, few = disc(20_000, 7), disc(12, 16)
    t = (X @ DISC.T).argmax(axis=1)
    g = LogisticRegression(fit_intercept=False).fit(few, (few @ DISC.T).argmax(axis=1)).predict(X)
    back = np.deg2rad(-20)  # turning the concept is turning the points back
    turn = np.array([[np.cos(back), -np.sin(back)], [np.sin(back), np.cos(back)]])
    turned = (X @ turn.T @ DISC.T).argmax(axis=1)
    # Of the two borders of a class the nearer one is that to the class with the second largest score.
    scores = np.sort(X @ DISC.T, axis=1)
    order = (X @ DISC.T).argsort(axis=1)
    distance = (scores[:, 2] - scores[:, 1]) / np.linalg.norm(DISC[order[:, 2]] - DISC[order[:, 1]], axis=1)
    return t, distance, g, turned


def even_labels(t, g):
    G = np.array([[np.mean(g[t == q] == p) for q in range(3)] for p in range(3)])
    edges, draws = np.cumsum(G, axis=0), np.random.RandomState(1).random_sample(len(t))
    return G, np.array([min(2, int((u >= edges[:, q]).sum())) for u, q in zip(draws, t)])


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["How monotonic?"])
def test_the_labels_that_are_dealt_again(labelled, values, numbers, text, picture):
    t, distance, g, turned = labelled
    s = float(values["s"])
    G, even = even_labels(t, g)
    rng, wrong, labels = np.random.default_rng(4), np.zeros((3, 5)), even.copy()
    for q in range(3):
        members = np.flatnonzero(t == q)
        place = np.empty(len(members))
        place[np.argsort(distance[members])] = np.arange(len(members)) / len(members)
        mixed = s * place + (1 - s) * rng.uniform(size=len(members))
        bad = rng.permutation(even[members][even[members] != q])
        first = members[np.argsort(mixed)]
        labels[first] = q
        labels[first[: len(bad)]] = bad
        for b, part in enumerate(np.array_split(members[np.argsort(distance[members])], 5)):
            wrong[q, b] = np.mean(labels[part] != q)
    assert numbers["first"] == pytest.approx(wrong[:, 0].mean(), abs=1e-6)
    assert numbers["last"] == pytest.approx(wrong[:, 4].mean(), abs=1e-6)
    assert numbers["worst"] == pytest.approx(wrong.max(), abs=1e-6)
    assert numbers["turned"] == pytest.approx(estimated_error(labels, turned, G), abs=1e-6)
    assert numbers["g"] == pytest.approx(estimated_error(labels, g, G), abs=1e-6)
    assert f"{np.mean(turned != t):.3f}" in text and f"{np.mean(g != t):.3f}" in text
    # The matrix is that of the even noise, to the last label.
    assert all(np.bincount(labels[t == q]).tolist() == np.bincount(even[t == q]).tolist() for q in range(3))
