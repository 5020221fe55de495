"""The three-Gaussian law of the COPA paper's simulation, with everything about it that can be computed."""

import numpy as np
from scipy.special import ndtr

from confusion._core.arguments import (
    by_name,
    check_class_number,
    check_finite,
    check_flag,
    check_integer,
    check_positive,
    check_priors,
    check_random,
    finite_array,
    float_array,
)
from confusion.datasets._plane import fibonacci_normal, polygon_probability

__all__ = ["ThreeGaussians"]

#: largest number of masses a quadrature may hold, 1.6 GB of them
_MASSES = 2 * 10**8


class ThreeGaussians:
    r"""Law of (X, Y) with X in the plane, normal with covariance :math:`\sigma^2 I` given Y.

    The defaults are those of Section 4 of Ralaivola (2012).  Any number of classes, two or more, is accepted.

    Parameters
    ----------
    weights : array-like of shape (Q,), default (.9, .05, .05)
        Class probabilities, all positive, summing to one.
    sigma : float, default 0.5
        Standard deviation of each coordinate, positive.
    centers : array-like of shape (Q, 2), default ((0, 1), (1, 0), (-1, 0))
        Conditional means.

    Attributes
    ----------
    weights, sigma, centers : as given, as float arrays
    n_classes : int

    Notes
    -----
    Classes are numbered from 0: the paper's class 1, of weight .9, is class 0.

    Examples
    --------
    >>> from confusion.datasets import ThreeGaussians
    >>> law = ThreeGaussians()
    >>> X, y = law.sample(5000, random_state=0)
    >>> X.shape, y.shape
    ((5000, 2), (5000,))
    >>> law.confusion(law.bayes_predict).round(3)
    array([[0.   , 0.007, 0.007],
           [0.345, 0.   , 0.004],
           [0.345, 0.004, 0.   ]])
    """

    def __init__(self, weights=(0.9, 0.05, 0.05), sigma=0.5, centers=((0, 1), (1, 0), (-1, 0))):
        self.centers = np.array(finite_array(centers, "centers", ("Q", 2)))
        if len(self.centers) < 2:
            raise ValueError(f"centers must have shape (Q, 2) with Q at least 2, got shape {self.centers.shape}")
        self.n_classes = len(self.centers)
        self.weights = check_priors(weights, self.n_classes, name="weights", classes=range).copy()
        if not self.weights.all():
            raise ValueError("weights must all be positive; leave a class of weight zero out of centers")
        self.sigma = check_positive(sigma, "sigma")
        if not 1e-100 <= self.sigma <= 1e100 or np.abs(self.centers).max() > 1e100:
            raise ValueError("sigma must be a positive number from 1e-100 to 1e100, and centers within 1e100")

    def __repr__(self):
        weights, centers = self.weights.tolist(), self.centers.tolist()
        return f"ThreeGaussians(weights={weights}, sigma={self.sigma}, centers={centers})"

    def sample(self, n, random_state=None):
        """Draw independent examples.

        Parameters
        ----------
        n : int
            Number of examples.
        random_state : int, RandomState or None, default None
            Seed of the draw.

        Returns
        -------
        X : ndarray of shape (n, 2)
            Points of the plane.
        y : ndarray of shape (n,)
            Labels 0 to Q - 1.  A class of small weight may be missing from a small sample.
        """
        n = check_integer(n, "n", 1, "positive whole number of examples")
        rng = check_random(random_state)
        y = rng.choice(self.n_classes, size=n, p=self.weights)
        return self.sample_inputs(y, rng), y

    def sample_inputs(self, y, random_state=None):
        """Draw points given their labels: the fixed-label setting of Theorem 1.

        Parameters
        ----------
        y : array-like of shape (n,)
            Labels 0 to Q - 1.
        random_state : int, RandomState or None, default None
            Seed of the draw.

        Returns
        -------
        ndarray of shape (n, 2)
            One point for each label.
        """
        y = self._check_codes("y", y)
        noise = check_random(random_state).standard_normal((y.size, 2))
        return self.centers[y] + self.sigma * noise

    def bayes_predict(self, X, costs=None):
        """Class of smallest expected cost at each point.

        Parameters
        ----------
        X : array-like of shape (n, 2)
            Points of the plane.
        costs : None, "balanced" or array-like of shape (Q,) or (Q, Q), default None
            None is the 0-1 loss, weighted by the priors: the rule of smallest error rate.  A vector gives the
            cost of any error on each true class; "balanced" is the vector of inverse priors, the rule of
            smallest balanced error.  A matrix gives ``costs[p, q]``, the cost of predicting q when p is true.

        Returns
        -------
        y : ndarray of shape (n,)
            Labels 0 to Q - 1; the smallest one when costs are equal.
        """
        X = finite_array(X, "X", ("n", 2))
        with np.errstate(over="ignore"):
            squared = ((X[:, None, :] - self.centers[None]) ** 2).sum(axis=2) / (2 * self.sigma**2)
        check_finite(squared, "some points of X are")
        posterior = self.weights * np.exp(squared.min(axis=1, keepdims=True) - squared)
        return np.argmin(posterior @ self._cost_matrix(costs), axis=1)

    def confusion(self, rule, *, intercept=None, zero_diagonal=True, n_points=832040):
        """Confusion matrix (4) of a rule on this law, computed without sampling.

        Parameters
        ----------
        rule : array-like of shape (Q, 2), or callable
            A matrix W: the linear rule argmax_q <w_q, x> + intercept_q, smallest q on ties.  A callable takes
            points of shape (n, 2) and gives labels 0 to Q - 1, like a fitted estimator's ``predict``.
        intercept : array-like of shape (Q,), optional
            For a linear rule only.
        zero_diagonal : bool, default True
            As in :func:`confusion.metrics.confusion_matrix`.
        n_points : int, default 832040
            Points per class for a callable, rounded up to a Fibonacci number.

        Returns
        -------
        ndarray of shape (Q, Q)
            ``C[p, q]`` is P(rule(X) = q | Y = p).

        Notes
        -----
        The regions of a linear rule are polygons, whose Gaussian probability is a one-dimensional integral of
        a piecewise smooth function: near machine precision.  A callable is averaged over a Fibonacci lattice
        carried to the normal law, accurate to about 2e-5 by default.
        """
        Q, zero_diagonal = self.n_classes, check_flag(zero_diagonal, "zero_diagonal")
        C = np.zeros((Q, Q))
        if callable(rule):
            if intercept is not None:
                raise ValueError("intercept goes with a linear rule; a callable takes care of its own")
            lattice = self.sigma * fibonacci_normal(check_integer(n_points, "n_points", 2))
            for p in range(Q):
                labels = self._check_codes("the rule's labels", rule(self.centers[p] + lattice))
                if labels.size != len(lattice):
                    raise ValueError(f"rule must give one label per point, got {labels.size}")
                C[p] = np.bincount(labels, minlength=Q) / labels.size
        else:
            W, b = self._check_linear(rule, intercept)
            for q in range(Q):
                others = np.delete(np.arange(Q), q)
                normals, offsets = W[q] - W[others], b[q] - b[others]
                for p in range(Q):
                    values = normals @ self.centers[p] + offsets
                    C[p, q] = polygon_probability(self.sigma * normals, values, wins_ties=others > q)
        if zero_diagonal:
            np.fill_diagonal(C, 0.0)
        return C

    def hinge_losses(self, W, p, intercept=None):
        r"""Expected hinge losses (2) of a linear hypothesis on one class, in closed form.

        Parameters
        ----------
        W : array-like of shape (Q, 2)
            One vector per class.
        p : int
            The true class, 0 to Q - 1.
        intercept : array-like of shape (Q,), optional
            Added to the scores.

        Returns
        -------
        ndarray of shape (Q,)
            Loss of each class q; entry p, the true class's, is given too.

        Notes
        -----
        ``<w_q, X> + b_q + 1/(Q-1)`` is normal with mean m and deviation s, so its positive part has mean
        :math:`m \Phi(m/s) + s \varphi(m/s)`.
        """
        W, b = self._check_linear(W, intercept)
        p = check_class_number(p, "p", self.n_classes)
        with np.errstate(over="ignore", invalid="ignore"):
            mean = W @ self.centers[p] + b + 1 / (self.n_classes - 1)
            deviation = self.sigma * np.hypot(W[:, 0], W[:, 1])
            z = np.divide(mean, deviation, out=np.zeros_like(mean), where=deviation > 0)
            smooth = mean * ndtr(z) + deviation * np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
            losses = np.where(deviation > 0, np.maximum(smooth, 0.0), np.maximum(mean, 0.0))
        return check_finite(losses, "W is")

    def quadrature(self, cells_per_sigma=40):
        """Points of a fine grid and the mass each class puts on them.

        Parameters
        ----------
        cells_per_sigma : int, default 40
            Cells of the grid along one standard deviation.

        Returns
        -------
        points : ndarray of shape (n, 2)
            Middles of the cells.
        mass : ndarray of shape (n, Q)
            ``mass[i, p]`` approximates P(X in the cell of point i | Y = p); columns sum to one.  Cells that
            hold less than 1e-13 of every class are left out.
        """
        step = self.sigma / check_integer(cells_per_sigma, "cells_per_sigma", 2)
        low, high = self.centers.min(axis=0) - 8 * self.sigma, self.centers.max(axis=0) + 8 * self.sigma
        cells = np.ceil((high - low) / step) + 1
        if self.n_classes * cells.prod() > _MASSES:
            raise ValueError(f"the grid would have {cells.prod():.2g} cells: sigma is too small beside the distance of "
                             "the centers; choose a smaller cells_per_sigma")  # fmt: skip
        axes = [low[k] + step * np.arange(int(cells[k])) for k in range(2)]
        # The densities are products, so each is the outer product of two vectors.
        gaps = (axis[:, None] - center for axis, center in zip(axes, self.centers.T))
        marginal = [np.exp(-(gap**2) / (2 * self.sigma**2)) for gap in gaps]
        mass = (marginal[0][:, None, :] * marginal[1][None, :, :]).reshape(-1, self.n_classes)
        mass /= mass.sum(axis=0)
        keep = mass.max(axis=1) > 1e-13
        points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)[keep]
        mass = mass[keep]
        return points, mass / mass.sum(axis=0)

    def _cost_matrix(self, costs):
        Q = self.n_classes
        if costs is None:
            costs = np.ones(Q)
        elif isinstance(costs, str):
            if costs != "balanced":
                raise ValueError(f'costs must be None, "balanced", a vector or a matrix, got {costs!r}')
            costs = 1 / self.weights
        costs = float_array(by_name(costs, "costs", range, (0, 1) if hasattr(costs, "columns") else (0,)), "costs")
        costs = finite_array(costs, "costs", (Q,) if costs.ndim == 1 else (Q, Q))
        return costs if costs.ndim == 2 else costs[:, None] * (1 - np.eye(Q))

    def _check_codes(self, name, y):
        y = np.asarray(y)
        if y.ndim != 1 or not y.size or y.dtype.kind not in "iu" or y.min() < 0 or y.max() >= self.n_classes:
            raise ValueError(f"{name} must be the integers 0 to {self.n_classes - 1}, in one dimension")
        return y.astype(np.intp)  # of the width of an index, which in the browser is 32 bits

    def _check_linear(self, W, intercept):
        W, b = finite_array(W, "W", (self.n_classes, 2)), np.zeros(self.n_classes)
        return W, b if intercept is None else finite_array(intercept, "intercept", (self.n_classes,))
