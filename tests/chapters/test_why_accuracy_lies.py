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

from confusion.datasets import ThreeGaussians
from confusion.metrics import measure_interval
from confusion_studies.data import load_car
from coursemachine.checkout import BOOK
from tests.chapters.stored import figures_of, notebook_of, numbers_in, scenes_of, states_of

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


def svd_norm(C):
    return np.linalg.svd(C)[1].max()


@pytest.mark.parametrize(("values", "numbers", "text", "picture"), FIGURES["A lost class"])
def test_a_lost_class(values, numbers, text, picture):
    Q, root = numbers["classes"], np.sqrt(numbers["classes"] - 1)
    assert values["Q"] == f"{Q:g}" and text.startswith(f"{Q:g} classes.")
    # A row of 1 / (Q - 1), a column of .05, and an even matrix, whose first eigenvector is that of ones.
    lost = 1 / root if values["spread"] == "to all others evenly" else 1
    assert numbers == pytest.approx(
        {
            "norm, a is lost": lost,
            "largest, a is lost": 1,
            "mean, a is lost": 1 / Q,
            "norm, 5 % go to a": 0.05 * root,
            "largest, 5 % go to a": 0.05,
            "mean, 5 % go to a": 0.05 * (Q - 1) / Q,
            "norm, 20 % of each": 0.2,
            "largest, 20 % of each": 0.2,
            "mean, 20 % of each": 0.2,
            "classes": Q,
        }
    )
    assert all(f">{numbers[name]:.2f}<" in picture for name in numbers if name.startswith("norm"))


def test_the_norm_prefers_to_lose_a_class_where_there_are_many():
    """The sentence about 22 classes, and the pair that the norm alone orders as it does."""
    for Q in range(3, 40):
        lost, received = np.zeros((2, Q, Q))
        lost[0, 1:], received[1:, 0] = 1 / (Q - 1), 0.05
        assert (svd_norm(lost) < svd_norm(received) - 1e-12) == (Q >= 22)
        even = 0.2 / (Q - 1) * (1 - np.eye(Q))
        for other in (np.mean, np.max):
            assert other(received.sum(axis=1)) < other(even.sum(axis=1))
    received, even = np.zeros((26, 26)), 0.2 / 25 * (1 - np.eye(26))
    received[1:, 0] = 0.05
    assert svd_norm(even) == pytest.approx(0.2) and svd_norm(received) == pytest.approx(0.25)


def test_the_guess_is_the_norm_of_a_lost_class_of_26():
    (state,) = [state for state in states_of(CHAPTER) if state.get("guess")]
    assert state["title"] == "A lost class" and state["guess"]["shown"] == "0.20"


def test_the_precision_at_the_clinic(told):
    pi, C = np.array([0.9, 0.05, 0.05]), logistic_errors()
    found = []
    for prior in (pi, np.array([0.98, 0.01, 0.01])):
        called = prior * np.array([C[0, 1], 1 - C[1].sum(), C[2, 1]])
        found.append(called[1] / called.sum())
    sentence = re.search(r"At the clinic yes, with probability (0\.\d+);.*? only (0\.\d+), though", told, re.S)
    assert [float(number) for number in sentence.groups()] == pytest.approx(found, abs=0.03)
    # "it has not changed": only the priors differ.
    assert found[1] < found[0] - 0.2


@cache
def logistic_errors():
    """Error matrix of the trained rule, on a sample of each class."""
    law = ThreeGaussians()
    model = LogisticRegression(C=1e3, tol=1e-8, max_iter=1000).fit(*law.sample(2500, random_state=0))
    y = np.repeat([0, 1, 2], 60_000)
    answers = model.predict(law.sample_inputs(y, random_state=5)).reshape(3, -1)
    return np.array([[np.mean(row == q) for q in range(3)] for row in answers]) * (1 - np.eye(3))


@pytest.fixture(scope="module")
def told():
    """The words of the chapter, with the numbers that were inserted."""
    cells = notebook_of(CHAPTER)["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def test_the_table_of_the_naive_attempt(printed, told):
    pi = np.array([0.9, 0.05, 0.05])
    C = bayes_errors(0.9)
    expected = [1 - pi @ C.sum(axis=1), *C.sum(axis=1)]
    assert [float(cell) for cell in table_row(printed, "Bayes rule", 5)] == pytest.approx(expected, abs=0.0051)
    assert [float(cell) for cell in table_row(printed, "majority rule", 5)] == [0.9, 0, 1, 1]
    # The trained rule, measured on a sample instead of integrated.
    errors = logistic_errors().sum(axis=1)
    cells = [float(cell) for cell in table_row(printed, "logistic", 5)]
    assert cells == pytest.approx([1 - pi @ errors, *errors], abs=0.012)
    # Prior shift: 20 % of a, 40 % of b and of c.
    shifted = re.search(r"be wrong with probability (0\.\d+), and is so on (0\.\d+) of", told)
    assert [float(one) for one in shifted.groups()] == pytest.approx([np.dot([0.2, 0.4, 0.4], errors)] * 2, abs=0.012)


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
        told = [cell.split() for cell in table_row(printed, name, 4)]
        assert [float(cell[0]) for cell in told] == pytest.approx(expected, abs=0.0051)
        ends = measure_interval(y_test, y_pred)
        assert [float(end) for end in told[-1][1].strip("()").split("–")] == pytest.approx(ends, abs=0.0051)
    for q, name in enumerate(car.target_names):
        n, wrong = np.sum(y_test == q), np.sum((y_test == q) & (rows["plain"] != q))
        (line,) = (line for line in printed.splitlines() if line.startswith(f"| {name} |"))
        # Clopper and Pearson.
        low, high = beta.ppf(0.025, wrong, n - wrong + 1), beta.ppf(0.975, wrong + 1, n - wrong)
        share, *others = numbers_in(line)
        assert share == pytest.approx(100 * n / len(y_test), abs=0.051)
        assert others == pytest.approx([n, wrong / n, low, high], abs=0.0051)


def test_every_term_of_the_glossary_is_defined_once_and_in_order():
    text = (BOOK / "together" / "glossary.md").read_text(encoding="utf-8")
    body = re.search(r"```\{glossary\}\n(.*?)```", text, re.S)[1]
    terms = [line for line in body.splitlines() if line and not line.startswith(" ")]
    first = [entry.strip().splitlines()[0] for entry in body.split("\n\n")]  # of each entry; short forms follow
    assert len(terms) == len(set(terms)) and len(first) >= 30 and first == sorted(first, key=str.lower)
