"""People of one room at two processes, and no proxy that brings them together: one shows it, the other links to it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.rooms.database import database
from tests.web.helpers import LIMIT, Site, fresh_id
from tests.web.test_processes import assert_written_once, take_turns
from tests.web.test_proxy import watchers
from tests.web.test_serve import program

Two = tuple[Site, Site, int, str]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    """Two servers, the first one's process number, and their database. The last test kills the first."""
    folder: Path = tmp_path_factory.mktemp("servers")
    with (
        pytest.MonkeyPatch.context() as patch,
        database() as url,
        ExitStack() as stack,
        ThreadPoolExecutor(2) as together,
    ):
        patch.setenv("HUSTINGS_STORE", url)
        (first, one), (_, other) = together.map(stack.enter_context, [program(folder) for _ in range(2)])
        yield one, other, first.pid, url


def counted(site: Site, name: str) -> float:
    """One of a server's counts."""
    return site.count(name)


def test_a_viewer_elsewhere_is_told_what_one_here_is_and_no_more(two: Two) -> None:
    one, other, _, url = two
    code, ann, bo = one.friends()
    with one.sit(code, ann) as first, other.sit(code, bo) as second, one.sit(code) as near, other.sit(code) as far:
        assert (watchers(one), watchers(other)) == (4, 0)
        acknowledged = take_turns([first, second], 8)
        for client in (first, second, near, far):
            client.caught_up(max(acknowledged.values()))
        assert {message["seat"] for message in second.messages if message["type"] == "state"} == {1}
        told = [[text for text in one.bytes if text.startswith('{"type":"state"')] for one in (near, far)]
        port = [str(one.port), str(other.port)]  # in the link by which friends reach the room
        assert [text.replace(port[0], port[1]) for text in told[0]][-8:] == told[1][-8:]
        second.send({"id": fresh_id(), "why": "P2 nonsense"})
        assert second.until("why", "refused")["type"]
        second.send("no JSON")
        assert second.until("refused")["kind"] == "misunderstood"
        second.send(b"\0\1")
        assert second.until("refused")["kind"] == "misunderstood"
        second.send({"ping": 7})
        assert second.until("pong")["n"] == 7
    assert_written_once(url, code, acknowledged)
    assert counted(other, "hustings_link_bytes_total") < counted(one, "hustings_link_bytes_total")


def test_wrong_tokens_and_seats_taken_elsewhere_close_as_they_do_here(two: Two) -> None:
    one, other, _, _ = two
    code, ann, bo = one.friends()
    with one.sit(code, ann) as first, other.sit(code, bo) as second:
        with other.sit(code, "no token of this room", hello=False) as stranger:
            stranger.send({"hello": {"token": "no token of this room"}})
            assert stranger.closed() == 4403
        with one.sit(code, bo):
            assert second.closed() == 4000
        assert first.state["seat"] == 0


def test_a_room_goes_where_most_of_its_people_are_and_no_socket_is_lost(two: Two) -> None:
    one, other, _, url = two
    code, ann, bo = one.friends()
    with one.sit(code, ann) as first, other.sit(code, bo) as second:
        acknowledged = take_turns([first, second], 4)
        with other.sit(code) as crowd:
            until = time.monotonic() + LIMIT
            while watchers(other) < 3:
                assert time.monotonic() < until, "the room has not moved"
                acknowledged |= take_turns([first, second], 1)
            assert watchers(one) == 0
            acknowledged |= take_turns([first, second])
            while not crowd.state["over"]:
                crowd.receive()
            events = [[event["entry"] for event in client.events] for client in (first, second, crowd)]
            assert events[0] == sorted(events[0])
            assert first.state["result"] == second.state["result"] == crowd.state["result"]
    assert_written_once(url, code, acknowledged)


def test_who_is_linked_stays_when_the_owner_is_killed_and_what_they_said_is_answered(two: Two) -> None:
    one, other, pid, url = two
    code, ann, bo = one.friends()
    with one.sit(code, ann) as first, other.sit(code, bo) as second:
        acknowledged = take_turns([first, second], 4)
        second.caught_up(max(acknowledged.values()))
        while not second.state["legal"]:
            acknowledged |= take_turns([first], 1)
            second.caught_up(max(acknowledged.values()))
        os.kill(pid, signal.SIGSTOP)  # it hears no more
        command, text = fresh_id(), second.state["legal"][0]["text"]
        second.send({"id": command, "decision": second.state["decision"], "play": text})
        time.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        began = time.monotonic()
        answer = second.answer(command)
        assert answer["type"] == "ack"
        assert time.monotonic() - began < 5
        acknowledged[command] = answer["seq"]
        with other.sit(code, ann) as again:
            acknowledged |= take_turns([again, second])
            assert again.state["result"] == second.state["result"]
    assert_written_once(url, code, acknowledged)
