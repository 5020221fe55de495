# Sourced by the jobs beside it: a throw-away environment, and the tests that need the package's own dependencies only.
#   PYTHON=python3.13 .ci/core-only          another interpreter
#   UV_CONSTRAINT= .ci/core-only             the newest libraries instead of the lock's
#   UV_CONSTRAINT= UV_PRERELEASE=allow ...   those to come
#   PYTEST_ADDOPTS="-n 2 -m 'not slow'" ...  other options of pytest
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
UV=0.13.9
PYTHON=$(command -v "${PYTHON:-python3}")
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
# uv resolves as pip does, and can take the oldest versions; it must use the interpreter that was named.
export UV_PYTHON_DOWNLOADS=never PIP_DISABLE_PIP_VERSION_CHECK=1
export UV_CONSTRAINT=${UV_CONSTRAINT-requirements.txt .ci/requirements.txt}
"$PYTHON" -m venv "$WORK/tools"
"$WORK/tools/bin/python" -m pip install --quiet "uv==$UV"

# environment NAME: an empty one in $WORK/NAME
environment() {
  "$WORK/tools/bin/uv" venv --quiet --python "$PYTHON" "$WORK/$1"
}

# install NAME ARGUMENTS...: what `uv pip install` takes, into that environment
install() {
  "$WORK/tools/bin/uv" pip install --quiet --python "$WORK/$1/bin/python" "${@:2}"
}

# versions NAME: what a failure may hang on
versions() {
  "$WORK/$1/bin/python" --version
  "$WORK/tools/bin/uv" pip list --python "$WORK/$1/bin/python" 2>/dev/null |
    grep -E '^(joblib|numba|numpy|pytest|scikit-learn|scipy) ' || true
}

# core_tests NAME ARGUMENTS...: the checkout's tests of what needs no extra
core_tests() {
  versions "$1"
  "$WORK/$1/bin/python" -m pytest -q -n auto -p no:cacheprovider \
    tests/confusion tests/mathematics tests/test_docstrings.py tests/test_house.py tests/test_project.py "${@:2}"
}
