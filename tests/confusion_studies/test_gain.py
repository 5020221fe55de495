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
    for sizes in ("stratified", "random"):
        drawn = gain.held_out(triples, 600, sizes, 4000, np.random.RandomState(0))
        np.testing.assert_allclose(drawn.mean(axis=0) / 600, triples / triples.sum(), atol=0.0015)
        assert (np.ptp(drawn.sum(axis=(2, 3)), axis=0) > 0).all() == (sizes == "random")
    counts = gain.triples(0, "g_mean", 5000)
    assert gain.gain_of(counts, "g_mean") > 0.1 > 0 > gain.gain_of(counts, "accuracy")
