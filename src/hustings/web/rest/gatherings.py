"""REST endpoints that classes and clubs share, and what the others need."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from hustings.classes.classroom import Classroom
from hustings.classes.state import DAY
from hustings.classes.updates import ClassInfo
from hustings.clubs.updates import ClubInfo
from hustings.gatherings.gathering import Gathering
from hustings.gatherings.people import person_code
from hustings.gatherings.roll import Participant
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code, clean_seat_code, token_digest
from hustings.web.app_state import AppState, GatheringKind, address_of
from hustings.web.errors import TooManyError
from hustings.web.protocol import gathering_models as g
from hustings.web.protocol import messages as m
from hustings.web.rest.api import (
    SEAT_SECONDS,
    AppStateHere,
    answering_token,
    app_state_of,
    bearer,
    class_cookie,
    keep_token,
    teacher_cookie,
)
from hustings.web.rest.packed import attached

of_classes = APIRouter(prefix="/api/classes/{code}", responses={"4XX": {"model": m.Problem}})
of_clubs = APIRouter(prefix="/api/clubs/{code}", responses={"4XX": {"model": m.Problem}})
AnyGathering = Gathering[Any, Any, Any, Any]
_QR: dict[str, Any] = {"response_class": Response, "responses": {200: {"content": {"image/svg+xml": {}}}}}


def kind_of(request: Request) -> GatheringKind:
    """Return the kind of gathering that a request is about."""
    return "class" if request.url.path.startswith("/api/classes/") else "club"


def tokens(request: Request, code: str) -> tuple[str | None, str | None]:
    """Return the person's and the teacher's token, from the Authorization header or the cookies."""
    given, clean = bearer(request), clean_code(code) or ""
    return (
        given or request.cookies.get(class_cookie(clean)),
        given or request.cookies.get(teacher_cookie(clean)),
    )


async def gathering_of(code: str, request: Request) -> AnyGathering:
    """Return the class or club whose code is in the request's path."""
    person, teacher = tokens(request, code)
    app_state, kind = await app_state_of(request), kind_of(request)
    found: AnyGathering = await app_state.find_gathering(kind, code, request, teacher or person)
    return found


Here = Depends(gathering_of)


def keep_pace(gathering: AnyGathering, who: str) -> None:
    """Raise TooManyError if a token or an address has sent too many requests to a class or club."""
    if not gathering.paces.take(token_digest(who)):
        raise TooManyError("web.too_many_messages")


def linked(gathering: AnyGathering, request: Request, app_state: AppState) -> Any:
    """Return a class or club as everybody may see it, with its link."""
    info = gathering.info()
    return replace(info, link=f"{app_state.base(request)}/{gathering.state.kind}/{info.code}")


def keep(response: Response, request: Request, gathering: AnyGathering, token: str) -> None:
    """Set or renew the cookie of a person of a class or club."""
    seconds = gathering.state.settings.days * DAY if isinstance(gathering, Classroom) else SEAT_SECONDS
    keep_token(response, request, class_cookie(gathering.state.code), token, "/api", seconds)


async def joining_token(gathering: AnyGathering, request_id: str | None, request: Request, app_state: AppState) -> str:
    """Return the token of a browser that joins: its own if it has joined already, otherwise a new one."""
    known, _ = tokens(request, gathering.state.code)
    gathering.refuse_removed(known)
    if known is not None and gathering.knows(known):
        return known
    await app_state.take_turn(request, gathering.state.code)
    return answering_token(gathering.key, "join", request_id)


def joined(
    gathering: AnyGathering,
    person: Participant,
    token: str,
    request: Request,
    response: Response,
    app_state: AppState,
    asking: bool = False,
) -> Any:
    """Return the answer to a person who joins, with their cookie."""
    keep(response, request, gathering, token)
    told: dict[str, Any] = {"name": person.name, "code": person_code(token), "token": token, "asking": asking}
    info = linked(gathering, request, app_state)
    if isinstance(gathering, Classroom):
        return g.ClassJoined(info=info, person=person.number, **told)
    return g.ClubJoined(info=info, member=person.number, **told)


def download(gathering: AnyGathering, content: bytes, kind: str, ending: str) -> Response:
    """Return a file about a class or club; kind: its media type, ending: the end of its name."""
    return attached(content, kind, f"{gathering.state.kind}-{gathering.state.code}{ending}")


@of_classes.get("", response_model=ClassInfo)
@of_clubs.get("", response_model=ClubInfo)
async def one_gathering(request: Request, app_state: AppStateHere, gathering: AnyGathering = Here) -> Any:
    """Return a class or club as everybody may see it."""
    return linked(gathering, request, app_state)


@of_classes.post("/back", response_model=g.ClassJoined)
@of_clubs.post("/back", response_model=g.ClubJoined)
async def come_back(
    body: g.ComeBack, request: Request, response: Response, app_state: AppStateHere, gathering: AnyGathering = Here
) -> Any:
    """Let a person continue on another device with a code; the earlier device loses their place."""
    code = clean_seat_code(body.code)
    async with app_state.guessing(request):
        if code is None:
            raise NotAllowedError(f"{gathering.state.kind}.wrong_code")
        token = answering_token(gathering.key, f"back {code}", body.id)
        person = await gathering.come_back(code, token)
    return joined(gathering, person, token, request, response, app_state)


@of_classes.post("/ask", response_model=g.ClassJoined)
@of_clubs.post("/ask", response_model=g.ClubJoined)
async def ask_back(
    body: g.AskBack, request: Request, response: Response, app_state: AppStateHere, gathering: AnyGathering = Here
) -> Any:
    """Claim to be the person of a name; the teacher or an organiser decides."""
    address = address_of(request)
    keep_pace(gathering, f"ask {address}")
    token = answering_token(gathering.key, f"ask {body.name}", body.id)
    person = await gathering.ask_back(body.name, token, address)
    return joined(gathering, person, token, request, response, app_state, asking=True)


@of_classes.get("/qr.svg", **_QR)
@of_clubs.get("/qr.svg", **_QR)
async def qr(request: Request, app_state: AppStateHere, gathering: AnyGathering = Here) -> Response:
    """Return the link of a class or club as a QR code."""
    link = linked(gathering, request, app_state).link
    return Response(await app_state.drawings.link(link, address_of(request)), media_type="image/svg+xml")
