"""Every page of the built book: nothing fails, nothing comes from outside, nobody is shut out, nothing is heavy."""

import gzip

import pytest
from axe_playwright_python.sync_playwright import Axe

# Typeset formulas are MathJax's own affair, and most of a page's elements.
PAGE = {"exclude": [["mjx-container"]]}
# Only colours differ between the modes.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
LIMIT_KB, LIMIT_SECONDS = 600, 2


def test_page_loads_without_errors_and_by_itself(desktop):
    assert desktop.outside == []
    assert desktop.errors == []
    assert [url for url, response in desktop.loaded.items() if response.status >= 400] == []


def test_page_is_light(desktop, page_path):
    """Compressed weight of the page and all it loads, without MathJax, and the time to the first control."""
    # A list: asking for a body lets late answers in, and the dictionary would grow under the loop.
    loaded = [(url, response) for url, response in desktop.loaded.items() if "/mathjax/" not in url]
    parts = {url: len(gzip.compress(response.body())) for url, response in loaded}
    total = sum(parts.values()) / 1000
    heaviest = sorted(parts.items(), key=lambda part: -part[1])[:4]
    print(f"{page_path}: {total:.0f} kB")
    assert total <= LIMIT_KB, f"{total:.0f} kB, above all {heaviest}"
    ready = desktop.page.evaluate("performance.getEntriesByName('figures-ready')[0]?.startTime ?? 0")
    assert ready <= LIMIT_SECONDS * 1000


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_nobody_is_shut_out(desktop, mode):
    """axe-core finds nothing serious or critical."""
    page = desktop.page
    page.evaluate("mode => Object.assign(document.documentElement.dataset, { mode, theme: mode })", mode)
    # The theme fades between its colours; measure the ones it arrives at.
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished))")
    found = Axe().run(page, context=PAGE, options={"resultTypes": ["violations"]} | RULES[mode]).response["violations"]
    grave = [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
        if rule["impact"] in ("serious", "critical")
    ]
    assert grave == []


def test_page_fits_a_phone(visit, page_path):
    page = visit(width=390).open(page_path)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    # A figure wider than its column is cut off even where the page itself does not scroll.
    cut = "figure => figure.getBoundingClientRect().right > innerWidth + 0.5"
    for selector in (".cf", ".picture", "figure.numbered"):
        assert page.locator(selector).evaluate_all(f"figures => figures.filter({cut}).length") == 0
