"""What the hinge surrogate of COPA costs: the exact constant between the two confusion norms.
"""

import numpy as np

from confusion._core.arguments import check_integer, check_positive

__all__ = ["surrogate_constant", "surrogate_extremal_scores"]


def surrogate_constant(n_classes):
    r"""Smallest kappa with :math:`\|C(h)\| \le \kappa \|C_\ell(h)\|`, hinge losses (2), sum-zero scores.

    Parameters
    ----------
    n_classes : int
        Q, at least 2.

    Returns
    -------
    float
        1 if Q = 2, and ``(Q - 1) / Q * sqrt(Q + 3)`` if Q >= 3.

    Notes
    -----
    Lemma 1 of the paper wants losses above the indicator of an error; for Q >= 3 the hinge (2) is not (scores (.01, 0,
    -.01) on an instance of the second class: loss .51), so its constant 1 is not available to COPA.  That this one
    holds is proved in *COPA: from a step to a stream*; the law of :func:`surrogate_extremal_scores` attains it for Q >=
    3.  For Q = 2 the wrong class has a loss of at least 1, and the constant is 1.

    Examples
    --------
    >>> [round(surrogate_constant(Q), 4) for Q in (2, 3, 10)]
    [1.0, 1.633, 3.245]
    """
    Q = float(check_integer(n_classes, "n_classes", 2))
    return 1.0 if Q == 2 else (Q - 1) / Q * float(np.sqrt(Q + 3))


def surrogate_extremal_scores(n_classes, slack=1e-9):
    """Scores for which :func:`surrogate_constant` is attained, as `slack` goes to 0.

    Parameters
    ----------
    n_classes : int
        Q, at least 3.
    slack : float, default 1e-9
        How far class 0 wins over the true class; positive, so that no tie has to be broken.

    Returns
    -------
    scores : ndarray of shape (Q, Q)
        ``scores[p]`` is the (sum-zero) score vector of every instance of class p: class 0 is recognised
        without loss, and every other class is taken for class 0.

    Examples
    --------
    >>> surrogate_extremal_scores(3).argmax(axis=1)
    array([0, 0, 0])
    """
    Q = check_integer(n_classes, "n_classes", 2)
    if Q == 2:
        raise ValueError("n_classes must be at least 3: with two classes the constant is 1, met by scores of zero")
    slack = check_positive(slack, "slack", infinite=False)
    tie = (Q - 3) / ((Q - 1) * (Q + 3))
    scores = np.full((Q, Q), Q / ((Q + 3) * (Q - 2)) - 1 / (Q - 1))
    np.fill_diagonal(scores, tie - slack)
    scores[:, 0] = tie + slack
    scores[0] = -1 / (Q - 1)
    scores[0, 0] = 1.0
    return scores
