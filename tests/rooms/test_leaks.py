"""What a viewer is told depends on nothing he may not know: every game, every kind of viewer, every answer.

The room is copied with everything dealt anew that a viewer cannot know (the game's own `imagine`, which the contract
suite checks on another route); he must be told the same.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hustings.engine import game as games
from hustings.rooms.broadcast.updates import Notice, Reasoned, Snapshot
from hustings.rooms.commands import queries
from hustings.rooms.log.replaying import replay
from hustings.rooms.room import Room
from hustings.rooms.settings import RoomSettings
from tests.games import NAMES
from tests.rooms.helpers import FRIEND, ME, Onlooker, Rooms, fresh_id, move, open_rooms, run

MOVES = 60
EVERY = 6  # moves between two looks


async def full_room(rooms: Rooms, game: str, seats: int, **settings: Any) -> tuple[Room, list[str]]:
    """A room with a person on every seat, its game begun, and their tokens by chair."""
    room, host = await rooms.make(game, {}, "P1", [ME, *[FRIEND] * (seats - 1)], RoomSettings(**settings))
    tokens = [host, *(f"the token of seat {seat}" for seat in range(1, seats))]
    for seat, token in enumerate(tokens[1:], 2):
        await room.join(f"P{seat}", token)
    await room.start(host)
    return room, tokens


async def twin_of(rooms: Rooms, room: Room, seat: int | None, key: int) -> Room:
    """The same room, with everything dealt anew that a seat cannot know."""
    state = replay(room.state.code, await rooms.context.store.read(room.state.code))
    assert state.table is not None
    real = state.table
    state.table = real.imagine(seat, key)
    state.table._log = list(real.log)  # how long it is, everybody knows
    return Room(state, rooms.context)


async def told(room: Room, token: str | None, probes: list[str]) -> list[Notice]:
    """Everything a viewer of a room is told when he comes, and asks about some moves."""
    looker = Onlooker()
    watcher = await room.attach(looker, token)
    for number, text in enumerate(probes):
        await queries.why(room, watcher, f"why-{number:05}", text)
        await queries.odds(room, watcher, f"odds-{number:05}", text)
    room.broadcast.close()
    return [notice for notice in looker.told if isinstance(notice, Snapshot) or hasattr(notice, "id")]


def without_presence(notices: list[Notice]) -> list[Notice]:
    """Who is here differs, and is no secret."""
    return [replace(notice, room=None) if isinstance(notice, Snapshot) else notice for notice in notices]  # type: ignore[arg-type]


CASES = [(game, seats) for game in NAMES for seats in sorted({*games.game(game).seats_allowed})[:2]]


@pytest.mark.parametrize(("game", "seats"), CASES, ids=[f"{game} {seats}" for game, seats in CASES])
def test_what_is_told_is_the_same_in_every_world_a_viewer_cannot_tell_apart(
    tmp_path: Path, game: str, seats: int
) -> None:
    async def work() -> int:
        looks, random = 0, Random(f"{game} {seats}")
        async with open_rooms(tmp_path) as rooms:
            room, tokens = await full_room(rooms, game, seats)
            lookers = [Onlooker() for _ in tokens]
            watchers = [await room.attach(looker, token) for looker, token in zip(lookers, tokens, strict=True)]
            probes: list[str] = []
            for number in range(MOVES):
                movers = [seat for seat, looker in enumerate(lookers) if looker.snapshot.legal]
                if not movers:
                    break
                legal = [str(text) for seat in movers for text in lookers[seat].snapshot.legal]
                probes = [random.choice(legal) for _ in range(2)] + probes[:4]
                if number % EVERY == 0:
                    for seat, token in [*enumerate(tokens), (None, None)]:
                        twin = await twin_of(rooms, room, seat, number)
                        real = Room(
                            replay(room.state.code, await rooms.context.store.read(room.state.code)), rooms.context
                        )
                        here = without_presence(await told(real, token, probes))
                        assert here == without_presence(await told(twin, token, probes))
                        looks += 1
                mover = random.choice(movers)
                await move(room, watchers[mover], str(random.choice(lookers[mover].snapshot.legal)))
        return looks

    assert run(work()) >= 3 * (seats + 1)


@pytest.mark.parametrize("game", NAMES)
def test_a_delayed_spectator_is_told_only_what_was_open_before_the_last_move(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        random = Random(game)
        async with open_rooms(tmp_path) as rooms:
            room, tokens = await full_room(rooms, game, min(games.game(game).seats_allowed), delayed=True)
            lookers = [Onlooker() for _ in tokens]
            watchers = [await room.attach(looker, token) for looker, token in zip(lookers, tokens, strict=True)]
            crowd = Onlooker()
            spectator = await room.attach(crowd, None)
            before: dict[str, Any] | None = crowd.view
            for number in range(MOVES):
                movers = [seat for seat, looker in enumerate(lookers) if looker.snapshot.legal]
                if not movers or room.state.phase == "over":
                    break
                assert room.state.table is not None
                now = room.state.table.view(None)
                mover = random.choice(movers)
                await move(room, watchers[mover], str(random.choice(lookers[mover].snapshot.legal)))
                if room.state.phase == "over":
                    break
                assert crowd.view == (now if number else before)
                assert crowd.snapshot.legal == ()
                await queries.why(room, spectator, fresh_id(), f"P{mover + 1} pass")
                assert "watching" in crowd.last(Reasoned).text
                before = now

    run(work())
