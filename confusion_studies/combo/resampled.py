"""AdaBoost.NC and SmoteBoost on the folds of `combo_acml`: the two columns of its Table 2 that the paper quotes.

They are quoted from Wang and Yao (2012), whose text is not among the sources here, and the quoting paper names neither
their weak learner nor their rounds nor lambda.  So the rounds are CoMBo's, lambda is 2 or 9, the cautious and the bold
setting in use, and the trees, by Gini's index with leaves of two examples at least, are of CoMBo's depth 3 or grown
out, as those of C4.5 are.  For their time only the first run of ten is made, RUNS, and the two large sets have grown
trees only, and two folds of it.

A row is a fold, with the measures of `combo_acml`; `mauc` is by the votes.
"""

import itertools

from sklearn.model_selection import StratifiedKFold

from confusion._core.labels import pair_counts
from confusion_studies.combo.acml import DATA, FOLDS, mauc
from confusion_studies.combo.table import ROUNDS, g_mean, measures, shifted_predictions
from confusion_studies.combo.trees import GiniTree
from confusion_studies.rivals import AdaBoostNC, SmoteBoost

NAME = "combo_resampled"
KEY = ("data", "algorithm", "tree", "run")
ROW_KEY = ("fold",)

SMALL, LARGE = ("new-thyroid", "balance", "car", "glass", "ecoli", "yeast"), ("nursery-s", "satimage")
ALGORITHMS = {
    "AdaBoost.NC, λ = 2": lambda tree, T, seed: AdaBoostNC(tree, T, 2.0, seed),
    "AdaBoost.NC, λ = 9": lambda tree, T, seed: AdaBoostNC(tree, T, 9.0, seed),
    "SmoteBoost": lambda tree, T, seed: SmoteBoost(tree, T, random_state=seed),
}
TREES = {"depth 3": 3, "grown": None}
RUNS, FOLDS_OF_LARGE = 1, 2
ROWS = (len(SMALL) * RUNS * len(TREES) * FOLDS + len(LARGE) * FOLDS_OF_LARGE) * len(ALGORITHMS)


def tasks():
    """One task per run, data set, tree and algorithm."""
    small = itertools.product(range(RUNS), SMALL, TREES, ALGORITHMS)
    large = itertools.product([0], LARGE, ["grown"], ALGORITHMS)
    keys = sorted([*small, *large], key=lambda key: (key[0], key[1] in LARGE))
    return [dict(zip(KEY, (data, algorithm, tree, run))) for run, data, tree, algorithm in keys]


def run(task, folds=None, rounds=ROUNDS):
    """The rows of a task, one per fold, measures to six decimals."""
    folds = folds or range(FOLDS_OF_LARGE if task["data"] in LARGE else FOLDS)
    bunch = DATA[task["data"]]()
    X, y, Q = bunch.data, bunch.target, len(bunch.target_names)
    splits, rows = list(StratifiedKFold(FOLDS, shuffle=True, random_state=task["run"]).split(y, y)), []
    for fold in folds:
        train, test = splits[fold]
        tree = GiniTree(max_depth=TREES[task["tree"]], min_samples_leaf=2)
        model = ALGORITHMS[task["algorithm"]](tree, rounds, task["run"]).fit(X[train], y[train])
        votes = model.votes(X[test])
        counts = pair_counts(y[test], shifted_predictions(votes, 1.0, 0), Q)
        whole = measures(counts)
        found = {"norm": whole["norm"], "error": whole["error"], "g_mean": g_mean(counts)}
        found["mauc"] = mauc(y[test], votes.round(9))
        measured = {name: round(value, 6) for name, value in found.items()}
        rows.append({**task, "fold": fold, **measured, "made": len(model.estimators_)})
    return rows
