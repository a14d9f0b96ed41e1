"""Sixty phones behind one address: they play, chat and reload while a stranger there uses up every limit."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hustings.rooms.clients import CLOSE_FLOOD, CLOSE_SLOW
from hustings.rooms.rate_limits import AddressBuckets, Analyses, Downloads, Guesses, Newcomers, RoomMaking
from tests.web.helpers import BOT, LIMIT, ME, Client, Site, fresh_id, running

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


SCHOOL = "192.0.2.1"


@contextmanager
def socket_from(site: Site, code: str, token: str | None = None, hello: bool = True) -> Iterator[Client]:
    """A socket from the address of a school, through a proxy; the hello is sent, its answer not awaited."""
    address, headers = f"ws://127.0.0.1:{site.port}/api/rooms/{code}/socket", {"X-Forwarded-For": SCHOOL}
    with connect(address, additional_headers=headers, open_timeout=LIMIT, close_timeout=1, compression=None) as opened:
        client = Client(opened)
        if hello:
            client.send({"hello": {"token": token, "since": None}})
        yield client


def admitted(client: Client) -> bool:
    """Return whether the server keeps a socket after its hello."""
    try:
        client.until("state")
        client.send({"ping": 1})
        client.until("pong")
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd else 1006
    else:
        return True
    assert code == CLOSE_FLOOD
    return False


def test_a_stranger_who_takes_every_spectators_place_leaves_those_of_players(tmp_path: Path) -> None:
    with running(tmp_path, connections_by_address=8) as site, ExitStack() as stack:
        code, ann, bo = site.friends()
        strangers = [stack.enter_context(socket_from(site, code)) for _ in range(5)]
        assert [admitted(stranger) for stranger in strangers] == [True] * 4 + [False]
        players = [stack.enter_context(socket_from(site, code, token)) for token in (ann, bo)]
        assert all(admitted(player) for player in players)
        mover = next(player for player in players if player.state["legal"])
        mover.acts(mover.state["legal"][0]["text"])
        strangers[0].socket.close()
        while not admitted(stack.enter_context(socket_from(site, code))):
            pass


def test_sockets_that_say_nothing_give_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Newcomers, "BY_ADDRESS", 3)
    with running(tmp_path) as site, ExitStack() as stack:
        code, ann, _ = site.friends()
        silent = [stack.enter_context(socket_from(site, code, hello=False)) for _ in range(3)]
        stack.enter_context(site.sit(code))  # from another address
        assert admitted(stack.enter_context(socket_from(site, code, ann)))
        assert silent[0].closed() == CLOSE_SLOW
        silent[1].send({"hello": {"token": None, "since": None}})
        assert admitted(silent[1])


def test_a_player_still_makes_rooms_when_a_stranger_has_used_up_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RoomMaking, "ADDRESS_RATE", 1e-9)
    body = {"game": "combat", "name": "Ann", "seats": [ME, BOT]}

    def made(cookie: str) -> int:
        return site.ask("POST", "/api/rooms", body, X_Forwarded_For=SCHOOL, Cookie=cookie).status

    with running(tmp_path) as site:
        code, ann, _ = site.friends()
        alone, token = site.make(ME, BOT)
        lobby, host = site.make(ME, {"kind": "friend"})
        while made("") == 200:
            pass
        player = f"hustings_{code}={ann}"
        assert [made(player) for _ in range(3)] == [200, 200, 429]
        nobody = (f"hustings_{code}={token}", f"hustings_{alone}={token}", f"hustings_{lobby}={host}", "hustings_=x")
        assert [made(cookie) for cookie in nobody] == [429] * 4


def test_seats_that_make_rooms_cannot_use_up_the_limit_of_the_server() -> None:
    making = RoomMaking(lambda: 0.0)
    made = sum(making.take("192.0.2.1", f"seat {number}") for number in range(1000))
    assert made == 150 < RoomMaking.SERVER_SIZE
    assert making.take("192.0.2.2")
