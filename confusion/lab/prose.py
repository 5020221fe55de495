"""The numbers of a chapter's prose, held beside their sentence and compared with what the chapter computed.

A hidden cell (tag ``remove-cell``) beside a paragraph repeats the words around each number and gives the value:

>>> gap, wrong, total = 0.0062, 371, 2500
>>> says("come within 0.01 of the floor", below(gap))
>>> says("about 370 of the 2500 examples", about(wrong), total)
>>> says("{half} of the 2500", about(0.49), total)
>>> given("a law with 3 classes", "definition")

The gate of the book (``notebooks.py --check``) demands that each sentence stands in the chapter's text and that each
number of the text stands in such a sentence, so neither can be changed alone.
"""

import re
from numbers import Real

__all__ = ["NUMBER", "WORDS", "about", "above", "below", "given", "numbers_of", "plain", "says", "without_indices"]

#: a number as prose writes it, with its per cent sign if it has one
NUMBER = re.compile(
    r"(?<![\w.\\])(?:(?:\d{1,3}(?:[ ,\u202f]\d{3}(?!\d))+|\d+)(?:\.\d+)?|\.\d+)(?:[ \u00a0\u202f]?\\?%)?"
)
_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
#: numbers in words, which count where they stand in braces
WORDS = {word: value for value, word in enumerate(_DIGITS)}
WORDS |= {"eleven": 11, "twelve": 12, "twenty": 20, "thirty": 30, "hundred": 100, "thousand": 1000}
WORDS |= {"no": 0, "once": 1, "twice": 2, "doubles": 2, "doubled": 2}
WORDS |= {"half": 1 / 2, "halves": 1 / 2, "halved": 1 / 2, "third": 1 / 3, "thirds": 2 / 3, "quarter": 1 / 4}
WORDS |= {"fifth": 1 / 5, "tenth": 1 / 10}
_MATH = re.compile(r"(?<!\\)\$[^$]+\$")
_WHOLE = re.compile(r"(?<![\d.])\d+(?![\d.])")
_BRACED = re.compile(r"\{(" + "|".join(WORDS) + r")\}", re.IGNORECASE)


def without_indices(text):
    """`text` with the whole numbers of its formulas blanked: they are mostly indices, exponents and coefficients."""
    return _MATH.sub(lambda hit: _WHOLE.sub(lambda number: " " * len(number.group()), hit.group()), text)


def numbers_of(sentence):
    """The numbers of a sentence in their order: texts such as "0.01", "11%", "2,500", and words in braces.

    In formulas only decimals count, see :func:`without_indices`.
    """
    found = [(hit.start(), hit.group()) for hit in NUMBER.finditer(without_indices(sentence))]
    found += [(hit.start(), hit.group()) for hit in _BRACED.finditer(sentence)]
    return [text for _, text in sorted(found)]


def plain(sentence):
    """The sentence as it stands in the chapter: without the braces around words."""
    return _BRACED.sub(r"\1", sentence)


def value_of(text):
    """(value, half a unit of the last digit) of a number as :func:`numbers_of` gives it."""
    if text.startswith("{"):
        return WORDS[text[1:-1].lower()], 0.0
    digits = re.sub(r"[\s,\\%]", "", text)
    scale = 100 if "%" in text else 1
    decimals = len(digits.partition(".")[2])
    return float(digits) / scale, 0.5 * 10.0**-decimals / scale


class below:
    """The number stands above `value`: "within 0.01", "at most 3"; `value` is at least `share` of it."""

    def __init__(self, value, share=0.2):
        self.value, self.share = float(value), share

    def holds(self, number, half):
        return self.value <= number and abs(self.value) >= self.share * abs(number)

    def __repr__(self):
        return f"a value of {self.value:g} below it"


class above:
    """The number stands below `value`: "more than 30%"; `value` is at most 1 / `share` of it."""

    def __init__(self, value, share=0.2):
        self.value, self.share = float(value), share

    def holds(self, number, half):
        return self.value >= number and abs(number) >= self.share * abs(self.value)

    def __repr__(self):
        return f"a value of {self.value:g} above it"


class about:
    """The number is near `value`: within the part `tolerance` of it."""

    def __init__(self, value, tolerance=0.1):
        self.value, self.tolerance = float(value), tolerance

    def holds(self, number, half):
        return abs(number - self.value) <= max(half, self.tolerance * abs(self.value))

    def __repr__(self):
        return f"about {self.value:g}"


class _Rounded:
    """The number is `value`, rounded to its digits; a value at a rounding edge may go either way."""

    def __init__(self, value):
        self.value = float(value)

    def holds(self, number, half):
        return abs(number - self.value) <= half * (1 + 1e-6) + 1e-9 * abs(self.value)

    def __repr__(self):
        return f"{self.value:.6g}"


def says(sentence, *values):
    """Hold a sentence of the chapter against computed values, one for each of its numbers.

    Parameters
    ----------
    sentence : str
        Words of the chapter as they stand in its text, markup included; words such as ``{half}`` in braces count as
        numbers.
    *values : number, below, above or about
        A plain number must read as the text says when it is rounded to the digits of the text (as a share where the
        text has a per cent sign).

    Raises
    ------
    AssertionError
        If a number of the sentence is not that value.
    ValueError, TypeError
        If there are not as many values as numbers, or a value is no number.
    """
    texts = numbers_of(sentence)
    if not texts or len(texts) != len(values):
        raise ValueError(f"sentence: {sentence!r} has the numbers {texts}, values: got {len(values)}")
    for text, value in zip(texts, values):
        if not hasattr(value, "holds"):
            if isinstance(value, bool) or not isinstance(value, Real):
                raise TypeError(f"values: {text} needs a number, below(), above() or about(), got {value!r}")
            value = _Rounded(value)
        if not value.holds(*value_of(text)):
            raise AssertionError(f"the text says {plain(sentence)!r}, but {text} should be {value!r}")


def given(sentence, why):
    """Declare numbers of a sentence that nothing computes: a definition, a choice, a quotation.

    Parameters
    ----------
    sentence : str
        Words of the chapter as they stand in its text.
    why : str
        What they are: "definition", "chosen", "quoted from Table 1".
    """
    if not numbers_of(sentence):
        raise ValueError(f"sentence: {sentence!r} has no number")
    if not isinstance(why, str) or not why.strip():
        raise ValueError("why: say where the numbers come from")
