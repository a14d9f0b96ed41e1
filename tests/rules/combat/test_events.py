"""Every event the game tells: in which situation, whose it is, and its arguments; and that its sentence fits them."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

import pytest

import hustings
from hustings.engine.table import Table
from hustings.games.combat.events import EVENTS
from tests.rules.combat.tables import after_ten_hands, hand, new_table, ordinary_hand, tiny_table
from tests.rules.tables import enter, story, told

Example = tuple[Callable[[], Table], int | None, dict[str, Any]]


def opened(cards: str, moves: str = "") -> Callable[[], Table]:
    """A first prose hand with places 1 and 2 turned, and then some."""
    return lambda: hand(new_table(), cards, "P1 turn 1; P2 turn 2" + (f"; {moves}" if moves else ""))


EXAMPLES: dict[str, Example] = {
    "laid": (opened("CA TX OH NY FL", "P1 take CA 3"), 1, {"hand": 2, "count": 5, "opener": "P2"}),
    "added": (lambda: enter(after_ten_hands(), "P1 add SWING NY"), 0, {"cards": ["NY", "SWING"]}),
    "stakes": (after_ten_hands, 0, {"hand": 11, "next": "P2"}),
    "decided": (
        lambda: hand(tiny_table("CA AK DC MT ND SD"), "CA AK DC", "P1 turn 1; P2 turn 2; P1 take AK CA"),
        0,
        {"hand": 2, "votes": 58},
    ),
    "turned": (lambda: hand(new_table(), "- - TX", "P1 turn 3"), 0, {"place": 3, "card": "TX", "votes": 38}),
    "wild": (opened("TX SWING"), 1, {"place": 2, "card": "SWING"}),
    "second_wild": (opened("SWING RUSSIA TX OH NY"), 1, {"place": 2, "card": "RUSSIA"}),
    "wild_shown": (
        lambda: hand(new_table(), "CELEB FAKE TX OH NY", "P1 turn 1"),
        0,
        {"place": 2, "card": "FAKE"},
    ),
    "tied": (opened("CT OR"), None, {"votes": 7}),
    "took": (opened("CA TX OH NY FL", "P1 take TX 3 5"), 0, {"cards": ["TX"], "places": [3, 5]}),
    "got": (opened("CA TX OH NY FL", "P1 take TX 3 5"), 1, {"cards": ["CA"], "places": [4]}),
    "turned_up": (opened("CA TX OH NY FL", "P1 take CA TX"), 1, {"place": 3, "card": "OH", "votes": 18}),
    "collected": (opened("CA TX OH FAKE FL", "P1 take CA 4"), 0, {"place": 4, "card": "FAKE"}),
    "called": (opened("TX FAKE", "P2 call lower"), 1, {"call": "lower", "reference": 38}),
    "right": (opened("TX FAKE OH", "P2 call lower; P2 turn 3"), 1, {"value": 18, "reference": 38}),
    "wrong": (opened("TX FAKE OH", "P2 call equal; P2 turn 3"), 1, {"value": 18, "reference": 38}),
    "compared": (opened("TX RECOUNT OH NY FL", "P2 turn 3"), 1, {"own": 18, "other": 38}),
    "counted": (opened("SWING TX OH NY FL", "P1 turn 3"), 0, {"sum": 56, "even": "even"}),
    "sealed": (lambda: hand(new_table(), "RUSSIA", "P1 turn 1; P2 rock"), 1, {}),
    "threw": (
        lambda: hand(new_table(), "RUSSIA", "P1 turn 1; P2 rock; P1 paper"),
        None,
        {"first": "paper", "second": "rock", "winner": "P1"},
    ),
    "won_all": (opened("TX RECOUNT OH NY FL", "P2 turn 3"), 1, {}),
    "hand_over": (opened("CA TX OH NY FL", "P1 take CA 3"), None, {"hand": 1, "first": 73, "second": 96}),
    "game_over": (
        lambda: hand(
            hand(tiny_table("AK DC DE MT ND SD"), "AK DC DE", "P1 turn 1; P2 turn 2; P1 turn 3"),
            "MT ND SD",
            "P2 turn 1; P1 turn 2; P2 turn 3",
        ),
        None,
        {"first": 9, "second": 9, "winner": None},
    ),
    "campaigned": (
        lambda: hand(new_table(stops="3"), "OH FL TX", "P1 turn 1; P2 turn 2; P1 turn 3"),
        0,
        {"place": 3, "left": 2},
    ),
    "stood": (lambda: hand(new_table(stops="3"), "OH FL", "P1 turn 1; P2 turn 2; P1 stand"), 0, {}),
}


def test_every_event_has_an_example() -> None:
    """The examples name every event the game declares; a new one needs an example."""
    assert set(EXAMPLES) == {form.name for form in EVENTS.values()}


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_an_event_says_whose_it_is_and_with_what(name: str) -> None:
    """The first event of that name has exactly these arguments, and everybody sees it."""
    build, seat, arguments = EXAMPLES[name]
    table = build()
    assert told(table, name)[0] == (seat, arguments)
    for viewer in (None, 0, 1):
        assert name in [event.event for event in table.events(seat=viewer)]


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_an_events_sentence_uses_only_what_the_event_says(name: str) -> None:
    """Each event has a sentence for people, whose blanks are its arguments and its seat."""
    sentence = hustings.game("combat").words["events"][name]
    blanks = {field for _, field, _, _ in Formatter().parse(sentence) if field}
    _, seat, arguments = EXAMPLES[name]
    assert blanks <= set(arguments) | ({"seat"} if seat is not None else set())


def test_an_ordinary_hand_tells_its_story_in_order() -> None:
    """Turned, turned, took, got, turned up three times, over, and the next hand is laid."""
    table = ordinary_hand(new_table(), "CA TX OH NY FL", "CA 3")
    assert story(table) == ["turned", "turned", "took", "got", *["turned_up"] * 3, "hand_over", "laid"]
    assert [event.entry for event in table.events()] == [2, 4, 5, 5, 6, 7, 8, 8, 8]


def test_a_wild_is_turned_before_it_is_played() -> None:
    """The card comes up like any other; that it is wild is told next, then what its rule does."""
    table = hand(new_table(), "TX RECOUNT OH NY FL", "P1 turn 1; P2 turn 2; P2 turn 3")
    assert story(table)[:6] == ["turned", "turned", "wild", "turned", "compared", "won_all"]
    assert told(table, "turned")[1] == (1, {"place": 2, "card": "RECOUNT", "votes": 0})


def test_events_since_an_entry_are_those_after_it() -> None:
    """A reader who has seen the log up to an entry gets the rest only."""
    table = ordinary_hand(new_table(), "CA TX OH NY FL", "CA 3")
    assert [event.event for event in table.events(since=7)] == ["turned_up", "hand_over", "laid"]
