"""Daily ballots: begin one in a room, and ask what the levels make of its cards."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import TypeAdapter

from hustings import daily
from hustings.rooms.errors import RoomError
from hustings.rooms.log.log_events import BallotNumber
from hustings.web.errors import TooManyError
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.rest.api import AppStateHere, LimitedAnalysis, player_of, seated
from hustings.web.rest.reviews import Steps, answer_of

MOST_WAITING = 6  # fields that are being played or wait for it, on the whole server
MOST_KEPT = 64  # fields kept in memory
_PLACINGS = TypeAdapter(list[m.PlacingInfo])


@dataclass(slots=True, eq=False)
class _Field:
    """The field of one ballot: the task that plays it, and its progress."""

    task: asyncio.Task[list[m.PlacingInfo]]
    steps: Steps = field(default_factory=Steps)


class Fields:
    """The fields of ballots. A field is the same for everybody, so each is played once and kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, _Field] = OrderedDict()
        self._one = asyncio.Lock()

    def state(self, number: int) -> m.BallotField:
        """Return the field of a ballot or its progress; begin to play it if nobody has asked before.

        Raises TooManyError if too many wait, and RoomError if it failed; the next question begins anew.
        """
        known = self._known.get(number)
        if known is None:
            if sum(not one.task.done() for one in self._known.values()) >= MOST_WAITING:
                raise TooManyError("web.too_many_reviews")
            steps = Steps()
            known = self._known[number] = _Field(asyncio.create_task(self._play(number, steps)), steps)
            self._forget_old()
        if not known.task.done():
            return m.BallotField(ready=False, done=known.steps.done, total=known.steps.total, placings=[])
        if known.task.exception() is not None:
            del self._known[number]
            raise RoomError("web.review_failed")
        placings = known.task.result()
        self._known.move_to_end(number)
        return m.BallotField(ready=True, done=len(placings), total=len(placings), placings=placings)

    async def _play(self, number: int, steps: Steps) -> list[m.PlacingInfo]:
        async with self._one:
            return _PLACINGS.validate_python(await answer_of(["hustings.daily.field", str(number)], "", steps))

    def _forget_old(self) -> None:
        done = [number for number, one in self._known.items() if one.task.done()]
        for number in done[: max(0, len(self._known) - MOST_KEPT)]:
            del self._known[number]

    async def close(self) -> None:
        """Stop all games."""
        tasks = [one.task for one in self._known.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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
    if not app_state.may_make(request, player_of(request, app_state)):
        raise TooManyError("web.too_many_rooms")
    await app_state.readiness.need()
    room, token = await app_state.rooms.open_ballot(daily.ballot(number), body.name)
    return seated(room, room.state.host, token, request, response, app_state)


@ballots.get("/{number}/field", dependencies=[LimitedAnalysis])
async def field_of(number: Number, fields: Annotated[Fields, Depends(fields_of)]) -> m.BallotField:
    """Return what the levels make of a ballot's cards, or how many have played."""
    return fields.state(number)
