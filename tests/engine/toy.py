"""A game small enough to be worked out by hand: one sealed bid each, with a word that rides along, then a coin.

A bid is 0, 1 or 2 pence. Heads: the highest bid wins (equal highest bids share); tails: nobody wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hustings.engine import verbs
from hustings.engine.errors import NotationError, Reason
from hustings.engine.kernels import tell, tell_only
from hustings.engine.moves import seat_label
from hustings.engine.record import Field, Schema
from hustings.engine.rulebook import EventForm, Option, Rulebook

MOST_SEATS = 3
BIDS = 3
HEADS, TAILS = 0, 1
FACES = (None, "heads", "tails")
NO_SUCH_BID, BID_ALREADY, OVER = 1, 2, 3
BID, SECRET, FELL = 1, 2, 3

SCHEMA = Schema(
    "pennies",
    [
        Field("seats", "i1", meaning="players"),
        Field("coin", "i1", meaning="the coin used", unit=("fair", "bent")),
        Field("bids", "i1", (MOST_SEATS,), "who has bid: 1", axes=("seat",)),
        Field("pence", "i1", (MOST_SEATS,), "what each has bid", sees="own", axes=("seat",)),
        Field("face", "i1", meaning="what the coin shows", unit=FACES),
    ],
)


# --- rules


def start(s: Any, options: Any) -> None:
    s.seats = options[0]
    s.coin = options[1]


def owes(s: Any) -> int:
    return sum(1 << seat for seat in range(s.seats) if not s.bids[seat])


def legal(s: Any, seat: int, out: Any) -> int:
    if s.bids[seat]:
        return 0
    out[:BIDS] = range(BIDS)
    return BIDS


def act(s: Any, seat: int, action: int, note: Any) -> int:
    if not owes(s):
        return OVER
    if not 0 <= action < BIDS:
        return NO_SUCH_BID
    if s.bids[seat]:
        return BID_ALREADY
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
    return int(any(not 0 <= s.pence[seat] < BIDS for seat in range(MOST_SEATS)))


# --- words: this module is the toy's `words.py` as well


def write_move(s: Any, action: int) -> str:
    return f"bid {action}"


def read_move(s: Any, verb: str, args: Sequence[str]) -> int:
    if verb != "bid" or len(args) != 1 or args[0] not in ("0", "1", "2"):
        raise NotationError(f"{' '.join([verb, *args])!r} is no move of this game; moves look like bid 2")
    return int(args[0])


def write_outcome(s: Any, outcome: int) -> str:
    return str(FACES[outcome + 1])


def read_outcome(s: Any, text: str) -> int:
    if text not in FACES[1:]:
        raise NotationError(f"{text!r} is no side of a coin")
    return FACES.index(text) - 1


def explain(s: Any, seat: int, action: int, reason: int) -> Reason:
    sentences = {
        NO_SUCH_BID: f"A bid of {action} was tried; bids are 0 to 2.",
        BID_ALREADY: f"{seat_label(seat)} has bid already.",
        OVER: "All have bid.",
    }
    return Reason("PA-1", sentences[reason])


def result_text(s: Any, winners: Sequence[int], scores: Sequence[int]) -> str:
    return f"{' and '.join(map(seat_label, winners)) or 'Nobody'} wins."


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"code": "P", "name": "Penny", "value": 1, "kind": "coin"}]


def rulebook(words_module: Any, name: str = "pennies", package: str = "tests.engine") -> Rulebook:
    return Rulebook(
        name=name,
        schema=SCHEMA,
        seats=(2, 3),
        options=(Option("coin", ("fair", "bent")), Option("last_call", ("no", "yes"))),
        actions=BIDS,
        outcomes=2,
        most_legal=BIDS,
        streams=("coin",),
        events={
            BID: EventForm("bid", remark=True),
            SECRET: EventForm("secret", (("pence", None),)),
            FELL: EventForm("fell", (("face", FACES),)),
        },
        words_module=words_module,
        package=package,
        invariants={1: "a bid is out of range"},
        remarks={"bid": 1},
    )


RULES: dict[str, Any] = {
    verb.__name__: verb for verb in (start, owes, legal, act, chances, settle, over, payoff, imagine, check)
}


def install() -> None:
    """Register the verbs; the fixture `install` takes them away again."""
    verbs.register(SCHEMA, **RULES)
