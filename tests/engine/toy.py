"""A game small enough to be worked out by hand: one sealed bid each, with a word that rides along, then a coin.

A bid is 0, 1 or 2 pence. Heads: the highest bid wins (equal highest bids share); tails: nobody wins.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from hustings.engine.declared import EventTable, MoveTable, Number, OutcomeTable, members
from hustings.engine.kernels import tell, tell_only
from hustings.engine.kernels.listing import lister
from hustings.engine.moves import seat_label
from hustings.engine.record import Schema
from hustings.engine.record.field import FLAG, Field
from hustings.engine.rulebook import Rulebook
from hustings.engine.telling import Telling

MOST_SEATS = 3
BIDS = 3
HEADS, TAILS = 0, 1
FACES = (None, "heads", "tails")

MOVES = MoveTable("bid 2")
MOVES.add("bid", Number("bid", 0, BIDS - 1), remark=True)
COIN = OutcomeTable(("heads", "tails"), what="side")
REASONS = EventTable()
NO_SUCH_BID = REASONS.add("no_such_bid", most=None)
BID_ALREADY, OVER = (REASONS.add(key) for key in ("bid_already", "over"))
EVENTS = EventTable()
BID = EVENTS.add("bid", remark=True)
SECRET = EVENTS.add("secret", pence=None)
FELL = EVENTS.add("fell", face=FACES)

SCHEMA = Schema(
    "pennies",
    [
        Field("seats", "i1", meaning="players", bounds=(2, MOST_SEATS)),
        Field("coin", "i1", meaning="the coin used", unit=("fair", "bent"), option=True),
        Field("last_call", "i1", meaning="nothing", unit=("no", "yes"), option=True, shown=False),
        Field("bids", "i1", (MOST_SEATS,), "who has bid: 1", axes=("seat",), bounds=FLAG),
        Field("pence", "i1", (MOST_SEATS,), "what each has bid", sees="own", axes=("seat",), bounds=(0, BIDS - 1)),
        Field("face", "i1", meaning="what the coin shows", unit=FACES),
    ],
)


# --- rules


def start(s: Any) -> None:
    s.face = 0


def owes(s: Any) -> int:
    return sum(1 << seat for seat in range(s.seats) if not s.bids[seat])


def refusal(s: Any, seat: int, action: int) -> int:
    if not owes(s):
        return OVER
    if not 0 <= action < BIDS:
        return NO_SUCH_BID
    return BID_ALREADY if s.bids[seat] else 0


def act(s: Any, seat: int, action: int, note: Any) -> int:
    reason = refusal(s, seat, action)
    if reason:
        return reason
    s.bids[seat] = 1
    s.pence[seat] = action
    tell(note, BID, seat, 0, 0, 0, 0)
    tell_only(note, 1 << seat, SECRET, seat, action, 0, 0, 0)
    return 0


def chances(s: Any, weights: Any) -> int:
    weights[:] = 0
    if owes(s) or s.face:
        return 0
    weights[HEADS] = 1 + s.coin
    weights[TAILS] = 1
    return 2 + int(s.coin)


def settle(s: Any, outcome: int, note: Any) -> None:
    s.face = outcome + 1
    tell(note, FELL, s.seats, outcome + 1, 0, 0, 0)


def over(s: Any) -> int:
    return int(s.face != 0)


def payoff(s: Any, out: Any) -> None:
    best = max(s.pence[seat] for seat in range(s.seats))
    for seat in range(s.seats):
        out[0, seat] = int(s.face == TAILS + 1 or s.pence[seat] == best)
        out[1, seat] = s.pence[seat]


def imagine(v: Any, seat: int, key: int) -> None:
    for other in range(v.seats):
        if other != seat and v.bids[other]:
            v.pence[other] = (key >> other) % BIDS


def check(s: Any) -> int:
    return int(any(s.pence[seat] and not s.bids[seat] for seat in range(MOST_SEATS)))


# --- words: this module is the toy's `words.py` as well


def explain(s: Any, seat: int, action: int, reason: int, note: Any) -> None:
    if reason == NO_SUCH_BID:
        tell(note, reason, seat, BIDS - 1, 0, 0, 0)


def ending(s: Any, note: Any) -> None:
    best = max(s.pence[seat] for seat in range(s.seats))
    winners = sum(1 << seat for seat in range(s.seats) if s.face == HEADS + 1 and s.pence[seat] == best)
    tell(note, WON, s.seats, 0 if winners == (1 << s.seats) - 1 else winners, 0, 0, 0)


ENDINGS = EventTable()
WON = ENDINGS.add("won", winners=members([seat_label(seat) for seat in range(MOST_SEATS)]))


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"code": "P", "name": "Penny", "value": 1, "kind": "coin"}]


RULES: dict[str, Any] = {
    verb.__name__: verb
    for verb in (start, owes, lister(MOVES), refusal, act, chances, settle, over, payoff, imagine, check)
}


def rulebook(texts: Any, name: str = "pennies", package: str = "tests.engine") -> Rulebook:
    return Rulebook(
        name=name,
        schema=SCHEMA,
        seats=(2, 3),
        modules=(sys.modules[__name__],),
        moves=MOVES,
        chance=COIN,
        reasons=REASONS,
        events=EVENTS,
        texts=texts,
        most_legal=BIDS,
        streams=("coin",),
        package=package,
        invariants={1: "a bid without its mark"},
        rules="2",
        older={"1": {"coin": "bent"}},
        telling=Telling(ending=ending, endings=ENDINGS, explain=explain),
    )
