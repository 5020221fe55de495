"""A law on two points, which shows that Proposition 4 of the UMA paper is false."""

from typing import NamedTuple

import numpy as np

from confusion._core.arguments import as_float

__all__ = ["proposition4_counterexample"]


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
    Two unit points: a of class 1 and mass 1 - eta, b of class 0 and mass eta, with ``<a, b> = 1/2``.  With ``u = a -
    b``, of norm 1, ``<u, a> = -<u, b> = 1/2``, so W* = (-u, u) / sqrt 2 has margin sqrt 2 / 2.  At W = 0 both are given
    class 0 and only a is wrong.  The first update makes b wrong, by 1 - eta, and each further one takes 2 eta from
    that.  One pair at a time has an error, so no selection strategy does better.  The noise plays no part, and the
    sample may be infinite.

    A run that stops when every mass is under a threshold above eta ends after one update, with error eta: the choice is
    between the mass left and the number of updates, and that is what :func:`confusion.uma.update_bound` says.

    Examples
    --------
    >>> [proposition4_counterexample(eta).n_updates for eta in (0.1, 0.01, 0.001)]
    [6, 51, 501]
    """
    eta = as_float(eta, "eta")
    if not 0 < eta <= 0.5:
        raise ValueError(f"eta must be in (0, 1/2], got {eta!r}")
    a, b = np.array([1.0, 0.0, 0.0, 0.0]), np.array([0.5, 0.5, 0.5, 0.5])
    law = FiniteLaw(np.array([a, b]), np.array([1 - eta, eta]), np.array([1, 0]))
    W_star = np.array([b - a, a - b]) / np.sqrt(2)
    updates = (1 - eta) / (2 * eta)
    if np.isinf(updates):
        raise ValueError(f"eta={eta!r} is too small: 1 / eta is beyond the range of floats")
    return Counterexample(law, W_star, float(np.sqrt(0.5)), 1 + int(np.ceil(updates - 1e-9)))


