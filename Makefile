# Two commands: `make run` plays, `make test` is the whole gate. While you work: `make check`, `make fix`, `make dev`.
# Debian's Python, which the Pi has, too, runs the tests in three quarters of the time of one built without profiles.
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo /usr/bin/python3 || echo python3)
BIN := .venv/bin
TRANSLATIONS := web/i18n/translations

.PHONY: run hall dev check fix test test-all lint rules suite coverage lint-web install release lock lock-check words clean

run: install  ## start the companion on port 8000 of every address; without a camera, on a synthetic table
	FUDAYOMI_DEMO=1 $(BIN)/fudayomi serve --port $(or $(PORT),8000)

hall: install  ## start a hall on port 8100 with three synthetic tables playing; DATABASE=postgresql://… keeps it there
	$(BIN)/fudayomi hall --demo 3 --port $(or $(PORT),8100) $(if $(DATABASE),--database '$(DATABASE)')

dev: .venv/tested  ## the same companion, started anew whenever a file changes; it keeps its data
	FUDAYOMI_DEMO=1 $(BIN)/watchfiles --sigint-timeout 10 '$(BIN)/fudayomi serve --port $(or $(PORT),8000)' scorer scanner web models

check: .venv/tested  ## format, types and the tests of what changed since main: a minute, without browser or database
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/pyrefly check --summary=none
	$(BIN)/python -m $(XDIST) $$($(BIN)/python -m tests.changed_tests)

fix: .venv/tested node_modules/.installed  ## format and mend what can be mended by itself
	$(BIN)/ruff format --quiet .
	$(BIN)/ruff check --fix --quiet .
	node_modules/.bin/biome check --write

install: .venv/installed  ## only build the environment

.venv/installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

.venv/tested: .venv/installed requirements-test.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-test.lock
	# Compiles the tests, which each process of the suite would do by itself. What is wrong with them the suite says.
	-$(BIN)/python -m pytest --collect-only tests > /dev/null
	touch $@

node_modules/.installed: package-lock.json .npmrc
	@sh tests/need-tools.sh
	npm ci --silent
	touch $@

# The gate starts some two hundred processes. Where this is set, each compiles every module anew.
unexport PYTHONDONTWRITEBYTECODE

RULES := tests/unit/scorer tests/promises/golden tests/promises/games

# Every test writes a ledger of its own. In memory it need not wait for a disk: a quarter of the time. A run takes 300 MB
# there, so /dev/shm is used only where 2 GB of it are free: in a container it may have 64 MB.
suite coverage: export TMPDIR := $(shell test "$$(df --output=avail -m /dev/shm 2>/dev/null | tail -n 1)" -gt 2000 2>/dev/null && echo /dev/shm || echo "$${TMPDIR:-/tmp}")

XDIST = pytest -n $$(( $$(nproc) + 1 )) --dist worksteal

# Both parts run side by side, so that no core waits for the slowest part of one of them.
test: .venv/tested node_modules/.installed  ## format, lint, types, rules, scanner, page, browser: the whole gate
	@sh tests/need-tools.sh
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint suite

# One process more than there are cores, because tests also wait. Each further one reads all tests (6 s of processor
# time), opens a browser and starts servers of its own. pytest-randomly shuffles the tests; the last line says the seed.
suite: .venv/tested  ## the tests of rules, scanner, page and browser
	$(BIN)/python -m $(XDIST) tests

# The tracer makes tests three times as slow, so no coverage is measured in the gate.
coverage: .venv/tested rules  ## the same tests again: every line of the rules is run, nine in ten of scanner and web
	rm -f .coverage-suite*
	$(BIN)/coverage run --rcfile tests/coverage.ini -m $(XDIST) tests $(RULES:%=--ignore %)
	$(BIN)/coverage combine --quiet --rcfile tests/coverage.ini
	$(BIN)/coverage report --rcfile tests/coverage.ini

lint: .venv/tested lint-web  ## format, lint, types, import directions, dead code, spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyrefly check --summary=none
	$(BIN)/lint-imports
	$(BIN)/vulture
	$(BIN)/codespell scorer scanner web deploy tests docs *.md

rules: .venv/tested  ## the tests of the rules, which cover every line and branch
	$(BIN)/coverage run -m pytest $(RULES) tests/test_examples.py
	$(BIN)/coverage report

test-all: test coverage  ## what takes longer than the gate, too: before a release, and after touching looks, ledger or decoder
	$(BIN)/python -m $(XDIST) -m long tests
	FUDAYOMI_FULL=1 $(BIN)/python -m pytest -m 'long or not long' tests/unit/scanner/enrolled/test_deck_file.py
	FUDAYOMI_EVERY_STEP=1 $(BIN)/python -m pytest tests/promises/recovery/test_interrupted_upgrade.py
	$(BIN)/python -m tests.promises.recovery.kill_while_booking 2000
	$(BIN)/python -m tests.promises.recovery.damage 1000
	$(BIN)/python -m tests.promises.threats.picture_mutations 10000
	$(BIN)/python -m tests.promises.threats.fuzzed_requests 20000
	$(BIN)/python -m tests.promises.threats.restore_mutations 5000
	$(BIN)/python -m tests.promises.evenings.random_evenings 20 200

lint-web: .venv/tested node_modules/.installed  ## scripts, styles and templates of the page, shell scripts
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc
	$(BIN)/djlint --lint --quiet web/templates
	shellcheck deploy/*.sh models/*.sh tests/*.sh

release: .venv/tested  ## the wheel and the source of this version, in dist/
	rm -rf build dist
	$(BIN)/python -m build --no-isolation --outdir dist . > /dev/null
	ls -l dist

lock:  ## renew the lock files from pyproject.toml (needs uv) and package.json (needs npm)
	npm install --silent --package-lock-only
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade --extra hall pyproject.toml deploy/build.in -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade --extra hall --extra test pyproject.toml deploy/build.in -c requirements.lock -o requirements-test.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml deploy/build.in -c requirements.lock -o requirements-pi.lock

lock-check:  ## do both systems of the Pi, and a PC, find a wheel for everything it installs? (needs uv and the network)
	@for python in 3.11 3.13; do for machine in aarch64 x86_64; do \
		uv pip install --quiet --dry-run --target /tmp/fudayomi-lock-check --require-hashes --only-binary :all: \
			--python-version $$python --python-platform $$machine-manylinux_2_31 -r requirements-pi.lock \
			&& echo "Python $$python on $$machine: every wheel is there" || exit 1; done; done

words:  ## take new words of the page into the Japanese catalogue, then compile it (edit messages.po in between)
	$(BIN)/pybabel -q extract -F babel.cfg --no-location --sort-output -o $(TRANSLATIONS)/messages.pot web
	$(BIN)/pybabel -q update -i $(TRANSLATIONS)/messages.pot -d $(TRANSLATIONS) --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	rm $(TRANSLATIONS)/messages.pot
	$(BIN)/pybabel -q compile -d $(TRANSLATIONS)

clean:
	rm -rf .venv node_modules .ruff_cache .pytest_cache .tsbuildinfo
