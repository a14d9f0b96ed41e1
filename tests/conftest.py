"""Fixtures of all tests: the contract suite's plugin, a home of their own, and loggers left alone."""

from __future__ import annotations

import logging
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from hustings.rooms import fair_deal
from tests.isolation import Watch, own_home

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
    r"test_image.py::test_its_steps_in_a_clean_folder_make_a_server",
    r"test_compose.py::test_its_commands_and_environment_make_a_table_for_many",
    r"test_class_doors.py::test_nothing_of_the_cards_is_told_before_the_last_table_is_over\[postgres",
    r"clubs/test_standings.py::test_joining_late_or_leaving.*\[(?!0\])",
    r"clubs/test_pairing.py::test_everybody_is_at_one_table.*\[(?!0\])",
    r"test_killed.py::test_fifty_kills",
    r"wasm/test_equal.py::test_.*\[(politics|mudslinger|whistle_stop)\]",
    r"wasm/test_equal.py::test_every_step.*\[combat\]",
    r"wasm/test_equal.py::test_bots_think_the_same",
    r"test_puzzles.py::test_a_puzzle_is_solved_again_with_another_key\[(?!1\])",
    r"test_soak.py::test_rooms_that_come_and_go",
    r"test_fleet.py::",
    r"test_rest_fuzz.py::",
    r"test_imagine_reaches_every_consistent_world_as_often_as_it_should\[(politics|mudslinger-any)",
    r"test_(earlier_copies_never_change|imagining_keeps_what_the_seat_sees)\[mudslinger-[56]",
    r"test_an_observation_says_what_the_view_says\[mudslinger-[56]",
    r"test_every_step_leaves_the_same_bytes\[mudslinger-[456]",
    r"test_every_corruption_is_caught\[combat",
)
#: the browser tests that `make test` runs: a journey for each kind of page. The others are for `make test-long`.
JOURNEYS = (
    r"test_whistle_stop.py::",
    r"test_access.py::test_(front_page_and_room_making|a_table_whose_server_is_gone)",
    r"test_after.py::test_(a_line_of_the_log_leads_to_its_point|the_deal_is_verified)",
    r"test_chat.py::test_what_looks_like_html",
    r"test_class.py::test_a_lesson_from_the_code_to_the_last_table",
    r"test_club.py::test_an_evening_of_sixteen",
    r"test_curtain.py::test_a_curtain_falls_between_two_hands\[keys",
    r"test_debrief.py::test_a_class_sees_its_votes",
    r"test_first_minute.py::test_a_first_game_is_explained",
    r"test_fit.py::",
    r"test_guard.py::",
    r"test_help.py::test_a_dimmed_card_says_why_not",
    r"test_hints.py::test_hints_are_shown",
    r"test_installed.py::test_without_a_server",
    r"test_keys.py::test_a_game_of_combat",
    r"test_language.py::test_the_front_page_speaks_spanish",
    r"test_longpoll.py::test_sockets_a_proxy_closes",
    r"test_lost_and_found.py::test_(offline_and_back|a_second_window)",
    r"test_mine.py::test_a_cleared_storage",
    r"test_night.py::test_the_night_runs_in_step",
    r"test_other_games.py::test_a_whole_game_of_(president\[clicks|politics\[keys)",
    r"test_other_games.py::test_any_game_can_be_played_by_its_list_of_moves\[mudslinger",
    r"test_pace.py::test_a_move_goes_back",
    r"test_premove.py::test_a_prepared_choice_is_sent",
    r"test_print.py::test_a_deck_is_printed_at_its_true_size\[politics",
    r"test_puzzles.py::test_from_the_front_page",
    r"test_review.py::test_from_a_finished_game",
    r"test_touch.py::test_a_card_is_dragged",
    r"test_whole_games.py::test_a_whole_game_(against_the_bot_by_clicks\[phone|by_keyboard_alone)",
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as slow the tests of LONG, and those in the browser that are not among JOURNEYS."""
    long, journeys = re.compile("|".join(LONG)), re.compile("|".join(JOURNEYS))
    for item in items:
        in_browser = item.get_closest_marker("browser") is not None
        if long.search(item.nodeid) or (in_browser and not journeys.search(item.nodeid)):
            item.add_marker(pytest.mark.slow)
    if [Path(arg).name for arg in config.args] == ["tests"]:  # all of them
        ids = [item.nodeid for item in items]
        stale = [pattern for pattern in (*LONG, *JOURNEYS) if not any(re.search(pattern, name) for name in ids)]
        if stale:
            raise pytest.UsageError(f"these patterns of {__file__} name no test: {stale}")


@pytest.fixture(scope="session", autouse=True)
def watch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    """A home in a temporary folder, for this process and those that it starts."""
    with own_home(tmp_path_factory.mktemp("home")) as watch:
        yield watch


@pytest.fixture(autouse=True)
def nothing_outside(watch: Watch) -> Iterator[None]:
    """A test that opens the user's rooms, or changes anything outside temporary folders, fails."""
    yield
    strays, watch.strays[:] = list(watch.strays), []
    assert strays == []


@pytest.fixture(autouse=True)
def deals_repeat(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rooms of this process deal the same cards whenever the same test runs."""
    secrets = SimpleNamespace(token_bytes=random.Random(request.node.name).randbytes)
    monkeypatch.setattr(fair_deal, "secrets", secrets)


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
