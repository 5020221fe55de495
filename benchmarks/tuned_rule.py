"""Tuning a decision against scikit-learn's TunedThresholdClassifierCV, which has two classes, and on large samples.

The same probabilities, of a frozen classifier, and one thread; the two take turns, and the median of the ratios of
their process times is printed.  Against xcolumns (``pip install xcolumns``), where it is installed: its block
coordinate ascent chooses the predictions of the given examples, one label each; it has no rule for others.
"""

import os

os.environ.update(dict.fromkeys(["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"], "1"))

import statistics
import time

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import TunedThresholdClassifierCV

from confusion.decisions import OBJECTIVES, tuned_rule

try:
    from xcolumns.block_coordinate import predict_optimizing_macro_f1_score_using_bc as by_coordinates
except ImportError:
    by_coordinates = None


def seconds(call):
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def beside_xcolumns(P):
    """Macro-F1 by the probabilities, and seconds, of both; the first call compiles."""
    P = P / P.sum(axis=1, keepdims=True)
    sparse = csr_matrix(P)
    by_coordinates(sparse[:10], k=1, seed=0)
    mine, rule = seconds(lambda: tuned_rule(P, "macro_f1"))
    theirs, chosen = seconds(lambda: by_coordinates(sparse, k=1, seed=0))
    reached = OBJECTIVES["macro_f1"][0]((chosen.T @ P).T / len(P))
    print(f"{len(P):,} x {P.shape[1]}, macro-F1: {mine:.2f} s, xcolumns {theirs:.2f} s;"
          f" reached {rule.value:.6f} and {reached:.6f}", flush=True)  # fmt: skip


def main():
    rng = np.random.RandomState(0)
    y = (rng.rand(100_000) < 0.1).astype(int)
    X = rng.randn(len(y), 1) + 1.5 * y[:, None]
    model = LogisticRegression().fit(X, y)
    theirs = TunedThresholdClassifierCV(model, scoring="f1_macro", cv="prefit", refit=False)
    P, pairs = model.predict_proba(X), []
    for _ in range(7):
        mine, rule = seconds(lambda: tuned_rule(P, "macro_f1"))
        pairs.append((mine, seconds(lambda: theirs.fit(X, y))[0]))
    ratio = statistics.median(a / b for a, b in pairs)
    reached = [f1_score(y, p, average="macro") for p in ((P @ rule.costs).argmin(axis=1), theirs.predict(X))]
    print(f"100,000 x 2, macro-F1: {pairs[0][0]:.2f} s, scikit-learn {pairs[0][1]:.2f} s, x{ratio:.2f};"
          " reached {:.4f} and {:.4f}".format(*reached))  # fmt: skip
    if by_coordinates is None:
        print("xcolumns is not installed: not compared")
    for n, K in ((2000, 5), (20_000, 10), (20_000, 150)) if by_coordinates else ():
        beside_xcolumns(rng.dirichlet(np.full(K, 0.3), n) * np.geomspace(1, 0.02, K))
    for n, K in ((1_000_000, 10), (20_000, 150)):
        P = rng.dirichlet(np.full(K, 0.3), n) * np.geomspace(1, 0.02, K)
        for name in ("macro_f1", "mcc", "kappa", "g_mean"):
            print(f"{n:,} x {K}, {name}: {seconds(lambda: tuned_rule(P, name))[0]:.1f} s", flush=True)  # noqa: B023


if __name__ == "__main__":
    main()
