"""Cost of a UMA iteration, incremental against from scratch, and of whole fits: ``python benchmarks/uma_iteration.py``.

From scratch means what a straightforward vectorised program does at each iteration: all scores, all sums by region and
label (one product with a sparse indicator matrix), all z_pq, their lengths, one update.  Both run the same updates in
the same process, in turns, in one thread; processor times and the medians of their ratios over the rounds are printed.
Whole fits: labels corrupted by a known asymmetric matrix, errors against the true labels of a held-out third.
"""

import argparse
import os
import statistics
import time
import warnings

# Before numpy: one thread for everybody.
os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")

import numpy as np
from copa_epoch import sparse_case
from scipy import sparse
from sklearn.datasets import load_digits
from sklearn.exceptions import ConvergenceWarning
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Perceptron

from confusion.noise import corrupt_labels, pair_flip_noise
from confusion.uma import UmaClassifier, uma_step_sizes
from confusion_studies.rivals import ForwardSoftmax


def digits_case(n):
    """The 1,797 digits of scikit-learn; more rows are noisy copies.  Unit rows."""
    X, y = load_digits(return_X_y=True)
    rng = np.random.default_rng(0)
    rows = np.concatenate([np.arange(len(y)), rng.integers(0, len(y), max(0, n - len(y)))])[:n]
    X = X[rows] + (np.arange(n) >= len(y))[:, None] * rng.normal(size=(n, 64))
    return X / np.linalg.norm(X, axis=1, keepdims=True), y[rows]


def wide_case():
    """As many digits as UCI's training set, under 640 approximate kernel features (Section 3.6)."""
    X, y = digits_case(3823)
    return Nystroem(gamma=1.5, n_components=640, random_state=0).fit_transform(X), y


CASES = {
    "1,797 x 64, 10 classes": (lambda: digits_case(1797), 1000),
    "5,620 x 64, 10 classes": (lambda: digits_case(5620), 1000),
    "3,823 x 640, 10 classes": (wide_case, 400),
    "10,000 x 47,000 sparse, 9 classes": (sparse_case, 150),
}


def from_scratch(X, y, C, max_iter):
    """The iterations of ``UmaClassifier(C, keep="last", selection="error")`` without memory of the last one."""
    inverse, Q, n = np.linalg.inv(C), len(C), X.shape[0]
    W, ones, rows = np.zeros((Q, X.shape[1])), np.ones(n), np.arange(n)
    errors = []
    for _ in range(max_iter):
        predicted = (X @ W.T).argmax(axis=1)
        cells = predicted * Q + y
        indicator = sparse.csr_array((ones, (cells, rows)), shape=(Q * Q, n))
        sums = indicator @ X
        sums = (sums.toarray() if sparse.issparse(sums) else sums).reshape(Q, Q, -1)
        counts = np.bincount(cells, minlength=Q * Q).reshape(Q, Q)
        errors.append(1 - (inverse * counts).sum() / n)
        Z = inverse @ sums / n
        lengths = np.sqrt((Z**2).sum(axis=2))
        np.fill_diagonal(lengths, -np.inf)
        while True:
            p, q = divmod(int(lengths.argmax()), Q)
            tau = uma_step_sizes(W @ Z[p, q], p, q)
            if tau[q]:
                break
            lengths[p, q] = -np.inf
        for r in np.flatnonzero(tau):
            W[r] += tau[r] * Z[p, q]
    return W


def seconds(function, *arguments):
    start = time.process_time()
    result = function(*arguments)
    return time.process_time() - start, result


def iterations(X, y, C, max_iter, rounds):
    model = UmaClassifier(C, max_iter=max_iter, keep="last")
    few = UmaClassifier(C, max_iter=1, keep="last")
    for quick in (few, UmaClassifier(C, max_iter=20)):  # touch the data
        quick.fit(X, y)
    incremental, scratch = [], []
    for _ in range(rounds):
        start = seconds(few.fit, X, y)[0]  # validation and the first state, which the other does not time either
        incremental.append((seconds(model.fit, X, y)[0] - start) / (model.n_iter_ - 1))
        t, W = seconds(from_scratch, X, y, C, max_iter)
        scratch.append(t / max_iter)
    apart = np.abs(W - model.coef_).max() / np.abs(W).max()
    ratio = statistics.median(s / i for s, i in zip(scratch, incremental))
    times = (1000 * statistics.median(v) for v in (incremental, scratch))
    print(
        "  one iteration: incremental {:.3f} ms, from scratch {:.3f} ms,".format(*times),
        f"ratio {ratio:.1f} (weights apart by {apart:.0e})",
    )


def whole_fits(X, y, C, rounds, max_iter=1000):
    n = X.shape[0]
    order = np.random.default_rng(2).permutation(n)
    train, test = order[: 2 * n // 3], order[2 * n // 3 :]
    noisy = corrupt_labels(y[train], C, random_state=3)
    models = {
        "UMA, error": UmaClassifier(C, max_iter=max_iter),
        "UMA, mass": UmaClassifier(C, selection="mass", max_iter=max_iter),
        "UMA, C = identity": UmaClassifier(max_iter=max_iter),
        "sklearn Perceptron": Perceptron(random_state=0),
        "forward-corrected softmax": ForwardSoftmax(C),
    }
    times = {name: [] for name in models}
    for _ in range(rounds):
        for name, model in models.items():
            times[name].append(seconds(model.fit, X[train], noisy)[0])
    base = times["UMA, error"]
    print(f"  whole fit, {len(train)} examples, {np.mean(noisy != y[train]):.0%} of the labels wrong")
    for name, model in models.items():
        ratio = statistics.median(t / b for t, b in zip(times[name], base))
        middle = 1000 * statistics.median(times[name])
        steps = f"{model.n_iter_:5d} iterations"
        print(
            f"    {name:26s} {middle:8.1f} ms   x{ratio:6.2f}   error {1 - model.score(X[test], y[test]):.3f}  {steps}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore", ConvergenceWarning)  # the Perceptron's, on noisy labels
    for title, (make, max_iter) in CASES.items():
        X, y = make()
        C = pair_flip_noise(len(np.unique(y)), 0.4)
        print(f"\n{title}, median of {rounds} rounds")
        iterations(X, corrupt_labels(y, C, random_state=1), C, max_iter, rounds)
        whole_fits(X, y, C, rounds)


if __name__ == "__main__":
    main()
