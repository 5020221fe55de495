"""How wide an inline formula will be, so that no line moves when MathJax has set it."""

import html
import re

_INLINE = re.compile(r'<span class="math notranslate nohighlight">(\\\(.*?\\\))</span>', re.DOTALL)
_WITHOUT_GLYPH = re.compile(
    r"\\(?:left|right|[bB]igg?[lr]?|math\w+|text|operatorname|(?:wide)?(?:hat|tilde)|[dt]?frac)\b"
)
_COMMAND = re.compile(r"\\[A-Za-z]+")
_SYNTAX = re.compile(r"\\[(),;!]|[{}\s^_&\\]")
#: What a glyph takes on average, of the size of the text: fitted to 1,215 formulas of the book, 17 % off in the median.
EM = 0.63


def width(tex):
    """Width of a formula in em, estimated from the number of its glyphs."""
    return EM * len(_SYNTAX.sub("", _COMMAND.sub("x", _WITHOUT_GLYPH.sub("", tex))))


def with_widths(body):
    """The text of a page whose inline formulas name their width."""

    def named(formula):
        room = f"--em: {width(html.unescape(formula[1])):.1f}"
        return f'<span class="math notranslate nohighlight" style="{room}">{formula[1]}</span>'

    return _INLINE.sub(named, body)
