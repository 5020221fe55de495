"""The search finds words and quotes them: no code, no formulas, no table of contents."""

import pytest


@pytest.fixture
def results(visit):
    def search(words):
        page = visit().open(f"search.html?q={words}")
        page.locator("#search-results ul.search li").first.wait_for()
        page.wait_for_function("document.querySelectorAll('#search-results li p.context').length > 0")
        page.wait_for_timeout(500)
        return page

    return search


def test_quotes_are_words(results):
    page = results("imbalance")
    quotes = page.locator("#search-results p.context").all_inner_texts()
    assert len(quotes) >= 3
    for quote in quotes:
        assert "\\(" not in quote and "\\[" not in quote
        assert "import " not in quote and "np." not in quote


def test_what_stands_only_in_code_is_not_found(visit):
    page = visit().open("search.html?q=column_stack")
    page.wait_for_function("/did not match|found/.test(document.querySelector('.search-summary')?.innerText)")
    found = page.locator("#search-results ul.search a").evaluate_all("all => all.map((one) => one.pathname)")
    assert [path for path in found if "/together/" not in path] == []


def test_the_magnifier_leaves_the_words_alone(results):
    page = results("norm")
    form = page.locator(".bd-search-container form.bd-search, .bd-content form.bd-search").last
    icon, field = form.locator("i, svg").first, form.locator("input[type=search]")
    inner = field.evaluate(
        "field => field.getBoundingClientRect().left + parseFloat(getComputedStyle(field).paddingLeft)"
    )
    edges = icon.bounding_box()
    assert edges["x"] + edges["width"] <= inner
