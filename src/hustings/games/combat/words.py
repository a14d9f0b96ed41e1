"""The texts of Electoral College Combat: notation both ways, refusals, results, the deck.

Sentences for people stand in words.en.json; this module only fills them in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from hustings.atlas import states
from hustings.engine.errors import IllegalMove, NotationError, Reason
from hustings.games.combat import moves
from hustings.games.combat.cards import CODES, NO_CARD, NUMBERED, STATES, WILD_NAMES, WILDS
from hustings.games.combat.hand import value_of
from hustings.games.combat.record import (
    CALLS,
    DOWN,
    NOBODY,
    PLACES,
    SIGNS,
    TASK,
    THROWS,
    UP,
)

FORMS = "turn 3, take CA TX, take CA 4, call higher, rock, paper, scissors, pick CA, pick 4, add TX NV"
SEAT_NAMES = ("P1", "P2")


@cache
def _texts() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("words.en.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _places(mask: int) -> list[int]:
    return [place for place in range(PLACES) if mask >> place & 1]


def _lying(s: Any, places: Sequence[int]) -> str:
    codes = sorted(CODES[s.card[place]] for place in places if s.lies[place] == UP)
    return " ".join(codes + [str(place + 1) for place in places if s.lies[place] != UP])


# --- moves


def write_move(s: Any, action: int) -> str:
    """The notation of an action, without the seat."""
    if action < moves.CALL_ID:
        return f"turn {action - moves.TURN_ID + 1}"
    if action < moves.THROW_ID:
        return f"call {CALLS[action - moves.CALL_ID]}"
    if action < moves.PICK_ID:
        return SIGNS[action - moves.THROW_ID]
    if action < moves.TAKE_ID:
        return f"pick {_lying(s, [action - moves.PICK_ID])}"
    if action < moves.ADD_ID:
        return f"take {_lying(s, _places(action - moves.TAKE_ID))}"
    first, second = divmod(action - moves.ADD_ID, moves.PAIR)
    return "add " + " ".join(sorted(CODES[card] for card in (first, second) if card != NO_CARD))


def read_move(s: Any, verb: str, args: Sequence[str]) -> int:
    """The action a verb and its words stand for; NotationError when they are none of this game.

    A card that exists but does not lie exposed has no action: IllegalMove says so.
    """
    if verb in SIGNS and not args:
        return moves.THROW_ID + SIGNS.index(verb)
    if verb == "call" and len(args) == 1 and args[0] in CALLS:
        return moves.CALL_ID + CALLS.index(args[0])
    if verb == "turn" and len(args) == 1:
        return moves.TURN_ID + _read_place(args[0])
    if verb == "pick" and len(args) == 1:
        return moves.PICK_ID + _read_lying(s, args[0], "EC-16")
    if verb == "take" and args:
        return moves.TAKE_ID + _read_mask(s, args)
    if verb == "add" and len(args) in (1, 2):
        cards = sorted(_read_card(arg) for arg in args)
        if len(set(cards)) == len(args):
            return moves.pair_id(*cards) if len(cards) == 2 else moves.pair_id(cards[0], NO_CARD)
    raise NotationError(f"{' '.join([verb, *args])!r} is no move of this game; moves look like {FORMS}")


def _read_place(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= PLACES:
        return int(text) - 1
    raise NotationError(f"{text!r} is no place; places are 1 to {PLACES}")


def _read_card(text: str) -> int:
    if text in CODES:
        return CODES.index(text)
    raise NotationError(f"{text!r} is no card; cards are the codes of the states, DC, and {', '.join(WILDS)}")


def _read_lying(s: Any, text: str, clause: str) -> int:
    """The place a number (of a face-down card) or a code (of an exposed one) names."""
    if text[:1].isdigit():
        place = _read_place(text)
        if s.lies[place] == UP:
            shown = CODES[s.card[place]]
            raise IllegalMove(Reason(clause, f"The card on place {text} lies face up: name it {shown}."))
        return place
    card = _read_card(text)
    for place in range(PLACES):
        if s.lies[place] == UP and s.card[place] == card:
            return place
    raise IllegalMove(Reason(clause, f"{text} does not lie face up on the table: {_table(s)}."))


def _read_mask(s: Any, args: Sequence[str]) -> int:
    places = [_read_lying(s, arg, "EC-6") for arg in args]
    if len(set(places)) != len(places):
        raise NotationError(f"{' '.join(args)!r} names a card twice")
    return sum(1 << place for place in places)


def _table(s: Any) -> str:
    up = sorted(CODES[s.card[place]] for place in range(PLACES) if s.lies[place] == UP)
    down = [str(place + 1) for place in range(PLACES) if s.lies[place] == DOWN]
    shown = f"face up are {', '.join(up)}" if up else "no card lies face up"
    return shown + (f", face down are places {', '.join(down)}" if down else ", none lies face down")


# --- chance


def write_outcome(s: Any, outcome: int) -> str:
    """The card's code."""
    return CODES[outcome]


def read_outcome(s: Any, text: str) -> int:
    """The card a code names; NotationError for any other text."""
    return _read_card(text)


# --- refusals

CLAUSES = {
    moves.GAME_IS_OVER: "EC-21",
    moves.NOT_YOUR_MOVE: "EC-3",
    moves.NO_SUCH_ACTION: "EC-4",
    moves.PLACE_NOT_DOWN: "EC-4",
    moves.ALREADY_THROWN: "EC-17",
    moves.PLACE_IS_EMPTY: "EC-16",
    moves.TAKE_FROM_EMPTY: "EC-6",
    moves.TAKE_NOT_A_CHOICE: "EC-6",
    moves.TAKE_NOT_WITH_THIRD: "EC-7",
    moves.ADD_NOT_IN_PILE: "EC-19",
    moves.ADD_NO_HIGHEST: "EC-19",
    moves.ADD_TWO_WILDS: "EC-19",
    moves.ADD_TOO_FEW: "EC-20",
}
TASK_CLAUSES = ("EC-21", "EC-4", "EC-5", "EC-11", "EC-17", "EC-16", "EC-19")


def explain(s: Any, seat: int, action: int, reason: int) -> Reason:
    """The clause and sentence of a refusal; says nothing the seat may not know."""
    texts = _texts()["reasons"]
    if reason == moves.WRONG_TASK:
        clause = TASK_CLAUSES[s.task] if s.task else "EC-4"
        key = "wrong_task"
    else:
        clause, key = CLAUSES[reason], _KEYS[reason]
    if key == "take" and s.edition == 1:
        key = "take_illustrated"
    return Reason(clause, texts[key].format(**_facts(s, seat, action)))


_KEYS = {
    moves.GAME_IS_OVER: "game_over",
    moves.NOT_YOUR_MOVE: "not_your_move",
    moves.NO_SUCH_ACTION: "no_such_action",
    moves.PLACE_NOT_DOWN: "not_down",
    moves.ALREADY_THROWN: "already_thrown",
    moves.PLACE_IS_EMPTY: "empty",
    moves.TAKE_FROM_EMPTY: "empty",
    moves.TAKE_NOT_A_CHOICE: "take",
    moves.TAKE_NOT_WITH_THIRD: "take_third",
    moves.ADD_NOT_IN_PILE: "not_in_pile",
    moves.ADD_NO_HIGHEST: "no_highest",
    moves.ADD_TWO_WILDS: "two_wilds",
    moves.ADD_TOO_FEW: "too_few",
}


def _facts(s: Any, seat: int, action: int) -> dict[str, Any]:
    """Everything a refusal's sentence may mention."""
    exposed = [s.card[place] for place in range(PLACES) if s.lies[place] == UP]
    by_value = sorted(exposed, key=lambda card: value_of(s, card))
    highest = moves.highest_in_pile(s, seat)
    tried = f"P{seat + 1} {write_move(s, action)}" if 0 <= action < moves.ACTIONS else str(action)
    return {
        "tried": tried,
        "seat": f"P{seat + 1}",
        "mover": SEAT_NAMES[s.mover] if s.mover != NOBODY else "nobody",
        "task": _texts()["tasks"][TASK[s.task] or "nothing"],
        "waiting": "both players" if s.task == THROWS else (SEAT_NAMES[s.mover] if s.mover != NOBODY else "nobody"),
        "table": _table(s),
        "high": _named(s, by_value[-1]) if by_value else "",
        "low": _named(s, by_value[0]) if by_value else "",
        "count": len(_places(action - moves.TAKE_ID)) if moves.TAKE_ID <= action < moves.ADD_ID else 0,
        "highest": highest,
        "needed": moves.addable(s, seat),
    }


def _named(s: Any, card: int) -> str:
    return f"{CODES[card]} ({value_of(s, card)})" if card < NUMBERED else CODES[card]


# --- the end, the deck


def result_text(s: Any, winners: Sequence[int], scores: Sequence[int]) -> str:
    """One sentence on how it ended."""
    texts = _texts()["results"]
    if not winners:
        return str(texts["draw"]).format(first=scores[0], second=scores[1])
    winner = winners[0]
    key = "book_deal" if s.objective == 1 else "president"
    facts = {"winner": SEAT_NAMES[winner], "loser": SEAT_NAMES[1 - winner]}
    return str(texts[key]).format(votes=scores[winner], other=scores[1 - winner], **facts)


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """The deck of 56: code, name, value (0 for a wild card) and kind."""
    votes = states.votes(options["votes"])
    deck = [{"code": code, "name": states.NAMES[code], "value": votes[code], "kind": "state"} for code in STATES]
    return deck + [{"code": code, "name": WILD_NAMES[code], "value": 0, "kind": "wild"} for code in WILDS]
