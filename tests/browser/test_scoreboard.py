"""The scoreboard's filter: by source, kind, verdict and words, by key, kept in the address; without it all is shown."""

import re

import pytest

PAGE = "together/scoreboard.html"
ALL, SHOWN = "tr.choosable", "tr.choosable:visible"


@pytest.fixture
def filtered(page):
    """The page, which is left with all entries shown."""
    yield page
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function("document.querySelectorAll('tr.choosable[hidden]').length === 0")


def said(page):
    """Numbers of the sentence that counts."""
    return [int(number) for number in re.findall(r"\d+", page.locator("form.row-filter output").inner_text())]


def test_a_verdict_leaves_its_entries_and_the_sentence_counts_them(filtered):
    page, every = filtered, filtered.locator(ALL).count()
    assert said(page) == [every] and every > 200 and page.locator(SHOWN).count() == every
    page.get_by_label("verdict").select_option("is-can-be-improved")
    rows = page.locator(SHOWN)
    assert 0 < rows.count() < every and said(page) == [rows.count(), every]
    assert rows.evaluate_all("all => all.every((row) => row.classList.contains('is-can-be-improved'))")
    assert page.locator(f"{ALL}.is-can-be-improved").count() == rows.count()
    assert "can be improved" in rows.first.inner_text()
    # What each choice says of its number is so; a source without an entry has no empty table.
    assert f"({rows.count()})" in page.get_by_label("verdict").locator("option:checked").inner_text()
    assert page.locator("section:visible > h3").count() < page.locator("section > h3").count()
    assert page.url.endswith("?verdict=is-can-be-improved")


def test_choices_are_joined_and_words_are_found_by_key(filtered):
    page, every = filtered, filtered.locator(ALL).count()
    page.get_by_label("source").select_option("of-uma")
    page.get_by_label("kind").select_option("kind-theorem")
    joined = page.locator(SHOWN).count()
    assert 0 < joined == page.locator(f"{ALL}.of-uma.kind-theorem").count()
    page.get_by_label("words").focus()
    page.keyboard.type("UPDATES number")
    assert 0 < page.locator(SHOWN).count() < joined
    assert all(
        {"updates", "number"} <= set(re.findall(r"\w+", row.lower())) for row in page.locator(SHOWN).all_inner_texts()
    )
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Show all"
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('tr.choosable[hidden]').length === 0")
    assert said(page) == [every] and "?" not in page.url


def test_words_of_no_entry_leave_none(filtered):
    filtered.get_by_label("words").fill("no such words")
    assert filtered.locator(SHOWN).count() == 0 and said(filtered)[0] == 0


def test_an_address_holds_the_choice(chromium, site):
    page = chromium.new_page()
    page.goto(f"{site}/{PAGE}?source=of-copa&verdict=is-open&kind=no-such-kind", wait_until="domcontentloaded")
    page.locator("form.row-filter").wait_for()
    assert 0 < page.locator(SHOWN).count() == page.locator(f"{ALL}.of-copa.is-open").count()
    page.close()


def test_without_javascript_all_is_shown(chromium, site):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/{PAGE}?verdict=is-open")
    assert not page.locator("form.row-filter").is_visible()
    assert page.locator(SHOWN).count() == page.locator(ALL).count() > 200
    context.close()


def test_a_verdict_leads_to_its_claim(page):
    links = page.locator(f"{ALL} a[href*='#claim-']").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert len(set(links)) > 400 and all(link.startswith("record-") for link in links)
