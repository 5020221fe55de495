"""Your own matrix: the examples of the page, and what its sentences say of them."""

import re

import numpy as np
import pytest

from confusion.decisions import bayes_answers, least_norm
from confusion.metrics import operator_norm
from confusion.report import as_text, describe, read, report
from confusion_studies import triage
from tests.chapters.stored import notebook_of, scenes_of

CHAPTER = "decisions/your-own-matrix"
PRINTED = "\n".join(
    "".join(output["text"])
    for cell in notebook_of(CHAPTER)["cells"]
    for output in cell.get("outputs", ())
    if "text" in output
)


def presets():
    return {name: read(text.encode()) for name, text in scenes_of(CHAPTER)["ownmatrix"][0]["presets"].items()}


def test_the_examples_are_one_classifier_in_three_forms():
    _, _, X, y = triage.patients()
    answers = triage.fitted("logistic regression").predict(X)
    found = presets()
    assert [one.kind for one in found.values()] == ["matrix", "labels", "probabilities"]
    assert all(one.labels == ["a", "b", "c"] for one in found.values())
    for name, n in (("a matrix", len(y)), ("labels", 400)):
        counts = [[np.sum((y[:n] == p) & (answers[:n] == q)) for q in range(3)] for p in range(3)]
        assert found[name].counts.tolist() == counts
    # Three digits decide nothing else.
    assert found["probabilities"].counts.tolist() == found["labels"].counts.tolist()


def test_the_first_matrix_is_the_example_that_is_read():
    told, at = scenes_of(CHAPTER)["ownmatrix"]
    assert at["data"] == told["presets"]["a matrix"]
    found = describe(presets()["a matrix"].counts, list("abc"))
    measures, classes = found["measures"], found["classes"]
    # "95 of 100 answers are right", and most who have b are called healthy less often than not, yet far too often.
    assert measures["accuracy"] == pytest.approx(0.95, abs=0.005)
    assert max(classes, key=lambda one: one["error"])["label"] == "b" and classes[1]["error"] > 7 * measures["error"]
    assert measures["operator_norm"] > 0.4
    # "Both large terms stand in one column": nearly all of the norm.
    assert sum(one["share"] for one in found["norm_entries"] if one["answer"] == "a") > 0.99


@pytest.mark.slow
def test_what_the_cells_print_is_the_report_and_its_rules():
    data = scenes_of(CHAPTER)["ownmatrix"][1]["data"]
    assert as_text(report(read(data.encode()))) in PRINTED
    given = presets()["probabilities"]
    least = least_norm(given.probabilities)
    assert f"no rule has a norm below {least.lower:.3f}." in PRINTED
    for words in report(given)["code"]:
        assert words in PRINTED
    # The three lines that are printed answer as the rule does.
    lines = re.search(r"^costs = .*\nanswers = .*$", PRINTED, re.M)[0]
    names = {"np": np, "P": given.probabilities}
    exec(lines, names)
    answers = bayes_answers(given.probabilities, least.rule)
    assert np.mean(names["answers"] == np.array(given.labels)[answers]) > 0.99
    C = np.array([[np.mean(answers[given.true == p] == q) * (p != q) for q in range(3)] for p in range(3)])
    assert f"counted with the labels, {operator_norm(C):.3f}." in PRINTED
    assert least.lower <= least.rule_norm <= operator_norm(C)
