"""Links from the reference to the source, where the repository has an address."""

import inspect
from pathlib import Path
from pkgutil import resolve_name

from coursemachine.checkout import ROOT
from coursemachine.site.common import repository_of


def source_line(name):
    """File below the repository and line of a public name, or None."""
    try:
        thing = resolve_name(name)
        thing = inspect.unwrap(thing.fget if isinstance(thing, property) else thing)
        file = Path(inspect.getsourcefile(thing)).resolve()
        return file.relative_to(ROOT).as_posix(), inspect.getsourcelines(thing)[1]
    except (ImportError, AttributeError, TypeError, OSError, ValueError):
        return None


def link_to(config):
    """The function that sphinx.ext.linkcode asks."""
    home, branch = repository_of(config)

    def resolve(domain, info):
        # Some pages name the module apart, and some the object in full.
        name = ".".join(filter(None, (info["module"], info["fullname"])))
        line = source_line(name) if home and domain == "py" else None
        return f"{home}/blob/{branch}/{line[0]}#L{line[1]}" if line else None

    return resolve


def setup(app):
    """Register with Sphinx."""

    def add_links(app, config):
        config.linkcode_resolve = link_to(config)

    app.setup_extension("sphinx.ext.linkcode")
    app.connect("config-inited", add_links, priority=900)
