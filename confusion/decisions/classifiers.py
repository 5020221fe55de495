"""Rules behind any classifier with probabilities, for many classes, in the manner of FixedThresholdClassifier."""

import warnings

import numpy as np
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.utils import column_or_1d, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from confusion._core.arguments import by_name, check_flag, check_not_negative, check_priors, check_random, finite_array
from confusion._core.labels import check_classes, check_equally_long, check_two_classes, class_codes, example_weights
from confusion._core.refit import unchanged_on_error
from confusion.decisions.bets import betting_p_value
from confusion.decisions.costs import bayes_predictions, prior_shift, probability_rows
from confusion.decisions.norms import NORMS, least_norm, plausible_predictions
from confusion.decisions.tuning import tune
from confusion.limits.concentration import log_ratio
from confusion.metrics import paired_comparison

__all__ = ["ConfusionNormClassifier", "CostMatrixClassifier", "PriorShiftClassifier", "TunedDecisionClassifier"]

#: A prediction is refused if its probability, as it is and over its share, is below this part of the largest.
PLAUSIBLE = 0.05
#: Mean probabilities that are this far above the share of a class, and twice as large, are not those of the sample.
MEAN_OFF = 0.05


def class_sums(y, classes, fit_params):
    """Labels as positions, weights of the examples, and their sums by class."""
    codes = class_codes(y, classes, classes_name="classes_ of estimator")[1]
    weight = example_weights(fit_params.get("sample_weight"), len(y))
    return codes, weight, np.bincount(codes, weight, minlength=len(classes))


def logarithms(P):
    """Those of probabilities, none below that of one in a million."""
    return np.log(np.clip(P, 1e-6, None))


class PlugInClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Base of all: fits a clone, predicts the likeliest class; a subclass changes `_probabilities` or `_decide`."""

    def fit(self, X, y, sample_weight=None, **params):
        """Fit a clone of `estimator`; one in ``sklearn.frozen.FrozenEstimator`` stays as it is.

        If this raises an error, the object is as it was before the call.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features, as `estimator` takes them.
        y : array-like of shape (n,)
            Class labels.
        sample_weight : array-like of shape (n,), optional
            Weights of the examples, for `estimator`, which must take them, and for the rule.  Where scikit-learn's
            metadata routing is enabled, both get them if `estimator` asks for them.
        **params : dict
            Handed to the `fit` of `estimator`, where metadata routing is enabled and asks for them.

        Returns
        -------
        self
            The fitted classifier.
        """
        if not (hasattr(self.estimator, "fit") and hasattr(self.estimator, "predict_proba")):
            raise TypeError(f"estimator must have fit and predict_proba, and {self.estimator!r} has not; "
                            "CalibratedClassifierCV of scikit-learn gives probabilities to a classifier")  # fmt: skip
        X, y, sample_weight = indexable(X, y, sample_weight)
        y = column_or_1d(y, warn=True)
        check_classes(y)
        if sample_weight is not None:
            check_two_classes(np.unique(y[example_weights(sample_weight, len(y)) > 0]))
        with unchanged_on_error(self):
            routed = self._routed(sample_weight, params)
            self.estimator_ = clone(self.estimator).fit(X, y, **routed)
            self.classes_ = self.estimator_.classes_
            for name in ("n_features_in_", "feature_names_in_"):
                if hasattr(self.estimator_, name):
                    setattr(self, name, getattr(self.estimator_, name))
            self._prepare(X, y, routed)
        return self

    def _routed(self, sample_weight, params):
        """What goes to the `fit` of `estimator`, and `sample_weight` of it to the rule, too."""
        if sample_weight is not None:
            params = {"sample_weight": sample_weight, **params}
        if get_config()["enable_metadata_routing"] or {*params} > {"sample_weight"} or "sample_weight" not in params:
            return process_routing(self, "fit", **params).estimator.fit
        if not (isinstance(self.estimator, FrozenEstimator) or has_fit_parameter(self.estimator, "sample_weight")):
            raise TypeError(f"estimator, a {type(self.estimator).__name__}, takes no sample_weight in fit; of a "
                            "pipeline enable metadata routing, and call set_fit_request of what is in it")  # fmt: skip
        return params

    def predict_proba(self, X):
        """Estimate the probabilities of the classes, on which the predictions rest.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            Those of ``estimator_``; a shift of priors, or a calibrator, has changed them.
        """
        check_is_fitted(self, "estimator_")
        return self._probabilities(self.estimator_.predict_proba(X))

    def predict(self, X):
        """Predict the class that is best by the rule, of those that tie the first.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n,)
            Labels of ``classes_``.
        """
        predicted = self._decide(self.predict_proba(X))  # first: it says so if there was no fit
        return self.classes_[predicted]

    def _probabilities(self, P):
        return P

    def _decide(self, P):
        return P.argmax(axis=1)

    def get_metadata_routing(self):
        """Say where metadata go: those of `fit` to the `fit` of `estimator`.

        Returns
        -------
        MetadataRouter
            As scikit-learn's user guide on metadata routing describes.
        """
        mapping = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=self).add(estimator=self.estimator, method_mapping=mapping)

    def __sklearn_tags__(self):
        tags, inner = super().__sklearn_tags__(), get_tags(self.estimator).input_tags
        tags.input_tags.sparse, tags.input_tags.allow_nan = inner.sparse, inner.allow_nan
        return tags


class PriorShiftClassifier(PlugInClassifier):
    """Divide the probabilities of a classifier by the shares of the classes, after training.

    Parameters
    ----------
    estimator : classifier
        Any with ``predict_proba``.  It must not weigh the classes itself: its probabilities are to be those of the
        sample.  To keep a fitted one, put it into ``sklearn.frozen.FrozenEstimator``, and give `fit` its sample.
    priors : array-like of shape (K,) or dict, optional
        Shares of the classes for which to decide: by name if it is a series or a dict, else in the order of
        ``classes_``.  Default: all alike, which aims at the mean of the class errors.
    strength : float, default 1.0
        How far to go: 0 leaves the classifier as it is, 1 decides for `priors`; see :func:`prior_shift`.

    Attributes
    ----------
    estimator_, classes_, n_features_in_, feature_names_in_
        The fitted clone, and what it has of the others.
    shares_ : array of shape (K,)
        Shares of the classes in `y`, by sample weights if these go to `estimator`.

    Notes
    -----
    For alike priors this aims at the balanced error, and by macro-F1 or the MCC it is often worse than no shift: a rare
    class is predicted wherever it may be.  For these measures see :class:`TunedDecisionClassifier`.

    The prediction is the first largest entry of :func:`prior_shift`, from ``shares_`` to `priors`.  For alike priors
    and strength 1 it is that of :class:`CostMatrixClassifier` if to miss class y costs 1/share_y, and with two classes
    that of ``FixedThresholdClassifier`` at the threshold share_1.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from confusion import confusion_matrix, operator_norm
    >>> from confusion.datasets import ThreeGaussians
    >>> X, y = ThreeGaussians().sample(600, random_state=3)
    >>> X_new, y_new = ThreeGaussians().sample(20_000, random_state=4)
    >>> for model in (LogisticRegression(), PriorShiftClassifier(LogisticRegression())):
    ...     C = confusion_matrix(y_new, model.fit(X, y).predict(X_new))
    ...     print(C.sum(axis=1).round(2), round(operator_norm(C), 2))
    [0.01 0.44 0.47] 0.64
    [0.24 0.07 0.07] 0.17
    """

    def __init__(self, estimator, priors=None, strength=1.0):
        self.estimator, self.priors, self.strength = estimator, priors, strength

    def _prepare(self, X, y, fit_params):
        check_not_negative(self.strength, "strength")
        self._priors()
        _, weight, sums = class_sums(y, self.classes_, fit_params)
        if not sums.all():
            lacking = self.classes_.tolist()[sums.argmin()]
            raise ValueError(f"y has no example of the class {lacking!r} that estimator knows, so its share is 0; fit "
                             "on the sample that estimator has learnt from")  # fmt: skip
        self.shares_ = sums / sums.sum()
        mean = np.average(self.estimator_.predict_proba(X), axis=0, weights=weight)
        k = (mean / self.shares_).argmax()
        if mean[k] > max(2 * self.shares_[k], self.shares_[k] + MEAN_OFF):
            label = self.classes_.tolist()[k]
            warnings.warn(f"class {label!r} has the share {self.shares_[k]:.2g} and the mean probability "
                          f"{mean[k]:.2g}: does estimator weigh or resample the classes? A shift does it again; leave "
                          "one of the two out", stacklevel=3)  # fmt: skip

    def _priors(self):
        K = len(self.classes_)
        return None if self.priors is None else check_priors(self.priors, K, classes=self.classes_)

    def _probabilities(self, P):
        return prior_shift(P, self.shares_, self._priors(), self.strength)


class CostMatrixClassifier(PlugInClassifier):
    """Predict the class of least expected cost by the probabilities of a classifier.

    Parameters
    ----------
    estimator : classifier
        Any with ``predict_proba``, the better calibrated the better (:func:`regret_bound`).
    costs : array-like of shape (K, K), optional
        ``costs[y, q]`` is the cost of predicting q for an example of class y: by name if it is a data frame with rows
        and columns named, else in the order of ``classes_``.  Default: every error costs one, which is the rule of the
        classifier itself.

    Attributes
    ----------
    estimator_, classes_, n_features_in_, feature_names_in_
        The fitted clone, and what it has of the others.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = load_iris(return_X_y=True)
    >>> model = CostMatrixClassifier(LogisticRegression(max_iter=1000), [[0, 1, 1], [1, 0, 1], [1, 5, 0]]).fit(X, y)
    >>> [int((model.predict(X[y == k]) != k).sum()) for k in range(3)]  # the third is not missed, at a price
    [0, 16, 0]
    """

    def __init__(self, estimator, costs=None):
        self.estimator, self.costs = estimator, costs

    def _prepare(self, X, y, fit_params):
        self._costs()

    def _costs(self):
        K = len(self.classes_)
        if self.costs is None:
            return 1 - np.eye(K)
        return finite_array(by_name(self.costs, "costs", self.classes_, (0, 1)), "costs", (K, K))

    def _decide(self, P):
        return bayes_predictions(P, self._costs())


class OutOfFoldClassifier(PlugInClassifier):
    """Base of those whose rule is fitted to out-of-fold probabilities; it has the parameters `cv` and `calibrate`."""

    def _out_of_fold(self, X, y, fit_params):
        """Probabilities of the sample, corrected if wanted, weights of the examples, and their sums by class."""
        codes, weight, sums = class_sums(y, self.classes_, fit_params)
        if isinstance(self.estimator_, FrozenEstimator):
            P = self.estimator_.predict_proba(X)
        else:
            P = cross_val_predict(self.estimator, X, y, cv=self.cv, method="predict_proba", params=fit_params)
        self.calibrator_ = None
        if check_flag(self.calibrate, "calibrate"):
            # weights as given: on the scale of example_weights the penalty would do more
            given = fit_params.get("sample_weight")
            model = LogisticRegression(solver="newton-cholesky", tol=1e-10, max_iter=1000)  # the same on any processor
            self.calibrator_ = model.fit(logarithms(P), codes, given)
        return self._probabilities(P), weight, sums

    def _probabilities(self, P):
        if self.calibrator_ is None:
            return P
        calibrated = np.zeros(P.shape)
        calibrated[:, self.calibrator_.classes_] = self.calibrator_.predict_proba(logarithms(P))
        return calibrated


class TunedDecisionClassifier(OutOfFoldClassifier):
    r"""Predict by the rule that is best by a measure of the confusion matrix, fitted to out-of-fold probabilities.

    Parameters
    ----------
    estimator : classifier
        Any with ``predict_proba``.  One in ``sklearn.frozen.FrozenEstimator`` is kept; give `fit` examples new to it.
    objective : str or callable, default "macro_f1"
        As in :func:`tuned_rule`: the name of a measure, or a function, to be maximised, of the matrix of shares.
    min_recall, max_share : float, or dict from classes to floats, optional
        At least this recall of each class, or of those named; at most this share of all predictions.  They hold on the
        out-of-fold probabilities.
    calibrate : bool, default False
        Correct the probabilities first, as :class:`ConfusionNormClassifier` does: naive Bayes, forests and boosting do
        not give those of the classes.  With few examples of a class it can do harm; see `gain`.
    cv : int, splitter or iterable, optional
        Partition of the sample, as in :class:`ConfusionNormClassifier`.

    Attributes
    ----------
    estimator_, classes_, n_features_in_, feature_names_in_
        The clone, fitted on the whole sample, and what it has of the others.
    rule_ : TunedRule
        Measure and matrix of the rule by the out-of-fold probabilities, and a bound for all rules where one is known.
    costs_ : array of shape (K, K)
        Of the rule: ``classes_[(predict_proba(X) @ costs_).argmin(axis=1)]`` are its predictions.
    calibrator_ : LogisticRegression or None

    Notes
    -----
    What is best by one measure is not by another: a rule for macro-F1 mostly predicts rare classes less often than one
    for the balanced error, which divides by their shares, and more often than the largest probability.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from confusion.datasets import ThreeGaussians
    >>> X, y = ThreeGaussians().sample(2000, random_state=3)
    >>> X_new, y_new = ThreeGaussians().sample(5000, random_state=4)
    >>> model = TunedDecisionClassifier(LogisticRegression(), "g_mean").fit(X, y)
    >>> gain = model.gain(X_new, y_new)
    >>> print(f"{gain.difference:.2f}, {gain.low:.2f} to {gain.high:.2f}")
    0.14, 0.11 to 0.17
    """

    def __init__(self, estimator, objective="macro_f1", min_recall=None, max_share=None, calibrate=False, cv=None):
        self.estimator, self.objective, self.min_recall, self.max_share = estimator, objective, min_recall, max_share
        self.calibrate, self.cv = calibrate, cv

    def _prepare(self, X, y, fit_params):
        P, weight, _ = self._out_of_fold(X, y, fit_params)
        limits = self.min_recall, self.max_share
        self.rule_ = tune(probability_rows(P), self.objective, *limits, weight, 100, self.classes_.tolist())
        self.costs_ = self.rule_.costs

    def _decide(self, P):
        return bayes_predictions(P, self.costs_)

    def gain(self, X, y, level=0.95):
        """Compare the rule with the largest probability, by examples that had no part in `fit`.

        Parameters
        ----------
        X, y : array-likes of shape (n, d) and (n,)
            Held-out examples.
        level : float, default 0.95
            Of the confidence interval, whose coverage is measured, see :func:`confusion.metrics.paired_comparison`.

        Returns
        -------
        PairedComparison
            The measure of the rule less that of the largest probability, with its interval.
        """
        if not isinstance(self.objective, str):
            raise ValueError("gain needs an objective with a name: of a function of the matrix no interval is known")
        check_is_fitted(self, "estimator_")
        P = self.estimator_.predict_proba(X)
        plain, tuned = self.classes_[P.argmax(axis=1)], self.classes_[self._decide(self._probabilities(P))]
        return paired_comparison(y, tuned, plain, self.objective, labels=self.classes_, level=level)


class ConfusionNormClassifier(OutOfFoldClassifier):
    r"""Predict by the rule of least confusion norm on the probabilities of a classifier, fitted out of fold.

    As every rule that counts classes alike it may lower macro-F1 and the MCC; :class:`TunedDecisionClassifier` is for
    these.

    Parameters
    ----------
    estimator : classifier
        Any with ``predict_proba``.  One in ``sklearn.frozen.FrozenEstimator`` is kept; give `fit` examples new to it.
    norm : {"operator", "max-error", "frobenius", "column-sum"}, default "operator"
        What :func:`least_norm` minimises.
    predictions : {"plausible", "any"}, default "plausible"
        "plausible" refuses predictions q with P(q | x) and P(q | x) / P(q) both below 1/20 of the largest.  With "any"
        the operator and the Frobenius norm are lowered by **predictions that cannot be right**: between two classes
        that nothing tells apart a coin has norm 1/2, spread over K - 2 others sqrt(2 / (K + 6)); see
        :func:`least_norm`.
    randomized : bool, default False
        Whether `predict` draws from the mixture that reaches ``upper_``, or predicts by the best single rule tried,
        whose norm is ``least_norm_.rule_norm``: more than ``upper_``, where many examples have the same probabilities.
    calibrate : bool, default False
        Correct the probabilities by a logistic regression on the logarithms of those out of fold: (K + 1) K numbers,
        which small classes may not bear.
    cv : int, splitter or iterable, optional
        Partition of the sample, as ``cross_val_predict`` takes it.  By default its five folds, which do not shuffle: if
        examples stand in order, give ``StratifiedKFold(5, shuffle=True, random_state=0)``.
    tol : float, default 1e-3
        Gap of ``lower_`` and ``upper_`` at which the search stops, if not after 300 rules with a larger one.
    random_state : int, RandomState or None, default None
        Of the draws of `predict`.

    Attributes
    ----------
    estimator_, classes_, n_features_in_, feature_names_in_
        The clone, fitted on the whole sample, and what it has of the others; a class that `y` lacks is never predicted.
    lower_, upper_ : float
        The least norm on the out-of-fold probabilities is between them, if these are right.
    least_norm_ : LeastNorm
        The mixture (``rules``, ``weights``), the best single rule (``rule``) and what proves ``lower_`` (``dual``).
    costs_ : array of shape (K, K)
        Of the rule that proves ``lower_``: u_p v_q / P(p) for the operator norm, where one singular pair is largest.
    implausible_share_ : float
        Share of the mixture's predictions that "plausible" would refuse.
    calibrator_ : LogisticRegression or None

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from confusion.datasets import ThreeGaussians
    >>> X, y = ThreeGaussians().sample(2000, random_state=3)
    >>> model = ConfusionNormClassifier(LogisticRegression()).fit(X, y)
    >>> print(f"{model.lower_:.2f} {model.upper_:.2f}")  # by these probabilities; the law's own least is 0.112
    0.12 0.12
    """

    def __init__(self, estimator, norm="operator", predictions="plausible", randomized=False, calibrate=False, cv=None,
                 tol=1e-3, random_state=None):  # fmt: skip
        self.estimator, self.norm, self.predictions, self.randomized = estimator, norm, predictions, randomized
        self.calibrate, self.cv, self.tol, self.random_state = calibrate, cv, tol, random_state

    def _prepare(self, X, y, fit_params):
        check_flag(self.randomized, "randomized")
        if not isinstance(self.predictions, str) or self.predictions not in ("plausible", "any"):
            raise ValueError(f'predictions must be "plausible" or "any", got {self.predictions!r}')
        P, weight, sums = self._out_of_fold(X, y, fit_params)
        level = PLAUSIBLE if self.predictions == "plausible" else 0.0
        least = least_norm(P, self.norm, priors=sums / sums.sum(), sample_weight=weight, plausible=level, tol=self.tol)
        self.least_norm_, self.lower_, self.upper_, self.costs_ = least, least.lower, least.upper, least.costs
        refused = np.where(plausible_predictions(P, least.shares, PLAUSIBLE), 0.0, least.mixture(P)).sum(axis=1)
        self.implausible_share_ = float(np.average(refused, weights=weight))

    def predict_mixture_proba(self, X):
        """Say how often the mixture that reaches ``upper_`` gives each prediction.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            Rows sum to one.
        """
        P = self.predict_proba(X)  # first: it says so if there was no fit
        return self.least_norm_.mixture(P)

    def _decide(self, P):
        if not self.randomized:
            return self.least_norm_._decide(P, self.least_norm_.rule)
        H = self.least_norm_.mixture(P).cumsum(axis=1)
        return (H > check_random(self.random_state).random((len(P), 1)) * H[:, -1:]).argmax(axis=1)

    def certificate(self, X, y, delta=0.05):
        r"""Bound the true norm, and the least norm, by examples that had no part in `fit`.

        Parameters
        ----------
        X, y : array-likes of shape (n, d) and (n,)
            Held-out examples, at least one of each class; independent, given their classes.
        delta : float in (0, 1], default 0.05
            Probability that one of the two bounds fails.

        Returns
        -------
        norm, upper, value, lower : float
            Norm of the classifier on these examples (the mixture counts by its probabilities), which is too large on
            average, and a bound on its true norm; ``<M, C>`` of the rule `costs_`, and a bound on that from below.

        Notes
        -----
        `upper` needs no condition: :func:`confusion.limits.held_out_norm_bound`, at delta/2 (the column sum has
        :math:`\sum_p 1/n_p` for :math:`1 / \min_p n_p`).  `lower` is below the norm of every classifier (of those with
        plausible predictions, by default) **on the condition that no such classifier has less expected cost by `costs_`
        than their rule: if the probabilities are right, or wrong only where it does not matter to that rule**.
        Without it no bound from a sample holds against all classifiers; `challenge` tries to refute it.
        By Hoeffding's inequality its radius is :math:`\sqrt{\ln(2/\delta) \sum_p \max_q M_{pq}^2 / (2 n_p)}`.
        """
        P, M, codes, parts = self._held_out(X, y)
        H = self.least_norm_.mixture(P) if self.randomized else np.eye(len(M))[self._decide(P)]
        norm = float(NORMS[self.norm]((1 - np.eye(len(M))) * (parts.T @ H))[0])
        inverse = parts.max(axis=0)  # 1 / n_p
        value = float(inverse[codes] @ M[codes, self.least_norm_._decide(P, self.costs_)])
        wide = inverse.sum() if self.norm == "column-sum" else inverse.max()
        upper, lower = np.sqrt(log_ratio(2, delta) / 2 * np.array([wide, M.max(axis=1) ** 2 @ inverse]))
        return norm, float(norm + upper), value, float(value - lower)

    def challenge(self, rival, X, y):
        r"""Try to refute the condition of `certificate`: a rival of less cost shows that the probabilities are wrong.

        Parameters
        ----------
        rival : fitted classifier, or array-like of shape (n,)
            With ``predict``, or its predictions.  Where one is not plausible that of the rule counts.
        X, y : array-likes of shape (n, d) and (n,)
            Examples new to both, at least one of each class; independent, given their classes.

        Returns
        -------
        difference, p_value : float
            ``<M, C>`` of the rival less that of the rule `costs_`, on these examples; and a p-value of "the rival
            costs no less": under it, *whatever the law and however few the examples*, p_value is at most alpha with
            probability at most alpha, for every alpha.  It is never 0.

        Notes
        -----
        The p-value is that of :func:`betting_p_value`, for the differences :math:`d_i = M_{y_i q'} - M_{y_i q}` between
        the rival's class q' and the rule's class q, with :math:`M_{pp} = 0` and the bounds :math:`b_p = \max_q M_{pq}`.

        Few examples refute little.  By a class of :math:`m_p` examples the p-value of a difference D < 0 is at least
        :math:`e^{-m_p |D| / b_p}`, and no valid test is much better: if in a part x of the class the rival loses
        :math:`b_p` after all, it costs no less from about :math:`x = |D| / b_p` on, and with probability
        :math:`(1 - x)^{m_p}` no example shows it.
        """
        P, M, codes, parts = self._held_out(X, y)
        predicted = rival.predict(X) if hasattr(rival, "predict") else rival
        rival = class_codes(predicted, self.classes_, name="rival", classes_name="classes_ of estimator")[1]
        check_equally_long(rival, codes, "rival", "y")
        rule = self.least_norm_._decide(P, self.costs_)
        allowed = plausible_predictions(P, self.least_norm_.shares, self.least_norm_.plausible)
        rival = np.where(allowed[np.arange(len(rival)), rival], rival, rule)
        paired = M[codes, rival] - M[codes, rule]
        return float(paired @ parts.max(axis=1)), betting_p_value(paired, codes, M.max(axis=1))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.non_deterministic = bool(self.randomized)
        return tags

    def _held_out(self, X, y):
        """Probabilities, M of `lower_`, labels as positions, and in column p the part 1 / n_p of each of class p."""
        P = self.predict_proba(X)
        codes = class_codes(y, self.classes_, classes_name="classes_ of estimator")[1]
        check_equally_long(P, codes, "X", "y")
        counts = np.bincount(codes, minlength=len(self.classes_))
        if not counts[self.least_norm_.shares > 0].all():
            counted = dict(zip(self.classes_.tolist(), counts.tolist()))
            raise ValueError(f"y must hold at least 1 of each class, got {counted}")
        M = self.least_norm_.dual * (1 - np.eye(len(counts)))
        return P, M, codes, np.eye(len(counts))[codes] / counts[codes][:, None]
