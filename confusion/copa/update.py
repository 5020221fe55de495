"""COPA, the confusion passive-aggressive algorithm (Ralaivola 2012, Section 3.3 and Theorem 3).

After each example the class vectors move as little as possible while the squared hinge of every wrong class
is paid for at price C:

    min    1/2 sum_q |w_q - w_q^t|^2 + C/2 sum_{q != y} | <w_q, x> + 1/(Q-1) |_+^2
    over   W with sum_q w_q = 0.                                                                         (18)

The solution is closed.  A class is active when its loss l_q = <w_q^t, x> + 1/(Q-1) exceeds a threshold
tau <= 0, and then, with I active classes and kappa = 1/C + |x|^2,

    alpha_q = (l_q - tau) / kappa,    tau = -|x|^2 / (Q/C + (Q - I)|x|^2) * (sum of the active losses).

This is (20) with tau = -(|x|^2/Q) s_alpha, and kappa Q - I |x|^2 written as Q/C + (Q - I)|x|^2: a sum of
positive terms, which loses no digits and stays defined for C = inf.
"""

import numpy as np

from confusion._core.arguments import check_finite, check_positive
from confusion.linear.loops import copa_rule
from confusion.linear.online import OnlineLinearClassifier, centred, check_multipliers, check_step

__all__ = ["CopaClassifier", "copa_multipliers", "copa_step"]

#: power of the class count T_y that divides C, by the name of the scaling
SCALINGS = {None: 0, "inverse-count": 1, "inverse-count-squared": 2}


def check_scaling(scaling):
    """Return the power of T_y that the scaling divides C by."""
    if not (scaling is None or isinstance(scaling, str)) or scaling not in SCALINGS:
        raise ValueError(f"scaling must be one of {list(SCALINGS)}, got {scaling!r}")
    return SCALINGS[scaling]


def copa_multipliers(W, x, y, C):
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

    Returns
    -------
    array of shape (Q,)
        alpha_q > 0 exactly for the active classes; alpha_y = 0.  All zero for x = 0.

    Raises
    ------
    ValueError, TypeError
        For a C that is not positive, a shape that does not fit, NaN or infinite entries, numbers that overflow.

    Notes
    -----
    A class with a non-positive loss can be active, and the "sums over q = 1..I*" printed in (20)-(21) and in
    Algorithm 1 run over the *set* of active classes, not over the first I* labels.
    """
    C = check_positive(C, "C")
    W, x, y, sqnorm, scores = check_step(W, x, y)
    alpha = np.zeros(len(W))
    with np.errstate(all="ignore"):
        copa_rule(scores, y, sqnorm, C, alpha)
    return check_multipliers(alpha)


def copa_step(W, x, y, C):
    """One COPA update: the exact minimiser of (18), equation (21).

    Parameters
    ----------
    W, x, y, C
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
    alpha = copa_multipliers(W, x, y, C)
    W, x = np.asarray(W, dtype=float), np.asarray(x, dtype=float)
    with np.errstate(all="ignore"):
        return check_finite(centred(W) - np.outer(alpha - alpha.mean(), x), "W or x is")


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

    Memory beside the vectors and their running sums: 256 (d + Q) numbers for dense data, n Q for sparse data.

    References
    ----------
    Ralaivola, Confusion-Based Online Learning and a Passive-Aggressive Scheme, NIPS 2012.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.preprocessing import scale
    >>> X, y = load_wine(return_X_y=True)
    >>> CopaClassifier(random_state=0).fit(scale(X), y).score(scale(X), y) > 0.95
    True
    """

    def __init__(
        self,
        C=1.0,
        scaling=None,
        epochs=5,
        average=True,
        shuffle=True,
        fit_intercept=False,
        random_state=None,
    ):
        self.C = C
        self.scaling = scaling
        self.epochs = epochs
        self.average = average
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.random_state = random_state

    def _check_parameters(self):
        return "copa", check_positive(self.C, "C"), check_scaling(self.scaling)
