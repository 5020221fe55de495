r"""Plain sums inside formulas, such as ``$18 + 18 = 36$``: do they hold?"""

import re

CELL = re.compile(r"^(?P<fence>`{3,})\{code-cell\}.*?^(?P=fence) *$", re.M | re.S)
FORMULA = re.compile(r"(?<!\\)\$\$.*?\$\$|(?<![\\$])\$[^$]+\$", re.S)


def _value(side):
    """Value of a side of an equation that is made of plain numbers, or None."""
    side = re.sub(r"\\[,;!: ]|\\(?:left|right|[bB]igg?[lr]?)\b|&|\\\\|\n", " ", side).rstrip(" .")
    side = re.sub(r"\\[td]?frac\s*(\d)\s*(\d)", r"(\1/\2)", side)
    side = re.sub(r"\\[td]?frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", side)
    side = re.sub(r"\^\{?(\d)\}?", r"**\1", re.sub(r"\\cdot|\\times", "*", side)).strip()
    if not re.fullmatch(r"[\d.+\-*/(), ]+", side) or re.search(r"\d\s*\(|\)\s*[\d(]|\d\s+\d", side):
        return None
    try:
        return eval(side, {"__builtins__": {}})  # digits and operators, nothing else
    except (SyntaxError, TypeError, ZeroDivisionError):
        return None


def wrong_sums(text):
    """Equations between plain numbers that do not hold, such as ``18 + 18 = 38``; decimals may be rounded."""
    for formula in FORMULA.findall(CELL.sub("", text)):
        for chain in re.split(r",(?![^(]*\))|;|\\q?quad|\\text\{[^}]*\}", formula.strip("$")):
            sides = chain.split("=")
            for left, right in zip(sides, sides[1:]):
                values = _value(left), _value(right)
                decimals = [len(digits) for digits in re.findall(r"\.(\d+)", left + right)]
                tolerance = 0.51 * 10.0 ** -min(decimals) if decimals else 1e-9
                pairs = zip(*(each if isinstance(each, tuple) else (each,) for each in values))
                if None not in values and any(abs(a - b) > tolerance for a, b in pairs):
                    yield f"a formula says {' '.join(f'{left}={right}'.split())}"
