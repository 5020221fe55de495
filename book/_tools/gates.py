"""Run gates, also after one has failed, and sum up: ``python book/_tools/gates.py [--quick | --portable] [NAME ...]``.

Without an option every gate (``make test``); ``--quick`` those that take less than a minute together (``make quick``);
``--portable`` chapters and unit tests as on older processors (``make portable``), with ``--every 3`` a third of the
chapters, which ones by the digest of the commit.  A NAME, which may be a part of it, runs only the gates called so.
Exit status 1 when any failed.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

import emulation
from kernel_env import ROOT

PYTEST = [sys.executable, "-m", "pytest", "-q"]
# By module or chapter: what is made once for a module is made in one process, cells run in the order of the chapter.
TWO = ["-n", "2", "--dist", "loadscope"]
# The tests say by themselves which modules take long and come first; of the chapters those with the most cells do.
LONG_FIRST = [*TWO, "--no-loadscope-reorder"]
UNIT = [*PYTEST, *LONG_FIRST, "tests", "--ignore=tests/browser"]
JUPYTER_BOOK = str(Path(sys.executable).with_name("jupyter-book"))
SCRIPT = "python book/_tools/notebooks.py"
#: Lines of a failed gate that the summary says again.
TAIL = 8
#: Seconds after which a gate hangs: several times what the longest takes, so that a busy machine does not fail it.
HANGING = 2400


@dataclass(frozen=True)
class Gate:
    """A command that fails when something is wrong, and what to do then."""

    command: list
    advice: str
    lacking: str = ""


LINT = Gate([sys.executable, "-m", "ruff", "check", "."], "ruff check --fix mends most of it")
SPELLING = Gate(
    [sys.executable, "-m", "codespell_lib", "."], "a word that is right goes to ignore-words-list in pyproject.toml"
)
STORED = Gate(
    [sys.executable, "book/_tools/notebooks.py", "--check"],
    f"a notebook is made from its text, never edited: {SCRIPT} NAME",
)
TABLES = Gate(
    [sys.executable, "-m", "confusion.lab.experiments", "--status"],
    "a row is computed, never edited: git checkout confusion/lab/experiments/results, or run the experiment again",
)
UNIT_TESTS = Gate(UNIT, "one test alone: python -m pytest PATH::NAME")
CHAPTERS = Gate(
    [*PYTEST, *TWO, "--nbval", "--nbval-current-env", "--nbval-cell-timeout=600", "book"],
    f"where the new output is right: {SCRIPT} NAME, then read git diff; else mend the code",
)
QUICK_TESTS = Gate([*UNIT, "-m", "not slow"], UNIT_TESTS.advice)
HTML = Gate(
    [JUPYTER_BOOK, "build", "book", "--all", "-W", "-n", "--keep-going"], "each WARNING above names a file and a line"
)
BROWSER = Gate(
    [*PYTEST, *LONG_FIRST, "tests/browser"], "python book/_tools/serve.py shows the page; one test alone: -k NAME"
)

ALL = {
    "lint": LINT,
    "spelling": SPELLING,
    "notebooks, as stored": STORED,
    "tables, as stored": TABLES,
    "unit tests": UNIT_TESTS,
    "chapters, executed": CHAPTERS,
    "html, warnings are errors": HTML,
    "browser": BROWSER,
}
QUICK = {name: ALL[name] for name in ("lint", "spelling", "notebooks, as stored", "tables, as stored")}
QUICK["unit tests, not slow"] = QUICK_TESTS
HANGS = "a result hangs on the last bits of a sum: compare with a tolerance where it decides; "
PORTABLE = {
    f"{name}, without {lacking}": Gate(gate.command, HANGS + gate.advice, lacking)
    for lacking in emulation.PROCESSORS
    for name, gate in (("chapters", CHAPTERS), ("unit tests", UNIT_TESTS))
}


def by_turns(gate, step):
    """A gate of the chapters for every `step`-th of them; the digest of the commit says from which on."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    chapters = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "book").glob("[a-z]*/*.ipynb"))
    return replace(gate, command=[*gate.command[:-1], *chapters[int(commit, 16) % step :: step]])


# The closing line of pytest, without its colours, is the result to quote.
CLOSING = re.compile(
    r"\d+ (?:passed|failed|skipped|error|deselected).* in [\d.]+s.*|no tests ran in .*|.* problems|\d+ tables: .*"
)


def chosen(gates, names):
    """The gates whose name contains one of `names`, all of them by default; a name that chooses none ends the run."""
    for part in names:
        if not any(part in name for name in gates):
            raise SystemExit(f"no gate is called {part!r}; there are: {'; '.join(gates)}")
    return {name: gate for name, gate in gates.items() if not names or any(part in name for part in names)}


def run(gate):
    """Run a gate, passing its output on as it comes; return its status, closing line and last lines."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "COLUMNS": os.environ.get("COLUMNS", "160")}
    # Dozens of processes import the same libraries; where the environment forbids to keep what is compiled, as that of
    # many containers does, or a library came without it, that would cost minutes.
    environment["PYTHONPYCACHEPREFIX"] = str(ROOT / "build" / "pycache")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    if gate.lacking:
        try:
            environment |= emulation.variables(gate.lacking)
        except ValueError as error:
            return 1, str(error), []
    closing, tail = "", deque(maxlen=TAIL)
    pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "start_new_session": True}
    with subprocess.Popen(gate.command, cwd=ROOT, env=environment, **pipe) as process:
        # Its browsers and workers hold the pipe as well: all of its group end, or the loop below would not.
        end = threading.Timer(HANGING, os.killpg, [process.pid, signal.SIGKILL])
        end.daemon = True
        end.start()
        try:
            for raw in process.stdout:
                line = raw.decode(errors="replace")
                print(line, end="", flush=True)
                plain = re.sub(r"\x1b\[[\d;]*m", "", line).strip()
                tail.append(plain)
                if CLOSING.search(plain):
                    closing = plain.strip("= ")
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            end.cancel()
    if process.returncode == -signal.SIGKILL:
        closing = f"did not end within {HANGING} s, or was killed; where a test hung, its stack is printed above"
    return process.returncode, closing, [line for line in tail if line and line != closing]


def main(arguments=None):
    """Command line; true when any gate failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="run only the gates whose name contains NAME")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--quick", action="store_true", help="lint, spelling, what is stored, tests that are not slow")
    ways.add_argument("--portable", action="store_true", help="chapters and unit tests as on older processors")
    parser.add_argument("--every", type=int, metavar="N", help="with --portable: every N-th chapter, by turns")
    options = parser.parse_args(arguments)
    gates = QUICK if options.quick else PORTABLE if options.portable else ALL
    if options.every:
        whole = {name: gate for name, gate in gates.items() if gate.command == CHAPTERS.command}
        gates = {name: by_turns(gate, options.every) for name, gate in whole.items()}
    results, begin = [], time.monotonic()
    for name, gate in chosen(gates, options.names).items():
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        outcome = run(gate)
        results.append((name, gate, time.monotonic() - start, *outcome))
    print("\n=== summary")
    for name, _, seconds, status, closing, _ in results:
        print(f"{'FAILED' if status else 'passed'}  {name:<26} {seconds:5.0f} s  {closing}")
    failed = [result for result in results if result[3]]
    print(f"{len(failed)} of {len(results)} gates failed, {time.monotonic() - begin:.0f} s in total")
    for name, gate, _, _, _, tail in failed:
        print(f"\n--- {name}: {gate.advice}", *tail, sep="\n    ")
    return bool(failed)


if __name__ == "__main__":
    # A gate is a group of its own, which ends with us also where we are told to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
