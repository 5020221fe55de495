"""What a page tells of its cells before a reader runs one: how long it takes, and which smaller size it offers.

The page carries ``<script type="application/json" id="live-cells">``, an object by the number of the cell among those
whose code is shown, 1, 2, ...: ``seconds``, ``slow`` and ``smaller`` where there is something to say.  ``live.js``
reads it.
"""

import json
from pathlib import Path

import live_python  # opens the folder of the tools
import online_seconds
import smaller
from sphinx.errors import ExtensionError

#: Tags of cells whose code the page leaves out.
HIDDEN = {"remove-input", "remove-cell"}


def facts(notebook, times):
    """What there is to say of a notebook's cells.

    Parameters
    ----------
    notebook : dict
        As it is stored.
    times : dict
        Seconds by digest, see ``book/_tools/online_seconds.py``.

    Returns
    -------
    dict
        By number; a cell without shown code counts to the one above it, as it runs with that.

    Raises
    ------
    ValueError
        If a smaller size changes what its cell does not have.
    """
    told, number = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        metadata, code = cell["metadata"], "".join(cell["source"])
        tags = set(metadata.get("tags", ()))
        number += not tags & HIDDEN
        one = told.setdefault(number, {})
        if time := times.get(online_seconds.digest(code)):
            one["seconds"] = one.get("seconds", 0) + time
        if "slow" in tags:
            one["slow"] = True
        if "smaller" in metadata:
            smaller.applied(code, metadata["smaller"])
            one["smaller"] = smaller.changes(metadata["smaller"])
    told.pop(0, None)
    return {number: one for number, one in told.items() if one}


def tell(app, pagename, templatename, context, doctree):
    """Write the facts into a page whose code can be run."""
    if 'name="live-python"' not in context.get("metatags", ""):
        return
    path = Path(app.env.doc2path(pagename))
    if path.suffix != ".ipynb":
        return
    try:
        found = facts(json.loads(path.read_text(encoding="utf-8")), online_seconds.known())
    except ValueError as error:
        raise ExtensionError(f"{pagename}: {error}") from error
    if found:
        # A code with "</script>" would end it.
        text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        context["metatags"] += f'\n<script type="application/json" id="live-cells">{text}</script>'


def renewed(app, env, added, changed, removed):
    """Pages are written anew when the times have changed: no source of theirs tells it."""
    times = online_seconds.known()
    old, env.live_seconds = getattr(env, "live_seconds", None), times
    return [] if old in (None, times) else [name for name in env.found_docs if env.doc2path(name).endswith(".ipynb")]


def setup(app):
    """Register with Sphinx."""
    app.setup_extension(live_python.__name__)
    # After the page has the name of the folder.
    app.connect("html-page-context", tell, priority=900)
    app.connect("env-get-outdated", renewed)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
