# All that a newcomer, a maintainer and CI run. Needs make and Python 3.11 to 3.13; the rest goes into .venv on first use.
# Settings: make test PYTHON=python3.12 WORKERS=8

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
WORKERS ?= 2

SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do "$$p" -c "$(SUPPORTED)" 2>/dev/null && echo "$$p" && break; done)

.PHONY: help install demo test test-unjitted test-compiled test-bounds check format bench mutants release
.NOTPARALLEL:

help:
	@echo "make install  put the package, its extras and the tools into $(VENV) (the others do it by themselves)"
	@echo "make demo     train a small agent by self-play and meet it at the table (about 10 minutes)"
	@echo "make test     all tests, in three lanes (CONTRIBUTING.md); one lane: make test-unjitted test-compiled test-bounds"
	@echo "make check    ruff, mypy and the import contracts"
	@echo "make format   let ruff put the sources in order"
	@echo "make bench    measure speed and size; ARGS=\"--json bench.json\" keeps the numbers"
	@echo "make mutants  move each number of the rules by one and list what no test sees (hours); ARGS=\"--module phases/police.py\""
	@echo "make release  checks and tests at release size (long)"

install: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt
	@python="$(PYTHON)"; \
	if [ -z "$$python" ] || ! "$$python" -c "$(SUPPORTED)"; then \
		echo "moonshine-env needs Python 3.11, 3.12 or 3.13; found $${python:-none}. Install one, or name it: make PYTHON=/path/to/python3.11" >&2; \
		exit 1; \
	fi; \
	echo "Installing into $(VENV) with $$("$$python" --version), some minutes, once ..."; \
	"$$python" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[all,dev]"
	@touch $@

demo: $(INSTALLED)
	$(BIN)/python -m training.demo $(ARGS)

test: test-unjitted test-compiled test-bounds

# Plain Python: coverage of the rules, and NumPy's warning wherever a narrow integer overflows.
test-unjitted: $(INSTALLED)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -m lane_unjitted -n $(WORKERS) -W error::RuntimeWarning --cov --cov-report=term

# As users run it. One process: compiled code is cached as it is first met.
test-compiled: $(INSTALLED)
	$(BIN)/python -m pytest

# Compiled with bounds checks. The flag is part of the cache's name, so these builds stay apart.
test-bounds: $(INSTALLED)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -m lane_bounds

check: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(INSTALLED)
	$(BIN)/moonshine bench $(ARGS)

# Goes on where it was stopped; runs/mutants.jsonl has what is done.
mutants: $(INSTALLED)
	$(BIN)/python -m tests.mutation $(ARGS)

release: check test-unjitted test-bounds
	$(BIN)/python -m pytest --release
