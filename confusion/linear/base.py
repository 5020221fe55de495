"""What every classifier by scores <w_q, x> + b_q has in common: how it reads its sample and how it predicts.

Algorithms differ in how they find the vectors w_q.  Given them, the label is that of the largest score, the first class
of `classes_` on a tie; with two classes the one score reported is the second's minus the first's, which is positive
exactly where the second is predicted, whatever the sum of the two vectors.
"""

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.validation import check_is_fitted

from confusion._core.arguments import read_sample
from confusion._core.labels import check_classes

__all__ = ["LinearClassifier", "canonical_csr"]


def canonical_csr(X):
    """Return `X`, or a copy with sorted columns and without repeated entries if it is sparse and has not that form.

    Squared norms, and loops over the entries of a row, need every feature once; the caller's matrix stays as it is.
    """
    if sparse.issparse(X) and not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


class LinearClassifier(ClassifierMixin, BaseEstimator):
    """Base of the linear classifiers; a subclass's `fit` sets `classes_`, `coef_` and `intercept_`.

    `coef_` has shape (Q, d) and `intercept_` shape (Q,), one row a class.  A subclass that learns one vector for two
    classes, as scikit-learn's do, has shapes (1, d) and (1,) there: the second's score, with 0 for the first.
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def decision_function(self, X):
        """Scores of the classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features; with a "precomputed" kernel, the kernel between them and the sample.

        Returns
        -------
        ndarray of shape (n, Q), or (n,) for two classes
            The score of every class q, ``<w_q, x> + b_q``, in the order of `classes_`.  For two classes the second's
            score minus the first's, positive where the second is predicted.
        """
        scores = self._scores(X)
        if scores.shape[1] > 2:
            return scores
        with np.errstate(over="ignore"):
            margins = scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores[:, 0]
        return _finite(margins)

    def predict(self, X):
        """Label of the largest score.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features.

        Returns
        -------
        ndarray of shape (n,)
            Entries of `classes_`; ties go to the first class there.
        """
        scores = self._scores(X)  # first of all: an estimator that is not fitted has no classes_ either
        return self.classes_[(scores[:, 0] > 0).astype(int) if scores.shape[1] == 1 else scores.argmax(axis=1)]

    def _scores(self, X):
        """One finite column for each row of `coef_`."""
        check_is_fitted(self)
        return self._products(self._read(X, reset=False))

    def _products(self, X):
        """The same for a matrix that has been checked."""
        with np.errstate(over="ignore", invalid="ignore"):
            return _finite(safe_sparse_dot(X, self.coef_.T, dense_output=True) + self.intercept_)

    def _check_sample(self, X, y, *, reset=True):
        """Return `X` as floats, row by row or in canonical CSR, and the labels `y`."""
        X, y = self._read(X, y, order="C", reset=reset)
        check_classes(y)
        return canonical_csr(X), y

    def _read(self, *data, **options):
        return read_sample(self, *data, accept_sparse="csr", **options)


def _finite(scores):
    if not np.isfinite(scores).all():
        raise ValueError("X has scores that overflow: rescale the features")
    return scores
