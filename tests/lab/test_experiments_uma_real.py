"""The real-data experiments of the UMA paper: the protocol step by step, what the tables show."""

import math

import numpy as np
import pytest

from confusion.datasets import make_text_standin
from confusion.lab.experiments import load_results
from confusion.lab.experiments.uma import (
    competitors as uma_competitors,
)
from confusion.lab.experiments.uma import (
    protocol as uma_protocol,
)
from confusion.lab.experiments.uma import (
    real as uma_real,
)
from confusion.lab.experiments.uma import (
    rough as uma_rough,
)
from confusion.lab.experiments.uma import (
    selection as uma_selection,
)
from confusion.lab.experiments.uma import (
    size as uma_size,
)
from confusion.lab.experiments.uma import (
    widths as uma_widths,
)


@pytest.fixture(scope="module")
def data():
    text = make_text_standin([120, 60, 40], n_features=600, test=True, random_state=0)
    return uma_protocol.Features(text.data, text.target, text.data_test, text.target_test)


def test_step_1_buys_m_labels_of_each_class_and_step_2_learns_them(data):
    sample = uma_protocol.draw(data, 5, seed=0)
    assert np.bincount(data.t[sample.rough]).tolist() == [5, 5, 5]
    assert len(set(sample.rough.tolist())) == 15
    assert (sample.g.predict(data.X[sample.rough]) == data.t[sample.rough]).all()


def test_step_3_draws_from_all_of_S_whatever_was_bought_before(data):
    sample = uma_protocol.draw(data, 5, seed=0, share=0.05)
    assert len(set(sample.conf.tolist())) == len(sample.conf) == 11
    overlaps = [np.intersect1d(s.rough, s.conf).size for s in (uma_protocol.draw(data, 5, k) for k in range(60))]
    assert np.mean(overlaps) == pytest.approx(11 * 15 / 220, abs=0.35)
    assert len(sample.bought) == 26 - overlaps[0]


def test_a_larger_S_conf_holds_the_smaller_and_leaves_the_rest_alone(data):
    small, large = (uma_protocol.draw(data, 5, 3, share) for share in (0.1, 0.5))
    assert set(small.conf) < set(large.conf)
    assert (small.rough == large.rough).all() and (small.y == large.y).all()
    assert (small.g.coef_ == large.g.coef_).all()


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


def test_median_width():
    X = np.array([[0.0], [1.0], [3.0]])  # squared distances 1, 4, 9
    assert uma_protocol.median_gamma(X) == 1 / 8


def test_learners_are_told_which_labels_they_may_see(data):
    sample = uma_protocol.draw(data, 5, seed=0, share=0.2)
    rows = list(uma_competitors.rows({"run": 0}, sample, uma_competitors.perceptrons(sample)))
    assert {row["labels"]: row["n_labels"] for row in rows} == {
        "g": len(sample.bought), "S_conf": 44, "bought": len(sample.bought), "all": 220,
    }  # fmt: skip
    assert rows[0]["error"] == np.mean(sample.g.predict(data.X_test) != data.t_test)
    errors = {(row["model"], row["labels"]): row["error"] for row in rows}
    assert errors["perceptron", "all"] < errors["perceptron", "S_conf"]


def test_uma_keeps_both_iterates_and_its_path(data):
    sample = uma_protocol.draw(data, 5, seed=0, share=0.3)
    model, facts = uma_competitors.uma(sample, sample.y, sample.C)
    path = list(uma_selection.path(sample, sample.y, "error", facts["n_iter"]))
    np.testing.assert_array_equal(path[facts["n_iter"]].coef_, model.last_coef_)
    assert (path[0].coef_ == 0).all() and 0 < facts["best_iter"] <= facts["n_iter"] <= 120
    assert facts["estimated"] == model.estimated_errors_.min()
    last = np.asarray(data.X_test @ model.last_coef_.T).argmax(axis=1)
    assert (uma_competitors.predict_last(model, data.X_test) == last).all()
    assert (path[-1].predict(data.X_test) == last).all()


def test_S3VM_sees_no_more_unlabelled_examples_than_its_pool(data):
    sample = uma_protocol.draw(data, 5, seed=0, share=0.2)
    for pool, seen in ((30, 30), (None, 176), (500, 176)):
        (row,) = uma_competitors.s3vms(sample, uma_competitors.S3VMS[:1], pool=pool)
        assert row[3] == {"pool": seen}


def mean(module, column="error", **where):
    values = [row[column] for row in load_results(module.NAME) if all(row[k] == v for k, v in where.items())]
    assert values, f"no row has {where}"
    return math.fsum(values) / len(values)


def table_1(data, model, labels):
    return mean(uma_real, data=data, model=model, labels=labels)


@pytest.mark.parametrize("data", ["digits", "stand-in"])
def test_finding_uma_gains_on_f_y_and_f_full_tops(data):
    f_y, f_full = (table_1(data, "perceptron", labels) for labels in ("g", "all"))
    assert f_full < 0.05 < table_1(data, "UMA, error", "g") < f_y - 0.015


def test_finding_f_conf_beats_uma_on_digits_and_loses_on_the_stand_in():
    gain = [table_1(data, "perceptron", "S_conf") - table_1(data, "UMA, error", "g") for data in ("digits", "stand-in")]
    assert gain[0] < -0.005 and gain[1] > 0.05


def test_finding_a_linear_svm_on_the_same_labels_beats_uma_on_digits():
    uma = table_1("digits", "UMA, error", "g")
    for model, labels in (("LinearSVC", "S_conf"), ("LinearSVC", "bought"), ("self-training", "bought")):
        assert table_1("digits", model, labels) < uma - 0.04


def test_finding_f_y_only_learns_g_again():
    for model in ("perceptron", "UMA, C = I"):
        assert table_1("digits", model, "g") == pytest.approx(table_1("digits", "g", "g"), abs=0.01)


def test_finding_assumption_2_is_what_fails_on_digits():
    for model, gain in (("averaged perceptron", 0.07), ("UMA, error, true C", 0.04), ("forward softmax", 0.07)):
        assert table_1("digits", model, "redrawn") < table_1("digits", model, "g") - gain


@pytest.mark.parametrize("data", ["digits", "stand-in"])
def test_finding_labels_from_g_make_the_estimated_error_negative_and_g_the_best_iterate(data):
    assert mean(uma_real, "estimated", data=data, model="UMA, error, from g") < -0.1
    assert mean(uma_real, "best_iter", data=data, model="UMA, error, from g") == 0
    assert mean(uma_real, "estimated", data=data, model="UMA, error") < 0.02


def test_finding_the_width_decides_whether_uma_beats_f_conf():
    def gain(factor):
        where = {"data": "digits", "factor": factor}
        f_conf = mean(uma_widths, model="perceptron", labels="S_conf", **where)
        return f_conf - mean(uma_widths, model="UMA, error", **where)

    assert gain(0.25) < 0 and gain(1) < 0
    assert gain(16) > 0.02 and gain(32) > 0.08


def test_finding_cross_validation_takes_a_narrower_kernel_than_the_median_rule():
    cv = {factor: mean(uma_widths, "cv", data="digits", factor=factor) for factor in uma_widths.FACTORS["digits"][0]}
    assert min(cv, key=cv.get) in (4, 8) and cv[1] > min(cv.values()) + 0.01


def error_by_share(model, labels, share, data="stand-in", m=20):
    return mean(uma_size, data=data, m=m, model=model, labels=labels, share=share)


def test_finding_uma_needs_few_labels_and_does_profit_from_more():
    for m in (20, 70):
        small, large = (error_by_share("UMA, error", "g", share, m=m) for share in (0.005, 0.5))
        assert small < error_by_share("perceptron", "S_conf", 0.005) - 0.2
        assert large < small
    assert error_by_share("UMA, error", "g", 0.5) < error_by_share("UMA, error", "g", 0.005) / 2


def test_finding_f_conf_overtakes_uma_on_digits():
    gains = [
        error_by_share("perceptron", "S_conf", share, "digits", 10)
        - error_by_share("UMA, error", "g", share, "digits", 10)
        for share in uma_size.SHARES
    ]
    assert min(gains[:3]) > 0.05 and max(gains[3:]) < 0


def test_finding_a_larger_m_helps_uma_by_less_than_printed_on_the_stand_in():
    gain = error_by_share("UMA, error", "g", 0.05) - error_by_share("UMA, error", "g", 0.05, m=70)
    assert 0 < gain < 0.04


def test_finding_a_linear_svm_on_all_labels_bought_beats_uma_at_m_70():
    for share in uma_size.SHARES:
        svm = error_by_share("LinearSVC", "bought", share, m=70)
        assert svm < error_by_share("UMA, error", "g", share, m=70)


def test_finding_a_rough_classifier_has_an_ill_conditioned_matrix():
    for data, small, large in (("digits", 1, 100), ("stand-in", 2, 150)):
        assert mean(uma_rough, "inverse_norm", data=data, m=small) > 15
        assert mean(uma_rough, "inverse_norm", data=data, m=large) < 1.4


def test_finding_uma_harms_a_good_classifier_on_digits():
    for m, gain in ((5, 1), (10, 1), (50, -1), (100, -1)):
        g, uma = (mean(uma_rough, data="digits", m=m, model=model) for model in ("g", "UMA, error"))
        assert gain * (g - uma) > 0


def curve(selection, iteration, column="error", labels="g"):
    return mean(uma_selection, column, labels=labels, selection=selection, iteration=iteration)


def test_finding_error_and_confusion_are_stable_from_the_thirtieth_update_and_random_is_not():
    for selection in ("error", "confusion", "mass"):
        assert abs(curve(selection, 30) - curve(selection, 100)) < 0.02 < 0.5 < curve(selection, 0)
    assert curve("random", 30) > curve("random", 100) + 0.1


def test_finding_random_is_last_for_a_hundred_updates_and_not_after_three_hundred():
    for iteration in (30, 50, 100):
        assert curve("random", iteration) > max(curve(s, iteration) for s in ("error", "confusion", "mass"))
    assert curve("random", 300) < curve("confusion", 300)


def test_finding_uma_does_not_gain_on_letter():
    uma = table_1("letter", "UMA, error", "g")
    assert table_1("letter", "perceptron", "g") < uma - 0.05
    assert table_1("letter", "UMA, error, long", "g") > table_1("letter", "perceptron", "g") + 0.05
    assert table_1("letter", "LinearSVC", "bought") < uma - 0.1


def test_finding_assumption_2_fails_on_letter_too():
    for model, gain in (("averaged perceptron", 0.14), ("UMA, error, true C", 0.08), ("forward softmax", 0.1)):
        assert table_1("letter", model, "redrawn") < table_1("letter", model, "g") - gain


def test_finding_projecting_costs_S3VM_next_to_nothing():
    for data in ("digits", "letter"):
        rows = load_results("uma_real")
        errors = {
            family: [
                r["error"] for r in rows if (r["data"], r["run"], r["family"], r["model"]) == (data, 0, family, "S3VM")
            ]
            for family in ("S3VM", "S3VM, no K-PCA")
        }
        assert errors["S3VM"][0] == pytest.approx(errors["S3VM, no K-PCA"][0], abs=0.01)


def test_finding_letter_has_invertible_matrices_well_below_m_50():
    for m, norm in ((10, 10), (20, 5), (30, 5), (50, 5)):
        rows = [row for row in load_results("uma_rough") if (row["data"], row["model"], row["m"]) == ("letter", "g", m)]
        assert len(rows) == 3 and all(row["singular"] == 0 and row["inverse_norm"] < norm for row in rows)
    assert mean(uma_rough, "inverse_norm", data="letter", m=2) > 50


@pytest.mark.parametrize("data, m, overtakes", [("digits", 10, 0.02), ("stand-in", 20, 0.05)])
def test_finding_S3VM_starts_high_and_keeps_improving(data, m, overtakes):
    errors = [error_by_share("S3VM", "S_conf", share, data, m) for share in uma_size.SHARES]
    assert errors[0] > 0.2 and errors[-1] < 0.05 and errors == sorted(errors, reverse=True)
    assert error_by_share("S3VM", "S_conf", 0.005, data, m) > error_by_share("UMA, error", "g", 0.005, data, m)
    assert error_by_share("S3VM", "S_conf", overtakes, data, m) < error_by_share("UMA, error", "g", overtakes, data, m)
