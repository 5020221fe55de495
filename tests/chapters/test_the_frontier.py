"""Numbers of the chapter "The confusion frontier", from cells, samples and sums of its own."""

import re

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from confusion import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from confusion.decisions import least_norm
from confusion.limits import attainable_norm
from confusion_studies.data import load_car
from tests.chapters.stored import figures_of, numbers_in

CHAPTER = "decisions/the-frontier"
LAW = ThreeGaussians()


@pytest.fixture(scope="module")
def walk():
    """Price, error, norm, height of the line and class errors of the frames."""
    shown = figures_of(CHAPTER)["Along the frontier"]
    return [np.array(one) for one in zip(*(
        (float(frame.values["price"]), *(frame.numbers[name] for name in ("error", "norm", "lower"))) for frame in shown
    ))], np.array([frame.numbers["classes"] for frame in shown])  # fmt: skip


def pair(C):
    return np.array([LAW.weights @ C.sum(axis=1), np.linalg.norm(C, 2)])


def rows(printed, first, number):
    lines = printed.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    return [line.strip("| ").split(" | ") for line in lines[at + 2 : at + 2 + number]]


def values(printed, pattern):
    (found,) = re.findall(pattern, printed, re.M)
    return np.array(found, dtype=float)


def test_along_the_walk_errors_fall_and_the_norm_rises(walk):
    (price, error, norm, lower), classes = walk
    assert price[0] == 0 and (np.diff(error) < 0).all() and (np.diff(norm) > -1e-4).all()
    assert (np.diff(classes[:, 0]) < 0).all() and (np.diff(classes[:, 1:], axis=0) > -1e-3).all()
    np.testing.assert_allclose(classes @ LAW.weights, error, atol=1e-9)


def test_each_point_is_on_its_line_and_above_all_others(walk):
    (price, error, norm, lower), _ = walk
    slack = norm[:, None] + error[:, None] * price - lower
    assert slack.min() > -1e-9 and slack.diagonal().max() < 2e-4
    slopes = np.diff(norm) / np.diff(error)
    assert (slopes[1:] < slopes[:-1] + 0.2).all()  # steeper with the price, up to the gaps
    assert (-slopes[2:] > price[2:-1] - 0.2).all() and (-slopes[2:] < price[3:] + 0.2).all()


@pytest.mark.slow
def test_the_heights_are_those_of_other_cells(walk):
    (price, _, _, lower), _ = walk
    joint = LAW.quadrature(20)[1] * LAW.weights
    for k in (0, 3, 8, 12):
        found = least_norm(joint, sample_weight=joint.sum(axis=1), error_price=price[k], tol=1e-4)
        assert lower[k] == pytest.approx(found.lower, abs=2e-4)
    ends = attainable_norm(LAW, tol=1e-4)  # another algorithm
    assert ends.lower - 1e-4 < lower[0] < ends.upper + 1e-4


def test_the_last_points_are_near_the_rule_of_fewest_errors(walk):
    (price, error, norm, _), _ = walk
    least, dearest = pair(LAW.confusion(LAW.bayes_predict, n_points=121393))
    assert error[-1] - least < 0.001 and 0.9 * dearest < norm[-1] < dearest
    assert error[-1] > least - 1e-5


@pytest.mark.slow
def test_the_coin_between_the_ends(printed, walk):
    (_, error, norm, _), _ = walk
    ends = LAW.confusion(LAW.bayes_predict, n_points=121393), attainable_norm(LAW, tol=1e-3).confusion
    told = values(printed, r"^error (0\.\d+), norm (0\.\d+)$")
    assert told == pytest.approx(pair(sum(ends) / 2), abs=4e-3)
    assert told[1] > 1.6 * np.interp(told[0], error[::-1], norm[::-1])


def test_three_findings(printed):
    told = re.findall(r"^price +(\d+): error (\S+), norm (\S+), alarms \[(.*)\]$", printed, re.M)
    by_hand = {
        0: (0.22, 0.22, [0, 0.6, 1]),
        1: (0.22, 0.22, [0, 0.6, 1]),
        5: (0.13, 0.4, [0, 0, 1]),
        30: (0.1, 1, [0, 0, 0]),
    }
    assert len(told) == 4
    for price, error, norm, alarms in told:
        wanted = by_hand[int(price)]
        assert (float(error), float(norm)) == pytest.approx(wanted[:2], abs=1e-9)
        assert [float(one) for one in alarms.split()] == wanted[2]


def linear(model, shift=0):
    return pair(LAW.confusion(model.coef_, intercept=model.intercept_ - shift))


@pytest.mark.slow
def test_the_table_of_learners(printed, walk):
    (_, error, norm, _), _ = walk
    told = {name: [float(one) for one in row] for name, *row, _ in rows(printed, "learner", 9)}
    found = []
    for seed in range(100, 108):
        X, y = LAW.sample(1000, random_state=seed)
        plain = LogisticRegression(C=1e3).fit(X, y)
        found.append([linear(plain), linear(plain, np.log(np.bincount(y) / 1000))])
    for name, pairs in zip(("logistic", "logistic, shifted"), np.swapaxes(found, 0, 1)):
        assert told[name][:2] == pytest.approx(pairs.mean(axis=0), abs=6e-4)
    shifted = np.array(found)[:, 1]
    above = shifted[:, 1] - np.interp(shifted[:, 0], error[::-1], norm[::-1])
    assert told["logistic, shifted"][2] == pytest.approx(above.mean(), abs=1e-3)


@pytest.mark.slow
def test_boosters_against_new_points(printed):
    told = {name: [float(one) for one in row] for name, *row, _ in rows(printed, "learner", 9)}
    Z, z = LAW.sample(60_000, random_state=77)
    found = {}
    for seed in range(100, 108):
        X, y = LAW.sample(1000, random_state=seed)
        votes = AdaBoostMMClassifier(50).fit(X, y).votes(Z)
        answers = {
            "AdaBoost.MM": votes.argmax(axis=1),
            "AdaBoost.MM, shifted": (votes - np.log(np.bincount(y) / 1000) / 2).argmax(axis=1),
            "CoMBo": ComboClassifier(50).fit(X, y).predict(Z),
        }
        for name, one in answers.items():
            C = np.array([np.bincount(one[z == p], minlength=3) / np.sum(z == p) for p in range(3)])
            found.setdefault(name, []).append(pair(C * (1 - np.eye(3))))
    for name, pairs in found.items():
        assert told[name][:2] == pytest.approx(np.mean(pairs, axis=0), abs=0.012)


def test_a_shift_of_the_true_posteriors_walks_near_the_curve(walk):
    (price, _, _, lower), _ = walk
    for s in (0.15, 0.45, 0.85, 1.0):
        intercept = (1 - s) * np.log(LAW.weights) - (LAW.centers**2).sum(axis=1) / (2 * LAW.sigma**2)
        error, norm = pair(LAW.confusion(LAW.centers / LAW.sigma**2, intercept=intercept))
        assert -5e-4 < norm - (lower - price * error).max() < 0.003


def test_the_printed_pair_is_below_and_the_other_is_not(printed, walk):
    (price, _, _, lower), _ = walk
    for name, (error, norm) in {"COPA": (0.15, 0.10), "perceptron": (0.14, 0.18)}.items():
        short = (lower - (norm + 0.005) - price * (error + 0.005)).max()
        (told,) = values(printed, rf"^{name}, printed: (\S+)$").reshape(-1)
        assert told == pytest.approx(short, abs=6e-4) and (short > 0) == (name == "COPA")
    assert lower[0] > 0.11  # nor do cut digits help


def halves():
    """Promised and held-out pairs at the price 2, and the pair of the likeliest class, of ten halves of car."""
    car = load_car()
    X, y = car.data, car.target
    for seed in range(10):
        X_fit, X_new, y_fit, y_new = train_test_split(X, y, test_size=0.5, stratify=y, random_state=seed)
        model = make_pipeline(StandardScaler(), LogisticRegression())
        P = cross_val_predict(model, X_fit, y_fit, method="predict_proba")
        best = least_norm(P, error_price=2, plausible=0.05)
        P_new = model.fit(X_fit, y_fit).predict_proba(X_new)
        pairs = [(P.mean(axis=0) @ best.confusion.sum(axis=1), np.linalg.norm(best.confusion, 2))]
        for H in (best.mixture(P_new), np.eye(4)[P_new.argmax(axis=1)]):
            C = np.array([H[y_new == k].mean(axis=0) for k in range(4)]) * (1 - np.eye(4))
            pairs.append((1 - H[np.arange(len(y_new)), y_new].mean(), np.linalg.norm(C, 2)))
        yield pairs


@pytest.mark.slow
def test_what_is_promised_of_car_and_what_is_kept(printed):
    promise, kept, plain = np.mean(list(halves()), axis=0)
    told = [float(one) for one in re.findall(r"^0\.\d{3}$", printed, re.M)]
    for value in (*promise, *kept, *plain):
        assert min(abs(np.array(told) - value)) < 1.1e-3
    assert (kept < promise).all() and abs(kept[0] - plain[0]) < 0.002 and plain[1] > 2.5 * kept[1]


def test_with_equal_shares_the_frontier_is_almost_a_point(printed):
    told = re.findall(r"^ ?(\d+): error (\S+), norm (\S+)$", printed, re.M)
    assert [int(price) for price, *_ in told] == [0, 1, 20]
    both = np.array([numbers_in(" ".join(pair)) for _, *pair in told])
    assert np.ptp(both, axis=0).max() < 0.003
    balanced = LAW.confusion(lambda X: LAW.bayes_predict(X, "balanced"), n_points=121393)
    assert both[-1] == pytest.approx([balanced.sum() / 3, np.linalg.norm(balanced, 2)], abs=2e-3)
