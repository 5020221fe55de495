"""Run every gate, also after one has failed, and sum up; exit status 1 when any failed (``make test``)."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from kernel_env import ROOT

PYTEST = [sys.executable, "-m", "pytest", "-q"]
JUPYTER_BOOK = str(Path(sys.executable).with_name("jupyter-book"))
BUILD = [JUPYTER_BOOK, "build", "book", "--all", "-W", "-n", "--keep-going"]
GATES = {
    "lint": [sys.executable, "-m", "ruff", "check", "."],
    "spelling": [sys.executable, "-m", "codespell_lib", "."],
    "unit tests": [*PYTEST, "tests", "--ignore=tests/browser"],
    "notebooks, byte for byte": [sys.executable, "book/_tools/notebooks.py", "--verify"],
    "notebooks, nbval": [*PYTEST, "--nbval", "--nbval-current-env", "--nbval-cell-timeout=600", "book"],
    "html, warnings are errors": BUILD,
    "browser": [*PYTEST, "tests/browser"],
}
# The closing line of pytest, without its colours, is the result to quote.
CLOSING = re.compile(r"\d+ (?:passed|failed|skipped|error).* in [\d.]+s.*")


def run(command):
    """Run a command, passing its output on as it comes; return status and last telling line."""
    closing, pipe = "", {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PYTHONUNBUFFERED": "1"}, **pipe) as process:
        for raw in process.stdout:
            line = raw.decode(errors="replace")
            print(line, end="", flush=True)
            plain = re.sub(r"\x1b\[[\d;]*m", "", line).strip()
            if CLOSING.search(plain) or plain.endswith("problems"):
                closing = plain.strip("= ")
    return process.returncode, closing


def main(names):
    """Run the gates whose name contains one of `names`; all of them by default."""
    results = []
    for name, command in GATES.items():
        if names and not any(part in name for part in names):
            continue
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        status, closing = run(command)
        results.append((name, status, time.monotonic() - start, closing))
    print("\n=== summary")
    for name, status, seconds, closing in results:
        print(f"{'FAILED' if status else 'passed'}  {name:<26} {seconds:5.0f} s  {closing}")
    return any(status for _, status, _, _ in results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
