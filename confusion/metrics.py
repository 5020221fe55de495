"""The confusion matrix as an error measure, its norms, and what they say about the risk.

One convention everywhere: ``C[p, q]`` is the probability of predicting class q for an instance of class p
(equation (4) of Ralaivola, 2012), so rows are true classes and each row is a conditional distribution.  As an *error
measure* the matrix has its diagonal zeroed; the functions below that need an error matrix take either form: with a zero
diagonal, where rows may sum to at most one, or whole, where every row sums to one, or is zero without an example.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import binomtest

from confusion._core import sampling
from confusion._core.arguments import (
    SUM_TOLERANCE,
    by_name,
    check_choice,
    check_flag,
    check_inside,
    check_priors,
    check_random,
    class_names,
    finite_array,
)
from confusion._core.labels import (
    check_comparable,
    check_equally_long,
    class_codes,
    example_weights,
    label_array,
    pair_counts,
)

__all__ = [
    "balanced_error", "confusion_from_counts", "confusion_matrix", "confusion_rate", "fold_difference",
    "frobenius_norm", "measure_interval", "operator_norm", "paired_comparison", "per_class_error", "risk",
]  # fmt: skip


def confusion_matrix(y_true, y_pred, *, labels=None, sample_weight=None, zero_diagonal=True):
    """Row-normalised confusion matrix, equation (4) of Ralaivola (2012), with its diagonal zeroed.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        True and predicted labels, integers or strings.
    labels : array-like of shape (Q,), optional
        The classes, in the order of rows and columns.  Default: the sorted values of `y_true`.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights of the examples.
    zero_diagonal : bool, default True
        False keeps the diagonal (rows then sum to one), True zeroes it (rows sum to the class's error).

    Returns
    -------
    C : ndarray of shape (Q, Q)
        ``C[p, q]`` estimates P(h(X) = labels[q] | Y = labels[p]).  A noise matrix of ``confusion.noise`` has columns
        for true classes: ``convert_noise_matrix(C, source="confusion")`` makes it of a C with its diagonal.

    Notes
    -----
    With `labels` given, a listed class without a (positively weighted) example has a row of zeros.  That row is a
    convention, not an estimate: it counts as no error in every norm, and the row does not sum to one when
    `zero_diagonal` is false.  Without `labels`, a label that is predicted but never a true label is refused: its row
    would be 0/0.

    Examples
    --------
    >>> confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"])
    array([[0. , 0.5],
           [0. , 0. ]])
    >>> confusion_matrix([0, 0, 1], [0, 1, 1], labels=[0, 1, 2], zero_diagonal=False)
    array([[0.5, 0.5, 0. ],
           [0. , 1. , 0. ],
           [0. , 0. , 0. ]])
    """
    y_true, y_pred = label_array(y_true, "y_true"), label_array(y_pred, "y_pred")
    check_equally_long(y_true, y_pred, "y_true", "y_pred")
    check_comparable(y_true, y_pred, "y_true", "y_pred")
    weight = example_weights(sample_weight, y_true.size)
    if labels is None:
        y_true, y_pred, weight = y_true[weight > 0], y_pred[weight > 0], weight[weight > 0]
        labels = np.unique(y_true)
        unknown_labels = np.setdiff1d(np.unique(y_pred), labels)
        if unknown_labels.size:
            raise ValueError(f"class {unknown_labels[0]!s} is predicted but never true, so its row of the matrix is "
                             "0/0; pass labels= with every class to give such a class a row of zeros")  # fmt: skip
    classes, true = class_codes(y_true, labels, name="y_true", classes_name="labels")
    _, predicted = class_codes(y_pred, labels, name="y_pred", classes_name="labels")
    counts = pair_counts(true, predicted, len(classes), weight)
    return confusion_from_counts(counts, zero_diagonal=zero_diagonal)


def confusion_from_counts(counts, *, zero_diagonal=True):
    """Confusion matrix from counts of (true, predicted) pairs: each row divided by its sum, diagonal zeroed.

    Parameters
    ----------
    counts : array-like of shape (Q, Q)
        ``counts[p, q]``, how many examples of class p are predicted q; sums of weights, not whole, are allowed.  The
        columns of a data frame are brought by their names into the order of its rows.
    zero_diagonal : bool, default True
        As in :func:`confusion_matrix`.

    Returns
    -------
    C : ndarray of shape (Q, Q)
        Rows are true classes.

    Notes
    -----
    Counts list every class, as `labels` does in :func:`confusion_matrix`: a class without an example has a row of
    zeros, a convention and not an estimate, even if it is predicted.

    Examples
    --------
    >>> confusion_from_counts([[3, 1], [0, 0]])
    array([[0.  , 0.25],
           [0.  , 0.  ]])
    """
    counts, zero_diagonal = _matrix(counts, "counts", ("m", "n")), check_flag(zero_diagonal, "zero_diagonal")
    if counts.shape[0] != counts.shape[1]:
        raise ValueError(f"counts must be square, one row and one column per class, got shape {counts.shape}; "
                         "a class that is predicted but never true has a row of zeros")  # fmt: skip
    if (counts < 0).any() or not counts.any():
        raise ValueError("counts must be non-negative and not all zero")
    # A power of two for each row is exact, and no sum overflows.
    counts = np.ldexp(counts, -np.frexp(counts.max(axis=1, keepdims=True))[1])
    totals = counts.sum(axis=1, keepdims=True)
    matrix = np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)
    if zero_diagonal:
        np.fill_diagonal(matrix, 0.0)
    return matrix


def operator_norm(C):
    """Largest singular value of the error matrix: the norm of equation (5) of the COPA paper.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, whole or with a zero diagonal; its diagonal is left out, and counts are refused.

    Returns
    -------
    float
        The norm.

    Notes
    -----
    Of another matrix, a difference of two or a surrogate of losses, it is ``np.linalg.norm(M, 2)``.

    Examples
    --------
    >>> round(operator_norm([[0.7, 0.3], [0.4, 0.6]]), 6)
    0.4
    """
    return _norm(as_error_matrix(C), 2)


def frobenius_norm(C):
    """Square root of the sum of the squared entries of the error matrix.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, whole or with a zero diagonal; its diagonal is left out, and counts are refused.

    Returns
    -------
    float
        The norm.

    Examples
    --------
    >>> round(frobenius_norm([[0.7, 0.3], [0.4, 0.6]]), 6)
    0.5
    """
    return _norm(as_error_matrix(C), "fro")


def confusion_rate(C):
    r"""Confusion rate of the UMA paper, :math:`\|C\|_F / \sqrt Q`, between 0 and 1.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, whole or with a zero diagonal; its diagonal is left out.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    Section 4 of Louche and Ralaivola (2015): "We essentially use what we call the confusion rate as a performance
    measure, which is ``(1/sqrt Q) |C|_F`` [...] the 1/sqrt Q factor ensure[s] that the confusion rate is comprised
    within 0 and 1".  Two other uses of the name in that paper are not this one: its equation (18) calls a single entry
    of the matrix the (empirical) confusion rate, and the rates it quotes from Figure 1, up to 2.75 with Q = 10, exceed
    one, so they must be norms without the factor.  UMA writes the matrix with columns as true classes; the Frobenius
    norm is that of its transpose.

    Examples
    --------
    >>> round(confusion_rate([[0.7, 0.3], [0.4, 0.6]]), 4)
    0.3536
    """
    C = as_error_matrix(C)
    return float(_norm(C, "fro") / np.sqrt(len(C)))


def as_error_matrix(C):
    """Read `C` as an error measure: a checked copy, its diagonal zeroed, see the docstring of this module.

    With any non-zero diagonal entry it is read as a whole confusion matrix.
    """
    C = _matrix(C, "C").copy()
    if len(C) < 2:
        raise ValueError(f"C must have at least two classes, got shape {C.shape}")
    if (C < 0).any():
        raise ValueError("C must have non-negative entries: they are probabilities")
    with np.errstate(over="ignore"):
        sums = C.sum(axis=1)
    if np.diagonal(C).any():
        if (np.abs(sums - 1) > SUM_TOLERANCE)[sums > 0].any():
            raise ValueError("C has a non-zero diagonal, so its rows must each sum to one; give counts to "
                             "confusion_from_counts, or zero the diagonal of an error matrix")  # fmt: skip
        np.fill_diagonal(C, 0.0)
    elif (sums > 1 + SUM_TOLERANCE).any():
        raise ValueError("the rows of C must sum to at most one; give counts to confusion_from_counts")
    return C


def per_class_error(C):
    """Error of each class: the row sums of the zero-diagonal matrix.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, whole or with a zero diagonal.

    Returns
    -------
    ndarray of shape (Q,)
        Shares of wrong predictions, class by class.

    Examples
    --------
    >>> per_class_error([[0.0, 0.25], [0.5, 0.0]])
    array([0.25, 0.5 ])
    """
    return as_error_matrix(C).sum(axis=1)


def balanced_error(C):
    """Mean of the class errors, one minus the balanced accuracy.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, whole or with a zero diagonal.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    It never exceeds the operator norm: ``mean(e) <= |e|_2 / sqrt(Q) = |C 1| / |1| <= |C|``.

    Examples
    --------
    >>> balanced_error([[0.0, 0.25], [0.5, 0.0]])
    0.375
    """
    return float(per_class_error(C).mean())


def risk(C, priors):
    r"""Misclassification rate :math:`R = \|\pi C\|_1` from the confusion matrix and the class priors.

    Parameters
    ----------
    C : array-like of shape (Q, Q)
        A confusion matrix, whole or with a zero diagonal.
    priors : array-like of shape (Q,) or dict
        Class probabilities; by name if both have names, else in the order of the matrix.

    Returns
    -------
    float
        Between 0 and 1.

    Notes
    -----
    Section 2.2 of Ralaivola (2012), after (4).  The converse fails: the rate does not determine the matrix.  The
    paper's :math:`R \le \sqrt Q \|C\|` is true; :math:`R \le \sqrt Q \|\pi\|_2 \|C\|` is sharper, by Cauchy-Schwarz.

    Examples
    --------
    >>> round(risk([[0.0, 0.1], [0.8, 0.0]], priors=[0.9, 0.1]), 3)
    0.17
    """
    classes = class_names((C, 0), (C, 1))
    C = as_error_matrix(C)
    priors = check_priors(priors, len(C), classes=classes)
    return float((priors @ C).sum())


def measure_interval(y_true, y_pred, measure="operator_norm", *, labels=None, level=0.95, random_state=0):
    r"""Confidence interval of a measure of the confusion matrix: how far the test sample may mislead.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        True and predicted labels of examples that the classifier was not trained on.
    measure : str, default "operator_norm"
        One of "accuracy", "error", "balanced_error", "largest_class_error", "specificity" (the mean over the classes of
        the share of the others that are not predicted as it), "macro_f1", "weighted_f1", "g_mean", "kappa",
        "quadratic_kappa" (classes in their order), "mcc", "operator_norm", "frobenius_norm", "confusion_rate".
    labels : array-like of shape (Q,), optional
        As in :func:`confusion_matrix`.
    level : float, default 0.95
        Probability with which the interval is to hold the true value, between 0 and 1.
    random_state : int, RandomState or None, default 0
        Seed of the division into thirds from which the lower end of the operator norm comes; no other needs it.

    Returns
    -------
    low, high : float
        The ends of the interval.

    Notes
    -----
    The examples are drawn from a law, and with them their classes: accuracy, specificity, F1, kappa and MCC are those
    at its shares of classes.  At 95 %, on laws of 2 to 150 classes with 5 to 1,000 examples each, the intervals hold
    the true value in at least 93 % of the samples (``confusion_studies.coverage``; *Guarantees* has the table).  Those
    of a bootstrap do not: the norm of a sample is too large on average, and that of a sample drawn from it more so.

    **The operator norm** lies between two numbers that a sample estimates without a bias.  :math:`\hat G = \hat C
    \hat C^\top` with :math:`\hat G_{pp} = \sum_{q \neq p} N_{pq}(N_{pq} - 1) / n_p(n_p - 1)` has the mean
    :math:`C C^\top`, so :math:`E \lambda_{max}(\hat G) \geq \|C\|^2`, and :math:`E u^\top \hat G u \leq \|C\|^2` on a
    third of the examples for a unit vector u from the others.  The upper end adds a deviation to the root of the one,
    and is not below what an exact interval allows for a single entry; the lower takes one off the root of the other,
    the mean over the thirds.  :math:`\|C\|_F^2` is the trace.

    **Shares** have the exact interval of Clopper and Pearson; the largest class error lies between the largest ends of
    intervals that hold all class errors at once.  **Other measures** have the ends that Fay and Feuer gave a weighted
    sum of rare events, with the variance of their linear part: they are right, too, where no error was seen.

    References
    ----------
    M. P. Fay and E. J. Feuer, Confidence intervals for directly standardized rates: a method based on the gamma
    distribution, Statistics in Medicine 16, 1997.

    Examples
    --------
    >>> y_true = [0] * 50 + [1] * 50
    >>> y_pred = [0] * 40 + [1] * 60
    >>> low, high = measure_interval(y_true, y_pred, "balanced_error")
    >>> print(f"{low:.2f} to {high:.2f}")
    0.05 to 0.18
    """
    Q, (true, said) = _pairs([y_true, y_pred], ["y_true", "y_pred"], labels)
    level, measure = check_inside(level, "level"), check_choice(measure, "measure", sampling.MEASURES)
    ends = sampling.intervals(pair_counts(true, said, Q), level, check_random(random_state), [measure])
    return tuple(float(end) for end in ends[measure])


class PairedComparison(NamedTuple):
    """Result of :func:`paired_comparison`.

    Attributes
    ----------
    difference : float
        Measure of the first classifier less that of the second.
    low, high : float
        Confidence interval of the difference.
    only_first, only_second : int
        Examples that the first alone, or the second alone, predicts correctly.
    mcnemar_p_value : float
        Of McNemar's exact test that these two are equally likely: equal accuracy.
    """

    difference: float
    low: float
    high: float
    only_first: int
    only_second: int
    mcnemar_p_value: float


def paired_comparison(y_true, y_first, y_second, measure="operator_norm", *, labels=None, level=0.95, random_state=0):
    """Compare two classifiers by their predictions for the same test examples.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        True labels.
    y_first, y_second : array-like of shape (n,)
        Predictions of the two classifiers, example by example.
    measure, labels, level, random_state
        As in :func:`measure_interval`.

    Returns
    -------
    PairedComparison
        Difference of the measure, its interval, and McNemar's test of equal accuracy.

    Notes
    -----
    The interval rests on what each example adds to one measure less what it adds to the other, so classifiers that err
    together have a short one.  An example more on which only the first, and one on which only the second is right widen
    it, where they weigh most [1]_.  For the operator norm it goes from the estimate below the first norm less the one
    above the second, to the reverse; for the largest class error it holds the difference of the class that decides.
    Its coverage is measured as that of :func:`measure_interval`.

    McNemar's test looks only at the examples that exactly one of the two predicts correctly.  If the accuracies are
    equal each of these is the first's with probability 1/2, so their number is binomial; the p-value is two-sided, and
    1 if there is no such example.  It says nothing of other measures: for these the interval stands.

    An interval that holds zero does not show that the classifiers are equally good.

    References
    ----------
    .. [1] D. G. Bonett and R. M. Price, Adjusted Wald confidence interval for a difference of binomial proportions
       based on paired data, Journal of Educational and Behavioral Statistics 37, 2012.

    Q. McNemar, Note on the sampling error of the difference between correlated proportions or percentages,
    Psychometrika 12, 1947.

    Examples
    --------
    >>> y_true = [0] * 50 + [1] * 50
    >>> first, second = [0] * 40 + [1] * 60, [0] * 48 + [1] * 52
    >>> result = paired_comparison(y_true, first, second, "balanced_error")
    >>> print(f"{result.difference:.2f}, {result.low:.2f} to {result.high:.2f}")
    0.08, 0.02 to 0.14
    >>> print(f"{result.only_first} and {result.only_second}, p = {result.mcnemar_p_value:.3f}")
    0 and 8, p = 0.008
    """
    names = ["y_true", "y_first", "y_second"]
    Q, (true, first, second) = _pairs([y_true, y_first, y_second], names, labels)
    measure, level = check_choice(measure, "measure", sampling.MEASURES), check_inside(level, "level")
    interval = sampling.difference(true, first, second, Q, measure, level, check_random(random_state))
    right, other = first == true, second == true
    only_first, only_second = int((right & ~other).sum()), int((other & ~right).sum())
    discordant = only_first + only_second
    mcnemar_p_value = float(binomtest(only_first, discordant).pvalue) if discordant else 1.0
    return PairedComparison(*interval, only_first, only_second, mcnemar_p_value)


def fold_difference(a, b, test_share):
    r"""Mean difference of two classifiers over the folds of a cross-validation, and its corrected standard error.

    Parameters
    ----------
    a, b : array-like of shape (k,)
        A measure of two classifiers, fold by fold; k >= 2.
    test_share : float
        Share of the examples that a fold tests, between 0 and 1: 0.1 in ten folds, however often they are repeated.

    Returns
    -------
    difference, standard_error : float
        Mean of a - b, and :math:`\sqrt{(1/k + n_{test}/n_{train})\, s^2}`, with s the standard deviation of the k
        differences (k - 1 below).

    Notes
    -----
    The training sets of two folds share most of their examples, so the differences are not independent, and s^2/k is
    too small.  The correction [1]_ adds the ratio of test to training examples: in ten folds 1/10 + 1/9, an error 1.45
    times as large.  It is derived for random splits, and a rule of thumb for folds.  The ratio of the two numbers is
    compared with Student's t of k - 1 degrees of freedom.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, Inference for the generalization error, Machine Learning 52, 2003.

    Examples
    --------
    >>> difference, error = fold_difference([0.3, 0.4], [0.1, 0.4], test_share=0.5)
    >>> print(f"{difference:.3f} with a standard error of {error:.3f}")
    0.100 with a standard error of 0.173
    """
    a, b = finite_array(a, "a", ("k",)), finite_array(b, "b", ("k",))
    check_equally_long(a, b, "a", "b")
    if len(a) < 2:
        raise ValueError(f"a and b must have two folds at least, got {len(a)}")
    test_share = check_inside(test_share, "test_share")
    variance = np.var(a - b, ddof=1) * (1 / len(a) + test_share / (1 - test_share))
    return float(np.mean(a - b)), float(np.sqrt(variance))


def _pairs(columns, names, labels):
    """Number of classes, and columns of labels as class numbers."""
    columns = [label_array(column, name) for column, name in zip(columns, names)]
    for column, name in zip(columns[1:], names[1:]):
        check_equally_long(columns[0], column, names[0], name)
        check_comparable(columns[0], column, names[0], name)
        if labels is None:
            confusion_matrix(columns[0], column)  # refuses a class that is predicted but never true
    classes = np.unique(columns[0]) if labels is None else labels
    codes = [class_codes(column, classes, name=name, classes_name="labels")[1] for column, name in zip(columns, names)]
    return len(classes), codes


def _matrix(M, name, shape=("Q", "Q")):
    return finite_array(by_name(M, name, axes=(0, 1)), name, shape, empty=False)


def _norm(C, order):
    """Norm of an error matrix, scaled by a power of two: exact, and no square underflows."""
    _, exponent = np.frexp(C.max())
    return float(np.ldexp(np.linalg.norm(np.ldexp(C, -exponent), order), exponent))
