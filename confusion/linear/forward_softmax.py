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
    """Value and gradient of the objective at the flattened (Q, d + 1) parameters; `y` holds class numbers."""
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
        In the order of the sorted labels; it need not be invertible.
    l2 : float, default 1e-4
    max_iter : int, default 200
    """

    def __init__(self, noise_matrix, l2=1e-4, max_iter=200):
        self.noise_matrix, self.l2, self.max_iter = np.asarray(noise_matrix, dtype=float), l2, max_iter

    def fit(self, X, y):
        """Learn from noisy labels `y`; every class of the matrix must occur."""
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
        """Likeliest true class, shape (n,)."""
        return self.classes_[(X @ self.coef_.T + self.intercept_).argmax(axis=1)]

    def score(self, X, y):
        """Share of right predictions."""
        return float(np.mean(self.predict(X) == y))
