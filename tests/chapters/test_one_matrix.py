"""Numbers of the chapter "One matrix after training", from samples and rules of its own."""

import re
from functools import cache

import numpy as np
import pytest

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import error_matrix, figures_of, numbers_in, table

CHAPTER = "decisions/one-matrix"
LAW = ThreeGaussians()
(FRAMES,) = figures_of(CHAPTER).values()


def path(family):
    """Numbers of the frames of a family, by strength."""
    found = [frame for frame in FRAMES if frame.values["family"] == family]
    return [frame.numbers for frame in sorted(found, key=lambda frame: float(frame.values["strength"]))]


@cache
def drawn():
    """Many points of each class, and their true probabilities, by densities."""
    y = np.repeat([0, 1, 2], 60_000)
    X = LAW.sample_inputs(y, random_state=21)
    density = np.exp(-((X[:, None] - LAW.centers) ** 2).sum(axis=2) / (2 * LAW.sigma**2)) * LAW.weights
    return y, density / density.sum(axis=1, keepdims=True)


def close(found, answers):
    C = error_matrix(drawn()[0], answers)
    np.testing.assert_allclose(found["C"], C, atol=0.006)
    assert found["norm"] == pytest.approx(np.linalg.norm(C, 2), abs=0.008)
    assert found["error"] == pytest.approx(LAW.weights @ C.sum(axis=1), abs=0.006)


def test_shares_shift_the_likeliest_class():
    P = drawn()[1]
    found = path("shares")
    for strength, numbers in enumerate(found, start=1):
        close(numbers, (P / LAW.weights ** (strength / 5)).argmax(axis=1))
    a, b, c = np.transpose([one["classes"] for one in found])
    assert (np.diff(a) > 0).all() and (np.diff(b) < 0).all() and (np.diff(c) < 0).all()
    norms = [one["norm"] for one in found]
    assert int(np.argmin(norms)) == 4 and min(norms) < norms[0] / 3


def test_a_dear_error_becomes_rare_and_the_third_class_pays():
    P = drawn()[1] / LAW.weights
    found = path("one costly error")
    for factor, numbers in zip((2, 4, 8, 16, 32, 50), found, strict=True):
        costs = [P[:, 1] + P[:, 2], P[:, 0] + P[:, 2], P[:, 0] + factor * P[:, 1]]
        close(numbers, np.argmin(costs, axis=0))
    b_as_c, c_as_a = ([one["C"][p][q] for one in found] for p, q in ((1, 2), (2, 0)))
    assert (np.diff(b_as_c) < 0).all() and (np.diff(c_as_a) > 0).all()
    assert found[-1]["classes"][2] > 1.8 * found[0]["classes"][2]
    # the hedge: where c is the likeliest of all, another answer may be cheaper
    hedged = (np.argmin(costs, axis=0) != 2) & (drawn()[1].argmax(axis=1) == 2)
    assert hedged.any() and drawn()[1][hedged, 2].max() > 0.85


def test_noise_that_is_ignored_loses_a_class_and_undone_nothing_moves():
    P = drawn()[1]
    rates = (0.1, 0.2, 0.3, 0.4, 0.45, 0.55)
    for rate, ignored, undone in zip(rates, path("noise, ignored"), path("noise, undone"), strict=True):
        labels = np.column_stack([(1 - rate) * P[:, 0], P[:, 1] + rate * P[:, 0], P[:, 2]])
        close(ignored, labels.argmax(axis=1))
        close(undone, P.argmax(axis=1))
        assert undone["costs"][0] == pytest.approx([-rate / (1 - rate), 1 / (1 - rate), 1])
    lost = [one["classes"][0] for one in path("noise, ignored")]
    assert (np.diff(lost) > 0).all() and lost[4] < 0.2 < 0.9 < lost[5]


def test_recalibration_helps_car_and_not_the_digits(printed):
    found = {row[0]: row[1:] for row in table(printed, "logistic regression")}
    loss, norm = ({name: float(row[k]) for name, row in found.items()} for k in (0, 1))
    assert loss["car, regression"] < loss["car, temperature"] < loss["car, as it is"]
    assert norm["car, regression"] < norm["car, temperature"] < norm["car, as it is"]
    assert loss["digits, regression"] > 1.3 * loss["digits, as it is"]
    for row in (row for name, row in found.items() if not name.endswith("as it is")):
        low, high = (float(one) for one in row[3].replace("−", "-").split(" to "))
        assert low < 0 < high  # no norm is shown to differ


def test_where_shift_and_weights_differ(printed):
    told = {row[0]: [float(one.replace("−", "-")) for one in row[1:]] for row in table(printed, "model")}
    clear = {name: np.sign(gap) * (abs(gap) > 2 * error) for name, (_, _, gap, error, _) in told.items()}
    assert list(clear.values()) == [-1, -1, 0, 1, 0, 1]


def test_noise_undone_after_training_needs_the_right_form(printed):
    told = {row[0]: [numbers_in(cell) for cell in row[1:]] for row in table(printed, "probabilities")}
    best = [cell[0] for cell in told["true probabilities of the labels"]]
    linear, curved, forward = ([cell[0] for cell in told[name]] for name in list(told)[1:])
    assert linear[0] > 1.4 * best[0] and linear[1] > 3 * best[1]
    assert curved[0] < 1.1 * best[0] and forward[1] < curved[1] < linear[1] / 2
    assert forward[0] < 1.05 * best[0] and forward[1] < 1.1 * best[1]


def test_folds_in_order_spoil_the_repair(printed):
    told = dict(re.findall(r"^(as it is|shuffled|in order) +log loss (\S+),", printed, re.M))
    loss = {name: float(value) for name, value in told.items()}
    assert loss["shuffled"] < loss["as it is"] < loss["in order"]


def test_one_model_for_three_doctors(printed):
    told = re.findall(r"^(.*\S) +likeliest (\S+), by costs (\S+)$", printed, re.M)
    plain, by = ([float(row[k]) for row in told] for k in (1, 2))
    assert plain[0] == by[0] and plain[1] > 1.5 * by[1] and plain[2] > 1.5 * by[2]
