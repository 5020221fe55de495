"""Proofs: folded when long, named by what they prove, opened by a switch, by an address, on paper; ended by a mark."""

import re

from tests.browser.conftest import until

PAGE = "copa/from-a-step-to-a-stream.html"
OTHER = "copa/what-the-average-inherits.html"
OPEN = "folds => folds.filter((fold) => fold.open).length"


def test_long_proofs_are_folded_and_named_by_what_they_prove(page):
    folds = page.locator("details.proof-fold")
    assert folds.count() >= 3 and folds.evaluate_all(OPEN) == 0
    names = folds.locator("summary").all_text_contents()
    assert len(set(names)) == len(names)
    chapter = re.search(r"\d+", page.locator("h1 .section-number").inner_text())[0]
    proves = rf"Proof of (Theorem|Lemma|Proposition|Corollary) {chapter}\.\d+"
    assert all(re.fullmatch(proves, name) for name in names)
    # Those that are not folded are read at once, and begin as proofs do.
    short = page.locator("div.proof-steps:visible")
    assert short.count() and short.first.inner_text().startswith("Proof.")


def test_every_proof_ends_with_a_mark(page):
    for proof in page.locator("div.proof-steps").all():
        assert proof.locator(".qed").count() == 1
        assert proof.inner_text().endswith("∎") or proof.text_content().strip().endswith("∎")
    assert page.locator(".qed").first.get_attribute("aria-label") == "End of proof"


def test_the_switch_opens_all_proofs_by_key_and_the_next_page_remembers_where_an_address_opens_a_box(visit):
    page = visit().open(PAGE)
    switch = page.get_by_role("button", name="Show all proofs")
    switch.focus()
    page.keyboard.press("Enter")
    folds = page.locator("details.proof-fold")
    assert folds.evaluate_all(OPEN) == folds.count()
    assert switch.get_attribute("aria-pressed") == "true"
    page.goto(page.url.replace(PAGE, OTHER))
    assert page.locator("details.proof-fold").evaluate_all(OPEN) >= 1
    page.get_by_role("button", name="Show all proofs").press("Space")
    assert page.locator("details.proof-fold").evaluate_all(OPEN) == 0
    box = page.locator(".admonition.toggle-hidden:has(.theorem)").first
    name = box.locator(".theorem").first.get_attribute("id")
    assert box.bounding_box()["height"] < 60  # nothing of it is left open
    page.evaluate("name => { location.hash = name }", name)
    until(page, "name => !document.getElementById(name).closest('.toggle-hidden')", arg=name)
    assert page.locator(f"[id='{name}']").is_visible()


def test_paper_has_every_proof(page):
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    folds = page.locator("details.proof-fold")
    assert folds.evaluate_all(OPEN) == folds.count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert folds.evaluate_all(OPEN) == 0


def test_an_address_inside_a_proof_opens_it(page):
    inside = page.locator("details.proof-fold [id^=equation-]").first.get_attribute("id")
    page.evaluate("name => { location.hash = name }", inside)
    until(page, "name => document.getElementById(name).closest('details').open", arg=inside)
    assert page.locator("details.proof-fold").evaluate_all(OPEN) == 1


def test_statements_share_one_colour_and_have_no_icon(page):
    boxes = page.locator("div:is(.theorem, .definition, .lemma, .proposition, .exercise).admonition")
    look = """all => [...new Set(all.map((box) => {
      const [style, title] = [getComputedStyle(box), box.querySelector(".admonition-title")];
      const icons = ["::before", "::after"].map((part) => getComputedStyle(title, part).content);
      return [style.borderLeftColor, style.backgroundColor, style.boxShadow, ...icons].join(" ");
    }))]"""
    (found,) = boxes.evaluate_all(look)
    assert found.endswith("none none none")


def test_headings_are_smaller_the_deeper_they_stand(page):
    size = "all => Math.max(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
    sizes = [page.locator(f".bd-article {level}").evaluate_all(size) for level in ("h1", "h2", "h3")]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == 3
