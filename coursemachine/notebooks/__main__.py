"""``python -m coursemachine.notebooks [--check] [NAME ...]``, see :mod:`coursemachine.notebooks.make`."""

import sys

from coursemachine.notebooks.make import main

if __name__ == "__main__":
    sys.exit(main())
