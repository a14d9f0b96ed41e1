"""Who the bots of a room are: different people at a table, the same ones wherever and whenever its log is read."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from hustings import bots
from hustings.bots.characters import temperament_of
from hustings.bots.levels import choose_in_view
from hustings.engine.errors import SavedGameError
from hustings.engine.installed import rulebook
from hustings.engine.record import Row
from hustings.rooms.automation import turns
from hustings.rooms.automation.bot_pool import BotPool, Choice
from hustings.rooms.commands import changes
from hustings.rooms.errors import RoomError
from hustings.rooms.log import log_events
from hustings.rooms.log.checks import checked
from hustings.rooms.log.log_events import Chair
from hustings.rooms.log.replaying import replay
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import chair_name, clean_name, look_alike
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import BOT, FRIEND, ME, open_rooms, run, until

HOST = Chair("person", "Ann", token="0" * 64)


def made(code: str, bots_there: int, host: Chair = HOST, level: str = "thumb") -> log_events.Made:
    """A new room of Mudslinger with so many bots."""
    return changes.make("mudslinger", {}, [host, *[Chair("bot", level=level)] * bots_there], RoomSettings(), code)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_every_level_has_people_enough_for_the_largest_table(level: str) -> None:
    people = bots.characters(level)
    assert len(people) >= 5
    assert all(one.level == level and one.manner.endswith(".") for one in people)


def test_all_names_fit_a_seat_and_none_is_like_another() -> None:
    names = [one.name for one in bots.CHARACTERS.values()]
    assert all(clean_name(name) == name for name in names)
    assert not [pair for pair in combinations(names, 2) if look_alike(*pair)]
    titles = [level.title for level in bots.LEVELS.values()]
    assert not [name for name in names if any(look_alike(name, title) for title in titles)]


@pytest.mark.parametrize("level", bots.LEVELS)
def test_five_bots_of_one_level_are_five_people(level: str) -> None:
    chairs = made("BCDFGH", 5, level=level).chairs
    assert len({chair.character for chair in chairs[1:]}) == 5
    assert {bots.CHARACTERS[str(chair.character)].level for chair in chairs[1:]} == {level}
    assert not any(chair.name or chair.number for chair in chairs[1:])


def test_the_rooms_code_alone_says_who_comes() -> None:
    assert made("BCDFGH", 3) == made("BCDFGH", 3)
    met = {made(f"BCDFG{letter}", 2).chairs[1].character for letter in "BCDFGHJKLMNPQRSTVWXZ"}
    assert len(met) == 5  # all of the level, over twenty rooms


def test_nobody_is_called_as_a_person_there_is() -> None:
    names = [one.name for one in bots.characters("thumb")]
    for name in names:
        chairs = made("BCDFGH", 4, replace(HOST, name=name.upper())).chairs
        assert sorted(chair_name(chair) for chair in chairs[1:]) == sorted({*names} - {name})


def test_where_all_of_a_level_sit_the_next_bot_goes_by_its_title(tmp_path: Path) -> None:
    name = bots.characters("thumb")[2].name
    names = [chair_name(chair) for chair in made("BCDFGH", 5, replace(HOST, name=name)).chairs]
    assert len({*names}) == 6
    assert names[-1] == "Ward captain"


def test_the_same_people_sit_there_after_a_restart_and_in_another_process(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("president", {}, "Ann", [ME, BOT, BOT, FRIEND])
            await room.change(ann, lambda state: changes.fill(state, "boss"))
            code, before = room.state.code, [(seat.name, seat.character) for seat in room.info().seats]
            assert len({*before}) == 4
            assert {seat.title for seat in room.info().seats} == {None, "Ward captain", "Party boss"}
            async with open_rooms(tmp_path) as others:
                found = await others.find(code)
                assert [(seat.name, seat.character) for seat in found.info().seats] == before
        async with open_rooms(tmp_path) as rooms:
            room = await rooms.find(code)
            assert [(seat.name, seat.character) for seat in room.info().seats] == before

    run(work())


def test_seating_a_bot_again_brings_somebody_else_and_leaves_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("president", {}, "Ann", [ME, BOT, FRIEND])
            first, met = room.info().seats[1], set[str | None]()
            for _ in range(3):
                await room.change(ann, lambda state: changes.bot(state, 2, "thumb"))
                now = room.info().seats
                assert now[1].character == first.character != now[2].character
                assert now[2].character not in met or len(met) > 1
                met.add(now[2].character)
            assert len(met) == 2  # the two first of the level there, by turns
            with pytest.raises(RoomError, match="already called"):
                await room.change(ann, lambda state: changes.rename(state, 0, first.name))

    run(work())


def test_a_room_of_before_there_were_characters_is_read_and_takes_new_ones() -> None:
    old: dict[str, Any] = {
        "kind": "bot",
        "name": "",
        "level": "thumb",
        "token": None,
        "stand_in": None,
        "forfeited": False,
    }
    chairs = [asdict(HOST), old, {**old, "number": 2}, {**old, "kind": "open", "level": None}]
    state = replay(
        "BCDFGH",
        [json.dumps({"what": "made", "game": "president", "options": {}, "chairs": chairs, "host": 0, "terms": {}})],
    )
    assert [chair_name(chair) for chair in state.chairs] == ["Ann", "Ward captain", "Ward captain 2", ""]
    for record in changes.fill(state, "thumb"):
        state.apply(record)
    assert chair_name(state.chairs[3]) in [one.name for one in bots.characters("thumb")]
    assert [chair_name(chair) for chair in state.chairs[:3]] == ["Ann", "Ward captain", "Ward captain 2"]


@pytest.mark.parametrize(
    "change", [{"character": "nobody"}, {"character": "augusta"}, {"number": 2}, {"name": "Robot"}], ids=str
)
def test_a_file_cannot_seat_a_character_that_is_none_of_the_level(change: dict[str, Any]) -> None:
    record = made("BCDFGH", 2)
    assert isinstance(checked("BCDFGH", [json.loads(log_events.write(record))])[0], log_events.Made)
    wrong = replace(record, chairs=[*record.chairs[:2], replace(record.chairs[2], **change)])
    with pytest.raises(SavedGameError):
        checked("BCDFGH", [json.loads(log_events.write(wrong))])


def test_a_name_people_gave_a_bot_stays(tmp_path: Path) -> None:
    state = RoomState("BCDFGH", made("BCDFGH", 2))
    for record in changes.rename(state, 1, "Robot"):
        state.apply(record)
    assert (state.chairs[1].name, state.chairs[1].character) == ("Robot", None)
    assert isinstance(replay("BCDFGH", [log_events.write(made("BCDFGH", 2))]).chairs[1].character, str)


def test_a_room_tells_its_bots_what_their_characters_are_like_to_deal_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the character in the bot's chair, as the room's log has it."""
    asked: list[tuple[bool, str]] = []

    async def noted(
        self: BotPool, game: str, view: Row, seat: int, level: str, stands_in: bool, temperament: str, room: str
    ) -> Choice:
        asked.append((stands_in, temperament))
        return Choice(str(choose_in_view(rulebook(game), view, seat, "thumb")))

    monkeypatch.setattr(BotPool, "choose", noted)
    monkeypatch.setattr(turns, "temperament_of", lambda key: f"that of {key}")

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _ = await rooms.make("combat", {}, "Ann", [BOT, ME])
            await until(lambda: bool(asked))
            assert asked[0] == (False, f"that of {room.state.chairs[0].character}")
            assert room.state.chairs[0].character in bots.CHARACTERS

    run(work())


def test_only_two_break_their_word_and_their_manner_says_so() -> None:
    opportunists = {one.key: one for one in bots.CHARACTERS.values() if one.temperament != "steady"}
    assert opportunists.keys() == {"nadia", "viktor"}
    assert all("promise" in one.manner for one in opportunists.values())
    assert temperament_of("viktor") == "opportunist"
    assert temperament_of(None) == temperament_of("nobody here") == "steady"
