"""What a fit takes where there is no numba, by loops and by their twins: ``python benchmarks/uncompiled.py``.

Three processes, in one thread each: one runs the loops as they are written, one their twins of whole arrays
(``CONFUSION_NO_NUMBA``, as in a browser), one the compiled loops.  They take turns, fit by fit, so that a change of the
machine's speed meets all three; medians of process times are printed, and medians of the ratios.  A fit by twins must
give what the fit by loops gives, to the last bit; how far the compiled one is off is printed.  COPA and the perceptron
have no twins: in both columns the plain definition runs.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

# Before numpy: one thread for everybody.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402
from sklearn.datasets import load_digits  # noqa: E402

from confusion import (  # noqa: E402
    ComboClassifier,
    CopaClassifier,
    UltraconservativePerceptron,
)

#: What CONFUSION_NO_NUMBA is set to.
MODES = {"loops": "loops", "twins": "1", "compiled": ""}


def plane(m):
    """Three overlapping classes in the plane."""
    rng = np.random.default_rng(0)
    y = np.arange(m) % 3
    return rng.normal(size=(m, 2)) + np.array([[0, 0], [2, 0], [1, 2]])[y], y


def digits(m):
    """Scikit-learn's digits, unit rows: ten classes, 64 features of few values."""
    X, y = load_digits(return_X_y=True)
    return X[:m] / 16, y[:m]


#: A model, its data, and what is compared.
CASES = {
    "COPA, plane, 900 x 2": (lambda: CopaClassifier(random_state=0), lambda: plane(900)),
    "COPA, digits, 500 x 64": (lambda: CopaClassifier(random_state=0), lambda: digits(500)),
    "perceptron, digits, 500 x 64": (lambda: UltraconservativePerceptron(random_state=0), lambda: digits(500)),
    "CoMBo, plane, 20 stumps": (lambda: ComboClassifier(20), lambda: plane(600)),
    "CoMBo, digits, 2 stumps": (lambda: ComboClassifier(2), lambda: digits(400)),
    "CoMBo, digits, a tree of depth 5": (lambda: ComboClassifier(1, max_depth=5), lambda: digits(200)),
}


def result(model, X):
    """What the fit found, as numbers."""
    return model.votes(X) if hasattr(model, "votes") else model.decision_function(X)


def work():
    """Fit what is asked for, line by line, and answer with the time and the numbers."""
    for line in sys.stdin:
        make, data = CASES[json.loads(line)]
        (X, y), model = data(), make()
        start = time.process_time()
        model.fit(X, y)
        seconds = time.process_time() - start
        print(json.dumps([seconds, np.asarray(result(model, X)).tolist()]), flush=True)


def worker(mode):
    environment = {**os.environ, "CONFUSION_NO_NUMBA": MODES[mode]}
    command = [sys.executable, "-W", "ignore", __file__, "--worker"]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(process, case):
    process.stdin.write(json.dumps(case) + "\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    if not answer:
        raise SystemExit(f"the process that fits {case!r} has ended, see what it wrote above")
    seconds, numbers = json.loads(answer)
    return seconds, np.array(numbers)


def compare(case, workers, repetitions):
    for mode in ("twins", "compiled"):  # compile, and touch the data
        ask(workers[mode], case)
    times, found = {mode: [] for mode in workers}, {}
    for _ in range(repetitions):
        for mode, process in workers.items():
            seconds, found[mode] = ask(process, case)
            times[mode].append(max(seconds, 1e-6))
    if not np.array_equal(found["loops"], found["twins"]):
        raise SystemExit(f"{case}: the twins give other numbers than the loops")
    loops, twins, compiled = times.values()
    apart = np.abs(found["compiled"] - found["loops"]).max() / np.abs(found["loops"]).max()
    milliseconds = " ".join(f"{1000 * statistics.median(spent):9.1f}" for spent in times.values())
    ratios = [
        statistics.median(a / b for a, b in zip(*pair))
        for pair in ((loops, twins), (loops, compiled), (twins, compiled))
    ]
    print(f"{case:34s} {milliseconds}  {ratios[0]:9.1f} {ratios[1]:9.1f} {ratios[2]:9.1f}  {apart:.0e}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work()
        return
    workers = {mode: worker(mode) for mode in MODES}
    print(f"Milliseconds of a fit and ratios, medians of {arguments.repetitions} repetitions")
    print(
        f"{'':34s} {'loops':>9s} {'twins':>9s} {'compiled':>9s}  {'l / t':>9s} {'l / c':>9s} {'t / c':>9s}  c apart by"
    )
    try:
        for case in CASES:
            compare(case, workers, arguments.repetitions)
    finally:
        for process in workers.values():
            process.stdin.close()
            process.wait()


if __name__ == "__main__":
    main()
