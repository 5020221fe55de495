"""Other people's files: what the command reads of them, their every beginning, and texts that nobody would write."""

import io
import json
import random
import re
import signal
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from confusion.__main__ import main
from confusion.report import as_text, read, report

FILES = sorted((Path(__file__).parents[1] / "corpus").iterdir())
CORPUS = {path.name: path.read_bytes() for path in FILES}
#: Of each file kind, classes, counts and the beginnings of what is noted, or why it is refused: by the command, and by
#: the page *Your own matrix* where it reads otherwise.
EXPECTED = json.loads(Path(__file__).with_name("corpus.json").read_text(encoding="utf-8"))
COUNTS = [[8, 2], [1, 9]]


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


def tried(source):
    """What was read, or the sentence."""
    try:
        found = read(source)
    except (ValueError, ImportError) as error:  # JSON needs pandas
        assert (";" in str(error) or "?" in str(error)) and "\n" not in str(error) and len(str(error)) < 400, error
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


def assert_as_expected(found, wanted):
    if isinstance(wanted, str):
        assert isinstance(found, str) and found.startswith(wanted)
        return
    kind, labels, counts, *notes = wanted
    assert (found.kind, found.labels, found.counts.tolist()) == (kind, labels, counts)
    assert len(found.notes) == len(notes) and all(map(str.startswith, found.notes, notes)), found.notes


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_read_right_or_refused(path):
    if path.read_bytes()[:1] in (b"[", b"{"):
        pytest.importorskip("pandas", reason="extra files")
    assert_as_expected(tried(path), EXPECTED[path.name]["command"])


def test_no_beginning_of_a_file_hangs():
    """Who types a file types its beginnings: a title alone had no line, and the loop over none never ended."""
    with at_most(60):
        for data in CORPUS.values():
            for end in range(len(data)):
                tried(data[:end])


def test_no_text_hangs():
    with at_most(60):
        for data in texts(400, seed=0):
            tried(data)
        for data in (b"=" * 400_000 + b"x\n8,2\n1,9", b" [" * 100_000, b"[" * 400_000, b"+-" * 20_000, b'"' * 99_999):
            assert isinstance(tried(data), str)
        assert read(b"\n" * 200_000 + b"8,2\n1,9").counts.tolist() == COUNTS


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='0123.,;\t\n\r "[]-abne', max_size=40).map(str.encode) | st.binary(max_size=30))
def test_any_file_is_read_or_refused_by_a_sentence(data):
    tried(data)


# Kinds of files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", ["a,b/8,2/1,9", "true,a,b/a,8,2/b,1,9", "# n/true,a,b/a,8,2/b,1,9/,,"])
@pytest.mark.parametrize("mark", [*",;\t|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_text_of_all_marks_codes_and_ends(rows, mark, end):
    text = rows.replace(",", mark).replace("/", end)
    for code in ("utf-8", "utf-8-sig", "utf-16", "latin-1"):
        for separator in (None, mark):
            found = read(text.encode(code), separator=separator)
            assert found.labels == ["a", "b"] and found.counts.tolist() == COUNTS


@pytest.mark.parametrize("data", [b"8.0;2,0\n1,0;9.", b'"8,0",2\n1,"9,0"', b"8e0,2\n1,9\n,\n\n", b"8|2\n1|9"])
def test_whole_numbers_however_they_are_written(data):
    found = read(data)
    assert found.counts.tolist() == COUNTS and found.labels == ["0", "1"]
    assert read(data, columns_are_true=True).counts.tolist() == [[8, 1], [2, 9]]


def test_counts_of_thousands_and_signs():
    for data in ("1 234;5\n1 234 567;12 345", "1’234\t5\n1'234'567\t12'345", '"1 234",5\n"1,234,567",12 345'):
        assert read(data.encode()).counts.tolist() == [[1234, 5], [1234567, 12345]]
    with pytest.raises(ValueError, match="line 2: the count -2 is negative"):
        read("5,1\n\u22122,3".encode())


def test_blanks_separate_if_one_says_so(tmp_path):
    np.savetxt(tmp_path / "blanks.txt", COUNTS)
    assert read(tmp_path / "blanks.txt", separator=" ").counts.tolist() == COUNTS
    np.savetxt(tmp_path / "m.csv", COUNTS, delimiter=",", header="a,b")
    assert read(tmp_path / "m.csv").labels == ["a", "b"]
    np.save(tmp_path / "m.npy", np.array(COUNTS, dtype=float))
    assert read(tmp_path / "m.npy").counts.tolist() == COUNTS
    np.save(tmp_path / "m.npy", np.zeros((2, 2, 2)))
    with pytest.raises(ValueError, match=r"cannot be read as npy \(its shape is \(2, 2, 2\)\); save it"):
        read(tmp_path / "m.npy")


def test_what_pandas_writes_it_reads(tmp_path):
    pandas = pytest.importorskip("pandas", reason="extra files")
    y, p = np.repeat(["a", "b"], 10), np.repeat(["a", "b", "a", "b"], [8, 2, 1, 9])
    pairs = pandas.DataFrame({"n": range(20), "prediction": p, "label": y})
    turned = pandas.crosstab(pandas.Series(p, name="predicted"), pandas.Series(y, name="true"))
    sure = pandas.DataFrame(
        {"label": y, "proba_a": np.where(p == "a", 0.9, 0.2), "proba_b": np.where(p == "a", 0.1, 0.8)}
    )
    formats = {".csv": lambda frame, path, index: frame.to_csv(path, index=index)}
    for ending, library, write in (
        (".xlsx", "openpyxl", lambda frame, path, index: frame.to_excel(path, index=index)),
        (".parquet", "pyarrow", lambda frame, path, index: frame.to_parquet(path)),
        (".json", "pandas", lambda frame, path, index: frame.to_json(path, **({} if index else {"orient": "records"}))),
    ):
        try:
            __import__(library)
        except ImportError:
            continue
        formats[ending] = write
    for ending, write in formats.items():
        path = tmp_path / f"file{ending}"
        for frame, kind in ((pairs.drop(columns="n"), "labels"), (sure, "probabilities"), (turned, "matrix")):
            write(frame, path, kind == "matrix")
            found = read(path)
            assert (found.kind, found.labels) == (kind, ["a", "b"]), path
            # pandas leaves the names of the sides out of JSON: then the note says that nothing says which is true.
            unsaid = kind == "matrix" and ending == ".json"
            assert found.counts.tolist() == ([[8, 1], [2, 9]] if unsaid else COUNTS), (path, found.notes)
            assert not unsaid or any(note.startswith("Rows are taken as true") for note in found.notes)
        path.write_bytes(b"PK\x03\x04 and no more")
        assert re.search("this cannot be read as|this is a binary file", tried(path))


def test_sheets_and_sizes_of_a_workbook(tmp_path, monkeypatch):
    pandas = pytest.importorskip("pandas", reason="extra files")
    pytest.importorskip("openpyxl", reason="extra files")
    with pandas.ExcelWriter(tmp_path / "two.xlsx") as book:
        pandas.DataFrame(COUNTS).to_excel(book, sheet_name="first", header=False, index=False, startrow=3, startcol=2)
        pandas.DataFrame([[1, 2]]).to_excel(book, sheet_name="second")
    found = read(tmp_path / "two.xlsx")
    assert found.counts.tolist() == COUNTS and found.notes[0] == "Of 2 sheets only the first, 'first', is read."
    with open(tmp_path / "two.xlsx", "rb") as file:
        assert read(file).counts.tolist() == COUNTS
    with pytest.raises(ValueError, match="a binary file and no text; .* give the path of an Excel"):
        read((tmp_path / "two.xlsx").read_bytes())
    size = (tmp_path / "two.xlsx").stat().st_size
    monkeypatch.setattr("confusion.report.tables.LARGEST", size + 1)  # and more when it is unpacked
    with pytest.raises(ValueError, match="more than"):
        read(tmp_path / "two.xlsx")


def test_a_missing_library_is_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "m.json").write_text("[[8, 2], [1, 9]]")
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert main([str(tmp_path / "m.json")]) == 2
    told = capsys.readouterr()
    assert not told.out and re.fullmatch("JSON needs pandas; install the extra files .*'.\\[files\\]'.*\n", told.err)
    assert read(b"8,2\n1,9").counts.tolist() == COUNTS


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'[{"true": "a"}, {"true"', "this cannot be read as JSON"),
        (b'{"a": [5, 1], "a": [2, 3]}', "the name 'a' is there twice"),
        (b'{"a": [5, 1], "b": [2]}', "this cannot be read as JSON"),
        (b"[[[8, 2], [1, 9]], [[1, 2], [3, 4]]]", "if these are several matrices, give one"),
        (b"[[8, 2], [1]]", "row 2"),
        (b"[]", "is one cell|nothing|empty"),
        (b"[3, 4]", "is one cell"),
    ],
)
def test_json_that_is_no_table(data, words):
    pytest.importorskip("pandas", reason="extra files")
    with pytest.raises(ValueError, match=words):
        read(data)


# What the titles say -------------------------------------------------------------------------------------------------

ROWS, COLUMNS = "Turned, because the rows are called '{}'", "Turned, because the columns are called '{}'"
UNSAID = "Rows are taken as true, for nothing says which side is"
SIDES = [
    ("predicted,a,b\na,8,1\nb,2,9", ROWS.format("predicted")),
    ("Predicted class;a;b\na;8;1\nb;2;9", ROWS.format("Predicted class")),
    ("y_pred\ta\tb\na\t8\t1\nb\t2\t9", ROWS.format("y_pred")),
    ("predicted \\ true,a,b\na,8,1\nb,2,9", ROWS.format("predicted")),
    ("\t\ta\tb\nPrediction\ta\t8\t1\n\tb\t2\t9", ROWS.format("Prediction")),
    ("\tActual\t\n\ta\tb\na\t8\t1\nb\t2\t9", COLUMNS.format("Actual")),
    ("Ground truth\n,a,b\na,8,1\nb,2,9", COLUMNS.format("Ground truth")),
    ("class,a,b\na,8,2\nb,1,9", UNSAID),
    ("Results per class\n,a,b\na,8,2\nb,1,9", UNSAID),
    ("real estate,b\n8,2\n1,9", UNSAID),
    ("predicted,b\n8,2\n1,9", UNSAID),
    ("Actual,a,b\na,8,2\nb,1,9", None),
    ("Predictions\n,a,b\na,8,2\nb,1,9", None),
    ("Predicted a,Predicted b\n8,2\n1,9", None),
    ("Actual a,Actual b\n8,1\n2,9", COLUMNS.format("Actual")),
    ("pred_a,8,1\npred_b,2,9", ROWS.format("pred")),
]


@pytest.mark.parametrize(("text", "note"), SIDES)
def test_one_named_axis_says_which_side_is_true(text, note):
    """A matrix of which one side is named was read with rows true, and said so."""
    found = read(text.encode())
    assert found.counts.tolist() == COUNTS
    assert [one.split(":")[0].split(";")[0] for one in found.notes] == ([note] if note else [])
    told = report(found)
    assert told["notes"] == [*found.notes] and all(note in " ".join(as_text(told).split()) for note in found.notes)


def test_who_says_which_side_is_true_is_obeyed():
    for data in (b"true,a,b\na,8,1\nb,2,9", b"predicted,a,b\na,8,1\nb,2,9", b"8,1\n2,9"):
        found = read(data, columns_are_true=True)
        assert found.counts.tolist() == COUNTS and found.notes == ()
        assert read(data, rows_are_true=True).counts.tolist() == [[8, 1], [2, 9]]


@pytest.mark.parametrize("mark", [*",\t;"])
@pytest.mark.parametrize("title", ["", "true,predicted\n", "y_true,y_pred\n", '"true class",answer\n', "is,was\n"])
@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("0", "1"), ("-1", "10"), ("Zürich", "no, thanks")])
def test_labels(mark, title, first, second):
    pairs = [(first, first)] * 8 + [(first, second)] * 2 + [(second, first)] + [(second, second)] * 9
    text = title.replace(",", mark) + "\n".join(f'"{true}"{mark}"{said}"' for true, said in pairs)
    found = read(text.encode())
    assert found.kind == "labels" and found.labels == [first, second] and found.counts.tolist() == COUNTS
    guessed = "The first column is taken as true." in found.notes
    assert guessed == (title in ("", "is,was\n"))


@pytest.mark.parametrize(
    ("data", "options", "wanted", "notes"),
    [
        (b"id,y_true,y_pred,sure\n1,a,a,.9\n2,a,b,.8\n3,b,b,.7\n4,b,b,.6", {}, [[1, 1], [0, 2]], ["Columns that are not"]),
        (b"predicted,true\na,a\nb,a\nb,b\nb,b", {}, [[1, 1], [0, 2]], []),
        (b"y_true,y_pred\n0,1\n1,1", {}, [[0, 1], [0, 1]], []),
        (b"x,y\n1,0\n0,0\n1,1\n0,0", {"true": "y", "predicted": "x"}, [[2, 1], [0, 1]], []),
        (b"y,m1,m2\na,a,b\nb,a,b\nb,b,b", {"predicted": "m2"}, [[0, 1], [0, 2]], ["Columns that are not used: 'm1'"]),
        (b"true,pred,w\na,a,8\na,b,2\nb,a,1\nb,b,9", {"count": "w"}, COUNTS, ["Column 'w' says how many"]),
        (b"true,pred,n\na,a,8.0\na,b,2\nb,a,1\nb,b,9", {}, COUNTS, ["Column 'n' says how many"]),
        (b"true,pred,n\na,a,8\na,b,2\nb,b,9", {"count": ""}, [[1, 1], [0, 1]], ["Columns that are not used: 'n'"]),
        (b"true,predicted\ntrue,true\nfalse,true\nfalse,false", {}, [[1, 1], [0, 1]], []),
        (b"10,10\n2.0,2\n10,2.0\n1,1", {}, [[1, 0, 0], [0, 1, 0], [0, 1, 1]], ["The first column is taken as true."]),
        (b'"two\nlines",a\n"two  lines","two\r\nlines"\na,a', {}, [[1, 0], [1, 1]], ["The first column"]),
        (b",true,false\ntrue,8,2\nfalse,1,9", {}, COUNTS, [UNSAID]),
        (b"true,false,a\nfalse,8,2\na,1,9", {"kind": "matrix"}, COUNTS, []),
        (b"5,1\n1,5", {"kind": "labels"}, [[0, 1], [1, 0]], ["The first column is taken as true."]),
        (b",some,all\nsome,8,2\nall,1,9", {}, COUNTS, ["'all' is taken for a class", UNSAID]),
        (b"true,a,b,c\na,8,2,0\nb,1,9,0", {}, COUNTS, ["Rows and columns are", "Without example and prediction"]),
        (b"true,a,b\na,6,2\nb,1,9\nc,1,1", {}, [[6, 2, 0], [1, 9, 0], [1, 1, 0]], ["Rows and columns are matched"]),
        (b"0,0,0\n0,8,2\n0,1,9", {}, COUNTS, [UNSAID, "Without example and prediction, and left"]),
        (b"90,25\n10,75", {}, [[90, 25], [10, 75]], [UNSAID, "Each column sums to 100"]),
        (b"true,true\nfalse,false\ntrue,true\nfalse,true", {}, [[1, 1], [0, 2]], ["The first column is"]),
    ],
)  # fmt: skip
def test_counts_and_notes(data, options, wanted, notes):
    found = read(data, **options)
    assert found.counts.tolist() == wanted
    assert len(found.notes) == len(notes) and all(map(str.startswith, found.notes, notes)), found.notes


@pytest.mark.parametrize(
    "data",
    [
        b"true,a,b\na,0.8,0.2\nb,0.4,0.6\na,0.3,0.7\nb,0.1,0.9",
        b"true;a;b\r\na;0,8;0,2\r\nb;0,4;0,6\r\na;0,3;0,7\r\nb;0,1;0,9\r\n;;\r\n",
        b"y\ta\tb\na\t.801\t.2\nb\t.4\t.6\na\t.3\t.7\nb\t.1\t.9",  # rounded
        b"id,true,a,b\n1,a,0.8,0.2\n2,b,0.4,0.6\n3,a,0.3,0.7\n4,b,0.1,0.9",
        b"true,a,b\na,80%,20%\nb,40 %,60 %\na,30%,70%\nb,10%,90%",
        b"a,b,truth\n.8,.2,a\n.4,.6,b\n.3,.7,a\n.1,.9,b",
        b"file,prob_a,prob_b,target\n1,.8,.2,a\n2,.4,.6,b\n3,.3,.7,a\n4,.1,.9,b",
        b"species,p(a),p(b)\na,.8,.2\nb,.4,.6\na,.3,.7\nb,.1,.9",
        b"true,.pred_a,.pred_b\na,.8,.2\nb,.4,.6\na,.3,.7\nb,.1,.9",
        b"true,prob_b\na,.2\nb,.6\na,.7\nb,.9",
        b"true,proba\n0,.2\n1,.6\n0,.7\n1,.9",
        b"y_true,y_pred\nFalse,.2\nTrue,.6\nFalse,.7\nTrue,.9",
    ],
)
def test_probabilities(data):
    found = read(data)
    assert found.kind == "probabilities" and found.labels in (["a", "b"], ["0", "1"], ["False", "True"])
    np.testing.assert_allclose(found.probabilities, [[0.8, 0.2], [0.4, 0.6], [0.3, 0.7], [0.1, 0.9]], atol=1e-3)
    assert found.true.tolist() == [0, 1, 0, 1] and found.counts.tolist() == [[1, 1], [0, 2]]
    np.testing.assert_allclose(found.probabilities.sum(axis=1), 1)


def test_probabilities_that_look_like_something_else():
    found = read(b"true,0,1\n0,0.9,0.1\n1,0,1.0\n0,0.5,0.5")
    assert found.kind == "probabilities" and found.counts.tolist() == [[2, 0], [0, 1]]  # of a tie the first
    assert read(b"true,a,b\nb,0.9,0.1\na,0.2,0.8").kind == "probabilities"
    assert read(b"true,a,b\na,1,0\nb,0,1", kind="probabilities").counts.tolist() == [[1, 0], [0, 1]]
    assert read(b"y,1.0,2.0\n1,0.9,0.1\n2,0.2,0.8\n2.0,0.1,0.9").counts.tolist() == [[1, 0], [0, 2]]
    found = read(b"label,predictor,prey\nprey,0.3,0.7\npredictor,0.9,0.1\nprey,0.6,0.4")
    assert found.kind == "probabilities" and found.counts.tolist() == [[1, 0], [1, 1]]
    found = report(read(b"true,a,b,c\na,.8,.1,.1\nb,.3,.6,.1\nb,.5,.2,.3\na,.2,.1,.7"))
    assert found["counts"] == [[1, 0, 1], [1, 1, 0], [0, 0, 0]] and [*found["rules"]] == ["argmax"]
    assert "code" not in found and found["notes"][1].startswith("No rule divides by the shares")


@pytest.mark.parametrize("Q", [3, 5, 8, 20])
def test_probabilities_of_two_digits(Q):
    rng = np.random.default_rng(Q)
    true, P = np.arange(200) % Q, rng.dirichlet(np.ones(Q), 200)
    lines = [f"{t}," + ",".join(f"{p:.2f}" for p in row) for t, row in zip(true, P)]
    data = "\n".join(["true," + ",".join(map(str, range(Q))), *lines])
    assert read(data.encode()).counts.sum() == 200
    with pytest.raises(ValueError, match="line 2: the probabilities sum to"):
        read(data.replace(lines[0].split(",")[1], "0.95", 1).replace("\n0,0.95", "\n0,1.95", 1).encode())


NOBODY = {
    "a slice of a test": "N N,N N,N N,Au Au,Au Au,Au Af,Au Af,Ab Ab,Ab N,Ab Ab",
    "one class alone": "3 3,3 1,3 5,3 1,3 3,3 3",
    "numbers": "1 1,1 2,10 10,10 2,10 1",
}


@pytest.mark.parametrize("words", NOBODY.values(), ids=NOBODY)
def test_a_prediction_that_nobody_has_is_an_error_of_the_others(words):
    """It was refused, with the advice to leave such examples out: these are the errors."""
    y, a = np.array([pair.split() for pair in words.split(",")]).T
    found = report(read(words.replace(",", "\n").replace(" ", ",").encode(), kind="labels"))
    classes = sorted({*y, *a}, key=lambda label: (len(label), label) if label.isdigit() else (0, label))
    assert found["labels"] == classes and found["counts"] == sk.confusion_matrix(y, a, labels=classes).tolist()
    value, seen = found["measures"], [label for label in classes if label in y]
    recalls = sk.recall_score(y, a, labels=seen, average=None)
    assert value["accuracy"] == pytest.approx(sk.accuracy_score(y, a))
    assert 1 - value["balanced_error"] == pytest.approx(recalls.mean())
    assert value["macro_f1"] == pytest.approx(sk.f1_score(y, a, average="macro"))
    assert value["kappa"] == pytest.approx(sk.cohen_kappa_score(y, a))
    assert value["mcc"] == pytest.approx(sk.matthews_corrcoef(y, a))
    C = np.array(sk.confusion_matrix(y, a, labels=classes, normalize="true"))
    C = (C * (1 - np.eye(len(classes))))[[label in seen for label in classes]]
    assert value["operator_norm"] == pytest.approx(np.linalg.norm(C, 2))
    assert value["confusion_rate"] == pytest.approx(np.linalg.norm(C) / np.sqrt(len(seen)))
    assert [one["label"] for one in found["classes"]] == seen
    assert [1 - one["error"] for one in found["classes"]] == pytest.approx(recalls)
    for name, (low, high) in found["intervals"].items():
        assert low <= value[name] <= high, name
    text = " ".join(as_text(found).split())
    assert "Predicted but nobody's true label: " in text and "leave" not in text and "NaN" not in json.dumps(found)


# What is refused -----------------------------------------------------------------------------------------------------

BAD = {
    b"": "the file is empty; give a matrix",
    b" \r\n;;;\n\xa0": "the file is empty",
    b"# nothing\n": "the file is empty but for comments|line 1 is one cell",
    b"PK\x03\x04\x00\x00": "a binary file and no text; save the table as CSV",
    b"5,1\n-2,3": "line 2: the count -2 is negative",
    b"5,1\n\n\n2.5,3": "line 4: 2.5 is not a whole number",
    b"a,b\n0.9,0.1\n0.2,0.8": "line 2, column 'a': 0.9 is not a whole number; give counts of examples, and no shares",
    b"5,1\nnan,3": "line 2: nan is no count; write 0",
    b"5,inf\n2,3": "line 1: inf is no count",
    b"5,1,2\n2,x,4\n1,2,3": "line 2: 'x' is no number",
    b"5,,1\n2,3,4\n2,2,2": "line 1: '' is no number",
    b"5,12.000\n2,3": "line 1: 12.000 may be 12 or a number of thousands",
    b"5;12,000\n2;3": "line 1: 12,000 may be 12 or a number of thousands",
    b'"5,000",1\n2,3': "line 1: 5,000 may be 5 or a number of thousands",
    b"5,1e13\n2,3": "line 1: the count 1e13 is larger than 1e\\+12",
    b"5,1\n2,3,4": "lines 1 and 2 have 2 and 3 cells; give all as many",
    b"5,1,2\n2,3,4": "there are 2 lines of 3 cells; give a square matrix",
    b"7": "line 1 is one cell; give two or more, separated by commas",
    b"5:1\n2:3": "line 1 is one cell",
    b"8 2\n1 9": "this is a table in columns of blanks, as pandas, R and NumPy print it: paste it into the page Your own",
    b"a,\nb,": "line 1 is one cell",
    b"true,predicted": "there is nothing but line 1; give one for each class",
    b"true,a,b\na,0,8,0,2": "lines 1 and 2 have 3 and 5 cells; .* quote what holds a separator",
    b"1" * 400 + b",2\n3,4": "line 1: a cell has more than 200 characters",
    b'"a,b\na,a\nb,b': "line 3: unexpected end of data; close quotation marks",
    b"a,a\nb,NaN\nb,b": "line 2: a label is missing; leave out examples without",
    b"a,a\na,a\na,a": "there is one class, a; a confusion needs two or more",
    b"0,0\n0,0": "there is no example at all; give counts",
    b"5,0\n0,0": "there is one class, 0; a confusion needs two or more",
    b",a,b\nc,5,1\na,2,3": "line 1 names a column 'a' where the row is named 'c'; name both alike",
    b"a,b,a\n5,1,1\n1,5,1\n1,1,5": "line 1: class 'a' is there twice",
    b"a,,c\n5,1,1\n1,5,1\n1,1,5": "line 1: a class has no name",
    b"5,1,6\n2,3,5\n7,4,11": "line 3: the last row and column are the sums of the others",
    b",a,b,Total\na,5,1,6\nb,2,3,4": "the column 'Total' is not the sum of the others; leave it out",
    b",a,b,Total\na,8,2,10\nb,3,9,10\nTotal,9,11,20": "the row 'Total' is not the sum of the others",
    b"a,b\n95%,5%\n0%,100%": "line 2, column 'a': 95% is a share; give counts of examples",
    b"true,a,b\na,0.9,0.1\nb,0.2,0.8": "this may be a matrix of shares, or probabilities of one example of each class",
    b"x,a,...,b\na,8,...,2\n": "line 1: '...' stands where lines or cells were left out of a print; give all",
    b"true,predicted\na,A\nb,B\nb,B": "line 2: no prediction is a true label, as 'A' for 'a'; name the classes in both",
    b"1,0.9\n0,0\n1,0.4": "line 1: '0.9' is a score and no label; give a column of",
    b"y,score\na,0.9\nb,0\na,0.4": "column 'score' is the probability of which class\\? Call it 'a' or 'b'",
    b"y,score\na,0.9\nb,0\nc,0.4": "column 'score' alone is a score of two classes, and there are 3; give",
    b"a,b,c\na,b,c\nc,b,c\na,a,a\na,a,a": "there are 5 lines of 3 cells; give a square matrix",
    b"true,a,b\na,0.8,0.3\nb,0.1,0.9\nb,0.1,0.9": "line 2: the probabilities sum to 1.1; give one for every class",
    b"true,a,b\na,80,20\nb,10,90\nb,15,85\nb,1,99": "line 2: the probabilities are per cent; divide them by 100",
    b"true,a,b\na,1.2,-0.2\nb,0.1,0.9\nb,0.1,0.9\na,1,0": "line 2: '-0.2' is no probability",
    b"true,a,b\na,0.8,0.2\nb,0.1,NA\nb,0.1,0.9\na,1,0": "line 3: 'NA' is no probability",
    b"true,a,b\na,0.8,0.2\nc,0.1,0.9\nb,0.1,0.9\na,1,0": "line 3: the true label 'c' has no column; the columns are",
    b"true,a,b\na,0.8,0.2\na,0.6,0.4\na,0.9,0.1\na,1,0": "there is one class, a; a confusion needs two or more",
    b"a,b\n8,2\n1,9\xc2\x9b31m": "a binary file and no text",
    "a,b\n\u202ea,8,2\nb,1,9".encode(): "line 2: the invisible character U.202E turns the direction",
    b"a," + b"x" * 200_000 + b"\na,a": "line 1: field larger than field limit",
    "\n".join(f"{k},{k}" for k in range(2001)).encode(): "there are 2001 classes, more than 2,000; merge some",
}  # fmt: skip


@pytest.mark.parametrize(("data", "words"), BAD.items(), ids=range(len(BAD)))
def test_bad_files_are_refused_with_a_sentence(data, words):
    assert re.search(words, tried(data)), tried(data)


@pytest.mark.parametrize(
    ("data", "options", "words"),
    [
        (b"5,1,2\n2,3,4", {"kind": "matrix"}, "a matrix has as many rows as columns"),
        (b"a,b,c\na,b,c", {"kind": "labels"}, "labels need two columns"),
        (b"1,0.2,0.8\n0,0.3,0.7", {"kind": "probabilities"}, "line 1: probabilities need a line of titles"),
        (b"a,a\nb,b\nb,a", {"columns_are_true": True}, "only a matrix can have true columns"),
        (b"8,2\n1,9", {"columns_are_true": True, "rows_are_true": True}, "cannot both be; leave one out"),
        (b"true,x\na,b", {"predicted": "y"}, "line 1 has not one column 'y'; the titles are 'true', 'x'"),
        (b"8,2\n1,9", {"kind": "table"}, "kind must be one of"),
        (b"8,2\n1,9", {"separator": ", "}, "separator must be one character"),
        (b" " * 50_000_001, {}, "the file has more than 50,000,000 bytes; give its"),
        *((mark * 4_000_001, {}, "the file has more than 4,000,000 lines; give its") for mark in (b"\n", b"\r", b"[")),
    ],
    ids=range(12),
)
def test_what_does_not_fit_the_options(data, options, words):
    with pytest.raises(ValueError, match=words):
        read(data, **options)


@pytest.mark.parametrize("source", [None, 3, io.StringIO("8,2\n1,9"), [[8, 2], [1, 9]]])
def test_what_is_no_file_is_refused(source):
    with pytest.raises(TypeError, match="source must be a path, a binary file or bytes"):
        read(source)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device without an end")
def test_a_file_without_an_end_is_refused(capsys):
    with at_most(60):
        assert main(["/dev/zero"]) == 2
    assert "the file has more than 50,000,000 bytes" in capsys.readouterr().err
