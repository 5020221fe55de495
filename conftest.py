"""What every test run needs, above all nbval: kernels that run as the notebooks were made."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "book" / "_tools"))

import kernel_env

os.environ.update(kernel_env.variables())
