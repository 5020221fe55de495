"""How often a challenge refutes a condition that holds, by `challenge` and by the normal law it used before.

Of each law 20,000 samples, in each of which a rule and a rival meet that cost the same on average: the condition is
true, and every refutation wrong.  A law is what the p-value sees of one: the examples of each class, the largest cost
M_pq of each, and what a rival can cost more (or less) for an example of the class, with which probability; else 0.
"""

import numpy as np
from scipy.special import ndtr

from confusion.decisions import betting_p_value

NAME = "challenge_level"
KEY = ("law",)
ROW_KEY = ("test",)
ROWS = 32

SAMPLES = 20_000
ALPHAS = (0.01, 0.05, 0.1)


def tie(rare, *sizes):
    """Inputs that a part `rare` of the common class and half of the other share, and that cost as much either way."""
    costs = np.array([0.5, rare]) / (0.5 + rare)
    return sizes, costs, [{costs[0]: rare}, {-costs[1]: 0.5}]


def even(sizes, costs, part):
    """In a `part` of each class rule and rival differ, and either is right as often."""
    return sizes, costs, [{cost: part / 2, -cost: part / 2} for cost in costs]


#: name -> sizes, largest costs and differences of the classes
LAWS = {
    "tie .05, 10 and 2": tie(0.05, 10, 2),
    "tie .05, 30 and 3": tie(0.05, 30, 3),
    "tie .02, 100 and 10": tie(0.02, 100, 10),
    "tie .10, 20 and 2": tie(0.1, 20, 2),
    "tie .02, 300 and 20": tie(0.02, 300, 20),
    "three classes of two": even((2, 2, 2), (1, 1, 1), 0.4),
    "coins, five and five": ((5, 5), (1, 0.2), [{1: 0.5, -1: 0.5}, {}]),
    "ten classes of 20": even((20,) * 10, (1,) * 10, 0.1),
    "ten classes, 500 to 5": even(
        (500, 300, 200, 100, 50, 40, 30, 20, 10, 5), (1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2, 0.1), 0.1
    ),
    "eight costs, three classes of 50": ((50,) * 3, (1,) * 3, [{k / 4: 0.04 for k in range(-4, 5) if k}] * 3),
    "a rare loss, two classes of 50": ((50, 50), (1, 1), [{1: 0.01, -1 / 99: 0.99}] * 2),
    "a loss in the small class, 1,000 and 10": ((1000, 10), (1, 1), [{-1: 0.2}, {1: 0.2}]),
    "a loss unseen, 100 and 10": ((100, 10), (1, 1), [{-0.2: 1.0}, {1: 0.2}]),
    "costs 1 to 1,000, 5 and 5,000": ((5, 5000), (0.001, 1), [{0.001: 0.5}, {-1: 0.0005}]),
    "always different, two classes of 100": even((100, 100), (1, 1), 1.0),
    "four classes of 5,000": even((5000,) * 4, (0.5,) * 4, 0.01),
}


def tasks():
    """One task per law."""
    return [{"law": law} for law in LAWS]


def drawn(law, samples=SAMPLES):
    """Values and their classes, sizes and bounds of the classes, and how often each value is in each sample."""
    sizes, bounds, parts = LAWS[law]
    rng = np.random.default_rng([0, list(LAWS).index(law)])
    values = np.array([value for part in parts for value in (*part, 0)])
    codes = np.repeat(np.arange(len(sizes)), [len(part) + 1 for part in parts])
    counts = [
        rng.multinomial(size, [*part.values(), max(1 - sum(part.values()), 0)], samples)
        for size, part in zip(sizes, parts)
    ]
    return values, codes, np.array(sizes), np.array(bounds, float), np.hstack(counts)


def normal_p_value(values, codes, sizes, counts):
    """What `challenge` gave before: by the estimated standard error, and without any 0 or 1."""
    unit = np.eye(len(sizes))[codes]
    means = (counts * values) @ unit / sizes
    squares = (counts * (values - means[:, codes]) ** 2) @ unit
    difference, error = means.sum(axis=1), np.sqrt((squares / (sizes - 1) / sizes).sum(axis=1))
    seen = error > 1e-9
    return np.where(seen, ndtr(difference / np.where(seen, error, 1)), difference >= 0)


def run(task):
    """Of one law: how many of the samples each p-value refutes at three levels."""
    values, codes, sizes, bounds, counts = drawn(task["law"])
    found = {
        "bets": betting_p_value(values, codes, bounds, counts),
        "normal": normal_p_value(values, codes, sizes, counts),
    }
    names = [f"at_{alpha:.2f}" for alpha in ALPHAS]
    return [
        {**task, "test": test, "samples": len(p), "zero": int((p == 0).sum())}
        | {name: int((p <= alpha).sum()) for name, alpha in zip(names, ALPHAS)}
        for test, p in found.items()
    ]
