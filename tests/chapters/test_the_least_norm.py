"""Numbers of the chapter "The least norm", from closed forms, linear programs and samples of its own."""

import re

import numpy as np
import pytest
from scipy.stats import norm as normal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit, cross_val_predict
from sklearn.preprocessing import StandardScaler

from confusion.datasets import ThreeGaussians
from confusion.limits import attainable_norm
from confusion_studies import triage
from confusion_studies.data import load_car
from tests.chapters.stored import figures_of, numbers_in

CHAPTER = "decisions/the-least-norm"
LAW = ThreeGaussians()


def told(printed, pattern):
    return [float(one) for one in re.search(pattern, printed, re.M).groups()]


def error_matrix(answers, y, Q):
    C = np.zeros((Q, Q))
    np.add.at(C, (y, answers), 1 / np.bincount(y, minlength=Q)[y])
    return C - np.diag(np.diag(C))


@pytest.fixture(scope="module")
def dial():
    frames = figures_of(CHAPTER)["Impossible answers"]
    shares = {0: 0.0, 10: 0.1, 20: 0.2, 33: 1 / 3, 50: 0.5, 67: 2 / 3, 75: 0.75, 100: 1.0}
    places = [(int(shown.values["Q"]), shares[int(numbers_in(shown.values["share"])[0])]) for shown in frames]
    return dict(zip(places, frames, strict=True))


def test_frames_of_impossible_answers(dial):
    """The closed form of the norm, and the class error, in every frame and its sentence."""
    assert len(dial) == 48
    for (Q, share), shown in dial.items():
        norm, error = np.sqrt((1 - share) ** 2 / 4 + 2 * share**2 / (Q - 2)), (1 + share) / 2
        assert [shown.numbers[name] for name in ("norm", "error")] == pytest.approx([norm, error], abs=1e-7)
        said = [Q, round(100 * share), norm, 0.5, 100 * error]
        assert numbers_in(shown.text) == pytest.approx(said, abs=0.5001)
        assert numbers_in(shown.text)[2] == pytest.approx(norm, abs=0.000501)


def test_norm_falls_while_the_errors_rise(dial):
    for Q in (3, 4, 6, 10, 18, 26):
        row = sorted((share, shown.numbers) for (classes, share), shown in dial.items() if classes == Q)
        norms = np.array([numbers["norm"] for _, numbers in row])
        errors = np.array([numbers["error"] for _, numbers in row])
        best = norms.argmin()
        assert 0 < best < len(row) - 1 and (np.diff(errors) > 0).all() and errors[0] == norms[0] == 0.5
        assert (np.diff(norms[: best + 1]) < 0).all() and (np.diff(norms[best:]) > 0).all()
        nearest = np.abs(np.array([share for share, _ in row]) - (Q - 2) / (Q + 6)).argmin()
        assert best == nearest and norms[best] == pytest.approx(np.sqrt(2 / (Q + 6)), abs=2e-3)
    least = [min(s.numbers["norm"] for key, s in dial.items() if key[0] == Q) for Q in (3, 4, 6, 10, 18, 26)]
    assert least == sorted(least, reverse=True) and least[-1] == pytest.approx(0.25)


def test_the_first_numbers(printed):
    """Whoever loses one of the two has the norm 1; the coin 1/2; the least is sqrt(2 / 10)."""
    assert re.findall(r"^weight \S+: norm (\S+)$", printed, re.M) == ["1.000"] * 3
    assert told(printed, r"^coin: norm (\S+)$") == [0.5]
    assert told(printed, r"^the least: norm (\S+)$") == pytest.approx([np.sqrt(0.2)], abs=5.01e-4)


def test_copas_law(printed):
    """The ends, by linear programs instead of steps; the table by a million draws."""
    least = attainable_norm(LAW, tol=1e-4)
    for line in ("ours", "package"):
        ends = told(printed, rf"^{line}: +(\S+) to (\S+)$")
        assert ends == pytest.approx([least.lower, least.upper], abs=6e-4)
    names = "least norm", "Bayes rule"
    rows = [re.search(rf"^\| {name} \| (.*) \|$", printed, re.M)[1].split(" | ") for name in names]
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(3), 200_000)
    X = LAW.sample_inputs(y, np.random.RandomState(rng.integers(2**31)))
    for row, costs in zip(rows, (least.costs, None)):
        C = error_matrix(LAW.bayes_predict(X, costs), y, 3)
        found = [np.linalg.norm(C, 2), C.sum() / 3, LAW.weights @ C.sum(axis=1)]
        assert [float(one) for one in row] == pytest.approx(found, abs=4e-3)
    balanced = float(re.search(r"^\| balanced rule \| (\S+) \|", printed, re.M)[1])
    # two neighbours at distance sqrt(2) and 2: errors by the angles of the bisectors, here by draws of the same points
    C = error_matrix(LAW.bayes_predict(X, "balanced"), y, 3)
    assert balanced == pytest.approx(np.linalg.norm(C, 2), abs=3e-3) and balanced > least.lower
    assert balanced > normal.cdf(-1 / np.sqrt(2) / LAW.sigma)  # one border alone


def test_the_prior_and_the_prices(printed):
    U, s, Vt = np.linalg.svd(attainable_norm(LAW, tol=1e-4).dual)
    six = [float(one) for one in re.findall(r"^0\.\d\d$", printed, re.M)[:6]]
    assert six == pytest.approx([*np.abs(U[:, 0]), *np.abs(Vt[0])], abs=0.04)


def test_the_table_of_norms(printed):
    """Closed forms for the four classes of the beginning: minimise over the share e of impossible answers."""
    e = np.linspace(0, 1, 100_001)
    a, b = (1 - e) / 2, e / 2
    norms = {
        "operator": np.sqrt(a**2 + 4 * e**2 / 4),
        "frobenius": np.sqrt(2 * a**2 + 2 * 2 * b**2),
        "column-sum": np.maximum(a, 2 * b),
        "max-error": a + 2 * b,
    }
    for name, values in norms.items():
        best = values.argmin()
        found = [values[best], (1 + e[best]) / 2, values[0]]
        row = re.search(rf"^\| {name} \| (.*) \|$", printed, re.M)[1].split(" | ")
        assert [float(one) for one in row] == pytest.approx(found, abs=0.00501)


def test_certificate_in_the_clinic(printed):
    X, y, X_test, y_test = triage.patients()
    norm, at_most = told(printed, r"^measured (\S+), at most (\S+)$")
    value, at_least = told(printed, r"^value (\S+), no rule below (\S+), if \.\.\.$")
    counts = np.bincount(y_test)
    assert at_most - norm == pytest.approx(np.sqrt(np.log(40) / (2 * counts.min())), abs=1.1e-3)
    truth, least = told(printed, r"^the truth: (\S+), and the least (\S+)$")
    assert at_least < least < truth < at_most and norm < least and least == pytest.approx(0.11217, abs=5.1e-4)
    # M is near u v^T of the true law, so its radius is near sqrt(ln 40 / 2 sum_p (u_p max v)^2 / m_p)
    u, v = np.array([0.692, 0.511, 0.511]), np.array([0.672, 0.524, 0.524])
    largest = u * np.array([v[1], v[0], v[0]])
    assert value - at_least == pytest.approx(np.sqrt(np.log(40) / 2 * (largest**2 / counts).sum()), rel=0.1)
    own = told(printed, r"^by the model (\S+) to (\S+)$")
    P = cross_val_predict(LogisticRegression(), X, y, method="predict_proba")
    balanced = (P / P.mean(axis=0)).argmax(axis=1)
    C = (P / P.sum(axis=0)).T @ np.eye(3)[balanced]
    assert own[0] <= np.linalg.norm(C - np.diag(np.diag(C)), 2) + 1e-3


@pytest.mark.slow
def test_ten_halves_of_car(printed):
    """Argmax, shift and weights without the package's classes; the order of the four."""
    shown = {
        name: float(re.search(rf"^{name} +(\S+)$", printed, re.M)[1])
        for name in ("argmax", "shift", "weights", "least norm")
    }
    car, found = load_car(), []
    for learn, test in StratifiedShuffleSplit(10, test_size=0.5, random_state=0).split(car.data, car.target):
        scale = StandardScaler().fit(car.data[learn])
        X, y, new = scale.transform(car.data[learn]), car.target[learn], scale.transform(car.data[test])
        plain = LogisticRegression().fit(X, y).predict_proba(new)
        weighted = LogisticRegression(class_weight="balanced").fit(X, y).predict(new)
        three = plain.argmax(axis=1), (plain / np.bincount(y)).argmax(axis=1), weighted
        found.append([np.linalg.norm(error_matrix(a, car.target[test], 4), 2) for a in three])
    assert [shown[name] for name in ("argmax", "shift", "weights")] == pytest.approx(np.mean(found, axis=0), abs=0.0051)
    assert shown["weights"] < shown["least norm"] < shown["shift"] < shown["argmax"]


def test_the_vectors_do_not_settle(printed):
    first, later = told(printed, r"^first (\S+), lowest later (\S+)$")
    assert later > first + 0.01 > 0.1122
