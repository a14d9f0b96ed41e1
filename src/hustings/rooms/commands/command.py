"""Commands from seats; `carrying` carries them out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from hustings.engine.errors import HustingsError, IllegalMove
from hustings.engine.messages import Message
from hustings.rooms.broadcast.broadcast import Broadcast
from hustings.rooms.broadcast.updates import Reasoned, Refused
from hustings.rooms.clients import Client
from hustings.rooms.errors import RefusalKind, RoomError
from hustings.rooms.log.log_events import CommandId, Record
from hustings.rooms.log.state import RoomState


@dataclass(slots=True)
class Command(ABC):
    """A seat's command to its room, and the message that asks for it: its fields are those of the message.

    A new kind of command is a subclass with the methods below, and a member of `ClientMessage`.

    id    chosen by the sender; the same id gets the same answer, however often it is sent.
    pace  how many of these commands a seat may send at once, and then per second; None: no limit of its own.
    too_fast  the error key for a command that comes too fast.
    slow  whether `record` may take long, for example because it replays the game; it then runs in a thread.
    """

    id: CommandId
    __pydantic_config__: ClassVar = {"extra": "forbid", "strict": True}
    pace: ClassVar[tuple[float, float] | None] = None
    too_fast: ClassVar[str] = ""
    slow: ClassVar[bool] = False

    @abstractmethod
    def record(self, state: RoomState, client: Client) -> Record:
        """Check the command and return the record to be written to the log.

        Only a command without a pace may change the table here, as a move does.

        Raises:
            RoomError: If the room refuses the command.
            IllegalMove: If the rules of the game refuse it.
        """

    def show(self, broadcast: Broadcast, record: Record) -> None:
        """Show the viewers the change after the acknowledgement; by default, send new remarks and marks."""
        broadcast.tell_remarks_and_marks()


def refusal(command_id: str | None, error: HustingsError, kind: RefusalKind | None = None) -> Refused:
    """Return the message that refuses a command because of an error; kind: replaces the error's own kind."""
    clause = error.clause if isinstance(error, RoomError) else None
    kind = kind or (error.kind if isinstance(error, RoomError) else "rule")
    text = str(error)
    if isinstance(error, IllegalMove):
        text, clause = error.reason.text, error.reason.clause
    return Refused(command_id, text, clause, kind, **(error.message.as_dict() if error.message else {}))


def reasoned(question_id: str, error: HustingsError | None = None) -> Reasoned:
    """Return the answer to a question whether something is allowed; error: why it is not."""
    if error is None:
        legal = Message("room.legal")
        return Reasoned(question_id, True, legal.english(), **legal.as_dict())
    refused = refusal(question_id, error)
    return Reasoned(question_id, False, refused.text, refused.clause, refused.key, refused.facts)
