"""The numbers of a chapter's prose: inserted from what was computed, or declared beside their sentence and compared.

Whole numbers below 13 are free.  So are the numbers that a question, an exercise or a quiz asks with (its own text and
the wrong choices), and these again in its answers.  Any other number is inserted, declared or marked as chosen.

An exact value is inserted.  In a text, ``{num}`gap:.3f` `` stands for what ``f"{gap:.3f}"`` is before the next text of
the chapter.  The notebook made from the text has the number, and there a hidden cell that prints it
(:func:`with_values`, :func:`insert`).

A value that is rounded, worded or computed further below is declared.  A hidden cell (tag ``remove-cell``) repeats the
words around each number and gives the value:

>>> gap, wrong, total = 0.0062, 371, 2500
>>> says("come within 0.01 of the floor", below(gap))
>>> says("about 370 of the 2500 examples", about(wrong), total)
>>> says("{half} of the 2500", about(0.49), total)

:func:`problems` demands that each declared sentence stands in the text, and that each number that is not free is
inserted or stands in such a sentence; so neither can be changed alone.

A value that nobody computes, since the author or a source chose it, is marked where it stands: ``{given}`95` % ``.  The
notebook has the number alone.
"""

import ast
import os
import re
from numbers import Real

from coursemachine.labels import typeset

#: Whether other results stand in for the stored ones, see :mod:`coursemachine.runs.tables`; how each line begins that
#: says what does not hold there.
REPRODUCING = "COURSEMACHINE_RESULTS" in os.environ
FAILS, LAST_DIGIT = "DOES NOT HOLD: ", "another last digit: "

#: a number as prose writes it, with its per cent sign if it has one
NUMBER = re.compile(
    r"(?<![\w.\\])(?:(?:\d{1,3}(?:[ ,\u202f]\d{3}(?!\d))+|\d+)(?:\.\d+)?|\.\d+)(?:[ \u00a0\u202f]?\\?%)?"
)
_DIGITS = "zero one two three four five six seven eight nine ten eleven twelve"
#: numbers in words, which count where they stand in braces
WORDS = {word: value for value, word in enumerate(_DIGITS.split())} | {
    "twenty": 20, "thirty": 30, "hundred": 100, "thousand": 1000,
    "no": 0, "once": 1, "twice": 2, "doubles": 2, "doubled": 2, "half": 1 / 2, "halves": 1 / 2, "halved": 1 / 2,
    "third": 1 / 3, "thirds": 2 / 3, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10,
}  # fmt: skip
FORMULA = re.compile(r"(?<!\\)\$[^$]+\$")
_WHOLE = re.compile(r"(?<![\d.])\d+(?![\d.])")
_BRACED = re.compile(r"\{(" + "|".join(WORDS) + r")\}", re.IGNORECASE)

# ---------------------------------------------------------------- what a cell declares


def without_indices(text):
    """`text` with the whole numbers of its formulas blanked: they are mostly indices, exponents and coefficients."""
    return FORMULA.sub(lambda hit: _WHOLE.sub(lambda number: " " * len(number.group()), hit.group()), text)


def numbers_of(sentence):
    """The numbers of a sentence in their order: texts such as "0.01", "11%", "2,500", and words in braces.

    In formulas only decimals count, see :func:`without_indices`.
    """
    numbers = [(hit.start(), hit.group()) for hit in NUMBER.finditer(without_indices(sentence))]
    numbers += [(hit.start(), hit.group()) for hit in _BRACED.finditer(sentence)]
    return [text for _, text in sorted(numbers)]


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


class _Rounded:
    """The number is `value`, rounded to its digits; a value at a rounding edge may go either way."""

    words, limit = "{:.6g}", 0.0

    def __init__(self, value, limit=None):
        self.value, self.limit = float(value), self.limit if limit is None else limit

    def holds(self, number, half):
        return abs(number - self.value) <= half * (1 + 1e-6) + 1e-9 * abs(self.value)

    def __repr__(self):
        return self.words.format(self.value)


class below(_Rounded):
    """The number stands above `value`: "within 0.01", "at most 3"; `value` is at least the part `limit` of it."""

    words, limit = "a value of {:g} below it", 0.2

    def holds(self, number, half):
        return self.value <= number and abs(self.value) >= self.limit * abs(number)


class above(below):
    """The number stands below `value`: "more than 30%"; `value` is at most 1 / `limit` of it."""

    words = "a value of {:g} above it"

    def holds(self, number, half):
        return self.value >= number and abs(number) >= self.limit * abs(self.value)


class about(_Rounded):
    """The number is near `value`: within the part `limit` of it."""

    words, limit = "about {:g}", 0.1

    def holds(self, number, half):
        return abs(number - self.value) <= max(half, self.limit * abs(self.value))


def says(sentence, *values):
    """Hold a sentence of the chapter against computed values, one for each of its numbers; AssertionError if it fails.

    The words stand as in the text, markup included; words such as ``{half}`` in braces count as numbers.  A value is a
    number, which must read as the text says when it is rounded to the digits of the text (as a share where the text
    has a per cent sign), or :class:`below`, :class:`above` or :class:`about` one.

    In a reproduction (:mod:`coursemachine.notebooks.reproduce`) what fails is printed, so that the rest is judged, too.
    """
    texts = numbers_of(sentence)
    if not texts or len(texts) != len(values):
        raise ValueError(f"sentence: {sentence!r} has the numbers {texts}, values: got {len(values)}")
    for text, value in zip(texts, values):
        if not hasattr(value, "holds"):
            if isinstance(value, bool) or not isinstance(value, Real):
                raise TypeError(f"values: {text} needs a number, below(), above() or about(), got {value!r}")
            value = _Rounded(value)
        number, half = value_of(text)
        if not value.holds(number, half):
            failure = f"the text says {plain(sentence)!r}, but {text} should be {value!r}"
            if not REPRODUCING:
                raise AssertionError(failure)
            last = type(value) is _Rounded and value.holds(number, 3 * half)
            print(f"{LAST_DIGIT if last else FAILS}{failure}")


# ---------------------------------------------------------------- what a text inserts

_INSERTED = re.compile(r"\{num\}`([^`]+)`")
GIVEN = re.compile(r"\{given\}`([^`]+)`")
TAGS = ["remove-cell", "inserted"]


def with_values(cells, new_cell):
    """Cells of a notebook, and for each text with ``{num}`` a hidden one that prints its values; without ``{given}``.

    It stands before the next text: cells directly below a text can compute what it inserts.
    `new_cell` makes a code cell of a source and metadata (``nbformat.v4.new_code_cell``).
    """
    made, values = [], []
    for cell in [*cells, None]:
        if values and (cell is None or cell.cell_type == "markdown"):
            source = "\n".join(f'print(f"""{{{value}}}""")' for value in values)
            made.append(new_cell(source, metadata={"tags": list(TAGS)}))
            values = []
        if cell and cell.cell_type == "markdown":
            cell.source = GIVEN.sub(r"\1", cell.source)
            values = _INSERTED.findall(cell.source)
        made.append(cell)
    return made[:-1]


def insert(cells, ran):
    """Put what the cells `ran` have printed into the texts of `cells`, the same notebook.

    A text stays as it is where the printed values are not as many as its own.
    """
    waiting = None
    for cell, done in zip(cells, ran):
        if cell.cell_type == "markdown":
            waiting = cell
        elif waiting and done.metadata.get("tags") == TAGS:
            printed = "".join(output.get("text", "") for output in done.get("outputs", ())).splitlines()
            parts = _INSERTED.split(waiting.source)  # text, value, text, value, ..., text
            if 2 * len(printed) + 1 == len(parts):
                formula = ["".join(parts[:at]).count("$") % 2 for at in range(1, len(parts), 2)]
                parts[1::2] = [value if inside else typeset(value) for value, inside in zip(printed, formula)]
                waiting.source = "".join(parts)


# ---------------------------------------------------------------- what the gate looks for

FENCE = re.compile(r"^(`{3,}|:{3,})(\{[^}]*\})?(.*)$")
#: directives whose content nobody reads as prose
NO_PROSE = {"{code-cell}", "{math}", "{eval-rst}", "{toctree}"}
# What is no prose or no number of its own: each match is replaced by a blank.
SILENT = [
    re.compile(r"\$\$.*?\$\$(?:\s*\([\w-]+\))?", re.DOTALL),  # displayed formulas
    re.compile(r"^\s*:[\w-]+:.*$", re.MULTILINE),  # options of directives
    re.compile(r"^\(?[\w-]+\)?=\s*$", re.MULTILINE),  # targets
    re.compile(r"^%.*$", re.MULTILINE),  # comments
    re.compile(r"^(?:#+|\s*\d+\.)(?=\s)", re.MULTILINE),  # signs of headings and lists
    re.compile(r"\{[\w:-]+\}`[^`]*`(?:, \d(?: and \d)?\b)?"),  # roles, "Proposition 1.5, 2"
    re.compile(r"``[^`]+``|`[^`]+`"),  # code
    re.compile(r"\]\([^)]*\)"),  # addresses of links
]
# Numbers that name a thing: equations (12), (4)-(7), Section 3.2, Table 1, class 2, (Lu, 2017), versions, a game.
NAMES = [
    re.compile(r"(?<!\d )(?<!\d)\(\d{1,2}[a-z]?(?:\s*(?:,|to|and|-|–)\s*\(?\d{1,2}\)?)*\)"),
    re.compile(
        r"\b(?:Section|Theorem|Lemma|Corollary|Proposition|Definition|Algorithm|Fig(?:ure)?s?\.?|Tables?|Equation|Remark|"
        r"Assumption|Example|Exercise|Chapter|Appendix|Erratum|Step|Class|Classes|Part|Round|Lecture|Reading|"
        r"scikit-learn|Python|Statement|Epoch|Use|Matrix|Row|Column|Line|Pages?|Footnote|Question|Point|Hint)s?"
        r"\s+\d+(?:\.\d+)*[a-z]?(?:\s*(?:,|to|and|or|-|–)\s*\d+(?:\.\d+)*[a-z]?\b)*",
        re.IGNORECASE,
    ),
    re.compile(r"(?<=[^\W\d][ (])(?:19|20)\d\d(?=[a-z]?\))|(?<=[^\W\d], )(?:19|20)\d\d(?=[a-z]?\))|\((?:19|20)\d\d\)"),
    re.compile(r"\*\d+\.\*"),
    re.compile(r"\b0[-–/]1\b|\b[0-9]+-(?:nearest|norm|NN|means)\b"),
    re.compile(r"\bConnect-4\b"),
]
#: whole numbers that say little and are seen at a glance
FREE = {str(number) for number in range(13)}
#: words that set a figure, with the state that they set
SETS = re.compile(r"\{sets\}`([^`<]*) <[^`>]*>`")
#: what stands above the code of a cell
OPTIONS = re.compile(r"\A(?:---\n.*?\n---\n|(?::[^\n]*\n)+)", re.DOTALL)


def split(text):
    """The text with every line that is not prose blanked, and the list of its code cells."""
    lines, cells, stack = [], [], []
    for line in SETS.sub(r"\1", text).split("\n"):
        fence = FENCE.match(line)
        closing = fence and stack and not fence[2] and not fence[3].strip() and len(fence[1]) >= len(stack[-1][0])
        silent = any(name in NO_PROSE for _, name in stack)
        if closing and fence[1][0] == stack[-1][0][0]:
            stack.pop()
        elif fence and not silent:
            # A fence without a directive's name is a block of code.
            stack.append((fence[1], fence[2] or "{math}"))
            if fence[2] == "{code-cell}":
                cells.append([])
        elif silent and stack[-1][1] == "{code-cell}":
            cells[-1].append(line)
        title = fence and fence[2] and fence[2] not in NO_PROSE and not silent
        lines.append(fence[3] if title else "" if fence or silent else line)
    return "\n".join(lines), ["\n".join(cell) for cell in cells]


#: a box that may ask, with what is in it
BOX = re.compile(r"(?ms)^(`{3,})\{(?:exercise|quiz|admonition)\}[^\n]*\n(:class: question$)?.*?^\1$")


def asked(text):
    """For each line of a question, an exercise or a quiz: (number of the box, whether the line is what it asks with).

    What it asks with stands outside of nested answers, right choices and the explanations of choices.
    """
    lines = {}
    for number, box in enumerate(BOX.finditer(text)):
        first, answers = text.count("\n", 0, box.start()), False
        if box[0].startswith(f"{box[1]}{{admonition}}") and not box[2]:
            continue
        for at, line in enumerate(box[0].split("\n")[1:], first + 1):
            answers = answers or line.startswith("```{")
            lines[at] = number, not answers and not line.startswith(("  ", "- [x]"))
    return lines


def declared(text):
    """First arguments of the chapter's calls of ``says``, in order."""
    sentences = []
    for code in split(text)[1]:
        code = OPTIONS.sub("", code) if "says(" in code else ""
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).removeprefix("prose.") == "says":
                if not node.args or not isinstance(node.args[0], ast.Constant):
                    raise ValueError(f"line {node.lineno}: the sentence of says() must be literal")
                sentences.append(" ".join(node.args[0].value.split()))
    return sentences


def places(sentence, source):
    """Where a declared sentence stands in a text whose lines may break anywhere."""
    words = r"\s+".join(map(re.escape, plain(sentence).split()))
    return [hit.span() for hit in re.finditer(words, source)]


def unheld(text):
    """Numbers of the prose that are not free and that no sentence declares, each with the words around it."""
    visible = source = split(text)[0]
    for pattern in [*SILENT, None, *NAMES]:
        visible = pattern.sub(lambda hit: " " * len(hit.group()), visible) if pattern else without_indices(visible)
    held = [span for sentence in declared(text) for span in places(sentence, source)]
    boxes, hits = asked(text), list(NUMBER.finditer(visible))
    lines = [boxes.get(source.count("\n", 0, hit.start()), (None, False)) for hit in hits]
    data = {(box, value_of(hit.group())) for hit, (box, asks) in zip(hits, lines) if asks}
    sentences = []
    for hit, (box, _) in zip(hits, lines):
        start, number = hit.start(), hit.group().strip()
        free = number in FREE or (box, value_of(number)) in data
        if not free and not any(first <= start < last for first, last in held):
            around = " ".join(source[max(0, start - 45) : start + 35].split())
            sentences.append(f"no cell says where {number} comes from: ...{around}...")
    return sentences


def misquoted(text):
    """Declared sentences that do not stand in the prose."""
    source = split(text)[0]
    return [f"a cell quotes what the text does not say: {s!r}" for s in declared(text) if not places(s, source)]


def problems(text):
    """Everything that is wrong between the prose of a page (MyST text) and the cells that hold it, as sentences."""
    try:
        return misquoted(text) + unheld(text)
    except ValueError as error:
        return [str(error)]
