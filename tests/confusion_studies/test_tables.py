"""Stored tables: each has an experiment, and rows of several tables that are of one draw agree.

That a table is whole and as its run has written it is for the gate ``tables``; what a run computes is checked on
slices, see ``test_slices``, and by ``make reproduce``.
"""

from collections import defaultdict

import pytest

from confusion_studies import RESULTS, load_results
from confusion_studies.__main__ import SOURCES

#: labels per class bought first, where a table does not say it
BOUGHT = {"digits": 10, "letter": 50, "stand-in": 20, "stand-in, 4 topics": 20}


def test_every_stored_table_has_an_experiment():
    names = [module.NAME for modules in SOURCES.values() for module in modules]
    assert sorted(names) == sorted(path.stem for path in RESULTS.glob("*.csv"))


def test_a_table_that_was_never_made_says_how():
    with pytest.raises(FileNotFoundError, match="python -m confusion_studies nothing"):
        load_results("nothing")


def test_a_draw_of_uma_is_the_same_in_all_its_rows():
    """Noise, matrix and labels bought belong to the draw; the same learner on the same draw is as good in any table."""
    facts, measures = defaultdict(set), defaultdict(set)
    for name in ("uma_real", "uma_rough", "uma_size", "uma_widths"):
        for row in load_results(name):
            m, share = row.get("m", BOUGHT[row["data"]]), row.get("share", 0.05)
            of_g = (row["data"], row["run"], row.get("factor", 1), m)
            facts["noise", *of_g].add(row["noise"])
            if "true C" not in row["model"] and "ridge" not in row["model"]:
                facts["matrix", *of_g, share].add((row["missing"], row["singular"], row["inverse_norm"]))
            if row["labels"] not in ("S_conf", "all"):
                facts["bought", *of_g, share].add(row["n_labels"])
            if name == "uma_widths":
                facts["width", row["data"], row["run"], row["factor"]].add((row["gamma"], row["cv"]))
            if "K-PCA" not in str(row.get("family")):
                learner = (row["model"], row["labels"])
                of_learner = (*of_g, *(() if learner == ("g", "g") else (share,)), *learner)
                measures[of_learner].add((row["error"], row["confusion"], row["n_iter"] if row["n_iter"] > 0 else 0))
    assert {key: found for key, found in (facts | measures).items() if len(found) > 1} == {}
