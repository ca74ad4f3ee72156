# The chores. `make` alone lists them. A fresh machine needs Python 3.11 or newer, git and make; the rest goes into .venv.

PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3 python; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$name"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt

# Bytecode is written here, by all processors: pip uses one, and an editable install leaves it to the first start of each
# process, where Python may write it down, else to every start. Some libraries bring examples that do not compile.
COMPILE := $(BIN)/python -m compileall -qq -j 0 $(VENV)/lib src || true

# Half of the tests for each of two processes, in their order, so that what a file shares is made once; who is done steals.
# What pytest makes of the tests' files is written down, whatever the environment says: the next run starts sooner.
TEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist worksteal

# Tests make thousands of small indexes and throw them away: in memory, where it has room (KB), none waits for a disk.
ROOM := 4000000
MEMORY := $(shell awk '$$2 == "/dev/shm" && $$4 ~ /^rw/ && $$4 !~ /noexec/ { print $$2 }' /proc/mounts 2>/dev/null | \
	while read -r folder; do df -Pk "$$folder" | awk -v room=$(ROOM) 'NR == 2 && $$4 > room { print $$6 }'; done)
IN_MEMORY := $(if $(MEMORY),folder=$$(mktemp -d -p $(firstword $(MEMORY))) && trap 'rm -rf "$$folder"' EXIT INT TERM && TMPDIR="$$folder")

.DEFAULT_GOAL := help
.PHONY: help try test test-all lint eval eval-baseline arena eval-packs eval-matches eval-paraphrases mutate bench-index \
	bench-query bench-search bench-mcp recording package scip oracle docs golden clean

help: ## list the chores
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

try: $(READY) ## index this repository, answer a sample task, show why
	$(BIN)/seedwalk index
	@echo
	$(BIN)/seedwalk context "watch a folder and index again after each change" --budget 1500
	@echo
	$(BIN)/seedwalk why --task "watch a folder and index again after each change" --symbol watching.py:updates
	@echo
	$(BIN)/seedwalk status

test: $(READY_DEV) ## run the tests
	$(IN_MEMORY) $(TEST)

test-all: $(READY_DEV) ## the same on larger inputs and with more examples of each law
	$(IN_MEMORY) SEEDWALK_TESTS=all $(TEST)

lint: $(READY_DEV) ## check style and types
	$(BIN)/ruff check
	$(BIN)/mypy

eval: $(READY) ## measure on the project's own fixtures; fails when a tier fell significantly below the baseline
	$(BIN)/seedwalk eval --fixtures bench/fixtures --metrics seed --baseline bench/baseline.json --findings bench/FINDINGS.md

eval-baseline: $(READY) ## make what is measured now the baseline; say in the commit why it moved
	$(BIN)/seedwalk eval --fixtures bench/fixtures --metrics seed --save bench/baseline.json --findings bench/FINDINGS.md
	$(BIN)/seedwalk eval verify --fixtures bench/fixtures --save bench/ceilings.json

eval-packs: $(READY) ## share of truth lines in packs, adaptive against fixed depths: make eval-packs MEASURE="--tasks DIR ..."
	$(BIN)/python -m seedwalk.eval.packs $(MEASURE)

eval-matches: $(READY) ## tasks asked of foreign repositories: make eval-matches MEASURE="--tasks DIR --repos DIR --stores DIR"
	$(BIN)/python -m seedwalk.eval.matches $(MEASURE)

eval-paraphrases: $(READY) ## one question in three wordings: make eval-paraphrases MEASURE="--repos DIR --stores DIR"
	$(BIN)/python -m seedwalk.eval.paraphrases $(MEASURE)

OURS := lexical,seedwalk-history-recency,seedwalk@seed-history-recency,seedwalk,seedwalk@seed
arena: $(READY) ## our rows of the arena anew, beside the peers' kept ones; needs SEEDWALK_BENCH and SEEDWALK_REPOS
	store=$$(mktemp -d) && trap 'rm -rf "$$store"' EXIT && \
	$(BIN)/seedwalk eval arena --systems $(OURS) --store "$$store" --save bench/results --beside bench/results
	$(BIN)/python -m seedwalk.eval.standing
	$(BIN)/python -m seedwalk.eval.docs

mutate: $(READY_DEV) ## make the metrics wrong, one place at a time; some test must notice each
	$(BIN)/python -m tests.eval.mutation src/seedwalk/eval/metrics.py tests/eval/test_metrics.py

bench-index: $(READY_DEV) ## measure indexing; SEEDWALK_BENCH_REPO names the checkout to measure on
	$(BIN)/python -m seedwalk.eval.bench_index

scip: $(READY) ## compare call edges with SCIP: make scip SCIP="--language python --repo DIR"
	$(BIN)/python -m seedwalk.eval.scip_check $(SCIP)

oracle: $(READY) ## compare call edges with a compiler, or with Ruby at work: make oracle ORACLE="--language go|java|csharp|rust|ruby --repo DIR"
	$(BIN)/python -m seedwalk.eval.oracles.check $(ORACLE)

bench-query: $(READY_DEV) ## time answers, warm and cold; SEEDWALK_BENCH_REPO names the checkout
	$(BIN)/python -m seedwalk.eval.bench_query $(or $(SEEDWALK_BENCH_REPO),.)
	$(BIN)/python -m seedwalk.eval.bench_history --repo $(or $(SEEDWALK_BENCH_REPO),.)

bench-search: $(READY_DEV) ## time symbol search; SEEDWALK_BENCH_REPO names the checkout
	$(BIN)/python -m seedwalk.eval.bench_search $(or $(SEEDWALK_BENCH_REPO),.)

bench-mcp: $(READY_DEV) ## the first answer, then a thousand calls from eight clients; SEEDWALK_BENCH_REPO names the checkout
	$(BIN)/python -m seedwalk.eval.bench_greeting $(or $(SEEDWALK_BENCH_REPO),.)
	$(BIN)/python -m seedwalk.eval.bench_mcp $(or $(SEEDWALK_BENCH_REPO),.)

recording: $(READY_DEV) ## draw the picture and write the transcript of the docs anew: make recording FLASK=path/to/checkout
	$(BIN)/python -m seedwalk.eval.recording $(FLASK)
	$(BIN)/python -m seedwalk.eval.transcript $(FLASK)

package: $(READY_DEV) ## build wheel and sdist into dist/
	$(BIN)/python -m build --no-isolation

docs: $(READY) ## write the generated pages anew
	$(BIN)/python -m seedwalk.eval.docs

golden: $(READY_DEV) ## write the golden dumps anew; read the difference before committing it
	$(BIN)/python -m tests.test_golden
	$(BIN)/python -m tests.render.sample

clean: ## throw the virtual environment away
	rm -rf $(VENV)

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "seedwalk needs Python 3.11 or newer, and found none on the PATH. Install one, or name it: make PYTHON=/path/to/python3" >&2; \
		exit 1; \
	fi
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "'$(PYTHON)' is not Python 3.11 or newer. Name one that is: make PYTHON=/path/to/python3" >&2; exit 1; }
	"$(PYTHON)" -m venv --clear $(VENV)

# What is compiled where there is a compiler: made again when it changes.
COMPILED := setup.py $(wildcard src/seedwalk/compiled/*.[ch] src/seedwalk/compiled/*/*.[ch])

$(READY): pyproject.toml constraints.txt $(COMPILED) | $(BIN)/python
	$(PIP) --editable .
	@$(COMPILE)
	@touch $@

$(READY_DEV): pyproject.toml constraints.txt $(COMPILED) | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@$(COMPILE)
	@touch $(READY) $@
