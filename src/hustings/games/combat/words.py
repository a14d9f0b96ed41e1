"""Facts of refusals, results and the deck of Electoral College Combat; the texts are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.board import DOWN, EMPTY, Board, Laid, Shelf
from hustings.engine.holdings import Holdings
from hustings.engine.messages import Fact, Message
from hustings.games.combat import moves
from hustings.games.combat import record as r
from hustings.games.combat.cards import APPORTIONMENTS, CARD_OR_NONE, CODES, STATES, WILD_NAMES, WILDS
from hustings.games.combat.hand import majority, value_of
from hustings.games.combat.notation import table
from hustings.games.combat.record import PILE, PLACES, SEAT_OR_NONE, SEATS, TASK, THROWS, UP


def facts(s: Any, seat: int, action: int) -> dict[str, Fact]:
    """Return the facts for a refusal; only the seat's own knowledge."""
    up = sorted((value_of(s, s.card[place]), CODES[s.card[place]]) for place in range(PLACES) if s.lies[place] == UP)
    priced = [Message("priced", {"card": code, "votes": votes}) for votes, code in up]
    told: dict[str, Fact] = {
        "mover": Message("both") if s.task == THROWS else SEAT_OR_NONE[s.mover],
        "table": table(s),
        "high": priced[-1] if up else None,
        "low": priced[0] if up else None,
        "highest": moves.highest_in_pile(s, seat),
        "needed": moves.addable(s, seat),
    }
    if task := TASK[s.task]:
        told["task"] = Message(task)
    if moves.TAKE_ID <= action < moves.ADD_ID:
        told["count"] = (action - moves.TAKE_ID).bit_count()
    return told


def result(s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
    """Return the message of the result."""
    if not winners:
        return Message("draw", {"first": scores[0], "second": scores[1]})
    (winner,) = winners
    told: dict[str, Fact] = {"winner": SEAT_OR_NONE[winner], "loser": SEAT_OR_NONE[1 - winner]}
    told |= {"votes": scores[winner], "other": scores[1 - winner]}
    return Message("book_deal" if s.objective == 1 else "president", told)


def needed(s: Any) -> int | None:
    """Return the votes that win; None in a Book Deal, which the fewer votes win (EC-21, EC-22)."""
    return None if s.objective == 1 else int(majority(s))


def too_many(s: Any) -> int | None:
    """Return the votes that lose a Book Deal; None in the other game (EC-22)."""
    return int(majority(s)) if s.objective == 1 else None


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the deck of 56: code, name, value (0 for a wild card) and kind."""
    votes = states.votes(options["votes"])
    deck = [{"code": code, "name": states.NAMES[code], "value": votes[code], "kind": "state"} for code in STATES]
    return deck + [{"code": code, "name": WILD_NAMES[code], "value": 0, "kind": "wild"} for code in WILDS]


def holdings(s: Any, events: Sequence[Any]) -> Holdings:
    """Return the owner of each state's pile."""
    election = APPORTIONMENTS[s.votes]
    votes = states.votes(election)
    piles = {code: s.where[CODES.index(code)] - PILE for code in STATES}
    return Holdings(
        election,
        tuple((seat,) for seat in range(SEATS)),
        {code: votes[code] for code in STATES},
        {code: pile if 0 <= pile < SEATS else None for code, pile in piles.items()},
        {},
    )


def recount(s: Any, holder: Mapping[str, int], note: Any) -> None:
    """Count the piles as if each held these states alone (EC-21)."""
    for seat in range(SEATS):
        s.tally[seat] = sum(value_of(s, CODES.index(code)) for code, pile in holder.items() if pile == seat)


def board(s: Any, seat: int | None) -> Board:
    """Return the picture's notes: the hand, the stacks, won wild cards, and the five places."""
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


def _laid(s: Any, place: int) -> Laid:
    if s.lies[place] == r.EMPTY:
        return Laid(face=EMPTY)
    if s.lies[place] == r.DOWN:
        return Laid(face=DOWN)
    turner = int(s.turner[place])
    return Laid(CARD_OR_NONE[s.card[place]] or "", None if turner == r.NOBODY else turner)
