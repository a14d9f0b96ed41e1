"""The deck, the map and the pictures of Politics; the texts are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states_1904
from hustings.engine.board import Board, Laid, Shelf, counted
from hustings.engine.campaign import Campaign, Effort
from hustings.engine.holdings import Holdings
from hustings.games.politics import moves
from hustings.games.politics import record as r
from hustings.games.politics.cards import CARDS, CODES, NEIGHBOURS, NONE_OR_CARD, PARTIES, STATES, VOTE_YEARS
from hustings.games.politics.record import NO_YES, ON_SIDE, SIDES, State
from hustings.games.politics.telling import TELLING


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the 45 cards, each with its code, name, votes, kind, party of 1900, borders and nominee."""
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


def holdings(s: State, events: Sequence[Any]) -> Holdings:
    """Return the side to which each state was played."""
    sides = tuple(tuple(seat for seat in range(s.seats) if moves.side_of(seat) == side) for side in range(SIDES))
    return Holdings(VOTE_YEARS[s.votes], sides, *TELLING.read_held(s), {}, parties=_parties(s))


def _parties(s: State) -> tuple[str, ...]:
    return tuple(PARTIES[s.party[side] - 1] if s.party[side] else "" for side in range(SIDES))


def campaign(s: State, events: Sequence[Any]) -> Campaign:
    """Return the states in the order of play, the sides' parties, and the borders inside each network (PO-5)."""
    played = [event for event in events if event.event in ("nominated", "played")]
    efforts = [
        Effort(step, moves.side_of(event.seat), str(event.args["card"]), event.args["votes"], event.event)
        for step, event in enumerate(played, 1)
    ]
    sides = {card: int(s.where[card]) - ON_SIDE for card in range(CARDS) if 0 <= int(s.where[card]) - ON_SIDE < SIDES}
    links = tuple(
        (CODES[one], CODES[other])
        for one, side in sides.items()
        for other in sides
        if one < other and sides[other] == side and int(NEIGHBOURS[s.waters, one]) >> other & 1
    )
    return Campaign(efforts=tuple(efforts), parties=_parties(s), links=links)


PARTY_TITLES = {"R": "Republicans", "D": "Democrats", None: ""}


def board(s: State, seat: int | None) -> Board:
    """Return what a picture shows: progress, each seat's party, nominee and number of cards, the viewer's hand."""
    nominees = [NONE_OR_CARD[s.nominee[side]] for side in range(r.SIDES)]
    notes = []
    for number in range(s.seats):
        side = number % r.SIDES
        party = PARTY_TITLES[r.NONE_OR_PARTY[s.party[side]]]
        told = [party, f"nominee from {nominees[side]}" if nominees[side] else ""]
        states = counted(int(s.states[side]), "state")
        notes.append((" · ".join(filter(None, told)), f"{states} · {counted(int(s.held[number]), 'card')}"))
    shelves = []
    opened = [code for card, code in enumerate(CODES) if s.where[card] == r.OPEN]
    if opened:
        shelves.append(Shelf("Open cards", [Laid(code) for code in opened]))
    if seat is not None:
        held = [code for code, holder in zip(CODES, s.holder, strict=True) if r.NONE_OR_SEAT[holder] == f"P{seat + 1}"]
        shelves.append(Shelf("Your hand", [Laid(code) for code in held], seat, whole=True))
    starred = frozenset(filter(None, nominees))
    return Board(_now(s), notes, shelves, starred=starred, legend="Starred: where the nominees come from")


def _now(s: State) -> str:
    if s.finished:
        return "The election is over"
    if r.PENDING[s.pending] == "deal":
        return "The last deal" if s.redealt else "The cards are dealt"
    if r.TASK[s.task] in ("side", "nominate"):
        return "The nominations"
    return "After the last deal" if s.redealt else f"The election · {counted(int(s.stock), 'extra card')}"
