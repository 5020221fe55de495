"""What the sources claim, with verdicts: a file for each source, see :mod:`coursemachine.claims`."""

from pathlib import Path

from coursemachine.claims import Claims

CLAIMS = Claims(Path(__file__).parent)
verdicts, errata = CLAIMS.verdicts, CLAIMS.errata
