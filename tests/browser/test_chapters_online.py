"""The chapters' cells, run in the page: each prints what the book stored.

``make online`` runs every chapter whole, cells tagged ``slow`` as well, prints a table, and keeps the seconds of what
takes long for the pages to tell.  Without ``ONLINE=all`` three chapters are run whole, by
turns (the digest of the commit chooses), and of the others the first cells, all of them in one worker.
"""

import time

import online_seconds
import pytest

from tests.browser.conftest import ONLINE, SITE, by_turns
from tests.browser.test_live import START, reading, with_python

#: Chapters that run whole, and cells of each of the others.
WHOLE, FIRST = 3, 2
#: Milliseconds for the cells of a chapter, on a machine with other work.
LONGEST = 3_600_000 if ONLINE else 900_000
CHAPTERS = sorted(
    path.relative_to(SITE / "_sources").with_suffix("").as_posix() for path in SITE.glob("_sources/*/*.ipynb")
)
CHOSEN = by_turns(CHAPTERS, WHOLE)

#: What each cell gave that ran: its name, seconds, what differs from the stored output ("" where nothing does),
#: its code.
REPORT = """() => liveSession.cells.filter((cell) => cell.result).map((cell) => [
  cell.name, cell.result.seconds,
  cell.result.error ? `an error, ${cell.result.error.words}` : cell.out ? "" : cell.differs, cell.stored])"""
#: Runs the first cells of other chapters in the worker that the page has, and tells the same.
OTHERS = """async ([names, most, root]) => {
  const { matched } = await import(`${root}/_static/live/cells.js`);
  const { difference } = await import(`${root}/_static/live/outputs.js`);
  const python = liveSession.current;
  const told = {};
  for (const name of names) {
    const cells = matched(await (await fetch(`${root}/_sources/${name}.ipynb`)).json(), null);
    python.post({ action: "fresh" });
    told[name] = [];
    let left = most;
    let spent = 0;
    for (const cell of cells) {
      if (cell.slow) continue;
      if (spent > 5) break; // a chapter whose first cells compute for long
      const result = await python.run(cell.name, cell.stored, () => {});
      spent += result.seconds;
      if (cell.out && !result.error) continue;
      const what = result.error ? `an error, ${result.error.words}` : difference(cell, result);
      told[name].push([cell.name, result.seconds, what]);
      if (cell.outputs.length && (left -= 1) === 0) break;
    }
  }
  return told;
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
        online_seconds.keep(times)


@pytest.mark.parametrize("name", CHOSEN or [None])
def test_a_chapter_gives_what_the_book_has(chromium, site, name, measured):
    with_python()
    with reading(chromium, site, f"{name}.html") as reader:
        start = time.perf_counter()
        reader.page.get_by_role("button", name="Run all", exact=True).click()
        # Beyond it Python itself is slow, not the chapter.
        reader.page.wait_for_function("() => window.liveSession?.cells.some((cell) => cell.result)", timeout=START)
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
        measured |= {online_seconds.digest(cell[3]): cell[1] for cell in report}
        shown = reader.page.locator("div.cell:not([data-live='same'])")
        assert shown.count() == (0 if ONLINE else passed.count())
        # Python beside the book needs nothing from elsewhere.
        assert not reader.visit.outside


@pytest.mark.skipif(ONLINE, reason="every chapter runs whole")
def test_the_first_cells_of_the_others_do(chromium, site):
    with_python()
    others = [name for name in CHAPTERS if name not in CHOSEN]
    with reading(chromium, site, f"{others[0]}.html") as reader:
        assert reader.run(reader.page.locator("div.cell", has=reader.page.locator(".live-row")).first, START)
        told = reader.page.evaluate(OTHERS, [others, FIRST, site])
    assert sorted(told) == others
    assert {name: wrong for name, report in told.items() if (wrong := differing(report))} == {}
