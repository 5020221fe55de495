"""Pages that offer to run their code: only those with code, only where Python was assembled."""

import json
import re

import pytest

from coursemachine.live import assemble
from coursemachine.site import live_python
from tests.coursemachine.site import CONF, build, shown

CHAPTER = ["# A chapter", shown({"text/plain": "2"}, "1 + 1")]
PAGES = {"chapter": CHAPTER, "part/chapter": CHAPTER, "words": "# Only words\n\nNo code here.\n"}
META = re.compile(
    r'<meta name="live-python" data-package="learning-from-confusion" data-bytes="(\d+)" data-more="(\d+)" '
    r'data-core="(\w+)" data-lock="(\w+/.*)" '
    r'content="(.*)_static/pyodide/">'
)


def put_wheel(goal, text):
    """A wheel of this text in the folder, and a lock that names it."""
    (goal / "a.whl").write_text(text)
    packages = {"a": {"file_name": "a.whl", "sha256": assemble.digest(goal / "a.whl")}}
    (goal / assemble.LOCK).write_text(json.dumps({"packages": packages}))


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """A front end, and an assembled folder of three files."""
    front, goal = tmp_path / "front", tmp_path / "online"
    (front / "parts").mkdir(parents=True)
    goal.mkdir()
    served = (front / name for name in ("live.js", "live.css", "store.js", "parts/worker.js"))
    for place in (*served, goal / "b.wasm"):
        place.write_text(place.name)
    put_wheel(goal, "a wheel")
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
    front, goal = folders
    first, more, core, lock, root = META.search(pages["chapter"]).groups()
    assert int(more) == len("a wheel") and (root, META.search(pages["part/chapter"])[5]) == ("", "../")
    assert int(first) + int(more) == sum(path.stat().st_size for path in goal.iterdir())
    place = re.search(r'defer="defer" src="_static/live/(\w+)/live.js\?v=', pages["chapter"])[1]
    assert f"_static/live/{place}/live.css?v=" in pages["chapter"]
    assert "live-python" not in pages["words"] and "_static/live/" not in pages["words"]
    wheel = f"{assemble.digest(goal / 'a.whl')[:12]}/a.whl"
    served = {f"{place}/{name}" for name in ("live.js", "live.css", "store.js", "parts/worker.js", "figures.js")}
    assert static(tmp_path) == served | {wheel, f"{core}/b.wasm", lock}
    named = json.loads((tmp_path / "out" / "_static" / "pyodide" / lock).read_text())
    assert named["packages"]["a"]["file_name"] == wheel
    assert (tmp_path / "out" / "live-files.js").read_text() == "store.js"


def test_without_a_whole_folder_nothing_of_it_is_there_and_one_line_says_why(tmp_path, folders, monkeypatch):
    said = []

    def broken():
        raise assemble.AssemblyError("b.wasm is missing")

    monkeypatch.setattr(assemble, "check", broken)
    monkeypatch.setattr(live_python.logger, "info", lambda *words: said.append(words[0] % words[1:]))
    page = made(tmp_path)["chapter"]
    assert "live-python" not in page and "_static/live/" not in page and static(tmp_path) == set()
    assert not (tmp_path / "out" / "live-files.js").exists()
    assert said == ["live python: the pages have no Run buttons (b.wasm is missing)"]


def test_no_address_ever_has_another_file(tmp_path, folders):
    front, goal = folders

    def put():
        live_python.put_python(goal, tmp_path / "site")
        paths = [path for path in (tmp_path / "site").rglob("*") if path.is_file()]
        return {path.relative_to(tmp_path / "site").as_posix(): path.read_text() for path in paths}

    before = put()
    put_wheel(goal, "another wheel")
    after = put()
    # Nothing of the earlier edition is left; what is as before has its old address, whatever else changed.
    assert {address for address in before if address in after} == {path for path in before if path.endswith("b.wasm")}
    assert sorted(map(len, (before, after))) == [3, 3]
    (goal / "b.wasm").write_text("another core")
    assert {path for path in put() if path in after} == {path for path in after if not path.endswith("b.wasm")}
