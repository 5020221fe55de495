"""The numbers of the chapter "When to stop, and how many examples it takes", by other routes."""

import math

import numpy as np
import pytest

from confusion.linear import ultraconservative_step
from confusion.noise import estimated_error
from confusion.uma import UmaClassifier, error_radius, mistake_bound
from tests.chapters.stored import DISC, figures_of, noisy_disc, rows_of, scenes_of

CHAPTER = "uma/how-long-and-how-many"
CURVES, _ = scenes_of(CHAPTER)["curves"]
SIZES, LEVELS = (100, 400, 1600, 6400), (0.25, 0.5, 0.75, 1.0)
C = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
TURN = 2 * np.pi * (np.arange(3607) + 0.5) / 3607
CIRCLE = np.column_stack([np.cos(TURN), np.sin(TURN)])


def number(text):
    return float(text.replace("−", "-"))


def on_the_circle(W):
    return np.mean((CIRCLE @ W.T).argmax(axis=1) != (CIRCLE @ DISC.T).argmax(axis=1))


@pytest.mark.slow
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("s", LEVELS)
def test_each_run_keeps_the_least_estimate(n, s):
    case, M = f"{n:,} {s:g}", np.eye(3) + s * (C - np.eye(3))
    X, _, y = noisy_disc(M, 32, n, 31)
    models = list(UmaClassifier(M, max_iter=60, tol=0).path(X, y))
    estimated = [estimated_error(y, model.predict(X), M) for model in models]
    true = [on_the_circle(model.coef_) for model in models]
    told, shown = CURVES["facts"][case], {line["name"]: line["values"][case] for line in CURVES["lines"]}
    assert shown["estimated"] == pytest.approx(estimated, abs=1e-6)
    assert shown["true error"] == pytest.approx(true, abs=1e-6)
    k = min(range(len(models)), key=lambda k: (round(estimated[k], 9), k))
    assert told["k"] == k and [at for at, one in enumerate(shown["kept"]) if one is not None] == [k]
    fresh, _, other = noisy_disc(M, 34, n, 33)
    honest, D = estimated_error(other, models[k].predict(fresh), M), np.linalg.inv(M)
    radius = (D.max() - D.min()) * math.sqrt(math.log(20) / 2 / n)
    expected = {"kept": estimated[k], "truly": true[k], "honest": honest, "above": honest + radius}
    assert {name: number(told[name]) for name in expected} == pytest.approx(expected, abs=5.1e-4)
    assert radius == pytest.approx(error_radius(n, M))


def test_the_radius_falls_with_the_sample_and_grows_with_the_noise():
    gap = {key: number(one["above"]) - number(one["honest"]) for key, one in CURVES["facts"].items()}
    for s in LEVELS:
        assert (np.diff([gap[f"{n:,} {s:g}"] for n in SIZES]) <= 0).all()
    for n in SIZES:
        assert (np.diff([gap[f"{n:,} {s:g}"] for s in LEVELS]) >= 0).all()


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), figures_of(CHAPTER)["The cliff and the sample"])
def test_the_norms_of_each_sample_size(values, numbers, text, picture):
    n = values["sample"].removeprefix("n = ")
    reading = "geometric margin" if n == "1,000" else f"n = {n}"
    rows = [row for row in rows_of("uma_toy") if row["reading"] == reading]
    assert {row["n"] for row in rows} == {n.replace(",", "")}
    for method in ("UMA", "C = I", "perceptron"):
        for place, level in (("first", "1"), ("middle", "10"), ("last", "20")):
            norms = [float(row[f"norm, {method}"]) for row in rows if row["level"] == level]
            assert len(norms) == 10 and numbers[f"{method}, {place}"] == pytest.approx(np.mean(norms), abs=1e-6)


@pytest.mark.decides("uma/theorem-1", "false")
def test_theorem_1_is_false_on_the_noisy_sample():
    """One example with both labels in turn: an update each time, where the concept's margin allows one in all."""
    W, updates = np.zeros((2, 1)), 0
    for label in [0, 1] * 50:
        before, W = W, ultraconservative_step(W, np.ones(1), label)
        updates += (W != before).any()
    W_star = np.array([1.0, -1.0]) / np.sqrt(2)
    assert updates == 100 > mistake_bound(W_star[0] - W_star[1]) == pytest.approx(1)
