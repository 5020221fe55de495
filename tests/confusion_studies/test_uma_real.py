"""The real-data experiments of the UMA paper: the protocol step by step."""

import numpy as np
import pytest

from confusion_studies import load_results
from confusion_studies.data import make_text_standin
from confusion_studies.uma import competitors as uma_competitors
from confusion_studies.uma import protocol as uma_protocol


@pytest.fixture(scope="module")
def data():
    text = make_text_standin([120, 60, 40], n_features=600, test=True, random_state=0)
    return uma_protocol.Features(text.data, text.target, text.data_test, text.target_test)


def test_step_3_draws_from_all_of_S_whatever_was_bought_before(data):
    sample = uma_protocol.draw(data, 5, seed=0, share=0.05)
    assert len(set(sample.conf.tolist())) == len(sample.conf) == 11
    overlaps = [np.intersect1d(s.rough, s.conf).size for s in (uma_protocol.draw(data, 5, k) for k in range(60))]
    assert np.mean(overlaps) == pytest.approx(11 * 15 / 220, abs=0.35)
    assert len(sample.bought) == 26 - overlaps[0]


def test_step_3_orients_the_noise_matrix_and_step_4_labels_all_of_S(data):
    sample = uma_protocol.draw(data, 5, seed=1, share=0.5)
    assert (sample.y == sample.g.predict(data.X)).all() and len(sample.y) == 220
    t, y = data.t[sample.conf], sample.y[sample.conf]
    by_hand = [[np.mean(y[t == q] == k) for q in range(3)] for k in range(3)]
    np.testing.assert_allclose(sample.C, by_hand)
    assert np.abs(sample.C - sample.C.T).max() > 0.02, "a symmetric matrix would not show a transposed one"
    assert sample.facts["noise"] == np.mean(sample.y != data.t)


def test_estimate_says_when_it_had_to_be_repaired():
    C, facts = uma_protocol.estimate(np.array([0, 0, 0, 0, 1, 1]), np.array([0, 0, 0, 1, 1, 1]), 2)
    assert C.tolist() == [[0.75, 0], [0.25, 1]] and (facts["singular"], facts["ridge"], facts["missing"]) == (0, 0, 0)
    C, facts = uma_protocol.estimate(np.array([0, 0, 0, 0, 1, 1]), np.array([0, 0, 0, 1, 1, 1]), 3)
    assert C.tolist() == [[0.8, 0, 0], [0.2, 1, 0], [0, 0, 1]]
    assert (facts["singular"], facts["ridge"], facts["missing"]) == (1, 1, 1)
    C, facts = uma_protocol.estimate(np.array([0, 1]), np.array([0, 0]), 2)
    assert C.tolist() == [[1, 0.5], [0, 0.5]] and (facts["singular"], facts["missing"]) == (1, 0)


def test_redrawn_labels_keep_the_noise_matrix_and_lose_the_dependence_on_x(data):
    sample = uma_protocol.draw(data, 5, seed=1)
    redrawn = uma_protocol.redrawn_labels(sample)
    for q in range(3):
        assert (np.bincount(redrawn[data.t == q], minlength=3) == np.bincount(sample.y[data.t == q], minlength=3)).all()
    wrong, moved = sample.y != data.t, redrawn != data.t
    assert wrong.sum() == moved.sum() > 20
    assert np.mean(moved[wrong]) < 0.8
    assert (uma_protocol.redrawn_labels(sample) == redrawn).all()


def test_letter_is_split_anew_for_each_run():
    splits = [uma_protocol.raw_data("letter", run) for run in (0, 1)]
    for X, t, X_test, t_test in splits:
        assert (X.shape, X_test.shape, len(t), len(t_test)) == ((15000, 16), (5000, 16), 15000, 5000)
        assert (np.bincount(t, minlength=26) + np.bincount(t_test, minlength=26)).min() > 700
    assert (splits[0][1] != splits[1][1]).any()


def test_uma_keeps_both_iterates_and_its_path(data):
    sample = uma_protocol.draw(data, 5, seed=0, share=0.3)
    (name, labels, predict, facts), last = uma_competitors.uma(sample, "UMA", sample.C, last=True)
    path = list(uma_competitors.uma_classifier(sample, sample.C).path(data.X, sample.y))
    assert (name, labels, *last[:2]) == ("UMA", "g", "UMA, last", "g") and len(path) == facts["n_iter"] + 1
    assert (path[0].coef_ == 0).all() and 0 < facts["best_iter"] <= facts["n_iter"] <= 120
    estimates = path[-1].estimated_errors_
    assert facts["estimated"] == min(estimates) == estimates[facts["best_iter"]]
    assert last[3] == {**facts, "best_iter": facts["n_iter"], "estimated": estimates[-1]}
    assert (predict(data.X_test) == path[facts["best_iter"]].predict(data.X_test)).all()
    assert (last[2](data.X_test) == path[-1].predict(data.X_test)).all()


def test_S3VM_sees_every_unlabelled_example(data):
    (row,) = uma_competitors.s3vm(uma_protocol.draw(data, 5, seed=0, share=0.2), "S_conf")
    assert row[3] == {"pool": 176}


def test_sentences_on_stored_means_that_no_cell_of_a_page_asserts():
    def error(model, labels):
        rows = [row for row in load_results("uma_real") if (row["data"], row["model"]) == ("digits", model)]
        return np.mean([row["error"] for row in rows if row["labels"] == labels])

    # "about as many errors as f_y on the digits"; both are "far ahead of UMA"
    assert error("UMA, C = I", "g") == pytest.approx(error("perceptron", "g"), abs=0.01)
    assert max(error(model, "bought") for model in ("self-training", "logistic")) < error("UMA, error", "g") - 0.04
