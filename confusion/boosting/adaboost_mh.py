"""AdaBoost.MH: AdaBoost on the board of examples and classes (Schapire and Singer 1999; Lecture Seven)."""

import numpy as np

from confusion._core.arguments import check_whole
from confusion._core.refit import unchanged_on_error
from confusion.boosting.combo import step_size
from confusion.boosting.growth import TOLERANCE
from confusion.boosting.mh_rounds import check_start, distribution, log_start
from confusion.boosting.mh_stump import grown, values_of, vote
from confusion.boosting.staged import StagedClassifier, margins

__all__ = ["AdaBoostMHClassifier"]


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
        Labels that occur with a positive weight, k of them.
    estimators_ : list of length T
        :class:`confusion.boosting.VotingStump`, the h_t.
    estimator_weights_ : array of shape (T,)
        alpha_t = half log((1 - eps_t) / eps_t), natural logarithm; 11.9 at most, that of an error of 5e-11.
    errors_ : array of shape (T,)
        eps_t, the share of D_t on which h_t votes wrongly.
    normalisers_ : array of shape (T,)
        Z_t = (1 - eps_t) exp(-alpha_t) + eps_t exp(alpha_t), which is 2 sqrt(eps_t (1 - eps_t)).
    losses_ : array of shape (T + 1,)
        Logarithm of the mean loss, sum_il D_1(i, l) exp(-c_il f_t(i, l)), before the first round and after each: the
        sum of the log Z_t so far.  It never grows.
    stop_reason_ : {"n_estimators", "perfect", "no_edge"}
        All rounds made; a stump made no error on the board, and was kept with the largest weight; the best stump had
        the error 1/2, and was not kept (the first one is, with weight 0, so that there is a classifier).
    n_features_in_ : int
        Number of features, d.
    feature_names_in_ : array of shape (d,)
        Names of the features, if X has names that are all strings.

    Notes
    -----
    With Z the product of the Z_t, the share of training examples whose class does not have the strictly largest score
    is at most (k/2) Z from the uniform start and sqrt(k - 1) Z from the half one.  From the balanced one the sum of the
    class errors, and so the operator norm of the confusion matrix, is at most k sqrt(k - 1) Z.  With sample weights,
    shares and m_y are sums of weights.

    The lecture decodes by sgn(f), which gives a set of labels, and leaves sgn(0) open: see :meth:`predict_sets`, where
    it is -1.  :meth:`predict` takes the largest score.  Nor does it guard its logarithm: an error of 0 gets the largest
    weight, an error of 1/2 ends the boosting, and the best stump has no larger one.

    Sorting the values takes O(d m log m), a round O(d m k): the items of one example share its features.  Stumps whose
    errors differ by less than 1e-12 tie, see :class:`VotingStump`; scores that differ by less than 1e-12 of what was
    voted do, and the first class is taken.

    References
    ----------
    Schapire and Singer, Improved boosting algorithms using confidence-rated predictions, Machine Learning 37, 1999.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AdaBoostMHClassifier(30, start="half").fit(X, y)
    >>> error, bound = np.mean(model.predict(X) != y), np.sqrt(2) * model.normalisers_.prod()
    >>> bool(error < 0.05), bool(error <= bound)
    (True, True)
    """

    def __init__(self, n_estimators=50, *, start="uniform"):
        self.n_estimators = n_estimators
        self.start = start

    def fit(self, X, y, sample_weight=None):
        """Boost.

        Parameters
        ----------
        X : array-like of shape (m, d)
            Features.
        y : array-like of shape (m,)
            Class labels; at least two classes of positive weight.
        sample_weight : array-like of shape (m,), optional
            Non-negative.  Examples of weight zero are left out, and classes that consist of them.  A weight below
            2.2e-308 of the largest counts as that much.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError, TypeError
            For NaN or infinite features, a sparse matrix, labels that are no classes, one class only, negative weights,
            a parameter outside its range; the estimator is then as it was before the call, as it is if the fit is
            interrupted.
        """
        with unchanged_on_error(self):
            rounds, start = check_whole(self.n_estimators, "n_estimators", 1), check_start(self.start)
            X, codes, weights = self._check_sample(X, y, sample_weight)
            K = len(self.classes_)
            weights = np.maximum(weights / weights.max(), np.finfo(float).tiny)
            self._boost(X, codes, K, log_start(codes, weights, K, start), rounds)
            return self

    def _boost(self, X, y, K, start, rounds):
        """At most `rounds` rounds from the logarithms `start` of the initial distribution."""
        features = values_of(X)
        sign = 2 * np.eye(K, dtype=int)[y] - 1  # c_il
        f = np.zeros((len(y), K))
        self.estimators_, alphas, errors, normalisers = [], [], [], []
        self.stop_reason_ = "n_estimators"
        while len(alphas) < rounds and self.stop_reason_ == "n_estimators":
            D = distribution(f, y, *start)
            stump = grown(features, D * sign)
            h = vote(stump, X)
            agrees = h == sign
            right, wrong = D[agrees].sum(), D[~agrees].sum()
            if right - wrong <= TOLERANCE:
                self.stop_reason_ = "no_edge"
                if alphas:
                    break
            elif agrees.all():
                self.stop_reason_ = "perfect"
            alpha = 0.0 if self.stop_reason_ == "no_edge" else step_size(right, wrong, "exact")
            f += alpha * h
            self.estimators_.append(stump)
            alphas.append(alpha)
            errors.append(wrong)
            normalisers.append(right * np.exp(-alpha) + wrong * np.exp(alpha))
        self.estimator_weights_, self.errors_ = np.array(alphas), np.array(errors)
        self.normalisers_ = np.array(normalisers)
        self.losses_ = np.concatenate([[0.0], np.cumsum(np.log(self.normalisers_))])

    def _add_votes(self, votes, learner, alpha, X):
        """Add alpha where the stump votes +1; so f = 2 votes - the sum of the alphas."""
        votes += alpha * (learner.predict(X) > 0)

    def _scores(self, votes, rounds):
        scores = margins(2 * votes)
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

        Raises
        ------
        ValueError, TypeError
            For NaN or infinite features, a sparse matrix, another number of features than in :meth:`fit`, a classifier
            that is not fitted.  All that predicts refuses the same; the staged methods do when the first round is asked
            for.
        """
        return 2 * self._last_votes(X) - self.estimator_weights_.sum()

    def predict_sets(self, X):
        """Answer with the set of the classes whose score is positive, sgn(f) of the lecture.

        Parameters
        ----------
        X : array-like of shape (n, d)
            Features.

        Returns
        -------
        bool array of shape (n, k)
            Whether f_T(x, l) > 0; a score within 1e-12 of the sum of the weights counts as 0, and sgn(0) as -1.  A set
            may be empty, and may hold several classes; if it holds one, and its score ties with no other,
            :meth:`predict` answers with it.
        """
        votes = self.votes(X)  # first, so that a classifier that is not fitted says so
        return votes > TOLERANCE * self.estimator_weights_.sum()
