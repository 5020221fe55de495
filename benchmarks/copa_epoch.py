"""One averaged COPA epoch against what a user would pick instead: ``python benchmarks/copa_epoch.py``.

Every competitor makes one pass over the same data in one thread.  The competitors take turns, so that a change of the
machine's speed meets them all; medians over the rounds are printed, and the ratio of each time to COPA's in the same
round.  Accuracy is on the training data.  river's PAClassifier (``pip install river``) is binary and reads one
dictionary at a time; it is timed one-vs-rest on a thousandth of the small case and scaled up, and left out where it is
missing.
"""

import argparse
import os
import statistics
import time
import tracemalloc

# Before numpy: one thread for everybody.
os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")

import numpy as np
from scipy import sparse
from sklearn.linear_model import Perceptron, SGDClassifier

from confusion import CopaClassifier, UltraconservativePerceptron


def dense_case(n, d, Q, seed=0):
    """Gaussian classes in general position."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, Q, n)
    return rng.normal(size=(n, d)) + (0.3 * rng.normal(size=(Q, d)))[y], y


def sparse_case(n=10_000, d=47_000, Q=9, nonzeros=70, seed=0):
    """Rows like normalised tf-idf: `nonzeros` words a row, half of them from the class's own vocabulary."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, Q, n)
    weights = 1 / np.arange(1, d + 1)
    common = rng.choice(d, size=(n, nonzeros), p=weights / weights.sum())
    own = y[:, None] * (d // Q) + rng.integers(0, d // Q, size=(n, nonzeros))
    words = np.where(rng.random((n, nonzeros)) < 0.5, common, own)
    values = rng.exponential(size=(n, nonzeros))
    X = sparse.csr_matrix((values.ravel(), (np.repeat(np.arange(n), nonzeros), words.ravel())), shape=(n, d))
    norms = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
    X = sparse.csr_matrix(sparse.diags(1 / norms) @ X)
    X.sum_duplicates()  # sorted, one entry a word: what a vectorizer gives
    return X, y


CASES = {
    "50,000 x 50, 10 classes": lambda: dense_case(50_000, 50, 10),
    "20,000 x 784, 10 classes": lambda: dense_case(20_000, 784, 10),
    "10,000 x 47,000 sparse, 9 classes": sparse_case,
}


def competitors():
    pa = {"loss": "hinge", "penalty": None, "learning_rate": "pa1", "eta0": 1.0, "max_iter": 1, "tol": None}
    return {
        "COPA, averaged": CopaClassifier(C=0.1, epochs=1, random_state=0),
        "max-hinge PA, averaged": UltraconservativePerceptron("max-hinge", C=0.1, epochs=1, random_state=0),
        "perceptron, averaged": UltraconservativePerceptron(epochs=1, random_state=0),
        "SGDClassifier pa1": SGDClassifier(**pa, random_state=0),
        "SGDClassifier pa1, averaged": SGDClassifier(**pa, average=True, random_state=0),
        "sklearn Perceptron": Perceptron(max_iter=1, tol=None, random_state=0),
    }


def seconds(function, *arguments):
    start = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - start


def peak_bytes(model, X, y):
    """Bytes the fit allocates at its peak, without the data it is given."""
    tracemalloc.start()
    model.fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def river_seconds(X, y, examples):
    from river.linear_model import PAClassifier
    from river.multiclass import OneVsRestClassifier

    model = OneVsRestClassifier(PAClassifier(C=1.0, mode=1))
    rows = [dict(enumerate(x)) for x in X[:examples].tolist()]

    def learn():
        for row, label in zip(rows, y[:examples].tolist()):
            model.learn_one(row, label)

    return seconds(learn) * len(y) / examples


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    for title, make in CASES.items():
        X, y = make()
        models = competitors()
        for model in models.values():  # compile, and touch the data
            model.fit(X[:200], y[:200])
        times = {name: [] for name in models}
        for _ in range(rounds):
            for name, model in models.items():
                times[name].append(seconds(model.fit, X, y))
        print(f"\n{title}, median of {rounds} rounds")
        base = times["COPA, averaged"]
        for name, model in models.items():
            ratio = statistics.median(t / b for t, b in zip(times[name], base))
            middle = 1000 * statistics.median(times[name])
            print(f"  {name:30s} {middle:8.1f} ms   x{ratio:5.2f}   accuracy {model.score(X, y):.3f}")
        data = sum(part.nbytes for part in ((X.data, X.indices, X.indptr) if sparse.issparse(X) else (X,)))
        model = models["COPA, averaged"]
        extra, size = peak_bytes(model, X, y), 2 * 8 * model.coef_.shape[0] * (model.coef_.shape[1] + 1)
        share = (data + extra) / (data + size)
        print(f"  memory of the COPA fit: {share:.2f} times data and model (the vectors and their running sums)")
        if X.shape[1] == 50:
            try:
                slow = river_seconds(X, y, examples=200)
                ratio = slow / statistics.median(base)
                print(f"  river PAClassifier, one-vs-rest {slow:5.1f} s    x{ratio:5.0f}   (200 examples, scaled up)")
            except ImportError:
                print("  river is not installed; left out")


if __name__ == "__main__":
    main()
