# Everything that can be made here. `make` alone prints what there is.
#
# Each target sets up .venv when it is missing or when pyproject.toml or constraints.txt has changed.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# What to play; change it like this: make matchups GAMES=1000000 EDITION=second
GAMES ?=
EDITION ?=
SEED ?= 1
POLICY ?=
QUICK ?=
CHARACTERS ?=
WORKERS ?=
OUT ?= reports

# Only for policy_ladder and human_agreement: several policies play, some of them slowly
POLICIES ?=
CHARTS ?=
PROBE_GAMES ?= 2000

# Only for meta: a matchup chart and how a match is played
CHART ?= $(OUT)/yomi1/matchups.csv
BEST_OF ?= 5
COUNTERPICK ?= loser
BAN ?= 0
MIX ?=

# Only for quick and knockouts: a character
CHARACTER ?=

# Only for openers: chosen pairs such as a-b,c-d, and games of every two openers
PAIRS ?=
GAMES_PER_CELL ?= 2000

# Only for combos and openers: which game
GAME ?= yomi1

# Only for batch: the name of a plan in data/plans or a file, and a cluster to play it on
PLAN ?= quick
CLUSTER ?=

# Only for exploitability and train: steps of the search, rounds of training
GENERATIONS ?=

SHARED = --seed '$(SEED)' --out '$(OUT)' $(if $(CHARACTERS),--characters '$(CHARACTERS)')
PLAYING = $(SHARED) $(if $(WORKERS),--workers '$(WORKERS)')
OPTIONS = $(PLAYING) --games '$(or $(GAMES),10000)' --policy '$(or $(POLICY),equilibrium)'
SEVERAL = $(PLAYING) --games '$(or $(GAMES),20000)' $(if $(POLICIES),--policies '$(POLICIES)')
ONE_EDITION = $(if $(EDITION),--edition '$(EDITION)')

.DEFAULT_GOAL := help
.PHONY: help report matchups editions quick knockouts policy_ladder human_agreement meta combos openers exploitability train simulate-free batch test bench lint clean

help: ## Show this list
	@echo "make TARGET [VARIABLE=value ...]"
	@echo
	@sed -n 's/^\([a-z_-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-17s %s\n", $$1, $$2 }'
	@echo
	@echo "Variables, with their values now:"
	@echo "  GAMES=$(GAMES)  games for each pair of characters; empty: 10000, policy_ladder and human_agreement: 20000, a round of train: 200000"
	@echo "  EDITION=$(EDITION)  first or second; empty: both (policy_ladder, human_agreement: first); not for editions"
	@echo "  QUICK=$(QUICK)  1: a report of few games, to look at, within a minute; of bench, less"
	@echo "  SEED=$(SEED)  the same seed gives the same figures"
	@echo "  POLICY=$(POLICY)  who plays: equilibrium, greedy or random, or one that never does something, such as equilibrium-no-block;"
	@echo "    empty: equilibrium (openers: greedy, since equilibrium takes about 25 times as long there)"
	@echo "  CHARACTERS=$(CHARACTERS)  such as a,b,c; empty: all"
	@echo "  WORKERS=$(WORKERS)  threads; empty: one per core"
	@echo "  OUT=$(OUT)  folder for what is made"
	@echo "Only of policy_ladder and human_agreement:"
	@echo "  POLICIES=$(POLICIES)  such as greedy,equilibrium; empty: all for the ladder, these two for the agreement"
	@echo "  PROBE_GAMES=$(PROBE_GAMES)  games of each policy against its restricted forms; 0: none"
	@echo "  CHARTS=$(CHARTS)  files of the form of matchups.csv to compare with human play; empty: play"
	@echo "Only of quick and knockouts:"
	@echo "  CHARACTER=$(CHARACTER)  id of a character; of quick, empty: every matchup that the edit affects"
	@echo "Only of openers:"
	@echo "  PAIRS=$(PAIRS)  such as a-b,c-d; empty: every character against itself"
	@echo "  GAMES_PER_CELL=$(GAMES_PER_CELL)  games of every two openers at each position"
	@echo "Only of combos and openers:"
	@echo "  GAME=$(GAME)  yomi1 or yomi2"
	@echo "Only of batch:"
	@echo "  PLAN=$(PLAN)  a name in data/plans, or a file PLAN.toml"
	@echo "  CLUSTER=$(CLUSTER)  tcp://HOST:PORT of a Dask scheduler, or local:N; empty: threads here"
	@echo "Only of exploitability and train:"
	@echo "  GENERATIONS=$(GENERATIONS)  steps of the search; empty: 12 and 24"
	@echo "Only of meta (beside EDITION, SEED and OUT):"
	@echo "  CHART=$(CHART)  file of the form of matchups.csv, or a square"
	@echo "  BEST_OF=$(BEST_OF)  games of a match at most: 1, 3, 5 or 7"
	@echo "  COUNTERPICK=$(COUNTERPICK)  who repicks after a game: loser or none"
	@echo "  BAN=$(BAN)  characters that each player bans for the other"
	@echo "  MIX=$(MIX)  file character,probability to judge; empty: none"
	@echo "PYTHON=...  the Python (3.11 or newer) that .venv is made with"

report: $(READY) ## Play what is new of both editions and Yomi 2 and write reports/index.html, tables and charts (QUICK=1: few games)
	$(BIN)/python analyses/report.py $(PLAYING) $(if $(GAMES),--games '$(GAMES)') --policy '$(or $(POLICY),equilibrium)' \
		$(if $(filter-out 0,$(QUICK)),--quick) $(ONE_EDITION)

matchups: $(READY) ## Play all matchups and write tables and charts to reports/yomi1 (no page)
	$(BIN)/python analyses/matchups.py $(OPTIONS) $(ONE_EDITION)

editions: $(READY) ## Play both editions on the same luck and write what the second one changed (editions.csv, chart)
	$(BIN)/python analyses/editions.py $(OPTIONS)

quick: $(READY) ## What an edit of the cards moves, coarsely, against the committed ones (CHARACTER=id; POLICY empty: greedy)
	$(BIN)/python analyses/quick.py $(if $(CHARACTER),'$(CHARACTER)') --games '$(or $(GAMES),4000)' --seed '$(SEED)' \
		--policy '$(or $(POLICY),greedy)' $(ONE_EDITION) $(if $(WORKERS),--workers '$(WORKERS)')

knockouts: $(READY) ## What carries a character (CHARACTER=id): each card and ability blanked; writes reports/knockouts/CHARACTER
	$(BIN)/yomisim knockouts yomi1 '$(CHARACTER)' --seed '$(SEED)' --out '$(OUT)/knockouts/$(CHARACTER)' \
		--games '$(or $(GAMES),10000)' --policy '$(or $(POLICY),greedy)' $(ONE_EDITION) \
		$(if $(CHARACTERS),--characters '$(CHARACTERS)') $(if $(WORKERS),--workers '$(WORKERS)')

policy_ladder: $(READY) ## Play every policy against every other one and write who plays better to reports/yomi1
	$(BIN)/python analyses/policy_ladder.py $(SEVERAL) --probe-games '$(PROBE_GAMES)' $(ONE_EDITION)

human_agreement: $(READY) ## Compare charts with how people's games ended and write it to reports/yomi1
	$(BIN)/python analyses/human_agreement.py $(SEVERAL) $(if $(CHARTS),--charts '$(CHARTS)') $(ONE_EDITION)

meta: $(READY) ## Say whom to pick, from any matchup chart (CHART=file.csv), and write it to reports/picks
	$(BIN)/yomisim meta '$(CHART)' --best-of '$(BEST_OF)' --counterpick '$(COUNTERPICK)' --ban '$(BAN)' \
		--seed '$(SEED)' --out '$(OUT)/picks' $(ONE_EDITION) $(if $(MIX),--mix '$(MIX)')

combos: $(READY) ## Search the combos of every character of GAME and write tables and pictures to reports/GAME
	$(BIN)/python analyses/combos.py '$(GAME)' $(SHARED) $(ONE_EDITION)

openers: $(READY) ## Say what to open with in every mirror or in PAIRS of GAME, and write it to reports/GAME/openers
	$(BIN)/python analyses/openers.py '$(GAME)' $(PLAYING) --policy '$(or $(POLICY),greedy)' --games-per-cell '$(GAMES_PER_CELL)' \
		$(ONE_EDITION) $(if $(PAIRS),--pairs '$(PAIRS)')

exploitability: $(READY) ## Search for players who beat equilibrium, and two controls, and write what they win to reports/yomi1
	$(BIN)/python analyses/exploitability.py --seed '$(SEED)' --out '$(OUT)' $(if $(WORKERS),--workers '$(WORKERS)') --games '$(or $(GAMES),2000)' \
		--generations '$(or $(GENERATIONS),12)' $(ONE_EDITION)

bot_difficulty: $(READY) ## Play Yomi 2 against every bot and write how hard each is, and for whom, to reports/yomi2/bots
	$(BIN)/python analyses/bot_difficulty.py --seed '$(SEED)' --out '$(OUT)' --games '$(or $(GAMES),20000)' \
		$(if $(CHARACTERS),--characters '$(CHARACTERS)') $(if $(POLICIES),--policies '$(POLICIES)') \
		$(if $(WORKERS),--workers '$(WORKERS)')

train: $(READY) ## Train the policy equilibrium by self-play and write its weights to data/policies (EDITION=first or second)
	$(BIN)/yomisim train yomi1 --seed '$(SEED)' $(ONE_EDITION) $(if $(GENERATIONS),--generations '$(GENERATIONS)') \
		$(if $(GAMES),--games '$(GAMES)') $(if $(WORKERS),--workers '$(WORKERS)')

simulate-free: $(READY) ## Make charts and page again from the tables in reports/yomi1, without playing
	$(BIN)/python analyses/report.py --again --out '$(OUT)'

# A worker that crashes fails its test once; a new worker would run the whole file again, and crash again.
test: $(READY) ## Run all tests (the engine is compiled once before)
	$(BIN)/python -m yomisim.batch.warm
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart=0

batch: $(READY) ## Play a plan (PLAN=name or file) into reports/runs, or go on where it was stopped
	$(BIN)/yomisim run '$(PLAN)' --out '$(OUT)/runs/$(basename $(notdir $(PLAN)))' \
		$(if $(WORKERS),--workers '$(WORKERS)') $(if $(CLUSTER),--cluster '$(CLUSTER)')

bench: $(READY) ## Measure speed, scaling, starts, memory and the time of a whole chart (QUICK=1: less); writes reports/GAME/bench.json
	$(BIN)/yomisim bench yomi1 --out '$(OUT)' $(if $(filter-out 0,$(QUICK)),--quick)
	$(BIN)/yomisim bench yomi2 --out '$(OUT)' --quick

lint: $(READY) ## Check style, types, and who imports whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean: ## Remove everything that is made, but not .venv
	rm -rf reports build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .import_linter_cache
	find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +

# The stamp is written last, so that an interrupted installation is taken up again.
$(READY): pyproject.toml constraints.txt
	@set -e; \
	new_enough() { "$$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }; \
	if [ -x $(BIN)/python ] && new_enough $(BIN)/python; then exit 0; fi; \
	for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
		if new_enough "$$python"; then \
			echo "making $(VENV) with $$("$$python" --version)"; \
			"$$python" -m venv --clear $(VENV) && exit 0; \
			echo "error: '$$python -m venv' failed; install the venv module of this Python" >&2; exit 2; \
		fi; \
	done; \
	echo "error: Python 3.11 or newer is needed; name it like this: make $(or $(MAKECMDGOALS),report) PYTHON=/path/to/python3" >&2; \
	exit 2
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
