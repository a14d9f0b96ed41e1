"""What seats of Mudslinger may not know: another deal of it, its traces in JSON, and all worlds of small positions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import hustings
from hustings import Table
from hustings.engine.errors import IllegalMove
from hustings.engine.record import Row
from hustings.games.mudslinger.cards import ALL_STATES, COPIES, KIND_CODES, KINDS, PEOPLE, STATES
from hustings.games.mudslinger.record import (
    CARD,
    HELD,
    IN_PILE,
    MOST_DOLLARS,
    NOBODY,
    OFFERED,
    OPEN,
    TAKING,
    UNSEEN,
)
from hustings.testing import InformationSet, tables

LONG = 250  # a log of so many entries is re-dealt at every second moment, a longer one less often

# --- another deal


def redeal(table: Table, seat: int | None, random: Random) -> list[str] | None:
    """The same game in which a rival's action card, drawn and shown to nobody this seat knows, was another one.

    The log alone says which cards those are: drawn by a rival, of a kind he never played, traded, gave or offered
    afterwards and nobody took from him, and not seen by this seat through a Leak.
    """
    log = list(table.log)
    if not log or log[-1] == "" or random.random() > LONG / (LONG + len(log)):
        return None
    found = list(_unshown(log, seat))
    random.shuffle(found)
    for number, rival, kind in found[:3]:
        drawn = Counter(entry.rsplit(" ", 1)[1] for entry in log if entry.startswith("* P"))
        others = [code for k, code in enumerate(KIND_CODES) if code != kind and drawn[code] < COPIES[k]]
        if not others:
            continue
        other = list(log)
        other[number] = f"* P{rival + 1} {random.choice(others)}"
        try:
            tables.replayed(table, other)
        except IllegalMove:
            continue
        return other
    return None


def _unshown(log: list[str], seat: int | None) -> Iterator[tuple[int, int, str]]:
    """Where in the log a rival drew an action card that this seat has never been shown: entry, rival, kind."""
    for number, entry in enumerate(log):
        words = entry.split()
        if len(words) != 3 or words[0] != "*" or words[2] not in KIND_CODES:
            continue
        rival, kind = int(words[1][1:]) - 1, words[2]
        if rival != seat and not any(_shows(later, rival, kind, seat) for later in log[number + 1 :]):
            yield number, rival, kind


def _shows(entry: str, rival: int, kind: str, seat: int | None) -> bool:
    """Whether a later entry may have moved or shown a card of that kind in that hand."""
    label, *words = entry.split()
    mine = label == f"P{rival + 1}"
    if mine and words[0] in ("play", "trade") and words[1] == kind:
        return True
    if mine and words[0] in ("give", "offer") and words[2] == kind:
        return True
    if words[0] in ("take", "for") and words[1] == kind:
        return True
    looks = words[0] == "play" and words[1] == "LEAK" and words[-1] == f"P{rival + 1}"
    return looks and seat is not None and label == f"P{seat + 1}"


# --- traces


def secrets(table: Table, seat: int | None) -> list[str]:
    """The rivals' hands as a view would write them, but for those that look like something the seat may see."""
    row = table._row
    hands = [hand_json(row, rival) for rival in range(table.seats) if rival != seat and row.cards[rival]]
    known = {json.dumps(dict(zip(KIND_CODES, row.played.tolist(), strict=True)), sort_keys=True)}
    if seat is not None:
        known.add(hand_json(row, seat))
        if row.depth and row.frame[row.depth - 1] == TAKING and row.frame_by[row.depth - 1] == seat:
            known.add(hand_json(row, row.frame_target[row.depth - 1]))
    return [hand for hand in hands if hand not in known]


def hand_json(row: Row, seat: int) -> str:
    """A hand as JSON."""
    hand = {code: row.hand[seat, kind] for kind, code in enumerate(KIND_CODES)}
    return json.dumps(hand, sort_keys=True)


# --- all worlds


def small_position(left: str, hands: tuple[str, ...], states: str) -> Row:
    """Three players in the middle of a game: few cards and states that somebody does not know.

    left    the action cards that are in the deck, by codes.
    hands   each player's action cards.
    states  who holds which: "P1 GA AL, P2 TX"; four others are open, the rest is counted as unseen.
    """
    row = hustings.game("mudslinger").start_row(3)
    row.pending, row.pending_seat, row.turn, row.runner = 0, NOBODY, 1, 0
    row.frame[0], row.frame_seat[0] = CARD, 0
    for seat in range(3):
        row.candidate[seat] = row.party[seat] = seat
    for card in range(PEOPLE):
        row.where[card], row.pile[card] = IN_PILE, card + 1
    row.pile_size = PEOPLE
    deck = left.split()
    held = [hand.split() for hand in hands]
    for seat, hand in enumerate(held):
        row.cards[seat] = len(hand)
        for code in hand:
            row.hand[seat, KIND_CODES.index(code)] += 1
    kept = Counter(deck) + sum((Counter(hand) for hand in held), Counter())
    for kind, code in enumerate(KIND_CODES):
        row.played[kind] = int(COPIES[kind]) - kept[code]
        for _ in range(row.played[kind]):
            row.pile[row.pile_size] = PEOPLE + kind + 1
            row.pile_size += 1
    row.deck = len(deck)
    for part in states.split(", "):
        label, *codes = part.split()
        for code in codes:
            take(row, STATES.index(code), int(label[1:]) - 1)
    free = [state for state in range(ALL_STATES) if row.lies[state] == UNSEEN]
    for state in free[:4]:
        row.lies[state] = OPEN
    row.open_count, row.unseen = 4, len(free) - 4
    return row


def take(row: Row, state: int, seat: int) -> None:
    """A state is held, and nobody else knows by whom."""
    row.lies[state], row.holder[state], row.seen[state] = HELD, seat + 1, 1 << seat
    row.won[seat] += 1


def polled(row: Row, seat: int, state: str) -> None:
    """The seat has been shown who holds the state."""
    place = STATES.index(state)
    row.shown[place] |= 1 << seat
    row.seen[place] |= 1 << seat


def worlds_of(name: str, row: Row, seat: int, fixed: tuple[int, ...] = ()) -> InformationSet:
    """All worlds: every deal of the cards the seat has not seen, each card told apart; every way to spread states.

    fixed  rivals whose hands are known.
    """
    rivals = [rival for rival in range(row.seats) if rival != seat and rival not in fixed]
    offered = row.gives - 1 - MOST_DOLLARS if row.gives > MOST_DOLLARS else -1
    unknown = []
    for kind in range(KINDS):
        known = row.played[kind] + (offered == kind) + sum(row.hand[k, kind] for k in (*fixed, seat) if k >= 0)
        unknown += [kind] * (int(COPIES[kind]) - known)
    deals = Counter(_deals(unknown, [row.cards[rival] for rival in rivals]))
    hidden = [s for s in range(ALL_STATES) if row.lies[s] == HELD and not (seat >= 0 and row.seen[s] >> seat & 1)]
    hidden = [state for state in hidden if not row.displayed[state]]
    owners = [tuple(chosen) for chosen in product(range(row.seats), repeat=len(hidden))]
    right = sorted(row.holder[state] - 1 for state in hidden)
    spread = [chosen for chosen in owners if sorted(chosen) == right]
    weights: Counter[bytes] = Counter()
    for (hands, ways), chosen in product(deals.items(), spread):
        world = row.copy()
        for rival, hand in zip(rivals, hands, strict=True):
            for kind in range(KINDS):
                world.hand[rival, kind] = hand.count(kind)
        for state, owner in zip(hidden, chosen, strict=True):
            world.holder[state] = owner + 1
            world.seen[state] = world.shown[state] | 1 << owner
        show_the_leak(world)
        weights[world.tobytes()] += ways
    return InformationSet(name, row, seat, weights)


def _deals(unknown: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to deal hands of these sizes, each physical card told apart, as sorted kinds."""
    if not sizes:
        yield ()
        return
    for places in combinations(range(len(unknown)), sizes[0]):
        rest = [kind for place, kind in enumerate(unknown) if place not in places]
        for others in _deals(rest, sizes[1:]):
            yield (tuple(unknown[place] for place in places), *others)


def show_the_leak(row: Row) -> None:
    """A Leak at work shows the hand there is."""
    top = row.depth - 1
    if row.frame[top] == TAKING:
        for kind in range(KINDS):
            row.leaked[row.frame_by[top], kind] = row.hand[row.frame_target[top], kind]


def leaking(row: Row, by: int, target: int) -> Row:
    """The same position with a Leak at work."""
    other = row.copy()
    other.depth, other.frame[1], other.frame_seat[1] = 2, TAKING, by
    other.frame_by[1], other.frame_target[1] = by, target
    show_the_leak(other)
    return other


def offering(row: Row, by: int, to: int, kind: str, wants: int) -> Row:
    """The same position with an offer on the table: a card out of a hand for so many dollars."""
    other = row.copy()
    place = KIND_CODES.index(kind)
    other.hand[by, place] -= 1
    other.cards[by] -= 1
    other.offerer, other.offered_to = by, to
    other.gives, other.wants = MOST_DOLLARS + place + 1, wants
    other.depth, other.frame[1], other.frame_seat[1] = 2, OFFERED, to
    other.frame_by[1], other.frame_target[1] = by, to
    return other


def information_sets() -> list[InformationSet]:
    """Hands, states, a poll, a Leak seen from all sides, and an offer that lies open."""
    few = small_position("SPIN DONOR", ("LEAK", "SPIN", "DONOR DONOR"), "P1 GA, P2 AL, P3 TX")
    won = small_position("GAG", ("", "GAG", "SURGE"), "P1 GA AK, P2 AL AZ, P3 TX")
    seen = won.copy()
    polled(seen, 0, "AZ")
    leak = leaking(few, 0, 2)
    open_offer = offering(few, 2, 1, "DONOR", 3)
    return [
        worlds_of("hands", few, 0),
        worlds_of("a spectator", won, -1),
        worlds_of("states", won, 1),
        worlds_of("a poll", seen, 0),
        worlds_of("a Leak, for its player", leak, 0, fixed=(2,)),
        worlds_of("a Leak, for its victim", leak, 2),
        worlds_of("a Leak, for another", leak, 1),
        worlds_of("an offer", open_offer, 0),
    ]
