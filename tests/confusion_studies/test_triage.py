"""The running case of Part I: its rows fit together, and its scoreboard says what they say."""

import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, recall_score

from confusion.metrics import confusion_matrix, operator_norm
from confusion_studies import triage
from coursemachine.tables import table


def test_the_patients_to_test_on_are_fresh():
    X, y, X_test, y_test = triage.patients()
    assert (len(y), len(y_test)) == (2500, 2000)
    assert not set(map(tuple, X)) & set(map(tuple, X_test))


@pytest.mark.parametrize("name", triage.CLASSIFIERS)
def test_measures_are_those_of_the_answers(name):
    y_test, answers, found = triage.patients()[3], triage.answers(name), triage.measured(name)
    values = [value for value, _, _ in found.values()]
    recalls = recall_score(y_test, answers, average=None)
    assert values == pytest.approx(
        [
            accuracy_score(y_test, answers),
            1 - balanced_accuracy_score(y_test, answers),
            1 - recalls.min(),
            operator_norm(confusion_matrix(y_test, answers)),
        ],
        abs=1e-7,
    )
    for value, low, high in found.values():
        assert low < value < high and 0.01 < high - low < 0.22


def test_table_of_classifiers():
    board = triage.compared("logistic regression", "logistic, prior shift")
    assert [row[0] for row in board["rows"]] == ["logistic regression", "logistic, prior shift"]
    accuracy, low, high = triage.measured("logistic regression")["accuracy"]
    assert board["rows"][0][1] == (accuracy, low, high)
    short = f"{accuracy:.2f} ({low:.2f}–{high:.2f})".replace("0.", ".")
    assert f"| logistic regression | {short} |" in table(**board).data and "balanced error" in table(**board).data
    assert [row[0] for row in triage.compared()["rows"]] == list(triage.CLASSIFIERS)


def test_against_compares_the_same_patients():
    found = triage.against("logistic regression", "logistic, balanced weights")
    first, second = (triage.measured(name)["norm"][0] for name in ("logistic regression", "logistic, balanced weights"))
    assert found.difference == pytest.approx(first - second, abs=1e-7) and 0 < found.low < found.high
    by_error = triage.against("logistic regression", "logistic, balanced weights", "accuracy")
    assert by_error.difference > 0 and by_error.only_first - by_error.only_second == round(2000 * by_error.difference)
