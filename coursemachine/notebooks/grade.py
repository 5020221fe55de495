"""Grade the notebooks that students hand in: a line of CSV for each student and exercise.

``python -m coursemachine.notebooks.grade FOLDER [--csv FILE] [--sheet KEY]``

Of a notebook only the cells count that define what the book's stubs ask for; its checks and keys do not.  In a fresh
copy of the chapter the book's check tries them on its own cases, then on cases drawn with other seeds, if the book's
key is right in those; the sentence says so.  Of a sheet (:mod:`coursemachine.site.sheets`), whose key is named, all
exercises count that it asks for, with points and their sum.  Each function has a process of its own, with limits of
time, memory, and of what it writes to a file.  That stops mistakes, and is no sandbox: a student's code may read and
delete what your account can, use the network, or deceive the check.  Grade strangers in a container.
"""

import argparse
import ast
import csv
import io
import json
import math
import multiprocessing
import os
import re
import resource  # Linux and macOS have it
import signal
import sys
from collections import Counter, namedtuple
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from zlib import crc32

from coursemachine import names
from coursemachine.checkout import BOOK, variables
from coursemachine.notebooks.chapters import chapters, code_cells, name_of, parse
from coursemachine.notebooks.needed_code import plain, tree
from coursemachine.notebooks.preview import codes_of

#: Label of an exercise and name of its function, in the text of a chapter.
_STUB = re.compile(r"\{exercise\}.*\n:label: (\S+)\n(?:(?!.*\{exercise\}).*\n)*?:tags: \[stub\]\n+def (\w+)")
_FUNCTION = re.compile(r"^def (\w+)", re.MULTILINE)
_SEED = re.compile(rf"\b(?:(?:{'|'.join(names.GENERATORS)})\(|random_state=)")
#: Name of its function, number of the stub's cell, which is above the check's, and code of the key.
Exercise = namedtuple("Exercise", "name stub key")


@cache
def book_of(chapter):
    """Code cells of a chapter, the code of each without what only checks, and the exercises with stubs."""
    cells, exercises = code_cells(parse((BOOK / "_text" / f"{chapter}.md").read_text(encoding="utf-8"))), []
    for number, cell in enumerate(cells):
        if "stub" in cell.metadata.get("tags", ()):
            stub = _FUNCTION.search(cell.source)[1], number
        elif "solution" in cell.metadata.get("tags", ()):
            key = [ast.unparse(node) for node in tree(cell.source).body if isinstance(node, ast.FunctionDef)]
            exercises.append(Exercise(*stub, "\n\n".join(key)))
    return cells, [plain(code) for code in codes_of(cells)], exercises


@cache
def stubs():
    """Chapter and label of the exercise of each function that a stub asks for."""
    texts = {name_of(BOOK, text): text.read_text(encoding="utf-8") for text in chapters(BOOK)}
    return {name: (chapter, label) for chapter, text in texts.items() for label, name in _STUB.findall(text)}


@cache
def by_hand():
    """Chapter, and what draws it, of each exercise by hand that a sheet may ask for."""
    return {draw.__name__: (chapter, draw) for chapter, draw in import_module(f"{BOOK.name}.sheets").EXERCISES.items()}


def drawn(name, seed):
    """Text, key and typical mistakes of an exercise by hand, the same for the same seed, whatever else a sheet asks."""
    from numpy.random import default_rng  # here, since main() first says that it shall have one thread

    text, key, mistakes = by_hand()[name][1](default_rng([seed, crc32(name.encode())]))
    return " ".join(text.split()), [float(one) for one in key], mistakes


def read_sheet(path):
    """Seed of a sheet, the points of each exercise that it asks for, and its mark, of the notebook with its key."""
    try:
        sheet = json.loads(path.read_text(encoding="utf-8"))["metadata"]["sheet"]
        return sheet["seed"], sheet["points"], sheet["mark"]
    except (OSError, ValueError, LookupError, TypeError):
        raise ValueError(f"{path} is no key of a sheet; they are in the folder keys beside the sheets") from None


def read(path, known=None, mark=None):
    """A student's cells by the function that each defines, the last that is not the book's; ValueError without any."""
    known = stubs().keys() if known is None else known
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        sources = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        of = notebook.get("metadata", {}).get("sheet", {}).get("mark", mark)  # some programs lose it
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"cannot be read as a notebook: {type(error).__name__}") from None
    if mark and of != mark:
        raise ValueError("is another sheet than that of this key; grade it with the key that was made with it")
    found = {}
    for source in sources:
        for name in [] if "solution=True" in source else known & {*_FUNCTION.findall(source)}:
            if name not in found or "...  # your lines" not in source:
                found[name] = source
    if not found:
        raise ValueError("no function of an exercise is in it")
    return found


class Bench:
    """A fresh copy of a chapter, as far as the check of one exercise needs it, on which functions are tried."""

    def __init__(self, chapter, exercise, seconds, seed):
        cells, self.codes, exercises = book_of(chapter)
        self.exercise, self.seconds, self.stubs = exercise, seconds, {one.stub: one.name for one in exercises}
        self.done = [number for number in names.needed(self.codes, [exercise.stub + 1]) if number < exercise.stub]
        hidden = [number for number in self.done if "remove-cell" in cells[number].metadata.get("tags", ())]
        # What these make is the check's: no answer of a student sees it.
        self.own = set().union(*((one := names.names(self.codes[at])).makes - {*one.imports} for at in hidden))
        anew = {at: _SEED.sub(rf"\g<0>{seed} + ", self.codes[at]) for at in (*hidden, exercise.stub + 1)}
        self.spaces = [self._space({})]
        if any(anew[at] != self.codes[at] for at in anew):
            with suppress(Exception):  # cases that cannot be drawn so are not
                self.spaces.append(self._space(anew))
                if self.judge({exercise.name: exercise.key})[0] != "right":
                    self.spaces.pop()

    def _space(self, other):
        """Names above the check, with some cells in the place of the chapter's, and the code of the check."""
        space, codes = {"__name__": "__main__"}, dict(enumerate(self.codes)) | other
        with redirect_stdout(io.StringIO()):
            for number in self.done:
                exec(codes[number], space)
        return space, re.sub(r"^check\(", "verdict = check(", codes[self.exercise.stub + 1], flags=re.MULTILINE)

    def judge(self, answers):
        """The verdict on a function, and its sentence, by a student's cells for all functions of the chapter."""
        said = "took too long", f"{self.exercise.name}: no verdict after {self.seconds:g} s"
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(target=self._work, args=(theirs, answers))
        process.start()
        theirs.close()
        try:
            if ours.poll(3 * self.seconds):  # of the clock: others may want the processor
                kind, words = json.loads(ours.recv_bytes(2**20))
                said = {"empty": "not written"}.get(kind, kind), " ".join(words.split())[:400]
        except (EOFError, OSError, ValueError):
            process.join(1)
            if process.exitcode != -signal.SIGXCPU:
                said = "error", f"{self.exercise.name}: its process ended without a verdict ({process.exitcode})"
        process.kill()
        process.join()
        return said

    def _work(self, pipe, answers):
        """In the process of its own: say what the check says, and end."""
        for stream in range(3):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        for what, most in (("CPU", math.ceil(self.seconds)), ("AS", 2**32), ("FSIZE", 2**20), ("CORE", 0)):
            with suppress(ValueError, OSError):  # a system that does not know it, or allows less
                resource.setrlimit(getattr(resource, f"RLIMIT_{what}"), (most, most + (what == "CPU")))
        try:
            for place, anew in zip(self.spaces, ("", "with cases drawn anew: ")):
                verdict = self._verdict(*place, answers)
                said = verdict.kind, f"{verdict.name}: {anew}{verdict.words}"
                if verdict.kind != "right":
                    break
        except BaseException as error:  # also SystemExit and MemoryError of a student's lines are an answer
            line, words = "", str(error)
            if isinstance(error, SyntaxError):
                line, words = f", line {error.lineno} of its cell,", error.msg
            said = "error", f"{self.exercise.name}: stops{line} with {type(error).__name__}: {words}"
        pipe.send_bytes(json.dumps(said).encode())
        os._exit(0)

    def _verdict(self, space, check, answers):
        cells = [answers.get(self.stubs.get(at), code) for at, code in enumerate(self.codes)]
        called = [f"{cell}\n{self.stubs[at]}" if at in self.stubs else cell for at, cell in enumerate(cells)]
        seen = {name: value for name, value in space.items() if name not in self.own}
        for at in names.needed(called, [self.exercise.stub]):
            if at in self.stubs or at not in self.done:
                exec(compile(tree(cells[at]), f"<cell {at}>", "exec"), seen)
        judged = space | {self.exercise.name: seen[self.exercise.name]}
        exec(check, judged)
        return judged["verdict"]


class HandBench(Bench):
    """An exercise by hand of a sheet: a function without arguments, which returns the numbers that it asks for."""

    def __init__(self, name, seconds, seed):
        _, key, mistakes = drawn(name, seed)
        self.exercise, self.seconds, self.codes, self.stubs = Exercise(name, 0, ""), seconds, [""], {0: name}
        self.done, self.own = [], {"cases", "mistakes"}
        mistakes = {words: lambda given=given: given for words, given in mistakes.items()}
        space = {"__name__": "__main__", "cases": [((), key)], "mistakes": mistakes}
        exec("import numpy as np\nfrom coursemachine.exercises import check", space)
        self.spaces = [(space, f"verdict = check({name}, cases, mistakes=mistakes, tolerance=0.002)")]


def grade(folder, seconds=10, seed=1000, sheet=None):
    """Rows of the table for all notebooks in a folder and its folders; ValueError where there are none.

    Of a `sheet`, as :func:`read_sheet` returns one, they have points, and each notebook has their sum in a row more.
    """
    if not (folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)):
        raise ValueError(f"{folder} is no folder that can be read")
    number, points, mark = sheet or (None, {}, None)
    places = stubs() | {name: (chapter, name) for name, (chapter, _) in by_hand().items() if sheet}
    places = {name: place for name, place in places.items() if name in points or not sheet}
    students, rows = {}, []
    files = [path for path in sorted(folder.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]
    for path in files:
        file = path.relative_to(folder).as_posix()
        try:
            found = read(path, places.keys(), mark)
            for name in places if sheet else found:
                students.setdefault(places[name][0], {})[file] = found
        except ValueError as error:
            rows.append((file, "", "", "error", str(error), *[0] * bool(sheet)))
    if not students:
        of = "this sheet" if sheet else "the book"
        raise ValueError(f"none of the {len(files)} notebooks (*.ipynb) in {folder} has an exercise of {of}")
    for chapter, handed_in in students.items():
        benches = [HandBench(name, seconds, number) for name in points if by_hand().get(name, [""])[0] == chapter]
        benches += [Bench(chapter, one, seconds, seed) for one in book_of(chapter)[2] if one.name in places]
        for bench in benches:
            name = bench.exercise.name
            print(f"{name}: {len(handed_in)} notebooks", file=sys.stderr)
            for file, answers in handed_in.items():
                missing = "not written", f"{name}: no cell defines it"
                rows.append((file, *places[name], *(bench.judge(answers) if name in answers else missing)))
                rows[-1] += (points[name] * (rows[-1][3] == "right"),) if sheet else ()
    for file in {row[0] for row in rows if sheet}:
        rows.append((file, "", "together", "", "", sum(row[5] for row in rows if row[0] == file)))
    return sorted(rows, key=lambda row: row[0])


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the notebooks are, also in folders of it")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="where the table goes, otherwise it is printed")
    parser.add_argument("--sheet", type=Path, metavar="KEY", help="key of the sheet that was assigned, for its points")
    parser.add_argument("--seed", type=int, default=1000, help="what is added to the seeds of cases (%(default)s)")
    parser.add_argument("--seconds", type=float, default=10, help="of the processor, for a function (%(default)s)")
    options = parser.parse_args(arguments)
    os.environ.update(variables())  # one thread, before the chapters' packages come: others do not live through a fork
    try:
        if options.csv and not options.csv.absolute().parent.is_dir():
            raise ValueError(f"{options.csv.parent} is no folder that the table could go to")
        sheet = read_sheet(options.sheet) if options.sheet else None
        rows = grade(options.folder, options.seconds, options.seed, sheet)
        head = ("file", "chapter", "exercise", "verdict", "sentence", "points")[: 6 if sheet else 5]
        csv.writer(table := io.StringIO()).writerows([head, *rows])
        text = table.getvalue().encode("utf-8", "backslashreplace")  # whatever a student writes
        options.csv.write_bytes(text) if options.csv else print(text.decode(), end="")
    except (ValueError, OSError) as error:
        parser.error(str(error))
    counts = Counter(row[3] for row in rows if row[3])
    print(f"{len(rows)} lines: {', '.join(f'{count} {kind}' for kind, count in counts.items())}", file=sys.stderr)


if __name__ == "__main__":
    main()
