"""Command line of the long runs: ``python -m confusion.lab.experiments copa``."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from pathlib import Path

from confusion.lab.experiments import combo, copa, uma
from confusion.lab.experiments.runner import run_experiment
from confusion.lab.experiments.stored import RESULTS

PACKAGES = {"copa": copa, "uma": uma, "combo": combo}


def modules_of(package):
    """The experiments of a source's package, by the name of their table."""
    modules = (importlib.import_module(f"{package.__name__}.{m.name}") for m in pkgutil.iter_modules(package.__path__))
    return {module.NAME: module for module in modules if hasattr(module, "NAME")}


#: the experiments of each source, by name
EXPERIMENTS = {source: modules_of(package) for source, package in PACKAGES.items()}
#: what a name on the command line runs; a source's name runs everything its chapters need
GROUPS = {name: [name] for modules in EXPERIMENTS.values() for name in modules} | {
    source: list(modules) for source, modules in EXPERIMENTS.items()
}
#: the module of each experiment
MODULES = {name: module for modules in EXPERIMENTS.values() for name, module in modules.items()}


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m confusion.lab.experiments", description=__doc__)
    parser.add_argument("name", choices=sorted(GROUPS), help="experiment, or a paper for all of its experiments")
    parser.add_argument("--jobs", type=int, default=-1, help="processes (default: one per core)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder of the result tables")
    parser.add_argument("--fresh", action="store_true", help="forget stored rows and run every task again")
    options = parser.parse_args(arguments)
    for name in GROUPS[options.name]:
        run_experiment(MODULES[name], out=options.out, jobs=options.jobs, fresh=options.fresh)


if __name__ == "__main__":
    main()
