"""Compare the archives in a folder with the tracked files of a tree: ``archives.py TREE DIST``.

The source archive holds every file of the tree, the wheel what pyproject.toml names; beside them only metadata.
"""

import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path


def differences(packed, wanted, metadata):
    """Say what is missing in `packed`, and what is neither wanted nor named by `metadata`."""
    missing = [f"missing: {name}" for name in sorted(wanted - packed)]
    return missing + [f"too much: {name}" for name in sorted(packed - wanted) if not metadata(name)]


def main(tree, dist):
    tracked = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    (sdist,), (wheel,) = dist.glob("*.tar.gz"), dist.glob("*.whl")
    with tarfile.open(sdist) as archive:
        packed = {member.name.partition("/")[2] for member in archive if member.isfile()}
    with zipfile.ZipFile(wheel) as archive:
        installed = {name for name in archive.namelist() if not name.endswith("/")}
    wrong = differences(packed, tracked, lambda name: name in ("PKG-INFO", "setup.cfg") or ".egg-info/" in name)
    setup = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    data = {
        path.relative_to(tree).as_posix()
        for package, patterns in setup["package-data"].items()
        for pattern in patterns
        for path in (tree / package).glob(pattern)
    }
    places = tuple(name.rstrip("*") for name in setup["packages"]["find"]["include"])
    left_out = tuple(name.rstrip("*").replace(".", "/") for name in setup["packages"]["find"]["exclude"])
    code = {name for name in tracked if name.endswith(".py") and name.startswith(places)}
    package = data | {name for name in code if not name.startswith(left_out)}
    wrong += differences(installed, package, lambda name: ".dist-info/" in name)
    for archive, names in ((sdist, packed), (wheel, installed)):
        print(f"{archive.name}: {len(names)} files, {archive.stat().st_size / 1e6:.1f} MB")
    return "\n".join(wrong) or None


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
