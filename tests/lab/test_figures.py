"""Pictures: repeatable, small, readable on white and on dark, never without words."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from confusion.lab import figures


def luminance(color):
    """Relative luminance, as WCAG 2 defines it."""
    parts = np.array([int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]


def contrast(one, other):
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("page", ["#ffffff", "#121212", "#14181e"])
@pytest.mark.parametrize("color", figures.CLASS_COLORS)
def test_class_colors_read_on_every_page(color, page):
    assert contrast(color, page) >= 3


def test_every_class_has_its_own_color_and_marker():
    assert len(set(figures.CLASS_COLORS)) == len(set(figures.CLASS_MARKERS)) == len(figures.CLASS_COLORS)


def draw(shift=0.0):
    fig, ax = figures.subplots(width=3, height=2)
    figures.linear_regions(ax, [[1, 0], [-1, 1], [-1, -1]], (-2, 2, -2, 2))
    figures.scatter_classes(ax, [[0.1, 1 / 3], [1 + shift, 1], [-1, 0.5]], [0, 1, 2], labels="abc")
    ax.set_xlabel("margin < 0 & more", color="black")
    ax.legend()
    return fig


def test_svg_is_the_same_on_every_run():
    assert figures.svg(draw()) == figures.svg(draw())


def test_svg_ignores_the_last_bits_of_a_coordinate():
    assert figures.svg(draw()) == figures.svg(draw(shift=1e-13))
    assert figures.svg(draw()) != figures.svg(draw(shift=0.3))


def test_svg_brings_nothing_that_would_disturb_its_page():
    text = figures.svg(draw())
    assert text.startswith("<svg ") and " width=" not in text.split(">")[0]
    assert "<style" not in text and "#000000" not in text and "font-family:" not in text and "<metadata" not in text
    assert not re.search(r"\d\.\d{3,}", re.sub(r">[^<]*<", "><", text))
    assert "margin &lt; 0 &amp; more" in text


def test_svg_ids_are_unique_to_the_picture_and_all_pointed_at():
    texts = [figures.svg(draw()), figures.svg(draw(shift=0.3))]
    ids = [set(re.findall(r' id="([^"]+)"', text)) for text in texts]
    assert all(ids) and not ids[0] & ids[1]
    for text, own in zip(texts, ids):
        assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', text)) == own
    assert all(name.startswith("mine-") for name in re.findall(r' id="([^"]+)"', figures.svg(draw(), prefix="mine")))


def test_svg_wants_a_figure():
    with pytest.raises(ValueError, match="^fig: expected a matplotlib Figure, got str"):
        figures.svg("picture")


def test_picture_tells_its_text_and_digest():
    shown = figures.show(draw(), 'three "regions" & their points')
    assert repr(shown) == f'<picture {shown.digest}: three "regions" & their points>'
    assert 'role="img" aria-label="three &quot;regions&quot; &amp; their points"' in shown._repr_html_()
    assert figures.show(draw(shift=0.3), "other").digest != shown.digest


@pytest.mark.parametrize("alt", ["", "  ", None])
def test_picture_without_words_is_refused(alt):
    with pytest.raises(ValueError, match="^alt: "):
        figures.show(draw(), alt)


def test_picture_wants_svg():
    with pytest.raises(ValueError, match="^fig: "):
        figures.show("<b>no picture</b>", "alt")


@pytest.mark.parametrize("columns", [2, 3])
def test_linear_regions_are_the_argmax(columns):
    rng = np.random.default_rng(0)
    W = rng.normal(size=(5, columns))
    ax = Figure().subplots()
    figures.linear_regions(ax, W, (-1, 1, -2, 2))
    points = rng.uniform((-1, -2), (1, 2), size=(400, 2))
    best = np.argmax(points @ W[:, :2].T + (W[:, 2] if columns == 3 else 0), axis=1)
    regions = {patch.get_facecolor()[:3]: patch.get_path() for patch in ax.patches}
    from matplotlib.colors import to_rgb

    for q in range(5):
        inside = np.zeros(400, dtype=bool)
        if to_rgb(figures.CLASS_COLORS[q]) in regions:
            inside = regions[to_rgb(figures.CLASS_COLORS[q])].contains_points(points)
        np.testing.assert_array_equal(inside, best == q)


def test_linear_regions_give_ties_to_the_first_class():
    ax = Figure().subplots()
    figures.linear_regions(ax, [[1, 0], [1, 0], [-1, 0]], (-1, 1, -1, 1))
    assert len(ax.patches) == 2


@pytest.mark.parametrize("W", [[1, 2], [[1, 2, 3, 4]]])
def test_linear_regions_want_a_plane(W):
    with pytest.raises(ValueError, match="^W: "):
        figures.linear_regions(Figure().subplots(), W, (0, 1, 0, 1))


def test_scatter_wants_matching_shapes():
    with pytest.raises(ValueError, match="^X, y: "):
        figures.scatter_classes(Figure().subplots(), [[0, 1]], [0, 1])


def test_matrix_cells_write_their_numbers():
    fig, ax = figures.subplots()
    figures.matrix_cells(ax, [[0, 0.5], [1, 0]], "ab")
    assert [text.get_text() for text in ax.texts] == ["0.00", "0.50", "1.00", "0.00"]
