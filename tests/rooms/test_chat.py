"""What people write to each other: off by default, from seats only, filtered, paced; in no game's log."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from hustings.rooms.broadcast.updates import Acknowledged, Refused, Remarks
from hustings.rooms.commands import changes
from hustings.rooms.commands.remarks import Say
from hustings.rooms.errors import NameRefusedError, NotAllowedError
from hustings.rooms.log import log_events
from hustings.rooms.log.log_events import Chair
from hustings.rooms.log.replaying import replay
from hustings.rooms.log.state import REMARKS_KEPT
from hustings.rooms.names import LONGEST_REMARK, REACTIONS, clean_remark
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.rooms.helpers import BOT, ME, Onlooker, expire_all, fresh_id, open_rooms, play_on, refused, run, two_friends

ON = RoomSettings(chat=True)


def heard(looker: Onlooker) -> list[tuple[str, str]]:
    """What a viewer was told that people wrote."""
    return [(remark.name, remark.text) for talk in looker.all(Remarks) for remark in talk.remarks]


async def turn(room: Room, token: str, on: bool) -> None:
    """Turn the chat on or off."""
    await room.change(token, lambda state: changes.chat(state, on))


def test_it_is_off_until_the_host_turns_it_on_and_only_he_can(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            hers, his, crowd = Onlooker(), Onlooker(), Onlooker()
            first = await room.attach(hers, ann)
            await room.attach(his, bo)
            spectator = await room.attach(crowd, None)
            assert not hers.snapshot.room.terms.chat
            assert "chat is off" in (await refused(room, first, Say(fresh_id(), "hello"))).text
            with pytest.raises(NotAllowedError):
                await turn(room, bo, True)
            await turn(room, ann, True)
            assert his.snapshot.room.terms.chat
            seq = room.state.seq
            await room.hear(first, Say("say-0001", "hello  you"))
            assert hers.last(Acknowledged).seq == room.state.seq == seq + 1
            await room.hear(first, Say("say-0001", "hello you"))  # said again after a broken line
            assert room.state.seq == seq + 1
            for looker in (hers, his, crowd):
                assert heard(looker) == [("Ann", "hello you")]
            assert "only players with a seat" in (await refused(room, spectator, Say(fresh_id(), "let me"))).text
            await turn(room, ann, False)
            late = Onlooker()
            await room.attach(late, None)
            assert heard(late) == []
            await turn(room, ann, True)
            assert list(room.state.remarks) == []

    run(work())


@pytest.mark.parametrize("allowed", [True, False])
def test_reactions_need_no_chat_but_the_rooms_leave(tmp_path: Path, allowed: bool) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], RoomSettings(reactions=allowed))
            watcher = await room.attach(Onlooker(), ann)
            if not allowed:
                assert "chat is off" in (await refused(room, watcher, Say(fresh_id(), REACTIONS[0]))).text
                return
            await room.hear(watcher, Say(fresh_id(), REACTIONS[0]))
            assert "chat is off" in (await refused(room, watcher, Say(fresh_id(), f"{REACTIONS[0]} hello"))).text
            await turn(room, ann, True)
            await room.hear(watcher, Say(fresh_id(), "hello"))
            await turn(room, ann, False)
        async with open_rooms(tmp_path) as rooms:
            room = await rooms.find(room.state.code)
            watcher = await room.attach(late := Onlooker(), ann)
            assert heard(late) == [("Ann", REACTIONS[0])]  # chat is off: only the reaction is shown
            for number in range(20):
                await room.hear(watcher, Say(f"say-{number:05}", REACTIONS[1]))
            assert late.last(Refused).kind == "flood"

    run(work())


def test_it_lies_in_the_rooms_log_and_in_no_games(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], ON)
            watcher = await room.attach(Onlooker(), ann)
            for number in range(3):
                await room.hear(watcher, Say(f"say-{number:05}", f"remark {number}"))
                await play_on(room, [watcher], 2)
            await play_on(room, [watcher])
            table = room.state.table
            assert table is not None
            assert "remark" not in json.dumps(await room.export())
            assert "remark" not in str(table.log) + str(table.events(seat=0))
            bodies = await rooms.context.store.read(room.state.code)
            assert sum('"what":"said"' in body for body in bodies) == 3
            again = replay(room.state.code, bodies)
            assert again.remarks == room.state.remarks
            assert again.answered == room.state.answered
        async with open_rooms(tmp_path) as rooms:
            found = await rooms.find(room.state.code)
            looker = Onlooker()
            await found.attach(looker, ann)
            assert heard(looker) == [("Ann", f"remark {number}") for number in range(3)]
            await expire_all(rooms.context.store)
            assert await rooms.context.store.read(room.state.code) == []

    run(work())


def test_only_the_last_remarks_are_kept_for_who_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Say, "pace", (1000, 1000))

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], ON)
            watcher = await room.attach(hers := Onlooker(), ann)
            for number in range(REMARKS_KEPT + 5):
                await room.hear(watcher, Say(f"say-{number:05}", str(number)))
            late = Onlooker()
            await room.attach(late, None)
            assert heard(late) == heard(hers)[-REMARKS_KEPT:]
            assert [remark.seq for talk in late.all(Remarks) for remark in talk.remarks] == sorted(
                remark.seq for remark in room.state.remarks
            )

    run(work())


def test_a_seat_that_writes_too_fast_is_refused_and_may_still_move(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], ON)
            watcher = await room.attach(hers := Onlooker(), ann)
            for number in range(20):
                await room.hear(watcher, Say(f"say-{number:05}", str(number)))
            assert 5 <= len(heard(hers)) <= 6
            assert hers.last(Refused).kind == "flood"
            assert await play_on(room, [watcher], 3) == 3

    run(work())


def test_who_was_kicked_writes_no_more_and_a_new_friend_is_no_echo_of_him(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            await turn(room, ann, True)
            watcher = await room.attach(Onlooker(), bo)
            await room.hear(watcher, Say("say-0001", "bye"))
            await room.change(ann, lambda state: changes.kick(state, 1))
            assert (
                "only players with a seat" in (await refused(room, watcher, Say("say-0002", "and another thing"))).text
            )
            await room.join("Cy", "cy's own token of 22")
            newer = await room.attach(cy := Onlooker(), "cy's own token of 22")
            await room.hear(newer, Say("say-0001", "hello"))  # the same id from another person is another command
            assert heard(cy) == [("Bo", "bye"), ("Cy", "hello")]

    run(work())


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("", "of 0 characters"),
        ("   ", "of 0 characters"),
        ("x" * (LONGEST_REMARK + 1), "1 to 200 are allowed"),
        ("a\x00b", "control characters"),
        ("turn \u202e it round", "control characters"),
        ("\u200b", "control characters"),
        ("e" + "\u0301" * 9, "stacks too many accents"),
        ("\u0301", "is blank"),
        ("\ud800", "control characters"),
    ],
)
def test_what_cannot_be_shown_is_refused_as_in_names(raw: str, why: str) -> None:
    with pytest.raises(NameRefusedError, match=why):
        clean_remark(raw)


def test_lines_become_one_and_signs_stay_as_they_are() -> None:
    assert clean_remark(" two\nlines\t and <b>signs</b> & more ") == "two lines and <b>signs</b> & more"
    assert clean_remark("x" * LONGEST_REMARK) == "x" * LONGEST_REMARK


def test_a_remark_is_written_and_read_again() -> None:
    said = log_events.Said(1, "naïve “quotes”", "say-0001")
    assert log_events.read(log_events.write(said)) == said
    assert log_events.read(
        '{"what":"agreed","terms":{"absent":"wait","clock":"off","seconds":60,"delayed":false,"games":0}}'
    )


def test_a_log_of_an_older_version_has_no_chat() -> None:
    made = log_events.Made("combat", {}, [Chair("person", "Ann", token="x"), Chair("open")], 0)
    body = json.loads(log_events.write(made))
    del body["terms"]["chat"]
    assert replay("BCDFGH", [json.dumps(body)]).settings == RoomSettings(chat=False)


def test_nothing_that_is_written_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "hustings")

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT], ON)
            watcher = await room.attach(Onlooker(), ann)
            await room.hear(watcher, Say("say-0001", "a secret between us"))
            assert "control characters" in (await refused(room, watcher, Say("say-0002", "a secret \x00"))).text

    run(work())
    assert caplog.records
    assert "a secret" not in caplog.text
