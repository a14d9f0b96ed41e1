"""A client's talk with a room that another process shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from hustings.rooms.cluster.links import Link
from hustings.web.live.client_queue import ClientQueue
from hustings.web.protocol import messages as m

_STATE = re.compile(rb'\{"type":"(?:state|delta)","seq":(\d+),')
_ANSWER = re.compile(rb'\{"type":"(?:ack|refused|why|odds)","id":"([^"]*)"')
_ID = re.compile(r'"id"\s*:\s*"([0-9A-Za-z-]*)"')
MOST_UNANSWERED = 64


@dataclass(frozen=True, slots=True)
class Visit:
    """What a client's hello asked for. code: the room's, as it is written; the rest: see `HelloBody`."""

    code: str
    token: str | None
    since: int | None
    deltas: bool
    model: bool = False


class Relay:
    """Passes texts on, both ways, as they are; notes what another process needs to go on from there.

    unanswered  by its id, what the client has said and has no answer to.
    """

    def __init__(self, link: Link, client: ClientQueue, visit: Visit, moved: Callable[[], None]) -> None:
        self.unanswered: dict[str, str] = {}
        self._visit, self._seq = visit, visit.since
        self._client, self._moved = client, moved
        self._channel = link.open(json.dumps({**asdict(visit), "base": client.base}).encode())
        self._channel.heard, self._channel.ended = self._heard, self._ended

    @property
    def visit(self) -> Visit:
        """What the client would ask for now."""
        return replace(self._visit, since=self._seq)

    def say(self, text: str) -> None:
        """Pass on what the client says."""
        found = _ID.search(text)
        if found is not None:
            self.unanswered[found[1]] = text
            while len(self.unanswered) > MOST_UNANSWERED:
                del self.unanswered[next(iter(self.unanswered))]
        self._channel.send(text.encode(errors="replace"))

    def end(self) -> None:
        """The client is gone."""
        self._channel.ended = _nothing_follows
        self._channel.end()

    def _heard(self, text: bytes) -> None:
        found = _STATE.match(text)
        if found is not None:
            self._seq = int(found[1])
        elif self.unanswered and (found := _ANSWER.match(text)) is not None:
            self.unanswered.pop(found[1].decode(), None)
        self._client.put(text)

    def _ended(self, words: bytes) -> None:
        closed = m.PollClosed.model_validate_json(words) if words else None
        if closed is None or closed.code == m.CLOSE_RESTART:
            self._moved()
        else:
            self._client.end(closed)


def _nothing_follows(_: bytes) -> None:
    """What comes after the client has gone."""
