"""Other people's files: print-outs of many tools, their every beginning, and texts that nobody would write."""

import json
import random
import signal
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics as sk

from confusion.__main__ import main
from confusion.report import as_text, describe, picture, read, report

CORPUS = {path.name: path.read_bytes() for path in sorted((Path(__file__).parents[1] / "corpus").iterdir())}
#: Of each file what it is read as: classes, counts and the beginnings of what is noted; or why it is refused.
EXPECTED = json.loads(Path(__file__).with_name("corpus.json").read_text(encoding="utf-8"))


@contextmanager
def at_most(seconds):
    """Fail what takes longer, though it may never end."""

    def late(*_):
        raise AssertionError(f"this took more than {seconds} s")

    if not hasattr(signal, "setitimer"):
        pytest.skip("alarms of POSIX")
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def tried(data):
    """What was read, or the sentence."""
    try:
        found = read(data)
    except ValueError as error:
        assert (";" in str(error) or "?" in str(error)) and "\n" not in str(error) and len(str(error)) < 400
        return str(error)
    assert found.counts.any() and len(found.labels) == len(found.counts) >= 2 and found.counts.min() >= 0
    return found


def texts(count, seed):
    """Texts of lines and pieces of the corpus, with slips of all kinds."""
    rng = random.Random(seed)
    whole = [data.decode("latin-1") for data in CORPUS.values()]
    lines = [line for text in whole for line in text.split("\n")]
    marks = [*"0123456789.,;\t\n\r \"'[](){}|-+=:%/\\#eE\u00e9\u00ff\u00a0", "\n", "...", "[[", "]]", "--", "==", "nan",
             "true", "predicted", "Actual", "All", "Confusion matrix", "Out[3]:", "1e400", "order: ["]  # fmt: skip
    for _ in range(count):
        kind = rng.random()
        if kind < 0.3:
            text = "".join(rng.choices(marks, k=rng.randint(0, 30)))
        elif kind < 0.6:
            text = "\n".join(rng.choices(lines, k=rng.randint(1, 6)))
        else:
            text = list(rng.choice(whole))
            for _ in range(rng.randint(1, 6)):
                at = rng.randrange(len(text) + 1)
                text[at : at + rng.choice([0, 0, 1, 1, 2, 20, 200])] = rng.choice(marks)
        yield "".join(text).encode(rng.choice(["utf-8", "latin-1"]), errors="replace")


def test_the_corpus_is_what_is_expected():
    assert CORPUS.keys() == EXPECTED.keys() and max(map(len, CORPUS.values())) < 500


@pytest.mark.parametrize("name", EXPECTED)
def test_print_outs_are_read_right_or_refused(name):
    found, wanted = tried(CORPUS[name]), EXPECTED[name]
    if isinstance(wanted, str):
        assert isinstance(found, str) and found.startswith(wanted)
        return
    labels, counts, *notes = wanted
    assert found.labels == labels and found.counts.tolist() == counts
    assert len(found.notes) == len(notes) and all(map(str.startswith, found.notes, notes))


def test_no_beginning_of_a_print_out_hangs():
    """Who types a file types its beginnings: a title alone had no line, and the loop over none never ended."""
    with at_most(60):
        for data in CORPUS.values():
            for end in range(len(data)):
                tried(data[:end])


def test_no_text_hangs():
    with at_most(60):
        for data in texts(400, seed=0):
            tried(data)


# Which side is true ----------------------------------------------------------------------------------------------

ROWS, COLUMNS = "Turned, because the rows are called '{}'", "Turned, because the columns are called '{}'"
UNSAID = "Rows are taken as true, for nothing says which side is"
SIDES = [
    ("predicted,a,b\na,8,1\nb,2,9", ROWS.format("predicted")),
    ("Predicted class;a;b\na;8;1\nb;2;9", ROWS.format("Predicted class")),
    ("y_pred\ta\tb\na\t8\t1\nb\t2\t9", ROWS.format("y_pred")),
    ("Classified,a,b\na,8,1\nb,2,9", ROWS.format("Classified")),
    ("\t\ta\tb\nPrediction\ta\t8\t1\n\tb\t2\t9", ROWS.format("Prediction")),
    ("\tActual\t\n\ta\tb\na\t8\t1\nb\t2\t9", COLUMNS.format("Actual")),
    ("Ground truth\n,a,b\na,8,1\nb,2,9", COLUMNS.format("Ground truth")),
    ("class,a,b\na,8,2\nb,1,9", UNSAID),
    ("Results per class\n,a,b\na,8,2\nb,1,9", UNSAID),
    ("real estate,b\n8,2\n1,9", UNSAID),
    ("predicted,b\n8,2\n1,9", UNSAID),
    ("Actual,a,b\na,8,2\nb,1,9", None),
    ("Predictions\n,a,b\na,8,2\nb,1,9", None),
    ("\tPredicted\t\n\ta\tb\na\t8\t2\nb\t1\t9", None),
    ("Predicted a,Predicted b\n8,2\n1,9", None),
    ("Actual a,Actual b\n8,1\n2,9", COLUMNS.format("Actual")),
    ("pred_a,8,1\npred_b,2,9", ROWS.format("pred")),
    ("# rows: true, columns: predicted\n[[8, 2], [1, 9]]", None),
    ("rows are predictions [[8, 1], [2, 9]]", ROWS.format("predictions")),
]


@pytest.mark.parametrize(("text", "note"), SIDES)
def test_one_named_axis_says_which_side_is_true(text, note):
    """A matrix of which one side is named was read with rows true, and said so."""
    found = read(text.encode())
    assert found.counts.tolist() == [[8, 2], [1, 9]]
    assert [one.split(":")[0].split(";")[0] for one in found.notes] == ([note] if note else [])
    told = report(found)
    assert told["notes"] == [*found.notes] and "Rows are true." not in as_text(told)
    assert all(note in " ".join(as_text(told).split()) for note in found.notes)


def test_who_says_that_columns_are_true_is_obeyed():
    found = read(b"true,a,b\na,8,1\nb,2,9", columns_are_true=True)
    assert found.counts.tolist() == [[8, 2], [1, 9]] and found.notes[0].startswith("Turned: the columns are true, as")


# Predictions that are never a true label ---------------------------------------------------------------------------

NOBODY = {
    "a slice of a test": "N N,N N,N N,Au Au,Au Au,Au Af,Au Af,Ab Ab,Ab N,Ab Ab",
    "one class alone": "3 3,3 1,3 5,3 1,3 3,3 3",
    "numbers": "1 1,1 2,10 10,10 2,10 1",
}


@pytest.mark.parametrize("words", NOBODY.values(), ids=NOBODY)
def test_a_prediction_that_nobody_has_is_an_error_of_the_others(words):
    """It was refused, with the advice to leave such examples out: these are the errors."""
    y, a = np.array([pair.split() for pair in words.split(",")]).T
    found = report(read(words.replace(",", "\n").encode()))
    classes = sorted(set(y) | set(a), key=lambda label: (len(label), label) if label.isdigit() else (0, label))
    assert found["labels"] == classes and found["counts"] == sk.confusion_matrix(y, a, labels=classes).tolist()
    value, seen = found["measures"], [label for label in classes if label in y]
    recalls = sk.recall_score(y, a, labels=seen, average=None)
    assert value["accuracy"] == pytest.approx(sk.accuracy_score(y, a))
    assert 1 - value["balanced_error"] == pytest.approx(recalls.mean())
    assert 1 - value["largest_class_error"] == pytest.approx(recalls.min())
    assert value["macro_f1"] == pytest.approx(sk.f1_score(y, a, average="macro"))
    assert value["kappa"] == pytest.approx(sk.cohen_kappa_score(y, a))
    assert value["mcc"] == pytest.approx(sk.matthews_corrcoef(y, a))
    C = np.array(sk.confusion_matrix(y, a, labels=classes, normalize="true"))
    C = (C * (1 - np.eye(len(classes))))[[label in seen for label in classes]]
    assert value["operator_norm"] == pytest.approx(np.linalg.norm(C, 2))
    assert value["frobenius_norm"] == pytest.approx(np.linalg.norm(C))
    assert value["confusion_rate"] == pytest.approx(np.linalg.norm(C) / np.sqrt(len(seen)))
    assert [one["label"] for one in found["classes"]] == seen
    assert [1 - one["error"] for one in found["classes"]] == pytest.approx(recalls)
    for name, (low, high) in found["intervals"].items():
        assert low <= value[name] <= high, name
    text = " ".join(as_text(found).split())
    assert f"Predicted but never a true label: '{next(label for label in classes if label not in seen)}'" in text
    assert "leave" not in text and "NaN" not in json.dumps(found)


@pytest.mark.slow
def test_a_picture_has_rows_for_the_classes_with_examples():
    pytest.importorskip("matplotlib", reason="extra notebook")
    (ax,) = picture(describe([[8, 2, 0], [0, 0, 0], [1, 4, 5]], list("abc"))).axes
    assert [one.get_text() for one in ax.get_yticklabels()] == ["a", "c"] and len(ax.texts) == 6
    assert {(round(one.get_y() + 0.45), round(one.get_x() + 0.45)) for one in ax.patches} >= {(0, 1), (1, 1)}


def test_probabilities_of_a_class_that_nobody_has():
    found = report(read(b"true,a,b,c\na,.8,.1,.1\nb,.3,.6,.1\nb,.5,.2,.3\na,.2,.1,.7"))
    assert found["counts"] == [[1, 0, 1], [1, 1, 0], [0, 0, 0]] and [*found["rules"]] == ["argmax"]
    assert "code" not in found and found["notes"][1].startswith("No rule divides by the shares")
    assert "largest probability" in as_text(found) and "The rule to copy" not in as_text(found)


@pytest.mark.parametrize("data", [b"0,0,0\n0,8,2\n0,1,9", b",x,a,b\nx,0,0,0\na,0,8,2\nb,0,1,9"])
def test_a_class_that_nobody_has_and_nobody_predicts_is_left_out(data):
    found = read(data)
    assert found.counts.tolist() == [[8, 2], [1, 9]] and found.notes[1].startswith(
        "Without example and prediction, and left"
    )


@pytest.mark.parametrize(
    ("data", "notes"),
    [
        (b"truth,estimate\na,a\nb,b\na,b", ()),
        (b"true,predicted\ntrue,true\nfalse,true\nfalse,false", ()),
        (b"wahr,falsch\na,a\nb,a\nb,b", ("The first line, 'wahr' and 'falsch', is taken for a title.",)),
    ],
)
def test_a_title_is_no_example(data, notes):
    found = read(data)
    assert len(found.labels) == 2 and found.counts.sum() == 3 and found.notes == notes


# What was dropped in silence ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            b"id,true,pred,weight,model\n1,a,a,2,x\n2,b,b,1,x\n3,a,b,1,x",
            "Columns that are not used: 'weight', 'model'.",
        ),
        (b"90,10\n25,75", "Each row sums to 100: if these are per cent"),
        (b"90,25\n10,75", "Each column sums to 100"),
        (b"[[8, 2], [1, 9]]\norder: [1, 2, 3]", "The order names 3 of 2 classes and is not used."),
    ],
)
def test_what_is_not_used_is_said(data, words):
    found = read(data)
    assert [note for note in found.notes if note.startswith(words)]
    assert words in " ".join(as_text(report(found)).split())


@pytest.mark.parametrize("Q", [3, 5, 8, 20])
def test_probabilities_of_two_digits(Q):
    rng = np.random.default_rng(Q)
    true, P = np.arange(200) % Q, rng.dirichlet(np.ones(Q), 200)
    lines = [f"{t}," + ",".join(f"{p:.2f}" for p in row) for t, row in zip(true, P)]
    data = "\n".join(["true," + ",".join(map(str, range(Q))), *lines])
    assert read(data.encode()).counts.sum() == 200
    with pytest.raises(ValueError, match="line 2: the probabilities sum to"):
        read(data.replace(lines[0].split(",")[1], "0.95", 1).replace("\n0,0.95", "\n0,1.95", 1).encode())


@pytest.mark.parametrize(
    ("data", "labels"),
    [
        (b"true,no,none,all\nno,.7,.2,.1\nall,.2,.2,.6\nnone,.1,.8,.1", ["no", "none", "all"]),
        (b"true,no,all\nno,.7,.3\nno,.6,.4\nno,.8,.2\nall,.2,.8", ["no", "all"]),
        (b",some,all\nsome,8,2\nall,1,9", ["some", "all"]),
    ],
)
def test_a_class_may_be_called_all(data, labels):
    assert read(data).labels == labels


def test_a_slip_in_totals_is_no_class():
    with pytest.raises(ValueError, match="the row 'Total' is not the sum of the others"):
        read(b",a,b,Total\na,8,2,10\nb,3,9,10\nTotal,9,11,20")


def test_totals_of_classes_that_are_numbers():
    """Their names were added to the sums."""
    assert read(b",1,2,All\n1,8,2,10\n2,1,9,10\nAll,9,11,20").counts.tolist() == [[8, 2], [1, 9]]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device without an end")
def test_a_file_without_an_end_is_refused(capsys):
    with at_most(60):
        assert main(["/dev/zero"]) == 2
    assert "the file has more than 50,000,000 bytes" in capsys.readouterr().err
