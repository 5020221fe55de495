"""Every public function refuses bad arguments by name: one valid call each, and every argument made hostile in turn."""

import inspect
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from confusion import boosting, copa, decisions, limits, linear, margins, metrics, noise, report, uma
from confusion.copa import surrogate
from confusion.datasets import ThreeGaussians, UmaToyLaw, imbalanced_cut
from confusion_studies.data import load_reuters, make_poker_hands, make_text_standin
from confusion_studies.data.poker import poker_classes
from confusion_studies.rivals import ForwardSoftmax

LAW, CIRCLE = ThreeGaussians(), UmaToyLaw(3, random_state=0)
W, IDENTITY, HALF = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.eye(2).tolist(), [0.5, 0.5]
H, X, Y = np.array([W] * 4), np.ones((4, 2)), [0, 1, 0, 1]
ERRORS = [[0.0, 0.5], [0.2, 0.0]]
SEPARABLE, LABELS = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 2.0], [2.0, 0.0]]), [0, 1, 0, 1]
STEP = {"W": W, "x": [1.0, 0.0], "y": 0, "C": 1.0}
NORMS = {"input_norm": 1.0, "concept_norm": 1.0}
OF_N = {"rho": 1.0, "n": 10, "n_classes": 2, "delta": 0.1, "growth": "linear"}
BY_CLASS = {"class_margin_losses": HALF, "class_counts": [9, 9], "norm_bound": 1.0, "radius": 1.0, "rho": 1.0}
ONLINE = {"C": 1.0, "epochs": 1, "average": True, "shuffle": True, "fit_intercept": True, "random_state": 0}
SEEDED = {"level": 0.9, "random_state": 0}
EM = {"y_noisy": Y, "proba": [HALF] * 4, "X": X, "tol": 1.0, "max_iter": 5}
BOOST = {"sample_weight": np.ones(4), "n_estimators": 2, "max_depth": 1, "step": "exact", "random_state": 0}
LEAST = {"error_price": 1.0, "sample_weight": [1, 2], "plausible": 0.5, "tol": 1.0, "max_iter": 5}
FILE = b"3,1\n1,2"
LONG_TABLE = b"t,p,w\na,a,2\na,b,1\nb,b,3"
PRICED = {"learning_rate": 1.0, "costs": ERRORS}


def fitted(estimator):
    """A function of the estimator's parameters, and of the sample weights."""

    def fit(**parameters):
        options = {name: parameters.pop(name) for name in ("sample_weight",) if name in parameters}
        return estimator(**parameters).fit(SEPARABLE, LABELS, **options)

    fit.__name__ = estimator.__name__
    return fit


def shifted(**parameters):
    return decisions.PriorShiftClassifier(LogisticRegression(), **parameters)


def priced(**parameters):
    return decisions.CostMatrixClassifier(LogisticRegression(), **parameters)


# fmt: off
#: A valid call of every function; the type of an argument says what it must refuse.
CALLS = [
    *[(f, {"C": ERRORS}) for f in (metrics.confusion_rate, metrics.per_class_error, metrics.balanced_error)],
    *[(f, {"C": ERRORS}) for f in (metrics.operator_norm, metrics.frobenius_norm)],
    (metrics.risk, {"C": ERRORS, "priors": HALF}),
    (metrics.confusion_from_counts, {"counts": ERRORS, "zero_diagonal": True}),
    (metrics.confusion_matrix, {"y_true": [0, 1], "y_pred": [0, 1], "sample_weight": HALF, "zero_diagonal": True}),
    (metrics.measure_interval, {"y_true": Y, "y_pred": Y, **SEEDED}),
    (metrics.paired_comparison, {"y_true": Y, "y_first": Y, "y_second": Y, **SEEDED}),
    (metrics.fold_difference, {"a": HALF, "b": HALF, "test_share": 0.1}),
    (report.describe, {"counts": [[3, 1], [1, 2]], "ordered": True}),
    (report.read, {"source": FILE, "kind": "matrix", "columns_are_true": True, "weighted": True, "separator": ","}),
    (report.read, {"source": LONG_TABLE, "true": "t", "predicted": "p", "count": "w", "rows_are_true": False}),
    (report.read, {"source": b"t,p,r\na,a,b\nb,b,b", "true": "t", "predicted": "p", "against": "r"}),
    (report.report, {"reading": report.read(FILE), "ordered": report.read(FILE).labels[::-1], **SEEDED}),
    *[(f, {"found": report.report(report.read(FILE))}) for f in (report.as_text, report.picture)],
    (decisions.bayes_predictions, {"probabilities": IDENTITY, "costs": ERRORS}),
    (decisions.betting_p_value, {"differences": HALF, "codes": [0, 1], "bounds": HALF, "counts": [1, 2]}),
    (decisions.prior_shift, {"probabilities": IDENTITY, "old": HALF, "new": HALF, "strength": 1.0}),
    (decisions.regret_bound, {"deviations": HALF, "costs": ERRORS}),
    (decisions.noise_costs, {"costs": ERRORS, "noise_matrix": IDENTITY}),
    (decisions.least_norm, {"probabilities": IDENTITY, "norm": "operator", "priors": HALF, **LEAST}),
    (decisions.tuned_rule, {"probabilities": IDENTITY, "sample_weight": [1, 2], "max_iter": 5}),
    (fitted(shifted), {"priors": HALF, "strength": 1.0}),
    (fitted(priced), {"costs": ERRORS}),
    (noise.check_noise_matrix, {"noise_matrix": IDENTITY, "n_classes": 2, "invertible": True}),
    *[(f, {"noise_matrix": IDENTITY}) for f in (noise.condition_number, noise.dominance, noise.inverse_norm)],
    (noise.anchor_points, {"proba": IDENTITY, "quantile": 0.9}),
    (noise.confident_joint, {"y_noisy": [0, 1], "proba": IDENTITY}),
    (noise.em_noise, EM | {"model": LogisticRegression()}),
    (noise.convert_noise_matrix, {"noise_matrix": IDENTITY, "source": "uma", "target": "uma"}),
    (noise.convert_noise_matrix, {"noise_matrix": IDENTITY, "source": "confusion"}),
    (noise.class_proportions, {"y_noisy": [0, 1], "noise_matrix": IDENTITY}),
    (noise.corrupt_labels, {"y": [0, 1], "noise_matrix": IDENTITY, "random_state": 0}),
    (noise.estimate_noise_matrix, {"y_true": [0, 1], "y_noisy": [0, 1], "ridge": 1.0}),
    *[
        (f, {"y_noisy": [0, 1], "y_pred": [0, 1], "noise_matrix": IDENTITY})
        for f in (noise.estimated_error, noise.estimated_joint)
    ],
    (noise.noise_family, {"noise_matrix": IDENTITY, "level": 1.0, "axis": "columns"}),
    (noise.noise_family, {"noise_matrix": IDENTITY, "level": 1.0, "axis": "rows"}),
    (noise.noise_rate_profile, {"y_true": [0, 1], "y_noisy": [0, 1], "distance": [1.0, 2.0], "n_bins": 2}),
    (noise.one_bad_class_noise, {"n_classes": 3, "rate": 0.1, "bad": 0}),
    (noise.pair_flip_noise, {"n_classes": 3, "rate": 0.1}),
    (noise.symmetric_noise, {"n_classes": 3, "rate": 0.1}),
    (noise.random_noise_matrix, {"n_classes": 3, "random_state": 0}),
    (limits.attainable_norm, {"law": IDENTITY, "tol": 0.1, "max_iter": 5}),
    (limits.held_out_norm_bound, {"norm": 0.1, "class_counts": [3, 4], "delta": 0.1}),
    (limits.minimum_accuracy, {"norm": 0.1, "priors": HALF, "method": "elementary"}),
    (limits.minimum_accuracy, {"norm": 0.1, "priors": HALF, "method": "exact", "tol": 0.1}),
    (limits.minimum_error, {"norm": 0.1, "priors": HALF, "averaged": False}),
    (limits.online_risk_radius, {"class_counts": [3, 4], "loss_bound": 1.0, "delta": 0.1, "form": "printed"}),
    (linear.ultraconservative_step, STEP | {"update": "max"}),
    *[(f, STEP | {"loss": "hinge"}) for f in (copa.copa_multipliers, copa.copa_step)],
    (imbalanced_cut, {"X": X, "y": Y, "class_counts": [1, 1], "random_state": 0}),
    (lambda class_counts: imbalanced_cut(X, Y, {0: class_counts}), {"class_counts": 1}),
    (load_reuters, {"n_classes": 9, "n_test": 10}),
    (make_poker_hands, {"n": 9, "random_state": 0}),
    (make_poker_hands, {"class_counts": [1] * 10}),
    (make_text_standin, {"class_counts": [9, 9], "n_features": 400, "test": False, "random_state": 0}),
    (make_text_standin, {"class_counts": [9, 9], "n_features": 400, "mean_length": 9.0, "topic_share": 0.3}),
    (poker_classes, {"hands": [[1, 1, 1, 2, 1, 3, 1, 4, 1, 5]]}),
    (ThreeGaussians, {"weights": [0.9, 0.05, 0.05], "sigma": 0.5, "centers": [[0, 1], [1, 0], [-1, 0]]}),
    (LAW.sample, {"n": 3, "random_state": 0}),
    (LAW.bayes_predict, {"X": X, "costs": np.ones((3, 3)).tolist()}),
    (LAW.confusion, {"rule": np.zeros((3, 2)), "intercept": [0.0] * 3, "zero_diagonal": True}),
    (LAW.confusion, {"rule": LAW.bayes_predict, "n_points": 99}),
    (lambda W: LAW.confusion(W), {"W": np.zeros((3, 2))}),
    (LAW.hinge_losses, {"W": np.zeros((3, 2)), "p": 0}),
    (LAW.quadrature, {"cells_per_sigma": 2}),
    (UmaToyLaw, {"n_classes": 3, "theta": 0.1, "margin": "score", "support": "circle", "on_empty": "keep"}),
    (CIRCLE.sample, {"n": 3, "exact": True, "random_state": 0}),
    *[(f, {"X": X}) for f in (CIRCLE.labels, CIRCLE.margins)],
    *[(f, {"hypotheses": H, "y": Y}) for f in (copa.block_average, copa.classwise_average)],
    (copa.block_average_radius, {"n_blocks": 3, "n_classes": 3, "loss_bound": 1.0, "delta": 0.1}),
    (copa.confusion_risk, {"W": W, "X": X, "y": Y}),
    (copa.empirical_online_confusion_risk, {"hypotheses": H, "X": X, "y": Y}),
    (copa.hinge_losses, {"W": W, "X": X}),
    (copa.importance_weighted_radius, {"n_rounds": 3, "priors": HALF, "loss_bound": 1.0, "delta": 0.1}),
    (copa.importance_weighted_risk, {"hypotheses": H, "X": X, "y": Y, "priors": HALF}),
    (copa.stream_confusion_bound, {"U": W, "X": X, "y": Y, "C": 1.0, "scaling": "inverse-count"}),
    (
        lambda conditional_losses: copa.online_confusion_risk(H, Y, lambda W, p: conditional_losses),
        {"conditional_losses": [1.0, 1.0]},
    ),
    (copa.online_confusion_risk, {"hypotheses": H, "y": Y, "conditional_losses": lambda W, p: [1.0, 1.0]}),
    (copa.surrogate_constant, {"n_classes": 3}),
    (copa.surrogate_extremal_scores, {"n_classes": 3, "slack": 1e-9}),
    (copa.theorem2_counterexample, {"n_rounds": 4}),
    (uma.direction_radius, {"n": 9, "noise_matrix": IDENTITY, "delta": 0.1, "n_features": 3, "input_norm": 1.0}),
    (uma.error_radius, {"n": 9, "noise_matrix": IDENTITY, "delta": 0.1, "n_features": 3}),
    (uma.mistake_bound, {"theta": 0.5, **NORMS}),
    (uma.proposition4_counterexample, {"eta": 0.25}),
    (
        uma.sample_size,
        {"theta": 0.5, "mass": 0.5, "noise_matrix": IDENTITY, "delta": 0.1, "precision": 0.5, "n_features": 3, **NORMS},
    ),
    (uma.sample_size_lower_bound, {"noise_matrix": [[0.8, 0.2], [0.2, 0.8]], "delta": 0.1}),
    (uma.uma_direction, {"X": SEPARABLE, "y": LABELS, "W": W, "noise_matrix": IDENTITY, "p": 0, "q": 1, "alpha": 0.1}),
    (uma.uma_step_sizes, {"scores": [0.3, 0.1], "p": 0, "q": 1, "step": "max"}),
    (uma.update_bound, {"theta": 0.5, "mass": 0.1, "largest_mass": 0.4, "precision": 0.1, "vector": "plain", **NORMS}),
    (boosting.fixed_classifier_radius, {"class_counts": [3, 4], "delta": 0.1, "form": "printed"}),
    (boosting.mh_distribution, {"scores": ERRORS, "y": [0, 1], "start": "uniform", "sample_weight": HALF}),
    (boosting.product_thresholds, {"n_classes": 3}),
    (lambda max_depth: boosting.CostTree(max_depth).fit(IDENTITY, IDENTITY), {"max_depth": 1}),
    (boosting.CostTree().fit, {"X": np.eye(2), "costs": IDENTITY}),
    (boosting.VotingStump().fit, {"X": np.eye(2), "board": IDENTITY}),
    (margins.block_step, {"scores": HALF, "y": 0, "norm": 1.0, "price": 1.0, "alpha": [0.0, 0.0]}),
    *[(f, BY_CLASS | {"delta": 0.1}) for f in (margins.class_margin_bounds, margins.norm_margin_bound)],
    (margins.conditional_risk, {"scores": HALF, "p": HALF, "kind": "softmax"}),
    *[
        (f, {"margin_loss": 0.0, "norm_bound": 1.0, "radius": 1.0, **OF_N})
        for f in (margins.kernel_margin_bound, margins.uniform_kernel_margin_bound)
    ],
    (margins.margin_bound, {"margin_loss": 0.1, "complexity": 0.1, **OF_N, "empirical": False}),
    *[(f, {"scores": ERRORS, "y": [0, 1], "rho": 1.0}) for f in (margins.margin_chain, margins.margin_losses_by_class)],
    (margins.margins, {"scores": ERRORS, "y": [0, 1]}),
    (margins.project_simplex, {"point": HALF, "total": 1.0}),
    (margins.rademacher_ball, {"kernel_matrix": IDENTITY, "norm_bound": 1.0, "n_draws": 9, "random_state": 0}),
    (margins.rademacher_bound, {"norm_bound": 1.0, "radius": 1.0, "n": 9}),
    (margins.rademacher_trace_bound, {"kernel_diagonal": HALF, "norm_bound": 1.0}),
    (margins.rademacher_values, {"values": ERRORS, "n_draws": 9, "random_state": 0}),
    (margins.rho_margin_loss, {"margin": HALF, "rho": 1.0}),
    (margins.surrogate_answers, {"p": HALF, "kind": "softmax", "tolerance": 0.0}),
    (margins.surrogate_loss, {"scores": HALF, "y": 0, "kind": "softmax"}),
    (margins.surrogate_minimiser, {"p": HALF, "kind": "softmax"}),
    (fitted(ForwardSoftmax), {"noise_matrix": IDENTITY, "l2": 0.1, "max_iter": 5}),
    (fitted(copa.CopaClassifier), {"scaling": "inverse-count", **ONLINE, "loss": "hinge"}),
    (fitted(linear.UltraconservativePerceptron), {"update": "max", **ONLINE}),
    (fitted(uma.UmaClassifier), {"noise_matrix": IDENTITY, "selection": "error", "alpha": 0.0, "step": "max"}),
    (fitted(uma.UmaClassifier), {"kernel": "poly", "degree": 2.0, "gamma": 1.0, "coef0": 0.0, "n_iter_no_change": 5}),
    (fitted(uma.UmaClassifier), {"max_iter": 5, "tol": 0.1, "keep": "best", "fit_intercept": True, "random_state": 0}),
    (fitted(boosting.AdaBoostMHClassifier), {"sample_weight": np.ones(4), "n_estimators": 2, "start": "uniform"}),
    *[(fitted(booster), BOOST | PRICED) for booster in (boosting.AdaBoostMMClassifier, boosting.ComboClassifier)],
    (fitted(margins.MulticlassSVC), {"C": 1.0, "kernel": "poly", "degree": 2.0, "gamma": 1.0, "coef0": 0.0}),
    (fitted(margins.MulticlassSVC), {"sample_weight": np.ones(4), "tol": 0.1, "max_iter": 20, "cache_size": 9.0}),
    (fitted(margins.MulticlassSVC), {"random_state": 0}),
]
# fmt: on
HOSTILE = {
    list: {
        "words": np.array([["a", "b"], ["c", "d"]]),
        "numbers as text": np.array([["0", "1"], ["1", "0"]]),
        "complex": np.array([[0, 1j], [0, 0]]),
        "dates": np.array(["2020", "2021"], "M8[Y]"),
        "ragged": [[1.0], [1.0, 2.0]],
        "sparse": sparse.csr_array(ERRORS),
        "masked": np.ma.masked_greater([[0.0, 0.5], [0.2, 0.0]], 0.3),
        "an integer no float holds": [[0, 10**400], [0, 0]],
        "object": object(),
        "dict": {},
        "NaN": [[0.0, np.nan], [0.0, 0.0]],
    },
    float: {
        str(value)[:30]: value
        for value in ("a", None, np.nan, 1j, [0.5], np.ones(2), {}, -1, 0, True, np.timedelta64(1, "s"), 10**400)
    }
    | {"infinite": np.inf},
    bool: {"no": "no", "0": 0, "None": None, "list": [], "array": np.array([1, 2])},
    str: {"other": "other", "None": None, "list": ["uma"], "array": np.array(["uma", "sklearn"]), "3": 3},
    "seed": {"negative": -1, "text": "seed", "Generator": np.random.default_rng(0)},
}
HOSTILE[int] = HOSTILE[float] | {"2.5": 2.5}
HOSTILE["n_classes"] = HOSTILE[int] | {"1": 1}
#: Arguments that are labels, or of the kinds that tests of their own have.
NOT_HERE = {"y", "y_true", "y_noisy", "y_pred", "y_first", "y_second"} | {
    "rule", "labels", "classes", "name", "advice", "conditional_losses", "measure", "model",
    "source", "reading", "found", "objective", "min_recall", "max_share",
}  # fmt: skip
#: Hostile values that mean something there: of an argument wherever it occurs, and of one of a single function.
# fmt: off
NOUGHT = {
    "alpha", "bad", "complexity", "error_price", "l2", "level", "margin_loss",
    "norm", "norm_bound", "p", "plausible", "precision", "q", "radius", "rate", "size",
    "strength", "tolerance",
    "UmaToyLaw-theta", "UmaClassifier-tol", "MulticlassSVC-degree", "UmaClassifier-degree", "MulticlassSVC-gamma",
}
LIMITLESS = {
    "price", "cache_size", "ultraconservative_step-C", "copa_step-C", "copa_multipliers-C", "CopaClassifier-C",
    "UltraconservativePerceptron-C", "attainable_norm-tol", "least_norm-tol", "minimum_accuracy-tol",
    "stream_confusion_bound-C",
}
# fmt: on
MEANT = {
    **dict.fromkeys(NOUGHT, {"0"}),
    **dict.fromkeys(LIMITLESS, {"infinite"}),
    **dict.fromkeys(("ridge", "n_features", "scaling"), {"None"}),
    "coef0": {"-1", "0"},
    "UmaClassifier-gamma": {"0", "None"},
    "UmaClassifier-n_iter_no_change": {"None"},
    "MulticlassSVC-max_iter": {"-1"},
    "make_poker_hands-n": {"None"},
    "check_noise_matrix-n_classes": {"None"},
    "describe-ordered": {"None"},
    **{f"read-{name}": {"None"} for name in ("kind", "true", "predicted", "against", "count", "separator")},
}


def kind(name, value):
    if name in ("random_state", "n_classes"):
        return "seed" if name == "random_state" else name
    return list if isinstance(value, (np.ndarray, tuple)) else type(value)


CASES = [
    pytest.param(call, valid, name, id=f"{call.__name__}-{name}")
    for call, valid in CALLS
    for name in valid
    if name not in NOT_HERE
]


@pytest.mark.parametrize(("call", "valid", "name"), CASES)
def test_an_argument_is_refused_by_name(call, valid, name):
    if call is not load_reuters:  # valid, it would be read from the network
        call(**valid)
    meant = MEANT.get(name, MEANT.get(f"{call.__name__}-{name}", ()))
    for what, value in HOSTILE[kind(name, valid[name])].items():
        if what not in meant:
            with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
                call(**valid | {name: value})
                pytest.fail(f"{name}: {what} was taken")


def test_every_argument_of_every_public_function_is_here():
    here = {}
    for call, valid in CALLS:
        here.setdefault(call, set()).update(valid)
    for room in (metrics, noise, limits, linear, copa, uma, boosting, margins, decisions, report):
        for function in filter(inspect.isfunction, (getattr(room, name) for name in room.__all__)):
            assert set(inspect.signature(function).parameters) - NOT_HERE <= here[function], function.__name__


ESTIMATORS = [
    *(boosting.AdaBoostMHClassifier, boosting.AdaBoostMMClassifier, boosting.ComboClassifier),
    *(copa.CopaClassifier, margins.MulticlassSVC),
    *(linear.UltraconservativePerceptron, uma.UmaClassifier, lambda: ForwardSoftmax(IDENTITY)),
]


@pytest.mark.parametrize("make", ESTIMATORS)
def test_features_that_scikit_learn_would_take_or_refuse_without_a_name(make):
    model, huge = make().fit(SEPARABLE.tolist(), LABELS), SEPARABLE.astype(object)
    huge[0, 0] = 10**400
    for call in (model.predict, lambda X: make().fit(X, LABELS)):
        with pytest.raises(ValueError, match="X holds a number larger than a float can be"):
            call(huge)
        with pytest.raises(TypeError, match="X must not be a masked array"):
            call(np.ma.masked_greater(SEPARABLE, 1.5))


def test_numbers_beyond_those_of_the_processor_are_taken():
    n = 10**20
    assert uma.direction_radius(n, IDENTITY) == pytest.approx(uma.direction_radius(10**18, IDENTITY) / 10)
    assert uma.error_radius(n, IDENTITY) == pytest.approx(uma.error_radius(10**18, IDENTITY) / 10)
    assert np.isfinite(uma.direction_radius(n, IDENTITY, n_features=n))
    assert surrogate.surrogate_constant(n) == pytest.approx(10**10)
    with pytest.raises(ValueError, match="theta, mass or precision is too small"):
        uma.sample_size(1e-200, 1e-100, IDENTITY)


def test_whole_numbers_of_any_type_are_taken():
    for two in (2, 2.0, np.int8(2), np.float32(2), Fraction(2)):
        assert copa.block_average_radius(two, two) == copa.block_average_radius(2, 2)
        assert surrogate.surrogate_constant(two) == 1.0


@pytest.mark.parametrize("scale", [1e-320, 1e-200, 1e-30])
def test_norms_scale(scale):
    M = np.array([[0.0, 3.0], [4.0, 0.0]])
    tolerance = 1e-3 if scale < 1e-300 else 1e-12
    assert metrics.frobenius_norm(M * scale) == pytest.approx(5 * scale, rel=tolerance)
    assert metrics.confusion_rate(M * scale) == pytest.approx(5 * scale / np.sqrt(2), rel=tolerance)
    assert metrics.operator_norm(M * scale) == pytest.approx(4 * scale, rel=tolerance)


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


def test_imbalanced_cut_of_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": range(5), "b": range(5)}, index=list("vwxyz"))
    X_cut, y_cut = imbalanced_cut(frame, pandas.Series([0, 0, 1, 1, 1], index=[9, 8, 7, 6, 5]), [1, 2], random_state=0)
    assert list(X_cut.columns) == ["a", "b"] and len(X_cut) == 3 and y_cut.tolist() == [0, 1, 1]
