"""The numbers of the chapter "How long, how many, when to stop", by other routes."""

import math

import numpy as np
import pytest

from confusion.noise import estimated_error
from confusion.uma import UmaClassifier, error_radius
from tests.chapters.stored import DISC, figures_of, noisy_disc

FIGURES = figures_of("uma/how-long-and-how-many")
C = np.array([[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]])
TURN = 2 * np.pi * (np.arange(3607) + 0.5) / 3607
CIRCLE = np.column_stack([np.cos(TURN), np.sin(TURN)])


def on_the_circle(W):
    return np.mean((CIRCLE @ W.T).argmax(axis=1) != (CIRCLE @ DISC.T).argmax(axis=1))


@pytest.mark.slow
@pytest.mark.parametrize("shown", [one for one in FIGURES["When to stop"]])
def test_each_run_keeps_the_least_estimate(shown):
    n, s = int(shown.values["n"].replace(",", "")), float(shown.values["s"])
    M = np.eye(3) + s * (C - np.eye(3))
    X, _, y = noisy_disc(M, 32, n, 31)
    models = list(UmaClassifier(M, max_iter=60, tol=0).path(X, y))
    estimated = [estimated_error(y, model.predict(X), M) for model in models]
    true = [on_the_circle(model.coef_) for model in models]
    k = min(range(len(models)), key=lambda k: (round(estimated[k], 9), k))
    fresh, _, other = noisy_disc(M, 34, n, 33)
    honest = estimated_error(other, models[k].predict(fresh), M)
    expected = {"estimated": estimated[k], "true": true[k], "worst": max(true[-30:]), "honest": honest}
    D = np.linalg.inv(M)
    expected["above"] = honest + (D.max() - D.min()) * math.sqrt(math.log(20) / 2 / n)
    assert shown.numbers == pytest.approx(expected, abs=1e-6)
    assert f"update {k} is kept" in shown.text
    assert expected["above"] == pytest.approx(honest + error_radius(n, M))


def test_the_radius_falls_with_the_sample_and_grows_with_the_noise():
    gap = {}
    for shown in FIGURES["When to stop"]:
        gap[shown.values["n"], shown.values["s"]] = shown.numbers["above"] - shown.numbers["honest"]
    sizes, levels = (sorted({key[j] for key in gap}, key=lambda word: float(word.replace(",", ""))) for j in (0, 1))
    for s in levels:
        by_size = [gap[n, s] for n in sizes]
        assert by_size == sorted(by_size, reverse=True)
    for n in sizes:
        by_level = [gap[n, s] for s in levels]
        assert by_level == sorted(by_level)
