"""What "Lower norm, at what price" says of its stored runs, by another route."""

import re
from itertools import product

import numpy as np
import pytest

from tests.chapters.stored import figures_of, rows_of, table

CHAPTER = "combo/lower-norm"
FIGURES = figures_of(CHAPTER)
ROWS = [row for row in rows_of("combo_table") if float(row.get("shift") or 0) == 0]
DEPTHS = ("1", "2", "3", "5", "8", "12")
BOTH = ("AdaBoost.MM", "CoMBo")


def folds(data, algorithm, step, depth, measure):
    key = (data, algorithm, step, depth)
    found = [r for r in ROWS if (r["data"], r["algorithm"], r["step"], r["depth"]) == key and r["fold"] != "-1"]
    assert len(found) == 10
    return np.array([float(r[measure]) for r in found])


@pytest.mark.parametrize("shown", FIGURES["Lower norm, at what cost?"])
def test_the_rival_of_smallest_norm_is_named(shown):
    """Of a model with depths the one of the chosen depth is looked at."""
    models, depth = {}, f"{float(shown.values['depth']):g}"
    for r in rows_of("combo_rivals"):
        if r["data"] == shown.values["data"] and r["fold"] != "-1" and r["depth"] in ("", depth):
            models.setdefault((r["model"], r["depth"]), []).append((float(r["norm"]), float(r["error"])))
    means = {key: np.mean(rows, axis=0) for key, rows in models.items() if key[1] or (key[0], depth) not in models}
    smallest = min(means, key=lambda key: means[key][0])
    sentence = r"Of the others (.+) has the smallest norm, (\S+), with the error (\S+);"
    best, *told = re.search(sentence, shown.text).groups()
    assert [float(one) for one in told] == pytest.approx(means[smallest], abs=6e-4)
    words = smallest[0].replace("random ", "").replace(" regression", "").replace(",", "").split()
    assert sorted(best.split()) == sorted(words)


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Confusion matrices side by side"])
def test_norms_of_the_matrices_side_by_side(values, numbers, text, picture):
    for algorithm in BOTH:
        key = (values["data"], algorithm, "edge", f"{float(values['depth']):g}")
        found = [r["counts"] for r in ROWS if (r["data"], r["algorithm"], r["step"], r["depth"]) == key]
        (flat,) = filter(None, found)
        counts = np.array(flat.split(), dtype=float).reshape(2 * [round(len(flat.split()) ** 0.5)])
        C = (counts - np.diag(counts.diagonal())) / counts.sum(axis=1)[:, None]
        assert f"{np.sqrt(np.linalg.eigvalsh(C.T @ C)[-1]):.3f}" in text


def test_what_the_page_says_in_words(printed):
    mean = lambda *key: folds(*key).mean()  # noqa: E731
    # "where all sizes are equal, as on segment, CoMBo is AdaBoost.MM"
    for step, depth in product(("edge", "exact"), DEPTHS):
        one, two = (folds("segment", rule, step, depth, "norm") for rule in BOTH)
        assert (one == two).all()
    # Connect-4 with stumps: the norm falls by more than half, the errors rise; on car larger trees beat weights
    norms, errors = ([mean("connect-4", rule, "edge", "1", m) for rule in BOTH] for m in ("norm", "error"))
    assert norms[1] < 0.5 * norms[0] and errors[1] > errors[0]
    for measure in ("norm", "error"):
        assert mean("car", "AdaBoost.MM", "edge", "3", measure) < mean("car", "CoMBo", "edge", "1", measure)
    # With deeper trees fewer sets have a clearly lower norm
    lower = [int(re.search(rf"^\| {depth} \| (\d) / \d \|", printed, re.M)[1]) for depth in ("1", "5", "12")]
    assert lower[0] > lower[1] >= lower[2]
    # "Two hundred stumps of AdaBoost.MM never predict" a draw; CoMBo's recognise most; by the stored counts
    found = {}
    for r in ROWS:
        if (r["data"], r["step"], r["depth"]) == ("connect-4", "edge", "1") and r["counts"]:
            flat = np.array(r["counts"].split(), dtype=float).reshape(3, 3)
            found[r["algorithm"]] = flat.diagonal() / flat.sum(axis=1)
    draw = found["AdaBoost.MM"].argmin()
    assert found["AdaBoost.MM"][draw] == 0 and found["CoMBo"][draw] > 0.5
    # "at theta = 1/2 the norm falls to little more than a third, at the error of AdaBoost.MM"
    by_theta = {float(row[0]): (float(row[1]), float(row[2])) for row in table(printed, "θ")}
    assert 1 / 3 < by_theta[0.5][0] / by_theta[0][0] < 0.4 and abs(by_theta[0.5][1] - by_theta[0][1]) < 0.005
    assert by_theta[0.75][0] < by_theta[0.5][0] < by_theta[0][0] and by_theta[0.75][1] < by_theta[1][1]
