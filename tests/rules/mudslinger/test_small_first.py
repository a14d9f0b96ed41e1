"""MS-23: from `start=small_first` on large states wait for two rounds; then one of them is the first turned up."""

from __future__ import annotations

import pytest

from hustings import Table
from hustings.games.mudslinger.cards import LARGE, POINTS, STATES
from tests.rules.mudslinger.tables import CHOSEN, FIRST, asked, first_rolls, holding, legal, new_table, play, see

SEATS = 3
TURNS_OF_SMALL = 2 * SEATS
SMALL_FIRST = ["small_first", "first_card", "three_cards"]


def points(code: str) -> int:
    """The points of a state."""
    return int(POINTS[0, STATES.index(code)])


def first_outcome(table: Table) -> None:
    """Settle chance by the first outcome in alphabetical order."""
    table.settle(min(table.odds()))


def waiting(length: str, start: str) -> Table:
    """A table on which the first state is about to be turned up."""
    table = new_table(SEATS, candidates="chosen", length=length, start=start)
    while table.odds():
        first_outcome(table)
    return play(first_rolls(play(table, CHOSEN)), FIRST)


def begun(length: str, start: str = "small_first") -> Table:
    """The same, with four states open."""
    table = waiting(length, start)
    for _ in range(4):
        first_outcome(table)
    return table


def pass_until_chance(table: Table) -> None:
    """Pass for whoever is asked."""
    while not table.odds():
        play(table, f"{asked(table)} pass")


def win_smallest(table: Table) -> None:
    """The next seat draws a card and wins the smallest open state; another state is then about to be turned up."""
    label = asked(table)
    play(table, f"{label} draw")
    first_outcome(table)
    states = [text.split()[1] for text in legal(table, int(label[1:]), "campaign")]
    play(table, f"{label} campaign {min(states, key=points)}")
    pass_until_chance(table)
    table.settle("dice 1 1 1")
    pass_until_chance(table)


def next_points(table: Table) -> list[int]:
    """The points of the states that can be turned up next, the smallest first."""
    return sorted(points(text) for text in table.odds())


@pytest.mark.parametrize("start", SMALL_FIRST)
@pytest.mark.parametrize("length", ["20", "50"])
def test_MS_23_only_small_states_are_turned_up_before_everyone_had_two_turns(length: str, start: str) -> None:
    table = waiting(length, start)
    for _ in range(4):
        assert max(next_points(table)) < LARGE
        first_outcome(table)
    for turn in range(1, TURNS_OF_SMALL + 1):
        assert see(table, "turn") == turn
        win_smallest(table)
        assert max(next_points(table)) < LARGE
        first_outcome(table)


@pytest.mark.parametrize("start", SMALL_FIRST)
@pytest.mark.parametrize("length", ["20", "50"])
def test_MS_23_the_first_state_after_two_rounds_is_large_and_any_state_follows(length: str, start: str) -> None:
    table = begun(length, start)
    for _ in range(TURNS_OF_SMALL):
        win_smallest(table)
        first_outcome(table)
    win_smallest(table)
    assert min(next_points(table)) >= LARGE
    first_outcome(table)
    win_smallest(table)
    assert min(next_points(table)) < LARGE <= max(next_points(table))


def test_MS_23_a_large_state_comes_in_two_rounds_if_no_small_one_is_left() -> None:
    table = begun("20")
    small = [code for code, lies in see(table, "lies").items() if lies == "deck" and points(code) < LARGE]
    holding(table, P1=" ".join(small))
    win_smallest(table)
    assert min(next_points(table)) >= LARGE


@pytest.mark.parametrize("start", ["source", "first_group"])
def test_MS_23_other_beginnings_can_turn_up_a_large_state_at_once(start: str) -> None:
    assert max(next_points(waiting("50", start))) >= LARGE
    assert min(next_points(waiting("20", start))) >= LARGE
