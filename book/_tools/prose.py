"""Numbers in the prose of a chapter: found, and held against the cells that say where they come from."""

import ast
import re

from confusion.lab.prose import NUMBER, plain, without_indices

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
# Numbers that name a thing: equations (12), (4)-(7), Section 3.2, Table 1, class 2, years of sources, versions, a game.
NAMES = [
    re.compile(r"\(\d+[a-z]?(?:\s*(?:,|to|and|-|–)\s*\(?\d+\)?)*\)"),
    re.compile(
        r"\b(?:Section|Theorem|Lemma|Corollary|Proposition|Definition|Algorithm|Fig(?:ure)?s?\.?|Tables?|Equation|Remark|"
        r"Assumption|Example|Exercise|Chapter|Appendix|Erratum|Step|Class|Classes|Part|Round|Lecture|Reading|"
        r"scikit-learn|Python|Statement|Epoch|Use|Matrix|Row|Column|Line|Pages?|Footnote|Question|Point)s?"
        r"\s+\d+(?:\.\d+)*[a-z]?(?:\s*(?:,|to|and|or|-|–)\s*\d+(?:\.\d+)*[a-z]?\b)*",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:19\d\d|20[0-2][1-9]|2010|2020)\b"),
    re.compile(r"\*\d+\.\*"),
    re.compile(r"\b0[-–/]1\b|\b[0-9]+-(?:nearest|norm|NN|means)\b"),
    re.compile(r"\bConnect-4\b"),
]
TRIVIAL = {"0", "1"}


def split(text):
    """The text with every line that is not prose blanked, and the list of its code cells."""
    lines, cells, stack = [], [], []
    for line in text.split("\n"):
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


def prose(text):
    """What a chapter says outside of code cells, on one line."""
    return " ".join(split(text)[0].split())


def declared(text):
    """First arguments of the chapter's calls of ``says`` and ``given``, in order."""
    found = []
    for cell in split(text)[1]:
        code = re.sub(r"\A(?::[^\n]*\n)+", "", cell)
        if "says(" not in code and "given(" not in code:
            continue
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).removeprefix("prose.") in ("says", "given"):
                if not node.args or not isinstance(node.args[0], ast.Constant):
                    raise ValueError(f"line {node.lineno}: the sentence of {ast.unparse(node.func)}() must be literal")
                found.append(" ".join(node.args[0].value.split()))
    return found


def _blank(pattern, text):
    return pattern.sub(lambda hit: " " * len(hit.group()), text)


def unheld(text):
    """Numbers of the prose that no sentence declares, each with the words around it."""
    said = prose(text)
    visible = split(text)[0]
    for pattern in SILENT:
        visible = _blank(pattern, visible)
    visible = without_indices(visible)
    for pattern in NAMES:
        visible = _blank(pattern, visible)
    held = bytearray(len(said))
    for sentence in map(plain, declared(text)):
        for hit in re.finditer(re.escape(sentence), said):
            held[hit.start() : hit.end()] = b"\1" * len(sentence)
    at = _folded(split(text)[0])
    found = []
    for hit in NUMBER.finditer(visible):
        start = at[hit.start()]
        if hit.group().strip() not in TRIVIAL and not held[start]:
            around = said[max(0, start - 45) : start + 35]
            found.append(f"no cell says where {hit.group().strip()} comes from: ...{around}...")
    return found


def _folded(source):
    """For each place of `source` its place in ``" ".join(source.split())``."""
    places, at, blank = [], 0, True
    for letter in source:
        if letter.isspace():
            places.append(at)
            blank = True
        else:
            at += blank and at > 0
            places.append(at)
            at += 1
            blank = False
    return places


def misquoted(text):
    """Declared sentences that do not stand in the prose."""
    said = prose(text)
    return [f"a cell quotes what the text does not say: {s!r}" for s in map(plain, declared(text)) if s not in said]


def problems(text):
    """Everything that is wrong between a chapter's prose and the cells that hold it, as sentences."""
    try:
        return misquoted(text) + unheld(text)
    except ValueError as error:
        return [str(error)]


def main(paths):
    """List the problems of the chapters at `paths`: ``python book/_tools/prose.py book/_text/part/name.md``."""
    from pathlib import Path

    found = [f"{path}: {sentence}" for path in paths for sentence in problems(Path(path).read_text(encoding="utf-8"))]
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    import sys

    sys.exit(main(sys.argv[1:]))
