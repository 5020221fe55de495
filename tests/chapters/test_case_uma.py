"""The case file of UMA: figures and verdicts against the stored tables, read by another route."""

import re

import numpy as np
import pytest

from confusion_studies.claims import CLAIMS
from coursemachine.checkout import BOOK
from tests.chapters.stored import figures_of, printed_in, rows_of, table

CHAPTER = "cases/uma"
TEXT = (BOOK / "_text" / f"{CHAPTER}.md").read_text(encoding="utf-8")
FIGURES = figures_of(CHAPTER)
CLAIMED = {claim.id: claim for claim in CLAIMS.load_claims("uma")}


def stored(table, column, **values):
    """Values of a column in the rows of a table that have all of these cells."""
    rows = rows_of(f"uma_{table}")
    return np.array([float(row[column]) for row in rows if all(row[key] == value for key, value in values.items())])


def is_met(printed, values):
    return abs(np.mean(values) - printed) <= 2 * np.std(values, ddof=1) / len(values) ** 0.5


def test_every_verdict_of_the_page_is_that_of_its_claim():
    shown = re.findall(r"\{ref\}`([^<`]+) <claim-uma-([a-z0-9-]+)>`", TEXT)
    # What docutils makes of an id is what the page refers to.
    assert len(shown) > 30 and {name: word for word, name in shown} == {
        name: CLAIMED[known].verdict for _, name in shown for known in CLAIMED if known.lower() == name
    }


def test_by_the_letter_no_printed_number_of_figure_1a_is_met_and_with_two_departures_three():
    """Definition 2 and the baseline C = I are the letter; distance and an averaged perceptron depart from it."""
    printed = (("UMA", "1", 0.5), ("UMA", "20", 2.25), ("C = I", "1", 1.7), ("C = I", "20", 2.75))
    met = {}
    for reading, baseline in (("as printed", "C = I"), ("geometric margin", "perceptron")):
        methods = [method.replace("C = I", baseline) for method, _, _ in printed]
        met[reading] = [
            is_met(number, stored("toy", f"norm, {method}", reading=reading, level=level))
            for method, (_, level, number) in zip(methods, printed)
        ]
    assert met == {"as printed": [False] * 4, "geometric margin": [False, True, True, True]}
    partly = ["uma-at-the-strongest", "perceptron-at-small-noise", "perceptron-at-the-strongest"]
    assert [CLAIMED[one].verdict for one in partly] == ["partly"] * 3


def test_figure_1a_begins_with_the_letter():
    first, second = FIGURES["Figure 1a under every reading"][:2]
    for shown, reading, method in ((first, "as printed", "C = I"), (second, "geometric margin", "perceptron")):
        for place, level in (("first", "1"), ("last", "20")):
            for name in ("UMA", method):
                expected = np.mean(stored("toy", f"norm, {name}", reading=reading, level=level))
                assert shown.numbers[f"{name}, {place}"] == pytest.approx(expected, abs=1e-6)
    assert "C = I, first" not in second.numbers and "perceptron, first" not in first.numbers
    assert first.values["reading"].startswith("the letter")


def test_figure_1b_begins_with_the_letter():
    first, second = FIGURES["Figure 1b under every reading"][:2]
    for shown, case in ((first, "as printed"), (second, "geometric margin")):
        of = {"case": case, "n": "1000"}
        norms, fed = stored("told", "norm, UMA", **of), stored("told", "fed", **of)
        assert np.sum(fed == 1) == 10 and np.sum(fed > 1) == 100
        for name, which in (("truth", fed == 1), ("nothing", fed == 0), ("much", fed > 1)):
            assert shown.numbers[name] == pytest.approx(norms[which].mean(), abs=1e-6)


@pytest.mark.parametrize(("title", "at"), [("Figure 3: error and sampling size", 0), ("Figure 4: UMA and S3VM", 1)])
def test_figures_3_and_4_have_the_stored_means(title, at):
    kinds = {"UMA": ("UMA, error", "g"), "f_conf": ("perceptron", "S_conf"), "S3VM": ("S3VM", "S_conf")}
    data, m = (("stand-in", "70"), ("digits", "10"))[at]
    numbers = FIGURES[title][at].numbers
    for name in ("UMA", ("f_conf", "S3VM")[at]):
        model, labels = kinds[name]
        errors = stored("size", "error", data=data, m=m, share="0.5", model=model, labels=labels)
        assert len(errors) == numbers["runs"] and numbers[f"{name}, last"] == pytest.approx(errors.mean(), abs=1e-6)


def test_figure_5_after_thirty_updates():
    numbers = FIGURES["Figure 5: update strategies"][0].numbers
    for measure, column in (("error rate", "error"), ("confusion rate", "confusion")):
        for strategy in ("error", "confusion", "random"):
            of = {"data": "stand-in", "labels": "g", "selection": strategy}
            runs, steps, values = (stored("selection", name, **of) for name in ("run", "iteration", column))
            last = [values[(runs == run) & (steps <= 30)][-1] for run in range(10)]  # where a run ended before
            assert numbers[f"{measure}, {strategy}"] == pytest.approx(np.mean(last), abs=1e-6)


def test_what_the_page_says_of_its_figures():
    # "The plateau is there for the two strategies of the paper, and random is late": *error* has the lower mean in both
    after = FIGURES["Figure 5: update strategies"][0].numbers
    for measure in ("error rate", "confusion rate"):
        assert after[f"{measure}, error"] < after[f"{measure}, confusion"] < after[f"{measure}, random"]
    # "On it the lines do not cross with half of all labels"
    for shown in FIGURES["Figure 3: error and sampling size"]:
        assert shown.numbers["UMA, first"] < shown.numbers["f_conf, first"]
        assert shown.numbers["UMA, last"] < shown.numbers["f_conf, last"]
    runs = [shown.numbers["runs"] for shown in FIGURES["Figure 4: UMA and S3VM"]]
    assert runs == [10, 15, 5]  # "digits have as many here, the stand-in ten and letter five"
    sizes = [(s.numbers["least"], s.numbers["most"]) for s in FIGURES["Figure 2: class sizes"]]
    assert all(most < 1.5 * least for least, most in sizes[:2]) and sizes[2] == pytest.approx((500, 4000), rel=0.05)
    # "one meets all four numbers"
    closest = table(printed_in(CHAPTER), "reading | closest pair")
    assert [row[-1] for row in closest].count("4") == 1


def test_classes_that_a_margin_empties():
    score = re.search(r"\| score \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", printed_in(CHAPTER))
    assert 0.8 < float(score[1]) < 0.9 and float(score[3]) <= float(score[2]) ** 0.5  # Jensen


def test_table_1_has_the_stored_means():
    kinds = {"f_y": ("perceptrons", "perceptron", "g"), "UMA": ("UMA", "UMA, error", "g")}
    rows = {tuple(row[:2]): row for row in table(printed_in(CHAPTER), "data | column")}
    for data in ("digits", "letter", "stand-in"):
        for name, (family, model, labels) in kinds.items():
            errors = stored("real", "error", data=data, family=family, model=model, labels=labels)
            ours, spread = map(float, rows[data, name][3].split(" ± "))
            assert (ours, spread) == pytest.approx((errors.mean(), errors.std(ddof=1)), abs=6e-4)
            assert int(rows[data, name][4]) == len(errors)
