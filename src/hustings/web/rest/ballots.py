"""Daily ballots: begin one in a room, and ask what the levels make of its cards."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Annotated, Generic, TypeVar

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import TypeAdapter

from hustings import daily
from hustings.rooms.errors import RoomError
from hustings.rooms.log.log_events import BallotNumber
from hustings.web.errors import TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.rest.api import AppStateHere, LimitedAnalysis, need_place, seated
from hustings.web.rest.reviews import Steps, answer_of

MOST_WAITING = 6  # pieces of work under way or waiting, on the whole server
MOST_KEPT = 64  # answers kept in memory
Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")
_PLACINGS = TypeAdapter(list[m.PlacingInfo])


@dataclass(slots=True, eq=False)
class _Work(Generic[Answer]):
    """Work under way or done: its task and its progress."""

    task: asyncio.Task[Answer]
    steps: Steps = field(default_factory=Steps)


class Once(Generic[Key, Answer]):
    """Work in other processes whose answer is the same for everybody: each piece is done once and its answer kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[Key, _Work[Answer]] = OrderedDict()
        self._one = asyncio.Lock()

    def look(self, key: Key, work: Callable[[Steps], Awaitable[Answer]]) -> tuple[Steps, Answer | None]:
        """Return the progress of a piece of work and its answer, or None so far; begin it if nobody has asked before.

        Raises TooManyError if too many pieces wait, and RoomError if it failed; the next question begins anew.
        """
        known = self._known.get(key)
        if known is None:
            if sum(not one.task.done() for one in self._known.values()) >= MOST_WAITING:
                raise TooManyError("web.too_many_reviews")
            steps = Steps()
            known = self._known[key] = _Work(asyncio.create_task(self._do(work, steps)), steps)
            self._forget_old()
        if not known.task.done():
            return known.steps, None
        if known.task.exception() is not None:
            del self._known[key]
            raise RoomError("web.review_failed")
        self._known.move_to_end(key)
        return known.steps, known.task.result()

    async def _do(self, work: Callable[[Steps], Awaitable[Answer]], steps: Steps) -> Answer:
        async with self._one:
            return await work(steps)

    def _forget_old(self) -> None:
        done = [key for key, one in self._known.items() if one.task.done()]
        for key in done[: max(0, len(self._known) - MOST_KEPT)]:
            del self._known[key]

    async def close(self) -> None:
        """Stop all work."""
        tasks = [one.task for one in self._known.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Fields(Once[int, list[m.PlacingInfo]]):
    """The fields of ballots."""

    def state(self, number: int) -> m.BallotField:
        """Return the field of a ballot or its progress. Raises the same errors as `look`."""
        steps, placings = self.look(number, lambda steps: field_in_process(number, steps))
        if placings is None:
            return m.BallotField(ready=False, done=steps.done, total=steps.total, placings=[])
        return m.BallotField(ready=True, done=len(placings), total=len(placings), placings=placings)


async def field_in_process(number: int, steps: Steps, secret: bytes = b"") -> list[m.PlacingInfo]:
    """Return the field of a ballot, played in another process; secret: that of a club's ballot."""
    return _PLACINGS.validate_python(await answer_of(["hustings.daily.field", str(number)], secret.hex(), steps))


ballots = APIRouter(prefix="/api/ballots", responses={"4XX": {"model": m.Problem}})
Number = Annotated[BallotNumber, Path()]


def fields_of(request: Request) -> Fields:
    """Return the server's fields."""
    found: Fields = request.app.state.fields
    return found


@ballots.post("/{number}")
async def open_ballot(
    number: Number, body: r.OpenBallot, request: Request, response: Response, app_state: AppStateHere
) -> m.Seated:
    """Begin a ballot in a room of its own."""
    await need_place(request, app_state)
    room, token = await app_state.rooms.open_ballot(daily.ballot(number), body.name)
    return seated(room, room.state.host, token, request, response, app_state)


@ballots.get("/{number}/field", dependencies=[LimitedAnalysis])
async def field_of(number: Number, fields: Annotated[Fields, Depends(fields_of)]) -> m.BallotField:
    """Return what the levels make of a ballot's cards, or how many have played."""
    return fields.state(number)
