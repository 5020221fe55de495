"""Ultraconservative additive algorithms for several classes (Crammer and Singer 2003).

On an example (x, y) only the true class and classes of the *error set* move,

    w_q <- w_q - alpha_q x,   alpha_y < 0,   alpha_r >= 0, zero outside the error set,   sum_q alpha_q = 0.

Three members: two perceptrons, whose error set is E = {r != y : <w_r, x> >= <w_y, x>}, and the max-hinge
passive-aggressive step, whose error set is that of the margin, {r != y : <w_r, x> > <w_y, x> - 1}.
"""

import numpy as np

from confusion._core.arguments import check_finite, check_positive
from confusion.linear.loops import multipliers
from confusion.linear.online import OnlineLinearClassifier, check_multipliers, check_step
from confusion.linear.streams import RULES

__all__ = ["UltraconservativePerceptron", "ultraconservative_step"]

#: names of rules in :mod:`confusion.linear.loops`
UPDATES = ("max", "uniform", "max-hinge")


def _check_update(update):
    if not isinstance(update, str) or update not in UPDATES:
        raise ValueError(f"update must be one of {list(UPDATES)}, got {update!r}")
    return update


def ultraconservative_step(W, x, y, update="max", C=np.inf):
    """One step of an ultraconservative additive algorithm.

    Parameters
    ----------
    W : array of shape (Q, d)
        Class vectors.
    x : array of shape (d,)
        Features of the example.
    y : int
        Row of the true class in `W`.
    update : {"max", "uniform", "max-hinge"}, default="max"
        Perceptron charging the worst offender; perceptron sharing the mistake over the error set; exact
        passive-aggressive step for the max-hinge loss with squared slack.
    C : float, default=inf
        Aggressiveness of "max-hinge", positive; the perceptrons have none.

    Returns
    -------
    array of shape (Q, d)
        The new class vectors, with the same sum as `W`.  `W` itself is not changed.

    Raises
    ------
    ValueError, TypeError
        For an unknown update, a C that is not positive, a shape that does not fit, NaN or infinite entries,
        numbers that overflow.

    References
    ----------
    Crammer and Singer, Ultraconservative online algorithms for multiclass problems, JMLR 3, 2003.

    Examples
    --------
    >>> import numpy as np
    >>> W = np.array([[1.0], [0.9], [-0.9], [-1.0]])
    >>> ultraconservative_step(W, np.array([1.0]), 0, "max-hinge").ravel().round(6).tolist()
    [1.45, 0.45, -0.9, -1.0]
    """
    C, update = check_positive(C, "C"), _check_update(update)
    W, x, y, sqnorm, scores = check_step(W, x, y)
    alpha = np.zeros(len(W))
    with np.errstate(all="ignore"):
        multipliers(RULES.index(update), scores, y, sqnorm, C, alpha)
        return check_finite(W - np.outer(check_multipliers(alpha), x), "W or x is")


class UltraconservativePerceptron(OnlineLinearClassifier):
    """Multiclass perceptron, or max-hinge passive-aggressive classifier, with averaging.

    Parameters
    ----------
    update : {"max", "uniform", "max-hinge"}, default="max"
        The step, see :func:`ultraconservative_step`.
    C : float, default=1.0
        Aggressiveness of "max-hinge", positive, ``inf`` allowed; the perceptrons have none.
    epochs : int, default=5
        Passes of `fit` over the sample.
    average : bool, default=True
        Predict with the mean of all post-update vectors, else with the last ones.
    shuffle : bool, default=True
        Draw a new order for each pass of `fit`.
    fit_intercept : bool, default=False
        Add a constant feature 1, which counts in the norm of x.
    random_state : int, RandomState or None, default=None
        Source of the orders.

    Attributes
    ----------
    classes_, coef_, intercept_, class_count_, n_steps_, n_features_in_
        As for :class:`confusion.copa.CopaClassifier`.

    Notes
    -----
    No sample_weight, and the memory, for the reasons and of the size given there.

    References
    ----------
    Crammer and Singer, Ultraconservative online algorithms for multiclass problems, JMLR 3, 2003.
    Matsushima et al., Exact passive-aggressive algorithm for multiclass classification using support
    class, SDM 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> UltraconservativePerceptron(epochs=20, random_state=0).fit(X, y).score(X, y) > 0.9
    True
    """

    def __init__(
        self,
        update="max",
        C=1.0,
        epochs=5,
        average=True,
        shuffle=True,
        fit_intercept=False,
        random_state=None,
    ):
        self.update = update
        self.C = C
        self.epochs = epochs
        self.average = average
        self.shuffle = shuffle
        self.fit_intercept = fit_intercept
        self.random_state = random_state

    def _check_parameters(self):
        return _check_update(self.update), check_positive(self.C, "C"), 0
