"""What every test run needs, above all nbval: kernels as the notebooks were made in, pictures compared as pictures."""

import os

from coursemachine import checkout

os.environ.update(checkout.variables())


def pytest_configure(config):
    """Extend nbval where it is used; the tests of the package do without it."""
    if getattr(config.option, "nbval", False):
        from coursemachine.notebooks import nbval_plugin

        config.pluginmanager.register(nbval_plugin)
