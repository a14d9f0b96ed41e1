"""Every event the game tells: in which situation, whose it is, and its arguments; and that its sentence fits them."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

import pytest

import hustings
from hustings.engine.events import Sentences
from hustings.engine.table import Table
from hustings.games.president.moves import EVENTS
from tests.rules.president.tables import dealt, place, small
from tests.rules.tables import enter, story, told

Example = tuple[Callable[[], Table], int | None, dict[str, Any]]
TEN = "FL MT PA OH NV IA CO WI VA NC"


def three(week: str, holders: str = "P1 OH", overtaken: str = "aside") -> Callable[[], Table]:
    """Three players and the states OH and MT."""
    return lambda: place(small(3, "OH MT", holders=holders, overtaken=overtaken), week)


def counted() -> Table:
    """Three counts: P2 leaves, then P1, P3 wins."""
    return place(small(3, "NV CO WI", 2, "P1 CO, P3 WI"), "1 NV, 3 NV, 1 NV; 1 CO, 1 NV, 1 WI")


def inherited() -> Table:
    """P2 leaves and P1 inherits NV."""
    return place(small(3, "NV CO WI", 2, "P1 CO, P3 WI"), "2 NV, 3 NV, 1 NV; 1 CO, 1 NV, 1 WI")


def six_weeks(week: str) -> str:
    """The same states for six weeks, with pyramids of a size that is left."""
    return "; ".join(week.format(points) for points in "111122")


def forecast() -> Table:
    """At the start of week 7, nobody has 17 electors until P3 and P1 drop out."""
    return place(small(3, "WI VA CO", holders="P1 WI, P2 VA, P3 CO"), six_weeks("{0} WI, {0} VA, {0} CO"))


def florida_begins() -> Table:
    """At the start of week 7, P3 would drop out, and P1's three points in Florida are then alone there."""
    table = place(small(3, "FL OH PA NC", holders="P1 OH, P2 PA, P3 NC"), "3 FL, 1 PA, 2 FL")
    return place(table, "; ".join(f"{points} OH, {points} PA, {points} NC" for points in "11122"))


def florida_stays_close() -> Table:
    """At the start of week 7, P2 would drop out, and P1 would inherit Florida with a lead of one point over P3."""
    table = place(small(3, "FL OH NV NC", holders="P1 OH, P2 NV, P3 NC"), "2 FL, 3 FL, 1 FL")
    return place(table, "; ".join(f"{points} OH, {points} NV, {points} NC" for points in "11122"))


def unclaimed() -> Table:
    """At the start of week 7, P3 would drop out; only P1 has a point in one of P3's states."""
    holders = "P1 NC, P1 PA, P2 MI, P2 OH, P3 NV, P3 WI, P3 IA"
    table = place(small(3, "NC PA MI OH NV WI IA", holders=holders), "1 NC, 1 MI, 1 NV; 1 WI, 1 OH, 2 WI")
    return place(table, "; ".join(f"{points} NC, {points} MI, {points} NV" for points in "1122"))


EXAMPLES: dict[str, Example] = {
    "dealt": (lambda: dealt(2, TEN), 0, {"state": "FL", "electors": 29}),
    "sealed": (lambda: enter(dealt(2, TEN), "P2 place large FL"), 1, {"week": 1}),
    "placed": (three("2 OH, 1 MT, 1 MT"), 0, {"size": "medium", "state": "OH", "points": 2, "free": 2}),
    "removed": (
        lambda: place(small(2, "OH MT"), "1 OH, 1 MT; 1 OH, 1 MT; 1 OH, 1 MT; 3 OH, 2 MT"),
        0,
        {"size": "large", "state": "OH"},
    ),
    "led": (
        three("1 MT, 3 OH, 1 OH", holders="P1 OH, P1 MT"),
        1,
        {"state": "OH", "from": "P1", "points": 3, "next": 1},
    ),
    "aside": (three("1 OH, 3 OH, 3 OH"), 0, {"state": "OH", "points": 1, "best": 3}),
    "kept": (three("1 OH, 3 OH, 3 OH", overtaken="keeps"), 0, {"state": "OH", "points": 1, "best": 3}),
    "week": (three("1 OH, 1 MT, 1 MT"), None, {"week": 2}),
    "count": (counted, None, {"count": 1, "majority": 13}),
    "counted": (counted, 0, {"electors": 9, "states": ["CO"], "count": 1}),
    "florida_void": (lambda: place(small(2, "FL MT", 1), "3 FL, 2 FL"), 0, {"points": 3, "next": 2}),
    "left": (counted, 1, {"electors": 6, "count": 1}),
    "inherited": (inherited, 0, {"state": "NV", "from": "P2", "points": 2, "next": 1}),
    "laid_aside": (counted, 1, {"state": "NV", "why": "tie", "points": 1}),
    "claimed": (counted, 2, {"state": "NV", "points": 1, "next": 0}),
    "unopposed": (counted, 2, {"state": "CO", "from": "P1"}),
    "elected": (counted, 2, {"electors": 25, "majority": 13, "count": 3}),
    "tied": (three("2 OH, 2 OH, 1 MT"), 0, {"state": "OH", "points": 2}),
    "level": (three("1 MT, 2 OH, 2 OH", holders="P1 MT"), None, {"state": "OH", "points": 2}),
    "would_leave": (forecast, None, {"out": ["P3"], "empty": ["CO"], "tied": [], "count": 1}),
    "would_get": (unclaimed, 0, {"states": ["WI"], "count": 1}),
    "would_win": (forecast, 1, {"out": ["P1", "P3"], "majority": 17}),
    "would_count": (forecast, 1, {"electors": 32, "count": 3}),
    "none_would_win": (lambda: place(small(2, "NV IA"), six_weeks("{0} NV, {0} IA")), None, {"counts": 1}),
    "florida_counts": (lambda: place(small(2, "FL MT"), "3 FL, 1 MT"), 0, {"electors": 29, "points": 3, "next": 0}),
    "florida_lapses": (
        lambda: place(small(2, "FL MT"), "3 FL, 1 MT; 1 MT, 2 FL"),
        0,
        {"electors": 29, "points": 3, "next": 2},
    ),
    "florida_would_count": (florida_begins, 0, {"electors": 29, "points": 3, "next": 0}),
    "florida_would_lapse": (florida_stays_close, 0, {"electors": 29, "points": 2, "next": 1}),
    "no_winner": (lambda: place(small(2, "NV IA", 1), "1 NV, 1 IA"), None, {"count": 1, "majority": 7}),
}


def test_every_event_has_an_example() -> None:
    """The examples name every event the game declares; a new one needs an example."""
    assert set(EXAMPLES) == {form.name for form in EVENTS.values()}
    assert set(EXAMPLES) == set(hustings.game("president").words["events"])


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_an_event_says_whose_it_is_and_with_what(name: str) -> None:
    """The first event of that name has exactly these arguments, and everybody sees it."""
    build, seat, arguments = EXAMPLES[name]
    table = build()
    assert told(table, name)[0] == (seat, arguments)
    for viewer in (None, *range(table.seats)):
        assert name in [event.event for event in table.events(seat=viewer)]


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_an_events_sentence_uses_only_what_the_event_says(name: str) -> None:
    """Each event has a sentence for people, whose blanks are its arguments and its seat."""
    sentence = hustings.game("president").words["events"][name]
    blanks = {field for _, field, _, _ in Formatter().parse(sentence) if field}
    _, seat, arguments = EXAMPLES[name]
    assert blanks <= set(arguments) | ({"seat"} if seat is not None else set())


def test_a_week_tells_its_story_in_order() -> None:
    """Who has chosen, as they choose; then all placements by seat, the cards that move, and the next week."""
    table = place(small(2, "OH MT NV", holders="P1 OH"), "1 MT, 1 OH")
    assert story(table) == ["sealed", "sealed", "placed", "placed", "led", "led", "week"]
    assert [event.entry for event in table.events()] == [1, 2, 2, 2, 2, 2, 2]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("led", "OH flips to Bo, 3-1."),
        ("aside", "Others tie at 3 in OH, ahead of Ann's 1, so nobody holds it."),
        ("tied", "OH is tied at 2, so Ann keeps it."),
        ("counted", "Ann has 9 electors: CO."),
        ("laid_aside", "NV is unclaimed: the players left tie for the most points."),
        ("inherited", "NV passes to Ann, 2-1 among the players left."),
    ],
)
def test_sentences_read_well(name: str, sentence: str) -> None:
    """As a terminal shows them, with names for labels."""
    table = EXAMPLES[name][0]()
    words = table.game.words
    said = Sentences(words, ["Ann", "Bo", "Cy"], words["event_words"])
    assert said.of(next(event for event in table.events() if event.event == name)) == sentence


def test_a_player_without_electors_is_told_of_without_states() -> None:
    """No list, no gap."""
    table = place(small(2, "FL MT", 1), "3 FL, 2 FL")
    said = Sentences(table.game.words, ["Ann", "Bo"])
    sentences = [said.of(event) for event in table.events() if event.event == "counted"]
    assert sentences[0] == "Ann has 0 electors."


def test_a_forecast_changes_nothing() -> None:
    """Weeks 7 to 12 begin with one, and the count agrees when nothing has changed since."""
    table = forecast()
    view = table.view(None)
    assert view["finished"] == 0
    assert view["remaining"] == [1, 1, 1]
    assert view["electors"] == [0, 0, 0]
    assert [view["holder"][state] for state in ("WI", "VA", "CO")] == ["P1", "P2", "P3"]
    place(table, "2 WI, 2 VA, 2 CO; 2 WI, 2 VA, 2 CO; " + "; ".join(["3 WI, 3 VA, 3 CO"] * 4))
    assert [seat for seat, _ in told(table, "would_win")] == [1] * 6
    assert table.result is not None
    assert table.result.winners == (1,)


def test_a_forecast_names_the_states_that_go_to_nobody() -> None:
    """A state in which no player left has a point is named apart from one in which they tie."""
    said = told(unclaimed(), "would_leave")[0][1]
    assert said == {"out": ["P3"], "empty": ["NV", "IA"], "tied": [], "count": 1}


def test_from_week_7_on_a_choice_says_whom_a_count_would_elect_then() -> None:
    """With the electors of the last count, as if no one else chose; a look at it changes nothing."""
    table = florida_begins()
    view = table.view(None)
    own = table.previews(table.legal(2))
    assert own["P3 place small NC"] == {"wasted": 1, "elects": 0, "total": 47, "next_total": 20}
    assert own["P3 place large FL"] == {"takes": 2, "counts": 2, "elects": 2, "total": 44, "next_total": 20}
    assert table.view(None) == view
    all_out = place(small(2, "NV IA"), six_weeks("{0} NV, {0} IA"))
    assert all_out.previews(all_out.legal(0))["P1 place medium NV"] == {"wasted": 1, "nobody": 1}


@pytest.mark.parametrize(("choice", "total"), [("P1 place large CO", 19), ("P1 place large WI", 32)])
def test_the_count_after_a_choice_is_the_next_forecast_if_the_others_waste_theirs(choice: str, total: int) -> None:
    table = forecast()
    found = table.previews(table.legal(0))[choice]
    place(table, f"3 {choice[-2:]}, 2 VA, 2 CO")
    seat, _ = told(table, "would_win")[-1]
    assert (seat, total) == (found["elects"], found["total"])
    assert total in [args["electors"] for each, args in told(table, "would_count") if each == seat]


def test_a_forecast_does_not_list_what_the_last_player_gets() -> None:
    """P1 drops out, and P2, who is left alone, gets Ohio by one point: the forecast says that P2 would win."""
    weeks = "3 OH, 1 OH; 3 OH, 3 PA; 2 OH, 3 PA; 2 OH, 2 PA; 2 OH, 2 PA; 1 OH, 2 PA"
    table = place(small(2, "OH PA NC", holders="P1 OH, P2 PA"), weeks)
    assert [said["out"] for _, said in told(table, "would_leave")] == [["P1"]]
    assert [seat for seat, _ in told(table, "would_win")] == [1]
    assert told(table, "would_get") == []


def test_florida_that_goes_to_nobody_lapses_for_nobody() -> None:
    """P1 held it without the lead that it needs, so nothing is lost when P2 and P3 tie ahead."""
    table = place(small(3, "FL MT", overtaken="aside"), "1 FL, 1 MT, 1 MT; 1 MT, 2 FL, 2 FL")
    assert table.view(None)["holder"]["FL"] is None
    assert [seat for seat, _ in told(table, "florida_lapses")] == [0]  # of the first week
