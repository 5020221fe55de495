"""The numbers told by the figures of "The update, derived and drawn", by a generic solver."""

import re

import numpy as np
import pytest
from scipy.optimize import minimize

from tests.book.stored import figures_of

FIGURES = figures_of("copa/the-update")
STREAM = np.array(
    [
        [1.4, -1.2],
        [1.1, 1.2],
        [-1.4, -1.3],
        [-1.2, 0.4],
        [-1.9, 1.0],
        [1.4, -0.6],
        [-1.2, -0.5],
        [1.0, -1.8],
        [0.3, 1.3],
    ]
)
TRUTH = [3, 0, 2, 1, 1, 0, 2, 3, 0]


def numbers(text):
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", text.replace("−", "-"))]


def away_from_rounding_edges(values, decimals):
    scaled = np.asarray(values) * 10**decimals
    return np.abs(np.abs(scaled - np.floor(scaled)) - 0.5).min() > 1e-6


def primal_by_slsqp(scores, n, y, C):
    """Scores after the step: (18) in the scores, slack variables written out; C = inf has no slack."""
    Q, wrong = len(scores), [q for q in range(len(scores)) if q != y]
    slack = 0 if np.isinf(C) else Q - 1

    def value(z):
        return np.sum((z[:Q] - scores) ** 2) / (2 * n) + (C / 2 * np.sum(z[Q:] ** 2) if slack else 0)

    def gradient(z):
        return np.append((z[:Q] - scores) / n, C * z[Q:] if slack else [])

    room = np.zeros((Q - 1, Q + slack))
    room[range(Q - 1), wrong] = -1
    if slack:
        room[:, Q:] = np.eye(Q - 1)
    total = np.append(np.ones(Q), np.zeros(slack))
    constraints = [
        {"type": "eq", "fun": lambda z: total @ z, "jac": lambda z: total},
        {"type": "ineq", "fun": lambda z: room @ z - 1 / (Q - 1), "jac": lambda z: room},
    ]
    start = np.append(scores, np.ones(slack))
    found = minimize(value, start, jac=gradient, constraints=constraints, options={"ftol": 1e-15, "maxiter": 500})
    return found.x[:Q]


def max_hinge_by_slsqp(scores, n, y, C):
    """Scores after min 1/(2n) |f - f_t|^2 + C/2 xi^2 subject to f_y - f_r + xi >= 1."""
    Q, wrong = len(scores), [q for q in range(len(scores)) if q != y]
    slack = 0 if np.isinf(C) else 1

    def value(z):
        return np.sum((z[:Q] - scores) ** 2) / (2 * n) + (C / 2 * z[Q] ** 2 if slack else 0)

    def gradient(z):
        return np.append((z[:Q] - scores) / n, C * z[Q:] if slack else [])

    room = np.zeros((Q - 1, Q + slack))
    room[range(Q - 1), wrong] = -1
    room[:, y] = 1
    if slack:
        room[:, Q] = 1
    constraint = {"type": "ineq", "fun": lambda z: room @ z - 1, "jac": lambda z: room}
    start = np.append(scores, np.ones(slack))
    return minimize(value, start, jac=gradient, constraints=[constraint], options={"ftol": 1e-15, "maxiter": 500}).x[:Q]


def price(text):
    return np.inf if text == "∞" else float(text)


@pytest.fixture(scope="module")
def trajectories():
    """(losses, alpha, tau) of the nine steps for each C, the vectors moved along x by the solver's scores."""
    found = {}
    for C in (0.25, 1.0, 4.0, np.inf):
        W, rounds = np.zeros((4, 2)), []
        for x, y in zip(STREAM, TRUTH):
            n, before = x @ x, W @ x
            after = primal_by_slsqp(before, n, y, C)
            # The true class moves by the common push alone, and that is -tau.
            push = after[y] - before[y]
            rounds.append((before + 1 / 3, (push - (after - before)) / n, -push))
            W = W + np.outer(after - before, x) / n
        found[C] = rounds
    return found


def test_both_figures_are_complete():
    assert {title: len(frames) for title, frames in FIGURES.items()} == {"COPA step by step": 24, "Step duel": 28}


@pytest.mark.parametrize(("values", "text", "picture"), FIGURES["COPA step by step"])
def test_step_by_step_tells_what_the_solver_finds(trajectories, values, text, picture):
    t, C = int(values["t"]) - 1, price(values["C"])
    losses, alpha, tau = trajectories[C][t]
    y = TRUTH[t]
    assert text.startswith(f"Example {t + 1}, class {y + 1}, C = {values['C']}. ")
    pairs = re.search(r"Losses: (.*?)\. (?:Threshold|I\*)", text).group(1).split(", ")
    told = {int(pair.split()[1]) - 1: numbers(pair.split()[2])[0] for pair in pairs}
    order = list(told)
    assert sorted(order) == [q for q in range(4) if q != y]
    assert [told[q] for q in order] == pytest.approx([losses[q] for q in order], abs=5.1e-3)
    assert list(told.values()) == sorted(told.values(), reverse=True)
    assert away_from_rounding_edges([*losses[order], *alpha[order], tau], 2)
    active = [q for q in order if alpha[q] > 1e-4]
    if not active:
        assert "I* = 0" in text and "nothing moves" in text
        return
    rest = re.search(r"Threshold τ = (\S+), I\* = (\d), α = ([^A-Za-z]*)\.", text)
    assert numbers(rest.group(1)) == pytest.approx([tau], abs=5.1e-3)
    assert int(rest.group(2)) == len(active)
    assert numbers(rest.group(3)) == pytest.approx([alpha[q] for q in active], abs=5.1e-3)
    assert f"τ = {rest.group(1)}" in picture
    owing_nothing = [q + 1 for q in active if losses[q] <= 0]
    assert ("is active although" in text or "are active although" in text) == bool(owing_nothing)
    if owing_nothing:
        assert [int(v) for v in re.findall(r"\d", text.split(" active although")[0].split(".")[-1])] == owing_nothing


@pytest.mark.parametrize(("values", "text", "picture"), FIGURES["Step duel"])
def test_the_duel_tells_what_the_solvers_find(values, text, picture):
    s, C = float(values["s"]), price(values["C"])
    before = np.array([1.0, s, -s, -1.0])
    copa, hinge = primal_by_slsqp(before, 1.0, 0, C), max_hinge_by_slsqp(before, 1.0, 0, C)
    head, copa_told, hinge_told = re.match(r"(.*?)\. (COPA .*?); (the max-hinge .*)$", text).groups()
    assert numbers(head.split("scores")[1]) == list(before)
    moves, _, *told = numbers(copa_told)
    assert moves == (np.abs(copa - before) > 1e-4).sum() == 4
    assert told == pytest.approx(copa, abs=5.2e-4)
    assert away_from_rounding_edges(copa, 3) and (s == 0 or away_from_rounding_edges(hinge, 3))
    if s == 0:
        assert "moves none" in hinge_told and np.abs(hinge - before).max() < 1e-4
    else:
        moves, *told = numbers(hinge_told)
        assert moves == (np.abs(hinge - before) > 1e-4).sum() == 2
        assert told == pytest.approx(hinge, abs=5.2e-4)
    assert "COPA: 4 of 4 classes move" in picture
