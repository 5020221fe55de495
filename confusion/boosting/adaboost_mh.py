"""AdaBoost.MH: AdaBoost on the board of examples and classes (Schapire and Singer 1999; Lecture Seven).

The *board* has a square for every example i and every class l, an item of a two-class problem: does i belong to l?  Its
sign c_il is +1 where l is the class of i and -1 elsewhere.
"""

import numpy as np

from confusion._core.arguments import by_name, check_choice, class_numbers, finite_array
from confusion._core.labels import example_weights
from confusion.boosting.growth import TOLERANCE
from confusion.boosting.mh_stump import grown, sides, values_of
from confusion.boosting.staged import StagedClassifier

__all__ = ["AdaBoostMHClassifier", "mh_distribution"]

#: The error that a stump without one is taken to have, or its weight would be infinite.
LEAST_ERROR = 5e-11


def signs(y, K):
    """The c_il."""
    return 2.0 * np.eye(K)[y] - 1


def log_start(c, weights, start):
    """Logarithms of D_1, shape (m, K), in which no weight is too light for a float."""
    check_choice(start, "start", ("uniform", "half", "balanced"))
    K = c.shape[1]
    weights = np.maximum(weights / weights.max(), np.finfo(float).tiny)
    by_class = weights @ (c > 0)
    total = K * by_class[c.argmax(axis=1)] if start == "balanced" else weights.sum()
    shares = np.full(c.shape, 1 / K) if start == "uniform" else np.where(c > 0, 1 / 2, 1 / (2 * (K - 1)))
    return (np.log(weights) - np.log(total))[:, None] + np.log(shares)


def distribution(logs):
    """D(i, l), proportional to exp(logs), the logarithms of D_1(i, l) exp(-c_il f(i, l))."""
    with np.errstate(over="ignore", under="ignore"):  # a square that is lighter by more than a float holds weighs 0
        D = logs - logs.max()
        np.exp(D, out=D)  # in place, as in `_boost`: for a large array memory takes longer than the arithmetic
    D /= D.sum()  # not exp(logs - log of the sum): beside huge scores that logarithm would be lost
    return D


def step(eps):
    """(alpha, Z) of a stump of the error eps; alpha is 0 if it is no better than a coin."""
    e = max(eps, LEAST_ERROR)
    alpha = np.log((1 - e) / e) / 2 if 1 - 2 * eps > TOLERANCE else 0.0
    return alpha, (1 - eps) * np.exp(-alpha) + eps * np.exp(alpha)


class AdaBoostMHClassifier(StagedClassifier):
    """AdaBoost.MH with stumps of k votes.

    Parameters
    ----------
    n_estimators : int, default 50
        Rounds at most.
    start : {"uniform", "half", "balanced"}, default "uniform"
        The initial distribution D_1(i, l): 1/(m k) on every square of the board; or 1/(2 m) on the class of the example
        and 1/(2 m (k - 1)) on each other; or 1/(2 k m_y) and 1/(2 k m_y (k - 1)), so that every class weighs the same.

    Attributes
    ----------
    classes_ : array of shape (k,)
        Labels that occur, k of them.
    estimators_ : list of length T
        :class:`confusion.boosting.VotingStump`, the h_t.
    estimator_weights_ : array of shape (T,)
        alpha_t = half log((1 - eps_t) / eps_t), natural logarithm; 11.9 at most, that of an error of 5e-11.
    errors_ : array of shape (T,)
        eps_t, the share of D_t on which h_t votes wrongly.
    normalisers_ : array of shape (T,)
        Z_t = (1 - eps_t) exp(-alpha_t) + eps_t exp(alpha_t), which is 2 sqrt(eps_t (1 - eps_t)).
    losses_ : array of shape (T + 1,)
        Sums of the log Z_t, from 0 on: the logarithm of the mean loss sum_il D_1(i, l) exp(-c_il f_t(i, l)) before the
        first round and after each.  It never grows.
    stop_reason_ : {"n_estimators", "perfect", "no_edge"}
        All rounds made; a stump made no error on the board, and was kept with the largest weight; the best stump had
        the error 1/2, and was not kept (the first one is, with weight 0, so that there is a classifier).
    n_features_in_, feature_names_in_ : int, array of shape (d,)
        d, and the names of the features, if X has names that are all strings.

    Notes
    -----
    With Z the product of the Z_t, the share of training examples whose class does not have the strictly largest score
    is at most (k/2) Z from the uniform start and sqrt(k - 1) Z from the half one.  From the balanced one the sum of the
    class errors, and so the operator norm of the confusion matrix, is at most k sqrt(k - 1) Z.  With sample weights,
    shares and m_y are sums of weights, one below 2.2e-308 of the largest counted as that much.

    The lecture leaves sgn(0) open, which is -1 in :meth:`predict_sets`, and does not guard its logarithm: here an error
    of 0 gets the largest weight, an error of 1/2 ends the boosting, and the best stump has no larger one.

    Sorting the values takes O(d m log m), a round O(d m k): the items of one example share its features.  Errors of
    stumps (see :class:`VotingStump`) and scores tie within 1e-9 of what is voted; then the first class is taken.

    References
    ----------
    Schapire and Singer, Improved boosting algorithms using confidence-rated predictions, Machine Learning 37, 1999.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AdaBoostMHClassifier(30, start="half").fit(X, y)
    >>> bool(model.score(X, y) > 0.95), bool(1 - model.score(X, y) <= 2**0.5 * model.normalisers_.prod())
    (True, True)
    """

    def __init__(self, n_estimators=50, *, start="uniform"):
        self.n_estimators, self.start = n_estimators, start

    def _boost(self, X, y, sample_weight, rounds):
        X, y, weights = self._check_sample(X, y, sample_weight)
        features, c = values_of(X), signs(y, len(self.classes_))
        logs = log_start(c, weights, self.start)
        self.estimators_, self.stop_reason_, steps = [], "n_estimators", []
        for t in range(rounds):
            # Lines 1 to 3 and 8 to 10, by logarithms: a square too light for a float may come back.
            D = distribution(logs)
            stump = grown(features, D * c)  # line 5
            agree = stump.votes_.astype(float)[sides(stump, X)]
            agree *= c  # c_il h(x_i, l), 1 where the vote is right
            D *= agree < 0
            alpha, Z = step(eps := D.sum())  # lines 6 and 7
            if alpha or t == 0:
                self.estimators_.append(stump)
                steps.append((alpha, eps, Z))
                agree *= alpha
                logs -= agree  # line 11
            if not alpha or (agree > 0).all():
                self.stop_reason_ = "perfect" if alpha else "no_edge"
                break
        self.estimator_weights_, self.errors_, self.normalisers_ = map(np.array, zip(*steps))
        self.losses_ = np.cumsum([0.0, *np.log(self.normalisers_)])

    def _add_votes(self, votes, learner, alpha, X):
        """Add alpha where the stump votes +1; so f = 2 votes - the sum of the alphas."""
        votes += alpha * (learner.predict(X) > 0)

    def _scores(self, votes, rounds):
        scores = super()._scores(2 * votes, rounds)
        return scores - self.estimator_weights_[:rounds].sum() if scores.ndim == 2 else scores

    def votes(self, X):
        """Sum the votes of the stumps, times their weights.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, k)
            f_T(x, l), also for two classes.
        """
        return 2 * self._last_votes(X) - self.estimator_weights_.sum()

    def predict_sets(self, X):
        """Predict the set of the classes whose score is positive, sgn(f) of the lecture.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        bool array of shape (n, k)
            Whether f_T(x, l) > 0; a score within 1e-9 of the sum of the weights counts as 0, and sgn(0) as -1.  A set
            may be empty or hold several classes; :meth:`predict` predicts its only one, if its score does not tie.
        """
        votes = self.votes(X)  # first, so that a classifier that is not fitted says so
        return votes > TOLERANCE * self.estimator_weights_.sum()


def mh_distribution(scores, y, *, start="uniform", sample_weight=None):
    """Compute the distribution over the board that belongs to given scores.

    Parameters
    ----------
    scores : array-like of shape (m, k)
        f(x_i, l), the sum of the alpha_t h_t(x_i, l) so far, finite; zeros give the initial distribution D_1.
    y : array-like of shape (m,)
        Class numbers, 0 to k - 1, with k at least 2; each of them occurs if `start` is "balanced".
    start : {"uniform", "half", "balanced"}, default "uniform"
        The initial distribution, see :class:`AdaBoostMHClassifier`.
    sample_weight : array-like of shape (m,), optional
        Positive weights of the examples; one below 2.2e-308 of the largest counts as that much.

    Returns
    -------
    array of shape (m, k)
        D(i, l), proportional to D_1(i, l) exp(-c_il f(x_i, l)), where c_il is 1 if l is the class of i and -1
        otherwise.  The entries sum to one; those too small for a float are zero.

    Examples
    --------
    >>> mh_distribution([[0, 0, 0], [0, 0, 0]], [0, 2], start="half")
    array([[0.25 , 0.125, 0.125],
           [0.125, 0.125, 0.25 ]])
    """
    scores = finite_array(by_name(scores, "scores", range, (1,)), "scores", ("m", "k"), empty=False)
    m, K = scores.shape
    if K < 2:
        raise ValueError(f"scores must have a column for each of at least 2 classes, got shape {scores.shape}")
    y = class_numbers(y, "y", K, m)
    weights = example_weights(sample_weight, m)
    if sample_weight is not None and np.min(sample_weight) <= 0:
        raise ValueError("sample_weight must be positive; leave out the examples of weight zero")
    c = signs(y, K)
    logs = log_start(c, weights, start) - c * scores
    if start == "balanced" and len(np.unique(y)) < K:
        raise ValueError(f"y must hold an example of each of the {K} classes for start='balanced'")
    return distribution(logs)
