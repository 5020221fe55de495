"""The scoreboard's filter: by source, kind, verdict and words, by key, kept in the address; without it all is shown.

The entries of a source are folded until one of them is chosen, its part is asked for, or the page is printed.
"""

import re

import pytest

from tests.browser.conftest import until

PAGE = "together/scoreboard.html"
ALL, SHOWN = "tr.choosable", "tr.choosable:visible"
OPEN = "details.entries[open]"


@pytest.fixture
def filtered(page):
    """The page, which is left with all entries shown."""
    yield page
    page.get_by_role("button", name="Show all").click()
    until(page, "document.querySelectorAll('tr.choosable[hidden]').length === 0")


def said(page):
    """Numbers of the sentence that counts."""
    return [int(number) for number in re.findall(r"\d+", page.locator("form.row-filter output").inner_text())]


def test_a_verdict_leaves_its_entries_and_the_sentence_counts_them(filtered):
    page, every = filtered, filtered.locator(ALL).count()
    assert said(page) == [every] and every > 200 and page.locator(SHOWN).count() == page.locator(OPEN).count() == 0
    page.get_by_role("combobox", name="verdict").select_option("can-be-improved")
    rows = page.locator(SHOWN)
    assert 0 < rows.count() < every and said(page) == [rows.count(), every]
    assert rows.evaluate_all("all => all.every((row) => row.classList.contains('verdict-can-be-improved'))")
    assert page.locator(f"{ALL}.verdict-can-be-improved").count() == rows.count()
    assert "can be improved" in rows.first.inner_text()
    # What each choice says of its number is so; a source without an entry has no empty table.
    assert f"({rows.count()})" in page.get_by_role("combobox", name="verdict").locator("option:checked").inner_text()
    assert page.locator("section:visible > h3").count() < page.locator("section > h3").count()
    assert page.evaluate("location.search") == "?verdict=can-be-improved"


def test_choices_are_joined_and_words_are_found_by_key(filtered):
    page, every = filtered, filtered.locator(ALL).count()
    page.get_by_label("source").select_option("uma")
    page.get_by_label("kind").select_option("theorem")
    joined = page.locator(SHOWN).count()
    assert 0 < joined == page.locator(f"{ALL}.source-uma.kind-theorem").count()
    page.get_by_label("words").focus()
    page.keyboard.type("UPDATES number")
    assert 0 < page.locator(SHOWN).count() < joined
    assert all(
        {"updates", "number"} <= set(re.findall(r"\w+", row.lower())) for row in page.locator(SHOWN).all_inner_texts()
    )
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Show all"
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('tr.choosable[hidden]').length === 0")
    assert said(page) == [every] and page.evaluate("location.search") == ""


def test_words_of_no_entry_leave_none_and_the_sentence_says_how_to_go_on(filtered):
    filtered.get_by_label("words").fill("no such words")
    words = filtered.locator("form.row-filter output")
    assert filtered.locator(SHOWN).count() == 0 and words.get_attribute("aria-live") == "polite"
    assert words.inner_text().startswith("No entry fits.") and "“Show all”" in words.inner_text()


@pytest.mark.parametrize("words", ["Theorem 2", "theorem  2"])
def test_what_is_called_by_the_words_comes_first(filtered, words):
    order = filtered.locator(ALL).all_inner_texts()
    filtered.get_by_label("words").fill(words)
    rows = filtered.locator(SHOWN).all_inner_texts()
    assert rows[0].startswith("Theorem 2,") and all("theorem 2" in row.lower() for row in rows)
    assert 1 < len(rows) < 10 and not any(re.search(r"theorem 2\.?\d", row.lower()) for row in rows)
    filtered.get_by_label("words").fill("")
    assert filtered.locator(ALL).all_inner_texts() == order


def test_a_word_is_found_while_it_is_typed_and_not_from_its_middle(filtered):
    counts = []
    for words in ("eorem", "theor", "theorem", "8", "8.1", ".1"):
        filtered.get_by_label("words").fill(words)
        counts.append(filtered.locator(SHOWN).count())
    assert counts[0] == 0 < counts[2] <= counts[1] and 0 < counts[4] and counts[5] == 0
    filtered.get_by_label("words").fill("a*b (")
    assert filtered.locator(SHOWN).count() == 0


def test_a_count_leads_to_its_entries(visit):
    page = visit().open(PAGE)
    link = page.locator("a[href='?source=uma&verdict=false#the-entries']")
    count = int(link.inner_text())
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?source=uma&verdict=false#the-entries$"))
    page.locator("#the-entries form.row-filter").wait_for()
    assert said(page)[0] == count == page.locator(SHOWN).count() > 0
    assert [page.locator(f"select[name={name}]").input_value() for name in ("source", "verdict")] == ["uma", "false"]


def test_a_part_that_is_asked_for_is_open_and_in_sight(visit):
    page = visit().open(f"{PAGE}#scoreboard-uma")
    until(page, "document.querySelectorAll('details.entries[open]').length === 1")
    assert page.locator(SHOWN).count() == page.locator(f"{ALL}.source-uma").count() > 0
    assert 0 <= page.locator("#uma > h3").bounding_box()["y"] < 200
    page.locator("#copa summary").focus()
    page.keyboard.press("Enter")
    assert page.locator(OPEN).count() == 2


def test_on_paper_all_is_open(page):
    assert page.locator(OPEN).count() == 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(SHOWN).count() == page.locator(ALL).count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(OPEN).count() == 0


def test_an_address_holds_the_choice(chromium, site):
    page = chromium.new_page()
    page.goto(f"{site}/{PAGE}?source=copa&verdict=open&kind=no-such-kind", wait_until="domcontentloaded")
    page.locator("form.row-filter").wait_for()
    assert 0 < page.locator(SHOWN).count() == page.locator(f"{ALL}.source-copa.verdict-open").count()
    page.close()


def test_without_javascript_all_is_shown(chromium, site):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/{PAGE}?verdict=open")
    assert not page.locator("form.row-filter").is_visible()
    assert page.locator(SHOWN).count() == page.locator(ALL).count() > 200
    context.close()


def test_a_verdict_leads_to_its_claim(page):
    links = page.locator(f"{ALL} a[href*='#claim-']").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert len(set(links)) > 400 and all(link.startswith("record-") for link in links)
