"""AdaBoost.MM and CoMBo: boosting with cost matrices (Mukherjee and Schapire 2011; Koco and Capponi 2013).

Both minimise, one weak learner a round, the loss

    L_T = sum_i w_i sum_{l != y_i} exp(f_T(i, l) - f_T(i, y_i)),        f_T(i, l) = sum_t alpha_t 1{h_t(x_i) = l}.

AdaBoost.MM weighs all examples alike; CoMBo gives an example of class y the weight 1/m_y, m_y the size of its class,
and L_T then bounds the sum of all entries of the confusion matrix, hence its operator norm.  CoMBo *is* AdaBoost.MM
with class weights: there is one implementation here, under two names.
"""

from confusion._core.weights import balanced, weighted_by_class
from confusion.boosting.base import CostMatrixBooster

__all__ = ["AdaBoostMMClassifier", "ComboClassifier"]


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
        then answer with the label of least cost, see Notes.
    step : {"exact", "edge"}, default "exact"
        alpha_t: the exact line search of the loss, half log(A_plus / A_minus), or the paper's half log((1 + delta) /
        (1 - delta)).
    class_weight : dict, "balanced" or None, default None
        As in scikit-learn; multiplies the sample weights.  "balanced" gives CoMBo.  If a dict names every class of y,
        it may name others.
    random_state : int, RandomState or None, default None
        For an `estimator` that draws random numbers.

    Attributes
    ----------
    classes_ : array of shape (K,)
        Labels that occur with a positive weight, K of them.
    estimators_ : list of length T
        Weak learners; ``predict`` gives positions in ``classes_``.  They are :class:`confusion.boosting.CostTree`, or
        fitted clones of `estimator`; a clone that is a tree stands in an object with the ``labels`` of its leaves.
    estimator_weights_ : array of shape (T,)
        alpha_t.
    edges_ : array of shape (T,)
        delta_t, the edge on the cost matrix of round t.
    losses_ : array of shape (T + 1,)
        log L_t before the first round and after each.  It never grows, but when the first learner has no edge.
    stop_reason_ : {"n_estimators", "perfect", "no_edge"}
        All rounds made; a weak learner made no error, and was kept with a large finite weight; a weak learner had
        no positive edge, and was not kept (the first one is, with weight 1, so that there is a classifier).
    n_features_in_ : int
        Number of features, d.
    feature_names_in_ : array of shape (d,)
        Names of the features, if X has names that are all strings.

    Notes
    -----
    The paper leaves the weak learner open.  A tree that minimises D itself always has an edge delta >= 0.  The step
    "exact" never ends a round with a larger loss than "edge", and is the default; both keep the bound
    L_t <= L_{t-1} sqrt(1 - delta_t^2) as long as delta_t <= 1 - 1e-10, whose weight 11.9 is the largest given.  Votes
    that differ by less than 1e-12 of their sum are ties, and go to the first class.

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
    >>> [confusion_matrix(y, answer).sum(axis=1).round(2).tolist() for answer in (model.predict(X), moved)]
    [[0.02, 0.42, 0.46], [0.13, 0.0, 0.04]]
    """

    def __init__(
        self, n_estimators=50, *, max_depth=1, estimator=None, step="exact", class_weight=None, random_state=None
    ):
        super().__init__(n_estimators, max_depth=max_depth, estimator=estimator, step=step, random_state=random_state)
        self.class_weight = class_weight

    def _example_weights(self, codes, weights):
        return weighted_by_class(self.class_weight, self.classes_, codes, weights)


class ComboClassifier(CostMatrixBooster):
    """CoMBo, confusion matrix boosting: AdaBoost.MM with the weight 1/m_y for an example of class y (Algorithm 1).

    Parameters
    ----------
    n_estimators, max_depth, estimator, step, random_state
        As in :class:`AdaBoostMMClassifier`.

    Attributes
    ----------
    classes_, estimators_, estimator_weights_, edges_, losses_, stop_reason_, n_features_in_, feature_names_in_
        As there; ``losses_[0]`` is log K(K - 1), and exp(``losses_[t]``) bounds the sum of the class errors of
        the training sample after round t, and so the operator norm of its confusion matrix (10).

    Notes
    -----
    m_y is the sum of the sample weights of class y.  The operator norm itself is nowhere in the update: what is
    minimised bounds K times the balanced error.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> model = ComboClassifier(n_estimators=10, max_depth=2).fit(X, y)
    >>> round(float(np.exp(model.losses_[0])), 6), model.score(X, y)
    (6.0, 1.0)
    """

    def _example_weights(self, codes, weights):
        return balanced(codes, weights)
