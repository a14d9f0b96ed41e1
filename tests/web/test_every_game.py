"""Every game over real sockets: each byte to each viewer is what the log, played again, says that viewer may know.

Seats, a spectator, a spectator a move behind, an expired token; over reconnecting, the end, a rematch.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random

import pytest

from hustings.engine import game as games
from hustings.rooms.log import log_events
from hustings.rooms.log.replaying import follow
from hustings.rooms.log.state import RoomState
from tests.games import NAMES
from tests.web.helpers import FRIEND, ME, Client, Json, Site

MOVES = 70  # of a game that goes on for longer than a test should


def log_of(site: Site, code: str) -> list[str]:
    """A room's records, read from the store behind the server's back."""
    connection = sqlite3.connect(site.data / "rooms.db")
    bodies = [body for (body,) in connection.execute("SELECT body FROM log WHERE room = ? ORDER BY seq", (code,))]
    connection.close()
    return bodies


def truth(code: str, bodies: list[str], seats: int) -> dict[int, dict[int | None, Json]]:
    """By record and by seat (None: a spectator): the view, and every event of the game so far."""
    made = log_events.read(bodies[0])
    assert isinstance(made, log_events.Made)
    state, found = RoomState(code, made), {}
    for number, body in enumerate(bodies[1:], 2):
        follow(state, log_events.read(body), number)
        if state.table is not None:
            found[number] = {
                seat: json.loads(
                    json.dumps(
                        {
                            "view": state.table.view(seat),
                            "events": [event.as_dict() for event in state.table.events(seat=seat)],
                        }
                    )
                )
                for seat in [*range(seats), None]
            }
    return found


def play(clients: list[Client], random: Random, moves: int) -> int:
    """Let seats move until the end, or so many moves; everybody sees each of them."""
    made = 0
    while made < moves and not clients[0].state["over"]:
        movers = [client for client in clients if client.state["legal"]]
        mover = random.choice(movers)
        seq = mover.acts(random.choice(mover.state["legal"])["text"])
        made += 1
        for client in clients:
            client.caught_up(seq)
    return made


def assert_told_only_what_is_his(client: Client, facts: dict[int, dict[int | None, Json]], secrets: list[str]) -> int:
    """Every state is the viewer's own truth of that record, its events his own and new; how many there were."""
    states, told, before = 0, [], -1
    for text in client.bytes:
        message = json.loads(text)
        assert not any(secret in text for secret in secrets)
        if message["type"] != "state" or message["view"] is None:
            continue
        seat, own = message["seat"], facts[message["seq"]]
        assert message["view"] == own[seat]["view"]
        assert all(move["seat"] == seat for move in message["legal"])
        if message["events"]:
            start = own[seat]["events"].index(message["events"][0])
            assert message["events"] == own[seat]["events"][start:]
        told += message["events"]
        assert message["seq"] >= before
        before = message["seq"]
        states += 1
    return states


@contextmanager
def sitting(site: Site, code: str, tokens: list[str | None], everybody: list[Client]) -> Iterator[list[Client]]:
    """Sockets of these tokens, closed at the end; each is remembered among everybody."""
    with ExitStack() as stack:
        clients = [stack.enter_context(site.sit(code, token)) for token in tokens]
        everybody += clients
        yield clients


@pytest.mark.parametrize("game", NAMES)
def test_each_viewer_is_sent_his_own_truth_and_no_secret(site: Site, game: str) -> None:
    random, seats = Random(game), max(min(games.game(game).seats_allowed), 2)
    code, host = site.make(ME, *[FRIEND] * (seats - 1), game=game, name="P1")
    tokens = [host, *(site.join(code, f"P{seat}") for seat in range(2, seats + 1))]
    claim = site.ask("POST", f"/api/rooms/{code}/seats/1/code", Authorization=f"Bearer {host}").json["code"]
    gone = tokens[1]
    site.host(code, host, do="kick", seat=1)
    tokens[1] = site.join(code, "another")
    assert site.host(code, host, do="start").status == 200
    with site.sit(code, gone, hello=False) as expired:
        expired.send({"hello": {"token": gone, "since": None}})
        assert expired.closed() == 4403
        assert not any('"type":"state"' in text for text in expired.bytes)
    everybody: list[Client] = []
    over = False
    for _ in range(2):  # everybody leaves in the middle and comes back
        with sitting(site, code, [*tokens, None], everybody) as clients:
            play(clients, random, MOVES // 2)
    with sitting(site, code, [*tokens, None], everybody) as clients:
        play(clients, random, 200 if len(log_of(site, code)) < MOVES else 0)
        over = bool(clients[0].state["over"])
        if over:
            assert [site.host(code, token, do="rematch").status for token in tokens] == [200] * seats
            for client in clients:
                while client.state["over"]:
                    client.receive()
            play(clients, random, 6)
    bodies = log_of(site, code)
    facts = truth(code, bodies, seats)
    dealt = [json.loads(body)["secret"] for body in bodies if '"began"' in body]
    assert len(dealt) == 1 + over
    hidden = [*tokens, gone, claim, dealt[-1]]
    if over:
        early = [text for client in everybody for text in client.bytes if '"phase":"playing"' in text]
        assert not any(dealt[0] in text for text in early)
    assert sum(assert_told_only_what_is_his(client, facts, hidden) for client in everybody) > 40
    for path in (f"/api/rooms/{code}", f"/api/rooms/{code}/qr.svg", f"/api/rooms/{code}/export", "/health"):
        body = site.ask("GET", path).body.decode()
        assert not any(secret in body for secret in hidden)
        assert '"view"' not in body
