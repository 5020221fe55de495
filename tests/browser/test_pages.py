"""Every page of the built book: nothing fails, nothing comes from outside, nobody is shut out, nothing is heavy."""

import gzip

import pytest
from axe_playwright_python.sync_playwright import Axe

LIMIT_KB, LIMIT_SECONDS = 600, 2


def test_page_loads_without_errors_and_by_itself(visit, page_path):
    seen = visit()
    seen.open(page_path)
    assert seen.outside == []
    assert seen.errors == []
    assert [url for url, response in seen.loaded.items() if response.status >= 400] == []


def test_page_is_light(visit, page_path):
    """Compressed weight of the page and all it loads, without MathJax, and the time to the first control."""
    seen = visit()
    page = seen.open(page_path)
    parts = {url: len(gzip.compress(r.body())) for url, r in seen.loaded.items() if "/mathjax/" not in url}
    total = sum(parts.values()) / 1000
    heaviest = sorted(parts.items(), key=lambda part: -part[1])[:4]
    print(f"{page_path}: {total:.0f} kB")
    assert total <= LIMIT_KB, f"{total:.0f} kB, above all {heaviest}"
    ready = page.evaluate("performance.getEntriesByName('figures-ready')[0]?.startTime ?? 0")
    assert ready <= LIMIT_SECONDS * 1000


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_nobody_is_shut_out(visit, page_path, mode):
    """axe-core finds nothing serious or critical."""
    page = visit(mode=mode).open(page_path)
    found = Axe().run(page).response["violations"]
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
    for selector in (".cf", "figure.picture"):
        assert page.locator(selector).evaluate_all(f"figures => figures.filter({cut}).length") == 0
