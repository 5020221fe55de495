"""How heavy a figure with controls may be: a page holds several, and is read on a phone."""

import numpy as np
import pytest

from confusion.lab.frames import Axis, Frame, frames


def noisy(kilobytes):
    """A picture of digits that do not compress well: a digit of hexadecimal carries four bits, half a byte."""
    digits = np.random.default_rng(0).bytes(1000 * kilobytes).hex()
    return f'<svg viewBox="0 0 9 9">\n<path d="{digits}"/>\n</svg>'


def figure_of(kilobytes):
    return frames(lambda t: Frame(noisy(kilobytes), f"{t}"), title="Noise", t=Axis([1, 2]))


def test_a_figure_of_more_than_250_kB_compressed_is_refused():
    with pytest.raises(ValueError, match=r"grid: 2 frames weigh (2[6-9]|30)\d kB compressed, more than 250 kB"):
        figure_of(260)
    assert len(figure_of(200).frame(t=1).picture) > 400_000
