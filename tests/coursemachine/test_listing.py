"""A line that would scroll is refused; the chapters and the module's example show what is shown."""

import pytest

from coursemachine.listing import listing


def long(x):
    return {"a": x, "b": x, "c": x, "d": x, "e": x, "f": x, "g": x, "h": x, "i": x, "j": x, "k": x, "l": x}


def test_a_line_that_would_scroll_is_refused():
    with pytest.raises(ValueError, match="^long: .* has more than 78 characters"):
        listing(long)
