"""Registries of commands: a function for each wish, from which its request, types and documentation follow."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property, partial
from typing import Annotated, Any, Literal, TypeVar, Union, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from hustings.rooms.log.log_events import MOST_SEATS

MOST_EXACT = 2**53 - 1  # the largest integer that JavaScript represents exactly
LONGEST_MOVE = 400  # characters of a move's text
LONGEST_RAW_NAME = 120  # characters of a name before rooms.names cleans and checks it
LONGEST_RAW_REMARK = 800  # characters of a remark before rooms.names cleans and checks it

Decision = Annotated[int, Field(ge=0, le=MOST_EXACT)]
MoveText = Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]
Name = Annotated[str, Field(max_length=LONGEST_RAW_NAME)]
RemarkText = Annotated[str, Field(min_length=1, max_length=LONGEST_RAW_REMARK)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]

Function = TypeVar("Function", bound=Callable[..., Any])


class Incoming(BaseModel):
    """Base class of messages from clients: unknown keys are errors, and values are not converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Looking(Incoming):
    """Report whether the page is visible: false for a locked phone or a hidden tab."""

    looking: bool


class Registry:
    """The commands of a role, by name. A request is the command's name, `do`, and a value for each parameter."""

    def __init__(self, role: str) -> None:
        self._role = role
        self._functions: dict[str, Callable[..., Any]] = {}
        self._given: dict[str, int] = {}

    def command(self, do: str | None = None, given: int = 1) -> Callable[[Function], Function]:
        """Register a function as a command.

        Its parameters are the fields of the request, its docstring is the command's documentation.

        Args:
            do: The command's name; None for the function's.
            given: The number of first parameters that are no fields, such as the state.
        """

        def registered(function: Function) -> Function:
            name = do or function.__name__
            self._functions[name], self._given[name] = function, given
            return function

        return registered

    @cached_property
    def models(self) -> dict[str, type[Incoming]]:
        """The model of each command's request."""
        return {do: self._model(do) for do in self._functions}

    @property
    def request(self) -> Any:
        """The type of a request: one of the models."""
        return Annotated[Union[tuple(self.models.values())], Field(discriminator="do")]  # noqa: UP007

    def call(self, request: Incoming) -> partial[Any]:
        """Return the function of a request with the request's fields; it still needs its first parameters."""
        fields = {name: getattr(request, name) for name in type(request).model_fields}
        return partial(self._functions[fields.pop("do")], **fields)

    def _model(self, do: str) -> type[Incoming]:
        function = self._functions[do]
        hints = get_type_hints(function, include_extras=True)
        parameters = list(inspect.signature(function).parameters.values())[self._given[do] :]
        fields: dict[str, Any] = {"do": (Literal[do], ...)}
        for one in parameters:
            fields[one.name] = hints[one.name], ... if one.default is one.empty else one.default
        name = self._role + "".join(part.title() for part in do.split("_"))
        model: type[Incoming] = create_model(name, __base__=Incoming, __doc__=inspect.getdoc(function), **fields)
        return model
