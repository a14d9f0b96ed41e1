"""REST endpoints of clubs."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Request, Response
from pydantic import TypeAdapter

from hustings.clubs.club import Club
from hustings.clubs.export import as_csv
from hustings.clubs.registry import MemberCommand, OrganiserCommand
from hustings.clubs.state import Member
from hustings.clubs.updates import ClubInfo, EveningResults
from hustings.gatherings.people import person_code
from hustings.gatherings.roll import Participant
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code, clean_seat_code, token_digest
from hustings.web.app_state import AppState, address_of
from hustings.web.errors import TooManyError
from hustings.web.protocol import club_models as c
from hustings.web.protocol import messages as m
from hustings.web.rest.api import (
    SEAT_SECONDS,
    AppStateHere,
    answering_token,
    app_state_of,
    bearer,
    class_cookie,
    keep_token,
    player_of,
)

clubs_api = APIRouter(prefix="/api/clubs", responses={"4XX": {"model": m.Problem}})
_EVENINGS = TypeAdapter(list[EveningResults])


def _token(request: Request, code: str) -> str | None:
    """Return the member's token, from the Authorization header or the cookie."""
    return bearer(request) or request.cookies.get(class_cookie(clean_code(code) or ""))


async def club_of(code: str, request: Request) -> Club:
    """Return the club whose code is in the request's path."""
    return await (await app_state_of(request)).find_club(code, request, _token(request, code))


ClubHere = Annotated[Club, Depends(club_of)]


def _keep_pace(club: Club, who: str) -> None:
    """Raise TooManyError if a token or an address has sent too many requests to a club."""
    if not club.paces.take(token_digest(who)):
        raise TooManyError("web.too_many_messages")


async def member_of(club: ClubHere, request: Request, response: Response) -> Member:
    """Return the member who sends a request, whose cookie is renewed; raise NotAllowedError for anybody else."""
    token = _token(request, club.state.code)
    if token is None:
        raise NotAllowedError("club.not_yours")
    member = club.member(token)
    _keep_pace(club, token)
    _keep(response, request, club, token)
    return member


MemberHere = Annotated[Member, Depends(member_of)]


async def organiser_of(club: ClubHere, member: MemberHere) -> Member:
    """Return the organiser who sends a request; raise NotAllowedError for anybody else."""
    if not member.organiser:
        raise NotAllowedError("club.organiser_only")
    return member


@clubs_api.post("")
async def make_club(body: c.MakeClub, request: Request, response: Response, app_state: AppStateHere) -> c.ClubJoined:
    """Make a club and become its first member and organiser."""
    if not app_state.may_make(request, player_of(request, app_state)):
        raise TooManyError("web.too_many_rooms")
    await app_state.readiness.need()
    club, token = await app_state.clubs.make(body.name, body.own)
    return _joined(club, club.member(token), token, request, response, app_state)


@clubs_api.get("/{code}")
async def one_club(club: ClubHere, request: Request, app_state: AppStateHere) -> ClubInfo:
    """Return a club as everybody may see it."""
    return _linked(club.info(), app_state, request)


@clubs_api.post("/{code}/join")
async def join_club(
    body: c.JoinClub, club: ClubHere, request: Request, response: Response, app_state: AppStateHere
) -> c.ClubJoined:
    """Join the club; a browser that has joined already stays the same member."""
    known = _token(request, club.state.code)
    club.refuse_removed(known)
    token = known
    if token is None or not club.knows(token):
        await app_state.take_turn(request, club.state.code)
        token = answering_token(club.key, "join", body.id)
    member = await club.join(body.name, token)
    return _joined(club, member, token, request, response, app_state)


@clubs_api.post("/{code}/back")
async def come_back(
    body: c.ReturnToClub, club: ClubHere, request: Request, response: Response, app_state: AppStateHere
) -> c.ClubJoined:
    """Let a member continue on another device with a code; the earlier device loses the membership."""
    code = clean_seat_code(body.code)
    async with app_state.guessing(request):
        if code is None:
            raise NotAllowedError("club.wrong_code")
        token = answering_token(club.key, f"back {code}", body.id)
        member = await club.come_back(code, token)
    return _joined(club, member, token, request, response, app_state)


@clubs_api.post("/{code}/ask")
async def ask_back(
    body: c.ClaimMember, club: ClubHere, request: Request, response: Response, app_state: AppStateHere
) -> c.ClubJoined:
    """Claim to be the member of a name; an organiser decides."""
    address = address_of(request)
    _keep_pace(club, f"ask {address}")
    token = answering_token(club.key, f"ask {body.name}", body.id)
    member = await club.ask_back(body.name, token, address)
    return _joined(club, member, token, request, response, app_state, asking=True)


@clubs_api.post("/{code}/member")
async def member(
    command: Annotated[MemberCommand, Body()], club: ClubHere, own: MemberHere, app_state: AppStateHere
) -> c.ClubDone:
    """Carry out a member's command; changes arrive over the live connection."""
    await app_state.clubs.by_member(club, command, own)
    return c.ClubDone(seq=club.state.seq)


@clubs_api.post("/{code}/organise", dependencies=[Depends(organiser_of)])
async def organise(command: Annotated[OrganiserCommand, Body()], club: ClubHere, app_state: AppStateHere) -> c.ClubDone:
    """Carry out an organiser's command; changes arrive over the live connection."""
    await app_state.clubs.by_organiser(club, command)
    return c.ClubDone(seq=club.state.seq)


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
    return _file(club, as_csv(_evenings(club)), "csv", "text/csv")


@clubs_api.get("/{code}/results.json", dependencies=[Depends(member_of)], response_model=list[EveningResults])
async def results_json(club: ClubHere) -> Response:
    """Return all evenings with all their rounds, for the members."""
    return _file(club, _EVENINGS.dump_json(_evenings(club), indent=1), "json", "application/json")


def _evenings(club: Club) -> list[EveningResults]:
    """Return all evenings that have begun. Raises TooManyError if they are asked for too often."""
    if not club.exports.take():
        raise TooManyError("web.too_many_requests")
    moment = club.pictures()
    return [moment.evening_results(evening) for evening in club.state.evenings if evening.rounds]


def _file(club: Club, content: bytes, ending: str, kind: str) -> Response:
    attachment = f'attachment; filename="hustings-club-{club.state.code}.{ending}"'
    return Response(content, media_type=kind, headers={"Content-Disposition": attachment})


@clubs_api.get("/{code}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def club_qr(club: ClubHere, request: Request, app_state: AppStateHere) -> Response:
    """Return the club's link as a QR code."""
    link = _linked(club.info(), app_state, request).link
    return Response(await app_state.drawings.link(link, address_of(request)), media_type="image/svg+xml")


def _linked(info: ClubInfo, app_state: AppState, request: Request) -> ClubInfo:
    return replace(info, link=f"{app_state.base(request)}/club/{info.code}")


def _keep(response: Response, request: Request, club: Club, token: str) -> None:
    keep_token(response, request, class_cookie(club.state.code), token, "/api", SEAT_SECONDS)


def _joined(
    club: Club,
    member: Participant,
    token: str,
    request: Request,
    response: Response,
    app_state: AppState,
    asking: bool = False,
) -> c.ClubJoined:
    _keep(response, request, club, token)
    return c.ClubJoined(
        info=_linked(club.info(), app_state, request),
        member=member.number,
        name=member.name,
        code=person_code(token),
        token=token,
        asking=asking,
    )
