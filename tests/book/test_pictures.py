"""The comparer of pictures: what it lets pass, what it sees, and how it tells it."""

import copy
import re

import pytest
from pictures import TOLERANCE, difference, frames_difference

from confusion.lab import figures
from confusion.lab.frames import Frame, Steps, frames
from confusion.lab.frames.grid import pack, unpack

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PLACES = re.compile(r' (?:d|x|y|width|height|transform)="[^"]*"')
SMALL = """<svg viewBox="0 0 216 144" stroke-linejoin="round">
<path d="M 10 100.5 L 20.25 90 L 30 85.75" style="fill:none;stroke:#0072b2;stroke-width:1.8" />
<path d="M 10 120 L 30 120 L 30 100 z" style="fill:#d55e00;opacity:0.12" />
<use href="#s0123456789ab-0" x="20.25" y="90" style="fill:#0072b2" />
<text x="100" y="140" style="text-anchor:middle">examples</text>
<text transform="translate(12 70) rotate(-90)">norm</text>
<defs>
<path id="s0123456789ab-0" d="M 0 2 C 1 2 2 1 2 0" />
</defs>
</svg>"""
KEYS = ("title", "name", "caption", "alt", "question", "axes", "index", "lines", "pictures", "texts", "grid")


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
    return figures.svg(curve(1.0))


@pytest.fixture(scope="module")
def dial():
    """State of a figure with two controls and six frames."""

    def draw(t, C):
        fig, ax = figures.subplots(width=2, height=2)
        figures.matrix_cells(ax, [[0, t], [C, 0]])
        return Frame(fig, f"After {t} steps the entry is {C}.")

    made = frames(draw, title="Dial", t=Steps([1, 2, 3]), C=[1, 4])
    return {key: getattr(made, key) for key in KEYS}


def shifted(picture, by):
    """Every coordinate moved."""
    return PLACES.sub(lambda hit: NUMBER.sub(lambda n: f"{float(n.group()) + by:.3f}", hit.group()), picture)


def test_equal_pictures_have_no_difference(picture):
    assert difference(picture, picture) is None
    assert difference(picture, figures.svg(curve(1.0))) is None


@pytest.mark.parametrize("by", [0.004, -0.004, 0.019])
def test_coordinates_within_the_tolerance_pass(picture, by):
    moved = shifted(picture, by)
    assert moved != picture
    assert difference(picture, moved) is None


def test_coordinates_beyond_the_tolerance_do_not_pass(picture):
    assert difference(picture, shifted(picture, TOLERANCE + 0.002))


def test_two_decimals_that_are_a_tolerance_apart_pass():
    square = '<svg><rect x="{}"/></svg>'
    assert 1.02 - 1 > TOLERANCE  # by a last bit
    assert difference(square.format("1"), square.format("1.02")) is None
    assert difference(square.format("1"), square.format("1.03")) == "the 1st rect differs in x: 1 stored, 1.03 now"


def test_minus_zero_is_zero():
    assert difference('<svg><path d="M -0 1"/></svg>', '<svg><path d="M 0 1"/></svg>') is None


def test_ids_made_from_a_digest_do_not_count(picture):
    (prefix,) = set(re.findall(r"s[0-9a-f]{12}(?=-\d)", picture))
    assert difference(picture, picture.replace(prefix, "s0123456789ab")) is None
    # Which part an id names counts: another marker, a pointer that leads nowhere.
    first, second = re.findall(r'href="#([^"]+)"', picture)[0], re.findall(r'id="([^"]+)"', picture)[-1]
    assert first != second
    assert difference(picture, picture.replace(f'href="#{first}"', f'href="#{second}"', 1))
    astray = SMALL.replace('href="#s0123456789ab-0"', 'href="#sba9876543210-0"')
    assert difference(SMALL, astray) == "the 3rd path: id 'id0-0' stored, 'id1-0' now"


def test_a_name_that_only_looks_like_a_made_id_counts():
    one = "<svg><text>s0123456789ab-1</text></svg>"
    assert difference(one, one.replace("s0", "s1"))


SEEN = [
    ("L 20.25 90", "L 20.25 90.05", "the 1st path differs at point 2: 90 stored, 90.05 now"),
    ("1 2 2 1", "1 2 9 1", "the 3rd path differs at point 3: 2 stored, 9 now"),
    ('x="20.25"', 'x="20.2"', "the 1st use differs in x: 20.25 stored, 20.2 now"),
    ("(12 70)", "(12 71)", "the 2nd text differs in number 2 of transform: 70 stored, 71 now"),
    ("(-90)", "(90)", "the 2nd text differs in number 3 of transform: -90 stored, 90 now"),
    ("stroke:#0072b2", "stroke:#d55e00", "the 1st path: stroke '#0072b2' stored, '#d55e00' now"),
    ("opacity:0.12", "opacity:0.13", "the 2nd path: opacity '0.12' stored, '0.13' now"),
    ("width:1.8", "width:1.81", "the 1st path: stroke-width '1.8' stored, '1.81' now"),
    ("fill:none;", "", "the 1st path: fill 'none' stored, none now"),
    (">examples<", ">samples<", "the 1st text reads 'examples' stored, 'samples' now"),
    (' style="text-anchor:middle"', "", "the 1st text: style 'text-anchor:middle' stored, none now"),
    (SMALL.splitlines()[2], "", "3 elements path stored, 2 now"),
    (SMALL.splitlines()[3], "<path />", "3 elements path stored, 4 now"),
    (" L 30 85.75", "", "the 1st path has 3 points stored, 2 now"),
    ("30 100 z", "30 100", "the 2nd path: d 'M 10 120 L 30 120 L 30 100 z' stored, 'M 10 120 L 30 120 L 30 100' now"),
    ("216 144", "216 144.01", "the 1st svg: viewBox '0 0 216 144' stored, '0 0 216 144.01' now"),
    (' stroke-linejoin="round"', "", "the 1st svg: stroke-linejoin 'round' stored, none now"),
]


@pytest.mark.parametrize("old, new, told", SEEN, ids=[told[:40] for _, _, told in SEEN])
def test_a_difference_is_seen_and_told(old, new, told):
    assert SMALL.count(old) == 1
    assert difference(SMALL, SMALL.replace(old, new)) == told


def test_an_attribute_that_is_new_is_seen():
    before = SMALL.replace(' stroke-linejoin="round"', "")
    assert difference(before, SMALL) == "the 1st svg: stroke-linejoin none stored, 'round' now"


def test_text_after_an_element_and_the_order_of_elements_count():
    one = "<svg><text>a<tspan>b</tspan>c</text><path /><rect /></svg>"
    assert difference(one, one.replace(">c<", ">d<")) == "the 1st tspan is followed by 'c' stored, 'd' now"
    turned = one.replace("<path /><rect />", "<rect /><path />")
    assert difference(one, turned) == "the elements are in another order from the 1st path on"
    inside = one.replace("<path /><rect />", "<path><rect /></path>")
    assert difference(one, inside) == "the elements are in another order from the 1st rect on"


def test_a_scale_has_no_tolerance():
    one = '<svg><g transform="{}"/></svg>'
    assert difference(one.format("scale(1.01)"), one.format("scale(1.02)"))
    assert difference(one.format("translate(1.01 2)"), one.format("translate(1.02 2)")) is None


@pytest.mark.parametrize(
    "number, told",
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (22, "22nd")],
)
def test_elements_are_counted_in_words(number, told):
    one = [f'<rect x="{k}"/>' for k in range(30)]
    other = [*one[: number - 1], '<rect x="-9"/>', *one[number:]]
    pictures = (f"<svg>{''.join(rects)}</svg>" for rects in (one, other))
    assert difference(*pictures).startswith(f"the {told} rect differs in x")


def test_what_is_no_svg_is_told(picture):
    assert difference(picture, picture[:-3]).startswith("the fresh picture is no SVG: ")
    assert difference("<svg>", picture).startswith("the stored picture is no SVG: ")


def changed(dial, place=None, **parts):
    """A copy of the state whose frame at `place` has another picture or text, or whose other parts differ."""
    state = copy.deepcopy(dial)
    shown = unpack(state)
    if place is not None:
        picture, text = shown[place]
        shown[place] = parts.pop("picture", lambda old: old)(picture), parts.pop("text", text)
    return state | pack(*zip(*shown)) | parts


def test_equal_frames_have_no_difference(dial):
    assert frames_difference(dial, copy.deepcopy(dial)) is None
    assert frames_difference(dial, changed(dial, 2, picture=lambda svg: shifted(svg, 0.004))) is None


def test_the_front_end_does_not_count(dial):
    assert frames_difference(dial, dial | {"_esm": "other", "_model_id": "x"}) is None


def test_a_frame_is_named_by_its_controls(dial):
    other = changed(dial, 3, picture=lambda svg: svg.replace("#0072b2", "#d55e00"))
    assert re.fullmatch(r"frame t=2, C=4: the \d\w\w \w+: fill '#0072b2' .*", frames_difference(dial, other))


def test_a_number_in_a_sentence_is_seen(dial):
    other = changed(dial, 5, text="After 3 steps the entry is 5.")
    told = "the sentence reads 'After 3 steps the entry is 4.' stored, 'After 3 steps the entry is 5.' now"
    assert frames_difference(dial, other) == f"frame t=3, C=4: {told}"


def test_a_number_in_a_sentence_has_no_tolerance(dial):
    first, second = (changed(dial, 0, text=f"The norm is {norm}.") for norm in (0.211, 0.212))
    assert "0.211.' stored" in frames_difference(first, second)


def test_exchanged_frames_are_seen(dial):
    other = copy.deepcopy(dial)
    other["grid"][0], other["grid"][4] = other["grid"][4], other["grid"][0]
    assert frames_difference(dial, other).startswith("frame t=1, C=1: the sentence reads 'After 1 steps")
    only_pictures = copy.deepcopy(dial)
    only_pictures["grid"][0] = [dial["grid"][4][0], dial["grid"][0][1]]
    assert frames_difference(dial, only_pictures).startswith("frame t=1, C=1: the ")


def without(dial, position):
    """The state without a position of the first control."""
    other = copy.deepcopy(dial)
    other["axes"][0]["values"].pop(position)
    del other["grid"][2 * position : 2 * position + 2]
    return other


def test_dropped_and_added_frames_are_seen(dial):
    assert frames_difference(dial, without(dial, 1)) == "frame t=2, C=1 is missing"
    assert frames_difference(without(dial, 1), dial) == "frame t=2, C=1 is not stored"
    short = copy.deepcopy(dial)
    short["grid"].pop()
    assert frames_difference(dial, short) == "the fresh figure has 5 frames for 6 positions of its controls"


@pytest.mark.parametrize(
    "mutate, told",
    [
        (lambda dial: dial.update(title="Wheel"), "its title reads 'Dial' stored, 'Wheel' now"),
        (lambda dial: dial.update(alt="a wheel"), "its alt reads 'Dial' stored, 'a wheel' now"),
        (lambda dial: dial.update(question="Why?"), "its question reads '' stored, 'Why?' now"),
        (lambda dial: dial.update(index=[1, 0]), "the positions shown first are numbers [0, 0] stored, [1, 0] now"),
        (lambda dial: dial["axes"][1].update(label="noise"), "control C: label 'C' stored, 'noise' now"),
        (lambda dial: dial["axes"][0].update(kind="range"), "control t: kind 'steps' stored, 'range' now"),
    ],
)
def test_what_stands_around_the_frames_counts(dial, mutate, told):
    other = copy.deepcopy(dial)
    mutate(other)
    assert frames_difference(dial, other) == told


def test_frames_that_cannot_be_read_are_told(dial):
    assert frames_difference({}, dial) == "the stored frames cannot be read: KeyError 'axes'"
    broken = dial | {"grid": [[[99], 0]] * 6}
    assert frames_difference(dial, broken).startswith("the fresh frames cannot be read: IndexError")
