"""The case file of Lecture Seven: verdicts against the claims, trees against another search, impurities by formulas."""

import re

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from confusion.datasets import ThreeGaussians
from confusion_studies.claims import CLAIMS
from coursemachine.checkout import BOOK
from tests.chapters.stored import figures_of, scenes_of

CHAPTER = "cases/lecture"
TEXT = (BOOK / "_text" / f"{CHAPTER}.md").read_text(encoding="utf-8")
TREES = figures_of(CHAPTER)["Tree and regions under every reading"]
X, y = ThreeGaussians().sample(600, random_state=0)


def gini(rows):
    return 1 - ((np.bincount(y[rows]) / len(rows)) ** 2).sum()


def total(leaves):
    return sum(len(rows) * gini(rows) for rows in leaves)


def test_every_verdict_of_the_page_is_that_of_its_claim():
    claims = {claim.id: claim.verdict for claim in CLAIMS.load_claims("lecture")}
    shown = {name: word for word, name in re.findall(r"\{ref\}`([^<`]+) <claim-lecture-([a-z0-9-]+)>`", TEXT)}
    assert shown == {name: claims[name] for name in shown} and len(shown) > 50
    # what is false, and what a better rule is known for, is on the page
    assert {name for name in claims if claims[name] == "false"} <= set(shown)


def by_the_letter(splits):
    """Rows of the leaves by GreedyDecisionTree with the Gini index, and the sizes of the nodes that were split."""
    leaves, divided = [np.arange(len(y))], []
    for _ in range(splits):
        tried = []
        for rows in leaves:
            for yes in (X[rows, j] <= a for j in range(2) for a in np.sort(X[rows, j])[:-1]):
                parts = rows[~yes], rows[yes]
                tried.append((gini(rows) - total(parts) / len(rows), rows, parts))
        _, split, parts = max(tried, key=lambda one: round(one[0], 9))
        divided.append(len(split))
        leaves = [rows for rows in leaves if rows is not split] + list(parts)
    return leaves, divided


def test_the_first_reading_grows_by_the_letter():
    """Line 3 as it stands: the largest decrease in a node, whatever its size."""
    leaves, divided = by_the_letter(5)
    shown = TREES[4]
    assert shown.values == {"reading": "the letter: largest F̃, Gini", "splits": "5"}
    assert shown.text.startswith(
        f"By the decrease of the Gini index, the splits divide {', '.join(map(str, divided))} "
    )
    assert shown.numbers["leaves"] == len(leaves) and shown.numbers["impurity"] == pytest.approx(
        total(leaves), abs=1e-6
    )
    assert shown.numbers["errors"] == sum(len(rows) - np.bincount(y[rows]).max() for rows in leaves)
    assert shown.picture.index(">no<") < shown.picture.index(">yes<"), "yes goes right"


def test_the_last_reading_is_the_best_first_tree_of_scikit_learn():
    for shown in (one for one in TREES if one.values["reading"].startswith("ours")):
        tree = DecisionTreeClassifier(max_leaf_nodes=int(shown.values["splits"]) + 1, random_state=0).fit(X, y).tree_
        ends = tree.children_left < 0
        assert shown.numbers["impurity"] == pytest.approx((tree.impurity * tree.n_node_samples)[ends].sum(), abs=1e-6)
        for threshold in tree.threshold[~ends]:
            assert f"≤ {threshold:.2f}?".replace("-", "−") in shown.picture


def test_what_the_page_says_of_its_trees():
    letter, ours = ({int(one.values["splits"]): one.numbers for one in TREES if one.values["reading"] == name}
                    for name in ("the letter: largest F̃, Gini", "ours: largest |n| F̃, Gini"))  # fmt: skip
    assert letter[5]["least"] < 10 and all(letter[k] == ours[k] for k in (1, 2))
    assert all(ours[k]["errors"] < letter[k]["errors"] for k in (3, 4, 5))


def test_the_curves_are_the_impurities_and_the_bars_their_decreases():
    """Halves with the shares p ± d: the Gini index falls by u (1 - u) |s⁻ - s⁺|² = 2 d²."""
    told, at = scenes_of(CHAPTER)["curves"]
    assert at == {"at": 0.3, "reading": "the letter: entropy × 0.5", "the curve": "misclassification"}
    p = np.array(told["across"]["stops"])
    inner = p[1:-1]
    bits = np.concatenate([[0], -inner * np.log2(inner) - (1 - inner) * np.log2(1 - inner), [0]])
    scales = (0.5, 1, np.log(2))
    expected = {"misclassification": np.minimum(p, 1 - p), "Gini": 2 * p * (1 - p)}
    d = np.minimum(0.1, np.minimum(p, 1 - p))
    for reading, scale in zip(told["choices"]["reading"], scales, strict=True):
        for curve in told["choices"]["the curve"]:
            case = f"{reading} {curve}"
            for line in told["lines"]:
                curve_of = expected.get(line["name"], scale * bits)
                assert line["values"][case] == pytest.approx(curve_of, abs=1e-6)
            errors, by_gini, by_entropy = np.transpose(told["bars"]["values"][case])
            assert by_gini == pytest.approx(2 * d**2, abs=1e-6)
            inside = np.abs(p - 0.5) < d
            assert errors == pytest.approx(np.where(inside, d - np.abs(p - 0.5), 0), abs=1e-6)
            k = list(p).index(0.5)
            h = -(0.4 * np.log2(0.4) + 0.6 * np.log2(0.6))
            assert by_entropy[k] == pytest.approx(scale * (1 - h), abs=1e-6) and (by_entropy[1:-1] > 0).all()
            assert told["facts"][f"{case} 0.5"]["less Gini"] == "0.020"
