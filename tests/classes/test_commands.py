"""The teacher's commands: the messages they accept."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from hustings.classes.registry import TEACHER, TeacherCommand
from tests.rooms.test_registry import accepts, check_registry

GAME = {"game": "combat", "options": {}, "size": 2, "level": "thumb", "duplicate": False, "clock": "off", "seconds": 20}
#: for each command of the teacher: fields that every client must send, and fields that it may leave out
FIELDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "start": ({}, {"game": None, "practice": False}),
    "practice": ({"step": 2}, {}),
    "pause": ({}, {"paused": True}),
    "lock": ({}, {"locked": True}),
    "tell": ({"text": ""}, {}),
    "hurry": ({"people": [3, 9]}, {}),
    "swap": ({"person": 3, "other": 9}, {}),
    "bench": ({"person": 3}, {"benched": True}),
    "remove": ({"person": 3}, {"removed": True}),
    "remove_absent": ({"people": []}, {}),
    "rename": ({"person": 3, "name": "Ana"}, {}),
    "pair": ({"person": 3, "name": ""}, {}),
    "stop": ({"seconds": None}, {}),
    "ask": ({"text": "Who?", "answers": ["A", "B"]}, {"part": None, "right": None, "ready": None}),
    "shut": ({}, {"shown": True, "paused": False}),
    "allow": ({"mark": "0" * 64}, {"allowed": True}),
    "present": ({"screen": None}, {"table": None}),
    "delete": ({}, {}),
}


def test_the_teacher_can_send_every_command() -> None:
    check_registry(TEACHER, TeacherCommand, FIELDS)


@pytest.mark.parametrize(
    ("body", "accepted"),
    [
        ({"do": "start", "game": GAME, "together": [[1, 2], [3]], "apart": []}, True),
        ({"do": "start", "game": {"game": "combat", "size": 2}}, True),
        ({"do": "start", "game": {"game": "combat", "size": 1}}, False),
        ({"do": "start", "game": {"game": "combat", "size": 2, "team": 2}}, False),
        ({"do": "start", "together": [1]}, False),
        ({"do": "stop", "seconds": 21_601}, False),
        ({"do": "stop", "seconds": 0.5}, False),
        ({"do": "swap", "person": 0, "other": 1}, False),
        ({"do": "ask", "text": "Who?", "answers": ["A"]}, False),
        ({"do": "ask", "text": "Who?", "answers": ["A", "B"], "right": 4}, False),
        ({"do": "ask", "text": "Who?", "answers": "AB"}, False),
        ({"do": "ask", "text": "Who?", "answers": ["A", "B"], "part": "exit", "ready": "president.exit.0"}, True),
        ({"do": "allow", "mark": "0"}, False),
        ({"do": "present", "screen": 40}, False),
        ({"do": "practice", "step": 0}, False),
    ],
    ids=str,
)
def test_values_are_held_to_their_limits(body: dict[str, Any], accepted: bool) -> None:
    assert accepts(TypeAdapter(TeacherCommand), body) is accepted
