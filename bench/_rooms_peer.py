"""People at boardgame.io's server for bench/rooms_load.py: its client's messages over socket.io, and as little as ours.

A move counts from when it is sent until its sender is sent the state it led to: there is no acknowledgement.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from _rooms_people import Load, Socket, Table, nothing

GAME = "cards"  # see peer/server.cjs
PATH = "/socket.io/?EIO=4&transport=websocket"
CHOICES = 5
AHEAD = 3  # matches
_STATE = re.compile(rb'"_stateID":(\d+)')
_TURN = re.compile(rb'"currentPlayer":"(\d)"')
_OPENED, _JOINED, _PING = b"0{", b"40/", b"2"  # of engine.io and socket.io
_EVENT = f"42/{GAME},".encode()
_STATES = (_EVENT + b'["update"', _EVENT + b'["sync"')


@dataclass
class Match:
    """A seat in a match. seat: "0" or "1"."""

    id: str
    seat: str
    credentials: str


class Player(Socket):
    """Somebody at a seat, who moves by chance as soon as they may, or at their match's pace."""

    def __init__(self, match: Match, load: Load, delay: Callable[[], float], over: Callable[[], None]) -> None:
        super().__init__(PATH, load)
        self._match, self._delay, self._over = match, delay, over
        self._state = self._waiting = -1
        self._sent = 0.0
        self.seated = asyncio.get_running_loop().create_future()

    def heard(self, message: bytes) -> None:
        """Move where it is one's turn; count the answer."""
        if message.startswith(_STATES):
            self._look(message)
        elif message == _PING:
            self.say(b"3")
        elif message.startswith(_OPENED):
            self.say(b"40/%b," % GAME.encode())
        elif message.startswith(_JOINED):
            self.sit(self._match)

    def sit(self, match: Match) -> None:
        """Take a seat in a match, and be told its state."""
        self._match, self._state, self._waiting = match, -1, -1
        self.say(f'42/{GAME},["sync","{match.id}","{match.seat}","{match.credentials}",2]'.encode())

    def _look(self, message: bytes) -> None:
        found, turn = _STATE.search(message), _TURN.search(message)
        assert found is not None
        assert turn is not None
        if self._match.id.encode() not in message:
            return
        if not self.seated.done():
            self.seated.set_result(None)
        state = int(found[1])
        if 0 <= self._waiting < state:
            self._waiting = -1
            if self.load.counting:
                self.load.answers.append(time.monotonic() - self._sent)
        if b'"gameover":' in message:
            self._over()
        elif turn[1].decode() == self._match.seat and state != self._state:
            self._state = self._waiting = state
            if self.load.rate:
                asyncio.get_running_loop().call_later(self._delay(), self._move)
            else:
                self._move()

    def _move(self) -> None:
        if self.closed:
            return
        self._sent, match = time.monotonic(), self._match
        self.say(
            f'42/{GAME},["update",{{"type":"MAKE_MOVE","payload":{{"type":"take","args":[{random.randrange(CHOICES)}],'
            f'"playerID":"{match.seat}","credentials":"{match.credentials}"}}}},{self._state},"{match.id}",'
            f'"{match.seat}"]'.encode()
        )


class TwoAtThePeer(Table):
    """A match, the two who play in it, and again in the next one, until they are stopped.

    Some matches lie ready, and another is made for each that begins, so that nobody waits for one.
    """

    def __init__(self, load: Load, number: int, game: str, watching: int = 0) -> None:
        super().__init__(load)
        self._port = load.ports[0]
        self._ready: asyncio.Queue[list[Match]] = asyncio.Queue()
        self._players: list[Player] = []
        self._making: set[asyncio.Future[None]] = set()

    async def seat(self) -> None:
        """Make the matches, and seat both."""
        for _ in range(AHEAD):
            await self._make()

    async def _make(self) -> None:
        match, taken = (await self.ask(self._port, f"/games/{GAME}/create", {"numPlayers": 2}))["matchID"], []
        for seat, name in enumerate(("Ann", "Bo")):
            asked = {"playerID": str(seat), "playerName": name}
            joined = await self.ask(self._port, f"/games/{GAME}/{match}/join", asked)
            taken.append(Match(match, str(seat), joined["playerCredentials"]))
        self._ready.put_nowait(taken)

    async def play(self, connecting: asyncio.Semaphore) -> None:
        """Open the sockets; from then on they play."""
        for match in self._ready.get_nowait():
            player = Player(match, self.load, self.delay, nothing if self._players else self._over)
            self._players.append(player)
            await self.connect(connecting, self._port, player)
            await player.seated

    def _over(self) -> None:
        for work in (self._make(), self._sit_down()):
            under_way = asyncio.ensure_future(work)
            self._making.add(under_way)
            under_way.add_done_callback(self._making.discard)

    async def _sit_down(self) -> None:
        """The same two in the next match."""
        with self.load.waiting(self):
            matches = await self._ready.get()
        for player, match in zip(self._players, matches, strict=True):
            player.sit(match)
