"""The texts of Mudslinger: notation both ways, refusals, results, the decks.

Sentences for people stand in words.en.json; this module only fills them in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from hustings.atlas import states
from hustings.engine.errors import NotationError, Reason
from hustings.games.mudslinger import ids
from hustings.games.mudslinger.cards import (
    CANDIDATES,
    CODES,
    DOLLARS,
    INFLUENCE,
    KIND_CODES,
    KIND_NAMES,
    NO_PARTY,
    PARTIES,
    PARTY_OF,
    SORT,
    STATES,
)
from hustings.games.mudslinger.moves import POLL_PRICE
from hustings.games.mudslinger.record import (
    DEAL_CANDIDATE,
    DRAW_CARD,
    FRAME,
    ITEM_OR_NONE,
    ITEMS,
    MOST_DEALS,
    MOST_DOLLARS,
    ROLL_CONTEST,
    SEAT_OR_NONE,
    SEATS,
    TURN_UP,
)
from hustings.games.mudslinger.rules.table import cap_of

FORMS = "draw, campaign GA, spend 3, sling 2, pass, play DONOR, play LEAK on P3, trade SURGE, give P3 $4, poll"
PLAIN = ("draw", "lobby", "rest", "pass", "replace", "keep", "accept", "decline", "withdraw", "poll")
ITEM_TEXTS = ITEM_OR_NONE[1:]
SIDES = 6


@cache
def _texts() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("words.en.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


# --- moves


def write_move(s: Any, action: int) -> str:
    """The notation of an action, without the seat."""
    if action < ids.RUN_ID:
        return PLAIN[action]
    if action < ids.PARTY_ID:
        return f"run {CANDIDATES[action - ids.RUN_ID]}"
    if action < ids.CAMPAIGN_ID:
        return f"party {PARTIES[action - ids.PARTY_ID]}"
    if action < ids.SPEND_ID:
        return f"campaign {STATES[action - ids.CAMPAIGN_ID]}"
    if action < ids.SLING_ID:
        return f"spend {action - ids.SPEND_ID + 1}"
    if action < ids.TAKE_ID:
        return f"sling {action - ids.SLING_ID + 1}"
    if action < ids.FOR_ID:
        return f"take {KIND_CODES[action - ids.TAKE_ID]}"
    if action < ids.TRADE_ID:
        return f"for {ITEM_TEXTS[action - ids.FOR_ID]}"
    return _write_unasked(action)


def _write_unasked(action: int) -> str:
    if action < ids.PLAY_ID:
        return f"trade {KIND_CODES[action - ids.TRADE_ID]}"
    if action < ids.GERRY_ID:
        kind, target = divmod(action - ids.PLAY_ID, ids.TARGET_SLOTS)
        return f"play {KIND_CODES[kind]}" + ("" if target == ids.NO_TARGET else f" on {SEAT_OR_NONE[target]}")
    if action < ids.GIVE_ID:
        return f"play GERRY on {STATES[action - ids.GERRY_ID]}"
    if action >= ids.PROMISE_ID:
        return f"promise {SEAT_OR_NONE[action - ids.PROMISE_ID]}"
    first, verb = (ids.OFFER_ID, "offer") if action >= ids.OFFER_ID else (ids.GIVE_ID, "give")
    partner, item = divmod(action - first, ITEMS)
    return f"{verb} {SEAT_OR_NONE[partner]} {ITEM_TEXTS[item]}"


#: verbs with one word after them: what that word is called, the words there are, the first action id
_NAMED: dict[str, tuple[str, Sequence[str | None], int]] = {
    "run": ("candidate", CANDIDATES, ids.RUN_ID),
    "party": ("party", PARTIES, ids.PARTY_ID),
    "campaign": ("state of this game", STATES, ids.CAMPAIGN_ID),
    "take": ("action card", KIND_CODES, ids.TAKE_ID),
    "for": ("sum up to $10 or action card", ITEM_TEXTS, ids.FOR_ID),
    "trade": ("action card", KIND_CODES, ids.TRADE_ID),
    "promise": ("seat", SEAT_OR_NONE[:SEATS], ids.PROMISE_ID),
}
_BIDS = {"spend": ids.SPEND_ID, "sling": ids.SLING_ID}
_DEALS = {"give": ids.GIVE_ID, "offer": ids.OFFER_ID}


def read_move(s: Any, verb: str, args: Sequence[str]) -> int:
    """The action a verb and its words stand for; NotationError when they are none of this game."""
    if verb in PLAIN and not args:
        return PLAIN.index(verb)
    if verb in _NAMED and len(args) == 1:
        what, known, first = _NAMED[verb]
        return first + _place(args[0], what, known)
    if verb in _BIDS and len(args) == 1:
        return _BIDS[verb] + _read_bid(args[0])
    if verb in _DEALS and len(args) == 2:
        partner = _place(args[0], "seat", SEAT_OR_NONE[:SEATS])
        return _DEALS[verb] + partner * ITEMS + _place(args[1], "sum up to $10 or action card", ITEM_TEXTS)
    if verb == "play" and (len(args) == 1 or (len(args) == 3 and args[1] == "on")):
        return _read_play(args)
    raise NotationError(f"{' '.join([verb, *args])!r} is no move of this game; moves look like {FORMS}")


def _place(text: str, what: str, known: Sequence[str | None]) -> int:
    if text in known:
        return known.index(text)
    raise NotationError(f"{text!r} is no {what}; there are {', '.join(filter(None, known))}")


def _read_bid(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= ids.MOST_BID:
        return int(text) - 1
    raise NotationError(f"{text!r} is no bid; bids are 1 to {ids.MOST_BID} dollars")


def _read_play(args: Sequence[str]) -> int:
    kind = _place(args[0], "action card", KIND_CODES)
    if len(args) == 3 and args[0] == "GERRY" and args[2] in STATES:
        return ids.GERRY_ID + STATES.index(args[2])
    target = _place(args[2], "seat", SEAT_OR_NONE[:SEATS]) if len(args) == 3 else ids.NO_TARGET
    return ids.PLAY_ID + kind * ids.TARGET_SLOTS + target


# --- chance


def write_outcome(s: Any, outcome: int) -> str:
    """The notation of an outcome: "GA", "dice 4 2 6", and with the seat it goes to "P1 CON", "P1 dice 4 2 6"."""
    pending = s.pending
    if pending == TURN_UP:
        return STATES[outcome]
    seat = SEAT_OR_NONE[s.pending_seat]
    if pending == DEAL_CANDIDATE:
        return f"{seat} {CANDIDATES[outcome]}"
    if pending == DRAW_CARD:
        return f"{seat} {CODES[outcome]}"
    dice = f"dice {outcome // SIDES**2 + 1} {outcome // SIDES % SIDES + 1} {outcome % SIDES + 1}"
    return dice if pending == ROLL_CONTEST else f"{seat} {dice}"


def read_outcome(s: Any, text: str) -> int:
    """The outcome a text stands for; else NotationError. Whether it can come up now, the table checks."""
    words = text.split()
    if words[0] in SEAT_OR_NONE and len(words) > 1:
        words = words[1:]
    if words[0] == "dice" and len(words) == 4 and all(word in "123456" and len(word) == 1 for word in words[1:]):
        first, second, third = (int(word) - 1 for word in words[1:])
        return (first * SIDES + second) * SIDES + third
    for known in (STATES, CANDIDATES, CODES):
        if len(words) == 1 and words[0] in known:
            return known.index(words[0])
    raise NotationError(f"{text!r} is no outcome of this game; outcomes look like GA, P1 CON, P1 G17, dice 4 2 6")


# --- refusals

_REASONS = {
    ids.NO_SUCH_ACTION: ("MS-2", "no_such_action"),
    ids.GAME_IS_OVER: ("MS-20", "game_over"),
    ids.CHANCE_IS_DUE: ("MS-15", "chance_is_due"),
    ids.NO_SUCH_SEAT: ("MS-14", "no_such_seat"),
    ids.OWN_SEAT: ("MS-14", "own_seat"),
    ids.NOT_ASKED: ("MS-15", "not_asked"),
    ids.WRONG_QUESTION: ("MS-15", "wrong_question"),
    ids.NOT_OPEN: ("MS-15", "not_open"),
    ids.CANDIDATE_TAKEN: ("MS-1", "candidate_taken"),
    ids.CANDIDATE_ABSENT: ("MS-1", "candidate_absent"),
    ids.PILE_EMPTY: ("MS-4", "pile_empty"),
    ids.TOP_IS_ACTION: ("MS-4", "top_is_action"),
    ids.TOP_DOES_NOT_FIT: ("MS-4", "top_does_not_fit"),
    ids.SECOND_MATE: ("MS-7", "second_mate"),
    ids.STATE_NOT_OPEN: ("MS-8", "state_not_open"),
    ids.STATE_OWN: ("MS-19", "state_own"),
    ids.STATE_IN_DECK: ("MS-19", "state_in_deck"),
    ids.TOO_LITTLE_MONEY: ("MS-10", "too_little_money"),
    ids.ABOVE_CAP: ("MS-11", "above_cap"),
    ids.RUNNER_SLINGS: ("MS-10", "runner_slings"),
    ids.BELOW_BASE: ("MS-11", "below_base"),
    ids.NOT_IN_HAND: ("MS-14", "not_in_hand"),
    ids.WRONG_TIME: ("MS-14", "wrong_time"),
    ids.IS_GAGGED: ("MS-14", "is_gagged"),
    ids.NOT_OF_THE_TWO: ("MS-19", "not_of_the_two"),
    ids.WRONG_TARGET: ("MS-14", "wrong_target"),
    ids.NOT_THE_RUNNER: ("MS-14", "not_the_runner"),
    ids.NOTHING_THERE: ("MS-14", "nothing_there"),
    ids.AT_THE_CAP: ("MS-11", "at_the_cap"),
    ids.GAG_IMPOSSIBLE: ("MS-14", "gag_impossible"),
    ids.NO_STATE_LEFT: ("MS-14", "no_state_left"),
    ids.DOES_NOT_JOIN: ("MS-5", "does_not_join"),
    ids.NOTHING_TO_POLL: ("MS-16", "nothing_to_poll"),
    ids.POLL_TOO_DEAR: ("MS-16", "poll_too_dear"),
    ids.TOO_MANY_DEALS: ("MS-17", "too_many_deals"),
    ids.OFFER_WAITS: ("MS-17", "offer_waits"),
    ids.NOTHING_TO_ASK: ("MS-17", "nothing_to_ask"),
    ids.MONEY_FOR_MONEY: ("MS-17", "money_for_money"),
    ids.RIVAL_HAS_LESS: ("MS-17", "rival_has_less"),
    ids.RIVAL_HAS_NO_CARD: ("MS-17", "rival_has_no_card"),
    ids.CANNOT_ACCEPT: ("MS-17", "cannot_accept"),
    ids.NO_OFFER: ("MS-17", "no_offer"),
    ids.NOT_SHOWN: ("MS-14", "not_shown"),
}


def explain(s: Any, seat: int, action: int, reason: int) -> Reason:
    """The clause and sentence of a refusal; says nothing the seat may not know."""
    clause, key = _REASONS[reason]
    if clause == "MS-14" and action >= ids.GIVE_ID:
        clause = "MS-17"
    if reason == ids.TOO_LITTLE_MONEY and action >= ids.GIVE_ID:
        clause = "MS-17"
    return Reason(clause, str(_texts()["reasons"][key]).format(**_facts(s, seat, action)))


def _facts(s: Any, seat: int, action: int) -> dict[str, Any]:
    """Everything a refusal's sentence may mention."""
    tasks = _texts()["tasks"]
    playing = 0 <= seat < s.seats
    going = not s.finished and s.depth > 0
    exists = 0 <= action < ids.ACTIONS
    asked = s.frame_seat[s.depth - 1] if going else SEATS
    top = s.pile[s.pile_size - 1] - 1 if s.pile_size else 0
    return {
        "tried": f"P{seat + 1} {write_move(s, action)}" if exists else action,
        "seat": f"P{seat + 1}",
        "seats": s.seats,
        "asked": SEAT_OR_NONE[asked] or "nobody",
        "task": tasks[FRAME[s.frame[s.depth - 1]] if going else "nothing"],
        "runner": SEAT_OR_NONE[s.runner] or "nobody",
        "when": _when(action) if exists else "",
        "top": CODES[top],
        "open": ", ".join(code for k, code in enumerate(STATES) if s.lies[k] == 1) or "none",
        "money": s.money[seat] if playing else 0,
        "cap": cap_of(s),
        "rating": s.rating,
        "base": s.base_rating,
        "price": POLL_PRICE,
        "deals": MOST_DEALS,
        "most": MOST_DOLLARS,
        "offerer": SEAT_OR_NONE[s.offerer] or "nobody",
        "offered_to": SEAT_OR_NONE[s.offered_to] or "nobody",
        "wants": ITEM_OR_NONE[s.wants] or "nothing",
    }


def _when(action: int) -> str:
    """When the card of a `play` may be played, in words."""
    if not ids.PLAY_ID <= action < ids.GIVE_ID:
        return ""
    kind = "GERRY" if action >= ids.GERRY_ID else KIND_CODES[(action - ids.PLAY_ID) // ids.TARGET_SLOTS]
    return str(_texts()["when"][kind])


# --- the end, the decks


def result_text(s: Any, winners: Sequence[int], scores: Sequence[int]) -> str:
    """One sentence on how it ended."""
    texts = _texts()["results"]
    best = list(winners) or list(range(s.seats))
    points = scores[best[0]]
    tied = sum(score == points for score in scores) > 1
    key = "shared" if len(best) > 1 else "by_states" if tied else "won"
    names = ", ".join(str(SEAT_OR_NONE[seat]) for seat in best)
    return str(texts[key]).format(winner=names, points=points, states=s.won[best[0]])


def cards(options: Mapping[str, str]) -> list[dict[str, Any]]:
    """The three decks: code, name, value (electoral points; dollars a turn of a group; else 0), kind.

    A state also has the influence of each party there, a group or a running mate its party.
    """
    votes = states.votes(options["votes"])
    texts = _texts()["cards"]
    deck: list[dict[str, Any]] = [
        {
            "code": code,
            "name": states.NAMES[code],
            "value": votes[code],
            "kind": "state",
            "influence": dict(zip(PARTIES, (int(n) for n in INFLUENCE[state]), strict=False)),
        }
        for state, code in enumerate(STATES)
    ]
    deck += [{"code": code, "name": texts[code]["name"], "value": 0, "kind": "candidate"} for code in CANDIDATES]
    for card, code in enumerate(CODES):
        kind, dollars = KIND_NAMES[SORT[card]], int(DOLLARS[card])
        party = {} if PARTY_OF[card] == NO_PARTY else {"party": PARTIES[PARTY_OF[card]]}
        deck.append({"code": code, "name": texts[code]["name"], "value": dollars, "kind": kind, **party})
    return deck
