"""What Mudslinger adds to the shared suite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import hustings
from hustings.engine.record import Row
from hustings.games.mudslinger import moves as m
from hustings.games.mudslinger.cards import (
    AFTER_FAILURE,
    AFTER_ROLL,
    ALL_STATES,
    CODES,
    COPIES,
    GERRY,
    IN_ANSWER,
    IN_CONTEST,
    KIND_CODES,
    PEOPLE,
    STATES,
    WHEN,
)
from hustings.games.mudslinger.record import ABSENT, ITEMS, SEATS, UNSEEN, WITH_SEAT
from hustings.testing import GameSuite, SmallGame, Symmetry
from tests.games.mudslinger_corruptions import CORRUPTIONS
from tests.games.mudslinger_hidden import information_sets, redeal, secrets
from tests.reference.mudslinger import MudslingerReference

# --- relabelling

BY_SEAT = (
    "money", "income", "candidate", "party", "first_roll", "chain_length", "mate", "managers", "cards", "won", "deals",
    "kept", "broken",
)  # fmt: skip

ROWS_BY_SEAT = ("chain", "hand", "leaked")
LABELS = ("runner", "defender", "offerer", "offered_to", "pending_seat")
LABELS_OF_FRAMES = ("frame_seat", "frame_by")
MASKS = ("shown", "seen")


def relabelled_mask(mask: int, order: Sequence[int]) -> int:
    return sum(1 << label for seat, label in enumerate(order) if mask >> seat & 1)


def relabel(row: Row, order: Sequence[int]) -> Row:
    """The same game with seat k called order[k]."""
    other = row.copy()
    called = [*order, *range(len(order), 7)]
    for seat, label in enumerate(order):
        for name in BY_SEAT:
            getattr(other, name)[label] = getattr(row, name)[seat]
        for name in ROWS_BY_SEAT:
            there, here = getattr(other, name), getattr(row, name)
            for k in range(here.shape[1]):
                there[label, k] = here[seat, k]
    for name in LABELS:
        setattr(other, name, called[getattr(row, name)])
    for level in range(len(row.frame)):
        for name in LABELS_OF_FRAMES:
            getattr(other, name)[level] = called[getattr(row, name)[level]]
        if row.frame_kind[level] != GERRY + 1:
            other.frame_target[level] = called[row.frame_target[level]]
    other.gagged = relabelled_mask(row.gagged, order)
    other.truce = relabelled_mask(row.truce, order)
    for card in range(PEOPLE):
        if row.where[card] >= WITH_SEAT:
            other.where[card] = WITH_SEAT + order[row.where[card] - WITH_SEAT]
    for state in range(ALL_STATES):
        for name in ("holder", "displayed"):
            holder = getattr(row, name)[state]
            getattr(other, name)[state] = order[holder - 1] + 1 if holder else 0
        for name in MASKS:
            getattr(other, name)[state] = relabelled_mask(getattr(row, name)[state], order)
    return other


def relabelled_action(row: Row, action: int, order: Sequence[int]) -> int:
    """The same action where seats have other names."""
    if m.PLAY <= action < m.PLAY_GERRY:
        kind, target = divmod(action - m.PLAY, m.TARGET_SLOTS)
        return m.PLAY + kind * m.TARGET_SLOTS + (order[target] if target < len(order) else target)
    for first, slots in ((m.PROMISE, 1), (m.OFFER, ITEMS), (m.GIVE, ITEMS)):
        if action >= first:
            partner, item = divmod(action - first, slots)
            return first + (order[partner] if partner < len(order) else partner) * slots + item
    return action


def asks_nobody_in_turn(before: Row, after: Row) -> bool:
    """Steps after which the same seat is asked the same: going clockwise, seats are not alike, but here nobody goes."""
    same = ("depth", "runner", "pending", "pending_seat", "finished", "turn", "passes")
    return all(getattr(before, name) == getattr(after, name) for name in same) and all(
        before.frame_seat[level] == after.frame_seat[level] and before.frame[level] == after.frame[level]
        for level in range(len(before.frame))
    )


# --- the second implementation

QUESTIONS = {
    "choose": "run", "party": "party", "card": "card", "replace": "mate", "attempt": "attempt", "again": "failed",
    "bidding": "bid", "roll": "roll", "answer": "answer", "take": "take", "want": "for", "offer": "offer",
}  # fmt: skip


IN_ORDER = sorted(STATES)
ALL_COPIES = {code: int(count) for code, count in zip(KIND_CODES, COPIES, strict=True)}
MANAGERS = [code for code in CODES if code.startswith("M")]
NUMBER = {f"P{seat + 1}": seat for seat in range(SEATS)}
SEATS_OF = [[seat for seat in range(SEATS) if mask >> seat & 1] for mask in range(1 << SEATS)]


def reference(seats: int, options: Mapping[str, str]) -> MudslingerReference:
    return MudslingerReference(seats, dict(options))


def number(label: str | None) -> int | None:
    return None if label is None else NUMBER[label]


def answers_a_question(code: str) -> bool:
    """Whether playing the card is an answer, so that the question it answers stands no more."""
    return int(WHEN[KIND_CODES.index(code)]) in (IN_CONTEST, AFTER_ROLL, IN_ANSWER, AFTER_FAILURE)


def questions(picture: Mapping[str, Any]) -> list[list[object]]:
    """The questions that stand, the first one put first."""
    found: list[list[object]] = []
    for level in range(picture["depth"]):
        name, seat = picture["frame"][level], number(picture["frame_seat"][level])
        answered = picture["pending"] == "card" and name == "card"
        if level + 1 < picture["depth"] and picture["frame"][level + 1] == "answer":
            answered = answered_by(picture["frame_kind"][level + 1]) or answered
        if name in QUESTIONS and seat is not None and not answered:
            found.append([QUESTIONS[name], seat])
    return found


def answered_by(code: str | None) -> bool:
    return code is not None and answers_a_question(code)


def plays(picture: Mapping[str, Any]) -> list[list[object]]:
    """The cards whose answer is awaited, oldest first."""
    found: list[list[object]] = []
    for level in range(picture["depth"]):
        if picture["frame"][level] == "answer":
            code, target = picture["frame_kind"][level], picture["frame_target"][level]
            named = STATES[target] if code == "GERRY" else None if target == SEATS else f"P{target + 1}"
            found.append([number(picture["frame_by"][level]), code, named])
    return found


def contest(picture: Mapping[str, Any]) -> dict[str, object] | None:
    """The contest that goes on."""
    if picture["contest"] is None:
        return None
    thrown = picture["frame"][0] == "roll" and picture["pending"] != "dice"
    return {
        "state": picture["contest"],
        "owner": number(picture["defender"]),
        "base": picture["base_rating"],
        "rating": picture["rating"],
        "bidding": picture["frame"][0] == "bidding",
        "passes": picture["passes"],
        "gagged": SEATS_OF[picture["gagged"]],
        "truces": SEATS_OF[picture["truce"]],
        "dice": picture["dice"] if thrown else None,
    }


def offer(picture: Mapping[str, Any]) -> dict[str, object] | None:
    """The offer that waits."""
    if picture["offerer"] is None:
        return None
    return {
        "giver": number(picture["offerer"]),
        "taker": number(picture["offered_to"]),
        "thing": picture["gives"],
        "wanted": picture["wants"],
    }


def hand(counts: Mapping[str, int]) -> dict[str, int]:
    return {code: count for code, count in counts.items() if count}


def deck(picture: Mapping[str, Any]) -> dict[str, int]:
    """How many of each card are left to draw."""
    left = dict(ALL_COPIES)
    for counts in (picture["played"], *picture["hand"]):
        for code, count in counts.items():
            left[code] -= count
    if picture["gives"] in left:
        left[picture["gives"]] -= 1
    found = hand(left)
    for code, where in picture["where"].items():
        if where == "deck":
            found[code] = 1
    return found


def lying(picture: Mapping[str, Any]) -> defaultdict[str, list[str]]:
    """The states by where they lie, in the order of their codes."""
    lies = picture["lies"]
    found: defaultdict[str, list[str]] = defaultdict(list)
    for code in IN_ORDER:
        found[lies[code]].append(code)
    return found


def facts(picture: Mapping[str, Any]) -> dict[str, object]:
    """The whole picture as the reference tells it."""
    seats, holder, lies = range(picture["seats"]), picture["holder"], lying(picture)
    states: list[list[str]] = [[] for _ in seats]
    for code in lies["held"]:
        states[NUMBER[holder[code]]].append(code)
    managers: list[list[str]] = [[] for _ in seats]
    for code in MANAGERS:
        if picture["where"][code] in NUMBER:
            managers[NUMBER[picture["where"][code]]].append(code)
    return {
        "candidates": picture["candidate"],
        "parties": picture["party"],
        "runner": number(picture["runner"]) if picture["turn"] and not picture["finished"] else None,
        "hot": bool(picture["streak"]),
        "money": picture["money"],
        "deals": picture["deals"],
        "kept": picture["kept"],
        "broken": picture["broken"],
        "hands": [hand(counts) for counts in picture["hand"]],
        "chains": [list(filter(None, chain)) for chain in picture["chain"]],
        "mates": picture["mate"],
        "managers": managers,
        "second_mate": picture["fresh"],
        "states": states,
        "knows": {code: SEATS_OF[picture["seen"][code]] for code in lies["held"]},
        "open": lies["open"],
        "state_deck": lies["deck"],
        "under": sorted(lies["under the deck"], key=lambda code: picture["under"][code]),
        "deck": deck(picture),
        "pile": list(filter(None, picture["pile"])),
        "contest": contest(picture),
        "plays": plays(picture),
        "offer": offer(picture),
        "questions": questions(picture),
    }


# --- small games


def small_game(seats: int, states: Sequence[str], options: Mapping[str, str]) -> Row:
    """A record with fewer states."""
    row = hustings.game("mudslinger", **options).start_row(seats)
    for state, code in enumerate(STATES):
        row.lies[state] = UNSEEN if code in states else ABSENT
    row.unseen = len(states)
    return row


def tiny_game(name: str, seats: int, states: str, depth: int, entries: str = "", **options: str) -> SmallGame:
    """A game of few states after some entries, separated by commas."""
    codes = states.split()
    return SmallGame(
        name,
        lambda: small_game(seats, codes, options),
        lambda: MudslingerReference(seats, dict(options), states=list(codes)),
        depth,
        tuple(entry.strip() for entry in entries.split(",")) if entries else (),
    )


CHOSEN = "P1 run CON, P2 run LIB, P3 run IND"
FIRST = "* P1 dice 6 6 6, * P2 dice 1 2 3, * P3 dice 1 1 1"
OPENED = "* GA, * TX, * VT, * UT"
BEGUN = f"{CHOSEN}, {FIRST}, {OPENED}"
FIVE = "GA TX VT UT AK"
POOR = (
    f"{BEGUN}, P1 draw, * P1 G35, P1 rest, P2 draw, * P2 WALKOUT, P2 rest, P3 draw, * P3 SURGE, P3 trade SURGE, P3 rest"
)
ACTIONS = f"{BEGUN}, P1 draw, * P1 DONOR, P1 rest, P2 draw, * P2 SPIN, P2 rest, P3 draw, * P3 M01, P3 rest"
STREAK = f"{BEGUN}, P1 draw, * P1 M01, P1 campaign GA, * dice 1 1 2, * AK"


def small_games() -> list[SmallGame]:
    """The set-up, a card drawn, bids, an action with its answers, a hot streak."""
    return [
        tiny_game("candidates", 3, FIVE, 2, candidates="random"),
        tiny_game("six", 6, FIVE, 3, candidates="chosen"),
        tiny_game("draw", 3, FIVE, 3, BEGUN, candidates="chosen"),
        tiny_game("bids", 3, FIVE, 3, f"{POOR}, P1 draw, * P1 M01, P1 campaign GA", candidates="chosen"),
        tiny_game(
            "truces", 3, FIVE, 2, f"{POOR}, P1 draw, * P1 M01, P1 campaign GA", candidates="chosen", truces="yes"
        ),
        tiny_game("answers", 3, FIVE, 2, f"{ACTIONS}, P1 play DONOR", candidates="chosen"),
        tiny_game("streak", 3, FIVE, 2, STREAK, candidates="chosen", hot_streak="on"),
    ]


SUITE = GameSuite(
    name="mudslinger",
    reference=reference,
    facts=facts,
    small=small_games,
    corruptions=CORRUPTIONS,
    redeal=redeal,
    secrets=secrets,
    information_sets=information_sets,
    symmetry=Symmetry(relabel, relabelled_action, asks_nobody_in_turn),
    rare=frozenset({"dice 1 1 1", "dice 1 1 2", "dice 6 6 6", "dice 6 6 5"}),
    redeal_share=0.25,
    looks=0.02,
    fuzz=22,
)
