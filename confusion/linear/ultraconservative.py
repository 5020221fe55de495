"""Ultraconservative additive algorithms for several classes (Crammer and Singer 2003).

On an example (x, y) only the true class and classes of the *error set* move,

    w_q <- w_q - alpha_q x,   alpha_y < 0,   alpha_r >= 0, zero outside the error set,   sum_q alpha_q = 0.

Three members: two perceptrons, whose error set is E = {r != y : <w_r, x> >= <w_y, x>}, and the max-hinge
passive-aggressive step, whose error set is that of the margin, {r != y : <w_r, x> > <w_y, x> - 1}.
"""

import numpy as np

from confusion._core.arguments import check_choice, check_finite, check_positive
from confusion.linear.online import OnlineLinearClassifier
from confusion.linear.steps import Iterate, as_finite_multipliers, check_step, received, scores, squared_norms

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


def ultraconservative(X, y, C, W, *, loss, orders, U, tau):
    """Yield an :class:`Iterate` after each step; arguments as those of :func:`confusion.copa.algorithm.copa`."""
    rule, sqnorms = UPDATES[loss], squared_norms(X, len(W))
    for order in orders:
        for t, x, at in received(X, order):
            alpha = rule(scores(W, x, at), y[t], float(sqnorms[t]), float(C[t]))
            if any(alpha):
                step = np.outer(x, alpha).T
                W[:, at] -= step
                U[:, at] += tau * step
            tau += 1
            yield Iterate(W, U, tau)


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
    C, rule = check_positive(C, "C"), UPDATES[check_choice(update, "update", UPDATES)]
    W, x, y, products, sqnorm = check_step(W, x, y)
    with np.errstate(all="ignore"):
        return check_finite(W - np.outer(as_finite_multipliers(rule(products, y, sqnorm, C)), x), "W or x is")


class UltraconservativePerceptron(OnlineLinearClassifier):
    """Multiclass perceptron, or max-hinge passive-aggressive classifier, with averaging.

    Parameters
    ----------
    update : {"max", "uniform", "max-hinge"}, default="max"
        The step, see :func:`ultraconservative_step`.
    C : float, default=1.0
        Aggressiveness of "max-hinge", positive, ``inf`` allowed; the perceptrons have none.
    epochs, average, shuffle, fit_intercept, random_state
        As for :class:`confusion.copa.CopaClassifier`.

    Attributes
    ----------
    classes_, coef_, intercept_, class_count_, n_steps_, n_features_in_
        As for :class:`confusion.copa.CopaClassifier`.

    Notes
    -----
    No sample_weight, and the memory, for the reasons and of the size given there.

    References
    ----------
    Crammer and Singer, Ultraconservative online algorithms for multiclass problems, JMLR 3, 2003.  Matsushima et al.,
    Exact passive-aggressive algorithm for multiclass classification using support class, SDM 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> UltraconservativePerceptron(epochs=20, random_state=0).fit(X, y).score(X, y) > 0.9
    True
    """

    def __init__(
        self, update="max", C=1.0, epochs=5, average=True, shuffle=True, fit_intercept=False, random_state=None
    ):  # fmt: skip
        super().__init__(C, epochs, average, shuffle, fit_intercept, random_state)
        self.update = update

    _algorithm = staticmethod(ultraconservative)

    def _settings(self):
        return check_choice(self.update, "update", UPDATES), check_positive(self.C, "C"), 0
