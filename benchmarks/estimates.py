"""Whether a fit without numba takes what its warning goes by: ``python benchmarks/estimates.py``.

A fit that may take `SLOW` microseconds or longer uncompiled says so beforehand, by an estimate.  Printed are the
estimate, the process time, and their ratio: between .1 and 10 the word comes neither for seconds nor only for minutes.
"""

import os
import time

os.environ["CONFUSION_NO_NUMBA"] = "1"
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np  # noqa: E402
from scipy import sparse  # noqa: E402

from confusion import (  # noqa: E402
    AdaBoostMHClassifier,
    ComboClassifier,
    CopaClassifier,
    MulticlassSVC,
    UmaClassifier,
)
from confusion._core import compiled  # noqa: E402


class Limit(float):
    """A limit that no estimate reaches, and that keeps the estimates."""

    seen = []

    def __gt__(self, estimate):
        self.seen.append(estimate)
        return True


def main():
    """Fit one of each kind."""
    compiled.SLOW = Limit()
    rng = np.random.default_rng(0)
    y = np.arange(900) % 3
    X = rng.normal(size=(900, 6)) + 2 * np.eye(3, 6)[y]
    few = sparse.csr_array(np.where(X > 0, X, 0.0))
    fits = {
        "COPA": (CopaClassifier(random_state=0), X),
        "COPA, sparse": (CopaClassifier(random_state=0, epochs=2), few),
        "UMA": (UmaClassifier(max_iter=100), X),
        "CoMBo": (ComboClassifier(20, max_depth=2), X),
        "AdaBoost.MH": (AdaBoostMHClassifier(40), X),
        "SVM": (MulticlassSVC(kernel="linear", random_state=0), X[:300]),
        "SVM, Gaussian kernel": (MulticlassSVC(kernel="rbf"), X),
    }
    print(f"{'':22}{'told, s':>9}{'taken, s':>10}{'ratio':>8}")
    for name, (model, Z) in fits.items():
        Limit.seen.clear()
        start = time.process_time()
        model.fit(Z, y[: Z.shape[0]])
        taken, told = time.process_time() - start, max(Limit.seen) / 1e6
        print(f"{name:22}{told:9.2f}{taken:10.2f}{told / taken:8.2f}")


if __name__ == "__main__":
    main()
