"""Every row of every stored table: what its columns say of each other.

What only a run can say is checked on slices, see ``test_slices``, and by ``make reproduce``.
"""

import math
import subprocess
import sys
from collections import defaultdict

import numpy as np
import pytest

from confusion.datasets import ThreeGaussians
from confusion.limits import attainable_norm, online_risk_radius
from confusion.metrics import confusion_from_counts, frobenius_norm, operator_norm
from confusion.noise import noise_family, random_noise_matrix
from confusion.noise.matrices import inverse_norm
from confusion_studies import RESULTS, load_results
from confusion_studies.combo import acml as combo_acml
from confusion_studies.combo import rivals as combo_rivals
from confusion_studies.combo import table as combo_table
from confusion_studies.copa import concentration
from confusion_studies.copa import curves as copa_curves
from confusion_studies.copa import luck as copa_luck
from confusion_studies.copa import models as copa_models
from confusion_studies.copa import real as copa_real
from confusion_studies.copa import sweep as copa_sweep
from confusion_studies.uma import estimated as uma_estimated
from confusion_studies.uma import told as uma_told
from confusion_studies.uma import toy as uma_toy
from confusion_studies.uma import wrong as uma_wrong

#: half a unit of the eighth digit, for sums of a few numbers
CLOSE = 5e-7

UMA_REAL = ("uma_real", "uma_rough", "uma_selection", "uma_size", "uma_widths")
#: examples to learn from and to test on, and labels per class bought first
SETS = {"digits": (3823, 1797, 10), "letter": (15_000, 5000, 50), "stand-in": (11_000, 11_000, 20)}
SETS["stand-in, 4 topics"] = SETS["stand-in"]


def groups(name, *columns):
    """The rows of a table by the values of some columns."""
    return groups_of(load_results(name), *columns)


def groups_of(rows, *columns):
    """Rows by the values of some columns."""
    found = defaultdict(list)
    for row in rows:
        found[tuple(row[column] for column in columns)].append(row)
    return found


def count_of(share, n):
    """The whole number that is this share of n, if there is one with the eight digits kept."""
    count = round(share * n)
    return count if abs(share * n - count) <= 1e-8 * n else None


def is_share(share, n):
    return 0 <= share <= 1 and count_of(share, n) is not None


# Nothing is missing -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_stored_table_has_an_experiment_and_is_whole():
    """As the gate says it; the number of rows is stated in the module, the rest follows from its tasks."""
    command = [sys.executable, "-W", "error", "-m", "confusion_studies", "--check"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0 and answer.stderr == "", answer
    stored = {path.stem for path in RESULTS.glob("*.csv")}
    assert stored == {line.partition(":")[0] for line in answer.stdout.splitlines()[:-1]}


def test_a_table_that_was_never_made_says_how():
    with pytest.raises(FileNotFoundError, match="python -m confusion_studies nothing"):
        load_results("nothing")


# COPA -------------------------------------------------------------------------------------------------------------


def test_concentration():
    rows = load_results("concentration")
    assert {row["replicates"] for row in rows} == {concentration.REPLICATES}
    for row in rows:
        for percent in (50, 95, 99, 100):
            operator, frobenius = row[f"operator_q{percent}"], row[f"frobenius_q{percent}"]
            assert 0 < operator <= frobenius <= math.sqrt(3) * operator
        for norm in ("operator", "frobenius"):
            quantiles = [row[f"{norm}_q{percent}"] for percent in (50, 95, 99, 100)]
            assert quantiles == sorted(quantiles)
        assert 0 < row["risk_q50"] <= math.sqrt(3)
        # At delta = 1/400 no more than a few of the 400 replicates may pass the radius; here none does.
        counts = concentration.class_counts(row["T"], row["share"])
        assert row["frobenius_q100"] <= online_risk_radius(counts, delta=1 / row["replicates"])
    for name in ("operator_q50", "operator_q95", "frobenius_q50", "frobenius_q95"):
        for share in {row["share"] for row in rows}:
            falling = [row[name] for row in rows if row["share"] == share]
            assert falling == sorted(falling, reverse=True), "a longer run deviates less"


@pytest.mark.slow
def test_readings():
    rows, weights = load_results("copa_readings"), np.array([0.95, 0.025, 0.025])
    sizes = defaultdict(set)
    for row in rows:
        counts = np.array([[row[f"n{p}{q}"] for q in range(3)] for p in range(3)])
        sizes[row["sample"]].add(tuple(counts.sum(axis=1).tolist()))
        assert counts.min() >= 0 and counts.sum() == 2500
        # Norm and accuracy are those on the law, of which the counts are a sample.
        error = 1 - row["accuracy"]
        sd = math.sqrt(max(error * (1 - error), 1e-4) / 2500)
        assert abs(np.trace(counts) / 2500 - row["accuracy"]) < 6 * sd
        # n_p of 44 examples at least; the norm of the difference of two rows is at most 2.
        deviation = operator_norm(confusion_from_counts(counts)) - row["norm"]
        assert abs(deviation) < 4.5 * math.sqrt(sum(0.5 / n for n in counts.sum(axis=1)))
        assert weights.min() * row["norm"] <= error + CLOSE and error <= math.sqrt(2) * row["norm"] + CLOSE
    assert all(len(found) == 1 for found in sizes.values()), "a sample has one test half"


@pytest.mark.slow
def test_real_data_of_copa():
    sizes = {name: len(copa_real.load(name)[1]) for name in copa_real.DATA}
    classes = {name: np.unique(copa_real.load(name)[1], return_counts=True)[1] for name in copa_real.DATA}
    for task, rows in groups("copa_real", "data", "model", "split").items():
        Q, grid = len(classes[task[0]]), copa_models.MODELS[task[1]][1]
        for row in rows:
            assert np.isclose(grid, row["C"], rtol=1e-7).any()
            assert is_share(row["accuracy"], math.ceil(sizes[task[0]] / 2))
            balanced, worst = row["balanced_error"], row["worst_error"]
            assert 0 <= balanced <= worst <= 1 and balanced <= row["norm"] + CLOSE
            assert worst / math.sqrt(Q - 1) - CLOSE <= row["norm"] <= math.sqrt(Q * balanced * worst) + CLOSE
            # A class has half its examples, up to one, in the test half.
            halves = {n // 2 + up for n in classes[task[0]].tolist() for up in (0, n % 2)}
            assert any(is_share(worst, half) for half in halves)
        if rows[0]["C"] == rows[1]["C"]:
            assert {**rows[0], "criterion": 0} == {**rows[1], "criterion": 0}


def test_sweep():
    floors = {sigma: attainable_norm(copa_sweep.law_of(0.1, sigma)).lower for sigma in copa_sweep.SIGMAS}
    for row in load_results("copa_sweep"):
        errors = [row[f"e{p}"] for p in range(3)]
        weights = (1 - 2 * row["share"], row["share"], row["share"])
        assert all(0 <= e <= 1 for e in errors)
        assert row["accuracy"] == pytest.approx(1 - np.dot(weights, errors), abs=CLOSE)
        # Means over ten samples: the lower bounds are convex, the upper one is the triangle inequality.
        assert max(np.mean(errors), max(errors) / math.sqrt(2)) - CLOSE <= row["norm"] <= sum(errors) + CLOSE
        norms = [row[f"norm{sample}"] for sample in copa_sweep.SAMPLES]
        assert row["norm"] == pytest.approx(np.mean(norms), abs=CLOSE)
        assert floors[row["sigma"]] - 1e-4 < min(norms) <= max(norms) <= math.sqrt(3)
        assert np.isclose(copa_models.MODELS[row["model"]][1], row["C"], rtol=1e-7).any()


def test_curves():
    floor = attainable_norm(ThreeGaussians()).lower
    for (_, _, model), rows in groups("copa_curves", *copa_curves.KEY).items():
        assert np.allclose([(row["C"], row["power"]) for row in rows], copa_curves.grid_of(model), rtol=1e-7)
        for row in rows:
            assert floor - 1e-4 < row["norm"] <= math.sqrt(3)
            assert 0 <= row["norm_sd"] <= math.sqrt(max(0, row["norm"] * (math.sqrt(3) - row["norm"]))) + CLOSE
            # The smallest share is .05: the error has at least that part of the largest class error.
            assert (
                0.05 * row["norm"] / math.sqrt(3) - CLOSE <= 1 - row["accuracy"] <= math.sqrt(2) * row["norm"] + CLOSE
            )
            assert row["above_se"] >= 0 and (model != "class means" or row["above"] == row["above_se"] == 0)
    cells = groups("copa_curves", "shift", "noise", "model", "C", "power")
    for (shift, noise, model, C, power), [row] in cells.items():
        [means] = cells[shift, noise, "class means", 1, 0]
        assert row["above"] == pytest.approx(row["norm"] - means["norm"], abs=CLOSE)
        if model == "nearest mean":  # it moves with the points
            assert row["norm"] == pytest.approx(cells["none", noise, model, C, power][0]["norm"], abs=CLOSE)


def test_choice():
    grid = copa_curves.GRID
    for row in load_results("copa_choice"):
        assert np.isclose(grid, row["C"], rtol=1e-7).any()


def test_luck():
    rows = {(row["rule"], row["norm"], row["digits"]): row for row in load_results("copa_luck")}
    for row in rows.values():
        assert 0 <= row["pair_share"] <= row["norm_share"] <= 1
        assert is_share(row["norm_share"], copa_luck.AVERAGES) and is_share(row["pair_share"], copa_luck.AVERAGES)
        # Rounded, the pair is on no matrix: a norm below .105 forces an accuracy above .855 (thm-floor's chapter).
        assert row["digits"] == "cut" or row["pair_share"] == 0
    for rule in copa_luck.RULES:  # the norm is convex: that of the mean matrix is the smaller one
        for digits in copa_luck.PRINTED:
            mean, of_mean = (rows[rule, each, digits] for each in ("mean of norms", "of the mean matrix"))
            assert mean["norm_share"] <= of_mean["norm_share"]


# CoMBo ------------------------------------------------------------------------------------------------------------


def pooled_counts():
    """Counts of each task of Table 1 after all rounds."""
    found = {}
    for row in load_results("combo_table"):
        if row["counts"] != "":
            flat = np.array(row["counts"].split(), dtype=int)
            found[tuple(row[key] for key in (*combo_table.KEY, "shift"))] = flat.reshape(2 * [round(len(flat) ** 0.5)])
    return found


def assert_measures_fit(row, sizes, n):
    """Error, norms and balanced error of one matrix, with the numbers of examples of the classes."""
    Q, there = len(sizes), np.count_nonzero(sizes)
    error, norm, frobenius, balanced = (row[c] for c in ("error", "norm", "frobenius", "balanced_error"))
    assert 0 <= balanced <= 1
    assert norm - CLOSE <= frobenius <= math.sqrt(there) * norm + CLOSE
    assert frobenius <= math.sqrt(there) + CLOSE
    # A fold may miss a class of less than ten examples.
    small = np.count_nonzero((sizes > 0) & (sizes < 10)) if row["fold"] >= 0 else 0
    assert balanced * math.sqrt((there - small) / Q) <= norm + CLOSE
    assert any(is_share(error, k) for k in ((n // 10, n // 10 + 1) if row["fold"] >= 0 else (n,)))


def assert_folds_add_up(rows, n):
    """The wrong answers of the ten folds are those of all together."""
    (pooled,) = [row for row in rows if row["fold"] < 0 and row.get("rounds", 200) == 200]
    sizes = n // 10, n // 10 + 1  # a share such as 1 is one of both
    errors = [row["error"] for row in rows if row["fold"] >= 0]
    wrong = [[count_of(error, k) for k in sizes if is_share(error, k)] for error in errors]
    assert sum(map(min, wrong)) <= round(pooled["error"] * n) <= sum(map(max, wrong))


def test_table_1():
    matrices, sizes = pooled_counts(), {}
    for task, rows in groups("combo_table", *combo_table.KEY, "shift").items():
        counts = matrices[task]
        there = sizes.setdefault(task[0], counts.sum(axis=1))
        assert (counts >= 0).all() and (counts.sum(axis=1) == there).all(), "a data set has one set of classes"
        n = int(there.sum())
        for row in rows:
            assert_measures_fit(row, there, n)
            if row["fold"] >= 0:
                assert 0 < row["made"] <= 200 and math.isfinite(row["log_loss"]) and row["counts"] == ""
                assert row["stop"] in (("n_estimators",) if row["made"] == 200 else ("perfect",)), row
                assert row["stop"] == "perfect" or row["log_loss"] > -2000
            else:
                assert (row["made"], row["stop"], row["log_loss"]) == ("", "", "")
                assert (row["counts"] != "") == (row["rounds"] == 200)
        last = rows[-1]
        C = confusion_from_counts(counts)
        assert last["error"] == pytest.approx(1 - np.trace(counts) / n, abs=CLOSE)
        assert last["norm"] == pytest.approx(operator_norm(C), abs=CLOSE)
        assert last["frobenius"] == pytest.approx(frobenius_norm(C), abs=CLOSE)
        assert last["balanced_error"] == pytest.approx(C[there > 0].sum(axis=1).mean(), abs=CLOSE)
        right = counts.diagonal()[there > 0] / there[there > 0]
        assert last["g_mean"] == pytest.approx(right.prod() ** (1 / len(right)), abs=CLOSE)
        assert all(0 <= row["g_mean"] <= 1 - row["balanced_error"] + CLOSE for row in rows), "geometric and plain mean"
        assert_folds_add_up(rows, n)


def test_shifts_are_read_off_the_same_fits():
    for (_, algorithm, *_), rows in groups("combo_table", *combo_table.KEY).items():
        assert {row["shift"] for row in rows} == set(combo_table.SHIFTS if algorithm == "AdaBoost.MM" else (0,))
        fits = groups_of((row for row in rows if row["fold"] >= 0), "fold")
        assert all(len({(row["made"], row["stop"], row["log_loss"]) for row in same}) == 1 for same in fits.values())


def test_the_published_protocol():
    sizes = {name: np.bincount(load().target) for name, load in combo_acml.DATA.items()}
    for row in load_results("combo_acml"):
        there, norm, g_mean = sizes[row["data"]], row["norm"], row["g_mean"]
        n, smallest, Q = there.sum(), there.min() // combo_acml.FOLDS, len(there)
        wrong = {k: round(row["error"] * k) for k in (n // 5, n // 5 + 1)}
        wrong = [count for k, count in wrong.items() if abs(count / k - row["error"]) <= 5.1e-7]
        assert wrong and norm <= max(wrong) / smallest + 1e-6
        assert 0 <= g_mean <= 1 - norm / Q + 1e-6 and (g_mean > 0 or norm >= 1 / math.sqrt(Q - 1) - 1e-6)
        assert 0 < row["mauc_votes"] <= 1 and 0 < row["mauc"] <= 1
        assert 0 < row["made"] <= 200 and (row["stop"] == "n_estimators") == (row["made"] == 200)


def test_rivals():
    sizes = {task[0]: counts.sum(axis=1) for task, counts in pooled_counts().items()}
    for (data, *_), rows in groups("combo_rivals", *combo_rivals.KEY).items():
        for row in rows:
            assert_measures_fit(row, sizes[data], int(sizes[data].sum()))
        assert_folds_add_up(rows, int(sizes[data].sum()))


# UMA --------------------------------------------------------------------------------------------------------------


def methods_of(row):
    """The methods that are run in a row of a toy table."""
    return {column.split(", ", 1)[1] for column, value in row.items() if column.startswith("norm, ") and value != ""}


def test_toy():
    known = {}
    for run in uma_toy.RUNS:
        M = random_noise_matrix(10, random_state=3000 + run)
        for level in uma_toy.LEVELS:
            C = noise_family(M, level)
            free = np.linalg.norm(C - np.diag(np.diag(C)))
            known[run, level] = (free, inverse_norm(C), int(np.linalg.slogdet(C)[0]))
    empty = defaultdict(set)
    for row in load_results("uma_toy"):
        options = uma_toy.READINGS[row["reading"]]
        assert methods_of(row) == set(options.get("methods", uma_toy.MOST))
        assert (row["n"] == options.get("n", 1000)) or options.get("exact") is False and row["n"] < 1000
        found = (row["diagonal_free"], row["inverse"], row["sign"])
        assert found == pytest.approx(known[row["run"], row["level"]], abs=1e-4)
        empty[row["reading"], row["run"]].add((row["empty"], row["n"]))
        for method in methods_of(row):
            assert_toy_measures(row, method, 10 - row["empty"])
        assert_updates(row, options.get("updates", uma_toy.UPDATES), options.get("patience", uma_toy.PATIENCE))
    assert all(len(found) == 1 for found in empty.values())


def assert_updates(row, most, patience):
    """UMA ends after `patience` updates at the earliest, and without it only where nothing is left to learn."""
    for method in methods_of(row) & set(uma_toy.FITS):
        made = row[f"updates, {method}"]
        assert made <= most and (patience is None or made >= min(most, patience) or row[f"error, {method}"] < 0.05)


def test_the_stop_rule_keeps_what_three_thousand_updates_do():
    """At the levels that are run both ways, over the ten runs."""
    for method in ("UMA", "mass", "C = I"):
        norms = {
            (reading, level): np.array([row[f"norm, {method}"] for row in rows])
            for (reading, level), rows in groups("uma_toy", "reading", "level").items()
            if reading in ("geometric margin", "no stop rule")
        }
        for level in uma_toy.READINGS["no stop rule"]["levels"]:
            gap = norms["geometric margin", level] - norms["no stop rule", level]
            assert abs(gap.mean()) < 0.1, (method, level)


def assert_toy_measures(row, method, there):
    """Both are kept to four decimals; of 10,000 test points a class there has its share."""
    norm, error = row[f"norm, {method}"], row[f"error, {method}"]
    assert is_share(error, 10_000)
    assert 0 <= norm <= math.sqrt(there) + 1e-4 and error <= 3 * norm + 2e-4
    assert norm <= 1e4 * error, "no error, no norm"


@pytest.mark.slow
@pytest.mark.parametrize("module", [uma_told, uma_wrong])
def test_wrong_matrices(module):
    for task, rows in groups(module.NAME, *module.KEY).items():
        case, n, *_ = task
        assert [row["fed"] for row in rows] == list(uma_told.told(n) if module is uma_told else uma_wrong.FED)
        for row in rows:
            last, mass = module is uma_told, module is uma_told and case == "geometric margin" and n <= 1000
            assert methods_of(row) == {"UMA", "perceptron"} | ({"UMA, last"} if last else set()) | (
                {"mass"} if mass else set()
            )
            for method in methods_of(row):
                assert_toy_measures(row, method, 10)
            # Told a wrong matrix UMA may find nothing left to learn while it still errs, and ends.
            assert_updates(row, uma_toy.UPDATES, uma_toy.PATIENCE if module is uma_told else None)
        assert len({(row["norm, perceptron"], row["error, perceptron"]) for row in rows}) == 1, "it takes no matrix"


def test_estimated_matrices():
    for (name, _, run), rows in groups("uma_estimated", *uma_estimated.KEY).items():
        Q = 3 if name == "three classes" else 10
        C = uma_estimated.NOISE if Q == 3 else noise_family(random_noise_matrix(10, random_state=3000 + run), 3)
        assert [row["told"] for row in rows] == ["truth", "nothing", *uma_estimated.ESTIMATORS]
        truth, nothing = rows[:2]
        assert truth["off"] == 0 and truth["inverse"] == pytest.approx(inverse_norm(C), abs=1e-4)
        assert nothing["off"] == pytest.approx(abs(C - np.eye(Q)).max(), abs=1e-4) and nothing["inverse"] == 1
        for row in rows:
            if row["off"] == "":
                assert row["told"] in uma_estimated.ESTIMATORS and not methods_of(row)
                continue
            assert 0 <= row["off"] <= 1 <= row["inverse"]
            for method in ("UMA", "forward"):
                assert_toy_measures(row, method, Q)


@pytest.mark.parametrize("name", UMA_REAL)
def test_real_data_of_uma(name):
    for row in load_results(name):
        n, n_test, m = SETS[row["data"]]
        assert is_share(row["error"], n_test)
        Q = {"digits": 10, "letter": 26}.get(row["data"], 9)
        # The rate is |C|_F / sqrt Q; a row of C is at least as long as its sum over sqrt(Q - 1), and no longer.
        assert 0 <= row["confusion"] <= 1 and (row["confusion"] == 0) == (row["error"] == 0)
        if name == "uma_selection":
            # Nothing learnt, every answer is the first class.
            assert row["iteration"] or row["confusion"] == pytest.approx(math.sqrt((Q - 1) / Q), abs=CLOSE)
            continue
        assert row["error"] <= math.sqrt(Q * (Q - 1)) * row["confusion"]
        assert is_share(row["noise"], n) and row["inverse_norm"] >= 1 / Q
        conf, rough = max(1, round(row.get("share", 0.05) * n)), row.get("m", m) * Q
        assert row["n_labels"] in ((conf,) if row["labels"] == "S_conf" else range(max(conf, rough), conf + rough + 1)
                                   if row["labels"] != "all" else (n,))  # fmt: skip
        assert row["singular"] in (0, 1) and 0 <= row["missing"] < Q
        learner = row["model"].startswith("UMA")
        assert not learner or 0 <= row["best_iter"] <= row["n_iter"] and math.isfinite(row["estimated"])
        assert learner or math.isnan(row["best_iter"]) and math.isnan(row["estimated"])
        assert row["model"].startswith("S3VM") != math.isnan(row["pool"])
        if name == "uma_widths":
            assert 0 <= row["cv"] <= 1 and row["gamma"] > 0


def test_a_draw_is_the_same_in_all_its_rows():
    """Noise, matrix and labels bought belong to the draw; the same learner on the same draw is as good in any table."""
    facts, measures = defaultdict(set), defaultdict(set)
    for name in UMA_REAL:
        for row in load_results(name) if name != "uma_selection" else ():
            m, share = row.get("m", SETS[row["data"]][2]), row.get("share", 0.05)
            of_g = (row["data"], row["run"], row.get("factor", 1), m)
            facts["noise", *of_g].add(row["noise"])
            if "true C" not in row["model"] and "ridge" not in row["model"]:
                facts["matrix", *of_g, share].add((row["missing"], row["singular"], row["inverse_norm"]))
            if row["labels"] not in ("S_conf", "all"):
                facts["bought", *of_g, share].add(row["n_labels"])
            if name == "uma_widths":
                facts["width", row["data"], row["run"], row["factor"]].add((row["gamma"], row["cv"]))
            if "K-PCA" not in str(row.get("family")):
                learner = (row["model"], row["labels"])
                of_learner = (*of_g, *(() if learner == ("g", "g") else (share,)), *learner)
                measures[of_learner].add((row["error"], row["confusion"], row["n_iter"] if row["n_iter"] > 0 else 0))
    assert {key: found for key, found in (facts | measures).items() if len(found) > 1} == {}


def test_paths_of_uma_begin_as_one():
    """Before the first update all selections have the same iterate, labels and estimate."""
    for rows in groups("uma_selection", "data", "labels", "run", "iteration").values():
        if rows[0]["iteration"] == 0:
            assert len({(row["error"], row["confusion"], row["estimated"]) for row in rows}) == 1
