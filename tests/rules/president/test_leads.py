"""UP-5 to UP-7: who takes, keeps and loses a card in the twelve weeks."""

from __future__ import annotations

import pytest

from tests.rules.president.tables import ASIDE, OVERTAKEN, holder, place, points, small
from tests.rules.tables import story, told


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_5_whoever_has_more_than_each_other_player_takes_the_card(overtaken: str) -> None:
    """3 against 2 and 1: a plurality is enough, and the event tells by how much and from whom."""
    table = place(small(3, "OH MT", holders="P3 OH", overtaken=overtaken), "3 OH, 2 OH, 1 OH")
    assert holder(table, "OH") == "P1"
    assert told(table, "led") == [(0, {"state": "OH", "from": "P3", "points": 3, "next": 2})]


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_5_a_card_beside_the_map_is_taken_by_a_single_point(overtaken: str) -> None:
    """Nobody else has a point there: one is a lead."""
    table = place(small(2, "OH MT", overtaken=overtaken), "1 OH, 1 MT")
    assert holder(table, "OH") == "P1"
    assert told(table, "led")[1] == (0, {"state": "OH", "from": None, "points": 1, "next": 0})


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_5_leads_are_judged_once_after_all_placements(overtaken: str) -> None:
    """P1's placement alone would take the card for a moment; with P2's it is a tie, and the holder never lost it."""
    table = place(small(2, "OH MT", holders="P2 OH", overtaken=overtaken), "3 OH, 3 OH")
    assert holder(table, "OH") == "P2"
    assert "led" not in story(table)
    assert told(table, "tied") == [(1, {"state": "OH", "points": 3})]


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_5_every_state_is_judged_in_the_same_week(overtaken: str) -> None:
    """Two cards change hands at once."""
    table = small(2, "OH MT", holders="P2 OH, P1 MT", overtaken=overtaken)
    place(table, "1 OH, 1 MT")
    assert (holder(table, "OH"), holder(table, "MT")) == ("P1", "P2")


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_5_points_count_and_not_pyramids(overtaken: str) -> None:
    """One large pyramid beats two small ones."""
    table = place(small(2, "OH MT", overtaken=overtaken), "1 OH, 1 MT; 1 OH, 3 OH")
    assert points(table, "OH") == [2, 3]
    assert holder(table, "OH") == "P2"


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_6_a_tie_costs_the_holder_nothing(overtaken: str) -> None:
    """P2 comes level and stays without the card; one point more, and he has it."""
    table = place(small(2, "OH MT", overtaken=overtaken), "3 OH, 2 MT; 1 MT, 3 OH")
    assert points(table, "OH") == [3, 3]
    assert holder(table, "OH") == "P1"
    place(table, "1 MT, 1 OH")
    assert holder(table, "OH") == "P2"


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_6_a_tie_of_three_costs_the_holder_nothing(overtaken: str) -> None:
    """All level, the holder among them."""
    table = place(small(3, "OH MT", overtaken=overtaken), "2 OH, 1 MT, 1 MT; 1 MT, 2 OH, 2 OH")
    assert points(table, "OH") == [2, 2, 2]
    assert holder(table, "OH") == "P1"


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_6_a_dealt_card_stays_without_a_pyramid(overtaken: str) -> None:
    """Nobody has a point there, so nobody has more than its holder."""
    table = place(small(2, "OH MT NV", holders="P1 OH", overtaken=overtaken), "1 MT, 1 NV; 1 MT, 1 NV")
    assert holder(table, "OH") == "P1"


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_6_a_dealt_card_without_a_pyramid_falls_to_the_first_point(overtaken: str) -> None:
    """One small pyramid of another player is more than none."""
    table = place(small(2, "OH MT", holders="P1 OH", overtaken=overtaken), "1 MT, 1 OH")
    assert holder(table, "OH") == "P2"
    assert told(table, "led")[1] == (1, {"state": "OH", "from": "P1", "points": 1, "next": 0})


@pytest.mark.parametrize(("overtaken", "after"), [("aside", ASIDE), ("keeps", "P1")])
def test_UP_7_a_holder_overtaken_by_two_who_tie(overtaken: str, after: str | None) -> None:
    """Aside: the card goes beside the map. Keeps: it stays. Either way an event says so."""
    table = place(small(3, "OH MT", holders="P1 OH", overtaken=overtaken), "1 OH, 2 OH, 2 OH")
    assert holder(table, "OH") == after
    name = "aside" if overtaken == "aside" else "kept"
    assert told(table, name) == [(0, {"state": "OH", "points": 1, "best": 2})]


@pytest.mark.parametrize(("overtaken", "after"), [("aside", ASIDE), ("keeps", "P1")])
def test_UP_7_a_dealt_card_and_two_who_tie_above_nothing(overtaken: str, after: str | None) -> None:
    """UP-6 names this case: nobody leads alone, so nobody takes it at once."""
    table = place(small(3, "OH MT", holders="P1 OH", overtaken=overtaken), "1 MT, 2 OH, 2 OH")
    assert holder(table, "OH") == after


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_7_then_whoever_leads_alone_takes_it(overtaken: str) -> None:
    """From beside the map, or from the holder who had kept it."""
    table = place(small(3, "OH MT", holders="P1 OH", overtaken=overtaken), "1 OH, 2 OH, 2 OH; 1 MT, 1 MT, 1 OH")
    assert holder(table, "OH") == "P3"
    giver = None if overtaken == "aside" else "P1"
    assert told(table, "led")[-1] == (2, {"state": "OH", "from": giver, "points": 3, "next": 2})


@pytest.mark.parametrize(("overtaken", "after"), [("aside", ASIDE), ("keeps", "P1")])
def test_UP_7_drawing_level_again_is_no_lead(overtaken: str, after: str | None) -> None:
    """The former holder joins the tie: beside the map the card waits on; who kept it is overtaken no more."""
    table = place(small(3, "OH MT", holders="P1 OH", overtaken=overtaken), "1 OH, 2 OH, 2 OH; 1 OH, 1 MT, 1 MT")
    assert points(table, "OH") == [2, 2, 2]
    assert holder(table, "OH") == after
    place(table, "1 OH, 1 MT, 1 MT")
    assert holder(table, "OH") == "P1"


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_7_a_card_beside_the_map_stays_there_while_its_leaders_tie(overtaken: str) -> None:
    """Two first placements alike: nobody's, whatever the option, and an event says so."""
    table = place(small(2, "OH MT", overtaken=overtaken), "2 OH, 2 OH")
    assert holder(table, "OH") is ASIDE
    assert story(table) == ["sealed", "sealed", "placed", "placed", "level", "week"]
    assert told(table, "level") == [(None, {"state": "OH", "points": 2})]
    place(table, "1 OH, 1 MT")
    assert holder(table, "OH") == "P1"


@pytest.mark.parametrize("overtaken", OVERTAKEN)
def test_UP_7_a_tie_below_a_sole_leader_is_no_tie(overtaken: str) -> None:
    """The two who tie are not in front: the third takes the card alone."""
    table = place(small(4, "OH MT", holders="P1 OH", overtaken=overtaken), "1 MT, 2 OH, 2 OH, 3 OH")
    assert holder(table, "OH") == "P4"


@pytest.mark.parametrize(("overtaken", "after"), [("aside", ASIDE), ("keeps", "P1")])
def test_UP_7_overtaken_in_the_last_week_too(overtaken: str, after: str | None) -> None:
    """The last placements are judged like any others before the count begins."""
    table = place(small(3, "OH MT NV IA", 1, "P1 OH, P2 MT, P3 NV", overtaken=overtaken), "1 OH, 2 OH, 2 OH")
    name = "aside" if after is ASIDE else "kept"
    assert story(table).index(name) < story(table).index("count")
