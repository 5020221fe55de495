"""Your own matrix: what ``python -m confusion FILE`` reads, computes and prints."""

import io
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn import metrics as sk

from confusion.__main__ import main
from confusion.decisions import prior_shift
from confusion.limits import held_out_norm_bound
from confusion.metrics import measure_interval, operator_norm, paired_comparison
from confusion.report import as_text, describe, picture, read, report
from confusion.report.arithmetic import calibration_error, shift_code
from confusion.report.output import WIDTH

COUNTS = np.array([[90, 6, 4], [3, 15, 2], [5, 1, 4]])


def answers_of(counts):
    Q = len(counts)
    return np.repeat(np.arange(Q), np.sum(counts, axis=1)), np.repeat(np.tile(np.arange(Q), Q), np.ravel(counts))


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
        "macro_f1": (16 / 19 + 18 / 21) / 2, "g_mean": np.sqrt(0.72), "kappa": 0.7,  # p_e = (9 + 11) / 40
        "mcc": 0.35 / np.sqrt(0.5 * (1 - 0.45**2 - 0.55**2)), "operator_norm": 0.2, "frobenius_norm": np.sqrt(0.05),
        "confusion_rate": np.sqrt(0.025),
    }  # fmt: skip
    assert found["measures"] == pytest.approx(wanted) and list(found["measures"]) == list(wanted)
    # The top right singular vector is (0, 1): one entry makes the norm.
    assert found["norm_entries"] == [{"true": "a", "answer": "b", "count": 2, "rate": 0.2, "share": 1.0}]
    hides = {"accuracy_of_most_frequent": 0.5, "accuracy_at_equal_shares": 0.85, "accuracy_at_worst_shares": 0.8}
    assert found["accuracy_hides"] == {"most_frequent": "a"} | {key: pytest.approx(x) for key, x in hides.items()}
    assert found["shared_errors"] == [{"classes": ["a", "b"], "counts": [2, 1], "rates": [0.2, 0.1]}]
    assert found["classes"][1] == {
        "label": "b", "examples": 10, "error": 0.1, "precision": pytest.approx(9 / 11), "f1": pytest.approx(6 / 7)
    }  # fmt: skip


def test_one_column_makes_the_norm_by_hand():
    # C v is largest for v = (1, 0, 0), where it is (0, .3, .4): norm .5, shares .3^2 and .4^2 of .5^2.
    entries = describe([[10, 0, 0], [3, 7, 0], [4, 0, 6]])["norm_entries"]
    assert [(one["true"], one["answer"]) for one in entries] == [("2", "0"), ("1", "0")]
    assert [one["share"] for one in entries] == pytest.approx([0.64, 0.36])


def test_equal_singular_values_share_the_norm():
    cycle = describe([[8, 2, 0], [0, 8, 2], [2, 0, 8]])  # each of the three values is .2
    assert [one["share"] for one in cycle["norm_entries"]] == pytest.approx([1 / 3] * 3)
    assert [(one["true"], one["answer"]) for one in cycle["norm_entries"]] == [("0", "1"), ("1", "2"), ("2", "0")]
    assert describe([[3, 0], [0, 4]])["norm_entries"] == []


def test_the_shares_are_those_of_power_iteration():
    C = COUNTS / COUNTS.sum(axis=1, keepdims=True) * (1 - np.eye(3))
    v = np.ones(3)
    for _ in range(200):
        v = C.T @ (C @ v)
        v /= np.linalg.norm(v)
    parts = np.outer(C @ v / np.linalg.norm(C @ v), v) * C
    found = describe(COUNTS)
    assert parts.sum() == pytest.approx(found["measures"]["operator_norm"])
    for one in found["norm_entries"]:
        assert one["share"] == pytest.approx(parts[int(one["true"]), int(one["answer"])] / parts.sum())
    assert sum(one["share"] for one in found["norm_entries"]) == pytest.approx(1)


@pytest.mark.parametrize("counts", [COUNTS, [[8, 2], [1, 9]], [[5, 0], [3, 0]], [[0, 4, 0], [0, 0, 3], [9, 0, 0]]])
def test_agrees_with_scikit_learn(counts):
    y, a = answers_of(counts)
    found = describe(counts)
    got = found["measures"]
    assert got["accuracy"] == pytest.approx(sk.accuracy_score(y, a))
    assert 1 - got["balanced_error"] == pytest.approx(sk.balanced_accuracy_score(y, a))
    assert got["macro_f1"] == pytest.approx(sk.f1_score(y, a, average="macro"))
    assert got["kappa"] == pytest.approx(sk.cohen_kappa_score(y, a))
    assert got["mcc"] == pytest.approx(sk.matthews_corrcoef(y, a))
    precision, recall, f1, support = sk.precision_recall_fscore_support(y, a, zero_division=0)
    assert [one["precision"] or 0 for one in found["classes"]] == pytest.approx(precision)
    assert [1 - one["error"] for one in found["classes"]] == pytest.approx(recall)
    assert [one["f1"] for one in found["classes"]] == pytest.approx(f1)
    assert [one["examples"] for one in found["classes"]] == support.tolist()
    assert found["counts"] == sk.confusion_matrix(y, a).tolist()


MATRICES = st.integers(2, 5).flatmap(
    lambda Q: st.lists(st.lists(st.integers(0, 30), min_size=Q, max_size=Q), min_size=Q, max_size=Q)
)


@settings(max_examples=40, deadline=None)
@given(MATRICES, st.integers(1, 1000), st.randoms(use_true_random=False))
def test_permuted_and_scaled(rows, factor, random):
    N = np.array(rows) + np.eye(len(rows), dtype=int)
    order = random.sample(range(len(N)), len(N))
    one, scaled = describe(N), describe(factor * N)
    moved = describe(N[np.ix_(order, order)], order)
    for other in (moved, scaled):
        assert other["measures"] == pytest.approx(one["measures"], abs=1e-9)
        shares = [{(e["true"], e["answer"]): e["share"] for e in found["norm_entries"]} for found in (one, other)]
        for key in shares[0].keys() | shares[1].keys():
            assert shares[0].get(key, 0) == pytest.approx(shares[1].get(key, 0), abs=1e-4)  # of nearly equal values
        pairs = [{frozenset(e["classes"]) for e in found["shared_errors"]} for found in (one, other)]
        assert pairs[0] == pairs[1]


@pytest.mark.parametrize(
    ("counts", "labels", "words"),
    [
        ([[1, 2, 3]], None, "counts must be square"),
        ([[1]], None, "counts must be square"),
        ([[0, 0], [0, 0]], None, "counts must have an example, got zeros only"),
        ([[1.5, 0], [1, 2]], None, "counts"),
        ([[1, 0], [1, 2]], ["a"], "labels must name 2 classes"),
    ],
)
def test_describe_refuses(counts, labels, words):
    with pytest.raises(ValueError, match=words):
        describe(counts, labels)


# Intervals ---------------------------------------------------------------------------------------------------


def matrix_report(counts, **options):
    return report(read("\n".join(",".join(map(str, row)) for row in np.asarray(counts).tolist()).encode()), **options)


def test_intervals_are_those_of_the_package_and_of_scipy():
    found, (y, a) = matrix_report(COUNTS), answers_of(COUNTS)
    ends = found["intervals"]
    for name in ("kappa", "operator_norm"):
        assert ends[name] == pytest.approx(measure_interval(y, a, name))
    assert ends["accuracy"] == pytest.approx(list(binomtest(109, 130).proportion_ci()))
    assert ends["error"] == pytest.approx(list(binomtest(21, 130).proportion_ci()))
    last = found["classes"][2]
    assert (last["low"], last["high"]) == pytest.approx(tuple(binomtest(6, 10).proportion_ci()))
    three = [binomtest(k, n).proportion_ci(1 - 0.05 / 3) for k, n in ((10, 100), (5, 20), (6, 10))]
    assert ends["largest_class_error"] == pytest.approx([max(x.low for x in three), max(x.high for x in three)])
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


@pytest.mark.slow
def test_the_interval_of_the_largest_class_error_holds_it_when_it_is_chosen():
    rng, held, alone = np.random.default_rng(1), 0, 0
    for _ in range(100):  # ten classes that err alike: the worst of a sample is the luckless one
        wrong = rng.binomial(40, 0.2, 10)
        found = matrix_report(np.diag(40 - wrong) + np.roll(np.diag(wrong), 1, axis=1))
        low, high = found["intervals"]["largest_class_error"]
        worst = max(found["classes"], key=lambda one: one["error"])
        held += low <= 0.2 <= high
        alone += worst["low"] <= 0.2 <= worst["high"]
    assert held >= 93 and alone < 90  # 95 %, less one standard deviation; its own interval is not enough


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
    assert len(found["code"]) == 3 and scope["answers"].tolist() == [found["labels"][q] for q in shifted]


def test_code_of_labels_that_hold_quotes():
    scope = {"P": np.array([[0.6, 0.4]])}
    exec("\n".join(shift_code(["it's", 'a "b"\\'], [30, 10])), scope)
    assert scope["answers"].tolist() == ['a "b"\\']


def test_calibration():
    assert calibration_error([0.95] * 4, [1, 1, 1, 0]) == pytest.approx(0.2)
    assert calibration_error([1 - 0.9, 0.15], [1, 0]) == pytest.approx(0.75 / 2)  # of one bin, though 1 - .9 < .1
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


# Reading -----------------------------------------------------------------------------------------------------

MATRIX = [
    b"8,2\n1,9",
    b"8 2\n1 9\n",
    b"  8   2\n  1   9\n\n\n",
    b"8\t2\r\n1\t9\r\n",
    b"8;2\r1;9",
    b"\xef\xbb\xbf8,2\n1,9",
    "8,2\n1,9".encode("utf-16"),
    b"8.0;2,0\n1,0;9.",
    b'"8","2"\n"1","9"',
    b"[[8 2]\n [1 9]]",
    b"[[8, 2], [1, 9]]",
    b"array([[8, 2],\n       [1, 9]], dtype=int64)",
    b"8e0,2\n1,9\n,\n;;\n",
    b"8,2,\n1,9,\n",
    b'"8,0",2\n1,"9,0"',
]
NAMED = [
    b",a,b\na,8,2\nb,1,9",
    b"a,b\n8,2\n1,9",
    b"a,8,2\nb,1,9",
    b"true \\ predicted;a;b\na;8;2\nb;1;9",
    b"  a b\na 8 2\nb 1 9",
    b'"a"\t"b"\n"a"\t8\t2\n"b"\t1\t9',
]
#: As pandas (crosstab), R (table, addmargins, caret), Markdown, notebooks and spreadsheets have it.
PRINTED = [
    b"Predicted  a  b\nTrue           \na          8  2\nb          1  9",
    b"col_0  a   b  All\nrow_0            \na      8   2   10\nb      1   9   10\nAll    9  11   20",
    b"     a   b  Sum\n  a  8   2   10\n  b  1   9   10\n  Sum 9 11   20",
    b"| true | a | b |\n|------|--:|--:|\n| a | 8 | 2 |\n| b | 1 | 9 |",
    b"+---+---+---+\n|   | a | b |\n+===+===+===+\n| a | 8 | 2 |\n+---+---+---+\n| b | 1 | 9 |\n+---+---+---+",
    b"\tPredicted\t\n\ta\tb\na\t8\t2\nb\t1\t9",
    b"\t\tPredicted\t\n\t\ta\tb\nTrue\ta\t8\t2\n\tb\t1\t9",
    b"Results of the test\n\ta\tb\na\t8\t2\nb\t1\t9",
    b",a,b,Total\na,8,2,10\nb,1,9,10",
]
#: Rows are predictions, and say so.
TURNED = [
    b"    true\npred a b\n   a 8 1\n   b 2 9",
    b"Confusion Matrix and Statistics\n\n          Reference\nPrediction  a  b\n         a  8  1\n         b  2  9\n"
    b"   \n               Accuracy : 0.85\n                 95% CI : (0.62, 0.97)",
    b"predicted \\ true,a,b\na,8,1\nb,2,9",
]
BARE = [
    b"Out[3]: \narray([[8, 2],\n       [1, 9]])",
    b"Confusion matrix:\n[[8 2]\n [1 9]]\nAccuracy: 0.85",
    b"Accuracy: 0.85\n[[8 2]\n [1 9]]",
    b"cm = np.array([[8, 2], [1, 9]])",
    b"# counts\n8,2\n1,9",
    b"8|2\n1|9",
]


@pytest.mark.parametrize("data", MATRIX + NAMED + PRINTED + BARE)
def test_a_matrix_in_all_dialects(data):
    found = read(data)
    assert found.kind == "matrix" and found.counts.tolist() == [[8, 2], [1, 9]]
    assert found.labels == (["a", "b"] if data in NAMED + PRINTED else ["0", "1"])
    assert read(data, kind="matrix", columns_are_true=True).counts.tolist() == [[8, 1], [2, 9]]


@pytest.mark.parametrize("data", TURNED)
def test_names_of_rows_and_columns_turn_a_matrix(data):
    for options in ({}, {"kind": "matrix", "columns_are_true": True}):
        found = read(data, **options)
        assert found.labels == ["a", "b"] and found.counts.tolist() == [[8, 2], [1, 9]]


#: The same with other ends of lines, and behind what takes hours where two parts of a pattern take the same letters.
ENDS = [data.replace(b"\n", end) for data in PRINTED + TURNED + BARE for end in (b"\r\n", b"\r")]
LONG = [b"\n" * 200_000 + b"8,2\n1,9", b"=" * 400_000 + b"\n8,2\n1,9"]


@pytest.mark.parametrize("data", ENDS + LONG, ids=lambda data: repr(data[:20] + data[-20:]))
def test_neither_line_ends_nor_long_runs_change_a_matrix(data):
    assert read(data).counts.tolist() == [[8, 2], [1, 9]]


def test_a_long_line_that_is_no_frame_is_refused():
    with pytest.raises(ValueError, match="line 1: "):
        read(b"=" * 400_000 + b"x\n8,2\n1,9")


def test_scikit_learn_and_numpy_print_what_can_be_read(tmp_path):
    y, a = answers_of(COUNTS)
    for text in (str(sk.confusion_matrix(y, a)), repr(sk.confusion_matrix(y, a))):
        assert read(text.encode()).counts.tolist() == COUNTS.tolist()
    np.savetxt(tmp_path / "matrix.txt", COUNTS)
    assert read((tmp_path / "matrix.txt").read_bytes()).counts.tolist() == COUNTS.tolist()
    numbered = b",0,1,2\n" + b"\n".join(f"{p},{r[0]},{r[1]},{r[2]}".encode() for p, r in enumerate(COUNTS))
    assert read(numbered).counts.tolist() == COUNTS.tolist()


@pytest.mark.parametrize("separator", [",", "\t", ";"])
@pytest.mark.parametrize("title", ["", "true,predicted\n", "y_true,y_pred\n", '"true class",answer\n'])
@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("0", "1"), ("-1", "10"), ("Zürich", "no, thanks")])
def test_labels_in_all_dialects(separator, title, first, second):
    pairs = [(first, first)] * 8 + [(first, second)] * 2 + [(second, first)] + [(second, second)] * 9
    title = title.replace(",", separator)
    text = title + "\n".join(f'"{true}"{separator}"{said}"' for true, said in pairs)
    for data in (text.encode(), text.replace("\n", "\r\n").encode("utf-8-sig"), text.encode("utf-16")):
        found = read(data)
        assert found.kind == "labels" and found.labels == [first, second]
        assert found.counts.tolist() == [[8, 2], [1, 9]]


TITLED = [
    b"id,y_true,y_pred,confidence\n1,a,a,0.9\n2,a,b,0.8\n3,b,b,0.7\n4,b,b,0.6",
    b"predicted,true\na,a\nb,a\nb,b\nb,b",
    b"wahr;vorhergesagt\na;a\na;b\nb;b\nb;b",
    b"   true pred\n0     a    a\n1     a    b\n2     b    b\n3     b    b",
    b"file,label,prediction\n1.png,a,a\n2.png,b,b\n3.png,b,b\n4.png,a,b",
    "réel,prédit\na,a\na,b\nb,b\nb,b".encode(),
    b"y_test y_pred\na a\na b\nb b\nb b",
]


@pytest.mark.parametrize("data", TITLED)
def test_titles_choose_the_columns(data):
    found = read(data)
    assert found.kind == "labels" and found.labels == ["a", "b"] and found.counts.tolist() == [[1, 1], [0, 2]]


def test_a_title_chooses_nothing_where_it_is_a_class():
    assert read(b",true,false\ntrue,8,2\nfalse,1,9").counts.tolist() == [[8, 2], [1, 9]]
    found = read(b"label,predictor,prey\nprey,0.3,0.7\npredictor,0.9,0.1\nprey,0.6,0.4")
    assert found.kind == "probabilities" and found.counts.tolist() == [[1, 0], [1, 1]]
    assert read(b"y_true,y_pred\n0,1\n1,1").counts.tolist() == [[0, 1], [0, 1]]


def test_counts_of_thousands_and_signs():
    wanted = [[1234, 5], [1234567, 12345]]
    for data in ("1 234;5\n1 234 567;12 345", "1’234\t5\n1'234'567\t12'345", '"1 234",5\n"1,234,567",12 345'):
        assert read(data.encode()).counts.tolist() == wanted
    with pytest.raises(ValueError, match="line 2: the count -2 is negative"):
        read("5,1\n−2,3".encode())


def test_labels_are_sorted_as_numbers_and_one_is_one():
    found = read(b"10 10\n2.0 2\n10 2.0\n1 1")
    assert found.labels == ["1", "2", "10"] and found.counts.tolist() == [[1, 0, 0], [0, 1, 0], [0, 1, 1]]
    assert read(b"x,y\n1,0\n0,0\n1,1\n0,0").counts.tolist() == [[2, 0], [1, 1]]  # a title, for all else is a number
    assert read("é;b\né;é\nb;b\nb;é".encode("latin-1")).labels == ["b", "é"]
    assert read(b"[" + b"['a', 'b'], " * 199 + b'["b", "b"]]').counts.tolist() == [[0, 199], [0, 1]]
    assert read(b'"two\nlines",a\n"two  lines","two\r\nlines"\na,a').labels == ["a", "two lines"]


@pytest.mark.parametrize(
    "data",
    [
        b"true,a,b\na,0.8,0.2\nb,0.4,0.6\na,0.3,0.7\nb,0.1,0.9",
        b"true;a;b\r\na;0,8;0,2\r\nb;0,4;0,6\r\na;0,3;0,7\r\nb;0,1;0,9\r\n;;\r\n",
        b"y a b\na .8 .2\nb .4 .6\na .3 .7\nb .1 .9",
        b"y a b\na .801 .2\nb .4 .6\na .3 .7\nb .1 .9",  # rounded
        b"id,true,a,b\n1,a,0.8,0.2\n2,b,0.4,0.6\n3,a,0.3,0.7\n4,b,0.1,0.9",
        b"true,a,b\na,80%,20%\nb,40 %,60 %\na,30%,70%\nb,10%,90%",
    ],
)
def test_probabilities_in_all_dialects(data):
    found = read(data)
    assert found.kind == "probabilities" and found.labels == ["a", "b"] and found.true.tolist() == [0, 1, 0, 1]
    np.testing.assert_allclose(found.probabilities, [[0.8, 0.2], [0.4, 0.6], [0.3, 0.7], [0.1, 0.9]], atol=1e-3)
    np.testing.assert_allclose(found.probabilities.sum(axis=1), 1)
    assert found.counts.tolist() == [[1, 1], [0, 2]]


def test_probabilities_that_stand_in_a_square():
    found = read(b"true,0,1\n0,0.9,0.1\n1,0,1.0\n0,0.5,0.5")
    assert found.kind == "probabilities" and found.counts.tolist() == [[2, 0], [0, 1]]  # of a tie the first
    assert read(b"true,a,b\nb,0.9,0.1\na,0.2,0.8").kind == "probabilities"


def test_titles_that_are_classes_and_classes_that_are_numbers():
    assert read(b"true,true\nfalse,false\ntrue,true\nfalse,true").counts.tolist() == [[1, 1], [0, 2]]
    assert read(b"y,1.0,2.0\n1,0.9,0.1\n2,0.2,0.8\n2.0,0.1,0.9").counts.tolist() == [[1, 0], [0, 2]]


def test_the_kind_can_be_forced():
    assert read(b"5 1\n1 5", kind="labels").counts.tolist() == [[0, 1], [1, 0]]
    assert read(b"true,a,b\na,1,0\nb,0,1", kind="probabilities").counts.tolist() == [[1, 0], [0, 1]]
    with pytest.raises(ValueError, match="kind must be one of"):
        read(b"5 1\n1 5", kind="table")


BAD = {
    b"": "the file is empty; give a matrix",
    b" \r\n;;;\n\xa0": "the file is empty",
    b"PK\x03\x04\x00\x00": "a binary file and no text; save the table as CSV",
    b"5,1\n-2,3": "line 2: the count -2 is negative",
    b"5,1\n\n\n2.5,3": "line 4: 2.5 is not a whole number",
    b"a,b\n0.9,0.1\n0.2,0.8": "line 2: 0.9 is not a whole number; give counts of examples, and no shares",
    b"5,1\nnan,3": "line 2: nan is no count; write 0",
    b"5,inf\n2,3": "line 1: inf is no count",
    b"5 1 2\n2 x 4\n1 2 3": "line 2: 'x' is no number",
    b"5,,1\n2,3,4\n2,2,2": "line 1: '' is no number",
    b"5,12.000\n2,3": "line 1: 12.000 may be 12 or a number of thousands",
    b"5;12,000\n2;3": "line 1: 12.000 may be 12 or a number of thousands",
    b"5,1e13\n2,3": "line 1: the count 1e13 is larger than 1e\\+12",
    b"5,1\n2,3,4": "lines 1 and 2 have 2 and 3 cells, separated by commas; give all lines as many",
    b"5,1,2\n2,3,4": "there are 2 lines of 3 cells; give a square matrix",
    b"7": "line 1 is one cell; give two or more, separated by commas",
    b"5:1\n2:3": "line 1 is one cell; give two or more, separated by commas",
    b"a,\nb,": "line 1 is one cell",
    b"[]": "line 1 is one cell",
    b"true,predicted": "there is nothing but line 1; give a line for each class, or for each example",
    b"[[1, 2]]": "there is nothing but line 1",
    b'{"a": [5, 1], "b": [2, 3]}': "there is nothing but line 1",
    b"counts, all\n5\t1\n2\t3\t1": "lines 2 and 3 have 2 and 3 cells, separated by tabs; .* leave comments out",
    b"true,a,b\na,0,8,0,2": "lines 1 and 2 have 3 and 5 cells, separated by commas; .* quote what holds a separator",
    b"1" * 400 + b",2\n3,4": "line 1: a cell has more than 200 characters",
    b'"a,b\na,a\nb,b': "line 3: unexpected end of data; close quotation marks",
    b'"5,000",1\n2,3': "line 1: 5.000 may be 5 or a number of thousands",
    b"a,a\nb,NaN\nb,b": "line 2: a label is missing; leave out examples without",
    b"a,a\na,a\na,a": "there is one class, a; a confusion needs two or more",
    b"0,0\n0,0": "there is no example at all; give counts",
    b"5,0\n0,0": "there is one class, 0; a confusion needs two or more",
    b",a,b\nb,5,1\na,2,3": "line 1 names a column 'a' where the row is named 'b'; name rows and columns",
    b"a,b,a\n5,1,1\n1,5,1\n1,1,5": "line 1: class 'a' is there twice",
    b"a,,c\n5,1,1\n1,5,1\n1,1,5": "line 1: a class has no name",
    b"5,1,6\n2,3,5\n7,4,11": "line 3: the last row and column are the sums of the others",
    b",a,b,Total\na,5,1,6\nb,2,3,4": "the column 'Total' is not the sum of the others; leave it out",
    b"a,b\n95%,5%\n0%,100%": "line 2: 95% is a share; give counts of examples",
    b"[[[8 2]\n  [1 9]]\n\n [[9 1]\n  [2 8]]]": "these are several matrices; give one of them",
    b"true,a,b\na,0.9,0.1\nb,0.2,0.8": "this may be a matrix of shares, or probabilities of one example of each class",
    b"   a  b\na  8 ... 2\n": "'...' stands where lines or cells were left out of a print; print all",
    b"a,a\nb,\nb,b": "line 2: a label is missing",
    b"true,predicted\na,A\nb,B\nb,B": "line 2: no prediction is a true label, as 'A' for 'a'; name the classes in both",
    b"y_true,y_score\n1,0.9\n0,0\n1,0.4": "line 2: '0.9' is a score and no label; give a column of",
    "\n".join(f"{k},{k}" for k in range(101)).encode(): "there are 101 classes, more than 100; merge some",
    b"a,b,c\na,b,c\nc,b,c\na,a,a\na,a,a": "there are 5 lines of 3 cells; give a square matrix",
    b"true,a,b\na,0.8,0.3\nb,0.1,0.9\nb,0.1,0.9": "line 2: the probabilities sum to 1.1; give one for every class",
    b"true,a,b\na,80,20\nb,10,90\nb,15,85\nb,1,99": "line 2: the probabilities are per cent; divide them by 100",
    b"true,a,b\na,1.2,-0.2\nb,0.1,0.9\nb,0.1,0.9\na,1,0": "line 2: '-0.2' is no probability",
    b"true,a,b\na,0.8,0.2\nb,0.1,NA\nb,0.1,0.9\na,1,0": "line 3: 'NA' is no probability",
    b"true,a,b\na,0.8,0.2\nc,0.1,0.9\nb,0.1,0.9\na,1,0": "line 3: the true label 'c' has no column; the columns are",
    b"true,a,b\na,0.8,0.2\na,0.6,0.4\na,0.9,0.1\na,1,0": "there is one class, a; a confusion needs two or more",
    b"Confusion matrix": "there is nothing but a title or a frame; give the lines of the table below it",
    b"|---|---|": "there is nothing but a title or a frame",
    b"Out [3]:\n----\n\n\nOverall Statistics\n": "there is nothing but a title or a frame",
    b"a,b\n8,2\n1,9\xc2\x9b31m": "a binary file and no text",
    "a,b\n\u202ea,8,2\nb,1,9".encode(): "line 2: the invisible character U.202E turns the direction",
    b"[[5 1\n 2 3": "line 1: a bracket is opened but not closed",
    b"[[5 1 ... 2]\n [1 2 3 4]\n [1 2 3 4]\n [1 2 3 4]]": "'...' stands where lines or cells",
    b"[" + b"[1]" * 101 + b"]": "line 1 is one cell",
    b"[[5, 1], [-2, 3]]": "line 2: the count -2 is negative",
    b"[[1, 2], [3]]": "lines 1 and 2 have 2 and 1 cells, separated by commas or blanks",
    b"a," + b"x" * 200_000 + b"\na,a": "line 1: field larger than field limit",
}  # fmt: skip


@pytest.mark.parametrize(("data", "words"), BAD.items(), ids=range(len(BAD)))
def test_bad_files_are_refused_with_a_sentence(data, words):
    with pytest.raises(ValueError, match=words) as refused:
        report(read(data))
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        (b"5,1,2\n2,3,4", {"kind": "matrix"}, "a matrix has as many rows as columns"),
        (b"a,b,c\na,b,c", {"kind": "labels"}, "labels need two columns"),
        (b"a,0.2,0.8\nb,0.3,0.7", {"kind": "probabilities"}, "line 1: '0.2'|no column|named"),
        (b"1,0.2,0.8\n0,0.3,0.7", {"kind": "probabilities"}, "line 1: probabilities need a line of titles"),
        (b"a,a\nb,b\nb,a", {"columns_are_true": True}, "only a matrix can have true columns"),
    ],
)
def test_what_does_not_fit_the_options(data, options, words):
    with pytest.raises(ValueError, match=words):
        read(data, **options)


def test_a_file_that_is_too_large():
    with pytest.raises(ValueError, match="the file has more than 50,000,000 bytes; give its"):
        read(b" " * 50_000_001)
    for mark in b"\n", b"\r", b"[":
        with pytest.raises(ValueError, match="the file has more than 4,000,000 lines; give its"):
            read(mark * 4_000_001)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: read("a,b"), "data must be bytes, got str; open files with mode 'rb'"),
        (lambda: report(COUNTS), "reading must be what read"),
        (lambda: as_text(describe(COUNTS)), "found must be the dictionary that report"),
        (lambda: picture(COUNTS), "found must be the dictionary that describe"),
    ],
)
def test_what_is_none_of_ours_is_refused(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: calibration_error([0.5], [1, 0]), "confidence and right"),
        (lambda: calibration_error([1.5], [1]), "confidence must be numbers from 0 to 1"),
        (lambda: calibration_error([0.5], [2]), "right must be numbers from 0 to 1"),
        (lambda: shift_code("ab", [1, 2, 3]), "counts must be a number for each of the 2 labels"),
        (lambda: shift_code("ab", [1, 0]), "counts"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='0123.,;\t\n\r "[]-abne', max_size=40).map(str.encode) | st.binary(max_size=30))
def test_any_file_is_read_or_refused_by_a_sentence(data):
    try:
        found = read(data)
    except ValueError as error:
        assert ";" in str(error) or "?" in str(error)
    else:
        assert found.counts.any() and len(found.labels) == len(found.counts) >= 2


# Output ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [MATRIX[0], table(*drawn()), b'"%s","b"\n8,2\n1,9' % (b"long " * 9), b"8,2\n0,9"])
def test_the_table_has_80_columns_and_the_numbers(data):
    found = report(read(data))
    text = as_text(found)
    assert max(map(len, text.splitlines())) <= WIDTH and text.endswith("\n") and "\n\n\n" not in text
    for value in found["measures"].values():
        assert f"{value:.3f}" in text
    assert ("answers = np.array" in text) == (found["kind"] == "probabilities")


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


def test_the_picture_frames_the_entries_of_the_norm():
    pytest.importorskip("matplotlib", reason="extra notebook")
    (ax,) = picture(describe([[10, 0, 0], [3, 7, 0], [4, 0, 6]], list("abc"))).axes
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
    (tmp_path / "good.csv").write_bytes(MATRIX[0])
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code
    told = capsys.readouterr()
    assert code == 2 and not told.out
    assert re.search(words, told.err)


def test_the_command_refuses_every_bad_file_in_one_line(tmp_path, capsys):
    for data in BAD:
        (tmp_path / "bad.csv").write_bytes(data)
        assert main([str(tmp_path / "bad.csv")]) == 2
        told = capsys.readouterr()
        assert not told.out and re.fullmatch(r".*bad\.csv: .*[;?] ?.*\n", told.err), told.err


@pytest.mark.slow
def test_a_picture_without_its_library_or_place(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib", reason="extra notebook")
    (tmp_path / "good.csv").write_bytes(MATRIX[0])
    wanted = [str(tmp_path / "good.csv"), "--picture", str(tmp_path / "nowhere" / "m.svg")]
    assert main(wanted) == 2 and "m.svg: No such file" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(wanted) == 2 and "--picture needs matplotlib" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_once_as_a_user_calls_it():
    done = subprocess.run([sys.executable, "-m", "confusion", "-"], input=MATRIX[9], capture_output=True, check=False)
    assert done.returncode == 0 and not done.stderr
    assert done.stdout.decode().replace("\r\n", "\n") == as_text(report(read(MATRIX[9])))


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

    (tmp_path / "good.csv").write_bytes(MATRIX[0])
    monkeypatch.setattr(sys, "stdout", Full())
    assert main([str(tmp_path / "good.csv")]) == 2
    assert "cannot be written: No space left on device; send it" in capsys.readouterr().err


def test_help_has_examples(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    told = capsys.readouterr().out
    assert end.value.code == 0 and "examples:" in told and "exit codes" in told
