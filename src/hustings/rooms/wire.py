"""What makes a dataclass a message of the protocol, without a word of how it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar


class Wire:
    """A message, or a part of one: every key is always there, and no other. Its docstring is its documentation."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {"extra": "forbid", "json_schema_serialization_defaults_required": True}


@dataclass(frozen=True, slots=True)
class WireForm:
    """An annotation that names the type a value has in JSON, for pydantic to make its schema from."""

    type: Any

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler.generate_schema(self.type)


@dataclass(frozen=True, slots=True)
class JsonText:
    """A value as JSON that is written already."""

    text: str
