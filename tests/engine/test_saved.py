"""Saved games: every way a file can be wrong, one by one, and what a sound one brings back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hustings
from hustings import Game, SavedGameError
from hustings.engine import saved


def sound() -> dict[str, Any]:
    """A whole game of the toy."""
    return {
        "hustings": 1,
        "game": "pennies",
        "rules": "2",
        "options": {"coin": "bent"},
        "seats": ["Ann", "Bo"],
        "log": ["P2 bid 2", 'P1 bid 1 "all in"', "* heads"],
        "result": {"winners": ["P2"], "shares": [0.0, 1.0], "scores": [1, 2], "text": "P2 wins."},
    }


def test_a_sound_game_replays_step_by_step(toy: Game) -> None:
    steps = [(number, entry, len(table.log), table.over) for number, entry, table in saved.replay(sound())]
    assert steps == [
        (1, "P2 bid 2", 0, False),
        (2, 'P1 bid 1 "all in"', 1, False),
        (3, "* heads", 2, False),
        (4, "", 3, True),
    ]
    table = hustings.load(sound())
    assert table.result is not None
    assert table.result.winners == (1,)
    assert table.save(["Ann", "Bo"]) == {**sound(), "options": {"coin": "bent", "last_call": "no"}}


def test_a_game_of_an_older_version_keeps_its_rules(toy: Game) -> None:
    older = {**sound(), "rules": "1", "options": {"last_call": "yes"}}
    table = hustings.load(older)
    assert table.game.options == {"coin": "bent", "last_call": "yes"}
    again = table.save(["Ann", "Bo"])
    assert (again["rules"], again["log"]) == ("2", older["log"])
    assert hustings.load(again).game == table.game


@pytest.mark.parametrize("way", ["data", "text", "path", "path as text"])
def test_a_game_loads_from_data_text_and_file(toy: Game, tmp_path: Path, way: str) -> None:
    path = tmp_path / "Spiel ü.json"
    path.write_text(json.dumps(sound()), encoding="utf-8")
    source = {"data": sound(), "text": f"\n {json.dumps(sound())}", "path": path, "path as text": str(path)}[way]
    assert hustings.load(source).log == tuple(sound()["log"])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_game_loads_in_any_encoding_that_editors_write(toy: Game, tmp_path: Path, encoding: str) -> None:
    """Notepad puts a byte order mark before UTF-8, PowerShell writes UTF-16."""
    data = {**sound(), "seats": ["Añil", "李"]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data, ensure_ascii=False), encoding=encoding)
    assert hustings.load(path).log == tuple(data["log"])
    assert saved.read(path) == saved.read("\ufeff" + json.dumps(data)) == data


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"hustings": 0}, r"this is no saved game of Hustings: the key 'hustings' must be 1"),
    ({"hustings": None}, r"the key 'hustings' must be 1"),
    ({"game": 7}, r"the saved game's 'game' must be a str"),
    ({"game": "nosuch"}, r"the saved game names what is not here: there is no game 'nosuch'; installed are "),
    ({"rules": 1}, r"the saved game's 'rules' must be a str"),
    ({"rules": "3"}, r"the saved game follows version 3 of the rules of pennies; here is 2"),
    ({"options": []}, r"the saved game's 'options' must be a dict"),
    ({"options": {"coin": "round"}}, r"names what is not here: option 'coin' of pennies was given as 'round'; allowed"),
    ({"options": {"name": "x"}}, r"names what is not here: pennies has no option 'name'; it has coin, last_call"),
    ({"options": {"coin": {}}}, r"option 'coin' of pennies was given as \{\}; allowed are fair, bent"),
    ({"seats": "AB"}, r"the saved game's 'seats' must be a list"),
    ({"seats": ["Ann"]}, r"the saved game cannot begin: Penny <Auction> was asked for with 1 seats; it is played with"),
    ({"log": {}}, r"the saved game's 'log' must be a list"),
    ({"log": ["P1 bid 1", 7]}, r"the saved game's 'log' must hold texts only"),
    ({"result": []}, r"the saved game's 'result' must be a dict"),
    ({"log": ["P1 bid 1", "P1 bid 2"]}, r"^entry 2 \"P1 bid 2\": P1 has bid already\. \(PA-1\)$"),
    ({"log": ["P1 bid 9"]}, r"^entry 1 \"P1 bid 9\": '9' is no bid; there are 0 to 2$"),
    ({"log": ["* heads"]}, r"^entry 1 \"\* heads\": '\* heads' was to be settled, but no chance step waits \(chance\)"),
    ({"log": [*sound()["log"], "* tails"]}, r"^entry 4 \"\* tails\": .* no chance step waits"),
    ({"log": [*sound()["log"], "P1 bid 1"]}, r"^entry 4 \"P1 bid 1\": All have bid\. \(PA-1\)$"),
    ({"log": [*sound()["log"][:2], "heads"]}, r"^entry 3 \"heads\": 'heads' is no move: it must begin with a seat"),
    (
        {"log": ["P1 " + "bid " * 9999]},
        r"^entry 1 \"P1 bid bid .{180,200} \.\.\.\": a move of 39999 characters was given",
    ),
    ({"log": ["* " + "x" * 9999]}, r"^entry 1 \"\* x{198} \.\.\.\": an outcome of 9999 characters was given; at most"),
    ({"log": sound()["log"][:2]}, r"the saved game claims a result, but its log stops before the end"),
    ({"result": {"winners": ["P1"]}}, r"claims winners \['P1'\]; its log ends with \['P2'\]"),
    ({"result": {"shares": [0.5, 0.5]}}, r"claims shares \[0\.5, 0\.5\]; its log ends with \[0\.0, 1\.0\]"),
    ({"result": {"scores": [2, 2]}}, r"claims scores \[2, 2\]; its log ends with \[1, 2\]"),
]


@pytest.mark.parametrize(("change", "said"), CHANGES, ids=[said for _, said in CHANGES])
def test_what_does_not_hold_is_said_in_one_sentence(toy: Game, change: dict[str, Any], said: str) -> None:
    with pytest.raises(SavedGameError, match=said) as refused:
        hustings.load({**sound(), **change})
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("key", ["hustings", "game", "rules", "options", "seats", "log"])
def test_a_missing_key_is_named(toy: Game, key: str) -> None:
    data = sound()
    del data[key]
    with pytest.raises(SavedGameError, match=f"'{key}' must be "):
        hustings.load(data)


def test_a_missing_result_is_none_claimed(toy: Game) -> None:
    data = sound()
    del data["result"]
    assert hustings.load(data).over


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"", "the saved game is not JSON: "),
        (b"{", "the saved game is not JSON: "),
        (b"\x80\x04K\x01.", "the saved game is not JSON: 'utf-8' codec can't decode"),
        (b"\xef\xbb\xbf{}", "this is no saved game of Hustings"),
        (b"[" * 200_000, "the saved game is not JSON of any sensible depth"),
        (b'{"a":' * 100_000, "the saved game is not JSON of any sensible depth"),
        (b"9" * 5000, "the saved game is not JSON: "),
        (b"[1, 2]", "this is no saved game of Hustings"),
        (b"null", "this is no saved game of Hustings"),
    ],
    ids=["empty", "open", "pickle", "mark", "deep list", "deep dict", "long number", "list", "null"],
)
def test_a_file_that_is_no_saved_game(tmp_path: Path, written: bytes, said: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(written)
    with pytest.raises(SavedGameError, match=said):
        hustings.load(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SavedGameError, match=r"the saved game cannot be read: No such file or directory"):
        hustings.load(tmp_path / "none.json")
    with pytest.raises(SavedGameError, match=r"the saved game cannot be read: Is a directory"):
        hustings.load(tmp_path)


@pytest.mark.parametrize("given", [None, 7, [1]])
def test_what_is_neither_a_path_nor_a_game_is_refused(given: object) -> None:
    with pytest.raises(SavedGameError, match="give what `save` returned, a path or JSON text"):
        hustings.load(given)  # type: ignore[arg-type]


def test_a_game_not_over_goes_on_with_chance_from_the_seed(toy: Game) -> None:
    """What already waits is settled at once; the same seed settles it the same way."""
    data = {**sound(), "log": sound()["log"][:2], "result": {}}
    ends = {seed: [hustings.load(data, seed=seed).log[-1] for _ in range(2)] for seed in range(40)}
    assert all(first == second for first, second in ends.values())
    assert {first for first, _ in ends.values()} == {"* heads", "* tails"}
