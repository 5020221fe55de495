"""ConfusionNormClassifier: laws whose true norms are known, certificates, what is refused."""

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_predict

from confusion.datasets import ThreeGaussians
from confusion.decisions import ConfusionNormClassifier, bayes_predictions, betting_p_value, least_norm
from confusion.metrics import confusion_matrix, operator_norm
from tests.confusion.decisions.test_norms import SIZES
from tests.helpers import zero_diagonal

LAW = ThreeGaussians()
X, Y = LAW.sample(600, random_state=3)
NEW, Y_NEW = LAW.sample(2000, random_state=4)


class Table(ClassifierMixin, BaseEstimator):
    """X numbers the rows of a table of probabilities, which is right or wrong."""

    def __init__(self, table=None):
        self.table = table

    def fit(self, X, y):
        self.classes_ = np.arange(len(self.table[0]))
        return self

    def predict_proba(self, X):
        return np.asarray(self.table)[np.asarray(X)[:, 0]]


def atoms(seed, n=8, Q=3):
    """Masses P(x | y) of a law on n atoms with equal classes, and P(y | x)."""
    masses = np.random.default_rng(seed).dirichlet(np.full(n, 0.5), size=Q).T
    return masses, masses / masses.sum(axis=1, keepdims=True)


def drawn(masses, counts, rng):
    y = np.repeat(np.arange(len(counts)), counts)
    return np.concatenate([rng.choice(len(masses), k, p=masses[:, q]) for q, k in enumerate(counts)])[:, None], y


def known(seed, table=None, **options):
    """A model whose probabilities on 50,000 draws of the law are those of the table, and the law."""
    masses, P = atoms(seed)
    rows, y = drawn(masses, [4000] * 3, np.random.default_rng(seed))
    frozen = FrozenEstimator(Table(P if table is None else table(P)).fit(rows, y))
    return ConfusionNormClassifier(frozen, **options).fit(rows, y), masses


def test_the_rule_is_that_of_the_arrays():
    model = ConfusionNormClassifier(LogisticRegression()).fit(X, Y)
    P = cross_val_predict(LogisticRegression(), X, Y, method="predict_proba")
    found = least_norm(P, plausible=0.05)
    assert (model.lower_, model.upper_) == pytest.approx((found.lower, found.upper))
    inner = LogisticRegression().fit(X, Y).predict_proba(NEW)
    np.testing.assert_array_equal(model.predict(NEW), bayes_predictions(inner, found.rule))
    np.testing.assert_allclose(model.predict_mixture_proba(NEW), found.mixture(inner))
    np.testing.assert_allclose(model.costs_, found.costs)
    np.testing.assert_allclose(model.predict_proba(NEW), inner)
    assert model.upper_ - model.lower_ <= 1e-3 and model.implausible_share_ == 0
    other = ConfusionNormClassifier(LogisticRegression(), cv=KFold(3)).fit(X, Y)
    assert other.upper_ != model.upper_


@pytest.mark.evaluates("prop-least-certificate")
@pytest.mark.slow
@pytest.mark.parametrize("norm", ["operator", "max-error", "frobenius", "column-sum"])
@pytest.mark.parametrize("randomized", [False, True])
def test_certificates_fail_as_seldom_as_they_say(norm, randomized):
    rng, failures, trials, delta = np.random.default_rng(0), np.zeros(2), 0, 0.5
    for seed in range(4):
        model, masses = known(seed, norm=norm, randomized=randomized, predictions="any", random_state=0)
        atom = np.arange(len(masses))[:, None]
        H = model.predict_mixture_proba(atom) if randomized else np.eye(3)[model.predict(atom)]
        C = zero_diagonal(masses.T @ H)
        least = least_norm(masses, norm, sample_weight=masses.sum(axis=1), tol=1e-6).upper
        for _ in range(40):
            found, upper, value, lower = model.certificate(*drawn(masses, [30, 8, 4], rng), delta=delta)
            assert upper > found and lower < value
            failures += upper < SIZES[norm](C), lower > least
            trials += 1
    assert (failures <= delta / 2 * trials).all()


@pytest.mark.evaluates("eq-least-certificate")
def test_a_certificate_by_hand():
    model, masses = known(1)
    rows, y = drawn(masses, [20, 10, 5], np.random.default_rng(0))
    norm, upper, value, lower = model.certificate(rows, y, delta=0.1)
    C = confusion_matrix(y, model.predict(rows), labels=[0, 1, 2])
    assert norm == pytest.approx(operator_norm(C))
    assert upper - norm == pytest.approx(np.sqrt(np.log(20) / 10))
    M = zero_diagonal(model.least_norm_.dual)
    R = confusion_matrix(y, bayes_predictions(model.predict_proba(rows), model.costs_), labels=[0, 1, 2])
    assert value == pytest.approx(np.sum(M * R))
    assert value - lower == pytest.approx(np.sqrt(np.log(20) / 2 * (M.max(axis=1) ** 2 @ [1 / 20, 1 / 10, 1 / 5])))


def test_a_challenge_by_hand():
    """The difference of two values of certificates; p by the classes' own sizes and largest costs, from one of each."""
    model, masses = known(1, predictions="any")
    M = zero_diagonal(model.least_norm_.dual)
    rival, found = np.arange(len(masses)) % 3, []
    for sizes in ([20, 10, 5], [1, 1, 1]):
        rows, y = drawn(masses, sizes, np.random.default_rng(0))
        rule = bayes_predictions(model.predict_proba(rows), model.costs_)
        C, R = (confusion_matrix(y, a, labels=[0, 1, 2]) for a in (rival[rows[:, 0]], rule))
        for sign, against in ((1, rival[rows[:, 0]]), (-1, y)):
            difference, p_value = model.challenge(against, rows, y)
            assert difference == pytest.approx(np.sum(M * C * (sign > 0)) - np.sum(M * R))
            costs = M[y, against] - M[y, rule]
            assert p_value == betting_p_value(costs, y, M.max(axis=1))
            found.append(p_value)
    assert min(found) < 1


def test_a_rival_with_refused_answers_is_no_rival():
    model = ConfusionNormClassifier(LogisticRegression()).fit(X, Y)
    P = model.predict_proba(NEW)
    ratios = P / model.least_norm_.shares
    refused = (P < 0.05 * P.max(axis=1, keepdims=True)) & (ratios < 0.05 * ratios.max(axis=1, keepdims=True))
    rule = bayes_predictions(P, model.costs_)
    rival = np.where(refused.any(axis=1), refused.argmax(axis=1), rule)
    assert (rival != rule).any()
    assert model.challenge(rival, NEW, Y_NEW) == (0.0, 1.0)
    difference, p_value = model.challenge(LogisticRegression().fit(X, Y), NEW, Y_NEW)
    assert difference > 0 and p_value == 1


def test_answers_that_cannot_be_right_are_counted_or_refused():
    table = np.eye(4)[1:]
    table[0, :2] = 0.5
    rows = np.array([[0], [0], [1], [2]] * 6)
    y = np.tile([0, 1, 2, 3], 6)
    frozen = FrozenEstimator(Table(table).fit(rows, y))
    free = ConfusionNormClassifier(frozen, predictions="any", tol=1e-5).fit(rows, y)
    assert free.upper_ == pytest.approx(np.sqrt(0.2), abs=1e-4)
    assert free.implausible_share_ == pytest.approx(0.2 / 2, abs=0.01)  # (Q - 2) / (Q + 6) of the half that is an atom
    honest = ConfusionNormClassifier(frozen, tol=1e-5).fit(rows, y)
    assert honest.upper_ == pytest.approx(0.5, abs=1e-4) and honest.implausible_share_ == 0


def test_the_mixture_is_drawn():
    model, masses = known(0, norm="max-error", randomized=True, random_state=7)
    rows = np.repeat(np.arange(len(masses)), 2000)[:, None]
    drawn_answers = model.predict(rows)
    np.testing.assert_array_equal(drawn_answers, model.predict(rows))
    H = model.predict_mixture_proba(np.arange(len(masses))[:, None])
    shares = np.eye(3)[drawn_answers].reshape(len(masses), 2000, 3).mean(axis=1)
    np.testing.assert_allclose(shares, H, atol=0.05)
    assert ((H > 0.01) & (H < 0.99)).any() and not shares[H == 0].any()


def test_a_calibrator_mends_what_is_distorted():
    masses, P = atoms(2)
    bent, fair = known(2, table=lambda P: P**3 / (P**3).sum(axis=1, keepdims=True)), known(2)
    mended = known(2, table=lambda P: P**3 / (P**3).sum(axis=1, keepdims=True), calibrate=True)
    off = abs(bent[0].upper_ - fair[0].upper_)
    assert off > 0.02 and abs(mended[0].upper_ - fair[0].upper_) < off / 4
    np.testing.assert_allclose(mended[0].predict_proba(np.arange(8)[:, None]), P, atol=0.05)
    assert fair[0].calibrator_ is None


def test_sample_weights_are_routed():
    weights = np.where(Y == 0, 0.1, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        inner = LogisticRegression().set_fit_request(sample_weight=True)
        model = ConfusionNormClassifier(inner).fit(X, Y, sample_weight=weights)
        P = cross_val_predict(inner, X, Y, method="predict_proba", params={"sample_weight": weights})
        none = ConfusionNormClassifier(inner).fit(X, Y, sample_weight=np.where(Y == 2, 0.0, 1.0))
    np.testing.assert_allclose(model.estimator_.coef_, LogisticRegression().fit(X, Y, sample_weight=weights).coef_)
    assert model.upper_ == pytest.approx(least_norm(P, plausible=0.05, sample_weight=weights).upper)
    assert 2 not in none.predict(NEW)


def test_weights_are_repetitions_for_the_calibrator_too():
    """Its penalty must weigh as much against weighted examples as against repeated ones; ones are no weights."""
    some = slice(None, None, 4)
    few, labels, weights = X[some], Y[some], np.arange(150) % 3 + 1
    again = np.repeat(np.arange(150), weights)
    with sklearn.config_context(enable_metadata_routing=True):
        inner = LogisticRegression(tol=1e-9).set_fit_request(sample_weight=True)

        def mended(rows, **params):
            fold = rows % 3
            cv = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(3)]
            model = ConfusionNormClassifier(inner, calibrate=True, cv=cv)
            return model.fit(few[rows], labels[rows], **params).calibrator_.coef_

        once = np.arange(150)
        np.testing.assert_allclose(mended(once, sample_weight=weights), mended(again), rtol=1e-4)
        np.testing.assert_allclose(mended(once, sample_weight=np.ones(150)), mended(once), rtol=1e-4)


def test_a_class_without_examples_is_never_answered():
    frozen = FrozenEstimator(LogisticRegression().fit(X, Y))
    model = ConfusionNormClassifier(frozen, predictions="any").fit(X[Y < 2], Y[Y < 2])
    assert set(model.predict(NEW)) == {0, 1} and not model.predict_mixture_proba(NEW)[:, 2].any()
    assert model.certificate(NEW, Y_NEW)[0] > 0.7  # its examples are all wrong, and count
    assert model.certificate(NEW[Y_NEW < 2], Y_NEW[Y_NEW < 2])[0] < 0.3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"norm": "nuclear"}, "norm must be one of"),
        ({"randomized": 1}, "randomized must be True or False"),
        ({"calibrate": 1}, "calibrate must be True or False"),
        ({"predictions": "all"}, 'predictions must be "plausible" or "any"'),
        ({"predictions": None}, 'predictions must be "plausible" or "any"'),
        ({"tol": 0.0}, "tol must be"),
        ({"cv": "ten"}, "cv"),
    ],
)
def test_a_refused_fit_changes_nothing(options, words):
    model = ConfusionNormClassifier(LogisticRegression(), **options)
    with pytest.raises((ValueError, TypeError), match=words):
        model.fit(X, Y)
    assert not hasattr(model, "estimator_") and not hasattr(model, "classes_")


def test_refused_certificates():
    model = ConfusionNormClassifier(LogisticRegression()).fit(X, Y)
    few = np.flatnonzero(Y_NEW < 2)
    for call, words in (
        (
            lambda: model.certificate(NEW[few], Y_NEW[few]),
            r"at least 1 of each class, got \{0: \d+, 1: \d+, 2: 0\}",
        ),
        (lambda: model.challenge(Y_NEW[few], NEW[few], Y_NEW[few]), "y must hold at least 1 of each class"),
        (lambda: model.certificate(NEW, Y_NEW, delta=0), "delta must be in"),
        (lambda: model.certificate(NEW, Y_NEW[:5]), "X and y must be equally long"),
        (lambda: model.certificate(NEW, Y_NEW + 1), "classes_ of estimator does not have"),
        (lambda: model.challenge(Y_NEW[:5], NEW, Y_NEW), "rival and y must be equally long"),
        (lambda: model.challenge(Y_NEW + 1, NEW, Y_NEW), "rival holds 3"),
    ):
        with pytest.raises(ValueError, match=words):
            call()
