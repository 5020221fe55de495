"""Softmax regression with forward correction: the modern way to use a known noise matrix.

The model's class probabilities are those of the true classes; mixing them with the noise matrix gives those of the
noisy labels, whose likelihood is maximised (Patrini et al., CVPR 2017, "forward" loss):

    minimise  -(1/n) sum_i log [C softmax(W x_i + b)]_{y_i} + l2/2 |W|^2.

C here is column-stochastic, ``C[p, q] = P(noisy = p | true = q)``, as in the rest of the package: the T of Patrini
et al. is its transpose.
"""

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import softmax

from confusion._core.arguments import by_name, check_integer, check_not_negative, finite_array
from confusion._core.labels import class_codes

__all__ = ["ForwardSoftmax"]


def forward_loss(flat, X, y, noise_matrix, l2):
    """Value and gradient of the objective above, of checked arrays.

    `flat` has for one class after the other its row of W and its b; a likelihood below 1e-300 counts as that much.
    """
    n, Q = X.shape[0], len(noise_matrix)
    W, b = flat.reshape(Q, -1)[:, :-1], flat.reshape(Q, -1)[:, -1]
    probabilities = softmax(X @ W.T + b, axis=1)
    weights = noise_matrix[y] * probabilities  # joint mass of (noisy label y_i, true class q)
    likelihood = np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
    residual = (probabilities - weights / likelihood) / n
    gradient = np.column_stack([(X.T @ residual).T + l2 * W, residual.sum(axis=0)])
    return -np.log(likelihood).mean() + l2 / 2 * np.sum(W**2), gradient.ravel()


def _features(X):
    """Return `X` as floats."""
    if not sparse.issparse(X):
        return finite_array(X, "X", ("n", "d"), empty=False)
    finite_array(X.tocsr().data, "X", ("entries",))
    return X


class ForwardSoftmax:
    """Softmax regression with forward correction, by L-BFGS from zero.

    Parameters
    ----------
    noise_matrix : array of shape (Q, Q)
        Column-stochastic: ``C[p, q] = P(noisy = p | true = q)``, rows and columns of a data frame by name, else in
        the order of the sorted labels; it need not be invertible.
    l2 : float, default 1e-4
        Price of |W|^2 / 2, beside the mean loss of an example.
    max_iter : int, default 200
        Iterations of L-BFGS, at most.

    Attributes
    ----------
    classes_ : array of shape (Q,)
        Sorted.
    coef_ : array of shape (Q, d)
        W.
    intercept_ : array of shape (Q,)
        b.
    n_iter_ : int
        Iterations made.

    Notes
    -----
    Not a scikit-learn estimator: a rival for comparisons.
    """

    def __init__(self, noise_matrix, l2=1e-4, max_iter=200):
        self.noise_matrix, self.l2, self.max_iter = noise_matrix, l2, max_iter

    def fit(self, X, y):
        """Learn from noisy labels.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features; their scale matters to `l2`.
        y : array-like of shape (n,)
            Noisy labels; every class of the matrix must occur.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError, TypeError
            For features that are not finite, parameters that are no such numbers, more or fewer classes in `y` than
            `noise_matrix` has rows.
        """
        X, l2, most = _features(X), check_not_negative(self.l2, "l2"), check_integer(self.max_iter, "max_iter", 1)
        classes, codes = class_codes(y)
        C = by_name(self.noise_matrix, "noise_matrix", classes, (0, 1))
        C, self.classes_ = finite_array(C, "noise_matrix", ("Q", "Q")), classes
        Q = len(self.classes_)
        if C.shape != (Q, Q):
            raise ValueError(f"noise_matrix has shape {C.shape}, but y holds {Q} classes")
        found = minimize(
            forward_loss,
            np.zeros(Q * (X.shape[1] + 1)),
            args=(X, codes, C, l2),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": most},
        )
        parameters = found.x.reshape(Q, -1)
        self.coef_, self.intercept_, self.n_iter_ = parameters[:, :-1], parameters[:, -1], found.nit
        return self

    def _scores(self, X):
        return _features(X) @ self.coef_.T + self.intercept_

    def predict_proba(self, X):
        """Probabilities of the true classes; those of the noisy labels are their products with ``noise_matrix.T``.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, Q)
            A column for each of ``classes_``; rows sum to 1.
        """
        return softmax(self._scores(X), axis=1)

    def predict(self, X):
        """Likeliest true class.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n,)
            Entries of ``classes_``; ties go to the first class there.
        """
        return self.classes_[self._scores(X).argmax(axis=1)]

    def score(self, X, y):
        """Share of right predictions.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features.
        y : array-like of shape (n,)
            The labels that are right: true ones, unless the fit to noisy ones is asked for.

        Returns
        -------
        float
            From 0 to 1.
        """
        return float(np.mean(self.predict(X) == y))
