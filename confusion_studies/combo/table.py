"""Table 1 of Koco and Capponi (2013): AdaBoost.MM and CoMBo on eight data sets, ten folds, 200 rounds.

The paper says "a weak learner" and no more, so a grid of depths is run, with both step sizes.  Rows with a fold hold
the measures on that fold after 200 rounds; rows with fold -1 those of all folds together, after several numbers of
rounds, with the counts of (true, predicted) pairs at the end: the mean of the ten norms and the norm of the pooled
matrix are not the same thing, and the paper does not say which it prints.
"""

import itertools
import warnings

import numpy as np
from sklearn.model_selection import StratifiedKFold

from confusion import datasets
from confusion._core.labels import pair_counts
from confusion.boosting.classifiers import AdaBoostMMClassifier, ComboClassifier
from confusion.metrics import confusion_from_counts, frobenius_norm, operator_norm

NAME = "combo_table"
KEY = ("data", "algorithm", "step", "depth")
ROW_KEY = ("fold", "rounds")
ROWS = 2496

ALGORITHMS = {"AdaBoost.MM": AdaBoostMMClassifier, "CoMBo": ComboClassifier}
STEPS = ("exact", "edge")
DEPTHS = (1, 2, 3, 5, 8, 12)
ROUNDS = 200
CHECKPOINTS = (10, 50, 200)
#: in the order of Table 1, the last three balanced
DATA = {
    "abalone": datasets.load_abalone,
    "car": datasets.load_car,
    # Three values in order: a threshold tells each player's stones from the rest, as one column for each would.
    "connect-4": lambda: datasets.load_connect4(encoding="ordinal"),
    "nursery": datasets.load_nursery,
    "poker": lambda: datasets.make_poker_hands(class_counts="uci", random_state=0),
    "pendigits": datasets.load_pendigits,
    "segment": datasets.load_segment,
    "letter": datasets.load_letter,
}
FOLDS = 10


def tasks():
    """One task per data set, algorithm, step size and depth of the weak learner."""
    return [dict(zip(KEY, key)) for key in itertools.product(DATA, ALGORITHMS, STEPS, DEPTHS)]


#: seconds of a fold with stumps; a depth of five takes four times as long at most
SECONDS = {
    "abalone": 1.3, "car": 0.1, "connect-4": 3.3, "nursery": 0.5,
    "poker": 1.3, "pendigits": 0.6, "segment": 0.3, "letter": 1.3,
}  # fmt: skip


def cost(task):
    """Seconds of a fold."""
    return SECONDS[task["data"]] * max(1.0, 0.8 * task["depth"])


def splits(y):
    """(train, test) row numbers of ten stratified folds; classes of fewer than ten examples miss some of them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
        return list(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(y, y))


def measures(counts):
    """Error, norms and balanced error from counts of (true, predicted) pairs; a class that is not there has no row."""
    there = counts.sum(axis=1) > 0
    C = confusion_from_counts(counts)
    return {
        "error": float(1 - np.trace(counts) / counts.sum()),
        "norm": operator_norm(C),
        "frobenius": frobenius_norm(C),
        "balanced_error": float(C[there].sum(axis=1).mean()),
    }


def part(task, rng):
    """One fold, without the rows of all folds together."""
    return {"folds": [int(rng.integers(FOLDS))], "pool": False}


def run(task, folds=range(FOLDS), rounds=ROUNDS, pool=True):
    """The rows of a task: one per fold and, with `pool`, one per checkpoint for the folds together."""
    bunch = DATA[task["data"]]()
    X, y, Q = bunch.data, bunch.target, len(bunch.target_names)
    make = ALGORITHMS[task["algorithm"]]
    checkpoints = sorted(T for T in {*CHECKPOINTS, rounds} if T <= rounds)
    pooled = np.zeros((len(checkpoints), Q, Q), dtype=int)
    rows, all_splits = [], splits(y)
    for fold in folds:
        train, test = all_splits[fold]
        model = make(rounds, max_depth=task["depth"], step=task["step"]).fit(X[train], y[train])
        made, answers = len(model.estimators_), list(model.staged_predict(X[test]))
        counts = [pair_counts(y[test], answers[min(T, made) - 1], Q) for T in checkpoints]
        pooled += counts
        fit = {"made": made, "stop": model.stop_reason_, "log_loss": float(model.losses_[-1])}
        rows.append({**task, "fold": fold, "rounds": rounds, **measures(counts[-1]), **fit, "counts": ""})
    for T, counts in zip(checkpoints, pooled) if pool else ():
        text = " ".join(map(str, counts.ravel())) if T == rounds else ""
        none = {"made": "", "stop": "", "log_loss": ""}
        rows.append({**task, "fold": -1, "rounds": T, **measures(counts), **none, "counts": text})
    return rows
