"""The numbers of the chapter "What the weights do", from the stored tables by another route."""

import re
from functools import cache
from statistics import fmean

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import confusion_matrix

from confusion.datasets import ThreeGaussians
from confusion.limits import attainable_norm
from confusion_studies.copa.sweep import noisy_sample
from tests.chapters.stored import figures_of, notebook_of, printed_in, rows_of

CHAPTER = "copa/what-the-weights-do"
FIGURES = figures_of(CHAPTER)
PLACES = {"not": "none", "by (1, 0)": "right", "by (2, 2)": "corner"}


@cache
def floor_of(sigma):
    return attainable_norm(ThreeGaussians(sigma=sigma)).lower


def share_of(text):
    return float(text.rstrip("%").strip()) / 100


# Norm against C ---------------------------------------------------------------------------------------------------


def curve_of(values):
    """Norms of a frame of "Norm against C", by model, with their C and power."""
    found = {}
    for row in rows_of("copa_curves"):
        if row["shift"] == PLACES[values["moved"]] and float(row["noise"]) == share_of(values["noise"]):
            found.setdefault(row["model"], []).append((float(row["norm"]), float(row["C"]), float(row["power"])))
    return found


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Norm against C"])
def test_norm_against_c_tells_the_stored_means(values, numbers, text, picture):
    found = curve_of(values)
    expected = {model: min(rows)[0] for model, rows in found.items()}
    expected |= {name: next(v for v, _, power in found["logistic"] if power == s)
                 for name, s in (("plain", 0), ("balanced", 1))}  # fmt: skip
    assert numbers == pytest.approx(expected | {"floor": floor_of(0.5), "C": min(found["COPA, C/T"])[1]}, abs=1e-3)
    assert f"Class means: {expected['class means']:.3f}; nearest mean: {expected['nearest mean']:.3f}" in text
    assert min(expected.values()) > numbers["floor"]
    # The two ends of the figure's story: C/T begins at the class means, and all scalings end in one point.
    assert abs(found["COPA, C/T"][0][0] - expected["class means"]) < 0.05
    assert abs(found["COPA, C/T"][-1][0] - found["COPA"][-1][0]) < 0.02


def test_what_the_figure_asks_for():
    """Moved points spoil the class means alone; wrong labels the two rules that have no strength to choose."""
    at = {(v["moved"], v["noise"].replace("\N{NO-BREAK SPACE}", " ")): n for v, n, _, _ in FIGURES["Norm against C"]}
    circle, noisy, moved = (at[key] for key in (("not", "0 %"), ("not", "30 %"), ("by (2, 2)", "0 %")))
    both = at["by (2, 2)", "30 %"]
    near = 0.02
    for name in ("COPA, C/T", "class means", "nearest mean", "balanced"):
        assert circle[name] < circle["floor"] + near
    assert moved["class means"] > 8 * moved["floor"]
    assert max(moved[name] for name in ("nearest mean", "balanced")) < moved["floor"] + near
    assert min(numbers[name] for numbers in (noisy, both) for name in ("nearest mean", "balanced")) > 0.35
    assert max(numbers["COPA, C/T"] for numbers in at.values()) < 0.2
    assert max(numbers["logistic"] for numbers in at.values()) < 0.15


# The cells --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Imbalance and noise"])
def test_the_sweep_tells_the_stored_means(values, numbers, text, picture):
    rows = {
        row["model"]: row
        for row in rows_of("copa_sweep")
        if row["shift"] == "none"
        and f"{float(row['share']):.2f}" == values["share"]
        and float(row["sigma"]) == 0.5
        and float(row["noise"]) == share_of(values["noise"])
    }
    assert len(rows) == 11
    norms = {model: float(row["norm"]) for model, row in rows.items()}
    floor = floor_of(0.5)
    assert numbers["floor"] == pytest.approx(floor, abs=1e-3)
    kinds = ("norm", "accuracy")
    expected = {f"{m}, {kind}": float(row[kind]) for m, row in rows.items() for kind in kinds}
    assert numbers == pytest.approx(expected | {"floor": numbers["floor"]})
    assert f"Smallest norm: {min(norms, key=norms.get)}, {min(norms.values()):.3f}" in text
    # Nothing is below what is attainable, and every name carries its number.
    assert min(norms.values()) > floor
    for model, row in rows.items():
        assert f">{model} {float(row['norm']):.2f}<" in picture


def test_the_wins_are_those_of_the_stored_norms():
    cells = {}
    for row in rows_of("copa_sweep"):
        norms = np.array([float(row[f"norm{sample}"]) for sample in range(1, 11)])
        cells.setdefault((row["shift"], float(row["noise"]), row["share"], row["sigma"]), {})[row["model"]] = norms
    shown = ("class means", "nearest mean", "logistic, balanced", "logistic, powers", "COPA, C/T")
    lines = re.findall(
        r"^\| (circle|moved),\s(\d+)\s%((?: \| \d+ \(\d+\))+) \| (\d+) \|$", printed_in(CHAPTER), re.MULTILINE
    )
    assert len(lines) == 6
    for place, percent, counts, others in lines:
        group = ("none" if place == "circle" else "corner", int(percent) / 100)
        wins = dict.fromkeys([*shown, "others"], 0) | {f"{m}, clear": 0 for m in shown}
        for found in (found for key, found in cells.items() if key[:2] == group):
            first, second = sorted(found, key=lambda m: found[m].mean())[:2]
            gaps = found[second] - found[first]
            wins[first if first in shown else "others"] += 1
            if first in shown and gaps.mean() > 2 * gaps.std(ddof=1) / 10**0.5:
                wins[f"{first}, clear"] += 1
        assert counts.split(" | ")[1:] == [f"{wins[m]} ({wins[f'{m}, clear']})" for m in shown]
        assert int(others) == wins["others"] and sum(wins[m] for m in (*shown, "others")) == 15


@pytest.mark.slow
def test_clean_patients_teach_more_than_they_choose():
    law, chosen, taught = ThreeGaussians(), [], []
    for sample in range(1, 11):
        (X, noisy), (X_clean, clean) = noisy_sample(law, 0.3, sample)
        X_clean, clean, counts, tried = X_clean[:1000], clean[:1000], np.bincount(noisy), []
        for power in np.linspace(0, 1.2, 25):
            weights = dict(enumerate(len(noisy) * counts**-power / np.sum(counts ** (1 - power))))
            model = LogisticRegression(class_weight=weights, max_iter=1000).fit(X, noisy)
            wrong = confusion_matrix(clean, model.predict(X_clean), normalize="true")
            norm = np.linalg.norm(wrong - np.diag(np.diag(wrong)), 2)
            tried.append((norm, power, model))
        weights = dict(enumerate(len(clean) / (3 * np.bincount(clean))))
        last = LogisticRegression(class_weight=weights).fit(X_clean, clean)
        for norms, model in ((chosen, min(tried, key=lambda t: t[:2])[2]), (taught, last)):
            exact = law.confusion(model.coef_, intercept=model.intercept_)
            norms.append(np.linalg.norm(exact - np.diag(np.diag(exact)), 2))
    gaps = np.subtract(chosen, taught)
    assert gaps.mean() > 2 * gaps.std(ddof=1) / 10**0.5
    told = "".join("".join(cell["source"]) for cell in notebook_of(CHAPTER)["cells"])
    assert f"{np.mean(chosen):.3f}, and balanced logistic regression on them alone {np.mean(taught):.3f}" in told


# Real sets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Eleven methods on three real sets"])
def test_the_real_sets_have_the_stored_means(values, numbers, text, picture):
    found = {}
    for row in rows_of("copa_real"):
        if row["data"] == values["data"] and row["criterion"] == values["criterion"]:
            found.setdefault(row["model"], []).append(row)
    assert {len(rows) for rows in found.values()} == {10}
    kinds = ("norm", "accuracy", "balanced_error")
    assert numbers == pytest.approx(
        {f"{m}, {kind}": fmean(float(row[kind]) for row in rows) for m, rows in found.items() for kind in kinds}
    )
    first = min(found, key=lambda m: numbers[f"{m}, norm"])
    assert f"Smallest mean norm: {first}, {numbers[f'{first}, norm']:.3f}" in text
    # What the question asks for: no scaling is ahead of logistic regression, with or without weights.
    scaling = min(numbers[f"{m}, norm"] for m in ("COPA, C/T", "COPA, C/T²", "COPA"))
    assert f"{scaling:.3f}" in text and scaling > max(numbers["logistic, norm"], numbers["logistic, balanced, norm"])
