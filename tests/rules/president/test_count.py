"""UP-9 to UP-12: the count, who leaves, where his cards go, and how it ends."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hustings
from hustings.engine.table import Table
from tests.rules.president.tables import (
    ASIDE,
    EMPTY_STATES,
    OVERTAKEN,
    campaign,
    dealt,
    end,
    held,
    holder,
    place,
    small,
)
from tests.rules.tables import refused, story, told

MOVED = ("claimed", "inherited", "unopposed", "laid_aside")  # how a card moves in the count


def counts(table: Table) -> list[dict[str, int]]:
    """What each player who took part had at each count."""
    found: list[dict[str, int]] = [{} for _ in told(table, "count")]
    for seat, args in told(table, "counted"):
        assert seat is not None
        found[args["count"] - 1][f"P{seat + 1}"] = args["electors"]
    return found


def left(table: Table) -> list[tuple[str, int]]:
    """Who left, and after which count."""
    return [(f"P{seat + 1}", args["count"]) for seat, args in told(table, "left") if seat is not None]


def two_with(first: str, second: str, **options: str) -> Table:
    """A whole game of two who were dealt five cards each and back four of their own: nothing changes hands."""
    cards = [code for pair in zip(first.split(), second.split(), strict=True) for code in pair]
    plans = []
    for text in (first, second):
        one, two, three, four, _ = text.split()
        plan = ["3", "3", "3", "3", "2", "2", "2", "2", "1", "1", "1", "1"]
        plans.append(" ".join(map(str.__add__, plan, [one, one, one, two, two, two, three, three, three, *[four] * 3])))
    return campaign(dealt(2, " ".join(cards), **options), *plans)


# --- UP-9


@pytest.mark.parametrize(
    ("votes", "first", "second", "electors", "wins"),
    [
        ("2012", "FL NC VA WI NV", "MT IA CO MI OH", 73, True),
        ("2012", "FL OH WI CO NV", "MT IA VA NC MI", 72, False),
        ("2024", "FL VA WI MI NV", "MT IA CO NC OH", 74, True),
        ("2024", "FL OH CO WI NV", "MT IA VA NC MI", 73, False),
    ],
)
def test_UP_9_a_majority_of_all_electors_wins_at_once(
    votes: str, first: str, second: str, electors: int, wins: bool
) -> None:
    """73 of 145, or 74 of 146 with the newer numbers; one less is not enough, not even for the last who remains."""
    table = two_with(first, second, votes=votes, empty_states="aside")
    assert counts(table)[0]["P1"] == electors
    assert table.majority == told(table, "count")[0][1]["majority"]
    assert told(table, "count")[0][1]["majority"] == (73 if votes == "2012" else 74)
    assert end(table).winners == ((0,) if wins else ())
    assert len(counts(table)) == (1 if wins else 2)
    assert end(table).scores[0] == electors


def test_UP_9_the_first_count_tells_who_has_what() -> None:
    """Electors and states of everybody, then who is elected, by how many."""
    table = two_with("FL NC VA WI NV", "MT IA CO MI OH")
    assert told(table, "counted") == [
        (0, {"electors": 73, "states": ["NV", "WI", "VA", "NC", "FL"], "count": 1}),
        (1, {"electors": 52, "states": ["MT", "IA", "CO", "MI", "OH"], "count": 1}),
    ]
    assert told(table, "elected") == [(0, {"electors": 73, "majority": 73, "count": 1})]
    assert end(table).shares == (Fraction(1), Fraction(0))
    assert end(table).scores == (73, 52)
    assert end(table).text == "P1 is elected president at the first count with 73 electors; 73 were needed."


def test_UP_9_a_card_beside_the_map_counts_for_nobody_and_in_the_majority() -> None:
    """Pennsylvania was never won; its 20 electors still stand behind the 73."""
    table = two_with("FL NC VA WI NV", "MT IA CO MI OH")
    assert holder(table, "PA") is None
    assert sum(counts(table)[0].values()) == 145 - 20


def test_UP_9_a_small_game_needs_more_than_half_of_its_electors() -> None:
    """NV, IA, CO: 21 electors, so 11."""
    table = place(small(2, "NV IA CO", 1, "P1 NV, P2 CO"), "1 IA, 1 CO")
    assert told(table, "count")[0] == (None, {"count": 1, "majority": 11})
    assert counts(table) == [{"P1": 12, "P2": 9}]
    assert end(table).winners == (0,)


# --- UP-10


def test_UP_10_the_weakest_leaves() -> None:
    """6, then 9, then the last one, who has 10 of the 16 he needs."""
    table = place(small(3, "NV IA CO WI", 1, "P1 CO, P2 NV, P3 WI", empty_states="aside"), "1 CO, 1 NV, 1 WI")
    assert counts(table) == [{"P1": 9, "P2": 6, "P3": 10}, {"P1": 9, "P3": 10}, {"P3": 10}]
    assert left(table) == [("P2", 1), ("P1", 2), ("P3", 3)]
    assert told(table, "left")[0] == (1, {"electors": 6, "count": 1})
    assert end(table).winners == ()


def test_UP_10_all_who_tie_for_the_lowest_leave_at_once() -> None:
    """6 and 6 leave, 9 remains and inherits both."""
    week = "3 NV, 3 IA, 3 CO; 1 NV, 1 IA, 1 NV; 1 NV, 1 IA, 1 IA"
    table = place(small(3, "NV IA CO", 3), week)
    assert counts(table) == [{"P1": 6, "P2": 6, "P3": 9}, {"P3": 21}]
    assert left(table) == [("P1", 1), ("P2", 1)]
    assert end(table).winners == (2,)


def test_UP_10_players_without_electors_leave_together() -> None:
    """Nought is the lowest number like any other."""
    table = place(small(4, "NV IA CO", 1, "P1 NV, P2 IA"), "1 NV, 1 IA, 1 NV, 1 IA")
    assert counts(table)[0] == {"P1": 6, "P2": 6, "P3": 0, "P4": 0}
    assert left(table)[:2] == [("P3", 1), ("P4", 1)]


def test_UP_10_a_leavers_pyramids_count_nowhere_any_more() -> None:
    """P2 and P1 were level in NV, whose card lay aside; with P2 gone P1 leads there alone."""
    table = place(small(3, "MT NV CO WI", 2, "P1 CO, P2 MT, P3 WI"), "2 NV, 2 NV, 1 NV; 1 CO, 1 MT, 1 WI")
    assert left(table) == [("P2", 1)]
    assert told(table, "claimed") == [(0, {"state": "NV", "points": 2, "next": 1})]


# --- UP-11


def test_UP_11_a_leavers_card_goes_to_the_strongest_who_remains() -> None:
    """P2 held NV with 4 points; P1 has 2 there and P3 has 1."""
    table = place(small(3, "NV CO WI", 2, "P1 CO, P3 WI"), "2 NV, 3 NV, 1 NV; 1 CO, 1 NV, 1 WI")
    assert counts(table) == [{"P1": 9, "P2": 6, "P3": 10}, {"P1": 15, "P3": 10}]
    assert told(table, "inherited") == [(0, {"state": "NV", "from": "P2", "points": 2, "next": 1})]
    assert end(table).winners == (0,)
    assert end(table).scores == (15, 6, 10)


def test_UP_11_a_tie_of_those_who_remain_puts_it_beside_the_map_until_one_leads_alone() -> None:
    """1 and 1: aside after the first count. P1 leaves after the second, and P3 leads there alone."""
    table = place(small(3, "NV CO WI", 2, "P1 CO, P3 WI", empty_states="aside"), "1 NV, 3 NV, 1 NV; 1 CO, 1 NV, 1 WI")
    assert told(table, "laid_aside")[0] == (1, {"state": "NV", "why": "tie", "points": 1})
    assert counts(table) == [{"P1": 9, "P2": 6, "P3": 10}, {"P1": 9, "P3": 10}, {"P3": 16}]
    assert told(table, "claimed") == [(2, {"state": "NV", "points": 1, "next": 0})]
    assert end(table).winners == (2,)


@pytest.mark.parametrize(("empty_states", "last"), [("inherit", "P3"), ("aside", ASIDE)])
def test_UP_11_without_a_point_of_two_who_remain_it_lies_aside(empty_states: str, last: str | None) -> None:
    """Nobody else was ever in NV: P1 and P3 are equal there at nought. Then only P3 remains."""
    table = place(small(3, "NV IA CO WI", 1, "P1 CO, P2 NV, P3 WI", empty_states=empty_states), "1 CO, 1 NV, 1 WI")
    assert told(table, "laid_aside")[0] == (1, {"state": "NV", "why": "no points", "points": 0})
    assert counts(table)[1] == {"P1": 9, "P3": 10}
    assert told(table, "claimed") == []
    assert holder(table, "NV") == last


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_11_a_card_beside_the_map_moves_at_the_first_elimination_too(overtaken: str) -> None:
    """NV was never anybody's, for P1 and P2 were level from the start; P2 leaves, and P1 has his majority."""
    table = place(
        small(3, "MT NV CO WI", 2, "P1 CO, P2 MT, P3 WI", overtaken=overtaken), "2 NV, 2 NV, 1 NV; 1 CO, 1 MT, 1 WI"
    )
    assert counts(table) == [{"P1": 9, "P2": 3, "P3": 10}, {"P1": 15, "P3": 10}]
    assert end(table).winners == (0,)


@pytest.mark.parametrize(
    ("overtaken", "first", "second"),
    [
        ("aside", {"P1": 9, "P2": 3, "P3": 10}, {"P1": 15, "P3": 10}),
        ("keeps", {"P1": 9, "P2": 3, "P3": 16}, {"P1": 9, "P3": 16}),
    ],
)
def test_UP_11_a_card_that_a_remaining_player_holds_stays_with_him(
    overtaken: str, first: dict[str, int], second: dict[str, int]
) -> None:
    """P1 and P2 overtook P3 in NV and tied. P2 leaves, P1 now leads there alone.

    Aside: the card lay beside the map and is P1's now, whatever put it there. Keeps: P3 has it and stays, for UP-7 is
    judged in the twelve weeks only.
    """
    table = small(3, "MT NV CO WI OH", 2, "P1 CO, P2 MT, P3 WI, P3 NV", overtaken=overtaken)
    place(table, "2 NV, 2 NV, 1 NV; 1 CO, 1 MT, 1 WI")
    assert counts(table)[:2] == [first, second]


def test_UP_11_a_remaining_holder_below_another_keeps_his_card() -> None:
    """Cards of those who remain are not judged: the tie in MT, which P1 holds, moves nothing."""
    table = place(small(3, "MT NV CO WI", 2, "P1 MT, P1 CO, P2 NV, P3 WI"), "1 MT, 1 NV, 1 MT; 1 CO, 1 NV, 1 WI")
    assert counts(table)[1] == {"P1": 12, "P3": 10}
    assert [args["states"] for seat, args in told(table, "counted") if seat == 0][:2] == [["MT", "CO"]] * 2


@pytest.mark.parametrize(("empty_states", "last"), [("inherit", 43), ("aside", 10)])
def test_UP_11_a_card_nobody_backed_waits_for_the_last_player(empty_states: str, last: int) -> None:
    """OH lies beside the map and nobody is there. P2 leaves, then P1; P3 is alone, which is enough or is not."""
    table = place(small(3, "NV CO WI OH", 1, "P1 CO, P2 NV, P3 WI", empty_states=empty_states), "1 CO, 1 NV, 1 WI")
    assert counts(table) == [{"P1": 9, "P2": 6, "P3": 10}, {"P1": 9, "P3": 10}, {"P3": last}]
    ohio = [(name, seat) for name in MOVED for seat, args in told(table, name) if args["state"] == "OH"]
    assert ohio == ([("unopposed", 2)] if empty_states == "inherit" else [])
    assert end(table).winners == ((2,) if empty_states == "inherit" else ())


def test_UP_11_the_last_player_inherits_a_leavers_card_without_a_point_there() -> None:
    """P1 leaves; CO, where P2 has no pyramid, is his all the same, and the event names the leaver."""
    table = place(small(2, "CO WI OH", 1, "P1 CO, P2 WI"), "1 CO, 1 WI")
    assert counts(table) == [{"P1": 9, "P2": 10}, {"P2": 37}]
    assert told(table, "unopposed") == [(1, {"state": "CO", "from": "P1"}), (1, {"state": "OH", "from": None})]
    assert told(table, "inherited") == told(table, "claimed") == told(table, "laid_aside") == []


def test_UP_11_the_last_player_takes_what_he_leads_by_his_points() -> None:
    """A state with a point of his is his under either value of the option."""
    for empty_states in EMPTY_STATES:
        table = place(small(2, "CO WI OH", 2, "P1 WI", empty_states=empty_states), "1 CO, 2 CO; 1 WI, 1 CO")
        assert counts(table)[0] == {"P1": 10, "P2": 9}
        assert told(table, "inherited") == [(0, {"state": "CO", "from": "P2", "points": 1, "next": 0})]
        assert "CO" not in [args["state"] for _, args in told(table, "unopposed")]


def test_UP_11_version_1_of_the_rules_left_empty_states_aside() -> None:
    """A game saved under the older rules replays as it was played."""
    table = two_with("FL OH WI CO NV", "MT IA VA NC MI", empty_states="aside")
    data = table.save()
    del data["options"]["empty_states"]
    older = hustings.load({**data, "rules": "1"})
    assert older.game.options["empty_states"] == "aside"
    assert older.log == table.log
    assert end(older).winners == ()


# --- UP-12


def test_UP_12_the_last_player_holds_all_cards_and_wins() -> None:
    """One player remains with 72 of 145, and takes the rest: 145, Florida included."""
    table = two_with("FL OH WI CO NV", "MT IA VA NC MI")
    assert counts(table) == [{"P1": 72, "P2": 53}, {"P1": 145}]
    assert end(table).winners == (0,)


def test_UP_12_the_last_player_wins_without_florida() -> None:
    """Florida is void for him, who has no point there; the other ten states are still 116 of 145."""
    table = two_with("PA OH NC WI NV", "VA FL CO MT IA")
    assert counts(table) == [{"P1": 69, "P2": 60}, {"P1": 116}]
    assert end(table).winners == (0,)


def test_UP_12_the_majority_never_shrinks_and_the_last_leaves_below_it() -> None:
    """One player remains with 72 of 145: no winner, equal shares."""
    table = two_with("FL OH WI CO NV", "MT IA VA NC MI", empty_states="aside")
    assert [args["majority"] for _, args in told(table, "count")] == [73, 73]
    assert end(table).winners == ()
    assert end(table).shares == (Fraction(1, 2), Fraction(1, 2))
    assert table.view(None)["remaining"] == [0, 0]


def test_UP_12_nobody_remains_and_nobody_wins() -> None:
    """6 and 6 of the 7 they need: both leave at once, every card lies beside the map."""
    table = place(small(2, "NV IA", 1, "P1 NV, P2 IA"), "1 NV, 1 IA")
    assert story(table)[-7:] == ["counted", "counted", "left", "left", "laid_aside", "laid_aside", "no_winner"]
    assert told(table, "no_winner") == [(None, {"count": 1, "majority": 7})]
    assert end(table).winners == ()
    assert end(table).scores == (6, 6)
    assert (
        end(table).text == "Nobody remains after count 1, and nobody had the 7 electors needed: there is no president."
    )
    assert held(table) == {}


def test_UP_12_scores_are_those_of_the_last_count_each_took_part_in() -> None:
    """P2 left with 6 after the first, P1 with 9 after the second; P3 won the third with all 25."""
    table = place(small(3, "NV CO WI", 2, "P1 CO, P3 WI"), "1 NV, 3 NV, 1 NV; 1 CO, 1 NV, 1 WI")
    assert end(table).scores == (9, 6, 25)
    assert end(table).shares == (Fraction(0), Fraction(0), Fraction(1))
    assert end(table).text == "P3 is elected president in count 3 with 25 electors; 13 were needed."
    assert table.view(None)["counts"] == 3
    assert table.view(None)["winner"] == "P3"


def test_UP_12_each_count_and_each_elimination_is_told_step_by_step() -> None:
    """Count, what each has, who leaves, where his cards go; then the next count."""
    table = place(small(3, "NV CO WI", 2, "P1 CO, P3 WI"), "1 NV, 3 NV, 1 NV; 1 CO, 1 NV, 1 WI")
    told_at_the_end = story(table, len(table.log) - 1)
    assert told_at_the_end == [
        "sealed",
        *["placed"] * 3,
        *["count", "counted", "counted", "counted", "left", "laid_aside"],
        *["count", "counted", "counted", "left", "claimed", "unopposed"],
        *["count", "counted", "elected"],
    ]


def test_UP_12_after_the_count_nobody_moves() -> None:
    """The game is over; a choice that comes is refused."""
    table = place(small(2, "NV IA", 1, "P1 NV, P2 IA"), "1 NV, 1 IA")
    assert table.owes == frozenset()
    reason = refused(table, "P1 place large NV")
    assert reason.clause == "UP-12"
    assert "P1 place large NV" in reason.text


def test_UP_12_a_void_florida_does_not_lower_the_majority() -> None:
    """Only 9 of the 38 electors can be had, and still 20 are needed: here the last player fails with all cards."""
    table = place(small(2, "FL MT NV", 1, "P1 FL, P1 MT, P2 NV"), "1 FL, 1 NV")
    assert [args["majority"] for _, args in told(table, "count")] == [20, 20]
    assert counts(table) == [{"P1": 3, "P2": 6}, {"P2": 9}]
    assert end(table).winners == ()


def test_UP_8_the_standing_leaves_out_florida_without_its_lead() -> None:
    """Florida's electors are counted in the standing only while its holder leads there by two points."""
    table = small(2, "FL MT", holders="P1 FL, P2 MT")
    assert table.standing == (0, 3)
    place(table, "2 FL, 1 MT")
    assert table.standing == (29, 3)
    place(table, "1 FL, 2 FL")
    assert table.standing == (0, 3)


def test_UP_8_election_night_does_not_call_a_void_florida() -> None:
    """Its holder leads there by one point: the 29 electors come in for nobody, and are never shown in a total."""
    table = place(small(2, "FL MT NV", 1, "P1 FL, P1 MT, P2 NV"), "1 FL, 1 NV")
    night = table.night
    assert night is not None
    assert [(call.state, call.totals) for call in night.calls] == [("MT", (3, 0)), ("NV", (3, 6))]
    assert night.deciding is None
