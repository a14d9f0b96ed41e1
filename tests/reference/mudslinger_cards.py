"""What lies in the box of Mudslinger: candidates, states, the deck; for the naive second implementation.

Influence, groups, mates and managers are data, read from the game's `decks.json`; what an action card does and when it
may be played is written here from the rules text (the table of actions), and by hand.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from .combat_votes import votes_of

DECKS = Path(__file__).resolve().parents[2] / "src" / "hustings" / "games" / "mudslinger" / "decks.json"
SEATS = (3, 4, 5, 6)
ALL_SIX = 6  # Pick Your Party takes part only with six players
OPEN_STATES = 4  # MS-1
PARTIES = ("PEA", "LIB", "IND", "CON", "MIL")  # MS-5: a line, not a circle
PICK_YOUR_PARTY = "ANY"
OPTIONS = {
    "cap": ("16", "15"),
    "hot_streak": ("off", "on"),
    "attack_cards": ("open", "closed"),
    "candidates": ("random", "chosen"),
    "replace_mate": ("no", "yes"),
    "open_states": ("no", "yes"),
    "votes": ("2012", "2024", "2004"),
    "truces": ("no", "yes"),
    "length": ("50", "20"),
    "start": ("source", "first_group", "small_first", "first_card", "three_cards"),
}


@dataclass(frozen=True)
class Action:
    """A kind of action card: how many there are, when it may be played, and what it names."""

    copies: int
    when: str  # contest, roll, answer, failed, any, outside
    names: str  # nothing, runner, rival, state


ACTIONS = {
    "ATTACK": Action(3, "contest", "runner"),
    "OCTOBER": Action(2, "contest", "runner"),
    "SURGE": Action(3, "contest", "nothing"),
    "RECOUNT": Action(2, "roll", "nothing"),
    "SPIN": Action(2, "answer", "nothing"),
    "SCANDAL": Action(2, "any", "rival"),
    "LEAK": Action(2, "any", "rival"),
    "SLUSH": Action(2, "any", "rival"),
    "DONOR": Action(3, "any", "nothing"),
    "WALKOUT": Action(2, "any", "rival"),
    "DUMP": Action(1, "any", "rival"),
    "WHISTLE": Action(2, "failed", "nothing"),
    "GAG": Action(2, "contest", "rival"),
    "DEBATE": Action(2, "any", "rival"),
    "EXITPOLL": Action(1, "any", "nothing"),
    "GERRY": Action(1, "outside", "state"),
    "DEFECT": Action(2, "any", "rival"),
}
ATTACK_FALL = {"ATTACK": 5, "OCTOBER": 7}
SURGE_RISE = 5
SLUSH_MOST = 4
BANK_PAYS = {"DONOR": 5, "SCANDAL": 3, "WALKOUT": 3, "DUMP": 3, "GAG": 4, "EXITPOLL": 5}
DEBATE_MOST = 10


@dataclass(frozen=True)
class Card:
    """A group, mate or manager: its party (None for a manager) and the dollars it pays each turn (groups only)."""

    kind: str
    party: str | None
    dollars: int


@cache
def _decks() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(DECKS.read_text(encoding="utf-8"))
    return found


@cache
def placed_cards() -> dict[str, Card]:
    """Every card that is laid before a player, by its code."""
    return {code: Card(kind, party, dollars) for code, kind, party, dollars in _decks()["cards"]}


@cache
def influence() -> dict[str, dict[str, int]]:
    """By state, the influence of each party there."""
    return {state: dict(zip(PARTIES, numbers, strict=True)) for state, numbers in _decks()["states"]}


@cache
def points_of(column: str) -> dict[str, int]:
    """Electoral points of the 50 states (no DC) in one apportionment."""
    return {state: electors for state, electors in votes_of(column).items() if state != "DC"}


@cache
def piles() -> list[list[str]]:
    """The ten piles of five states of the short game: five sizes, the larger first; in each the liberal half first."""
    points = points_of("2012")
    by_size = sorted(sorted(points), key=lambda state: -points[state])
    found = []
    for first in range(0, len(by_size), 10):
        alike = by_size[first : first + 10]
        alike.sort(key=lambda state: influence()[state]["CON"] - influence()[state]["LIB"])
        found += [alike[:5], alike[5:]]
    return found


def full_deck() -> list[str]:
    """The 112 mudslinger cards; equal action cards are not told apart."""
    return [*placed_cards(), *(code for code, action in ACTIONS.items() for _ in range(action.copies))]


def is_action(card: str) -> bool:
    """Whether the card is an action card."""
    return card in ACTIONS


def apart(one: str, other: str) -> int:
    """How many places lie between two parties on the spectrum (MS-5)."""
    return abs(PARTIES.index(one) - PARTIES.index(other))


def mate_worth(mate: str | None, party: str) -> int:
    """+2 for a mate of the candidate's own party, +1 for one next to it, 0 for one who does not fit (MS-6)."""
    if mate is None:
        return 0
    theirs = placed_cards()[mate].party
    assert theirs is not None, "every running mate has a party"
    return max(0, 2 - apart(theirs, party))


@cache
def dice_texts() -> dict[str, tuple[int, int, int]]:
    """Every throw of three dice by its text."""
    return {f"dice {a} {b} {c}": (a, b, c) for a, b, c in product(range(1, 7), repeat=3)}
