"""What functions refuse besides what test_arguments.py asks of each: shapes, ranges, and what does not go together."""

from functools import partial

import numpy as np
import pytest
from scipy import sparse
from sklearn.dummy import DummyClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from confusion import boosting, copa, datasets, decisions, limits, linear, margins, metrics, noise, report, uma
from tests.helpers import sample

LAW, ONES, PAPER = datasets.ThreeGaussians(), np.ones((2, 2, 1)), [0.9, 0.05, 0.05]
GOOD = [[0.9, 0.1], [0.2, 0.8]]
X3, Y3, I3, COSTS = np.eye(3), np.array([0, 1, 2]), np.eye(3), r"costs must not be empty and have shape \(2, L\)"
P3 = np.random.RandomState(0).dirichlet(np.full(3, 0.7), 6)
SHIFTED = np.array([[0.7, 0.1, 0.0], [0.2, 0.6, 0.3], [0.1, 0.3, 0.7]])
X, Y = LAW.sample(600, random_state=3)
THREE = np.array([[0.0], [1.0], [2.0]]), np.array([0, 1, 1])
F, L = sample(m=90, K=4, seed=3)
W2, X2, H2 = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.ones((4, 2)), np.array([[[1.0, 0.0], [-1.0, 0.0]]] * 4)
STEPS = copa.copa_step, *(partial(linear.ultraconservative_step, update=update) for update in ("max", "max-hinge"))
INNER, TURN = LogisticRegression(), r"columns sum to \[0\.8, 1\.1, 1\.1\], its rows to \[1, 1, 1\].*transpose"


def bets(**changed):
    valid = {"differences": [-0.5, 0.5], "codes": [0, 1], "bounds": [0.5, 0.5], "counts": [1, 2]}
    return decisions.betting_p_value(**valid | changed)


def block(**changed):
    valid = {"scores": [0.0, 0.0], "y": 0, "norm": 1.0, "price": 1.0, "alpha": [0.0, 0.0]}
    return margins.block_step(**valid | changed)


def direction(**changed):
    return uma.uma_direction(**{"X": X3, "y": Y3, "W": X3, "noise_matrix": I3, "p": 0, "q": 1} | changed)


def uma_fit(X=X3, y=Y3, coef_init=None, intercept_init=None, **options):
    return uma.UmaClassifier(**options).fit(X, y, coef_init, intercept_init)


def uma_kernel(K):
    return uma_fit(kernel=lambda A, B: K)


def svc(data, y, weight=None, **options):
    return margins.MulticlassSVC(**options).fit(data, y, weight)


def svc_kernel(K, **options):
    return svc(F, L, kernel=K if callable(K) else lambda A, B: K, **options)


def skew(A, B):
    return A[:, :1] - 2 * B[:, :1].T


def em(X, model):
    return noise.em_noise([0, 1], GOOD, X, model)


# fmt: off
#: A call, what its error says, and its type if that is not ValueError.
REFUSED = [
    # metrics
    (lambda: metrics.confusion_matrix([0, 1], [0]), "equally long"),
    (lambda: metrics.confusion_matrix([], []), "y_true must be one-dimensional and not empty"),
    (lambda: metrics.confusion_matrix([[0], [1]], [0, 1]), "y_true must be one-dimensional"),
    (lambda: metrics.confusion_matrix([0.0, np.nan], [0, 1]), "y_true holds NaN"),
    (lambda: metrics.confusion_matrix([0, 1], ["a", "b"]), "both hold strings or both hold numbers", TypeError),
    (lambda: metrics.confusion_matrix([0, 1], [0, 1], labels=["0", "1"]), "labels and y_true", TypeError),
    (lambda: metrics.confusion_matrix([0, 1], [0, 1], labels=[0, 0, 1]), "twice"),
    (lambda: metrics.confusion_matrix([0, 2], [0, 1], labels=[0, 1]), "y_true holds 2"),
    (lambda: metrics.confusion_matrix([0, 1], [0, 3], labels=[0, 1]), "y_pred holds 3"),
    (lambda: metrics.confusion_matrix([0, 1], [0, 1], sample_weight=[1, -1]), "sample_weight must be finite"),
    (lambda: metrics.confusion_matrix([0, 1], [0, 1], sample_weight=[1]), "sample_weight must have shape"),
    (lambda: metrics.confusion_matrix(np.array([0, "a"], dtype=object), [0, 1]), "y_true mixes types", TypeError),
    (lambda: metrics.confusion_matrix([0, 0, 1], [0, 2, 1]), "class 2 is predicted but never true.*labels="),
    (lambda: metrics.confusion_matrix([0, 1, 0], [0, 1, 1], sample_weight=[1, 0, 1]),
     "class 1 is predicted but never true"),
    *[(lambda call=call, labels=labels: call(labels, labels), name, (TypeError, ValueError))
      for labels in (*map(np.array, ([b"a", b"b"], [np.nan, 1.0])), np.array(["NaT", "2020-01-01"], "M8[D]"),
                     *(np.array(mixed, dtype=object) for mixed in ([None, "a"], [1, "a"])))
      for call, name in ((metrics.measure_interval, "y_true"), (metrics.confusion_matrix, "y_true"),
                         (lambda y, _: noise.confident_joint(y, np.eye(2)), "y_noisy"))],
    *[(lambda make=make, bad=bad: make().fit(X2, np.array([bad, "a", bad, "b"], dtype=object)), message, kind)
      for make in (copa.CopaClassifier, uma.UmaClassifier, boosting.ComboClassifier)
      for bad, message, kind in ((1, "y holds objects that are not all strings", TypeError),
                                 (None, "y has missing labels", ValueError))],
    (lambda: metrics.confusion_from_counts([[1, -1], [0, 1]]), "counts must be non-negative and not all zero"),
    (lambda: metrics.confusion_from_counts(np.zeros((2, 2))), "counts must be non-negative and not all zero"),
    (lambda: metrics.confusion_from_counts([[1, 2, 3], [4, 5, 6]]),
     r"must be square.*got shape \(2, 3\); .* a row of zeros"),
    (lambda: metrics.confusion_from_counts([1, 2]), "counts must not be empty and have shape"),
    (lambda: metrics.confusion_from_counts([[]]), "counts must not be empty and have shape"),
    (lambda: metrics.as_error_matrix([[0.5, 0.2], [0.3, 0.7]]), "rows must each sum to one"),
    (lambda: metrics.as_error_matrix([[0, -0.1], [0.1, 0]]), "non-negative"),
    (lambda: metrics.as_error_matrix([[1.0]]), "at least two classes"),
    (lambda: metrics.as_error_matrix([0.1, 0.2]), "must not be empty and have shape"),
    *[(lambda priors=priors: metrics.risk([[0, 0.1], [0.1, 0]], priors), "priors must")
      for priors in ([0.5, 0.6], [1.2, -0.2], [1.0], [[0.5, 0.5]])],
    (lambda: metrics.fold_difference([1.0], [2.0], 0.1), "two folds"),
    (lambda: metrics.fold_difference([1.0, 2.0], [1.0], 0.1), "equally long"),
    (lambda: metrics.fold_difference([1, 2], [2, 1], 1), "test_share"),
    (lambda: metrics.paired_comparison([0, 1], [0, 1], [0, 1, 1]), "y_true and y_second must be equally long"),
    (lambda: metrics.paired_comparison([0, 1], [0, 1], [0, 2], labels=[0, 1]),
     "y_second holds 2, which labels does not have"),
    (lambda: metrics.paired_comparison([0, 1], ["0", "1"], [0, 1]), "y_true and y_first", TypeError),
    (lambda: metrics.paired_comparison(*[[0, 1, 1]] * 3, "norm"), "measure must be .*operator_norm"),
    (lambda: metrics.measure_interval([0, 1, 1], [0, 1, 1], metrics.risk), "measure must be .*operator_norm"),
    (lambda: metrics.measure_interval([0, 1], [0, 2]), "class 2 is predicted but never true"),
    *[(lambda level=level: metrics.measure_interval([0, 1], [0, 1], level=level), "level") for level in (0, 1, 1.5)],
    (lambda: report.describe([[1, 2, 3]]), "counts must have shape"),
    (lambda: report.describe([[1]]), "counts must be square"),
    (lambda: report.describe([[0, 0], [0, 0]]), "counts must have an example, got zeros only"),
    (lambda: report.describe([[-1.5, 0], [1, 2]]), "counts must hold no negative"),
    (lambda: report.describe([[1, 0], [1, 2]], ["a"]), "labels must name 2 classes"),
    # limits and copa
    (lambda: limits.attainable_norm(np.ones((3, 2))), "columns? summing to one|each column"),
    (lambda: limits.attainable_norm(np.ones(3)), "law must have a quadrature"),
    (lambda: limits.attainable_norm(np.ones((1, 2)), 1e-6, 1), "raise max_iter or tol", RuntimeError),
    *[(lambda counts=counts: limits.held_out_norm_bound(0.1, counts),
       "class_counts") for counts in ([], [[3, 4]], [3, 0])],
    (lambda: limits.minimum_accuracy(0.1, [0.5, 0.6]), "priors must"),
    (lambda: limits.minimum_accuracy(0.1, [1.0]), "at least two classes"),
    (lambda: limits.minimum_error(-0.1, PAPER), r"norm must be between 0 and sqrt\(Q - 1\)"),
    (lambda: limits.minimum_error(1.5, PAPER), "1.414"),
    (lambda: limits.minimum_error(0.1, [0.5, 0.6]), "priors must"),
    (lambda: limits.minimum_error(0.1, [1.0]), "at least two classes"),
    (lambda: limits.online_risk_radius([5, 0]), "class_counts must all be at least one"),
    (lambda: limits.online_risk_radius([5]), "two or more"),
    (lambda: limits.online_risk_radius([5, 5], delta=2), "delta must be in"),
    (lambda: copa.importance_weighted_radius(9, [1.0, 0.0]), "priors must be positive"),
    (lambda: copa.importance_weighted_risk(ONES, [[1], [1]], [0, 0], [1.0, 0.0]), "priors must all be positive"),
    (lambda: copa.surrogate_extremal_scores(2), "n_classes must be at least 3"),
    (lambda: copa.theorem2_counterexample(5), "n_rounds must be an even number"),
    (lambda: copa.hinge_losses([[1.0]], [[1.0]]), "at least two rows"),
    (lambda: copa.hinge_losses([[1.0], [2.0]], [[1.0, 2.0]]), "share their features"),
    (lambda: copa.confusion_risk([[1.0], [2.0]], [[1.0]], [0]), "class 1 has no example"),
    (lambda: copa.confusion_risk([[1.0], [2.0]], [[1.0]], [2]), "integers 0 to 1"),
    (lambda: copa.empirical_online_confusion_risk(ONES, [[1]], [0, 1]), "X must have shape"),
    (lambda: copa.empirical_online_confusion_risk(ONES, [[1], [1]], [0]), "y must have one label"),
    (lambda: copa.empirical_online_confusion_risk(ONES[0], [[1]], [0]), "hypotheses must have shape .T, Q, d."),
    (lambda: copa.online_confusion_risk(ONES, [0, 1], lambda W, p: [1.0]), "conditional_losses must return 2"),
    (lambda: copa.classwise_average(ONES, [0, 0]), "class 1 has no example"),
    (lambda: copa.block_average(np.zeros((4, 2, 1)), [0, 0, 1, 1]), "y must come in blocks of 2"),
    (lambda: copa.block_average(np.arange(4.0)[:, None, None] * ONES[0], [0, 1, 1, 0]),
     "must not change within a block"),
    (lambda: copa.stream_confusion_bound([[1.0]], [[1.0]], [0], 1.0), r"\bU\b"),
    (lambda: copa.stream_confusion_bound([1.0, -1.0], [[1.0]], [0], 1.0), r"\bU\b"),
    (lambda: copa.stream_confusion_bound([[1.0], [-1.0]], [[1.0]], [0], 1.0), "class 1 has no example"),
    (lambda: limits.online_risk_radius([1, 1], loss_bound=1e308), "loss_bound is too large"),
    (lambda: copa.importance_weighted_radius(5, [1.0, 5e-324]), "a prior is too large or too small"),
    (lambda: copa.hinge_losses(W2 * 1e200, X2 * 1e200), "beyond the range of floats"),
    (lambda: copa.confusion_risk(W2 * 1e308, X2, [0, 1, 0, 1]), "beyond the range of floats"),
    (lambda: copa.empirical_online_confusion_risk(H2 * 1e308, X2 * 2, [0, 1, 0, 1]), "beyond the range of floats"),
    *[(lambda step=step, W=W, x=x, y=y: step(W, x, y, C=1.0), message) for step in STEPS for W, x, y, message in (
        (np.zeros((2, 2)), np.ones(3), 0, r"x must have shape \(2,\)"), (np.zeros((1, 2)), np.ones(2), 0, "Q >= 2"),
        (np.zeros(2), np.ones(2), 0, r"W must have shape \(Q, d\)"),
        *[(np.zeros((2, 2)), np.ones(2), y, r"y must be a class number in 0\.\.1") for y in (2, -1, 0.0, True)],
        (np.zeros((2, 1)), [1e-170], 0, "squared norm of x underflows"),
        (np.zeros((9, 1)), [1e154], 0, "squared norm of x overflows"),
        (np.array([[1e200, -1e200], [1e200, 1e200]]), [1e150, 1e150], 0, "scores W x overflow"),
        (np.zeros((2, 2)), [1.0, None], 0, "must be finite"))],
    *[(lambda make=make: make(epochs=10**9 + 1).partial_fit(X3, Y3), "epochs")
      for make in (copa.CopaClassifier, linear.UltraconservativePerceptron)],
    *[(lambda fit=fit: getattr(copa.CopaClassifier(5e-324, "inverse-count"), fit)(np.tile(X3, (9, 1)), np.tile(Y3, 9)),
       "is too small: it underflows") for fit in ("fit", "partial_fit")],
    # noise and uma
    (lambda: noise.check_noise_matrix(I3[:2], 3), "must be square"),
    (lambda: noise.check_noise_matrix([[1.0]], 3), "must be square"),
    (lambda: noise.check_noise_matrix(np.eye(4), 3), "but there are 3 classes"),
    (lambda: noise.check_noise_matrix([[1.2, 0, 0], [-0.2, 1, 0], [0, 0, 1]], 3), "non-negative"),
    (lambda: noise.check_noise_matrix(2 * I3, 3), r"columns sum to \[2, 2, 2\], its rows to \[2, 2, 2\]$"),
    (lambda: noise.check_noise_matrix(np.full((3, 3), 1 / 3), 3), "singular .condition number inf"),
    (lambda: noise.check_noise_matrix(SHIFTED.T), TURN),
    (lambda: noise.corrupt_labels([0, 1, 2], SHIFTED.T), TURN),
    (lambda: noise.convert_noise_matrix(SHIFTED.T, source="cleanlab"), TURN),
    (lambda: noise.noise_family(SHIFTED.T, 3), TURN),
    (lambda: noise.convert_noise_matrix(SHIFTED, source="sklearn"),
     r"noise_matrix\.T .noise_matrix in the convention of skl"),
    (lambda: noise.convert_noise_matrix(SHIFTED, source="R"), "source must be one of uma, confusion"),
    *[(lambda make=make: make(3, 1.2), "rate must be a probability")
      for make in (noise.symmetric_noise, noise.pair_flip_noise, noise.one_bad_class_noise)],
    (lambda: noise.one_bad_class_noise(3, 0.5, bad=3), r"bad must be a class number in 0\.\.2"),
    (lambda: noise.corrupt_labels([0, 1, 5], SHIFTED, classes=[0, 1, 2]),
     r"y has labels \[5\] outside the noise matrix.*2\]"),
    (lambda: noise.corrupt_labels([0, 1, 1], SHIFTED), r"3 x 3, but there are 2 classes: \[0, 1\]; name all labels"),
    (lambda: noise.corrupt_labels([0, 1, 1], SHIFTED, classes=[0, 1, 1]), "classes lists a class twice"),
    (lambda: noise.corrupt_labels(["0", "1"], np.eye(2), classes=[0, 1]),
     "classes and y must both hold strings", TypeError),
    (lambda: noise.corrupt_labels([0, 1], np.eye(2), classes=np.array([0, "a"], object)),
     "classes mixes types", TypeError),
    (lambda: noise.corrupt_labels([0, np.nan], np.eye(2)), "NaN"),
    (lambda: noise.corrupt_labels([[0, 1]], np.eye(2)), "one-dimensional"),
    (lambda: noise.estimate_noise_matrix(["0", "1"], [0, 1]), "y_true and y_noisy must both hold strings", TypeError),
    (lambda: noise.estimate_noise_matrix([0, 1, 0], [0, 2, 3], classes=[0, 1]),
     "y_noisy holds 2, 3, which classes does not"),
    (lambda: noise.estimate_noise_matrix([0, 0, 1], [0, 1, 2]), r"no example has the true label \[2\].*ridge"),
    (lambda: noise.estimate_noise_matrix([0, 0, 1, 1], [0, 1, 0, 1]),
     "singular.*label more examples, or pass a .larger. ridg"),
    (lambda: noise.estimate_noise_matrix([0, 1], [0, 1, 1]), "equally long"),
    (lambda: noise.estimated_joint([0, 1], [0, 7], np.eye(2)), r"y_pred has labels \[7\] outside the noise matrix"),
    (lambda: noise.estimated_error([0, 1], [0, 1, 1], np.eye(2)), "equally long"),
    (lambda: noise.noise_rate_profile([0, 1], [0, 1], [0.5]), "equally long"),
    (lambda: noise.anchor_points([[1.0, 2.0], [0.5, 0.5]]), "rows that sum to one; turn scores"),
    (lambda: noise.anchor_points([[1.0]]), "a column for each of Q >= 2"),
    (lambda: noise.anchor_points(np.empty((0, 2))), "proba must not be empty"),
    (lambda: noise.anchor_points([[1.0, 0.0], [1.0, 0.0]]), r"column \[1\].*never predicted; leave"),
    (lambda: noise.anchor_points(GOOD, quantile=0), "quantile must be more than 0"),
    (lambda: noise.anchor_points(GOOD, classes=[0, 1]), "y_noisy, which is missing"),
    (lambda: noise.anchor_points([[0.6, 0.4]] * 3), "anchors is singular.*tell all classes apart"),
    (lambda: noise.confident_joint([0, 1], [[1.5, -0.5], [0.5, 0.5]]), "non-negative"),
    (lambda: noise.confident_joint([0, 1, 1], GOOD), "y_noisy and proba must be equally long"),
    (lambda: noise.confident_joint([0, 0], GOOD), "2 columns, but there are 1 classes.*classes="),
    (lambda: noise.confident_joint([0, 0], GOOD, classes=[0, 1]), r"no example of \[1\]; leave"),
    (lambda: noise.confident_joint([0, 2], GOOD, classes=[0, 1]), "y_noisy holds 2"),
    (lambda: em([[0], [1]], None), "X and model go together"),
    (lambda: em([[0], [1]], LinearRegression()), "predict_proba", TypeError),
    (lambda: em([[0], [1]], KNeighborsClassifier(1)), "sample_weight", TypeError),
    (lambda: em([[0]], INNER), "X must have a row for each"),
    (lambda: em([[0], [np.nan]], INNER), "X must"),
    (lambda: em([[0], [1]], DummyClassifier(strategy="constant", constant=0)), "without any weight; take a model"),
    (lambda: uma.direction_radius(10, [[0.5, 0.5], [0.5, 0.5]]), "singular"),
    *[(lambda mass=mass: uma.sample_size(0.5, mass, np.eye(2)), "mass must be in") for mass in (0, 2)],
    (lambda: uma.sample_size_lower_bound(np.eye(2), delta=0.3), "delta"),
    (lambda: uma.update_bound(0.5, 0.2, largest_mass=0.1), "largest_mass"),
    (lambda: uma.update_bound(0.5, 0.2, largest_mass=2), "largest_mass"),
    (lambda: uma.update_bound(2.0, 0.2), "no concept has this margin"),
    (lambda: uma.proposition4_counterexample(0.7), "eta must be"),
    (lambda: direction(W=X3[:2]), r"W must have shape \(Q, d\) = \(3, d\)"),
    (lambda: direction(X=X3[:, :2]), "W must have shape"),
    (lambda: direction(y=[0, 1, 3]), r"labels \[3\] outside"),
    (lambda: direction(y=[0, 1]), "one label for each of the 3 rows"),
    (lambda: direction(p=3), r"p must be a class number in 0\.\.2"),
    (lambda: direction(noise_matrix=np.full((3, 3), 1 / 3)), "singular"),
    (lambda: direction(X=X3.astype(str)), "X must hold real numbers", TypeError),
    (lambda: direction(X=X3.astype(str).tolist()), "X must hold real numbers", TypeError),
    (lambda: uma.proposition4_counterexample(5e-324), "eta"),
    (lambda: uma_fit(noise_matrix=SHIFTED.T), TURN),
    (lambda: uma_fit(noise_matrix=np.eye(4)), r"4 x 4, but there are 3 classes: \[0, 1, 2\].*labels.*classes="),
    (lambda: uma_fit(y=[0, 2, 2], noise_matrix=I3), r"3 x 3, but there are 2 classes: \[0, 2\]"),
    (lambda: uma_fit(y=[0, 1, 7], noise_matrix=I3, classes=[0, 1, 2]), r"labels \[7\] outside the noise matrix"),
    (lambda: uma_fit(classes=[0, 1, 1]), "classes lists a class twice"),
    (lambda: uma_fit(alpha=0.1), "alpha > 0 needs coef_init"),
    (lambda: uma_fit(coef_init=X3[:2]), r"coef_init must be finite, of shape \(3, 3\), got shape \(2, 3\)"),
    (lambda: uma_fit(coef_init=X3 * np.nan), "coef_init must be finite"),
    (lambda: uma_fit(coef_init=[[10**400, 0, 0]] * 3), "coef_init holds a number larger"),
    (lambda: uma_fit(1e10 * X3, coef_init=1e300 * X3), "scores of coef_init overflow"),
    (lambda: uma_fit(intercept_init=Y3), "intercept_init needs fit_intercept"),
    (lambda: uma_fit(intercept_init=Y3, kernel="rbf", fit_intercept=True), "intercept_init needs"),
    (lambda: uma_kernel(np.zeros((2, 2))), r"finite, of shape \(3, 3\)"),
    (lambda: uma_kernel(np.full((3, 3), np.nan)), "must be finite"),
    (lambda: uma_kernel(np.arange(9.0).reshape(3, 3)), "square and symmetric"),
    (lambda: uma_kernel(-I3), "trace not negative"),
    (lambda: uma_kernel(1e300 * I3), "overflow"),
    (lambda: uma_fit(X3[:, :2], kernel="precomputed"), "square and symmetric"),
    # boosting
    (lambda: boosting.fixed_classifier_radius([3, 0]), "at least one"),
    (lambda: boosting.mh_distribution([0.0, 0.0], [0]), "scores must not be empty and have shape"),
    (lambda: boosting.mh_distribution([[0.0]], [0]), "at least 2 classes"),
    (lambda: boosting.mh_distribution([[0.0, 0.0]], [0, 1]), "y must hold class numbers from 0 to 1"),
    (lambda: boosting.mh_distribution([[0.0, 0.0]], [2]), "y must hold class numbers from 0 to 1"),
    (lambda: boosting.mh_distribution([[0.0, 0.0]], [0], start="balanced"), "each of the 2 classes"),
    (lambda: boosting.mh_distribution(np.zeros((2, 2)), [0, 1], sample_weight=[1.0, 0.0]),
     "sample_weight must be positive"),
    (lambda: boosting.VotingStump().fit([[0.0], [1.0]], I3), "board must not be empty and have shape"),
    *[(lambda rows=rows: boosting.VotingStump().fit([[0.0], [1.0]], np.eye(2)).predict(rows), "X must hold numbers")
      for rows in ([[0.0, 1.0]], [[np.nan]])],
    (lambda: boosting.CostTree().fit(np.zeros((0, 2)), np.eye(2)), "X must"),
    (lambda: boosting.CostTree().fit([1.0, 2], np.eye(2)), "X must"),
    *[(lambda costs=costs: boosting.CostTree().fit(np.eye(2), costs),
       r"costs must not be empty and have shape \(2, K\)")
      for costs in (I3, [1.0, 2], np.zeros((2, 0)))],
    *[(lambda rows=rows: boosting.CostTree().fit(np.eye(2), np.eye(2)).predict(rows), r"shape \(n, 2\)")
      for rows in (np.zeros((3, 1)), np.zeros((3, 3)), np.zeros(2), [[0.0, np.nan]])],
    *[(lambda make=make, weight=weight, options=options: make(**options).fit(*THREE, sample_weight=weight), message,
       (TypeError, ValueError))
      for make in (boosting.AdaBoostMMClassifier, boosting.ComboClassifier) for options, weight, message in (
        *(({}, bad, "sample_weight must be 3 numbers") for bad in ([1, 1], [1, -1, 1], [1, np.nan, 1], [1, np.inf, 1])),
        ({}, [1e308, 1e308, 1], "sample_weight must be 3 numbers >= 0 of finite sum"),
        ({}, [0, 0, 0], "zero for every example"), ({}, [0, 1, 1], "got 1 class"),
        ({"learning_rate": 1.5}, None, r"learning_rate must be in \(0, 1\]"),
        ({"costs": np.ones((3, 3))}, None, r"costs must have shape \(2, 2\)"),
        ({"costs": [[0, -1], [1, 0]]}, None, "costs must not be negative"),
        ({"costs": [[0, 1], [0, 0]]}, None, "some wrong prediction must have a price for every true class"),
        ({"costs": [[0, 1e308], [1, 0]], "class_weight": {0: 1e10}}, None, "costs too large or too small"),
        *(({"estimator": bad}, None, "estimator must be a scikit-learn classifier")
          for bad in ("tree", DecisionTreeClassifier, DecisionTreeRegressor())),
        ({"estimator": KNeighborsClassifier()}, None, "must accept sample_weight in fit, and KNeighborsClassifier doe"),
        ({"class_weight": "even"}, None, "class_weight must be a dict, 'balanced' or None"),
        ({"class_weight": {2: 1.0}}, None, "names a class that is not in y: 2"),
        ({"class_weight": {(0, 1): 1.0}}, None, r"names a class that is not in y: \(0, 1\)"),
        ({"class_weight": {0: 1.0, 1: 1.0, 2: 0.0}}, None, r"class_weight\[2\] must be a finite positive number"),
        ({"class_weight": {0: np.inf}}, None, r"class_weight\[0\] must be a finite positive number"),
        ({"class_weight": {0: "a"}}, None, r"class_weight\[0\] must be a number"))],
    *[(lambda w=w: boosting.AdaBoostMMClassifier(class_weight={0: w}).fit(*THREE, sample_weight=[w, 1, 1]),
       "class_weight times sample_weight is beyond the range") for w in (1e200, 1e-200)],
    # margins
    (lambda: margins.margin_bound(1.2, 0.1, 1.0, 10, n_classes=2), "margin_loss must be a probability"),
    (lambda: margins.margin_bound(0.2, 0.1, 1.0, 10, n_classes=2, growth="2k"), "growth must be one of linear"),
    (lambda: margins.margin_bound(0.2, 1e300, 1e-300, 10, n_classes=2), "beyond the range of floats"),
    (lambda: margins.uniform_kernel_margin_bound(2, 1.0, 1.0, 1.0, 10, n_classes=2), "margin_loss must be"),
    (lambda: margins.kernel_margin_bound(2, 1.0, 1.0, 1.0, 10, n_classes=2), "margin_loss must be"),
    (lambda: margins.uniform_kernel_margin_bound(0, 1e300, 1.0, 1e-300, 10, n_classes=2), "range of floats"),
    (lambda: margins.class_margin_bounds([0.1], [10], 1.0, 1.0, 1.0), "one entry for each class"),
    (lambda: margins.class_margin_bounds([0.1, 0.2], [10], 1.0, 1.0, 1.0), "one entry for each class"),
    (lambda: margins.class_margin_bounds([0.1, 1.2], [10, 10], 1.0, 1.0, 1.0), "class_margin_losses must be"),
    (lambda: margins.class_margin_bounds([0.1, 0.2], [10, -1], 1.0, 1.0, 1.0), "class_counts must hold"),
    (lambda: margins.norm_margin_bound([0.1, 0.2], [10, 10], 1.0, 1.0, 1.0, delta=2), "delta must be"),
    (lambda: margins.margins([[1.0]], [0]), "scores must have a column"),
    (lambda: margins.margins([1.0, 2.0], [0]), "scores must have shape"),
    *[(lambda y=y: margins.margins([[1.0, 2.0]], y), "y must hold class numbers from 0 to 1")
      for y in ([2], [-1], [0.5], [np.nan], [0, 1])],
    (lambda: margins.margins([[1.0, 2.0]], ["a"]), "y must hold real numbers", TypeError),
    (lambda: margins.margins([[1e308, -1e308]], [0]), "beyond the range of floats"),
    (lambda: margins.margin_chain(np.empty((0, 2)), [], 1.0), "scores must hold an example"),
    (lambda: margins.margin_losses_by_class([[1.0, 2.0]], [3], 1.0), "y must hold"),
    (lambda: margins.rademacher_values([1.0, 2.0]), "values must not be empty and have shape"),
    (lambda: margins.rademacher_values(np.empty((0, 3))), "values must not be empty"),
    (lambda: margins.rademacher_values([[1.0]], n_draws=1), "n_draws must be a whole number, at least 2"),
    (lambda: margins.rademacher_ball([[1.0, 0.0]], 1.0), r"kernel_matrix must .*shape \(m, m\)"),
    (lambda: margins.rademacher_ball([[1.0, 0.5], [0.0, 1.0]], 1.0), "kernel_matrix must be symmetric"),
    (lambda: margins.rademacher_ball([[1.0, 2.0], [2.0, 1.0]], 1.0), "positive semi-definite"),
    (lambda: margins.rademacher_ball([[-1.0, 2.0], [2.0, 9.0]], 1.0), "K\\(x, x\\) is negative"),
    (lambda: margins.rademacher_ball(1e300 * np.eye(2), 1e300), "beyond the range of floats"),
    (lambda: margins.rademacher_bound(1e300, 1e300, 1), "beyond the range of floats"),
    (lambda: margins.rademacher_trace_bound([1.0, -1.0], 1.0), "kernel_diagonal must not be negative"),
    (lambda: margins.surrogate_loss([1], 0, "softmax"), "scores must have at least two classes"),
    (lambda: margins.surrogate_loss([[[1, 2]]], [0], "softmax"), "scores must have shape"),
    (lambda: margins.surrogate_loss([1, 2], 2, "softmax"), "y must be a class number in 0..1"),
    (lambda: margins.surrogate_loss([1, 2], 0.5, "softmax"), "y must be a class number"),
    *[(lambda y=y: margins.surrogate_loss([[1, 2]], y, "softmax"), "y must hold class numbers from 0 to 1")
      for y in ([2], [0, 1], [-1])],
    (lambda: margins.surrogate_loss([1, 2, 3], 0, "sum-to-zero-hinge"), "scores must sum to zero"),
    (lambda: margins.surrogate_loss([2000, 0], 1, "exponential"), "beyond the range of floats: scores"),
    (lambda: margins.surrogate_loss([2000, 0], 1, "one-vs-all-exponential"), "beyond the range of floats: scores"),
    *[(lambda p=p, call=call: call(p, "max-hinge"), message)
      for p, message in (([0.5, 0.4], "p must be non-negative and sum to one"), ([1.0], "p must have at least two"),
                         ([1.5, -0.5], "p must be non-negative and sum to one"), ([[0.5, 0.5]], "p must have shape"))
      for call in (margins.surrogate_minimiser, margins.surrogate_answers,
                   lambda p, kind: margins.conditional_risk([0, 0], p, kind))],
    (lambda: block(scores=[1.0, np.inf]), "scores must be finite"),
    (lambda: block(scores=[1.0]), "same shape"),
    (lambda: block(y=2), r"y must be a class number in 0\.\.1"),
    (lambda: block(y="a"), "y must be a class number"),
    *[(lambda a=a: block(alpha=a), "alpha must sum to zero") for a in ([1.0, 0.0], [-1.0, 1.0], [2.0, -2.0])],
    (lambda: block(norm=0.0, price=np.inf), "price must be finite where norm is 0"),
    *[(lambda value=value: svc_kernel(np.full((90, 90), value), max_iter=5), "NaN or infinite")
      for value in (np.nan, np.inf)],
    (lambda: svc_kernel(np.ones(3)), "kernel must return a matrix of shape"),
    *[(lambda size=size: svc_kernel(skew, cache_size=size), "must be symmetric") for size in (200, 0.01)],
    (lambda: svc(1e200 * F, L), "squared norm overflows"),
    *[(lambda tiny=tiny: svc(tiny, L), "X has rows, not zero, whose squared norm underflows")
      for tiny in (F * 1e-170, sparse.csr_array(F * 1e-170))],
    (lambda: svc(F, L, kernel="precomputed"), "must be the square kernel matrix"),
    (lambda: svc(np.arange(16.0).reshape(4, 4), [0, 1, 0, 1], kernel="precomputed"), "symmetric"),
    (lambda: svc(F, L, class_weight={9: 2.0}), "class_weight names a class that is not in y"),
    (lambda: svc(F, L, L == 1), "at least 2 classes"),
    *[(lambda C=C, weight=weight: svc(F, L, np.full(90, weight), C=C), "C times .* is beyond the range of floats")
      for C, weight in ((5e-324, 0.1), (1e308, 1.0))],  # each price is finite, and not their sum
    # decisions
    (lambda: decisions.prior_shift([[0.5, 0.5]], [1.0, 0.0]), "old must be positive"),
    (lambda: decisions.prior_shift([[0.5, 0.5]], [1.0]), "old must have one entry per class"),
    (lambda: decisions.prior_shift([[0.5, 0.5]], [0.5, 0.5], [9, 1]), "new must be non-negative and sum to one"),
    (lambda: decisions.prior_shift([[0.0, 0.0]], [0.5, 0.5]), "probabilities must be non-negative, and no row"),
    (lambda: decisions.prior_shift([[0.0, 1.0]], [0.9, 0.1], [1, 0]), "new must leave every example a class"),
    (lambda: decisions.bayes_predictions([[0.5, -0.5]], np.eye(2)), "probabilities must be non-negative"),
    (lambda: decisions.bayes_predictions([[0.5, 0.5]], I3), COSTS),
    (lambda: decisions.regret_bound([0.1, 0.1], I3), COSTS),
    (lambda: decisions.regret_bound([-0.1, 0.1], np.eye(2)), "deviations must be non-negative"),
    (lambda: decisions.noise_costs(np.eye(2), np.full((2, 2), 0.5)),
     "noise_matrix is singular .* only other probabilities"),
    (lambda: decisions.noise_costs(I3, np.eye(2)), COSTS),
    (lambda: decisions.noise_costs(np.eye(2), [[0.5, 0.5], [0.9, 0.1]]), "columns of noise_matrix must sum to one"),
    (lambda: decisions.noise_costs([[0, 1e308], [1, 0]], [[0.51, 0.49], [0.49, 0.51]]), "costs are too large"),
    (lambda: bets(codes=[0, 2]), "bounds must be at least 0, one for each class"),
    (lambda: bets(bounds=[0.5, 0.2]), "none below its differences"),
    (lambda: bets(bounds=[0.5, -1]), "bounds must be at least 0"),
    (lambda: bets(codes=[0, 0]), "the same classes in every sample, and all that have a bound"),
    (lambda: bets(counts=[[1, 2], [2, 1]]), "the same classes in every sample"),
    (lambda: bets(counts=[1, 2, 3]), r"counts must have shape \(..., 2\)"),
    (lambda: bets(codes=[0, 1, 1]), r"codes must have shape \(2,\)"),
    (lambda: bets(differences=[-1e300, 0], bounds=[1e-300, 1e-300]), "beyond the range of floats: bounds"),
    (lambda: decisions.least_norm([[0.5, -0.5]]), "probabilities must be non-negative"),
    (lambda: decisions.least_norm(np.ones((0, 2))), "probabilities must have a row"),
    (lambda: decisions.least_norm([[1.0, 0.0]], priors=[0.5, 0.6]), "priors must be non-negative and sum to one"),
    (lambda: decisions.least_norm([[1.0, 0.0]], priors=[0, 1]), "priors must leave a class"),
    (lambda: decisions.least_norm([[1.0, 0.0]], sample_weight=[0.0]),
     "sample_weight must be finite, non-negative and not all ze"),
    (lambda: decisions.least_norm([[0.4, 0.6]]).mixture([[0.2, 0.3, 0.5]]), r"shape \(n, 2\), got shape \(1, 3\)"),
    (lambda: decisions.tuned_rule(P3, "f1"), "objective must be one of"),
    (lambda: decisions.tuned_rule(P3, 3), "objective must be the name of a measure or a function", TypeError),
    (lambda: decisions.tuned_rule(P3, lambda S: S), "objective must return one finite number"),
    (lambda: decisions.tuned_rule(P3, lambda S: np.nan), "objective must return one finite number"),
    (lambda: decisions.tuned_rule(P3, min_recall={"a": 0.5}),
     "min_recall names 'a', which is no class; the classes are 0, 1, 2"),
    (lambda: decisions.tuned_rule(P3, max_share={1: 1.5}), "max_share of 1 must be a probability"),
    (lambda: decisions.tuned_rule(P3, min_recall=1.0), "cannot be met together"),
    (lambda: decisions.PriorShiftClassifier(INNER, priors=[0.5, 0.5]).fit(X, Y), r"priors must have .* shape \(3,\)"),
    (lambda: decisions.PriorShiftClassifier(INNER, priors=[2, 1, 1]).fit(X, Y),
     "priors must be non-negative and sum to one"),
    (lambda: decisions.PriorShiftClassifier(INNER).fit(X, np.where(Y == 0, None, "a")),
     "y has missing labels; leave these exa"),
    (lambda: decisions.CostMatrixClassifier(INNER, np.eye(2)).fit(X, Y), r"costs must have shape \(3, 3\)"),
    (lambda: decisions.PriorShiftClassifier(FrozenEstimator(LogisticRegression().fit(X, Y))).fit(X[Y < 2], Y[Y < 2]),
     r"y has no example of the class .*2.* so its share is 0"),
    (lambda: decisions.PriorShiftClassifier(FrozenEstimator(LogisticRegression().fit(X, Y))).fit(X, np.arange(600) % 4),
     "y holds 3, which classes_ of estimator does not have"),
    # reports and data sets
    (lambda: report.report([[3, 1], [1, 2]]), "reading must be what read", TypeError),
    (lambda: report.report(report.read(b"3,1\n1,2"), ordered="01"), "a list of names or None, got '01'", TypeError),
    (lambda: report.as_text(report.describe([[3, 1], [1, 2]])), "found must be the dictionary that report", TypeError),
    (lambda: report.picture([[3, 1], [1, 2]]), "found must be the dictionary that describe", TypeError),
    (lambda: datasets.ThreeGaussians(sigma=1e-4).quadrature(), "smaller cells_per_sigma"),
    (lambda: limits.attainable_norm(datasets.ThreeGaussians(sigma=1e-4)), "smaller cells_per_sigma"),
    (lambda: LAW.bayes_predict([[1e200, 0.0]]), "beyond the range of floats"),
    (lambda: datasets.ThreeGaussians(weights=[0.5, 0.6, 0.1]), "weights must be non-negative and sum to one"),
    (lambda: datasets.ThreeGaussians(weights=[0.5, 0.5]), "one entry per class"),
    (lambda: datasets.ThreeGaussians(weights=[0.5, 0.5, 0.0]), "weights must all be positive"),
    (lambda: datasets.ThreeGaussians(centers=[[0, 1, 2]] * 3), "centers must have shape"),
    (lambda: datasets.ThreeGaussians(centers=[[0, 1]], weights=[1.0]), "Q at least 2"),
    (lambda: LAW.sample_inputs([0, 3]), "y must be the integers 0 to 2"),
    (lambda: LAW.sample_inputs([0.0]), "y must be the integers 0 to 2"),
    (lambda: LAW.bayes_predict([[0, 0]], "fair"), "costs must be None"),
    (lambda: LAW.bayes_predict([[0, 0]], [1, 2]), "costs must have shape"),
    (lambda: LAW.confusion(np.zeros((2, 2))), "W must have shape"),
    (lambda: LAW.confusion(lambda X: X[:, 0]), "the rule's labels must be the integers"),
    (lambda: LAW.confusion(lambda X: np.zeros(3, int)), "one label per point"),
    (lambda: LAW.confusion(LAW.bayes_predict, intercept=[0, 0, 0]), "intercept goes with a linear rule"),
    (lambda: LAW.hinge_losses(np.zeros((3, 2)), 3), "p must be a class number"),
    *[(lambda counts=counts: datasets.imbalanced_cut(np.zeros((4, 1)), [0, 0, 1, 1], counts), message)
      for counts, message in (([1, 2, 3], "one number for each of the 2 classes"), ({0: 1, 7: 1}, "class 7, which has"),
                              ([3, 1], "class_counts asks for 3 examples of class 0, which has 2"),
                              ({0: 1.5}, "class_counts asks for 1.5"), ({}, "class_counts leaves every class out"),
                              ({0: 0}, "use a mapping to leave a class out"))],
    (lambda: datasets.imbalanced_cut(3, [0, 1], [1, 1]), "X and y must have as many rows"),
    (lambda: datasets.imbalanced_cut([[0], [1]], [None, "a"], [1, 1]), "y has missing labels"),
]
# fmt: on


@pytest.mark.parametrize("case", range(len(REFUSED)), ids=lambda k: REFUSED[k][1][:60])
def test_refused(case):
    call, message, *kind = REFUSED[case]
    with pytest.raises(*kind or [ValueError], match=message):
        call()
