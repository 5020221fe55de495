"""The lock of the page that runs Python: which packages there are, and which each of them needs."""

import json

__all__ = ["LOCK", "ROOM", "Broken", "closed", "lock"]

LOCK = "pyodide-lock.json"
#: The package that needs all others.
ROOM = "learning-from-confusion"


class Broken(Exception):
    """What is wrong, and what to do, in a sentence."""


def lock(pins, upstream, own):
    """Our lock: the wanted packages as upstream has them, and ours on top.

    Parameters
    ----------
    pins : dict
        The manifest.
    upstream : path
        Pyodide's own lock.
    own : dict
        Our two wheels: name to ``(version, file, SHA-256)``, the package itself last.

    Returns
    -------
    dict

    Raises
    ------
    Broken
        If a package needs one that is not there, or itself in the end: a page would wait for it for ever.
    """
    theirs = json.loads(upstream.read_text(encoding="utf-8"))
    names = [package["name"] for package in pins["packages"]]
    if absent := [name for name in names if name not in theirs["packages"]]:
        raise Broken(f"Pyodide's own {LOCK} knows no {', '.join(absent)}")
    packages = {name: theirs["packages"][name] for name in sorted(names)}
    for name, (version, file, known) in own.items():
        whole = name == ROOM
        packages[name] = {
            "name": name,
            "version": version,
            "file_name": file,
            "sha256": known,
            "install_dir": "site",
            "package_type": "package",
            "imports": ["confusion"]
            if whole
            else sorted({path.split("/")[0] for one in pins["data"] for path in one["files"]}),
            "depends": sorted(set(packages)) if whole else [],
            "unvendored_tests": False,
        }
    closed(packages)
    return {"info": theirs["info"], "packages": packages}


def closed(packages):
    """Refuse packages that need one that is not among them, or themselves in the end; return them in order."""
    done, order = set(), []

    def visit(name, above):
        if name in above:
            raise Broken(f"{LOCK}: {' needs '.join([*above[above.index(name) :], name])}; a page would wait for ever")
        if name not in packages:
            raise Broken(f"{LOCK}: {above[-1]} needs {name}, which is not in online.toml")
        if name not in done:
            for one in packages[name]["depends"]:
                visit(one, [*above, name])
            done.add(name)
            order.append(name)

    for name in packages:
        visit(name, [])
    return order
