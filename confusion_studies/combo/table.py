"""Table 1 of Koco and Capponi (2013): AdaBoost.MM and CoMBo on eight data sets, ten folds, 200 rounds.

The paper says "a weak learner" and no more, so a grid of depths is run, with both step sizes.  The votes of
AdaBoost.MM are read three times: as they are, and with the probabilities softmax(2 f) divided by the shares of the
classes to the power 1/2 and 1, the column `shift`.  Rows with a fold hold the measures on that fold after 200 rounds;
rows with fold -1 those of all folds together, after several numbers of rounds, with the counts of (true, predicted)
pairs at the end: the mean of the ten norms and the norm of the pooled matrix are not the same thing, and the paper does
not say which it prints.
"""

import itertools
import warnings

import numpy as np
from sklearn.model_selection import StratifiedKFold

from confusion._core.labels import pair_counts
from confusion._core.sampling import measures as all_measures
from confusion.boosting.classifiers import AdaBoostMMClassifier, ComboClassifier
from confusion_studies import data

NAME = "combo_table"
KEY = ("data", "algorithm", "step", "depth")
ROW_KEY = ("shift", "fold", "rounds")
ROWS = 4992

ALGORITHMS = {"AdaBoost.MM": AdaBoostMMClassifier, "CoMBo": ComboClassifier}
#: powers of the shares of the classes by which the probabilities of AdaBoost.MM are divided after training
SHIFTS = (0.0, 0.5, 1.0)
STEPS = ("exact", "edge")
DEPTHS = (1, 2, 3, 5, 8, 12)
ROUNDS = 200
CHECKPOINTS = (10, 50, 200)
#: in the order of Table 1, the last three balanced
DATA = {
    "abalone": data.load_abalone,
    "car": data.load_car,
    # Three values in order: a threshold tells each player's stones from the rest, as one column for each would.
    "connect-4": lambda: data.load_connect4(encoding="ordinal"),
    "nursery": data.load_nursery,
    "poker": lambda: data.make_poker_hands(class_counts="uci", random_state=0),
    "pendigits": data.load_pendigits,
    "segment": data.load_segment,
    "letter": data.load_letter,
}
FOLDS = 10
MEASURES = dict(error="error", norm="operator_norm", frobenius="frobenius_norm", balanced_error="balanced_error")


def tasks():
    """One task per data set, algorithm, step size and depth of the weak learner."""
    return [dict(zip(KEY, key)) for key in itertools.product(DATA, ALGORITHMS, STEPS, DEPTHS)]


def splits(y):
    """(train, test) row numbers of ten stratified folds; classes of fewer than ten examples miss some of them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
        return list(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(y, y))


def measures(counts):
    """Error, norms and balanced error from counts of (true, predicted) pairs; a class that is not there has no row."""
    found = all_measures(counts)
    return {name: float(found[MEASURES[name]]) for name in MEASURES}


def g_mean(counts):
    """Geometric mean of the shares of right answers of the classes that are there."""
    return float(all_measures(counts)["g_mean"])


def shifted_predictions(votes, shares, shift):
    """Positions of the largest softmax(2 f) / shares ** shift, read off the votes f, shape (n, K).

    Of those that tie the first: votes that differ by less than 1e-9 of the votes of an example.
    """
    moved = votes - shift / 2 * np.log(shares)
    slack = 1e-9 * votes.sum(axis=1, keepdims=True)
    return (moved >= moved.max(axis=1, keepdims=True) - slack).argmax(axis=1)


def run(task, folds=range(FOLDS), rounds=ROUNDS, pool=True):
    """The rows of a task: one per shift and fold and, with `pool`, one per checkpoint for the folds together."""
    bunch = DATA[task["data"]]()
    X, y, Q = bunch.data, bunch.target, len(bunch.target_names)
    make = ALGORITHMS[task["algorithm"]]
    checkpoints = sorted(T for T in {*CHECKPOINTS, rounds} if T <= rounds)
    shifts = SHIFTS if task["algorithm"] == "AdaBoost.MM" else SHIFTS[:1]
    counts = np.zeros((len(shifts), len(folds), len(checkpoints), Q, Q), dtype=int)
    fits, all_splits = [], splits(y)
    for k, fold in enumerate(folds):
        train, test = all_splits[fold]
        model = make(rounds, max_depth=task["depth"], step=task["step"]).fit(X[train], y[train])
        shares = np.bincount(y[train])[model.classes_] / len(train)
        made = len(model.estimators_)
        for t, votes in enumerate(model.staged_decision_function(X[test]), start=1):
            reached = [at for at, T in enumerate(checkpoints) if min(T, made) == t]
            for s, shift in enumerate(shifts if reached else ()):
                answer = model.classes_[shifted_predictions(votes, shares, shift)]
                counts[s, k, reached] = pair_counts(y[test], answer, Q)
        fits.append({"made": made, "stop": model.stop_reason_, "log_loss": float(model.losses_[-1])})
    rows, no_fit = [], {"made": "", "stop": "", "log_loss": ""}
    for s, shift in enumerate(shifts):
        for k, fold in enumerate(folds):
            last = counts[s, k, -1]
            where = {**task, "shift": shift, "fold": fold, "rounds": rounds}
            rows.append({**where, **measures(last), "g_mean": g_mean(last), **fits[k], "counts": ""})
        for T, pooled in zip(checkpoints, counts[s].sum(axis=0)) if pool else ():
            where = {**task, "shift": shift, "fold": -1, "rounds": T}
            text = " ".join(map(str, pooled.ravel())) if T == rounds else ""
            rows.append({**where, **measures(pooled), "g_mean": g_mean(pooled), **no_fit, "counts": text})
    return rows
