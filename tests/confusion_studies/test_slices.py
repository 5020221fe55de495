"""A slice of every stored table computed again, equal on every processor; whole tables are for ``make reproduce``."""

import numpy as np
import pytest

from confusion.uma import algorithm
from confusion_studies import RESULTS, load_results
from confusion_studies.__main__ import SOURCES
from confusion_studies.rounding import EXCEPTIONS, tolerances
from coursemachine.runs.slices import recompute

MODULES = {module.NAME: module for modules in SOURCES.values() for module in modules}

FIXED = {
    "triage": ({"classifier": "logistic, prior shift"}, {}),
    "concentration": ({"share": 1 / 3, "T": 250}, {}),
    "coverage": ({"interval": "one classifier", "Q": 2, "n": 5, "law": "even"}, {}),
    "copa_choice": ({"model": "COPA, C/T²", "sample": 107}, {}),
    "copa_curves": ({"shift": "corner", "noise": 0.1, "model": "COPA, C/T"}, {"grid": [(1e-4, 1), (10.0, 1)]}),
    "copa_luck": ({"rule": "balanced"}, {}),
    "copa_readings": ({"sample": 4, "model": "COPA, C/T"}, {"grid": [0.01, 1.0, 100.0]}),
    "copa_real": ({"data": "car", "model": "SVM, balanced", "split": 3}, {}),
    "copa_sweep": ({"shift": "corner", "share": 0.05, "sigma": 0.5, "noise": 0.1}, {}),
    "combo_acml": ({"data": "yeast", "algorithm": "AdaBoost.MM", "tree": "cost", "depth": 2, "run": 4}, {"folds": [2]}),
    "combo_resampled": ({"data": "glass", "algorithm": "SmoteBoost", "tree": "grown", "run": 0}, {"folds": [2]}),
    "combo_rivals": ({"data": "car", "model": "SAMME, balanced", "depth": 5}, {"folds": [4], "pool": False}),
    "combo_table": (
        {"data": "abalone", "algorithm": "CoMBo", "step": "exact", "depth": 2},
        {"folds": [7], "pool": False},
    ),
    "challenge_level": ({"law": "tie .02, 300 and 20"}, {}),
    "gain_coverage": ({"law": 2, "objective": "mcc"}, {"samples": [(500, "random")]}),
    "tuned_measures": ({"law": 3, "sample": 4}, {}),
    "today": ({"data": "car", "noise": "pair flip", "family": "forward, T known"}, {"folds": [4]}),
    "uma_estimated": ({"sample": "ten classes", "n": 1000, "run": 8}, {}),
    "uma_real": ({"data": "digits", "run": 1, "family": "UMA"}, {}),
    "uma_rough": ({"data": "digits", "run": 0, "m": 10}, {}),
    "uma_selection": ({"data": "stand-in", "labels": "redrawn", "selection": "random", "run": 0}, {"last": 40}),
    "uma_size": ({"data": "stand-in", "m": 70, "family": "cheap", "run": 0, "share": 0.02}, {}),
    "uma_told": ({"case": "as printed", "n": 1000, "run": 3}, {"fed": [0.4, 1.0]}),
    "uma_toy": ({"reading": "1000 before the margin", "run": 4}, {"levels": [2, 11]}),
    "uma_widths": ({"data": "digits", "factor": 4.0, "run": 0}, {}),
    "uma_wrong": ({"case": "pair flip", "n": 3000, "run": 9, "true": 0.45}, {"fed": [0.0, 0.45]}),
}


# First, for the features of the digits are made once where the slices of the same features follow.
def transposed(monkeypatch):
    invert = np.linalg.inv
    monkeypatch.setattr(algorithm.np.linalg, "inv", lambda C: invert(C).T)


def the_worst_pair(monkeypatch):
    best = algorithm.selected
    monkeypatch.setattr(algorithm, "selected", lambda worth: best(np.where(worth == -np.inf, worth, -worth)))


@pytest.mark.slow
@pytest.mark.parametrize("ruin", [transposed, the_worst_pair])
def test_a_change_that_ruins_uma_on_the_digits_is_seen(monkeypatch, ruin):
    ruin(monkeypatch)
    found = recompute(MODULES["uma_rough"], *FIXED["uma_rough"], RESULTS, tolerances)
    assert [each for each in found if "UMA, error: error is stored as" in each], found


SHARES = {"interval": "one classifier, sizes drawn", "Q": 2, "n": 5, "law": "even"}  # which are drawn, too


@pytest.mark.slow
@pytest.mark.parametrize(("name", "part"), [*((name, FIXED[name]) for name in MODULES), ("coverage", (SHARES, {}))])
def test_the_slice_is_as_it_is_stored(name, part):
    found = recompute(MODULES[name], *part, RESULTS, tolerances)
    assert not found, f"{len(found)} differences:\n" + "\n".join(found[:10])


def test_an_exception_is_of_rows_that_there_are_and_leaves_open_no_more_than_a_path():
    free = {"C", "n_iter", "best_iter", "estimated", "inverse_norm", "seconds"}
    for names, where, allowed, why in EXCEPTIONS:
        found = [sum(map(where, load_results(name))) for name in names]
        assert why and all(found), why
        few = sum(found) <= 6  # whose measures may be far off, but not anything
        assert all(column in free for column, by in allowed.items() if by > (0.5 if few else 0.2)), why
