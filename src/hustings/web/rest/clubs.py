"""REST endpoints of clubs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import TypeAdapter

from hustings.clubs.club import Club
from hustings.clubs.export import as_csv
from hustings.clubs.registry import MemberCommand, OrganiserCommand
from hustings.clubs.state import Member
from hustings.clubs.updates import EveningResults
from hustings.rooms.errors import NotAllowedError
from hustings.web.errors import TooManyError
from hustings.web.protocol import club_models as c
from hustings.web.protocol.gathering_models import ClubJoined, Done
from hustings.web.protocol.messages import Problem
from hustings.web.rest.api import AppStateHere, need_place
from hustings.web.rest.gatherings import (
    download,
    gathering_of,
    joined,
    joining_token,
    keep,
    keep_pace,
    tokens,
)

clubs_api = APIRouter(prefix="/api/clubs", responses={"4XX": {"model": Problem}})
_EVENINGS = TypeAdapter(list[EveningResults])
ClubHere = Annotated[Club, Depends(gathering_of)]


async def member_of(club: ClubHere, request: Request, response: Response) -> Member:
    """Return the member who sends a request, whose cookie is renewed; raise NotAllowedError for anybody else."""
    token, _ = tokens(request, club.state.code)
    if token is None:
        raise NotAllowedError("club.not_yours")
    member = club.member(token)
    keep_pace(club, token)
    keep(response, request, club, token)
    return member


MemberHere = Annotated[Member, Depends(member_of)]


async def organiser_of(club: ClubHere, member: MemberHere) -> Member:
    """Return the organiser who sends a request; raise NotAllowedError for anybody else."""
    if not member.organiser:
        raise NotAllowedError("club.organiser_only")
    return member


@clubs_api.post("", response_model=ClubJoined)
async def make_club(body: c.MakeClub, request: Request, response: Response, app_state: AppStateHere) -> Any:
    """Make a club and become its first member and organiser."""
    await need_place(request, app_state)
    club, token = await app_state.clubs.make(body.name, body.own)
    return joined(club, club.member(token), token, request, response, app_state)


@clubs_api.post("/{code}/join", response_model=ClubJoined)
async def join_club(
    body: c.JoinClub, club: ClubHere, request: Request, response: Response, app_state: AppStateHere
) -> Any:
    """Join the club; a browser that has joined already stays the same member."""
    token = await joining_token(club, body.id, request, app_state)
    member = await club.join(body.name, token)
    return joined(club, member, token, request, response, app_state)


@clubs_api.post("/{code}/member")
async def member(
    command: Annotated[MemberCommand, Body()], club: ClubHere, own: MemberHere, app_state: AppStateHere
) -> Done:
    """Carry out a member's command; changes arrive over the live connection."""
    await app_state.clubs.by_member(club, command, own)
    return Done(seq=club.state.seq)


@clubs_api.post("/{code}/organise", dependencies=[Depends(organiser_of)])
async def organise(command: Annotated[OrganiserCommand, Body()], club: ClubHere, app_state: AppStateHere) -> Done:
    """Carry out an organiser's command; changes arrive over the live connection."""
    await app_state.clubs.by_organiser(club, command)
    return Done(seq=club.state.seq)


@clubs_api.get("/{code}/evenings/{number}", dependencies=[Depends(member_of)])
async def evening(number: int, club: ClubHere) -> EveningResults:
    """Return an evening with all its rounds, to print."""
    return club.evening(number)


@clubs_api.get(
    "/{code}/results.csv",
    dependencies=[Depends(member_of)],
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
async def results_csv(club: ClubHere) -> Response:
    """Return a row for each seat of each round, for the members."""
    return download(club, as_csv(_evenings(club)), "text/csv", ".csv")


@clubs_api.get("/{code}/results.json", dependencies=[Depends(member_of)], response_model=list[EveningResults])
async def results_json(club: ClubHere) -> Response:
    """Return all evenings with all their rounds, for the members."""
    return download(club, _EVENINGS.dump_json(_evenings(club), indent=1), "application/json", ".json")


def _evenings(club: Club) -> list[EveningResults]:
    """Return all evenings that have begun. Raises TooManyError if they are asked for too often."""
    if not club.exports.take():
        raise TooManyError("web.too_many_requests")
    moment = club.pictures()
    return [moment.evening_results(evening) for evening in club.state.evenings if evening.rounds]
