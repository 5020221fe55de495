"""The comparer of pictures: what it lets pass, what it sees, and what it says."""

import copy
import re

import numpy as np
import pytest

from coursemachine import figures
from coursemachine.controls import Frame, Steps, frames
from coursemachine.controls.grid import pack, unpack
from coursemachine.notebooks.pictures import PIXELS, PNG, SVG, TOLERANCE, compare_outputs, difference, seen

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PLACES = re.compile(r' (?:d|x|y|width|height|transform)="[^"]*"')
SMALL = """<svg viewBox="0 0 216 144" stroke-linejoin="round">
<path d="M 10 100.5 L 20.25 90 L 30 85.75" style="fill:none;stroke:#0072b2;stroke-width:1.8" />
<path d="M 10 120 L 30 120 L 30 100 z" style="fill:#d55e00;opacity:0.12" />
<use href="#s0123456789ab-0" x="20.25" y="90" style="fill:#0072b2" />
<text x="100" y="140" style="text-anchor:middle">examples<tspan>1</tspan>, 2</text>
<text transform="translate(12 70) rotate(-90)">norm</text>
<defs>
<path id="s0123456789ab-0" d="M 0 2 C 1 2 2 1 2 0" />
<path id="s0123456789ab-1" transform="scale(1.02)" />
</defs>
</svg>"""


def curve(rise):
    """A curve with markers, a band, a legend and a text."""
    fig, ax = figures.subplots(width=3, height=2)
    ax.plot([0, 1, 2, 3], [0, rise, 1.5 * rise, 1.75 * rise], "o-", label="norm", clip_on=False)
    ax.fill_between([0, 3], [0, rise], [1, 1 + rise], alpha=0.12, color=figures.CLASS_COLORS[1])
    ax.set(xlabel="examples", ylim=(0, 10))
    ax.legend()
    return fig


@pytest.fixture(scope="module")
def picture():
    return figures.show(curve(1.0), "A curve.").svg


def shifted(picture, by):
    """Every coordinate moved."""
    return PLACES.sub(lambda hit: NUMBER.sub(lambda n: f"{float(n.group()) + by:.3f}", hit.group()), picture)


def test_equal_pictures_have_no_difference(picture):
    assert difference(picture, figures.show(curve(1.0), "A curve.").svg) is None
    assert difference('<svg><path d="M -0 1"/></svg>', '<svg><path d="M 0 1"/></svg>') is None


@pytest.mark.parametrize("by", [0.004, -0.004, 0.019])
def test_coordinates_within_the_tolerance_pass(picture, by):
    assert shifted(picture, by) != picture
    assert difference(picture, shifted(picture, by)) is None
    assert difference(picture, shifted(picture, TOLERANCE + 0.002))


def test_ids_made_from_a_digest_do_not_count(picture):
    (prefix,) = set(re.findall(r"s[0-9a-f]{12}(?=-\d)", picture))
    assert difference(picture, picture.replace(prefix, "s0123456789ab")) is None
    # Which part an id names counts: another marker, a pointer that leads nowhere.
    first, second = re.findall(r'href="#([^"]+)"', picture)[0], re.findall(r'id="([^"]+)"', picture)[-1]
    assert first != second
    assert difference(picture, picture.replace(f'href="#{first}"', f'href="#{second}"', 1))
    assert difference(SMALL, SMALL.replace('href="#s0123456789ab-0"', 'href="#sba9876543210-0"'))
    one = "<svg><text>s0123456789ab-1</text></svg>"
    assert difference(one, one.replace("s0", "s1"))


@pytest.mark.parametrize(
    "old, new",
    [
        ("L 20.25 90", "L 20.25 90.05"),
        ('x="20.25"', 'x="20.2"'),
        ("(12 70)", "(12 71)"),
        ("(-90)", "(90)"),
        ("scale(1.02)", "scale(1.03)"),
        ("stroke:#0072b2", "stroke:#d55e00"),
        ("opacity:0.12", "opacity:0.13"),
        (">examples<", ">samples<"),
        (' style="text-anchor:middle"', ""),
        (SMALL.splitlines()[2] + "\n", ""),
        (SMALL.splitlines()[3], "<path />"),
        (" L 30 85.75", ""),
        ("216 144", "216 144.01"),
        (' stroke-linejoin="round"', ""),
        ("\n</svg>", "\n<rect />\n</svg>"),
        ("\n</defs>\n</svg>", ""),
    ],
)
def test_a_difference_is_seen_from_both_sides(old, new):
    assert SMALL.count(old) == 1
    assert difference(SMALL, SMALL.replace(old, new)) and difference(SMALL.replace(old, new), SMALL)


def test_a_difference_is_shown_where_it_begins():
    long = f'<svg>\n<path d="M {" ".join(map(str, range(200)))} END" /></svg>'
    said = difference(long.replace("END", "7"), long.replace("END", "9"))
    assert re.search("198 199 7.*stored.*198 199 9.*now", said)


@pytest.fixture(scope="module")
def dial():
    """Data of a figure with two controls and six frames."""

    def draw(t, C):
        fig, ax = figures.subplots(width=2, height=2)
        figures.matrix_cells(ax, [[0, t], [C, 0]])
        return Frame(fig, f"After {t} steps the entry is {C}.")

    return frames(draw, title="Dial", t=Steps([1, 2, 3]), C=[1, 4]).metadata()["coursemachine"]["figure"]


def told(old, new):
    """What is said of two figures, shown by outputs with the same picture."""
    both = ({"data": {SVG: SMALL}, "metadata": {"coursemachine": {"figure": data}}} for data in (old, new))
    return difference(*map(seen, both))


def test_equal_frames_have_no_difference(dial):
    assert told(dial, copy.deepcopy(dial)) is None
    pictures, texts = zip(*unpack(dial))
    moved = [shifted(pictures[0], 0.004), *pictures[1:]]
    assert told(dial, dial | pack(moved, texts)) is None


@pytest.mark.parametrize(
    "change, said",
    [
        (lambda d: d | {"grid": [d["grid"][4], *d["grid"][1:]]}, "frame: t=1, C=1: 0: "),
        (lambda d: d | {"grid": d["grid"][:5]}, "frame: {"),
        (lambda d: d | {"grid": [[[99], 0]] * 6}, "frame: {"),
        (lambda d: d | {"title": "Wheel"}, "title: 'Dial' stored, 'Wheel' now"),
        (lambda d: d | {"question": "Why?"}, "question: '' stored, 'Why?' now"),
        (lambda d: d | {"index": [1, 0]}, "index: 0: 0 stored, 1 now"),
        (lambda d: d | {"axes": [d["axes"][0], d["axes"][1] | {"label": "noise"}]}, "axes: 1: label: "),
    ],
)
def test_what_a_reader_sees_of_a_figure_counts(dial, change, said):
    assert told(dial, change(dial)).startswith(f"metadata: figure: {said}")
    assert told(change(dial), dial)


def test_numbers_have_a_relative_tolerance_and_types_none():
    scene = {"kind": "dial", "parameters": {"points": [[0.1, 2.0], [3.0, 4.0]], "name": "a"}, "at": {"k": 1}}
    assert difference(scene, scene | {"at": {"k": 1.00000001}}) is None
    assert difference(scene, scene | {"at": {"k": 1.000001}}) == "at: k: 1 stored, 1.000001 now"
    assert difference({"k": [1, 2]}, {"k": [1]}) == "k: 1 is missing"
    assert difference({"frame_numbers": 1}, {"frame_numbers": 1.00001}) is None
    assert difference({"frame_numbers": 1}, {"frame_numbers": 1.001})
    assert difference({"k": None}, {"k": 0}) and difference({"k": "1"}, {"k": 1})


def outputs(rise, stored_png=None):
    data, _ = figures.show(curve(rise), "a curve")._repr_mimebundle_()
    return [{"data": data | ({PNG: stored_png} if stored_png else {})}]


def test_pixels_of_the_png_are_compared():
    other = outputs(5.0)[0]["data"][PNG]
    fresh = outputs(1.0)
    (sentence,) = compare_outputs(outputs(1.0, other), fresh)
    assert sentence.endswith("PNG: other pixels")
    assert fresh[0]["data"][PNG] == other  # what compares next finds the rest
    white = np.ones((10, 10, 4))
    assert difference(white, white - 0.9 * PIXELS) is None
    assert difference(white, white - 1.1 * PIXELS) == difference(white, white[1:]) == "other pixels"


def test_labels_are_compared_whatever_is_printed_between():
    printed, shown = {"name": "stdout", "text": "1"}, {"data": {}, "metadata": {"coursemachine": {"kind": "table"}}}
    other = {"data": {}, "metadata": {"coursemachine": {"kind": "verdicts"}}}
    assert compare_outputs([printed, shown], [printed, printed, shown]) == []
    (sentence,) = compare_outputs([shown], [printed, other])
    assert sentence == "'': metadata: kind: 'table' stored, 'verdicts' now"
