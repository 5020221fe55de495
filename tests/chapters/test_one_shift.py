"""Numbers of the chapter "One shift", from samples and sums of its own."""

import re

import numpy as np
import pytest

from confusion import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from tests.chapters.stored import error_matrix, scenes_of, table

CHAPTER = "combo/one-shift"
LAW = ThreeGaussians()


def measured(answers, y):
    C = error_matrix(y, answers)
    return np.linalg.norm(C, 2), LAW.weights @ C.sum(axis=1)


def by_masses(told, s):
    """The error matrix of the shifted votes, from the masses of the rectangles on which they are constant."""
    masses = [np.outer(*two).ravel() for two in zip(*told["masses"])]
    cells = (np.array(told["votes"][0])[:, None] + told["votes"][1]).reshape(-1, 3) - s / 2 * np.log(told["shares"])
    return np.array([np.bincount(cells.argmax(axis=1), row, minlength=3) for row in masses]) * (1 - np.eye(3))


def test_the_path_of_the_scene_is_that_of_new_points():
    """Masses of rectangles against two hundred thousand points, and the stored votes against the booster's."""
    told, at = scenes_of(CHAPTER)["shift"]
    (X, y), (X_new, y_new) = LAW.sample(600, random_state=3), LAW.sample(200_000, random_state=77)
    assert at == {"s": 0} and told["stops"] == np.arange(0, 1.501, 0.05).round(2).tolist()
    shares = np.bincount(y) / 600
    assert told["shares"] == pytest.approx(shares, abs=1e-6)
    places = [np.searchsorted(cuts, X_new[:, j]) for j, cuts in enumerate(told["cuts"])]
    votes = np.array(told["votes"][0])[places[0]] + np.array(told["votes"][1])[places[1]]
    own = AdaBoostMMClassifier(50).fit(X, y).votes(X_new)
    assert np.quantile(np.abs(votes - own).max(axis=1), 0.999) < 1e-4
    for s in (0.0, 0.5, 1.0, 1.5):
        norm, error = measured((votes - s / 2 * np.log(shares)).argmax(axis=1), y_new)
        C = by_masses(told, s)
        assert [np.linalg.norm(C, 2), LAW.weights @ C.sum(axis=1)] == pytest.approx([norm, error], abs=0.02)
    combo = measured(ComboClassifier(50).fit(X, y).predict(X_new), y_new)
    assert combo == pytest.approx([told["rival"]["norm"], told["rival"]["error"]], abs=0.02)


def test_the_shift_brings_the_norm_down_and_the_error_up():
    told, _ = scenes_of(CHAPTER)["shift"]
    path = [(np.linalg.norm(C, 2), *C.sum(axis=1)) for C in (by_masses(told, s) for s in told["stops"])]
    norms, a, b, c = np.transpose(path)
    # a larger shift takes from the large class: its error never falls
    assert (np.diff(a) >= -1e-9).all() and b[-1] < b[0] / 2 and c[-1] < c[0] / 2
    assert norms[0] > 2 * norms.min() and 20 < norms.argmin() < 30


def test_the_shift_fades_with_depth(printed):
    depth, lead, plain, shifted, combo = np.array(table(printed, "depth"), dtype=float).T
    assert (np.diff(lead) > 0).all() and (np.diff(plain - shifted) < 0).all()
    assert abs(shifted - combo).max() < 0.03 < plain[0] - shifted[0]


def test_what_the_page_says_in_words(printed):
    # "On car both lower the norm of all three, and weights lower it more"
    told = re.findall(r"^(?:logistic|forest|boosted) +(\S+) \(.*?\) +(\S+) \(.*?\) +(\S+) \(", printed, re.M)
    assert len(told) == 3 and all(float(plain) > float(shifted) > float(weights) for plain, shifted, weights in told)
    # At every size the shift is not told apart from CoMBo, and both lower the norm
    by_size = [
        [float(one.replace("−", "-")) for one in row[1:]] for row in table(printed, "examples | AdaBoost.MM")[:3]
    ]
    assert len(by_size) == 3
    for plain, shifted, _, gap, error in by_size:
        assert plain > 1.3 * shifted and abs(gap) < 2 * error
