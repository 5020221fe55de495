"""Minutes that a chapter takes, estimated from its text: to read it, and to work its exercises."""

import re

from coursemachine.prose import FORMULA, OPTIONS, split

#: Minutes for a word, a formula in a line, a displayed one, a word of open code: fitted by least squares to eight
#: chapters that were read with their figures and questions (45 to 88 minutes; off by 8 at most, and by 15 for a chapter
#: that is left out of the fit).
PACE = (0.013, 0.11, 1.2, 0.023)
#: Minutes for an exercise to think about, by hand, in code: chapters whose 3 to 5 were worked in 35 to 60, and seven
#: pairs, of those that are assigned, that another reader put at 25 to 50 (off by 15 at most).
THINK, HAND, CODE = 5, 15, 25
_EXERCISE = re.compile(r"^`{3,}\{exercise\} (.*)\n:label: (\S+)\n((?:(?!`{3,}\{exercise\}).*\n)*)", re.MULTILINE)
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


def working(text):
    """Minutes to work each exercise of a chapter, by its label; what its title does not say, a stub does."""
    return {
        label: THINK if "o think about" in title else CODE if "n code" in title or "tags: [stub]" in below else HAND
        for title, label, below in _EXERCISE.findall(text)
    }


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
    return max(5, 5 * round(reading / 5)), sum(working(text).values())
