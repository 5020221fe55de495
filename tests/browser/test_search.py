"""The search finds words and quotes them, no code, no formulas, no table of contents; chapters come first."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.browser.conftest import Visit, until

QUERIES = tomllib.loads(Path(__file__).with_name("queries.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def results(reader, site):
    """The page with what is found and quoted."""

    @cache
    def search(words):
        visited = Visit(reader.new_page(), site)
        page = visited.open(f"search.html?q={words}")
        until(page, "/did not match|found/.test(document.querySelector('.search-summary')?.innerText)")
        # Every page that is quoted is asked for, and some have no words to quote.
        page.wait_for_load_state("networkidle")
        assert visited.errors == []
        return page

    return search


def test_quotes_are_words(results):
    page = results("imbalance")
    quotes = page.locator("#search-results p.context").all_inner_texts()
    assert len(quotes) >= 3
    for quote in quotes:
        assert "\\(" not in quote and "\\[" not in quote
        assert "import " not in quote and "np." not in quote


@pytest.fixture(scope="module")
def found(reader, site):
    """Addresses of what is found, in order."""
    page = reader.new_page()
    page.route("**/*.html", lambda route: route.abort())  # dozens of pages, which it would only quote
    page.goto(f"{site}/search.html?q=risk")

    def search(words):
        until(page, "/did not match|found/.test(document.querySelector('.search-summary')?.innerText)")
        page.evaluate(
            "words => (document.querySelector('#search-results').replaceChildren(), Search.performSearch(words))", words
        )
        until(page, "/did not match|found/.test(document.querySelector('.search-summary')?.innerText)")
        return page.locator("#search-results ul.search > li > a").evaluate_all(
            "all => all.map((one) => one.getAttribute('href'))"
        )

    return search


def test_what_stands_only_in_code_is_not_found(found):
    assert [one for one in found("column_stack") if not one.startswith("together/")] == []


def test_a_short_word_is_found_whole(found):
    places = ("foundations/which-measure-when", "cases/combo")
    places += tuple(f"together/{one}" for one in ("glossary", "figures", "reference/report"))
    assert all(one.startswith(places) for one in found("AUC"))
    assert any(one.endswith("MulticlassSVC") for one in found("SVC"))


@pytest.mark.parametrize("words", ["MCC", "kappa", "AUC"])
def test_a_definition_comes_first(found, words):
    assert found(words)[0] == f"together/glossary.html#term-{words}"


def test_what_a_student_types_leads_to_the_right_chapter(found):
    """A definition may stand above it."""
    wrong = {}
    for words, right in QUERIES.items():
        first = next((one for one in found(words)[:2] if "#term-" not in one), "nothing")
        if first.partition(".html")[0] not in right.split():
            wrong[words] = first
    assert len(QUERIES) == 31 and len(wrong) <= 3, wrong


def test_an_exact_name_of_the_package_comes_first(found):
    assert found("operator_norm")[0].endswith("#confusion.metrics.operator_norm")
    assert all("reference" not in one for one in found("label noise")[:3])


def test_a_definition_is_quoted_by_its_first_sentence(results):
    quote = results("union bound").locator("#search-results p.context").first.inner_text()
    assert quote.startswith("union bound: The probability that one of several events") and quote.endswith(".")


def test_equals_stand_in_the_order_of_the_book(found):
    sections = [one for one in found("exercise") if one.endswith("#exercises")]
    assert len(sections) > 10 and sections == found("exercise")[: len(sections)]
    assert sections[:2] == [
        "foundations/why-accuracy-lies.html#exercises",
        "foundations/which-measure-when.html#exercises",
    ]
    assert sections[-1].startswith("decisions/")


def test_the_magnifier_leaves_the_words_alone(results):
    page = results("imbalance")
    form = page.locator(".bd-search-container form.bd-search, .bd-content form.bd-search").last
    icon, field = form.locator("i, svg").first, form.locator("input[type=search]")
    inner = field.evaluate(
        "field => field.getBoundingClientRect().left + parseFloat(getComputedStyle(field).paddingLeft)"
    )
    edges = icon.bounding_box()
    assert edges["x"] + edges["width"] <= inner
