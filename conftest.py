"""What every test run needs, above all nbval: kernels as the notebooks were made in, pictures compared as pictures."""

import os

from coursemachine import checkout as kernel_env

os.environ.update(kernel_env.variables())


def pytest_configure(config):
    """Extend nbval where it is used; the tests of the package do without it."""
    if getattr(config.option, "nbval", False):
        from coursemachine.notebooks import nbval_plugin as chapter_cells

        config.pluginmanager.register(chapter_cells)
