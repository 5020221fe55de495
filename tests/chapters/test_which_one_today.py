"""Every branch of the advice of "Which one today?", from the stored rows by sums of its own."""

import re

import numpy as np
import pytest
from scipy.stats import t as student

from tests.chapters.stored import printed_in, rows_of

CHAPTER = "decisions/which-one-today"
LIMIT = student.ppf(0.975, 9)
SHIFT = ("logistic", "shift")
FOREST = ("forest, weights", "weights")
AFTER = (
    SHIFT,
    ("logistic, weights", "weights"),
    ("logistic, recalibrated", "recalibrated, shift"),
    ("logistic, norm", "norm"),
)


def matrix(counts):
    C = counts / counts.sum(axis=1, keepdims=True)
    return C * (1 - np.eye(len(C)))


@pytest.fixture(scope="module")
def table():
    """{(data, noise): {(family, rival): counts of the folds}}."""
    found = {}
    for row in rows_of("today"):
        flat = np.array(row["counts"].split(), dtype=int)
        side = round(len(flat) ** 0.5)
        here = found.setdefault((row["data"], row["noise"]), {})
        here.setdefault((row["family"], row["rival"]), []).append(flat.reshape(side, side))
    return {where: {who: np.array(folds) for who, folds in here.items()} for where, here in found.items()}


@pytest.fixture(scope="module")
def clean(table):
    return [where for where in table if where[1] == "none"]


@pytest.fixture(scope="module")
def noisy(table):
    return [where for where in table if where[1] != "none"]


def balanced(folds):
    return np.array([matrix(N).sum() / len(N) for N in folds])


def errors(folds):
    return np.array([1 - np.trace(N) / N.sum() for N in folds])


def clear(here, one, other, measure=balanced):
    d = measure(here[one]) - measure(here[other])
    wide = LIMIT * np.sqrt(1 / 10 + 1 / 9) * d.std(ddof=1)
    return int(np.sign(d.mean()) * (abs(d.mean()) > wide))


def norm(folds):
    return np.linalg.norm(matrix(folds.sum(axis=0)), 2)


def test_a_correction_for_the_shares_lowers_the_norm_and_never_clearly_the_error(table, clean):
    assert len(clean) == 3
    for where in clean:
        here = table[where]
        for name in AFTER:
            assert norm(here[name]) < 0.8 * norm(here["logistic", "argmax"])
            assert clear(here, name, ("logistic", "argmax"), errors) >= 0
    assert any(clear(table[where], SHIFT, ("logistic", "argmax"), errors) > 0 for where in clean)


def test_between_the_four_corrections_no_difference_is_clear(table, clean):
    for where in clean:
        assert not any(clear(table[where], one, other) for one in AFTER for other in AFTER if one < other)


def test_boosting_is_clearly_ahead_of_linear_models_where_the_page_says_so(table, clean):
    booster, linear = ("AdaBoost.MM", "shift"), [("logistic", "argmax"), *(one for one in AFTER if one != AFTER[2])]
    ahead = [where[0] for where in clean if all(clear(table[where], booster, one) < 0 for one in linear)]
    assert ahead == ["car", "nursery"] and not any(clear(table["digits", "none"], booster, one) for one in linear)
    for data in ahead:  # below the recalibrated one as well, but not clearly
        here = table[data, "none"]
        assert balanced(here[booster]).mean() < balanced(here[AFTER[2]]).mean() and not clear(here, booster, AFTER[2])


def test_combo_and_the_shifted_booster_do_not_differ(table, clean):
    pair = ("CoMBo", "CoMBo"), ("AdaBoost.MM", "shift")
    assert sum(clear(table[where], *pair, measure) == 0 for where in clean for measure in (balanced, errors)) >= 5


def test_with_a_forest_weights(table, clean):
    pair = FOREST, ("forest", "shift")
    assert all(clear(table[where], *pair) <= 0 for where in clean)
    assert all(clear(table[where], *pair, errors) <= 0 for where in clean)
    assert any(clear(table[where], *pair, errors) < 0 for where in clean)


def test_copa_is_clearly_behind_the_shift(table, clean):
    assert [clear(table[where], ("COPA", "COPA"), SHIFT) for where in clean].count(1) >= 2


def test_a_told_matrix_helps_and_an_estimated_one_is_a_gamble(table, noisy):
    told, guessed = (
        [clear(table[where], (family, "forward, shift"), SHIFT) for where in noisy]
        for family in ("forward, T known", "forward, T estimated")
    )
    assert len(noisy) == 4 and told.count(-1) >= 3 and 1 not in told
    assert sorted(guessed) == [-1, 0, 0, 1]
    uma = [clear(table[where], ("UMA", "UMA"), ("forward, T known", "forward, shift")) for where in noisy]
    assert uma.count(1) >= 3 and -1 not in uma


def test_a_weighted_forest_is_nowhere_clearly_behind_the_shift(table, noisy):
    found = {where: clear(here, FOREST, SHIFT) for where, here in table.items()}
    assert 1 not in found.values() and [found[where] for where in noisy].count(-1) >= 3


def test_the_booster_is_behind_the_weighted_forest_under_noise_and_not_without(table, clean, noisy):
    pair = ("AdaBoost.MM", "shift"), FOREST
    assert [clear(table[where], *pair) for where in noisy].count(1) >= 3
    assert all(clear(table[where], *pair) <= 0 for where in clean)


def test_given_shares_mislead_under_pair_flips(table):
    assert clear(table["car", "pair flip"], SHIFT, ("logistic", "argmax")) == 1


def test_weights_beat_the_shift_only_where_the_shares_mislead(table):
    flips, plain = ("car", "pair flip"), ("logistic", "argmax")
    assert [where for where, here in table.items() if clear(here, AFTER[1], SHIFT) < 0] == [flips]
    assert [where for where, here in table.items() if clear(here, AFTER[1], plain) > 0] == [flips]


def test_confident_learning_is_just_below_the_weighted_forest_in_one_place(table, noisy):
    pair = ("cleanlab", "cleanlab"), FOREST
    assert [where for where in noisy if clear(table[where], *pair) < 0] == [("car", "pair flip")]
    d = balanced(table["car", "pair flip"][pair[0]]) - balanced(table["car", "pair flip"][pair[1]])
    assert -1.1 * LIMIT < d.mean() / (np.sqrt(1 / 10 + 1 / 9) * d.std(ddof=1)) < -LIMIT


def test_the_shift_raises_the_booster_on_noisy_car_but_not_clearly(table):
    pair = ("AdaBoost.MM", "shift"), ("AdaBoost.MM", "argmax")
    for noise in ("symmetric", "pair flip"):
        here = table["car", noise]
        assert balanced(here[pair[0]]).mean() > balanced(here[pair[1]]).mean() and clear(here, *pair) == 0


def test_noise_costs_move_no_answer_under_symmetric_noise(table):
    for data in ("car", "digits"):
        here = table[data, "symmetric"]
        assert (here["logistic", "noise costs"] == here["logistic", "argmax"]).all()


def test_what_the_page_says_in_words_of_its_printed_lines():
    printed = printed_in(CHAPTER)
    naive, corrected = (int(one) for one in re.findall(r": called different in (\d+)% of the runs", printed))
    assert naive > 2 * 5 and 2 <= corrected <= 6  # in a hundred; a test at 5 % "keeps its word"
    (pair,) = re.findall(r"^difference (\S+), standard error (\S+)$", printed, re.M)
    gap, wide = map(float, pair)
    assert gap < -LIMIT * wide  # "the difference is clear"
