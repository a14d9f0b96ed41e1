# Hustings: `make play` opens the table, `make test` runs every test; each sets up what it needs first.
# Set PYTHON to use another Python (3.11 or newer), ARGS to pass arguments on: make play ARGS="serve --open --port 9000".

BIN := .venv/bin
WORKERS ?= 2
# Each worker takes tests in a row: a module and its server or browser stay with one worker.
SHARED = -n $(WORKERS) --dist worksteal

.PHONY: help play test test-long game lint types contracts client-check generated generate check bench docs site setup format lock upgrade dist clean

help: ## Say what each target does
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22

play: ## Set up what playing needs and open the table
	@scripts/setup play
	@$(BIN)/hustings $(ARGS)

test: setup ## Run the tests (ARGS="tests/engine -x" for some)
	@$(BIN)/python -m pytest $(SHARED) -m "not slow" $(ARGS)

test-long: setup ## Run the long tests: kills, soaks, fuzz, bounds checks, endgames, most browser tests
	@scripts/setup-system firefox
	@scripts/setup-system webkit
	@$(BIN)/python -m pytest $(SHARED) -m slow $(ARGS)

game: setup ## Check one game between two edits, and say what it still owes: make game GAME=president
	@$(BIN)/python scripts/check_game.py $(GAME)

lint: setup ## Look for faults and for formatting that is not the house's
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python scripts/style_check.py

types: setup ## Check all types
	$(BIN)/mypy

contracts: setup ## Check that a floor imports only from the floors below it, and that what is listed is needed
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry src

client-check: setup ## Run the browser client's own checks and tests
	$(BIN)/python scripts/build_client.py check

generated: setup ## Check the clause report, and that generated files are fresh
	$(BIN)/python scripts/clauses.py
	$(BIN)/python scripts/stored_data.py --check
	$(BIN)/python scripts/fairness_cards.py --check
	$(BIN)/python scripts/ladder.py --check
	$(BIN)/python scripts/small_games.py --check
	$(BIN)/python scripts/game_pages.py --check
	$(BIN)/python scripts/protocol_pages.py --check
	$(BIN)/python scripts/reference_pages.py --check
	$(BIN)/python scripts/puzzles.py --check
	$(BIN)/python scripts/table_pictures.py --check
	$(BIN)/python scripts/front_page.py --check
	$(BIN)/python scripts/page_pictures.py --check

generate: setup ## Write the generated files: pages of docs/, data of the client
	$(BIN)/python scripts/stored_data.py
	$(BIN)/python scripts/fairness_cards.py
	$(BIN)/python scripts/ladder.py
	$(BIN)/python scripts/small_games.py
	$(BIN)/python scripts/game_pages.py
	$(BIN)/python scripts/protocol_pages.py
	$(BIN)/python scripts/reference_pages.py
	$(BIN)/python scripts/table_pictures.py
	$(BIN)/python scripts/front_page.py
	$(BIN)/python scripts/page_pictures.py

check: lint types contracts client-check generated test ## Run lint, types, contracts, client-check, generated and test

bench: setup ## Run every benchmark, each printing its table
	@set -e; for script in bench/[!_]*.py; do echo "== $$script"; $(BIN)/python "$$script"; done

docs: ## Build the documentation into site/, and check its search and that no page asks another host
	@scripts/setup docs
	@mkdir -p docs/front/fonts && cp client/node_modules/@fontsource/*/files/*-latin-400-normal.woff2 docs/front/fonts/ || true
	$(BIN)/zensical build --clean --strict
	@$(BIN)/python scripts/search_check.py
	@! grep -rEno '(<(script|link|img|iframe)[^>]* (src|href)=|url\()["'"'"']?(https?:)?//[^ >]*' site --include='*.html' --include='*.css'

site: setup docs ## Build the documentation, and in site/play/ the table as files that need no server
	$(BIN)/python scripts/build_site.py
	@echo "To play: python -m http.server -d site, then /play/"

setup: ## Set up everything development needs
	@scripts/setup dev

format: setup ## Format the Python code and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: ## Write requirements/*.txt from pyproject.toml
	@scripts/setup lock

upgrade: ## The same, with the newest versions that pyproject.toml allows
	@scripts/setup lock --upgrade

dist: setup ## Build the source archive and the wheel, with the built client inside, into dist/
	$(BIN)/hatchling build

clean: ## Remove what is built, installed or cached in the checkout
	rm -rf .venv client/node_modules src/hustings/web/static build dist site artefacts
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find bench scripts src tests -name __pycache__ -type d -prune -exec rm -rf {} +
