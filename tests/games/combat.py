"""What Electoral College Combat adds to the shared suite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import hustings
from hustings import Table
from hustings.engine.record import Row
from hustings.games.combat.cards import CARDS, CODES, FAKE, NO_CARD, NUMBERED, VOTES
from hustings.games.combat.hand import begin
from hustings.games.combat.record import (
    ABSENT,
    ADDED,
    CAMPAIGN,
    DOWN,
    EMPTY,
    GONE,
    NOBODY,
    NOTHING,
    PILE,
    PLACES,
    SCHEMA,
    SIGNS,
    TABLE,
    THROWS,
    TURN,
    UNSEEN,
    UP,
)
from hustings.testing import Corruption, GameSuite, InformationSet, SmallGame, Symmetry, put
from tests.reference.combat import WILDS, CombatReference

SIGN_COUNT = len(SIGNS)

# --- the second implementation


def reference(seats: int, options: Mapping[str, str]) -> CombatReference:
    return CombatReference(seats, dict(options))


def facts(picture: Mapping[str, Any]) -> dict[str, object]:
    """The public picture as the reference tells it."""
    where: dict[str, str] = picture["where"]

    def lying(what: str) -> list[str]:
        return sorted(code for code, place in where.items() if place == what)

    shown = zip(picture["lies"], picture["card"], strict=True)
    return {
        "hand": picture["hand"],
        "piles": [lying("pile 1"), lying("pile 2")],
        "places": [card if lies == "up" else ("down" if lies == "down" else None) for lies, card in shown],
        "gone": lying("gone"),
        "added": lying("added"),
        "stops": picture["stops_left"],
    }


# --- small decks


def small_deck(cards: Iterable[str], options: Mapping[str, str]) -> Callable[[], Row]:
    """Makes a record whose deck is only `cards`."""

    def make() -> Row:
        row = hustings.game("combat", **options).start_row(2)
        deck = {CODES.index(code) for code in cards}
        small = SCHEMA.new()
        small.seats, small.edition, small.objective, small.votes = row.seats, row.edition, row.objective, row.votes
        small.stops = row.stops
        for card in range(CARDS):
            small.where[card] = UNSEEN if card in deck else ABSENT
        begin(small)
        return small

    return make


def tiny_deck(cards: str, edition: str, depth: int, *entries: str, stops: str = "0") -> SmallGame:
    codes, options = cards.split(), {"edition": edition, "stops": stops}
    name = "-".join(
        [edition, *(["stops"] if stops != "0" else []), *codes, *(entry.replace(" ", "_") for entry in entries)]
    )
    return SmallGame(name, small_deck(codes, options), lambda: CombatReference(2, options, cards=codes), depth, entries)


def small_games() -> list[SmallGame]:
    """Every wild card met first, second and as third in a tie; two wilds; a deck of three equals; the last hands."""
    found = []
    for edition in ("prose", "illustrated"):
        found.append(tiny_deck("CA TX WY MT ND SD", edition, 5))
        found.append(tiny_deck("CA TX WY FAKE CELEB SWING", edition, 5))
        opener, other = ("P1", "P2") if edition == "prose" else ("P2", "P1")
        for wild in WILDS:
            cards = f"CA NV IA UT {wild} WY"
            found.append(tiny_deck(cards, edition, 5, f"{opener} turn 1", f"* {wild}"))
            found.append(tiny_deck(cards, edition, 5, f"{opener} turn 2", "* NV", f"{other} turn 1", f"* {wild}"))
            tie = (f"{opener} turn 2", "* NV", f"{other} turn 1", "* IA", f"{opener} turn 3", f"* {wild}")
            found.append(tiny_deck(cards, edition, 5, *tie))
        codes = "CA NV IA UT WY MT ND SD TX FL NY OH PA"
        behind = (f"{opener} turn 2", "* NV", f"{other} turn 1", "* CA")
        found.append(tiny_deck(f"{codes} {' '.join(WILDS[:3])}", edition, 4, *behind, stops="3"))
        for wild in WILDS:
            extra = (*behind, f"{opener} turn 5", f"* {wild}")
            found.append(tiny_deck(f"{codes} {wild} AK {WILDS[WILDS[0] == wild]}", edition, 3, *extra, stops="3"))
        longer = f"CA NV IA UT WY MT ND SD TX FL NY OH PA {' '.join(WILDS[:3])}"
        found.append(tiny_deck(longer, edition, 3))
    return found


# --- corruptions


def first_card(row: Row, *wheres: int) -> int:
    """The first numbered card that is at one of these."""
    return next(card for card in range(NUMBERED) if row.where[card] in wheres)


def has_card(*wheres: int) -> Callable[[Row], bool]:
    return lambda row: any(row.where[card] in wheres for card in range(NUMBERED))


def first_place(row: Row, lies: int) -> int:
    return next(place for place in range(PLACES) if row.lies[place] == lies)


def has_place(lies: int) -> Callable[[Row], bool]:
    return lambda row: any(row.lies[place] == lies for place in range(PLACES))


def running(row: Row) -> bool:
    return not row.finished


def owing(row: Row) -> bool:
    return row.task not in (NOTHING, THROWS)


def throwing(row: Row) -> bool:
    return bool(row.task == THROWS)


def pending(row: Row) -> bool:
    return bool(row.pending)


def rehouse(row: Row, card: int, to: int) -> None:
    """Move a card with all bookkeeping, so that only the rule it breaks can tell."""
    bit = 1 << card
    votes = int(VOTES[row.votes, card])
    for seat in range(2):
        if row.where[card] == PILE + seat:
            row.piles[seat] &= ~bit
            row.tally[seat] -= votes
        if to == PILE + seat:
            row.piles[seat] |= bit
            row.tally[seat] += votes
    row.unseen = row.unseen & ~bit | (bit if to == UNSEEN else 0)
    row.added = row.added & ~bit | (bit if to == ADDED else 0)
    row.where[card] = to


def move_card(to: int, *wheres: int) -> Callable[[Row], None]:
    return lambda row: rehouse(row, first_card(row, *wheres), to)


def mislay_card(to: int, *wheres: int) -> Callable[[Row], None]:
    """Move a card without its bookkeeping."""

    def change(row: Row) -> None:
        row.where[first_card(row, *wheres)] = to

    return change


def flip(field: str, bit: int, index: int | None = None) -> Callable[[Row], None]:
    """Flips one bit of a mask."""

    def change(row: Row) -> None:
        if index is None:
            setattr(row, field, getattr(row, field) ^ 1 << bit)
        else:
            getattr(row, field)[index] ^= 1 << bit

    return change


def one_vote_more(row: Row) -> None:
    row.tally[1] += 1


def at_place(lies: int, field: str, value: int) -> Callable[[Row], None]:
    def change(row: Row) -> None:
        getattr(row, field)[first_place(row, lies)] = value

    return change


def show_unturned_card(row: Row) -> None:
    """A card lies on a place without having been turned."""
    row.card[first_place(row, DOWN)] = first_card(row, UNSEEN)


def wild_exposed(row: Row) -> None:
    """A numbered card's place shows a wild card that lies nowhere else."""
    place = first_place(row, UP)
    rehouse(row, row.card[place], PILE)
    rehouse(row, FAKE, TABLE)
    row.card[place] = FAKE


def same_card_twice(row: Row) -> None:
    ups = [place for place in range(PLACES) if row.lies[place] == UP]
    row.card[ups[1]] = row.card[ups[0]]


def two_up(row: Row) -> bool:
    return sum(row.lies[place] == UP for place in range(PLACES)) > 1


def other_opener(row: Row) -> None:
    row.opener = 1 - row.opener


def other_layer(row: Row) -> None:
    row.layer = 1 - row.layer


def next_hand_number(row: Row) -> None:
    row.hand += 1


def card_from_stack(row: Row) -> None:
    """A card moves from one stack to the other."""
    row.stack[0] -= 1
    row.stack[1] += 1


def throw_without_mark(row: Row) -> None:
    row.throw[0] = 1 - (row.throw[0] > 0)


def pending_and_owed(row: Row) -> None:
    row.task, row.mover = TURN, 0


def spend_all(row: Row) -> None:
    row.stops_left[row.mover] = 0


def add_three(row: Row) -> None:
    """Three cards are told to be added."""
    for _ in range(3):
        rehouse(row, first_card(row, UNSEEN), ADDED)


def left_face_down(row: Row) -> None:
    """A card lies face down on the first place again."""
    rehouse(row, 0, UNSEEN)
    row.lies[0] = DOWN


def unseen(count: int) -> Callable[[Row], bool]:
    return lambda row: sum(row.where[card] == UNSEEN for card in range(NUMBERED)) >= count


CORRUPTIONS = (
    Corruption("three seats", put("seats", 3)),
    Corruption("an edition that does not exist", put("edition", 2)),
    Corruption("an objective that does not exist", put("objective", -1)),
    Corruption("an apportionment that does not exist", put("votes", 7)),
    Corruption("a card nowhere", put("where", 7, 3)),
    Corruption("a numbered card out of the game", move_card(GONE, UNSEEN), has_card(UNSEEN)),
    Corruption("an unseen card in a pile", move_card(PILE, UNSEEN), has_card(UNSEEN)),
    Corruption("a won card unseen again", move_card(UNSEEN, PILE, PILE + 1), has_card(PILE, PILE + 1)),
    Corruption("an unseen card on the table", move_card(TABLE, UNSEEN), has_card(UNSEEN)),
    Corruption("an exposed card in a pile", move_card(PILE, TABLE), has_card(TABLE)),
    Corruption("a card in a pile but not in its mask", mislay_card(PILE, UNSEEN), has_card(UNSEEN)),
    Corruption("a card in the mask of the wrong pile", mislay_card(PILE, PILE + 1), has_card(PILE + 1)),
    Corruption("a card too many in a pile's mask", flip("piles", 5, 0)),
    Corruption("a card too many among the unseen", flip("unseen", 9)),
    Corruption("an added card nobody added", flip("added", 11)),
    Corruption("a miscounted pile", one_vote_more),
    Corruption("three added cards", add_three, unseen(3)),
    Corruption("a face-down card gone from its place", at_place(DOWN, "lies", EMPTY), has_place(DOWN)),
    Corruption("a card on an empty place", at_place(EMPTY, "lies", DOWN), has_place(EMPTY)),
    Corruption("an exposed place without a card", at_place(UP, "card", NO_CARD), has_place(UP)),
    Corruption("the same card on two places", same_card_twice, two_up),
    Corruption("an exposed card turned by nobody", at_place(UP, "turner", NOBODY), has_place(UP)),
    Corruption("a turner where nothing is turned", at_place(DOWN, "turner", 0), has_place(DOWN)),
    Corruption(
        "a face-down place that names its card", show_unturned_card, lambda row: has_place(DOWN)(row) and unseen(1)(row)
    ),
    Corruption(
        "a wild card left exposed",
        wild_exposed,
        lambda row: row.where[FAKE] == GONE and has_place(UP)(row) and row.task == TURN,
    ),
    Corruption("a winner of an empty place", at_place(EMPTY, "winner", 0), has_place(EMPTY)),
    Corruption(
        "a winner of a card nobody won", at_place(DOWN, "winner", 1), lambda row: has_place(DOWN)(row) and owing(row)
    ),
    Corruption("the wrong opener", other_opener, running),
    Corruption("the wrong layer", other_layer, running),
    Corruption("a hand ahead of the stacks", next_hand_number, running),
    Corruption("hand nought", put("hand", 0), running),
    Corruption("a card slipped from stack to stack", card_from_stack),
    Corruption("a negative stack", put("stack", -1, 1)),
    Corruption("no frame while the game goes on", put("depth", 0), running),
    Corruption("a frame above the topmost", put("frame", 2, 3)),
    Corruption("a frame that does not exist", put("frame", 11, 0), running),
    Corruption("a frame of nobody", put("frame_seat", NOBODY, 0), running),
    Corruption("a step that does not exist", put("frame_step", 5, 0), running),
    Corruption("nothing owed while nothing waits", put("task", NOTHING), owing),
    Corruption("a throw owed where none is", put("task", THROWS), owing),
    Corruption("a mover who does not exist", put("mover", NOBODY), owing),
    Corruption("a mover of a throw", put("mover", 0), throwing),
    Corruption("chance at a place that does not exist", put("pending", 6), pending),
    Corruption("chance at an empty place", put("pending", -1), pending),
    Corruption("chance for nobody", put("pending_seat", NOBODY), pending),
    Corruption("chance and a move at once", pending_and_owed, pending),
    Corruption("a throw without its mark", throw_without_mark, throwing),
    Corruption("a mark without its throw", put("thrown", 1, 0), lambda row: row.throw[0] == 0),
    Corruption("a throw sealed outside throws", put("throw", 2, 1), owing),
    Corruption("a fourth sign", put("throw", 4, 1), lambda row: row.thrown[1] == 1),
    Corruption("three wild cards in a hand", put("wilds", 3)),
    Corruption("a wild card played but not named", put("wild", NO_CARD), lambda row: row.wilds == 1),
    Corruption("a wild card named but not played", put("wild", FAKE), lambda row: row.wilds == 0),
    Corruption("a reference that is no card", put("first", CARDS + 1)),
    Corruption("a wild reference", put("first", FAKE)),
    Corruption("a call that does not exist", put("call", 4)),
    Corruption("finished too early", put("finished", 1), lambda row: running(row) and row.hand < row.hands),
    Corruption("not finished after the last hand", put("finished", 0), lambda row: not running(row)),
    Corruption("a layer after the end", put("layer", 0), lambda row: not running(row)),
    Corruption("a card unseen after the end", lambda row: rehouse(row, 0, UNSEEN), lambda row: not running(row)),
    Corruption(
        "a card left on the table after the end", lambda row: rehouse(row, 0, TABLE), lambda row: not running(row)
    ),
    Corruption("more stops than the game gives", put("stops_left", 1, 0), lambda row: row.stops == 0),
    Corruption("asked about a stop that is spent", spend_all, lambda row: row.task == CAMPAIGN),
    Corruption("a card left face down after the end", left_face_down, lambda row: not running(row)),
)


# --- what seats may not know


def sealed_by(table: Table, seat: int | None) -> int | None:
    """The rival whose throw is sealed from the seat now."""
    marks = table.view(None)["thrown"]
    rivals = [rival for rival in range(table.seats) if marks[rival] and rival != seat]
    return rivals[0] if rivals else None


def last_throw(table: Table, rival: int) -> int:
    """Where in the log the rival's last throw stands."""
    return max(number for number, entry in enumerate(table.log) if entry[:3] == f"P{rival + 1} " and entry[3:] in SIGNS)


def redeal(table: Table, seat: int | None, random: Random) -> list[str] | None:
    """The same game with another sign sealed."""
    rival = sealed_by(table, seat)
    if rival is None:
        return None
    log = list(table.log)
    number = last_throw(table, rival)
    sign = random.choice([sign for sign in SIGNS if sign != log[number][3:]])
    log[number] = f"P{rival + 1} {sign}"
    return log


def secrets(table: Table, seat: int | None) -> list[str]:
    """The rival's sign; in a view no sign is written but a seat's own."""
    rival = sealed_by(table, seat)
    if rival is None:
        return []
    return [table.log[last_throw(table, rival)][3:]]


def information_sets() -> list[InformationSet]:
    """A throw is sealed: for everybody else it is each sign alike, for its owner it is what it is."""
    table = hustings.game("combat").start(seats=2, chance="asked")
    for entry in ("P1 turn 1", "* RUSSIA", "P2 paper"):
        if entry.startswith("* "):
            table.settle(entry)
        else:
            table.play(entry)
    row = SCHEMA.row_type(table._row.array.copy())
    signs = []
    for sign in range(1, SIGN_COUNT + 1):
        world = row.copy()
        world.throw[1] = sign
        signs.append(world.tobytes())
    return [
        InformationSet("rival", row, 0, dict.fromkeys(signs, 1)),
        InformationSet("spectator", row, -1, dict.fromkeys(signs, 1)),
        InformationSet("owner", row, 1, {row.tobytes(): 1}),
    ]


# --- relabelling

SEAT_FIELDS = ("layer", "opener", "mover", "pending_seat")
SEAT_LISTS = ("turner", "winner", "frame_seat")
BY_SEAT = ("stack", "stops_left", "thrown", "throw", "piles", "tally")


def relabel(row: Row, order: Sequence[int]) -> Row:
    """The same hand with the players' names exchanged."""
    called = [*order, NOBODY]
    other = row.copy()
    for name in SEAT_FIELDS:
        setattr(other, name, called[getattr(row, name)])
    for name in SEAT_LISTS:
        values = getattr(row, name)
        for k in range(len(values)):
            getattr(other, name)[k] = called[values[k]]
    for name in BY_SEAT:
        for seat, label in enumerate(order):
            getattr(other, name)[label] = getattr(row, name)[seat]
    for card in range(CARDS):
        if row.where[card] in (PILE, PILE + 1):
            other.where[card] = PILE + called[row.where[card] - PILE]
    return other


def within_a_hand(before: Row, after: Row) -> bool:
    """Layers follow from the hand's number and the seat, so names can be exchanged only within a hand."""
    return bool(before.hand == after.hand and not after.finished)


SUITE = GameSuite(
    name="combat",
    reference=reference,
    facts=facts,
    small=small_games,
    corruptions=CORRUPTIONS,
    redeal=redeal,
    secrets=secrets,
    information_sets=information_sets,
    symmetry=Symmetry(relabel, lambda row, action, order: action, within_a_hand),
    rare=frozenset(WILDS),
    sealed=True,
    open_odds=True,
    fuzz=8000,
)
