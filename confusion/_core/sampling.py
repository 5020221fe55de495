r"""How far the measures of a test sample may be from those of its law: intervals from counts, with nothing drawn again.

The statements, and why they hold, are in the notes of :func:`confusion.metrics.measure_interval`.  The examples are
drawn from the law, classes and all; what rests on C alone holds for any sizes of the classes.  Counts N have the shape
(..., Q, Q), rows true classes; in a stack of them the same classes have examples.
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import beta, gamma, norm

__all__ = ["LOSSES", "MEASURES", "NORMS", "corrected_norms", "difference", "exact_ends", "intervals", "measures"]

NORMS = ("operator_norm", "frobenius_norm", "confusion_rate")
MEASURES = (
    "accuracy", "error", "balanced_error", "largest_class_error", "specificity", "macro_f1", "weighted_f1", "g_mean",
    "kappa", "quadratic_kappa", "mcc", *NORMS,
)  # fmt: skip
#: These go from -1 to 1, the others, but for the norms, from 0 to 1.
SIGNED = ("kappa", "quadratic_kappa", "mcc")
#: Of these less is better; where a measure is maximised, it is this number less the loss.
LOSSES = {"error": 1, "balanced_error": 1, "largest_class_error": 0, **dict.fromkeys(NORMS, 0)}
FOLDS = 3
#: Eigenvalues that differ by less than this part are equal: their vector is then that of ones, projected.
TIE = 1e-9
#: What is smaller beside its terms is rounding: of counts nothing is.
ROUNDING = 1e-15


class Sample(NamedTuple):
    """Counts of the P classes that have examples: wrong predictions E (..., P, Q), right ones and sizes n (..., P).

    `wrong` (P, Q) is 0 at the right prediction of each class and 1 elsewhere.
    """

    E: np.ndarray
    right: np.ndarray
    n: np.ndarray
    wrong: np.ndarray


def sample_of(N):
    """Read counts; a class without an example has no row."""
    N = np.asarray(N, dtype=float)
    n, right, Q = N.sum(axis=-1), np.diagonal(N, axis1=-2, axis2=-1), N.shape[-1]
    some, wrong = n.reshape(-1, Q)[0] > 0, 1 - np.eye(Q)
    return Sample((N * wrong)[..., some, :], right[..., some], n[..., some], wrong[some])


def measures(N, norms=True):
    """Measures of counts or shares: ``{name: array of shape (...)}``; counts are whole until the last division, so 0
    is exact; of shares, what is less than rounding counts as 0.

    Without the norms it takes a fraction of the time.
    """
    N = np.asarray(N, dtype=float)
    E, right, sizes, _ = sample_of(N)
    true, said, n = N.sum(axis=-1), N.sum(axis=-2), N.sum(axis=(-2, -1))
    both = true + said
    f1 = 2 * np.diagonal(N, axis1=-2, axis2=-1) / np.where(both > 0, both, 1)
    by_chance = (true * said).sum(axis=-1)
    rest, *spread = (n * n - products.sum(axis=-1) for products in (true * said, true * true, said * said))
    some = [size > ROUNDING * n * n for size in (rest, np.minimum(*spread))]
    agreed, recall = n * right.sum(axis=-1) - by_chance, right / sizes
    (false_alarms, others), far = of_others(N), squared_distances(N)
    by_distance = ((true @ far) * said).sum(axis=-1)
    found = {
        "accuracy": right.sum(axis=-1) / n,
        "error": 1 - right.sum(axis=-1) / n,
        "balanced_error": 1 - recall.mean(axis=-1),
        "largest_class_error": 1 - recall.min(axis=-1),
        "specificity": 1 - (false_alarms * others).sum(axis=-1),
        "macro_f1": f1.sum(axis=-1) / (both > 0).sum(axis=-1),
        "weighted_f1": (true * f1).sum(axis=-1) / n,
        "g_mean": np.prod(recall ** (1 / recall.shape[-1]), axis=-1),
        # Of one true class alone these three are 0, whatever is predicted.
        "kappa": agreed / np.where(some[0], rest, np.inf),
        "quadratic_kappa": (by_distance - n * (far * N).sum(axis=(-2, -1))) / np.where(by_distance > 0, by_distance, 1),
        "mcc": agreed / np.sqrt(np.where(some[1], spread[0] * spread[1], np.inf)),
    }
    if norms:
        C = E / sizes[..., None]
        found["operator_norm"], frobenius = (np.linalg.norm(C, order, axis=(-2, -1)) for order in (2, "fro"))
        found |= {"frobenius_norm": frobenius, "confusion_rate": frobenius / np.sqrt(sizes.shape[-1])}
    return found


def of_others(N):
    """Wrong predictions of each class, and what one adds to the mean over the classes of their share of the others."""
    true, said = N.sum(axis=-1), N.sum(axis=-2)
    rest = true.sum(axis=-1, keepdims=True) - true
    some = (rest > 0) & (true + said > 0)
    weights = some / np.where(rest > 0, rest, 1) / np.maximum(some.sum(axis=-1, keepdims=True), 1)
    return said - np.diagonal(N, axis1=-2, axis2=-1), weights


def squared_distances(N):
    """Squared distances of the classes, which stand in their order."""
    places = np.arange(N.shape[-1])
    return np.square(places[:, None] - places).astype(float)


# Norms ------------------------------------------------------------------------------------------------------------


def corrected_gram(E, n, lone):
    r"""Unbiased estimate of :math:`C C^\top`; of a class with one example, which tells nothing, 0 (lone: at most 1)."""
    C = E / np.maximum(n, 1)[..., None]
    G, rows = C @ np.swapaxes(C, -1, -2), np.arange(E.shape[-2])
    pairs = (E * (E - 1)).sum(axis=-1) / np.maximum(n * (n - 1), 1)
    G[..., rows, rows] = np.where(n > 1, pairs, lone * E.sum(axis=-1))
    return G


def top(G):
    """Largest eigenvalues, not below 0, and their unit vectors without signs; see `TIE`."""
    values, vectors = np.linalg.eigh(G)
    equal = values >= values[..., -1:] - TIE * np.abs(values[..., -1:])
    u = np.abs((vectors * (equal * vectors.sum(axis=-2))[..., None, :]).sum(axis=-1))
    size = np.linalg.norm(u, axis=-1, keepdims=True)
    return np.maximum(values[..., -1], 0), np.where(size > TIE, u / np.maximum(size, TIE), np.abs(vectors[..., -1]))


def folds(sample, rng):
    """Wrong predictions and sizes of each fold, on a new first axis: every example is in one, all alike likely."""
    # binomial takes no wider numbers than intp, and in the browser int64 is wider
    rest, parts = np.concatenate([sample.E, sample.right[..., None]], axis=-1).astype(np.intp), []
    for k in range(FOLDS, 1, -1):
        parts.append(rng.binomial(rest, 1 / k))
        rest = rest - parts[-1]
    parts = np.array([*parts, rest], dtype=float)
    return parts[..., :-1], parts.sum(axis=-1)


def corrected_norms(N):
    """Norms of the law as a sample estimates them, with the bias of their squares taken off."""
    E, _, n, _ = sample_of(N)
    G = corrected_gram(E, n, 1.0)
    frobenius = np.sqrt(np.trace(G, axis1=-2, axis2=-1))
    return dict(zip(NORMS, (np.sqrt(top(G)[0]), frobenius, frobenius / np.sqrt(n.shape[-1]))))


def operator_parts(sample, G, rng):
    """An estimate below the norm on average and one above, each with what a prediction adds, of shape (..., P, Q).

    `G` is the corrected Gram matrix.  The estimate below has such parts for each fold, on a first axis.
    """
    E, _, n, wrong = sample
    C = E / n[..., None]

    def parts(u, value):
        value = np.asarray(value)[..., None, None]
        inverse = np.divide(1, value, out=np.zeros_like(value), where=value > TIE)  # less is rounding, and no estimate
        return wrong * u[..., None] * (u[..., None, :] @ C) * inverse

    squared, u = top(G)
    E_k, n_k = folds(sample, rng)
    v = top(corrected_gram(E - E_k, n - n_k, 0.0))[1] * (n_k > 0)
    v /= np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), TIE)
    low = ((v[..., None, :] @ corrected_gram(E_k, n_k, 0.0))[..., 0, :] * v).sum(axis=-1).mean(axis=0)
    low, high = np.sqrt(np.maximum(low, 0)), np.sqrt(squared)
    return low, high, parts(v, low), parts(u, high)


def variance(counts, n, parts, slopes=0.0):
    """Variance of the sum over the classes of the mean part of their predictions; that of a right one is 0.

    `slopes` (..., P) says how the sum rises with the shares of the classes, which are drawn.
    """
    shares = counts / n[..., None]
    within = of_means((shares * parts).sum(axis=-1), (shares * parts**2).sum(axis=-1), n).sum(axis=-1)
    return within + of_sizes(n, slopes)


def of_sizes(n, slopes):
    """Variance of a sum over the classes of their shares times `slopes` (..., P), where n examples are drawn."""
    shares = n / n.sum(axis=-1, keepdims=True)
    mean = (shares * slopes).sum(axis=-1, keepdims=True)
    return (shares * (slopes - mean) ** 2).sum(axis=-1) / n.sum(axis=-1)


def of_means(mean, square, n):
    """Variance of the mean of n numbers, from their mean and mean square.

    The square of the mean is shrunk as by four examples more: a class that is always wrong would have no spread.
    """
    return (square - n / (n + 4) * mean**2) / n


def frobenius_variance(E, n):
    """Variance of the trace: that of U-statistics of pairs, row by row, with unbiased moments of the row."""
    pairs, triples = np.maximum(n * (n - 1), 1), np.maximum(n * (n - 1) * (n - 2), 1)
    two, share = (E * (E - 1)).sum(axis=-1) / pairs, E.sum(axis=-1) / n
    # No less than the inequality of Cauchy and Schwarz allows, or few examples would have no third moment.
    three = np.maximum((E * (E - 1) * (E - 2)).sum(axis=-1) / triples, two**2 / np.maximum(share, TIE))
    square = n / (n + 4) * two**2
    estimate = 4 * np.maximum(n - 2, 0) * np.maximum(three - square, 0) + 2 * np.maximum(two - square, 0)
    return (estimate / pairs).sum(axis=-1)


def largest_entry(sample, tail):
    """How large an entry of C may be, by its exact interval: it is at most the norm, so the norm may be as large."""
    return exact_ends(sample.E.max(axis=-1), sample.n, tail)[1].max(axis=-1)


def norm_intervals(sample, tail, rng):
    """Ends of the operator and of the Frobenius norm."""
    E, _, n, _ = sample
    z = norm.isf(tail)

    def above(value, deviation):  # as Wilson's: the variance at the upper end is larger, as the norm is
        step = z**2 * deviation**2 / (2 * np.where(value > 0, value, 1))
        return np.where(value > 0, value + step + np.sqrt(z**2 * deviation**2 + step**2), 0)

    entry = largest_entry(sample, tail)
    G = corrected_gram(E, n, 1.0)
    f = np.sqrt(np.trace(G, axis1=-2, axis2=-1))
    deviation = np.sqrt(frobenius_variance(E, n)) / (2 * np.where(f > 0, f, 1))
    # No error exceeds 1, so no norm exceeds the root of the number of classes.
    most = np.sqrt(n.shape[-1])
    frobenius = [np.maximum(f - z * deviation, 0), np.minimum(np.maximum(above(f, deviation), entry), most)]
    low, high, low_parts, high_parts = operator_parts(sample, G, rng)
    # A deviation of the square: the root is concave, and to second order more is lost below.
    taken = z * np.sqrt(variance(E, n, low_parts)).mean(axis=0)
    low = low - taken - taken**2 / (2 * np.where(low > 0, low, 1))
    high = np.maximum(above(high, np.sqrt(variance(E, n, high_parts))), entry)
    return [np.maximum(low, 0), np.minimum(high, frobenius[1])], frobenius


# Shares and smooth measures ---------------------------------------------------------------------------------------


def exact_ends(wrong, n, tail):
    """Both ends of the exact binomial intervals (Clopper and Pearson), of shape (2, ...)."""
    some, rest = np.maximum(wrong, 1), np.maximum(n - wrong, 1)
    low = np.where(wrong > 0, beta.ppf(tail, some, n - some + 1), 0.0)
    return np.array([low, np.where(wrong < n, beta.isf(tail, n - rest + 1, rest), 1.0)])


def rare_ends(loss, spread, one, tail):
    """Ends for a weighted sum of rare events (Fay and Feuer): its value and variance, an event's largest weight."""

    def end(quantile, value, spread):
        some = (value > 0) & (spread > 0)
        value, spread = np.where(some, value, 1), np.where(some, spread, 1)
        return np.where(some, quantile(tail, value**2 / spread, scale=spread / value), 0)

    loss = np.maximum(loss, 0)
    return end(gamma.ppf, loss, spread), end(gamma.isf, loss + one, spread + one**2)


def losses(N, names=MEASURES):
    """Loss of each smooth one of these measures, what a wrong prediction adds to it, and its slopes.

    A loss is one less the measure, 0 if all is right; for the G-mean minus its logarithm.  What is added has the shape
    (..., P, Q); the slopes (..., P) are the derivatives by the shares of the classes, but for a number that all have in
    common.  The bias of second order of F1 is taken off; the logarithm of a recall has half an example more, and hardly
    a bias from five examples on.
    """
    N = np.asarray(N, dtype=float)
    (_, _, sizes, wrong), value, Q = sample_of(N), measures(N, norms=False), N.shape[-1]
    true, said, right, n = N.sum(axis=-1), N.sum(axis=-2), np.diagonal(N, axis1=-2, axis2=-1), N.sum(axis=(-2, -1))
    some, both, size, P = true > 0, np.maximum(true + said, 1), np.maximum(true, 1), sizes.shape[-1]
    all_, off, known = n[..., None], 1 - np.eye(Q), (true + said > 0).sum(axis=-1)[..., None]
    pi, sigma, f1, C = true / all_, said / all_, 2 * right / both, N / size[..., None]
    bias = right / both**3 * (N - N**2 / size[..., None]).sum(axis=-2) - (right - right**2 / size) / both**2
    # Where sizes are drawn F1 has a larger bias, unless it is weighted by them: the mean of the two does for both.
    of_both = (bias - right * (1 - f1) / both**2) / 2
    logs = np.where(some, np.log((right + 0.5) / (true + 0.5)), 0)

    def sums(of_rows, of_columns):
        return of_rows[..., None] + of_columns[..., None, :]

    # Losses and their derivatives by the shares P_pq of the predictions, but for a number that all have in common.
    def of_specificity(specificity):
        false_alarms, others = of_others(N)
        rates = others * all_ * false_alarms / np.maximum(all_ - true, 1)
        return 1 - specificity, off * (others * all_)[..., None, :] + rates[..., None]

    def of_f1(weights, bias, more=0.0):
        each = all_ * weights / both
        loss = 1 - (weights * f1).sum(axis=-1) + 2 * (weights * bias).sum(axis=-1)
        return loss, sums(each * f1 - more, each * f1) - 2 * (1 - off) * each[..., None]

    def of_kappa(far, kappa):
        chance = pi @ far
        by_chance = np.maximum((chance * sigma).sum(axis=-1), 1 / n**2)[..., None, None]
        return 1 - kappa, (far - (1 - kappa)[..., None, None] * sums(sigma @ far, chance)) / by_chance

    def of_mcc(mcc):
        # Where all predictions are of one class MCC is 0/0, and its derivatives are those with one other prediction.
        a, b = (np.maximum(1 - (shares**2).sum(axis=-1), 2 / n)[..., None] for shares in (pi, sigma))
        by_chance = (sums(sigma, pi) + off) / np.sqrt(a * b)[..., None]
        return 1 - mcc, by_chance - mcc[..., None, None] * sums(pi / a, sigma / b)

    by_share = {
        "error": lambda: (value["error"], off),
        "specificity": lambda: of_specificity(value["specificity"]),
        "macro_f1": lambda: of_f1((true + said > 0) / known, of_both),
        "weighted_f1": lambda: of_f1(pi, bias, more=f1),
        "kappa": lambda: of_kappa(off, value["kappa"]),
        "quadratic_kappa": lambda: of_kappa(squared_distances(N), value["quadratic_kappa"]),
        "mcc": lambda: of_mcc(value["mcc"]),
    }
    rows, zeros = some.reshape(-1, Q)[0], np.zeros_like(sizes)
    found = {
        "balanced_error": (value["balanced_error"], wrong * np.full_like(N, 1 / P)[..., rows, :], zeros),
        "g_mean": (-logs.sum(axis=-1) / P, wrong * np.exp(-logs)[..., rows, None] / P, zeros),
    }
    for name in by_share.keys() & {*names}:
        loss, slopes = by_share[name]()
        slopes = np.broadcast_to(slopes, N.shape)
        parts = pi[..., None] * (slopes - np.diagonal(slopes, axis1=-2, axis2=-1)[..., None])
        found[name] = loss, wrong * parts[..., rows, :], (C * slopes).sum(axis=-1)[..., rows]
    return {name: found[name] for name in found.keys() & {*names}}


def intervals(N, level, rng, names=MEASURES):
    """Intervals of these measures of counts: ``{name: [low, high]}``, each of shape (...); `rng` is for norms alone."""
    tail, sample = (1 - level) / 2, sample_of(N)
    E, right, n, _ = sample
    error = exact_ends(E.sum(axis=(-2, -1)), n.sum(axis=-1), tail)
    ends = {"accuracy": 1 - error[::-1], "error": error}
    # Chosen among P: between the largest lower and the largest upper end of intervals that hold all errors at once.
    ends["largest_class_error"] = exact_ends(E.sum(axis=-1), n, tail / n.shape[-1]).max(axis=-1)
    for name, (loss, parts, slopes) in losses(N, {*names} - {"error"}).items():
        spread, one = variance(E, n, parts, slopes), (parts / n[..., None]).max(axis=(-2, -1))
        if name == "g_mean":
            spread = (1 / (right + 0.5) - 1 / (n + 0.5)).sum(axis=-1) / n.shape[-1] ** 2
        low, high = rare_ends(loss, spread, one, tail)
        if name == "balanced_error":
            ends[name] = [low, np.minimum(high, 1)]
        elif name == "g_mean":
            # A class without a right prediction may never get one.
            ends[name] = [np.where(right.min(axis=-1) > 0, np.exp(-high), 0), np.exp(-low)]
        else:
            ends[name] = [np.maximum(1 - high, -1 if name in SIGNED else 0), 1 - low]
    if n.shape[-1] == 1:  # see measures
        ends |= dict.fromkeys(SIGNED, [0 * n[..., 0]] * 2)
    if not {*names}.isdisjoint(NORMS):
        ends["operator_norm"], ends["frobenius_norm"] = norm_intervals(sample, tail, rng)
        ends["confusion_rate"] = [end / np.sqrt(n.shape[-1]) for end in ends["frobenius_norm"]]
    return {name: ends[name] for name in names}


# Two classifiers --------------------------------------------------------------------------------------------------


def linearised(N, name, rng):
    """A measure of counts N (Q, Q): an estimate below it on average, one above, the parts of the predictions in both,
    and its slopes (see `losses`).

    Last comes the variance of what is no sum of such parts, where the sums of two classifiers may nearly cancel.
    """
    sample = sample_of(N)
    E, _, n, _ = sample
    if name == "operator_norm":
        G = corrected_gram(E, n, 1.0)
        low, high, _, parts = operator_parts(sample, G, rng)
        pairs = top(G)[1] ** 2 / n @ (E / n[:, None])
        return low, high, parts, 0.0, pairs @ pairs / high**2 if high else 0.0
    if name in NORMS:
        value, C = corrected_norms(N)[name], E / n[:, None]
        size = np.linalg.norm(C) * (np.sqrt(len(n)) if name == "confusion_rate" else 1)
        return value, value, C / size if size else C, 0.0, 0.0
    smooth = "error" if name == "accuracy" else name
    loss, parts, slopes = losses(N, [smooth])[smooth]
    value = loss if name in LOSSES else np.exp(-loss) if name == "g_mean" else 1 - loss
    sign = 1 if name in LOSSES else -value if name == "g_mean" else -1
    return value, value, sign * parts, sign * slopes, 0.0


def difference(true, first, second, Q, name, level, rng):
    """A measure of the predictions `first` less that of `second`, numbers below Q, and the ends of its interval."""
    counts = [np.bincount(true * Q + said, minlength=Q * Q).reshape(Q, Q) for said in (first, second)]
    values = [float(measures(N, norms=name in NORMS)[name]) for N in counts]
    sizes, z = np.bincount(true, minlength=Q), norm.isf((1 - level) / 2)
    n, row = sizes[sizes > 0], (np.cumsum(sizes > 0) - 1)[true]

    def spread(apart):
        mean, square = (np.bincount(row, part, minlength=len(n)) / n for part in (apart, apart**2))
        return mean, of_means(mean, square, n)

    # An example more that only the first predicts rightly, and one that only the second does, where they weigh most:
    # Bonett and Price's correction, without which two classifiers that never differ would differ by 0 for sure.
    if name == "largest_class_error":
        # Of the class where the first errs most the difference is no smaller than that of the largest errors.
        mean, squared = spread((first != true).astype(float) - (second != true))
        reach = z * np.sqrt(squared + 2 / n**2)
        low, high = (mean - reach).min(), (mean + reach).max()
    else:
        each = (linearised(N, name, rng) for N in counts)
        (low_a, high_a, parts_a, slopes_a, more_a), (low_b, high_b, parts_b, slopes_b, more_b) = each
        one = max(np.abs(parts / n[:, None]).max() for parts in (parts_a, parts_b)) or 1 / n.min()
        within = spread(parts_a[row, first] - parts_b[row, second])[1].sum()
        reach = z * np.sqrt(within + of_sizes(n, slopes_a - slopes_b) + 2 * one**2 + more_a + more_b)
        low, high = low_a - high_b - reach, high_a - low_b + reach
        if name in NORMS:  # as in `norm_intervals`: each norm may be as large as one of its entries
            entry_a, entry_b = (largest_entry(sample_of(N), (1 - level) / 2) for N in counts)
            scale = np.sqrt(Q) if name == "confusion_rate" else 1
            low, high = min(low, low_a - entry_b / scale), max(high, entry_a / scale - low_b)
    # No farther from 0 than the values of the measure lie apart.
    most = 2 if name in SIGNED else np.sqrt(len(n)) if name in NORMS[:2] else 1
    return values[0] - values[1], *(float(end) for end in np.clip([low, high], -most, most))
