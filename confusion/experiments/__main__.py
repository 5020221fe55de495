"""Command line of the long runs: ``python -m confusion.experiments copa``."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from .runner import RESULTS, run_experiment

#: what a name on the command line runs; a paper's name runs everything its chapters need
GROUPS = {
    "copa": ["copa_readings", "copa_sweep", "copa_real", "concentration"],
    "copa_readings": ["copa_readings"],
    "copa_sweep": ["copa_sweep"],
    "copa_real": ["copa_real"],
    "concentration": ["concentration"],
    "uma": ["uma_toy", "uma_wrong", "uma_real", "uma_widths", "uma_size", "uma_rough", "uma_selection"],
    "uma_toy": ["uma_toy"],
    "uma_wrong": ["uma_wrong"],
    "uma_real": ["uma_real"],
    "uma_widths": ["uma_widths"],
    "uma_size": ["uma_size"],
    "uma_rough": ["uma_rough"],
    "uma_selection": ["uma_selection"],
    "combo": ["combo_table", "combo_rivals"],
    "combo_table": ["combo_table"],
    "combo_rivals": ["combo_rivals"],
}


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m confusion.experiments", description=__doc__)
    parser.add_argument("name", choices=sorted(GROUPS), help="experiment, or a paper for all of its experiments")
    parser.add_argument("--jobs", type=int, default=-1, help="processes (default: one per core)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder of the result tables")
    parser.add_argument("--fresh", action="store_true", help="forget stored rows and run every task again")
    options = parser.parse_args(arguments)
    for name in GROUPS[options.name]:
        module = importlib.import_module(f"confusion.experiments.{name}")
        run_experiment(module, out=options.out, jobs=options.jobs, fresh=options.fresh)


if __name__ == "__main__":
    main()
