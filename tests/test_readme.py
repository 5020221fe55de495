"""What the README says: its example is run, its table compared with the estimators, its numbers with the book's."""

import doctest
import inspect
import re

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator, MetaEstimatorMixin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

import confusion
from confusion.metrics import operator_norm, risk
from coursemachine.checkout import ROOT
from tests.chapters.stored import scenes_of

README = (ROOT / "README.md").read_text(encoding="utf-8")
ESTIMATORS = {
    name: entry
    for name, entry in vars(confusion).items()
    if inspect.isclass(entry) and issubclass(entry, BaseEstimator) and not issubclass(entry, MetaEstimatorMixin)
}
COLUMNS = ("partial_fit", "sparse input", "sample_weight", "predict_proba")


def table(text, first):
    """Rows of the Markdown table whose head starts with `first`: name -> {column: cell}."""
    lines = iter(text.splitlines())
    head = next(line for line in lines if line.startswith(f"| {first} |"))
    columns = [cell.strip() for cell in head.strip("| ").split("|")]
    assert set(next(lines)) <= set("|-: ")
    rows = {}
    for line in lines:
        if not line.startswith("|"):
            break
        name, *cells = (cell.strip() for cell in line.strip("| ").split("|"))
        assert len(cells) == len(columns) - 1 and name not in rows
        rows[name.strip("`")] = dict(zip(columns[1:], cells))
    return rows


def made(estimator):
    return estimator(noise_matrix=np.eye(3)) if estimator is confusion.UmaClassifier else estimator()


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(0)
    y = np.repeat(["a", "b", "c"], 20)
    return rng.normal(size=(60, 4)) + 2 * np.eye(3, 4)[np.repeat([0, 1, 2], 20)], y


def takes(call):
    """Whether a call works; a refusal is a TypeError or a ValueError."""
    try:
        call()
    except (TypeError, ValueError):
        return False
    return True


def supported(estimator, X, y):
    """What a class declares and does: the two must agree before either is compared with the table."""
    weight = np.where(np.arange(len(y)) < 30, 3.0, 0.5)
    declared = {
        "partial_fit": hasattr(estimator, "partial_fit"),
        "sparse input": get_tags(made(estimator)).input_tags.sparse,
        "sample_weight": "sample_weight" in inspect.signature(estimator.fit).parameters,
        "predict_proba": hasattr(estimator, "predict_proba"),
    }
    does = {
        "sparse input": takes(lambda: made(estimator).fit(sparse.csr_matrix(X), y).predict(sparse.csr_matrix(X))),
        "sample_weight": takes(lambda: made(estimator).fit(X, y, sample_weight=weight)),
    }
    if declared["partial_fit"]:
        does["partial_fit"] = takes(lambda: made(estimator).partial_fit(X, y, classes=np.unique(y)).predict(X))
    if declared["predict_proba"]:
        shares = made(estimator).fit(X, y).predict_proba(X)
        does["predict_proba"] = shares.shape == (60, 3) and np.allclose(shares.sum(axis=1), 1)
    assert does == {column: declared[column] for column in does}
    return {column: "yes" if declared[column] else "no" for column in COLUMNS}


def test_the_table_lists_every_estimator():
    rows = table(README, "estimator")
    assert set(rows) == set(ESTIMATORS)
    assert all(set(row) == set(COLUMNS) and set(row.values()) <= {"yes", "no"} for row in rows.values())


@pytest.mark.parametrize("name", ESTIMATORS)
def test_the_table_says_what_an_estimator_does(sample, name):
    assert table(README, "estimator")[name] == supported(ESTIMATORS[name], *sample)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_what_all_of_them_have(sample, name):
    X, y = sample
    model = make_pipeline(StandardScaler(), made(ESTIMATORS[name])).fit(X, y)
    assert set(model.predict(X)) <= {"a", "b", "c"} and model.score(X, y) > 0.5
    assert model.decision_function(X).shape == (60, 3)


def test_the_example():
    block = "".join(re.findall(r"```python\n(.*?)```", README, re.S))
    test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
    assert len(test.examples) == 13 and doctest.DocTestRunner().run(test).failed == 0


def test_the_percentage_of_the_picture_is_that_of_the_dial():
    """The picture's text: accuracy rises to so many per cent, and the norm rises, too."""
    told, _ = scenes_of("foundations/why-accuracy-lies")["dial"]
    matrices = told["rules"]["best accuracy"]["matrices"]
    priors = [[share, (1 - share) / 2, (1 - share) / 2] for share in told["shares"]]
    accuracy, norms = [1 - risk(C, pi) for C, pi in zip(matrices, priors)], [operator_norm(C) for C in matrices]
    (percentage,) = re.findall(r"accuracy of the best classifier rises to (\d+) %", README)
    assert accuracy[-1] == max(accuracy) > accuracy[0] and norms == sorted(norms) and norms[0] < norms[-1]
    assert int(percentage) == round(100 * accuracy[-1])


@pytest.mark.parametrize("path", ["README.md", "book/index.md"])
def test_front_pages_point_to_files_that_exist(path):
    page = ROOT / path
    text = page.read_text(encoding="utf-8")
    for goal in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / goal).exists(), goal
    for found in re.findall(r"^\| `([\w./`, -]+)` \|", text, re.M):
        for part in {*re.split(r"`, `", found)} - set(ESTIMATORS):
            assert (page.parent / part).exists(), part
