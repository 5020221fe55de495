"""The numbers of the chapter "Guarantees", by other routes."""

import re

import numpy as np
import pytest
from scipy.stats import beta, binom, norm
from sklearn.linear_model import LogisticRegression

from confusion.datasets import ThreeGaussians
from tests.chapters.stored import figures_of, numbers_in

CHAPTER = "foundations/guarantees"
SAMPLES = figures_of(CHAPTER)["The test sample"]
LAW = ThreeGaussians()


@pytest.fixture(scope="module")
def rule():
    """Weights and intercepts of the classifier that is tested, fitted here again."""
    X, y = LAW.sample(2500, random_state=0)
    model = LogisticRegression(C=1e3, tol=1e-8, max_iter=1000, class_weight="balanced").fit(X, y)
    return model.coef_, model.intercept_


@pytest.fixture(scope="module")
def truth(rule):
    """The rule's confusion matrix by a grid over the plane, not by integrals over its regions."""
    step = 0.01
    ticks = np.arange(-4, 4.5, step)
    points = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)
    answers = (points @ rule[0].T + rule[1]).argmax(axis=1)
    mass = [norm.pdf(points, center, LAW.sigma).prod(axis=1) * step**2 for center in LAW.centers]
    C = np.array([np.bincount(answers, one, minlength=3) for one in mass])
    np.fill_diagonal(C, 0)
    return C


def rows(printed, first, number):
    """Rows of numbers of the table whose first header is `first`, without that column where it is a name."""
    lines = printed.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    return [numbers_in(line) for line in lines[at + 2 : at + 2 + number]]


def upper(wrong, m, delta):
    return 1.0 if wrong == m else beta.ppf(1 - delta, wrong + 1, m - wrong)


def test_coins(printed):
    """The fewest errors of a thousand coin rules lie where the minimum of as many binomial numbers does."""
    stated = float(re.search(r"^1,000\n(\d+)$", printed, re.MULTILINE)[1])
    none_as_few = binom.sf(stated, 40, 0.5) ** 1000, binom.sf(stated - 1, 40, 0.5) ** 1000
    assert none_as_few[0] < 0.99 and none_as_few[1] > 0.01


@pytest.mark.evaluates("eq-upper-end")
def test_the_class_errors_of_the_test_sample(printed, truth):
    found = rows(printed, "class", 3)
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
    for size, measured, promised, by_class, norm_fails, class_fails in rows(printed, "test examples", 3):
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
@pytest.mark.parametrize("shown", SAMPLES, ids=lambda shown: "-".join(shown.values.values()))
def test_the_test_sample(shown, rule):
    m, numbers = int(shown.values["m"].replace(",", "")), shown.numbers
    weights = LAW.weights if shown.values["plan"] == "as they come" else np.full(3, 1 / 3)
    X, y = ThreeGaussians(weights=weights).sample(50_000, random_state=3)
    answers = (X[:m] @ rule[0].T + rule[1]).argmax(axis=1)
    counts = np.zeros((3, 3))
    np.add.at(counts, (y[:m], answers), 1)
    sizes, wrong = counts.sum(axis=1), counts.sum(axis=1) - counts.diagonal()
    ends = [upper(w, n, 0.05 / 3) for w, n in zip(wrong, sizes)]
    assert numbers["examples"] == sizes.tolist() and numbers["smallest"] == sizes.min()
    assert numbers["norm"] == pytest.approx(np.linalg.norm(counts / sizes[:, None] * (1 - np.eye(3)), 2))
    assert numbers["allowance"] == pytest.approx(np.sqrt(np.log(20) / 2 / sizes.min()))
    assert numbers["upper ends"] == pytest.approx(ends)
    assert numbers["by classes"] == pytest.approx(np.linalg.norm(ends))


def test_equal_numbers_need_fewer_examples():
    """The allowance at the same number of examples is smaller, and it falls with every step."""
    allowance = {tuple(shown.values.values()): shown.numbers["allowance"] for shown in SAMPLES}
    sizes = sorted({int(size.replace(",", "")) for size, _ in allowance})
    ways = {plan: [allowance[f"{size:,}", plan] for size in sizes] for plan in ("as they come", "equal numbers")}
    assert np.all(np.diff(list(ways.values())) < 0)
    assert np.all(np.array(ways["equal numbers"]) < ways["as they come"])


def test_no_error_seen(printed):
    """By the formula of the exercise: the root of delta, and the union over 26 classes."""
    for n, by_classes, at_once in re.findall(r"n = (\d+): by classes (\S+), at once (\S+)", printed):
        end = 1 - (0.05 / 26) ** (1 / int(n))
        assert float(by_classes) == pytest.approx(np.sqrt(26) * end, abs=0.00051)
        assert float(at_once) == pytest.approx(np.sqrt(np.log(20) / 2 / int(n)), abs=0.00051)


def test_the_promises_of_the_scoreboard(printed):
    """For all rows at once, by the numbers of their own cells: the allowance is that of a quarter of delta."""
    lines = [line for line in printed.splitlines() if line.count("–") == 4]
    smallest = min(row[0] for row in rows(printed, "class", 3))
    assert len(lines) == 4
    for line in lines:
        measured, at_most = (float(re.match(r"[\d.]+", cell.strip())[0]) for cell in line.split("|")[5:7])
        assert at_most - measured == pytest.approx(np.sqrt(np.log(80) / 2 / smallest), abs=0.011)


def test_the_leaderboard(printed):
    """Its three roots; and nine answers let a team outwit the one for a fixed network, but not the one that counts."""
    stated = map(float, re.search(r"^(0\.066)\n(0\.\d+)\n(0\.\d+)$", printed, re.MULTILINE).groups())
    logs = np.array([9 * np.log(10_001), 0, 8 * np.log(2)]) + np.log(20)
    assert list(stated) == pytest.approx(np.sqrt(logs / 20_000), abs=0.00051)
    rng, m, found = np.random.default_rng(0), 50, []
    for _ in range(400):
        labels, handed_in = rng.integers(2, size=m), rng.integers(2, size=(9, m))  # coins: the true error is 1/2
        lead = 0.5 - (handed_in != labels).mean(axis=1)
        tenth = lead @ (2 * handed_in - 1) > 0  # a vote, with the weights that the answers suggest
        found.append((tenth != labels).mean())
    fixed, counted = (np.sqrt((n * np.log(m + 1) + np.log(20)) / (2 * m)) for n in (0, 9))
    assert np.mean(np.array(found) + fixed < 0.5) > 0.3
    assert np.mean(np.array(found) + counted < 0.5) == 0
