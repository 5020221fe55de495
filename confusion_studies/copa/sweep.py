"""Imbalance and noise: COPA, perceptrons and class-weighted baselines on the law of the simulation.

A cell is a place of the three centres (on their circle around the origin, or all moved), a weight of each small
class, a sigma and a rate of uniform label noise in the learning half.  In each
cell C is chosen on sample 0, by the norm on its noise-free test half, and samples 1 to 10 are scored exactly on the
law.
"""

import numpy as np

from confusion.datasets import ThreeGaussians
from confusion.metrics import operator_norm, risk
from confusion_studies.copa.models import MODELS, choose_C, fitted

NAME = "copa_sweep"
KEY = ("shift", "share", "sigma", "noise")
ROW_KEY = ("model",)
ROWS = 990

#: by how much both coordinates are moved, by name in the tables
SHIFTS = {"none": (0.0, 0.0), "right": (1.0, 0.0), "corner": (2.0, 2.0)}
SHARES = (0.02, 0.05, 0.1, 0.2, 0.3333)
SIGMAS = (0.35, 0.5, 0.7)
NOISES = (0.0, 0.1, 0.3)
SAMPLES = range(1, 11)


def tasks():
    """One task per cell: shift, weight of the small classes, sigma, rate of label noise."""
    return [
        {"shift": shift, "share": s, "sigma": g, "noise": e}
        for shift in ("none", "corner") for s in SHARES for g in SIGMAS for e in NOISES
    ]  # fmt: skip


def law_of(share, sigma, shift="none"):
    """The law of a cell."""
    centers = ThreeGaussians().centers + SHIFTS[shift]
    return ThreeGaussians(weights=(1 - 2 * share, share, share), sigma=sigma, centers=centers)


def noisy_sample(law, noise, seed):
    """Learning and test halves of one sample; a learning label is replaced by a random other one with rate `noise`."""
    rng = np.random.default_rng(seed)
    X, y = law.sample(5000, random_state=int(rng.integers(2**31)))
    flip = rng.random(2500) < noise
    shift = rng.integers(1, law.n_classes, size=2500)
    learned = np.where(flip, (y[:2500] + shift) % law.n_classes, y[:2500])
    return (X[:2500], learned), (X[2500:], y[2500:])


def run(task, samples=SAMPLES):
    """The rows of a cell, one per model: means over the samples of exact measures, and the norm on each sample."""
    law = law_of(task["share"], task["sigma"], task["shift"])
    rows = []
    for name in MODELS:
        C = choose_C(name, *noisy_sample(law, task["noise"], 0), seed=0)
        found = []
        for sample in samples:
            train, _ = noisy_sample(law, task["noise"], sample)
            model = fitted(name, C, sample, *train)
            exact = law.confusion(model.coef_, intercept=model.intercept_)
            found.append((1 - risk(exact, law.weights), operator_norm(exact), *exact.sum(axis=1)))
        mean = np.mean(found, axis=0)
        rows.append({
            **task, "model": name, "C": C, "accuracy": mean[0], "norm": mean[1],
            **{f"e{p}": mean[2 + p] for p in range(3)},
            **{f"norm{sample}": measured[1] for sample, measured in zip(samples, found)},
        })  # fmt: skip
    return rows
