# make book   build the book and serve it        make test       run every gate; each is a target, too
# make book SOLUTIONS=no   the same for a class, without the solutions of its exercises, in build/handout
# make html   build only                         make quick      run the gates that take less than a minute
# make clean  remove what was built              make portable   chapters and unit tests as on older processors
# make lock   renew all packages                 make notebooks  execute the chapters and store their outputs
# make weight count what there is, which may only fall
# make scenes bundle the scripts of the figures after a change of one (needs npm)
# make online run every chapter in the browser that the pages run their code in, and three in other engines
# make reproduce   compute stored tables again (STUDY=uma_toy: one): does what the book says of them still hold?
# Needs Python with pip, nothing else; which ones stands in the next lines; PYTHON=... chooses one.

# The book has been made on each of these; the package alone needs the first or any later one.
FIRST := 3.11
LAST := 3.14
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
# What the book needs is installed, and what the gates need besides.
STAMP := $(VENV)/.installed
TOOLS := $(VENV)/.tools
MINORS := $(shell seq $(LAST:3.%=%) -1 $(FIRST:3.%=%))
KNOWN := import sys; sys.exit(sys.version_info[0] != 3 or str(sys.version_info[1]) not in "$(MINORS)".split())

CHECKS := lint js spelling weight stored tables
GATES := checks-and-html unit chapters browser
QUICK := checks unit-quick

# Two processes, a module or chapter in one of them; the modules that take long come first (tests/conftest.py).
PYTEST := $(BIN)/python -m pytest -q -n 2 --dist loadscope
UNIT := $(PYTEST) --no-loadscope-reorder tests --ignore=tests/browser
#: The chapters that are executed, all of them by default.
CHAPTERS ?= book

# Dozens of processes import the same libraries; some environments, those of many containers for instance, forbid to
# store what Python compiles, which would cost minutes.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache
unexport PYTHONDONTWRITEBYTECODE
export PYTHONUNBUFFERED := 1
export COLUMNS ?= 160

.PHONY: book online test quick reproduce portable without-AVX-512 without-AVX2 notebooks clean lock scenes $(CHECKS) $(GATES) $(QUICK) html
.DEFAULT_GOAL := book

INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps
LOCKED = $(INSTALL) --require-hashes --only-binary :all:
$(STAMP): requirements.txt pyproject.toml
	@if [ ! -x $(BIN)/python ]; then \
	  for python in $(PYTHON) python3 $(MINORS:%=python3.%) python; do \
	    if $$python -c '$(KNOWN)' 2>/dev/null; then found=$$python; break; fi; \
	  done; \
	  if [ -z "$$found" ]; then \
	    echo "The book needs Python $(FIRST) to $(LAST); install one or name it: make PYTHON=/path/to/python$(LAST)" >&2; exit 1; \
	  fi; \
	  echo "Making $(VENV) with $$($$found --version)"; \
	  $$found -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); $$found -m virtualenv $(VENV); } || { \
	    echo "Neither venv nor virtualenv works here (Debian: apt-get install python3-venv)" >&2; exit 1; }; \
	fi
	@$(BIN)/python -c '$(KNOWN)' || { echo "$(VENV) holds another Python than $(FIRST) to $(LAST); remove it" >&2; exit 1; }
	$(LOCKED) -r requirements.txt
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(TOOLS): $(STAMP) .ci/requirements.txt
	$(LOCKED) -r .ci/requirements.txt
	@touch $@

# Pages, notebooks, slides and prints without solutions come from a copy of the book that has none.
SOLUTIONS ?= yes
MADE = $(if $(filter no,$(SOLUTIONS)),build/handout,book)
book: html
	@$(BIN)/python -m coursemachine.site.serve $(MADE)/_build/html

# Without the package index, and with nothing fetched before, the pages are built without Run buttons.
html: $(STAMP)
	@$(BIN)/python -m coursemachine.live.assemble || echo "The book is built without Run buttons; all else is as ever." >&2
	$(if $(filter no,$(SOLUTIONS)),$(BIN)/python -m coursemachine.notebooks.handout)
	$(BIN)/jupyter-book build $(MADE) --all -W -n --keep-going

online: html $(TOOLS)
	ONLINE=all $(BIN)/python -m pytest -q -s -o faulthandler_timeout=3600 tests/browser/test_chapters_online.py \
	  tests/browser/test_live_start.py tests/browser/test_engines.py

# Where Python for the page cannot be had, its tests are skipped; in CI they fail.
test: $(TOOLS)
	@$(BIN)/python -m coursemachine.live.assemble || true
	@.ci/gates $(GATES)

quick: $(TOOLS)
	@.ci/gates $(QUICK)

# Each keeps one core busy, so two at a time; -k: all of them, also after one failed.
TWO = @$(MAKE) --no-print-directory -k -j 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync)
checks: $(TOOLS)
	$(TWO) $(CHECKS)

checks-and-html: $(TOOLS)
	$(TWO) html $(CHECKS)

lint: $(TOOLS)
	$(BIN)/python -m ruff check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/zizmor --offline --quiet --no-progress .github/workflows

# Types and lint of the pages' scripts; is the figures' bundle what the sources make?
js:
	@.ci/javascript

# What pages and notebooks embed of the figures' scripts: commit coursemachine/controls/bundle with them.
scenes:
	@.ci/javascript bundle

# A word that is right goes to ignore-words-list in pyproject.toml.
spelling: $(TOOLS)
	$(BIN)/python -m codespell_lib .

# Lines and names, none of them more than in .ci/weight.toml; FLAGS=--names lists the public names without a reader.
weight: $(STAMP)
	@$(BIN)/python .ci/weight.py $(FLAGS)

# A notebook is made from its text, never edited: python -m coursemachine.notebooks NAME
stored: $(STAMP)
	$(BIN)/python -m coursemachine.notebooks --check

# A row is computed, never edited: git checkout confusion_studies/results, or run the experiment with --fresh.
tables: $(STAMP)
	$(BIN)/python -m confusion_studies --check

unit: $(TOOLS)
	$(UNIT)

unit-quick: $(TOOLS)
	$(UNIT) -m "not slow"

# Hours for all; one that was stopped goes on.  The stored tables stay, and rows that differ are only listed.
STUDY ?=
reproduce: $(TOOLS)
	$(BIN)/python -m confusion_studies $(STUDY) --reproduce

# Where the new output is right: python -m coursemachine.notebooks NAME, then read git diff; else mend the code.
chapters: $(TOOLS)
	$(PYTEST) --nbval --nbval-current-env --nbval-cell-timeout=600 $(CHAPTERS)

browser: $(TOOLS)
	$(PYTEST) --no-loadscope-reorder tests/browser

# As on older x86-64 processors, where other loops are chosen and the last bits of sums differ: what fails here needs
# a tolerance.  numpy refuses to switch off what it does not find; numba must not take the loops of the full processor.
portable: $(STAMP)
	@.ci/gates without-AVX-512 without-AVX2

FOUND = $(shell $(BIN)/python -c 'import numpy; print(*numpy.show_config("dicts")["SIMD Extensions"].get("found", []))')
without-AVX-512: OLDER = NPY_DISABLE_CPU_FEATURES="$(filter AVX512% X86_V4,$(FOUND))" OPENBLAS_CORETYPE=Haswell NUMBA_CPU_NAME=haswell
without-AVX2: OLDER = NPY_DISABLE_CPU_FEATURES="$(filter-out SSE% SSSE3 POPCNT X86_V2,$(FOUND))" OPENBLAS_CORETYPE=Nehalem NUMBA_CPU_NAME=generic
without-AVX-512 without-AVX2: $(TOOLS)
	@test "$$(uname -m)" = x86_64 || { echo "Only an x86-64 processor can run as an older one" >&2; exit 1; }
	@$(OLDER) NUMBA_CACHE_DIR=$(CURDIR)/build/numba-$@ .ci/gates $(PORTABLE)
PORTABLE := chapters unit

notebooks: $(STAMP)
	$(BIN)/python -m coursemachine.notebooks

clean:
	rm -rf book/_build build dist .pytest_cache .ruff_cache .hypothesis

# All extras of pyproject.toml at their newest versions that go together; from these what a reader needs, and what the
# gates need besides (and what a reader needs on some systems only).  The comment at the head of each file stays.  uv is
# the CI's.
LOCK = $(BIN)/python -m uv pip compile --quiet --no-header --no-annotate --generate-hashes --universal \
  --python-version $(FIRST) pyproject.toml
lock: UV = $(shell sed -n 's/^UV=//p' .ci/common.sh)
lock: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV)
	@mkdir -p build
	$(LOCK) --all-extras > build/lock
	(sed '/^[^#]/,$$d' requirements.txt; $(LOCK) --extra book -c build/lock) > build/readers
	mv build/readers requirements.txt
	(sed '/^[^#]/,$$d' .ci/requirements.txt; $(LOCK) --all-extras -c build/lock \
	  $$(sed -n 's/^\([a-z0-9-]*\)==[^;]*$$/--no-emit-package \1/p' requirements.txt)) > build/gates.lock
	mv build/gates.lock .ci/requirements.txt
