"""How far the online confusion risk is from its empirical version, beside the bounds of Theorem 1.

The law has a finite support, 60 points of each Gaussian of the COPA paper's simulation drawn once, so the
conditional expectations of (10) are finite means and every deviation is exact.  The labels y are fixed, one random
order per cell with rounded class counts; the inputs are drawn anew in each of 400 replicates, which run side by
side.  The learner is COPA, C = 1, one pass, no averaging; the loss is the 0-1 loss of Example 1, so M = 1.
"""

import numpy as np

from confusion.datasets import ThreeGaussians

NAME = "concentration"
KEY = ("share", "T")
ROW_KEY = ()
ROWS = 20

SHARES = (0.02, 0.05, 0.1, 0.2, 1 / 3)
SIZES = (250, 1000, 4000, 16000)
REPLICATES = 400


def tasks():
    """One task per share of the small classes and size of the sample."""
    return [{"share": share, "T": T} for share in SHARES for T in SIZES]


def class_counts(T, share):
    """Counts T_p of the three classes when the two smallest have the given share."""
    small = round(T * share)
    return [T - 2 * small, small, small]


def finite_law():
    """Support of the law: 60 equally likely inputs per class, shape (3, 60, 2)."""
    return ThreeGaussians().sample_inputs(np.repeat(np.arange(3), 60), random_state=0).reshape(3, 60, 2)


def copa_steps(W, X, y, C):
    """One COPA update (19)-(21) of each of R learners that see the same label y, in place.

    W, of shape (R, Q, d), has class vectors that sum to zero; X, of shape (R, d), an input other than zero for each.
    """
    Q = W.shape[1]
    others = np.delete(np.arange(Q), y)
    losses = (W[:, others] @ X[:, :, None])[..., 0] + 1 / (Q - 1)
    sqnorm = (X**2).sum(axis=1, keepdims=True)
    ordered = -np.sort(-losses, axis=1)
    active = np.arange(1, Q)
    # thresholds[:, I] is the tau of the I largest losses; (19) says that loss I + 1 exceeds it.
    thresholds = -sqnorm * ordered.cumsum(axis=1) / (Q / C + (Q - active) * sqnorm)
    thresholds = np.column_stack([np.zeros(len(X)), thresholds])
    count = (ordered > thresholds[:, :-1]).cumprod(axis=1).sum(axis=1)
    tau = np.take_along_axis(thresholds, count[:, None], axis=1)
    alpha = np.zeros(W.shape[:2])
    alpha[:, others] = np.maximum(losses - tau, 0) / (1 / C + sqnorm)
    W -= (alpha - alpha.mean(axis=1, keepdims=True))[:, :, None] * X[:, None, :]


def deviations(T, share, *, replicates=REPLICATES):
    """Conditional and empirical online confusion risks (10) and (11), each of shape (replicates, 3, 3)."""
    support = finite_law()
    counts = class_counts(T, share)
    rng = np.random.default_rng([T, round(10_000 * share)])
    labels = rng.permutation(np.repeat(np.arange(3), counts))
    everyone = np.arange(replicates)
    W = np.zeros((replicates, *support.shape[::2]))
    risk, empirical = np.zeros((2, replicates, 3, 3))
    for y in labels:
        wrong = np.eye(3)[(W @ support[y].T).argmax(axis=1)]
        wrong[:, :, y] = 0
        drawn = rng.integers(support.shape[1], size=replicates)
        risk[:, y] += wrong.mean(axis=1) / counts[y]
        empirical[:, y] += wrong[everyone, drawn] / counts[y]
        copa_steps(W, support[y, drawn], y, C=1.0)
    return risk, empirical


def run(task):
    """The one row of a task: quantiles over the replicates of the norms of the deviation."""
    risk, empirical = deviations(task["T"], task["share"])
    row = {**task, "replicates": len(risk), "risk_q50": float(np.median(np.linalg.norm(risk, 2, axis=(1, 2))))}
    for name, norm in (("operator", 2), ("frobenius", "fro")):
        lengths = np.linalg.norm(risk - empirical, norm, axis=(1, 2))
        for percent in (50, 95, 99, 100):
            row[f"{name}_q{percent}"] = float(np.quantile(lengths, percent / 100))
    return [row]
