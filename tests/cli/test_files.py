"""Saved games on the command line: random, replay, verify."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hustings as package
from hustings import game, game_names
from hustings.rooms.fair_deal import Deal
from tests.cli.conftest import Command, Said
from tests.games import NAMES


def written(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return data


def saved_at(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), "utf-8")
    return path


# --- random, and replaying what it wrote


@pytest.mark.parametrize("name", NAMES)
def test_random_games_are_whole_and_replay(hustings: Command, tmp_path: Path, name: str) -> None:
    said = hustings("random", name, "--games", "3", "--seed", "8", "--out", "games")
    assert (said.code, said.out) == (0, f"3 games of {game(name).title} in games\n")
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["10.json", "8.json", "9.json"]
    for seed in (8, 9, 10):
        data = written(tmp_path / f"games/{seed}.json")
        assert data["game"] == name
        assert len(data["seats"]) == game(name).seats_allowed[0]
        assert "legal" not in data
        told = hustings("replay", f"games/{seed}.json")
        assert (told.code, told.err) == (0, "")
        result, count = told.out.splitlines()
        assert result == data["result"]["text"]
        assert count == f"{len(data['log'])} entries, all by the rules of {game(name).title}."


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_replay_as_json(hustings: Command, tmp_path: Path, name: str, most: bool) -> None:
    seats = game(name).seats_allowed[-1 if most else 0]
    hustings("random", name, "--seats", str(seats), "--out", tmp_path, "--seed", "4")
    data = written(tmp_path / "4.json")
    assert len(data["seats"]) == seats
    ending = json.loads(hustings("replay", "--json", "4.json").out)
    assert list(ending) == ["over", "winners", "shares", "scores", "log_length", "result"]
    assert ending["over"] is True
    assert ending["log_length"] == len(data["log"])
    assert len(ending["shares"]) == len(ending["scores"]) == seats
    assert sum(ending["shares"]) == pytest.approx(1)
    labels = {f"P{seat + 1}" for seat in range(seats)}
    assert set(ending["winners"]) <= labels
    best = [f"P{seat + 1}" for seat, share in enumerate(ending["shares"]) if share == max(ending["shares"])]
    assert ending["winners"] == ([] if len(best) == seats else best)
    assert ending["result"] == data["result"]["text"]


@pytest.mark.parametrize("name", NAMES)
def test_random_games_tell_what_was_possible(hustings: Command, tmp_path: Path, name: str) -> None:
    """`legal` is parallel to the log: sorted moves of the mover, sorted outcomes, and what came among them."""
    seats = game(name).seats_allowed[-1]
    hustings("random", name, "--seats", str(seats), "--out", tmp_path, "--legal")
    data = written(tmp_path / "1.json")
    table = game(name).start(seats=seats, chance="asked")
    assert len(data["legal"]) == len(data["log"]) > 10
    for entry, possible in zip(data["log"], data["legal"], strict=True):
        assert possible == sorted(set(possible))
        if entry.startswith("* "):
            assert possible == sorted(table.odds())
            table.settle(entry)
        else:
            assert entry in possible
            seat = int(entry.split()[0][1:]) - 1
            assert possible == sorted(str(move) for move in table.legal(seat))
            table.play(entry)
    assert table.over


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_list_of_what_was_possible_is_told_of(hustings: Command, tmp_path: Path, name: str) -> None:
    hustings("random", name, "--out", tmp_path, "--legal")
    file = tmp_path / "1.json"
    right = written(file)
    assert hustings("replay", file).out
    moves = next(k for k, entry in enumerate(right["log"]) if entry.startswith("P") and len(right["legal"][k]) > 1)
    chance = next(k for k, entry in enumerate(right["log"]) if entry.startswith("* "))
    for number in (moves, chance, len(right["log"]) - 1):
        for wrong in ([], right["legal"][number][1:], [*right["legal"][number], "P1 frobnicate"], None):
            data = {**right, "legal": [*right["legal"]]}
            data["legal"][number] = wrong
            said = hustings("replay", saved_at(file, data)).sentence
            assert said.startswith(
                f'{file}: entry {number + 1} "{right["log"][number]}": what the saved game calls legal'
            )
    for wrong in (None, {}, [], right["legal"][1:]):
        assert "'legal' must be a list of" in hustings("replay", saved_at(file, {**right, "legal": wrong})).sentence


def test_the_same_seed_writes_the_same_bytes(hustings: Command, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        hustings("random", game_names()[0], "--games", "2", "--seed", "5", "--out", folder)
    for name in ("5.json", "6.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert (tmp_path / "one/5.json").read_bytes() != (tmp_path / "one/6.json").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_options_reach_random_games(hustings: Command, tmp_path: Path, name: str) -> None:
    for option in game(name).book.options:
        flag = f"--{option.name.replace('_', '-')}"
        said = hustings("random", flag, option.values[-1].replace("-", "_"), name, "--out", option.name)
        assert said.code == 0, said
        assert written(tmp_path / option.name / "1.json")["options"][option.name] == option.values[-1]
        assert hustings("replay", f"{option.name}/1.json").code == 0


def test_no_games_are_none(hustings: Command, tmp_path: Path) -> None:
    said = hustings("random", game_names()[0], "--games", "0", "--out", "deep/er")
    assert said.out.startswith("0 games of ")
    assert list((tmp_path / "deep/er").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--out", "x", "--seats", "17"], "was asked for with 17 seats; it is played with "),
        (["--out", "x", "--games", "-1"], "'--games'"),
        (["--out", "x", "--games", "many"], "'--games'"),
        (["--out", "x", "--seed", "1.5"], "'--seed'"),
        (["--out"], "'--out' requires an argument"),
        ([], "Missing option '--out'"),
        (["--out", "taken"], "taken: cannot create this folder: File exists"),
        (["--out", "taken/below"], "taken/below: cannot create this folder: Not a directory"),
        (["--out", "x", "--legal", "yes"], "'yes' came after the game"),
    ],
)
def test_random_asked_for_wrongly(hustings: Command, tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "taken").write_text("")
    assert said in hustings("random", game_names()[0], *words).sentence
    assert not (tmp_path / "x").exists() or not list((tmp_path / "x").iterdir())


def test_a_file_that_cannot_be_written(hustings: Command, tmp_path: Path) -> None:
    (tmp_path / "1.json").mkdir()
    assert hustings("random", game_names()[0], "--out", ".").sentence == (
        "1.json: cannot write this file: Is a directory"
    )


# --- replay: what does not hold


@pytest.fixture
def whole() -> dict[str, Any]:
    """A whole game of Combat."""
    from hustings.arena.random_games import random_game

    return random_game(game("combat"), 2, 17)


@pytest.mark.parametrize("tried", ["take CA TX FL", "turn 6", "frobnicate", "take", "turn 1 2"])
def test_an_illegal_entry_is_named_with_its_number_and_reason(
    hustings: Command, tmp_path: Path, whole: dict[str, Any], tried: str
) -> None:
    """Counted from 1, chance entries too, with the clause where a rule refuses it."""
    number = next(k for k, entry in enumerate(whole["log"]) if k > 15 and " take " in entry)
    table = package.load({**whole, "log": [], "result": {}})
    table = game("combat").start(seats=2, chance="asked")
    for entry in whole["log"][:number]:
        (table.settle if entry.startswith("* ") else table.play)(entry)
    label = whole["log"][number].split()[0]
    text = f"{label} {tried}"
    try:
        reason = str(table.why_not(text))
        assert reason.endswith(")")
        assert "(EC-" in reason
    except package.NotationError as error:
        reason = str(error)
    whole["log"][number] = text
    file = saved_at(tmp_path / "game.json", whole)
    said = hustings("replay", file)
    assert said.sentence == f'{file}: entry {number + 1} "{text}": {reason}'
    assert said.out == ""
    assert hustings("replay", "--json", file).sentence == said.sentence


def test_the_reason_of_a_rule_ends_with_its_clause(hustings: Command, tmp_path: Path, whole: dict[str, Any]) -> None:
    number = next(k for k, entry in enumerate(whole["log"]) if " take " in entry)
    label = whole["log"][number].split()[0]
    whole["log"][number] = f"{label} take CA TX FL"
    said = hustings("replay", saved_at(tmp_path / "game.json", whole)).sentence
    assert said.startswith(f'{tmp_path / "game.json"}: entry {number + 1} "{label} take CA TX FL": ')
    assert said.endswith("(EC-6)")


def test_an_outcome_that_cannot_come_up(hustings: Command, whole: dict[str, Any], tmp_path: Path) -> None:
    chances = [k for k, entry in enumerate(whole["log"]) if entry.startswith("* ")]
    whole["log"][chances[5]] = whole["log"][chances[0]]
    text = whole["log"][chances[0]]
    said = hustings("replay", saved_at(tmp_path / "game.json", whole)).sentence
    assert said == (
        f'{tmp_path / "game.json"}: entry {chances[5] + 1} "{text}": '
        f"'{text}' cannot come up now; `odds` lists what can (chance)"
    )


@pytest.mark.parametrize("name", NAMES)
def test_an_unfinished_game_goes_on(hustings: Command, tmp_path: Path, name: str) -> None:
    table = game(name).start(seed=3)
    table.play(table.legal(min(table.owes))[0])
    waiting = sorted(f"P{seat + 1}" for seat in table.owes)
    file = saved_at(tmp_path / "game.json", table.save())
    said = hustings("replay", file)
    assert said.code == 0
    assert said.out.startswith(f"The game goes on: {' and '.join(waiting)} must move.\n")
    ending = json.loads(hustings("replay", file, "--json").out)
    assert (ending["over"], ending["winners"], ending["scores"]) == (False, [], [])
    assert ending["shares"] == [1 / table.seats] * table.seats
    assert ending["log_length"] == len(table.log)


def test_a_game_that_waits_for_chance(hustings: Command, tmp_path: Path) -> None:
    table = game("combat").start(chance="asked")
    table.play("P1 turn 1")
    said = hustings("replay", saved_at(tmp_path / "game.json", table.save()))
    assert said.out.startswith("The game goes on: chance must settle what comes up.\n1 entries")


@pytest.mark.parametrize("key", ["winners", "shares", "scores"])
def test_a_result_that_lies(hustings: Command, tmp_path: Path, whole: dict[str, Any], key: str) -> None:
    truth = whole["result"][key]
    whole["result"][key] = truth[::-1] if truth != truth[::-1] else ["P1", "P2"][truth == ["P1"] :][:1]
    file = saved_at(tmp_path / "game.json", whole)
    said = hustings("replay", file).sentence
    assert said == f"{file}: the saved game claims {key} {whole['result'][key]}; its log ends with {truth}"


def test_a_result_before_the_end(hustings: Command, tmp_path: Path, whole: dict[str, Any]) -> None:
    file = saved_at(tmp_path / "game.json", {**whole, "log": whole["log"][:9]})
    assert hustings("replay", file).sentence == (
        f"{file}: the saved game claims a result, but its log stops before the end"
    )


# --- verify


def dealt(deal: Deal) -> dict[str, Any]:
    """A game saved from a room after its end."""
    table = game("combat").start(seats=2, draw=deal.draw)
    while not table.over:
        table.play(table.legal(min(table.owes))[-1])
    return {**table.save(), "deal": {"commitment": deal.commitment, "secret": deal.secret}}


def test_a_fair_deal_verifies(hustings: Command, tmp_path: Path) -> None:
    data = dealt(Deal(b"fair"))
    said = hustings("verify", saved_at(tmp_path / "game.json", data))
    draws = sum(entry.startswith("* ") for entry in data["log"])
    assert said == Said(0, f"Fair: all {draws} draws match the sealed secret.\n", "")


def test_an_unfair_deal_does_not(hustings: Command, tmp_path: Path) -> None:
    data, other = dealt(Deal(b"fair")), Deal(b"other")
    data["deal"] = {"commitment": other.commitment, "secret": other.secret}
    file = saved_at(tmp_path / "game.json", data)
    assert f"{file}: entry " in hustings("verify", file).sentence
    data["deal"] = {"commitment": other.commitment, "secret": Deal(b"fair").secret}
    assert "has the commitment" in hustings("verify", saved_at(file, data)).sentence
    del data["deal"]
    assert "carries no deal to verify" in hustings("verify", saved_at(file, data)).sentence


# --- files that are none

DEEP = b"[" * 100_000


@pytest.mark.parametrize("command", [["replay"], ["replay", "--json"], ["verify"], ["play", "--resume"]], ids=" ".join)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the saved game is not JSON: "),
        (b"{'hustings': 1}", "the saved game is not JSON: "),
        (bytes(range(256)) * 100, "the saved game is not JSON: "),
        (DEEP, "the saved game is not JSON of any sensible depth"),
        (b'{"hustings": 1, "log": ' + DEEP, "the saved game is not JSON of any sensible depth"),
        (b"x" * 20_000_000, "the saved game is not JSON: "),
        (b"[]", "this is no saved game of Hustings"),
        (b'{"hustings": 1}', "the saved game's 'game' must be a str"),
    ],
    ids=["empty", "quotes", "binary", "deep", "deep inside", "huge", "a list", "keys missing"],
)
def test_what_is_no_saved_game(
    hustings: Command, tmp_path: Path, command: list[str], content: bytes, said: str
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    sentence = hustings(*command, file).sentence
    assert sentence.startswith(f"{file}: {said}")
    assert len(sentence) < 600


@pytest.mark.parametrize("command", [["replay"], ["verify"], ["play", "--resume"]], ids=" ".join)
def test_what_cannot_be_read(
    hustings: Command, tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing, long = tmp_path / "none.json", tmp_path / ("x" * 300)
    reasons = {missing: "No such file or directory", tmp_path: "Is a directory", long: "File name too long"}
    for file, reason in reasons.items():
        assert hustings(*command, file).sentence == f"{file}: the saved game cannot be read: {reason}"

    def denied(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)  # whoever runs the tests may read everything
    assert hustings(*command, missing).sentence.endswith("none.json: the saved game cannot be read: Permission denied")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_no_file_and_too_many(hustings: Command, command: str) -> None:
    assert hustings(command).sentence == "Missing argument 'FILE'."
    assert "unexpected extra argument" in hustings(command, "a", "b").sentence
