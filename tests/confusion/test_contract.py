"""scikit-learn's contract of an estimator, for every one of ours; of the variants those that take another way."""

import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from confusion import (
    AdaBoostMHClassifier,
    AdaBoostMMClassifier,
    ComboClassifier,
    ConfusionNormClassifier,
    CopaClassifier,
    CostMatrixClassifier,
    MulticlassSVC,
    PriorShiftClassifier,
    UltraconservativePerceptron,
    UmaClassifier,
)
from confusion.linear import S3VMClassifier

ESTIMATORS = [
    CopaClassifier(),
    CopaClassifier(average=False, fit_intercept=True),
    UltraconservativePerceptron("uniform"),
    UmaClassifier(),
    UmaClassifier(selection="mass", step="uniform", keep="last", fit_intercept=True),
    UmaClassifier(kernel="rbf"),
    UmaClassifier(kernel="precomputed"),
    AdaBoostMMClassifier(10, estimator=DecisionTreeClassifier(max_depth=2)),
    ComboClassifier(10, max_depth=2, step="edge"),
    AdaBoostMHClassifier(5, start="balanced"),
    # Tight, because weights and repetitions are compared to 1e-7; gamma="scale" would see the repetitions.
    MulticlassSVC(tol=1e-12, max_iter=3000),
    MulticlassSVC(kernel="rbf", gamma=0.5, tol=1e-12),
    MulticlassSVC(kernel="precomputed"),
    S3VMClassifier(),
    S3VMClassifier(unlabeled=None),
    PriorShiftClassifier(LogisticRegression()),
    CostMatrixClassifier(GaussianNB()),
    ConfusionNormClassifier(GaussianNB(), norm="max-error", answers="any", calibrate=True),
    ConfusionNormClassifier(LogisticRegression(), randomized=True, random_state=0),
]
#: What an estimator does not promise, and why.
EXPECTED = {
    MulticlassSVC: {"check_class_weight_classifiers": "without an intercept no weight makes one class win everywhere"},
    ConfusionNormClassifier: {
        "check_classifiers_train": "the rule is not the largest probability, as in TunedThresholdClassifierCV"
    },
    # Regions without a training example of the heavy class go to another one, and no least weight of a leaf forbids it.
    ComboClassifier: {
        "check_class_weight_classifiers": "leaves of the light class only, where the heavy one is 10^7 times as heavy"
    },
    S3VMClassifier: {"check_classifiers_classes": "labels -1 and 1: -1 marks an unlabelled example"},
}
EXPECTED[AdaBoostMMClassifier] = EXPECTED[ComboClassifier] | dict.fromkeys(
    [f"check_sample_weight_equivalence_on_{kind}_data" for kind in ("dense", "sparse")],
    "a scikit-learn tree breaks ties between features at random, in another way for repeated examples",
)


def expected_failures(model):
    return {} if getattr(model, "unlabeled", -1) is None else EXPECTED.get(type(model), {})


# Some checks have features of size 100, where an SVM stops early; one casts an estimate of NaN on purpose.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
@pytest.mark.slow
@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
def test_it_keeps_the_contract(estimator, check):
    check(estimator)
