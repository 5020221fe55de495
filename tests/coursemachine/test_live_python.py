"""Pages that offer to run their code: only those with code, only where Python was assembled."""

from types import SimpleNamespace

import pytest
from docutils import nodes

from coursemachine.live import assemble
from coursemachine.site import live_python
from tests.coursemachine.site import CONF, build, shown

PAGES = {"chapter": ["# A chapter", shown({"text/plain": "2"}, "1 + 1")], "words": "# Only words\n\nNo code here.\n"}
META = '<meta name="live-python" data-bytes="{0}" data-package="learning-from-confusion" content="{1}_static/pyodide/">'


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """A front end, and an assembled folder of three files, 28 bytes in all."""
    front, goal = tmp_path / "front", tmp_path / "online"
    (front / "parts").mkdir(parents=True)
    goal.mkdir()
    served = (front / name for name in ("live.js", "live.css", "store.js", "parts/worker.js"))
    for place in (*served, goal / "a.whl", goal / "b.wasm", goal / assemble.LOCK):
        place.write_text(place.name)
    monkeypatch.setattr(live_python, "FRONT", front)
    monkeypatch.setattr(assemble, "GOAL", goal)
    monkeypatch.setattr(assemble, "check", lambda: None)
    return front, goal


def made(tmp_path):
    return build(tmp_path, PAGES, extensions=[*CONF["extensions"], "coursemachine.site.live_python"])


def static(tmp_path):
    places = (tmp_path / "out" / "_static" / name for name in ("live", "pyodide"))
    return {path.relative_to(place).as_posix() for place in places for path in place.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_a_page_with_code_alone_names_the_folder_and_loads_the_front_end(tmp_path, folders):
    pages = made(tmp_path)
    assert META.format(28, "") in pages["chapter"]
    assert 'defer="defer" src="_static/live/live.js?v=' in pages["chapter"]
    assert "_static/live/live.css?v=" in pages["chapter"]
    assert "live-python" not in pages["words"] and "live/live" not in pages["words"]
    front = {"live.js", "live.css", "store.js", "parts/worker.js"}
    assert static(tmp_path) == front | {"a.whl", "b.wasm", assemble.LOCK}
    assert (tmp_path / "out" / "live-files.js").read_text() == "store.js"


def test_without_a_whole_folder_nothing_of_it_is_there_and_one_line_says_why(tmp_path, folders, monkeypatch):
    said = []

    def broken():
        raise assemble.Broken("b.wasm is missing")

    monkeypatch.setattr(assemble, "check", broken)
    monkeypatch.setattr(live_python.logger, "info", lambda *words: said.append(words[0] % words[1:]))
    page = made(tmp_path)["chapter"]
    assert "live-python" not in page and "live/live" not in page and static(tmp_path) == set()
    assert not (tmp_path / "out" / "live-files.js").exists()
    assert said == ["live python: the pages have no Run buttons (b.wasm is missing)"]


def test_a_page_in_a_folder_names_it_from_there(folders, monkeypatch):
    context = {"pathto": lambda place, resource: f"../{place}"}
    monkeypatch.setattr(live_python, "load", lambda path: {"cells": []})
    app = SimpleNamespace(config=SimpleNamespace(live_python=True), env=SimpleNamespace(doc2path=str))
    app.add_js_file = app.add_css_file = lambda *_, **__: None
    cell = nodes.container(nb_element="cell_code")
    live_python.offer(app, "uma/uma", "page.html", context, SimpleNamespace(findall=lambda: [cell]))
    assert context["metatags"].strip() == META.format(28, "../")


def test_what_an_earlier_build_left_goes(tmp_path, folders):
    front, goal = folders
    place = tmp_path / "site"
    live_python.copy(goal, place)
    (place / "old.whl").write_text("old")
    (goal / "a.whl").write_text("longer than before")
    live_python.copy(goal, place)
    assert {path.name: path.read_text() for path in place.iterdir()} == {
        "a.whl": "longer than before",
        "b.wasm": "b.wasm",
        assemble.LOCK: assemble.LOCK,
    }
