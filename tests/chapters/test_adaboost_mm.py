"""The numbers of the chapter "AdaBoost.MM from its loss", by loops and by trying everything."""

import math
from itertools import product

import numpy as np

from tests.chapters.stored import scenes_of
from tests.mathematics.test_combo_claims import add, costs, round_of

CHAPTER = "combo/adaboost-mm"
TOLD, AT = scenes_of(CHAPTER)["oneround"]
STUMPS = list(product(range(1, 6), range(3), range(3)))


def answers_of(stump, m=6):
    k, u, v = stump
    return (*[u] * k, *[v] * (m - k))


def tried(f, y):
    """(edge, A+, A-) of the answers of each stump."""
    found = {answers_of(stump): round_of(costs(f, y, np.ones(6)), y, np.array(answers_of(stump))) for stump in STUMPS}
    return {h: (edge, plus, minus) for h, (_, plus, minus, edge) in found.items()}


def best_rounds(y, count):
    """Of all stumps the one of largest edge, `count` times, by exact steps: (edge, is another deeper)."""
    f, found = np.zeros((6, 3)), []
    for _ in range(count):
        rounds = tried(f, y)
        h = max(rounds, key=rounds.get)
        edge, plus, minus = rounds[h]
        drops = {one: (math.sqrt(p) - math.sqrt(m)) ** 2 for one, (edge, p, m) in rounds.items() if edge > 0}
        f = add(f, np.array(h), math.log(plus / minus) / 2)
        found.append((edge, max(drops.values()) > drops[h] + 1e-9))
    return found


def test_the_fourth_stump_and_the_first_one_of_the_figure():
    """How often the vote errs after each round, the page asserts."""
    y = np.array(TOLD["labels"])
    assert "".join(TOLD["names"][label] for label in y) == "abaccb"
    rounds = best_rounds(y, 4)
    # "In the fourth the stump with the largest edge is not the one after which the loss is least."
    assert [deeper for _, deeper in rounds] == [False, False, False, True]
    # The figure opens with a stump that is not the best.
    assert AT == {"t": 1, "stumps": "2ac"}
    edge, *_ = tried(np.zeros((6, 3)), y)[answers_of((2, 0, 2))]
    assert edge == 0.25 < rounds[0][0] == 0.5


def test_no_second_stump_leaves_fewer_errors():
    """The naive attempt, with every stump and many steps; three stumps are enough."""
    for k, u, v in product((1, 2), range(3), range(3)):
        for step in np.linspace(0, 4, 81):
            f = np.eye(3)[[0, 0, 2]] + step * np.eye(3)[[u] * k + [v] * (3 - k)]
            assert any(f[i, i] <= max(f[i, q] for q in range(3) if q != i) for i in range(3))
    votes = sum(np.eye(3)[said] for said in ([0, 0, 2], [0, 1, 1], [1, 1, 2]))
    assert votes.argmax(axis=1).tolist() == [0, 1, 2]
