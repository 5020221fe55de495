"""How often the intervals of :func:`confusion.metrics.measure_interval` hold the true value, at a level of 95 %.

A law has Q classes of n examples each (of the law *rare* half of the classes have a tenth, five at least), and a matrix
whose true measures are computed exactly.  Of each law 20,000 samples are drawn: in how many is the whole interval above
the true value, in how many below it?  Beside them stand the percentile interval of a bootstrap within the classes and
the difference of two classifiers on the same examples, of fewer samples.

A test set is drawn with its classes, so these are drawn, too, for all measures that depend on how common a class is;
n is then its size on average, and a sample without an example of some class is drawn again.  The others depend on the
errors of each class alone, and are tried with the sizes as they are.
"""

import numpy as np

from confusion._core.sampling import MEASURES, NORMS, difference, exact_ends, intervals, measures
from confusion.limits import held_out_norm_bound

NAME = "coverage"
KEY = ("interval", "Q", "n", "law")
ROW_KEY = ("measure",)

LEVEL = 0.95
SIZES = (5, 20, 100, 1000)
ONE, BOOTSTRAP, PAIR = "one classifier", "percentile bootstrap", "difference"
SIZES_DRAWN = ", sizes drawn"
BY_CLASS = ("balanced_error", "largest_class_error", "g_mean", *NORMS)
OF_SHARES = [name for name in MEASURES if name not in BY_CLASS]
#: What a report prints besides: the interval of a class's error, here of the last one, and the bound on the norm.
BESIDES = ("class_error", "norm_at_most")
NAMES = {
    ONE: BY_CLASS, BOOTSTRAP: NORMS, PAIR: [name for name in BY_CLASS if name != "confusion_rate"],
    ONE + SIZES_DRAWN: [*OF_SHARES, *BESIDES], PAIR + SIZES_DRAWN: [name for name in OF_SHARES if name != "error"],
}  # fmt: skip
#: up to so many classes, and with more
DRAWS = {
    ONE: (150, 20_000, 0), ONE + SIZES_DRAWN: (150, 20_000, 0), BOOTSTRAP: (10, 500, 50), PAIR: (10, 1000, 500),
    PAIR + SIZES_DRAWN: (26, 2000, 1000),
}  # fmt: skip
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
        "always one": column,
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
    "beside one class always": ("rare", "always one", 0.7),
}


def tasks():
    """One task per kind of interval, number of classes, size and law."""
    found = [(ONE, Q, n, name) for Q in (2, 3, 5, 10, 26) for n in SIZES for name in LAWS]
    found += [(ONE, Q, n, name) for Q in (77, 100) for n in SIZES for name in MANY]
    found += [(ONE, 150, n, name) for n in (5, 100) for name in ("even", "rare")]
    found += [(BOOTSTRAP, Q, n, "even") for Q in (3, 5, 10, 26, 100) for n in (20, 100)]
    found += [(PAIR, Q, n, name) for Q in (2, 3, 5, 10, 26) for n in (20, 100) for name in PAIRS]
    found += [(PAIR, Q, 20, name) for Q in (77, 100) for name in ("equally good", "rare")]
    found += [(kind + SIZES_DRAWN, *rest) for kind, *rest in found if kind != BOOTSTRAP]
    return [dict(zip(KEY, each)) for each in found]


def drawn(P, sizes, draws, rng):
    """Counts of samples, of shape (draws, Q, Q); nothing is drawn where an entry is 0."""
    N = np.zeros((draws, *P.shape), dtype=np.int64)
    for p, (row, n) in enumerate(zip(P, sizes)):
        N[:, p, row > 0] = rng.multinomial(n, row[row > 0], size=draws)
    return N


def drawn_with_sizes(P, sizes, draws, rng):
    """The same, where classes that are as common as `sizes` are drawn, too; each has an example at least."""
    N, shares = np.zeros((draws, *P.shape), dtype=np.int64), P * sizes[:, None] / sizes.sum()
    while (again := (N.sum(axis=2) == 0).any(axis=1)).any():
        some = np.zeros((again.sum(), *P.shape), dtype=np.int64)
        some[:, P > 0] = rng.multinomial(sizes.sum(), shares[P > 0], size=len(some))
        N[again] = some
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


def besides(N, C, truth, values, ends):
    """Add what is printed beside the intervals of measures."""
    sizes = N.sum(axis=2)
    n, wrong = sizes[:, -1], sizes[:, -1] - N[:, -1, -1]
    bounds = [held_out_norm_bound(one, m, delta=1 - LEVEL) for one, m in zip(values["operator_norm"], sizes)]
    truth |= {"class_error": 1 - C[-1, -1], "norm_at_most": truth["operator_norm"]}
    values |= {"class_error": wrong / n, "norm_at_most": np.array(bounds)}
    ends |= {"class_error": exact_ends(wrong, n, (1 - LEVEL) / 2), "norm_at_most": [0 * n, np.array(bounds)]}


def run(task, draws=None):
    """The rows of a task, one for each measure."""
    kind, Q, n, name = (task[key] for key in KEY)
    names, draw = NAMES[kind], drawn_with_sizes if kind.endswith(SIZES_DRAWN) else drawn
    rng, few = np.random.RandomState(0), DRAWS[kind]
    draws, kind = draws or few[1 + (Q > few[0])], kind.removesuffix(SIZES_DRAWN)
    if kind == PAIR:
        first, second, together = PAIRS[name]
        (P, sizes), (R, _) = law(first, Q, n), law(second, Q, n)
        samples = draw(np.ones((Q, 1)), sizes, draws, rng)[..., 0]
        truth, other = (measures(M * sizes[:, None]) for M in (P, R))
        truth = {each: truth[each] - other[each] for each in names}
        samples = (np.repeat(np.arange(Q), some) for some in samples)
        pairs = ((true, *answers_of_two(P, R, together, true, rng)) for true in samples)
        ends = np.array([[difference(*pair, Q, each, LEVEL, rng) for each in names] for pair in pairs])
        values, ends = ends[..., 0].mean(axis=0), {each: ends[:, k, 1:].T for k, each in enumerate(names)}
        values = dict(zip(names, values))
    else:
        P, sizes = law(name, Q, n)
        truth, parts, values = measures(P * sizes[:, None]), [], []
        for size in np.diff(np.linspace(0, draws, 1 + max(1, draws * Q * Q // AT_ONCE)).astype(int)):
            N = draw(P, sizes, size, rng)
            values.append(measures(N, norms=True))
            if kind == BOOTSTRAP:
                parts += [percentile(one, rng) for one in N]
            else:
                parts.append(intervals(N, LEVEL, rng, [name for name in names if name in MEASURES]))
            if draw is drawn_with_sizes:
                besides(N, P, truth, values[-1], parts[-1])
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


ROWS = sum(len(NAMES[task["interval"]]) for task in tasks())
