"""The numbers of the chapter "Margin bounds", by other routes."""

import re
from functools import cache

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import beta
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

from confusion.datasets import ThreeGaussians
from confusion.margins import margins, rho_margin_loss
from tests.chapters.stored import figures_of, numbers_in

CHAPTER = "foundations/margin-bounds"
FIGURES = figures_of(CHAPTER)
GRID = np.linspace(0.01, 1, 100)
EXPLORER = FIGURES["The bound explorer"]


def rows(printed, *starts):
    """Numbers of the table rows whose first cell is one of `starts`, in this order."""
    lines = [line for line in printed.splitlines() if line.startswith("|")]
    return [numbers_in(next(line for line in lines if line.split("|")[1].strip() == start)) for start in starts]


# --- the bound explorer -----------------------------------------------------------------------------------------------


def exact_margin_loss(rho):
    """Mean of the margin loss for the margin 1 - 2V, V with the density 5 (1 - V)^4: by quadrature."""

    def integrand(v):
        return min(1, max(0, 1 - (1 - 2 * v) / rho)) * 5 * (1 - v) ** 4

    return quad(integrand, 0, 1, points=[max(0, (1 - rho) / 2), 0.5], epsabs=1e-10)[0]


@cache
def margin_loss_table():
    return CubicSpline(GRID, [exact_margin_loss(rho) for rho in GRID])


def margin_loss(rho):
    return float(margin_loss_table()(rho))


def bound(rho, m, Q, factor):
    return margin_loss(rho) + 2 * factor / rho / np.sqrt(m) + np.sqrt(np.log(20) / (2 * m))


def smallest(m, Q, factor):
    found = minimize_scalar(bound, bounds=(0.02, 1), args=(m, Q, factor), method="bounded", options={"xatol": 1e-6})
    return found.x, found.fun


def needed(Q, factor):
    return 10 ** brentq(lambda e: smallest(10**e, Q, factor)[1] - 1, 1, 12, xtol=1e-4)


def test_the_law_of_the_explorer_has_these_margins():
    """Inputs on the arc between two corners: the scores are their coordinates."""
    rng = np.random.default_rng(0)
    n, k = 40_000, 5
    wanted = 1 - 2 * rng.beta(1, 5, size=n)
    angle = np.arccos(wanted / np.sqrt(2)) - np.pi / 4  # cos - sin = sqrt2 cos(angle + pi / 4)
    y = rng.integers(k, size=n)
    other = (y + rng.integers(1, k, size=n)) % k
    x = np.zeros((n, k))
    x[np.arange(n), y], x[np.arange(n), other] = np.cos(angle), np.sin(angle)
    margin = margins(x, y)
    np.testing.assert_allclose(margin, wanted, atol=1e-12)
    assert np.mean(margin <= 0) == pytest.approx(2**-5, abs=0.004)
    for rho in (0.1, 0.6, 1.0):
        assert margin_loss(rho) == pytest.approx(exact_margin_loss(rho), abs=1e-6)
        assert rho_margin_loss(margin, rho).mean() == pytest.approx(margin_loss(rho), abs=0.006)


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), EXPLORER)
def test_the_bound_explorer(values, numbers, text, picture):
    m, Q = (int(values[name].replace(",", "")) for name in ("m", "Q"))
    assert text.startswith(f"{Q} classes, {m:,} examples.")
    rho, total, quadratic = (numbers[name] for name in ("rho", "linear", "quadratic"))
    best, least = smallest(m, Q, 2 * Q)
    assert rho == pytest.approx(best, rel=0.03, abs=0.005)
    assert total == pytest.approx(least, abs=0.0011)
    assert sum(numbers[name] for name in ("loss", "complexity", "confidence")) == pytest.approx(total, abs=1e-6)
    assert numbers["loss"] == pytest.approx(margin_loss(rho), abs=1e-4)
    assert numbers["complexity"] == pytest.approx(4 * Q / rho / np.sqrt(m), rel=1e-4)
    assert quadratic == pytest.approx(smallest(m, Q, Q**2)[1], abs=0.0011)
    assert 2**-5 <= total <= quadratic


@pytest.mark.parametrize("Q", sorted({int(shown.values["Q"]) for shown in EXPLORER}))
def test_how_many_examples_are_needed(Q):
    (stated,) = {
        tuple(numbers_in(shown.text.split("1 from about")[1])) for shown in EXPLORER if int(shown.values["Q"]) == Q
    }
    assert stated == pytest.approx((needed(Q, 2 * Q), needed(Q, Q**2)), rel=0.06)


# --- the runs ---------------------------------------------------------------------------------------------------------


def test_the_digits(printed):
    digits = load_digits()
    X = digits.data / np.linalg.norm(digits.data, axis=1)[:, None]
    parts = train_test_split(X, digits.target, test_size=0.5, stratify=digits.target, random_state=0)
    X_train, X_test, y_train, y_test = parts
    model = LogisticRegression(C=100, fit_intercept=False, tol=1e-6, max_iter=5000).fit(X_train, y_train)
    scores = X_train @ model.coef_.T / np.linalg.norm(model.coef_, axis=1).max()
    top = np.sort(scores + 1e9 * (np.arange(10) == y_train[:, None]), axis=1)
    margin = top[:, -1] - 1e9 - top[:, -2]
    m = len(margin)
    for row, rho in zip(rows(printed, "0.05", "0.1", "0.5"), (0.05, 0.1, 0.5)):
        loss, rest = np.clip(1 - margin / rho, 0, 1).mean(), np.sqrt(np.log(20) / 2 / m)
        expected = [rho, loss, loss + 40 / rho / np.sqrt(m) + rest, loss + 200 / rho / np.sqrt(m) + rest]
        assert row[:4] == pytest.approx(expected, abs=0.051)
        assert row[4] == pytest.approx(((40 / rho + np.sqrt(np.log(20) / 2)) / (1 - loss)) ** 2, rel=0.06)
    wrong = np.sum(model.predict(X_test) != y_test)
    high = beta.ppf(0.95, wrong + 1, len(y_test) - wrong)
    stated = re.search(r"test error (\S+), at most (\S+)", printed)
    assert [float(stated[1]), float(stated[2])] == pytest.approx([wrong / len(y_test), high], abs=0.00051)


def test_the_class_bounds(printed):
    table = np.array(rows(printed, "a", "b", "c"))
    counts, errors, losses, promised = table.T
    deviation = (6 / 0.5 + np.sqrt(np.log(60) / 2)) / np.sqrt(counts)
    assert promised == pytest.approx(losses + deviation, abs=0.0101)
    _, y = ThreeGaussians().sample(200_000, random_state=0)
    assert counts.tolist() == np.bincount(y).tolist()
    norm, bounded = map(float, re.search(r"^200,000\n(0\.\d+)\n(0\.\d+)$", printed, re.MULTILINE).groups())
    assert errors.mean() - 0.006 <= norm <= np.linalg.norm(errors) + 0.006
    assert bounded == pytest.approx(np.linalg.norm(promised), abs=0.011)


def test_the_largest_gap(printed):
    """A ball's gap is the length of a mean; a second set of samples, and Khintchine's inequality for the complexity."""
    law = ThreeGaussians()
    center = law.weights @ law.centers
    second = law.weights @ (law.centers**2).sum(axis=1) + 2 * law.sigma**2
    m, gap, twice = re.search(r"^(1,600)\n(0\.\d+)\n(0\.\d+)$", printed, re.MULTILINE).groups()
    m, trace = int(m.replace(",", "")), 2 * np.sqrt(second / int(m.replace(",", "")))
    means = [law.sample(m, random_state=1000 + seed)[0].mean(axis=0) for seed in range(200)]
    assert float(gap) == pytest.approx(np.linalg.norm(np.array(means) - center, axis=1).mean(), rel=0.15)
    assert trace / np.sqrt(2) < float(twice) < trace


# --- the picture of the head ------------------------------------------------------------------------------------------


def test_linear_rules_on_twelve_points_are_few():
    """Through the origin there are at most 2m patterns of answers, so that more of them follow no better."""
    points = ThreeGaussians().sample(12, random_state=0)[0]
    rules = np.sign(np.random.default_rng(1).normal(size=(100_000, 2)) @ points.T)
    assert len(np.unique(rules, axis=0)) == 24
