"""UP-3 and UP-4: sealed choices, twelve weeks, three pyramids in a state."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from hustings.engine.kernels import verbs
from hustings.games.president.record import CODES, SIZE_NAMES
from tests.rules.president.tables import SIZE_OF, campaign, dealt, holder, place, points, small, standing, stock
from tests.rules.tables import moves_of, refused, story, told

TEN = "FL MT PA OH NV IA CO WI VA NC"
NINE = "FL MT PA OH NV IA CO WI VA"


def test_UP_3_a_choice_is_a_size_he_still_has_and_a_state() -> None:
    """Three sizes times eleven states, without the small ones once all four are placed; there is no pass."""
    table = dealt(2, TEN)
    assert moves_of(table, "P1") == sorted(f"place {size} {code}" for size in SIZE_NAMES for code in CODES)
    place(table, "1 MT, 3 MT; 1 NV, 2 MT; 1 IA, 1 MT; 1 CO, 1 NV")
    assert stock(table, 0) == [0, 4, 4]
    assert moves_of(table, "P1") == sorted(f"place {size} {code}" for size in ("medium", "large") for code in CODES)
    assert len(moves_of(table, "P2")) == 33
    reason = refused(table, "P1 place small FL")
    assert reason.clause == "UP-3"
    assert "0 small, 4 medium, 4 large" in reason.text


def test_UP_3_nothing_is_placed_until_the_last_has_chosen() -> None:
    """Stock, map, cards and week stay as they are; then all of it changes at once."""
    table = dealt(3, NINE)
    before = table.view(None)
    table.play("P2 place large FL")
    table.play("P3 place small FL")
    waiting = table.view(None)
    assert waiting.pop("sealed") == [0, 1, 1]
    assert before.pop("sealed") == [0, 0, 0]
    assert waiting == before
    table.play("P1 place medium FL")
    assert points(table, "FL") == [2, 3, 1]
    assert [stock(table, seat) for seat in range(3)] == [[4, 3, 4], [4, 4, 3], [3, 4, 4]]
    assert holder(table, "FL") == "P2"
    assert table.view(None)["week"] == 2


def test_UP_3_that_a_player_has_chosen_is_seen_and_what_is_not() -> None:
    """The mark and its event are for all; the choice shows in his own view only, in no event and in no legal list."""
    table = dealt(3, NINE)
    free = [moves_of(table, "P2"), moves_of(table, "P3")]
    table.play("P1 place large FL")
    assert told(table, "sealed") == [(0, {"week": 1})]
    assert table.view(0)["choice"] == ["large FL", None, None]
    for viewer in (None, 1, 2):
        view = table.view(viewer)
        assert view["sealed"] == [1, 0, 0]
        assert view["choice"] == [None, None, None]
        events = [event.as_dict() for event in table.events(seat=viewer)]
        assert "large" not in json.dumps(events)
    assert [moves_of(table, "P2"), moves_of(table, "P3")] == free


def test_UP_3_views_are_the_same_whatever_was_sealed() -> None:
    """A fourth pyramid, or the only one of its size: the others see the same bytes."""
    views = set()
    for choice in ("small MT", "large FL", "medium PA"):
        table = place(dealt(2, TEN), "1 MT, 3 NV; 1 MT, 3 IA; 1 MT, 3 CO")
        table.play(f"P1 place {choice}")
        views.add((table.view_row(1).tobytes(), table.view_row(None).tobytes()))
    assert len(views) == 1


def test_UP_3_a_sealed_choice_stands() -> None:
    """No second choice in the same week, neither another nor the same."""
    table = dealt(2, TEN)
    table.play("P1 place large FL")
    assert table.owes == {1}
    assert table.legal(0) == ()
    for again in ("P1 place large FL", "P1 place small MT"):
        reason = refused(table, again)
        assert reason.clause == "UP-3"
        assert "P1 has already chosen for week 1 of 12" in reason.text


def test_UP_3_the_order_of_choosing_does_not_matter() -> None:
    """Six orders of the same three choices end in the same record."""
    ends = set()
    for order in permutations(["P1 place large FL", "P2 place large FL", "P3 place small MT"]):
        table = dealt(3, NINE)
        for move in order:
            table.play(move)
        ends.add(table._row.tobytes())
    assert len(ends) == 1


def test_UP_3_twelve_weeks_one_pyramid_each_and_the_week_stays_the_last() -> None:
    """The week counts up to 12; with the last placement the electors are counted, and nobody owes anything more."""
    table = dealt(2, TEN)
    plans = ["1 MT", "1 MT", "1 MT", "1 NV", "2 NV", "2 NV", "2 IA", "2 IA", "3 IA", "3 CO", "3 CO", "3 CO"]
    for number, mine in enumerate(plans, 1):
        assert table.view(None)["week"] == number
        assert table.owes == {0, 1}
        place(table, f"{mine}, {mine}")
    assert table.over
    assert table.view(None)["week"] == 12
    assert stock(table, 0) == stock(table, 1) == [0, 0, 0]
    assert table.owes == frozenset()
    assert table.legal(0) == ()
    assert [args["week"] for _, args in told(table, "week")] == list(range(2, 13))


def test_UP_3_everybody_must_place_even_when_he_would_rather_not() -> None:
    """Whoever has not chosen owes, and the week waits for him."""
    table = dealt(3, NINE)
    for _ in range(2):
        table.play("P1 place small MT")
        table.play("P3 place small MT")
        assert table.owes == {1}
        table.play("P2 place small NV")
    assert table.view(None)["week"] == 3


def test_UP_3_states_out_of_a_small_game_cannot_be_chosen() -> None:
    """In a game of two states the other nine are refused."""
    table = small(2, "FL MT")
    assert {move.split()[2] for move in moves_of(table, "P1")} == {"FL", "MT"}
    reason = refused(table, "P1 place small OH")
    assert reason.clause == "UP-1"
    assert "MT, FL" in reason.text


@pytest.mark.parametrize("sizes", ["111", "123", "333", "221"])
def test_UP_4_a_fourth_pyramid_is_removed_whatever_the_sizes(sizes: str) -> None:
    """Three stand; the fourth is a legal move, leaves stock and game, and brings no points."""
    table = dealt(2, TEN)
    for size, state in zip(sizes, ("MT", "NV", "IA"), strict=True):
        place(table, f"{size} OH, 1 {state}")
    assert points(table, "OH") == [sum(map(int, sizes)), 0]
    assert table.view(None)["removed"] == [0, 0]
    for size in "123":
        assert f"place {SIZE_OF[size]} OH" in moves_of(table, "P1")
    place(table, "3 OH, 1 CO")
    assert points(table, "OH") == [sum(map(int, sizes)), 0]
    assert standing(table, 0, "OH") == 3
    assert sum(stock(table, 0)) == 8
    assert table.view(None)["removed"] == [1, 0]


def test_UP_4_the_removal_is_told_with_size_and_state() -> None:
    """Who, which size, where; the placement of the same week is told beside it."""
    table = place(dealt(2, TEN), "1 OH, 1 MT; 1 OH, 1 NV; 1 OH, 1 IA")
    log = len(table.log)
    place(table, "3 OH, 3 PA")
    assert story(table, log) == ["sealed", "sealed", "removed", "placed", "led", "week"]
    assert told(table, "removed") == [(0, {"size": "large", "state": "OH"})]
    assert table.view(None)["removed"] == [1, 0]
    assert stock(table, 0) == [1, 4, 3]


def test_UP_4_a_fourth_pyramid_changes_no_lead() -> None:
    """It would have been worth three points and the card; removed, it leaves the card where it was."""
    table = place(dealt(2, TEN), "1 OH, 3 OH; 1 OH, 3 OH; 1 OH, 3 MT; 3 OH, 3 NV")
    assert points(table, "OH") == [3, 6]
    assert holder(table, "OH") == "P2"


def test_UP_4_the_limit_is_each_players_own() -> None:
    """Two players may have three each in the same state."""
    table = place(dealt(2, TEN), "1 OH, 3 OH; 1 OH, 3 OH; 1 OH, 3 OH")
    assert [standing(table, seat, "OH") for seat in range(2)] == [3, 3]
    assert told(table, "removed") == []


def test_UP_4_removed_pyramids_never_come_back() -> None:
    """A whole campaign of one state: three stand, nine are gone."""
    table = campaign(
        dealt(2, TEN), " ".join(["3OH"] * 4 + ["2OH"] * 4 + ["1OH"] * 4), "3FL " * 4 + "2FL " * 4 + "1FL " * 4
    )
    assert table.view(None)["removed"] == [9, 9]
    assert (points(table, "OH"), points(table, "FL")) == ([9, 0], [0, 9])
    assert [stock(table, seat) for seat in range(2)] == [[0, 0, 0], [0, 0, 0]]
    assert len(told(table, "removed")) == 18


def test_UP_4_placements_that_only_remove_are_one_choice_for_bots() -> None:
    """Of several full states the lowest stands for all, once for each size left."""
    table = place(dealt(2, TEN), "1 MT, 1 NV; 1 MT, 1 NV; 1 MT, 1 NV; 3 NV, 1 IA; 3 NV, 2 IA; 3 NV, 3 IA")
    out = table.game.book.buffers().actions
    count = verbs.choices(table._row, 0, out)
    texts = [table.game.book.write_move(table._row, int(action)) for action in out[:count]]
    full = [text for text in texts if text.endswith((" MT", " NV"))]
    assert full == [f"place {SIZE_OF[size]} MT" for size in "123"]
    assert len(texts) == 3 * 9 + 3
    assert len(table.legal(0)) == 33
