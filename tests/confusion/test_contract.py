"""scikit-learn's contract of an estimator, for every one of ours."""

import warnings

import pytest
from sklearn.exceptions import ConvergenceWarning, SkipTestWarning
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from confusion import boosting, copa, decisions, linear, margins, uma
from confusion.decisions.classifiers import PlugInClassifier

ESTIMATORS = [
    copa.CopaClassifier(),
    copa.CopaClassifier(scaling="inverse-count"),
    copa.CopaClassifier(loss="hinge"),
    copa.CopaClassifier(average=False, fit_intercept=True),
    *(linear.UltraconservativePerceptron(update) for update in ("max", "uniform", "max-hinge")),
    uma.UmaClassifier(),
    uma.UmaClassifier(selection="mass", step="uniform", keep="last", fit_intercept=True),
    uma.UmaClassifier(kernel="rbf"),
    uma.UmaClassifier(kernel="precomputed"),
    boosting.AdaBoostMMClassifier(10),
    boosting.AdaBoostMMClassifier(10, estimator=DecisionTreeClassifier(max_depth=2)),
    boosting.ComboClassifier(10, max_depth=2, step="edge"),
    boosting.AdaBoostMHClassifier(),
    boosting.AdaBoostMHClassifier(5, start="balanced"),
    # Tight, because weights and repetitions are compared to 1e-7; gamma="scale" would see the repetitions.
    margins.MulticlassSVC(tol=1e-12, max_iter=3000),
    margins.MulticlassSVC(kernel="rbf", gamma=0.5, tol=1e-12, max_iter=300),
    margins.MulticlassSVC(kernel="precomputed"),
    decisions.PriorShiftClassifier(LogisticRegression()),
    decisions.PriorShiftClassifier(DecisionTreeClassifier(random_state=0), strength=0.5),
    decisions.CostMatrixClassifier(LogisticRegression()),
    decisions.CostMatrixClassifier(GaussianNB()),
    decisions.ConfusionNormClassifier(LogisticRegression()),
    decisions.ConfusionNormClassifier(GaussianNB(), norm="max-error", predictions="any", calibrate=True),
    decisions.ConfusionNormClassifier(LogisticRegression(), randomized=True, random_state=0),
    decisions.TunedDecisionClassifier(LogisticRegression()),
    decisions.TunedDecisionClassifier(GaussianNB(), "g_mean", max_share=0.9, calibrate=True),
]
#: What an estimator does not promise, and why.
EXPECTED = {
    margins.MulticlassSVC: {"check_class_weight_classifiers": "no weight makes one class win without an intercept"},
    decisions.ConfusionNormClassifier: {
        "check_classifiers_train": "the rule is not the largest probability, as in TunedThresholdClassifierCV"
    },
    # Regions without a training example of the heavy class go to another one, and no least weight of a leaf forbids it.
    boosting.ComboClassifier: {
        "check_class_weight_classifiers": "leaves of the light class only, where the heavy one is 10^7 times as heavy"
    },
}
TREES = dict.fromkeys(
    [f"check_sample_weight_equivalence_on_{kind}_data" for kind in ("dense", "sparse")],
    "a scikit-learn tree breaks ties between features at random, in another way for repeated examples",
)


def expected_failures(model):
    if isinstance(model, boosting.AdaBoostMMClassifier):
        return EXPECTED[boosting.ComboClassifier] | ({} if model.estimator is None else TREES)
    return EXPECTED.get(type(model), {})


@pytest.mark.slow
@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
def test_it_keeps_the_contract(estimator, check):
    with warnings.catch_warnings():
        if isinstance(estimator, margins.MulticlassSVC):  # some checks have features of size 100
            warnings.simplefilter("ignore", ConvergenceWarning)
            warnings.simplefilter("ignore", SkipTestWarning)
        elif isinstance(estimator, PlugInClassifier):
            warnings.filterwarnings("ignore", "invalid value encountered in cast", RuntimeWarning)
        check(estimator)
