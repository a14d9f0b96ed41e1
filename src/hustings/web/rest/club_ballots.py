"""REST endpoints of a club's daily ballot: begin a try, and the table of a date."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from hustings import daily
from hustings.clubs.ballots import results, secret_of
from hustings.clubs.club import Club
from hustings.engine.moves import seat_label
from hustings.rooms.errors import RoomError
from hustings.rooms.log.log_events import BallotNumber
from hustings.rooms.registry import Rooms
from hustings.web.errors import TooManyError
from hustings.web.protocol import club_models as c
from hustings.web.protocol import messages as m
from hustings.web.rest.api import AppStateHere
from hustings.web.rest.ballots import field_in_process
from hustings.web.rest.clubs import ClubHere, MemberHere, member_of
from hustings.web.rest.replays import CountedChances, counted
from hustings.web.works import Work, Works, works_of

club_ballots = APIRouter(prefix="/api/clubs/{code}", responses={"4XX": {"model": m.Problem}})


class Analysis(BaseModel):
    """A date's turning points, by member, and the placings of the levels (see `BallotTable`); stored with the club."""

    placings: list[daily.Placing]
    turns: dict[int, int]


@club_ballots.post("/ballot")
async def open_ballot(club: ClubHere, own: MemberHere) -> c.BallotOpened:
    """Begin today's ballot in a sealed room, or return to the try that the member has begun."""
    return c.BallotOpened(room=await club.days.open(own.number))


@club_ballots.get("/ballots/{number}", dependencies=[Depends(member_of)])
async def ballot_table(
    number: BallotNumber, club: ClubHere, works: Annotated[Works, Depends(works_of)], app_state: AppStateHere
) -> c.BallotTable:
    """Return the table of a date's ballot, from the next morning on; the first request starts its analysis."""
    told = results(club.state, number)
    found: Analysis | None = None
    work = Work()
    try:
        work = works.begin(("ballot", club.key, number), lambda work: _analysed(club, number, app_state.rooms, work))
        found = work.answer if work.ready else None
    except TooManyError:
        pass
    except RoomError:  # the table does without
        found = Analysis(placings=[], turns={})
    turns = [None if found is None else found.turns.get(row.member) for row in told.rows]
    placings = [] if found is None else found.placings
    ready, done, total = found is not None, work.done, work.total
    return c.BallotTable(results=told, turns=turns, ready=ready, done=done, total=total, placings=placings)


async def _analysed(club: Club, number: int, rooms: Rooms, work: Work) -> Analysis:
    """Find the turning point of each finished try, and let the levels play the same cards; once for each date."""
    store, name = rooms.context.store, f"ballot {number}"
    kept = await store.beside(club.key, name)
    if kept is not None:
        return Analysis.model_validate_json(kept)
    tries = [one for one in club.state.days[number].tries.values() if one.finish and not one.finish.stopped]
    work.total = len(tries) + 1
    found = Analysis(placings=await field_in_process(number, Work(), secret_of(club.state, number)), turns={})
    for work.done, one in enumerate(tries, 1):
        with suppress(RoomError, TimeoutError):  # the table does without
            saved = await (await rooms.find(one.room)).export()
            choice = deciding(await counted(saved), saved["log"])
            if choice is not None:
                found.turns[one.person] = choice
    await store.lay_beside(club.key, name, found.model_dump_json())
    return found


def deciding(chances: CountedChances, log: list[str]) -> int | None:
    """Return how many choices the person had made at the point that changed their chances most; None without one."""
    turns, person = chances["turns"], daily.PERSON
    turn = max(turns, key=lambda one: abs(one["after"][person] - one["before"][person]), default=None)
    mark = f"{seat_label(person)} "
    return turn and max(1, sum(entry.startswith(mark) for entry in log[: turn["entry"]]))
