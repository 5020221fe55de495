"""Which one today?  One way of each kind against rare classes and noisy labels, on the same ten folds of the same sets.

The sets are car, a cut of optdigits (ten classes, of 500 down to 25 examples) and a cut of nursery (four classes, of
700 down to 60).  Noise is put into the training labels alone, after the split: every label is wrong with probability
.3, at random ("symmetric") or by one class up ("pair flip").

A *family* is one way to learn, fitted once for each of the values in `GRIDS`; a *rival* is a way to answer by that fit.
Each rival is chosen alike: of three values the one of least balanced error of the *given* labels, on a stratified third
of the training part that is kept aside; of those that tie the first.  So a rival has three fits to choose by and one to
answer with.  A family that looks out of fold does so inside each of these, in three more fits.  Seeds are 0, but for
those of the noise and of the third that is kept aside, which are the number of the fold.

A row is a rival on a fold: the value chosen, the error, the mean and the largest class error and the norm on the fold,
the CPU seconds of its family on the fold, and the counts of (true, predicted) pairs, from which folds are pooled.

What was cut, to keep the run at some minutes: one inner split and not several folds, three values, fifty trees, no
letter, noise on car and digits only and without COPA, recalibration and the rule of least norm, and balanced forests by
resampling, which need another package: the trees here weigh the classes of their bootstrap samples.
"""

import itertools
import time
import warnings
from functools import cache, lru_cache

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier, StackingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from confusion import TunedDecisionClassifier
from confusion._core.labels import pair_counts
from confusion._core.sampling import measures as all_measures
from confusion.boosting.classifiers import AdaBoostMMClassifier, ComboClassifier
from confusion.copa.update import CopaClassifier
from confusion.datasets import imbalanced_cut
from confusion.decisions import ConfusionNormClassifier, bayes_predictions, noise_costs, prior_shift
from confusion.noise.estimates import class_proportions
from confusion.noise.families import pair_flip_noise, symmetric_noise
from confusion.noise.labels import corrupt_labels
from confusion.noise.noisy_only import confident_joint
from confusion.uma.classifier import UmaClassifier
from confusion_studies.data import load_car, load_nursery, load_optdigits
from confusion_studies.rivals import ForwardSoftmax
from coursemachine import needs_extra

NAME = "today"
KEY = ("data", "noise", "family")
ROW_KEY = ("rival", "fold")
ROWS = 1320

FOLDS = 10
#: of families that look out of fold; shuffled, for car and nursery are sorted tables
INNER = StratifiedKFold(3, shuffle=True, random_state=0)
RATE = 0.3
#: examples kept of each digit, a geometric fall; and of the classes of nursery, without the one that has two examples
DIGITS = dict(enumerate(int(round(500 * (25 / 500) ** (k / 9))) for k in range(10)))
NURSERY = {"not_recom": 700, "priority": 690, "spec_prior": 650, "very_recom": 60}
NOISES = {"none": None, "symmetric": symmetric_noise, "pair flip": pair_flip_noise}


@cache
def load(name):
    """X and classes 0..Q-1 of a set."""
    if name == "digits":
        digits = load_optdigits()
        return imbalanced_cut(digits.data, digits.target, DIGITS, random_state=0)
    if name == "car":
        car = load_car()
        return car.data, car.target
    nursery = load_nursery()
    counts = {int(np.flatnonzero(nursery.target_names == label)[0]): n for label, n in NURSERY.items()}
    X, y = imbalanced_cut(nursery.data, nursery.target, counts, random_state=0)
    return X, np.unique(y, return_inverse=True)[1]


@lru_cache(maxsize=4)
def splits(data):
    """(train, test) row numbers of the ten folds, for every rival and every noise."""
    X, y = load(data)
    return list(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(X, y))


def noise_matrix(noise, Q):
    """Columns are true classes; the identity where there is no noise."""
    return NOISES[noise](Q, RATE) if NOISES[noise] else np.eye(Q)


def given_labels(data, noise, fold):
    """Labels of the training part of a fold as the rivals get them."""
    X, y = load(data)
    train, _ = splits(data)[fold]
    Q = y.max() + 1
    if noise == "none":
        return y[train]
    return corrupt_labels(y[train], noise_matrix(noise, Q), random_state=fold, classes=np.arange(Q))


# Families: from a value, a sample and the noise matrix to {rival: answers} -------------------------------------------


def shares(y):
    """Shares of the given labels."""
    return np.bincount(y) / len(y)


def plain_and_shifted(P, y):
    """Answers by probabilities as they are, and divided by the shares."""
    return {"argmax": P.argmax(axis=1), "shift": prior_shift(P, shares(y)).argmax(axis=1)}


def linear(C, class_weight=None):
    """Logistic regression on standardised features, solved until nothing moves."""
    return make_pipeline(StandardScaler(), LogisticRegression(C=C, class_weight=class_weight, tol=1e-6, max_iter=2000))


def logistic(C, X, y, X_test, T):
    """As it is, and shifted; where there is noise also with its matrix turned back, for either aim."""
    P = linear(C).fit(X, y).predict_proba(X_test)
    found = plain_and_shifted(P, y)
    if not np.array_equal(T, np.eye(len(T))):
        K, true = 1 - np.eye(len(T)), np.clip(class_proportions(y, T, classes=np.arange(len(T))), 1 / len(y), None)
        found["noise costs"] = bayes_predictions(P, noise_costs(K, T))
        found["noise costs, shift"] = bayes_predictions(P, noise_costs(K / true[:, None], T))
    return found


def logistic_weights(C, X, y, X_test, T):
    """Weights in the fit."""
    return {"weights": linear(C, "balanced").fit(X, y).predict(X_test)}


def logarithms(P):
    """None below that of one in a million."""
    return np.log(np.clip(P, 1e-6, None))


def logistic_recalibrated(C, X, y, X_test, T):
    """Out-of-fold probabilities, their logarithms corrected by a second logistic regression, and shifted."""
    second = make_pipeline(FunctionTransformer(logarithms), linear(1.0))
    model = StackingClassifier([("first", linear(C))], second, cv=INNER, stack_method="predict_proba")
    return {"recalibrated, shift": plain_and_shifted(model.fit(X, y).predict_proba(X_test), y)["shift"]}


def logistic_norm(C, X, y, X_test, T):
    """The rule of least norm on out-of-fold probabilities."""
    return {"norm": ConfusionNormClassifier(linear(C), cv=INNER).fit(X, y).predict(X_test)}


def logistic_tuned(C, X, y, X_test, T):
    """The rule tuned for balanced error, by which values are chosen, on out-of-fold probabilities."""
    return {"tuned": TunedDecisionClassifier(linear(C), "balanced_error", cv=INNER).fit(X, y).predict(X_test)}


def trees(leaf, class_weight=None):
    """Fifty trees."""
    return RandomForestClassifier(50, min_samples_leaf=leaf, class_weight=class_weight, random_state=0)


def forest(leaf, X, y, X_test, T):
    """As it is, and shifted."""
    return plain_and_shifted(trees(leaf).fit(X, y).predict_proba(X_test), y)


def forest_weights(leaf, X, y, X_test, T):
    """Every tree weighs the classes of its bootstrap sample."""
    return {"weights": trees(leaf, "balanced_subsample").fit(X, y).predict(X_test)}


def gradient(leaves, X, y, X_test, T):
    """A hundred rounds of gradient boosting, with trees of so many leaves: as it is, and shifted."""
    model = HistGradientBoostingClassifier(max_leaf_nodes=leaves, early_stopping=False, random_state=0)
    return plain_and_shifted(model.fit(X, y).predict_proba(X_test), y)


def gradient_weights(leaves, X, y, X_test, T):
    """Weights in the fit."""
    options = {"class_weight": "balanced", "early_stopping": False, "random_state": 0}
    return {"weights": HistGradientBoostingClassifier(max_leaf_nodes=leaves, **options).fit(X, y).predict(X_test)}


def adaboost(depth, X, y, X_test, T):
    """AdaBoost.MM as it is, and its votes shifted."""
    return plain_and_shifted(AdaBoostMMClassifier(100, max_depth=depth).fit(X, y).predict_proba(X_test), y)


def combo(depth, X, y, X_test, T):
    """AdaBoost.MM with the weights of CoMBo."""
    return {"CoMBo": ComboClassifier(100, max_depth=depth).fit(X, y).predict(X_test)}


def copa(C, X, y, X_test, T):
    """COPA with C / T_y, one pass over standardised features."""
    learner = CopaClassifier(C=C, scaling="inverse-count", fit_intercept=True, random_state=0)
    model = make_pipeline(StandardScaler(), learner)
    return {"COPA": model.fit(X, y).predict(X_test)}


def forward(l2, X, y, X_test, T):
    """Softmax regression told the noise matrix; and shifted by the shares of the true classes, which T gives."""
    scaler = StandardScaler().fit(X)
    P = ForwardSoftmax(T, l2=l2).fit(scaler.transform(X), y).predict_proba(scaler.transform(X_test))
    true = np.clip(class_proportions(y, T, classes=np.arange(len(T))), 1 / len(y), None)
    return {"forward": P.argmax(axis=1), "forward, shift": prior_shift(P, true / true.sum()).argmax(axis=1)}


def estimated(X, y, Q):
    """The noise matrix by the confident joint of out-of-fold probabilities of logistic regression."""
    P = cross_val_predict(linear(0.1), X, y, cv=INNER, method="predict_proba")
    J = confident_joint(y, P, classes=np.arange(Q))
    return J / J.sum(axis=0)


def forward_estimated(l2, X, y, X_test, T):
    """The same with a matrix that was estimated from the given labels alone."""
    try:
        return forward(l2, X, y, X_test, estimated(X, y, len(T)))
    except ValueError:  # a singular estimate: nothing is known of the noise
        return forward(l2, X, y, X_test, np.eye(len(T)))


def uma(updates, X, y, X_test, T):
    """UMA told the noise matrix, with a constant feature, on standardised ones."""
    model = UmaClassifier(T, step="pair", max_iter=updates, fit_intercept=True, classes=np.arange(len(T)))
    return {"UMA": make_pipeline(StandardScaler(), model).fit(X, y).predict(X_test)}


def cleanlab(C, X, y, X_test, T):
    """Confident learning: examples that look mislabelled out of fold are left out of the fit."""
    with needs_extra("The family 'cleanlab'"):
        from cleanlab.classification import CleanLearning
    options = {"find_label_issues_kwargs": {"n_jobs": 1}, "low_memory": False, "verbose": False}
    model = CleanLearning(linear(C), cv_n_folds=3, seed=0, **options)
    return {"cleanlab": model.fit(X, y).predict(X_test)}


STRENGTHS = (0.01, 0.3, 10.0)
DEPTHS = (1, 3, 5)
LEAVES = (4, 11, 31)  # the last is scikit-learn's default
#: (how it learns, the three values it chooses from: the first is the plainest)
FAMILIES = {
    "logistic": (logistic, STRENGTHS),
    "logistic, weights": (logistic_weights, STRENGTHS),
    "logistic, recalibrated": (logistic_recalibrated, STRENGTHS),
    "logistic, norm": (logistic_norm, STRENGTHS),
    "logistic, tuned": (logistic_tuned, STRENGTHS),
    "forest": (forest, (5, 2, 1)),
    "forest, weights": (forest_weights, (5, 2, 1)),
    "gradient boosting": (gradient, LEAVES),
    "gradient boosting, weights": (gradient_weights, LEAVES),
    "AdaBoost.MM": (adaboost, DEPTHS),
    "CoMBo": (combo, DEPTHS),
    "COPA": (copa, (0.1, 1.0, 10.0)),
    "forward, T known": (forward, (0.1, 0.003, 0.0001)),
    "forward, T estimated": (forward_estimated, (0.1, 0.003, 0.0001)),
    "UMA": (uma, (100, 300, 1000)),
    "cleanlab": (cleanlab, STRENGTHS),
}
CLEAN = tuple(FAMILIES)[:12]
NOISY = tuple(name for name in FAMILIES if name not in ("logistic, recalibrated", "logistic, norm", "COPA"))


def tasks():
    """One task per set, noise and family."""
    keys = [*itertools.product(("car", "digits", "nursery"), ("none",), CLEAN)]
    keys += itertools.product(("car", "digits"), ("symmetric", "pair flip"), NOISY)
    return [dict(zip(KEY, key)) for key in keys]


def measures(counts):
    """Error, mean and largest class error and norm, from counts of (true, predicted) pairs."""
    found = all_measures(counts)
    names = {"balanced_error": "balanced_error", "worst_error": "largest_class_error", "norm": "operator_norm"}
    return {"error": float(found["error"])} | {name: float(found[names[name]]) for name in names}


def chosen(learn, grid, X, y, T, seed):
    """For each rival of a family the value of least balanced error of the given labels, on the third kept aside."""
    X, X_kept, y, y_kept = train_test_split(X, y, test_size=1 / 3, stratify=y, random_state=seed)
    scores = []
    for value in grid:
        answers = learn(value, X, y, X_kept, T)
        found = {rival: measures(pair_counts(y_kept, each, len(T))) for rival, each in answers.items()}
        scores.append({rival: round(each["balanced_error"], 9) for rival, each in found.items()})
    return {rival: grid[int(np.argmin([score[rival] for score in scores]))] for rival in scores[0]}


def run(task, folds=range(FOLDS)):
    """One row per rival of the family and fold."""
    (X, y), (learn, grid) = load(task["data"]), FAMILIES[task["family"]]
    T, rows = noise_matrix(task["noise"], y.max() + 1), []
    for fold in folds:
        (train, test), given = splits(task["data"])[fold], given_labels(task["data"], task["noise"], fold)
        start = time.process_time()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
            best = chosen(learn, grid, X[train], given, T, fold)
            answers = {value: learn(value, X[train], given, X[test], T) for value in sorted(set(best.values()))}
        seconds = round(time.process_time() - start, 2)
        for rival, value in best.items():
            counts = pair_counts(y[test], answers[value][rival], len(T))
            row = {**task, "rival": rival, "fold": fold, "value": value, **measures(counts), "seconds": seconds}
            rows.append({**row, "counts": " ".join(map(str, counts.ravel()))})
    return rows
