"""The toy law of the UMA paper (Section 4.1): ten linear classes around a circle, with a margin enforced."""

import numpy as np

from confusion._core.arguments import (
    check_choice,
    check_flag,
    check_integer,
    check_not_negative,
    check_random,
    finite_array,
)

__all__ = ["UmaToyLaw"]


class UmaToyLaw:
    r"""Uniform points of the unit circle (or disc), labelled by random unit vectors, less those near a boundary.

    Parameters
    ----------
    n_classes : int, default 10
        Q, at least 2.
    theta : float, default 0.025
        Margin enforced, non-negative.
    margin : {"score", "geometric"}, default "score"
        What must exceed `theta` for a point x of class q and every other class k: ``<w_q - w_k, x>``, the margin of
        Definition 2 of Louche and Ralaivola (2015), or ``<w_q - w_k, x> / |w_q - w_k|``, the distance from x to the
        boundary.
    support : {"circle", "disc"}, default "circle"
        Law of x before the margin: uniform on the unit circle or in the unit disc.
    on_empty : {"keep", "redraw", "raise"}, default "keep"
        What to do with class vectors whose margin leaves a class without a point: report it in `empty_classes`,
        draw the vectors again (at most 10,000 times), or raise ValueError.
    random_state : int, RandomState or None, default None
        For the class vectors.

    Attributes
    ----------
    W : ndarray of shape (n_classes, 2)
        Class vectors, of norm 1: the true concept is ``argmax_q <w_q, x>``.
    class_masses : ndarray of shape (n_classes,)
        Probability of each class after the margin is enforced, to about 1e-4: from a grid of 2^14 angles.
    kept : float
        Probability that a point survives the margin.
    empty_classes : ndarray
        Classes of probability zero, or too small for that grid (below about 6e-5).
    n_draws : int
        Draws of the class vectors.

    Notes
    -----
    The page says "the unit circle" and that the class vectors, drawn from the same law, "have therefore norm 1":  the
    circle is what it says.  It calls a removed point "too close to the decision boundaries", which is the geometric
    margin, where Definition 2 is a difference of scores.  It says that a class emptied by the margin "never occurred":
    with the score margin it occurs in five draws out of six, since two vectors at angle D have scores that differ by at
    most ``2 sin(D / 2)``, and a class between neighbours at angles D and E keeps a point only if about ``1/D + 1/E < (D
    + E) / (2 theta)``; with the geometric margin it occurs in one draw out of fourteen.

    ``|W|_F`` is sqrt(n_classes), not 1: of a score margin `theta`, Assumption 1 has theta / sqrt(n_classes).

    Examples
    --------
    >>> law = UmaToyLaw(margin="geometric", random_state=0)
    >>> X, y = law.sample(1000, random_state=1)
    >>> X.shape
    (1000, 2)
    """

    def __init__(self, n_classes=10, theta=0.025, *, margin="score", support="circle", on_empty="keep",
                 random_state=None):  # fmt: skip
        self.n_classes, self.theta = check_integer(n_classes, "n_classes", 2), check_not_negative(theta, "theta")
        self.margin = check_choice(margin, "margin", ("score", "geometric"))
        self.support = check_choice(support, "support", ("circle", "disc"))
        check_choice(on_empty, "on_empty", ("keep", "redraw", "raise"))
        rng = check_random(random_state)
        for draw in range(1, 10_001 if on_empty == "redraw" else 2):
            self.W, self.n_draws = _circle(rng.uniform(0, 2 * np.pi, self.n_classes)), draw
            self.class_masses = self._masses(2**14)
            if (self.class_masses > 0).all() or on_empty == "keep":
                break
        else:
            raise ValueError(f"a class is empty in all of {self.n_draws} draws of the class vectors; lower theta or "
                             'n_classes, use margin="geometric", or keep the empty classes')  # fmt: skip
        self.kept = float(self.class_masses.sum())
        if self.kept == 0:
            raise ValueError(f"the margin {self.theta} leaves no point at all; lower theta")
        self.class_masses = self.class_masses / self.kept
        self.empty_classes = np.flatnonzero(self.class_masses == 0)

    def __repr__(self):
        size = f"n_classes={self.n_classes}, theta={self.theta}"
        return f"UmaToyLaw({size}, margin={self.margin!r}, support={self.support!r})"

    def labels(self, X):
        """True classes (1) of points of the plane.

        Parameters
        ----------
        X : array-like of shape (n, 2)
            The points.

        Returns
        -------
        ndarray of shape (n,)
            Integers 0 to n_classes - 1.
        """
        return np.argmax(finite_array(X, "X", ("n", 2)) @ self.W.T, axis=1)

    def margins(self, X):
        """Margins of points with respect to the true concept, in the sense of `margin`.

        Parameters
        ----------
        X : array-like of shape (n, 2)
            The points.

        Returns
        -------
        ndarray of shape (n,)
            The smallest one over the wrong classes, for each point.
        """
        scores = finite_array(X, "X", ("n", 2)) @ self.W.T
        rows, y = np.arange(len(scores)), np.argmax(scores, axis=1)
        gaps = scores[rows, y][:, None] - scores
        if self.margin == "geometric":
            lengths = np.linalg.norm(self.W[:, None] - self.W[None], axis=2)
            np.fill_diagonal(lengths, 1.0)
            gaps = gaps / lengths[y]
        gaps[rows, y] = np.inf
        return gaps.min(axis=1)

    def sample(self, n, random_state=None, *, exact=True):
        """Draw points that respect the margin.

        Parameters
        ----------
        n : int
            Points to return; with ``exact=False`` points drawn *before* the margin removes some, as "a total of
            roughly 1000" may mean.
        random_state : int, RandomState or None, default None
            Seed of the draw.
        exact : bool, default True
            Whether `n` counts the points that survive the margin.

        Returns
        -------
        X : ndarray of shape (n, 2)
            Points of the circle or disc.
        y : ndarray of shape (n,)
            True classes.  A class of small mass may be missing.
        """
        n, rng, exact = check_integer(n, "n", 1), check_random(random_state), check_flag(exact, "exact")
        X = self._survivors(n, rng)
        while exact and len(X) < n:
            X = np.concatenate([X, self._survivors(max(n, 64), rng)])
        X = X[:n]
        return X, self.labels(X)

    def _survivors(self, n, rng):
        X = _circle(rng.uniform(0, 2 * np.pi, n))
        if self.support == "disc":
            X = X * np.sqrt(rng.uniform(size=n))[:, None]
        return X[self.margins(X) > self.theta]

    def _masses(self, n_angles):
        """Mass of each class before renormalisation.

        The margin grows in proportion to the radius r, and in the disc P(r > s) = 1 - s^2.
        """
        X = _circle(2 * np.pi * (np.arange(n_angles) + 0.5) / n_angles)
        margins = self.margins(X)
        if self.support == "circle":
            weights = (margins > self.theta).astype(float)
        else:
            ratio = np.divide(self.theta, margins, out=np.full(n_angles, np.inf), where=margins > self.theta)
            weights = np.maximum(0.0, 1 - ratio**2)
        return np.bincount(self.labels(X), weights, minlength=self.n_classes) / n_angles


def _circle(angles):
    return np.column_stack([np.cos(angles), np.sin(angles)])
