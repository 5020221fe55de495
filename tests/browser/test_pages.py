"""Every page of the built book: nothing fails, nothing comes from outside, nobody is shut out, nothing is heavy."""

import gzip

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import by_turns, pages, ready

# Typeset formulas are MathJax's own affair.
PAGE = {"exclude": [["mjx-container"]]}
# Four fifths of a page are parts of formulas and of coloured code, and axe looks at each of them: for its time
# every formula is a letter, of every kind of word in code one is left, and of the rows of buttons, all alike, two.
THIN = """() => {
  window.thinned = [];
  const leave = (node, kept) => (thinned.push([node, [...node.childNodes]]), node.replaceChildren(...kept));
  for (const formula of document.querySelectorAll("mjx-container")) leave(formula, ["x"]);
  const kinds = new Set();
  const first = (word) => word.nodeType !== 1 || !(kinds.has(word.className) || !kinds.add(word.className));
  for (const code of document.querySelectorAll(".highlight pre")) leave(code, [...code.childNodes].filter(first));
  for (const row of [...document.querySelectorAll(".live-row")].slice(2)) leave(row, []);
}"""
WHOLE = "() => thinned.forEach(([node, children]) => node.replaceChildren(...children))"
# Only colours differ between the modes.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
# All have the same colours but for their figures, and axe takes seconds.
DARK = by_turns(pages(), 16)
LIMIT_KB = 600


def test_page_loads_without_errors_and_by_itself(desktop):
    assert desktop.outside == []
    assert desktop.errors == []
    assert [url for url, response in desktop.loaded.items() if response.status >= 400] == []


def test_page_is_light(desktop, page_path):
    """Compressed weight of the page and all it loads, without MathJax."""
    # A list: asking for a body lets late answers in, and the dictionary would grow under the loop.
    loaded = [(url, response) for url, response in desktop.loaded.items() if "/mathjax/" not in url]
    parts = {url: len(gzip.compress(response.body())) for url, response in loaded}
    total = sum(parts.values()) / 1000
    heaviest = sorted(parts.items(), key=lambda part: -part[1])[:4]
    print(f"{page_path}: {total:.0f} kB")
    assert total <= LIMIT_KB, f"{total:.0f} kB, above all {heaviest}"


def test_controls_wait_for_nothing(desktop):
    """They are there before the page's other scripts, MathJax among them, have run: an order, not a time."""
    ready, others = desktop.page.evaluate(
        "() => [performance.getEntriesByName('figures-ready')[0]?.startTime ?? 0,"
        " performance.getEntriesByType('navigation')[0].domContentLoadedEventStart]"
    )
    assert ready <= others


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_nobody_is_shut_out(desktop, page_path, mode):
    """axe-core finds nothing serious or critical; in the dark a third of the pages is looked at, by turns."""
    if mode == "dark" and page_path not in DARK:
        return
    page = desktop.page
    page.evaluate("mode => Object.assign(document.documentElement.dataset, { mode, theme: mode })", mode)
    # The theme fades between its colours; measure the ones it arrives at.
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState != 'running')")
    page.evaluate(THIN)
    found = Axe().run(page, context=PAGE, options={"resultTypes": ["violations"]} | RULES[mode]).response["violations"]
    page.evaluate(WHOLE)
    grave = [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
        if rule["impact"] in ("serious", "critical")
    ]
    assert grave == []


def test_formulas_are_no_stops_of_the_tab_key(desktop):
    ready(desktop.page)
    assert desktop.page.locator("mjx-container[tabindex]:not(.wide)").count() == 0


def test_folds_are_called_by_the_words_they_show_each_by_its_own(desktop):
    folds = desktop.page.locator("details.hide > summary")
    assert set(folds.evaluate_all("all => all.map((one) => one.ariaLabel)")) <= {None}
    names = folds.locator("p:visible").all_inner_texts()
    assert len(set(names)) == len(names) == folds.count()


def test_words_come_before_code(desktop, page_path):
    """On a chapter's page a paragraph stands before the first code, open or folded."""
    code = desktop.page.locator(".bd-article div.cell_input, .bd-article details.hide").first
    if code.count() and not page_path.startswith("together/"):
        words = desktop.page.locator(".bd-article section > p").first
        assert words.evaluate("(p, code) => !!(p.compareDocumentPosition(code) & 4)", code.element_handle())
