"""Home page, glossary and notation: what they say of functions of the package, evaluated beside the words."""

import os
import re

import numpy as np
import pytest
from sklearn import metrics as sk

from confusion import boosting, margins, metrics, noise, uma
from coursemachine.checkout import BOOK
from coursemachine.live import assemble
from coursemachine.site.live_python import put_python
from tests.chapters.test_why_accuracy_lies import bayes_errors
from tests.theorems import round_factor

HOME, GLOSSARY, NOTATION = (
    " ".join((BOOK / path).read_text(encoding="utf-8").split())
    for path in ("index.md", "together/glossary.md", "together/notation.md")
)
rng = np.random.default_rng(0)
Y, ANSWERS = rng.integers(3, size=300), rng.integers(3, size=300)
ANSWERS[Y > 0] = Y[Y > 0]
MATRIX = metrics.confusion_matrix(Y, ANSWERS)
PRIORS, ERRORS = np.bincount(Y) / 300, [np.mean(ANSWERS[Y == p] != p) for p in range(3)]
RECALLS = sk.recall_score(Y, ANSWERS, average=None)
PRECISIONS = sk.precision_score(Y, ANSWERS, average=None)
JOINT = sk.confusion_matrix(Y, ANSWERS) / 300
BY_CHANCE = JOINT.sum(axis=0) @ JOINT.sum(axis=1)
SIGMA = np.linalg.svd(MATRIX)[1]
P = np.array([0.5, 0.3, 0.2])
SCORES = np.array([0.4, 1.1, -0.3])
NOISE = noise.random_noise_matrix(3, 1)
BOOSTED = boosting.ComboClassifier(3, step="edge").fit(rng.normal(size=(60, 2)), np.arange(60) % 3)
MH = boosting.AdaBoostMHClassifier(3).fit(rng.normal(size=(60, 2)), np.arange(60) % 3)
OTHER = noise.estimate_noise_matrix([0] * 10 + [1] * 10, [1] + [0] * 9 + [0] * 3 + [1] * 7)

# For each page its words, what the package computes, what the words say.
WORDS = {
    GLOSSARY: [
        ("Probability of a correct prediction, $1 - R(h)$", sk.accuracy_score(Y, ANSWERS), 1 - PRIORS @ ERRORS),
        ("balanced accuracy Mean of the recalls of all classes, one minus the {term}`balanced error`",
         [sk.balanced_accuracy_score(Y, ANSWERS), 1 - metrics.balanced_error(MATRIX)], RECALLS.mean()),
        (r"balanced error Mean of the {term}`class errors <class error>`, $\frac1Q \sum_p e_p$",
         metrics.balanced_error(MATRIX), sum(ERRORS) / 3),
        (r"$e_p = \mathbb P(h(X) \ne p \mid Y = p)$: the row sum of the zero-diagonal confusion matrix, "
         "one minus the {term}`recall`", [metrics.per_class_error(MATRIX), MATRIX.sum(axis=1), 1 - RECALLS], ERRORS),
        (r"the Frobenius norm of the zero-diagonal confusion matrix over $\sqrt Q$", metrics.confusion_rate(MATRIX),
         np.sqrt((MATRIX**2).sum()) / np.sqrt(3)),
        (r"$2 \cdot \text{precision} \cdot \text{recall} / (\text{precision} + \text{recall})$",
         sk.f1_score(Y, ANSWERS, average=None), 2 * PRECISIONS * RECALLS / (PRECISIONS + RECALLS)),
        ("Mean of the {term}`F1 scores <F1 score>` of all classes", sk.f1_score(Y, ANSWERS, average="macro"),
         sk.f1_score(Y, ANSWERS, average=None).mean()),
        (r"$\kappa = (p_o - p_e) / (1 - p_e)$",
         np.array([sk.cohen_kappa_score(Y, ANSWERS), sk.cohen_kappa_score(Y, 0 * Y)]),
         [(np.trace(JOINT) - BY_CHANCE) / (1 - BY_CHANCE), 0]),
        (r"$(p_o - p_e) / \sqrt{(1 - \sum_q \mathbb P(Y = q)^2)(1 - \sum_q \mathbb P(h = q)^2)}$",
         np.array([sk.matthews_corrcoef(Y, ANSWERS), sk.matthews_corrcoef(Y, 0 * Y)]),
         [(np.trace(JOINT) - BY_CHANCE) / np.prod([1 - (JOINT.sum(axis=at) ** 2).sum() for at in (0, 1)]) ** 0.5, 0]),
        ("the largest singular value. Also called spectral norm", metrics.operator_norm(MATRIX), SIGMA[0]),
        ("Root of the sum of the squared entries", metrics.frobenius_norm(MATRIX), np.sqrt((MATRIX**2).sum())),
        ("Score of the true class minus the largest score of another class", margins.margins([SCORES], [0]),
         SCORES[0] - SCORES[1]),
        (r"$\sum_p \mathbb P(Y = p \mid x)\, \ell(\text{scores}, p)$", margins.conditional_risk(SCORES, P, "softmax"),
         sum(P[y] * margins.surrogate_loss(SCORES, y, "softmax") for y in range(3))),
        (r"with the weight $\frac12 \ln \frac{1 - \varepsilon}{\varepsilon}$", MH.estimator_weights_,
         0.5 * np.log((1 - MH.errors_) / MH.errors_)),
        (r"CoMBo's own is $\frac12 \ln \frac{1 + \delta}{1 - \delta}$", BOOSTED.estimator_weights_,
         0.5 * np.log((1 + BOOSTED.edges_) / (1 - BOOSTED.edges_))),
        (r"at most $\sqrt{1 - \delta^2}$ in a round", round_factor(0.6), np.sqrt(1 - 0.6**2)),
    ],
    NOTATION: [
        (r"$\sum_q C_{pq}$, `per_class_error`", metrics.per_class_error(MATRIX), MATRIX.sum(axis=1)),
        (r"$\lVert \pi C(h) \rVert_1$, `risk`", metrics.risk(MATRIX, PRIORS), np.abs(PRIORS @ MATRIX).sum()),
        (r"$\frac1Q \sum_p e_p$, `balanced_error`", metrics.balanced_error(MATRIX), sum(ERRORS) / 3),
        (r"$\lVert C \rVert_F / \sqrt Q$ | {term}`confusion rate` of UMA, `confusion_rate`",
         metrics.confusion_rate(MATRIX), metrics.frobenius_norm(MATRIX) / np.sqrt(3)),
        (r"$f_y(x) - \max_{q \ne y} f_q(x)$, `margins`", margins.margins([SCORES], [2]), SCORES[2] - SCORES[1]),
        ("$1$ up to 0, $0$ from $\\rho$ on, linear between, `rho_margin_loss`",
         margins.rho_margin_loss([-1, 0, 0.1, 0.4, 0.5], 0.4), [1, 1, 0.75, 0, 0]),
        (r"$C^{-1} \hat y / n$, $\hat y$ the counts of the noisy labels, `class_proportions`",
         noise.class_proportions(Y, NOISE), np.linalg.inv(NOISE) @ np.bincount(Y) / 300),
        (r"$\lVert C \rVert\,\lVert C^{-1} \rVert$ is `condition_number`", noise.condition_number(NOISE),
         np.linalg.norm(NOISE, 2) * np.linalg.norm(np.linalg.inv(NOISE), 2)),
        (r"estimated error $1 - \sum_p \widehat J_{pp}$, `estimated_error`", noise.estimated_error(Y, ANSWERS, NOISE),
         1 - np.trace(noise.estimated_joint(Y, ANSWERS, NOISE))),
        (r"$\Omega(I + iN)$, `noise_family`", noise.noise_family(NOISE, 4), np.eye(3) + 4 * (NOISE - np.eye(3)) / 10),
        (r"whose rate is $b\,(1 - \frac1Q)$, `symmetric_noise`", noise.symmetric_noise(4, 0.3 * (1 - 1 / 4)),
         0.7 * np.eye(4) + 0.3 / 4),
        (r"its bound `update_bound`", uma.update_bound(0.5, 0.1), 2 / (0.1 * 0.5**2)),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("page", "words", "computed", "said"),
    [(page, *entry) for page, entries in WORDS.items() for entry in entries],
    ids=lambda one: str(one)[:40],
)
def test_words_and_formulas(page, words, computed, said):
    assert words in page
    for one in computed if isinstance(computed, list) else [computed]:
        np.testing.assert_allclose(one, np.broadcast_to(said, np.shape(one)), atol=1e-12)


def test_every_term_of_the_glossary_is_defined_once_and_in_order():
    text = (BOOK / "together" / "glossary.md").read_text(encoding="utf-8")  # with its lines
    body = re.search(r"```\{glossary\}\n(.*?)```", text, re.S)[1]
    terms = [line for line in body.splitlines() if line and not line.startswith(" ")]
    first = [entry.strip().splitlines()[0] for entry in body.split("\n\n")]  # of each entry; short forms follow
    assert len(terms) == len(set(terms)) and len(first) >= 30 and first == sorted(first, key=str.lower)


def test_the_noise_matrix_in_five_places():
    """Of class 1 one label in ten is wrong, of class 2 three in ten: the arrays of the table, row after row."""
    table = NOTATION.split("### The noise matrix in five places")[1]
    shown = [re.split(r"&|\\\\", array) for array in re.findall(r"\\begin\{pmatrix\}(.*?)\\end", table)]
    shown = [np.array(array, dtype=float).reshape(2, 2) for array in shown]
    C = np.array([[0.9, 0.3], [0.1, 0.7]])
    for found, target in zip(shown, ("uma", "cleanlab", "sklearn", "patrini")):
        np.testing.assert_allclose(found, noise.convert_noise_matrix(C, target=target))
    np.testing.assert_allclose(shown[4], (C / C.sum(axis=1, keepdims=True)).T)
    np.testing.assert_allclose(OTHER, C)
    assert len(shown) == 5


def test_the_classifier_of_the_home_page():
    """Right 95 times out of 100, and a third of every class but one is lost: the figure's rule at a share of 90 %."""
    assert "right 95 times out of 100 and lose a third of every class but one" in HOME
    errors = bayes_errors(0.9).sum(axis=1)
    assert round(100 * (1 - np.array([0.9, 0.05, 0.05]) @ errors)) == 95
    np.testing.assert_allclose(errors[1:], 1 / 3, atol=0.03)


def test_the_weight_of_python_in_the_page(tmp_path):
    if not assemble.GOAL.is_dir():
        absent = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        absent("build/online is not assembled: python -m coursemachine.live.assemble")
    told = put_python(assemble.GOAL, tmp_path)
    first, every = (f"{weight / 1e6:.0f}" for weight in (told["bytes"], told["bytes"] + told["more"]))
    assert f"({first} MB, with all packages {every}, then kept by the browser)" in HOME
