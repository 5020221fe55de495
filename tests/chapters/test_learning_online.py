"""The figures of the chapter "Learning online", by plain loops and by sampling."""

import numpy as np
import pytest
from scipy.special import softmax

from confusion.datasets import ThreeGaussians
from confusion.linear import ultraconservative_step
from tests.chapters.stored import figures_of, scenes_of

CHAPTER = "foundations/learning-online"
STEPS = {
    "perceptron": lambda W, x, y: ultraconservative_step(W, x, y, "max"),
    "passive-aggressive": lambda W, x, y: ultraconservative_step(W, x, y, "max-hinge"),
    "softmax": lambda W, x, y: W + np.outer(np.eye(3)[y] - softmax(W @ x), x),
}


def errors(W, Z, y):
    return ((Z @ W.T).argmax(axis=1) != y).mean()


@pytest.fixture(scope="module")
def runs():
    """Per learner: was each round a mistake, and the vectors before each round and after the last one."""
    X, y = ThreeGaussians().sample(2500, random_state=0)
    found = {}
    for name, step in STEPS.items():
        W, missed, path = np.zeros((3, 3)), [], []
        for x, label in zip(np.column_stack([X, np.ones(2500)]), y):
            path.append(W)
            missed.append((W @ x)[label] <= np.delete(W @ x, label).max())
            W = step(W, x, label)
        found[name] = np.array(missed), np.array([*path, W])
    return found


@pytest.fixture(scope="module")
def patients():
    X, y = ThreeGaussians().sample(100_000, random_state=99)
    return np.column_stack([X, np.ones(len(X))]), y


def test_the_last_one_and_the_average(runs, patients):
    [frames] = figures_of(CHAPTER).values()
    assert len(frames) == 12
    for shown in frames:
        T, name = int(shown.values["T"].replace(",", "")), shown.values["learner"]
        missed, path = runs[name]
        told = shown.numbers
        assert told["rate"] == pytest.approx(missed[:T].mean())
        assert told["bound"] == pytest.approx(missed[:T].mean() + np.sqrt(np.log(20) / (2 * T)))
        assert told["average"] == pytest.approx(errors(path[:T].mean(axis=0), *patients), abs=0.004)
        assert told["last"] == pytest.approx(errors(path[T], *patients), abs=0.004)
        assert told["mean"] < told["bound"] and told["average"] < min(told["mean"], told["last"])
    whole = {shown.values["learner"]: shown.numbers for shown in frames if shown.values["T"] == "2,500"}
    for name, numbers in whole.items():
        mean = np.mean([errors(W, *(part[:4000] for part in patients)) for W in runs[name][1][:2500:20]])
        assert numbers["mean"] == pytest.approx(mean, abs=0.01)


def test_the_stream_starts_before_its_last_mistake():
    told, at = scenes_of(CHAPTER)["stream"]
    points, labels, U = (np.array(told[key]) for key in ("points", "labels", "target"))
    assert ((points @ U.T).argmax(axis=1) == labels).all()
    start = len(at["past"]) // 5
    assert at["x"] == points[start].tolist() and at["y"] == told["names"][labels[start]]
    missed = {}
    for name in ("perceptron", "passive-aggressive"):
        W, missed[name] = np.zeros((3, 2)), []
        for t, (x, y) in enumerate(zip(points, labels)):
            if (W @ x)[y] <= np.delete(W @ x, y).max():
                missed[name].append(t)
            W = STEPS[name](W, x, y)
    assert start in missed["perceptron"] and max(missed["perceptron"]) > start
    assert len(missed["passive-aggressive"]) < len(missed["perceptron"])
