"""Who knows what: what a seat can deduce, and that it imagines nothing else (PO-4, PO-6, PO-7)."""

from __future__ import annotations

from random import Random

import pytest

from hustings.atlas.states_1904 import states
from hustings.games.politics.cards import CODES
from tests.games.politics_worlds import KINDS, MIDDLE, Kind, alike, information_sets, random_log, small_game
from tests.rules.politics.tables import hand, imagined_hands, table_of, whole_table
from tests.rules.tables import enter, told

START = "P1 side R; P1 nominate NY; P2 nominate VA"
HANDS = "NY KY MO TX SC GA WV DE / VA OH IN IL WI CA OR NV"


def bordering(code: str) -> set[str]:
    return set(states()[code].neighbours)


def test_PO_6_who_had_to_draw_is_imagined_without_what_bordered_his_side() -> None:
    table = whole_table(HANDS, START + "; P1 draw; * P1 AL; P2 draw")
    assert all(cards.isdisjoint(bordering("NY")) for cards in imagined_hands(table, 1, 0))
    assert all(cards.isdisjoint(bordering("VA")) for cards in imagined_hands(table, 0, 1))
    assert all(cards.isdisjoint(bordering("NY")) for cards in imagined_hands(table, None, 0))


def test_PO_6_who_was_free_to_draw_may_hold_anything() -> None:
    table = whole_table(HANDS, START + "; P1 draw; * P1 AL; P2 draw", must_play="no")
    assert any(cards & bordering("NY") for cards in imagined_hands(table, 1, 0))


def test_PO_6_what_came_to_border_later_he_may_hold() -> None:
    table = whole_table(HANDS, START + "; P1 draw; * P1 PA; P1 play PA")
    found = imagined_hands(table, 1, 0, 200)
    assert all(cards.isdisjoint(bordering("NY")) for cards in found)
    assert any(cards & (bordering("PA") - bordering("NY")) for cards in found)


def test_PO_6_a_card_just_drawn_to_be_played_is_known_to_border() -> None:
    table = whole_table(HANDS, START + "; P1 draw; * P1 PA")
    for key in range(60):
        row = table.imagine(1, key)._row
        cards = {code for card, code in enumerate(CODES) if row.hand[0] >> card & 1}
        assert cards & bordering("NY") == {CODES[row.drawn[0] - 1]}


def test_PO_6_who_passed_is_imagined_without_a_playable_card() -> None:
    table = table_of("NY TX CA / VA TN PA / OH IL IA / NC GA AL", "", "P1 nominate NY; P2 nominate VA; P3 pass")
    assert any("PA" in cards for cards in imagined_hands(table, 3, 0))
    assert all(cards.isdisjoint(bordering("NY")) for cards in imagined_hands(table, 3, 2))


def test_PO_6_who_owes_a_play_with_nothing_to_draw_has_one() -> None:
    table = table_of("NY TX CA / VA TN ME / OH PA IA / NC GA AL", "", "P1 nominate NY; P2 nominate VA")
    assert table.owes == {2}
    assert any("IA" in cards for cards in imagined_hands(table, 3, 0))
    assert all(cards & bordering("NY") for cards in imagined_hands(table, 3, 2))


def test_PO_6_a_free_draw_limits_what_borders_early() -> None:
    # P2 held three cards, kept two more while Virginia was all his side had, and then played one of the first three.
    entries = START + "; P1 play PA; P2 draw; * P2 CA; P1 play NJ; P2 draw; * P2 NV; P1 play CT; P2 play NC"
    table = table_of("NY PA NJ CT / VA NC TN ME", "CA NV KY WV", entries, must_play="no")
    found = imagined_hands(table, 0, 1, 300)
    assert {len(cards) for cards in found} == {4}
    assert max(len(cards & bordering("VA")) for cards in found) == 2, "NC was one of the three he can have had"


def test_PO_7_after_the_third_party_vote_nothing_of_before_is_known() -> None:
    entries = "P1 nominate NY; P2 nominate VA; P3 pass; P4 pass; P1 pass; P2 pass"
    table = table_of("NY TX / VA CA / OH IL / IA WI", "", entries)
    assert table._row.lacks.tolist() == [0] * 6
    enter(table, "* P1 OH; * P2 IL; * P3 IA; * P4 WI; * P1 TX; * P2 CA")
    assert hand(table, 0) == {"OH", "TX"}
    assert {code for cards in imagined_hands(table, 0, 2) for code in cards} == {"IL", "IA", "WI", "CA"}


def test_PO_1_a_dealt_card_is_told_to_its_owner_only() -> None:
    table = whole_table()
    assert [args["card"] for _, args in told(table, "got", 0)] == ["NY", "PA", "OH", "KY", "WV", "MO", "TX", "SC"]
    assert told(table, "got") == []
    assert told(table, "dealt") == [(None, {"stock": 29})]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind[0]))
def test_PO_6_with_forced_draws_every_world_came_about_in_equally_many_ways(kind: Kind) -> None:
    """So chance itself makes them alike. Only where a draw was voluntary, or a nominator's, choices bear on it."""
    name, number, seats, cards, dealt, options, seat, sought = kind
    start = small_game(seats, MIDDLE.split()[:cards], dealt, options)
    log, row = next(moment for moment in random_log(start, Random(f"{name} {number}")) if sought(*moment))
    ways = alike(start, log, seat)
    (found,) = [position for position in information_sets() if position.name == name]
    assert ways.keys() == found.weights.keys()
    assert row.tobytes() in ways
    if options.get("must_play") != "no" and not any(row.bare):
        assert len(set(ways.values())) == 1
