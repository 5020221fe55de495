"""Numbers of the chapter "One shift", from samples and sums of its own."""

import re

import numpy as np
import pytest
from scipy.special import softmax

from confusion import AdaBoostMMClassifier, ComboClassifier
from confusion.datasets import ThreeGaussians
from confusion_studies.combo.table import splits
from confusion_studies.data import load_abalone
from tests.chapters.stored import numbers_in, rows_of, scenes_of

CHAPTER = "combo/one-shift"
LAW = ThreeGaussians()


def rows(printed, first, number):
    lines = printed.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"| {first} |"))
    return [line.strip("| ").split(" | ") for line in lines[at + 2 : at + 2 + number]]


def measured(answers, y):
    C = np.zeros((3, 3))
    np.add.at(C, (y, answers), 1 / np.bincount(y)[y])
    C -= np.diag(np.diag(C))
    return np.linalg.norm(C, 2), LAW.weights @ C.sum(axis=1)


@pytest.fixture(scope="module")
def sample():
    X, y = LAW.sample(600, random_state=3)
    new = LAW.sample(200_000, random_state=77)
    return X, y, *new


def test_the_path_of_the_scene_is_that_of_new_points(sample):
    """Masses of rectangles against two hundred thousand points, and the stored votes against the booster's."""
    told, at = scenes_of(CHAPTER)["shift"]
    X, y, X_new, y_new = sample
    assert at == {"s": 0} and told["stops"] == np.arange(0, 1.501, 0.05).round(2).tolist()
    shares = np.bincount(y) / 600
    assert told["shares"] == pytest.approx(shares, abs=1e-6)
    places = [np.searchsorted(cuts, X_new[:, j]) for j, cuts in enumerate(told["cuts"])]
    votes = np.array(told["votes"][0])[places[0]] + np.array(told["votes"][1])[places[1]]
    own = AdaBoostMMClassifier(50).fit(X, y).votes(X_new)
    assert np.quantile(np.abs(votes - own).max(axis=1), 0.999) < 1e-4
    for s in (0.0, 0.5, 1.0, 1.5):
        norm, error = measured((votes - s / 2 * np.log(shares)).argmax(axis=1), y_new)
        masses = [np.outer(*two).ravel() for two in zip(*told["masses"])]
        cells = (np.array(told["votes"][0])[:, None] + told["votes"][1]).reshape(-1, 3) - s / 2 * np.log(shares)
        C = np.array([np.bincount(cells.argmax(axis=1), row, minlength=3) for row in masses]) * (1 - np.eye(3))
        assert [np.linalg.norm(C, 2), LAW.weights @ C.sum(axis=1)] == pytest.approx([norm, error], abs=0.02)
    combo = measured(ComboClassifier(50).fit(X, y).predict(X_new), y_new)
    assert combo == pytest.approx([told["rival"]["norm"], told["rival"]["error"]], abs=0.02)


def test_the_shift_brings_the_norm_down_and_the_error_up(sample):
    told, _ = scenes_of(CHAPTER)["shift"]
    masses = [np.outer(*two).ravel() for two in zip(*told["masses"])]
    cells = (np.array(told["votes"][0])[:, None] + told["votes"][1]).reshape(-1, 3)
    path = []
    for s in told["stops"]:
        answers = (cells - s / 2 * np.log(told["shares"])).argmax(axis=1)
        C = np.array([np.bincount(answers, row, minlength=3) for row in masses]) * (1 - np.eye(3))
        path.append((np.linalg.norm(C, 2), *C.sum(axis=1)))
    norms, a, b, c = np.transpose(path)
    # a larger shift takes from the large class: its error never falls
    assert (np.diff(a) >= -1e-9).all() and b[-1] < b[0] / 2 and c[-1] < c[0] / 2
    assert norms[0] > 2 * norms.min() and 20 < norms.argmin() < 30


def test_the_naive_attempt(printed, sample):
    X, y, X_new, y_new = sample
    votes = AdaBoostMMClassifier(50).fit(X, y).votes(X_new)
    norm, error = measured((votes / np.bincount(y)).argmax(axis=1), y_new)
    told = re.search(r"^norm (\S+), error (\S+)$", printed, re.M).groups()
    assert [float(one) for one in told] == pytest.approx([norm, error], abs=0.02) and error > 0.8


def test_log_loss_grows_with_the_rounds(printed, sample):
    X, y, X_new, y_new = sample
    staged = list(AdaBoostMMClassifier(400).fit(X, y).staged_predict_proba(X_new[:50_000]))
    at = np.arange(50_000)
    found = [-np.log(staged[t - 1][at, y_new[:50_000]]).mean() for t in (50, 200, 400)]
    told = [float(one) for one in re.findall(r"^0\.\d{3}$", printed, re.M)]
    assert found == sorted(found)
    for value in found:
        assert min(abs(np.array(told) - value)) < 0.006


def test_samples_of_every_size(printed):
    """The shift and CoMBo against AdaBoost.MM: new samples of a size say the same."""
    (row,) = [row for row in rows(printed, "examples", 3) if row[0] == "600"]
    X_new, y_new = LAW.sample(20_000, random_state=5)
    found = []
    for seed in range(8):
        X, y = LAW.sample(600, random_state=500 + seed)
        f = AdaBoostMMClassifier(50).fit(X, y).votes(X_new)
        three = f, f - np.log(np.bincount(y)) / 2, ComboClassifier(50).fit(X, y).votes(X_new)
        found.append([measured(one.argmax(axis=1), y_new)[0] for one in three])
    assert np.mean(found, axis=0) == pytest.approx([float(one) for one in row[1:4]], abs=0.07)


def test_the_shift_fades_with_depth(printed):
    table = np.array([[float(one) for one in row] for row in rows(printed, "depth", 4)])
    depth, lead, plain, shifted, combo = table.T
    assert (np.diff(lead) > 0).all() and (np.diff(plain - shifted) < 0).all()
    assert abs(shifted - combo).max() < 0.03 < plain[0] - shifted[0]


@pytest.fixture(scope="module")
def folds():
    """Norms and errors by fold of (set, step, depth, algorithm, shift), shape (10, 2)."""
    found = {}
    for row in rows_of("combo_table"):
        if int(row["fold"]) >= 0:
            key = row["data"], row["step"], int(row["depth"]), row["algorithm"], float(row["shift"])
            found.setdefault(key, []).append((float(row["norm"]), float(row["error"])))
    return {key: np.array(pairs) for key, pairs in found.items()}


def clear(one, other):
    """Signs of the mean differences beyond 2.262 corrected standard errors, for norm and error."""
    gap = one - other
    wide = 2.262157 * np.sqrt(1 / 10 + 1 / 9) * gap.std(axis=0, ddof=1)
    return [int(sign) for sign in np.sign(gap.mean(axis=0)) * (abs(gap.mean(axis=0)) > wide)]


def test_the_table_of_folds(printed, folds):
    for data in ("abalone", "car", "connect-4", "nursery", "poker"):
        models = [folds[data, "exact", 1, *how] for how in (("AdaBoost.MM", s) for s in (0, 0.5, 1))]
        models.append(folds[data, "exact", 1, "CoMBo", 0])
        (told,) = re.findall(rf"^\| {data} \| (.*) \|$", printed.replace("\u00a0", " "), re.M)
        *cells, verdict = told.split(" | ")
        for cell, model in zip(cells, models, strict=True):
            assert [float(one) for one in cell.split(" / ")] == pytest.approx(model.mean(axis=0), abs=0.00501)
        assert verdict == " / ".join({-1: "lower", 0: "–", 1: "higher"}[sign] for sign in clear(*models[2:]))


def test_the_counts_of_places(printed, folds):
    def signs(even, one, other):
        keys = [key[:3] for key in folds if key[3:] == ("CoMBo", 0)]
        keys = [key for key in keys if (key[0] in ("pendigits", "segment", "letter")) == even]
        return keys, [(folds[*key, *one], folds[*key, *other]) for key in keys]

    shift, combo, plain = ("AdaBoost.MM", 1), ("CoMBo", 0), ("AdaBoost.MM", 0)
    keys, pairs = signs(False, shift, combo)
    found = np.array([clear(*pair) for pair in pairs])
    means = np.array([(one - other).mean(axis=0) for one, other in pairs])
    counts = [len(keys), (found <= 0).all(axis=1).sum(), (found >= 0).all(axis=1).sum()]
    counts += [(means <= 0).all(axis=1).sum(), (means >= 0).all(axis=1).sum(), (found[:, 1] < 0).sum()]
    even = np.array([clear(*pair) for pair in signs(True, shift, combo)[1]])
    counts += [np.count_nonzero(even), even.size]
    for one in (("AdaBoost.MM", 0.5), shift):
        less = np.array([clear(*pair) for pair in signs(False, one, plain)[1]])
        counts += [(less[:, 0] < 0).sum(), (less[:, 1] > 0).sum()]
    lines = re.sub("\n+", "\n", printed)
    assert "\n" + "\n".join(map(str, counts)) + "\n" in lines
    norm, error = folds["abalone", "edge", 1, *shift].mean(axis=0)
    assert f"\n{(found > 0).all(axis=1).sum()}\n{norm:.2f}\n{error:.3f}\n" in lines
    lost = {key for key, pair in zip(keys, found) if (pair > 0).all()}
    short = {("abalone", "edge", d) for d in (1, 2, 3)} | {("poker", "edge", d) for d in (1, 2)}
    assert lost == short | {("poker", "exact", 1)}


def test_tiny_classes_are_overestimated_after_few_printed_steps(printed):
    abalone = load_abalone()
    X, y = abalone.data, abalone.target
    train, test = splits(y)[0]
    sizes = np.bincount(y[train])
    found = {}
    for step in ("edge", "exact"):
        model = AdaBoostMMClassifier(200, step=step).fit(X[train], y[train])
        small = sizes[model.classes_].argmin()
        share = sizes[model.classes_] / len(train)
        answers = (model.predict_proba(X[test]) / share).argmax(axis=1)
        found[step] = model.predict_proba(X[train])[:, small].mean() / share[small], np.mean(answers == small)
    assert found["edge"][1] > 0.99 and found["exact"][1] < 0.5
    assert f"\n{found['edge'][0]:.0f}\n{found['exact'][0]:.1f}\n" in re.sub("\n+", "\n", printed)


def test_the_hand_exercise(printed):
    f, shares = np.array([2, 1.5, 1]), np.array([0.8, 0.1, 0.1])
    assert (f - np.log(shares) / 2).argmax() == 1 == softmax(2 * f - np.log(shares)).argmax()
    crossing = 2 * 0.5 / np.log(8)
    for s, winner in ((crossing - 0.01, 0), (crossing + 0.01, 1), (30.0, 1)):
        assert (f - s / 2 * np.log(shares)).argmax() == winner
    assert numbers_in(re.search(r"^\[2\.11 2\.65 2\.15\] (.*)$", printed, re.M)[1]) == pytest.approx(
        [crossing], abs=0.0051
    )
