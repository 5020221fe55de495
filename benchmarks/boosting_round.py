"""One round of AdaBoost.MM against one of scikit-learn's AdaBoostClassifier: ``python benchmarks/boosting_round.py``.

Both boost trees of the same depth on the same data in one thread.  A round is the process time of 11 rounds less that
of 1, over 10, so that what is done once (checks, presorting) cancels; the two take turns, so that a change of the
machine's speed meets both; medians over the repetitions are printed, and the median of the ratios.  The work is not
the same: scikit-learn's tree minimises the Gini index, ours the costs of all the answers; both look at every threshold.
CoMBo runs the same code with other weights.  Left out by the differences: in every 32nd round the costs are computed
anew from the scores, 5 % of a round on letter at depth 1 and less elsewhere.  The second table shows how a round grows
with m, d and K.
"""

import argparse
import os
import statistics
import time

# Before numpy: one thread for everybody.
os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")

import numpy as np
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from confusion import AdaBoostMMClassifier
from confusion_studies.data import load_connect4, load_letter

SHARES = (0.6583, 0.2462, 0.0955)  # the classes of Connect-4


def board(m=67_557, squares=42, seed=0):
    """Data of Connect-4's shape: squares empty, mine or yours, and three classes of its sizes."""
    rng = np.random.default_rng(seed)
    X = rng.choice(3, size=(m, squares), p=[0.5, 0.25, 0.25]).astype(float)
    score = (X == 1) @ rng.normal(size=squares) - (X == 2) @ rng.normal(size=squares) + rng.normal(size=m)
    return X, np.searchsorted(np.quantile(score, np.cumsum(SHARES[:-1])), score)


def one_hot(X):
    return np.concatenate([X == value for value in range(3)], axis=1).astype(float)


def gaussians(m, d, K, seed=0):
    """Classes in general position; every feature takes m values."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, K, m)
    return rng.normal(size=(m, d)) + (0.5 * rng.normal(size=(K, d)))[y], y


def integers(m, d, K, seed=0):
    """The same, rounded to at most 16 values as letter has."""
    X, y = gaussians(m, d, K, seed)
    return np.clip(np.round(2 * X + 7.5), 0, 15), y


def cases():
    try:
        letter = load_letter()
        yield "letter, 20,000 x 16, 26 classes", letter.data, letter.target
    except ImportError:
        yield "letter-sized (made up), 20,000 x 16, 26 classes", *integers(20_000, 16, 26)
    try:
        for encoding in ("ordinal", "onehot"):
            data = load_connect4(encoding)
            shape = " x ".join(f"{n:,}" for n in data.data.shape)
            yield f"Connect-4 ({encoding}), {shape}, 3 classes", data.data, data.target
    except ImportError:
        X, y = board()
        yield "Connect-4-sized (made up), 67,557 x 42, 3 classes", X, y
        yield "the same, one-hot: 67,557 x 126, 3 classes", one_hot(X), y
    yield "distinct values (made up), 20,000 x 16, 10 classes", *gaussians(20_000, 16, 10)


def ours(depth, rounds):
    return AdaBoostMMClassifier(rounds, max_depth=depth)


def theirs(depth, rounds):
    return AdaBoostClassifier(DecisionTreeClassifier(max_depth=depth), n_estimators=rounds, random_state=0)


def seconds(make, depth, rounds, X, y):
    """(process time of a fit, rounds made)."""
    model = make(depth, rounds)
    start = time.process_time()
    model.fit(X, y)
    return time.process_time() - start, len(model.estimators_)


def round_seconds(make, depth, X, y):
    short, few = seconds(make, depth, 1, X, y)
    long, many = seconds(make, depth, 11, X, y)
    return (long - short) / (many - few)


def compare(title, X, y, depth, repetitions):
    times = {ours: [], theirs: []}
    for _ in range(repetitions):
        for make, spent in times.items():
            spent.append(round_seconds(make, depth, X, y))
    ratio = statistics.median(b / a for a, b in zip(times[ours], times[theirs]))
    mine, other = (1000 * statistics.median(times[make]) for make in (ours, theirs))
    print(f"{title:52s} depth {depth}  {mine:8.2f} ms  scikit-learn {other:8.2f} ms  x{ratio:5.2f}", flush=True)


def growth(repetitions):
    base = {"m": 20_000, "d": 16, "K": 8}
    print("\nOne round of AdaBoost.MM when one number is doubled, and again (ratios to the case before)")
    for make, kind in ((integers, "16 values"), (gaussians, "m values")):
        for depth in (1, 8):
            for name in base:
                spent = []
                for factor in (1, 2, 4):
                    X, y = make(**{**base, name: factor * base[name]})
                    spent.append(statistics.median(round_seconds(ours, depth, X, y) for _ in range(repetitions)))
                ratios = ", ".join(f"x{b / a:.2f}" for a, b in zip(spent, spent[1:]))
                print(f"  {kind:10s} depth {depth}  {name} = {base[name]:6,d}: {1000 * spent[0]:7.2f} ms, {ratios}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--no-growth", action="store_true")
    arguments = parser.parse_args()
    for make in (integers, gaussians):  # compile
        ours(2, 2).fit(*make(300, 2, 3))
    print(f"One round, median of {arguments.repetitions} repetitions, and scikit-learn's time over ours")
    for title, X, y in cases():
        for depth in (1, 8):
            compare(title, X, y, depth, arguments.repetitions)
    if not arguments.no_growth:
        growth(3)


if __name__ == "__main__":
    main()
