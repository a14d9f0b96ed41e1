"""A class over two processes, and over one that is killed: nothing acknowledged is lost, and all are back soon."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.web.class_helpers import Page, command, joined, made, opened, two_processes
from tests.web.helpers import PROMPTLY, Json, Site
from tests.web.test_processes import ask
from tests.web.test_serve import program


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[tuple[str, list[tuple[int, Site]]]]:
    """A database, and two servers over it: their process numbers and how to talk to them."""
    with two_processes(tmp_path) as found:
        yield found


def lesson(site: Site, other: Site, stack: ExitStack) -> tuple[str, str, list[Json], list[Page]]:
    """A class of five that plays, its people at two servers in turn: code, teacher's token, people, phones."""
    code, teacher = made(site, size=3, game="president", clock="off")
    servers = [site, other, site, other, site]
    people = [joined(server, code) for server in servers]
    phones = [
        stack.enter_context(opened(server, code, "person", one["token"]))
        for server, one in zip(servers, people, strict=True)
    ]
    desk = stack.enter_context(opened(site, code, "teacher", teacher))
    desk.until(lambda shown: shown["info"]["here"] == 5)
    command(site, code, teacher, do="start")
    for phone in phones:
        phone.until(lambda shown: shown["me"]["phase"] == "seated")
    return code, teacher, people, phones


def places(phones: list[Page]) -> list[tuple[str, int]]:
    """Where people sit: the room and the seat."""
    return [(phone.shown["tables"][0]["room"], phone.shown["me"]["seat"]) for phone in phones]


def test_a_class_goes_to_the_other_process_when_its_own_is_killed(shared: tuple[str, list[tuple[int, Site]]]) -> None:
    url, [(pid, one), (_, two)] = shared
    with ExitStack() as stack:
        code, teacher, people, phones = lesson(one, one, stack)
        seats = places(phones)
        room, seat = seats[1]
        with one.sit(room, people[1]["token"]) as client:
            assert client.state["seat"] == seat
            if client.state["legal"]:
                client.acts(client.state["legal"][0]["text"])
        command(one, code, teacher, do="pause")
        for phone in phones:
            phone.until(lambda shown: shown["still"])
        command(one, code, teacher, do="ask", text="Who wins?", answers=["The leader", "Another"])
        phones[1].until(lambda shown: shown["question"] is not None)
        told = one.ask(
            "POST",
            f"/api/classes/{code}/answer",
            {"question": 1, "answer": 1},
            Authorization=f"Bearer {people[1]['token']}",
        )
        assert told.status == 200
        os.kill(pid, signal.SIGKILL)
        began = time.monotonic()
        again = [stack.enter_context(opened(two, code, "person", person["token"])) for person in people]
        assert time.monotonic() - began < PROMPTLY
        assert places(again) == seats
        assert again[1].shown["question"]["mine"] == 1
        desk = stack.enter_context(opened(two, code, "teacher", teacher))
        desk.until(lambda shown: shown["info"]["here"] == 5 and shown["question"]["given"] == 1)
        command(two, code, teacher, do="shut", shown=False)
        command(two, code, teacher, do="pause", paused=False)
        again[0].until(lambda shown: not shown["still"])
        command(two, code, teacher, do="stop", seconds=0)
        again[0].until(lambda shown: shown["info"]["phase"] == "over")
        command(two, code, teacher, do="delete")
        assert again[0].shown["tables"][0]["finish"]["stopped"]
    assert ask(url, "SELECT count(*) FROM log") == [(0,)]
    assert ask(url, "SELECT count(*) FROM room") == [(0,)]


def test_kill_9_in_the_middle_of_a_lesson_loses_nothing(tmp_path: Path) -> None:
    with program(tmp_path) as (process, site), ExitStack() as stack:
        code, teacher, people, phones = lesson(site, site, stack)
        for person, phone in zip(people, phones, strict=True):
            with site.sit(phone.shown["tables"][0]["room"], person["token"]) as client:
                if client.state["legal"]:
                    client.acts(client.state["legal"][0]["text"])
        command(site, code, teacher, do="tell", text="Almost done")
        command(site, code, teacher, do="pause")
        seats = places(phones)
        process.kill()
        process.wait()
    with program(tmp_path) as (_, site), ExitStack() as stack:
        began = time.monotonic()
        phones = [stack.enter_context(opened(site, code, "person", person["token"])) for person in people]
        assert time.monotonic() - began < PROMPTLY
        assert places(phones) == seats
        assert all(phone.shown["still"] and phone.shown["note"]["text"] == "Almost done" for phone in phones)
        desk = stack.enter_context(opened(site, code, "teacher", teacher))
        desk.until(lambda shown: shown["info"]["here"] == 5)
        assert all(table["moves"] > 0 for table in desk.shown["tables"])
        command(site, code, teacher, do="pause", paused=False)
        command(site, code, teacher, do="hurry", people=[1, 2, 3, 4, 5])
