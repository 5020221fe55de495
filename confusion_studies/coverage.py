"""How often the intervals of :func:`confusion.metrics.measure_interval` hold the true value, at a level of 95 %.

A law has Q classes of n examples each (of the law *rare* half of the classes have a tenth, five at least), and a matrix
whose true measures are computed exactly.  Of each law 20,000 samples are drawn, or 2,000 with more than 26 classes: in
how many is the whole interval above the true value, in how many below it?  Beside them stand the percentile interval of
a bootstrap within the classes and the difference of two classifiers on the same examples, of fewer samples.
"""

import numpy as np

from confusion._core.sampling import MEASURES, NORMS, difference, intervals, measures

NAME = "coverage"
KEY = ("interval", "Q", "n", "law")
ROW_KEY = ("measure",)

LEVEL = 0.95
SIZES = (5, 20, 100, 1000)
ONE, BOOTSTRAP, PAIR = "one classifier", "percentile bootstrap", "difference"
#: Measures with tasks of their own, for without the norms these take a tenth of the time.
AVERAGES = ("specificity", "weighted_f1", "quadratic_kappa")
OF_AVERAGES = ", averages"
OTHERS = [name for name in MEASURES if name not in AVERAGES]
NAMES = {ONE: OTHERS, BOOTSTRAP: NORMS, PAIR: [name for name in OTHERS if name not in ("error", "confusion_rate")]}
#: up to so many classes, and with more
DRAWS = {ONE: (26, 20_000, 2000), BOOTSTRAP: (10, 500, 50), PAIR: (10, 1000, 500)}
RESAMPLES = 300
#: Numbers that are computed at once, in stacks of matrices.
AT_ONCE = 10**6
NEAR = 1e-9


def law(name, Q, n):
    """Confusion matrix with its diagonal, and sizes of the classes."""
    off, ring, column = 1 - np.eye(Q), np.roll(np.eye(Q), 1, axis=1), np.zeros((Q, Q))
    column[1:, 0] = column[0, 1] = 1
    even, sizes, class_numbers = off / (Q - 1), np.full(Q, n), np.arange(Q)[:, None]
    if name == "rare":
        sizes = np.where(np.arange(Q) >= (Q + 1) // 2, max(5, n // 10), n)
    C = {
        "even": 0.2 * even,
        "half to one rival": 0.1 * even + 0.1 * ring,
        "to one rival": 0.2 * ring,
        "to one class": 0.2 * column,
        "one bad class": np.where(class_numbers == 0, 0.5 * ring, 0.02 * even),
        "rare": np.where(class_numbers >= (Q + 1) // 2, 0.4 * column, 0.05 * even),
        "a third err": np.where(class_numbers % 3 == 0, 0.1 * ring, 0),
        "few errors": 0.02 * even,
        "nearly one answer": np.where(class_numbers > 0, 0.9 * column, 0.01 * even),
        "half wrong": 0.5 * even,
    }[name]
    return C + np.diag(1 - C.sum(axis=1)), sizes


LAWS = (
    "even", "half to one rival", "to one rival", "to one class", "one bad class", "rare", "a third err", "few errors",
    "nearly one answer", "half wrong",
)  # fmt: skip
MANY = ("even", "half to one rival", "rare", "a third err")
#: law of the first classifier, law of the second, and the share of examples on which one draw decides both
PAIRS = {
    "equally good": ("even", "even", 0.7),
    "much better": ("even", "few errors", 0.7),
    "nearly the same": ("to one rival", "to one rival", 0.97),
    "two kinds": ("one bad class", "even", 0.5),
    "rare": ("rare", "few errors", 0.7),
}


def tasks():
    """One task per kind of interval, number of classes, size and law."""
    found = [(ONE, Q, n, name) for Q in (2, 3, 5, 10, 26) for n in SIZES for name in LAWS]
    found += [(ONE, Q, n, name) for Q in (77, 100) for n in SIZES for name in MANY]
    found += [(ONE, 150, n, name) for n in (5, 100) for name in ("even", "rare")]
    found += [(BOOTSTRAP, Q, n, "even") for Q in (3, 5, 10, 26, 100) for n in (20, 100)]
    found += [(PAIR, Q, n, name) for Q in (2, 3, 5, 10, 26) for n in (20, 100) for name in PAIRS]
    found += [(PAIR, Q, 20, name) for Q in (77, 100) for name in ("equally good", "rare")]
    found += [(kind + OF_AVERAGES, *rest) for kind, *rest in found if kind != BOOTSTRAP]
    return [dict(zip(KEY, each)) for each in found]


def drawn(P, sizes, draws, rng):
    """Counts of samples, of shape (draws, Q, Q); nothing is drawn where an entry is 0."""
    N = np.zeros((draws, *P.shape), dtype=np.int64)
    for p, (row, n) in enumerate(zip(P, sizes)):
        N[:, p, row > 0] = rng.multinomial(n, row[row > 0], size=draws)
    return N


def answers_of_two(P, R, together, true, rng):
    """Answers of two classifiers to examples of the classes `true`."""
    one = rng.random_sample(len(true))
    other = np.where(rng.random_sample(len(true)) < together, one, rng.random_sample(len(true)))
    return [(u[:, None] > M.cumsum(axis=1)[true, :-1]).sum(axis=1) for M, u in ((P, one), (R, other))]


def percentile(N, rng):
    """The bootstrap's interval of the norms of one matrix of counts."""
    rows = drawn(N / N.sum(axis=1, keepdims=True), N.sum(axis=1), RESAMPLES, rng)
    values, ends = measures(rows), [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
    return {name: np.quantile(values[name], ends) for name in NORMS}


def _names(kind):
    return AVERAGES if kind.endswith(OF_AVERAGES) else NAMES[kind]


def run(task, draws=None):
    """The rows of a task, one for each measure."""
    kind, Q, n, name = (task[key] for key in KEY)
    kind, names = kind.removesuffix(OF_AVERAGES), _names(kind)
    rng = np.random.RandomState(0)
    draws = draws or DRAWS[kind][1 + (Q > DRAWS[kind][0])]
    if kind == PAIR:
        first, second, together = PAIRS[name]
        (P, sizes), (R, _) = law(first, Q, n), law(second, Q, n)
        true = np.repeat(np.arange(Q), sizes)
        truth, other = (measures(M * sizes[:, None]) for M in (P, R))
        truth = {each: truth[each] - other[each] for each in names}
        pairs = (answers_of_two(P, R, together, true, rng) for _ in range(draws))
        ends = np.array([[difference(true, *pair, Q, each, LEVEL, rng) for each in names] for pair in pairs])
        values, ends = ends[..., 0].mean(axis=0), {each: ends[:, k, 1:].T for k, each in enumerate(names)}
        values = dict(zip(names, values))
    else:
        P, sizes = law(name, Q, n)
        truth, parts, values = measures(P * sizes[:, None]), [], []
        for size in np.diff(np.linspace(0, draws, 1 + max(1, draws * Q * Q // AT_ONCE)).astype(int)):
            N = drawn(P, sizes, size, rng)
            values.append(measures(N, norms=names is not AVERAGES))
            parts += [intervals(N, LEVEL, rng, names)] if kind == ONE else [percentile(one, rng) for one in N]
        ends = {each: np.concatenate([np.reshape(part[each], (2, -1)) for part in parts], axis=1) for each in names}
        values = {each: np.concatenate([some[each] for some in values]).mean() for each in names}
    return [
        {
            **task,
            "measure": each,
            "draws": draws,
            "true": float(truth[each]),
            "mean": float(values[each]),
            "above": float(np.mean(ends[each][0] > truth[each] + NEAR)),
            "below": float(np.mean(ends[each][1] < truth[each] - NEAR)),
            "length": float(np.mean(ends[each][1] - ends[each][0])),
        }
        for each in names
    ]


ROWS = sum(len(_names(task["interval"])) for task in tasks())
