"""Table 3 of the published version of CoMBo (ACML 2013): AdaBoost.MM and CoMBo on nine sets, ten runs of five folds.

Its weak learner is "a low-size decision tree", "actually a 2 to 3-depth decision tree", and no more is said: both
depths are run, with the printed step and 200 rounds.  A tree grown on the cost matrix itself is tried on every set; a
tree grown by Gini's index with the weights -D(i, y_i), whose leaves answer with the label of least cost, on all but
Connect-4, for its time.  Car and nursery have a column for each value, Connect-4 one for each square.

A row is a fold.  MAUC is that of Hand and Till (2001), mean over the ordered pairs of classes of the probability that
an example of the one scores higher for it than one of the other; the paper does not say what the score is: `mauc` has
the probabilities softmax(2 f), `mauc_votes` the votes f.  `shift` is as in `combo_table`.
"""

import itertools

import numpy as np
from scipy.special import log_softmax
from scipy.stats import rankdata
from sklearn.model_selection import StratifiedKFold

from confusion._core.labels import pair_counts
from confusion_studies import data
from confusion_studies.combo import table
from confusion_studies.combo.table import ALGORITHMS, ROUNDS, SHIFTS, g_mean, measures, shifted_predictions
from confusion_studies.combo.trees import GiniTree

NAME = "combo_acml"
KEY = ("data", "algorithm", "tree", "depth", "run")
ROW_KEY = ("shift", "fold")
ROWS = 6800


def without_rare(bunch, least=10):
    """The set without the classes of fewer than `least` examples."""
    kept = np.flatnonzero(np.bincount(bunch.target) >= least)
    rows = np.isin(bunch.target, kept)
    bunch.data, bunch.target = bunch.data[rows], np.searchsorted(kept, bunch.target[rows])
    bunch.target_names = bunch.target_names[kept]
    return bunch


#: in the order of Table 1; nursery is without a class of two examples, E. coli without three of five and fewer
DATA = {
    "new-thyroid": data.load_newthyroid,
    "balance": data.load_balance,
    "car": data.load_car,
    "connect-4": table.DATA["connect-4"],
    "nursery-s": lambda: without_rare(data.load_nursery()),
    "glass": data.load_glass,
    "ecoli": lambda: without_rare(data.load_ecoli()),
    "yeast": data.load_yeast,
    "satimage": data.load_satimage,
}
TREES = ("cost", "gini")
DEPTHS = (2, 3)
RUNS, FOLDS = 10, 5


def tasks():
    """One task per data set, algorithm, kind and depth of the tree, and run."""
    grid = itertools.product(DATA, ALGORITHMS, TREES, DEPTHS, range(RUNS))
    return [dict(zip(KEY, key)) for key in grid if key[0] != "connect-4" or key[2] == "cost"]


def mauc(y, scores):
    """Mean area under the curve of the pairs of classes, Hand and Till (2001); `scores` of shape (n, K), ties half."""
    areas = []
    for p, q in itertools.permutations(np.unique(y), 2):
        own, other = scores[y == p, p], scores[y == q, p]
        ranks = rankdata(np.concatenate([own, other]))[: len(own)]
        areas.append((ranks.mean() - (len(own) + 1) / 2) / len(other))
    return float(np.mean(areas))


def make(task, rounds):
    """The booster of a task, not fitted."""
    weak = {"max_depth": task["depth"]}
    if task["tree"] == "gini":
        weak = {"estimator": GiniTree(max_depth=task["depth"]), "random_state": task["run"]}
    return ALGORITHMS[task["algorithm"]](rounds, step="edge", **weak)


def run(task, folds=range(FOLDS), rounds=ROUNDS):
    """The rows of a task, one per shift and fold, measures to six decimals."""
    bunch = DATA[task["data"]]()
    X, y, Q = bunch.data, bunch.target, len(bunch.target_names)
    splits = list(StratifiedKFold(FOLDS, shuffle=True, random_state=task["run"]).split(y, y))
    rows = []
    for fold in folds:
        train, test = splits[fold]
        model = make(task, rounds).fit(X[train], y[train])
        votes, shares = model.votes(X[test]), np.bincount(y[train]) / len(train)
        for shift in SHIFTS if task["algorithm"] == "AdaBoost.MM" else SHIFTS[:1]:
            counts = pair_counts(y[test], shifted_predictions(votes, shares, shift), Q)
            likely = log_softmax(2 * votes - shift * np.log(shares), axis=1)
            whole = measures(counts)
            found = {
                "norm": whole["norm"],
                "error": whole["error"],
                "g_mean": g_mean(counts),
                "mauc": mauc(y[test], likely.round(9)),
                "mauc_votes": mauc(y[test], votes.round(9)),
            }
            measured = {name: round(value, 6) for name, value in found.items()}
            fit = {"made": len(model.estimators_), "stop": model.stop_reason_}
            rows.append({**task, "shift": shift, "fold": fold, **measured, **fit})
    return rows
