"""One step of COPA (Ralaivola 2012, Theorem 3), and its estimator; Algorithm 1 is :mod:`confusion.copa.algorithm`."""

import numpy as np

from confusion._core.arguments import check_choice, check_finite, check_positive
from confusion.copa.algorithm import LOSSES, copa
from confusion.linear.online import OnlineLinearClassifier
from confusion.linear.steps import as_finite_multipliers, check_step

__all__ = ["CopaClassifier", "copa_multipliers", "copa_step"]

#: power of the class count T_y that divides C, by the name of the scaling
SCALINGS = {None: 0, "inverse-count": 1, "inverse-count-squared": 2}


def check_scaling(scaling):
    """Return the power of T_y that the scaling divides C by."""
    if not (scaling is None or isinstance(scaling, str)) or scaling not in SCALINGS:
        raise ValueError(f"scaling must be one of {list(SCALINGS)}, got {scaling!r}")
    return SCALINGS[scaling]


def _rule(loss):
    return LOSSES[check_choice(loss, "loss", LOSSES)]


def copa_multipliers(W, x, y, C, loss="squared-hinge"):
    """Dual variables alpha* of one COPA update, equations (19)-(20).

    Parameters
    ----------
    W : array of shape (Q, d)
        Class vectors; their mean, if not zero, is taken off first (the constraint of (18)).
    x : array of shape (d,)
        Features of the example.
    y : int
        Row of the true class in `W`.
    C : float
        Aggressiveness, positive; ``inf`` asks for zero loss (hard margin).
    loss : {"squared-hinge", "hinge"}, default="squared-hinge"
        That of (18), or the simple hinge, whose multipliers are at most C.

    Returns
    -------
    array of shape (Q,)
        alpha_q > 0 exactly for the active classes; alpha_y = 0.  All zero for x = 0.

    Notes
    -----
    A class with a non-positive loss can be active, and the "sums over q = 1..I*" printed in (20)-(21) and in
    Algorithm 1 run over the *set* of active classes, not over the first I* labels.
    """
    C, rule = check_positive(C, "C"), _rule(loss)
    _, _, y, scores, sqnorm = check_step(W, x, y)
    return as_finite_multipliers(rule(scores, y, sqnorm, C))


def copa_step(W, x, y, C, loss="squared-hinge"):
    """One COPA update: the exact minimiser of (18), equation (21).

    Parameters
    ----------
    W, x, y, C, loss
        As for :func:`copa_multipliers`.

    Returns
    -------
    array of shape (Q, d)
        The new class vectors; they sum to zero.  `W` itself is not changed.

    See Also
    --------
    copa_multipliers : the dual variables of the same update.
    confusion.linear.ultraconservative_step : the updates COPA is compared with.

    Examples
    --------
    >>> import numpy as np
    >>> copa_step(np.zeros((3, 2)), np.array([1.0, 0.0]), 0, C=1.0)
    array([[ 0.25 ,  0.   ],
           [-0.125,  0.   ],
           [-0.125,  0.   ]])
    """
    alpha = copa_multipliers(W, x, y, C, loss)
    W, x = np.asarray(W, dtype=float), np.asarray(x, dtype=float)
    with np.errstate(all="ignore"):
        return check_finite(W - W.mean(axis=0) - np.outer(alpha - alpha.mean(), x), "W or x is")


class CopaClassifier(OnlineLinearClassifier):
    """Confusion passive-aggressive classifier, Algorithm 1 of Ralaivola (2012).

    Parameters
    ----------
    C : float, default=1.0
        Aggressiveness, positive, ``inf`` allowed.
    scaling : {None, "inverse-count", "inverse-count-squared"}, default=None
        An example of class y is given the aggressiveness C, C / T_y or C / T_y^2, where T_y is the number of
        examples of y: in the data given to :meth:`fit`, seen so far in :meth:`partial_fit`.
    epochs : int, default=5
        Passes of :meth:`fit` over the sample.
    average : bool, default=True
        Predict with the mean of all post-update vectors (Algorithm 1, last line), else with the last ones.
    shuffle : bool, default=True
        Draw a new order for each pass of :meth:`fit`.
    fit_intercept : bool, default=False
        Add a constant feature 1, which counts in the norm of x.  The paper has none.
    random_state : int, RandomState or None, default=None
        Source of the orders.
    loss : {"squared-hinge", "hinge"}, default="squared-hinge"
        That of (18), or the simple hinge, see :func:`copa_multipliers`.

    Attributes
    ----------
    classes_ : array of shape (Q,)
    coef_ : array of shape (Q, d)
        Class vectors, summing to zero over the classes.
    intercept_ : array of shape (Q,)
    class_count_ : array of shape (Q,)
        The counts T_y.
    n_steps_ : int
        Examples seen, over all passes.
    n_features_in_ : int

    Notes
    -----
    Algorithm 1 and Theorem 3 use one C for every example (``scaling=None``); the motivation (16)-(17) divides
    it by T_y^2; a Jensen argument supports C / T_y.  The three behave very differently on imbalanced data.
    For two classes the update is that of binary PA-II with its C equal to C / 4.

    There is no sample_weight: a step made twice is not a step of twice the length, and the second one depends on the
    examples between them.  Give an example as often as it counts.  :meth:`partial_fit` gives the path of iterates.

    Memory beside the vectors and their running sums: n Q numbers for sparse data, and a copy of `X` with
    ``fit_intercept=True``.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.preprocessing import scale
    >>> X, y = load_wine(return_X_y=True)
    >>> CopaClassifier(random_state=0).fit(scale(X), y).score(scale(X), y) > 0.95
    True
    """

    def __init__(
        self, C=1.0, scaling=None, epochs=5, average=True, shuffle=True, fit_intercept=False, random_state=None,
        loss="squared-hinge",
    ):  # fmt: skip
        super().__init__(C, epochs, average, shuffle, fit_intercept, random_state)
        self.scaling = scaling
        self.loss = loss

    _algorithm = staticmethod(copa)

    def _settings(self):
        _rule(self.loss)
        return self.loss, check_positive(self.C, "C"), check_scaling(self.scaling)
