"""Sixty phones behind one address: they play, chat and reload while a stranger there uses up every limit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from hustings.rooms.rate_limits import AddressBuckets, Analyses, Downloads, Guesses
from tests.web.helpers import BOT, ME, Client, Site, fresh_id, running

ROOMS = 30  # of two phones each
PATHS = ("", "/export", "/replay", "/replay/chances", "/replay/review", "/deal")


def exhausted(site: Site, path: str) -> None:
    """Ask for a path until the limit of this address is used up."""
    with ThreadPoolExecutor(8) as together:
        while 429 not in together.map(lambda _: site.ask("GET", path).status, range(64)):
            pass


def reloaded(site: Site, code: str, token: str) -> set[int]:
    """The answers to what a page with a seat's cookie asks for when it is loaded during and after a game."""
    cookie = f"hustings_{code}={token}"
    pages = {site.ask("GET", f"/r/{code}", Cookie=cookie).status}
    return pages | {site.ask("GET", f"/api/rooms/{code}{path}", Cookie=cookie).status for path in PATHS}


def test_sixty_phones_are_never_refused_while_a_stranger_uses_up_every_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Guesses, "WAIT", 0.0)
    for limit, rate in ((Guesses, "SITE_RATE"), (Downloads, "RATE"), (Analyses, "RATE")):
        monkeypatch.setattr(limit, rate, 0.001)
    with running(tmp_path) as site, ExitStack() as stack:
        rooms = [site.friends() for _ in range(ROOMS)]
        phones = [(code, token) for code, *tokens in rooms for token in tokens]
        strange, _ = site.make(ME, BOT)
        exhausted(site, f"/api/rooms/{strange}/export")
        exhausted(site, f"/api/rooms/{strange}/replay/chances")
        exhausted(site, "/api/rooms/BBBBBB")
        assert site.ask("GET", f"/api/rooms/{strange}/export").status == 429
        assert len(phones) == 60
        for code, token in phones:
            statuses = reloaded(site, code, token)
            assert 200 in statuses
            assert 429 not in statuses
        clients = [stack.enter_context(site.sit(code, token)) for code, token in phones]
        for client in clients:
            assert answered(client) == "ack"
        for first, second in zip(clients[::2], clients[1::2], strict=True):
            mover = first if first.state["legal"] else second
            mover.acts(mover.state["legal"][0]["text"])


def answered(client: Client) -> str:
    """The kind of the answer to a quick reaction."""
    command = fresh_id()
    client.send({"id": command, "say": "👍"})
    return str(client.answer(command)["type"])


def test_seats_together_cannot_take_more_than_ten_addresses() -> None:
    now = [0.0]
    buckets = AddressBuckets(8, 1.0, lambda: now[0])
    assert sum(buckets.take("192.0.2.7") for _ in range(20)) == 8
    assert sum(buckets.take("192.0.2.7", "ann") for _ in range(20)) == 1
    assert sum(buckets.take("192.0.2.7", f"seat {n}") for n in range(1000)) == 79
    assert buckets.take("192.0.2.8")
    now[0] += 8.0
    assert buckets.used() == {}
    assert buckets.take("192.0.2.7", "ann")
