"""Daily ballots: begin one in a room, and ask what the levels make of its cards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import TypeAdapter

from hustings import daily
from hustings.rooms.log.log_events import BallotNumber
from hustings.web.protocol import messages as m
from hustings.web.protocol import requests as r
from hustings.web.rest.api import AppStateHere, LimitedAnalysis, need_place, seated
from hustings.web.works import Work, Works, answer_of, works_of

_PLACINGS = TypeAdapter(list[daily.Placing])


def field_state(works: Works, number: int) -> m.BallotField:
    """Return the field of a ballot or its progress. Raises the same errors as `Works.begin`."""
    work = works.begin(("field", number), lambda work: field_in_process(number, work))
    if not work.ready:
        return m.BallotField(ready=False, done=work.done, total=work.total, placings=[])
    return m.BallotField(ready=True, done=len(work.answer), total=len(work.answer), placings=work.answer)


async def field_in_process(number: int, work: Work, secret: bytes = b"") -> list[daily.Placing]:
    """Return the field of a ballot, played in another process; secret: that of a club's ballot."""
    return _PLACINGS.validate_python(await answer_of(["hustings.daily.field", str(number)], secret.hex(), work))


ballots = APIRouter(prefix="/api/ballots", responses={"4XX": {"model": m.Problem}})
Number = Annotated[BallotNumber, Path()]


@ballots.post("/{number}")
async def open_ballot(
    number: Number, body: r.OpenBallot, request: Request, response: Response, app_state: AppStateHere
) -> m.Seated:
    """Begin a ballot in a room of its own."""
    await need_place(request, app_state)
    room, token = await app_state.rooms.open_ballot(daily.ballot(number), body.name)
    return seated(room, room.state.host, token, request, response, app_state)


@ballots.get("/{number}/field", dependencies=[LimitedAnalysis])
async def field_of(number: Number, works: Annotated[Works, Depends(works_of)]) -> m.BallotField:
    """Return what the levels make of a ballot's cards, or how many have played."""
    return field_state(works, number)
