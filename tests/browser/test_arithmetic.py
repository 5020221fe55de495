"""What figures compute, against the package: one test, and for each computation its states and what is right."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize, minimize_scalar
from scipy.special import ndtr, softmax
from sklearn import metrics as metrics_of_sklearn
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.tree import DecisionTreeClassifier

from confusion import AdaBoostMHClassifier, AdaBoostMMClassifier, ComboClassifier, metrics
from confusion.boosting import CostTree, mh_distribution
from confusion.copa import confusion_risk, copa_multipliers, copa_step, empirical_online_confusion_risk
from confusion.datasets import ThreeGaussians
from confusion.decisions import least_norm, prior_shift
from confusion.limits import held_out_norm_bound, minimum_accuracy, minimum_error, online_risk_radius
from confusion.linear import UltraconservativePerceptron, ultraconservative_step
from confusion.margins import block_step, surrogate_answers, surrogate_minimiser
from confusion.noise import class_proportions, corrupt_labels, dominance, estimated_joint, inverse_norm, symmetric_noise
from confusion.report import describe
from confusion.uma import UmaClassifier, uma_direction
from tests.chapters.stored import states_of

pytestmark = pytest.mark.slow
#: Where each scene stands; a reader's own matrix has test_own_matrix.py.
CHAPTERS = {
    "boundary": "foundations/why-accuracy-lies", "norms": "foundations/why-accuracy-lies",
    "update": "copa/the-update", "noise": "uma/label-noise", "dial": "foundations/why-accuracy-lies",
    "dual": "foundations/the-multiclass-svm", "board": "foundations/boosting-and-stumps", "wall": "foundations/tools",
    "triangle": "foundations/scores-and-margins", "pruning": "foundations/grow-and-prune",
    "stream": "foundations/learning-online", "pair": "cases/copa", "strip": "copa/what-the-average-inherits",
    "shift": "combo/one-shift", "oneround": "combo/adaboost-mm", "errors": "combo/from-the-norm-to-a-loss",
    "printed": "cases/combo", "anatomy": "uma/uma", "curves": "decisions/the-least-norm",
}  # fmt: skip
#: Of each computation: an expression of a state `s`, and what generates states with what the package has for each:
#: numbers by their names in the expression's value, or a function that looks at it and the state.
COMPUTED = {}


def state_of(kind):
    """The scene of a kind as the book stores it."""
    return next(state for state in states_of(CHAPTERS[kind]) if state.get("kind") == kind)


def parameters_of(kind):
    return state_of(kind)["parameters"]


def assert_alike(found, wanted, where="", rtol=1e-9, atol=1e-9):
    """Refuse numbers that differ, in nested dicts and lists as well; a function of what is found looks itself."""
    if callable(wanted):
        wanted(found)
    elif isinstance(wanted, dict):
        for name, one in wanted.items():
            assert_alike(found[name], one, f"{where}.{name}", rtol, atol)
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), where
        for k, (one, other) in enumerate(zip(found, wanted)):
            assert_alike(one, other, f"{where}[{k}]", rtol, atol)
    elif isinstance(wanted, float):
        assert found == pytest.approx(wanted, rel=rtol, abs=atol), where
    elif isinstance(wanted, tuple | np.ndarray):
        np.testing.assert_allclose(np.asarray(found, dtype=float), wanted, rtol, atol, err_msg=where)
    else:
        assert found == wanted, where


def computed(expression):
    """Register a computation."""

    def register(pairs):
        COMPUTED[pairs.__name__] = expression, pairs
        return pairs

    return register


@computed(
    "((C) => ({ C, e: classErrors(C), R: risk(C, s.priors) }))"
    "(errorMatrix(countsOf(s.y, answersOf(s.W, s.m, s.X), 3)))"
)
def a_linear_rule_on_points(rng):
    X, y = rng.normal(size=(300, 2)).round(2), np.repeat([0, 1, 2], 100)
    drawn = [(rng.uniform(-1, 1, (3, 2)).round(2), rng.uniform(-1, 1, 2).round(2)) for _ in range(60)]
    for W, m in [*drawn, (np.zeros((3, 2)), np.zeros(2))]:  # at last all scores are equal: the first class
        d, priors = X - m, rng.dirichlet([1, 1, 1])  # differences first: a tie must not be decided by rounding
        C = metrics.confusion_matrix(y, (W[:, 0] * d[:, :1] + W[:, 1] * d[:, 1:]).argmax(axis=1), labels=[0, 1, 2])
        state = {"X": X, "y": y, "W": W, "m": m, "priors": priors}
        yield state, {"C": C, "e": metrics.per_class_error(C), "R": metrics.risk(C, priors)}


@computed("({ ...leadingAxes(s.C), size: frobenius(s.C) })")
def norms_and_axes_of_error_matrices(rng):
    grid = np.stack(np.meshgrid(*[np.linspace(0, 0.5, 3)] * 6), axis=-1).reshape(-1, 6)
    matrices = np.zeros((len(grid) + 100, 3, 3))
    matrices[:, ~np.eye(3, dtype=bool)] = [*grid, *rng.uniform(0, 0.5, (100, 6))]
    majority = np.array([[0, 0, 0], [1, 0, 0], [1, 0, 0]])

    def right(found, C):
        norm = metrics.operator_norm(C)
        assert_alike(found, {"norm": norm, "second": np.linalg.svd(C)[1][1], "size": metrics.frobenius_norm(C)})
        # A direction that the matrix stretches by its norm, and where to.
        assert_alike(C @ found["direction"], np.multiply(norm, found["left"]))
        assert_alike([np.linalg.norm(found[name]) for name in ("direction", "left")], [1.0, float(norm > 0)])

    yield from (({"C": C}, right) for C in [*matrices, majority, np.roll(np.eye(3), 1, axis=0)])


def linear_on_gaussians(parameters, W, m):
    law = ThreeGaussians(parameters["priors"], parameters["sigma"], parameters["centers"])
    return law.confusion(np.array(W), intercept=-np.array(W) @ m)


@computed("({ C: gaussianMatrix(s.W, s.m, s.centers, s.sigma), far: s.far.map(normal) })")
def a_linear_rule_on_gaussians(rng):
    parameters = parameters_of("pair")
    W = [parameters["presets"]["balanced"][name] for name in "abc"]
    rules = [(W, [x, y]) for x in (-1.5, -0.4, 0.0, 0.7) for y in (-0.8, 0.0, 0.05, 1.6)]
    rules += [(rng.uniform(-1, 1, (3, 2)).round(2), rng.uniform(-1.5, 1.5, 2).round(2)) for _ in range(60)]
    # Scores that are all equal, two that are, and borders that are parallel.
    rules += [([[0.3, 0.1]] * 3, [0, 0]), ([[0, 1], [0, 1], [1, 0]], [0, 0.2])]
    rules += [([[0.1, 0], [0.2, 0], [0.3, 0]], [0.3, 0.4])]

    def right(found, W, m, far, **_):
        np.testing.assert_allclose(found["C"], linear_on_gaussians(parameters, W, m), atol=1e-4)
        np.testing.assert_allclose(found["far"], ndtr(far), atol=2e-7)

    base = {"far": np.linspace(-8, 8, 33)} | {key: parameters[key] for key in ("centers", "sigma")}
    yield from ((base | {"W": W, "m": m}, right) for W, m in rules)


@computed("((step) => ({ ...step, sorted: [...step.active].sort() }))(copaStep(s.W, s.x, s.y, s.C))")
def a_step_of_copa(rng):
    def right(found, W, x, y, C):
        alpha = copa_multipliers(W, x, y, float(C))
        step = {"alpha": alpha, "after": copa_step(W, x, y, float(C)), "tau": -x @ x * alpha.mean()}
        assert_alike(found, step | {"sorted": np.flatnonzero(alpha)})
        assert (np.diff(np.array(found["losses"])[found["order"]]) <= 0).all()

    inputs = np.repeat([[1.0, 0.0], [0.0, 0.0], [-0.6, 1.3], [0.05, -0.01], [1.7, 1.2]], 3, axis=0)
    for C, Q, x in product((0.25, 1.0, 4.0, 16.0, "inf"), (2, 3, 4, 5), inputs):
        yield {"W": 1.2 * rng.normal(size=(Q, 2)).round(2), "x": x, "y": int(rng.integers(Q)), "C": C}, right


class Fixed(np.random.RandomState):
    """A source of given numbers."""

    def __init__(self, numbers):
        super().__init__(0)
        self.numbers = np.asarray(numbers)

    def random_sample(self, size=None):
        assert size == len(self.numbers)
        return self.numbers


@computed(
    "(() => { const C = noiseMatrix(s.off); const labels = noisyLabels(C, s.truth, s.uniforms);"
    " const undo = inverse(C); return { C, labels, undo, norm: undo && operatorNorm(undo),"
    " shares: undo && times(undo, sharesOf(labels, 3)) } })()"
)
def noise_and_its_undoing(rng):
    truth, uniforms = rng.integers(3, size=180), rng.uniform(size=180).round(4)
    alike = np.array([[0.5, 0.5, 0.1], [0.5, 0.5, 0.1], [0.0, 0.0, 0.8]])
    known = [[0.4, 0.1, 0.0], [0.6, 0.8, 0.1], [0.0, 0.1, 0.9]]
    matrices = [known, np.eye(3), np.full((3, 3), 0.22), alike]
    for C in [*matrices, *(rng.dirichlet([1, 1, 2], size=3).T.round(2) for _ in range(80))]:
        off = C * (1 - np.eye(3))
        off = off * (off.sum(axis=0) <= 1)
        C = off + np.diag(1 - off.sum(axis=0))
        labels = corrupt_labels(truth, C, random_state=Fixed(uniforms), classes=[0, 1, 2])
        wanted = {"C": C, "labels": labels, "undo": None}
        if (norm := inverse_norm(C)) < 1e11:
            wanted["undo"] = lambda undo, C=C: np.testing.assert_allclose(undo @ C, np.eye(3), atol=1e-9)
            wanted["shares"] = class_proportions(labels, C)
            wanted["norm"] = lambda found, norm=norm: assert_alike(found, norm, rtol=1e-9 * max(1, norm))
        yield {"truth": truth, "uniforms": uniforms, "off": off}, wanted


def answers_around(W, count):
    """What a linear rule answers in so many directions of the plane."""
    turn = 2 * np.pi * np.arange(0.5, count) / count
    return (np.column_stack([np.cos(turn), np.sin(turn)]) @ np.transpose(W)).argmax(axis=1)


@computed("((W) => ({ W, around: answersAround(W, 100) }))(meanPerceptron(s.X, s.y, 3, s.passes))")
def a_mean_perceptron_and_where_it_answers_what(rng):
    X = rng.normal(size=(60, 2)).round(3)
    for n in range(20):
        y, passes = np.r_[0, 1, 2, rng.integers(3, size=57)], 1 + n % 3
        W = UltraconservativePerceptron(epochs=passes, shuffle=False).fit(X, y).coef_
        yield {"X": X, "y": y, "passes": passes}, {"W": W, "around": answers_around(W, 100)}


@computed("[0, 1, 2].map((q) => regionOf(s.W, s.m, q, [-2, 2, -1, 2]))")
def regions_where_a_class_has_the_largest_score(rng):
    def right(found, W, m):
        area = 0.0
        for q, corners in enumerate(map(np.array, found)):
            if len(corners):
                x, y = corners.T
                area += 0.5 * abs(x @ np.roll(y, -1) - y @ np.roll(x, -1))
                assert (W @ (corners.mean(axis=0) - m)).argmax() == q
        assert_alike(area, 12.0)

    yield from (({"W": rng.normal(size=(3, 2)), "m": rng.uniform(-0.5, 0.5, 2)}, right) for _ in range(40))


def dual_by_package(X, y, C, chosen, count):
    """(point, row, objective, dual) of each visit in the SVM's dual, by `block_step` and sums over examples."""
    X, y, m = np.asarray(X), np.asarray(y), len(y)
    A, own, found = np.zeros((m, 3)), np.eye(3, dtype=bool)[y], []

    def slacks(F):
        return np.where(own, 0, 1 + F - F[own][:, None]).max(axis=1)

    for t in range(count):
        F = X @ (A.T @ X).T
        pieces = C * slacks(F) - A[own] + (A * F).sum(axis=1)
        i = chosen[t] if t < len(chosen) else int(pieces.round(9).argmax())
        A[i] = block_step(F[i], y[i], X[i] @ X[i], C, A[i])
        W = A.T @ X
        half = np.sum(W**2) / 2
        found.append((i, A[i].copy(), half + C * slacks(X @ W.T).sum(), A[own].sum() - half))
    return found


@computed(
    "(([first, ...visits]) => ({ point: visits.map((one) => one.point), row: visits.map((one) => one.A[one.point]),"
    " objective: visits.map((one) => one.objective), dual: [first, ...visits].map((one) => one.dual) }))"
    "(dualWalk(s.X, s.y, 3, s.C, s.chosen, s.count))"
)
def visits_in_the_dual_of_the_svm(rng):
    told = parameters_of("dual")
    states = [{"X": told["points"], "y": told["labels"], "C": 1.0, "chosen": [], "count": told["visits"]}]
    for C in np.repeat([0.3, 1.0, 5.0], 12):
        X = rng.normal(size=(9, 2)).round(2)
        states += [{"X": X, "y": rng.permutation(9) % 3, "C": C, "chosen": rng.integers(9, size=9), "count": 12}]
    for state in states:
        points, rows, objectives, duals = map(np.array, zip(*dual_by_package(**state)))
        yield state, {"point": points, "row": rows, "objective": objectives, "dual": np.array([0, *duals])}


def boosted_by_package(X, y, start, wanted):
    """(error, alpha, scores) of rounds with the best votes at these (feature, threshold), by the package's board."""
    X, y, f, found = np.asarray(X), np.asarray(y), np.zeros((len(y), 3)), []
    signs = 2 * np.eye(3)[y] - 1
    for feature, cut in wanted:
        board = signs * mh_distribution(f, y, start=start)
        low = X[:, feature] <= cut
        votes = [np.where(board[side].sum(axis=0) > 1e-12, 1, -1) for side in (low, ~low)]
        h = np.where(low[:, None], *votes)
        error = np.abs(board)[h != signs].sum()
        alpha = np.log((1 - error) / error) / 2
        f = f + alpha * h
        found.append((error, alpha, f))
    return found


@computed("({ cuts: cutsOf(s.X), rounds: boost(firstBoard(s.y, 3, s.start), s.y, s.X, cutsOf(s.X), s.k) })")
def rounds_on_the_board(rng):
    told = parameters_of("board")

    def right(found, X, y, start, k):
        cuts, rounds = [(one["feature"], one["cut"]) for one in found["cuts"]], found["rounds"]
        numbers, scores = [[one["error"], one["alpha"]] for one in rounds], [one["scores"] for one in rounds]
        if k[0] is None:
            model = AdaBoostMHClassifier(len(k), start=start).fit(X, y)
            wanted = [(stump.feature_, stump.threshold_) for stump in model.estimators_]
            assert [cuts[one["number"]] for one in rounds] == wanted
            assert_alike(numbers, np.transpose([model.errors_, model.estimator_weights_]))
            assert_alike([one["Z"] for one in rounds], np.array(model.normalisers_))
            assert_alike(scores[-1], model.votes(X))
            assert rounds[-1]["answers"] == model.predict(X).tolist()
        else:
            errors, alphas, wanted = zip(*boosted_by_package(X, y, start, [cuts[n] for n in k]))
            assert_alike(numbers, np.transpose([errors, alphas]))
            assert_alike(scores, np.array(wanted))
            assert all(one["best"]["error"] <= one["error"] + 1e-12 for one in rounds)

    for start in told["starts"]:
        yield {"X": np.array(told["points"]), "y": told["labels"], "start": start, "k": [None] * 8}, right
        for n in range(8):
            X, y = rng.normal(size=(14, 2)).round(1) + 0.0, rng.permutation(14) % 3
            k = [None] * 5 if n % 2 else rng.integers(1, len(np.unique(X[:, 0])), 5).tolist()
            yield {"X": X, "y": y, "start": start, "k": k}, right


def rounds_on_a_line(y, Q, stumps):
    """(D, edge, A+, A-, votes after it) of rounds of AdaBoost.MM with these stumps on examples in a row."""
    y, rows, f, found = np.asarray(y), np.arange(len(y)), np.zeros((len(y), Q)), []
    for k, u, v in stumps:
        D = np.exp(f - f[rows, y][:, None]) * (1 - np.eye(Q)[y])
        D[rows, y] = -D.sum(axis=1)
        h = np.where(rows < k, u, v)
        plus, minus = -D[rows, h][h == y].sum(), D[rows, h][h != y].sum()
        delta = -D[rows, h].sum() / -D[rows, y].sum()
        if delta > 1e-12:  # otherwise boosting would stop
            f = f + 0.5 * np.log(plus / minus) * np.eye(Q)[h]
        found.append((D, delta, plus, minus, f))
    return found


@computed("boostLine(s.y, 3, s.stumps)")
def rounds_of_adaboost_mm(rng):
    """The best stumps as the package has them, others by costs; and the best is as good as the weak learner."""
    told = parameters_of("oneround")

    def right(found, y, stumps):
        rows = np.arange(len(y))
        wanted = rounds_on_a_line(y, 3, [one["stump"] for one in found])
        for one, asked, (D, delta, plus, minus, f) in zip(found, stumps, wanted, strict=True):
            after = (np.exp(f - f[rows, y][:, None]).sum(axis=1) - 1).sum()
            numbers = {"edge": delta, "right": plus, "wrong": minus, "printed": np.arctanh(max(0, delta))}
            assert_alike(one, numbers | {"D": D, "scores": f, "after": after})
            least = D[rows, CostTree().fit(rows[:, None], D).predict(rows[:, None])].sum() / -D[rows, y].sum()
            assert one["steeper"] == (-least > delta + 1e-9) and (asked is not None or not one["steeper"])

    def whole(found, y, stumps):
        right(found, y, stumps)
        X = np.arange(len(y))[:, None]
        model = AdaBoostMMClassifier(len(stumps)).fit(X, y)
        steps = [[one["edge"], one["exact"]] for one in found]
        assert_alike(steps, np.transpose([model.edges_, model.estimator_weights_]))
        assert_alike(np.log([found[0]["loss"], *(one["after"] for one in found)]), np.array(model.losses_))
        assert_alike(found[-1]["scores"], model.votes(X))
        assert found[-1]["answers"] == model.predict(X).tolist()

    yield {"y": told["labels"], "stumps": [None] * told["rounds"]}, whole
    for n in range(60):
        y = np.concatenate([rng.permutation(3), rng.integers(3, size=3 + n % 3)])
        stumps = [[int(rng.integers(1, len(y))), *rng.integers(3, size=2).tolist()] for _ in range(5)]
        yield from (({"y": y, "stumps": asked}, right) for asked in (stumps, [None] * 4))


def at_wall(b, c):
    """Nearest permitted point and the top of the dual, by solvers that know no formula."""

    def f(w):
        return ((w[0] - c[0]) ** 2 + (w[1] - c[1]) ** 2) / 2

    limit = {"type": "ineq", "fun": lambda w: b - w[0] - w[1]}
    w = minimize(f, [0.0, 0.0], constraints=limit, method="SLSQP", tol=1e-12).x
    # The gradient of the Lagrangian is zero at c - price (1, 1).
    lowest = lambda price: f(np.subtract(c, price)) + price * (sum(c) - 2 * price - b)  # noqa: E731
    dual = minimize_scalar(lambda price: -lowest(price), bounds=(0, 4), method="bounded")
    return w, f(w), dual.x, -dual.fun


@computed("atWall(s.b, s.c)")
def a_constraint_and_its_multiplier(rng):
    def right(found, b, c):
        w, least, price, top = at_wall(b, c)
        assert_alike(found, {"w": w, "room": b - w.sum()}, atol=1e-5)
        assert_alike(found, {"least": least, "price": price}, atol=1e-4)
        assert_alike(found["least"], top, atol=1e-4)
        assert found["room"] * found["price"] == 0

    for b, *c in product((0.0, 1.0, 2.3, 3.0, 4.5), (0.5, 2.0, 2.8), (0.2, 1.0, 1.8)):
        yield {"b": b, "c": c}, right


LOSSES = ("max-hinge", "sum-hinge", "sum-to-zero-hinge", "softmax", "exponential", "one-vs-all-exponential")


@computed("((p) => Object.values(SURROGATES).map((ask) => [ask(p), winners(ask(p))]))(weighted(s.p, s.costs))")
def scores_that_surrogate_losses_ask_for(rng):
    n = 24
    grid = [np.array([i, j, n - i - j]) / n for i in range(1, n - 1) for j in range(1, n - i)]  # with many ties
    for given, cost in product(grid, (1, 2, 8)):
        costs = [1, 1, cost]
        p = given * costs / (given @ costs)
        wanted = [[surrogate_minimiser(p, loss), surrogate_answers(p, loss).tolist()] for loss in LOSSES]
        yield {"p": given, "costs": costs}, wanted


def within(point, corners):
    """Whether a polygon of probabilities holds a point: is its boundary crossed an odd number of times to the right?"""
    (x, y), (X, Y) = point[:2], np.transpose(corners)[:2]
    X1, Y1 = np.roll(X, -1), np.roll(Y, -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (((Y > y) != (Y1 > y)) & (x < (X1 - X) * (y - Y) / (Y1 - Y) + X)).sum() % 2 == 1


@computed("[0, 1, 2].map((q) => decided(s.loss, q, s.costs)).map((one) => [one, shareOf(one)])")
def where_a_loss_decides(rng):
    n = 20
    grid = [np.array([i + 0.3, j + 0.37, n - i - j - 0.67]) / n for i in range(n) for j in range(n - i)]  # no ties

    def right(found, loss, costs):
        alone = []
        for p in grid:
            answers = surrogate_answers(p * costs / (p @ costs), loss).tolist()
            alone.append(len(answers) == 1)
            home = [q for q, (corners, _) in enumerate(found) if within(p, corners)]
            assert home == (answers if alone[-1] else []), (loss, costs, p)
        assert sum(share for _, share in found) == pytest.approx(np.mean(alone), abs=0.05)

    yield from (({"loss": loss, "costs": [1, 1, cost]}, right) for loss in LOSSES for cost in (1, 4))


LAW = ThreeGaussians()
X, Y = LAW.sample(600, random_state=0)


@cache
def tree_at(price, kind):
    """A tree of the chapter, by scikit-learn, its impurity, and its errors on new data, by a lattice."""
    weights = "balanced" if kind == "balanced" else None
    model = DecisionTreeClassifier(ccp_alpha=price / len(Y), class_weight=weights, random_state=0).fit(X, Y)
    tree = model.tree_
    impurity = (tree.weighted_n_node_samples * tree.impurity)[tree.children_left < 0].sum()
    return model, impurity, LAW.confusion(model.predict, n_points=46368)


@computed(
    "(() => { const tree = { ...s.tree };"
    " tree.total = tree.counts.map((n) => giniTotal(n, tree.weights));"
    " const { cost, leaves } = prunedTree(tree, s.price); const cut = leavesUnder(tree, [s.cut]);"
    " const link = linkOf(tree, leavesUnder(tree, []), s.cut);"
    " const sample = tree.counts.map((n) => n.map((one, q) => one / tree.counts[0][q]));"
    " return { cost, leaves: leaves.length, total: tree.total, cut: cut.length, link,"
    " C: treeErrors(leaves, tree.answer, tree.shares), by_hand: treeErrors(cut, tree.answer, sample) } })()"
)
def trees_pruned_by_a_price_and_by_hand(rng):
    trees, prices = (parameters_of("pruning")[key] for key in ("trees", "prices"))
    for kind, price, n in [(kind, price, n) for kind in trees for price in prices for n in (0, 1, 9, 22)]:
        (model, impurity, C), full = tree_at(price, kind), tree_at(0, kind)[0]
        tree, kept = full.tree_, model.get_n_leaves()
        total = tree.weighted_n_node_samples * tree.impurity
        # Whoever passes node n is answered its most frequent class.
        passed = full.decision_path(X)[:, n].toarray()[:, 0] == 1
        answers = np.where(passed, tree.value[n, 0].argmax(), full.predict(X))
        leaves = len(np.unique(full.apply(X[passed])))
        link = {"size": leaves} | ({"price": total[n] / (leaves - 1)} if leaves > 1 else {})
        wanted = {"leaves": kept, "cost": impurity + price * kept, "total": total, "link": link}
        wanted |= {"cut": tree.n_leaves - leaves + 1, "by_hand": metrics.confusion_matrix(Y, answers)}
        # By rectangles instead of a lattice.
        wanted["C"] = lambda found, C=C: np.testing.assert_allclose(found, C, atol=0.001)
        yield {"tree": trees[kind], "price": price, "cut": n}, wanted


STEPS = {"perceptron": "max", "passive-aggressive": "max-hinge"}


def margin_of(W, x, y):
    scores = np.asarray(W) @ x
    return scores[y] - np.delete(scores, y).max()


def stream_by_package(points, labels, target, rule):
    """(margin before, margin after, mistakes so far, bound so far, vectors) of each round, by the package's step."""
    W, mistakes, found, U = np.zeros_like(target, dtype=float), 0, [], np.asarray(target, dtype=float)
    for t, (x, y) in enumerate(zip(points, labels), start=1):
        before, W = margin_of(W, x, y), ultraconservative_step(W, np.asarray(x, dtype=float), y, STEPS[rule])
        mistakes += before <= 0
        least = min(margin_of(U, *one) for one in zip(points[:t], labels[:t]))
        longest = np.linalg.norm(points[:t], axis=1).max()
        bound = 2 * longest**2 * np.sum(U**2) / least**2 if least > 0 else np.inf
        found.append((before, margin_of(W, x, y), mistakes, bound, W))
    return found


@computed("onlineStep(s.W, s.x, s.y, s.rule)")
def one_online_step_on_a_grid(rng):
    states = [(np.zeros((3, 2)), np.array([0.5, -1.0]), 1), (np.eye(3)[:, :2], np.zeros(2), 2)]
    for x in [np.array([i, j]) / 2 for i in range(-3, 4) for j in range(-3, 4) if i or j]:
        states += [(rng.normal(size=(Q, 2)) * rng.choice([0.1, 1, 4]), x, int(rng.integers(Q))) for Q in (2, 3, 5)]
    for rule, loss in STEPS.items():
        stayed = 0
        for W, x, y in states:
            after = ultraconservative_step(W, x, y, loss)
            stayed += np.array_equal(after, W)
            turned = lambda a, x=x, turn=after - W: assert_alike(np.outer(a, x), turn)  # noqa: E731
            wanted = {"after": after, "margin": margin_of(W, x, y), "a": turned}
            yield {"W": W, "x": x, "y": y, "rule": rule}, wanted
        assert len(states) / 8 < stayed < len(states)


@computed(
    "((walk) => ({ mistakes: walk.map((one) => one.mistakes), bounds: walk.map((one) => one.bound),"
    " W: walk.at(-1).after }))(onlineWalk(s.points, s.labels, s.target, s.rule))"
)
def a_stream_of_examples_and_its_bound(rng):
    told, bounded = parameters_of("stream"), 0
    streams = [{"points": told["points"], "labels": told["labels"], "target": told["target"]}]
    for margin in (0.05, 0.3, -1):  # with the last one some labels are not the target's
        U = rng.normal(size=(3, 2))
        points = np.array([x for x in rng.normal(size=(200, 2)) if np.ptp(np.sort(U @ x)[1:]) > margin][:30])
        labels = (points @ U.T).argmax(axis=1)
        labels[7] = labels[7] if margin > 0 else (labels[7] + 1) % 3
        streams.append({"points": points, "labels": labels, "target": U})
    for state in [state | {"rule": rule} for state in streams for rule in STEPS]:
        _, _, mistakes, bounds, _ = zip(*stream_by_package(**state))
        # What the chapter proves: where there is a bound it holds.
        assert all(map(np.less_equal, mistakes, bounds))
        bounded += np.isfinite(bounds[-1])
        model = UltraconservativePerceptron(STEPS[state["rule"]], C=np.inf, average=False, shuffle=False, epochs=1)
        W = model.fit(state["points"], state["labels"]).coef_
        yield state, {"mistakes": mistakes, "bounds": bounds, "W": W}
    assert bounded == 6


def strip_by_package(labels, C):
    """Norms of the online matrix and of the average's risk, and the weights before each step; inputs are 1."""
    h = [np.zeros((2, 1))]
    for y in labels[:-1]:
        h.append(copa_step(h[-1], np.ones(1), y, float(C)))
    X = np.ones((len(labels), 1))
    both = empirical_online_confusion_risk(h, X, labels), confusion_risk(np.mean(h, axis=0), X, labels)
    return *(np.linalg.norm(one, 2) for one in both), tuple(W[0, 0] for W in h)


@computed("((walk) => ({ ...walk, w: walk.rounds.map((one) => one.w) }))(stripWalk(s.labels, s.C))")
def a_strip_of_labels(rng):
    strips = [np.repeat([0, 1], 12), np.tile([0, 1], 12), np.repeat([1, 0, 1], [6, 12, 6]), np.repeat([0, 1], [1, 23])]
    strips += [rng.permutation(np.repeat([0, 1], 12)) for _ in range(20)]
    for labels, C in [(y, C) for y in strips for C in ("inf", 4.0, 1.0, 0.1)]:
        online, average, weights = strip_by_package(labels, C)
        yield {"labels": labels, "C": C}, {"online": online, "risk": average, "average": np.mean(weights), "w": weights}


def shifted_by_package(told, s):
    """Norm, error and class errors of stored votes at a shift, by the package and the masses of the cells."""
    (across, up), (wide, high) = told["votes"], told["masses"]
    f = (np.array(across)[:, None] + np.array(up)).reshape(-1, 3)
    shares = np.divide(told["shares"], np.sum(told["shares"]))
    answers = prior_shift(softmax(2 * f, axis=1), shares, strength=s).argmax(axis=1)
    masses = [np.outer(*two).ravel() for two in zip(wide, high)]
    C = np.array([[mass[answers == q].sum() for q in range(3)] for mass in masses]) * (1 - np.eye(3))
    return metrics.operator_norm(C), metrics.risk(C, told["priors"]), *metrics.per_class_error(C)


@computed(
    "((C) => [operatorNorm(C), risk(C, s.priors), ...classErrors(C)])"
    "(cellMatrix(shiftedCells(s.votes, s.shares, s.s), s.masses, 3))"
)
def shifted_votes_on_rectangles(rng):
    told = parameters_of("shift")
    base = {key: told[key] for key in ("votes", "masses", "shares", "priors")}
    states = [base | {"s": s} for s in told["stops"]]
    for _ in range(40):
        votes = [rng.normal(size=(n, 3)).round(2) for n in (7, 4)]
        masses = [rng.dirichlet(np.ones(n), size=3) for n in (7, 4)]
        drawn = {"votes": votes, "masses": masses, "shares": rng.dirichlet([5, 2, 1])}
        states.append(base | drawn | {"s": round(rng.uniform(0, 2), 2)})
    yield from ((state, shifted_by_package(state, state["s"])) for state in states)
    # Votes that tie but for rounding: the first class.
    tied = base | {"votes": [[[0.1, 0.3, 0.0]], [[0.2, 0.0, 0.0]]], "masses": [np.ones((3, 1))] * 2}
    wanted = shifted_by_package(tied, 0.0)
    assert wanted[2:] == (0, 1, 1)
    yield tied | {"s": 0.0}, wanted


class Says(ClassifierMixin, BaseEstimator):
    """A weak classifier that answers what the first feature says."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return X[:, 0].astype(int)


def first_round_by_package(N):
    """Error matrix, edge and loss after the exact step, of answers with these counts in CoMBo's first round."""
    y, said = (np.repeat(one.ravel(), np.ravel(N)) for one in np.indices((3, 3)))
    model = ComboClassifier(1, estimator=Says()).fit(said[:, None].astype(float), y)
    return metrics.confusion_matrix(y, said, labels=[0, 1, 2]), model.edges_[0], np.exp(model.losses_[1])


@computed("((one) => ({ ...one, all: one.right + one.wrong + one.rest }))(firstRound(s))")
def errors_in_the_first_round_of_combo(rng):
    rows = [[[30 - a, a, 0], [b, 30 - b, 0], [0, c, 30 - c]] for a in (0, 9, 20) for b in (3, 15) for c in (0, 9, 18)]
    for N in [*rows, *(rng.integers(1, 12, (3, 3)) + 30 * np.eye(3, dtype=int) for _ in range(30))]:
        C, edge, loss = first_round_by_package(N)
        yield N, {"C": C, "S": C.sum(), "edge": edge, "after": loss, "all": 6.0}


@computed("({ least: leastError(s.norm, s.shares), most: mostError(s.norm, s.shares) })")
def what_a_norm_forces_and_allows(rng):
    drawn = [rng.dirichlet(np.ones(Q)) for Q in (2, 3, 4, 5, 10, 28) for _ in range(12)]
    pairs = [(shares, rng.uniform(0, np.sqrt(len(shares) - 1))) for shares in drawn]
    for shares, norm in [*pairs, *(([0.5, 0.3, 0.2], norm) for norm in (0, 1, np.sqrt(2)))]:
        most = 1 - minimum_accuracy(norm, shares)
        yield {"shares": shares, "norm": norm}, {"least": minimum_error(norm, shares, averaged=True), "most": most}


def pushed(text, k, to):
    """A block of letters taken towards a place by cutting words apart: the next letter goes to its other side."""
    while k != to:
        first = len(text[:k].rstrip(text[k]))
        block = text[first:][: len(text[first:]) - len(text[first:].lstrip(text[k]))]
        left, right = text[:first], text[first + len(block) :]
        if not (right if to > k else left):
            break
        text = left + right[0] + block + right[1:] if to > k else left[:-1] + block + left[-1] + right
        k += 1 if to > k else -1
    return text, k


@computed("((one) => [one.strip.join(''), one.k])(pushBlock(s.y, s.k, s.to))")
def a_block_of_labels_pushed_like_snow(rng):
    ends = 0
    for k, to in np.ndindex(12, 12):
        y = rng.permutation(np.repeat([0, 1], 6))
        text, place = pushed("".join(map(str, y)), k, to)
        ends += place != to
        yield {"y": y, "k": k, "to": to}, [text, place]
    assert 0 < ends < 72


def anatomy_at(parameters, at):
    """Class vectors and the matrix that UMA is told, of a state."""
    names = parameters["names"]
    M = np.array([[at.get(f"c{k}{q}", 0.0) for q in names] for k in names])
    return np.array([at[name] for name in names], dtype=float), M + np.diag(1 - M.sum(axis=0))


def uma_by_package(W, M, told):
    """Pair of the next update, z, J, the true masses, the vectors after the update and the true means."""
    X, y, t = (np.array(told[key]) for key in ("points", "labels", "truth"))
    answers = (X @ W.T).round(9).argmax(axis=1)
    z = np.array([[uma_direction(X, y, W, M, p, q) for q in range(3)] for p in range(3)])
    J = estimated_joint(y, answers, M, classes=[0, 1, 2])
    inside = np.array([[(answers == p) & (t == q) for q in range(3)] for p in range(3)])
    model = UmaClassifier(M, max_iter=1, tol=0, keep="last", classes=[0, 1, 2]).fit(X, y, coef_init=W)
    return *model.selected_pairs_[0], z, J, inside.mean(axis=2), model.coef_, inside @ X / len(X)


@computed(
    "(() => { if (s.alone) return umaStep(s.W, s.alone, 1, 0);"
    " const u = umaAt(s.W, inverse(s.M), s.points, s.labels, s.truth);"
    " const [p, q] = longestPair(s.W, u.z); return { ...u, p, q, after: umaStep(s.W, u.z[p][q], p, q) } })()"
)
def what_uma_computes_on_a_grid_of_vectors_and_matrices(rng):
    told = parameters_of("anatomy")
    presets = list(told["presets"].values())
    drawn = [0.5 * np.eye(3) + 0.5 * rng.dirichlet(np.ones(3), 3).T for _ in range(4)]
    pairs = [(np.zeros((3, 2)), M) for M in presets]
    pairs += [(rng.normal(size=(3, 2)).round(2), np.round(M, 3)) for M in [*presets, *drawn] for _ in range(10)]
    for W, M in pairs:
        M = M / np.sum(M, axis=0)
        wanted = dict(zip(("p", "q", "z", "J", "clean", "after", "mu"), uma_by_package(W, M, told)))
        wanted |= {"estimated": 1 - np.trace(wanted["J"]), "error": 1 - np.trace(wanted["clean"])}
        yield {key: told[key] for key in ("points", "labels", "truth")} | {"W": W, "M": M}, wanted
    # No class has a larger score than the true one: no step.
    yield {"W": np.eye(3)[:, :2], "alone": [1.0, 0.0]}, None


@computed("((told) => ({ ...costsOf(told, s.k), ...missingOf(told, s.allowance) }))(describeCounts(s.N, [...s.names]))")
def what_lessons_say_of_the_readers_own_matrix(rng):
    def right(found, N, names, k, allowance):
        told, sizes, enough = describe(N, list(names)), N.sum(axis=1), N.sum(axis=1) + found["missing"]
        b = names.index(max(told["classes"], key=lambda one: round(one["error"], 9))["label"])
        a = names.index(told["accuracy_hides"]["most_frequent"])
        price = np.where(np.arange(len(N)) == b, k, 1)[:, None] * (1 - np.eye(len(N)))
        own, always, frequent = np.sum(price * N), sizes @ price[:, b], sizes @ price[:, a]
        costs = {"own": own / N.sum(), "always": always / N.sum(), "frequent": frequent / N.sum()}
        assert_alike(found, {"worst": names[b], "often": names[a]} | costs)
        wrong = sizes[b] - N[b, b]  # each adds what the price rises by
        assert_alike(found["from"], float(k + (always - own) / wrong) if wrong else np.inf)
        assert held_out_norm_bound(0, enough) <= allowance < held_out_norm_bound(0, [found["wanted"] - 1])
        assert enough.tolist() == np.maximum(sizes, found["wanted"]).tolist()

    for N, k, allowance in zip(matrices_of_counts(rng), (1, 2, 10, 100) * 7, (0.2, 0.1, 0.05) * 9):
        yield {"N": N, "names": "abcdefghi"[: len(N)], "k": k, "allowance": allowance}, right


def matrices_of_counts(rng):
    yield from (np.array([[8, 2], [1, 9]]), np.diag([3, 4, 5]), np.array([[90, 0, 5], [3, 1, 1], [0, 1, 1]]))
    for Q in (2, 3, 5, 9):
        yield from (rng.integers(0, 40, (Q, Q)) + np.diag(rng.integers(1, 300, Q)) for _ in range(6))


@computed("""((told) => ({ ...duelOf(told), ...radiiOf(told, s.times), ...asNoise(told), ...unmixed(told, s.wrong),
  ...chainOf(told), round: roundOf(told), leaves: leavesOf(told, "Gini") }))(describeCounts(s.N, [...s.names]))""")
def what_more_lessons_say_of_it(rng):
    def right(found, N, names, times, wrong):
        sizes, Q, C = N.sum(axis=1), len(N), N.T / N.sum(axis=1)
        b, a = names.index(found["rare"]), names.index(found["often"])
        assert sizes[b] == min(sizes) and sizes[a] == max(sizes) and a != b
        pi = sizes / N.sum()  # where the two posteriors, balanced, are equal
        assert found["ovo"] / pi[b] == pytest.approx((1 - found["ovo"]) / pi[a])
        odds, sides = found["ova"] / (1 - found["ova"]), (1 - pi) / pi
        assert odds * sides[b] == pytest.approx(sides[a] / odds)
        more = sizes * np.where(np.arange(Q) == b, times, 1)
        assert_alike(found, {"stream": online_risk_radius(more), "test": held_out_norm_bound(0, more)})
        assert_alike(found["gaps"], dominance(C).likeliest)
        assert_alike(found["inverse"], inverse_norm(C), rtol=1e-6)
        clean = np.linalg.solve(symmetric_noise(Q, wrong), N)
        assert_alike(found, {"accuracy": np.trace(clean) / N.sum(), "least": clean.min()})
        left = clean.sum(axis=1)  # of a class all labels may be explained by the noise alone
        assert_alike(found["errors"], np.where(left > 0, 1 - np.diag(clean) / left, np.nan))
        (true, said), votes = np.indices(N.shape).reshape(2, -1), np.zeros((Q * Q, Q))
        wrongs = np.sum(1 - np.diag(N) / sizes)
        assert_alike(found, {"S": wrongs, "combo": (Q - wrongs - wrongs / (Q - 1)) / Q})
        if found["round"]:
            votes[np.arange(Q * Q), said] = found["round"]["vote"]
            loss = N.ravel() * (np.exp(votes - votes[np.arange(Q * Q), true][:, None]).sum(axis=1) - 1)
            assert found["round"]["left"] == pytest.approx(loss.sum() / N.sum() / (Q - 1))
            assert found["round"]["left"] <= np.sqrt(1 - found["mm"] ** 2) + 1e-12
            assert_alike(found["round"]["shares"], loss.reshape(Q, Q).sum(axis=1) / loss.sum())
        leaves = found["leaves"]
        gini = 1 - ((N / N.sum(axis=0)) ** 2).sum(axis=0)
        assert_alike(leaves, {"before": 1 - (pi**2).sum(), "after": gini @ N.sum(axis=0) / N.sum()})
        for q, leaf in enumerate(leaves["leaves"]):
            assert_alike(leaf["impurity"], gini[q])
            assert N[names.index(leaf["called"]), q] == N[:, q].max() and C[q, names.index(leaf["even"])] == C[q].max()

    for N, times, wrong in zip(matrices_of_counts(rng), (1, 2, 100) * 9, (0.0, 0.05, 0.2) * 9):
        yield {"N": N, "names": "abcdefghi"[: len(N)], "times": times, "wrong": wrong}, right


@computed("""((told) => ({ least: leastOf(told, s.price), f1: stepsOfF1(told), folds: dealt(told, s.folds, 1),
  rule: leastCost(told, 0, s.k, s.even) }))(describeCounts(s.N, [...s.names]))""")
def other_names_for_the_predictions_of_a_reader(rng):
    def right(found, N, price, k, even, folds, **_):
        Q, sizes = len(N), N.sum(axis=1)
        true, said = (np.repeat(each.ravel(), N.ravel()) for each in np.indices(N.shape))

        def f1_of(names):
            said_then = np.array(names)[said]
            return metrics_of_sklearn.f1_score(true, said_then, average="macro", labels=range(Q), zero_division=0)

        assert_alike(found["f1"], {"own": f1_of(range(Q)), "value": f1_of(found["f1"]["names"])})
        assert found["f1"]["value"] >= found["f1"]["own"]
        cost = np.where(np.arange(Q) == 0, k, 1)[:, None] * (1 - np.eye(Q)) / (Q * sizes[:, None] if even else N.sum())
        assert_alike(found["rule"], {"own": np.sum(cost * N), "least": (cost.T @ N).min(axis=0).sum()})
        least = least_norm((N / N.sum(axis=0)).T, error_price=price, sample_weight=N.sum(axis=0), tol=1e-6)
        lower, upper, norm, error = (found["least"][name] for name in ("lower", "upper", "norm", "error"))
        assert upper == pytest.approx(norm + price * error)
        assert lower - 1e-6 <= least.upper and least.lower <= upper + 1e-6 and upper - lower < 0.02
        assert_alike(np.sum(found["folds"], axis=0), N)
        assert np.ptp(np.sum(found["folds"], axis=2), axis=0).max() <= 1

    settings = product((0, 1, 5), (1, 20), (False, True), (2, 10))
    for N, (price, k, even, folds) in zip(matrices_of_counts(rng), [*settings] * 2):
        if N.any(axis=0).all():
            names = "abcdefghi"[: len(N)]
            yield {"N": N, "names": names, "price": price, "k": k, "even": even, "folds": folds}, right


@pytest.mark.parametrize("name", COMPUTED)
def test_the_page_computes_what_the_package_does(compute, name):
    expression, pairs = COMPUTED[name]
    states, wanted = zip(*pairs(np.random.default_rng(0)))
    for found, one, state in zip(compute(expression, states), wanted, states, strict=True):
        one(found, **state) if callable(one) else assert_alike(found, one)
