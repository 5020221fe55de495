"""What is read off the votes f(x, l), arrays of shape (n, K): margins, answers, probabilities.

Votes that differ by less than `NEGLIGIBLE` of their sum are ties, and a tie goes to the first class, in every form.
"""

import numpy as np
from scipy.special import log_softmax, softmax

from confusion.boosting.rounds import NEGLIGIBLE

__all__ = ["log_probabilities", "margins", "probabilities", "winners"]


def margins(votes):
    """The votes, a copy; f(x, 1) - f(x, 0) of shape (n,) for two classes."""
    if votes.shape[1] > 2:
        return votes.copy()
    margin = votes[:, 1] - votes[:, 0]
    return np.where(np.abs(margin) <= NEGLIGIBLE * votes.sum(axis=1), 0.0, margin)


def winners(votes):
    """First class whose vote is the largest but for a negligible part of all votes."""
    return levelled(votes).argmax(axis=1)


def probabilities(votes):
    """softmax(2 f), the link of the loss; its largest entry is that of the class that wins."""
    return with_largest(softmax(2 * levelled(votes), axis=1), winners(votes))


def log_probabilities(votes):
    """Logarithms of the same, finite also where a probability is none."""
    return with_largest(log_softmax(2 * levelled(votes), axis=1), winners(votes))


def levelled(votes):
    """The votes, those that tie with the largest raised to it."""
    most = votes.max(axis=1, keepdims=True)
    return np.where(votes >= most - NEGLIGIBLE * votes.sum(axis=1, keepdims=True), most, votes)


def with_largest(P, answer):
    """`P` with the entry of the answer lifted by one float where rounding has made an earlier one as large."""
    short = np.flatnonzero(P.argmax(axis=1) != answer)
    P[short, answer[short]] = np.nextafter(P[short].max(axis=1), np.inf)
    return P
