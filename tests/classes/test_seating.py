"""Seating: for every number of people, every game and size of table, and whatever the teacher wishes."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hustings
from hustings.classes.records import MOST_PEOPLE, MOST_TEAM
from hustings.classes.seating import Wishes, seat_all
from hustings.gatherings.roll import Seats
from hustings.gatherings.seats import place_late

SIZES = sorted({size for name in hustings.game_names() for size in hustings.game(name).seats_allowed})
SHAPES = [(size, team) for size in SIZES for team in range(1, MOST_TEAM + 1)]


def still(people: list[int]) -> None:
    """A shuffle that leaves everything as it is."""


def faults(tables: list[Seats], people: list[int], size: int, team: int) -> list[str]:
    """What is wrong: people left over or seated twice, tables without a person, too many tables, uneven ones."""
    heads = [sum(map(len, table)) for table in tables]
    seated = [[len(seat) for seat in table if seat] for table in tables]
    right = {
        "each person once": Counter(person for table in tables for seat in table for person in seat) == Counter(people),
        "a person at each table": min(heads) >= 1,
        "even tables": max(heads) - min(heads) <= 1,
        "as few tables as can be": len(tables) == -(-len(people) // (size * team)),
        "tables of one size": {len(table) for table in tables} == {size},
        "no team too large": max(max(one, default=0) for one in seated) <= team,
        "even teams": all(max(one, default=0) - min(one, default=0) <= 1 for one in seated),
        "no shared seat while a bot has one": all(len(one) == min(size, sum(one)) for one in seated),
    }
    return [name for name, holds in right.items() if not holds]


@pytest.mark.parametrize(("size", "team"), SHAPES)
def test_every_number_of_people_sits(size: int, team: int) -> None:
    for count in range(1, MOST_PEOPLE + 1):
        people = list(range(1, count + 1))
        assert faults(seat_all(people, Wishes(size, team), still), people, size, team) == [], count


@st.composite
def classes(draw: st.DrawFn) -> tuple[list[int], Wishes]:
    """Some people and what their teacher wishes, which may well be impossible."""
    people = sorted(draw(st.sets(st.integers(1, 99), min_size=1, max_size=MOST_PEOPLE)))
    size, team = draw(st.sampled_from(SHAPES))
    person = st.sampled_from([*people, 100])  # one who is not there
    together = draw(st.lists(st.lists(person, max_size=8), max_size=6))
    apart = draw(st.lists(st.tuples(person, person), max_size=8))
    return people, Wishes(size, team, together, apart)


@settings(max_examples=100, deadline=None)
@given(classes(), st.randoms(use_true_random=False))
def test_no_wish_leaves_anybody_over(asked: tuple[list[int], Wishes], chance: object) -> None:
    people, wishes = asked
    tables = seat_all(people, wishes, chance.shuffle)  # type: ignore[attr-defined]
    assert faults(tables, people, wishes.size, wishes.team) == []


@pytest.mark.parametrize(("size", "team"), SHAPES)
@pytest.mark.parametrize("count", [5, 12, 31, 60])
def test_one_wish_comes_true(size: int, team: int, count: int) -> None:
    people = list(range(1, count + 1))
    group = [count, 1]
    tables = seat_all(people, Wishes(size, team, together=[group]), still)
    room = [sum(map(len, table)) for table in tables]
    if max(room) >= 2:
        assert any(all(any(person in seat for seat in table) for person in group) for table in tables)
    if len(tables) > 1:
        tables = seat_all(people, Wishes(size, team, apart=[(1, count)]), still)
        assert not any(all(any(person in seat for seat in table) for person in group) for table in tables)


@settings(max_examples=50, deadline=None)
@given(classes(), st.integers(1, 10))
def test_who_comes_late_gets_a_bots_seat_then_a_place_in_a_team(asked: tuple[list[int], Wishes], late: int) -> None:
    people, wishes = asked
    tables = seat_all(people, wishes, still)
    numbers = range(len(tables))
    for number in range(200, 200 + late):
        bots = any(not seat for table in tables for seat in table)
        place = place_late(tables, numbers, wishes.team)
        if place is None:
            assert all(len(seat) == wishes.team for table in tables for seat in table)
            return
        assert bots == (not tables[place.table][place.seat])
        tables[place.table][place.seat].append(number)
        assert len(tables[place.table][place.seat]) <= wishes.team


def test_only_tables_that_still_play_take_latecomers() -> None:
    tables: list[Seats] = [[[1], []], [[2], []]]
    place = place_late(tables, [1], 1)
    assert place is not None
    assert place.table == 1
    assert place_late(tables, [], 3) is None
