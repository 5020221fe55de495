"""What a matrix of counts says, as plain data: measures, their intervals, and what probabilities add.

:func:`describe` is arithmetic alone, with nothing drawn at random, so that another language can have it too;
:func:`report` adds the intervals and, if there are probabilities, the rules.
"""

import numpy as np
from scipy.stats import binom
from sklearn.metrics import log_loss

from confusion._core.arguments import by_name, check_flag, check_inside, check_random, finite_array, integer_array
from confusion._core.labels import pair_counts
from confusion._core.sampling import corrected_norms, exact_ends, intervals, measures
from confusion.decisions import prior_shift
from confusion.limits import held_out_norm_bound
from confusion.metrics import confusion_from_counts, paired_comparison
from confusion.report.reading import Reading, rise_or_fall

__all__ = ["LEVEL", "describe", "report"]

LEVEL = 0.95
#: Singular values that differ by less than this part are equal: the pair of directions is then that of Notes.
TIE = 1e-9
BINS = 10


def describe(counts, labels=None, *, ordered=None):
    r"""Say what a matrix of counts says: measures, classes, the entries that make the norm, what accuracy hides.

    Parameters
    ----------
    counts : array-like of shape (Q, Q)
        ``counts[p, q]`` examples of class p were predicted as q, or the sum of their weights, Q >= 2.  A class that is
        predicted and never a true label has a row of zeros: its column holds errors of the others, and it has no error
        itself.
    labels : list of str, optional
        Names of the classes.  Default: "0", "1", ...
    ordered : bool, optional
        Whether the classes stand in an order.  Default: if there are three or more, whose names are numbers that rise
        or fall.

    Returns
    -------
    dict
        Of numbers, strings, lists and dictionaries, as JSON has them:

        - ``measures``: a number for each; ``quadratic_kappa`` of ordered classes only;
        - ``classes``: label, examples, error, precision (None if never predicted) and F1 of each class with examples;
        - ``norm_entries``: the entries of the error matrix that make up the norm, the largest part first, with true
          class, prediction (``predicted``), count, rate and share of the norm;
        - ``accuracy_hides``: the accuracy of always predicting the most frequent class, ``p_value`` of McNemar's exact
          test that the classifier has no more than this, one-sided and the largest over the classes, as a sample does
          not say which is the most frequent; the accuracy at equal shares of the classes, and the least one at any;
        - ``shared_errors``: pairs of classes that are taken for each other both ways, with counts and rates there and
          back, by the smaller rate.

    Notes
    -----
    With u and v the top singular vectors of the error matrix C, :math:`\|C\| = \sum_{p,q} u_p C_{pq} v_q`, and the
    share of an entry is its term over the sum.  If several singular values are the largest, v is the vector of ones
    projected on their space, the limit of the power iteration that begins there, and :math:`u = C v / \|C\|`.

    MCC is 0 if all predictions are one class.  Norms, balanced error, largest error and G-mean are over the classes
    with examples; F1, its macro mean and that weighted by examples, both kappas and MCC are those of scikit-learn, with
    all classes that are true or predicted.  Specificity is the mean over these of the share of the other classes'
    examples that are not predicted as the class.  Micro-averaged precision, recall and F1 are the accuracy.

    Examples
    --------
    >>> description = describe([[8, 2], [1, 9]], ["a", "b"])
    >>> round(description["measures"]["balanced_error"], 3), description["norm_entries"][0]["predicted"]
    (0.15, 'b')
    """
    counts = finite_array(by_name(counts, "counts", labels, (0, 1)), "counts", ("Q", "Q"))
    kind = int if (counts % 1 == 0).all() else float
    counts = integer_array(counts, "counts", 0) if kind is int else counts
    if (counts < 0).any():
        raise ValueError("counts must hold no negative number")
    if len(counts) < 2:
        raise ValueError(f"counts must be square with two or more classes, got shape {counts.shape}")
    if not counts.any():
        raise ValueError("counts must have an example, got zeros only")
    labels = [str(k) for k in range(len(counts))] if labels is None else [str(label) for label in labels]
    if len(labels) != len(counts):
        raise ValueError(f"labels must name {len(counts)} classes, got {len(labels)}")
    N = counts.astype(float)
    values = _measured(counts, rise_or_fall(labels) if ordered is None else check_flag(ordered, "ordered"))
    C, true, predicted = confusion_from_counts(N), N.sum(axis=1), N.sum(axis=0)
    singular, rows = np.linalg.svd(C)[1:]
    top = rows[singular >= singular[0] * (1 - TIE)]
    v = top.T @ top.sum(axis=1)
    v /= np.linalg.norm(v)
    parts = (C @ v)[:, None] * C * v
    parts /= parts.sum() or 1.0
    entries, pairs = _largest_first(parts, 1e-12), _largest_first(np.triu(np.minimum(C, C.T)), 0.0)
    often, right, n = int(true.argmax()), kind(np.trace(counts)), kind(counts.sum())
    others = right - counts.diagonal()
    chances = binom.sf(others - 1, others + counts.sum(axis=1) - counts.diagonal(), 0.5)
    return {
        "labels": labels,
        "counts": counts.tolist(),
        "examples": n,
        "measures": values,
        "classes": [
            {"label": label, "examples": kind(true[p]), "error": float(C[p].sum()),
             "precision": float(N[p, p] / predicted[p]) if predicted[p] else None,
             "f1": float(2 * N[p, p] / (true[p] + predicted[p]))}
            for p, label in enumerate(labels) if true[p]
        ],
        "norm_entries": [
            {"true": labels[p], "predicted": labels[q], "count": kind(counts[p, q]), "rate": float(C[p, q]),
             "share": float(parts[p, q])}
            for p, q in entries
        ],
        "accuracy_hides": {
            "most_frequent": labels[often], "accuracy_of_most_frequent": float(true[often] / true.sum()),
            "p_value": float(chances.max()) if kind is int else None,
            "accuracy_at_equal_shares": 1 - values["balanced_error"],
            "accuracy_at_worst_shares": 1 - values["largest_class_error"],
        },
        "shared_errors": [
            {"classes": [labels[p], labels[q]], "counts": [kind(counts[p, q]), kind(counts[q, p])],
             "rates": [float(C[p, q]), float(C[q, p])]}
            for p, q in pairs
        ],
    }  # fmt: skip


def _largest_first(values, least):
    """Places of the entries above `least`; rounded for the order alone: equal ones come in that of the classes."""
    places = np.argwhere(values > least)
    return places[np.argsort(-values[tuple(places.T)].round(9), kind="stable")].tolist()


def _measured(N, ordered):
    return {name: float(value) for name, value in measures(N).items() if ordered or name != "quadratic_kappa"}


def report(reading, *, ordered=None, level=LEVEL, random_state=0):
    """Describe what was read, with intervals and, if there are probabilities, what can be decided by them.

    Parameters
    ----------
    reading : Reading
        As :func:`confusion.report.read` returns it; of examples that the classifier was not trained on.
    ordered : list of str, optional
        The names of all classes in their order, those without an example, too, for they count as a distance; empty
        if there is no order.  Default: as in :func:`describe`.
    level : float, default 0.95
        Of the intervals, between 0 and 1.
    random_state : int, RandomState or None, default 0
        Seed of the thirds of :func:`confusion.metrics.measure_interval`, and of a calibrated sample to compare with.

    Returns
    -------
    dict
        What :func:`describe` returns, as JSON has it, and

        - ``notes``: what was inferred in reading, or not used, a sentence each;
        - ``intervals``: ``[low, high]`` of each measure; in ``classes`` there are ``low`` and ``high`` of each error.
          None if the counts are floats, for sums of weights do not say how many examples they stand for; then
          ``p_value`` is None, too, and nothing of what follows is there;
        - ``corrected``: the norms without what a sample adds to them on average, see
          :func:`confusion.metrics.measure_interval`; ``norm_at_most``: :func:`confusion.limits.held_out_norm_bound` at
          `level`;
        - with probabilities ``rules`` (matrix, measures and intervals of the predictions by the largest probability,
          ``argmax``, and by the largest after :func:`confusion.decisions.prior_shift`, ``shift``), ``norm_difference``
          (argmax less shift, of the same examples), ``calibration`` and ``code``; without ``shift``, difference and
          code if a class has no example; ``scores``: ``auc``, the mean over the pairs of classes with examples (Hand
          and Till; None of one class), ``log_loss`` (natural logarithm, where a probability of 0 counts 36), and of
          three classes on the share ``top_k`` whose class is among the ``k`` most probable ones;
        - with two predictions ``comparison``: their titles ``predicted`` and ``against``, ``measures`` (for each the
          second's value, ``difference``, the first's less that, and ``interval`` of the difference), the examples
          that ``only`` the first, and only the second, predicts correctly, and ``p_value`` of McNemar's exact test.

    Notes
    -----
    Class errors have exact binomial intervals (Clopper and Pearson), all others those of
    :func:`confusion.metrics.measure_interval`.  They hold for examples drawn with their classes: accuracy, F1, kappa
    and MCC are those at the shares that the classes have where the examples come from.
    """
    if not isinstance(reading, Reading):
        raise TypeError(f"reading must be what read() returns, got {type(reading).__name__}")
    result = {"kind": reading.kind, "notes": [*reading.notes], "level": check_inside(level, "level")}
    reading, ordered = (reading, None) if ordered is None else _in_this_order(reading, ordered)
    result |= describe(reading.counts, reading.labels, ordered=ordered)
    N, ordered = np.asarray(reading.counts), "quadratic_kappa" in result["measures"]
    if N.dtype == float:
        result["accuracy_hides"]["p_value"] = None
        return result | {"intervals": None}
    result |= _intervals(N, result["measures"], level, random_state)
    n, right = (values[N.any(axis=1)] for values in (N.sum(axis=1), np.diag(N)))
    for of_class, ends in zip(result["classes"], exact_ends(n - right, n, (1 - level) / 2).T, strict=True):
        of_class["low"], of_class["high"] = ends.tolist()
    result["norm_at_most"] = held_out_norm_bound(result["measures"]["operator_norm"], n, delta=1 - level)
    if reading.probabilities is not None:
        result |= _decisions(reading, result, ordered, level, random_state)
    if reading.against is not None:
        result["comparison"] = _comparison(reading, ordered, level, random_state)
    return result


def _in_this_order(reading, ordered):
    """The reading with its classes in this order, and whether there is one."""
    if not isinstance(ordered, (list, tuple)):
        raise TypeError(f"ordered must be a list of names or None, got {ordered!r}")
    if not ordered:
        return reading, False
    labels = [str(label) for label in ordered]
    if len({*labels}) < len(labels) or not {*reading.labels} <= {*labels}:
        raise ValueError(f"ordered must name every class once, {', '.join(reading.labels[:20])}; got "
                         f"{', '.join(labels[:20])}")  # fmt: skip
    place, Q = np.array([labels.index(label) for label in reading.labels]), len(labels)
    found = {"labels": labels, "counts": np.zeros((Q, Q), dtype=reading.counts.dtype)}
    found["counts"][np.ix_(place, place)] = reading.counts
    if reading.true is not None:
        found["true"] = place[reading.true]
    if reading.probabilities is not None:
        found["probabilities"] = np.zeros((len(reading.true), Q))
        found["probabilities"][:, place] = reading.probabilities
    if reading.against is not None:
        found |= {key: (title, place[said]) for key in ("predicted", "against")
                  for title, said in [getattr(reading, key)]}  # fmt: skip
    return reading._replace(**found), True


def _comparison(reading, ordered, level, random_state):
    (title, first), (other, second), Q = reading.predicted, reading.against, len(reading.labels)
    values = _measured(pair_counts(reading.true, second, Q), ordered)
    options = {"labels": range(Q), "level": level, "random_state": random_state}
    pairs = {measure: paired_comparison(reading.true, first, second, measure, **options) for measure in values}
    one = pairs["accuracy"]
    found = {
        name: {"against": values[name], "difference": pair.difference, "interval": [pair.low, pair.high]}
        for name, pair in pairs.items()
    }
    return {"predicted": title, "against": other, "measures": found, "only": [one.only_first, one.only_second],
            "p_value": one.mcnemar_p_value}  # fmt: skip


def _intervals(N, names, level, random_state):
    ends = intervals(N, level, check_random(random_state), [*names])
    return {
        "intervals": {name: [float(end) for end in pair] for name, pair in ends.items()},
        "corrected": {name: float(value) for name, value in corrected_norms(N).items()},
    }


def calibration_error(confidence, right):
    """Mean distance of confidence and accuracy in ten bins of equal width: 0.3 belongs to the bin from 0.3 on.

    It is above zero even for calibrated probabilities, the more the smaller the sample.
    """
    # The ends of the bins are decimals, which floats meet only nearly.
    bins = np.minimum(np.floor(confidence * BINS + 1e-9).astype(int), BINS - 1)
    return float(np.abs(np.bincount(bins, confidence - right)).sum() / len(right))


def shift_code(labels, counts):
    """Three lines of Python that predict as the shift does, for probabilities `P` of shape (n, Q)."""
    return [
        "import numpy as np",
        f"weights = 1 / np.array({[int(count) for count in counts]})  # classes as the columns of P",
        f"predicted = np.array({list(labels)!r})[(P * weights).argmax(axis=1)]",
    ]


def mean_auc(true, P):
    """Mean over the pairs of classes of the area under the ROC curve (Hand and Till), None of one class.

    scikit-learn's goes pair by pair, which takes 20 seconds for 150 classes.
    """
    sizes, P = np.bincount(true, minlength=P.shape[1]), P.round(12)  # what sums to 1 in many ways is equal
    some, total = np.flatnonzero(sizes), 0.0
    for p in some:
        own = np.sort(P[true == p, p])
        above = 1 - sum(np.searchsorted(own, P[:, p], side) for side in ("left", "right")) / 2 / len(own)
        total += (np.bincount(true, above, len(sizes))[some] / sizes[some]).sum() - 0.5  # of the class and itself
    return float(total / len(some) / (len(some) - 1)) if len(some) > 1 else None


def _scores(true, P):
    Q, k = P.shape[1], 5 if P.shape[1] >= 10 else 2
    found = {"auc": mean_auc(true, P), "log_loss": float(log_loss(true, P, labels=range(Q)))}
    first = np.argsort(-P, axis=1, kind="stable")[:, :k]  # of equal ones the first, as argmax has them
    return found | ({"k": k, "top_k": float((first == true[:, None]).any(axis=1).mean())} if Q > 2 else {})


def _decisions(reading, description, ordered, level, random_state):
    P, true, labels = reading.probabilities, reading.true, reading.labels
    n, Q = P.shape
    sizes = np.bincount(true, minlength=Q)
    shares, predicted = sizes / n, P.argmax(axis=1)
    rules, more = {"argmax": {key: description[key] for key in ("counts", "measures", "intervals", "corrected")}}, {}
    if sizes.all():
        shifted = prior_shift(P, shares).argmax(axis=1)
        N = pair_counts(true, shifted, Q)
        rules["shift"] = {"counts": N.tolist(), "measures": _measured(N, ordered)}
        rules["shift"] |= _intervals(N, description["measures"], level, random_state)
        pair = paired_comparison(true, predicted, shifted, labels=range(Q), level=level, random_state=random_state)
        more["norm_difference"] = {"value": pair.difference, "interval": [pair.low, pair.high]}
        more["code"] = shift_code(labels, sizes)
    confidence, rng = P.max(axis=1), check_random(random_state)
    by_chance = np.mean([calibration_error(confidence, rng.random_sample(n) < confidence) for _ in range(20)])
    off = P.mean(axis=0) - shares
    spread = np.sqrt((P * (1 - P)).sum(axis=0)) / n
    far = np.abs(off).argmax()
    calibration = {
        "error": calibration_error(confidence, predicted == true),
        "error_if_calibrated": float(by_chance),
        "brier": float(((P - np.eye(Q)[true]) ** 2).sum(axis=1).mean()),
        "class": labels[far], "mean_probability": float(P[:, far].mean()), "share": float(shares[far]),
        "other_shares": bool((np.abs(off) > 4 * spread + 1e-6).any()),
    }  # fmt: skip
    return {"rules": rules, "scores": _scores(true, P), "calibration": calibration, **more}
