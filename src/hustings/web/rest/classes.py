"""REST endpoints of classes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request, Response

from hustings.classes.classroom import Classroom
from hustings.classes.debriefs import ClassDebrief
from hustings.classes.records import ClassSettings, PhoneCheck
from hustings.classes.registry import TeacherCommand
from hustings.classes.state import DAY
from hustings.rooms.errors import NotAllowedError
from hustings.web.errors import TooManyError
from hustings.web.protocol import class_models as c
from hustings.web.protocol.gathering_models import ClassJoined, Done
from hustings.web.protocol.messages import Problem
from hustings.web.rest.api import AppStateHere, class_path, keep_token, need_place, teacher_cookie
from hustings.web.rest.gatherings import (
    download,
    gathering_of,
    joined,
    joining_token,
    keep_pace,
    linked,
    tokens,
)

classes_api = APIRouter(prefix="/api/classes", responses={"4XX": {"model": Problem}})
ClassHere = Annotated[Classroom, Depends(gathering_of)]


async def teacher_of(classroom: ClassHere, request: Request) -> Classroom:
    """Return the class of the path; raise NotAllowedError unless the request has its teacher's token."""
    _, token = tokens(request, classroom.state.code)
    if token is None:
        raise NotAllowedError("class.teacher_only")
    classroom.need_teacher(token)
    keep_pace(classroom, token)
    return classroom


async def person_of(classroom: ClassHere, request: Request) -> str:
    """Return the token of a person who sends a request; raise NotAllowedError without one."""
    token, _ = tokens(request, classroom.state.code)
    if token is None:
        raise NotAllowedError("class.not_yours")
    keep_pace(classroom, token)
    return token


TaughtHere = Annotated[Classroom, Depends(teacher_of)]
PersonHere = Annotated[str, Depends(person_of)]


@classes_api.post("")
async def make_class(
    body: ClassSettings,
    request: Request,
    response: Response,
    app_state: AppStateHere,
) -> c.ClassMade:
    """Make a class and become its teacher."""
    await need_place(request, app_state)
    classroom, token = await app_state.classes.make(body)
    code = classroom.state.code
    keep_token(response, request, teacher_cookie(code), token, class_path(code), body.days * DAY)
    info = linked(classroom, request, app_state)
    return c.ClassMade(info=info, token=token, screen=f"{info.link}/screen")


@classes_api.post("/{code}/join", response_model=ClassJoined)
async def join_class(
    body: c.JoinClass, classroom: ClassHere, request: Request, response: Response, app_state: AppStateHere
) -> Any:
    """Join the class; a browser that has joined already stays the same person."""
    token = await joining_token(classroom, body.id, request, app_state)
    person = await classroom.join(body.name, token, body.language, body.partner)
    return joined(classroom, person, token, request, response, app_state)


@classes_api.post("/{code}/answer")
async def give_answer(body: c.GiveAnswer, classroom: ClassHere, token: PersonHere) -> Done:
    """Answer the open question; the last answer counts."""
    await classroom.answer(token, body.question, body.answer)
    return Done(seq=classroom.state.seq)


@classes_api.post("/{code}/check")
async def report_check(body: PhoneCheck, classroom: ClassHere, token: PersonHere) -> Done:
    """Report what a person's phone found of its connection, for the teacher; the last report counts."""
    await classroom.check(token, body)
    return Done(seq=classroom.state.seq)


@classes_api.post("/{code}/teacher")
async def teacher(command: Annotated[TeacherCommand, Body()], classroom: TaughtHere, app_state: AppStateHere) -> Done:
    """Carry out a teacher's command; changes arrive over the live connection."""
    await app_state.classes.command(classroom, command)
    return Done(seq=classroom.state.seq)


@classes_api.get("/{code}/debrief")
async def class_debrief(classroom: ClassHere, request: Request) -> ClassDebrief:
    """Return the class's finished game, also counted by other rules; the teacher may see finished tables earlier."""
    _, teacher = tokens(request, classroom.state.code)
    return await classroom.debrief(teacher)


@classes_api.get("/{code}/data.zip", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
async def class_data(
    classroom: TaughtHere,
    app_state: AppStateHere,
    names: Annotated[bool, Query(description="with the names and promises people typed")] = False,
) -> Response:
    """Return the class's finished games as data, for its teacher."""
    if not classroom.exports.take():
        raise TooManyError("web.too_many_exports")
    content = await app_state.classes.data(classroom, names)
    return download(classroom, content, "application/zip", "-names.zip" if names else ".zip")


@classes_api.get("/{code}/gradebook.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def class_gradebook(classroom: TaughtHere, app_state: AppStateHere) -> Response:
    """Return one row for each person of the class: places, right answers and decisions, for its teacher."""
    if not classroom.exports.take():
        raise TooManyError("web.too_many_exports")
    return download(classroom, await app_state.classes.gradebook(classroom), "text/csv", ".csv")
