"""Two rules behind any classifier with probabilities, for many classes, in the manner of FixedThresholdClassifier."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.utils import column_or_1d, get_tags, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import check_not_negative, check_priors, finite_array
from confusion._core.labels import class_codes, example_weights
from confusion._core.refit import unchanged_on_error
from confusion.decisions.costs import bayes_answers, prior_shift

__all__ = ["CostMatrixClassifier", "PriorShiftClassifier"]


class PlugInClassifier(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """Base of both: fits a clone, answers the likeliest class; a subclass changes the probabilities or the answer."""

    def fit(self, X, y, **params):
        """Fit a clone of `estimator`; one in a ``FrozenEstimator`` stays as it is.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features, as `estimator` takes them.
        y : array-like of shape (n,)
            Class labels.
        **params : dict
            Handed to the `fit` of `estimator`, where scikit-learn's metadata routing is enabled and asks for them.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError, TypeError
            If `estimator` has no ``predict_proba``, if a parameter does not fit the classes, and what `estimator`
            raises; the object is then as it was before the call.
        """
        if not (hasattr(self.estimator, "fit") and hasattr(self.estimator, "predict_proba")):
            raise TypeError(f"estimator must have fit and predict_proba, and {self.estimator!r} has not; "
                            "CalibratedClassifierCV of scikit-learn gives probabilities to a classifier")  # fmt: skip
        X, y = indexable(X, y)
        check_classification_targets(y)
        y = column_or_1d(y, warn=True)
        with unchanged_on_error(self):
            routed = process_routing(self, "fit", **params).estimator.fit
            self.estimator_ = clone(self.estimator).fit(X, y, **routed)
            self.classes_ = self.estimator_.classes_
            for name in ("n_features_in_", "feature_names_in_"):
                if hasattr(self.estimator_, name):
                    setattr(self, name, getattr(self.estimator_, name))
            self._prepare(y, routed.get("sample_weight"))
        return self

    def predict_proba(self, X):
        """Estimate the probabilities of the classes, as ``estimator_`` does.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            Rows sum to one.
        """
        check_is_fitted(self, "estimator_")
        return self.estimator_.predict_proba(X)

    def predict(self, X):
        """Answer with the class that is best by the rule, of those that tie the first.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n,)
            Labels of ``classes_``.
        """
        answers = self._answers(self.predict_proba(X))  # first, so that a classifier that is not fitted says so
        return self.classes_[answers]

    def _answers(self, P):
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
    r"""Divide the probabilities of a classifier by the shares of the classes, after training.

    Parameters
    ----------
    estimator : classifier
        Any with ``predict_proba``.  It must not weigh the classes itself: its probabilities are to be those of the
        sample.  To keep a fitted one, put it into ``sklearn.frozen.FrozenEstimator``, and give `fit` its sample.
    priors : array-like of shape (K,), optional
        Shares of the classes, in the order of ``classes_``, for which to decide.  Default: all alike, which aims at the
        mean of the class errors.
    strength : float, default 1.0
        How far to go: 0 leaves the classifier as it is, 1 decides for `priors`; see :func:`prior_shift`.

    Attributes
    ----------
    estimator_ : classifier
        The fitted clone.
    classes_ : array of shape (K,)
        Those of ``estimator_``.
    shares_ : array of shape (K,)
        Shares of the classes in `y`, by sample weights if these go to `estimator`.
    n_features_in_, feature_names_in_
        Those of ``estimator_``, if it has them.

    See Also
    --------
    CostMatrixClassifier : For errors of different costs.

    Notes
    -----
    The answer is :math:`\arg\max_y \hat P(y \mid x)\, (\pi_y / share_y)^s`, with `priors` :math:`\pi` and `strength`
    s.  For AdaBoost.MM, where :math:`\hat P` = softmax(2 f), this adds s/2 ln(pi_y / share_y) to the votes f.

    With two classes it is ``FixedThresholdClassifier`` at the threshold share_1 (for alike priors, s = 1).

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
        self.estimator = estimator
        self.priors = priors
        self.strength = strength

    def _prepare(self, y, sample_weight):
        K = len(self.classes_)
        check_not_negative(self.strength, "strength")
        if self.priors is not None:
            check_priors(self.priors, K)
        codes = class_codes(y, self.classes_, classes_name="classes_ of estimator")[1]
        sums = np.bincount(codes, example_weights(sample_weight, len(y)), minlength=K)
        if not sums.all():
            raise ValueError(f"y has no example of the class {self.classes_[sums.argmin()]!r} that estimator knows, so "
                             "its share is 0; fit on the sample that estimator has learnt from")  # fmt: skip
        self.shares_ = sums / sums.sum()

    def predict_proba(self, X):
        """Estimate the probabilities of the classes for the shares that are decided for.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            :func:`prior_shift` of those of ``estimator_``.
        """
        P = super().predict_proba(X)
        return prior_shift(P, self.shares_, self.priors, self.strength)


class CostMatrixClassifier(PlugInClassifier):
    """Answer with the class of least expected cost by the probabilities of a classifier.

    Parameters
    ----------
    estimator : classifier
        Any with ``predict_proba``, the better calibrated the better (:func:`regret_bound`).  To keep a fitted one, put
        it into ``sklearn.frozen.FrozenEstimator``.
    costs : array-like of shape (K, K), optional
        ``costs[y, q]`` is the cost of the answer q for an example of class y, in the order of ``classes_``.  Default:
        every error costs one, which is the rule of the classifier itself.

    Attributes
    ----------
    estimator_ : classifier
        The fitted clone.
    classes_ : array of shape (K,)
        Those of ``estimator_``.
    n_features_in_, feature_names_in_
        Those of ``estimator_``, if it has them.

    See Also
    --------
    PriorShiftClassifier : The costs 1/share_y for missing class y.

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
        self.estimator = estimator
        self.costs = costs

    def _prepare(self, y, sample_weight):
        self._costs()

    def _costs(self):
        K = len(self.classes_)
        return 1 - np.eye(K) if self.costs is None else finite_array(self.costs, "costs", (K, K))

    def _answers(self, P):
        return bayes_answers(P, self._costs())
