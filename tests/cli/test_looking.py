"""Help, version, games, cards, rules."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hustings import __version__, game, game_names
from tests.cli.conftest import Command, program
from tests.games import NAMES

COMMANDS = ("serve", "play", "games", "cards", "rules", "replay", "verify", "random", "warm")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_every_command_with_a_line(hustings: Command, flag: str) -> None:
    said = hustings(flag)
    assert (said.code, said.err) == (0, "")
    lines = said.out[said.out.index("Commands:") :].splitlines()[1:]
    assert set(COMMANDS) <= {line.split()[0] for line in lines if line.strip()}
    assert all(len(line.split()) > 2 for line in lines if line.strip())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(hustings: Command, command: str) -> None:
    said = hustings(command, "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"Usage: hustings {command}")


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    heavy = ("numpy", "numba", "fastapi", "pydantic", "rich")
    script = (
        "import sys\nfrom hustings.cli.app import run\n"
        f"code = run(['--help'])\nprint(code, *[name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["0"]
    assert "Usage: hustings" in done.stdout


def test_version(hustings: Command) -> None:
    assert hustings("--version").out.strip().split("+g")[0] == __version__


def test_games_are_listed_with_their_options(hustings: Command) -> None:
    said = hustings("games")
    assert said.code == 0
    for name in game_names():
        assert f"{name}  {game(name).title}, " in said.out
        for option in game(name).book.options:
            assert f"--{option.name.replace('_', '-')}  " in said.out
            assert ", ".join(option.values) in said.out


def test_games_as_json(hustings: Command) -> None:
    said = json.loads(hustings("games", "--json").out)
    assert [one["name"] for one in said] == list(game_names())
    for one in said:
        known = game(one["name"])
        assert one["title"] == known.title
        assert one["players"] == list(known.seats_allowed)
        assert one["line"]
        assert one["options"] == [{"name": option.name, "values": list(option.values)} for option in known.book.options]


@pytest.mark.parametrize("name", NAMES)
def test_cards_are_the_deck(hustings: Command, name: str) -> None:
    deck = game(name).cards()
    assert json.loads(hustings("cards", name, "--json").out) == deck
    listed = hustings("cards", name).out
    assert {"code", "name", "value", "kind"} <= set(deck[0])
    for card in deck:
        assert card["name"] in listed


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_the_clauses_of_the_options(hustings: Command, name: str) -> None:
    said = hustings("rules", name)
    assert (said.code, said.err) == (0, "")
    assert all(f"{clause.id}  {clause.title}" in said.out for clause in game(name).clauses())


def other_values(name: str) -> list[dict[str, Any]]:
    """Each option of a game set to its last value, one at a time."""
    return [{option.name: option.values[-1]} for option in game(name).book.options if len(option.values) > 1]


@pytest.mark.parametrize("name", NAMES)
def test_options_reach_cards_and_rules(hustings: Command, name: str) -> None:
    """Written in any of the ways there are, each option gives the deck and the rules of that option."""
    for options in other_values(name):
        [(option, value)] = options.items()
        wanted = game(name, **options).cards()
        dashed, underscored = option.replace("_", "-"), option.replace("-", "_")
        for words in ([f"--{dashed}", value], [f"--{underscored}={value}"], [f"--{dashed}", value.replace("-", "_")]):
            assert json.loads(hustings("cards", name, "--json", *words).out) == wanted
            assert json.loads(hustings("cards", *words, "--json", name).out) == wanted
        told = hustings("rules", name, f"--{dashed}", value).out
        assert all(clause.id in told for clause in game(name, **options).clauses())


NO_GAME = f"installed are {', '.join(game_names())}"
FIRST = game_names()[0]
OPTIONS = ", ".join([*game(FIRST).options, *game(FIRST).book.sizes])


@pytest.mark.parametrize("command", ["cards", "rules", "play"])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], f"no game was named; {NO_GAME}"),
        (["nosuch"], f"there is no game 'nosuch'; {NO_GAME}"),
        (["No\nsuch"], f"there is no game 'No\\nsuch'; {NO_GAME}"),
        ([FIRST, "again"], f"'again' came after the game '{FIRST}'; options are written --name value"),
        ([FIRST, "--colour", "red"], f"{FIRST} has no option 'colour'; it has {OPTIONS}"),
        ([FIRST, "--name", "red"], f"{FIRST} has no option 'name'; it has {OPTIONS}"),
        ([FIRST, "--colour"], "option --colour needs a value: --colour VALUE"),
        ([FIRST, "--colour", "--shade"], "option --colour needs a value: --colour VALUE"),
        ([FIRST, "-c", "red"], "unknown option -c; options of a game are written --name value"),
    ],
)
def test_a_game_that_is_asked_for_wrongly(hustings: Command, command: str, words: list[str], said: str) -> None:
    assert hustings(command, *words).sentence == said


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_value_names_those_allowed(hustings: Command, name: str) -> None:
    for option in game(name).book.options:
        said = hustings("cards", name, f"--{option.name}", "round").sentence
        assert said == f"option '{option.name}' of {name} was given as 'round'; allowed are {', '.join(option.values)}"
        value = option.values[0]
        twice = hustings("cards", name, f"--{option.name}", value, f"--{option.name}", value)
        assert twice.sentence == f"option --{option.name} was given twice"


def test_a_size_makes_a_smaller_game(hustings: Command) -> None:
    assert hustings("rules", "president", "--weeks", "2", "--votes", "2024").code == 0
    said = hustings("cards", "president", "--votes", "2024", "--weeks", "13").sentence
    assert said.startswith("option 'weeks' of president was given as '13'")


def test_an_unknown_command_or_flag(hustings: Command) -> None:
    assert hustings("frobnicate").sentence == "No such command 'frobnicate'."
    assert hustings("--frobnicate").sentence.startswith("No such option: --frobnicate")
    assert hustings("games", "--yaml").sentence.startswith("No such option: --yaml")
    assert "unexpected extra argument" in hustings("games", "combat").sentence


def test_it_runs_as_the_installed_program(tmp_path: Path) -> None:
    said = program("games", "--json", folder=tmp_path)
    assert (said.code, said.err) == (0, "")
    assert [one["name"] for one in json.loads(said.out)] == list(game_names())
