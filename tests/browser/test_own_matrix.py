"""The reader's own matrix: the page computes as confusion.report does, and what both read they read alike.

The page reads more than the command: what people paste.  Nothing typed breaks it.
"""

import ast
import base64
import json
import re
from pathlib import Path

import numpy as np
import pytest

from confusion.report import read, report
from confusion.report.arithmetic import shift_code
from confusion.report.reading import Reading
from coursemachine.controls import Scene
from coursemachine.controls.front import standalone
from tests.browser.conftest import until
from tests.browser.test_arithmetic import assert_alike
from tests.browser.test_front_end import HARNESS
from tests.browser.test_pages import grave
from tests.chapters.stored import states_of
from tests.confusion.test_reading import CORPUS, EXPECTED, texts, tried
from tests.confusion.test_report import COUNTS, two

pytestmark = pytest.mark.slow
CHAPTER = "decisions/your-own-matrix"
FIELD = "Your matrix, or labels and predictions"


def state():
    return next(one for one in states_of(CHAPTER) if one.get("kind") == "ownmatrix")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "own.html"
    kept = {key: value for key, value in state().items() if not key.startswith("_")}
    path.write_text(standalone(kept), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def opened(chromium, address):
    """The page, loaded once, and its errors."""
    page = chromium.new_page(viewport={"width": 900, "height": 900})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda asked: errors.append(asked.url) if not asked.url.startswith(("file:", "blob:")) else None)
    page.goto(address)
    yield page
    page.close()
    assert errors == []


@pytest.fixture
def page(opened):
    """Its first state."""
    opened.get_by_role("button", name="Reset").click()
    return opened


def typed(page, text):
    """What the page says below the field when a text stands there."""
    page.get_by_label(FIELD).fill(text)
    page.get_by_label(FIELD).dispatch_event("change")
    return page.locator(".cf-own-wrong").inner_text()


def counts():
    rng = np.random.default_rng(0)
    yield from (COUNTS.tolist(), [[8, 2], [1, 9]], [[3, 0], [0, 4]], [[5, 0], [3, 0]])
    yield from ([[0, 4, 0], [0, 0, 3], [9, 0, 0]], np.eye(26, dtype=int).tolist())
    yield [[8, 2, 0], [0, 8, 2], [2, 0, 8]]  # three equal singular values
    # Two that are equal, .45, and that rounding makes unequal.
    yield [[100, 0, 0, 0, 0], [27, 73, 0, 0, 0], [36, 0, 64, 0, 0], [0, 0, 0, 55, 45], [0, 0, 0, 0, 100]]
    yield [[90_000_000, 7], [10_000, 4_000_000]]
    # Classes that nobody has.
    yield from (
        [[8, 2, 0], [0, 0, 0], [1, 4, 5]],
        [[0, 0], [60, 15]],
        [[0, 0, 0, 0], [0, 5, 5, 0], [0, 0, 0, 0], [1, 2, 0, 3]],
    )
    for Q in (2, 3, 7, 26, 60):
        for _ in range(4):
            N = rng.integers(0, 60, (Q, Q)) * rng.integers(0, 2, (Q, Q))
            yield (N + np.diag(rng.integers(1, 900, Q))).tolist()


def test_numbers_are_those_of_the_report(compute):
    given = list(counts())
    for N, found in zip(given, compute("describeCounts(s, s.map((_, k) => String(k)))", given), strict=True):
        wanted = report(Reading("matrix", [str(k) for k in range(len(N))], np.array(N)))
        for key in ("kind", "level", "corrected", "notes"):
            del wanted[key]
        wanted["intervals"] = {name: wanted["intervals"][name] for name in found["intervals"]}
        assert set(found) == set(wanted) and len(found["intervals"]) == 3
        assert_alike(found, wanted, f"{len(N)} classes", rtol=1e-7, atol=1e-8)
    labels = ["it's", 'a "b"', "ü\\"]
    [code] = compute("shiftCode(s, [3, 2, 1])", [labels])
    assert code[:2] == shift_code(labels, [3, 2, 1])[:2]
    assert ast.literal_eval(re.search(r"array\((\[.*\])\)\[", code[2])[1]) == labels


def pairs():
    """Files with two predictions: of few classes and many, with bad ones, with equal ones, and with one answer."""
    rng = np.random.default_rng(0)
    yield from (two()[0], two("p1", "p2", n=30)[0].replace(b"y_true", b"label"))
    for Q, n in ((2, 40), (3, 12), (7, 400), (26, 900)):
        true = np.concatenate([np.arange(Q), rng.integers(0, Q, n) % rng.integers(1, Q + 1, n)])
        one, other, rest = (
            np.where(rng.random(n + Q) < wrong, rng.integers(0, Q, n + Q), true) for wrong in (0.4, 0.1, 0)
        )
        for first, second in ((one, other), (other, one), (one, one), (rest, 0 * true)):
            rows = "\n".join(",".join(map(str, row)) for row in zip(true, first, second))
            yield f"actual,svm,tree\n{rows}".encode()


def test_two_predictions_are_compared_as_the_report_does(compute):
    given = list(pairs())
    found = compute("((f) => [f, compare(f.against.rows, f.labels)])(readCounts(s))", [data.decode() for data in given])
    lacking = {"largest_class_error", "g_mean", "operator_norm", "frobenius_norm", "confusion_rate"}
    for data, (one, compared) in zip(given, found, strict=True):
        wanted = report(read(data))
        assert (one["kind"], one["notes"], one["N"]) == ("labels", wanted["notes"], wanted["counts"])
        assert one["against"]["titles"] == [wanted["comparison"].pop(key) for key in ("predicted", "against")]
        assert {*compared["measures"]} == {*wanted["measures"]}
        single = len({line.split(b",")[-1] for line in data.splitlines()[1:]}) == 1
        for name, pair in compared["measures"].items():
            assert (pair["interval"] is None) == (name in lacking or single and name == "mcc"), name
            if pair["interval"] is None:
                wanted["comparison"]["measures"][name]["interval"] = None
        assert_alike(compared, wanted["comparison"], "comparison", rtol=1e-7, atol=1e-8)


READ = """(() => {
  try {
    return readCounts(...decoded(Uint8Array.from(atob(s), (one) => one.charCodeAt(0))));
  } catch (error) {
    return error.message;
  }
})()"""
#: What people paste (letters of Latin-1, each a byte), with what the page reads of it or its sentence.
PASTED = json.loads(Path(__file__).with_name("pasted.json").read_text(encoding="utf-8"))


def read_by(page, files):
    """What the page makes of each file, `in_a_worker`: kind, labels, counts and notes, or a sentence."""
    told = in_a_worker(page, READ, [base64.b64encode(data).decode() for data in files])
    for data, found in zip(files, told, strict=True):
        if isinstance(found, str):
            assert re.match(r"[A-Z'].*[;?].*[.?]$", found) and len(found) < 330 and "\n" not in found, (data, found)
            assert "undefined" not in found and "NaN" not in found, (data, found)
            yield found
        else:
            yield [found["kind"], found["labels"], found["N"], *found["notes"]]


def core(sentence):
    """Its first half, but for capitals and the kind of quotation marks."""
    return sentence.split(";")[0].lower().replace('"', "'").rstrip(".?")


#: The page takes less, and says otherwise what a field, and a quotation mark in it, are.
OTHERWISE = "Nothing is here|more than 1,000,000,000|this page takes 300|a quotation mark|a cell has more than 200"


def test_what_people_paste_is_read_or_refused(modules, compute):
    given = [(text.encode("latin-1"), wanted) for text, wanted in PASTED]
    given += [(CORPUS[name], one.get("page", one["command"])) for name, one in EXPECTED.items()]
    for end in (b"\r\n", b"\r"):
        given += [(data.replace(b"\n", end), wanted) for data, wanted in given[:50] if not {0, 13} & {*data}]
    # What takes hours where two parts of a pattern take the same letters.
    bare = next(wanted for text, wanted in PASTED if text == "8,2\n1,9")
    given += [("\n".join(f"{k},{k}" for k in range(301)).encode(), "there are 301 classes")]
    given += [(b"\n" * 200_000 + b"8,2\n1,9", bare), (b"=" * 400_000 + b"\n8,2\n1,9", bare)]
    for (data, wanted), found in zip(given, read_by(modules, [data for data, _ in given]), strict=True):
        if isinstance(wanted, str):
            alike = isinstance(found, str) and (core(found).startswith(core(wanted)) or re.search(OTHERWISE, found))
        else:
            alike = found[:3] == wanted[:3] and len(found) == len(wanted)
            alike = alike and all(map(str.startswith, found[3:], wanted[3:]))
        assert alike, (data[:60], wanted, found)
    weighed = "(() => { try { return readCounts('1,2\\n'.repeat(s)) } catch (error) { return error.message } })()"
    assert compute(weighed, [1_250_001])[0].startswith("This has 5.0 MB, and this page takes 5; give its")


def in_a_worker(page, expression, states, seconds=120):
    """As `compute`, but beside the page, and given up after a time: what hangs there cannot be stopped otherwise."""
    body = f"""import {{ readCounts, decoded }} from "{page.url}";
      onmessage = ({{ data }}) => postMessage(data.map((s) => {expression}));"""
    return page.evaluate(
        """([body, states, seconds]) => new Promise((done, fail) => {
          const url = URL.createObjectURL(new Blob([body], { type: "text/javascript" }));
          const worker = new Worker(url, { type: "module" });
          const late = () => { worker.terminate(); fail(new Error("the page hangs")); };
          const clock = setTimeout(late, 1000 * seconds);
          worker.onerror = ({ message }) => fail(new Error(message));
          worker.onmessage = ({ data }) => { clearTimeout(clock); worker.terminate(); done(data); };
          worker.postMessage(states);
        })""",
        [body, states, seconds],
    )


def differences(page, files):
    """Files that both read, and not alike."""
    files = list(files)
    for data, found in zip(files, read_by(page, files), strict=True):
        wanted = tried(data)
        if isinstance(found, str) or isinstance(wanted, str):
            continue
        if found[:3] != [wanted.kind, wanted.labels, wanted.counts.tolist()]:
            yield data, wanted, found


def test_every_beginning_of_a_file_is_read_by_both_alike(modules):
    """Who types a file types its beginnings, and a tab that hangs loses what was typed."""
    assert [*differences(modules, (data[: k + 1] for data in CORPUS.values() for k in range(len(data))))] == []


def test_texts_that_nobody_would_write_are_read_by_both_alike(modules):
    assert [*differences(modules, texts(1500, seed=1))] == []


def test_what_a_reader_sees(page):
    assert page.locator(".cf-own-wrong").inner_text() == ""
    assert typed(page, "sick,well\n8,2\n1,9") == ""
    said = page.locator(".cf-text").inner_text()
    assert "2 classes, 20 examples. Accuracy 0.850, operator norm 0.200" in said and "worst class is sick" in said
    table = " ".join(page.get_by_role("table", name="Measures").inner_text().split())
    assert "G-mean 0.849 in Python" in table and "accuracy 0.850 0.621 to 0.968" in table
    assert page.locator(".cf-picture [stroke^='var(--cf-accent']").count() == 1
    # What cannot be read: a sentence; what was typed and what was shown stay.
    for bad in ("8,2\n1", "8,2\n1,x", "8,0\n0,0", ""):
        assert typed(page, bad).endswith("What stands below is the last matrix that could be read.")
        assert page.get_by_label(FIELD).input_value() == bad and page.locator(".cf-text").inner_text() == said
        assert page.get_by_label(FIELD).get_attribute("aria-invalid") == "true"
    assert "NaN" not in page.locator(".cf").inner_text()
    # A name is a name.
    assert typed(page, "<img src=x onerror=throw>,b\n8,2\n1,9") == "" and page.locator(".cf img").count() == 0
    assert "<img src=x onerror=throw>" in page.get_by_role("table", name="Classes, worst first").inner_text()
    typed(page, "8,2\n1,9")
    page.get_by_role("button", name="swap rows and columns").click()
    assert page.get_by_label(FIELD).input_value() == "8,1\n2,9"
    with page.expect_download() as download:
        page.get_by_role("button", name="download the rule").click()
    assert download.value.path().read_text(encoding="utf-8").splitlines() == [
        *shift_code("ab", [9, 11])[:2], 'predicted = np.array(["0", "1"])[(P * weights).argmax(axis=1)]',
    ]  # fmt: skip


def test_three_hundred_classes_stay_fluid(page):
    """No grid of 90,000 cells: the classes of the entries that make most of the norm are drawn."""
    N = np.diag(np.full(300, 40)) + np.random.default_rng(0).binomial(2, 0.02, (300, 300))
    N[7, 5] = N[270, 290] = 60
    text = "\n".join([",".join(f"intent {k}" for k in range(300)), *(",".join(map(str, row)) for row in N)])
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    assert typed(page, text) == ""
    spent = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    assert 0 < spent["TaskDuration"] < 5  # seconds of the processor, whatever else runs; a fifth is enough
    picture = page.get_by_role("img", name="Matrix of 26 classes of 300, those of the largest entries of the norm")
    assert picture.locator("rect").count() < 700 and "intent 7" in picture.text_content()
    assert "300 classes" in page.locator(".cf-text").inner_text() and "m=" not in page.evaluate("location.hash")
    assert "There are 301 classes, and this page takes 300" in typed(page, "\n".join(f"{k},{k}" for k in range(301)))


def test_nothing_typed_is_lost(page):
    field, undo = page.get_by_label(FIELD), page.get_by_role("button", name="undo")
    examples = page.get_by_role("group", name="examples").get_by_role("button")
    acts = [
        examples.nth(1).click,
        page.get_by_role("button", name="swap").click,
        page.get_by_role("button", name="Reset").click,
    ]
    for act in [*acts, lambda: chosen(page, "m.csv", b"7,1\n2,9")]:
        typed(page, "sick,well\n8,2\n1,9")
        act()
        replaced = field.input_value()
        assert replaced != "sick,well\n8,2\n1,9"
        examples.nth(2).click()
        for stood in (replaced, "sick,well\n8,2\n1,9"):
            undo.click()
            assert field.input_value() == stood
        assert "20 examples" in page.locator(".cf-text").inner_text()
    # What could not be read, too.
    typed(page, "8,2\n1")
    examples.nth(0).click()
    assert page.locator(".cf-own-wrong").inner_text() == ""
    undo.click()
    assert field.input_value() == "8,2\n1" and field.get_attribute("aria-invalid") == "true"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("8,2\n2,8", "All classes have error 0.200."),
        ("5,0\n0,5", "All classes have error 0.000. There is no error."),
        ("8,2,0\n2,8,0\n0,1,9", "The worst classes are 0 and 1, with error 0.200."),
        ("8,2,0\n2,9,0\n0,0,9", "The worst class is 0, with error 0.200."),
    ],
)
def test_equal_class_errors_are_said_to_be_equal(page, text, words):
    assert typed(page, text) == "" and words in page.locator(".cf-text").inner_text()


#: Keeps the last reading of a file; what awaits it is told first, and then has the time of a task.
HEARD = """() => {
  const read = File.prototype.arrayBuffer;
  File.prototype.arrayBuffer = function () { return (window.reading = read.call(this)) };
}"""
SETTLED = "() => window.reading?.then(() => new Promise((done) => setTimeout(done)))"


def chosen(page, name, data):
    page.evaluate(HEARD)
    page.get_by_label("or a file").set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})
    page.evaluate(SETTLED)
    return page.locator(".cf-own-wrong").inner_text()


def test_a_file_is_counted_and_a_bad_one_loses_nothing(page):
    assert chosen(page, "answers.csv", b"true,predicted\na,a\na,b\nb,b") == ""
    assert page.get_by_label(FIELD).input_value() == "a,b\n1,1\n0,1"
    assert "Read as labels and predictions" in page.locator(".cf-text").inner_text()
    for data in (b"", b"PK\x03\x04\x00", b"\n" * 10, b"5,1\n-2,3"):
        sentence = chosen(page, "bad.csv", data)
        assert sentence.startswith("bad.csv: ") and page.get_by_label(FIELD).input_value() == "a,b\n1,1\n0,1"
        assert page.get_by_role("button", name="download the rule").is_disabled()
    # Of a file that is too large the field is not to blame.
    assert chosen(page, "large.csv", b"1,2\n" * 1_500_000).startswith(
        "large.csv: the file has 6.0 MB, and this page takes 5"
    )
    assert page.get_by_label("or a file").get_attribute("aria-invalid") == "true"
    assert page.get_by_label(FIELD).get_attribute("aria-invalid") == "false"
    assert typed(page, "5,1\n0,-1") and page.get_by_role("button", name="swap rows and columns").is_disabled()
    assert typed(page, "5,1\n1,3") == "" and page.get_by_role("button", name="swap rows and columns").is_enabled()
    examples = page.get_by_role("group", name="examples").get_by_role("button")
    for k, kind in enumerate(["a matrix of counts", "labels and predictions", "labels and probabilities"]):
        examples.nth(k).click()
        assert f"Read as {kind}:" in page.locator(".cf-text").inner_text()


#: To an address that may be the present one; the figure has heard of it before.
GO = """hash => location.hash === hash || new Promise((done) => {
  addEventListener("hashchange", () => done(), { once: true });
  location.hash = hash;
})"""


def test_an_address_holds_a_matrix(page):
    name = state()["name"]

    def go(words):
        page.evaluate(GO, f"#{name}?{words}")
        return page.locator(".cf-own-wrong").inner_text(), page.locator(".cf-text").inner_text()

    typed(page, '"a b","c,d"\n50,3\n2,45')
    page.wait_for_function("location.hash.includes('m=50-3_2-45')")
    kept, said = page.evaluate("location.hash.split('?')[1]"), page.locator(".cf-text").inner_text()
    page.get_by_role("button", name="Reset").click()
    assert page.locator(".cf-text").inner_text() != said
    assert go(kept) == ("", said)
    assert page.get_by_label(FIELD).input_value() == 'a b,"c,d"\n50,3\n2,45'
    for words in ("m=50,3;2,45", "m=50-3_2-45", "m=50%2C3%3B2%2C45"):
        assert go(words)[1].startswith("Read as a matrix of counts: 2 classes, 100 examples. Accuracy 0.950")
    bad = ["m=50,3;2", "m=", "m=a", "m=5,-2;3,4", "m=1-2", "m=%00", "m=50-3_2-45&names=a", "m=0-0_0-1"]
    for words in [*bad, f"m={'9-' * 5000}9"]:
        sentence, _ = go(words)
        assert sentence.startswith("The address holds no matrix. "), words
    assert "NaN" not in page.locator(".cf").inner_text()
    page.evaluate("history.replaceState(null, '', location.pathname)")


def test_python_finds_what_was_typed_and_a_new_figure_keeps_it(chromium):
    """Python in the page draws a figure of its own in the place of the book's, where a reader has typed before."""
    page = chromium.new_page()
    page.evaluate(HARNESS, [Scene._esm, state()])
    typed(page, "9,1\n2,8")
    assert page.evaluate("model.get('at').data") == "9,1\n2,8" and page.evaluate("saved") == 1
    chosen(page, "p.csv", b"true,a,b\na,0.9,0.1\nb,0.6,0.4\nb,0.2,0.8")
    given = page.evaluate("model.get('at').data")
    assert given.startswith("true,a,b\n") and read(given.encode()).kind == "probabilities"
    typed(page, "9,1\n2")
    page.evaluate("stop()")
    assert page.evaluate("Object.keys(calls)") == []
    page.evaluate(HARNESS, [Scene._esm, state()])
    assert page.get_by_label(FIELD).input_value() == "9,1\n2" and page.evaluate("model.get('at').data") == given
    assert "labels and probabilities" in page.locator(".cf-text").inner_text()
    page.evaluate("model.set('at', { data: '5,1\\n1,5' })")
    assert (
        page.get_by_label(FIELD).input_value() == "5,1\n1,5" and "12 examples" in page.locator(".cf-text").inner_text()
    )
    page.close()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_nobody_is_shut_out(page, mode):
    typed(page, "8,2\n1")
    page.emulate_media(color_scheme=mode)
    assert [one for one in grave(page, mode) if "<body" not in one] == []


def test_two_predictions_are_seen(page):
    assert typed(page, two()[0].decode()) == ""
    assert "model_b is better in macro-F1 by 0." in page.locator(".cf-text").inner_text()
    picture = page.get_by_role("img", name="model_a less model_b, with 95 % intervals: accuracy −0.")
    assert picture.locator("circle").count() == 12
    rows = page.get_by_role("table", name="model_a less model_b").locator("tbody tr")
    assert rows.count() == 13 and rows.filter(has_text="in Python").count() == 5
    assert "of 8, one that misses" in page.get_by_role("region", name="results").inner_text()
    assert typed(page, "8,2\n1,9") == "" and page.locator(".cf-picture svg").count() == 2 and rows.count() == 0


def test_it_fits_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 664})
    assert typed(page, two("a" * 90, "long names of a model")[0].decode()) == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    long = ",".join(f"class with a long name {k}" for k in range(26))
    rows = "\n".join(",".join(str(1000 if p == q else 17 * (p + q) % 23) for q in range(26)) for p in range(26))
    assert typed(page, f"{long}\n{rows}") == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert typed(page, f"{'x' * 150},y\n1000000,1\n2,3") == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "1,000,000" not in typed(page, "9" * 190 + ",1\n1," + "w" * 190)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 900, "height": 900})


def test_what_was_inferred_is_said(page):
    """A matrix was turned, or not, without a word; and a prediction that nobody has was refused."""
    assert typed(page, "predicted,a,b\na,8,1\nb,2,9") == ""
    notes = page.get_by_role("region", name="results").get_by_role("listitem")
    assert notes.all_inner_texts() == ["Turned, because the rows are called 'predicted': here, rows are true."]
    page.get_by_role("button", name="swap rows and columns").click()
    assert page.get_by_label(FIELD).input_value() == "a,b\n8,1\n2,9" and "Rows are taken as true" in notes.inner_text()
    assert typed(page, "y_true,y_pred\nN,N\nAu,Af\nAu,Au\nN,N") == ""
    assert notes.inner_text().startswith("Predicted but never a true label: 'Af' (1 of 4 examples).")
    assert "3 classes, 4 examples. Accuracy 0.750, operator norm 0.500" in page.locator(".cf-text").inner_text()
    assert page.get_by_role("table", name="Classes, worst first").locator("tbody tr").count() == 2
    assert page.get_by_role("img", name="Matrix of 3 classes").locator("rect[fill=currentColor]").count() == 6
    # No share to divide by.
    assert page.get_by_role("button", name="download the rule").is_disabled()
    assert chosen(page, "german.csv", ",größe,maß\ngröße,8,2\nmaß,1,9".encode("cp1252")) == ""
    assert notes.first.inner_text().startswith("This is no UTF-8 and was read as Windows-1252")
    assert "NaN" not in page.locator(".cf").inner_text()


#: What each lesson says of the counts 8, 2 and 1, 9 of sick and well.
LESSONS = {
    "foundations/why-accuracy-lies": "Accuracy 0.850",
    "foundations/which-measure-when": "an example costs 1.050",
    "foundations/guarantees": "missing are 140 of sick, 140 of well",
    "foundations/reductions": "One-vs-all holds 10 of sick against 10 of the rest",
    "foundations/grow-and-prune": "lower Gini from 0.500 to 0.253",
    "copa/risk-and-bounds": "is within 0.607 of the norm",
    "uma/label-noise": "by 1.44, the norm of the inverse",
    "uma/uma": "would be 0.865 in place of 0.850",
    "combo/adaboost-mm": "the edge δ = 0.700",
    "combo/from-the-norm-to-a-loss": "The norm, 0.200, is between the balanced error, 0.150",
    "combo/lower-norm": "an error below 0.1000; counted is 0.1500",
    "combo/one-shift": "1.0 times as much",
    "decisions/one-matrix": "says sick where it says well: an example costs 0.500 in place of 1.050",
    "decisions/the-least-norm": "a norm below 0.182 on these counts",
    "decisions/the-frontier": "as predicted they are 0.150 and 0.200",
    "decisions/decide-for-your-measure": "keeps every prediction. Macro-F1 is 0.850.",
    "decisions/which-one-today": "about 1.0 examples",
}


@pytest.mark.parametrize("size", [{}, {"width": 390, "height": 664}], ids=["wide", "phone"])
def test_a_matrix_read_here_appears_in_the_lessons_and_in_no_address(visit, size):
    one = visit(**size)
    page, box = one.page, one.page.locator(".cf", has_text="Now yours:")
    one.open("foundations/why-accuracy-lies.html")
    first = box.locator(".cf-text").inner_text()
    assert box.get_by_role("button", name="yours").count() == 0
    box.get_by_role("link", name="Your own matrix").click()
    until(page, "location.pathname.includes('your-own') && document.documentElement.dataset.figures === 'ready'")
    assert typed(page, "sick,well\n8,2\n1,9") == ""
    for name, words in LESSONS.items():
        one.open(f"{name}.html")
        assert words in box.locator(".cf-text").inner_text() and "Yours, as last read" in box.inner_text(), name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        box.get_by_role("button", name="nursery").press("Enter")
        assert words not in box.locator(".cf-text").inner_text() and "nursery schools" in box.inner_text()
        until(page, "location.hash.includes('whose=nursery')")
        box.get_by_role("button", name="yours").click()
        until(page, "!location.hash.includes('nursery')")
        assert words in box.locator(".cf-text").inner_text()
        assert not re.search("sick|8-2|8%2C2", page.evaluate("[location, ...document.links].map(String).join()"))
        if name == "combo/one-shift":
            assert "weights = 1 / np.array([10, 10])" in box.locator("pre").inner_text()
    one.open(f"{CHAPTER}.html").get_by_role("button", name="Reset").click()
    one.open("foundations/why-accuracy-lies.html")
    assert box.locator(".cf-text").inner_text() == first and one.errors == one.outside == []


def test_a_students_number_deals_the_same_matrix_always_and_it_is_saved(visit):
    one = visit()
    page, box = one.page, one.page.locator(".cf", has_text="Now yours:")
    one.open("foundations/why-accuracy-lies.html")

    def saved(where):
        with page.expect_download() as download:
            where.get_by_role("button", name="download as CSV").click()
        return read(download.value.path().read_bytes())

    dealt = {}
    for number in ("20251234", "20251235", "20251246"):
        box.get_by_label("A student number").fill(number)
        box.get_by_label("A student number").dispatch_event("change")
        assert "Yours, as dealt: " in box.inner_text() and number not in page.url
        dealt[number] = saved(box).counts.tolist()
    assert dealt["20251234"] == dealt["20251246"] != dealt["20251235"]
    one.open("combo/one-shift.html")
    assert "Yours, as dealt: " in box.inner_text() and saved(box).counts.tolist() == dealt["20251246"]
    one.open(f"{CHAPTER}.html")
    assert typed(page, "sick,well\n8,2\n1,9") == ""
    found = saved(page.locator(".cf", has=page.get_by_label(FIELD)))
    assert (found.labels, found.counts.tolist()) == (["sick", "well"], [[8, 2], [1, 9]])
    page.get_by_role("button", name="Reset").first.click()
    assert one.errors == one.outside == []
