"""How long a chapter takes to read: the words that stand open on its page, and minutes made of them."""

import re

from prose import split

#: words a minute: slow, as mathematics is read
PACE = 100
#: minutes for a displayed formula, for a figure with controls, for a picture or a table
FORMULA, FIGURE, PICTURE = 0.25, 2, 0.4
_FOLDED = re.compile(r"^`{3,}\{solution-start\}.*?^(`{3,})\{solution-end\}\s*^\1$", re.DOTALL | re.MULTILINE)
_PROOF = re.compile(r"^(`{3,})\{prf:proof\}.*?^\1$", re.DOTALL | re.MULTILINE)
_DISPLAYED = re.compile(r"\$\$.*?\$\$", re.DOTALL)
#: each of them stands for one word: formulas in a line, roles, code
_ONE = re.compile(r"\$[^$]+\$|\{[\w:-]+\}`[^`]*`|`[^`]+`", re.DOTALL)
_OPTION = re.compile(r"^\s*:[\w-]+:.*$", re.MULTILINE)
_WORD = re.compile(r"\w[\w'’.,-]*")


def opened(text):
    """A chapter's text without what is folded on its page: solutions and proofs."""
    return _PROOF.sub("", _FOLDED.sub("", text))


def words(text):
    """Number of words that a reader sees: no code and no displayed formula; a formula in a line is a word."""
    seen = _DISPLAYED.sub("", split(opened(text))[0])
    return len(_WORD.findall(_ONE.sub(" x ", _OPTION.sub("", seen))))


def minutes(text):
    """Minutes that a chapter takes without its solutions and proofs, rounded to five."""
    seen = opened(text)
    cells = "\n".join(split(seen)[1])
    figures = len(re.findall(r"\bframes\(", cells))
    pictures = len(re.findall(r"\bname=\"(?:fig|tab)-", cells))
    time = words(text) / PACE + FORMULA * len(_DISPLAYED.findall(seen)) + FIGURE * figures + PICTURE * pictures
    return max(5, 5 * round(time / 5))
