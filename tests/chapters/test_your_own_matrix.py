"""Your own matrix: the examples of the page, and what its sentences say of them."""

import numpy as np
import pytest

from confusion.report import describe, read, report
from confusion_studies import triage
from tests.chapters.stored import scenes_of

CHAPTER = "decisions/your-own-matrix"


def presets():
    return {name: read(text.encode()) for name, text in scenes_of(CHAPTER)["ownmatrix"][0]["presets"].items()}


def test_the_examples_are_one_classifier_in_three_forms():
    _, _, X, y = triage.patients()
    answers = triage.fitted("logistic regression").predict(X)
    found = presets()
    assert [one.kind for one in found.values()] == ["matrix", "labels", "probabilities", "labels"]
    assert all(one.labels == ["a", "b", "c"] for one in found.values())
    for name, n in (("a matrix", len(y)), ("labels", 400)):
        counts = [[np.sum((y[:n] == p) & (answers[:n] == q)) for q in range(3)] for p in range(3)]
        assert found[name].counts.tolist() == counts
    two = report(found["two classifiers"])["comparison"]["measures"]
    # The accuracy falls, the balanced error too, and macro-F1 does not tell the two apart.
    assert two["accuracy"]["interval"][0] > 0 < two["balanced_error"]["interval"][0]
    assert two["macro_f1"]["interval"][0] < 0 < two["macro_f1"]["interval"][1]
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
    assert sum(one["share"] for one in found["norm_entries"] if one["predicted"] == "a") > 0.99
