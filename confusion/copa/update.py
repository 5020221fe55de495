"""COPA, the confusion passive-aggressive algorithm (Ralaivola 2012, Section 3.3, Theorem 3 and Algorithm 1).

After each example the class vectors move as little as possible while the squared hinge of every wrong class
is paid for at price C:

    min    1/2 sum_q |w_q - w_q^t|^2 + C/2 sum_{q != y} | <w_q, x> + 1/(Q-1) |_+^2
    over   W with sum_q w_q = 0.                                                                         (18)

The solution is closed.  A class is active when its loss l_q = <w_q^t, x> + 1/(Q-1) exceeds a threshold
tau <= 0, and then, with I active classes and kappa = 1/C + |x|^2,

    alpha_q = (l_q - tau) / kappa,    tau = -|x|^2 / (Q/C + (Q - I)|x|^2) * (sum of the active losses).

This is (20) with tau = -(|x|^2/Q) s_alpha, and kappa Q - I |x|^2 written as Q/C + (Q - I)|x|^2: a sum of
positive terms, which loses no digits and stays defined for C = inf.  In the same words (19) asks whether the loss of
the next class exceeds the threshold of those before it.

With the simple hinge, C sum_{q != y} | <w_q, x> + 1/(Q-1) |_+ in (18), the paper's first open question, the optimality
conditions say: a class whose loss after the step is negative has alpha_q = 0, one whose loss is positive pays the whole
price, alpha_q = C, and in between the loss is zero.  The loss after the step is l_q - tau - |x|^2 alpha_q, so that

    alpha_q = (l_q - tau) / |x|^2, clipped to [0, C],    tau = -(|x|^2/Q) sum_q alpha_q.
"""

import numpy as np

from confusion._core.arguments import check_finite, check_positive
from confusion._core.compiled import COMPILED
from confusion._core.refit import unchanged_on_error
from confusion.linear.online import OnlineLinearClassifier, check_step, moved

__all__ = ["CopaClassifier", "copa_multipliers", "copa_step"]

#: power of the class count T_y that divides C, by the name of the scaling
SCALINGS = {None: 0, "inverse-count": 1, "inverse-count-squared": 2}


def check_scaling(scaling):
    """Return the power of T_y that the scaling divides C by."""
    if not (scaling is None or isinstance(scaling, str)) or scaling not in SCALINGS:
        raise ValueError(f"scaling must be one of {list(SCALINGS)}, got {scaling!r}")
    return SCALINGS[scaling]


def squared_hinge(scores, y, sqnorm, C):
    """Multipliers alpha of (19)-(20), a list of floats like `scores`; none moves along x = 0."""
    Q = len(scores)
    mean, alpha = sum(scores) / Q, [0.0] * Q
    loss = [score - mean + 1 / (Q - 1) for score in scores]
    tau, total, active = 0.0, 0.0, []
    for q in sorted(range(Q), key=loss.__getitem__, reverse=True):
        if q == y or sqnorm == 0:
            continue
        if loss[q] <= tau:  # (19) fails, and for all that follow
            break
        active.append(q)
        total += loss[q]
        tau = -sqnorm * total / (Q / C + (Q - len(active)) * sqnorm)
    for q in active:
        alpha[q] = (loss[q] - tau) / (1 / C + sqnorm)  # (20)
    return alpha


def hinge(scores, y, sqnorm, C):
    """The same for the simple hinge: tau falls, and a class enters at its loss and is capped |x|^2 C below."""
    Q = len(scores)
    mean, alpha = sum(scores) / Q, [0.0] * Q
    loss = [score - mean + 1 / (Q - 1) for score in scores]
    wrong = [q for q in range(Q) if q != y and sqnorm > 0]
    levels = [(loss[q], q, 1) for q in wrong] + [(loss[q] - sqnorm * C, q, -1) for q in wrong]
    tau, total, free, capped = 0.0, 0.0, 0, 0.0
    for level, q, change in sorted(levels, reverse=True):
        if level <= tau:
            break
        free += change
        total += change * loss[q]
        capped += sqnorm * C if change < 0 else 0.0
        tau = -(total + capped) / (Q - free)
    for q in wrong:
        alpha[q] = min(max(loss[q] - tau, 0.0) / sqnorm, C)
    return alpha


#: the rule of a loss, by its name
LOSSES = {"squared-hinge": squared_hinge, "hinge": hinge}


def _rule(loss):
    if not isinstance(loss, str) or loss not in LOSSES:
        raise ValueError(f"loss must be one of {list(LOSSES)}, got {loss!r}")
    return LOSSES[loss]


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

    Raises
    ------
    ValueError, TypeError
        For an unknown loss, a C that is not positive, a shape that does not fit, NaN or infinite entries, numbers that
        overflow.

    Notes
    -----
    A class with a non-positive loss can be active, and the "sums over q = 1..I*" printed in (20)-(21) and in
    Algorithm 1 run over the *set* of active classes, not over the first I* labels.
    """
    C, rule = check_positive(C, "C"), _rule(loss)
    _, _, y, scores, sqnorm = check_step(W, x, y)
    return moved(rule(scores, y, sqnorm, C))


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

    Memory beside the vectors and their running sums: n Q numbers for sparse data and where nothing is compiled, and a
    copy of `X` with ``fit_intercept=True``.

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
        loss="squared-hinge",
    ):
        self.C = C
        self.scaling = scaling
        self.epochs = epochs
        self.average = average
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.random_state = random_state
        self.loss = loss

    def fit(self, X, y):
        """Run Algorithm 1: `epochs` passes over the sample.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n, d)
            Features; sparse ones are read as CSR.
        y : array-like of shape (n,)
            Class labels, numbers or strings; at least two classes.

        Returns
        -------
        self
            The fitted classifier.

        Raises
        ------
        ValueError, TypeError
            For NaN or infinite features, labels that are no classes, a single class, a parameter outside its range,
            numbers that overflow or underflow; the estimator is then as it was before the call.
        """
        with unchanged_on_error(self), np.errstate(all="ignore"):
            run = self._begin(X, y)  # w_1 = ... = w_Q = 0
            for order in self._orders(run):  # for r = 1 to R
                self._pass(run, order)
            return self._end(run)  # w_q: the mean of the vectors after each step

    def _pass(self, run, order):
        """Algorithm 1 within an epoch; where there is numba, compiled in `confusion.linear.loops`."""
        if COMPILED:
            return run.compiled(self.loss, order)
        rule = LOSSES[self.loss]
        for scores, y, sqnorm, C in run.examples(order):  # for t = 1 to T
            run.move(rule(scores, y, sqnorm, C))  # (19)-(21)

    def _check_parameters(self):
        _rule(self.loss)
        return check_positive(self.C, "C"), check_scaling(self.scaling)
