import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks
from confusion import MulticlassSVC


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(
    [MulticlassSVC(tol=1e-13), MulticlassSVC(kernel="rbf", tol=1e-13), MulticlassSVC(kernel="precomputed")]
)
def test_the_estimator_contract(estimator, check):
    check(estimator)
