"""What one would use today, on the folds of `combo_table`: class-balanced boosting, forest and logistic regression.

SAMME and gradient boosting, both with balanced weights, take the depths of `combo_table`, and only depth 5 on the four
large sets, where all would take an hour.  Rows without a depth are of a model whose trees are not cut at one: gradient
boosting has 31 leaves at most there, as scikit-learn has it by default, and as many as its depth allows elsewhere.  No
model is chosen here.
"""

import itertools

import numpy as np
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.class_weight import compute_sample_weight

from confusion._core.labels import pair_counts
from confusion_studies.combo.table import DATA, DEPTHS, FOLDS, ROUNDS, measures, splits
from confusion_studies.combo.trees import GiniTree
from confusion_studies.copa.models import fit_quietly

NAME = "combo_rivals"
KEY = ("data", "model", "depth")
ROW_KEY = ("fold",)
ROWS = 968
GRADIENT = HistGradientBoostingClassifier(early_stopping=False, random_state=0)
#: models without a depth, or of a fixed one
MODELS = {
    "gradient boosting, balanced": clone(GRADIENT).set_params(class_weight="balanced"),
    "gradient boosting": GRADIENT,
    "random forest, balanced": RandomForestClassifier(
        ROUNDS, class_weight="balanced", min_samples_leaf=2, random_state=0
    ),
    "logistic regression, balanced": make_pipeline(
        StandardScaler(), LogisticRegression(class_weight="balanced", max_iter=500)
    ),
}
#: models of any depth
BY_DEPTH = {
    "gradient boosting, balanced": lambda depth: HistGradientBoostingClassifier(
        class_weight="balanced", early_stopping=False, max_depth=depth, max_leaf_nodes=None, random_state=0
    ),
    "SAMME, balanced": lambda depth: AdaBoostClassifier(GiniTree(max_depth=depth), n_estimators=ROUNDS, random_state=0),
}
FEW_DEPTHS = dict.fromkeys(("connect-4", "poker", "pendigits", "letter"), (5,))


def tasks():
    """One task per data set and model, and per depth if it has one."""
    found = []
    for data in DATA:
        by_depth = itertools.product(BY_DEPTH, FEW_DEPTHS.get(data, DEPTHS))
        keys = [*itertools.product(MODELS, [""]), *by_depth]
        found += [dict(zip(KEY, (data, *key))) for key in keys]
    return found


def run(task, folds=range(FOLDS), pool=True):
    """The rows of a task: one per fold and, with `pool`, one for the folds together."""
    bunch = DATA[task["data"]]()
    X, y, Q = bunch.data, bunch.target, len(bunch.target_names)
    name, depth = task["model"], task["depth"]
    rows, pooled, all_splits = [], np.zeros((Q, Q), dtype=int), splits(y)
    for fold in folds:
        train, test = all_splits[fold]
        model, options = BY_DEPTH[name](depth) if depth else clone(MODELS[name]), {}
        if name == "SAMME, balanced":
            options = {"sample_weight": compute_sample_weight("balanced", y[train])}
        answer = fit_quietly(model, X[train], y[train], **options).predict(X[test])
        counts = pair_counts(y[test], answer, Q)
        pooled += counts
        rows.append({**task, "fold": fold, **measures(counts)})
    if pool:
        rows.append({**task, "fold": -1, **measures(pooled)})
    return rows
