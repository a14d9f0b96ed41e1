"""Facts of refusals, results and decks of Mudslinger; the texts are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.board import Board, Laid, Shelf, counted
from hustings.engine.campaign import Campaign, Effort
from hustings.engine.holdings import Holdings
from hustings.engine.messages import Fact, Message, words_of
from hustings.engine.moves import seat_label
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.refusals import POLL_PRICE
from hustings.games.mudslinger.table import cap_of


def facts(s: Any, seat: int, action: int) -> dict[str, Fact]:
    """Return the facts for a refusal; only the seat's own knowledge."""
    asked = None if s.finished else r.SEAT_OR_NONE[s.frame_seat[s.depth - 1]]
    task = None if s.finished else r.FRAME[s.frame[s.depth - 1]]
    return {
        "seats": s.seats,
        "asked": asked,
        "task": Message(task) if task else None,
        "runner": r.SEAT_OR_NONE[s.runner],
        "when": _when(action),
        "top": c.CODES[s.pile[s.pile_size - 1] - 1] if s.pile_size else None,
        "open": [code for state, code in enumerate(c.STATES) if s.lies[state] == r.OPEN],
        "money": s.money[seat] if 0 <= seat < s.seats else 0,
        "cap": cap_of(s),
        "rating": s.rating,
        "base": s.base_rating,
        "price": POLL_PRICE,
        "deals": r.MOST_DEALS,
        "offerer": r.SEAT_OR_NONE[s.offerer],
        "offered_to": r.SEAT_OR_NONE[s.offered_to],
        "wants": r.ITEM_OR_NONE[s.wants],
    }


def _when(action: int) -> Message | None:
    """Return when the card of a `play` may be played."""
    if not m.PLAY <= action < m.GIVE:
        return None
    kind = c.GERRY if action >= m.PLAY_GERRY else (action - m.PLAY) // m.TARGET_SLOTS
    return Message(f"when_{c.WHENS[c.WHEN[kind]]}")


def result(s: Any, winners: Sequence[int], scores: Sequence[int]) -> Message:
    """Return the message of the result."""
    best = list(winners) or list(range(s.seats))
    points = scores[best[0]]
    tied = sum(score == points for score in scores) > 1
    key = "shared" if len(best) > 1 else "by_states" if tied else "won"
    return Message(key, {"winner": [f"P{seat + 1}" for seat in best], "points": points, "states": s.won[best[0]]})


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the three decks: code, name, value (points; a group's dollars a turn; else 0), kind.

    A state also has the influence of each party there, a group or a running mate its party;
    an action the number of its copies.
    """
    votes = states.votes(options["votes"])
    texts = words_of(__package__)["cards"]
    deck: list[dict[str, Any]] = [
        {
            "code": code,
            "name": states.NAMES[code],
            "value": votes[code],
            "kind": "state",
            "influence": dict(zip(c.PARTIES, c.INFLUENCE[state].tolist(), strict=False)),
        }
        for state, code in enumerate(c.STATES)
    ]
    deck += [{"code": code, "name": texts[code]["name"], "value": 0, "kind": "candidate"} for code in c.CANDIDATES]
    for card, code in enumerate(c.CODES):
        kind, dollars = c.KIND_NAMES[c.SORT[card]], int(c.DOLLARS[card])
        party = {} if c.PARTY_OF[card] == c.NO_PARTY else {"party": c.PARTIES[c.PARTY_OF[card]]}
        copies = {"copies": int(c.COPIES[card - c.PEOPLE])} if kind == "action" else {}
        deck.append({"code": code, "name": texts[code]["name"], "value": dollars, "kind": kind, **party, **copies})
    return deck


def holdings(s: Any, events: Sequence[Any]) -> Holdings:
    """Return the known holders of states (MS-18)."""
    election = c.APPORTIONMENTS[s.votes]
    votes = states.votes(election)
    owners = {code: int(s.holder[state]) for state, code in enumerate(c.STATES) if s.lies[state] != r.ABSENT}
    return Holdings(
        election,
        tuple((seat,) for seat in range(s.seats)),
        {code: votes[code] for code in owners},
        {code: owner - 1 if owner else None for code, owner in owners.items()},
        {},
    )


def campaign(s: Any, events: Sequence[Any]) -> Campaign:
    """Return the dollars spent on popularity and on mud in each contest (MS-10, MS-11), and the first parties."""
    efforts: list[Effort] = []
    turn, state = 0, ""
    for event in events:
        if event.event == "turn":
            turn = event.args["turn"]
        elif event.event in ("campaigns", "attacks"):
            state = str(event.args["state"])
        elif event.event in ("spent", "slung"):
            kind = "popularity" if event.event == "spent" else "mud"
            efforts.append(Effort(turn, event.seat, state, event.args["dollars"], kind))
    parties = tuple(str((*c.PARTIES, "")[s.party[seat]]) for seat in range(s.seats))
    return Campaign(efforts=tuple(efforts), parties=parties)


def recount(s: Any, holder: Mapping[str, int], note: Any) -> None:
    """Let each player hold these states alone (MS-20)."""
    for state, code in enumerate(c.STATES):
        s.holder[state] = holder[code] + 1 if code in holder else 0
    for seat in range(s.seats):
        s.won[seat] = sum(side == seat for side in holder.values())


def board(s: Any, seat: int | None) -> Board:
    """Return the picture's notes: turn or contest, money and people, open states, the viewer's cards."""
    notes = []
    for number in range(s.seats):
        party = (*c.PARTIES, None)[s.party[number]]
        first = words_of(__package__)["cards"][party]["name"] if party else "no party yet"
        people = [counted(int(s.won[number]), "state"), counted(int(s.cards[number]), "card")]
        if s.managers[number]:
            people.append(counted(int(s.managers[number]), "manager"))
        notes.append((f"{first}, +${int(s.income[number])} a turn", ", ".join(people)))
    opened = [code for code, lies in zip(c.STATES, s.lies, strict=True) if lies == r.OPEN]
    shelves = [Shelf("Open states", [Laid(code) for code in opened])]
    shelves += [_people(s, number) for number in range(s.seats)]
    if seat is not None:
        hand = [
            Laid(code, count=int(s.hand[seat, kind])) for kind, code in enumerate(c.KIND_CODES) if s.hand[seat, kind]
        ]
        shelves.append(Shelf("Your cards", hand, seat, whole=True))
    money = [f"${int(s.money[number])}" for number in range(s.seats)]
    veiled = frozenset(code for code, lies in zip(c.STATES, s.lies, strict=True) if lies == r.HELD)
    contest = (None, *c.STATES)[s.contest]
    asked = frozenset([contest] if contest else opened)
    legend = (
        f"Outlined: {contest} is fought for" if contest else "Outlined: open states. Grey: held, and not shown by whom"
    )
    return Board(_now(s, contest), notes, shelves, asked, veiled, legend=legend, scores=money)


def _people(s: Any, seat: int) -> Shelf:
    """Return the running mate and the groups of a seat."""
    mate = c.CODE_OR_NONE[s.mate[seat]]
    codes = [c.CODE_OR_NONE[s.chain[seat, place]] for place in range(s.chain_length[seat])]
    before = [Laid(code, seat) for code in (mate, *codes) if code]
    return Shelf(seat_label(seat), before, seat, small=True)


def _now(s: Any, contest: str | None) -> str:
    turn = f"Turn {s.turn}" if s.turn else "The set-up"
    return f"{turn} · {contest}, rating {s.rating}" if contest else turn
