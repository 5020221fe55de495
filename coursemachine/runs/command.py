"""The long runs behind the book's tables: run them, check the stored tables, compute random slices again.

NAME             run the tasks that have no stored rows, or go on where a run was stopped
NAME --fresh     forget stored rows and run every task
NAME --backend dask --scheduler tcp://HOST:8786    run them on the workers of a cluster
--check          is every stored table whole, with the rows of every task once and no others? computes nothing
NAME --compare 3 compute 3 random slices again: does the table still stand?
"""

import argparse
import math
import secrets

from coursemachine.runs.cluster import ClusterError
from coursemachine.runs.runner import run_experiment
from coursemachine.runs.slices import choose, recompute
from coursemachine.runs.tables import check_table


def main(sources, folder, tolerances=None, *, command, arguments=None):
    """Run, check or compare the tables in `folder`, print what was found, and return whether anything is wrong.

    `sources` has the experiments of each source, a list of modules; `tolerances` is for :func:`.slices.differences`.
    """
    groups = {module.NAME: [module] for modules in sources.values() for module in modules} | sources
    known = "\n".join(f"  {source}: {', '.join(each.NAME for each in sources[source])}" for source in sources)
    parser = argparse.ArgumentParser(
        prog=command, description=__doc__, epilog=f"experiments:\n{known}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument(
        "name", nargs="?", choices=groups, metavar="NAME",
        help="an experiment, or a source for all of its experiments; --check and --compare without a name take all",
    )  # fmt: skip
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--fresh", action="store_true", help="run every task again")
    what.add_argument("--check", action="store_true", help="check the stored tables and run nothing")
    what.add_argument("--compare", type=int, metavar="K", help="compute K random slices of each table again")
    parser.add_argument("--jobs", type=int, default=-1, help="processes of a run (default: one per core)")
    parser.add_argument("--backend", choices=("joblib", "dask"), default="joblib", help="who runs the tasks")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="scheduler of the dask cluster, tcp://HOST:8786")
    parser.add_argument("--seed", help="seed of the slices, any text (default: drawn, and printed)")
    parser.add_argument("--limit", type=float, default=math.inf, help="only slices of at most so many seconds")
    options = parser.parse_args(arguments)
    if not (options.name or options.check or options.compare):
        parser.error(f"which experiment? one of {', '.join(groups)}; or --check")
    if (options.backend == "dask") != bool(options.scheduler):
        parser.error("--backend dask and --scheduler ADDRESS go together")
    modules = groups[options.name] if options.name else [module for each in sources.values() for module in each]
    wrong, seed = 0, options.seed or secrets.token_hex(4)
    for module in modules:
        found = []
        if not (options.check or options.compare):
            try:
                run_experiment(module, folder, jobs=options.jobs, fresh=options.fresh, scheduler=options.scheduler)
            except ClusterError as error:
                parser.exit(1, f"{module.NAME}: {error}\n")
        try:
            print(f"{module.NAME}: {check_table(module, folder)} rows")
        except (ValueError, FileNotFoundError) as error:
            found.append(str(error))
        for task, part in choose(module, options.compare, seed, options.limit) if options.compare else ():
            print(f"{module.NAME}: computing {task} {part or ''}, seed {seed}", flush=True)
            found += recompute(module, task, part, folder, tolerances)
        print("".join(f"  {each}\n" for each in found[:10]), end="")
        wrong += bool(found)
    print(f"{len(modules)} tables: {len(modules) - wrong} as they should be, {wrong} not")
    return wrong > 0
