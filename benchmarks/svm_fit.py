"""A fit of MulticlassSVC against scikit-learn's LinearSVC and SVC: ``python benchmarks/svm_fit.py``.

One thread; the two take turns, so that a change of the machine's speed meets both; medians of process times, and the
median of the ratios ours / theirs.

Linear kernel: ``LinearSVC(multi_class="crammer_singer", fit_intercept=False)`` solves the same problem.  It stops by
another criterion and does not tell its multipliers, so its duality gap is measured first: with m more features, EPS
times the identity, its vectors have EPS alpha in them, and the problem is the same but for EPS^2.  Ours then runs to
that gap.

RBF kernel: SVC solves another problem, one SVM with intercept for each pair of classes, and a smaller one each time;
the ratio says what a reader pays for the one problem of all classes, not which code is better.
"""

import argparse
import os
import statistics
import time
import warnings

# Before numpy: one thread for everybody.
os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")

import numpy as np
from scipy import sparse
from sklearn.datasets import load_digits
from sklearn.svm import SVC, LinearSVC

from confusion import MulticlassSVC
from confusion_studies.data import load_letter

EPS = 1e-5


def cases():
    """Features from 0 to 1, class numbers."""
    digits = load_digits()
    yield "digits", digits.data / 16, digits.target
    try:
        letter = load_letter()
        some = np.random.RandomState(0).permutation(len(letter.target))[:5000]
        yield "letter", letter.data[some] / 15, np.unique(letter.target[some], return_inverse=True)[1]
    except ImportError:
        print("letter is left out: pip install 'learning-from-confusion[data]'")


def liblinear(tol):
    return LinearSVC(multi_class="crammer_singer", fit_intercept=False, tol=tol, max_iter=10_000, random_state=0)


def relative_gap(X, y, tol):
    """(P - D) / P of what liblinear returns for `tol`, C = 1."""
    m, rows = len(y), np.arange(len(y))
    wide = sparse.hstack([sparse.csr_array(X), EPS * sparse.eye_array(m)], format="csr")
    alpha = liblinear(tol).fit(wide, y).coef_[:, X.shape[1] :].T / EPS
    W = X.T @ alpha
    G = X @ W + 1
    G[rows, y] -= 1
    primal = 0.5 * (W**2).sum() + (G.max(axis=1) - G[rows, y]).sum()
    return float((primal - alpha[rows, y].sum() + 0.5 * (W**2).sum()) / primal)


def seconds(make, X, y):
    start = time.process_time()
    make().fit(X, y)
    return time.process_time() - start


def compare(title, ours, theirs, X, y, repetitions):
    pairs = [(seconds(ours, X, y), seconds(theirs, X, y)) for _ in range(repetitions)]
    mine, other = (1000 * statistics.median(times) for times in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"{title:52s} {mine:8.0f} ms  scikit-learn {other:8.0f} ms  ratio {ratio:5.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--tolerances", type=float, nargs="+", default=[1e-1, 1e-2, 1e-3], help="of LinearSVC")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # LinearSVC's, where it ends at max_iter
    sample = list(cases())
    for kernel in ("linear", "rbf"):  # compile
        MulticlassSVC(kernel=kernel).fit(sample[0][1][:200], sample[0][2][:200])
    print("Linear kernel, at the duality gap that LinearSVC's tol reaches")
    for name, X, y in sample:
        for tol in arguments.tolerances:
            gap = relative_gap(X, y, tol)
            title = f"{name}, LinearSVC's tol {tol:g}, gap / objective {gap:.1e}"
            compare(
                title,
                lambda gap=gap: MulticlassSVC(tol=gap, random_state=0),
                lambda tol=tol: liblinear(tol),
                X,
                y,
                arguments.repetitions,
            )
    print("RBF kernel, defaults; SVC solves another problem, one for each pair of classes")
    for name, X, y in sample:
        title = f"{name}, {len(y):,} examples"
        compare(title, lambda: MulticlassSVC(kernel="rbf"), SVC, X, y, arguments.repetitions)


if __name__ == "__main__":
    main()
