# Mistvale. `make play` and `make test` set up everything they need on a machine with Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Tests start many processes: what they import is compiled once, also where others keep no bytecode.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test again quick deep soak bench lint format docs clean help

help:            ## What can be made here
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/'

play: $(READY)   ## Set up, compile once, and open the table on http://127.0.0.1:8000
	@$(BIN)/mistvale serve --open

test: $(READY)   ## Set up, and run all tests: a real browser and a real PostgreSQL included
	@$(PYTHON) tools/setup.py test
	@$(BIN)/mistvale compile
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal $(TESTS)

again: $(READY)  ## Run once more, one after another, what failed last
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none

LAWS = test_every_game_keeps_the_laws test_the_laws_hold_to_the_end_of_a_match test_compiled_is_interpreted

quick: $(READY)  ## The rulebook and the laws of one game, in a minute: make quick GAME=misty
	@$(PYTHON) tools/setup.py test
	$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 tests/rulebook/$(subst -,_,$(or $(GAME),misty)) \
		$(foreach law,$(LAWS),"tests/laws/test_laws.py::$(law)[$(subst _,-,$(or $(GAME),misty))]")

deep: $(READY)   ## Run what is too long for `test`, some hours, and keep the results in tests/deep/results.json
	@$(PYTHON) tools/setup.py test
	@$(PYTHON) tools/setup.py docs
	@$(BIN)/mistvale compile
	$(BIN)/python -m pytest -m deep $(or $(TESTS),tests)

soak: $(READY)   ## An hour of all kinds of players while servers are killed: make soak SOAK="--minutes 10 --kills 20"
	@$(PYTHON) tools/setup.py test
	@$(BIN)/mistvale compile
	$(BIN)/python -m tests.deep.soak $(SOAK)

bench: $(READY)  ## Measure, as ratios within one run
	@$(PYTHON) tools/setup.py test
	$(BIN)/python -m bench $(BENCH)

lint: $(READY)   ## Check style and types, of the client too, and that no game repeats another
	@$(PYTHON) tools/setup.py lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/records.py --check
	$(BIN)/mypy
	$(BIN)/python tools/lint_client.py
	$(BIN)/python tools/duplicates.py

format: $(READY) ## Put the source in shape
	@$(PYTHON) tools/setup.py lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(READY)   ## Build the pages into site/, with no network once it is set up; a link that leads nowhere is an error
	@$(PYTHON) tools/setup.py docs
	$(BIN)/python tools/guides.py --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean:           ## Remove what was set up here
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/limit/build

$(READY): pyproject.toml constraints.txt tools/setup.py
	@$(PYTHON) tools/setup.py play
