"""The texts of Politics: notation both ways, refusals, results, the deck.

Sentences for people stand in words.en.json; this module only fills them in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from hustings.atlas import states_1904
from hustings.engine.errors import NotationError, Reason
from hustings.games.politics import moves
from hustings.games.politics.cards import CARDS, CODES, NEIGHBOURS, PARTIES, STATES
from hustings.games.politics.events import PARTY_NAMES
from hustings.games.politics.record import NO_YES, NOBODY, NOMINATE, PASS, SEAT_OR_NONE, SIDE, SIDES, TASK

FORMS = 'side R, nominate NY, nominate NY "Charles Evans Hughes", play PA, draw'


@cache
def _texts() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("words.en.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _codes(mask: int) -> str:
    """The cards of a bit mask, or "none"."""
    return " ".join(code for card, code in enumerate(CODES) if mask >> card & 1) or "none"


# --- moves and chance


def write_move(s: Any, action: int) -> str:
    """The notation of an action, without the seat."""
    if action < moves.NOMINATE_ID:
        return f"side {PARTIES[action - moves.SIDE_ID]}"
    if action < moves.PLAY_ID:
        return f"nominate {CODES[action - moves.NOMINATE_ID]}"
    if action < moves.DRAW_ID:
        return f"play {CODES[action - moves.PLAY_ID]}"
    return "draw" if action == moves.DRAW_ID else "pass"


def read_move(s: Any, verb: str, args: Sequence[str]) -> int:
    """The action a verb and its words stand for; NotationError when they are none of this game."""
    if verb in ("draw", "pass") and not args:
        return moves.DRAW_ID if verb == "draw" else moves.PASS_ID
    if verb == "side" and len(args) == 1 and args[0] in PARTIES:
        return moves.SIDE_ID + PARTIES.index(args[0])
    if verb == "nominate" and len(args) == 1:
        return moves.NOMINATE_ID + _read_card(args[0])
    if verb == "play" and len(args) == 1:
        return moves.PLAY_ID + _read_card(args[0])
    raise NotationError(f"{' '.join([verb, *args])!r} is no move of this game; moves look like {FORMS}")


def _read_card(text: str) -> int:
    if text in CODES:
        return CODES.index(text)
    raise NotationError(f"{text!r} is none of the 45 states of 1904: {', '.join(CODES)}")


def write_outcome(s: Any, outcome: int) -> str:
    """The notation of a card dealt or drawn: the seat it goes to, and the card."""
    return f"{SEAT_OR_NONE[s.dealing]} {CODES[outcome]}"


def read_outcome(s: Any, text: str) -> int:
    """The card that a text like "P1 NY" brings; else NotationError. Whose it is, the table checks."""
    words = text.split()
    if len(words) != 2 or words[0] not in SEAT_OR_NONE[: s.seats]:
        raise NotationError(f"{text!r} brings no card; outcomes look like 'P1 NY'")
    return _read_card(words[1])


# --- refusals

_REASONS = {
    moves.GAME_IS_OVER: ("PO-8", "game_over"),
    moves.NO_SUCH_ACTION: ("PO-5", "no_such_action"),
    moves.CARDS_COME_FIRST: ("PO-1", "cards_come_first"),
    moves.NOT_IN_HAND: ("PO-5", "not_in_hand"),
    moves.WRONG_PARTY: ("PO-3", "wrong_party"),
    moves.DRAW_A_NOMINEE: ("PO-4", "draw_a_nominee"),
    moves.HAS_A_NOMINEE: ("PO-4", "has_a_nominee"),
    moves.NOT_BORDERING: ("PO-5", "not_bordering"),
    moves.PLAY_THE_DRAWN: ("PO-6", "play_the_drawn"),
    moves.CAN_PLAY: ("PO-6", "can_play"),
    moves.NO_EXTRA_CARDS: ("PO-6", "no_extra_cards"),
    moves.MAY_NOT_PASS: ("PO-6", "may_not_pass"),
}
_BY_TASK = {moves.NOT_YOUR_TURN: "not_your_turn", moves.WRONG_TASK: "wrong_task"}
_TASK_CLAUSES = {SIDE: "PO-2", NOMINATE: "PO-3", PASS: "PO-6"}


def explain(s: Any, seat: int, action: int, reason: int) -> Reason:
    """The clause and sentence of a refusal; says nothing the seat may not know."""
    if reason in _BY_TASK:
        clause, key = _TASK_CLAUSES.get(s.task, "PO-5"), _BY_TASK[reason]
    else:
        clause, key = _REASONS[reason]
    return Reason(clause, str(_texts()["reasons"][key]).format(**_facts(s, seat, action)))


def _facts(s: Any, seat: int, action: int) -> dict[str, Any]:
    """Everything a refusal's sentence may mention: what lies open, and the hand of the seat refused."""
    at_table = 0 <= seat < s.seats
    side = moves.side_of(seat) if at_table else 0
    laid = moves.NOMINATE_ID <= action < moves.DRAW_ID
    return {
        "tried": f"P{seat + 1} {write_move(s, action)}" if 0 <= action < moves.ACTIONS else action,
        "seat": f"P{seat + 1}",
        "mover": SEAT_OR_NONE[s.mover] if s.mover != NOBODY else "nobody",
        "task": _texts()["tasks"][TASK[s.task] or "nothing"],
        "card": CODES[(action - moves.NOMINATE_ID) % CARDS] if laid else "",
        "party": PARTY_NAMES[s.party[side] - 1] if s.party[side] else "",
        "hand": _codes(s.hand[seat]) if at_table else "",
        "playable": _codes(moves.playable(s, seat)) if at_table else "",
        "nominees": _codes(moves.nominees(s, seat)) if at_table else "",
        "drawn": CODES[s.drawn[seat] - 1] if at_table and s.drawn[seat] else "",
        "states": _codes(s.network[side]),
        "stock": s.stock,
    }


# --- the end, the deck


def result_text(s: Any, winners: Sequence[int], scores: Sequence[int]) -> str:
    """One sentence on how it ended, and who deals the next game (PO-9)."""
    texts = _texts()["results"]
    if not winners:
        return str(texts["draw"]).format(votes=s.tally[0], states=s.states[0], dealer=SEAT_OR_NONE[s.next_dealer])
    side = s.winner
    key = "votes" if s.tally[0] != s.tally[1] else "states"
    return str(texts[key]).format(
        party=PARTY_NAMES[s.party[side] - 1],
        winners=" and ".join(str(SEAT_OR_NONE[seat]) for seat in winners),
        nominee=CODES[s.nominee[side] - 1],
        votes=s.tally[side],
        other=s.tally[SIDES - 1 - side],
        states=s.states[side],
        fewer=s.states[SIDES - 1 - side],
        dealer=SEAT_OR_NONE[s.next_dealer],
    )


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """The deck of 45: code, name, votes, kind; party of 1900, borders that count, the name on it and whose that is."""
    borders = NEIGHBOURS[NO_YES.index(options["waters"])].tolist()
    return [
        {
            "code": state.code,
            "name": state.name,
            "value": state.votes[options["votes"]],
            "kind": "state",
            "party": state.party,
            "borders": [code for other, code in enumerate(CODES) if borders[card] >> other & 1],
            "nominee": state.nominees[0][0],
            "office": state.nominees[0][1],
            "named by": "the old rules" if state.code == states_1904.ATTESTED else "us",
        }
        for card, state in enumerate(STATES)
    ]
