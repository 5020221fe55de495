"""Two boosting algorithms that resample for rare classes: AdaBoost.NC with oversampling, and SmoteBoost.

Both take any classifier of scikit-learn with weights of examples.  Two rules are ours, since neither algorithm is
defined without them: a weak classifier without an error counts as one that errs on half an example, so that its vote is
finite, and one that is no better than its algorithm allows is left out, with all that would follow (a first one stays).
"""

import numpy as np
from sklearn.base import clone
from sklearn.neighbors import NearestNeighbors
from sklearn.utils import check_random_state

from confusion._core.labels import class_codes

__all__ = ["AdaBoostNC", "SmoteBoost", "neighbours", "synthetic"]


def oversampled(codes, rng):
    """Row numbers of a sample with classes as large as the largest: every row, then rows drawn with replacement."""
    counts = np.bincount(codes)
    drawn = [rng.choice(np.flatnonzero(codes == q), counts.max() - m) for q, m in enumerate(counts)]
    return np.concatenate([np.arange(len(codes)), *drawn])


def neighbours(X, codes, k):
    """Row numbers of the `k` nearest examples of an example's own class, by class; fewer in a class of few.

    Distances are Euclidean, of the features as they are.  An example that is alone in its class is its own neighbour.
    """
    found = []
    for q in range(codes.max() + 1):
        rows = np.flatnonzero(codes == q)
        if len(rows) > 1:
            tree = NearestNeighbors(n_neighbors=min(k, len(rows) - 1), algorithm="kd_tree").fit(X[rows])
            found.append(rows[tree.kneighbors(return_distance=False)])
        else:
            found.append(rows[:, None])
    return found


def synthetic(X, codes, near, rng):
    """SMOTE (Chawla et al. 2002): new examples and their classes, so many that all classes are as large as the largest.

    Each lies at a uniform place on the segment from an example of its class to one of its neighbours, both drawn.
    """
    counts = np.bincount(codes)
    labels = np.repeat(np.arange(len(counts)), counts.max() - counts)
    made = [np.empty((0, X.shape[1]))]
    for q, m in enumerate(counts.max() - counts):
        own = rng.randint(counts[q], size=m)
        other = near[q][own, rng.randint(near[q].shape[1], size=m)]
        start = X[codes == q][own]
        made.append(start + rng.uniform(size=(m, 1)) * (X[other] - start))
    return np.concatenate(made), labels


def log_odds(error, n):
    """Vote for an error of weights, at least that of half an example of `n`."""
    error = np.clip(error, 0.5 / n, 1 - 0.5 / n)
    return float(np.log((1 - error) / error))


class _Boosted:
    """Weighted votes of the classifiers of the rounds."""

    def _begin(self, X, y):
        self.classes_, codes = class_codes(y)
        self.estimators_, self.weights_ = [], []
        return np.asarray(X, dtype=float), codes, check_random_state(self.random_state)

    def _weak(self, X, codes, weights, rng):
        seeded = clone(self.estimator).set_params(random_state=rng.randint(2**31 - 1))
        return seeded.fit(X, codes, sample_weight=weights)

    def _keep(self, weak, weight):
        """Whether to go on."""
        if weight > 0 or not self.estimators_:
            self.estimators_.append(weak)
            self.weights_.append(weight if weight > 0 else 1.0)
        return weight > 0

    def votes(self, X):
        """Summed votes, of shape (n, Q), a column for each of ``classes_``."""
        return sum(weight * self._opinion(weak, X) for weak, weight in zip(self.estimators_, self.weights_))

    def predict(self, X):
        """The class with the most votes, the first on ties."""
        return self.classes_[self.votes(X).argmax(axis=1)]


class AdaBoostNC(_Boosted):
    """AdaBoost.NC, of Wang, Chen and Yao (2010), on a sample oversampled at random, as of Wang and Yao (2012).

    AdaBoost.M1 with a penalty: in round t an example weighs p^lambda times as much, where p = 1 - |amb| and amb is
    [H_t is right] less the share of the t classifiers that are right on it, H_t their weighted vote.  Examples on which
    the classifiers disagree weigh less.

    Parameters
    ----------
    estimator : classifier
        The weak classifier, with `random_state` and weights of examples.
    n_rounds : int
        T, at most.
    penalty : float
        lambda; 0 is AdaBoost.M1.
    random_state : int or RandomState
        For the copies, and the ties of the weak classifier.

    Notes
    -----
    The vote of round t depends on its penalty, the penalty on H_t, and H_t on that vote; here H_t has the newest
    classifier with the vote that it would have without a penalty.  The published CoMBo paper quotes results of this
    algorithm and names neither lambda nor weak classifier nor rounds.
    """

    def __init__(self, estimator, n_rounds=200, penalty=2.0, random_state=0):
        self.estimator, self.n_rounds, self.penalty, self.random_state = estimator, n_rounds, penalty, random_state

    def _opinion(self, weak, X):
        return np.eye(len(self.classes_))[weak.predict(X)]

    def fit(self, X, y):
        """Learn from examples and their labels."""
        X, codes, rng = self._begin(X, y)
        n, rows = len(codes), oversampled(codes, rng)
        X, codes = X[rows], codes[rows]
        weights = np.full(len(codes), 1 / len(codes))
        votes, hits = np.zeros((len(codes), len(self.classes_))), np.zeros(len(codes))
        for t in range(1, self.n_rounds + 1):
            weak = self._weak(X, codes, weights, rng)
            opinion = self._opinion(weak, X)
            right = opinion.argmax(axis=1) == codes
            hits += right
            together = votes + log_odds(weights[~right].sum(), n) * opinion
            ambiguity = (together.argmax(axis=1) == codes) - hits / t
            penalised = weights * (1 - np.abs(ambiguity)) ** self.penalty
            vote = log_odds(penalised[~right].sum() / penalised.sum(), n)
            if not self._keep(weak, vote):
                break
            votes += vote * opinion
            weights = penalised * np.exp(-vote * right)
            weights /= weights.sum()
        return self


class SmoteBoost(_Boosted):
    """SmoteBoost of Chawla, Lazarevic, Hall and Bowyer (2003): AdaBoost.M2 with new synthetic examples in each round.

    The weights are those of pairs of an example and a wrong label, and the weak classifier's probabilities count.  The
    synthetic examples of a round teach its classifier; its pseudo-loss and the weights know the given ones only.

    Parameters
    ----------
    estimator : classifier
        The weak classifier, with `random_state`, weights of examples and probabilities.
    n_rounds : int
        T, at most.
    k : int
        Neighbours of SMOTE; 0 makes no synthetic examples, which is AdaBoost.M2.
    random_state : int or RandomState
        For the synthetic examples, and the ties of the weak classifier.

    Notes
    -----
    Left open, and chosen here: for the weak classifier an example weighs as its wrong labels do together, as in
    AdaBoost.M2 by weights; a synthetic one as much as each given one does at the start; so many are made that all
    classes are as large as the largest.  All features are numbers, those of nominal ones too, whose values then lie in
    between.
    """

    def __init__(self, estimator, n_rounds=200, k=5, random_state=0):
        self.estimator, self.n_rounds, self.k, self.random_state = estimator, n_rounds, k, random_state

    def _opinion(self, weak, X):
        return weak.predict_proba(X)

    def fit(self, X, y):
        """Learn from examples and their labels."""
        X, codes, rng = self._begin(X, y)
        n, wrong = len(codes), np.arange(len(self.classes_)) != codes[:, None]
        D = wrong / wrong.sum()
        near = neighbours(X, codes, self.k) if self.k else None
        more, labels = np.empty((0, X.shape[1])), np.empty(0, dtype=int)
        for _ in range(self.n_rounds):
            if self.k:
                more, labels = synthetic(X, codes, near, rng)
            weights = np.concatenate([D.sum(axis=1), np.full(len(labels), 1 / n)])
            weak = self._weak(np.concatenate([X, more]), np.concatenate([codes, labels]), weights, rng)
            opinion = self._opinion(weak, X)
            ahead = opinion[np.arange(n), codes][:, None] - opinion
            vote = log_odds(np.sum(D * (1 - ahead)) / 2, n)
            if not self._keep(weak, vote):
                break
            D = D * np.exp(-vote * (1 + ahead) / 2)
            D /= D.sum()
        return self
