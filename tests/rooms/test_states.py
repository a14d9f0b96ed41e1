"""States: every viewer gets a whole one after every move, and none outgrows the window that compresses it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import hustings
from hustings.bots.levels import choose
from hustings.engine.installed import game_names, rulebook
from hustings.rooms.broadcast.updates import Snapshot, room_info, snapshot_of
from hustings.rooms.commands.play import Play
from hustings.rooms.fair_deal import Deal
from hustings.rooms.keys import new_token, token_digest
from hustings.rooms.log.log_events import Chair, Made, RoomSettings
from hustings.rooms.log.replaying import started
from hustings.rooms.log.state import RoomState
from hustings.rooms.registry import Rooms
from hustings.rooms.room import Room
from hustings.web.connections import WINDOW_BITS
from hustings.web.protocol.serialize import message
from tests.rooms.helpers import FRIEND, ME, Onlooker, fresh_id, open_rooms, run

Json = dict[str, Any]
MOVES = 120
LOOKED_AT = 5  # of so many moves after one the states are measured
BACK = 262  # bytes of the window that deflate cannot refer back to


async def begun(rooms: Rooms, game: str, people: int) -> tuple[Room, list[str]]:
    """A room of so many people, its game begun, and their tokens by seat."""
    names = ["Bo", "Cy", "Di", "Ed", "Flo"][: people - 1]
    room, ann = await rooms.make(game, {}, "Ann", [ME, *(FRIEND for _ in names)])
    tokens = [ann]
    for name in names:
        tokens.append(new_token())
        await room.join(name, tokens[-1])
    await room.start(ann)
    return room, tokens


def sent(notice: Snapshot, *, events: bool = False) -> Json:
    told: Json = json.loads(message(notice, "http://localhost:8123"))
    return told if events else {name: value for name, value in told.items() if name not in ("events", "ended")}


@pytest.mark.parametrize("game", sorted(game_names()))
def test_everybody_gets_whole_states(tmp_path: Path, game: str) -> None:
    async def play() -> None:
        async with open_rooms(tmp_path) as rooms:
            room, tokens = await begun(rooms, game, rulebook(game).seats[-1])
            eyes = [(Onlooker(), token) for token in (*tokens, None)]
            viewers = [viewer for viewer, _ in eyes]
            watchers = [await room.attach(viewer, token) for viewer, token in eyes]
            chance = random.Random(game)
            for _ in range(MOVES):
                table = room.state.table
                assert table is not None
                if table.over:
                    break
                seat = min(table.owes)
                decision = room.state.decisions[room.state.order[seat]]
                move = Play(fresh_id(), decision, chance.choice(table.legal(seat)).text)
                await room.hear(watchers[seat], move)
                for viewer, watcher in zip(viewers, watchers, strict=True):
                    due = snapshot_of(room.state, room.info(), watcher.seat, 0, None)
                    assert sent(viewer.snapshot) == sent(due)
            for viewer, watcher in zip(viewers, watchers, strict=True):
                told = [event for notice in viewer.all(Snapshot) for event in notice.events]
                assert room.state.table is not None
                assert told == room.state.table.events(seat=watcher.seat)

    run(play())


@pytest.mark.parametrize("game", sorted(game_names()))
def test_no_state_of_a_whole_game_outgrows_the_window(game: str) -> None:
    seats = rulebook(game).seats[-1]
    chairs = [Chair("person", f"{'亜' * 22} {seat}", token=token_digest(new_token())) for seat in range(seats)]
    state = RoomState("BCDFGH", Made(game, hustings.game(game).options, chairs, 0, RoomSettings()))
    deal = Deal(bytes([3]) * 32)
    begun, table = started(state, list(range(seats)), deal)
    state.begin(begun, deal, table)
    largest, number = 0, 0
    while not table.over:
        if number % LOOKED_AT == 0:
            room = room_info(state, frozenset(range(seats)), 0)
            shown = [snapshot_of(state, room, seat, table.length, None) for seat in sorted(table.owes | table.may)]
            largest = max(largest, *(len(message(each, "http://localhost:8123")) for each in shown))
        seat = min(table.owes)
        table.play(choose(table, seat, "thumb", number))
        number += 1
    assert 1000 < largest < (1 << WINDOW_BITS) - BACK


def test_scores_come_from_the_server_and_leave_florida_out_without_its_margin(tmp_path: Path) -> None:
    """UP-8: a dealt Florida brings nothing, so the standing is less than the votes of the holder's cards."""

    async def scores() -> tuple[Json, list[int]]:
        async with open_rooms(tmp_path) as rooms:
            room, token = await rooms.make("president", {}, "Ann", [ME, Chair("bot", level="thumb")])
            viewer = Onlooker()
            await room.attach(viewer, token)
            state = next(notice for notice in viewer.told if isinstance(notice, Snapshot))
            return sent(state), list(room.state.table.standing)  # type: ignore[union-attr]

    told, standing = run(scores())
    votes = {"MT": 3, "NV": 6, "IA": 6, "CO": 9, "WI": 10, "VA": 13, "NC": 15, "MI": 16, "OH": 18, "PA": 20}
    held = [
        sum(votes.get(code, 0) for code, who in told["view"]["holder"].items() if who == f"P{seat}") for seat in (1, 2)
    ]
    assert told["standing"] == standing == held
