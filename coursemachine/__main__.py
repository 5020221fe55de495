"""What an author calls: ``python -m coursemachine preview|budget ...``; ``--help`` after one says more."""

import sys
from importlib import import_module

COMMANDS = {"preview": "notebooks.preview", "budget": "notebooks.budget"}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python -m coursemachine {'|'.join(COMMANDS)} ...")
    sys.exit(import_module(f"coursemachine.{COMMANDS[sys.argv[1]]}").main(sys.argv[2:]))
