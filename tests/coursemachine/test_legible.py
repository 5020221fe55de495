"""Text that cannot be read in a picture is told when the picture is drawn, and nothing else is."""

import warnings

import pytest

from coursemachine import figures
from coursemachine.controls import Frame, frames
from coursemachine.figures.base import text_places


def drawn(change, width=3.2):
    """Show a small picture with a change to its axes; what was warned."""
    fig, ax = figures.subplots(width=width, height=2.4)
    ax.plot([0, 1], [0, 1], label="curve")
    change(ax)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        figures.show(fig, "a curve")
    return [str(one.message) for one in told]


FINE = {
    "labels": lambda ax: (ax.set(xlabel="share of examples", ylabel="classes"), ax.set_yticks([1, 2]), ax.legend()),
    "turned": lambda ax: ax.set_xticks([0, 0.2, 0.4], ["class one", "class two", "class three"], rotation=60),
    "names of ticks": lambda ax: ax.set(xticks=[0.5, 1.5], xticklabels=["1", "2"], xlabel="true class"),
    "two lines": lambda ax: ax.set_title("two\nlines"),
    "mathematics": lambda ax: ax.set_xlabel(r"$\lambda_1$"),
    "an axis that does not count": lambda ax: ax.set(xlabel="distance", xlim=(0, 10), xticks=[2.5, 5]),
    "hidden": lambda ax: (ax.text(0.5, 0.5, "one"), ax.text(0.5, 0.5, "two", visible=False)),
    "a count at whole numbers": lambda ax: (ax.set(xlabel="class", xlim=(0.4, 10.6)), ax.set_xticks([2, 4])),
}
WRONG = {
    "label cut off": (lambda ax: ax.set_ylabel("a label that is too long for the height of it"), "of it' is cut off"),
    "text cut off": (lambda ax: ax.figure.text(0.9, 0.5, "far away"), "'far away' is cut off"),
    "small": (lambda ax: ax.set_xlabel("x", size=7), "'x' has 9.3 pixels on a phone, less than 10"),
    "text over text": (lambda ax: (ax.text(0.5, 0.5, "one"), ax.text(0.55, 0.5, "two")), "'one' and 'two' overlap"),
    "text in text": (lambda ax: (ax.text(0.2, 0.5, "a" * 20), ax.text(0.5, 0.5, ".")), "overlap"),
    "names of ticks": (lambda ax: ax.set_xticks([0, 0.1], ["class one", "class two"]), "'class two' overlap"),
    "turned": (lambda ax: ax.set_xticks([0, 0.05], ["class one", "class two"], rotation=20), "'class two' overlap"),
    "classes": (lambda ax: ax.set(xlabel="class", xlim=(0, 10), xticks=[2.5, 5]), "the axis 'class' has a tick 2.5"),
    "rounds": (lambda ax: ax.set(ylabel="rounds, at most", yticks=[0, 0.5]), "locator_params(axis='y', integer=True)"),
}


@pytest.mark.parametrize("change", FINE.values(), ids=FINE)
def test_what_can_be_read_passes(change):
    assert drawn(change) == []


@pytest.mark.parametrize(("change", "said"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_told(change, said):
    (told,) = drawn(change)
    assert told.startswith("hard to read in the picture: ") and said in told


def test_a_wide_picture_is_small_on_a_phone():
    assert drawn(lambda ax: None, width=4.8) == []
    (told,) = drawn(lambda ax: ax.set_xlabel("x"), width=6)
    assert "'x' has 8.7 pixels on a phone" in told


def test_a_frame_is_named():
    def draw(k):
        fig, ax = figures.subplots(width=3, height=2)
        ax.set_xlabel("x", size=7 if k == 2 else None)
        return Frame(fig, f"Size {k}.")

    with pytest.warns(UserWarning, match="in the picture at k=2: 'x' has 9.3 pixels"):
        frames(draw, title="Sizes", k=[1, 2])


def test_texts_of_near_points_share_a_place():
    points = [(0, 0), (0.5, 0.4), (0.9, 0.8), (3, 0), (0, 2)]
    assert text_places(points, (1, 1)) == [((0, 0), 0), ((0, 0), 1), ((0, 0), 2), ((3, 0), 0), ((0, 2), 0)]
