"""The texts of U.S. President: notation both ways, refusals, results, the deck.

Sentences for people stand in words.en.json; this module only fills them in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from hustings.atlas import states
from hustings.engine.errors import NotationError, Reason
from hustings.games.president import moves
from hustings.games.president.cards import CODES, SIZE_NAMES, STATES
from hustings.games.president.count import majority
from hustings.games.president.record import ABSENT, SEAT_OR_NONE

FORM = "place large FL"


@cache
def _texts() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("words.en.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


# --- moves and chance


_MOVES = tuple(f"place {size} {code}" for size in SIZE_NAMES for code in CODES)


def write_move(s: Any, action: int) -> str:
    """The notation of an action, without the seat."""
    return _MOVES[action]


def read_move(s: Any, verb: str, args: Sequence[str]) -> int:
    """The action a verb and its words stand for; NotationError when they are none of this game."""
    if verb != "place" or len(args) != 2:
        raise NotationError(f"{' '.join([verb, *args])!r} is no move of this game; moves look like {FORM}")
    size, state = args
    if size not in SIZE_NAMES:
        raise NotationError(f"{size!r} is no size of a pyramid; sizes are {', '.join(SIZE_NAMES)}")
    return SIZE_NAMES.index(size) * STATES + _read_state(state)


def _read_state(text: str) -> int:
    if text in CODES:
        return CODES.index(text)
    raise NotationError(f"{text!r} is none of the eleven states of this game: {', '.join(CODES)}")


def write_outcome(s: Any, outcome: int) -> str:
    """The notation of a dealt card: the seat it goes to, and the state."""
    return f"{SEAT_OR_NONE[s.dealing]} {CODES[outcome]}"


def read_outcome(s: Any, text: str) -> int:
    """The card that a text like "P1 FL" deals; else NotationError. Whose turn it is, the table checks."""
    words = text.split()
    if len(words) != 2 or words[0] not in SEAT_OR_NONE[: s.seats]:
        raise NotationError(f"{text!r} deals no card; outcomes look like 'P1 FL'")
    return _read_state(words[1])


# --- refusals

_REASONS = {
    moves.GAME_IS_OVER: ("UP-12", "game_over"),
    moves.NO_SUCH_ACTION: ("UP-3", "no_such_action"),
    moves.STILL_DEALING: ("UP-2", "still_dealing"),
    moves.ALREADY_CHOSEN: ("UP-3", "already_chosen"),
    moves.NONE_LEFT: ("UP-3", "none_left"),
    moves.NOT_IN_PLAY: ("UP-1", "not_in_play"),
}


def explain(s: Any, seat: int, action: int, reason: int) -> Reason:
    """The clause and sentence of a refusal; says nothing the seat may not know."""
    clause, key = _REASONS[reason]
    exists = 0 <= action < moves.ACTIONS
    size = action // STATES if exists else 0
    stock = ", ".join(f"{s.stock[seat, k]} {name}" for k, name in enumerate(SIZE_NAMES)) if 0 <= seat < s.seats else ""
    return Reason(
        clause,
        str(_texts()["reasons"][key]).format(
            tried=f"P{seat + 1} {write_move(s, action)}" if exists else action,
            seat=f"P{seat + 1}",
            week=s.week,
            weeks=s.weeks,
            to_deal=s.to_deal,
            size=SIZE_NAMES[size],
            stock=stock,
            states=", ".join(code for state, code in enumerate(CODES) if s.holder[state] != ABSENT),
        ),
    )


# --- the end, the deck


def result_text(s: Any, winners: Sequence[int], scores: Sequence[int]) -> str:
    """One sentence on how it ended."""
    texts = _texts()["results"]
    if not winners:
        return str(texts["no_winner"]).format(needed=majority(s), counts=s.counts)
    key = "first_count" if s.counts == 1 else "later_count"
    facts = {"winner": SEAT_OR_NONE[winners[0]], "electors": scores[winners[0]]}
    return str(texts[key]).format(needed=majority(s), counts=s.counts, **facts)


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """The eleven state cards: code, name, electors and kind."""
    votes = states.votes(options["votes"])
    return [{"code": code, "name": states.NAMES[code], "value": votes[code], "kind": "state"} for code in CODES]
