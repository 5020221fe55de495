"""Laws on finitely many points, where Propositions 2 and 4 of the UMA paper can be checked without sampling."""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import (
    SUM_TOLERANCE,
    check_class_number,
    check_not_negative,
    check_whole,
    finite_array,
    real,
)
from confusion._core.labels import pair_counts

__all__ = ["Counterexample", "ExactRun", "FiniteLaw", "exact_direction", "proposition4_counterexample", "run_exact_uma"]


class FiniteLaw(NamedTuple):
    """Finitely many points.

    Attributes
    ----------
    X : ndarray of shape (m, d)
        The points.
    masses : ndarray of shape (m,)
        Their probabilities.
    labels : ndarray of shape (m,)
        Their true classes, 0 to Q - 1.
    """

    X: np.ndarray
    masses: np.ndarray
    labels: np.ndarray


class Counterexample(NamedTuple):
    """A law that costs UMA many updates.

    Attributes
    ----------
    law : FiniteLaw
        The points.
    W_star : ndarray of shape (Q, d)
        A concept, of norm 1.
    theta : float
        Its margin.
    n_updates : int
        Updates that UMA will make.
    """

    law: FiniteLaw
    W_star: np.ndarray
    theta: float
    n_updates: int


class ExactRun(NamedTuple):
    """Where a run of :func:`run_exact_uma` stopped.

    Attributes
    ----------
    W : ndarray of shape (Q, d)
        Class vectors.
    n_updates : int
        Updates made.
    masses : ndarray of shape (n_updates,)
        Mass of the pair of each update.
    separated : bool
        Whether no error was left.
    """

    W: np.ndarray
    n_updates: int
    masses: np.ndarray
    separated: bool


def exact_direction(law, W, p, q, alpha=0.0):
    """The vector mu of (10) and its mass, computed from the law.

    Parameters
    ----------
    law : FiniteLaw
        The points.
    W : array-like of shape (Q, d)
        Class vectors.
    p, q : int
        Predicted and true class, 0 to Q - 1.
    alpha : float, default 0.0
        Margin by which class p must win (8).

    Returns
    -------
    mu : ndarray of shape (d,)
        E[1{t(X) = q} 1{X in A_p^alpha} X].
    mass : float
        P(t(X) = q, X in A_p^alpha).

    Notes
    -----
    With ``alpha=0`` a tie goes to the smallest class, so that each point is in one region.  What UMA estimates from
    noisy labels is C^{-1} (C M), with M the rows mu over q: C cancels exactly, which is why it does not appear here.

    Examples
    --------
    >>> import numpy as np
    >>> law = FiniteLaw(np.eye(2), np.array([0.75, 0.25]), np.array([0, 1]))
    >>> mu, mass = exact_direction(law, np.zeros((2, 2)), p=0, q=1)
    >>> mu.tolist(), float(mass)
    ([0.0, 0.25], 0.25)
    """
    X, masses, labels = _parts(law)
    W, alpha = finite_array(W, "W", ("Q", X.shape[1])), check_not_negative(alpha, "alpha")
    p, q = check_class_number(p, "p", len(W)), check_class_number(q, "q", len(W))
    scores = X @ W.T
    wins = np.argmax(scores, axis=1) == p
    if alpha > 0:
        wins &= (scores[:, [p]] - np.delete(scores, p, axis=1) >= alpha).all(axis=1)
    weights = masses * (wins & (labels == q))
    return weights @ X, float(weights.sum())


def run_exact_uma(law, n_classes, vector="plain", *, min_mass=0.0, max_updates=100_000):
    """UMA with the exact mu in place of z, from W = 0, with steps -1 and +1 on the pair of largest mass.

    Parameters
    ----------
    law : FiniteLaw
        The points.
    n_classes : int
        Q, at least 2.
    vector : {"plain", "unit", "mass"}, default "plain"
        Update with mu, ``mu / |mu|`` or mu / mass.
    min_mass : float, default 0.0
        Stop when no pair has a larger mass.
    max_updates : int, default 100000
        Stop after so many updates.

    Returns
    -------
    ExactRun
        Where the run stopped.

    Examples
    --------
    >>> run_exact_uma(proposition4_counterexample(0.125).law, 2).n_updates
    5
    """
    if not isinstance(vector, str) or vector not in ("plain", "unit", "mass"):
        raise ValueError(f'vector must be "plain", "unit" or "mass", got {vector!r}')
    n_classes, max_updates = check_whole(n_classes, "n_classes", 2), check_whole(max_updates, "max_updates", 0)
    min_mass, (X, masses, labels) = check_not_negative(min_mass, "min_mass"), _parts(law)
    if labels.max() >= n_classes:
        raise ValueError(f"the law has class {labels.max()}, but n_classes is {n_classes}")
    W, done = np.zeros((n_classes, X.shape[1])), []
    while len(done) < max_updates:
        predicted = np.argmax(X @ W.T, axis=1)
        joint = pair_counts(predicted, labels, n_classes, masses)
        np.fill_diagonal(joint, 0.0)
        p, q = np.unravel_index(np.argmax(joint), joint.shape)
        if joint[p, q] <= min_mass:
            break
        z = (masses * ((predicted == p) & (labels == q))) @ X
        z = z / {"plain": 1.0, "unit": np.linalg.norm(z), "mass": joint[p, q]}[vector]
        W[q] += z
        W[p] -= z
        done.append(joint[p, q])
    separated = bool((np.argmax(X @ W.T, axis=1) == labels).all())
    return ExactRun(W, len(done), np.array(done), separated)


def proposition4_counterexample(eta):
    r"""A law of margin theta^2 = 1/2 on which UMA makes about 1/(2 eta) updates: O(1/theta^2) is false.

    Parameters
    ----------
    eta : float in (0, 1/2]
        Mass of the lighter of two points.

    Returns
    -------
    Counterexample
        ``n_updates`` is :math:`1 + \lceil (1 - \eta) / 2 \eta \rceil`, from W = 0 with ties to the smallest class;
        ``law`` lives in dimension 4, where all coordinates are multiples of 1/2.

    Notes
    -----
    Two unit points: a of class 1 and mass 1 - eta, b of class 0 and mass eta, with ``<a, b> = 1/2``.  With
    ``u = a - b``, of norm 1, ``<u, a> = -<u, b> = 1/2``, so W* = (-u, u) / sqrt 2 has margin sqrt 2 / 2.  At W = 0 both
    are given class 0 and only a is wrong.  The first update makes ``w_1 - w_0 = 2 (1 - eta) a``: now b scores
    ``1 - eta`` for the wrong class and each further update, with ``z = eta b``, takes 2 eta from it.  One pair at a
    time has an error, so no selection strategy does better.  The noise plays no part, and the sample may be infinite.

    A run that stops when every mass is under a threshold above eta ends after one update, with error eta: the choice is
    between the mass left and the number of updates, and that is what :func:`confusion.uma.update_bound` says.

    Examples
    --------
    >>> [proposition4_counterexample(eta).n_updates for eta in (0.1, 0.01, 0.001)]
    [6, 51, 501]
    """
    eta = real(eta, "eta")
    if not 0 < eta <= 0.5:
        raise ValueError(f"eta must be in (0, 1/2], got {eta!r}")
    a, b = np.array([1.0, 0.0, 0.0, 0.0]), np.array([0.5, 0.5, 0.5, 0.5])
    law = FiniteLaw(np.array([a, b]), np.array([1 - eta, eta]), np.array([1, 0]))
    W_star = np.array([b - a, a - b]) / np.sqrt(2)
    updates = (1 - eta) / (2 * eta)
    if np.isinf(updates):
        raise ValueError(f"eta={eta!r} is too small: 1 / eta is beyond the range of floats")
    return Counterexample(law, W_star, float(np.sqrt(0.5)), 1 + int(np.ceil(updates - 1e-9)))


def _parts(law):
    """Points, masses and labels of a law, checked."""
    try:
        X, masses, labels = law
    except (TypeError, ValueError):
        raise TypeError(f"law must be a FiniteLaw, got {type(law).__name__}") from None
    X = finite_array(X, "X of the law", ("m", "d"), empty=False)
    masses = finite_array(masses, "masses of the law", (len(X),))
    if (masses < 0).any() or abs(masses.sum() - 1) > SUM_TOLERANCE:
        raise ValueError("masses of the law must be non-negative and sum to one")
    labels = np.asarray(labels)
    if labels.shape != (len(X),) or labels.dtype.kind not in "iu" or labels.min() < 0:
        raise ValueError("labels of the law must be class numbers from 0, one a point")
    return X, masses, labels.astype(np.intp)  # bincount takes no wider numbers, and in the browser int64 is wider
