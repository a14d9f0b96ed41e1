"""UP-8: Florida's card moves as any other, its electors need a lead of two points."""

from __future__ import annotations

import pytest

from hustings.engine.table import Table
from tests.rules.president.tables import OVERTAKEN, end, holder, place, small
from tests.rules.tables import told


def electors_of(table: Table, seat: int, count: int = 1) -> tuple[int, list[str]]:
    """The electors a seat had at a count, and the states they came from."""
    (found,) = [args for who, args in told(table, "counted") if who == seat and args["count"] == count]
    return found["electors"], found["states"]


@pytest.mark.parametrize(
    ("week", "valid"),
    [
        ("1 FL, 1 MT", False),  # alone there, one point
        ("2 FL, 1 MT", True),  # alone there, two points
        ("3 FL, 1 MT", True),
        ("2 FL, 1 FL", False),  # one ahead
        ("3 FL, 2 FL", False),
        ("3 FL, 1 FL", True),  # two ahead
    ],
)
def test_UP_8_electors_need_a_lead_of_two_points(week: str, valid: bool) -> None:
    """With nobody else there the lead is counted from nothing. Void electors are nobody's, and the event says why."""
    table = place(small(2, "FL MT", 1), week)
    assert holder(table, "FL") == (
        "P1" if valid else None
    )  # who stays without electors leaves, and the card goes aside
    assert electors_of(table, 0) == ((29, ["FL"]) if valid else (0, []))
    (mine, other) = (int(part.split()[0]) if part.endswith("FL") else 0 for part in week.split(", "))
    assert told(table, "florida_void")[:1] == ([] if valid else [(0, {"points": mine, "next": other})])
    assert end(table).winners == ((0,) if valid else ())


def test_UP_8_two_small_pyramids_are_two_points() -> None:
    """Alone there: points count, not sizes."""
    assert end(place(small(2, "FL MT", 2), "1 FL, 1 MT; 1 FL, 1 MT")).winners == (0,)


@pytest.mark.parametrize("other", ["OH", "PA"])
def test_UP_8_in_another_state_one_point_is_enough(other: str) -> None:
    """The rule is Florida's alone."""
    table = place(small(2, f"{other} MT", 1), f"1 {other}, 1 MT")
    assert end(table).winners == (0,)
    assert told(table, "florida_void") == []


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_8_the_card_moves_as_any_other(overtaken: str) -> None:
    """A lead of one point takes it, a tie does not lose it."""
    table = place(small(2, "FL MT", 12, "P2 FL", overtaken=overtaken), "1 FL, 1 MT")
    assert holder(table, "FL") == "P1"
    place(table, "1 MT, 1 FL")
    assert holder(table, "FL") == "P1"
    place(table, "1 MT, 1 FL")
    assert holder(table, "FL") == "P2"


@pytest.mark.parametrize(("votes", "electors"), [("2012", 29), ("2024", 30)])
def test_UP_8_void_electors_go_to_nobody(votes: str, electors: int) -> None:
    """The electors are void, not another's; valid they are the card's."""
    void = place(small(2, "FL MT", 1, votes=votes), "3 FL, 2 FL")
    assert [electors_of(void, seat)[0] for seat in range(2)] == [0, 0]
    valid = place(small(2, "FL MT", 1, votes=votes), "3 FL, 1 FL")
    assert [electors_of(valid, seat)[0] for seat in range(2)] == [electors, 0]


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_8_a_holder_who_is_only_level_gets_nothing(overtaken: str) -> None:
    """He keeps the card by UP-6 and has no lead at all."""
    table = place(small(2, "FL MT NV", 2, "P1 NV", overtaken=overtaken), "3 FL, 1 MT; 1 NV, 3 FL")
    assert electors_of(table, 0) == (6, ["NV"])
    assert told(table, "florida_void")[0] == (0, {"points": 3, "next": 3})


def test_UP_8_a_holder_who_kept_the_card_below_a_tie_gets_nothing() -> None:
    """Under `keeps` he is behind: his lead is negative, however large."""
    table = place(small(3, "FL NV", 1, "P1 FL, P1 NV", overtaken="keeps"), "1 FL, 3 FL, 3 FL")
    assert electors_of(table, 0) == (6, ["NV"])
    assert told(table, "florida_void")[0] == (0, {"points": 1, "next": 3})


def test_UP_8_a_dealt_card_without_a_pyramid_brings_nothing() -> None:
    """Nobody is there: a lead of nought."""
    table = place(small(2, "FL NV", 1, "P1 FL"), "1 NV, 1 NV")
    assert electors_of(table, 0) == (0, [])
    assert told(table, "florida_void")[0] == (0, {"points": 0, "next": 0})


def test_UP_8_UP_10_a_leavers_pyramids_do_not_stand_in_the_way_any_more() -> None:
    """3 against 2 is void at the first count; P2 is weakest and leaves, and 3 against nothing counts."""
    table = place(small(3, "FL NV IA", 1, "P1 IA, P3 NV"), "3 FL, 2 FL, 1 NV")
    assert [electors_of(table, seat)[0] for seat in range(3)] == [6, 0, 6]
    assert electors_of(table, 0, 2) == (35, ["IA", "FL"])
    assert end(table).winners == (0,)


def test_UP_8_an_heir_of_florida_needs_the_lead_too() -> None:
    """P2 leaves with Florida; P1 is strongest of the rest by one point only: he has the card and no electors."""
    table = place(small(3, "FL NV IA", 2, "P1 NV, P3 IA"), "2 FL, 3 FL, 1 FL; 1 NV, 1 IA, 3 IA")
    assert [electors_of(table, seat)[0] for seat in range(3)] == [6, 0, 6]
    assert told(table, "inherited") == [(0, {"state": "FL", "from": "P2", "points": 2, "next": 1})]
    assert electors_of(table, 0, 2) == (6, ["NV"])


@pytest.mark.parametrize(
    ("weeks", "events"),
    [
        ("1 FL, 1 MT", ["florida_lapses"]),  # taken by one point
        ("1 FL, 1 MT; 1 FL, 1 MT", ["florida_lapses", "florida_counts"]),
        ("2 FL, 1 MT; 1 FL, 1 MT", ["florida_counts"]),  # a larger lead is no news
        ("2 FL, 1 MT; 1 MT, 2 FL", ["florida_counts", "florida_lapses"]),
        ("2 FL, 1 MT; 1 MT, 3 FL; 1 MT, 1 FL", ["florida_counts", "florida_lapses", "florida_counts"]),
        ("2 FL, 2 FL", []),  # nobody's before and after
    ],
)
def test_UP_8_a_week_tells_for_whom_florida_begins_or_ceases_to_count(weeks: str, events: list[str]) -> None:
    """Only when something changes, once a week."""
    table = place(small(2, "FL MT"), weeks)
    assert [event.event for event in table.events() if event.event.startswith("florida_")] == events


def test_UP_8_UP_10_the_count_tells_that_florida_begins_to_count() -> None:
    """After the elimination of the player who stood in the way."""
    table = place(small(3, "FL NV IA", 1, "P1 IA, P3 NV"), "3 FL, 2 FL, 1 NV")
    assert told(table, "florida_counts") == [(0, {"electors": 29, "points": 3, "next": 0})]


@pytest.mark.parametrize(
    ("before", "choice", "effects"),
    [
        ("1 MT, 1 MT", "large FL", {"takes": 3, "counts": 0}),
        ("1 MT, 1 MT", "small FL", {"takes": 1, "void": 0}),  # a lead of one
        ("1 MT, 3 FL", "large FL", {"tied": 1, "void": 1}),  # level with the holder
        ("1 MT, 3 FL", "medium FL", {"behind": 1, "void": 1}),
        ("1 MT, 3 FL", "small FL", {"behind": 1, "counts": 1}),
        ("2 FL, 1 FL", "small FL", {"leads": 2, "counts": 0}),
    ],
)
def test_UP_8_a_choice_for_florida_says_for_whom_its_electors_would_count(
    before: str, choice: str, effects: dict[str, int]
) -> None:
    """As if no one else played there this week."""
    table = place(small(2, "FL MT"), before)
    assert table.previews(table.legal(0))[f"P1 place {choice}"] == effects


def test_UP_6_UP_7_a_choice_says_who_would_hold_a_tied_state() -> None:
    """The holder if tied too, otherwise nobody."""
    table = place(small(3, "OH MT", 2, "P2 OH, P1 MT"), "1 MT, 2 OH, 1 OH")
    effects = table.previews(table.legal(0))
    assert effects["P1 place medium OH"] == {"tied": 1}
    assert effects["P1 place small MT"] == {"leads": 2}
    table = place(small(3, "OH MT", 2, "P1 MT"), "1 MT, 2 OH, 2 OH")
    effects = table.previews(table.legal(0))
    assert effects["P1 place medium OH"] == {"aside": 1}
    assert effects["P1 place large OH"] == {"takes": 1}


def test_UP_4_a_fourth_pyramid_is_called_a_waste_before_it_is_sealed() -> None:
    """Each size, for the player who has three in the state and for no one else."""
    table = place(small(2, "OH MT"), "1 OH, 1 MT; 1 OH, 2 MT; 1 OH, 1 OH")
    own = table.previews(table.legal(0))
    assert {text: found for text, found in own.items() if "wasted" in found} == {
        f"P1 place {size} OH": {"wasted": 1} for size in ("small", "medium", "large")
    }
    assert not any("wasted" in found for found in table.previews(table.legal(1)).values())
