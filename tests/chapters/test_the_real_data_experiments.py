"""The figures of "Who pays for which labels" say what the stored tables of the long runs say."""

import numpy as np
import pytest

from confusion_studies import load_results
from coursemachine.labels import typeset
from tests.chapters.stored import figures_of, scenes_of

FIGURES = figures_of("uma/the-real-data-experiments")
WIDTHS, SIZE, REAL, ROUGH = (load_results(f"uma_{name}") for name in ("widths", "size", "real", "rough"))


def mean(rows, column="error", **values):
    found = [row[column] for row in rows if all(row[key] == value for key, value in values.items())]
    assert found
    return pytest.approx(np.mean(found), abs=1e-7)


def by_width():
    told, _ = scenes_of("uma/the-real-data-experiments")["curves"]
    curves = {line["name"]: line["values"] for line in told["lines"]}
    return {at: {name: values[k] for name, values in curves.items()} for k, at in enumerate(told["across"]["stops"])}


@pytest.mark.parametrize("factor", [0.0625, 1, 32])
def test_widths(factor):
    shown = (("f_y", "perceptron", "g"), ("UMA", "UMA, error", "g"), ("f_full", "perceptron", "all"))
    for name, model, labels in shown:
        assert by_width()[factor][name] == mean(WIDTHS, data="digits", factor=factor, model=model, labels=labels)


@pytest.mark.parametrize(("data", "m"), [("digits", 10), ("stand-in", 20), ("stand-in", 70), ("letter", 50)])
@pytest.mark.parametrize("share", [0.005, 0.1, 0.5])
def test_sizes(data, m, share):
    place = {"case": f"{data}, m = {m}", "share": typeset(f"{share:.1%}")}
    (numbers,) = [shown.numbers for shown in FIGURES["What more labels buy"] if shown.values == place]
    shown = [("UMA", "UMA, error", "g"), ("f_conf", "perceptron", "S_conf"), ("S3VM", "S3VM", "S_conf")]
    for name, model, labels in shown[: 2 if m == 70 else 3]:
        assert numbers[name] == mean(SIZE, data=data, m=m, share=share, model=model, labels=labels)


def runs(data, model, labels, family=None, column="error"):
    wanted = {"data": data, "model": model, "labels": labels} | ({"family": family} if family else {})
    found = [row[column] for row in REAL if all(row[key] == value for key, value in wanted.items())]
    assert found
    return np.array(found)


def test_what_the_page_says_in_words():
    first = ("perceptron", "g", "perceptrons"), ("perceptron", "S_conf", "perceptrons"), ("UMA, error", "g")
    # "With one topic a class UMA is far better than f_y and f_conf"
    f_y, f_conf, uma = (runs("stand-in", *one) for one in first)
    assert uma.mean() < 0.5 * min(f_y.mean(), f_conf.mean()) and (uma < f_y).all() and (uma < f_conf).all()
    # with four topics "most labels of g are wrong"
    assert runs("stand-in, 4 topics", "g", "g", column="noise").mean() > 0.5
    # Widths: the three are far worse than they could be at 32 times the median's
    shown = by_width()
    for name in ("f_y", "f_conf", "linear SVM, bought"):
        assert shown[32][name] > 1.6 * min(numbers[name] for numbers in shown.values())
    # Sizes: f_conf overtakes UMA on the digits between 2 and 5 %; UMA is almost unaffected there
    size = {tuple(one.values.values()): one.numbers for one in FIGURES["What more labels buy"]}
    at = lambda share, case="digits, m = 10": size[case, typeset(f"{share:.1%}")]  # noqa: E731
    assert abs(at(0.005)["UMA"] - at(0.5)["UMA"]) < 0.04
    assert at(0.02)["UMA"] < at(0.02)["f_conf"] and at(0.05)["UMA"] > at(0.05)["f_conf"]
    # "no estimate was singular down to m = 2, and all are well conditioned from m = 20 on"
    letter = [row for row in ROUGH if row["data"] == "letter" and row["model"] == "g"]
    assert {row["m"] for row in letter} >= {2, 20, 50} and not any(row["singular"] for row in letter if row["m"] > 1)
    assert max(row["inverse_norm"] for row in letter if row["m"] >= 20) < 4
    # Self-training errs on far more of the stand-in than logistic regression
    trained, alone = (runs("stand-in", *one).mean() for one in (("self-training", "bought"), ("logistic", "bought")))
    assert alone < 0.5 * trained
