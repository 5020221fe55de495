"""The numbers of the chapter "Guarantees", by other routes."""

import re

import numpy as np
import pytest
from scipy.stats import beta
from sklearn.linear_model import LogisticRegression

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import numbers_in, scenes_of, table

CHAPTER = "foundations/guarantees"
SAMPLES, _ = scenes_of(CHAPTER)["curves"]
SIZES = SAMPLES["across"]["stops"]
LAW = ThreeGaussians()


@pytest.fixture(scope="module")
def rule():
    """Weights and intercepts of the classifier that is tested, fitted here again."""
    X, y = LAW.sample(2500, random_state=0)
    model = LogisticRegression(C=1e3, tol=1e-8, max_iter=1000, class_weight="balanced").fit(X, y)
    return model.coef_, model.intercept_


@pytest.fixture(scope="module")
def truth(rule):
    return LAW.confusion(rule[0], intercept=rule[1])


def upper(wrong, m, delta):
    return 1.0 if wrong == m else beta.ppf(1 - delta, wrong + 1, m - wrong)


@pytest.mark.evaluates("eq-upper-end")
def test_the_class_errors_of_the_test_sample(printed, truth):
    found = [numbers_in(" ".join(row)) for row in table(printed, "class")]
    for p, (examples, wrong, measured, end, true) in enumerate(found):
        assert measured == pytest.approx(wrong / examples, abs=0.00051)
        assert end == pytest.approx(upper(wrong, examples, 0.05 / 3), abs=0.00051)
        assert true == pytest.approx(truth[p].sum(), abs=0.0015)
    _, y_test = LAW.sample(2000, random_state=1)
    assert [row[0] for row in found] == np.bincount(y_test).tolist()
    measured, promised = map(float, re.search(r"measured (\S+), promised (\S+)", printed).groups())
    assert promised - measured == pytest.approx(np.sqrt(np.log(20) / 2 / min(row[0] for row in found)), abs=0.0011)


@pytest.mark.evaluates("eq-class-test-bounds", "prop-class-test-bounds")
@pytest.mark.slow
def test_how_often_the_promises_fail(printed, truth):
    """Other samples: means agree, the class errors fail in at most five per cent, the norm's bound in none."""
    rng, C = np.random.default_rng(11), truth + np.diag(1 - truth.sum(axis=1))
    errors, top = truth.sum(axis=1), np.linalg.norm(truth, 2)
    for size, measured, promised, by_class, norm_fails, class_fails in (
        numbers_in(" ".join(row)) for row in table(printed, "test examples")
    ):
        found = []
        for _ in range(1000):
            number = np.maximum(rng.multinomial(int(size), LAW.weights), 1)
            counts = np.array([rng.multinomial(n, row) for n, row in zip(number, C)])
            wrong = number - counts.diagonal()
            shares = counts / number[:, None] * (1 - np.eye(3))
            ends = np.array([upper(w, n, 0.05 / 3) for w, n in zip(wrong, number)])
            bound = np.linalg.norm(shares, 2) + np.sqrt(np.log(20) / 2 / number.min())
            found.append([np.linalg.norm(shares, 2), bound, np.linalg.norm(ends), (ends < errors).any(), bound < top])
        mine = np.mean(found, axis=0)
        assert [measured, promised, by_class] == pytest.approx(mine[:3], rel=0.06)  # four standard errors
        assert norm_fails == 0 and mine[4] < 0.005
        assert class_fails / 100 == pytest.approx(mine[3], abs=0.025) and mine[3] <= 0.07


@pytest.mark.evaluates("eq-test-size")
@pytest.mark.parametrize("m", SIZES)
@pytest.mark.parametrize("plan", ["as they come", "equal numbers"])
def test_the_test_sample(m, plan, rule):
    k, shown = SIZES.index(m), {line["name"]: line["values"] for line in SAMPLES["lines"]}
    weights = LAW.weights if plan == "as they come" else np.full(3, 1 / 3)
    X, y = ThreeGaussians(weights=weights).sample(50_000, random_state=3)
    answers = (X[:m] @ rule[0].T + rule[1]).argmax(axis=1)
    counts = np.zeros((3, 3))
    np.add.at(counts, (y[:m], answers), 1)
    sizes, wrong = counts.sum(axis=1), counts.sum(axis=1) - counts.diagonal()
    ends = [upper(w, n, 0.05 / 3) for w, n in zip(wrong, sizes)]
    a, b, c = sizes.astype(int)
    assert SAMPLES["facts"][f"{plan} {m}"]["sizes"] == f"{a:,} of a, {b:,} of b, {c:,} of c"
    measured = np.linalg.norm(counts / sizes[:, None] * (1 - np.eye(3)), 2)
    allowance = np.sqrt(np.log(20) / 2 / sizes.min())
    found = [shown[name][plan][k] for name in ("measured", "allowance", "promised", "by class errors")]
    assert found == pytest.approx([measured, allowance, measured + allowance, np.linalg.norm(ends)], abs=1e-6)
    assert SAMPLES["bars"]["values"][plan][k] == pytest.approx(ends, abs=1e-6)


def test_equal_numbers_need_fewer_examples():
    """The allowance at the same number of examples is smaller, and it falls with every step."""
    (ways,) = [line["values"] for line in SAMPLES["lines"] if line["name"] == "allowance"]
    assert np.all(np.diff(list(ways.values())) < 0)
    assert np.all(np.array(ways["equal numbers"]) < ways["as they come"])


def test_nine_answers_outwit_the_bound_of_a_fixed_network_and_not_the_one_that_counts_them():
    rng, m, found = np.random.default_rng(0), 50, []
    for _ in range(400):
        labels, handed_in = rng.integers(2, size=m), rng.integers(2, size=(9, m))  # coins: the true error is 1/2
        lead = 0.5 - (handed_in != labels).mean(axis=1)
        tenth = lead @ (2 * handed_in - 1) > 0  # a vote, with the weights that the answers suggest
        found.append((tenth != labels).mean())
    fixed, counted = (np.sqrt((n * np.log(m + 1) + np.log(20)) / (2 * m)) for n in (0, 9))
    assert np.mean(np.array(found) + fixed < 0.5) > 0.3 and min(found) + counted >= 0.5
