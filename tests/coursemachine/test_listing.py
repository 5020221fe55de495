"""A function is shown as it stands in its module; a line that would scroll is refused."""

import pytest

from coursemachine.listing import dedented, listing


class Example:
    def method(self, x):
        """Twice.

        Of two paragraphs.
        """
        # why
        return 2 * x


def long(x):
    return {"a": x, "b": x, "c": x, "d": x, "e": x, "f": x, "g": x, "h": x, "i": x, "j": x, "k": x, "l": x}


def test_methods_and_functions_without_docstrings():
    shown = listing(Example.method, dedented)._repr_markdown_()
    assert shown.startswith("```python\ndef method(self, x):\n    # why\n    return 2 * x\n\n\ndef dedented(function):")
    assert shown.endswith("\n```") and '"""' not in shown


def test_a_line_that_would_scroll_is_refused():
    with pytest.raises(ValueError, match="^long: .* has more than 78 characters"):
        listing(long)
