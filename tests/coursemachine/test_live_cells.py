"""What a page says of its cells before they run: seconds as measured, a smaller size, in a file and in the text."""

import json
import re

import pytest
from nbformat import v4

from coursemachine.live import assemble, timings
from coursemachine.notebooks.chapters import changes
from coursemachine.notebooks.checks import Chapter, smaller_sizes_fit
from tests.coursemachine.site import CONF, build


@pytest.mark.parametrize("told", ["200", "a -> ", "a -> b -> c", "a -> a", "a -> b; c"])
def test_what_is_no_change_is_refused(told):
    with pytest.raises(ValueError, match="is no change"):
        changes(told)


def chapter_of(source, told):
    fresh = v4.new_notebook(cells=[v4.new_code_cell(source, metadata={"smaller": told})])
    return Chapter(None, None, fresh, fresh)


def test_the_check_of_a_chapter_sees_a_change_that_finds_nothing_and_one_that_breaks():
    assert list(smaller_sizes_fit(chapter_of("fit(200)", "200 -> 20"))) == []
    assert list(smaller_sizes_fit(chapter_of("fit(200)", "200 -> 50; fit(50) -> fit(5)"))) == []
    assert "has no '300'" in next(smaller_sizes_fit(chapter_of("fit(200)", "300 -> 20")))
    assert "no Python" in next(smaller_sizes_fit(chapter_of("fit(200)", "200) -> 20")))


def test_a_measurement_keeps_what_is_slow_and_what_was_not_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(timings, "FILE", tmp_path / "timings.json")
    monkeypatch.setattr(timings, "present", lambda: {"far", "quick", "other", "new", "small"})
    timings.save({})
    timings.FILE.write_text(json.dumps({"gone": 30, "far": 20, "quick": 9, "other": 7}))
    timings.save({"far": 40.4, "quick": 1.0, "new": 5.2, "small": 0.1})
    assert timings.known() == {"far": 40, "new": 5, "other": 7}


def test_the_file_holds_only_what_is_slow():
    times = timings.known()
    assert all(isinstance(time, int) and time >= timings.LEAST for time in times.values())
    assert set(times) <= timings.present(), "a time is of no cell of this book; timings.save({}) drops it"


def code(source, *tags, **more):
    return v4.new_code_cell(source, metadata={"tags": list(tags), **more}, execution_count=1)


CELLS = [
    code("import math", "remove-input"),
    code("first = 1"),
    code("table(first)", "remove-input"),
    code("for k in range(9): fit('</script>', k)", "slow", smaller="range(9) -> range(1)"),
]


def test_a_page_tells_the_seconds_of_a_cell_and_of_what_runs_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(assemble, "check", lambda: None)
    monkeypatch.setattr(assemble, "GOAL", tmp_path / "online")
    assemble.GOAL.mkdir()
    (assemble.GOAL / assemble.LOCK).write_text('{"packages": {}}')
    times = {"import math": 9, "first = 1": 6, "table(first)": 8}
    monkeypatch.setattr(timings, "known", lambda: {timings.digest(source): time for source, time in times.items()})
    pages = {"chapter": ["# A chapter", *CELLS], "silent": ["# Nothing to tell", code("2 + 2")]}
    made = build(tmp_path, pages, extensions=[*CONF["extensions"], "coursemachine.site.live_python"])
    (found,) = re.findall(r'id="live-cells">(.*?)</script>', made["chapter"])
    assert json.loads(found) == {"1": {"seconds": 14}, "2": {"slow": True, "smaller": [["range(9)", "range(1)"]]}}
    assert "live-cells" not in made["silent"]
