"""Numbers of the chapter "Decide for your measure", from rules of its own."""

import re

import numpy as np
import pytest
from sklearn import metrics as sk

from confusion.datasets import ThreeGaussians
from confusion_studies import load_results
from tests.chapters.stored import figures_of, table
from tests.chapters.test_variants import verdicts

CHAPTER = "decisions/decide-for-your-measure"
NAMES = ["accuracy", "macro-F1", "kappa", "MCC", "balanced accuracy", "G-mean", "1 − norm"]
(FRAMES,) = figures_of(CHAPTER).values()
AT = {(frame.values["measure"], frame.values["share"]): frame.numbers for frame in FRAMES}
SHARES = sorted({share for _, share in AT}, key=lambda share: float(share.rstrip("\N{NBSP}%")))


def values(measure, share):
    return dict(zip(NAMES, AT[measure, share]["values"]))


@pytest.mark.parametrize("measure", NAMES)
def test_no_other_rule_of_the_figure_is_better_by_the_measure(measure):
    for share in SHARES:
        own = values(measure, share)[measure]
        assert own == pytest.approx(AT[measure, share]["best"][NAMES.index(measure)])
        assert own >= max(values(other, share)[measure] for other in NAMES) - 1e-4


def test_measures_are_those_of_a_sample():
    """The largest probability and the shift, on a sample, by scikit-learn's measures."""
    y = np.random.RandomState(3).choice(3, 300_000, p=(0.9, 0.05, 0.05))
    law = ThreeGaussians()
    X = law.sample_inputs(y, random_state=4)
    for costs, measure in ((None, "accuracy"), ("balanced", "balanced accuracy")):
        h, found = law.bayes_predict(X, costs), values(measure, SHARES[3])
        ours = [sk.accuracy_score(y, h), sk.f1_score(y, h, average="macro"), sk.cohen_kappa_score(y, h)]
        ours += [sk.matthews_corrcoef(y, h), sk.balanced_accuracy_score(y, h)]
        np.testing.assert_allclose([found[name] for name in NAMES[:5]], ours, atol=0.005)


def test_two_camps_part_as_classes_become_rare():
    """The shift is below the largest probability by each measure of the one camp, and the gap grows."""
    for name in NAMES[:4]:
        lost = [values("accuracy", share)[name] - values("balanced accuracy", share)[name] for share in SHARES]
        assert min(lost) > 0 and (np.diff(lost) > 0).all()
    for name in NAMES[4:]:
        won = [values("macro-F1", share)[name] - values("accuracy", share)[name] for share in SHARES]
        assert min(won) > 0


def test_steps_end(printed):
    told = re.findall(r"^(kappa|mcc|macro_f1|g_mean) +\[(.+)\]$", printed, re.M)
    paths = {name: [float(one) for one in path.split()] for name, path in told}
    assert len(paths) == 4
    for path in paths.values():
        assert (np.diff(path) >= 0).all() and path[0] < path[-1] == path[-2]


def test_shift_and_least_norm_have_the_smallest_balanced_error(printed):
    found = {row[0]: float(row[2]) for row in table(printed, "rule | macro-F1 | balanced error | MCC")}
    assert len(found) == 6 and {"shift", "least norm"} == set(sorted(found, key=found.get)[:2])


def test_intervals_of_a_gain_are_cautious_and_the_more_so_the_fewer_examples():
    held = {}
    for row in load_results("gain_coverage"):
        held.setdefault((row["objective"], row["n"]), []).append(1 - row["above"] - row["below"])
    assert min(map(min, held.values())) >= 0.95
    for objective in {objective for objective, _ in held}:
        assert np.mean(held[objective, 500]) > np.mean(held[objective, 2000])


@pytest.mark.slow
def test_the_check_says_which_typical_mistake_was_made():
    told = {because: re.sub(", for .*?;", ";", verdict.words) for because, _, verdict, _ in verdicts(CHAPTER)}
    assert "1 of 8; this is the transposed matrix" in told["transposes the gains"]
    assert "1 of 8; these are gains by counts" in told["takes counts"] and "gives" in told["sums over the classes"]
    assert "2 of 8; the mean is over predicted classes only" in told["averages over the predicted classes"]
