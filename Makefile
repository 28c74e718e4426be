# `make deck` and `make test` each work alone, first, in a fresh clone: they set up what they need.
# A set-up is done again only when the files that it depends on change.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
DEV := distributed highspy hypothesis import-linter matplotlib mypy numba pandas playwright \
  pypdf pytest pytest-httpserver pytest-xdist ruff types-openpyxl types-pyyaml types-reportlab \
  types-requests

.PHONY: balance bench bench-smallest browser clean deck docs golden layers lint test test-all types \
  wheel

deck: $(VENV)/program
	$(BIN)/deckbuilder optimize --regions kanto johto

test: $(VENV)/tools browser
	$(BIN)/pytest -n auto -m "not slow"

test-all: $(VENV)/tools browser
	$(BIN)/pytest -n auto

golden: $(VENV)/tools
	$(BIN)/pytest -m "not slow" --update-golden

lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/tools
	$(BIN)/mypy

layers: $(VENV)/tools
	$(BIN)/lint-imports

docs: $(VENV)/tools
	$(BIN)/typer deckbuilder.cli utils docs --name deckbuilder --output docs/cli.md

wheel: $(VENV)/tools
	tests/smoke-wheel $(BIN)/python

bench: $(VENV)/tools $(VENV)/peers
	$(BIN)/python bench/bench.py

# Every part of the benchmarks once, on its smallest input: no figure can go stale unseen.
bench-smallest: $(VENV)/tools $(VENV)/peers
	$(BIN)/python bench/bench.py --smallest

# The tests of the HTML list drive Debian's Chromium; where it cannot be had they say so.
browser:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	  echo "installing chromium" && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
	  echo "Chromium is not there: its tests are left out (on Debian: apt-get install chromium)"

# Solves and plays hundreds of decks, and writes the figures of docs/balance.md.
balance: $(VENV)/tools
	$(BIN)/python bench/balance.py

clean:
	rm -rf $(VENV) build dist

# Other engines, to be measured beside ours.
$(VENV)/peers: $(VENV)/tools
	@echo "installing the peers of the benchmarks into $(VENV)"
	@$(PIP) install --constraint constraints.txt open_spiel rlcard
	@touch $@

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "deckbuilder needs Python 3.11 or newer; name one: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "$(PYTHON) cannot make a virtual environment (on Debian: apt-get install python3-venv)" >&2; exit 1; }
	@touch $@

$(VENV)/program: $(VENV)/created pyproject.toml constraints.txt
	@echo "installing deckbuilder into $(VENV)"
	@$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/tools: $(VENV)/program
	@echo "installing the tools of the tests into $(VENV)"
	@$(PIP) install --constraint constraints.txt $(DEV)
	@touch $@
