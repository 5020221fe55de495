"""Ultraconservative additive algorithms for several classes (Crammer and Singer 2003).

On an example (x, y) only the true class and classes of the *error set* move,

    w_q <- w_q - alpha_q x,   alpha_y < 0,   alpha_r >= 0, zero outside the error set,   sum_q alpha_q = 0.

Three members: two perceptrons, whose error set is E = {r != y : <w_r, x> >= <w_y, x>}, and the max-hinge
passive-aggressive step, whose error set is that of the margin, {r != y : <w_r, x> > <w_y, x> - 1}.
"""

import numpy as np

from confusion._core.arguments import check_finite, check_positive
from confusion._core.compiled import COMPILED
from confusion._core.refit import unchanged_on_error
from confusion.linear.online import OnlineLinearClassifier, check_step, moved

__all__ = ["UltraconservativePerceptron", "ultraconservative_step"]


def highest(scores, y, sqnorm, C):
    """Perceptron that charges the highest class of the error set, the first of them on a tie, with the mistake."""
    errors = [r for r, score in enumerate(scores) if score >= scores[y] and r != y]
    alpha = [0.0] * len(scores)
    if errors:
        alpha[y], alpha[max(errors, key=scores.__getitem__)] = -1.0, 1.0
    return alpha


def uniform(scores, y, sqnorm, C):
    """Perceptron that shares the mistake equally over the error set."""
    errors = [r for r, score in enumerate(scores) if score >= scores[y] and r != y]
    alpha = [0.0] * len(scores)
    for r in errors:
        alpha[r], alpha[y] = 1 / len(errors), -1.0
    return alpha


def max_hinge(scores, y, sqnorm, C):
    """Exact minimiser of 1/2 sum |w_q - w_q^t|^2 + C/2 max_r | 1 - <w_y - w_r, x> |_+^2.

    With I active classes and a = 1/C + |x|^2, the multiplier of an active class is

        alpha_r = (l_r - (a / |x|^2) sum_s (l_s - l_r)) / (|x|^2 + I a),    s over the active classes.

    Differences of losses are differences of scores, so that ties are exact however small C |x|^2 is.  In the order of
    their scores, classes are active up to the first that would have no positive multiplier.
    """
    alpha, a, active, bar = [0.0] * len(scores), sqnorm + 1 / C, [], scores[y] - 1

    def multiplier(r):
        ahead = sum([scores[s] - scores[r] for s in active])
        return scores[r] - bar - (a / sqnorm * ahead if ahead else 0.0)  # a / |x|^2 may be inf

    wrong = [r for r, score in enumerate(scores) if score > bar and r != y and sqnorm > 0]
    for r in sorted(wrong, key=scores.__getitem__, reverse=True):
        if multiplier(r) <= 0:
            break
        active.append(r)
    for r in active:
        alpha[r] = multiplier(r) / (sqnorm + len(active) * a)
    alpha[y] = -sum(alpha)
    return alpha


#: the rule of an update, by its name
UPDATES = {"max": highest, "uniform": uniform, "max-hinge": max_hinge}


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
    C, rule = check_positive(C, "C"), UPDATES[_check_update(update)]
    W, x, y, scores, sqnorm = check_step(W, x, y)
    with np.errstate(all="ignore"):
        return check_finite(W - np.outer(moved(rule(scores, y, sqnorm, C)), x), "W or x is")


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

    def fit(self, X, y):
        """Run `epochs` passes over the sample.

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
            As for :meth:`confusion.copa.CopaClassifier.fit`.
        """
        with unchanged_on_error(self), np.errstate(all="ignore"):
            run = self._begin(X, y)
            for order in self._orders(run):
                self._pass(run, order)
            return self._end(run)

    def _pass(self, run, order):
        if COMPILED:
            return run.compiled(self.update, order)
        rule = UPDATES[self.update]
        for example in run.examples(order):
            run.move(rule(*example))

    def _check_parameters(self):
        _check_update(self.update)
        return check_positive(self.C, "C"), 0
