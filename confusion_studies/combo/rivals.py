"""What one would use today, on the folds of `combo_table`: class-balanced boosting, forest and logistic regression."""

import itertools

import numpy as np
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.class_weight import compute_sample_weight

from confusion._core.labels import pair_counts
from confusion_studies.combo import table
from confusion_studies.combo.table import DATA, FOLDS, ROUNDS, measures, splits
from confusion_studies.copa.models import fit_quietly

NAME = "combo_rivals"
KEY = ("data", "model")
ROW_KEY = ("fold",)
ROWS = 440
part = table.part

MODELS = {
    "gradient boosting, balanced": HistGradientBoostingClassifier(
        class_weight="balanced", early_stopping=False, random_state=0
    ),
    "gradient boosting": HistGradientBoostingClassifier(early_stopping=False, random_state=0),
    "random forest, balanced": RandomForestClassifier(
        ROUNDS, class_weight="balanced", min_samples_leaf=2, random_state=0
    ),
    "SAMME, balanced": AdaBoostClassifier(DecisionTreeClassifier(max_depth=5), n_estimators=ROUNDS, random_state=0),
    "logistic regression, balanced": make_pipeline(
        StandardScaler(), LogisticRegression(class_weight="balanced", max_iter=500)
    ),
}

#: seconds of a fold, of the slowest model
SECONDS = {
    "abalone": 7, "car": 2, "connect-4": 14, "nursery": 5,
    "poker": 10, "pendigits": 10, "segment": 5, "letter": 40,
}  # fmt: skip


def tasks():
    """One task per data set and model."""
    return [dict(zip(KEY, key)) for key in itertools.product(DATA, MODELS)]


def cost(task):
    """Seconds of a fold; a quarter for what is neither boosting nor a forest."""
    return SECONDS[task["data"]] / (4 if "logistic" in task["model"] else 1)


def run(task, folds=range(FOLDS), pool=True):
    """The rows of a task: one per fold and, with `pool`, one for the folds together."""
    bunch = DATA[task["data"]]()
    X, y, Q = bunch.data, bunch.target, len(bunch.target_names)
    rows, pooled, all_splits = [], np.zeros((Q, Q), dtype=int), splits(y)
    for fold in folds:
        train, test = all_splits[fold]
        model, options = clone(MODELS[task["model"]]), {}
        if task["model"] == "SAMME, balanced":
            options = {"sample_weight": compute_sample_weight("balanced", y[train])}
        answer = fit_quietly(model, X[train], y[train], **options).predict(X[test])
        counts = pair_counts(y[test], answer, Q)
        pooled += counts
        rows.append({**task, "fold": fold, **measures(counts)})
    if pool:
        rows.append({**task, "fold": -1, **measures(pooled)})
    return rows
