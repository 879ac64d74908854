# Pyramido. `make help` lists the targets. Needs make and Python 3.11 or newer with venv. Everything else is installed
# into .venv.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory

PORT ?= 8000
HOST ?= 127.0.0.1
export PORT HOST
# Exported, so that they can also be set as arguments of make: ADMIN_NAME=ada
export ADMIN_NAME ADMIN_EMAIL ADMIN_PASSWORD

# Another Python, with a virtual environment of its own: make test VENV=var/python3.13 PYTHON=python3.13
VENV ?= .venv
PY := $(VENV)/bin/python
RUN := $(VENV)/installed
DEV := $(VENV)/installed-dev

define NO_PYTHON
Pyramido needs Python 3.11 or newer with venv: install it (Debian and Ubuntu: apt-get install python3 python3-venv) and try again, or name one with PYTHON=/path/to/python3.
endef
export NO_PYTHON

# pip of the virtual environment, regardless of the user's pip configuration.
PIP_INSTALL := PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1 $(PY) -m pip install -qq --require-hashes --requirement

.PHONY: help play dev admin hooks pictures screens pages bundle bundle-check test lint format types imports messages messages-check migrations-check schema api-lint clients schemathesis bench bench-replay bench-search bench-stack stack coverage mutants faults bots simulate fair-play address-times ratings check check-all audit lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- play ---------------------------------------------------------------------------------------------------------------

play: $(RUN) ## start the site on this computer (PORT=8000)
	@$(PY) manage.py migrate --verbosity 0
	@trap : INT; $(PY) manage.py runembedded --host $(HOST) --port $(PORT)

# A site beside that of make play, with people and games on it; DEV_VAR/people says who, and is there once all are.
DEV_VAR ?= var/dev
DEV_SITE := VAR_DIR="$(DEV_VAR)" DEBUG=1 EMAIL_URL=console:

dev: $(DEV) ## work on the site: it reloads on change, shows errors in the page and mail in the terminal, with people and games of its own in var/dev (PORT=8000, SEED=1)
	@test -e "$(DEV_VAR)/people" || rm -f "$(DEV_VAR)"/db.sqlite3*
	@$(DEV_SITE) $(PY) manage.py migrate --verbosity 0
	@test -e "$(DEV_VAR)/people" || { \
	  echo "Making a sample site in $(DEV_VAR) (once) …"; \
	  $(DEV_SITE) $(PY) manage.py make_sample_site --seed $(or $(SEED),1) >"$(DEV_VAR)/people.new" && \
	  mv "$(DEV_VAR)/people.new" "$(DEV_VAR)/people"; }
	@cat "$(DEV_VAR)/people"
	@trap : INT; $(DEV_SITE) $(PY) manage.py runserver $(HOST):$(PORT)

hooks: $(DEV) ## run the quick checks of CI before every commit in this clone
	@git config core.hooksPath .githooks
	@echo "From now on, each commit in this clone first runs the quick checks."

admin: $(RUN) ## make an administrator (asks; or takes ADMIN_NAME=, ADMIN_EMAIL= and ADMIN_PASSWORD=)
	@$(PY) manage.py migrate --verbosity 0
	@DJANGO_SUPERUSER_DISPLAY_NAME="$$ADMIN_NAME" DJANGO_SUPERUSER_EMAIL="$$ADMIN_EMAIL" \
	DJANGO_SUPERUSER_PASSWORD="$$ADMIN_PASSWORD" \
	  $(PY) manage.py createsuperuser $(if $(and $(ADMIN_NAME),$(ADMIN_PASSWORD)),--noinput)

stack: $(DEV) ## run the whole site of docker/compose.yml as plain processes on this computer (data in var/stack; needs Debian's postgresql, redis-server and nginx)
	@$(PY) -m pyramido_site.stack

# --- check --------------------------------------------------------------------------------------------------------------

test: $(DEV) ## run all tests that this computer can run (ARGS= goes to pytest)
	@$(PY) -m tests $(ARGS)

check-all: $(DEV) node_modules/.package-lock.json ## before a release: every test whole and the longer tools, in at most 75 minutes; writes its figures into docs/testing.md
	@$(PY) -m tests.tools.check_all $(ARGS)

check: lint types imports bundle-check messages-check migrations-check test ## everything that CI checks

lint: $(DEV) node_modules/.package-lock.json ## style of the Python and (with Node.js) of the browser code
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@node_modules/.bin/biome check --error-on-warnings

format: $(DEV) node_modules/.package-lock.json ## format the code
	@$(VENV)/bin/ruff check --fix .
	@$(VENV)/bin/ruff format .
	@node_modules/.bin/biome check --write

types: $(DEV) node_modules/.package-lock.json ## check the types of the Python and (with Node.js) the browser code
	@$(VENV)/bin/mypy
	@node_modules/.bin/tsc --project tsconfig.json
	@node_modules/.bin/tsc --project docs/clients/typescript/verifier --noEmit

bundle: node_modules/.package-lock.json ## bundle the style sheets and scripts of pages into pyramido_site/static/bundles (needs Node.js)
	@node tests/tools/bundles/bundle.mjs

bundle-check: node_modules/.package-lock.json ## check that the bundles are up to date, and small enough
	@node tests/tools/bundles/bundle.mjs --check

imports: $(DEV) ## check the import rules
	@$(VENV)/bin/lint-imports

messages: $(DEV) ## update and compile the message catalogues (needs gettext)
	@$(PY) -m tests.tools.catalogues update

messages-check: $(DEV) ## check that the message catalogues are up to date and compiled (needs gettext)
	@$(PY) -m tests.tools.catalogues check

migrations-check: $(DEV) ## check that every model change has its migration
	@$(PY) manage.py makemigrations --check --dry-run

schema: $(DEV) ## generate the API documents: openapi.json, asyncapi.json and errors.md in docs/formats
	@$(PY) manage.py api_schema docs/formats

api-lint: $(DEV) tests/tools/api_clients/node_modules/.package-lock.json ## check the API documents with linters (needs Node.js)
	@$(PY) -m tests.tools.api_clients lint

clients: $(DEV) tests/tools/api_clients/node_modules/.package-lock.json ## the same, and check the clients that three generators make from them
	@$(PY) -m tests.tools.api_clients

schemathesis: $(DEV) ## fuzz a running server with requests from the API document (MINUTES=60, SEED=1)
	@$(PY) -m tests.tools.api_fuzz --minutes $(or $(MINUTES),60) --seed $(or $(SEED),1)

pictures: $(DEV) ## make the pictures of the documents (docs/pictures) again, in Chromium on a sample site
	@$(PY) -m tests.tools.pictures

screens: $(DEV) ## picture every phase of every game on every size of screen, in Chromium, under var/screens (ARGS="--game pyramido --seats 4 --size 360x560 --theme dark")
	@$(PY) -m tests.tools.screens $(ARGS)

pages: $(DEV) ## measure in Chromium how fast pages are on slow 4G with a quarter of the processor, as a table (ARGS="--runs 3 --only home")
	@$(PY) -m tests.tools.pages $(ARGS)

bench: $(DEV) ## measure the engine beside python-chess, the pairing of seeks, and actions per second over HTTP and WebSocket, as JSON lines (ARGS=--full: on PostgreSQL and Redis)
	@$(PY) -m engine bench
	@$(PY) -m tests.tools.bench_pairing
	@$(PY) -m tests.tools.bench_actions $(ARGS)

bench-replay: $(DEV) ## measure in Chromium how soon a replay shows any moment of a game of 400 events, as JSON lines (ARGS="--slower 4")
	@$(PY) -m tests.tools.bench_replay $(ARGS)

bench-search: $(DEV) ## measure searches among a million games on PostgreSQL, as JSON lines (ARGS=--games N)
	@$(PY) -m tests.tools.bench_search $(ARGS)

bench-stack: $(DEV) ## measure moves, times and memory of the whole stack, beside the limit of PostgreSQL in the same run (ARGS=)
	@$(PY) -m tests.tools.bench_stack $(ARGS)

coverage: $(DEV) ## measure which branches of engine/, ratings/, games/record and games/time the tests run: at least 95 % of each (ARGS= goes to pytest)
	@$(PY) -m tests.tools.branch_coverage $(ARGS)

mutants: $(DEV) ## change operators, numbers and conditions of what decides points, clocks, hashes and ranks, and see which tests notice (COUNT=1000, SEED=1; ARGS="--only clocks")
	@$(PY) -m tests.tools.mutants --count $(or $(COUNT),1000) --seed $(or $(SEED),1) $(ARGS)

faults: $(DEV) ## test the whole stack under kills, lost servers, jumping clocks, floods and broken logs, in full (docs/faults.md; ARGS= goes to pytest)
	@FAULTS=whole $(PY) -m pytest -q -n 0 -p no:randomly -m faults tests/faults tests/site/stack $(ARGS)

bots: $(DEV) ## let bots play many games at once over HTTP and streams, and verify every game (BOTS=50, GAMES=200)
	@$(PY) -m tests.tools.bot_run --bots $(or $(BOTS),50) --games $(or $(GAMES),200)

simulate: $(DEV) ## simulate a month of play by turns on a controlled clock (TABLES=2000, DAYS=30, SEED=1; ARGS=--full: real workers, killed at random)
	@$(PY) -m tests.tools.simulation --tables $(or $(TABLES),2000) --days $(or $(DAYS),30) --seed $(or $(SEED),1) $(ARGS)

address-times: $(DEV) ## measure whether response times reveal that an address has an account (ROUNDS=300, HASHES=real, DOOR=sign_in)
	@$(PY) -m tests.tools.address_times

fair-play: $(DEV) ## measure hits and false alarms of the fair-play flags among simulated players (HONEST=3000, PLANTED=30, SEED=1)
	@$(PY) -m tests.tools.fair_play_run --honest $(or $(HONEST),3000) --planted $(or $(PLANTED),30) --seed $(or $(SEED),1)

ratings: $(DEV) ## measure how well ratings find known strengths, beside OpenSkill and Glicko-2 (GAMES=200000, SEED=1, SPREAD=250; ARGS=--anybody: pair any ratings)
	@$(PY) -m tests.tools.rating_systems --games $(or $(GAMES),200000) --seed $(or $(SEED),1) --spread $(or $(SPREAD),250) $(ARGS)

# --- install ------------------------------------------------------------------------------------------------------------

$(PY):
	@for python in $(PYTHON) $(if $(findstring command,$(origin PYTHON)),,python3 python3.13 python3.12 python3.11 python); do \
	  if "$$python" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    exec "$$python" -m venv --clear $(VENV); \
	  fi; \
	done; \
	echo "$$NO_PYTHON" >&2; exit 1

$(RUN): requirements.txt | $(PY)
	@test -e $(DEV) || echo "Installing what Pyramido needs into $(VENV) (once) …"
	@$(PIP_INSTALL) requirements.txt
	@touch $@

$(DEV): requirements-dev.txt | $(PY)
	@echo "Installing what the tests and checks need into $(VENV) (once) …"
	@$(PIP_INSTALL) requirements-dev.txt
	@touch $@ $(RUN)

node_modules/.package-lock.json: package-lock.json
	@command -v npm >/dev/null || { echo "The checks of the browser code need npm (Debian and Ubuntu: apt-get install npm)." >&2; exit 1; }
	@npm ci --loglevel=error
	@touch $@

tests/tools/api_clients/node_modules/.package-lock.json: tests/tools/api_clients/package-lock.json
	@cd tests/tools/api_clients && npm ci --loglevel=error
	@touch $@

lock: ## upgrade the locked dependencies (needs .venv with the development tools)
	@$(VENV)/bin/uv pip compile --quiet --upgrade $(LOCK_OPTIONS) pyproject.toml --output-file requirements.txt
	@$(VENV)/bin/uv pip compile --quiet --upgrade $(LOCK_OPTIONS) pyproject.toml --extra dev \
	  --constraints requirements.txt --output-file requirements-dev.txt
	@$(VENV)/bin/uv pip compile --quiet --upgrade $(LOCK_OPTIONS) pyproject.toml --extra telemetry \
	  --constraints requirements-dev.txt --output-file requirements-telemetry.txt

audit: $(DEV) ## check the locked versions for known vulnerabilities (needs the network)
	@$(VENV)/bin/pip-audit --disable-pip --require-hashes -r requirements.txt

LOCK_OPTIONS := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

clean: ## remove installed and cached files; games (var/) stay
	rm -rf .venv node_modules tests/tools/api_clients/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
