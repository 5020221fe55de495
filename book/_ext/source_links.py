"""Links from the reference to the source, where the repository has an address."""

import importlib
import inspect
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def source_line(module, name):
    """File below the repository and line of a public name, or None."""
    try:
        thing = importlib.import_module(module)
        for part in name.split("."):
            thing = getattr(thing, part)
        thing = inspect.unwrap(thing.fget if isinstance(thing, property) else thing)
        file = Path(inspect.getsourcefile(thing)).resolve()
        return file.relative_to(ROOT).as_posix(), inspect.getsourcelines(thing)[1]
    except (ImportError, AttributeError, TypeError, OSError, ValueError):
        return None


def split(module, name):
    """Module and name of a documented object, whose pages name it in full: confusion.copa, copa_step."""
    parts = [*module.split("."), *name.split(".")] if module else name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        try:
            importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        return ".".join(parts[:end]), ".".join(parts[end:])
    return None


def link_to(options):
    """The function that sphinx.ext.linkcode asks, for a theme with these options."""
    home = (options.get("repository_url") or "").rstrip("/")
    branch = options.get("repository_branch") or "main"

    def resolve(domain, info):
        found = home and domain == "py" and split(info["module"], info["fullname"])
        line = found and source_line(*found)
        return f"{home}/blob/{branch}/{line[0]}#L{line[1]}" if line else None

    return resolve


def setup(app):
    """Register with Sphinx."""
    app.setup_extension("sphinx.ext.linkcode")

    def tell(app, config):
        config.linkcode_resolve = link_to(config.html_theme_options)

    app.connect("config-inited", tell, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
