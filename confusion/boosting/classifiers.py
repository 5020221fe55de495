"""AdaBoost.MM and CoMBo as estimators (Mukherjee and Schapire 2011; Koco and Capponi 2013).

Both boost by :func:`confusion.boosting.combo.boost`.  AdaBoost.MM weighs all examples alike; CoMBo gives an example of
class y the weight 1/m_y, m_y the size of its class, and the loss then bounds the sum of all entries of the confusion
matrix, hence its operator norm.  CoMBo *is* AdaBoost.MM with class weights: one implementation here, under two names.
"""

import numpy as np

from confusion._core.arguments import by_name, check_finite, check_integer, check_positive, check_random, finite_array
from confusion._core.weights import balanced, weighted_by_class
from confusion.boosting.combo import boost
from confusion.boosting.cost_tree import tree_learner
from confusion.boosting.staged import StagedClassifier, log_probabilities, probabilities
from confusion.boosting.weak_learners import checked_predictions, estimator_learner

__all__ = ["AdaBoostMMClassifier", "ComboClassifier"]

STEPS = ("exact", "edge")


def term_weights(weights, y, costs, classes):
    """The weights of the terms (i, l) of the loss, shape (m, K): w_i times the price of predicting l for class y_i."""
    K = len(classes)
    costs = np.array(finite_array(by_name(costs, "costs", classes, (0, 1)), "costs", (K, K)))
    np.fill_diagonal(costs, 0.0)  # it is not read
    if (costs < 0).any() or not costs.any(axis=1).all():
        raise ValueError("costs must not be negative, and some wrong prediction must have a price for every true class")
    with np.errstate(over="ignore", under="ignore"):
        return check_finite(weights[:, None] * costs[y], "costs")


class CostMatrixBooster(StagedClassifier):
    """Base of AdaBoost.MM and CoMBo; a subclass gives `_start_weights(y, weights)`, the weights w_i of the loss."""

    def __init__(
        self, n_estimators=50, *, max_depth=1, estimator=None, step="exact", learning_rate=1.0, costs=None,
        class_weight=None, random_state=None,
    ):  # fmt: skip
        self.n_estimators, self.max_depth, self.estimator, self.step = n_estimators, max_depth, estimator, step
        self.learning_rate, self.costs, self.class_weight = learning_rate, costs, class_weight
        self.random_state = random_state

    def _boost(self, X, y, sample_weight, rounds):
        depth = check_integer(self.max_depth, "max_depth", 1)
        if not isinstance(self.step, str) or self.step not in STEPS:
            raise ValueError(f"step must be one of {list(STEPS)}, got {self.step!r}")
        rate = check_positive(self.learning_rate, "learning_rate", infinite=False)
        if rate > 1:
            raise ValueError(f"learning_rate must be in (0, 1], got {self.learning_rate!r}")
        rng = check_random(self.random_state)
        X, y, weights = self._check_sample(X, y, sample_weight)
        weights = weighted_by_class(self.class_weight, self.classes_, y, self._start_weights(y, weights))
        K = len(self.classes_)
        if self.costs is not None:
            weights = term_weights(weights, y, self.costs, self.classes_)
        if self.estimator is None:
            weak_learner = tree_learner(X, y, depth)
        else:
            weak_learner = estimator_learner(self.estimator, X, y, rng)
        made = boost(weak_learner, y, weights, rounds, n_classes=K, step=self.step, learning_rate=rate)
        self.estimators_, self.estimator_weights_, self.edges_, self.losses_, self.stop_reason_, _ = made

    def _add_votes(self, votes, learner, alpha, X):
        votes[np.arange(len(X)), checked_predictions(learner.predict(X), *votes.shape)] += alpha

    def votes(self, X):
        """Sum the weights of the weak learners by their predictions.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            f_T(x, l), also for two classes.  Divided by ``estimator_weights_.sum()``, the shares of the votes.
        """
        return self._last_votes(X)

    def predict_proba(self, X):
        """Estimate the probabilities of the classes that the loss is made for, softmax(2 f).

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            Rows sum to one; the largest entry of each, of those that tie the first, is that of :meth:`predict`.

        Notes
        -----
        If an example of class y weighs c_y, the mean loss at x is sum_y c_y P(y|x) sum_{l != y} exp(f_l - f_y).  By the
        inequality of Cauchy and Schwarz it is least where f_y = 1/2 log(c_y P(y|x)) + a constant, so softmax(2 f)
        estimates the c_y P(y|x), divided by their sum: P(y|x) for equal weights, P(y|x) / P(y) for CoMBo and for
        balanced class weights.  To go from the one to the other, multiply or divide by the shares of the classes.
        For `costs` that differ within a row there is no such formula.

        Deep trees, and many rounds on few examples, make the estimates too sure of themselves; then calibrate them on
        other data (``sklearn.calibration.CalibratedClassifierCV``).  Those of a first learner without an edge mean
        nothing: its weight 1 is made up.
        """
        return probabilities(self.votes(X))

    def predict_log_proba(self, X):
        """Take the logarithms of :meth:`predict_proba`, finite even where a probability is too small for a float.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, K)
            Natural logarithms, in the order of ``classes_``.
        """
        return log_probabilities(self.votes(X))

    def staged_predict_proba(self, X):
        """Estimate probabilities after every round.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Yields
        ------
        array of shape (n, K)
            As :meth:`predict_proba` would return it if boosting had ended there.
        """
        for votes in self._staged_votes(X):
            yield probabilities(votes)


class AdaBoostMMClassifier(CostMatrixBooster):
    """AdaBoost.MM, boosting by cost matrices.

    Parameters
    ----------
    n_estimators : int, default 50
        Rounds at most.
    max_depth : int, default 1
        Depth of the trees that minimise the cost matrix, :class:`confusion.boosting.CostTree`.  Without effect if
        `estimator` is given, which has a depth of its own.
    estimator : classifier, optional
        A scikit-learn classifier to use instead; it is fitted with the sample weights -D(i, y_i).  The leaves of a tree
        then predict the label of least cost.
    step : {"exact", "edge"}, default "exact"
        alpha_t: the exact line search of the loss, half log(A_plus / A_minus), or the paper's half log((1 + delta) /
        (1 - delta)).
    learning_rate : float, default 1.0
        From 0, not included, to 1.  Multiplies every alpha_t.  The loss still falls in every round, by less; the bound
        by the edges is that of rate 1.
    costs : array-like of shape (K, K), optional
        ``costs[y, l]``, not negative, is the price of predicting l where y is true: by name if it is a data frame with
        rows and columns named, else by positions in ``classes_``; the diagonal is not read.  It multiplies the term
        (i, l) of the loss, which then bounds the sum of the prices of the wrong predictions in place of their number.
    class_weight : dict, "balanced" or None, default None
        As in scikit-learn; multiplies the sample weights.  "balanced" gives CoMBo.  If a dict names every class of y,
        it may name others.
    random_state : int, RandomState or None, default None
        For an `estimator` that draws random numbers.

    Attributes
    ----------
    classes_ : array of shape (K,)
        Labels that occur, K of them.  No learner of ours predicts one whose examples all weigh zero.
    estimators_ : list of length T
        Weak learners; ``predict`` gives positions in ``classes_``.  They are :class:`confusion.boosting.CostTree`, or
        fitted clones of `estimator`; a clone that is a tree stands in an object with the ``labels`` of its leaves.
    estimator_weights_ : array of shape (T,)
        alpha_t.
    edges_ : array of shape (T,)
        delta_t, the edge on the cost matrix of round t.
    losses_ : array of shape (T + 1,)
        log L_t before the first round and after each.  L_t bounds the weight, or with `costs` the price, of the
        training examples that are predicted wrongly.  It never grows, but when the first learner has no edge.
    stop_reason_ : {"n_estimators", "perfect", "no_edge"}
        All rounds made; a weak learner made no error, and was kept with the largest weight so far, or 1 if it is the
        first; a weak learner had no positive edge, and was not kept (the first one is, with weight 1, so that there is
        a classifier).
    n_features_in_, feature_names_in_ : int, array of shape (d,)
        d, and the names of the features, if X has names that are all strings.

    Notes
    -----
    The report leaves the weak learner open.  A tree that minimises D itself always has an edge delta >= 0.  The step
    "exact" never ends a round with a larger loss than "edge"; both keep the bound L_t <= L_{t-1} sqrt(1 - delta_t^2) as
    long as delta_t <= 1 - 1e-10, whose weight 11.9 is the largest given.  A learner without an error would ask for an
    infinite one, and the votes would be its predictions alone; hence the rule under ``stop_reason_``.  Votes that
    differ by less than 1e-9 of their sum are ties, and go to the first class; edges below 1e-9 are none.

    References
    ----------
    Mukherjee and Schapire, A theory of multiclass boosting, JMLR 14, 2013.

    Koco and Capponi, On multi-class learning through the minimization of the confusion matrix norm, 2013.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AdaBoostMMClassifier(n_estimators=20, max_depth=2).fit(X, y)
    >>> model.score(X, y) > 0.98, len(model.estimators_)
    (True, 20)

    Thresholds can be moved after training.  On uneven classes, dividing the probabilities by the sizes of the classes
    aims at the balanced error, as CoMBo does from the start; the class errors of the sample before and after:

    >>> from confusion import confusion_matrix
    >>> from confusion.datasets import ThreeGaussians
    >>> X, y = ThreeGaussians().sample(600, random_state=3)
    >>> model = AdaBoostMMClassifier().fit(X, y)
    >>> moved = model.classes_[(model.predict_proba(X) / np.bincount(y)).argmax(axis=1)]
    >>> [confusion_matrix(y, labels).sum(axis=1).round(2).tolist() for labels in (model.predict(X), moved)]
    [[0.02, 0.42, 0.46], [0.13, 0.0, 0.04]]
    """

    def _start_weights(self, y, weights):
        return weights


class ComboClassifier(CostMatrixBooster):
    """CoMBo, confusion matrix boosting: AdaBoost.MM with the weight 1/m_y for an example of class y (Algorithm 1).

    Parameters
    ----------
    n_estimators, max_depth, estimator, step, learning_rate, costs, class_weight, random_state
        As in :class:`AdaBoostMMClassifier`.  The class weights multiply the 1/m_y; "balanced" changes nothing.

    Attributes
    ----------
    classes_, estimators_, estimator_weights_, edges_, losses_, stop_reason_, n_features_in_, feature_names_in_
        As there; ``losses_[0]`` is log K(K - 1), and exp(``losses_[t]``) bounds the sum of the class errors of
        the training sample after round t, and so the operator norm of its confusion matrix (10).

    Notes
    -----
    m_y is the sum of the sample weights of class y.  The operator norm itself is nowhere in the update: what is
    minimised bounds K times the balanced error.  With ``costs`` or class weights c(y, l) it bounds the sum of
    c(y, l) C(y, l) over the entries C(y, l) of the confusion matrix, and the norm of the matrix of these products.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> model = ComboClassifier(n_estimators=10, max_depth=2).fit(X, y)
    >>> round(float(np.exp(model.losses_[0])), 6), model.score(X, y)
    (6.0, 1.0)
    """

    def _start_weights(self, y, weights):
        return balanced(y, weights)
