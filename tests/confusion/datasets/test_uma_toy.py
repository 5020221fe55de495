"""The toy law of Section 4.1 of the UMA paper."""

import numpy as np
import pytest
from scipy.stats import kstest

from confusion.datasets import UmaToyLaw

READINGS = [(margin, support) for margin in ("score", "geometric") for support in ("circle", "disc")]


@pytest.mark.parametrize("margin, support", READINGS)
def test_section_4_1_every_reading(margin, support):
    """Unit class vectors, labels by (1), the margin respected by every point, checked from the definitions."""
    law = UmaToyLaw(margin=margin, support=support, random_state=3)
    np.testing.assert_allclose(np.linalg.norm(law.W, axis=1), 1)
    assert np.linalg.norm(law.W) == pytest.approx(np.sqrt(10))  # not 1, as Assumption 1 asks
    X, y = law.sample(1000, random_state=0)
    assert X.shape == (1000, 2)
    radii = np.linalg.norm(X, axis=1)
    assert np.allclose(radii, 1) if support == "circle" else (radii.max() <= 1 and radii.min() < 0.6)
    for x, label in zip(X, y):
        differences = np.delete(law.W[label] - law.W, label, axis=0)
        gaps = differences @ x
        assert (gaps > 0).all()
        if margin == "geometric":
            gaps /= np.linalg.norm(differences, axis=1)
        assert gaps.min() > 0.025


@pytest.mark.parametrize("margin, support", READINGS)
def test_class_masses_against_a_sample(margin, support):
    law = UmaToyLaw(margin=margin, support=support, random_state=5)
    _, y = law.sample(40_000, random_state=0)
    np.testing.assert_allclose(np.bincount(y, minlength=10) / y.size, law.class_masses, atol=0.01)
    raw, _ = law.sample(40_000, random_state=1, exact=False)
    assert len(raw) / 40_000 == pytest.approx(law.kept, abs=0.01)


def test_class_masses_by_hand():
    """Four vectors at right angles, score margin: arcs of angle pi/2 less arcsin(theta / sqrt 2) at both ends."""
    law = UmaToyLaw(4, 0.2, random_state=0)
    law.W = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]])
    arc = np.pi / 2 - 2 * np.arcsin(0.2 / np.sqrt(2))
    np.testing.assert_allclose(law._masses(2**14), arc / (2 * np.pi), atol=2e-4)
    law.margin = "geometric"
    np.testing.assert_allclose(law._masses(2**14), (np.pi / 2 - 2 * np.arcsin(0.2)) / (2 * np.pi), atol=2e-4)


def test_points_are_uniform_without_a_margin():
    for support in ("circle", "disc"):
        X, _ = UmaToyLaw(theta=0.0, support=support, random_state=0).sample(4000, random_state=0)
        assert kstest(np.arctan2(X[:, 1], X[:, 0]) / (2 * np.pi) + 0.5, "uniform").pvalue > 0.001
        if support == "disc":
            assert kstest((X**2).sum(axis=1), "uniform").pvalue > 0.001


def test_what_becomes_of_an_empty_class():
    kept = UmaToyLaw(random_state=0)
    assert kept.empty_classes.size and kept.n_draws == 1
    _, y = kept.sample(2000, random_state=0)
    assert set(kept.empty_classes).isdisjoint(y)
    drawn = UmaToyLaw(on_empty="redraw", random_state=0)
    assert drawn.empty_classes.size == 0 and drawn.n_draws > 1 and (drawn.class_masses > 0).all()
    for options, message in (({"on_empty": "raise"}, "a class is empty"), ({"theta": 5.0}, "no point at all")):
        with pytest.raises(ValueError, match=message):
            UmaToyLaw(random_state=0, **options)
