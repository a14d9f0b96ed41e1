"""The daily ballot: the same choices give the same game, and a saved one that was changed is refused."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from hustings import daily
from hustings.bots import LEVELS
from hustings.daily import ballots
from hustings.daily.playing import save
from hustings.engine.errors import OptionError, SavedGameError
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.messages import words_of
from hustings.engine.table import Table
from tests.words import assert_filled, made

WORDS = words_of("hustings.daily")
SOURCES = sorted(Path(ballots.__file__).parent.rglob("*.py"))
KEY = re.compile(r"daily\.[a-z_]+")
HARD_WEEK = (1, 7, 14)  # a ballot of each kind


def played(number: int, chance: int = 0) -> tuple[daily.Ballot, Table]:
    """A ballot whose person makes any move."""
    one = daily.ballot(number)
    table = daily.begin(one)
    while not table.over:
        legal = table.legal(daily.PERSON)
        daily.play(one, table, str(legal[draw(chance, 5, len(table.log)) % len(legal)]))
    return one, table


def test_each_date_has_its_number() -> None:
    day = date(2026, 7, 27)
    for number in range(1, 800):
        assert daily.number_on(day) == number
        assert daily.date_of(number) == day
        day += timedelta(days=1)


def test_the_person_plays_president_for_three_on_six_days_of_seven() -> None:
    for number in range(1, 29):
        one = daily.ballot(number)
        kind = (one.game, one.seats)
        seventh = {7: ("combat", 2), 0: ("president", 2)}.get(number % 14)
        assert kind == (seventh or ("president", 3))
        assert (daily.date_of(number).weekday() == 6) == (seventh is not None)


def test_an_epoch_keeps_its_key_and_its_opponents_answer_at_once() -> None:
    told = ballots.EPOCHS
    assert int(told["key"]) == key_of(told["seed"])
    assert [one["from"] for one in told["epochs"]] == sorted({one["from"] for one in told["epochs"]})
    for number in range(1, 60):
        one = daily.ballot(number)
        assert all(LEVELS[bot.level].quick and bot.temperament == "steady" for bot in one.bots)
        assert len({bot.key for bot in one.bots}) == one.seats - 1
        assert one.rules.options == one.options  # in full: a new option must not change it


def test_a_new_epoch_changes_no_past_ballot(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [daily.ballot(number) for number in range(1, 40)]
    later = {**ballots.EPOCHS["epochs"][0], "from": 40, "rotation": [1], "company": ["amos"]}
    monkeypatch.setitem(ballots.EPOCHS, "epochs", [*ballots.EPOCHS["epochs"], later])
    daily.ballot.cache_clear()
    assert [daily.ballot(number) for number in range(1, 40)] == before
    assert {daily.ballot(number).game for number in range(40, 60)} == {"combat"}
    daily.ballot.cache_clear()


def test_there_is_no_ballot_before_the_first() -> None:
    with pytest.raises(OptionError, match="there is no ballot 0; ballot 1 is that of 2026-07-27"):
        daily.ballot(0)


@pytest.mark.parametrize("number", HARD_WEEK)
def test_the_same_choices_give_the_same_game(number: int) -> None:
    one, table = played(number)
    assert played(number)[1].log == table.log
    assert played(number + 14)[1].log != table.log
    data = save(one, table, "Ann")
    assert data["seats"][1:] == [bot.name for bot in one.bots]
    again, there = daily.verify(json.loads(json.dumps(data)))
    assert (again, there.log) == (one, table.log)


def test_a_game_under_way_is_verified_as_well() -> None:
    one = daily.ballot(1)
    table = daily.begin(one)
    daily.play(one, table, str(table.legal(daily.PERSON)[0]))
    assert daily.verify(save(one, table, "Ann"))[1].log == table.log


@pytest.mark.parametrize("number", HARD_WEEK)
def test_every_changed_card_and_answer_is_refused(number: int) -> None:
    one, table = played(number)
    data = save(one, table, "Ann")
    others = played(number, chance=1)[1].log
    possible = []
    for at, entry in enumerate(data["log"]):
        swapped = next(other for other in (*others[at:], *others) if other[:2] == entry[:2] and other != entry)
        try:
            daily.verify({**data, "log": [*data["log"][:at], swapped, *data["log"][at + 1 :]]})
        except SavedGameError:
            continue
        possible.append(entry)
    assert all(entry.startswith("P1 ") for entry in possible)  # a choice without consequences may be another
    assert len(possible) < sum(entry.startswith("P1 ") for entry in data["log"]) / 3


def test_a_changed_move_answer_or_card_is_named() -> None:
    one = daily.ballot(7)
    data: dict[str, Any] = {**save(one, daily.begin(one), "Ann"), "result": {}}
    table = one.rules.start(seats=2, draw=one.chance)
    answered = 0
    while not table.over and answered < 3:
        move = daily.bot_move(one, table)
        legal = table.legal(min(table.owes))
        if move is not None and len(legal) > 1:
            wrong = next(str(other) for other in legal if str(other) != str(move))
            with pytest.raises(SavedGameError, match=f"'{wrong}'; the ballot gives '{move}'"):
                daily.verify({**data, "log": [*table.log, wrong]})
            answered += 1
        table.play(move or legal[0])
    assert answered == 3
    card = next(at for at, entry in enumerate(table.log) if entry.startswith("* "))
    held = {entry for entry in table.log if entry.startswith("* ")}
    other = next(f"* {code['code']}" for code in one.rules.cards() if f"* {code['code']}" not in held)
    with pytest.raises(SavedGameError, match=r"the ballot gives '\* "):
        daily.verify({**data, "log": [*table.log[:card], other]})


def test_another_game_or_seat_is_refused() -> None:
    one, table = played(14)
    data = save(one, table, "Ann")
    with pytest.raises(SavedGameError, match="this is no ballot"):
        daily.verify({**data, "daily": None})
    with pytest.raises(SavedGameError, match=r"ballot 1 is U\.S\. President with 3 seats"):
        daily.verify({**data, "daily": 1})
    with pytest.raises(SavedGameError, match=r"the ballot gives|only P1 had a move"):
        daily.verify({**data, "daily": 28})
    three = daily.ballot(1)
    assert sorted(daily.begin(three).owes) == [daily.PERSON]
    begun = three.rules.start(seats=3, draw=three.chance)
    early = str(begun.legal(daily.PERSON)[0])
    begun.play(early)
    with pytest.raises(SavedGameError, match=f"entry {len(begun.log)} is '{early}'; the ballot gives 'P2"):
        daily.verify({**save(three, begun, "Ann")})


def test_the_field_is_the_same_each_time_and_the_weakest_comes_first() -> None:
    found: list[tuple[int, int]] = []
    placings = daily.field(7, lambda done, total: found.append((done, total)))
    assert found == [(0, 3), (1, 3), (2, 3)]
    assert placings == daily.field(7)
    assert [one.title for one in placings] == ["Canvasser", "Ward captain", "Party boss"]
    assert all(0 <= one.share <= 1 and len(one.scores) == 2 for one in placings)


def test_every_text_has_its_use_and_its_facts() -> None:
    calls = list(made(SOURCES, KEY))
    assert {key for key, _ in calls} == set(WORDS)
    assert_filled(calls, WORDS)


@pytest.mark.parametrize(
    ("played", "today", "streak"),
    [
        (set(), 9, 0),
        ({9}, 9, 1),
        ({8}, 9, 1),
        ({7}, 9, 1),  # yesterday is forgiven, today may still be played
        ({6}, 9, 0),
        ({1, 2, 3, 4, 5}, 5, 5),
        ({1, 2, 4, 5}, 5, 4),
        ({1, 3, 5, 6}, 6, 3),
        ({1, *range(3, 9), *range(10, 12)}, 11, 9),
        ({1, *range(3, 8), *range(9, 12)}, 11, 8),
    ],
)
def test_one_missed_day_in_seven_is_forgiven(played: set[int], today: int, streak: int) -> None:
    assert daily.streak(played, today) == streak


@pytest.mark.parametrize(
    ("number", "digest"),
    [(1, "9190e5f10fded865"), (7, "786b40dc1eebcd99"), (14, "37065acf5a4d6bc3")],
)
def test_bots_answer_as_they_did(number: int, digest: str) -> None:
    # a failure means that the bots answer past ballots anew: say so in the changelog, then change the digest
    assert hashlib.sha256("\n".join(played(number)[1].log).encode()).hexdigest()[:16] == digest
