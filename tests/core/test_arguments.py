"""Every public function refuses bad numbers by the name of the argument, and uses the whole range of floats."""

import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from confusion import ComboClassifier, CopaClassifier, UmaClassifier, boosting, copa, limits, metrics, noise, uma
from confusion.copa import risks, surrogate
from confusion.datasets import (
    ThreeGaussians,
    UmaToyLaw,
    imbalanced_cut,
    load_reuters,
    make_poker_hands,
    make_text_standin,
    poker_classes,
)
from confusion.limits import attainable, feasible
from confusion.linear import S3VMClassifier
from confusion.noise import random_noise_matrix

LAW, CIRCLE = ThreeGaussians(), UmaToyLaw(3, random_state=0)
W, IDENTITY = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.eye(2)
H, X, Y = np.array([W] * 4), np.ones((4, 2)), [0, 1, 0, 1]
ERRORS = [[0.0, 0.5], [0.2, 0.0]]
SEPARABLE, LABELS = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 2.0], [2.0, 0.0]]), [0, 1, 0, 1]
FINITE = uma.proposition4_counterexample(0.25).law

ARRAYS = {  # argument: a call with that argument
    "M": [metrics.operator_norm, metrics.frobenius_norm],
    "C": [metrics.confusion_rate, metrics.per_class_error, metrics.balanced_error, lambda v: metrics.risk(v, [1])],
    "counts": [metrics.confusion_from_counts],
    "priors": [
        lambda v: metrics.risk(ERRORS, v),
        lambda v: feasible.minimum_accuracy(0.1, v),
        lambda v: feasible.minimum_error(0.1, v),
        lambda v: copa.importance_weighted_radius(3, v),
    ],
    "sample_weight": [lambda v: metrics.confusion_matrix([0, 1], [0, 1], sample_weight=v)],
    "noise_matrix": [
        noise.check_noise_matrix,
        noise.dominance,
        noise.condition_number,
        noise.inverse_norm,
        noise.convert_noise_matrix,
        lambda v: noise.convert_noise_matrix(v, source="confusion"),
        lambda v: noise.noise_family(v, 1),
        lambda v: noise.noise_family(v, 1, axis="rows"),
        lambda v: noise.corrupt_labels([0, 1], v),
        lambda v: noise.estimated_joint([0, 1], [0, 1], v),
        lambda v: noise.estimated_error([0, 1], [0, 1], v),
        lambda v: noise.class_proportions([0, 1], v),
        lambda v: uma.direction_radius(9, v),
        lambda v: uma.error_radius(9, v),
        lambda v: uma.sample_size(0.5, 0.5, v),
        uma.sample_size_lower_bound,
        lambda v: uma.uma_direction(SEPARABLE, LABELS, W, v, 0, 1),
        lambda v: UmaClassifier(v).fit(SEPARABLE, LABELS),
    ],
    "distance": [lambda v: noise.noise_rate_profile([0, 1], [0, 1], v)],
    "W": [
        lambda v: risks.hinge_losses(v, X),
        lambda v: LAW.hinge_losses(v, 0),
        LAW.confusion,
        lambda v: uma.exact_direction(FINITE, v, 0, 1),
    ],
    "X": [lambda v: risks.hinge_losses(W, v), LAW.bayes_predict, CIRCLE.labels, CIRCLE.margins],
    "hypotheses": [lambda v: risks.classwise_average(v, Y), lambda v: risks.block_average(v, Y)],
    "conditional_losses": [lambda v: risks.online_confusion_risk(H, Y, lambda W, p: v)],
    "t": [lambda v: limits.matrix_azuma_tail(v, [1.0], (2, 2))],
    "increment_bounds": [
        limits.frobenius_azuma_radius,
        lambda v: limits.matrix_azuma_radius(v, (2, 2)),
        lambda v: limits.matrix_azuma_tail(1.0, v, (2, 2)),
    ],
    "class_counts": [
        limits.online_risk_radius,
        boosting.fixed_classifier_radius,
        make_text_standin,
        lambda v: make_poker_hands(class_counts=v),
    ],
    "hands": [poker_classes],
    "errors": [feasible.norm_from_errors],
    "loss": [boosting.norm_from_loss],
    "edge": [boosting.round_factor],
    "edges": [lambda v: boosting.training_bound(v, 3)],
    "alpha": [lambda v: boosting.round_factor(0.5, v)],
    "law": [attainable.attainable_norm, lambda v: uma.run_exact_uma(v, 2)],
    "centers": [lambda v: ThreeGaussians(centers=v)],
    "costs": [lambda v: LAW.bayes_predict([[0.0, 0.0]], v)],
    "intercept": [lambda v: LAW.confusion(np.zeros((3, 2)), intercept=v)],
}
NOT_ARRAYS = {
    "words": np.array([["a", "b"], ["c", "d"]]),
    "numbers as text": np.array([["0", "1"], ["1", "0"]]),
    "complex": np.array([[0, 1j], [0, 0]]),
    "dates": np.array(["2020", "2021"], "M8[Y]"),
    "ragged": [[1.0], [1.0, 2.0]],
    "sparse": sparse.csr_array(ERRORS),
    "an integer no float holds": [[0, 10**400], [0, 0]],
    "object": object(),
    "dict": {},
    "NaN": [[0.0, np.nan], [0.0, 0.0]],
}


@pytest.mark.parametrize("value", NOT_ARRAYS.values(), ids=NOT_ARRAYS)
@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_argument_is_refused_by_name(name, value):
    if name == "costs" and isinstance(value, dict):
        value = object()
    for call in ARRAYS[name]:
        with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
            call(value)


NUMBERS = {
    "delta": [
        lambda v: limits.online_risk_radius([3, 4], delta=v),
        lambda v: limits.frobenius_azuma_radius([1.0], delta=v),
        lambda v: limits.matrix_azuma_radius([1.0], (2, 2), delta=v),
        lambda v: copa.block_average_radius(3, 3, delta=v),
        lambda v: copa.importance_weighted_radius(3, [0.5, 0.5], delta=v),
        lambda v: uma.direction_radius(9, IDENTITY, delta=v),
        lambda v: uma.sample_size(0.5, 0.5, IDENTITY, delta=v),
        lambda v: uma.sample_size_lower_bound(IDENTITY, delta=v),
        lambda v: uma.error_radius(9, IDENTITY, delta=v),
        lambda v: boosting.fixed_classifier_radius([3, 4], delta=v),
    ],
    "loss_bound": [
        lambda v: limits.online_risk_radius([3, 4], loss_bound=v),
        lambda v: copa.block_average_radius(3, 3, loss_bound=v),
        lambda v: copa.importance_weighted_radius(3, [0.5, 0.5], loss_bound=v),
    ],
    "n_blocks": [lambda v: copa.block_average_radius(v, 3)],
    "n_rounds": [lambda v: copa.importance_weighted_radius(v, [0.5, 0.5]), risks.theorem2_counterexample],
    "n_classes": [
        lambda v: copa.block_average_radius(3, v),
        surrogate.surrogate_constant,
        surrogate.surrogate_extremal_scores,
        random_noise_matrix,
        lambda v: noise.symmetric_noise(v, 0.1),
        lambda v: noise.pair_flip_noise(v, 0.1),
        lambda v: noise.one_bad_class_noise(v, 0.1),
        lambda v: uma.direction_margins(0.5, 0.5, n_classes=v),
        lambda v: uma.mass_at_stop(0.5, 0.5, 0.5, n_classes=v),
        lambda v: uma.run_exact_uma(FINITE, v),
        lambda v: boosting.norm_from_balanced_error(0.1, v),
        lambda v: boosting.training_bound([0.1], v),
        boosting.product_thresholds,
        boosting.normalised_loss_floor,
        UmaToyLaw,
        load_reuters,
    ],
    "shape": [lambda v: limits.matrix_azuma_radius([1.0], (2, v))],
    "slack": [lambda v: surrogate.surrogate_extremal_scores(3, v)],
    "tol": [
        lambda v: attainable.attainable_norm(np.eye(2), tol=v),
        lambda v: feasible.minimum_accuracy(0.1, [0.5, 0.5], method="exact", tol=v),
    ],
    "max_iter": [lambda v: attainable.attainable_norm(np.eye(2), max_iter=v)],
    "norm": [lambda v: feasible.minimum_accuracy(v, [0.5, 0.5]), lambda v: feasible.minimum_error(v, [0.5, 0.5])],
    "rate": [
        lambda v: noise.symmetric_noise(3, v),
        lambda v: noise.pair_flip_noise(3, v),
        lambda v: noise.one_bad_class_noise(3, v),
    ],
    "bad": [lambda v: noise.one_bad_class_noise(3, 0.5, bad=v)],
    "level": [lambda v: noise.noise_family(IDENTITY, v)],
    "ridge": [lambda v: noise.estimate_noise_matrix([0, 1], [0, 1], ridge=v)],
    "n_bins": [lambda v: noise.noise_rate_profile([0, 1], [0, 1], [1.0, 2.0], v)],
    "theta": [
        uma.mistake_bound,
        lambda v: uma.direction_margins(0.5, v),
        lambda v: uma.sample_size(v, 0.5, IDENTITY),
        lambda v: uma.update_bound(v, 0.5),
        lambda v: uma.mass_at_stop(0.5, 0.5, v),
        lambda v: UmaToyLaw(theta=v),
    ],
    "mass": [
        lambda v: uma.direction_margins(v, 0.5),
        lambda v: uma.sample_size(0.5, v, IDENTITY),
        lambda v: uma.update_bound(0.5, v),
    ],
    "largest_mass": [lambda v: uma.update_bound(0.5, 0.1, largest_mass=v)],
    "precision": [
        lambda v: uma.sample_size(0.5, 0.5, IDENTITY, precision=v),
        lambda v: uma.update_bound(0.5, 0.1, precision=v),
    ],
    "input_norm": [
        lambda v: uma.mistake_bound(0.5, input_norm=v),
        lambda v: uma.update_bound(0.5, 0.1, input_norm=v),
        lambda v: uma.direction_margins(0.5, 0.5, input_norm=v),
        lambda v: uma.direction_radius(9, IDENTITY, input_norm=v),
        lambda v: uma.sample_size(0.5, 0.5, IDENTITY, input_norm=v),
    ],
    "concept_norm": [
        lambda v: uma.mistake_bound(0.5, concept_norm=v),
        lambda v: uma.update_bound(0.5, 0.1, concept_norm=v),
        lambda v: uma.direction_margins(0.5, 0.5, concept_norm=v),
        lambda v: uma.sample_size(0.5, 0.5, IDENTITY, concept_norm=v),
        lambda v: uma.mass_at_stop(0.5, 0.5, 0.5, concept_norm=v),
    ],
    "alpha": [
        lambda v: uma.direction_margins(0.5, 0.5, v),
        lambda v: uma.exact_direction(FINITE, np.zeros((2, 4)), 0, 1, v),
    ],
    "size": [lambda v: uma.mass_at_stop(v, 0.5, 0.5)],
    "deviation": [lambda v: uma.mass_at_stop(0.5, v, 0.5)],
    "n_features": [
        lambda v: uma.direction_radius(9, IDENTITY, n_features=v),
        lambda v: uma.error_radius(9, IDENTITY, n_features=v),
        lambda v: make_text_standin([9, 9], v),
    ],
    "eta": [uma.proposition4_counterexample],
    "min_mass": [lambda v: uma.run_exact_uma(FINITE, 2, min_mass=v)],
    "max_updates": [lambda v: uma.run_exact_uma(FINITE, 2, max_updates=v)],
    "error": [lambda v: boosting.norm_from_balanced_error(v, 3)],
    "sigma": [lambda v: ThreeGaussians(sigma=v)],
    "n": [
        LAW.sample,
        CIRCLE.sample,
        make_poker_hands,
        lambda v: uma.direction_radius(v, IDENTITY),
        lambda v: uma.error_radius(v, IDENTITY),
    ],
    "n_points": [lambda v: LAW.confusion(LAW.bayes_predict, n_points=v)],
    "p": [
        lambda v: LAW.hinge_losses(np.zeros((3, 2)), v),
        lambda v: uma.exact_direction(FINITE, np.zeros((2, 4)), v, 1),
    ],
    "q": [lambda v: uma.exact_direction(FINITE, np.zeros((2, 4)), 0, v)],
    "cells_per_sigma": [LAW.quadrature],
    "class_counts": [lambda v: imbalanced_cut([[0], [1]], [0, 1], {0: v})],
    "mean_length": [lambda v: make_text_standin([9, 9], 400, mean_length=v)],
    "topic_share": [lambda v: make_text_standin([9, 9], 400, topic_share=v)],
    "n_test": [lambda v: load_reuters(n_test=v)],
}
NOT_NUMBERS = ["a", None, np.nan, 1j, [0.5], np.array([1.0, 2.0]), {}, -1, True, sparse.csr_array(ERRORS), 10**400]
#: calls that read None as "not given"
OPTIONAL = {"ridge", "n_features", "n"}


@pytest.mark.parametrize("value", NOT_NUMBERS, ids=lambda v: type(v).__name__ + str(v)[:3])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_refused_by_name(name, value):
    if value is None and name in OPTIONAL:
        pytest.skip("None is what it is by default")
    for call in NUMBERS[name]:
        with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
            call(value)


WHOLE = ["n_blocks", "n_classes", "n_rounds", "n", "n_points", "n_bins", "n_features", "cells_per_sigma", "max_iter"]


@pytest.mark.parametrize("name", [*WHOLE, "max_updates", "class_counts", "bad", "p", "q"])
@pytest.mark.parametrize("value", [np.inf, 2.5])
def test_a_whole_number_is_refused_by_name(name, value):
    for call in NUMBERS[name]:
        with pytest.raises(ValueError, match=rf"\b{name}\b"):
            call(value)


FLAGS = {
    "zero_diagonal": [
        lambda v: metrics.confusion_matrix([0, 1], [0, 1], zero_diagonal=v),
        lambda v: metrics.confusion_from_counts([[1]], zero_diagonal=v),
        lambda v: LAW.confusion(np.zeros((3, 2)), zero_diagonal=v),
    ],
    "averaged": [lambda v: feasible.minimum_error(0.1, [0.5, 0.5], averaged=v)],
    "exact": [lambda v: CIRCLE.sample(3, exact=v)],
    "test": [lambda v: make_text_standin([9, 9], 400, test=v)],
    "invertible": [lambda v: noise.check_noise_matrix(IDENTITY, invertible=v)],
}


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_is_refused_by_name(name):
    for call in FLAGS[name]:
        for value in ("no", 0, None):
            with pytest.raises(TypeError, match=rf"\b{name} must be True or False"):
                call(value)


CHOICES = {
    "source": [lambda v: noise.convert_noise_matrix(IDENTITY, source=v)],
    "target": [lambda v: noise.convert_noise_matrix(IDENTITY, target=v)],
    "axis": [lambda v: noise.noise_family(IDENTITY, 1, v)],
    "vector": [lambda v: uma.update_bound(0.5, 0.5, vector=v), lambda v: uma.run_exact_uma(FINITE, 2, v)],
    "form": [lambda v: limits.online_risk_radius([3, 4], form=v)],
    "margin": [lambda v: UmaToyLaw(margin=v)],
}


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_is_refused_by_name(name):
    for call in CHOICES[name]:
        for value in ("other", None, ["uma"], np.array(["uma", "sklearn"])):
            with pytest.raises(ValueError, match=rf"\b{name} must be"):
                call(value)


def test_numbers_beyond_those_of_the_processor_are_taken():
    n = 10**20
    assert uma.direction_radius(n, IDENTITY) == pytest.approx(uma.direction_radius(10**18, IDENTITY) / 10)
    assert uma.error_radius(n, IDENTITY) == pytest.approx(uma.error_radius(10**18, IDENTITY) / 10)
    assert np.isfinite(uma.direction_radius(n, IDENTITY, n_features=n))
    assert surrogate.surrogate_constant(n) == pytest.approx(10**10)
    assert boosting.norm_from_balanced_error(1, n)[1] == pytest.approx(10**10)
    with pytest.raises(ValueError, match="theta, mass or precision is too small"):
        uma.sample_size(1e-200, 1e-100, IDENTITY)


def test_whole_numbers_of_any_type_are_taken():
    for two in (2, 2.0, np.int8(2), np.float32(2), Fraction(2)):
        assert copa.block_average_radius(two, two) == copa.block_average_radius(2, 2)
        assert surrogate.surrogate_constant(two) == 1.0


# The range of floats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1e-320, 1e-200, 1e-30, 1e200, 1e307])
def test_norms_and_radii_scale(scale):
    M = np.array([[0.0, 3.0], [4.0, 0.0]])
    tolerance = 1e-3 if scale < 1e-300 else 1e-12
    assert metrics.frobenius_norm(M * scale) == pytest.approx(5 * scale, rel=tolerance)
    assert metrics.operator_norm(M * scale) == pytest.approx(4 * scale, rel=tolerance)
    radius = limits.frobenius_azuma_radius([scale, scale], delta=0.1)
    assert radius == pytest.approx(limits.frobenius_azuma_radius([1, 1], delta=0.1) * scale, rel=tolerance)
    tail = limits.matrix_azuma_tail(radius, [scale, scale], (1, 1))
    assert tail == pytest.approx(0.1, rel=10 * tolerance)
    assert limits.matrix_azuma_tail(1e300, [scale], (1, 1)) == (0.0 if scale < 1e299 else pytest.approx(2.0))


def test_norms_that_no_float_holds_are_errors():
    for norm in (metrics.operator_norm, metrics.frobenius_norm):
        with pytest.raises(ValueError, match="M is too large"):
            norm(np.full((3, 3), 1e308))
    with pytest.raises(ValueError, match="loss_bound is too large"):
        limits.online_risk_radius([1, 1], loss_bound=1e308)
    with pytest.raises(ValueError, match="a prior is too large or too small"):
        copa.importance_weighted_radius(5, [1.0, 5e-324])
    for call in (
        lambda: risks.hinge_losses(W * 1e200, X * 1e200),
        lambda: risks.confusion_risk(W * 1e308, X, Y),
        lambda: risks.empirical_online_confusion_risk(H * 1e308, X * 2, Y),
        lambda: LAW.bayes_predict([[1e200, 0.0]]),
    ):
        with pytest.raises(ValueError, match="beyond the range of floats"):
            call()


def test_a_delta_whose_inverse_overflows():
    radius = limits.frobenius_azuma_radius([1.0], delta=5e-324)
    assert radius == pytest.approx(np.sqrt(2 * (np.log(2) + 1074 * np.log(2))))
    assert np.isfinite(limits.online_risk_radius([3, 4], delta=5e-324))


@pytest.mark.parametrize("weight", [1e308, 5e-324, 1.0])
def test_only_the_ratios_of_weights_matter(weight):
    C = metrics.confusion_matrix([0, 0, 1], [0, 1, 1], sample_weight=np.full(3, weight))
    np.testing.assert_array_equal(C, [[0, 0.5], [0, 0]])


@pytest.mark.parametrize("scale", [1e-160, 1e160])
def test_exact_hinge_losses_scale(scale):
    directions = np.array([[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]])
    losses = LAW.hinge_losses(directions * scale, 0)
    if scale > 1:
        np.testing.assert_allclose(losses / scale, LAW.hinge_losses(directions * 1e12, 0) / 1e12, rtol=1e-9)
    else:
        np.testing.assert_allclose(losses, 0.5)


def test_a_grid_too_fine_to_hold_is_refused_before_it_is_made():
    with pytest.raises(ValueError, match="smaller cells_per_sigma"):
        ThreeGaussians(sigma=1e-4).quadrature()
    with pytest.raises(ValueError, match="smaller cells_per_sigma"):
        attainable.attainable_norm(ThreeGaussians(sigma=1e-4))


def test_imbalanced_cut_of_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": range(5), "b": range(5)}, index=list("vwxyz"))
    X_cut, y_cut = imbalanced_cut(frame, pandas.Series([0, 0, 1, 1, 1], index=[9, 8, 7, 6, 5]), [1, 2], random_state=0)
    assert list(X_cut.columns) == ["a", "b"] and len(X_cut) == 3 and y_cut.tolist() == [0, 1, 1]


def test_imbalanced_cut_refuses_by_name():
    with pytest.raises(ValueError, match="X and y must have as many rows"):
        imbalanced_cut(3, [0, 1], [1, 1])
    with pytest.raises(ValueError, match="class_counts leaves every class out"):
        imbalanced_cut([[0], [1]], [0, 1], {})
    with pytest.raises(TypeError, match="y mixes types"):
        imbalanced_cut([[0], [1]], [None, "a"], [1, 1])


# Compiled code -----------------------------------------------------------------------------------------------


def test_compiled_functions_need_no_folder_for_their_cache():
    pytest.importorskip("numba")
    script = (
        "import numba.core.caching as caching\n"
        "for name in ('CacheImpl', 'CompileResultCacheImpl'):\n"
        "    getattr(caching, name)._locator_classes = []\n"
        "import numpy as np, confusion\n"
        "from confusion.linear.loops import max_rule\n"  # compiled in a second
        "alpha = np.zeros(2)\n"
        "assert max_rule(np.zeros(2), 0, 1.0, 1.0, alpha) and alpha.tolist() == [-1.0, 1.0]\n"
        "assert max_rule.signatures\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "CONFUSION_NO_NUMBA": ""})


def test_laws_and_norms_without_numba():
    script = (
        "from confusion._core.compiled import COMPILED\n"
        "from confusion.limits import attainable_norm\n"
        "from confusion.datasets import ThreeGaussians\n"
        "assert not COMPILED and 0.1112 < attainable_norm(ThreeGaussians()).lower < 0.1132\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "CONFUSION_NO_NUMBA": "1"})


SEEDED = {
    "CopaClassifier": lambda seed: CopaClassifier(random_state=seed).fit(SEPARABLE, LABELS),
    "UmaClassifier": lambda seed: UmaClassifier(random_state=seed).fit(SEPARABLE, LABELS),
    "S3VMClassifier": lambda seed: S3VMClassifier(random_state=seed).fit(SEPARABLE, LABELS),
    "ComboClassifier": lambda seed: ComboClassifier(random_state=seed).fit(SEPARABLE, LABELS),
    "ThreeGaussians": lambda seed: LAW.sample(5, random_state=seed),
    "make_poker_hands": lambda seed: make_poker_hands(10, random_state=seed),
    "random_noise_matrix": lambda seed: random_noise_matrix(3, random_state=seed),
}


@pytest.mark.parametrize("seed", [-1, "seed", np.random.default_rng(0)], ids=["negative", "text", "Generator"])
@pytest.mark.parametrize("name", SEEDED)
def test_a_seed_that_is_none_is_refused_by_name(name, seed):
    with pytest.raises(ValueError, match="random_state must be an int from 0"):
        SEEDED[name](seed)


@pytest.mark.parametrize("labels", [[1, "a", 1, "a"], [None, "a", "a", "b"]])
@pytest.mark.parametrize("classifier", [CopaClassifier, UmaClassifier, S3VMClassifier, ComboClassifier])
def test_labels_of_mixed_types_are_refused_by_every_classifier(classifier, labels):
    if classifier is S3VMClassifier:  # where None says that there is no label
        labels = [label or 2 for label in labels]
    with pytest.raises(TypeError, match="y holds objects that are not all strings"):
        classifier().fit(SEPARABLE, np.array(labels, dtype=object))
