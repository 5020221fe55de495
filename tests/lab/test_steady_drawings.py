"""Every drawing is the same on every machine: an ulp on every number that goes in moves no line of the picture.

For each helper one strategy of arguments, mostly small fractions: they make what is decided by the last bit, equal
vectors, points on lines, zeros, halves of a printed digit, ends at a tick.
"""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from confusion.lab import figures
from confusion.lab.figures import combo, copa, uma, uma_real, uma_toy

# Thirds are inexact, quarters are exact; both are often equal, opposite or on one line.
FRACTION = st.builds(lambda n, d: n / d, st.integers(-6, 6), st.sampled_from([1, 3, 4, 7]))
ANY = FRACTION | st.floats(-2, 2).map(lambda x: round(x, 5))
SHARE = st.builds(lambda n, d: min(n, d) / d, st.integers(0, 8), st.sampled_from([1, 3, 7, 8]))
POSITIVE = st.builds(lambda n, d: n / d, st.integers(1, 9), st.sampled_from([1, 3, 8, 500])) | st.sampled_from(
    [2.0**k / np.sqrt(2) for k in range(-2, 5)]  # half-way between two areas of cost_sample
)
BOX = (-2.0, 2.0, -1.0, 1.5)


def arrays(elements, *shape):
    return st.lists(elements, min_size=int(np.prod(shape)), max_size=int(np.prod(shape))).map(
        lambda values: np.array(values).reshape(shape)
    )


def whole(high, *shape):
    return arrays(st.integers(0, high - 1), *shape)


@st.composite
def vectors(draw, Q, d):
    """Class vectors, some of them copies of each other, zero, or in the plane through the origin."""
    W = draw(arrays(ANY, Q, d))
    if draw(st.booleans()):
        W[draw(st.integers(0, Q - 1))] = W[draw(st.integers(0, Q - 1))]
    if d == 3 and draw(st.booleans()):
        W[:, 2] = 0
    return W


def sizes(draw):
    return draw(st.integers(2, 5))


@st.composite
def linear_regions(draw):
    return {"W": draw(vectors(sizes(draw), draw(st.sampled_from([2, 3])))), "box": np.array(BOX)}


@st.composite
def scatter_classes(draw, n=6):
    return {"X": draw(arrays(ANY, n, 2)), "y": draw(whole(4, n)), "labels": [*"abcd"]}


@st.composite
def square(draw, name="M", elements=SHARE, extra=()):
    Q = sizes(draw)
    return {name: draw(arrays(elements, Q, Q))} | {key: draw(POSITIVE) for key in extra}


@st.composite
def mean_curve(draw, **more):
    runs, m = draw(st.integers(2, 4)), draw(st.integers(2, 7))
    x = np.cumsum(draw(arrays(POSITIVE, m)))
    return {"x": x, "values": draw(arrays(FRACTION, runs, m))} | more


@st.composite
def row_names(draw):
    return {"names": draw(st.lists(st.sampled_from(["a", "_b", "$5", "$6 $"]), min_size=1))}


@st.composite
def scores(draw, **more):
    Q = sizes(draw)
    return {"before": draw(arrays(FRACTION, Q)), "after": draw(arrays(FRACTION, Q))} | {
        key: draw(value) for key, value in more.items()
    }


@st.composite
def threshold_panel(draw):
    losses = draw(arrays(FRACTION, sizes(draw)))
    return {
        "losses": losses,
        "y": draw(st.integers(0, len(losses) - 1)),
        "tau": draw(st.sampled_from([*losses, 0.125])),
    }


@st.composite
def root_panel(draw):
    knots, slopes = draw(arrays(FRACTION, 3)), draw(arrays(SHARE, 3))
    kinds = {
        "path": draw(arrays(FRACTION, draw(st.integers(1, 5)))),
        "span": np.array([-2.0, 2.0]),
        "knots": knots,
        "slopes": slopes,
    }
    return kinds


@st.composite
def step_map(draw):
    Q, n = sizes(draw), draw(st.integers(1, 6))
    return {
        "W": draw(vectors(Q, 2)),
        "new": draw(vectors(Q, 2)),
        "X": draw(arrays(ANY, n, 2)),
        "labels": draw(whole(Q, n)),
        "t": draw(st.integers(0, n - 1)),
        "box": np.array(BOX),
    }


@st.composite
def disc_sample(draw):
    return {"X": draw(arrays(ANY, 5, 2)), "y": draw(whole(3, 5)), "W": draw(vectors(3, draw(st.sampled_from([2, 3]))))}


@st.composite
def profile_panel(draw):
    return {"profiles": draw(arrays(SHARE, 3, 5)), "names": ["_x", "cost $5 or $6", "z"]}


@st.composite
def anatomy(draw):
    more = {"p": 0, "q": draw(st.integers(0, 2)), "z": draw(arrays(FRACTION, 2)), "mu": draw(arrays(FRACTION, 2))}
    return draw(disc_sample()) | more


@st.composite
def run_panel(draw):
    n = draw(st.sampled_from([3, 20, 200]))
    values = {name: np.resize(draw(arrays(SHARE, min(n, 20))), n) for name in ("estimated", "true")}
    return values | {"best": draw(st.integers(0, n - 1))}


@st.composite
def vote_regions(draw):
    """Stumps of two features; their thresholds meet each other and the sides of the box."""
    edges = draw(st.lists(FRACTION | st.sampled_from(BOX), min_size=1, max_size=2))  # few, so that trees share them
    rules = st.tuples(st.integers(0, 1), st.sampled_from(edges), st.integers(0, 2), st.integers(0, 2))
    rules = draw(st.lists(rules, min_size=1, max_size=5))
    features, cuts, low, high = map(np.array, zip(*rules))
    return {"features": features, "cuts": cuts.astype(float), "low": low, "high": high, "box": np.array(BOX)}


@st.composite
def cost_sample(draw, n=6):
    return {"X": draw(arrays(ANY, n, 2)), "y": draw(whole(3, n)), "costs": draw(arrays(POSITIVE, n))}


@st.composite
def race_panel(draw):
    T = draw(st.sampled_from([3, 20, 200]))
    values = {name: np.resize(draw(arrays(POSITIVE, min(T, 20))), T) for name in ("losses", "bounds", "errors")}
    return values | {"t": draw(st.integers(1, T - 1))}


@st.composite
def forced_errors(draw):
    n = draw(st.integers(1, 6))
    return {"names": [*"abcdef"[:n]], "printed": draw(arrays(SHARE, n)), "forced": draw(arrays(SHARE, n))}


@st.composite
def trade_off(draw):
    points = draw(arrays(SHARE, 2, 2, 4, 2))
    paths = {rule: dict(zip(("exact", "edge"), two)) for rule, two in zip(("AdaBoost.MM", "CoMBo"), points)}
    rivals = {letter: draw(arrays(SHARE, 2)) for letter in "gG"}
    limits = draw(st.none() | arrays(st.sampled_from([0.25, 0.3, 0.5, 0.6]), 2))  # five ticks, or six
    printed = draw(arrays(POSITIVE, 2, 2))
    return {"paths": paths, "at": draw(st.integers(0, 3)), "rivals": rivals, "printed": printed, "limits": limits}


@st.composite
def dots(draw):
    rows = {name: draw(arrays(SHARE, draw(st.integers(0, 4)))) for name in ("UMA", "_y", "$S$")}
    return {"rows": rows, "printed": {"UMA": draw(SHARE)}, "right": draw(st.none() | POSITIVE)}


@st.composite
def lines(draw):
    curves = {}
    for name in ("UMA", "_y"):
        m = draw(st.integers(2, 6))
        curves[name] = np.cumsum(draw(arrays(POSITIVE, m))), draw(arrays(SHARE, 2, m))
    return {"curves": curves, "xlabel": "size", "top": draw(st.none() | POSITIVE)}


@st.composite
def level_panel(draw):
    x = np.cumsum(draw(arrays(POSITIVE, 5)))
    return {"x": x, "curves": {name: draw(arrays(POSITIVE, 2, 5)) for name in ("UMA", "mass")}}


@st.composite
def wrong_panel(draw):
    span = draw(st.none() | arrays(SHARE, 2).map(np.sort))
    base = {"perceptron": (draw(SHARE), "--"), "_x": (draw(SHARE), ":")}
    return {"fed": np.cumsum(draw(arrays(POSITIVE, 5))), "values": draw(arrays(SHARE, 2, 5)), "true": draw(SHARE)} | {
        "span": span,
        "baselines": base,
    }


@st.composite
def circle_arcs(draw):
    """Class vectors on the axes (where the angle jumps), anywhere, or a zero."""
    Q = draw(st.integers(2, 10))
    W = draw(vectors(Q, 2) | arrays(st.integers(-1, 1).map(float), Q, 2))
    return {"X": draw(arrays(FRACTION, 8, 2)), "t": draw(whole(Q, 8)), "W": W}


def drawn_root_panel(ax, path, span, knots, slopes):
    copa.root_panel(ax, lambda t: sum(a * max(k - t, 0) for a, k in zip(slopes, knots)) - 0.5, path, span)


def drawn_vote_regions(ax, features, cuts, low, high, box):
    trees = [SimpleNamespace(feature_=f[None], threshold_=c[None]) for f, c in zip(features, cuts)]

    def predict(X):
        votes = np.zeros((len(X), 3))
        for f, c, a, b in zip(features, cuts, low, high):
            votes[np.arange(len(X)), np.where(X[:, f] <= c, a, b)] += 1
        return votes.argmax(axis=1)

    combo.vote_regions(ax, SimpleNamespace(estimators_=trees, classes_=np.arange(3), predict=predict), box)


def legend_above(ax, x, y, columns):
    ax.plot(x, y, label="curve")
    uma_toy.legend_above(ax, columns)


DRAWN = {
    figures.linear_regions: linear_regions(),
    figures.scatter_classes: scatter_classes(),
    figures.matrix_cells: square() | square(elements=FRACTION) | square(extra=["largest"]),
    figures.mean_curve: mean_curve(style="-o", ddof=1, label="_curve"),
    figures.row_names: row_names(),
    copa.score_bars: scores(y=st.integers(0, 1)),
    copa.score_arrows: scores(level=FRACTION, title=st.just("$5 or $6")),
    copa.threshold_panel: threshold_panel(),
    copa.root_panel: root_panel(),
    copa.step_map: step_map(),
    uma.disc_sample: disc_sample(),
    uma.noise_cells: square("C"),
    uma.joint_cells: square("J", extra=["largest"]),
    uma.profile_panel: profile_panel(),
    uma.anatomy: anatomy(),
    uma.run_panel: run_panel(),
    combo.vote_regions: vote_regions(),
    combo.cost_sample: cost_sample(),
    combo.error_cells: square("C"),
    combo.race_panel: race_panel(),
    combo.forced_errors: forced_errors(),
    combo.trade_off: trade_off(),
    uma_real.dots: dots(),
    uma_real.lines: lines(),
    uma_real.class_bars: st.fixed_dictionaries(
        {"counts": arrays(POSITIVE, 4), "names": st.just(["a", "_b", "$", "$c$"]), "title": st.just("$t$")}
    ),
    uma_toy.curve: mean_curve(name="UMA"),
    uma_toy.level_panel: level_panel(),
    uma_toy.wrong_panel: wrong_panel(),
    uma_toy.circle_arcs: circle_arcs(),
    uma_toy.legend_above: st.fixed_dictionaries({"x": arrays(ANY, 3), "y": arrays(ANY, 3), "columns": st.just(2)}),
}
ADAPTED = {
    copa.root_panel: drawn_root_panel,
    combo.vote_regions: drawn_vote_regions,
    uma_toy.legend_above: legend_above,
}
NO_PANELS = {figures.panels, figures.show, figures.style, figures.subplots, figures.svg, figures.Picture}
NO_PANELS |= {combo.vote_grid}


def test_every_helper_is_drawn_here():
    public = {
        getattr(room, name)
        for room in (figures, copa, uma, uma_real, uma_toy, combo)
        for name in room.__all__
        if callable(getattr(room, name))
    }
    assert public - NO_PANELS == set(DRAWN)


def an_ulp(value, rng):
    """The same arguments with every float one ulp up, down, or as it is; a zero by one of the largest beside it."""
    if isinstance(value, dict):
        return {key: an_ulp(one, rng) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(an_ulp(one, rng) for one in value)
    if isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        array = np.asarray(value, dtype=float)
        ulps = np.spacing(np.where(array == 0, np.abs(array).max(initial=0), np.abs(array)))
        moved = array + rng.integers(-1, 2, size=array.shape) * ulps
        return moved if isinstance(value, np.ndarray) else float(moved)
    return value


def picture(helper, arguments):
    with figures.style():
        # Without the layout of figures.subplots, which takes most of the time and compares nothing.
        ax = (fig := Figure(figsize=(3, 2.4))).subplots()
        ADAPTED.get(helper, helper)(ax, **arguments)
        if ax.get_legend_handles_labels()[1] and ax.get_legend() is None:
            ax.legend()
        return figures.svg(fig, prefix="p")


COORDINATE = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
PLACES = re.compile(r' (?:d|x|y|transform|viewBox|width|height)="[^"]*"')


def taken_apart(svg):
    """What must be equal, and the coordinates, which may differ by a rounding."""
    places = " ".join(PLACES.findall(svg))
    return PLACES.sub(lambda hit: COORDINATE.sub("#", hit.group()), svg), [*map(float, COORDINATE.findall(places))]


@pytest.mark.parametrize("helper", DRAWN, ids=lambda helper: helper.__name__)
@settings(max_examples=8, deadline=None, derandomize=True, phases=[Phase.generate])
@given(data=st.data())
def test_an_ulp_on_every_input_is_the_same_drawing(helper, data):
    arguments = data.draw(DRAWN[helper])
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    first, places = taken_apart(picture(helper, arguments))
    other, moved = taken_apart(picture(helper, an_ulp(arguments, rng)))
    assert other == first
    np.testing.assert_allclose(moved, places, rtol=0, atol=0.0101)
