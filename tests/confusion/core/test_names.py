"""Frames, series and dicts that name the classes: the names are obeyed, wherever a class is indexed."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from confusion import boosting, copa, decisions, margins, metrics, noise, report, uma
from confusion._core.arguments import by_name
from confusion.datasets import ThreeGaussians, imbalanced_cut
from confusion_studies.data import make_poker_hands, make_text_standin
from confusion_studies.rivals import ForwardSoftmax

pandas = pytest.importorskip("pandas")

NAMES = ["donkey", "horse", "mule"]
SHUFFLED = ["mule", "donkey", "horse"]
PRIORS, SHARES = np.array([0.6, 0.3, 0.1]), np.array([0.2, 0.3, 0.5])
COSTS = np.array([[0.0, 1, 2], [3, 0, 4], [9, 20, 0]])
NOISE = np.array([[0.7, 0.1, 0.0], [0.2, 0.9, 0.3], [0.1, 0.0, 0.7]])
ERRORS = np.array([[0.0, 0.1, 0.3], [0.2, 0.0, 0.1], [0.0, 0.4, 0.0]])
RNG = np.random.default_rng(0)
PROBA = RNG.dirichlet(np.ones(3), size=60)
X, CODES = RNG.normal(size=(60, 2)), np.arange(60) % 3
X[:, 0] += CODES
Y = np.array(NAMES)[CODES]
LAW = ThreeGaussians()


def fitted(make):
    """What an estimator of the data answers to probabilities, or by its scores."""
    model = make.fit(X, Y)
    return model.predict_proba(X) if hasattr(model, "predict_proba") else model.decision_function(X)


#: Function of an argument, the argument as an array, the axes of its classes, and these: NAMES, or numbers from 0.
# fmt: off
PLACES = {
    "PriorShiftClassifier": (lambda v: fitted(decisions.PriorShiftClassifier(LogisticRegression(), v)), PRIORS, NAMES),
    "CostMatrixClassifier": (lambda v: fitted(decisions.CostMatrixClassifier(LogisticRegression(), v)), COSTS, NAMES),
    "ComboClassifier": (lambda v: fitted(boosting.ComboClassifier(5, costs=v)), COSTS, NAMES),
    "AdaBoostMMClassifier": (lambda v: fitted(boosting.AdaBoostMMClassifier(5, costs=v)), COSTS, NAMES),
    "UmaClassifier": (lambda v: fitted(uma.UmaClassifier(v, max_iter=5)), NOISE, NAMES),
    "UmaClassifier, classes": (lambda v: fitted(uma.UmaClassifier(v, max_iter=5, classes=list(NAMES))), NOISE, NAMES),
    "coef_init": (lambda v: uma.UmaClassifier(max_iter=1).fit(X, Y, coef_init=v).coef_, COSTS[:, 1:], NAMES),
    "intercept_init": (
        lambda v: uma.UmaClassifier(max_iter=1, fit_intercept=True).fit(X, Y, intercept_init=v).intercept_,
        PRIORS, NAMES),
    "ForwardSoftmax": (lambda v: fitted(ForwardSoftmax(v, max_iter=5)), NOISE, NAMES),
    "estimated_joint": (lambda v: noise.estimated_joint(Y, Y[::-1], v), NOISE, NAMES),
    "estimated_error": (lambda v: noise.estimated_error(Y, Y[::-1], v), NOISE, NAMES),
    "class_proportions": (lambda v: noise.class_proportions(Y[:50], v), NOISE, NAMES),
    "class_proportions, classes": (lambda v: noise.class_proportions(Y[:50], v, classes=NAMES), NOISE, NAMES),
    "corrupt_labels": (lambda v: noise.corrupt_labels(Y, v, random_state=0), NOISE, NAMES),
    "anchor_points": (lambda v: noise.anchor_points(v, Y), PROBA, NAMES),
    "confident_joint": (lambda v: noise.confident_joint(Y, v), PROBA, NAMES),
    "em_noise": (lambda v: noise.em_noise(Y, v, max_iter=3, tol=9.0).noise_matrix, PROBA, NAMES),
    "imbalanced_cut": (lambda v: imbalanced_cut(X, Y, v, random_state=0)[0], [3, 1, 2], NAMES),
    "describe": (lambda v: report.describe(v, NAMES)["classes"], [[5, 1, 0], [2, 6, 1], [0, 3, 9]], NAMES),
    "uma_direction": (lambda v: uma.uma_direction(X, CODES, np.eye(3, 2), v, 0, 1), NOISE, None),
    "importance_weighted_risk": (
        lambda v: copa.importance_weighted_risk([np.eye(3, 2)] * 60, X, CODES, v), PRIORS, None),
    "ThreeGaussians": (lambda v: ThreeGaussians(v).weights, PRIORS, None),
    "bayes_predict, matrix": (lambda v: LAW.bayes_predict(X, v), COSTS, None),
    "bayes_predict, vector": (lambda v: LAW.bayes_predict(X, v), PRIORS, None),
    "make_text_standin": (
        lambda v: make_text_standin(v, 400, random_state=0).target, [3, 1, 2], None),
    "make_poker_hands": (lambda v: make_poker_hands(class_counts=v, random_state=0).target, [3, 1, 2, *[1] * 7], None),
    "margins": (lambda v: margins.margins(v, CODES), PROBA, None),
    "surrogate_loss": (lambda v: margins.surrogate_loss(v, CODES, "softmax"), PROBA, None),
    "surrogate_loss, one": (lambda v: margins.surrogate_loss(v, 1, "softmax"), PRIORS, None),
    "mh_distribution": (lambda v: boosting.mh_distribution(v, CODES), PROBA, None),
}
# fmt: on


def named(array, names, order):
    """The array with its classes in another order, and named."""
    array, places = np.asarray(array), [names.index(name) for name in order]
    if array.ndim == 1:
        return pandas.Series(array[places], index=order)
    if array.shape[0] != array.shape[1]:  # examples by classes, or classes by features
        if len(array) == len(names):
            return pandas.DataFrame(array[places], index=order)
        return pandas.DataFrame(array[:, places], columns=order)
    return pandas.DataFrame(array[np.ix_(places, places)], index=order, columns=order)


@pytest.mark.parametrize("place", [
    pytest.param(place, marks=[pytest.mark.slow] if place == "make_poker_hands" else []) for place in PLACES
])  # fmt: skip
def test_names_are_obeyed(place):
    """Only this sees an argument taken by position: each order of the names has the result of the plain array."""
    call, array, names = PLACES[place]
    names = list(range(len(array if np.ndim(array) == 1 else array[0]))) if names is None else names
    order = [*names[2:], *names[:2]]
    plain = call(array)
    for values in (named(array, names, names), named(array, names, order)):
        np.testing.assert_array_equal(call(values), plain)
    by_position = named(array, names, order)
    assert not np.array_equal(np.asarray(by_position), np.asarray(array)), "another order must be another array"
    if np.ndim(array) == 1 and place != "imbalanced_cut":  # a dict orders its draws
        np.testing.assert_array_equal(call(dict(zip(order, by_position))), plain)


@pytest.mark.parametrize("place", PLACES)
def test_other_names_are_refused(place):
    call, array, names = PLACES[place]
    names = list(range(len(array if np.ndim(array) == 1 else array[0]))) if names is None else names
    for other in (["zebra", *names[1:]], [names[0], names[0], *names[2:]]):
        wrong = named(array, names, names)
        for axis in ("index", "columns"):
            if getattr(wrong, axis, None) is not None and list(getattr(wrong, axis)) == names:
                setattr(wrong, axis, other)
        with pytest.raises(ValueError, match=r"is no class|names a class twice|does not name"):
            call(wrong)


def test_a_default_index_is_no_name():
    """Also where the classes are other numbers: 1, 2, 3 for the positions 0, 1, 2."""
    for classes in (CODES, CODES + 1, Y):
        model = decisions.PriorShiftClassifier(LogisticRegression(), PRIORS).fit(X, classes)
        for priors in (pandas.Series(PRIORS), pandas.Series(PRIORS, index=model.classes_)):
            other = decisions.PriorShiftClassifier(LogisticRegression(), priors).fit(X, classes)
            np.testing.assert_array_equal(other.predict_proba(X), model.predict_proba(X))
    with pytest.raises(ValueError, match="priors names 0, which is no class"):
        decisions.PriorShiftClassifier(LogisticRegression(), pandas.Series(PRIORS, index=[2, 1, 0])).fit(X, CODES + 1)
    by_position = uma.UmaClassifier(pandas.DataFrame(NOISE), max_iter=5, classes=[2, 0, 1]).fit(X, CODES)
    wanted = uma.UmaClassifier(NOISE, max_iter=5, classes=[2, 0, 1]).fit(X, CODES)
    np.testing.assert_array_equal(by_position.coef_, wanted.coef_)


def test_one_named_axis_is_enough_if_it_is_in_order():
    """The order of the other axis is known then; else it could be that of the columns or that of the classes."""
    right = pandas.DataFrame(COSTS, columns=NAMES)
    np.testing.assert_array_equal(by_name(right, "costs", NAMES, (0, 1)), COSTS)
    with pytest.raises(ValueError, match="costs names its columns alone"):
        by_name(pandas.DataFrame(COSTS, columns=SHUFFLED), "costs", NAMES, (0, 1))
    with pytest.raises(ValueError, match="costs names its rows alone"):
        by_name(pandas.DataFrame(COSTS, index=SHUFFLED), "costs", NAMES, (0, 1))


def test_frames_without_an_index():
    """polars has columns alone, pyarrow calls them otherwise; neither is needed here."""

    class Frame:
        def __init__(self, columns):
            self.columns = columns

        def __array__(self, dtype=None, copy=None):
            return PROBA

    frame = Frame(SHUFFLED)
    wanted = PROBA[:, [SHUFFLED.index(name) for name in NAMES]]
    np.testing.assert_array_equal(by_name(frame, "proba", NAMES, (1,)), wanted)
    frame.column_names, frame.columns = SHUFFLED, [PROBA[:, 0]] * 3
    np.testing.assert_array_equal(by_name(frame, "proba", NAMES, (1,)), wanted)


#: Functions that know no classes, of arguments that may name them.
TOGETHER = {
    "bayes_predictions": (decisions.bayes_predictions, {"probabilities": PROBA, "costs": COSTS}),
    "prior_shift": (decisions.prior_shift, {"probabilities": PROBA, "old": PRIORS, "new": SHARES}),
    "noise_costs": (decisions.noise_costs, {"costs": COSTS, "noise_matrix": NOISE}),
    "regret_bound": (decisions.regret_bound, {"deviations": SHARES, "costs": COSTS}),
    "least_norm": (lambda **v: decisions.least_norm(tol=0.01, **v).upper, {"probabilities": PROBA, "priors": PRIORS}),
    "mixture": (
        lambda probabilities, again: decisions.least_norm(probabilities, tol=0.01).mixture(again),
        {"probabilities": PROBA, "again": PROBA[:7]},
    ),
    "risk": (metrics.risk, {"C": ERRORS, "priors": PRIORS}),
    "class_margin_bounds": (
        lambda **v: margins.class_margin_bounds(norm_bound=1.0, radius=1.0, rho=1.0, **v),
        {"class_margin_losses": SHARES, "class_counts": [9, 99, 999]},
    ),
    "conditional_risk": (lambda **v: margins.conditional_risk(kind="softmax", **v), {"scores": SHARES, "p": PRIORS}),
}


@pytest.mark.parametrize("place", TOGETHER)
def test_named_arguments_go_together(place):
    """The first sets the order, the others follow by their names, and others are refused."""
    call, arguments = TOGETHER[place]
    plain, (first, *others) = call(**arguments), arguments
    frames = {first: named(arguments[first], NAMES, NAMES)}
    np.testing.assert_array_equal(
        call(**frames, **{other: named(arguments[other], NAMES, SHUFFLED) for other in others}), plain
    )
    for other in others:
        strange = named(arguments[other], NAMES, NAMES)
        strange = strange.set_axis(["zebra", *NAMES[1:]], axis=0 if strange.shape[0] == 3 else 1)
        name = "probabilities" if other == "again" else other
        with pytest.raises(ValueError, match=f"{name} names zebra, which is no class"):
            call(**arguments | frames | {other: strange})


@pytest.mark.parametrize(
    "call",
    [
        metrics.as_error_matrix, metrics.confusion_from_counts, metrics.operator_norm, metrics.per_class_error,
        lambda C: noise.check_noise_matrix(C / C.sum(axis=0)), lambda C: noise.dominance(C / C.sum(axis=0)).rows,
        lambda C: noise.noise_family(C / C.sum(axis=0), 3), lambda C: noise.condition_number(C),
        lambda C: noise.convert_noise_matrix(C / C.sum(axis=0), target="patrini"),
    ],
)  # fmt: skip
def test_a_matrix_alone_has_its_columns_in_the_order_of_its_rows(call):
    """A diagonal, or the classes of a result, would else be those of two orders."""
    C = np.array([[0.7, 0.1, 0.2], [0.2, 0.8, 0.0], [0.1, 0.3, 0.6]])
    frame = pandas.DataFrame(C, index=NAMES, columns=NAMES)
    np.testing.assert_allclose(call(frame[SHUFFLED]), call(C), rtol=1e-12)
    with pytest.raises(ValueError, match="names zebra, which is no class"):
        call(frame.set_axis(["zebra", *NAMES[1:]], axis=1))


def test_answers_that_are_no_classes():
    """Columns of costs may be other answers, which have no order but their own."""
    costs = pandas.DataFrame(COSTS[:, :2], index=NAMES, columns=["treat", "wait"]).loc[SHUFFLED]
    frame = pandas.DataFrame(PROBA, columns=NAMES)
    predicted = decisions.bayes_predictions(PROBA, COSTS[:, :2])
    np.testing.assert_array_equal(decisions.bayes_predictions(frame, costs), predicted)


def test_a_fitted_rule_obeys_the_names_of_new_priors():
    """The parameter may be set after `fit`, and is read again then."""
    model = decisions.PriorShiftClassifier(LogisticRegression(), PRIORS).fit(X, Y)
    wanted = model.predict_proba(X)
    model.set_params(priors=dict(zip(SHUFFLED, (0.1, 0.6, 0.3))))
    np.testing.assert_array_equal(model.predict_proba(X), wanted)
