"""The numbers of the chapter "AdaBoost.MM from its loss", by loops and by trying everything."""

import math
from itertools import product

import numpy as np
import pytest

from confusion.boosting import AdaBoostMMClassifier
from tests.chapters.stored import scenes_of

CHAPTER = "combo/adaboost-mm"
TOLD, AT = scenes_of(CHAPTER)["oneround"]


def costs(f, y):
    """Rows of the cost matrix with all weights 1, entry by entry."""
    found = []
    for row, own in zip(f, y):
        wrong = [math.exp(v - row[own]) * (label != own) for label, v in enumerate(row)]
        found.append([-sum(wrong) if label == own else cost for label, cost in enumerate(wrong)])
    return found


def answers_of(stump, m=6):
    k, u, v = stump
    return [u] * k + [v] * (m - k)


def round_of(f, y, h):
    """(L, A+, A-, edge) of answers h."""
    D = costs(f, y)
    L = -sum(row[own] for row, own in zip(D, y))
    plus = -sum(row[own] for row, own, said in zip(D, y, h) if own == said)
    minus = sum(row[said] for row, own, said in zip(D, y, h) if own != said)
    return L, plus, minus, (plus - minus) / L


def best_rounds(y, count, step):
    """Of all stumps the one of largest edge, `count` times: (edge, runner-up, errors, is another deeper)."""
    f, found = [[0.0] * 3 for _ in y], []
    for _ in range(count):
        stumps = list(product(range(1, 6), range(3), range(3)))
        tried = [(*round_of(f, y, answers_of(one)), answers_of(one)) for one in stumps]
        edges = sorted({(round(one[3], 9), tuple(one[4])) for one in tried}, reverse=True)
        L, plus, minus, edge, h = max(tried, key=lambda one: one[3])
        alpha = math.log(plus / minus) / 2 if step == "exact" else math.atanh(edge)
        drops = {tuple(one[4]): (math.sqrt(one[1]) - math.sqrt(one[2])) ** 2 for one in tried if one[3] > 0}
        for row, said in zip(f, h):
            row[said] += alpha
        errors = sum(max(range(3), key=row.__getitem__) != own for row, own in zip(f, y))
        deeper = max(drops.values()) > drops[tuple(h)] + 1e-9
        found.append((edge, edges[1][0], errors, deeper))
    return found


@pytest.mark.parametrize("step", ["exact", "edge"])
def test_the_six_examples(step):
    y = TOLD["labels"]
    assert "".join(TOLD["names"][label] for label in y) == "abaccb"
    model = AdaBoostMMClassifier(TOLD["rounds"], step=step).fit(np.arange(1.0, 7)[:, None], y)
    rounds = best_rounds(y, TOLD["rounds"], step)
    # No round has a tie, so that there is one run with the best stumps.
    assert all(edge - second > 1e-4 for edge, second, *_ in rounds)
    np.testing.assert_allclose(model.edges_, [edge for edge, *_ in rounds])
    if step == "exact":
        assert [errors for _, _, errors, _ in rounds][:5] == [2, 3, 1, 1, 0]
        assert not any(errors for _, _, errors, _ in rounds[4:])
        # "In the fourth the stump with the largest edge is not the one after which the loss is least."
        assert [deeper for *_, deeper in rounds][:4] == [False, False, False, True]


def test_the_figure_opens_with_a_stump_that_is_not_the_best():
    assert AT == {"t": 1, "stumps": "2ac"}
    *_, edge = round_of([[0.0] * 3] * 6, TOLD["labels"], answers_of((2, 0, 2)))
    assert edge == 0.25 < best_rounds(TOLD["labels"], 1, "exact")[0][0] == 0.5


def test_no_second_stump_leaves_fewer_errors():
    """The naive attempt, with every stump and many steps; three stumps are enough."""
    for k, u, v in product((1, 2), range(3), range(3)):
        for step in np.linspace(0, 4, 81):
            f = np.eye(3)[[0, 0, 2]] + step * np.eye(3)[[u] * k + [v] * (3 - k)]
            assert any(f[i, i] <= max(f[i, q] for q in range(3) if q != i) for i in range(3))
    votes = sum(np.eye(3)[said] for said in ([0, 0, 2], [0, 1, 1], [1, 1, 2]))
    assert votes.argmax(axis=1).tolist() == [0, 1, 2]
