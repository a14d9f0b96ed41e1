"""Facts of refusals, results and the deck of Politics; the texts are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states_1904
from hustings.engine.board import Board, Laid, Shelf, counted
from hustings.engine.campaign import Campaign, Effort
from hustings.engine.holdings import Holdings
from hustings.engine.messages import Fact, Message
from hustings.games.politics import moves
from hustings.games.politics import record as r
from hustings.games.politics.cards import CARDS, CODES, NEIGHBOURS, NONE_OR_CARD, PARTIES, STATES, VOTE_YEARS, VOTES
from hustings.games.politics.election import count_votes
from hustings.games.politics.record import ABSENT, NO_YES, ON_SIDE, SEAT_OR_NONE, SIDES, TASK


def _codes(mask: int) -> Fact:
    """Return the cards of a bit mask."""
    return [code for card, code in enumerate(CODES) if mask >> card & 1] or Message("none")


def _party(s: Any, side: int) -> Fact:
    return Message(PARTIES[s.party[side] - 1]) if s.party[side] else None


def facts(s: Any, seat: int, action: int) -> dict[str, Fact]:
    """Return the facts for a refusal: open cards and the seat's own hand."""
    told: dict[str, Fact] = {"mover": SEAT_OR_NONE[s.mover], "stock": s.stock}
    if task := TASK[s.task]:
        told["task"] = Message(task)
    if moves.NOMINATE_ID <= action < moves.DRAW_ID:
        card = (action - moves.NOMINATE_ID) % CARDS
        told |= {"card": CODES[card], "borders": _codes(int(NEIGHBOURS[s.waters, card]))}
    if 0 <= seat < s.seats:
        side = moves.side_of(seat)
        told |= {
            "party": _party(s, side),
            "hand": _codes(s.hand[seat]),
            "playable": _codes(moves.playable(s, seat)),
            "nominees": _codes(moves.nominees(s, seat)),
            "drawn": CODES[s.drawn[seat] - 1] if s.drawn[seat] else None,
            "states": _codes(s.network[side]),
        }
    return told


def result(s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
    """Return the message of the result, with the next dealer (PO-9)."""
    dealer = SEAT_OR_NONE[s.next_dealer]
    if not winners:
        return Message("draw", {"votes": s.tally[0], "states": s.states[0], "dealer": dealer})
    side, other = s.winner, SIDES - 1 - s.winner
    told: dict[str, Fact] = dict(
        zip(("first", "second", "third"), (SEAT_OR_NONE[seat] for seat in winners), strict=False)
    )
    told |= {
        "party": _party(s, side),
        "nominee": CODES[s.nominee[side] - 1],
        "votes": s.tally[side],
        "other": s.tally[other],
        "states": s.states[side],
        "fewer": s.states[other],
        "dealer": dealer,
    }
    return Message("votes" if s.tally[0] != s.tally[1] else "states", told)


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the deck of 45: code, name, votes, kind, party of 1900, borders, and the name on the card."""
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


def holdings(s: Any, events: Sequence[Any]) -> Holdings:
    """Return the side that each state was played to."""
    election = VOTE_YEARS[s.votes]
    dealt = {card: state for card, state in enumerate(STATES) if s.where[card] != ABSENT}
    sides = {card: int(s.where[card]) - ON_SIDE for card in dealt}
    return Holdings(
        election,
        tuple(tuple(seat for seat in range(s.seats) if moves.side_of(seat) == side) for side in range(SIDES)),
        {state.code: state.votes[election] for state in dealt.values()},
        {dealt[card].code: side if 0 <= side < SIDES else None for card, side in sides.items()},
        {},
    )


def campaign(s: Any, events: Sequence[Any]) -> Campaign:
    """Return the states in the order they were played, the parties, and the borders inside each side (PO-5)."""
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
    parties = tuple(PARTIES[s.party[side] - 1] if s.party[side] else "" for side in range(SIDES))
    return Campaign(efforts=tuple(efforts), parties=parties, links=links)


def recount(s: Any, holder: Mapping[str, int], note: Any) -> None:
    """Count the votes as if each side had played these states alone (PO-8)."""
    for side in range(SIDES):
        held = [CODES.index(code) for code, owner in holder.items() if owner == side]
        s.tally[side], s.states[side] = sum(int(VOTES[s.votes, card]) for card in held), len(held)
    count_votes(s, note)


PARTY_TITLES = {"R": "Republicans", "D": "Democrats", None: ""}


def board(s: Any, seat: int | None) -> Board:
    """Return the picture's notes: progress, each seat's party, nominee and number of cards, and the viewer's hand."""
    nominees = [NONE_OR_CARD[s.nominee[side]] for side in range(r.SIDES)]
    notes = []
    for number in range(s.seats):
        side = number % r.SIDES
        party = PARTY_TITLES[r.NONE_OR_PARTY[s.party[side]]]
        told = [party, f"nominee from {nominees[side]}" if nominees[side] else ""]
        states = counted(int(s.states[side]), "state")
        notes.append((" · ".join(filter(None, told)), f"{states} · {counted(int(s.held[number]), 'card')}"))
    shelves = []
    if seat is not None:
        held = [code for code, holder in zip(CODES, s.holder, strict=True) if r.NONE_OR_SEAT[holder] == f"P{seat + 1}"]
        shelves.append(Shelf("Your hand", [Laid(code) for code in held], seat, whole=True))
    starred = frozenset(filter(None, nominees))
    return Board(_now(s), notes, shelves, starred=starred, legend="Starred: where the nominees come from")


def _now(s: Any) -> str:
    if s.finished:
        return "The election is over"
    if r.PENDING[s.pending] == "deal":
        return "The third-party vote is dealt" if s.redealt else "The cards are dealt"
    if r.TASK[s.task] in ("side", "nominate"):
        return "The nominations"
    return "After the third-party vote" if s.redealt else f"The election · {counted(int(s.stock), 'extra card')}"
