"""Minutes that a chapter takes, estimated from its text: to read it, and to work its exercises."""

import re

from coursemachine.prose import FORMULA, OPTIONS, split

#: Minutes for a word, a formula in a line, a displayed one, a word of open code: fitted by least squares to eight
#: chapters that were read with their figures and questions (45 to 88 minutes; off by 8 at most, and by 15 for a chapter
#: that is left out of the fit).  Minutes for an exercise: the same reader worked 3 to 5 of them in 35 to 60 (off by 15
#: at most).
PACE, EXERCISE = (0.013, 0.11, 1.2, 0.023), 12
_FOLDED = re.compile(
    r"^(`{3,})\{prf:proof\}.*?^\1$|^`{3,}\{solution-start\}.*?^(`{3,})\{solution-end\}\s*^\2$", re.DOTALL | re.MULTILINE
)
_DISPLAYED = re.compile(r"\$\$.*?\$\$", re.DOTALL)
#: roles and code stand for one word
_ONE = re.compile(r"\{[\w:-]+\}`[^`]*`|`[^`]+`", re.DOTALL)
_OPTION = re.compile(r"^\s*:[\w-]+:.*$", re.MULTILINE)
_OPEN_CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(?!:tags:[^\n]*(?:remove|hide))(.*?)^```$", re.DOTALL | re.MULTILINE)


def opened(text):
    """A chapter's text without what is folded on its page: solutions and proofs."""
    return _FOLDED.sub("", text)


def minutes(text):
    """Minutes to read a chapter without its proofs and solutions, and to work its exercises; rounded to five."""
    seen = opened(text)
    prose = _OPTION.sub("", _DISPLAYED.sub("", split(seen)[0]))
    counts = (
        len(re.findall(r"\w[\w'’.,-]*", _ONE.sub(" x ", FORMULA.sub("", prose)))),
        len(FORMULA.findall(prose)),
        len(_DISPLAYED.findall(seen)),
        sum(len(re.findall(r"\w+", OPTIONS.sub("", cell))) for cell in _OPEN_CELL.findall(seen)),
    )
    reading = sum(pace * count for pace, count in zip(PACE, counts))
    return max(5, 5 * round(reading / 5)), 5 * round(EXERCISE * text.count("{exercise}") / 5)
