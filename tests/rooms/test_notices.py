"""Notices of games over days: to whom they go, when, and in which words."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hustings.engine.game import game
from hustings.rooms.automation import windows
from hustings.rooms.automation.notices import BESIDE
from hustings.rooms.errors import NotAllowedError, RoomDamagedError, RoomError, StoreError
from hustings.rooms.notices.book import EVERY, TRIES, Group, Push, Reader
from hustings.rooms.notices.courier import Mailbox, Outcome
from hustings.rooms.notices.owed import FIRST_AFTER, MOST, SPAN
from hustings.rooms.notices.text import WORDS, Letter
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.rooms.waking import Waking
from tests.rooms.helpers import FRIEND, ME, Clocks, Onlooker, move, open_rooms, run, until
from tests.rooms.test_over_days import DAYS, HOUR, MINUTE, MONDAY, Failing, at, begun

PUSH = Push(endpoint="https://push.example/ann", p256dh="B" * 87, auth="A" * 22)
READER = Reader(zone="Europe/Berlin", language="en", base="https://table.example", push=[PUSH])
GROUP_CHAT = Group(kind="discord", url="https://chat.example/1", language="en", base="https://table.example")


@dataclass
class Remembering:
    """A courier that remembers what it was given.

    outcomes: those of the next letters; slow: never done with one; broken: fails with the next.
    """

    sent: list[tuple[float, str, Letter]] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    clocks: Clocks = field(default_factory=Clocks)
    slow: bool = False
    broken: bool = False

    def seal(self, room: str, text: str) -> str:
        return f"{room}:{text}"

    def unseal(self, room: str, sealed: str) -> str:
        if not sealed.startswith(f"{room}:"):
            raise RoomDamagedError("room.record_unreadable")
        return sealed.removeprefix(f"{room}:")

    async def send(self, to: Push | Mailbox | Group, letter: Letter) -> Outcome:
        way = to.endpoint if isinstance(to, Push) else to.address if isinstance(to, Mailbox) else to.url
        self.sent.append((self.clocks.wall, way, letter))
        if self.broken:
            self.broken = False
            raise ValueError("an error of ours")
        if self.slow:
            await until(lambda: not self.slow)
        return self.outcomes.pop(0) if self.outcomes else Outcome()

    @property
    def times(self) -> list[str]:
        """When letters were sent, as times of the day in UTC."""
        return [f"{datetime.fromtimestamp(when, UTC):%d %H:%M}" for when, _, _ in self.sent]


@asynccontextmanager
async def post(
    folder: Path, clocks: Clocks, courier: Remembering, writes: int = 10**9
) -> AsyncIterator[tuple[Rooms, Waking]]:
    """Rooms with a courier over a store whose clock the test sets."""
    store = Failing(folder / "rooms.db", wall=clocks.wall_now)
    store.left = writes
    courier.clocks = clocks
    async with open_rooms(folder, store) as rooms:
        rooms.context.courier = courier
        yield rooms, Waking(rooms, clocks.running_now)


async def arrived(rooms: Rooms) -> None:
    """Wait until all that is being sent has arrived."""
    await until(lambda: all(room.days.notices.idle and room.turns.idle for room in rooms.in_memory()))


async def passing(waking: Waking, clocks: Clocks, seconds: float, step: float = 2 * MINUTE) -> None:
    """Let time pass as servers do that look every two minutes; what they send arrives."""
    while seconds > 0:
        clocks.pass_time(min(seconds, step))
        seconds -= step
        await waking.look()
        await arrived(waking._rooms)


async def wants(room: Room, token: str, reader: Reader = READER) -> None:
    await room.days.notices.want(token, lambda _: reader.model_copy(deep=True))


def test_a_seat_is_visible_while_one_of_its_pages_is(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("president", {}, "Ann", [ME, FRIEND])
            page = await room.attach(Onlooker(), ann)
            await room.attach(Onlooker(), None)
            assert room.broadcast.visible == {0}
            page.looking = False
            assert (room.broadcast.visible, room.broadcast.there) == (set(), {0})
            page.looking = True
            room.leave(page)
            assert room.broadcast.visible == set()

    run(work())


def test_a_decision_is_told_once_after_five_minutes_and_once_before_the_end(tmp_path: Path) -> None:
    clocks, courier = Clocks(MONDAY), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await wants(room, ann)
            await passing(waking, clocks, FIRST_AFTER - MINUTE)
            assert courier.sent == []
            await passing(waking, clocks, 2 * MINUTE)
            await passing(waking, clocks, at("2026-03-03T19:59") - clocks.wall, 20 * MINUTE)
            assert courier.times == ["02 09:06", "03 13:06"]  # of 35 hours 28 have passed
            first, last = (letter for _, _, letter in courier.sent)
            assert first.title == "U.S. President: your decision"
            assert first.body == "Week 1. With Bo. You have until Tuesday, March 3, 21:00."
            assert (first.link, first.tag) == (f"https://table.example/r/{room.state.code}", room.state.code)
            assert (last.title, first.urgent, last.urgent) == ("U.S. President: not much time left", False, True)

    run(work())


@pytest.mark.parametrize(("looking", "always", "told"), [(True, False, 0), (False, False, 1), (True, True, 1)])
def test_who_looks_is_not_told_unless_they_want_it(tmp_path: Path, looking: bool, always: bool, told: int) -> None:
    clocks, courier = Clocks(MONDAY), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await wants(room, ann, READER.model_copy(update={"always": always}))
            page = await room.attach(Onlooker(), ann)
            page.looking = looking
            await passing(waking, clocks, FIRST_AFTER + 2 * MINUTE)
            assert len(courier.sent) == told
            page.looking = False  # they have seen it
            await passing(waking, clocks, 20 * MINUTE)
            assert len(courier.sent) == told

    run(work())


def test_nothing_comes_at_night_in_the_zone_of_the_reader(tmp_path: Path) -> None:
    """A window from 21:58 in Berlin to 20:00 there: the first notice waits for the morning."""
    clocks, courier = Clocks(at("2026-03-02T21:58", "Europe/Berlin")), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, bo = await begun(rooms)
            await wants(room, ann)
            await wants(room, bo, READER.model_copy(update={"quiet": False, "push": [], "mail": "bo@example.org"}))
            await passing(waking, clocks, 12 * HOUR, 2 * MINUTE)
            ways = [(when, way) for when, (_, way, _) in zip(courier.times, courier.sent, strict=True)]
            assert ways == [("02 21:04", "bo@example.org"), ("03 07:00", PUSH.endpoint)]

    run(work())


def test_what_did_not_arrive_waits_for_the_morning_as_well(tmp_path: Path) -> None:
    clocks = Clocks(at("2026-03-02T21:50", "Europe/Berlin"))
    courier = Remembering(outcomes=[Outcome(again=1800.0)])

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await wants(room, ann)
            await passing(waking, clocks, 12 * HOUR, 2 * MINUTE)
            assert courier.times == ["02 20:56", "03 07:00"]

    run(work())


def test_a_reminder_that_would_come_after_the_night_comes_before_it(tmp_path: Path) -> None:
    """80% of a window from 9:00 to 6:30 UTC pass by 2:12; the reminder comes before 22:00 in Berlin, 21:00 UTC."""
    clocks, courier = Clocks(MONDAY), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms, settings=replace(DAYS, hours="06:30"))
            await wants(room, ann)
            await passing(waking, clocks, 21 * HOUR, 10 * MINUTE)
            assert courier.times == ["02 09:10", "02 20:50"]

    run(work())


def test_a_quick_game_does_not_flood_anybody(tmp_path: Path) -> None:
    clocks, courier = Clocks(MONDAY), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, bo = await begun(rooms)
            await wants(room, ann, READER.model_copy(update={"quiet": False}))
            one, other = await room.attach(Onlooker(), ann), await room.attach(Onlooker(), bo)
            one.looking = False
            for _ in range(5):
                await passing(waking, clocks, 10 * MINUTE)
                await move(room, one)
                await move(room, other)
                await until(lambda: room.turns.idle)
            assert len(courier.sent) == MOST
            await passing(waking, clocks, SPAN, 10 * MINUTE)
            assert len(courier.sent) == MOST + 1
            assert courier.sent[-1][0] >= courier.sent[0][0] + SPAN
            assert "You decided 3 times since the last notice." in courier.sent[-1][2].body

    run(work())


def test_what_does_not_arrive_is_sent_again_and_then_given_up(tmp_path: Path) -> None:
    clocks, courier = Clocks(MONDAY), Remembering(outcomes=[Outcome(again=1800.0), *[Outcome(again=60.0)] * 5])

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await wants(room, ann)
            await passing(waking, clocks, 3 * HOUR)
            assert courier.times == ["02 09:06", "02 09:36", "02 09:38"]
            assert len(courier.sent) == TRIES

    run(work())


def test_an_error_of_ours_loses_no_notice(tmp_path: Path) -> None:
    clocks, courier = Clocks(MONDAY), Remembering(broken=True)

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await wants(room, ann)
            await passing(waking, clocks, HOUR)
            assert courier.times == ["02 09:06", "02 09:16"]

    run(work())


def test_a_game_never_waits_for_its_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key of what is stored has gone: deadlines pass all the same, and seats change hands."""
    clocks, courier = Clocks(MONDAY), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await wants(room, ann)
            code = room.state.code
        monkeypatch.setattr(courier, "unseal", broken)
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            await passing(waking, clocks, 36 * HOUR, HOUR)
            room = await rooms.find(code)
            assert room.state.windows.missed == {0: 1, 1: 1}
            await room.claim(await room.issue(ann, 1), "another token of 22 li")
            assert courier.sent == []

    def broken(room: str, sealed: str) -> str:
        raise StoreError("room.store_closed")

    run(work())


def test_no_address_is_stored_for_a_game_that_is_not_over_days(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_rooms(tmp_path) as rooms:
            rooms.context.courier = Remembering()
            room, ann = await rooms.make("president", {}, "Ann", [ME, FRIEND])
            with pytest.raises(RoomError, match="for games over days"):
                await wants(room, ann)
            with pytest.raises(RoomError, match="for games over days"):
                await room.days.notices.tell_group(ann, GROUP_CHAT)

    run(work())


def test_a_subscription_that_is_gone_is_deleted(tmp_path: Path) -> None:
    clocks, courier = Clocks(MONDAY), Remembering(outcomes=[Outcome(gone=True)])

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            await wants(room, ann)
            await passing(waking, clocks, 10 * MINUTE)
            assert await room.days.notices.reader(ann) is None
            assert not await rooms.context.store.beside(room.state.code, BESIDE)

    run(work())


def test_the_group_is_told_of_whom_the_game_waits_for(tmp_path: Path) -> None:
    clocks, courier = Clocks(MONDAY), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, bo = await begun(rooms)
            with pytest.raises(NotAllowedError):
                await room.days.notices.tell_group(bo, GROUP_CHAT)
            await room.days.notices.tell_group(ann, GROUP_CHAT)
            page = await room.attach(Onlooker(), ann)
            await passing(waking, clocks, 6 * MINUTE)
            await move(room, page)
            await passing(waking, clocks, 30 * HOUR, 20 * MINUTE)
            said = [(letter.title, letter.body) for _, _, letter in courier.sent]
            until_text = "you have until Tuesday, March 3, 20:00 (UTC)."
            assert said == [
                ("U.S. President", f"Week 1. Ann and Bo: {until_text}"),
                ("U.S. President: not much time left", f"Week 1. Bo: {until_text}"),
            ]
            await room.days.notices.tell_group(ann, None)
            assert not await rooms.context.store.beside(room.state.code, BESIDE)

    run(work())


def test_who_stops_or_loses_the_seat_is_forgotten_at_once(tmp_path: Path) -> None:
    clocks, courier = Clocks(MONDAY), Remembering()

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, bo = await begun(rooms)
            for token, name in ((ann, "ann"), (bo, "bo")):
                await wants(room, token, READER.model_copy(update={"mail": f"{name}@example.org"}))
            await room.days.notices.stop(ann)
            assert "ann@" not in str(await rooms.context.store.beside(room.state.code, BESIDE))
            await room.days.notices.stop_mail(EVERY, "bo@example.org")  # the link of a digest
            assert "bo@" not in str(await rooms.context.store.beside(room.state.code, BESIDE))
            await wants(room, bo, READER.model_copy(update={"mail": "bo@example.org"}))
            await room.claim(await room.issue(bo, 1), "another token of 22 li")
            assert not await rooms.context.store.beside(room.state.code, BESIDE)
            await passing(waking, clocks, 10 * MINUTE)
            assert courier.sent == []
            with pytest.raises(NotAllowedError):
                await room.days.notices.reader("a stranger's token 22")
            rooms.context.courier = None
            with pytest.raises(RoomError, match="sends no notices"):
                await room.days.notices.reader(ann)

    run(work())


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_and_no_mail_sent_twice_if_servers_end_anywhere(tmp_path: Path, seed: int) -> None:
    """Servers end after a random number of writes, and while they send; a push that comes twice replaces itself."""
    chance, clocks, courier = random.Random(seed), Clocks(MONDAY), Remembering()
    ways = (PUSH.endpoint, "ann@example.org", GROUP_CHAT.url)

    async def work() -> None:
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            room, ann, _ = await begun(rooms)
            code = room.state.code
            await wants(room, ann, READER.model_copy(update={"mail": ways[1]}))
            await room.days.notices.tell_group(ann, GROUP_CHAT)
            await waking.look()
        while clocks.wall < MONDAY + 30 * HOUR:
            courier.slow = chance.random() < 0.5
            async with post(tmp_path, clocks, courier, chance.randrange(5, 200)) as (rooms, waking):
                with suppress(StoreError):
                    for _ in range(chance.randrange(1, 200)):
                        clocks.pass_time(chance.choice([1, 2]) * MINUTE)
                        await waking.look()
                        if not courier.slow:
                            await arrived(rooms)
        courier.slow = False
        async with post(tmp_path, clocks, courier) as (rooms, waking):
            deadline = min(windows.deadlines((await rooms.find(code)).state).values())
            await passing(waking, clocks, deadline - clocks.wall - HOUR, 20 * MINUTE)
            assert (await rooms.find(code)).state.windows.missed == {}

    run(work())
    for way in ways:
        got = [letter for _, where, letter in courier.sent if where == way]
        kinds = [letter.urgent for letter in got]
        assert {False, True} == set(kinds), way
        assert len({letter.tag for letter in got}) == 1
        if way != PUSH.endpoint:
            assert kinds == [False, True]


def test_a_notice_holds_nothing_that_is_hidden(tmp_path: Path) -> None:
    """The words are the same whatever others have chosen in secret; Spanish has words of its own."""
    clocks = Clocks(MONDAY)

    async def work(choice: int) -> list[tuple[str, str]]:
        courier = Remembering()
        folder = tmp_path / str(choice)
        folder.mkdir()
        async with post(folder, clocks, courier) as (rooms, waking):
            room, ann, bo = await begun(rooms)
            await wants(room, ann, READER.model_copy(update={"language": "es"}))
            watcher = await room.attach(Onlooker(), bo)
            assert isinstance(watcher, Onlooker)
            await move(room, watcher, str(watcher.snapshot.legal[choice]))
            await passing(waking, clocks, 6 * MINUTE)
            return [(letter.title, letter.body) for _, _, letter in courier.sent]

    told = []
    for choice in (0, 1):
        clocks.wall = MONDAY
        told.append(run(work(choice)))
    assert told[0] == told[1]
    assert told[0] == [
        ("Presidente de EE. UU.: te toca decidir", "Semana 1. Con Bo. Tienes hasta el martes 3 de marzo, 21:00.")
    ]


@pytest.mark.parametrize("name", ["combat", "mudslinger", "politics", "president"])
def test_a_game_over_days_has_the_clients_title_in_spanish(name: str) -> None:
    text = (Path(__file__).parents[2] / f"client/src/words/es/games/{name}.ts").read_text(encoding="utf-8")
    said = re.search(r"^  title: '(.*)',$", text, re.MULTILINE)
    assert said is not None
    over_days = bool(game(name).words.get("days"))
    assert WORDS["es"]["titles"].get(name) == (said[1] if over_days else None)
