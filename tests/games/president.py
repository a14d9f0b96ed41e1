"""What U.S. President adds to the shared suite."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import hustings
from hustings import Table
from hustings.engine.record import Row
from hustings.games.president.moves import ACTIONS
from hustings.games.president.record import ABSENT, CODES, HOLDER, MOST_SEATS, NOBODY, SIZE_NAMES, SIZES, STATES
from hustings.games.president.rules import begin_deal
from hustings.testing import Corruption, GameSuite, InformationSet, SmallGame, Symmetry, add, put
from tests.reference.president import PresidentReference

# --- the second implementation


def reference(seats: int, options: Mapping[str, str]) -> PresidentReference:
    return PresidentReference(seats, dict(options))


def facts(picture: Mapping[str, Any]) -> dict[str, object]:
    """The whole picture as the reference tells it."""
    placed = [{code: sum(standing.values()) for code, standing in seat.items()} for seat in picture["placed"]]
    playing = [code for code, holder in picture["holder"].items() if holder != "absent"]
    return {
        "week": picture["week"],
        "points": {code: [points[code] for points in picture["points"]] for code in playing},
        "placed": {code: [standing[code] for standing in placed] for code in playing},
        "stock": [[stock[size] for size in SIZE_NAMES] for stock in picture["stock"]],
        "holder": {code: None if (name := picture["holder"][code]) is None else HOLDER.index(name) for code in playing},
        "remaining": [seat for seat, remains in enumerate(picture["remaining"]) if remains],
        "electors": picture["electors"] if picture["counts"] else [None] * picture["seats"],
    }


# --- small games


def small_game(seats: int, weeks: int, codes: Sequence[str], options: Mapping[str, str]) -> Row:
    """A record of fewer weeks and states."""
    row = hustings.game("president", **options).start_row(seats)
    row.weeks = weeks
    for state, code in enumerate(CODES):
        row.holder[state] = NOBODY if code in codes else ABSENT
    begin_deal(row)
    return row


def tiny_game(seats: int, weeks: int, states: str, depth: int, *entries: str, **options: str) -> SmallGame:
    codes = states.split()
    told = [entry.replace(" ", "_") for entry in entries]
    name = "-".join([str(seats), str(weeks), *codes, *options.values(), *told])
    return SmallGame(
        name,
        lambda: small_game(seats, weeks, codes, options),
        lambda: PresidentReference(seats, dict(options), weeks=weeks, states=codes),
        depth,
        entries,
    )


def small_games() -> list[SmallGame]:
    """One week and two, with Florida and without, two and three seats; both ways to be overtaken; the deal."""
    return [
        tiny_game(2, 1, "FL MT", 4),
        tiny_game(2, 2, "FL", 6),
        tiny_game(2, 2, "MT NV", 4),
        tiny_game(2, 2, "MT NV", 4, empty_states="aside"),
        tiny_game(3, 1, "FL NV", 3),
        tiny_game(3, 2, "NV", 5, overtaken="keeps"),
        tiny_game(3, 2, "NV", 5, overtaken="aside"),
        tiny_game(3, 12, "MT NV IA CO", 3, dealt="one"),
        tiny_game(3, 1, "NV MT IA", 3, "* P1 NV", "* P2 MT", "* P3 IA", overtaken="aside"),
        tiny_game(3, 1, "NV MT IA", 3, "* P1 NV", "* P2 MT", "* P3 IA", overtaken="keeps"),
    ]


# --- corruptions


def running(row: Row) -> bool:
    return not row.finished


def playing(row: Row) -> bool:
    return not row.finished and not row.to_deal


def dealing(row: Row) -> bool:
    return bool(row.to_deal)


def ended(row: Row) -> bool:
    return bool(row.finished)


def earlier(row: Row) -> bool:
    return bool(playing(row) and row.week < row.weeks)


def fresh(seat: int) -> Callable[[Row], bool]:
    return lambda row: playing(row) and not row.sealed[seat]


def backed(row: Row) -> bool:
    """P1 has a pyramid in the first state where anybody has one."""
    return running(row) and any(row.points[0, state] for state in range(STATES))


def swap_a_size(row: Row) -> None:
    """One of P1's pyramids on the map becomes another size, and his points do not."""
    state = next(state for state in range(STATES) if row.points[0, state])
    size = next(size for size in range(SIZES) if row.placed[0, state, size])
    row.placed[0, state, size] -= 1
    row.placed[0, state, (size + 1) % SIZES] += 1


def lose_a_pyramid(row: Row) -> None:
    state = next(state for state in range(STATES) if row.points[0, state])
    size = next(size for size in range(SIZES) if row.placed[0, state, size])
    row.placed[0, state, size] -= 1
    row.points[0, state] -= size + 1


def sole_lead(row: Row) -> tuple[int, int] | None:
    """A state somebody leads alone and holds, and that seat."""
    for state in range(STATES):
        points = sorted((row.points[seat, state], seat) for seat in range(row.seats))
        if points[-1][0] > points[-2][0]:
            return state, points[-1][1]
    return None


def rob(to: int | None) -> Callable[[Row], None]:
    """The card of a sole leader lies with another, or with nobody."""

    def change(row: Row) -> None:
        found = sole_lead(row)
        assert found is not None
        state, seat = found
        row.holder[state] = (seat + 1) % row.seats if to is None else to

    return change


def led(row: Row) -> bool:
    return running(row) and sole_lead(row) is not None


def seal_all(row: Row) -> None:
    for seat in range(row.seats):
        size = next((size for size in range(SIZES) if row.stock[seat, size]), 0)
        row.sealed[seat], row.choice[seat] = 1, size * STATES + 1


def seal_what_is_used_up(row: Row) -> None:
    size = next(size for size in range(SIZES) if not row.stock[0, size])
    row.sealed[0], row.choice[0] = 1, size * STATES + 1


def used_up(row: Row) -> bool:
    return playing(row) and row.seats > 1 and any(not row.stock[0, size] for size in range(SIZES))


def full(row: Row) -> int | None:
    """A state where P1 has three pyramids, while a small one is left."""
    standing = [sum(row.placed[0, state, size] for size in range(SIZES)) for state in range(STATES)]
    return standing.index(3) if 3 in standing and row.stock[0, 0] else None


def overfill(row: Row) -> None:
    """A fourth pyramid stands in a state."""
    state = full(row)
    row.stock[0, 0] -= 1
    row.placed[0, state, 0] += 1


def end_early(row: Row) -> None:
    """The game is over after a week that was not the last."""
    row.week -= 1
    row.finished = 1


def won(row: Row) -> bool:
    return ended(row) and row.winner != NOBODY


CORRUPTIONS = (
    Corruption("one seat", put("seats", 1)),
    Corruption("seven seats", put("seats", 7)),
    Corruption("a deal that does not exist", put("dealt", 2)),
    Corruption("a rule for ties that does not exist", put("overtaken", -1)),
    Corruption("a rule for empty states that does not exist", put("empty_states", 2)),
    Corruption("an apportionment that does not exist", put("votes", 2)),
    Corruption("week nought", put("week", 0)),
    Corruption("a thirteenth week", put("week", 13)),
    Corruption("a week after the last", put("weeks", 11), lambda row: row.week == 12),
    Corruption("more cards to deal than there are", put("to_deal", 12)),
    Corruption("a card to deal to nobody", put("dealing", NOBODY), dealing),
    Corruption("a card to deal after the deal", put("dealing", 0), playing),
    Corruption("a fifth pyramid of a size", put("stock", 5, 0, 0)),
    Corruption("a debt of pyramids", put("stock", -1, 0, 2)),
    Corruption("a pyramid from nowhere", add("stock", 1, 0, 1), lambda row: row.stock[0, 1] < 4),
    Corruption("a pyramid lost from the stock", add("stock", -1, 0, 0), lambda row: bool(row.stock[0, 0])),
    Corruption("a pyramid lost from the map", lose_a_pyramid, backed),
    Corruption("a pyramid of another size", swap_a_size, backed),
    Corruption("fewer than no pyramids", put("placed", -1, 1, 3, 0)),
    Corruption("four pyramids in a state", put("placed", 4, 1, 3, 0)),
    Corruption("a fourth pyramid in a state", overfill, lambda row: full(row) is not None),
    Corruption("a point without a pyramid", add("points", 1, 1, 4)),
    Corruption("a pyramid removed that never was", add("removed", 1, 0)),
    Corruption("fewer removed than none", put("removed", -1, 0)),
    Corruption("a week that passed without a placement", add("week", 1), earlier),
    Corruption("a card with a seat that does not exist", put("holder", ABSENT + 1, 0)),
    Corruption("a card of a seat that does not play", put("holder", 5, 0), lambda row: row.seats < MOST_SEATS),
    Corruption("pyramids of a seat that does not play", put("stock", 4, 5, 0), lambda row: row.seats < MOST_SEATS),
    Corruption("electors of a seat that does not play", put("electors", 9, 5), lambda row: row.seats < MOST_SEATS),
    Corruption("a leader without his card", rob(None), led),
    Corruption("a leader's card beside the map", rob(NOBODY), led),
    Corruption("a backed state out of the game", rob(ABSENT), led),
    Corruption("a mark without a choice", put("sealed", 1, 0), fresh(0)),
    Corruption("a choice without a mark", put("choice", 1, 0), fresh(0)),
    Corruption("a mark that is none", put("sealed", 2, 1)),
    Corruption("a choice that does not exist", put("choice", ACTIONS + 1, 1)),
    Corruption("a choice of a used-up size", seal_what_is_used_up, used_up),
    Corruption("all sealed and nothing shown", seal_all, playing),
    Corruption("a choice sealed during the deal or after the end", seal_all, lambda row: dealing(row) or ended(row)),
    Corruption("a leaver before the count", put("remaining", 0, 1), running),
    Corruption("a player who half remains", put("remaining", 2, 0)),
    Corruption("electors before the count", put("electors", 3, 0), running),
    Corruption("a count before the end", put("counts", 1), running),
    Corruption("an end without a count", put("counts", 0), ended),
    Corruption("more counts than players", put("counts", 7), ended),
    Corruption("an end in the first week", put("finished", 1), lambda row: running(row) and row.week == 1),
    Corruption("an end between two weeks", end_early, lambda row: 1 < row.week < 12),
    Corruption("an end that is neither", put("finished", 2), ended),
    Corruption("no end after the count", put("finished", 0), ended),
    Corruption("a winner before the end", put("winner", 0), running),
    Corruption("a winner who does not exist", put("winner", ABSENT), running),
    Corruption("a winner forgotten", put("winner", NOBODY), won),
    Corruption("a wrong winner", lambda row: setattr(row, "winner", (row.winner + 1) % row.seats), won),
    Corruption("a vote miscounted", lambda row: add("electors", 1, row.winner)(row), won),
)

# --- what seats may not know


def sealed_rivals(table: Table, seat: int | None) -> list[int]:
    marks = table.view(None)["sealed"]
    return [rival for rival in range(table.seats) if marks[rival] and rival != seat]


def last_choice(log: Sequence[str], rival: int) -> int:
    """Where in the log the rival's last choice stands."""
    return max(number for number, entry in enumerate(log) if entry.startswith(f"P{rival + 1} place "))


def redeal(table: Table, seat: int | None, random: Random) -> list[str] | None:
    """The same game with other choices sealed, of the sizes the rivals have left."""
    log = list(table.log)
    for rival in sealed_rivals(table, seat):
        left = table.view(None)["stock"][rival]
        number = last_choice(log, rival)
        texts = [f"P{rival + 1} place {size} {code}" for size in SIZE_NAMES if left[size] for code in CODES]
        log[number] = random.choice([text for text in texts if text != log[number]])
    return log if log != list(table.log) else None


def secrets(table: Table, seat: int | None) -> list[str]:
    """The rivals' sealed choices as a view would write them, but for one the seat has sealed itself."""
    own = None if seat is None else table.view(seat)["choice"][seat]
    choices = [table.log[last_choice(table.log, rival)].split(" ", 2)[2] for rival in sealed_rivals(table, seat)]
    return [choice for choice in choices if choice != own]


def information_sets() -> list[InformationSet]:
    """Two of three have chosen, one of them with a single size left: each of their legal choices alike."""
    row = small_game(3, 12, ["FL", "NV"], {"dealt": "one"})
    for size in range(2):
        row.stock[0, size] = 1 - size
    row.sealed[0], row.choice[0] = 1, 1 + CODES.index("FL")
    row.stock[0, 2] = 0
    row.sealed[2], row.choice[2] = 1, 1 + STATES + CODES.index("NV")
    states = [CODES.index("FL"), CODES.index("NV")]
    first = [1 + state for state in states]
    third = [1 + size * STATES + state for size in range(SIZES) for state in states]

    def world(one: int, three: int) -> bytes:
        made = row.copy()
        made.choice[0], made.choice[2] = one, three
        return made.tobytes()

    own_one, own_three = row.choice[0], row.choice[2]
    return [
        InformationSet("waiting", row, 1, {world(one, three): 1 for one in first for three in third}),
        InformationSet("spectator", row, -1, {world(one, three): 1 for one in first for three in third}),
        InformationSet("first", row, 0, {world(own_one, three): 1 for three in third}),
        InformationSet("third", row, 2, {world(one, own_three): 1 for one in first}),
    ]


# --- relabelling

BY_SEAT = ("removed", "sealed", "choice", "remaining", "electors")


def relabel(row: Row, order: Sequence[int]) -> Row:
    """The same game with seat k called order[k]."""
    other = row.copy()
    for seat, label in enumerate(order):
        for name in BY_SEAT:
            getattr(other, name)[label] = getattr(row, name)[seat]
        for size in range(SIZES):
            other.stock[label, size] = row.stock[seat, size]
        for state in range(STATES):
            other.points[label, state] = row.points[seat, state]
            for size in range(SIZES):
                other.placed[label, state, size] = row.placed[seat, state, size]
    for state in range(STATES):
        other.holder[state] = order[row.holder[state]] if row.holder[state] < row.seats else row.holder[state]
    if row.winner < row.seats:
        other.winner = order[row.winner]
    return other


def after_the_deal(before: Row, after: Row) -> bool:
    """Cards are dealt round from P1; everything after the deal treats all seats alike."""
    return bool(not before.to_deal)


SUITE = GameSuite(
    name="president",
    reference=reference,
    facts=facts,
    small=small_games,
    corruptions=CORRUPTIONS,
    redeal=redeal,
    secrets=secrets,
    information_sets=information_sets,
    symmetry=Symmetry(relabel, lambda row, action, order: action, after_the_deal),
    sealed=True,
    fuzz=2000,
)
