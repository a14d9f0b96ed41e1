"""Registries of commands: the messages they accept, and the functions that these call."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from hustings.rooms.commands.registry import Registry, SeatNumber
from hustings.rooms.room import HOST, HostCommand

#: for each command of the host: fields that every client must send, and fields that it may leave out
HOST_FIELDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "start": ({}, {}),
    "options": ({"options": {"edition": "prose"}}, {}),
    "terms": ({"terms": {"clock": "gentle", "chat": None}}, {}),
    "fill": ({"level": "thumb"}, {}),
    "host": ({"seat": 1}, {}),
    "bot": ({"seat": 1, "level": "thumb"}, {}),
    "open": ({"seat": 1}, {}),
    "kick": ({"seat": 1}, {}),
    "rename": ({"seat": 1, "name": "Ann"}, {}),
    "swap": ({"seat": 0, "other": 11}, {}),
    "rematch": ({}, {"agree": True}),
    "lock": ({}, {"locked": True}),
    "pause": ({}, {"paused": True}),
    "chat": ({}, {"chat": True}),
}


def accepts(adapter: TypeAdapter[Any], body: dict[str, Any]) -> bool:
    """Return whether a body is a request, as JSON and as a value."""
    answers = set()
    for read in (lambda: adapter.validate_json(json.dumps(body)), lambda: adapter.validate_python(body)):
        try:
            read()
            answers.add(True)
        except ValidationError:
            answers.add(False)
    (answer,) = answers
    return answer


def check_registry(registry: Registry, request: Any, fields: dict[str, tuple[dict[str, Any], dict[str, Any]]]) -> None:
    """Check that a registry accepts what clients send, and nothing besides."""
    adapter: TypeAdapter[Any] = TypeAdapter(request)
    assert set(registry.models) == set(fields)
    for do, (needed, optional) in fields.items():
        body = {"do": do, **needed}
        assert accepts(adapter, body), do
        assert accepts(adapter, {**body, **optional}), do
        assert not accepts(adapter, {**body, "else": 1}), do
        for name in needed:
            assert not accepts(adapter, {key: value for key, value in body.items() if key != name}), (do, name)
        for name in {**needed, **optional}:
            assert not accepts(adapter, {**body, name: [[[]]]}), (do, name)
        read = adapter.validate_python(body)
        assert {name: value for name, value in optional.items() if getattr(read, name) != value} == {}, do
    assert not accepts(adapter, {"do": "no such command"})
    assert not accepts(adapter, {})


def test_the_host_can_send_every_command() -> None:
    check_registry(HOST, HostCommand, HOST_FIELDS)


@pytest.mark.parametrize(
    "body",
    [
        {"do": "kick", "seat": "1"},
        {"do": "kick", "seat": 12},
        {"do": "kick", "seat": -1},
        {"do": "lock", "locked": 1},
        {"do": "rename", "seat": 0, "name": "x" * 121},
        {"do": "fill", "level": "x" * 41},
        {"do": "options", "options": {str(number): "" for number in range(41)}},
        {"do": "terms", "terms": {"seconds": 4}},
        {"do": "terms", "terms": {"no such setting": True}},
    ],
    ids=str,
)
def test_values_beyond_their_limits_are_refused(body: dict[str, Any]) -> None:
    assert not accepts(TypeAdapter(HostCommand), body)


def test_a_command_is_a_function() -> None:
    registry = Registry("Nobody")

    @registry.command("wave")
    def wave_at(state: list[int], seat: SeatNumber, times: int = 1) -> list[int]:
        """Wave at a seat."""
        return [*state, *[seat] * times]

    model = registry.models["wave"]
    assert (model.__name__, model.__doc__) == ("NobodyWave", "Wave at a seat.")
    request = TypeAdapter(registry.request).validate_python({"do": "wave", "seat": 3, "times": 2})
    assert registry.call(request)([1]) == [1, 3, 3] == wave_at([1], 3, 2)
