"""Run the studies: ``python -m confusion_studies NAME``, see :mod:`coursemachine.runs.command`."""

import sys
from pathlib import Path

from confusion_studies import RESULTS, coverage, triage
from confusion_studies.combo import acml, resampled, rivals, table
from confusion_studies.copa import choice, concentration, curves, luck, readings, sweep
from confusion_studies.copa import real as copa_real
from confusion_studies.decisions import gain, level, measures
from confusion_studies.rounding import tolerances
from confusion_studies.together import today
from confusion_studies.uma import estimated, rough, selection, size, told, toy, widths, wrong
from confusion_studies.uma import real as uma_real
from coursemachine.runs.command import main

#: The experiments of each source, and the running case of the foundations.
SOURCES = {
    "foundations": [coverage, triage],
    "copa": [choice, concentration, curves, luck, readings, copa_real, sweep],
    "uma": [uma_real, estimated, rough, selection, size, told, toy, widths, wrong],
    "combo": [acml, resampled, rivals, table],
    "decisions": [gain, level, measures],
    "together": [today],
}

if __name__ == "__main__":
    try:
        from coursemachine.notebooks.reproduce import reproduce
    except ImportError:  # the wheel has no book to judge
        reproduce = None
    scratch = Path("build/reproduced").absolute()
    sys.exit(
        main(SOURCES, RESULTS, tolerances, command="python -m confusion_studies", reproduce=reproduce, scratch=scratch)
    )
