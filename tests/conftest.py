"""What all tests share: the contract suite's plugin, and loggers left alone."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Iterator

import pytest

pytest_plugins = ["hustings.testing.plugin"]

#: tests that `make test-long` runs and `make test` leaves out: long kills, soaks, fuzz, bounds checks, exhaustive
#: endgames, and the longest of several variants. Each is matched against the end of a test's id.
LONG = (
    r"test_match.py::test_a_match_stops_as_soon_as_it_is_sure_whoever_plays_it",
    r"test_match.py::test_equals_have_even_shares_deal_by_deal",
    r"test_workers.py::test_a_cluster_plays_the_same_games_and_a_killed_workers_again",
    r"test_study.py::test_(levels_are_steps|figures_are_the_same_from_any_number_of_workers)",
    r"bench/test_games.py::test_the_compiled_and_the_interpreted_games_are_the_same_ones\[mudslinger\]",
    r"test_bargaining.py::test_who_begs_and_swindles_gains_nothing",
    r"test_endgame.py::test_the_end_of_a_game_is_played_without_a_flaw",
    r"test_levels.py::test_a_whole_game_of_bots_is_legal_and_repeats\[(alderman|chair|boss).*mudslinger",
    r"test_openspiel_solutions.py::test_a_small_game_is_worth_what_openspiel_says",
    r"test_class_lesson.py::test_a_lesson_of_thirty_phones\[(mudslinger|politics|combat)\]",
    r"test_class_lesson.py::test_a_lesson_over_two_processes",
    r"test_motion.py::test_the_compositor_moves_things",
    r"test_motion.py::test_nothing_is_asked_while_something_moves_on_a_phone\[(mudslinger|combat|politics)\]",
    r"test_other_games.py::test_a_whole_game_of_mudslinger\[(clicks|keys)\]",
    r"test_pace.py::test_a_game_of_five_takes_few_clicks_and_little_time",
    r"test_killed.py::test_fifty_kills",
    r"test_soak.py::",
    r"test_fleet.py::",
    r"test_rest_fuzz.py::",
    r"test_imagine_reaches_every_consistent_world_as_often_as_it_should\[politics",
    r"test_(earlier_copies_never_change|imagining_keeps_what_the_seat_sees)\[mudslinger-[56]",
    r"test_an_observation_says_what_the_view_says\[mudslinger-[56]",
    r"test_every_step_leaves_the_same_bytes\[mudslinger-[456]",
    r"test_every_corruption_is_caught\[combat",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of LONG as slow."""
    found = re.compile("|".join(LONG))
    for item in items:
        if found.search(item.nodeid):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A test that starts a server in this process leaves our loggers as it found them."""
    logger = logging.getLogger("hustings")
    before = (logger.level, logger.propagate, list(logger.handlers))
    yield
    logger.setLevel(before[0])
    logger.propagate, logger.handlers = before[1], before[2]


@pytest.fixture(autouse=True)
def limits_as_before() -> Iterator[None]:
    """A soak or a fuzz that lifts a server's limits in this process leaves them as it found them."""
    module = sys.modules.get("hustings.rooms.rate_limits")
    kept = [(kind, dict(vars(kind))) for kind in (module.Guesses, module.RoomMaking)] if module else []
    yield
    for kind, before in kept:
        for name, value in before.items():
            if name.isupper():
                setattr(kind, name, value)
