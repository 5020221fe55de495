"""Coverage of the interval of a gain: the law is what was counted, and its gain is that of its triples."""

import numpy as np
import pytest
from sklearn.metrics import f1_score

from confusion_studies.decisions import gain


def test_the_true_gain_and_held_out_samples_are_those_of_the_triples():
    triples = np.random.RandomState(0).randint(0, 30, (3, 3, 3))
    y, tuned, plain = np.indices((3, 3, 3)).reshape(3, -1).repeat(triples.ravel(), axis=1)
    f1 = [f1_score(y, predicted, average="macro") for predicted in (tuned, plain)]
    assert gain.gain_of(triples, "macro_f1") == pytest.approx(f1[0] - f1[1])
    shares = triples / triples.sum()
    for sizes in ("stratified", "random"):
        drawn = gain.held_out(triples, 600, sizes, 4000, np.random.RandomState(0))
        np.testing.assert_allclose(drawn.mean(axis=0) / 600, shares, atol=0.0015)
        of_classes = drawn.sum(axis=(2, 3))
        assert (np.ptp(of_classes, axis=0) > 0).all() == (sizes == "random")
        assert abs(of_classes - 600 * shares.sum(axis=(1, 2))).max() <= 0.5 or sizes == "random"


def test_the_triples_are_of_the_rule_and_of_the_largest_probability():
    counts = gain.triples(0, "g_mean", 5000)
    assert counts.sum() == 5000 and gain.gain_of(counts, "g_mean") > 0.1 > 0 > gain.gain_of(counts, "accuracy")
