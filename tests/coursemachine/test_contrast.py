"""Colours on the light and on the dark page: contrast 3 of a class, 4.5 of words in its colour or in the accent."""

import re

import pytest

from coursemachine import figures
from coursemachine.controls.front import STATIC

CSS = (STATIC / "frames.css").read_text(encoding="utf-8")
#: the theme's page, and a card of a dark JupyterLab
PAPER = {"light": ["#ffffff"], "dark": ["#121212", "#111111"]}


def luminance(color):
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("page", ["#ffffff", "#121212", "#14181e"])
@pytest.mark.parametrize("color", figures.CLASS_COLORS)
def test_class_colors_read_on_every_page(color, page):
    assert contrast(color, page) >= 3


def shown(color):
    """A colour of text as the style sheet shows it, in light and in dark."""
    rule = re.search(rf'svg :is\(text, tspan\)\[style\*="{color}"\] {{ fill: var\((--[\w-]+), (#\w+)\)', CSS)
    assert rule, f"frames.css has no rule for text in {color}"
    name, light = rule.groups()
    return light, re.search(rf"{name}: (#\w+)", CSS)[1]


@pytest.mark.parametrize("color", [*figures.CLASS_COLORS, figures.ACCENT])
def test_words_can_be_read(color):
    for mode, found in zip(PAPER, shown(color)):
        for paper in PAPER[mode]:
            assert contrast(found, paper) >= 4.5, (mode, found)
