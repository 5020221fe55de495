"""Graded sheets for a class, with numbers that no other class has: ``python -m coursemachine.site.sheets [FOLDER]``.

Six sheets go through a syllabus.  Each asks, for every chapter of its weeks, the exercise by hand of ``sheets.py`` of
the book, whose numbers come from a seed, and the assigned exercises in code; a point for five minutes of work.  The
folder ``keys`` has the sheets with their keys, for the teacher alone: the seed is in them, and
:mod:`coursemachine.notebooks.grade` needs one to grade what was handed in.
"""

import argparse
import secrets
from hashlib import sha256
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from coursemachine.checkout import ROOT
from coursemachine.notebooks.chapters import METADATA
from coursemachine.notebooks.grade import book_of, by_hand, drawn, stubs
from coursemachine.notebooks.reading_time import HAND, working
from coursemachine.site.cards import cards
from coursemachine.site.teaching import exercises, load_plan, text_of

#: How many sheets go through a syllabus, and minutes of work for a point.
SHEETS, MINUTES = 6, 5
ABOUT = """\
{points} points. An exercise by hand asks for numbers, in an order that it says: write them into its cell,
`return [0.25, 1/3]` for instance, to three decimals or as you would compute them. An exercise in code is one of the
book: its page has the text, hints and a check. Put the function that the check calls right into the cell here, with
all that it needs beyond the code of the chapter. Hand in this notebook."""
HANDED = '''\
def {name}():
    """{count} numbers, in the order of the question."""
    ...  # your lines'''


def asked(plan, weeks, number):
    """Weeks of a sheet, and their chapters."""
    (course,) = (course for course in plan["syllabus"] if course["weeks"] == weeks)
    of = range((number - 1) * weeks // SHEETS, number * weeks // SHEETS)
    return [week + 1 for week in of], [file for week in of for file in course["week"][week]["chapters"]]


def parts(plan, file, seed):
    """Name, points, text, cell and key of each exercise that a sheet has of a chapter."""
    name = next(name for name, (chapter, _) in by_hand().items() if chapter == file)
    text, key, _ = drawn(name, seed)
    points = HAND // MINUTES
    text = f"**{by_hand()[name][1].__doc__}**, by hand ({points} points). {text}"
    numbers = ", ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in key)
    yield name, points, text, HANDED.format(name=name, count=len(key)), f"def {name}():\n    return [{numbers}]"
    cells, _, known = book_of(file)
    for one in known:
        label = stubs()[one.name][1]
        if label in plan["chapter"][file]["exercises"]:
            points = working(text_of(file))[label] // MINUTES
            text = f"**{exercises(file)[label][0]}** ({points} points): `{one.name}` of this chapter."
            yield one.name, points, text, cells[one.stub].source, one.key


def sheet(plan, weeks, number, seed, keys):
    """A sheet as a notebook, with its keys or without."""
    of, files = asked(plan, weeks, number)
    found = {file: list(parts(plan, file, seed)) for file in files}
    points = {name: worth for each in found.values() for name, worth, *_ in each}
    when = f"week {of[0]}" if len(of) == 1 else f"weeks {' and '.join(map(str, of))}"
    title = f"# Sheet {number}: {when}" + ", with its keys, for the teacher alone" * keys
    cells = [new_markdown_cell(f"{title}\n\n{ABOUT.format(points=sum(points.values()))}")]
    cells.append(new_code_cell("import numpy as np"))
    for file, each in found.items():
        cells.append(new_markdown_cell(f"## {cards()[file].number}. {cards()[file].title}"))
        for _, _, text, empty, key in each:
            cells += [new_markdown_cell(text), new_code_cell(key if keys else empty)]
    for at, cell in enumerate(cells):
        cell.id = f"cell-{at:03d}"
    # Of what it asks, which is the same with its keys, and tells nothing of the seed.
    mark = {"mark": sha256("".join(text for each in found.values() for _, _, text, *_ in each).encode()).hexdigest()}
    known = mark | {"seed": seed, "points": points} if keys else mark
    return new_notebook(cells=cells, metadata=METADATA | {"sheet": known})


def write(folder, weeks, seed):
    """The sheets of a syllabus in a folder, and their keys in a folder of it."""
    plan = load_plan()
    for place, keys in ((folder, False), (folder / "keys", True)):
        place.mkdir(parents=True, exist_ok=True)
        for number in range(1, SHEETS + 1):
            goal = place / f"sheet-{number}{'-key' * keys}.ipynb"
            goal.write_text(nbformat.writes(sheet(plan, weeks, number, seed, keys)) + "\n", encoding="utf-8")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "sheets", help="where they go")
    parser.add_argument("--weeks", type=int, default=12, choices=[one["weeks"] for one in load_plan()["syllabus"]])
    parser.add_argument("--seed", type=int, help="what the numbers are drawn from; by default no other class has it")
    options = parser.parse_args(arguments)
    seed = secrets.randbelow(10**12) if options.seed is None else options.seed
    if seed < 0:
        parser.error("--seed: a whole number from 0 on")
    if options.seed is None and any((options.folder / "keys").glob("*.ipynb")):
        parser.error(f"{options.folder / 'keys'} has keys, which would be lost; name another folder, or --seed")
    try:
        write(options.folder, options.weeks, seed)
    except OSError as error:
        parser.error(f"cannot write the sheets: {error}")
    print(f"{SHEETS} sheets in {options.folder}; the keys, for you alone, in {options.folder / 'keys'}")


if __name__ == "__main__":
    main()
