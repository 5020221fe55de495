"""Make ``book/_vendor/codemirror.js``, the editor of the pages: ``python book/_tools/editor_bundle.py``.

Needs npm and node, which neither the book's build nor its readers do: the file is committed.  The versions stand in
:data:`PACKAGES`; the file tells those of every package it holds, and their licences.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOAL = HERE.parent / "_vendor" / "codemirror.js"
BUNDLER = {"esbuild": "0.28.2"}
PACKAGES = {
    "@codemirror/autocomplete": "6.20.4",
    "@codemirror/commands": "6.11.1",
    "@codemirror/lang-python": "6.2.1",
    "@codemirror/language": "6.13.1",
    "@codemirror/state": "6.7.6",
    "@codemirror/view": "6.43.15",
    "@lezer/highlight": "1.2.5",
}


def banner(modules, used):
    """A comment that names what the bundle holds, with one text of each licence."""
    names, texts = [], {}
    for name in sorted(used):
        folder = modules / name
        told = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        names.append(f"{name} {told['version']} ({told['license']})")
        found = sorted(path for path in folder.iterdir() if path.name.lower().startswith("licen"))
        if not found:
            raise SystemExit(f"{name}: no text of its licence; it must not be shipped")
        texts.setdefault(found[0].read_text(encoding="utf-8").strip(), []).append(name)
    parts = ["Made by book/_tools/editor_bundle.py of:", *names]
    for text, holders in texts.items():
        parts += ["", ", ".join(holders) + ":", *text.splitlines()]
    return "/*!\n" + "\n".join(f" * {line}".rstrip() for line in parts).replace("*/", "* /") + "\n */\n"


def main():
    """Install the packages in a folder that is removed again, bundle, write."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm is missing; only whoever renews the editor needs it (Debian: apt-get install npm)")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "package.json").write_text(json.dumps({"private": True}))
        shutil.copy(HERE / "editor_entry.js", folder / "entry.js")
        wanted = [f"{name}@{version}" for name, version in (PACKAGES | BUNDLER).items()]
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        subprocess.run([npm, "install", *quiet, *wanted], cwd=folder, check=True)
        modules = folder / "node_modules"
        options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none"]
        command = [str(modules / ".bin" / "esbuild"), "entry.js", *options, "--outfile=out.js", "--metafile=meta.json"]
        subprocess.run(command, cwd=folder, check=True)
        inputs = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["inputs"]
        parts = [path.split("/") for path in inputs if path.startswith("node_modules/")]
        used = {"/".join(one[1:3]) if one[1].startswith("@") else one[1] for one in parts}
        GOAL.write_text(banner(modules, used) + (folder / "out.js").read_text(encoding="utf-8"), encoding="utf-8")
    print(f"{GOAL.name}: {GOAL.stat().st_size / 1000:.0f} kB, {len(used)} packages")


if __name__ == "__main__":
    main()
