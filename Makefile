# make book   build the book and serve it        make test       run every gate
# make html   build only                         make quick      run the gates that take less than a minute
# make clean  remove what was built              make portable   chapters and unit tests as on older processors
# make lock   renew requirements.txt             make notebooks  execute the chapters and store their outputs
# make pdf    build, and print the whole book into one PDF (needs Chromium)
# make online run every chapter in the browser that the pages run their code in
# Needs Python 3.11 to 3.13 with pip, nothing else; PYTHON=... chooses one.

PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
KNOWN := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))

.PHONY: book html pdf online test quick portable notebooks clean lock
.DEFAULT_GOAL := book

$(STAMP): requirements.txt pyproject.toml
	@if [ ! -x $(BIN)/python ]; then \
	  for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python; do \
	    if $$python -c '$(KNOWN)' 2>/dev/null; then found=$$python; break; fi; \
	  done; \
	  if [ -z "$$found" ]; then \
	    echo "The book needs Python 3.11, 3.12 or 3.13; install one or name it: make PYTHON=/path/to/python3.12" >&2; exit 1; \
	  fi; \
	  echo "Making $(VENV) with $$($$found --version)"; \
	  $$found -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); $$found -m virtualenv $(VENV); } || { \
	    echo "Neither venv nor virtualenv works here (Debian: apt-get install python3-venv)" >&2; exit 1; }; \
	fi
	@$(BIN)/python -c '$(KNOWN)' || { echo "$(VENV) holds another Python than 3.11 to 3.13; remove it" >&2; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes --only-binary :all: \
	  -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --no-build-isolation --editable .
	@touch $@

book: html
	@$(BIN)/python book/_tools/serve.py

# Without the package index, and with nothing fetched before, the pages are built without Run buttons.
html: $(STAMP)
	@$(BIN)/python book/_tools/online.py || echo "The book is built without Run buttons; all else is as ever." >&2
	$(BIN)/jupyter-book build book --all -W -n --keep-going

pdf: html
	$(BIN)/python book/_tools/pdf.py

online: $(STAMP)
	@$(BIN)/python book/_tools/online.py
	$(BIN)/jupyter-book build book -W -n --keep-going
	ONLINE=all $(BIN)/python -m pytest -q -s -o faulthandler_timeout=3600 tests/browser/test_chapters_online.py \
	  tests/browser/test_live_start.py tests/browser/test_live_assets.py

# Where Python for the page cannot be had, its tests are skipped; in CI they fail.
test: $(STAMP)
	@$(BIN)/python book/_tools/online.py || true
	$(BIN)/python book/_tools/gates.py

quick: $(STAMP)
	$(BIN)/python book/_tools/gates.py --quick

portable: $(STAMP)
	$(BIN)/python book/_tools/gates.py --portable

notebooks: $(STAMP)
	$(BIN)/python book/_tools/notebooks.py

clean:
	rm -rf book/_build build dist .pytest_cache .ruff_cache .hypothesis

# Every extra of pyproject.toml at its newest version that the others allow; the two lines of comment stay.
lock: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	head -n 2 requirements.txt > requirements.new
	$(BIN)/python -m uv pip compile --quiet --universal --python-version 3.11 --all-extras --upgrade \
	  --generate-hashes --no-header --no-annotate pyproject.toml >> requirements.new
	mv requirements.new requirements.txt
