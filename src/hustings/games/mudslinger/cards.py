"""The three decks of Mudslinger as tables: candidates, states and the 112 mudslinger cards, from decks.json.

A card is a number. Numbers 0 to 77 are the groups, running mates and campaign managers, each a single card. The number
PEOPLE + kind is an action card, which has COPIES[kind] copies. Fields in which 0 means "none" hold the number plus 1.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.atlas import states as atlas

Integers = npt.NDArray[np.int64]

DECKS: dict[str, Any] = json.loads(resources.files(__package__).joinpath("decks.json").read_text(encoding="utf-8"))
APPORTIONMENTS = ("2012", "2024", "2004")

PARTIES: tuple[str, ...] = tuple(DECKS["parties"])
NO_PARTY = len(PARTIES)
CANDIDATES: tuple[str, ...] = tuple(DECKS["candidates"])
ANY = CANDIDATES.index("ANY")
NO_CANDIDATE = len(CANDIDATES)

STATES: tuple[str, ...] = tuple(row[0] for row in DECKS["states"])
ALL_STATES = len(STATES)
#: influence by [state, party]; 0 for NO_PARTY
INFLUENCE = np.array([[*row[1], 0] for row in DECKS["states"]], np.int64)
#: electoral points by [apportionment, state]
POINTS = np.array([[atlas.votes(year)[code] for code in STATES] for year in APPORTIONMENTS], np.int64)

# The short game is drawn from piles of states that are alike: two piles for each size, one for each leaning.
SIZES_OF_STATES, LEANINGS = 5, 2
PILES = SIZES_OF_STATES * LEANINGS
FROM_EACH_PILE = 2
SHORT = PILES * FROM_EACH_PILE  # the number of states in the short game
LARGE_PILES = LEANINGS  # the first piles have the largest states
LARGE = 15  # points of a large state in a game that begins with small states


def _piles() -> Integers:
    liberal, conservative = PARTIES.index("LIB"), PARTIES.index("CON")
    by_size = sorted(range(ALL_STATES), key=lambda state: -POINTS[0, state])
    size = {state: rank * SIZES_OF_STATES // ALL_STATES for rank, state in enumerate(by_size)}
    ordered = sorted(
        by_size, key=lambda state: (size[state], INFLUENCE[state, conservative] - INFLUENCE[state, liberal])
    )
    found = np.zeros(ALL_STATES, np.int64)
    for rank, state in enumerate(ordered):
        found[state] = rank * PILES // ALL_STATES
    return found


#: by state: its pile in the draw of the short game; piles 0 and 1 have the largest states
PILE_OF = _piles()

_ROWS = DECKS["cards"]
PEOPLE = len(_ROWS)  # the number of groups, mates and managers
PEOPLE_CODES: tuple[str, ...] = tuple(row[0] for row in _ROWS)
GROUP, MATE, MANAGER, ACTION = range(4)
KIND_NAMES = ("group", "mate", "manager", "action")

_ACTIONS = DECKS["actions"]
KINDS = len(_ACTIONS)
KIND_CODES: tuple[str, ...] = tuple(row["code"] for row in _ACTIONS)
(ATTACK, OCTOBER, SURGE, RECOUNT, SPIN, SCANDAL, LEAK, SLUSH, DONOR, WALKOUT, DUMP, WHISTLE, GAG, DEBATE, EXITPOLL,
 GERRY, DEFECT) = range(KINDS)  # fmt: skip

CODES = PEOPLE_CODES + KIND_CODES
CARDS = len(CODES)  # the number of different cards
CODE_OR_NONE: tuple[str | None, ...] = (None, *CODES)

#: three arrays by card: the sort (GROUP, MATE, MANAGER or ACTION), the party, the dollars a turn
SORT = np.array([KIND_NAMES.index(row[1]) for row in _ROWS] + [ACTION] * KINDS, np.int64)
PARTY_OF = np.array([PARTIES.index(row[2]) if row[2] else NO_PARTY for row in _ROWS] + [NO_PARTY] * KINDS, np.int64)
DOLLARS = np.array([row[3] for row in _ROWS] + [0] * KINDS, np.int64)
GROUPS = int((SORT == GROUP).sum())
MATES = int((SORT == MATE).sum())
MANAGERS = int((SORT == MANAGER).sum())
FIRST_MANAGER = GROUPS + MATES

# Words in decks.json as numbers: when an action card may be played, its target, the card it drops, its special effect.
WHENS = ("contest", "roll", "answer", "failed", "any", "outside")
IN_CONTEST, AFTER_ROLL, IN_ANSWER, AFTER_FAILURE, ANY_TIME, OUTSIDE = range(6)
TARGETS = ("none", "runner", "rival", "state")
ON_NOBODY, ON_RUNNER, ON_RIVAL, ON_STATE = range(4)
DROPS = (None, "group", "mate", "manager")
DROP_NOTHING, DROP_GROUP, DROP_MATE, DROP_MANAGER = range(4)
SPECIALS = (None, "reroll", "cancel", "leak", "again", "gag", "poll", "swap", "defect")
PLAIN, REROLL, CANCEL, SHOW_HAND, AGAIN, GAGS, POLLS, SWAPS, DEFECTS = range(9)


def _column(name: str, words: tuple[str | None, ...] | None = None) -> Integers:
    values = [row.get(name, None if words else 0) for row in _ACTIONS]
    return np.array([words.index(value) if words else value for value in values], np.int64)


#: the effects of action cards, by kind
COPIES = _column("copies")
WHEN = _column("when", WHENS)
NAMES_WHOM = _column("target", TARGETS)
RATING_CHANGE = _column("rating")
FROM_BANK = _column("bank")
TAKES = _column("take")
STAKE = _column("stake")
DROP = _column("drop", DROPS)
SPECIAL = _column("special", SPECIALS)

ALL_CARDS = PEOPLE + int(COPIES.sum())
assert ALL_CARDS == 112
