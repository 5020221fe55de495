"""Every page of the built book, loaded once on a desktop and once on a phone.

Nothing fails or comes from outside, nobody is shut out, each control of each figure works, nothing is cut off.
"""

import gzip
import re
from functools import cache
from urllib.parse import parse_qsl

import pytest
from axe_playwright_python.sync_playwright import Axe

from coursemachine.site.cards import cards
from tests.browser import controls
from tests.browser.conftest import EVERY, SHIFTED, SITE, Visit, pages, some, until
from tests.browser.controls import FIGURE, TOGETHER, copied, drawn, unfold

pytestmark = pytest.mark.slow
# Typeset formulas are MathJax's own affair.
PAGE = {"exclude": [["mjx-container"]]}
# Most of a page are parts of formulas, pictures and coloured code, and axe looks at each of them: for its time every
# formula is a letter, pictures have words only, of every kind of word in code one is left, of the rows of buttons two.
THIN = """() => {
  window.thinned = [];
  const leave = (node, kept) => (thinned.push([node, [...node.childNodes]]), node.replaceChildren(...kept));
  for (const formula of document.querySelectorAll("span.math, div.math mjx-container")) leave(formula, ["x"]);
  const said = (one) => !/^(use|path|rect|circle|line|polyline)$/.test(one.nodeName) || one.hasAttribute("role");
  for (const part of document.querySelectorAll("svg, svg g")) leave(part, [...part.childNodes].filter(said));
  const kinds = new Set();
  const first = (word) => word.nodeType !== 1 || !(kinds.has(word.className) || !kinds.add(word.className));
  for (const code of document.querySelectorAll(".highlight pre")) leave(code, [...code.childNodes].filter(first));
  for (const row of [...document.querySelectorAll(".live-row")].slice(2)) leave(row, []);
}"""
WHOLE = "() => thinned.forEach(([node, children]) => node.replaceChildren(...children))"
# Only colours differ between the modes.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
LIMIT_KB, MOST_FILES, MOST_SHIFTED = 600, 30, 0.05
#: How far down a page its first control stands.
FIRST = """() => scrollY + Math.min(...[...document.querySelectorAll(
  ".cf-controls :is(input, button, select), .cf-handle, .cf-cell")].map((one) => one.getBoundingClientRect().top))"""
#: Words of parameters' names that stand on two lines.
BROKEN = """() => [...document.querySelectorAll("dt > strong, .sig-param > .n")].flatMap((name) => {
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/[\\w.]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]);
})"""
#: Whether a number keeps its line with its interval, and no formula in a choice of a quiz is a column of its own.
ENTIRE = """() => {
  const all = (where) => [...document.querySelectorAll(where)].map((one) => getComputedStyle(one));
  return all("td.text-right > p").every((style) => style.whiteSpace === "nowrap")
    && all(".quiz-choice > summary").every((style) => style.display === "block");
}"""
PRESS = "all => all.forEach((one) => one.click())"
#: Compressed size of each file that pages have loaded.
weights = {}

#: Of each visible formula outside of tables: whether it can be read whole, at once or by scrolling what is marked so.
FORMULAS = """() => [...document.querySelectorAll(".bd-article .math")].filter((formula) => {
  const math = formula.querySelector("mjx-math");
  if (!math?.getClientRects().length || formula.closest("table")) return false;
  const scroller = formula.tagName === "DIV" ? formula.querySelector("mjx-container") : formula;
  const [inner, outer] = [math.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const fits = inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && outer.right <= innerWidth;
  const scrolls = /auto|scroll/.test(getComputedStyle(scroller).overflowX) && scroller.tabIndex === 0;
  return !(fits || (scroller.classList.contains("wide") && scrolls && outer.right <= innerWidth));
}).map((formula) => formula.outerHTML.slice(0, 200))"""


@cache
def with_figures():
    return [page for page in pages() if 'class="cf-data"' in (SITE / page).read_text(encoding="utf-8")]


@cache
def setting():
    return [page for page in pages() if 'class="sets' in (SITE / page).read_text(encoding="utf-8")]


@cache
def lessons():
    return [page for page in with_figures() if page.removesuffix(".html") in cards()]


@cache
def light():
    """Axe takes seconds, and the templates are the same on all: some pages with figures and some without, and the one
    with the most forms, once a week all."""
    others = [page for page in pages() if page not in with_figures()]
    return [*some(with_figures(), 9), *some(others, 9), "decisions/your-own-matrix.html"]


@cache
def dark():
    """All have the same colours but for their figures."""
    return some(light(), 4)


@cache
def desk():
    """What a screen shows otherwise than a phone: figures, and some pages of each part."""
    return pages() if EVERY else sorted({*with_figures(), *light()})


@pytest.fixture(scope="session")
def screen(reader, site):
    """A screen, low from the start: to resize a long page takes long."""
    visit = Visit(reader.new_page(), site)
    visit.page.set_viewport_size({"width": 1280, "height": 640})
    return visit


@pytest.fixture(scope="module")
def seen(screen, page_path):
    """The visit that the tests of a page share."""
    screen.anew(page_path)
    screen.shifted = screen.page.evaluate(SHIFTED)
    return screen


@pytest.fixture(scope="module")
def phone(reader, site, page_path):
    """The same page on a phone, which a finger works, with its formulas, which have least room there."""
    # In a tab of its own: what is loaded is counted, and a tab tells fonts of the page before, too.
    visit = Visit(reader.new_page(), site)
    touch = reader.new_cdp_session(visit.page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    visit.page.set_viewport_size({"width": 390, "height": 664})
    visit.open(page_path)
    visit.shifted = visit.page.evaluate(SHIFTED)
    yield visit
    visit.page.close()


def cut_off(page):
    """Formulas that cannot be read whole once those that were shown or resized have had time to fit."""
    for _ in range(30):
        drawn(page)
        if not (found := page.evaluate(FORMULAS)):
            break
        page.wait_for_timeout(100)
    return found


def take_colours(page, mode):
    """Those of a mode, as soon as the theme has faded to them."""
    page.evaluate("mode => Object.assign(document.documentElement.dataset, { mode, theme: mode })", mode)
    # What has a name is no such change.
    until(page, "() => document.getAnimations().every((one) => one.animationName || one.playState != 'running')")


def grave(page, mode="light"):
    """What axe-core finds serious or critical."""
    take_colours(page, mode)
    page.evaluate(THIN)
    options = {"resultTypes": ["violations"], "preload": False, "selectors": False} | RULES[mode]
    found = Axe().run(page, context=PAGE, options=options).response["violations"]
    page.evaluate(WHOLE)
    return [
        f"{rule['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
        if rule["impact"] in ("serious", "critical")
    ]


@pytest.mark.only(pages=lessons)
def test_a_chapter_opens_with_its_figure(seen):
    assert seen.page.evaluate(FIRST) < 900


@pytest.mark.only(pages=desk)
def test_page_loads_without_errors_and_by_itself_and_nothing_is_wider(seen):
    assert seen.page.evaluate(BROKEN) == [] and seen.page.evaluate(ENTIRE)
    assert seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert seen.outside == []
    assert seen.errors == []
    assert [url for url, response in seen.loaded.items() if response.status >= 400] == []


@pytest.mark.only(pages=light)
def test_nobody_is_shut_out(seen):
    assert grave(seen.page) == []


@pytest.mark.only(pages=dark)
def test_nobody_is_shut_out_in_the_dark(seen):
    assert grave(seen.page, "dark") == []


@pytest.mark.only(pages=with_figures)
def test_every_control_tells_something(seen):
    page = seen.page
    views = page.locator("script.cf-data").count()
    assert page.locator(FIGURE).count() == views > 0
    controls.try_everything(page)
    # A static page must not offer what only a kernel could do: a guess is the only thing one types.
    assert page.locator(f"{FIGURE} input[type=text]:not(.cf-guess input)").count() == 0
    assert seen.errors == [] and seen.outside == []


# Follow a link within the page, and wait until the page has heard of it, which may take a busy machine a while.
FOLLOW = """link => new Promise((done) => {
  addEventListener("hashchange", done, { once: true });
  link.addEventListener("click", () => location.hash === link.hash && done(), { once: true });
  link.click();
})"""


@pytest.mark.only(pages=setting)
def test_words_set_their_figures(seen):
    page = seen.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for link in page.locator("a.sets").all():
        name, _, state = link.get_attribute("href")[1:].partition("?")
        figure = page.locator(f"#{name} .cf")
        link.evaluate(FOLLOW)
        button = figure.locator("button[title^='Copy the address']")  # which says for a moment that it has
        told = dict(parse_qsl(copied(page, button).partition("?")[2]))
        assert told.items() >= dict(parse_qsl(state)).items(), link.inner_text()


@pytest.mark.only(pages=with_figures)
def test_picture_and_controls_are_in_sight_together_and_rest(seen):
    unfold(seen.page)
    assert seen.page.evaluate(TOGETHER, False) == []
    assert controls.at_rest(controls.every_state(seen.page))


@pytest.mark.only(pages=lessons)
def test_a_chapter_opens_with_its_figure_on_a_phone(phone):
    assert phone.page.evaluate(FIRST) < 1000


@pytest.mark.only(pages=with_figures)
def test_picture_and_controls_are_in_sight_together_and_rest_on_a_phone(phone):
    unfold(phone.page)
    assert phone.page.evaluate(TOGETHER, True) == []
    assert controls.at_rest(controls.every_state(phone.page))


def test_page_fits_a_phone(phone):
    page = phone.page
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0
    # A figure wider than its column is cut off even where the page itself does not scroll.
    cut = "figure => figure.getBoundingClientRect().right > innerWidth + 0.5"
    for selector in (".cf", ".picture", "figure.numbered", "table > caption"):
        assert page.locator(selector).evaluate_all(f"figures => figures.filter({cut}).length") == 0
    assert page.evaluate(BROKEN) == []


def one(path):
    """Mark a test that looks at one page."""
    return pytest.mark.only(pages=lambda: [f"{path}.html"])


@one("combo/lower-norm")
def test_a_row_s_name_stays_in_sight_on_a_phone(phone):
    box = phone.page.locator(".pst-scrollable-table-container").filter(has_text="AdaBoost.MM").first
    first, left = box.locator("tbody tr").first.locator("td").first, "cell => cell.getBoundingClientRect().left"
    before = first.evaluate(left)
    assert box.evaluate("box => { box.scrollLeft = 60; return box.scrollLeft }") > 0
    assert first.evaluate(left) == pytest.approx(before, abs=1)


@one("together/record-lecture")
def test_verdicts_come_first_on_a_phone_and_no_card_is_wider_than_it(phone):
    cells = phone.page.locator("table.verdict-table").first.get_by_role("row").nth(1).get_by_role("cell")
    claim, verdict = (cells.nth(place).bounding_box() for place in (0, cells.count() - 1))
    assert verdict["y"] < claim["y"] and claim["x"] + claim["width"] <= 390


@one("together/scoreboard")
def test_no_column_is_cut_on_a_phone(phone):
    box = phone.page.locator(".record.counts .pst-scrollable-table-container")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


@one("foundations/why-accuracy-lies")
def test_a_finger_moves_a_slider(phone):
    figure = phone.page.get_by_role("group", name="The imbalance dial", exact=True)
    states = []
    for place in (0.1, 0.9):
        controls.swipe(phone.page, figure.locator("input[type=range]").first, at=place)
        states.append(controls.shown(figure))
    controls.assert_changed(*states)


def test_folds_are_called_by_the_words_they_show_each_by_its_own(phone):
    boxes = phone.page.locator(".toggle-button")
    boxes.evaluate_all(PRESS)  # what is in a closed box shows no words
    folds = phone.page.locator("details.hide > summary")
    assert set(folds.evaluate_all("all => all.map((one) => one.ariaLabel)")) <= {None}
    names = folds.locator("p:visible").all_inner_texts()
    boxes.evaluate_all(PRESS)
    assert len(set(names)) == len(names) == folds.count()


def test_words_come_before_code(phone, page_path):
    """On a chapter's page a paragraph stands before the first code, open or folded."""
    code = phone.page.locator(".bd-article div.cell_input, .bd-article details.hide").first
    if code.count() and not page_path.startswith("together/"):
        words = phone.page.locator(".bd-article section > p").first
        assert words.evaluate("(p, code) => !!(p.compareDocumentPosition(code) & 4)", code.element_handle())


def test_page_is_light(phone, page_path):
    """Files that the page loads, and their compressed weight."""
    assert len(phone.loaded) <= MOST_FILES, sorted(phone.loaded)
    for url, response in list(phone.loaded.items()):
        if url not in weights:
            weights[url] = len(gzip.compress(response.body())) / 1000
    parts = {url: weights[url] for url in phone.loaded}
    heaviest = sorted(parts.items(), key=lambda part: -part[1])[:4]
    print(f"{page_path}: {sum(parts.values()):.0f} kB")
    assert sum(parts.values()) <= LIMIT_KB, f"{sum(parts.values()):.0f} kB, above all {heaviest}"


def test_nothing_moves_while_a_page_is_loaded(phone):
    assert sum(far for far, *_ in phone.shifted) <= MOST_SHIFTED, phone.shifted


@pytest.mark.only(pages=desk)
def test_nothing_moves_on_a_screen(seen):
    assert sum(far for far, *_ in seen.shifted) <= MOST_SHIFTED, seen.shifted


def test_no_formula_is_cut_off_on_a_phone(phone):
    page = phone.page
    assert cut_off(page) == []
    # The same, once what was folded shows its own.
    page.locator(".solution .toggle-button").evaluate_all(PRESS)
    page.locator("details:is(.proof-fold, .entries)").evaluate_all("all => all.forEach((one) => { one.open = true })")
    assert cut_off(page) == []
    # None is left as it was written; nor did anything fail since the page was loaded.
    assert page.locator(".citation", has_text=re.compile(r"[$\\]")).count() == 0
    assert phone.errors == [] and phone.outside == []
    assert [url for url, response in phone.loaded.items() if response.status >= 400] == []
