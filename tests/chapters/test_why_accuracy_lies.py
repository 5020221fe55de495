"""The numbers of the chapter "Why accuracy lies", by other routes."""

import re
from functools import cache

import numpy as np
import pytest
from scipy.integrate import dblquad, trapezoid
from scipy.stats import beta, norm
from sklearn import metrics as sk
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

from confusion.datasets import ThreeGaussians, load_car
from coursemachine.checkout import BOOK
from tests.chapters.stored import figures_of, numbers_in, scenes_of

CHAPTER = "foundations/why-accuracy-lies"
FIGURES = figures_of(CHAPTER)
CENTERS, SIGMA = np.array([[0, 1], [1, 0], [-1, 0]]), 0.5


def table_row(text, name, columns):
    """Cells after the first of the row that starts with `name` and has so many columns."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines() if "|" in line]
    return next(row[1:] for row in rows if row[0] == name and len(row) == columns)


@cache
def bayes_errors(share):
    """Errors of the rule of highest accuracy, by quadrature over the first coordinate.

    Classes b and c mirror each other, so b is preferred to c where x > 0; there b beats a where
    y < x + sigma^2 log(small / share), since (b - a) = (1, -1).
    """
    small = (1 - share) / 2
    threshold = SIGMA**2 * np.log(small / share)
    C = np.zeros((3, 3))
    x = np.linspace(-7, 7, 40_001)
    for p, (cx, cy) in enumerate(CENTERS):
        density = norm.pdf(x, cx, SIGMA)
        below = norm.cdf(np.abs(x) + threshold, cy, SIGMA)
        for q, side in ((1, np.heaviside(x, 0.5)), (2, np.heaviside(-x, 0.5))):
            C[p, q] = trapezoid(density * below * side, x)
        C[p, 0] = trapezoid(density * (1 - below), x)
    return C * (1 - np.eye(3))


@pytest.mark.slow
def test_quadrature_by_a_second_quadrature():
    C = bayes_errors(0.9)
    threshold = SIGMA**2 * np.log(0.05 / 0.9)

    def density(y, x):
        return norm.pdf(x, 1, SIGMA) * norm.pdf(y, 0, SIGMA)

    # A true b that is answered a: above both lines.
    value, _ = dblquad(density, -5, 5, lambda x: abs(x) + threshold, 6, epsabs=1e-6)
    assert C[1, 0] == pytest.approx(value, abs=1e-5)
    for share in (0.9, 1 / 3):
        law = ThreeGaussians(weights=[share, (1 - share) / 2, (1 - share) / 2])
        np.testing.assert_allclose(bayes_errors(share), law.confusion(law.bayes_predict), atol=5e-5)


def test_imbalance_dial():
    told, at = scenes_of(CHAPTER)["dial"]
    assert set(told["stops"]) < set(told["shares"]) and at["share"] == 0.95 in told["stops"]
    assert (np.diff(told["stops"]) > 0).all()
    rules = {name: rule["matrices"] for name, rule in told["rules"].items()}
    for share, C in zip(told["shares"], rules["best accuracy"], strict=True):
        np.testing.assert_allclose(C, bayes_errors(share), atol=2e-5)
    np.testing.assert_allclose(rules["best at equal shares"], [bayes_errors(1 / 3)], atol=2e-5)
    assert rules["majority rule"] == [[[0, 0, 0], [1, 0, 0], [1, 0, 0]]]
    # The regions are those of the rules: by the densities, on a grid.
    grid = np.stack(np.meshgrid(np.linspace(-2.3, 2.3, 24), np.linspace(-1.3, 2.3, 20)), axis=-1).reshape(-1, 2)
    density = norm.pdf(grid[:, None], CENTERS, SIGMA).prod(axis=-1)
    for name, rule in told["rules"].items():
        for share, meeting in zip(told["shares"] if len(rule["meets"]) > 1 else [1 / 3], rule["meets"]):
            answers = ((grid - meeting) @ np.transpose(told["vectors"])).argmax(axis=1)
            best = (density * [share, (1 - share) / 2, (1 - share) / 2]).argmax(axis=1)
            assert (answers == (0 if name == "majority rule" else best)).mean() > 0.99  # but for ties


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["Three readings of one matrix"])
def test_three_readings(values, numbers, text, picture):
    cells = re.findall(r">([\d,.]+)<", picture)
    counts = np.array([int(cell.replace(",", "")) for cell in cells if "." not in cell]).reshape(3, 3)
    shown = np.array([float(cell) for cell in cells if "." in cell]).reshape(3, 3)
    assert counts.sum() == 12_000 and text.startswith(f"{counts[0].sum():,} of 12,000 examples")
    assert abs(counts[0].sum() / 120 - float(values["share"].rstrip("%"))) < 0.5
    y_true, y_pred = (np.repeat(index, counts.ravel()) for index in np.indices((3, 3)).reshape(2, -1))
    option = {"joint": "all", "by row": "true", "by column": "pred"}[values["reading"]]
    theirs = sk.confusion_matrix(y_true, y_pred, normalize=option)
    assert shown == pytest.approx(theirs, abs=0.00051)
    expected = {
        "norm": np.linalg.svd(theirs - np.diag(np.diag(theirs)))[1].max(),
        "error": 1 - sk.accuracy_score(y_true, y_pred),
        "recall": sk.recall_score(y_true, y_pred, average=None)[1],
        "precision": sk.precision_score(y_true, y_pred, average=None)[1],
    }
    assert numbers == pytest.approx(expected)


def test_the_row_reading_alone_ignores_the_priors():
    norms = {}
    for values, numbers, *_ in FIGURES["Three readings of one matrix"]:
        norms.setdefault(values["reading"], set()).add(round(numbers["norm"], 3))
    assert len(norms["by row"]) == 1 < min(len(norms["joint"]), len(norms["by column"]))


def test_the_table_of_the_naive_attempt(printed):
    pi = np.array([0.9, 0.05, 0.05])
    C = bayes_errors(0.9)
    expected = [1 - pi @ C.sum(axis=1), *C.sum(axis=1)]
    assert [float(cell) for cell in table_row(printed, "Bayes rule", 5)] == pytest.approx(expected, abs=0.0051)
    assert [float(cell) for cell in table_row(printed, "majority rule", 5)] == [0.9, 0, 1, 1]
    # The trained rule, measured on a sample instead of integrated.
    law = ThreeGaussians()
    X, y = law.sample(2500, random_state=0)
    model = LogisticRegression(C=1e3, tol=1e-8, max_iter=1000).fit(X, y)
    y_new = np.repeat([0, 1, 2], 60_000)
    wrong = model.predict(law.sample_inputs(y_new, random_state=5)) != y_new
    errors = wrong.reshape(3, -1).mean(axis=1)
    cells = [float(cell) for cell in table_row(printed, "logistic", 5)]
    assert cells == pytest.approx([1 - pi @ errors, *errors], abs=0.012)
    # Prior shift: 20 % of a, 40 % of b and of c.
    shifted = numbers_in(re.search(r"after the shift: (.*)", printed)[1])
    assert shifted == pytest.approx([np.dot([0.2, 0.4, 0.4], errors)] * 2, abs=0.012)


def test_the_cars(printed):
    car = load_car()
    parts = train_test_split(car.data, car.target, test_size=0.5, stratify=car.target, random_state=0)
    X_train, X_test, y_train, y_test = parts
    rows = {}
    for name, weight in (("plain", None), ("class weights", "balanced")):
        model = LogisticRegression(tol=1e-8, max_iter=5000, class_weight=weight)
        y_pred = model.fit(X_train, y_train).predict(X_test)
        rows[name] = y_pred
        M = sk.confusion_matrix(y_test, y_pred, normalize="true")
        size = np.linalg.svd(M - np.diag(np.diag(M)))[1].max()
        expected = [sk.accuracy_score(y_test, y_pred), sk.balanced_accuracy_score(y_test, y_pred), size]
        assert [float(cell) for cell in table_row(printed, name, 4)] == pytest.approx(expected, abs=0.0051)
    for q, name in enumerate(car.target_names):
        n, wrong = np.sum(y_test == q), np.sum((y_test == q) & (rows["plain"] != q))
        first, second = (line for line in printed.splitlines() if line.startswith(f"| {name} |"))
        assert numbers_in(first) == pytest.approx([100 * n / len(y_test), n, wrong / n], abs=0.051)
        # Clopper and Pearson.
        low, high = beta.ppf(0.025, wrong, n - wrong + 1), beta.ppf(0.975, wrong + 1, n - wrong)
        assert numbers_in(second) == pytest.approx([n, wrong / n, low, high], abs=0.0051)


def test_every_term_of_the_glossary_is_defined_once_and_in_order():
    text = (BOOK / "together" / "glossary.md").read_text(encoding="utf-8")
    body = re.search(r"```\{glossary\}\n(.*?)```", text, re.S)[1]
    terms = [line for line in body.splitlines() if line and not line.startswith(" ")]
    first = [entry.strip().splitlines()[0] for entry in body.split("\n\n")]  # of each entry; short forms follow
    assert len(terms) == len(set(terms)) and len(first) >= 30 and first == sorted(first, key=str.lower)


def test_the_check_of_the_second_exercise_knows_right_from_wrong():
    """Right answers do not hang on the last bits of a tie, and the usual slips are told."""
    text = (BOOK / "_text" / f"{CHAPTER}.md").read_text(encoding="utf-8")
    cell = re.search(r"^probabilities = .*?(?=^check\()", text, re.S | re.M)[0]
    space = {"np": np}
    exec(cell, space)
    [((logs, share), wanted)] = space["cases"]
    ordered = np.sort(np.exp(logs) / share, axis=1)
    assert np.all(ordered[:, -1] > 1.1 * ordered[:, -2])
    assert (np.exp(logs) / share).argmax(axis=1).tolist() == wanted
    for slip in (logs, logs - share, logs + np.log(share), logs / share):
        assert slip.argmax(axis=1).tolist() != wanted
