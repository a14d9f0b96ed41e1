"""The base class of protocol messages: dataclasses that do not depend on how they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic_core import core_schema


class Wire:
    """Base class of messages and their parts. In JSON all fields are present, and no others."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid", "json_schema_serialization_defaults_required": True}


@dataclass(frozen=True, slots=True)
class WireForm:
    """Annotation that names a value's type in JSON, from which pydantic makes the schema; it converts nothing."""

    type: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        as_it_is = core_schema.plain_serializer_function_ser_schema(lambda value: value)
        return {**handler.generate_schema(self.type), "serialization": as_it_is}


@dataclass(slots=True)  # not frozen, because that is slower to create, and every message has some
class JsonText:
    """A value that is already encoded as JSON."""

    text: str


@dataclass(frozen=True, slots=True)
class MessageInfo(Wire):
    """A sentence or phrase to translate: a key of a words file, and the facts for its template.

    A fact is a number, a code, a seat's label, a move's notation, a name, a phrase, or a list of these; null: nobody.
    """

    key: str
    facts: Facts


#: facts as JSON; see `hustings.engine.messages`
Facts = Annotated[
    Mapping[str, Any], WireForm(dict[str, int | str | MessageInfo | list[int | str | MessageInfo | None] | None])
]
