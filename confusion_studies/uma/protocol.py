"""Section 4.2.1 of the UMA paper, steps 1 to 5: the data, the labels bought, the rough classifier and its noise matrix.

From a training set S whose labels are hidden: m labels of each class are bought and a rough classifier g is learned
from them (UMA with C = I, the paper's footnote); the labels of S_conf, a uniform 5 % of S, are bought and the noise
matrix C of g is estimated there; y = g(S).  The learners get S, y and C.  S_conf is drawn from all of S, as the paper
says, so it may hold some of the first m Q examples, on which g errs less than elsewhere.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from sklearn.decomposition import KernelPCA
from sklearn.kernel_approximation import Nystroem
from sklearn.metrics import pairwise_distances

from confusion.noise.estimates import estimate_noise_matrix
from confusion.noise.matrices import inverse_norm
from confusion.uma.classifier import UmaClassifier
from confusion_studies.data import load_letter, load_reuters, make_text_standin, optdigits_uci_split

#: per data set: labels per class of step 1, and dimensions of kernel-PCA (0: the features as they are)
DATA = {
    "digits": {"m": 10, "D": 640},
    "letter": {"m": 50, "D": 1600},
    "stand-in": {"m": 20, "D": 0},
    "stand-in, 4 topics": {"m": 20, "D": 0},  # in each class: structure that few labels do not show
    "reuters": {"m": 20, "D": 0},  # needs the internet; nothing stored depends on it
}

#: share of S in S_conf
SHARE = 0.05

#: unlabelled examples whose whole kernel is taken on letter, where S3VM goes without kernel-PCA
POOL = 1000


@dataclass
class Features:
    """A data set as the learners see it; `t` are true labels, integers 0..Q-1."""

    X: object
    t: np.ndarray
    X_test: object
    t_test: np.ndarray
    gamma: float = 0.0

    @property
    def n_classes(self):
        return int(self.t.max()) + 1


@dataclass
class Draw:
    """One run of steps 1 to 4."""

    data: Features
    rough: np.ndarray  # examples whose labels are bought in step 1
    conf: np.ndarray  # S_conf
    g: UmaClassifier
    y: np.ndarray  # g(S)
    C: np.ndarray  # estimated on S_conf
    seed: int
    facts: dict

    @property
    def bought(self):
        """All examples whose labels the pipeline pays for."""
        return np.union1d(self.rough, self.conf)

    def true_labels(self, which):
        """The examples with true labels of who learns from "S_conf", "bought" or "all"."""
        return {"S_conf": self.conf, "bought": self.bought, "all": np.arange(len(self.data.t))}[which]


def median_gamma(X):
    """1 / (2 d^2) with d the median distance of two of the first 1,000 examples: the width that needs no label."""
    squares = pairwise_distances(X[:1000], metric="sqeuclidean")
    return 1.0 / (2.0 * float(np.median(squares[np.triu_indices(len(squares), 1)])))


@lru_cache(maxsize=2)
def raw_data(name, run):
    """X, t, X_test, t_test of a set; only letter's split, 15,000 and 5,000, depends on the run."""
    if name == "digits":
        X, X_test, t, t_test = optdigits_uci_split()
        return X, t, X_test, t_test
    if name == "letter":
        letter = load_letter()
        order = np.random.RandomState(run).permutation(len(letter.target))
        train, test = order[:15000], order[15000:]
        return letter.data[train], letter.target[train], letter.data[test], letter.target[test]
    topics = {"stand-in": 1, "stand-in, 4 topics": 4}
    text = make_text_standin(topics=topics[name], test=True, random_state=0) if name in topics else load_reuters()
    return text.data, text.target, text.data_test, text.target_test


def features(name, run=0, factor=1.0):
    """What the learners see: kernel-PCA of the Gaussian kernel of width `factor` times the median rule's gamma.

    Digits: exact kernel-PCA.  Letter: Nystroem features on 1,600 training examples drawn for the run, centred, of which
    kernel-PCA to 1,600 dimensions would be a rotation.
    """
    return _features(name, run if name == "letter" else 0, float(factor))


@lru_cache(maxsize=2)
def _features(name, run, factor):
    X, t, X_test, t_test = raw_data(name, run)
    D = DATA[name]["D"]
    if not D:
        return Features(X, t, X_test, t_test)
    gamma = factor * median_gamma(X)
    if name == "letter":
        projection = Nystroem(gamma=gamma, n_components=D, random_state=run).fit(X)
        Z, Z_test = projection.transform(X), projection.transform(X_test)
        mean = Z.mean(axis=0)
        return Features(Z - mean, t, Z_test - mean, t_test, gamma)
    projection = KernelPCA(D, kernel="rbf", gamma=gamma, eigen_solver="dense").fit(X)
    return Features(projection.transform(X), t, projection.transform(X_test), t_test, gamma)


def estimate(t, y, n_classes, ridge=None):
    """C from true and noisy labels; with one correct label of each class added (ridge 1) where it is singular.

    Returns C and the facts about it: ``missing`` classes, whether it was ``singular``, the ``ridge`` used, its
    ``inverse_norm``.
    """
    classes = np.arange(n_classes)
    facts = {"missing": int(n_classes - np.unique(t).size), "singular": 0}
    try:
        C = estimate_noise_matrix(t, y, classes=classes, ridge=ridge)
    except ValueError:
        facts["singular"], ridge = 1, 1.0
        C = estimate_noise_matrix(t, y, classes=classes, ridge=ridge)
    return C, {**facts, "ridge": ridge or 0.0, "inverse_norm": inverse_norm(C)}


def draw(data, m, seed, share=SHARE):
    """Steps 1 to 4 on `data`; the m Q examples and g do not depend on `share`, and a smaller S_conf is in a larger."""
    rng = np.random.RandomState(1000 + seed)
    rough = np.concatenate([
        rng.choice(np.flatnonzero(data.t == q), size=m, replace=False) for q in range(data.n_classes)
    ])  # fmt: skip
    order = rng.permutation(len(data.t))
    conf = order[: max(1, round(share * len(data.t)))]
    g = UmaClassifier(step="pair", keep="last").fit(data.X[rough], data.t[rough])
    y = g.predict(data.X)
    C, facts = estimate(data.t[conf], y[conf], data.n_classes)
    facts["noise"] = float(np.mean(y != data.t))
    return Draw(data, rough, conf, g, y, C, seed, facts)


def redrawn_labels(sample):
    """Labels with the noise matrix of y on all of S, drawn independently of x given the class (Assumption 2).

    The labels g gives to the examples of one class are shuffled among these: C is kept to the last digit.
    """
    rng = np.random.RandomState(2000 + sample.seed)
    labels = sample.y.copy()
    for q in range(sample.data.n_classes):
        members = np.flatnonzero(sample.data.t == q)
        labels[members] = labels[rng.permutation(members)]
    return labels
