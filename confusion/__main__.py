"""Your own matrix: ``python -m confusion FILE`` says what a confusion matrix, or labels and predictions, say."""

import argparse
import csv
import json
import os
import sys
import warnings
from pathlib import Path

from confusion.report import as_text, picture, read, report
from confusion.report.reading import KINDS

WANTED = ("kind", "columns_are_true", "rows_are_true", "true", "predicted", "against", "count", "separator", "weighted")
EXAMPLES = """examples:
  python -m confusion matrix.csv               a square matrix of counts, rows true
  python -m confusion predictions.xlsx         two columns, true and predicted
  python -m confusion table.csv                a long table: true, predicted, n
  python -m confusion probabilities.parquet    true label, a column for each class:
                                               true,a,b,c / a,0.7,0.2,0.1 / ...
  python -m confusion scores.csv --true y --predicted model_b --against model_a
  python -m confusion matrix.csv --json        the same numbers for a program
  python -m confusion matrix.csv --picture matrix.png
  printf "8,2\\n1,9" | python -m confusion -

Excel, parquet and JSON need the extra files of the package (pandas).
exit codes: 0, and 2 if the file or an option cannot be used"""


def main(arguments=None):
    """Read a file, print its report; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m confusion", description="Say what a confusion matrix says, with intervals.", epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("file", help="CSV or TSV, Excel, JSON, parquet or npy; - for text from standard input")
    parser.add_argument("--kind", choices=KINDS, help="what the file holds, if the guess is wrong")
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--columns-are-true", action="store_true", help="columns of the matrix are true, not its rows")
    side.add_argument("--rows-are-true", action="store_true", help="rows are true, whatever their title says")
    parser.add_argument("--true", metavar="NAME", help="column of the true labels")
    parser.add_argument("--predicted", metavar="NAME", help="column of the predictions")
    parser.add_argument("--against", metavar="NAME", help="column of other predictions, to compare with")
    parser.add_argument("--ordered", metavar="NAMES", help='classes in their order, as low,high; "" if they have none')
    parser.add_argument("--count", metavar="NAME", help='column of how many examples a line counts; "" for none')
    parser.add_argument("--separator", metavar="MARK", help="between cells: ';', ' ' or another character, or tab")
    parser.add_argument("--weighted", action="store_true", help="counts may be sums of weights or areas; no intervals")
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw the matrix into a PNG or SVG file")
    options = parser.parse_args(arguments)
    if options.picture and options.picture.suffix.lower() not in (".png", ".svg"):
        parser.error(f"--picture writes PNG or SVG, by the end of the name, and not {options.picture.name}")
    if options.separator in ("tab", "\\t"):
        options.separator = "\t"
    wanted = {name: getattr(options, name) for name in WANTED}
    try:
        names = options.ordered
        ordered = None if names is None else next(csv.reader([names], skipinitialspace=True), [])
        found = report(read(sys.stdin.buffer if options.file == "-" else options.file, **wanted), ordered=ordered)
        if options.picture:
            with warnings.catch_warnings():
                # Of each letter that its face lacks and draws as a box: SVG keeps the letters, and the text has them.
                warnings.filterwarnings("ignore", r"Glyph \d+")
                picture(found).savefig(options.picture)
        sys.stdout.reconfigure(errors="replace")  # a name that the terminal cannot show
        print(json.dumps(found, indent=1) if options.json else as_text(found).rstrip("\n"), flush=True)
    except BrokenPipeError:  # as by head: who reads has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except ImportError as error:
        return _refuse("--picture needs matplotlib: install it" if "matplotlib" in str(error) else str(error))
    except OSError as error:
        if error.filename is None:
            return _refuse(f"the report cannot be written: {error.strerror}; send it to another place")
        return _refuse(f"{error.filename}: {error.strerror}; give the path of a file that can be used")
    except ValueError as error:
        return _refuse(f"{'standard input' if options.file == '-' else options.file}: {error}")
    return 0


def _refuse(sentence):
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
