"""What the host may do, and what he may not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hustings import bots
from hustings.rooms.broadcast.updates import Presence, Refused, RematchInfo
from hustings.rooms.commands import changes
from hustings.rooms.commands.play import Play, Resign
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log.log_events import Chair
from hustings.rooms.log.replaying import replay
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import chair_name
from tests.rooms.helpers import (
    BOT,
    FRIEND,
    ME,
    Onlooker,
    fresh_id,
    move,
    open_rooms,
    play_again,
    play_on,
    run,
    two_friends,
    until,
)

Change = Callable[[RoomState], object]


def test_a_name_that_looks_like_anothers_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("president", {}, "Carol", [ME, FRIEND, FRIEND])
            with pytest.raises(RoomError, match="someone here is already called Carol"):
                await room.join("C\u0430rol", "a stranger's token")
            await room.join("Bob", "bob's token")
            with pytest.raises(RoomError, match="someone here is already called Bob"):
                await room.change(ann, lambda state: changes.rename(state, 0, "B0b"))
            with pytest.raises(RoomError, match="two seats cannot both be called"):
                await rooms.make("combat", {}, "Ann", [ME, Chair("device", "\u0410nn")])

    run(work())


def test_seats_are_filled_opened_and_exchanged_before_the_start(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            with pytest.raises(RoomError, match="seat 1 is open"):
                await room.start(ann)
            await room.change(ann, lambda state: changes.bot(state, 1, "random"))
            assert room.info().seats[1].name in [one.name for one in bots.characters("random")]
            await room.change(ann, lambda state: changes.open_seat(state, 1))
            await room.join("Bo", "bo's token")
            await room.change(ann, lambda state: changes.swap(state, 0, 1))
            assert [seat.name for seat in room.info().seats] == ["Bo", "Ann"]
            assert room.info().host == 1
            await room.change(ann, lambda state: changes.rename(state, 0, " Bob "))
            await room.change(ann, lambda state: changes.options(state, {"edition": "illustrated"}))
            await room.start(ann)
            snapshot = room.info()
            assert (snapshot.phase, snapshot.seats[0].name, snapshot.options["edition"]) == (
                "playing",
                "Bob",
                "illustrated",
            )
            assert snapshot.deal is not None
            assert snapshot.deal.secret is None

    run(work())


REFUSED_IN_PLAY: list[tuple[Change, str]] = [
    (lambda state: changes.options(state, {}), "before the start"),
    (lambda state: changes.open_seat(state, 1), "before the start"),
    (lambda state: changes.swap(state, 0, 1), "before the start"),
    (lambda state: changes.kick(state, 0), "host"),
    (lambda state: changes.kick(state, 9), "seats 0 to 1"),
    (lambda state: changes.bot(state, 1, "god"), "level 'god'"),
    (lambda state: changes.rename(state, 1, "Ann"), "called Ann"),
    (lambda state: changes.rename(state, 1, "\x07"), "control"),
    (lambda state: changes.join(state, "Cy", "token"), "taken"),
]


@pytest.mark.parametrize(("change", "words"), REFUSED_IN_PLAY, ids=range(len(REFUSED_IN_PLAY)))
def test_what_cannot_be_done_in_play_is_refused_in_a_sentence(tmp_path: Path, change: Change, words: str) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, _ = await two_friends(rooms)
            with pytest.raises(RoomError, match=words):
                change(room.state)

    run(work())


def test_only_the_host_may(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, bo = await two_friends(rooms)
            for token in (bo, "nobody's", ""):
                with pytest.raises(NotAllowedError):
                    await room.change(token, lambda state: changes.lock(state, True))
            with pytest.raises(NotAllowedError):
                await room.rematch("nobody's")
            assert not room.state.locked

    run(work())


def test_a_locked_room_takes_nobody_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            await room.change(ann, lambda state: changes.lock(state, True))
            with pytest.raises(RoomError, match="locked"):
                await room.join("Bo", "token")
            await room.change(ann, lambda state: changes.lock(state, False))
            assert await room.join("Bo", "token") == 1

    run(work())


def test_a_paused_game_waits_people_and_bots_alike(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, BOT])
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            with pytest.raises(RoomError, match="already"):
                await room.start(ann)
            await room.change(ann, lambda state: changes.pause(state, True))
            assert looker.snapshot.legal == ()
            await room.hear(watcher, Play(fresh_id(), 0, "P1 turn 1"))
            assert "paused" in looker.last(Refused).text
            await room.change(ann, lambda state: changes.pause(state, False))
            await play_on(room, [watcher])
            assert room.state.phase == "over"
            with pytest.raises(RoomError, match="no game"):
                await room.change(ann, lambda state: changes.pause(state, True))

    run(work())


def test_a_kicked_person_is_sent_away_and_somebody_else_plays_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            his, hers = Onlooker(), Onlooker()
            watchers = [await room.attach(hers, ann), await room.attach(his, bo)]
            await play_on(room, watchers, 3)
            await room.change(ann, lambda state: changes.kick(state, 1))
            assert his.ended == "removed"
            with pytest.raises(NotAllowedError):
                await room.attach(Onlooker(), bo)
            assert hers.snapshot.room.seats[1].kind == "open"
            await room.join("Cy", "cy's token")
            third = await room.attach(Onlooker(), "cy's token")
            await play_on(room, [watchers[0], third])
            assert room.state.phase == "over"

    run(work())


def test_a_bot_stands_in_for_who_is_away_until_he_is_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            hers = Onlooker()
            first = await room.attach(hers, ann)
            second = await room.attach(Onlooker(), bo)
            with pytest.raises(RoomError, match="Bo is here"):
                await room.change(ann, lambda state: changes.bot(state, 1, "thumb"))
            room.leave(second)
            await room.change(ann, lambda state: changes.bot(state, 1, "thumb"))
            seat = hers.snapshot.room.seats[1]
            assert (seat.name, seat.kind, seat.level) == ("Bo", "bot", "thumb")
            while not room.state.decisions[1]:  # a wild card may leave Ann alone to move for a while
                assert await play_on(room, [first], 1) == 1
            back = Onlooker()
            second = await room.attach(back, bo)
            assert back.snapshot.room.seats[1].kind == "person"
            await play_on(room, [first, second])
            assert room.state.phase == "over"

    run(work())


def test_a_rematch_starts_once_everybody_who_is_here_agrees(tmp_path: Path) -> None:
    """Each player may ask for it; spectators, bots and people who left are not waited for."""

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("president", {}, "Ann", [ME, FRIEND, FRIEND, BOT])
            bo, cy = "bo's own token of 22", "cy's own token of 22"
            await room.join("Bo", bo)
            await room.join("Cy", cy)
            await room.start(ann)
            hers = Onlooker()
            watchers = [await room.attach(hers, ann), *[await room.attach(Onlooker(), token) for token in (bo, cy)]]
            await room.attach(Onlooker(), None)
            await play_on(room, watchers)
            assert room.info().rematch is None
            await room.rematch(bo)
            assert room.state.phase == "over"
            assert hers.last(Presence).room.rematch == RematchInfo([1], [0, 2])
            await room.rematch(ann)
            await room.rematch(bo, agree=False)
            assert hers.last(Presence).room.rematch == RematchInfo([0], [1, 2])
            await room.rematch(bo)
            await room.rematch(ann, agree=False)
            room.leave(watchers[2])
            assert (room.state.phase, room.state.games) == ("over", 1)  # a page that is loaded again goes and comes
            await room.rematch(ann)
            assert (room.state.phase, room.state.games, room.info().rematch) == ("playing", 2, None)

    run(work())


def test_who_gave_up_is_asked_about_a_rematch_too(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
            await room.hear(watchers[1], Resign(fresh_id(), True))
            await play_on(room, watchers[:1])
            await until(lambda: room.state.phase == "over")
            await room.rematch(ann)
            assert room.info().rematch == RematchInfo([0], [1])
            await room.rematch(bo)
            assert room.state.games == 2

    run(work())


def test_a_rematch_keeps_the_people_and_moves_the_deal(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            hers, his = Onlooker(), Onlooker()
            watchers = [await room.attach(hers, ann), await room.attach(his, bo)]
            with pytest.raises(RoomError, match="not over"):
                await room.rematch(ann)
            with pytest.raises(RoomError, match="after its end"):
                await room.export()
            await play_on(room, watchers)
            first = hers.snapshot.room
            assert first.deal is not None
            assert first.deal.secret is not None
            decision = hers.snapshot.decision
            assert decision is not None
            await play_again(room, ann, bo)
            second = hers.snapshot.room
            assert [(seat.name, seat.chair) for seat in second.seats] == [("Bo", 1), ("Ann", 0)]
            assert second.deal is not None
            assert (second.host, second.phase, second.deal.secret) == (1, "playing", None)
            assert second.deal.commitment != first.deal.commitment
            assert (hers.snapshot.seat, his.snapshot.seat) == (1, 0)
            assert hers.snapshot.events == []
            assert hers.snapshot.decision == decision
            await room.hear(watchers[1], Play(fresh_id(), 0, "P1 turn 1"))
            assert his.last(Refused).kind == "stale"
            await play_on(room, watchers)
            assert (await room.export())["seats"] == ["Bo", "Ann"]
            await room.change(ann, lambda state: changes.kick(state, 0))
            with pytest.raises(RoomError, match="seat 0 is open"):
                await room.rematch(ann)
        async with open_rooms(tmp_path) as rooms:
            again = await rooms.find(room.state.code)
            assert again.state.order == room.state.order
            assert again.state.decisions == room.state.decisions
            assert again.info().deal == room.info().deal
            assert again.info().series == room.info().series
            assert [seat.chair for seat in again.info().seats] == [1, 0]

    run(work())


def test_two_people_on_one_device_are_shown_the_seat_that_must_move(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, Chair("device", "Bo")])
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            seats = set()
            while room.state.phase == "playing":
                snapshot = looker.snapshot
                assert snapshot.seat in snapshot.owes
                assert {move.seat for move in snapshot.legal} == {snapshot.seat}
                seats.add(snapshot.seat)
                await play_on(room, [watcher], 1)
            assert seats == {0, 1}
            await until(lambda: bool(looker.all(Presence)))
            assert [seat.kind for seat in looker.last(Presence).room.seats] == ["person", "device"]
            assert all(seat.connected for seat in looker.last(Presence).room.seats)

    run(work())


def test_a_device_stays_with_who_had_it_last_while_others_must_move(tmp_path: Path) -> None:
    """Who may move unasked is no reason to show his cards to whoever holds the device."""

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("mudslinger", {}, "Ann", [ME, Chair("device", "Bo"), FRIEND])
            await room.join("Cy", "cy's own token of 22")
            await room.start(ann)
            device = await room.attach(Onlooker(), ann)
            other = await room.attach(Onlooker(), "cy's own token of 22")
            last, kept = device.seat, 0
            for _ in range(80):
                assert room.state.table is not None
                asked = sorted(room.state.table.owes & {0, 1})
                last = asked[0] if asked else last
                kept += bool(not asked and last == 1 and 0 in room.state.table.may)
                assert device.seat == last
                await move(room, device if asked else other)
            assert kept > 0

    run(work())


def test_bots_of_one_level_are_told_apart_by_numbers() -> None:
    bot = Chair("bot", level="thumb")
    told_apart = changes.distinct([Chair("person", "Ward captain"), bot, bot])
    assert [(chair.name, chair.number) for chair in told_apart] == [("Ward captain", None), ("", 2), ("", 3)]
    assert [chair_name(chair) for chair in told_apart] == ["Ward captain", "Ward captain 2", "Ward captain 3"]
    told_apart = changes.distinct([bot, Chair("bot", "Robot", "thumb"), bot])
    assert [chair_name(chair) for chair in told_apart] == ["Ward captain", "Robot", "Ward captain 2"]
    assert changes.distinct(told_apart) == told_apart
    with pytest.raises(RoomError, match="two seats cannot both be called ANN"):
        changes.distinct([Chair("person", "Ann"), Chair("device", "ANN")])


def test_a_bots_seat_is_told_as_data_until_a_person_renames_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("president", {}, "Ann", [ME, BOT, BOT])
            seats = room.info().seats
            told = [(seat.level, seat.title, seat.number, seat.renamed) for seat in seats[1:]]
            assert told == [("thumb", "Ward captain", None, False)] * 2
            assert [bots.CHARACTERS[str(seat.character)].name for seat in seats[1:]] == [
                seat.name for seat in seats[1:]
            ]
            await room.change(ann, lambda state: changes.rename(state, 2, "Robot"))
            seat = room.info().seats[2]
            assert (seat.name, seat.level, seat.number, seat.renamed) == ("Robot", "thumb", None, True)
            assert seat.character is None

    run(work())


def test_a_log_that_has_bots_names_is_read() -> None:
    """As they were written before bots were told apart by numbers."""
    old = [{"kind": "person", "name": "Ann", "level": None, "token": "x", "stand_in": None, "forfeited": False}]
    old += [{**old[0], "kind": "bot", "name": "Ward captain 2", "level": "thumb", "token": None}]
    made = json.dumps({"what": "made", "game": "combat", "options": {}, "chairs": old, "host": 0, "terms": {}})
    state = replay("BCDFGH", [made])
    assert [chair_name(chair) for chair in state.chairs] == ["Ann", "Ward captain 2"]
