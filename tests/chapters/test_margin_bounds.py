"""The numbers of the chapter "Margin bounds", by other routes."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq, minimize_scalar

from confusion.margins import margins, rho_margin_loss
from tests.chapters.stored import figures_of, numbers_in

CHAPTER = "foundations/margin-bounds"
FIGURES = figures_of(CHAPTER)
GRID = np.linspace(0.01, 1, 100)
EXPLORER = FIGURES["The bound explorer"]


def exact_margin_loss(rho):
    """Mean of the margin loss for the margin 1 - 2V, V with the density 5 (1 - V)^4: by quadrature."""

    def integrand(v):
        return min(1, max(0, 1 - (1 - 2 * v) / rho)) * 5 * (1 - v) ** 4

    return quad(integrand, 0, 1, points=[max(0, (1 - rho) / 2), 0.5], epsabs=1e-10)[0]


MARGIN_LOSS = CubicSpline(GRID, [exact_margin_loss(rho) for rho in GRID])


def bound(rho, m, Q, factor):
    return MARGIN_LOSS(rho) + 2 * factor / rho / np.sqrt(m) + np.sqrt(np.log(20) / (2 * m))


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
        assert MARGIN_LOSS(rho) == pytest.approx(exact_margin_loss(rho), abs=1e-6)
        assert rho_margin_loss(margin, rho).mean() == pytest.approx(float(MARGIN_LOSS(rho)), abs=0.006)


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), EXPLORER)
def test_the_bound_explorer(values, numbers, text, picture):
    m, Q = (int(values[name].replace(",", "")) for name in ("m", "Q"))
    assert text.startswith(f"{Q} classes, {m:,} examples.")
    rho, total, quadratic = (numbers[name] for name in ("rho", "linear", "quadratic"))
    best, least = smallest(m, Q, 2 * Q)
    assert rho == pytest.approx(best, rel=0.03, abs=0.005)
    assert total == pytest.approx(least, abs=0.0011)
    assert sum(numbers[name] for name in ("loss", "complexity", "confidence")) == pytest.approx(total, abs=1e-6)
    assert numbers["loss"] == pytest.approx(float(MARGIN_LOSS(rho)), abs=1e-4)
    assert numbers["complexity"] == pytest.approx(4 * Q / rho / np.sqrt(m), rel=1e-4)
    assert quadratic == pytest.approx(smallest(m, Q, Q**2)[1], abs=0.0011)
    assert 2**-5 <= total <= quadratic


@pytest.mark.parametrize("Q", sorted({int(shown.values["Q"]) for shown in EXPLORER}))
def test_how_many_examples_are_needed(Q):
    (stated,) = {
        tuple(numbers_in(shown.text.split("1 from about")[1])) for shown in EXPLORER if int(shown.values["Q"]) == Q
    }
    assert stated == pytest.approx((needed(Q, 2 * Q), needed(Q, Q**2)), rel=0.06)
