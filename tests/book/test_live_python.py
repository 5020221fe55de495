"""Pages that offer to run their code: only those with code, only where Python was assembled."""

import sys
from types import SimpleNamespace

import online
import pytest
from docutils import nodes

from tests.book.site import CONF, EXTENSIONS, build, shown

PAGES = {"chapter": ["# A chapter", shown({"text/plain": "2"}, "1 + 1")], "words": "# Only words\n\nNo code here.\n"}
META = '<meta name="live-python" content="_static/pyodide/">'


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """A front end, and an assembled folder of two files."""
    sys.path.insert(0, str(EXTENSIONS))
    import live_python

    sys.path.remove(str(EXTENSIONS))
    front, goal = tmp_path / "front", tmp_path / "online"
    (front / "parts").mkdir(parents=True)
    goal.mkdir()
    for place in (
        front / "live.js",
        front / "live.css",
        front / "parts" / "worker.js",
        goal / "a.whl",
        goal / "b.wasm",
    ):
        place.write_text(place.name)
    monkeypatch.setattr(live_python, "FRONT", front)
    monkeypatch.setattr(online, "GOAL", goal)
    monkeypatch.setattr(online, "check", lambda: None)
    return front, goal


def made(tmp_path):
    return build(tmp_path, PAGES, extensions=[*CONF["extensions"], "live_python"])


def static(tmp_path):
    places = (tmp_path / "out" / "_static" / name for name in ("live", "pyodide"))
    return {path.relative_to(place).as_posix() for place in places for path in place.rglob("*") if path.is_file()}


def test_a_page_with_code_names_the_folder_and_loads_the_front_end(tmp_path, folders):
    pages = made(tmp_path)
    assert META in pages["chapter"]
    assert 'defer="defer" src="_static/live/live.js?v=' in pages["chapter"]
    assert "_static/live/live.css?v=" in pages["chapter"]
    assert static(tmp_path) == {"live.js", "live.css", "parts/worker.js", "a.whl", "b.wasm"}


def test_a_page_without_code_has_nothing_of_it(tmp_path, folders):
    page = made(tmp_path)["words"]
    assert "live-python" not in page and "live/live" not in page


def test_without_a_whole_folder_nothing_of_it_is_there_and_one_line_says_why(tmp_path, folders, monkeypatch):
    said = []

    def broken():
        raise online.Broken("b.wasm is missing")

    import live_python

    monkeypatch.setattr(online, "check", broken)
    monkeypatch.setattr(live_python.logger, "info", lambda *words: said.append(words[0] % words[1:]))
    page = made(tmp_path)["chapter"]
    assert "live-python" not in page and "live/live" not in page and static(tmp_path) == set()
    assert said == ["live python: the pages have no Run buttons (b.wasm is missing)"]


def test_a_page_in_a_folder_names_it_from_there(folders):
    import live_python

    context = {"pathto": lambda place, resource: f"../{place}"}
    app = SimpleNamespace(config=SimpleNamespace(live_python=True))
    app.add_js_file = app.add_css_file = lambda *_, **__: None
    cell = nodes.container(nb_element="cell_code")
    live_python.offer(app, "uma/uma", "page.html", context, SimpleNamespace(findall=lambda kind: [cell]))
    assert context["metatags"].strip() == '<meta name="live-python" content="../_static/pyodide/">'


def test_what_an_earlier_build_left_goes(tmp_path, folders):
    import live_python

    front, goal = folders
    place = tmp_path / "site"
    live_python.copy(goal, place)
    (place / "old.whl").write_text("old")
    (goal / "a.whl").write_text("longer than before")
    live_python.copy(goal, place)
    assert {path.name: path.read_text() for path in place.iterdir()} == {
        "a.whl": "longer than before",
        "b.wasm": "b.wasm",
    }
