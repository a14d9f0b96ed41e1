"""How a table is run: people who stay away, the clock, spectators a move behind, series, another host, seats' codes."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hustings.rooms import room
from hustings.rooms.automation import bot_pool
from hustings.rooms.automation.moves import REST
from hustings.rooms.broadcast.updates import Acknowledged, Refused, Snapshot
from hustings.rooms.commands import changes
from hustings.rooms.commands.play import Play
from hustings.rooms.commands.remarks import Say
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.log import log_events
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
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
    until,
)


async def friends(rooms: Rooms, **settings: Any) -> tuple[Room, str, str]:
    """A room of Ann (host) and Bo with these settings, its game begun; nobody may be away for longer than a moment."""
    rooms.context.absence = 0.05
    made, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND], RoomSettings(**settings))
    await made.join("Bo", "bo's token")
    await made.start(ann)
    return made, ann, "bo's token"


def test_who_stays_away_is_waited_for_by_default(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms)
            first, second = await table.attach(Onlooker(), ann), await table.attach(Onlooker(), bo)
            mover, other = (first, second) if table.state.seat_of(0) in table.state.table.owes else (second, first)  # type: ignore[union-attr]
            table.leave(mover)
            await asyncio.sleep(0.2)
            assert table.state.seq == 3
            assert other.snapshot.room.seats[0].kind == "person"  # type: ignore[attr-defined]

    run(work())


def test_a_bot_plays_for_who_stays_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, absent="bot")
            hers = Onlooker()
            first = await table.attach(hers, ann)
            await play_on(table, [first], 400)  # Bo never came: whatever he owes the rule of thumb plays
            assert table.state.phase == "over"
            assert table.state.decisions[1] > 0
            assert hers.snapshot.room.seats[1].kind == "bot"
            assert hers.snapshot.room.seats[1].stood_in
            assert not hers.snapshot.room.seats[1].forfeited
            his = Onlooker()
            await table.attach(his, bo)
            assert his.snapshot.room.seats[1].kind == "person"
            assert not his.snapshot.room.seats[1].stood_in

    run(work())


def test_a_bot_that_plays_for_a_person_makes_no_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stays away, and who is late: what a seat's own bot accepts there is declined; a bot's seat bargains."""
    reserved: set[tuple[str, bool]] = set()
    really = bot_pool.choose_within

    def noted(*said: Any, bargains: bool = True, **more: Any) -> Any:
        reserved.add((("Ann", "Bo", "bot")[order.index(said[2])], bargains))
        return really(*said, bargains=bargains, **more)

    monkeypatch.setattr(bot_pool, "choose_within", noted)
    order: list[int] = []

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            rooms.context.absence = 0.05
            settings = RoomSettings(absent="bot", clock="strict", seconds=0)
            table, ann = await rooms.make("mudslinger", {}, "Ann", [ME, FRIEND, BOT], settings)
            await table.join("Bo", "bo's token")
            await table.start(ann)
            order.extend(table.state.seat_of(chair) for chair in range(3))
            await table.attach(Onlooker(), ann)
            await until(lambda: len(reserved) == 3 or table.state.phase == "over")

    run(work())
    assert reserved == {("Ann", False), ("Bo", False), ("bot", True)}


def test_nobody_stands_in_where_everybody_has_gone(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, absent="bot")
            for token in (ann, bo):
                table.leave(await table.attach(Onlooker(), token))
            await table.attach(Onlooker(), None)
            await asyncio.sleep(0.2)
            assert table.state.seq == 3

    run(work())


def test_who_forfeits_is_played_for_to_the_end_and_loses_his_share(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, absent="forfeit")
            hers, his = Onlooker(), Onlooker()
            first = await table.attach(hers, ann)
            while not table.state.chairs[1].forfeited:
                await play_on(table, [first], 1)
            second = await table.attach(his, bo)  # too late for this game
            assert hers.snapshot.room.seats[1].forfeited
            await play_on(table, [first])
            await until(lambda: table.state.phase == "over")
            assert (table.state.series.shares, table.state.series.round) == ([Fraction(1), Fraction(0)], 1)
            assert his.snapshot.legal == ()
            await play_again(table, ann, bo)
            assert not any(seat.forfeited or seat.stood_in for seat in hers.snapshot.room.seats)
            await play_on(table, [first, second])
            assert sum(table.state.series.shares) == 2
        async with open_rooms(tmp_path) as rooms:
            again = await rooms.find(table.state.code)
            assert again.state.series.shares == table.state.series.shares

    run(work())


def test_a_forfeited_seat_refuses_its_persons_moves(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms)
            his = Onlooker()
            watcher = await table.attach(his, bo)
            table.state.apply(
                log_events.SeatChanged(1, replace(table.state.chairs[1], stand_in="thumb", forfeited=True), "forfeit")
            )
            await table.hear(watcher, Play(fresh_id(), 0, "P2 turn 1"))
            assert "forfeited" in his.last(Refused).text
            assert (await table.attach(Onlooker(), ann)).seat == 0

    run(work())


def test_the_strict_clock_moves_for_who_is_late(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, clock="strict", seconds=0)
            looker = Onlooker()
            await table.attach(looker, ann)
            await table.attach(Onlooker(), bo)
            await until(lambda: table.state.phase == "over")
            assert rooms.context.metrics.moved("clock") > 10
            assert rooms.context.metrics.moved("person") == 0
            assert [seat.kind for seat in looker.snapshot.room.seats] == ["person", "person"]

    run(work())


def test_the_gentle_clock_only_shows_who_is_late_and_a_pause_starts_it_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, clock="gentle", seconds=5)
            hers = Onlooker()
            await table.attach(hers, ann)
            await table.attach(Onlooker(), bo)
            owing = sorted(table.state.table.owes)  # type: ignore[union-attr]
            assert list(hers.snapshot.clock.left) == [str(seat) for seat in owing]
            assert 4.5 < hers.snapshot.clock.left[str(owing[0])] <= 5
            table.clocks.began = {chair: (began[0], began[1] - 7) for chair, began in table.clocks.began.items()}
            await table.attach(Onlooker(), bo)
            await table.change(ann, lambda state: changes.lock(state, True))
            assert -2.5 < hers.snapshot.clock.left[str(owing[0])] <= -2
            await table.change(ann, lambda state: changes.pause(state, True))
            assert hers.snapshot.clock.left == {}
            await table.change(ann, lambda state: changes.pause(state, False))
            await table.change(ann, lambda state: changes.lock(state, False))
            assert hers.snapshot.clock.left[str(owing[0])] > 4
            assert table.state.seq == 7

    run(work())


def test_the_question_of_a_window_has_a_part_of_the_time(tmp_path: Path) -> None:
    """Ann, at Mudslinger, is asked for her own turn, and whether she bids in a contest."""

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann = await rooms.make(
                "mudslinger", {}, "Ann", [ME, BOT, BOT], RoomSettings(clock="gentle", seconds=60)
            )
            hers, seen = Onlooker(), {True: [0.0], False: [0.0]}
            watcher = await table.attach(hers, ann)
            while len(seen[True]) < 6 or len(seen[False]) < 6:
                await until(lambda: watcher.seat in hers.snapshot.owes)
                moves = [move for move in hers.snapshot.legal if move.verb in ("draw", "rest", "pass", "party", "run")]
                window = any(move.verb == "pass" for move in moves)
                seen[window].append(hers.snapshot.clock.left[str(watcher.seat)])
                assert isinstance(await move(table, watcher, str((moves or hers.snapshot.legal)[0])), Acknowledged)
            assert 14 < max(seen[True]) <= 15
            assert 55 < max(seen[False]) <= 60

    run(work())


def test_delayed_spectators_see_the_table_before_the_last_move(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, delayed=True)
            hers, crowd = Onlooker(), Onlooker()
            first, second = await table.attach(hers, ann), await table.attach(Onlooker(), bo)
            await table.attach(crowd, None)
            start = table.state.table.view(None)  # type: ignore[union-attr]
            assert crowd.view == start
            views, entries = [start], [len(table.state.table.log)]  # type: ignore[union-attr]
            seen = 0
            while True:
                await play_on(table, [first, second], 1)
                if table.state.phase == "over":
                    break
                assert crowd.view == views[-1]
                assert all(event.entry <= entries[-1] for told in crowd.all(Snapshot) for event in told.events)
                late = Onlooker()
                watcher = await table.attach(late, None)
                assert (late.view, late.snapshot.seq) == (crowd.view, crowd.snapshot.seq)
                table.leave(watcher)
                views.append(table.state.table.view(None))  # type: ignore[union-attr]
                entries.append(len(table.state.table.log))  # type: ignore[union-attr]
                seen += 1
            assert seen > 5
            assert crowd.view == hers.view
            told = [event for snapshot in crowd.all(Snapshot) for event in snapshot.events]
            assert told == table.state.table.events(seat=None)  # type: ignore[union-attr]

    run(work())


@pytest.mark.parametrize("moves", [1, 2, 5])
def test_delayed_spectators_go_on_after_a_restart_where_they_were(tmp_path: Path, moves: int) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, delayed=True)
            await table.attach(before := Onlooker(), None)
            first, second = await table.attach(Onlooker(), ann), await table.attach(Onlooker(), bo)
            await play_on(table, [first, second], moves)
            code, since = table.state.code, before.snapshot.seq
        async with open_rooms(tmp_path) as rooms:  # the server was killed: nothing but the log is left
            table = await rooms.find(code)
            await table.attach(back := Onlooker(), None, since)
            await table.attach(late := Onlooker(), None)
            assert back.snapshot.events == []
            assert late.snapshot.events == [event for told in before.all(Snapshot) for event in told.events]
            for crowd in (back, late):
                assert (crowd.view, crowd.snapshot.seq) == (before.view, since)
                assert (crowd.snapshot.owes, crowd.snapshot.may) == (before.snapshot.owes, before.snapshot.may)
            assert table.state.table is not None
            then, told = table.state.table.view(None), table.state.table.events(seat=None)
            first, second = await table.attach(Onlooker(), ann), await table.attach(Onlooker(), bo)
            await play_on(table, [first, second], 1)
            assert back.view == then
            assert [*late.all(Snapshot)[0].events, *back.snapshot.events] == told

    run(work())


@pytest.mark.parametrize("restarts", [False, True])
def test_what_is_no_move_gives_delayed_spectators_no_moment_of_its_own(tmp_path: Path, restarts: bool) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, delayed=True, chat=True)
            await table.attach(crowd := Onlooker(), None)
            told = [crowd.snapshot.seq]
            first, second = await table.attach(Onlooker(), ann), await table.attach(Onlooker(), bo)
            moments = [table.state.seq]
            for _ in range(4):
                await play_on(table, [first, second], 1)
                moments.append(table.state.seq)
                await table.hear(first, Say(fresh_id(), "well"))
                await table.change(ann, lambda state: changes.lock(state, not state.locked))
                told.append(crowd.snapshot.seq)
            assert told == [moments[0], *moments[:-1]]
            code = table.state.code
        async with open_rooms(tmp_path) as rooms:
            table = await rooms.find(code)
            await table.attach(crowd := Onlooker(), None)
            assert crowd.snapshot.seq == moments[-2]
            first, second = await table.attach(Onlooker(), ann), await table.attach(Onlooker(), bo)
            if restarts:
                await table.change(ann, lambda state: changes.lock(state, True))
            await play_on(table, [first, second], 1)
            assert crowd.snapshot.seq == moments[-1]

    run(work())


def test_a_series_is_counted_and_begins_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms, games=2)
            watchers = [await table.attach(Onlooker(), token) for token in (ann, bo)]
            for over in (1, 2, 1):
                await play_on(table, watchers)
                assert (table.state.series.round, sum(table.state.series.shares)) == (over, over)
                shares = table.info().series.shares
                assert shares == [table.state.series.shares[chair] for chair in table.state.order]
                await play_again(table, ann, bo)

    run(work())


def test_the_next_game_is_dealt_by_whom_the_result_names(tmp_path: Path) -> None:
    async def work() -> None:
        dealers: set[int] = set()
        async with open_rooms(tmp_path) as rooms:
            table, ann = await rooms.make("politics", {}, "Ann", [ME, FRIEND])
            await table.join("Bo", "bo's token")
            await table.start(ann)
            watchers = [await table.attach(Onlooker(), token) for token in (ann, "bo's token")]
            while dealers != {0, 1}:  # both win now and then; the test's own limit ends a wait in vain
                await play_on(table, watchers)
                assert table.state.table is not None
                named = int(table.state.table.view(None)["next_dealer"][1:]) - 1
                dealer = table.state.order[named]
                await play_again(table, ann, "bo's token")
                assert table.state.order[-1] == dealer
                dealers.add(dealer)

    run(work())


def test_a_game_that_names_no_dealer_moves_everybody_one_seat_on() -> None:
    assert changes.rotated([0, 1, 2]) == [2, 0, 1]


def test_terms_are_chosen_before_a_game_only(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            await table.change(ann, lambda state: changes.settings(state, {"clock": "strict"}))
            await table.change(ann, lambda state: changes.settings(state, {"absent": "bot"}))
            assert table.state.settings == RoomSettings(absent="bot", clock="strict")
            with pytest.raises(RoomError, match="no bot level"):
                await table.change(ann, lambda state: changes.fill(state, "god"))
            await table.change(ann, lambda state: changes.fill(state, "thumb"))
            with pytest.raises(RoomError, match="no seat"):
                await table.change(ann, lambda state: changes.fill(state, "thumb"))
            await table.start(ann)
            with pytest.raises(RoomError, match="before the start"):
                await table.change(ann, lambda state: changes.settings(state, {"clock": "off"}))
        async with open_rooms(tmp_path) as rooms:
            assert (await rooms.find(table.state.code)).state.settings == table.state.settings

    run(work())


def test_the_host_hands_over_and_may_not_command_any_more(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms)
            with pytest.raises(NotAllowedError):
                await table.hand_over(bo, 1)
            with pytest.raises(RoomError, match="seats 0 to 1"):
                await table.hand_over(ann, 5)
            await table.hand_over(ann, 1)
            assert table.info().host == 1
            with pytest.raises(NotAllowedError):
                await table.change(ann, lambda state: changes.lock(state, True))
            await table.change(bo, lambda state: changes.kick(state, 0))
            with pytest.raises(RoomError, match="no one"):
                await table.hand_over(bo, 0)

    run(work())


def test_while_the_host_is_away_a_person_may_take_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms)
            hers = await table.attach(Onlooker(), ann)
            await table.attach(Onlooker(), bo)
            monkeypatch.setattr(room, "HOST_AWAY", 0.0)
            with pytest.raises(NotAllowedError):
                await table.hand_over(bo, 1)  # she is here
            table.leave(hers)
            with pytest.raises(NotAllowedError):
                await table.hand_over("nobody's", 1)
            await table.hand_over(bo, 1)
            assert table.info().host == 1
            assert (await table.attach(Onlooker(), ann)).seat == 0  # she still has her seat

    run(work())


def test_two_sockets_of_the_host_are_one_host_and_the_newest_wins(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, _ = await friends(rooms)
            older, newer = Onlooker(), Onlooker()
            await table.attach(older, ann)
            watcher = await table.attach(newer, ann)
            assert (older.ended, newer.ended) == ("replaced", None)
            assert table.watching == 1
            assert isinstance(await move(table, watcher), Acknowledged)

    run(work())


def test_a_kicked_person_comes_back_only_as_somebody_new(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, bo = await friends(rooms)
            code = await table.issue(bo, 1)
            await table.change(ann, lambda state: changes.kick(state, 1))
            with pytest.raises(NotAllowedError):
                await table.claim(code, "another")
            await table.change(ann, lambda state: changes.lock(state, True))
            with pytest.raises(RoomError, match="locked"):
                await table.join("Bo", "new")
            await table.change(ann, lambda state: changes.lock(state, False))
            assert await table.join("Bo", "new") == 1
            with pytest.raises(NotAllowedError):
                await table.attach(Onlooker(), bo)

    run(work())


def test_a_store_that_fails_is_not_asked_in_haste(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            table, ann, _ = await friends(rooms, clock="strict", seconds=0)
            tried = 0

            async def failing(*_: Any) -> None:
                nonlocal tried
                tried += 1
                raise OSError("no")

            monkeypatch.setattr(rooms.context.store, "append", failing)
            began = time.monotonic()
            await table.attach(Onlooker(), ann)
            await until(lambda: tried > 0)
            await asyncio.sleep(0.3)
            assert tried <= 2 + (time.monotonic() - began) // REST
            monkeypatch.undo()
            await until(lambda: table.state.phase == "over")

    run(work())
