"""Three server processes over one PostgreSQL, told of each other by Redis: the bus is cut, the owner is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
import redis

from hustings.rooms.cluster.bus import CHANNEL
from tests.rooms.database import database
from tests.rooms.redis_server import redis_server
from tests.web.helpers import BOT, FRIEND, LIMIT, ME, Site, fresh_id
from tests.web.test_processes import PROCESSES, ask, assert_written_once, take_turns
from tests.web.test_serve import program


@dataclass
class Fleet:
    """Servers by process number, what they share, and the bus's own process."""

    servers: list[tuple[int, Site]]
    database: str
    bus: str
    redis: subprocess.Popen[bytes]


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Three servers with their database and their Redis. The last test kills the first of them, and Redis."""
    folder = tmp_path_factory.mktemp("servers")
    with (
        pytest.MonkeyPatch.context() as patch,
        ExitStack() as stack,
        ThreadPoolExecutor(PROCESSES) as together,
        database() as url,
        redis_server() as (server, bus),
    ):
        patch.setenv("HUSTINGS_STORE", url)
        patch.setenv("HUSTINGS_BUS", bus)
        started = list(together.map(stack.enter_context, [program(folder) for _ in range(PROCESSES)]))
        yield Fleet([(process.pid, site) for process, site in started], url, bus, server)
        stack.close()


def test_people_at_different_processes_play_one_game_and_only_redis_tells(fleet: Fleet) -> None:
    (_, one), (_, two), (_, three) = fleet.servers
    code, ann = one.make(ME, FRIEND)
    bo = two.join(code, "Bo")
    assert three.host(code, ann, do="start").status == 200
    with redis.Redis.from_url(fleet.bus) as asking:
        assert asking.pubsub_numsub(CHANNEL)[0][1] == PROCESSES
    assert ask(fleet.database, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%'") == []
    with one.sit(code, ann) as first, two.sit(code, bo) as second, three.sit(code) as crowd:
        acknowledged = take_turns([first, second])
        while not crowd.state["over"]:
            crowd.receive()
        assert first.state["result"] == second.state["result"] == crowd.state["result"]
    assert_written_once(fleet.database, code, acknowledged)


def test_the_bus_carries_numbers_only_and_nothing_of_an_owners_moves(fleet: Fleet) -> None:
    (_, one), (_, two), _ = fleet.servers
    code, ann = one.make(ME, BOT)
    with redis.Redis.from_url(fleet.bus, decode_responses=True) as asking, asking.pubsub() as channel:
        channel.subscribe(CHANNEL)
        assert channel.get_message(timeout=LIMIT)
        with one.sit(code, ann) as first:
            quiet = False
            while not quiet:  # until it owns the room, which it may learn a moment after the first moves
                assert not first.state["over"]
                take_turns([first], 1)
                quiet = not heard(channel, code)
            for locked in (True, False, True):
                assert two.host(code, ann, do="lock", locked=locked).status == 200
            assert len(heard(channel, code)) == 3


def heard(channel: redis.client.PubSub, code: str) -> list[int]:
    """The records that notices tell of, which hold a room's code and a number and no more."""
    said = []
    while message := channel.get_message(timeout=0.5):
        said += [notice.partition(":") for notice in message["data"].split()]
    assert all(re.fullmatch("[A-Z]{6}", room) and seq.isdecimal() for room, _, seq in said), said
    return [int(seq) for room, _, seq in said if room == code and int(seq)]


def test_the_bus_is_cut_then_the_owner_killed_and_no_move_is_lost_or_doubled(fleet: Fleet) -> None:
    (pid, one), (_, two), (_, three) = fleet.servers
    code, ann = one.make(ME, FRIEND, BOT, game="president")
    bo = two.join(code, "Bo")
    one.host(code, ann, do="start")
    with one.sit(code, ann) as first, two.sit(code, bo) as second, three.sit(code) as crowd:
        acknowledged = take_turns([first, second], 4)
        fleet.redis.kill()
        fleet.redis.wait()
        acknowledged |= take_turns([first, second], 4)
        first.caught_up(max(acknowledged.values()))
        while not first.state["legal"]:
            take_turns([second], 1)
            first.receive()
        command, text, decision = fresh_id(), first.state["legal"][0]["text"], first.state["decision"]
        first.send({"id": command, "decision": decision, "play": text})
        os.kill(pid, signal.SIGKILL)
        first.closed()
        with three.sit(code, ann) as again:
            answer = again.play(text, decision, command)
            if answer["type"] == "ack":
                acknowledged[command] = answer["seq"]
            acknowledged |= take_turns([again, second])
            while not crowd.state["over"]:
                crowd.receive()
            assert crowd.state["result"] == again.state["result"] == second.state["result"]
    assert_written_once(fleet.database, code, acknowledged)
