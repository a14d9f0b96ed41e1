"""The declarations of a room's settings: words in both languages, and the values that follow."""

from __future__ import annotations

import json
from dataclasses import asdict, fields

import pytest
from pydantic import TypeAdapter

from hustings.rooms.log.log_events import SettingsChanged, read
from hustings.rooms.settings import USUAL, Bilingual, RoomSettings, SettingInfo, declared

BY_NAME = {one.name: one for one in declared()}


def test_every_setting_is_declared() -> None:
    assert sorted(BY_NAME) == sorted(each.name for each in fields(RoomSettings))


@pytest.mark.parametrize("one", declared(), ids=lambda one: one.name)
def test_a_setting_has_words_in_both_languages(one: SettingInfo) -> None:
    texts: list[Bilingual] = [one.label, one.help, *one.labels.values()]
    assert all(text.en and text.es and text.en != text.es for text in texts)


@pytest.mark.parametrize("one", declared(), ids=lambda one: one.name)
def test_a_form_offers_the_values_that_are_allowed(one: SettingInfo) -> None:
    schema = TypeAdapter(RoomSettings).json_schema()["properties"][one.name]
    assert list(one.labels) == schema.get("enum", [])
    assert (one.kind == "number") == (one.least < one.most)
    if one.only_with:
        other, values = one.only_with
        assert {*values} <= {*BY_NAME[other].labels}
    TypeAdapter(RoomSettings).validate_json(json.dumps({one.name: one.usual}), strict=True)


def test_a_new_room_has_the_usual_settings() -> None:
    assert asdict(USUAL) == {name: one.usual for name, one in BY_NAME.items()}
    assert (USUAL.autoplay, RoomSettings().autoplay) == (True, False)


def test_a_record_without_a_setting_has_its_default() -> None:
    for one in declared():
        body = {name: value for name, value in asdict(RoomSettings()).items() if name != one.name}
        assert read(json.dumps({"what": "agreed", "terms": body})) == SettingsChanged(RoomSettings())
