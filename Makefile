# Everything here works from nothing: python3 (with venv) and make are enough.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
GONZO  := .venv-gonzo

.PHONY: help verify test test-deep bench lint clean

help:
	@echo "make verify     install the core, and hold four programs against the rules (a minute or two)"
	@echo "make test       lint, types, import contracts, tests, and the built wheel installed elsewhere"
	@echo "make test-deep  the slow, exhaustive tests"
	@echo "make bench      measure rates"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "fairdeal needs Python 3.11 or newer, and '$(PYTHON)' is not: install it, or say make PYTHON=python3.12"; exit 2; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || \
		{ echo "fairdeal needs Python's venv module: install it (on Debian: apt install python3-venv)"; rm -rf $(VENV); exit 2; }

$(VENV)/.core: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "installing the core into $(VENV)"
	@$(PIP) install -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	@echo "installing what the tests need into $(VENV)"
	@$(PIP) install -c constraints.txt -e '.[prove,kernel,cluster,report,fuzz,third-solver,dev]'
	@touch $@

$(GONZO)/.ready: $(VENV)/bin/python constraints.txt
	@echo "installing the program to be judged, gonzo-card-games 0.0.2, into $(GONZO)"
	@$(PYTHON) -m venv $(GONZO)
	@$(GONZO)/bin/python -m pip --disable-pip-version-check --quiet install gonzo-card-games==0.0.2
	@touch $@

verify: $(VENV)/.core $(GONZO)/.ready
	@$(BIN)/python -m tests.specimens.tour

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/fairdeal rules --lint

test: lint $(GONZO)/.ready
	$(BIN)/pytest -n 2 --dist worksteal

test-deep: $(VENV)/.dev $(GONZO)/.ready
	$(BIN)/pytest -m deep -n 2 --dist worksteal
	FAIRDEAL_PROFILE=deep $(BIN)/pytest -n 2 tests/test_machines.py tests/test_strategies.py tests/test_bank_machine.py

bench: $(VENV)/.dev
	$(BIN)/python -m tests.benchmarks.rates

clean:
	rm -rf $(VENV) $(GONZO) build dist *.egg-info
