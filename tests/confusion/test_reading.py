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
#: the page *Your own matrix* where it reads otherwise.  Then short texts, options of `read`, and what they give.
EXPECTED, TEXTS = json.loads(Path(__file__).with_name("corpus.json").read_text(encoding="utf-8")).values()
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


def tried(source, **options):
    """What was read, or the sentence."""
    try:
        found = read(source, **options)
    except (ValueError, ImportError) as error:  # JSON needs pandas
        assert re.search(r"[;?]|, got ", str(error)) and "\n" not in str(error) and len(str(error)) < 400, error
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


def assert_as_expected(source, wanted, **options):
    found = tried(source, **options)
    if isinstance(found, str) and found.startswith("JSON needs pandas"):
        pytest.skip("extra files")
    if isinstance(wanted, str):
        assert isinstance(found, str) and found.startswith(wanted), found
        return
    kind, labels, counts, *notes = wanted
    assert (found.kind, found.labels, found.counts.tolist()) == (kind, labels, counts)
    assert len(found.notes) == len(notes) and all(map(str.startswith, found.notes, notes)), found.notes
    told = report(found)
    assert told["notes"] == [*found.notes] and all(note in " ".join(as_text(told).split()) for note in found.notes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_read_right_or_refused(path):
    assert_as_expected(path, EXPECTED[path.name]["command"])


@pytest.mark.parametrize(("text", "options", "wanted"), TEXTS, ids=range(len(TEXTS)))
def test_texts_are_read_right_or_refused(text, options, wanted):
    assert_as_expected(text.encode(), wanted, **options)


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


@pytest.mark.parametrize("rows", ["a,b/8,2/1,9", "true,a,b/a,8,2/b,1,9", "# n/true,a,b/a,8,2/b,1,9/,,"])
@pytest.mark.parametrize("mark", [*",;\t|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_text_of_all_marks_codes_and_ends(rows, mark, end):
    text = rows.replace(",", mark).replace("/", end)
    for code in ("utf-8", "utf-8-sig", "utf-16", "latin-1"):
        for separator in (None, mark):
            found = read(text.encode(code), separator=separator)
            assert found.labels == ["a", "b"] and found.counts.tolist() == COUNTS


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


@pytest.mark.slow
@pytest.mark.parametrize("Q", [150, 1000])
def test_any_number_of_classes(Q, tmp_path):
    N = np.random.default_rng(0).binomial(2, 0.02, (Q, Q)) + 30 * np.eye(Q, dtype=int)
    names = [f"intent {k:03}" for k in range(Q)]
    lines = [f"{names[p]},{names[q]}" for p, q in zip(*N.nonzero()) for _ in range(N[p, q])]
    matrix = "\n".join(" ".join(map(str, row)) for row in N)
    with at_most(60):  # a tenth of that where nothing else runs
        found = read("\n".join(["y_true,y_pred", *lines]).encode())
        assert found.labels == names and (found.counts == N).all() and (read(matrix.encode()).counts == N).all()
        assert as_text(report(found)).startswith(f"Read as labels and predictions: {Q} classes")


def test_what_pandas_writes_it_reads(tmp_path, monkeypatch):
    pandas, *_ = (pytest.importorskip(name, reason="extra files") for name in ("pandas", "openpyxl", "pyarrow"))
    y, p = np.repeat(["a", "b"], 10), np.repeat(["a", "b", "a", "b"], [8, 2, 1, 9])
    frames = {
        "labels": pandas.DataFrame({"prediction": p, "label": y}),
        "probabilities": pandas.DataFrame(
            {"label": y, "proba_a": 0.2 + (p == "a") / 2, "proba_b": 0.8 - (p == "a") / 2}
        ),
        "matrix": pandas.crosstab(pandas.Series(p, name="predicted"), pandas.Series(y, name="true")),
    }
    for ending in (".csv", ".xlsx", ".parquet", ".json"):
        path = tmp_path / f"file{ending}"
        for kind, frame in frames.items():
            write = getattr(frame, {".xlsx": "to_excel"}.get(ending, f"to_{ending[1:]}"))
            write(path, **({"index": kind == "matrix"} if ending in (".csv", ".xlsx") else {}))
            found = read(path)
            assert (found.kind, found.labels) == (kind, ["a", "b"]), path
            # pandas leaves the names of the sides out of JSON: then a note says that nothing says which is true.
            unsaid = any(note.startswith("Rows are taken as true") for note in found.notes)
            assert found.counts.tolist() == ([[8, 1], [2, 9]] if unsaid else COUNTS), (path, found.notes)
            assert unsaid == (kind == "matrix" and ending == ".json")
        path.write_bytes(b"PK\x03\x04 and no more")
        assert re.search("this cannot be read as|this is a binary file", tried(path))
    path = tmp_path / "two.xlsx"
    with pandas.ExcelWriter(path) as book:
        pandas.DataFrame(COUNTS).to_excel(book, sheet_name="first", header=False, index=False, startrow=3, startcol=2)
        pandas.DataFrame([[1, 2]]).to_excel(book, sheet_name="second")
    with open(path, "rb") as file:
        found = read(file)
    assert found.counts.tolist() == COUNTS and found.notes[0] == "Of 2 sheets only the first, 'first', is read."
    assert "give the path of an Excel" in tried(path.read_bytes())
    monkeypatch.setattr("confusion.report.tables.MAX_BYTES", path.stat().st_size + 1)  # and more when it is unpacked
    assert "more than" in tried(path)


def test_a_missing_library_is_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "m.json").write_text('{"a": [8, 1], "b": [2, 9]}')
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert main([str(tmp_path / "m.json")]) == 2
    told = capsys.readouterr()
    assert not told.out and re.fullmatch("JSON needs pandas; install the extra files .*'.\\[files\\]'.*\n", told.err)
    assert read(b"8,2\n1,9").counts.tolist() == COUNTS


@pytest.mark.parametrize("title", ["", "true,predicted\n", "y_true,y_pred\n", '"true class",answer\n', "is,was\n"])
@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("0", "1"), ("-1", "10"), ("Zürich", "no, thanks")])
def test_labels(title, first, second):
    pairs = [(first, first)] * 8 + [(first, second)] * 2 + [(second, first)] + [(second, second)] * 9
    found = read((title + "\n".join(f'"{true}","{said}"' for true, said in pairs)).encode())
    assert found.kind == "labels" and found.labels == [first, second] and found.counts.tolist() == COUNTS
    assert ("The first column is taken as true." in found.notes) == (title in ("", "is,was\n"))


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
    "words",
    ["N N,N N,N N,Au Au,Au Au,Au Af,Au Af,Ab Ab,Ab N,Ab Ab", "3 3,3 1,3 5,3 1,3 3,3 3", "1 1,1 2,10 10,10 2,10 1"],
)
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
    for average in ("macro", "weighted"):
        assert value[f"{average}_f1"] == pytest.approx(sk.f1_score(y, a, average=average, zero_division=0))
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
    assert "Predicted but never a true label: " in text and "leave" not in text and "NaN" not in json.dumps(found)


LONG = {
    b"1" * 400 + b",2\n3,4": "line 1: a cell has more than 200 characters",
    b"a," + b"x" * 200_000 + b"\na,a": "line 1: field larger than field limit",
    "\n".join(f"{k},{k}" for k in range(2001)).encode(): "there are 2001 classes, more than 2,000; merge some",
    b" " * 50_000_001: "the file has more than 50,000,000 bytes; give its",
} | {mark * 4_000_001: "the file has more than 4,000,000 lines; give its" for mark in (b"\n", b"\r", b"[")}


@pytest.mark.parametrize(("data", "words"), LONG.items(), ids=range(len(LONG)))
def test_what_is_too_large_is_refused(data, words):
    assert tried(data).startswith(words)


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
