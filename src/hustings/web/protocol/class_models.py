"""Messages between a class and its clients, besides `gathering_models` and `hustings.classes.updates`.

docs/class-protocol.md describes them.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hustings.classes.debriefs import ClassDebrief
from hustings.classes.records import ClassSettings, Language, PhoneCheck
from hustings.classes.registry import TeacherCommand
from hustings.classes.updates import ClassInfo
from hustings.gatherings.stored import StoredField
from hustings.rooms.commands.registry import MOST_EXACT, Incoming, Name
from hustings.web.protocol.gathering_models import (
    AskBack,
    ClassJoined,
    ClassServerMessage,
    ComeBack,
    Done,
    GatheringMessage,
)
from hustings.web.protocol.messages import Crossing, Outgoing, received, sent
from hustings.web.protocol.requests import RequestId

# ---- REST, from the client


class JoinClass(Incoming):
    """POST /api/classes/{code}/join. name: null if the class deals names; id: see `JoinRoom`.

    partner: the name of a second person at the same phone, "" if the class deals names; null for one person.
    language: that of the two words to deal; null for the class's.
    """

    name: Name | None = None
    partner: Name | None = None
    language: Language | None = None
    id: RequestId | None = None


class GiveAnswer(Incoming):
    """POST /api/classes/{code}/answer: answer the open question; answer: its number, from 0."""

    question: Annotated[int, Field(ge=1, le=MOST_EXACT)]
    answer: Annotated[int, Field(ge=0, lt=4)]


# ---- REST, from the server


class ClassMade(Outgoing):
    """Reply to POST /api/classes. token: the teacher's token; screen: the address of the projector's page."""

    info: ClassInfo
    token: str
    screen: str


#: the types that scripts/protocol_types.py writes for the client
BORDER: tuple[Crossing, ...] = (
    *sent(JoinClass, AskBack, GiveAnswer, PhoneCheck, ReturnToClass=ComeBack, MakeClass=ClassSettings),
    *sent(TeacherCommand=TeacherCommand, ClassClientMessage=GatheringMessage),
    *received(ClassMade, ClassJoined, ClassDebrief, StoredField, ClassDone=Done, ClassServerMessage=ClassServerMessage),
)
