"""Pictures: repeatable, small, readable on white and on dark, never without words."""

import dataclasses
import re
import warnings
from pathlib import Path
from types import SimpleNamespace

import matplotlib
import numpy as np
import pytest
from matplotlib import font_manager
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure

from confusion_studies.uma.panels import disc_sample, dots, profile_panel
from coursemachine import figures
from coursemachine.figures.base import own_fonts_first, rounded
from coursemachine.figures.pictures import drawn


def test_every_class_has_its_own_color_and_marker():
    assert len(set(figures.CLASS_COLORS)) == len(set(figures.CLASS_MARKERS)) == len(figures.CLASS_COLORS)


def draw(shift=0.0):
    fig, ax = figures.subplots(width=3, height=2)
    figures.linear_regions(ax, [[1, 0], [-1, 1], [-1, -1]], (-2, 2, -2, 2))
    figures.scatter_classes(ax, [[0.1, 1 / 3], [1 + shift, 1], [-1, 0.5]], [0, 1, 2])
    ax.plot([0], [0], "o", label="origin")
    ax.set_xlabel("margin < 0 & more", color="black")
    ax.legend()
    return fig


def svg(fig, **options):
    return drawn(fig, raster=False, **options)[0]


@pytest.mark.slow
@pytest.mark.parametrize("listed", ["nothing", "a system's fonts before ours", "all as it should be"])
def test_the_fonts_of_a_picture_are_matplotlib_s_own(listed):
    folder = Path(matplotlib.get_data_path(), "fonts", "ttf").resolve()
    other = dataclasses.replace(font_manager.fontManager.ttflist[0], fname="/usr/share/fonts/a-system-s/DejaVuSans.ttf")
    manager = font_manager.FontManager()
    ours = [entry for entry in manager.ttflist if Path(entry.fname).resolve().parent == folder]
    manager.ttflist[:] = {"nothing": [], "a system's fonts before ours": [other, *ours]}.get(listed, [*ours, other])
    before = list(manager.ttflist)
    own_fonts_first(manager)
    for style in ("normal", "italic"):
        found = Path(manager.findfont(font_manager.FontProperties(family="DejaVu Sans", style=style))).resolve()
        assert found == folder / ("DejaVuSans.ttf" if style == "normal" else "DejaVuSans-Oblique.ttf")
    assert len(manager.ttflist) == len(ours) + (listed != "nothing")
    assert listed != "all as it should be" or manager.ttflist == before


def test_svg_takes_no_note_of_how_long_it_takes(monkeypatch):
    late = iter(range(10**6))  # every look at the clock is seconds after the one before; warnings are errors here
    monkeypatch.setattr("matplotlib.legend.time", SimpleNamespace(perf_counter=lambda: 10 * next(late)))
    assert "<svg" in svg(draw()) and next(late) > 0


@pytest.mark.slow
def test_svg_ignores_the_last_bits_of_a_coordinate():
    assert svg(draw()) == svg(draw(shift=1e-13)) != svg(draw(shift=0.3))
    assert not re.search(r"\d\.\d{3,}", re.sub(r">[^<]*<", "><", svg(draw())))


def test_svg_ids_are_unique_to_the_picture_and_all_pointed_at():
    texts = [svg(draw()), svg(draw(shift=0.3))]
    ids = [set(re.findall(r' id="([^"]+)"', text)) for text in texts]
    assert all(ids) and not ids[0] & ids[1]
    for text, own in zip(texts, ids):
        assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', text)) == own
    assert all(name.startswith("mine-") for name in re.findall(r' id="([^"]+)"', svg(draw(), prefix="mine")))


@pytest.mark.parametrize("columns", [2, 3])
def test_linear_regions_are_the_argmax(columns):
    rng = np.random.default_rng(0)
    W = rng.normal(size=(5, columns))
    ax = Figure().subplots()
    figures.linear_regions(ax, W, (-1, 1, -2, 2))
    points = rng.uniform((-1, -2), (1, 2), size=(400, 2))
    best = np.argmax(points @ W[:, :2].T + (W[:, 2] if columns == 3 else 0), axis=1)
    regions = {patch.get_facecolor()[:3]: patch.get_path() for patch in ax.patches}
    for q in range(5):
        inside = np.zeros(400, dtype=bool)
        if to_rgb(figures.CLASS_COLORS[q]) in regions:
            inside = regions[to_rgb(figures.CLASS_COLORS[q])].contains_points(points)
        np.testing.assert_array_equal(inside, best == q)


def polygons(W, box=(-1, 1, -1, 1)):
    """Colour and corners of each region drawn."""
    ax = Figure().subplots()
    figures.linear_regions(ax, W, box)
    return {to_hex(patch.get_facecolor()): patch.get_path().vertices[:-1] for patch in ax.patches}


def test_linear_regions_give_ties_to_the_first_class():
    assert [*polygons([[1, 0], [1, 0], [-1, 0]])] == [figures.CLASS_COLORS[0], figures.CLASS_COLORS[2]]
    assert [*polygons(np.zeros((3, 2)))] == [figures.CLASS_COLORS[0]]


def test_linear_regions_count_vectors_that_only_rounding_tells_apart_as_equal():
    more = np.nextafter(0.1, 1)
    assert [*polygons([[0.1, 0.3], [more, 0.3], [-1, 0]])] == [figures.CLASS_COLORS[0], figures.CLASS_COLORS[2]]
    assert len(polygons([[0.1, 0.3], [0.1 + 1e-6, 0.3], [-1, 0]])) == 3


def area(corners):
    x, y = corners.T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.slow
def test_linear_regions_without_intercept_meet_in_one_corner():
    # All lines go through the origin: there a corner was drawn twice, or not, by the last bit of a product.
    rng = np.random.default_rng(0)
    for _ in range(100):
        found = polygons(rng.normal(size=(4, 2))).values()
        assert sum(map(area, found)) == pytest.approx(4)
        for corners in found:
            assert area(corners) > 1e-6
            assert np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).min() > 1e-6


def told(draw):
    """Texts of a picture, its legend included."""
    fig, ax = figures.subplots(width=3, height=2)
    draw(ax)
    if ax.get_legend_handles_labels()[1]:
        ax.legend()
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg(fig))


ODD_NAMES = ["cost $5 or $6", r"$\foo$", "_x", "a_b^2", "$"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:hard to read")  # several panels on one place
def test_names_are_shown_as_they_are_written():
    places, classes = np.eye(5, 2), np.arange(5)
    for draw in (
        lambda ax: figures.matrix_cells(ax, np.eye(5), ODD_NAMES),
        lambda ax: figures.row_names(ax, ODD_NAMES),
        lambda ax: [figures.mean_curve(ax, [0, 1], [[0, 1]], "-", label=name) for name in ODD_NAMES],
        lambda ax: [disc_sample(ax.twinx(), places, classes, title=name) for name in ODD_NAMES],
        lambda ax: dots(ax, dict.fromkeys(ODD_NAMES, [0.5])),
        lambda ax: profile_panel(ax, [[0, 1]] * 3, ODD_NAMES[:3]) or profile_panel(ax, [[1, 0]] * 2, ODD_NAMES[3:]),
    ):
        assert set(ODD_NAMES) <= set(told(draw))


@pytest.mark.parametrize("wrong", ["a\x00b", "tab\there", "\x1b[1m", "\ud800", "\uffff"])
def test_names_with_a_control_character_are_refused(wrong):
    ax = Figure().subplots()
    for name, draw in {
        "names": lambda: figures.row_names(ax, ["a", wrong]),
        "label": lambda: figures.mean_curve(ax, [0, 1], [[0, 1]], "-", label=wrong),
        "title": lambda: disc_sample(ax, [[0, 1]], [0], title=wrong),
    }.items():
        with pytest.raises(ValueError, match=f"^{name}: .* has a character that cannot be drawn"):
            draw()
    with pytest.raises(ValueError, match="^labels: .* has a character"):
        figures.matrix_cells(ax, [[1]], [wrong])


def test_a_control_character_set_past_the_helpers_is_refused():
    fig, ax = figures.subplots(width=3, height=2)
    ax.set_title("a\x01b")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # matplotlib's own word about a sign that its font does not have
        with pytest.raises(ValueError, match="^fig: a text of the figure cannot be written as SVG"):
            svg(fig)


BOX = (0, 1, 0, 1)


def regions(W, box):
    figures.linear_regions(Figure().subplots(), W, box)


def scatter(X, y):
    figures.scatter_classes(Figure().subplots(), X, y)


def cells(M, labels=None):
    figures.matrix_cells(Figure().subplots(), M, labels)


REFUSED = [
    (figures.show, [1, "alt"], "^fig: expected a matplotlib Figure, got int"),
    (figures.show, ["<b>no picture</b>", "alt"], "^fig: "),
    *[(figures.show, [Figure(), alt], "^alt: ") for alt in ("", "  ", None)],
    *[(regions, [W, BOX], "^W: ") for W in ([1, 2], [[1, 2, 3, 4]], [[1, np.nan], [0, 1]])],
    *[(regions, [[[0, 1], [1, 0]], box], "^box: ") for box in ((0, 1), (1, 0, 0, 1), (0, 1, 0, 0), (0, np.inf, 0, 1))],
    (scatter, [[[0, 1]], [0, 1]], "^X, y: "),
    (scatter, [[[0, np.nan]], [0]], "^X: expected finite numbers"),
    *[(scatter, [[[0, 1]], y], "^y: expected classes 0, 1") for y in ([-1], [0.5], ["a"])],
    *[(cells, [M], "^M: expected a matrix") for M in ([1, 2], [[np.nan]], np.empty((0, 0)))],
    (cells, [[[0, 1], [1, 0]], ["a"]], "^labels: 1 names for 2 classes"),
    (cells, [[[0, 1], [1, 0]], "abc"], "^labels: 3 names for 2 classes"),
]


@pytest.mark.parametrize(("call", "arguments", "message"), REFUSED, ids=range(len(REFUSED)))
def test_the_wrong_argument_is_named(call, arguments, message):
    with pytest.raises(ValueError, match=message):
        call(*arguments)


def test_printed_digits_do_not_depend_on_the_last_bit():
    fig, ax = figures.subplots()
    for value in (np.nextafter(0.125, 0), 0.125, np.nextafter(0.125, 1)):
        figures.matrix_cells(ax, [[value, -1e-17]])
    assert [text.get_text() for text in ax.texts] == ["0.12", "0.00"] * 3


def test_the_ticks_do_not_depend_on_the_last_bit():
    # 0.45 in nine steps of 0.05, or in fewer of a longer one.
    ends = [0.45, np.nextafter(0.45, 0), np.nextafter(0.45, 1), 0.15 * 3]
    assert len({tuple(told(lambda ax, end=end: ax.set(ylim=(0, end)))) for end in ends}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["linear", "log"])
def test_an_axis_does_not_spread_rounding_out(scale):
    def line(low):
        fig, ax = figures.subplots(width=3, height=2)
        ax.plot([0, 1], [low, 0.3])
        ax.set_yscale(scale)
        return svg(fig)

    assert line(0.3) == line(0.3 * (1 + 1e-14)) == line(0.3 * (1 - 1e-13))


def test_rounded_numbers_lose_their_last_bits_and_minus_zero():
    thirds = np.array([1 / 3, 1 - 2 / 3, 0.1 + 0.2, 0.3, -1e-17])
    found = rounded(thirds)
    assert found[0] == found[1] and found[2] == found[3] == 0.3 and str(found[4]) == "0.0"
    np.testing.assert_allclose(found, thirds, rtol=0, atol=1e-10)
    for scale in (1e-308, 1e-300, 1e-20, 1e20, 1e300):
        assert np.isfinite(rounded(thirds * scale)).all()
    assert rounded(12_345_678_912.0) == 12_345_678_910
    assert rounded([]).size == 0 and rounded(0.0) == 0
