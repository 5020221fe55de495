"""The long runs behind the book's tables: run them, ask where the stored tables stand, adopt them after a change.

python -m confusion.lab.experiments copa_sweep          run what has no stored rows, or go on where a run stopped
python -m confusion.lab.experiments copa_sweep --fresh  forget stored rows and run every task
python -m confusion.lab.experiments --status            fresh, stale (code has changed) or changed (rows have)
python -m confusion.lab.experiments copa_sweep --adopt  recompute random slices; if equal, today's code makes the table
"""

import argparse
import importlib
import math
import pkgutil
import secrets
import sys
from collections import Counter
from pathlib import Path

from confusion.lab.experiments import combo, copa, provenance, uma
from confusion.lab.experiments.runner import run_experiment
from confusion.lab.experiments.slices import adopt
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


def report(names, folder):
    """Print the state of each table; 1 if one of them must not be used, otherwise 0."""
    states = []
    for name in names:
        state, why = provenance.status(MODULES[name], folder)
        states.append(state)
        print(f"{name:15} {state:10} {why}")
        if (folder / f"{name}.partial.jsonl").exists():
            print(f"{'':15} {'':10} a run of it is unfinished: {name}.partial.jsonl")
    count = Counter(states)
    print(f"{len(states)} tables: {', '.join(f'{count[state]} {state}' for state in sorted(count))}")
    return int(any(state in provenance.BAD for state in states))


def parser():
    """The command line."""
    known = "\n".join(f"  {source}: {', '.join(modules)}" for source, modules in EXPERIMENTS.items())
    made = argparse.ArgumentParser(
        prog="python -m confusion.lab.experiments", description=__doc__, epilog=f"experiments:\n{known}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    made.add_argument(
        "name", nargs="?", choices=sorted(GROUPS), metavar="NAME",
        help="experiment, or a source for all of its experiments; --status and --adopt without a name take all",
    )  # fmt: skip
    what = made.add_mutually_exclusive_group()
    what.add_argument("--fresh", action="store_true", help="forget stored rows and run every task again")
    what.add_argument("--status", action="store_true", help="print where each table stands and run nothing")
    what.add_argument("--adopt", action="store_true", help="compare random slices, then renew the digests of the code")
    made.add_argument("--jobs", type=int, default=-1, help="processes of a run (default: one per core)")
    made.add_argument("--out", type=Path, default=RESULTS, help="folder of the result tables")
    made.add_argument("--slices", type=int, default=3, help="slices of each table to adopt (default: 3)")
    made.add_argument("--seed", help="seed of the slices, any text (default: drawn, and printed)")
    made.add_argument("--limit", type=float, default=math.inf, help="take slices of at most so many seconds")
    return made


def main(arguments=None):
    """Run, report or adopt; returns the exit status."""
    options = parser().parse_args(arguments)
    if not (options.name or options.status or options.adopt):
        parser().error(f"which experiment? one of {', '.join(sorted(GROUPS))}; or --status")
    names = GROUPS[options.name] if options.name else list(MODULES)
    if options.status:
        return report(names, options.out)
    seed = options.seed or secrets.token_hex(4)
    if options.adopt:
        print(f"seed of the slices: {seed}")
    for name in names:
        if options.adopt:
            adopt(MODULES[name], folder=options.out, k=options.slices, seed=seed, limit=options.limit)
        else:
            run_experiment(MODULES[name], out=options.out, jobs=options.jobs, fresh=options.fresh)
    return report(names, options.out)


if __name__ == "__main__":
    sys.exit(main())
