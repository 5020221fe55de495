"""The chapters' cells, run in the page: each prints what the book stored.

``make online`` runs every chapter whole, cells tagged ``slow`` as well, prints a table, and keeps the seconds of what
takes long for the pages to tell.  Without ``ONLINE=all`` one chapter is run whole by the button of its page, and in the
worker of that page the first cells of some others, always the same.
"""

import time

import pytest

from coursemachine.live import timings
from tests.browser.conftest import EVERY, ONLINE, SITE, some, until
from tests.browser.test_live import START, reading, with_python

#: The chapter that runs whole: one that is soon done; others, and of each so many cells.
WHOLE, OTHERS, FIRST = "foundations/scores-and-margins", 6, 3
#: Milliseconds for the cells of a chapter, on a machine with other work.
LONGEST = 3_600_000 if ONLINE else 900_000
CHAPTERS = sorted(
    path.relative_to(SITE / "_sources").with_suffix("").as_posix() for path in SITE.glob("_sources/*/*.ipynb")
)
CHOSEN = CHAPTERS if EVERY else [WHOLE]
pytestmark = pytest.mark.slow

#: What each cell gave that ran: its name, seconds, what differs from the stored output ("" where nothing does),
#: its code.
REPORT = """() => liveSession.cells.filter((cell) => cell.result).map((cell) => [
  cell.name, cell.result.seconds,
  cell.result.error ? `an error, ${cell.result.error.words}` : cell.out ? "" : cell.differs, cell.stored])"""
#: Runs the first cells of other chapters in the worker that the page has, and tells the same.
FIRST_CELLS = """async ([names, most, root]) => {
  const front = document.querySelector("script[src*='live.js']").src;
  const { matched } = await import(new URL("cells.js", front).href);
  const { difference } = await import(new URL("outputs.js", front).href);
  const python = liveSession.current;
  const found = {};
  for (const name of names) {
    const cells = matched(await (await fetch(`${root}/_sources/${name}.ipynb`)).json(), null);
    python.post({ action: "fresh" });
    found[name] = [];
    let left = most;
    let spent = 0;
    for (const cell of cells) {
      if (cell.slow) continue;
      if (spent > 5) break; // a chapter whose first cells compute for long
      const result = await python.run(cell.name, cell.stored, () => {});
      spent += result.seconds;
      if (cell.out && !result.error) continue;
      const what = result.error ? `an error, ${result.error.words}` : difference(cell, result);
      found[name].push([cell.name, result.seconds, what]);
      if (cell.outputs.length && (left -= 1) === 0) break;
    }
  }
  return found;
}"""


def differing(report):
    """The cells that gave something else, each with what it was."""
    return [f"{name}: {what}" for name, _, what, *_ in report if what]


@pytest.fixture(scope="module")
def measured():
    """Seconds of every cell that ran, by the digest of its code; kept when all chapters have run."""
    times = {}
    yield times
    if ONLINE and times:
        timings.save(times)


@pytest.mark.parametrize("name", CHOSEN)
def test_a_chapter_gives_what_the_book_has(chromium, site, name, measured):
    with_python()
    with reading(chromium, site, f"{name}.html") as reader:
        start = time.perf_counter()
        reader.page.get_by_role("button", name="Run all", exact=True).click()
        # Beyond it Python itself is slow, not the chapter.
        until(reader.page, "() => window.liveSession?.cells.some((cell) => cell.result)", timeout=START)
        begun = time.perf_counter() - start
        told = reader.settle(LONGEST)
        passed = reader.page.locator("div.cell.tag_slow")
        for cell in passed.all() if ONLINE else ():
            slow_told = reader.run(cell, LONGEST)
            told = told if slow_told.startswith("Done") else slow_told
        report = reader.page.evaluate(REPORT)
        slow = max(report, key=lambda cell: cell[1])
        spent = sum(cell[1] for cell in report)
        wrong = differing(report)
        print(
            f"\n{name:35} {len(report):3} cells, start {begun:4.0f} s, cells {spent:4.0f} s, "
            f"the longest {slow[0]} {slow[1]:.0f} s; differing: {', '.join(wrong) or 'none'}; {told}",
            flush=True,
        )
        assert told.startswith("Done"), told
        assert wrong == []
        measured |= {timings.digest(cell[3]): cell[1] for cell in report}
        shown = reader.page.locator("div.cell:not([data-live='same'])")
        assert shown.count() == (0 if ONLINE else passed.count())
        if not ONLINE:
            others = some([other for other in CHAPTERS if other != name], OTHERS)
            found = reader.page.evaluate(FIRST_CELLS, [others, FIRST, site])
            assert sorted(found) == sorted(others)
            assert {other: wrong for other, cells in found.items() if (wrong := differing(cells))} == {}
        # Python beside the book needs nothing from elsewhere.
        assert not reader.visit.outside
