"""The long runs behind the book's tables: run them, check the stored tables, compute whole tables again and compare.

NAME             run the tasks that have no stored rows, or go on where a run was stopped
NAME --fresh     forget stored rows and run every task
NAME --backend dask --scheduler tcp://HOST:8786    run them on the workers of a cluster
--check          is every table whole, with the rows of every task once, as a run has written it? computes nothing
NAME --reproduce compute the table again, beside the stored one: does what the book says of it still hold?
"""

import argparse

from coursemachine.runs import made
from coursemachine.runs.cluster import ClusterError
from coursemachine.runs.runner import run_experiment
from coursemachine.runs.tables import check_table


def main(sources, folder, tolerances=None, *, command, reproduce=None, scratch=None, arguments=None):
    """Run, check or reproduce the tables in `folder`, print what was found, and return whether anything is wrong.

    `sources` has the experiments of each source, a list of modules; `tolerances` is for :func:`.slices.differences`;
    `reproduce` is :func:`coursemachine.notebooks.reproduce.reproduce`, where there is a book, and `scratch` its folder.
    """
    groups = {module.NAME: [module] for modules in sources.values() for module in modules} | sources
    known = "\n".join(f"  {source}: {', '.join(each.NAME for each in sources[source])}" for source in sources)
    parser = argparse.ArgumentParser(
        prog=command, description=__doc__, epilog=f"experiments:\n{known}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument(
        "name", nargs="?", choices=groups, metavar="NAME",
        help="an experiment, or a source for all of its experiments; --check and --reproduce without a name take all",
    )  # fmt: skip
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="check the stored tables and run nothing")
    what.add_argument("--reproduce", action="store_true", help="compute whole tables again, beside the stored ones")
    parser.add_argument("--fresh", action="store_true", help="run every task again")
    parser.add_argument("--jobs", type=int, default=-1, help="processes of a run (default: one per core)")
    parser.add_argument("--backend", choices=("joblib", "dask"), default="joblib", help="who runs the tasks")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="scheduler of the dask cluster, tcp://HOST:8786")
    options = parser.parse_args(arguments)
    if not (options.name or options.check or options.reproduce):
        parser.error(f"which experiment? one of {', '.join(groups)}; or --check, --reproduce")
    if (options.backend == "dask") != bool(options.scheduler):
        parser.error("--backend dask and --scheduler ADDRESS go together")
    if options.reproduce and not reproduce:
        parser.error("--reproduce judges the chapters of the book: call it in a checkout")
    modules = groups[options.name] if options.name else [module for each in sources.values() for module in each]
    run = {"jobs": options.jobs, "fresh": options.fresh, "scheduler": options.scheduler}
    wrong = 0
    for module in modules:
        fails = False
        try:
            if options.reproduce:
                print(f"{module.NAME}:", flush=True)
                fails = reproduce(module, folder, scratch, tolerances, **run)
            elif not options.check:
                run_experiment(module, folder, **run)
            rows = check_table(module, folder)
            made.check(folder, module.NAME)
            print(f"{module.NAME}: {rows} rows")
        except ClusterError as error:
            parser.exit(1, f"{module.NAME}: {error}\n")
        except (ValueError, FileNotFoundError) as error:
            fails = True
            print(f"  {error}")
        wrong += fails
    print(f"{len(modules)} tables: {len(modules) - wrong} as they should be, {wrong} not")
    return wrong > 0
