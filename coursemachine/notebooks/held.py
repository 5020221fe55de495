r"""What a reader copies is recorded, so that no change of it is an accident.

``book/held.toml`` has one line for each labelled equation, definition and theorem, and for each source of the
bibliography: a digest, and the tests that evaluate the statement where there are any.  What has no label has a line of
each kind for a chapter (:data:`KINDS`); a page that is no chapter, and the claims of a source, have one line.  White
space does not count.  Whoever changes a statement looks at the tests named beside it, and then records it::

    python -m coursemachine.notebooks.held [PAGE | LABEL | PAGE:LABEL ...]      (all that changed, without a name)

Tests are named by hand, as ``"mathematics/test_tools.py::test_the_facts"``; they must exist.  Plain sums inside
formulas, such as ``$18 + 18 = 36$``, need no record: :func:`wrong_sums` computes them.
"""

import ast
import hashlib
import json
import re
import sys
import tomllib

from coursemachine.checkout import BOOK, CLAIMS_FOLDER, ROOT
from coursemachine.notebooks.chapters import chapters, name_of
from coursemachine.prose import GIVEN, NAMES, OPTIONS, split

RECORD = "python -m coursemachine.notebooks.held"
FENCED = r"^(?P<fence>`{{3,}}|:{{3,}})\{{{}\}}(?P<title>[^\n]*)\n(?P<body>.*?)^(?P=fence)[ ]*$"
CELL, STATEMENT, TABLE = (re.compile(FENCED.format(kind), re.M | re.S) for kind in ("code-cell", r"prf:\w+", "table"))
LABEL = re.compile(r"^:label: *(\S+)$", re.M)
EQUATION = re.compile(r"\$\$((?:(?!\$\$).)*)\$\$ *\(([\w-]+)\)", re.S)
FORMULA = re.compile(r"(?<!\\)\$\$.*?\$\$|(?<![\\$])\$[^$]+\$", re.S)
ROLE = re.compile(r"\{(?:numref|eq|ref|cite|cite:\w+|prf:ref)\}`[^`]*`")
DIRECTION = re.compile(
    r"\b(?:biased \w+|(?:over|under)-?estimat\w+|rises?|falls?|left|right|lowest|highest|lower|upper|higher|smallest|"
    r"largest|(?:increase|decrease)[sd]?|increasing|decreasing|at (?:most|least)|never|always|"
    r"ten|eleven|twelve|twenty|thirty|hundred|thousand)\b",
    re.IGNORECASE,
)
#: what has no label of its own, one line of the record for each of a chapter
KINDS = ("other-formulas", "captions-and-alternative-texts", "references-and-typed-numbers", "words-of-direction")
TEXTS = {"alt", "caption", "title", "question"}


def digest(*texts):
    """Ten hexadecimal digits of texts; white space counts as one blank."""
    return hashlib.sha256("\n".join(" ".join(text.split()) for text in texts).encode()).hexdigest()[:10]


def statements(text):
    """Digests of what a chapter states, by label; by kind, see :data:`KINDS`, for what has none."""
    text = GIVEN.sub(r"\1", text)
    captions, found = [hit["title"] for hit in TABLE.finditer(text)], {}
    for code in split(text)[1]:
        nodes = ast.walk(ast.parse(OPTIONS.sub("", code)))
        captions += [ast.unparse(one) for one in nodes if isinstance(one, ast.keyword) and one.arg in TEXTS]

    def equation(hit):
        found[hit[2]] = digest(hit[1])
        return f"({hit[2]})"

    def statement(hit):
        label = LABEL.search(hit["body"])
        if label:
            found[label[1]] = digest(hit["title"], hit["body"])
        return "" if label else hit.group()

    rest = STATEMENT.sub(statement, EQUATION.sub(equation, CELL.sub("", text)))
    words = FORMULA.sub(" ", split(rest)[0])
    names = [hit.group() for pattern in (ROLE, *NAMES) for hit in pattern.finditer(words)]
    for kind, texts in zip(KINDS, (FORMULA.findall(rest), captions, names, DIRECTION.findall(words))):
        found |= {kind: digest(*texts)} if texts else {}
    return found


def book_statements(book):
    """All statements of the book, as {page: {label: digest}}."""
    found = {name_of(book, path): statements(path.read_text(encoding="utf-8")) for path in chapters(book)}
    claims = (CLAIMS_FOLDER if book == BOOK else book / "claims").glob("*.toml")
    for name, path in (pages(book) | {f"claims/{path.stem}": path for path in claims}).items():
        found[name] = {"all-of-it": digest(path.read_text(encoding="utf-8"))}
    entries = re.split(r"^@\w+\{", (book / "references.bib").read_text(encoding="utf-8"), flags=re.M)[1:]
    return found | {"references.bib": {entry.split(",")[0]: digest(entry) for entry in entries}}


def pages(book):
    """Pages that are no chapters, by name; those of the reference state nothing, they list names of the package."""
    found = [*book.glob("*.md"), *(book / "together").glob("*.md")]
    return {path.relative_to(book).with_suffix("").as_posix(): path for path in found}


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
                pairs = zip(*(one if isinstance(one, tuple) else (one,) for one in values))
                if None not in values and any(abs(a - b) > tolerance for a, b in pairs):
                    yield f"a formula says {' '.join(f'{left}={right}'.split())}"


def changes(book, known, names=()):
    """Yield (page, label, digest now or None, entry of the record or []) of what is not as recorded."""
    found = book_statements(book)
    for page in sorted(found.keys() | known.keys()):
        now, then = found.get(page, {}), known.get(page, {})
        for label in sorted(now.keys() | then.keys()):
            entry = then.get(label, [])
            if now.get(label) != next(iter(entry), None) and (
                not names or {page, label, f"{page}:{label}"} & set(names)
            ):
                yield page, label, now.get(label), entry


def problems(book):
    """Yield (page, sentence) for every statement that is not as recorded; none in a book without a record."""
    if not (book / "held.toml").exists():
        return
    known = tomllib.loads((book / "held.toml").read_text(encoding="utf-8"))
    for page, label, now, then in changes(book, known):
        what = "is gone" if now is None else "changed" if then else "is new"
        look = f"look at {' and '.join(then[1:])}" if then[1:] else "no test is named beside it: read it twice"
        yield page, f"{label} {what}; {look}, then record it: {RECORD} {page}:{label}"
    for page, label, test in [(p, n, t) for p, one in known.items() for n, entry in one.items() for t in entry[1:]]:
        path, _, name = test.partition("::")
        file = ROOT / "tests" / path
        if not file.exists() or f"\ndef {name}(" not in file.read_text(encoding="utf-8"):
            yield page, f"{label}: there is no test {test}"
    for page, path in ({name_of(book, text): text for text in chapters(book)} | pages(book)).items():
        yield from ((page, sentence) for sentence in wrong_sums(path.read_text(encoding="utf-8")))


def record(book, names=()):
    """Write the present digests of the labels or pages `names`, of all by default, and return what changed."""
    path = book / "held.toml"
    known, said = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}, []
    for page, label, now, then in list(changes(book, known, names)):
        said.append(" ".join([f"{page}: {label}", *then[1:]]))
        known.setdefault(page, {})[label] = [now, *then[1:]]
    lines = [f"# {RECORD} writes the digests; the tests are named by hand."]
    for page, entries in sorted(known.items()):
        kept = [f"{label} = {json.dumps(entry)}" for label, entry in sorted(entries.items()) if entry[0]]
        lines += ["", f'["{page}"]', *kept] if kept else []
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return said


if __name__ == "__main__":
    print("\n".join(record(BOOK, sys.argv[1:]) or ["everything is as recorded"]))
