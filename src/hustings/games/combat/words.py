"""The deck, the map and the picture of Electoral College Combat; the texts are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.board import DOWN, EMPTY, Board, Laid, Shelf
from hustings.engine.holdings import Holdings
from hustings.games.combat import record as r
from hustings.games.combat.cards import APPORTIONMENTS, CARD_OR_NONE, CODES, STATES, WILD_NAMES, WILDS
from hustings.games.combat.record import SEATS, State
from hustings.games.combat.telling import TELLING


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the 56 cards, each with its code, name, value (0 for a wild card) and kind."""
    votes = states.votes(options["votes"])
    deck = [{"code": code, "name": states.NAMES[code], "value": votes[code], "kind": "state"} for code in STATES]
    return deck + [{"code": code, "name": WILD_NAMES[code], "value": 0, "kind": "wild"} for code in WILDS]


def holdings(s: State, events: Sequence[Any]) -> Holdings:
    """Return the player whose pile each state is in."""
    return Holdings(APPORTIONMENTS[s.votes], tuple((seat,) for seat in range(SEATS)), *TELLING.read_held(s), {})


def board(s: State, seat: int | None) -> Board:
    """Return what a picture shows: the hand, the stacks, won wild cards, and the five places."""
    notes = []
    for number in range(r.SEATS):
        won = [WILD_NAMES[code] for code in WILDS if s.where[CODES.index(code)] == r.PILE + number]
        parts = [f"{int(s.stack[number])} to come"]
        if s.layer == number and not s.finished:
            parts.append("laid this hand")
        if s.thrown[number]:
            parts.append("throw sealed")
        notes.append((" · ".join(parts), ", ".join(won)))
    added = frozenset(code for code in CODES if s.where[CODES.index(code)] == r.ADDED)
    places = [_laid(s, place) for place in range(r.PLACES)]
    asked = frozenset(laid.code for laid in places if laid.code) | added
    wild = CARD_OR_NONE[s.wild]
    now = f"Hand {s.hand} of {s.hands}" + (f" · {WILD_NAMES[wild]}" if wild else "")
    shelf = Shelf("On the table", places, numbered=True)
    return Board(now, notes, (shelf,), asked, legend="Outlined: on the table")


def _laid(s: State, place: int) -> Laid:
    if s.lies[place] == r.EMPTY:
        return Laid(face=EMPTY)
    if s.lies[place] == r.DOWN:
        return Laid(face=DOWN)
    turner = int(s.turner[place])
    return Laid(CARD_OR_NONE[s.card[place]] or "", None if turner == r.NOBODY else turner)
