"""Deltas: for every viewer, after every move, what whole states would have told; nothing more, and nothing left out."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from hustings.engine.installed import game_names, rulebook
from hustings.rooms.broadcast.updates import Delta, Notice, Presence, Snapshot, snapshot_of
from hustings.rooms.commands.play import Play
from hustings.rooms.keys import new_token
from hustings.rooms.log.log_events import Chair, RoomSettings
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.web.protocol.serialize import message
from tests.rooms.helpers import FRIEND, ME, Onlooker, fresh_id, open_rooms, run

Json = dict[str, Any]
MOVES = 40


class Follower(Onlooker):
    """A viewer who asks for deltas and keeps the whole state they lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.whole: Json = {}
        self.kinds: list[str] = []
        self.events: list[Json] = []

    def tell(self, notice: Notice) -> None:
        super().tell(notice)
        told = json.loads(message(notice, ""))
        self.kinds.append(told["type"])
        if isinstance(notice, Snapshot):
            self.whole = told
        elif isinstance(notice, Presence):
            self.whole["room"] = told["room"]
        elif isinstance(notice, Delta):
            self.whole = followed(self.whole, told)
        if isinstance(notice, Snapshot | Delta):
            self.events += told["events"]


def followed(whole: Json, delta: Json) -> Json:
    """A whole state and what a delta changes of it."""
    legal = []
    for text in delta["legal"]:
        label, verb, *args = text.split(" ")
        legal.append({"text": text, "seat": int(label[1:]) - 1, "verb": verb, "args": args})
    return {**whole, **delta, "type": "state", "view": {**whole["view"], **delta["view"]}, "legal": legal}


def due(room: Room, seat: int | None) -> Json:
    """The whole state a viewer would be told now, but for the events."""
    told: Json = json.loads(message(snapshot_of(room.state, room.info(), seat, 0, None), ""))
    return {name: value for name, value in told.items() if name != "events"}


def bare(whole: Json) -> Json:
    return {name: value for name, value in whole.items() if name != "events"}


async def begun(rooms: Rooms, game: str, settings: RoomSettings | None = None) -> tuple[Room, list[str]]:
    """A room of as few people as can play, its game begun, and their tokens by seat."""
    friends = ["Bo", "Cy"][: rulebook(game).seats[0] - 1]
    room, ann = await rooms.make(game, {}, "Ann", [ME, *(FRIEND for _ in friends)], settings or RoomSettings())
    tokens = [ann]
    for name in friends:
        tokens.append(new_token())
        await room.join(name, tokens[-1])
    await room.start(ann)
    return room, tokens


async def one_move(room: Room, watchers: list[Any], chance: random.Random) -> None:
    """A move by chance of one who owes one, sent and answered; then everybody has been told."""
    table = room.state.table
    assert table is not None
    seat = min(table.owes)
    text = chance.choice(table.legal(seat)).text
    decision = room.state.decisions[room.state.order[seat]]
    await room.carry_out(watchers[seat], Play(fresh_id(), decision, text))


@pytest.mark.parametrize("game", sorted(game_names()))
def test_deltas_lead_to_the_states_that_would_have_been_told(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, tokens = await begun(rooms, game)
            viewers = [Follower() for _ in [*tokens, None]]
            watchers = [
                await room.attach(viewer, token, deltas=True)
                for viewer, token in zip(viewers, [*tokens, None], strict=True)
            ]
            whole = Onlooker()
            await room.attach(whole, None)
            room.broadcast.tell_presence()
            chance = random.Random(game)
            for _ in range(MOVES):
                if room.state.phase == "over":
                    await room.rematch(tokens[0])
                await one_move(room, watchers, chance)
                for viewer, watcher in zip(viewers, watchers, strict=True):
                    expected = due(room, watcher.seat)
                    if viewer.whole["over"]:  # then how long ago that was
                        expected["ended"] = viewer.whole["ended"]
                    assert bare(viewer.whole) == expected
                    assert room.state.table is not None
                    assert viewer.whole["standing"] == list(room.state.table.standing)
            assert all(viewer.kinds.count("delta") > MOVES // 2 for viewer in viewers)
            assert not whole.all(Delta)
            table = room.state.table
            assert table is not None
            for viewer, watcher in zip(viewers, watchers, strict=True):
                told = [event.as_dict() for event in table.events(seat=watcher.seat)]
                assert [event for event in viewer.events if event in told][-len(told) :] == told

    run(play())


def test_after_a_new_hello_comes_a_whole_state_first(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, tokens = await begun(rooms, "combat")
            viewers = [Follower(), Follower()]
            watchers = [await room.attach(viewers[seat], tokens[seat], deltas=True) for seat in (0, 1)]
            chance = random.Random(7)
            for _ in range(5):
                await one_move(room, watchers, chance)
            seen, late = room.state.seq, Follower()
            room.detach(watchers[1])
            await one_move(room, watchers, chance)
            back = Follower()
            watchers[1] = await room.attach(back, tokens[1], since=seen, deltas=True)
            late_watcher = await room.attach(late, None, deltas=True)
            room.broadcast.tell_presence()
            for _ in range(4):
                await one_move(room, watchers, chance)
            for viewer in (back, late):
                assert viewer.kinds[0] == "state"
                assert viewer.kinds.count("state") == 1
                assert viewer.kinds.count("delta") == 4
            assert bare(back.whole) == due(room, watchers[1].seat)
            assert bare(late.whole) == due(room, late_watcher.seat)
            table = room.state.table
            assert table is not None
            assert late.events == [event.as_dict() for event in table.events(seat=None)]
            assert back.events == late.events[-len(back.events) :]
            assert back.events[0]["entry"] > 0

    run(play())


def test_spectators_a_move_behind_are_told_whole_states(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, tokens = await begun(rooms, "combat", RoomSettings(delayed=True))
            viewers = [Follower(), Follower(), Follower()]
            watchers = [
                await room.attach(viewer, token, deltas=True)
                for viewer, token in zip(viewers, [*tokens, None], strict=True)
            ]
            room.broadcast.tell_presence()
            chance = random.Random(3)
            for _ in range(6):
                before = due(room, None)["view"]
                await one_move(room, watchers, chance)
                assert viewers[2].whole["view"] == before
            assert viewers[0].kinds.count("delta") == 6
            assert "delta" not in viewers[2].kinds

    run(play())


def test_a_shared_device_is_told_a_whole_state_where_the_seat_changes(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, ann = await rooms.make("combat", {}, "Ann", [ME, Chair("device", "Bo")])
            viewer = Follower()
            watcher = await room.attach(viewer, ann, deltas=True)
            room.broadcast.tell_presence()
            chance = random.Random(5)
            for _ in range(20):
                seat = watcher.seat
                await one_move(room, [watcher, watcher], chance)
                assert viewer.kinds[-1] == ("delta" if watcher.seat == seat else "state")
                assert bare(viewer.whole) == due(room, watcher.seat)
            assert {"delta", "state"} <= set(viewer.kinds)

    run(play())


def test_scores_come_from_the_server_and_leave_florida_out_without_its_margin(tmp_path: Path) -> None:
    """UP-8: a dealt Florida brings nothing, so the standing is less than what the holder's cards say."""

    async def scores() -> tuple[Json, list[int]]:
        async with open_rooms(tmp_path) as rooms:
            room, token = await rooms.make("president", {}, "Ann", [ME, Chair("bot", level="thumb")])
            viewer = Onlooker()
            await room.attach(viewer, token)
            state = next(notice for notice in viewer.told if isinstance(notice, Snapshot))
            return json.loads(message(state, "")), list(room.state.table.standing)  # type: ignore[union-attr]

    told, standing = run(scores())
    votes = {"MT": 3, "NV": 6, "IA": 6, "CO": 9, "WI": 10, "VA": 13, "NC": 15, "MI": 16, "OH": 18, "PA": 20}
    held = [
        sum(votes.get(code, 0) for code, who in told["view"]["holder"].items() if who == f"P{seat}") for seat in (1, 2)
    ]
    assert told["standing"] == standing == held
