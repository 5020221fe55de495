"""What a matrix of counts says, as plain data: measures, their intervals, and what probabilities add.

:func:`describe` is arithmetic alone, with nothing drawn at random, so that another language can have it too;
:func:`report` adds the intervals and, if there are probabilities, the rules.
"""

import numpy as np
from scipy.stats import beta

from confusion._core.arguments import (
    by_name,
    check_probability,
    check_random,
    check_whole,
    finite_array,
    whole_array,
)
from confusion._core.labels import check_equally_long, pair_counts
from confusion.decisions import prior_shift
from confusion.limits import held_out_norm_bound
from confusion.metrics import confusion_from_counts, paired_comparison
from confusion.report.reading import Reading

__all__ = ["LEVEL", "calibration_error", "describe", "report", "shift_code"]

LEVEL = 0.95
#: Singular values that differ by less than this part are equal: the pair of directions is then that of Notes.
TIE = 1e-9
BINS = 10
#: Numbers in the matrices that are measured together.
AT_ONCE = 10**6
#: With more classes the table of pairs of answers, Q^3 entries in each of 2,000 draws, would not fit into memory.
MOST_COMPARED = 20


def measures(N):
    """Measures of counts, of shape (..., Q, Q), of which every class has some: of each an array of shape (...).

    Whole numbers until the last division: 0 is exactly 0.
    """
    right, true, said, Q = np.diagonal(N, axis1=-2, axis2=-1), N.sum(axis=-1), N.sum(axis=-2), N.shape[-1]
    n, recall, f1 = true.sum(axis=-1), right / true, 2 * right / (true + said)
    by_chance, spread = (true * said).sum(axis=-1), [n * n - (m * m).sum(axis=-1) for m in (true, said)]
    agreed, spread = n * right.sum(axis=-1) - by_chance, spread[0] * spread[1]
    C = N / true[..., None] * (1 - np.eye(Q))
    frobenius = np.linalg.norm(C, axis=(-2, -1))
    return {
        "accuracy": right.sum(axis=-1) / n,
        "error": 1 - right.sum(axis=-1) / n,
        "balanced_error": 1 - recall.mean(axis=-1),
        "largest_class_error": 1 - recall.min(axis=-1),
        "macro_f1": f1.mean(axis=-1),
        "g_mean": np.prod(recall ** (1 / Q), axis=-1),
        "kappa": agreed / (n * n - by_chance),
        "mcc": agreed / np.sqrt(np.where(spread > 0, spread, np.inf)),
        "operator_norm": np.linalg.norm(C, 2, axis=(-2, -1)),
        "frobenius_norm": frobenius,
        "confusion_rate": frobenius / np.sqrt(Q),
    }


def _numbers(N):
    return {name: float(value) for name, value in measures(N.astype(float)).items()}


def describe(counts, labels=None):
    r"""Say what a matrix of counts says: measures, classes, the entries that make the norm, what accuracy hides.

    Parameters
    ----------
    counts : array-like of shape (Q, Q)
        ``counts[p, q]`` examples of class p were answered q, whole numbers; every class has an example, and Q >= 2.
    labels : list of str, optional
        Names of the classes.  Default: "0", "1", ...

    Returns
    -------
    dict
        Of numbers, strings, lists and dictionaries, as JSON has them:

        - ``measures``: a number for each;
        - ``classes``: of each class its label, examples, error, precision (None if it is never answered) and F1;
        - ``norm_entries``: the entries of the error matrix that make up the norm, the largest part first, with true
          class, answer, count, rate and share of the norm;
        - ``accuracy_hides``: the accuracy of always answering the most frequent class, the accuracy at equal shares of
          the classes, and the least one at any shares;
        - ``shared_errors``: pairs of classes that are taken for each other both ways, with counts and rates there and
          back, by the smaller rate.

    Raises
    ------
    ValueError, TypeError
        If `counts` or `labels` are not as described.

    Notes
    -----
    With u and v the top singular vectors of the error matrix C, :math:`\|C\| = \sum_{p,q} u_p C_{pq} v_q`, and the
    share of an entry is its term over the sum.  If several singular values are the largest, v is the vector of ones
    projected on their space, the limit of the power iteration that begins there, and :math:`u = C v / \|C\|`.

    MCC is 0 if all answers are one class.

    Examples
    --------
    >>> found = describe([[8, 2], [1, 9]], ["a", "b"])
    >>> round(found["measures"]["balanced_error"], 3), found["norm_entries"][0]["answer"]
    (0.15, 'b')
    """
    counts = whole_array(by_name(counts, "counts", labels, (0, 1)), "counts", 0)
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or len(counts) < 2:
        raise ValueError(f"counts must be square with two or more classes, got shape {counts.shape}")
    if not counts.any(axis=1).all():
        raise ValueError("counts must have an example of every class; leave a class out whose row is all zero")
    labels = [str(k) for k in range(len(counts))] if labels is None else [str(label) for label in labels]
    if len(labels) != len(counts):
        raise ValueError(f"labels must name {len(counts)} classes, got {len(labels)}")
    N = counts.astype(float)
    found = _numbers(counts)
    C, true, said = confusion_from_counts(N), N.sum(axis=1), N.sum(axis=0)
    singular, rows = np.linalg.svd(C)[1:]
    top = rows[singular >= singular[0] * (1 - TIE)]
    v = top.T @ top.sum(axis=1)
    v /= np.linalg.norm(v)
    parts = (C @ v)[:, None] * C * v
    parts /= parts.sum() or 1.0
    # Rounded for the order alone, so that parts which are equal come in the order of the classes.
    entries = sorted(zip(*np.nonzero(parts > 1e-12)), key=lambda pq: (-round(parts[pq], 9), pq))
    pairs = [(p, q) for q in range(len(C)) for p in range(q) if min(C[p, q], C[q, p]) > 0]
    pairs.sort(key=lambda pq: (-round(min(C[pq], C[pq[::-1]]), 9), pq))
    often = int(true.argmax())
    return {
        "labels": labels,
        "counts": counts.tolist(),
        "examples": int(counts.sum()),
        "measures": found,
        "classes": [
            {
                "label": label,
                "examples": int(true[p]),
                "error": float(C[p].sum()),
                "precision": float(N[p, p] / said[p]) if said[p] else None,
                "f1": float(2 * N[p, p] / (true[p] + said[p])),
            }
            for p, label in enumerate(labels)
        ],
        "norm_entries": [
            {"true": labels[p], "answer": labels[q], "count": int(counts[p, q]), "rate": float(C[p, q]),
             "share": float(parts[p, q])}
            for p, q in entries
        ],
        "accuracy_hides": {
            "most_frequent": labels[often],
            "accuracy_of_most_frequent": float(true[often] / true.sum()),
            "accuracy_at_equal_shares": 1 - found["balanced_error"],
            "accuracy_at_worst_shares": 1 - found["largest_class_error"],
        },
        "shared_errors": [
            {"classes": [labels[p], labels[q]], "counts": [int(counts[p, q]), int(counts[q, p])],
             "rates": [float(C[p, q]), float(C[q, p])]}
            for p, q in pairs
        ],
    }  # fmt: skip


def report(reading, *, level=LEVEL, n_resamples=2000, random_state=0):
    """Describe what was read, with intervals and, if there are probabilities, what can be decided by them.

    Parameters
    ----------
    reading : Reading
        As :func:`confusion.report.read` returns it; of examples that the classifier was not trained on.
    level : float, default 0.95
        Of the intervals, between 0 and 1.
    n_resamples : int, default 2000
        How often the sample is drawn again.
    random_state : int, RandomState or None, default 0
        Seed of the draws.

    Returns
    -------
    dict
        What :func:`describe` returns, as JSON has it, and

        - ``intervals``: ``[low, high]`` of each measure; in ``classes`` there are ``low`` and ``high`` of each error;
        - ``norm_bias``: how much larger the norm of a sample is than the norm it was drawn by, on average, estimated by
          the draws; ``norm_at_most``: :func:`confusion.limits.held_out_norm_bound` at `level`;
        - with probabilities ``rules`` (matrix, measures and intervals of the answers by the largest probability,
          ``argmax``, and by the largest after :func:`confusion.decisions.prior_shift`, ``shift``), ``norm_difference``
          (argmax less shift, of the same examples; None above 20 classes), ``calibration`` and ``code``.

    Raises
    ------
    ValueError, TypeError
        If an argument is not as described.

    Notes
    -----
    Accuracy, error and class errors have exact binomial intervals (Clopper and Pearson).  The largest class error is
    chosen among Q, so it lies between the largest lower and the largest upper end of intervals at 1 - (1 - level)/Q,
    which hold all errors at once.  All others have the percentile interval of a bootstrap within the classes, as
    :func:`confusion.metrics.bootstrap_interval` has it; for macro-F1, kappa and MCC the shares of classes are given.
    """
    if not isinstance(reading, Reading):
        raise TypeError(f"reading must be what read() returns, got {type(reading).__name__}")
    if not 0 < check_probability(level, "level") < 1:
        raise ValueError(f"level must be between 0 and 1, got {level!r}")
    found = {"kind": reading.kind, "level": level, **describe(reading.counts, reading.labels)}
    N = np.asarray(reading.counts)
    found |= _intervals(N, found["measures"], level, n_resamples, random_state)
    for one, ends in zip(found["classes"], _exact(N.sum(axis=1) - np.diag(N), N.sum(axis=1), level).T):
        one["low"], one["high"] = ends.tolist()
    found["norm_at_most"] = held_out_norm_bound(found["measures"]["operator_norm"], N.sum(axis=1), delta=1 - level)
    if reading.probabilities is not None:
        found |= _decisions(reading, found, level, n_resamples, random_state)
    return found


def _exact(wrong, n, level):
    """Both ends of the exact binomial intervals (Clopper and Pearson), of shape (2, ...)."""
    tail, some, rest = (1 - level) / 2, np.maximum(wrong, 1), np.maximum(n - wrong, 1)
    low = np.where(wrong > 0, beta.ppf(tail, some, n - some + 1), 0.0)
    return np.array([low, np.where(wrong < n, beta.isf(tail, n - rest + 1, rest), 1.0)])


def _intervals(N, values, level, n_resamples, random_state):
    rng, n_resamples = check_random(random_state), check_whole(n_resamples, "n_resamples", 1)
    draws = np.stack([rng.multinomial(row.sum(), row / row.sum(), size=n_resamples) for row in N], axis=1)
    drawn = [measures(some.astype(float)) for some in np.array_split(draws, 1 + draws.size // AT_ONCE)]
    drawn = {name: np.concatenate([some[name] for some in drawn]) for name in values}
    ends = {name: np.quantile(drawn[name], [(1 - level) / 2, (1 + level) / 2]) for name in values}
    n, wrong = N.sum(axis=1), N.sum(axis=1) - np.diag(N)
    ends["error"] = _exact(wrong.sum(), n.sum(), level)
    ends["accuracy"] = 1 - ends["error"][::-1]
    ends["largest_class_error"] = _exact(wrong, n, 1 - (1 - level) / len(N)).max(axis=1)
    bias = drawn["operator_norm"].mean() - values["operator_norm"]
    return {"intervals": {name: ends[name].tolist() for name in values}, "norm_bias": float(bias)}


def calibration_error(confidence, right):
    """Mean distance of confidence and accuracy in ten bins of equal width: 0.3 belongs to the bin from 0.3 on.

    Parameters
    ----------
    confidence : array-like of shape (n,)
        Probability of the answer.
    right : array-like of shape (n,)
        Whether the answer is right.

    Returns
    -------
    float
        Between 0 and 1; bins count by their examples.

    Raises
    ------
    ValueError, TypeError
        If `confidence` are not probabilities, or `right` is not as many numbers from 0 (wrong) to 1.

    Notes
    -----
    It is above zero even for calibrated probabilities, the more the smaller the sample.

    Examples
    --------
    >>> round(calibration_error([0.95, 0.95, 0.65, 0.65], [True, True, True, False]), 3)
    0.1
    """
    confidence, right = (
        finite_array(values, name, ("n",), empty=False)
        for values, name in ((confidence, "confidence"), (right, "right"))
    )
    check_equally_long(confidence, right, "confidence", "right")
    for values, name in ((confidence, "confidence"), (right, "right")):
        if values.min() < 0 or values.max() > 1:
            raise ValueError(f"{name} must be numbers from 0 to 1, got {values.min():g} to {values.max():g}")
    # The ends of the bins are decimals, which floats meet only nearly.
    bins = np.minimum(np.floor(confidence * BINS + 1e-9).astype(int), BINS - 1)
    return float(np.abs(np.bincount(bins, confidence - right)).sum() / len(right))


def shift_code(labels, counts):
    """Three lines of Python that answer as the shift does.

    Parameters
    ----------
    labels : list of str
        The classes, Q of them.
    counts : array-like of shape (Q,)
        Examples of each.

    Returns
    -------
    list of str
        `P` in them has a row for each example and a column for each class.

    Raises
    ------
    ValueError, TypeError
        If `counts` are not whole numbers from one on, one for each label.

    Examples
    --------
    >>> print(shift_code(["a", "b"], [90, 10])[1])
    weights = 1 / np.array([90, 10])  # classes as the columns of P
    """
    counts = whole_array(by_name(counts, "counts", labels), "counts", 1)
    if counts.shape != (len(labels),):
        raise ValueError(f"counts must be a number for each of the {len(labels)} labels, got shape {counts.shape}")
    return [
        "import numpy as np",
        f"weights = 1 / np.array({counts.tolist()})  # classes as the columns of P",
        f"answers = np.array({list(labels)!r})[(P * weights).argmax(axis=1)]",
    ]


def _decisions(reading, found, level, n_resamples, random_state):
    P, true, labels = reading.probabilities, reading.true, reading.labels
    n, Q = P.shape
    sizes = np.bincount(true, minlength=Q)
    shares, answers = sizes / n, P.argmax(axis=1)
    shifted = prior_shift(P, shares).argmax(axis=1)
    N = pair_counts(true, shifted, Q)
    shift = {"counts": N.tolist(), "measures": _numbers(N)}
    shift |= _intervals(N, shift["measures"], level, n_resamples, random_state)
    pair = None
    if Q <= MOST_COMPARED:
        options = {"labels": range(Q), "level": level, "n_resamples": n_resamples, "random_state": random_state}
        pair = paired_comparison(true, answers, shifted, **options)
    confidence, rng = P.max(axis=1), check_random(random_state)
    by_chance = np.mean([calibration_error(confidence, rng.random_sample(n) < confidence) for _ in range(20)])
    off = P.mean(axis=0) - shares
    spread = np.sqrt((P * (1 - P)).sum(axis=0)) / n
    far = np.abs(off).argmax()
    return {
        "rules": {"argmax": {key: found[key] for key in shift}, "shift": shift},
        "norm_difference": pair and {"value": pair.difference, "interval": [pair.low, pair.high]},
        "calibration": {
            "error": calibration_error(confidence, answers == true),
            "error_if_calibrated": float(by_chance),
            "brier": float(((P - np.eye(Q)[true]) ** 2).sum(axis=1).mean()),
            "class": labels[far],
            "mean_probability": float(P[:, far].mean()),
            "share": float(shares[far]),
            "other_shares": bool((np.abs(off) > 4 * spread + 1e-6).any()),
        },
        "code": shift_code(labels, sizes),
    }
