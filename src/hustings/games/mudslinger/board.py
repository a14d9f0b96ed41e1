"""What a picture of Mudslinger shows beside the map."""

from __future__ import annotations

from typing import Any

from hustings.engine.board import Board, Laid, Shelf, counted
from hustings.engine.messages import words_of
from hustings.engine.moves import seat_label
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.cards import CODE_OR_NONE, KIND_CODES, PARTIES, STATES


def board(s: Any, seat: int | None) -> Board:
    """The turn or contest, everybody's money and people, the open states, and the viewer's action cards."""
    notes = []
    for number in range(s.seats):
        party = (*PARTIES, None)[s.party[number]]
        first = words_of(__package__)["cards"][party]["name"] if party else "no party yet"
        people = [counted(int(s.won[number]), "state"), counted(int(s.cards[number]), "card")]
        if s.managers[number]:
            people.append(counted(int(s.managers[number]), "manager"))
        notes.append((f"{first}, +${int(s.income[number])} a turn", ", ".join(people)))
    opened = [code for code, lies in zip(STATES, s.lies, strict=True) if lies == r.OPEN]
    shelves = [Shelf("Open states", [Laid(code) for code in opened])]
    shelves += [_people(s, number) for number in range(s.seats)]
    if seat is not None:
        hand = [Laid(code, count=int(s.hand[seat, kind])) for kind, code in enumerate(KIND_CODES) if s.hand[seat, kind]]
        shelves.append(Shelf("Your cards", hand, seat, whole=True))
    money = [f"${int(s.money[number])}" for number in range(s.seats)]
    veiled = frozenset(code for code, lies in zip(STATES, s.lies, strict=True) if lies == r.HELD)
    contest = (None, *STATES)[s.contest]
    asked = frozenset([contest] if contest else opened)
    legend = (
        f"Outlined: {contest} is fought for" if contest else "Outlined: open states. Grey: held, and not shown by whom"
    )
    return Board(_now(s, contest), notes, shelves, asked, veiled, legend=legend, scores=money)


def _people(s: Any, seat: int) -> Shelf:
    """The running mate and the groups before a seat."""
    mate = CODE_OR_NONE[s.mate[seat]]
    codes = [CODE_OR_NONE[s.chain[seat, place]] for place in range(s.chain_length[seat])]
    before = [Laid(code, seat) for code in (mate, *codes) if code]
    return Shelf(seat_label(seat), before, seat, small=True)


def _now(s: Any, contest: str | None) -> str:
    turn = f"Turn {s.turn}" if s.turn else "The set-up"
    return f"{turn} · {contest}, rating {s.rating}" if contest else turn
