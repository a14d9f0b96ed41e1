"""`hustings play` with its input scripted: to the end, saved on the way, resumed, and asked for wrongly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hustings import game
from hustings.terminal.session import Session
from tests.cli.conftest import Command
from tests.games import NAMES

FIRST_MOVES = "1\n" * 2000


def only_file(folder: Path) -> Path:
    [file] = folder.glob("*.json")
    return file


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_of_bots_is_saved_and_replays(hustings: Command, tmp_path: Path, name: str) -> None:
    seats = game(name).seats_allowed[0]
    bots = ["--bot", "thumb", *["--bot", "random"] * (seats - 1)]
    said = hustings("play", name, "--seed", "3", *bots, "--save", "end.json")
    assert (said.code, said.err) == (0, "")
    assert "The end" in said.out
    assert said.out.endswith("Saved; replay it with: hustings replay end.json\n")
    data: dict[str, Any] = json.loads((tmp_path / "end.json").read_text("utf-8"))
    assert data["seats"][0] == "Dolores Whitfield"
    assert data["bots"] == ["thumb", *["random"] * (seats - 1)]
    assert hustings("replay", "end.json").out.startswith(data["result"]["text"])


def test_a_whole_game_of_a_person_against_a_bot(hustings: Command, tmp_path: Path) -> None:
    bot = ("--bot", "thumb", "--player", "Ann")
    said = hustings("play", "combat", "--seed", "3", *bot, "--save", "end.json", typed=FIRST_MOVES)
    assert (said.code, said.err) == (0, "")
    assert "The end" in said.out
    data: dict[str, Any] = json.loads((tmp_path / "end.json").read_text("utf-8"))
    assert (data["seats"], data["bots"]) == (["Ann", "Dolores Whitfield"], [None, "thumb"])
    assert data["result"]
    assert hustings("replay", "end.json").out.startswith(data["result"]["text"])


@pytest.mark.parametrize(
    ("words", "bots"),
    [
        ([], [None, "canvasser"]),
        (["--people", "2"], [None, None]),
        (["--player", "Ann", "--player", "Bo"], [None, None]),
        (["--bot", "Ward captain"], [None, "thumb"]),
        (["--bot", "ward-captain"], [None, "thumb"]),
    ],
)
def test_a_bot_sits_there_unless_told_otherwise(
    hustings: Command, tmp_path: Path, words: list[str], bots: list[str | None]
) -> None:
    hustings("play", "combat", "--seed", "2", *words, "--save", "a.json", typed="turn 1\n\nturn 1\n")
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["bots"] == bots


def test_larger_tables_are_filled_with_bots(hustings: Command, tmp_path: Path) -> None:
    said = hustings("play", "president", "--seats", "4", "--people", "2", typed="quit\n")
    assert "P1; P2; Gus Ferrand (P3, Canvasser); Inez Calder (P4, Canvasser)" in " ".join(said.out.split())


def test_a_finished_game_is_saved_only_when_asked(hustings: Command, tmp_path: Path) -> None:
    said = hustings("play", "combat", "--bot", "random", "--bot", "thumb", "--seed", "1")
    assert said.code == 0
    assert "The end" in said.out
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_and_input_play_the_same_game(hustings: Command) -> None:
    said = [hustings("play", "combat", "--bot", "thumb", "--seed", seed, typed=FIRST_MOVES) for seed in "556"]
    assert said[0] == said[1] != said[2]


@pytest.mark.parametrize("leaving", ["quit\n", "", "  exit \n", "Q\n"], ids=["quit", "end of input", "exit", "q"])
def test_leaving_saves_and_going_on_goes_on(hustings: Command, tmp_path: Path, leaving: str) -> None:
    said = hustings("play", "combat", "--bot", "thumb", "--player", "Zoë", "--seed", "2", typed=f"turn 2\n{leaving}")
    file = only_file(tmp_path)
    assert said.code == 0
    assert said.out.endswith(f"Saved; go on with: hustings play --resume {file.name}\n")
    data = json.loads(file.read_text("utf-8"))
    assert data["log"][0] == "P1 turn 2"
    assert (data["seats"], data["bots"]) == (["Zoë", "Dolores Whitfield"], [None, "thumb"])
    on = hustings("play", "--resume", file, "--save", "end.json", typed=FIRST_MOVES)
    assert on.code == 0
    assert "At the table: Zoë (P1); Dolores Whitfield (P2, Ward captain)" in on.out
    ended = json.loads((tmp_path / "end.json").read_text("utf-8"))
    assert ended["log"][: len(data["log"])] == data["log"]
    assert hustings("replay", "end.json").code == 0
    assert hustings("play", "--resume", "end.json").sentence == (
        "end.json: this game is over; `hustings replay` shows how it ended"
    )


def test_leaving_before_a_move_saves_nothing(hustings: Command, tmp_path: Path) -> None:
    said = hustings("play", "combat", typed="quit\n")
    assert said.out.endswith("Nothing was played, so nothing was saved.\n")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_saves_too(hustings: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(session: Session) -> bool:
        session.table.play("P1 turn 1")
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "play", interrupted)
    said = hustings("play", "combat", "--seed", "1")
    assert said.code == 130
    assert "Traceback" not in said.err
    assert json.loads(only_file(tmp_path).read_text("utf-8"))["log"][0] == "P1 turn 1"


def test_who_sits_there_can_change_when_going_on(hustings: Command, tmp_path: Path) -> None:
    hustings("play", "combat", "--bot", "thumb", "--save", "a.json", typed="turn 1\n")
    said = hustings("play", "--resume", "a.json", "--bot", "random", "--bot", "random", "--save", "b.json")
    assert "The end" in said.out
    assert json.loads((tmp_path / "b.json").read_text("utf-8"))["bots"] == ["random", "random"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["combat", "--bot", "grandmaster"],
            "there is no bot called 'grandmaster'; there are Newcomer, Canvasser, Ward captain",
        ),
        (["combat", "--bot"], "requires an argument"),
        (["combat", *["--bot", "thumb"] * 3], "3 bots were asked for at a table of 2 seats"),
        (
            ["combat", "--bot", "thumb", *["--player", "A"] * 2],
            "2 names were given, but 1 of the 2 seats are for people",
        ),
        (["combat", "--people", "3"], "3 people were asked for, 0 of them by name, at a table of 2 seats"),
        (["combat", "--people", "2", "--bot", "thumb"], "2 people and 1 bots do not fill a table of 2 seats"),
        (["combat", "--seats", "3"], "was asked for with 3 seats; it is played with 2"),
        (["combat", "--save", "."], ". already exists; --save needs a new file"),
        (["combat", "--save", "none/a.json"], "none/a.json: the folder none does not exist"),
        (["combat", "--save", "x" * 300], "File name too long"),
        (["combat", "--resume", "a.json"], "--resume takes the game, options and seats from its file"),
        (["--resume", "a.json", "--seats", "2"], "--resume takes the game, options and seats from its file"),
    ],
)
def test_play_asked_for_wrongly(hustings: Command, words: list[str], said: str) -> None:
    assert said in hustings("play", *words).sentence


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("thumb", "'bots' must be a list of 2: a level or null for each seat"),
        ([None], "'bots' must be a list of 2"),
        ([None, "nosuch"], "names the bot level 'nosuch'; there are random, canvasser, thumb"),
        ([None, ["thumb"]], r"names the bot level ['thumb']; there are random, canvasser, thumb"),
        ([{}, None], "names the bot level {}; there are random, canvasser, thumb"),
    ],
)
def test_a_saved_game_with_odd_bots(hustings: Command, tmp_path: Path, bots: object, said: str) -> None:
    table = game("combat").start(seed=1)
    table.play("P1 turn 1")
    (tmp_path / "a.json").write_text(json.dumps({**table.save(), "bots": bots}))
    sentence = hustings("play", "--resume", "a.json").sentence
    assert sentence.startswith("a.json: ")
    assert said in sentence


@pytest.mark.parametrize("name", ["\x1b[2J\x07Ann", "\udcff\udcfe", "Ann\nBo", "[bold]Ann[/bold]"])
def test_odd_names_steer_no_terminal_and_can_be_saved(hustings: Command, tmp_path: Path, name: str) -> None:
    said = hustings("play", "combat", "--player", name, "--save", "a.json", typed="turn 1\nlog\n")
    assert said.code == 0
    assert not set(said.out) & {"\x1b", "\x07", "\udcff"}
    shown = json.loads((tmp_path / "a.json").read_text("utf-8"))["seats"][0]
    assert shown.isprintable()
    assert f"{shown} turns " in said.out
    assert hustings("play", "--resume", "a.json").code == 0
