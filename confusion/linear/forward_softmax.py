"""Softmax regression with forward correction: the modern way to use a known noise matrix.

The model's class probabilities are those of the true classes; mixing them with the noise matrix gives those of the
noisy labels, whose likelihood is maximised (Patrini et al., CVPR 2017, "forward" loss):

    minimise  -(1/n) sum_i log [C softmax(W x_i + b)]_{y_i} + l2/2 |W|^2.

C here is column-stochastic, ``C[p, q] = P(noisy = p | true = q)``, as in the rest of the package: the T of Patrini
et al. is its transpose.
"""

import numpy as np
from scipy.optimize import minimize
from scipy.special import softmax

__all__ = ["ForwardSoftmax", "forward_loss"]


def forward_loss(flat, X, y, noise_matrix, l2):
    """Value and gradient of the objective above; nothing is checked.

    Parameters
    ----------
    flat : array of shape (Q * (d + 1),)
        The parameters: for one class after the other its row of W and its b.
    X : array or sparse matrix of shape (n, d)
        Features.
    y : array of shape (n,)
        Noisy labels, class numbers 0 to Q - 1.
    noise_matrix : array of shape (Q, Q)
        Column-stochastic: ``C[p, q] = P(noisy = p | true = q)``.
    l2 : float
        Price of |W|^2 / 2; the intercepts b cost nothing.

    Returns
    -------
    value : float
        The objective: a mean loss, in nats, and the penalty; a likelihood below 1e-300 counts as that much.
    gradient : array of shape (Q * (d + 1),)
        Its derivatives, in the order of `flat`.
    """
    n, Q = X.shape[0], len(noise_matrix)
    W, b = flat.reshape(Q, -1)[:, :-1], flat.reshape(Q, -1)[:, -1]
    probabilities = softmax(X @ W.T + b, axis=1)
    weights = noise_matrix[y] * probabilities  # joint mass of (noisy label y_i, true class q)
    likelihood = np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
    residual = (probabilities - weights / likelihood) / n
    gradient = np.column_stack([(X.T @ residual).T + l2 * W, residual.sum(axis=0)])
    return -np.log(likelihood).mean() + l2 / 2 * np.sum(W**2), gradient.ravel()


class ForwardSoftmax:
    """Minimiser of :func:`forward_loss` by L-BFGS from zero.

    Parameters
    ----------
    noise_matrix : array of shape (Q, Q)
        Column-stochastic: ``C[p, q] = P(noisy = p | true = q)``, in the order of the sorted labels; it need not be
        invertible.
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
    Not a scikit-learn estimator: a rival for comparisons, which checks no more than the size of its matrix.
    """

    def __init__(self, noise_matrix, l2=1e-4, max_iter=200):
        self.noise_matrix, self.l2, self.max_iter = np.asarray(noise_matrix, dtype=float), l2, max_iter

    def fit(self, X, y):
        """Learn from noisy labels.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Features; their scale matters to `l2`.
        y : array-like of shape (n,)
            Noisy labels; every class of the matrix must occur.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError
            If `y` holds more or fewer classes than `noise_matrix` has rows.
        """
        self.classes_, codes = np.unique(y, return_inverse=True)
        Q = len(self.classes_)
        if self.noise_matrix.shape != (Q, Q):
            raise ValueError(f"noise_matrix has shape {self.noise_matrix.shape}, but y holds {Q} classes")
        found = minimize(
            forward_loss,
            np.zeros(Q * (X.shape[1] + 1)),
            args=(X, codes, self.noise_matrix, self.l2),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": self.max_iter},
        )
        parameters = found.x.reshape(Q, -1)
        self.coef_, self.intercept_, self.n_iter_ = parameters[:, :-1], parameters[:, -1], found.nit
        return self

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
        return self.classes_[(X @ self.coef_.T + self.intercept_).argmax(axis=1)]

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
