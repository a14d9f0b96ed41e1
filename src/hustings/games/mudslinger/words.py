"""The decks, the map and the picture of Mudslinger; the texts are in words.en.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.atlas import states
from hustings.engine.board import Board, Laid, Shelf, counted
from hustings.engine.campaign import Campaign, Effort
from hustings.engine.holdings import Holdings
from hustings.engine.messages import words_of
from hustings.engine.moves import seat_label
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.record import State
from hustings.games.mudslinger.table import MANAGER_WORTH, bonus, distance
from hustings.games.mudslinger.telling import TELLING


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the cards of the three decks, each with its code, name, value and kind.

    The value is a state's points, a group's dollars a turn, or 0. A state also has the influence of each party there, a
    group or a running mate its party, and an action card the number of its copies, the time when it is played, whom it
    targets and what it "takes" if that is a card (MS-14). A candidate has the parties of groups that fit beside the
    party (MS-5). A mate or manager has "worth": the bonus for a player of each party (MS-6).
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
    for code in c.CANDIDATES:
        beside = {"next": _beside(c.PARTIES.index(code))} if code in c.PARTIES else {}
        deck.append({"code": code, "name": texts[code]["name"], "value": 0, "kind": "candidate", **beside})
    for card, code in enumerate(c.CODES):
        kind, dollars = c.KIND_NAMES[c.SORT[card]], int(c.DOLLARS[card])
        party = {} if c.PARTY_OF[card] == c.NO_PARTY else {"party": c.PARTIES[c.PARTY_OF[card]]}
        action = {}
        if kind == "action":
            number = card - c.PEOPLE
            action = {
                "copies": int(c.COPIES[number]),
                "when": c.WHENS[c.WHEN[number]],
                "target": c.TARGETS[c.NAMES_WHOM[number]],
            }
            if c.SPECIAL[number] == c.SHOW_HAND:
                action["takes"] = "card"
        staff = {"worth": _worth(card)} if kind in ("mate", "manager") else {}
        deck.append(
            {"code": code, "name": texts[code]["name"], "value": dollars, "kind": kind, **party, **staff, **action}
        )
    return deck


def _beside(party: int) -> list[str]:
    return [code for other, code in enumerate(c.PARTIES) if distance(party, other) < 2]


def _worth(card: int) -> dict[str, int]:
    mate = c.SORT[card] == c.MATE
    return {code: int(bonus(c.PARTY_OF[card], k)) if mate else MANAGER_WORTH for k, code in enumerate(c.PARTIES)}


def holdings(s: State, events: Sequence[Any]) -> Holdings:
    """Return the known holders of states (MS-18)."""
    return Holdings(c.APPORTIONMENTS[s.votes], tuple((seat,) for seat in range(s.seats)), *TELLING.read_held(s), {})


def campaign(s: State, events: Sequence[Any]) -> Campaign:
    """Return the dollars for popularity and for mud in each contest (MS-10, MS-11), and the players' parties."""
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


def board(s: State, seat: int | None) -> Board:
    """Return what a picture shows: the turn or contest, each seat's money and cards, open states, the viewer's hand."""
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


def _people(s: State, seat: int) -> Shelf:
    """Return a shelf with the running mate and the groups of a seat."""
    mate = c.CODE_OR_NONE[s.mate[seat]]
    codes = [c.CODE_OR_NONE[s.chain[seat, place]] for place in range(s.chain_length[seat])]
    before = [Laid(code, seat) for code in (mate, *codes) if code]
    return Shelf(seat_label(seat), before, seat, small=True)


def _now(s: State, contest: str | None) -> str:
    turn = f"Turn {s.turn}" if s.turn else "The set-up"
    return f"{turn} · {contest}, rating {s.rating}" if contest else turn
