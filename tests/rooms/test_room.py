"""A room at work: commands of every kind, viewers that come and go, logs that cannot be written."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hustings.engine.rulebook import Rulebook
from hustings.engine.table import Table
from hustings.rooms.broadcast.updates import Acknowledged, Chances, Presence, Reasoned, Refused, Snapshot
from hustings.rooms.commands import changes, queries
from hustings.rooms.commands.play import Play
from hustings.rooms.errors import NoRoomError, NotAllowedError, RoomClosedError, RoomError
from hustings.rooms.log import log_events, transfer
from hustings.rooms.stores.sqlite import SqliteStore
from tests.rooms.helpers import BOT, FRIEND, ME, Onlooker, fresh_id, move, open_rooms, play_on, run, two_friends, until


def test_a_move_is_acknowledged_before_it_is_shown_to_anybody(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            order: list[tuple[str, type]] = []
            lookers = {"ann": Onlooker(), "bo": Onlooker()}
            watcher = await room.attach(lookers["ann"], ann)
            await room.attach(lookers["bo"], bo)
            for name, looker in lookers.items():
                looker.hook = lambda notice, name=name: order.append((name, type(notice)))  # type: ignore[misc]
            answer = await move(room, watcher)
            assert isinstance(answer, Acknowledged)
            order = [told for told in order if told[1] is not Presence]  # who is here is told by the clock
            assert order[:3] == [("ann", Acknowledged), ("ann", Snapshot), ("bo", Snapshot)]
            assert len(await rooms.context.store.read(room.state.code)) == answer.seq

    run(work())


def test_a_deals_commitment_is_shown_before_its_first_card(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            await room.join("Bo", "bo's own token of 22")
            looker = Onlooker()
            await room.attach(looker, ann)
            assert looker.snapshot.room.deal is None
            looker.told.clear()
            await room.start(ann)
            first = [isinstance(notice, Snapshot) for notice in looker.told].index(True)
            assert first > 0  # that Ann came may be told in between, before the game
            promise, cards = looker.told[first - 1 : first + 1]
            assert isinstance(promise, Presence)
            assert isinstance(cards, Snapshot)
            assert promise.room.deal == cards.room.deal is not None

    run(work())


def test_the_same_id_has_the_same_answer_also_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            await asyncio.gather(*(room.hear(watcher, Play("one-and-the-same", 0, "P1 turn 1")) for _ in range(5)))
            first = looker.all(Acknowledged)
            assert len(first) == 5
            assert all(answer == first[0] for answer in first)
            assert room.state.decisions == [1, 0]
        async with open_rooms(tmp_path) as rooms:
            again = await rooms.find(room.state.code)
            looker = Onlooker()
            watcher = await again.attach(looker, ann)
            await again.hear(watcher, Play("one-and-the-same", 0, "P1 turn 5"))
            assert looker.last(Acknowledged) == first[0]
            assert again.state.decisions == [1, 0]

    run(work())


def test_a_refusal_repeated_is_the_same_refusal(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            lookers = [Onlooker(), Onlooker()]
            first, second = [await room.attach(looker, token) for looker, token in zip(lookers, (ann, bo), strict=True)]
            await room.hear(second, Play("too-early", 0, "P2 turn 2"))
            await room.hear(first, Play(fresh_id(), 0, "P1 turn 1"))
            await room.hear(second, Play("too-early", 0, "P2 turn 2"))
            one, two = lookers[1].all(Refused)
            assert one == two
            assert one.clause is not None
            assert room.state.decisions == [1, 0]

    run(work())


def test_a_stale_decision_is_refused_with_the_whole_picture(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            looker = Onlooker()
            watchers = [await room.attach(looker, ann), await room.attach(Onlooker(), bo)]
            await play_on(room, watchers, 4)
            before = room.state.seq
            for decision in (0, 99):
                looker.told.clear()
                await room.hear(watchers[0], Play(fresh_id(), decision, "P1 turn 1"))
                refusal, snapshot = looker.but_presence
                assert isinstance(refusal, Refused)
                assert refusal.kind == "stale"
                assert "the table has moved on" in refusal.text
                assert isinstance(snapshot, Snapshot)
                assert snapshot.decision == room.state.decisions[0]
            assert room.state.seq == before

    run(work())


def test_moves_of_others_and_of_watchers_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, bo = await two_friends(rooms)
            second, spectator = Onlooker(), Onlooker()
            theirs = await room.attach(second, bo)
            nobodys = await room.attach(spectator, None)
            for text in ("P1 turn 1", "P7 turn 1", "turn 1", "", "* TX", "P1", "p2 turn 1"):
                await room.hear(theirs, Play(fresh_id(), 0, text))
                assert "you play P2" in second.last(Refused).text
                await queries.why(room, theirs, fresh_id(), text)
                assert not second.last(Reasoned).legal
                await queries.odds(room, theirs, fresh_id(), text)
                assert "you play P2" in second.last(Refused).text
            await room.hear(nobodys, Play(fresh_id(), 0, "P1 turn 1"))
            assert "watching" in spectator.last(Refused).text
            await queries.why(room, nobodys, fresh_id(), "P1 turn 1")
            assert "watching" in spectator.last(Reasoned).text
            assert room.state.seq == 3

    run(work())


def test_an_illegal_move_is_refused_with_clause_and_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            table = room.state.table
            assert table is not None
            before = table.view(0)
            answer = await move(room, watcher, "P1 take CA TX")
            assert isinstance(answer, Refused)
            assert answer.clause
            assert answer.clause.startswith("EC-")
            answer = await move(room, watcher, "P1 turn 9")
            assert isinstance(answer, Refused)
            assert "there are 1 to 5" in answer.text
            answer = await move(room, watcher, 'P1 "turn 1')
            assert isinstance(answer, Refused)
            assert (table.view(0), len(table.log), room.state.seq) == (before, 0, 3)

    run(work())


def test_why_and_odds_answer_for_the_own_seat(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            await queries.why(room, watcher, "why-legal", "P1 turn 1")
            assert looker.last(Reasoned) == Reasoned("why-legal", True, "This move is legal.", key="room.legal")
            await queries.why(room, watcher, "why-not-", "P1 take CA TX")
            reason = looker.last(Reasoned)
            assert (reason.legal, bool(reason.clause)) == (False, True)
            await queries.odds(room, watcher, "odds-now", "P1 turn 1")
            told = looker.last(Chances)
            assert len(told.chances) == 56
            assert (sum(told.chances.values()), sum(told.kinds.values()), len(told.kinds)) == (1, 1, 2)

    run(work())


def test_odds_that_take_long_are_counted_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count, where = Rulebook.counted, []

    def watched(book: Rulebook, seen: bytes, seat: int, action: int) -> Any:
        where.append(threading.current_thread())
        return count(book, seen, seat, action)

    monkeypatch.setattr(Rulebook, "counted", watched)

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("politics", {"must_play": "no"}, "Ann", [ME, BOT])
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            for _ in ("side", "nominate"):
                await until(lambda: bool(looker.snapshot.legal))
                await move(room, watcher)
            await until(lambda: bool(looker.snapshot.legal))
            await queries.odds(room, watcher, "odds-now", "P1 draw")
            assert sum(looker.last(Chances).chances.values()) == 1

    run(work())
    assert [thread is threading.main_thread() for thread in where] == [False, True]


def test_slow_odds_of_a_room_do_not_hold_those_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            tables = []
            for _ in range(2):
                room, ann, _ = await two_friends(rooms)
                looker = Onlooker()
                tables.append((room, await room.attach(looker, ann), looker))
            (slow, hers, _), (quick, theirs, looker) = tables
            started: list[threading.Thread] = []

            def counting(table: Table, text: str, seat: int) -> Callable[[], None]:
                def wait() -> None:
                    started.append(threading.current_thread())
                    assert go_on.wait(60)

                return wait

            monkeypatch.setattr(Table, "counting", counting)
            waiting = [asyncio.create_task(queries.odds(slow, hers, f"odds-{n:04}", "P1 turn 1")) for n in range(3)]
            try:
                await until(lambda: bool(started))
                monkeypatch.setattr(Table, "counting", lambda table, text, seat: lambda: None)
                await asyncio.wait_for(queries.odds(quick, theirs, "odds-now", "P1 turn 1"), 30)
                assert looker.last(Chances).id == "odds-now"
                assert len(started) == 1  # the room's next count waits for its first
            finally:
                go_on.set()
                await asyncio.gather(*waiting)

    run(work())


def test_the_newest_socket_of_a_seat_wins(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            old, new, spectator = Onlooker(), Onlooker(), Onlooker()
            first = await room.attach(old, ann)
            await room.attach(spectator, None)
            await room.attach(new, ann)
            assert (old.ended, new.ended, spectator.ended) == ("replaced", None, None)
            room.leave(first)
            assert room.watching == 2
            assert new.snapshot.seat == 0

    run(work())


def test_a_token_of_no_seat_is_turned_away(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _, _ = await two_friends(rooms)
            with pytest.raises(NotAllowedError):
                await room.attach(Onlooker(), "nobody's")
            assert room.watching == 0

    run(work())


def test_reconnecting_at_every_record_gives_exactly_the_gap(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, bo = await two_friends(rooms)
            watchers = [await room.attach(Onlooker(), ann), await room.attach(Onlooker(), bo)]
            whole = Onlooker()
            await room.attach(whole, None)
            await play_on(room, watchers, 30)
            snapshots = whole.all(Snapshot)
            events = [event for snapshot in snapshots for event in snapshot.events]
            shown = 0
            for snapshot in snapshots:
                shown += len(snapshot.events)
                back = Onlooker()
                room.leave(await room.attach(back, None, since=snapshot.seq))
                assert back.snapshot.events == events[shown:]
                assert back.snapshot.view == snapshots[-1].view
            full = Onlooker()
            room.leave(await room.attach(full, None))
            assert full.snapshot.events == events

    run(work())


class FailingStore(SqliteStore):
    """A store that cannot write when told so."""

    failing = False

    async def append(self, room: str, seq: int, bodies: Sequence[str], epoch: int | None = None) -> None:
        if self.failing:
            raise sqlite3.OperationalError("database or disk is full")
        await super().append(room, seq, bodies, epoch)


def test_what_cannot_be_written_is_never_shown(tmp_path: Path) -> None:
    async def work() -> None:
        store = FailingStore(tmp_path / "rooms.db")
        async with open_rooms(tmp_path, store) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker, spectator = Onlooker(), Onlooker()
            watcher = await room.attach(looker, ann)
            await room.attach(spectator, None)
            store.failing = True
            answer = await move(room, watcher, "P1 turn 1")
            assert isinstance(answer, Refused)
            assert "saved" in answer.text
            assert not [event for snapshot in spectator.all(Snapshot) for event in snapshot.events]
            assert room.state.table is not None
            assert room.state.table.log == ()
            store.failing = False
            answer = await move(room, watcher, "P1 turn 1")
            assert isinstance(answer, Acknowledged)
            assert spectator.snapshot.seq == answer.seq

    run(work())


def test_when_another_server_has_written_the_command_is_judged_by_what_stands_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as here, open_rooms(tmp_path) as there:
            room, ann, bo = await two_friends(here)
            other = await there.find(room.state.code)
            looker = Onlooker()
            mine = await room.attach(Onlooker(), ann)
            theirs = await other.attach(looker, bo)
            assert isinstance(await move(room, mine, "P1 turn 1"), Acknowledged)
            await other.change(ann, lambda state: changes.lock(state, True))
            assert other.state.locked
            assert looker.snapshot.seq == room.state.seq + 1
            mover = theirs if looker.snapshot.legal else await other.attach(Onlooker(), ann)
            assert isinstance(await move(other, mover), Acknowledged)

    run(work())


def test_a_room_that_is_closed_in_the_store_refuses_the_next_move_and_every_other_job(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            watcher = await room.attach(looker, ann)
            await transfer.close(rooms.context.store, room.state.code, "enough")
            refusal = await move(room, watcher)
            assert isinstance(refusal, Refused)
            assert looker.ended is not None
            assert looker.ended.endswith("was closed by the people who run this server: enough")
            for _ in range(2):
                with pytest.raises(RoomClosedError):
                    await room.attach(Onlooker(), ann)
            await transfer.close(rooms.context.store, room.state.code, None)
            assert await room.attach(Onlooker(), ann)

    run(work())


def test_a_removed_room_sends_everybody_away(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            await room.attach(looker, ann)
            await rooms.remove([room.state.code])
            assert looker.ended == f"there is no room {room.state.code}; rooms close when nobody has played for a week"
            with pytest.raises(NoRoomError):
                await rooms.find(room.state.code)
            with pytest.raises(NoRoomError):
                await room.change(ann, lambda state: changes.lock(state, True))

    run(work())


def test_a_quiet_room_leaves_memory_and_comes_back_from_its_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            watcher = await room.attach(Onlooker(), ann)
            await move(room, watcher, "P1 turn 1")
            await rooms.forget_quiet(quiet=-1)
            assert rooms.open == 1
            room.leave(watcher)
            await rooms.forget_quiet(quiet=-1)
            assert rooms.open == 0
            again, same = await asyncio.gather(rooms.find(room.state.code), rooms.find(room.state.code))
            assert again is same
            assert again is not room
            assert again.state.table is not None
            assert again.state.table.log == room.state.table.log  # type: ignore[union-attr]

    run(work())


def test_sealed_throws_of_two_seats_do_not_collide(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            for _ in range(200):
                room, ann, bo = await two_friends(rooms)
                watchers = [await room.attach(Onlooker(), token) for token in (ann, bo)]
                while room.state.phase == "playing" and len(room.state.table.owes) < 2:  # type: ignore[union-attr]
                    await play_on(room, watchers, 1)
                if room.state.phase == "playing":
                    break
            lookers = watchers
            decisions = [looker.snapshot.decision for looker in lookers]  # type: ignore[attr-defined]
            await asyncio.gather(
                room.hear(watchers[0], Play(fresh_id(), decisions[0], "P1 rock")),
                room.hear(watchers[1], Play(fresh_id(), decisions[1], "P2 paper")),
            )
            assert all(isinstance(looker.last(Acknowledged), Acknowledged) for looker in lookers)  # type: ignore[attr-defined]
            assert not [refusal for looker in lookers for refusal in looker.all(Refused)]  # type: ignore[attr-defined]

    run(work())


def test_people_who_come_and_go_are_told_of(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            looker = Onlooker()
            await room.attach(looker, ann)
            assert (looker.view, looker.snapshot.decision, looker.snapshot.seat) == (None, 0, 0)
            await room.join("Bo", "a token")
            await until(lambda: any(n.room.seats[1].name == "Bo" for n in looker.all(Presence)))
            watcher = await room.attach(Onlooker(), "a token")
            await room.attach(Onlooker(), None)
            await until(lambda: looker.last(Presence).room.seats[1].connected)
            assert looker.last(Presence).room.spectators == 1
            room.leave(watcher)
            await until(lambda: not looker.last(Presence).room.seats[1].connected)

    run(work())


def test_a_server_mistake_leaves_the_room_as_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            looker = Onlooker()
            watcher = await room.attach(looker, ann)

            def half_done(self: object, move: str) -> None:
                raise ZeroDivisionError

            with monkeypatch.context() as patched:
                patched.setattr("hustings.engine.game.Table.play", half_done)
                with pytest.raises(ZeroDivisionError):
                    await room.hear(watcher, Play(fresh_id(), 0, "P1 turn 1"))
            before = room.state
            assert isinstance(await move(room, watcher, "P1 turn 1"), Acknowledged)
            assert room.state is not before

    run(work())


def test_two_people_of_one_name_or_a_bad_level_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, _ = await rooms.make("combat", {}, "Ann", [ME, FRIEND])
            with pytest.raises(RoomError, match="called Ann"):
                await room.join("ann", "token")
            with pytest.raises(RoomError, match="called Ann"):
                await rooms.make("combat", {}, "Ann", [ME, log_events.Chair("device", "Ann")])
            with pytest.raises(ValueError, match="level"):
                await rooms.make("combat", {}, "Ann", [ME, log_events.Chair("bot", level="god")])
            with pytest.raises(ValueError, match="seats"):
                await rooms.make("combat", {}, "Ann", [ME, BOT, BOT])
            with pytest.raises(ValueError, match="edition"):
                await rooms.make("combat", {"edition": "gilded"}, "Ann", [ME, BOT])

    run(work())


def test_a_crowd_keeps_nobody_from_his_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr("hustings.rooms.room.MOST_SPECTATORS", 3)
        async with open_rooms(tmp_path) as rooms:
            room, ann, _ = await two_friends(rooms)
            for _ in range(3):
                await room.attach(Onlooker(), None)
            with pytest.raises(RoomError, match="3 people are watching"):
                await room.attach(Onlooker(), None)
            assert (await room.attach(Onlooker(), ann)).seat == 0

    run(work())
