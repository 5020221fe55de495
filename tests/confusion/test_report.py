"""Your own matrix: what ``python -m confusion FILE`` reads, computes and prints."""

import io
import json
import os
import re
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, multinomial
from sklearn import metrics as sk

from confusion.__main__ import main
from confusion.decisions import prior_shift
from confusion.limits import held_out_norm_bound
from confusion.metrics import measure_interval, operator_norm, paired_comparison
from confusion.report import as_text, describe, picture, read, report
from confusion.report.arithmetic import calibration_error, shift_code
from confusion.report.output import WIDTH
from tests.confusion.test_intervals import answers_of
from tests.confusion.test_reading import CORPUS, EXPECTED, TEXTS

MATRIX = b"8,2\n1,9"
COUNTS = np.array([[90, 6, 4], [3, 15, 2], [5, 1, 4]])


def table(true, P, names="abc"):
    lines = [",".join(["true", *names])]
    lines += [",".join([names[t], *map(repr, row)]) for t, row in zip(true, np.asarray(P).tolist())]
    return "\n".join(lines).encode()


def drawn(seed=0, n=300):
    rng = np.random.default_rng(seed)
    true = rng.choice(3, n, p=[0.8, 0.12, 0.08])
    P = rng.dirichlet([4, 1, 1], n) + 0.8 * np.eye(3)[true] * rng.random((n, 1))
    return true, P / P.sum(axis=1, keepdims=True)


# Arithmetic --------------------------------------------------------------------------------------------------


def test_two_classes_by_hand():
    found = describe([[8, 2], [1, 9]], ["a", "b"])
    wanted = {
        "accuracy": 17 / 20, "error": 3 / 20, "balanced_error": 0.15, "largest_class_error": 0.2,
        "specificity": 0.85, "macro_f1": (16 / 19 + 18 / 21) / 2, "weighted_f1": (16 / 19 + 18 / 21) / 2,
        "g_mean": np.sqrt(0.72), "kappa": 0.7,  # p_e = (9 + 11) / 40
        "mcc": 0.35 / np.sqrt(0.5 * (1 - 0.45**2 - 0.55**2)), "operator_norm": 0.2, "frobenius_norm": np.sqrt(0.05),
        "confusion_rate": np.sqrt(0.025),
    }  # fmt: skip
    assert found["measures"] == pytest.approx(wanted) and list(found["measures"]) == list(wanted)
    # The top right singular vector is (0, 1): one entry makes the norm.
    assert found["norm_entries"] == [{"true": "a", "predicted": "b", "count": 2, "rate": 0.2, "share": 1.0}]
    hides = {"accuracy_of_most_frequent": 0.5, "p_value": 67 / 2**11}  # 9 and more of 11 coins
    hides |= {"accuracy_at_equal_shares": 0.85, "accuracy_at_worst_shares": 0.8}
    assert found["accuracy_hides"] == {"most_frequent": "a"} | {key: pytest.approx(x) for key, x in hides.items()}
    assert found["shared_errors"] == [{"classes": ["a", "b"], "counts": [2, 1], "rates": [0.2, 0.1]}]
    assert found["classes"][1] == {
        "label": "b", "examples": 10, "error": 0.1, "precision": pytest.approx(9 / 11), "f1": pytest.approx(6 / 7)
    }  # fmt: skip


def test_one_column_makes_the_norm_by_hand():
    # C v is largest for v = (1, 0, 0), where it is (0, .3, .4): norm .5, shares .3^2 and .4^2 of .5^2.
    entries = describe([[10, 0, 0], [3, 7, 0], [4, 0, 6]])["norm_entries"]
    assert [(one["true"], one["predicted"]) for one in entries] == [("2", "0"), ("1", "0")]
    assert [one["share"] for one in entries] == pytest.approx([0.64, 0.36])


def test_equal_singular_values_share_the_norm():
    cycle = describe([[8, 2, 0], [0, 8, 2], [2, 0, 8]])  # each of the three values is .2
    assert [one["share"] for one in cycle["norm_entries"]] == pytest.approx([1 / 3] * 3)
    assert [(one["true"], one["predicted"]) for one in cycle["norm_entries"]] == [("0", "1"), ("1", "2"), ("2", "0")]
    assert describe([[3, 0], [0, 4]])["norm_entries"] == []
    weighted, counted = describe(np.array(COUNTS) / 1000), describe(COUNTS)
    assert weighted["measures"] == pytest.approx(counted["measures"]) and weighted["examples"] == np.sum(COUNTS) / 1000


#: A rest that is never right, a class never predicted, one without an example, one class alone, and 150 classes.
ODD = (
    [[0, 4, 0], [0, 0, 3], [9, 0, 0]], [[5, 0, 0], [3, 0, 0], [0, 0, 2]], [[9, 2, 0], [0, 0, 0], [3, 4, 0]],
    [[0, 3, 2], [0, 0, 0], [0, 0, 0]], np.random.default_rng(0).binomial(1, 0.25, (150, 150)) + 9 * np.eye(150),
)  # fmt: skip


@pytest.mark.parametrize("counts", [COUNTS, *ODD])
def test_agrees_with_scikit_learn(counts):
    """The classes with examples, and what is made of all."""
    counts = np.asarray(counts, dtype=int)
    found, (y, a) = describe(counts), answers_of(counts)
    values, hides, seen = found["measures"], found["accuracy_hides"], np.unique(y)
    parts = sk.precision_recall_fscore_support(y, a, labels=seen, zero_division=0)
    of_classes = [[one["precision"] or 0, 1 - one["error"], one["f1"], one["examples"]] for one in found["classes"]]
    np.testing.assert_allclose(of_classes, np.transpose(parts))
    assert found["counts"] == counts.tolist() == sk.confusion_matrix(y, a, labels=range(len(counts))).tolist()
    for name, average in (("macro_f1", "macro"), ("weighted_f1", "weighted"), ("accuracy", "micro")):
        assert values[name] == pytest.approx(sk.f1_score(y, a, average=average, zero_division=0)), name
    tn, fp = sk.multilabel_confusion_matrix(y, a)[:, 0].T
    some = tn + fp > 0
    assert values["specificity"] == pytest.approx(np.mean(tn[some] / (tn + fp)[some]))
    quadratic = sk.cohen_kappa_score(y, a, labels=range(len(counts)), weights="quadratic")
    assert values["quadratic_kappa"] == pytest.approx(quadratic, abs=1e-12)
    pairs = [(((y == a) & (y != p)).sum(), ((y != a) & (y == p)).sum()) for p in range(len(counts))]
    found = [binomtest(b, b + c, alternative="greater").pvalue if b + c else 1 for b, c in pairs]
    assert hides["p_value"] == pytest.approx(max(found))
    assert measure_interval(y, a, "quadratic_kappa", labels=range(len(counts)))[1] >= values["quadratic_kappa"]


@pytest.mark.parametrize(
    ("labels", "ordered"),
    [("012", True), ("531", True), (["-1", "0.5", "1e3"], True), ("102", False), ("ab2", False), ("112", False)],
)
def test_classes_are_ordered_if_their_names_are(labels, ordered):
    assert ("quadratic_kappa" in describe(COUNTS, [*labels])["measures"]) == ordered
    assert "quadratic_kappa" in describe(COUNTS, [*labels], ordered=True)["measures"]


def test_an_order_that_is_given():
    N = np.array([[9, 3, 1], [2, 8, 4], [0, 5, 7]])
    order = [2, 0, 1]  # as they stand in the file: high, low, middle
    text = "\n".join([",high,low,middle", *(",".join([name, *map(str, row)]) for name, row in
                                            zip(["high", "low", "middle"], N[np.ix_(order, order)]))])  # fmt: skip
    reading = read(text.encode())
    assert "quadratic_kappa" not in report(reading)["measures"].keys() | report(reading)["intervals"]
    found, (y, a) = report(reading, ordered=["low", "middle", "high"]), answers_of(N)
    assert found["counts"] == N.tolist() and [*found["intervals"]] == [*found["measures"]]
    assert found["measures"]["quadratic_kappa"] == pytest.approx(sk.cohen_kappa_score(y, a, weights="quadratic"))
    assert found["intervals"]["quadratic_kappa"] == pytest.approx(measure_interval(y, a, "quadratic_kappa"))
    assert "in their order, low to high" in " ".join(as_text(found).split())
    wide = report(reading, ordered=["low", "none of these", "middle", "high"])["measures"]["quadratic_kappa"]
    assert wide == pytest.approx(sk.cohen_kappa_score(y + (y > 0), a + (a > 0), weights="quadratic", labels=range(4)))
    assert "quadratic_kappa" not in report(read(b"8,2,1\n1,9,1\n0,1,3"), ordered=())["measures"]
    for wrong in (["low", "high"], ["low", "middle", "high", "high"], ["low", "middle", "top"]):
        with pytest.raises(ValueError, match="ordered must name every class once, high, low, middle"):
            report(reading, ordered=wrong)


MATRICES = st.integers(2, 5).flatmap(
    lambda Q: st.lists(st.lists(st.integers(0, 30), min_size=Q, max_size=Q), min_size=Q, max_size=Q)
)


def test_a_classifier_no_better_than_one_class_is_seldom_called_better():
    """Exact, over all samples of 20 whole examples; with the sample's largest class as a given share it is not so."""
    samples = np.array([c for c in product(range(21), repeat=4) if sum(c) == 20])
    found = np.array([describe(c.reshape(2, 2))["accuracy_hides"]["p_value"] for c in samples])
    for law in ([0.4, 0.3, 0.0, 0.3], [0.7, 0.1, 0.1, 0.1], [0.25, 0.25, 0.25, 0.25]):
        chances = multinomial.pmf(samples, 20, law)
        assert all(chances[found <= level].sum() <= level for level in (0.01, 0.05, 0.2)), law
    assert chances[found < 1].sum() > 0


@settings(max_examples=40, deadline=None)
@given(MATRICES, st.integers(1, 1000), st.randoms(use_true_random=False))
def test_permuted_and_scaled(rows, factor, random):
    N = np.array(rows) + np.eye(len(rows), dtype=int)
    order = random.sample(range(len(N)), len(N))
    one, scaled = describe(N, ordered=False), describe(factor * N, ordered=False)
    moved = describe(N[np.ix_(order, order)], order, ordered=False)
    for other in (moved, scaled):
        assert other["measures"] == pytest.approx(one["measures"], abs=1e-9)
        shares = [{(e["true"], e["predicted"]): e["share"] for e in found["norm_entries"]} for found in (one, other)]
        for key in shares[0].keys() | shares[1].keys():
            assert shares[0].get(key, 0) == pytest.approx(shares[1].get(key, 0), abs=1e-4)  # of nearly equal values
        pairs = [{frozenset(e["classes"]) for e in found["shared_errors"]} for found in (one, other)]
        assert pairs[0] == pairs[1]


# Intervals ---------------------------------------------------------------------------------------------------


def matrix_report(counts, **options):
    return report(read("\n".join(",".join(map(str, row)) for row in np.asarray(counts).tolist()).encode()), **options)


def test_intervals_are_those_of_the_package_and_of_scipy():
    found, (y, a) = matrix_report(COUNTS), answers_of(COUNTS)
    ends = found["intervals"]
    for name in ("kappa", "operator_norm"):
        assert ends[name] == pytest.approx(measure_interval(y, a, name))
    last = found["classes"][2]
    assert (last["low"], last["high"]) == pytest.approx(tuple(binomtest(6, 10).proportion_ci()))
    norm = found["measures"]["operator_norm"]
    assert found["norm_at_most"] == pytest.approx(held_out_norm_bound(norm, [100, 20, 10]))
    for name, value in found["measures"].items():
        assert ends[name][0] < value < ends[name][1], name
    few, many = (norm - report["corrected"]["operator_norm"] for report in (found, matrix_report(100 * COUNTS)))
    assert few > 3 * many > 0  # the norm is convex, and most of all where its rows are few


def test_level_and_seed():
    wide, narrow = (matrix_report(COUNTS, level=level)["intervals"] for level in (0.99, 0.8))
    assert all(wide[name][0] <= narrow[name][0] and narrow[name][1] < wide[name][1] for name in wide)
    assert matrix_report(COUNTS) == matrix_report(COUNTS)
    for level in (0, 1):
        with pytest.raises(ValueError, match="level must be between"):
            matrix_report(COUNTS, level=level)


def test_a_matrix_of_many_examples():
    found = matrix_report([[10**12, 10**11], [5, 10**6]])
    assert found["measures"]["largest_class_error"] == pytest.approx(1 / 11)
    low, high = found["intervals"]["accuracy"]
    assert low <= found["measures"]["accuracy"] <= high and high - low < 1e-5


# Probabilities -----------------------------------------------------------------------------------------------


def test_the_rules_are_those_of_the_package():
    true, P = drawn()
    found = report(read(table(true, P)))
    shifted = prior_shift(P, np.bincount(true) / len(true)).argmax(axis=1)
    for name, answers in (("argmax", P.argmax(axis=1)), ("shift", shifted)):
        rule = found["rules"][name]
        assert rule["counts"] == sk.confusion_matrix(true, answers).tolist()
        assert rule["measures"]["macro_f1"] == pytest.approx(sk.f1_score(true, answers, average="macro"))
    assert found["counts"] == found["rules"]["argmax"]["counts"] != found["rules"]["shift"]["counts"]
    pair = paired_comparison(true, P.argmax(axis=1), shifted)
    assert found["norm_difference"] == {"value": pytest.approx(pair.difference), "interval": pytest.approx(pair[1:3])}
    assert found["calibration"]["brier"] == pytest.approx(sk.brier_score_loss(true, P, scale_by_half=False))
    scope = {"P": P}
    exec("\n".join(found["code"]), scope)
    assert len(found["code"]) == 3 and scope["predicted"].tolist() == [found["labels"][q] for q in shifted]


@pytest.mark.parametrize("Q", [2, 3, 12])
def test_scores_are_those_of_scikit_learn(Q):
    rng = np.random.default_rng(Q)
    true = rng.integers(0, Q, 200)
    P = (rng.dirichlet(np.ones(Q), 200) + np.eye(Q)[true] * rng.random((200, 1))).round(1) + 1e-3  # with ties
    P /= P.sum(axis=1, keepdims=True)
    names = [f"c{k}" for k in range(10, 10 + Q)]
    found = report(read(table(true, P, names)))["scores"]
    auc = sk.roc_auc_score(true, P[:, 1].round(12) if Q == 2 else P.round(12), multi_class="ovo")
    assert found["auc"] == pytest.approx(auc) and found["log_loss"] == pytest.approx(sk.log_loss(true, P))
    assert found.get("k") == {2: None, 3: 2, 12: 5}[Q]
    if Q > 2:
        # Of equal ones the first, as argmax has them; scikit-learn takes the last.
        assert found["top_k"] == pytest.approx(sk.top_k_accuracy_score(true, P - 1e-9 * np.arange(Q), k=found["k"]))
    turned = report(read(table(true, P, names)), ordered=names[::-1])["scores"]
    assert turned["auc"] == pytest.approx(auc) and turned["log_loss"] == pytest.approx(found["log_loss"])


def test_scores_where_a_class_has_no_example_or_all_of_them():
    P = [[0.7, 0.2, 0.1], [0.2, 0.7, 0.1], [1, 0, 0], [0.5, 0.4, 0.1]]
    found = report(read(table([0, 0, 1, 1], P)))
    assert found["scores"]["auc"] == pytest.approx((0.25 + 0.25) / 2)
    assert found["scores"]["log_loss"] > 9  # a probability of 0
    found = report(read(table([0, 0, 0, 0], P)))
    assert found["scores"]["auc"] is None and found["measures"]["accuracy"] == 0.75
    text = " ".join(as_text(found).split())
    assert "AUC" not in text and "(McNemar's exact test that the first is no larger: p = 1.000)" in text


def test_code_of_labels_that_hold_quotes():
    scope = {"P": np.array([[0.6, 0.4]])}
    exec("\n".join(shift_code(["it's", 'a "b"\\'], [30, 10])), scope)
    assert scope["predicted"].tolist() == ['a "b"\\']


def test_calibration():
    assert calibration_error(np.full(4, 0.95), np.array([1, 1, 1, 0])) == pytest.approx(0.2)
    of_one_bin = np.array([1 - 0.9, 0.15])  # though 1 - .9 < .1
    assert calibration_error(of_one_bin, np.array([1, 0])) == pytest.approx(0.75 / 2)
    rng = np.random.default_rng(0)
    P = rng.dirichlet([1, 1, 1], 2000)
    true = np.array([rng.choice(3, p=row) for row in P])
    right = report(read(table(true, P)))["calibration"]
    assert right["error"] < 2 * right["error_if_calibrated"] and not right["other_shares"]
    sharp = P**3 / (P**3).sum(axis=1, keepdims=True)
    assert report(read(table(true, sharp)))["calibration"]["error"] > 0.15
    tilted = P * [4, 1, 1] / (P @ [4, 1, 1])[:, None]
    off = report(read(table(true, tilted)))
    assert off["calibration"]["other_shares"] and off["calibration"]["class"] == "a"
    assert "for other shares" in " ".join(as_text(off).split())


def test_the_rules_of_many_classes_are_compared():
    P = np.full((42, 21), 0.01) + 0.79 * np.eye(21)[np.repeat(range(21), 2)]
    found = report(read(table(np.repeat(range(21), 2), P, [f"c{k}" for k in range(21)])))
    low, high = found["norm_difference"]["interval"]
    assert low < found["norm_difference"]["value"] == 0 < high and "too wide" in as_text(found)


# Output ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [MATRIX, table(*drawn()), b'"%s","b"\n8,2\n1,9' % (b"long " * 9), b"8,2\n0,9"])
def test_the_table_has_80_columns_and_the_numbers(data):
    found = report(read(data))
    text = as_text(found)
    assert max(map(len, text.splitlines())) <= WIDTH and text.endswith("\n") and "\n\n\n" not in text
    for value in found["measures"].values():
        assert f"{value:.3f}" in text
    assert ("predicted = np.array" in text) == (found["kind"] == "probabilities")


def test_long_names_stay_apart():
    text = as_text(report(read(b"class number 10,class number 20\n8,2\n1,9")))
    assert "class ..ber 10 as class ..ber 20" in text


def test_no_error_at_all():
    text = as_text(matrix_report([[3, 0], [0, 3]]))
    assert "0.000 to 0.7" in text and "is made of" not in text and "taken for each other" not in text


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize("Q", [2, 30])
def test_the_picture_opens(tmp_path, kind, Q):
    image = pytest.importorskip("matplotlib.image", reason="extra notebook")
    labels = ["$a<", *map(str, range(1, Q))]
    path = tmp_path / f"matrix.{kind}"
    picture(describe(np.ones((Q, Q), dtype=int), labels)).savefig(path)
    if kind == "png":
        assert image.imread(path).shape[0] > 200
    else:
        assert path.read_text(encoding="utf-8").startswith("<?xml")


def test_the_picture_frames_the_entries_of_the_norm_in_rows_of_the_classes_with_examples():
    pytest.importorskip("matplotlib", reason="extra notebook")
    (ax,) = picture(describe([[10, 0, 0, 0], [0, 0, 0, 0], [3, 0, 7, 0], [4, 0, 0, 6]], list("axbc"))).axes
    assert [one.get_text() for one in ax.get_yticklabels()] == ["a", "b", "c"] and len(ax.texts) == 12
    frames = {(round(one.get_y() + 0.45), round(one.get_x() + 0.45)): one.get_linewidth() for one in ax.patches}
    assert frames == {(1, 0): pytest.approx(1 + 4 * 0.36), (2, 0): pytest.approx(1 + 4 * 0.64)}
    assert {text.get_text() for text in ax.texts} >= {"0.30", "0.40", "1.00"}


@pytest.mark.slow
def test_the_command_gives_json_and_a_picture(tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="extra notebook")
    file, drawn_to = tmp_path / "probabilities.csv", tmp_path / "m.svg"
    file.write_bytes(table(*drawn(n=60)))
    assert main([str(file), "--json", "--picture", str(drawn_to)]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found == json.loads(json.dumps(report(read(file.read_bytes()))))
    assert drawn_to.stat().st_size > 1000
    assert found["measures"]["operator_norm"] == operator_norm(
        np.array(found["counts"]) / np.sum(found["counts"], axis=1)[:, None] * (1 - np.eye(3))
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.csv"], "none.csv: No such file"),
        (["."], "Is a directory|Permission denied"),
        (["bad.csv"], "bad.csv: line 2: the count -2 is negative"),
        (["bad.csv", "--picture", "m.pdf"], "PNG or SVG"),
        (["good.csv", "--kind", "picture"], "invalid choice"),
    ],
)
def test_the_command_refuses(tmp_path, monkeypatch, capsys, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.csv").write_bytes(b"5,1\n-2,3")
    (tmp_path / "good.csv").write_bytes(MATRIX)
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code
    told = capsys.readouterr()
    assert code == 2 and not told.out
    assert re.search(words, told.err)


def test_the_command_refuses_every_bad_file_in_one_line(tmp_path, capsys):
    bad = [text.encode() for text, options, wanted in TEXTS if not options and isinstance(wanted, str)]
    for data in bad + [CORPUS[name] for name, one in EXPECTED.items() if isinstance(one["command"], str)]:
        (tmp_path / "bad.csv").write_bytes(data)
        assert main([str(tmp_path / "bad.csv")]) == 2
        told = capsys.readouterr()
        assert not told.out and re.fullmatch(r"(JSON needs pandas|.*bad\.csv: .*[;?]) ?.*\n", told.err), told.err


@pytest.mark.slow
def test_a_picture_without_its_library_or_place(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib", reason="extra notebook")
    (tmp_path / "good.csv").write_bytes(MATRIX)
    wanted = [str(tmp_path / "good.csv"), "--picture", str(tmp_path / "nowhere" / "m.svg")]
    assert main(wanted) == 2 and "m.svg: No such file" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(wanted) == 2 and "--picture needs matplotlib" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_once_as_a_user_calls_it():
    done = subprocess.run([sys.executable, "-m", "confusion", "-"], input=MATRIX, capture_output=True, check=False)
    assert done.returncode == 0 and not done.stderr
    assert done.stdout.decode().replace("\r\n", "\n") == as_text(report(read(MATRIX)))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_reader_of_the_output_may_leave(tmp_path):
    (tmp_path / "m.csv").write_bytes("\n".join(",".join("9" * 60) for _ in range(60)).encode())
    wanted = [sys.executable, "-m", "confusion", str(tmp_path / "m.csv"), "--json"]
    with subprocess.Popen(wanted, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.close()
        assert not run.stderr.read()
    assert run.returncode == 0


def test_output_that_finds_no_place_is_told(tmp_path, monkeypatch, capsys):
    class Full(io.StringIO):
        def reconfigure(self, **options):
            raise OSError(28, "No space left on device")

    (tmp_path / "good.csv").write_bytes(MATRIX)
    monkeypatch.setattr(sys, "stdout", Full())
    assert main([str(tmp_path / "good.csv")]) == 2
    assert "cannot be written: No space left on device; send it" in capsys.readouterr().err


def test_the_command_takes_every_option_of_reading(tmp_path, capsys):
    (tmp_path / "m.csv").write_bytes(b"y;m;w\na;a;8\na;b;2\nb;a;1\nb;b;9")
    (tmp_path / "t.tsv").write_bytes(b"predicted\ta\tb\na\t8\t2\nb\t1\t9")
    one = ["m.csv", "--true", "y", "--predicted", "m", "--count", "w", "--separator", ";", "--kind", "labels"]
    for options in (one, ["t.tsv", "--rows-are-true", "--separator", "tab"]):
        assert main([str(tmp_path / options[0]), *options[1:], "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["counts"] == [[8, 2], [1, 9]]
    assert main([str(tmp_path / "t.tsv"), "--columns-are-true"]) == 0
    assert "Turned" not in capsys.readouterr().out
    (tmp_path / "w.csv").write_bytes(b"a,b\n2,.5\n.25,2.25")
    assert main([str(tmp_path / "w.csv"), "--weighted"]) == 0
    text = capsys.readouterr().out
    assert "weights that sum to 5." in text and "interval\n" not in text and "95 %" not in text and "p =" not in text
    weighted, counted = report(read(tmp_path / "w.csv", weighted=True)), describe([[8, 2], [1, 9]])
    assert weighted["measures"] == counted["measures"] and weighted["intervals"] is None
    whole = report(read(b"8,2\n1,9", weighted=True))  # weights may happen to be whole
    assert whole["intervals"] is whole["accuracy_hides"]["p_value"] is None and whole["measures"] == counted["measures"]


# Two predictions ---------------------------------------------------------------------------------------------


def two(first="model_a", second="model_b", n=80):
    rng = np.random.RandomState(0)
    true = rng.choice(3, n, p=(0.6, 0.3, 0.1))
    said = [np.where(rng.rand(n) < wrong, rng.choice(3, n), true) for wrong in (0.5, 0.1)]
    lines = [f"{k},{'xyz'[t]},{'xyz'[a]},{'xyz'[b]}" for k, (t, a, b) in enumerate(zip(true, *said))]
    return f"id,y_true,{first},{second}\n{chr(10).join(lines)}".encode(), true, *said


def test_two_predictions_are_compared(tmp_path, capsys):
    data, true, first, second = two()
    reading = read(data)
    assert reading.notes == ("Of two predictions 'model_a' is described, and compared with 'model_b'.",)
    found = report(reading)
    assert found["counts"] == sk.confusion_matrix(true, first).tolist()
    comparison = found["comparison"]
    for name, pair in comparison["measures"].items():
        expected = paired_comparison(true, first, second, name)
        assert (pair["difference"], *pair["interval"]) == expected[:3]
        assert found["measures"][name] - pair["against"] == pytest.approx(pair["difference"])
    assert (*comparison["only"], comparison["p_value"]) == expected[3:]
    (tmp_path / "two.csv").write_bytes(data)
    named = [str(tmp_path / "two.csv"), "--predicted", "model_b", "--against", "model_a"]
    assert main([*named, "--json"]) == 0
    turned = json.loads(capsys.readouterr().out)["comparison"]["measures"]["macro_f1"]
    assert turned["difference"] == -comparison["measures"]["macro_f1"]["difference"]
    assert main(named) == 0
    said = " ".join(capsys.readouterr().out.split())
    low, high = turned["interval"]
    assert low > 0 and f"macro-F1 by {turned['difference']:.3f} ({low:.3f} to {high:.3f})" in said
    assert "model_b is better in accuracy by" in said and "model_a is better" not in said


def test_two_predictions_with_counts_and_a_picture():
    pytest.importorskip("matplotlib", reason="extra notebook")
    data = b"true,a_says,b_says,n\nx,x,x,5\nx,y,x,3\ny,y,y,6\ny,x,y,1\ny,y,x,2"
    found = report(read(data))
    assert found["counts"] == [[5, 3], [1, 8]] and found["comparison"]["only"] == [2, 4]
    assert [len(ax.lines) for ax in picture(found).axes] == [0, 2]


@pytest.mark.parametrize(
    ("data", "options", "kind"),
    [
        (b"true,a,b\na,1,0\nb,0,1\na,1,0\nb,1,0", {}, "probabilities"),
        (b"true,predicted,id\na,a,a\na,b,b\nb,b,a\nb,b,b", {}, "labels"),
        (b"true,m1,m2,m3\na,a,a,a\nb,b,a,b\nb,b,b,b", {"predicted": "m1", "against": "m3"}, "two"),
        (b"true,m1,m2\n0,1,0\n1,1,1\n1,0,1\n0,0,0", {}, "two"),
    ],
)
def test_what_is_taken_for_two_predictions(data, options, kind):
    reading = read(data, **options)
    assert (reading.kind, reading.against is None) == (("labels", False) if kind == "two" else (kind, True))
