"""REST endpoints of classes."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Query, Request, Response

from hustings.classes.classroom import Classroom
from hustings.classes.debriefs import ClassDebrief
from hustings.classes.records import ClassSettings, PhoneCheck
from hustings.classes.registry import TeacherCommand
from hustings.classes.state import DAY
from hustings.classes.updates import ClassInfo
from hustings.gatherings.people import person_code
from hustings.gatherings.roll import Participant
from hustings.rooms.errors import NotAllowedError
from hustings.rooms.keys import clean_code, clean_seat_code, token_digest
from hustings.web.app_state import AppState, address_of
from hustings.web.errors import TooManyError
from hustings.web.protocol import class_models as c
from hustings.web.protocol import messages as m
from hustings.web.rest.api import (
    AppStateHere,
    answering_token,
    app_state_of,
    bearer,
    class_cookie,
    class_path,
    keep_token,
    player_of,
    teacher_cookie,
)

classes_api = APIRouter(prefix="/api/classes", responses={"4XX": {"model": m.Problem}})


def _tokens(request: Request, code: str) -> tuple[str | None, str | None]:
    """Return the person's and the teacher's token, from the Authorization header or the cookies."""
    given, clean = bearer(request), clean_code(code) or ""
    return (
        given or request.cookies.get(class_cookie(clean)),
        given or request.cookies.get(teacher_cookie(clean)),
    )


async def class_of(code: str, request: Request) -> Classroom:
    """Return the class whose code is in the request's path."""
    person, teacher = _tokens(request, code)
    return await (await app_state_of(request)).find_class(code, request, teacher or person)


ClassHere = Annotated[Classroom, Depends(class_of)]


async def teacher_of(classroom: ClassHere, request: Request) -> Classroom:
    """Return the class of the path; raise NotAllowedError unless the request has its teacher's token."""
    _, token = _tokens(request, classroom.state.code)
    if token is None:
        raise NotAllowedError("class.teacher_only")
    classroom.need_teacher(token)
    _keep_pace(classroom, token)
    return classroom


def _keep_pace(classroom: Classroom, who: str) -> None:
    """Raise TooManyError if a token or an address has sent too many requests to a class."""
    if not classroom.paces.take(token_digest(who)):
        raise TooManyError("web.too_many_messages")


TaughtHere = Annotated[Classroom, Depends(teacher_of)]


@classes_api.post("")
async def make_class(
    body: ClassSettings,
    request: Request,
    response: Response,
    app_state: AppStateHere,
) -> c.ClassMade:
    """Make a class and become its teacher."""
    if not app_state.may_make(request, player_of(request, app_state)):
        raise TooManyError("web.too_many_rooms")
    await app_state.readiness.need()
    classroom, token = await app_state.classes.make(body)
    code = classroom.state.code
    keep_token(response, request, teacher_cookie(code), token, class_path(code), body.days * DAY)
    info = _linked(classroom.info(), app_state, request)
    return c.ClassMade(info=info, token=token, screen=f"{info.link}/screen")


@classes_api.get("/{code}")
async def one_class(classroom: ClassHere, request: Request, app_state: AppStateHere) -> ClassInfo:
    """Return a class as everybody may see it."""
    return _linked(classroom.info(), app_state, request)


@classes_api.post("/{code}/join")
async def join_class(
    body: c.JoinClass, classroom: ClassHere, request: Request, response: Response, app_state: AppStateHere
) -> c.ClassJoined:
    """Join the class; a browser that has joined already stays the same person."""
    known, _ = _tokens(request, classroom.state.code)
    classroom.refuse_removed(known)
    token = known
    if token is None or not classroom.knows(token):
        await app_state.take_turn(request, classroom.state.code)
        token = answering_token(classroom.key, "join", body.id)
    person = await classroom.join(body.name, token, body.language, body.partner)
    return _joined(classroom, person, token, request, response, app_state)


@classes_api.post("/{code}/back")
async def come_back(
    body: c.ReturnToClass, classroom: ClassHere, request: Request, response: Response, app_state: AppStateHere
) -> c.ClassJoined:
    """Let a person continue on another device with a code; the earlier device loses the seat."""
    code = clean_seat_code(body.code)
    async with app_state.guessing(request):
        if code is None:
            raise NotAllowedError("class.wrong_code")
        token = answering_token(classroom.key, f"back {code}", body.id)
        person = await classroom.come_back(code, token)
    return _joined(classroom, person, token, request, response, app_state)


@classes_api.post("/{code}/ask")
async def ask_back(
    body: c.AskBack, classroom: ClassHere, request: Request, response: Response, app_state: AppStateHere
) -> c.ClassJoined:
    """Claim to be the person of a name in the class; the teacher decides."""
    address = address_of(request)
    _keep_pace(classroom, f"ask {address}")
    token = answering_token(classroom.key, f"ask {body.name}", body.id)
    person = await classroom.ask_back(body.name, token, address)
    return _joined(classroom, person, token, request, response, app_state, asking=True)


@classes_api.post("/{code}/answer")
async def give_answer(body: c.GiveAnswer, classroom: ClassHere, request: Request) -> c.ClassDone:
    """Answer the open question; the last answer counts."""
    token, _ = _tokens(request, classroom.state.code)
    if token is None:
        raise NotAllowedError("class.not_yours")
    _keep_pace(classroom, token)
    await classroom.answer(token, body.question, body.answer)
    return c.ClassDone(seq=classroom.state.seq)


@classes_api.post("/{code}/check")
async def report_check(body: PhoneCheck, classroom: ClassHere, request: Request) -> c.ClassDone:
    """Report what a person's phone found of its connection, for the teacher; the last report counts."""
    token, _ = _tokens(request, classroom.state.code)
    if token is None:
        raise NotAllowedError("class.not_yours")
    _keep_pace(classroom, token)
    await classroom.check(token, body)
    return c.ClassDone(seq=classroom.state.seq)


@classes_api.post("/{code}/teacher")
async def teacher(
    command: Annotated[TeacherCommand, Body()], classroom: TaughtHere, app_state: AppStateHere
) -> c.ClassDone:
    """Carry out a teacher's command; changes arrive over the live connection."""
    await app_state.classes.command(classroom, command)
    return c.ClassDone(seq=classroom.state.seq)


@classes_api.get("/{code}/debrief")
async def class_debrief(classroom: ClassHere, request: Request) -> ClassDebrief:
    """Return the class's finished game, also counted by other rules; the teacher may see finished tables earlier."""
    _, teacher = _tokens(request, classroom.state.code)
    return await classroom.debrief(teacher)


@classes_api.get("/{code}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def class_qr(classroom: ClassHere, request: Request, app_state: AppStateHere) -> Response:
    """Return the link by which people join the class, as a QR code."""
    link = _linked(classroom.info(), app_state, request).link
    return Response(await app_state.drawings.link(link, address_of(request)), media_type="image/svg+xml")


@classes_api.get("/{code}/data.zip", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
async def class_data(
    classroom: TaughtHere,
    app_state: AppStateHere,
    names: Annotated[bool, Query(description="with the names and promises people typed")] = False,
) -> Response:
    """Return the class's finished games as data, for its teacher."""
    if not classroom.exports.take():
        raise TooManyError("web.too_many_exports")
    kind = "-names" if names else ""
    attachment = f'attachment; filename="hustings-class-{classroom.state.code}{kind}.zip"'
    content = await app_state.classes.data(classroom, names)
    return Response(content, media_type="application/zip", headers={"Content-Disposition": attachment})


@classes_api.get("/{code}/gradebook.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def class_gradebook(classroom: TaughtHere, app_state: AppStateHere) -> Response:
    """Return one row for each person of the class: places, right answers and decisions, for its teacher."""
    if not classroom.exports.take():
        raise TooManyError("web.too_many_exports")
    attachment = f'attachment; filename="hustings-class-{classroom.state.code}.csv"'
    content = await app_state.classes.gradebook(classroom)
    return Response(content, media_type="text/csv", headers={"Content-Disposition": attachment})


def _linked(info: ClassInfo, app_state: AppState, request: Request) -> ClassInfo:
    return replace(info, link=f"{app_state.base(request)}/class/{info.code}")


def _joined(
    classroom: Classroom,
    person: Participant,
    token: str,
    request: Request,
    response: Response,
    app_state: AppState,
    asking: bool = False,
) -> c.ClassJoined:
    days = classroom.state.settings.days
    keep_token(response, request, class_cookie(classroom.state.code), token, "/api", days * DAY)
    return c.ClassJoined(
        info=_linked(classroom.info(), app_state, request),
        person=person.number,
        name=person.name,
        code=person_code(token),
        token=token,
        asking=asking,
    )
