"""Cells that run in the page, driven as a reader would: nothing before the click, then Python beside the book."""

import json
import re
from contextlib import contextmanager

import pytest

from coursemachine.notebooks import grade
from tests.browser.conftest import SITE, missing, serving, until, visiting
from tests.browser.test_pages import grave

pytestmark = pytest.mark.slow
#: A chapter whose second cell is an exercise, and one with a figure that takes values between its marks.
EXERCISE, FIGURE = "foundations/grow-and-prune.html", "copa/the-update.html"
#: Milliseconds: a start takes about 20 s of one processor, which others may want as well.
START, RUN = 240_000, 120_000
#: What the chapter would tell of its second cell if that took long.
FACTS = {2: dict(seconds=21, slow=True, smaller=[["cases, hidden=random_shares, mistakes=mistakes)", "cases[:2])"]])}
SOLUTION = """def impurity(p, kind):
    import numpy as np
    p = np.asarray(p, dtype=float)
    if kind == "errors":
        return 1 - p.max()
    if kind == "gini":
        return 1 - (p**2).sum()
    return -(p[p > 0] * np.log(p[p > 0])).sum()  # LONG
""".replace("LONG", "longer than the box, so that it scrolls; " * 5)


@pytest.fixture(scope="module")
def server():
    """A server of its own, which a test ends."""
    with serving() as server:
        yield server


def with_python():
    """Skip where the files of Python were not assembled."""
    if not any(SITE.glob("_static/pyodide/*/pyodide-lock.json")):
        missing("the built book has no Python in it: python -m coursemachine.live.assemble, then make html")


class Reader:
    """What a reader does with the cells of a page."""

    def __init__(self, visit):
        self.visit, self.page = visit, visit.page

    def cell(self, words):
        """The first cell whose code has these words now; it stays that cell when its code is changed."""
        place = self.page.evaluate(
            "words => [...document.querySelectorAll('div.cell')].findIndex("
            "(node) => node.querySelector('.cell_input')?.textContent.includes(words))",
            words,
        )
        assert place >= 0, f"no cell has {words!r}"
        return self.page.locator("div.cell").nth(place)

    def settle(self, wait=RUN):
        """Wait until nothing runs."""
        until(self.page, "document.documentElement.dataset.live === 'ready'", timeout=wait)
        return self.page.locator(".live-status").inner_text()

    def press(self, cell, name="Run"):
        """Press a button of a cell, unfolded if its code is folded."""
        cell.evaluate("node => node.querySelectorAll('details').forEach(one => (one.open = true))")
        cell.evaluate("node => node.closest('.toggle-hidden')?.classList.remove('toggle-hidden')")
        cell.locator(".live-row").get_by_role("button", name=re.compile(f"^{name}, cell")).click()

    def run(self, cell, wait=RUN, name="Run"):
        """Run a cell, and wait."""
        self.page.evaluate("() => delete document.documentElement.dataset.live")
        self.press(cell, name)
        return self.settle(wait)

    def stop(self, cell, text):
        """Run a text in the place of a cell's code that prints "on it" and does not end, and stop it."""
        self.write(cell, text)
        self.press(cell)
        cell.locator(".live-streaming").get_by_text("on it").wait_for(timeout=RUN)
        self.page.get_by_role("button", name="Stop", exact=True).click()
        return self.settle()

    def write(self, cell, text):
        """Put a text in the place of a cell's code, by keys."""
        if not cell.locator(".live-editor").count():
            self.press(cell, "Edit")
        field = cell.locator(".cm-content")
        field.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)

    def output(self, cell):
        """Text of a cell's output without the line that marks it."""
        return cell.locator(".cell_output .output pre").first.text_content().strip()


@contextmanager
def reading(chromium, address, path, facts=None, **options):
    """A reader on a page; `facts` of its cells take the place of those that the book was made with."""
    with_python()
    with visiting(chromium, address, **options) as visit:
        if facts:
            told = f'<script type="application/json" id="live-cells">{json.dumps(facts)}</script></head>'

            def with_facts(route):
                response = route.fetch()
                without = re.sub('<script[^>]*id="live-cells">.*?</script>', "", response.text(), flags=re.S)
                route.fulfill(response=response, body=without.replace("</head>", told, 1))

            visit.page.route(f"**/{path}", with_facts, times=1)
        visit.open(path)
        yield Reader(visit)


@pytest.fixture(scope="module")
def reader(chromium, server):
    """A reader of the chapter with the exercise; the tests below follow each other and share one Python."""
    with reading(chromium, server.url, EXERCISE, FACTS) as reader:
        yield reader


def asked(visit, *words):
    """Addresses that were asked for and have one of the words."""
    return [address for address in visit.loaded if any(word in address for word in words)]


def test_nothing_is_loaded_before_the_click(reader):
    assert reader.page.locator(".live-row").count() > 5
    assert asked(reader.visit, "live/", "pyodide", "codemirror", "_sources") == [
        address for address in reader.visit.loaded if re.search(r"live/\w+/live\.(js|css)", address)
    ]
    assert not reader.page.evaluate("() => performance.getEntriesByType('resource').some(e => /worker/.test(e.name))")
    assert not grave(reader.page)


def test_only_what_a_cell_needs_is_loaded(reader):
    cell = reader.cell("solution=True")
    reader.write(cell, "import asyncio\nawait asyncio.sleep(0)\n1 + 1")
    assert reader.run(cell, START).startswith("Done")
    assert reader.output(cell) == "2"
    assert [re.split("[-_]", address.split("/")[-1])[0] for address in asked(reader.visit, ".whl")] == ["learning"]
    reader.write(cell, "cases")
    assert reader.run(cell).startswith("Done")
    assert asked(reader.visit, "numpy") and not asked(reader.visit, "matplotlib", "scikit")
    assert reader.page.locator(".live-progress").inner_text() == ""
    reader.press(cell, "Reset")


STAGES = """async () => {
  const front = document.querySelector("script[src*='live.js']").src;
  const { Progress } = await import(new URL("progress.js", front).href);
  const kept = localStorage.getItem("live times");
  localStorage.setItem("live times", '{"long": 10, "short": 0}');
  const place = document.createElement("p");
  const progress = new Progress(place);
  const told = [];
  const tell = () => told.push(place.textContent);
  progress.begin("Python", "long", 2e6), tell();
  progress.came(1.5e6), tell();
  progress.came(1.9e6), tell();
  progress.begin("scipy", "new", 14e6), progress.came(1e6), tell();
  progress.begin("cell 3", "short"), tell();
  progress.end(), progress.end(), tell();
  progress.end(), tell();
  told.push(localStorage.getItem("live times"));
  kept === null ? localStorage.removeItem("live times") : localStorage.setItem("live times", kept);
  return told;
}"""


def test_a_reader_who_waits_is_told_the_stage_and_what_remains(reader):
    assert reader.page.evaluate(STAGES) == [
        "Python, 0.0 of 2.0 MB, about 10 s more",
        "Python, 1.5 of 2.0 MB, about 10 s more",
        "Python, loaded, getting ready, about 10 s more",
        "scipy, 1.0 of 14 MB",
        "cell 3",
        "Python, loaded, getting ready, about 10 s more",
        "",
        None,  # what takes no time is not kept
    ]


def test_a_cell_runs_and_gives_what_the_book_has(reader):
    cell = reader.cell("cases = [")
    before = reader.output(cell)
    told = reader.run(cell, START)
    assert told.startswith("Done"), told
    assert cell.get_attribute("data-live") == "same"
    assert reader.output(cell) == before == "impurity: not written yet"
    assert "same output as in the book" in cell.locator(".live-mark").inner_text()
    assert not reader.visit.outside
    assert not reader.visit.errors


def test_an_exercise_is_checked_and_stays(reader):
    stub = reader.page.locator("div.cell.tag_stub").first
    reader.write(stub, "def impurity(p, kind):\n    return 0.5\n")
    reader.page.keyboard.press("Shift+Enter")
    verdict = stub.locator(".live-verdict")
    until(reader.page, "() => document.querySelector('.live-verdict')?.dataset.verdict === 'wrong'", timeout=RUN)
    assert "it should give" in verdict.inner_text()
    reader.write(stub, SOLUTION)
    reader.run(stub)
    assert verdict.get_attribute("data-verdict") == "right", verdict.inner_text()
    assert verdict.inner_text().startswith("Right in")
    assert not grave(reader.page)


def test_a_change_is_marked_and_taken_back(reader):
    cell = reader.cell("solution=True")
    before = reader.output(cell)
    text = cell.locator("pre").first.text_content()
    reader.write(cell, text + "print('mine')\n")
    assert reader.run(cell).startswith("Done")
    assert cell.get_attribute("data-live") == "own"
    assert reader.output(cell).endswith("mine")
    assert cell.locator(".live-mark").inner_text() == "Your output."
    reader.press(cell, "Reset")
    assert reader.output(cell) == before
    assert cell.get_attribute("data-live") is None
    assert cell.locator(".cm-content").inner_text().split() == text.split()
    reader.press(cell, "Close")
    assert cell.locator("pre").first.is_visible() and not cell.locator(".live-editor").count()


def note(cell):
    """What the row of a cell says."""
    return cell.locator(".live-note").inner_text()


def test_a_long_cell_says_so_and_offers_a_smaller_size_which_makes_those_below_old(reader):
    cell, below = reader.cell("check(impurity, cases"), reader.cell("solution=True")
    reader.run(below)
    assert note(below).startswith("Run") and below.get_attribute("data-live") == "same"
    reader.press(cell, "Reset")
    assert note(cell) == "Takes about 20 s, measured when the book was made; Run all passes over it."
    assert reader.run(cell, name="Smaller").startswith("Done")
    assert reader.output(cell) == "impurity: right in 2 cases of 2"
    assert note(cell).endswith("at a smaller size than the book's.")
    assert note(below) == "Made before cell 2 above was changed; run this again."
    reader.press(cell, "Reset")
    # Its names say so, which Python has to read.
    below.get_by_text("Made before cell 2 above was changed back; run this again.").wait_for()
    # It runs what was changed back, too.
    reader.run(below)
    assert note(below).startswith("Run") and reader.output(cell) == "impurity: right in 8 cases of 8"


def test_on_paper_there_are_no_buttons_and_the_code_is_as_changed(reader):
    page = reader.page
    cell = page.locator("div.cell.live-changed").first
    page.emulate_media(media="print")
    try:
        assert page.locator(".live-row:visible, .live-bar:visible, .live-editor:visible").count() == 0
        assert "import numpy as np" in cell.locator("pre").first.inner_text()
        assert cell.locator("pre").first.is_visible()
    finally:
        page.emulate_media(media="screen")
    assert cell.locator(".live-editor").is_visible() and cell.locator("pre").first.is_hidden()


def test_an_error_has_a_sentence_and_the_line(reader):
    cell = reader.cell("solution=True")
    reader.write(cell, "a = 1\nb = 0\na / b\n")
    told = reader.run(cell)
    assert told.startswith("An error in cell"), told
    error = cell.locator(".live-error")
    assert "This cell stopped in line 3: ZeroDivisionError" in error.inner_text()
    assert "kernel" not in error.inner_text()
    assert cell.get_attribute("data-live") == "error"
    link = reader.page.locator(".live-status a")
    link.click()
    row = cell.locator(".live-row")
    assert link.inner_text() == row.locator(".live-number").inner_text() in told
    assert row.evaluate("node => node.contains(document.activeElement)")


TYPED = """import matplotlib.pyplot as plt
class Pasted:
    def _repr_html_(self):
        return "<b>bold</b><script>parent.document.title = 'taken'; fetch('https://example.org/')</script>"
class Drawn:
    def _repr_svg_(self):
        return "<svg><style>body { display: none }</style><text onclick='document.title = 1'>drawn</text></svg>"
class Forged:
    def _repr_mimebundle_(self):
        front = {"_esm": "export default { render() { document.title = 'taken' } }", "_css": "body { display: none }"}
        return {"model": "x", "coursemachine": {"figure": front}, "front": front}
plt.plot([1, 2])
plt.show()
display(Drawn(), Forged())
Pasted()
"""


def test_what_people_type_and_paste_does_no_harm(reader):
    cell, title = reader.cell("a / b"), reader.page.title()
    reader.write(cell, TYPED)
    assert reader.run(cell).startswith("Done")
    assert not cell.locator(".output.stderr").count() and cell.locator(".picture svg").count()
    assert cell.frame_locator("iframe.live-html").locator("b").inner_text() == "bold"
    # A frame is as high as what is in it, and no higher.
    until(reader.page, "document.querySelector('iframe.live-html').offsetHeight < 100")
    # A drawing keeps what is honest in it, and the front end of a figure is the site's own.
    cell.locator(".picture text", has_text="drawn").dispatch_event("click")
    assert reader.page.title() == title and not reader.visit.outside
    reader.write(cell, "input('name? ')")
    reader.run(cell)
    assert "cannot ask for keys" in cell.locator(".live-sentence").inner_text()
    reader.write(cell, "%timeit 1")
    reader.run(cell)
    assert "Jupyter's own" in cell.locator(".live-sentence").inner_text()
    reader.write(cell, "a / b")


WRITTEN = """class Written:
    def _repr_markdown_(self):
        return "# Title\\n\\n- **a** and $x^2$\\n- `b`\\n\\n| c |\\n|--:|\\n| [d](https://example.org) |\\n\\n<b>no</b>"
Written()
"""


def test_what_says_itself_in_markdown_is_read_as_such(reader):
    cell = reader.cell("a / b")
    reader.write(cell, WRITTEN)
    assert reader.run(cell).startswith("Done")
    shown = cell.locator(".text_markdown")
    for found in ("h1:text('Title')", "li strong:text('a')", "li .math", "li code:text('b')", "table.table td a"):
        assert shown.locator(found).count() == 1, found
    shown.locator("li mjx-container").wait_for()  # MathJax is asked for when a formula is new
    assert "<b>no</b>" in shown.inner_text()
    reader.write(cell, "a / b")


def test_a_restart_forgets_what_a_deleted_line_has_made(reader):
    cell = reader.cell("a / b")
    for text, found in (("gone = 5", None), ("print('gone' in globals())", "True"), (None, "False")):
        if text is None:
            reader.page.evaluate("() => delete document.documentElement.dataset.live")
            reader.page.get_by_role("button", name="Restart").click()
            assert "forgotten" in reader.settle()
        else:
            reader.write(cell, text)
        assert reader.run(cell).startswith("Done")
        assert found is None or reader.output(cell) == found
    reader.write(cell, "a / b")


#: Too few iterations, twice; scikit-learn before 1.9.1 cannot tell it of the first.
TOO_FEW = """import sys
from sklearn.svm import LinearSVC
X, y = [[0.0], [1.0], [2.0], [0.5]], [0, 1, 2, 1]
LinearSVC(multi_class="crammer_singer", max_iter=50_000).fit(X, y)
print("of the first nothing", file=sys.stderr)
for _ in range(2):
    LinearSVC(max_iter=1, loss="hinge").fit(X, y)
"""


def test_a_warning_is_shown_unless_it_counts_nothing(reader):
    cell = reader.cell("a / b")
    reader.write(cell, TOO_FEW)
    assert reader.run(cell).startswith("Done")
    warned = cell.locator(".output.stderr").inner_text()
    assert warned.startswith("of the first nothing")
    assert warned.count("Liblinear failed to converge") == 2
    reader.write(cell, "a / b")


#: Asks another site, and tells what the browser says to that.
BEACON = """import js
js.eval("addEventListener('securitypolicyviolation', (event) => { self.refused = event.effectiveDirective }); "
        "fetch('https://example.org/?mine').catch(() => {})")
"""


def test_nothing_that_a_reader_writes_leaves_the_site(reader):
    refused = """() => new Promise((done) => {
      document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective), { once: true });
      fetch("https://example.org/?mine").catch(() => {});
    })"""
    assert reader.page.evaluate(refused) == "connect-src"
    cell = reader.cell("a / b")
    reader.write(cell, BEACON)
    assert reader.run(cell).startswith("Done")
    reader.write(cell, "print(js.refused)")
    reader.run(cell)
    assert reader.output(cell) == "connect-src"
    reader.write(cell, "a / b")


def test_stop_ends_python_where_memory_is_not_shared(reader):
    cell = reader.cell("check(impurity, cases")
    assert "what it had computed is gone" in reader.stop(cell, "print('on it')\nwhile True:\n    pass\n")


def test_what_was_written_is_there_after_a_reload(reader):
    reader.visit.open(EXERCISE)
    code = reader.cell("1 - (p**2).sum()").locator("pre").first
    assert code.inner_text().startswith("def impurity(p, kind):\n    import numpy as np")
    assert not asked_since(reader.page)
    assert "earlier visit" in reader.page.locator(".live-status").inner_text()
    # Not of the exercise alone.
    changed = reader.page.locator("div.live-changed")
    assert changed.count() > 1
    # The book's outputs say that they are not of this code, until it runs.
    unrun = reader.page.locator(".live-unrun")
    before = unrun.count()
    assert before and "was not run yet" in unrun.first.inner_text()
    cells = reader.page.locator("div.cell")
    cell = cells.nth(next(k for k in range(cells.count()) if cells.nth(k).locator(".live-unrun").count()))
    reader.write(cell, "1 + 1")
    reader.run(cell, START)
    assert unrun.count() == before - 1 and cell.locator(".live-unrun").count() == 0
    with reader.page.expect_download() as download:
        reader.page.get_by_role("button", name="Download my notebook").click()
    assert "import numpy as np\\n    p = np.asarray" in download.value.path().read_text(encoding="utf-8")
    with reader.page.expect_download() as download:
        reader.page.get_by_role("button", name="Download my answers").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert "solution=True" not in text and download.value.suggested_filename == "grow-and-prune-answers.ipynb"
    handed_in = grade.read(download.value.path())  # every stub of the page, and nothing else
    assert handed_in["impurity"].startswith("def impurity(p, kind):\n    import numpy as np")
    assert {*handed_in} == {name for name, (chapter, _) in grade.stubs().items() if f"{chapter}.html" == EXERCISE}
    reader.page.get_by_role("button", name="Give the book's cells back").click()
    assert changed.count() == unrun.count() == 0
    reader.visit.open(EXERCISE)
    assert changed.count() == 0


def asked_since(page):
    """Files of the live part that the page has asked for since it was loaded, but for the first two."""
    names = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    return [name for name in names if re.search(r"pyodide|codemirror|_sources|live/\w+/(?!live\.)", name)]


def test_from_the_second_visit_on_neither_a_network_nor_headers_are_needed(reader, server):
    page = reader.visit.open(FIGURE)
    # The editor needs the page's notebook, which is kept for later.
    reader.press(page.locator("div.cell", has=page.locator(".live-row")).last, "Edit")
    page.locator(".cm-content").wait_for()
    server.shutdown()
    server.server_close()
    page.reload(wait_until="load")
    # The store sends what a server would have to send for Stop to interrupt.
    assert page.evaluate("() => crossOriginIsolated")
    figure = page.locator("div.cell", has=page.locator("figure.numbered .cf input[type=range]")).last
    assert figure.locator(".cf-exact").count() == 0
    assert reader.run(figure, START).startswith("Done")
    assert figure.get_attribute("data-live") == "same"


def test_a_figure_takes_values_between_its_marks(reader):
    page = reader.page
    figure = page.locator("div.cell", has=page.locator("figure.numbered .cf input[type=range]")).last
    field, text = figure.locator(".cf-exact input").first, figure.locator(".cf-text")
    before = text.inner_text()
    field.fill("1.23")
    field.press("Enter")
    now = "[...document.querySelectorAll('.cell[data-live] .cf-text span')].at(-1).textContent"
    answered = f"before => ![before, 'Waiting for Python …'].includes({now})"
    until(page, answered, arg=before, timeout=RUN)
    assert "1.2" in figure.locator(".cf-control", has=page.locator(".cf-exact")).first.inner_text()
    assert "Error" not in text.inner_text()
    assert figure.locator("figcaption .caption-number").count() == 1


def test_stop_interrupts_where_memory_is_shared(reader):
    cell = reader.page.locator("div.cell", has=reader.page.locator(".live-row")).last
    assert "still holds" in reader.stop(cell, "kept = 41\nprint('on it')\nwhile True:\n    pass\n")
    reader.write(cell, "print(kept + 1)")
    reader.run(cell)
    assert reader.output(cell) == "42"
    assert not reader.visit.outside


def test_a_phone_is_wide_enough(chromium, site):
    with reading(chromium, site, EXERCISE, width=390) as reader:
        cell = reader.cell("left, right = [1, 3, -1, -1, -1]")
        reader.press(cell, "Edit")
        cell.locator(".cm-content").wait_for()
        width = "() => document.documentElement.scrollWidth"
        assert reader.page.evaluate(width) <= 390
        for button in reader.page.locator(".live-row button:visible").all():
            assert button.bounding_box()["height"] >= 44 - 0.1


def test_without_python_beside_the_book_there_is_no_button(chromium, site):
    with_python()
    with visiting(chromium, site) as visit:
        strip = "new MutationObserver(() => document.querySelector('meta[name=live-python]')?.remove())"
        visit.page.add_init_script(f"{strip}.observe(document, {{childList: true, subtree: true}})")
        visit.open(EXERCISE)
        assert visit.page.locator(".live-row, .live-bar").count() == 0
