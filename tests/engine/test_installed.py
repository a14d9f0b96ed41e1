"""Games by name: options, seats, clauses, and installed packages that are broken."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields, replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import hustings
from hustings import Game, OptionError
from hustings.engine import installed
from hustings.engine.kernels import verbs
from hustings.engine.rulebook import Rulebook
from tests.engine import toy as toy_game
from tests.engine.conftest import Install

# --- options


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colour": "red"}, r"pennies has no option 'colour'; it has coin, last_call"),
        ({"name": "x"}, r"pennies has no option 'name'; it has coin, last_call"),
        ({"coin": "round"}, r"option 'coin' of pennies was given as 'round'; allowed are fair, bent"),
        ({"coin": ""}, r"option 'coin' of pennies was given as ''; allowed are fair, bent"),
        ({"coin": ["bent"]}, r"option 'coin' of pennies was given as \['bent'\]; allowed are fair, bent"),
        ({"coin": None}, r"was given as None; allowed are fair, bent"),
    ],
)
def test_a_wrong_option_names_what_is_allowed(toy: Game, options: dict[str, str], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        hustings.game("pennies", **options)


def test_a_game_that_is_not_there_names_those_that_are(toy: Game) -> None:
    with pytest.raises(
        OptionError, match=f"there is no game 'nosuch'; installed are {', '.join(hustings.game_names())}"
    ):
        hustings.game("nosuch")
    assert "pennies" in hustings.game_names()


def test_a_game_is_its_name_and_its_options(toy: Game) -> None:
    bent = hustings.game("pennies", coin="bent")
    assert bent.options == {"coin": "bent", "last_call": "no"}
    assert toy.options == {"coin": "fair", "last_call": "no"}
    assert bent == hustings.game("pennies", coin="bent") != toy
    assert len({bent, toy, hustings.game("pennies")}) == 2
    assert pickle.loads(pickle.dumps(bent)) == bent
    with pytest.raises(AttributeError):
        bent.name = "other"  # type: ignore[misc]


def test_options_reach_the_rules_as_indices(toy: Game) -> None:
    game = hustings.game("pennies", last_call="yes", coin="bent")
    assert game.start_options(3).tolist() == [3, 1, 1]
    assert game.start(seats=3).view(None)["coin"] == "bent"
    table = game.start(seats=2, chance="asked")
    for move in ("P1 bid 1", "P2 bid 0"):
        table.play(move)
    assert {text: str(odd) for text, odd in table.odds().items()} == {"heads": "2/3", "tails": "1/3"}


def test_clauses_are_those_of_the_options(toy: Game) -> None:
    assert [clause.id for clause in toy.clauses()] == ["PA-1", "PA-2"]
    assert [clause.id for clause in hustings.game("pennies", coin="bent").clauses()] == ["PA-1", "PA-2", "PA-3"]


@pytest.mark.parametrize("seats", [0, 1, 4, -2, 1 << 40])
def test_a_number_of_seats_the_game_is_not_played_with(toy: Game, seats: int) -> None:
    with pytest.raises(
        OptionError, match=f"Penny <Auction> was asked for with {seats} seats; it is played with 2 or 3"
    ):
        toy.start(seats=seats)
    assert toy.start().seats == 2


def test_chance_is_drawn_or_asked(toy: Game) -> None:
    with pytest.raises(OptionError, match="chance was given as 'rolled'; allowed are 'drawn' and 'asked'"):
        toy.start(chance="rolled")


# --- packages


def test_every_game_installed_here_can_be_played() -> None:
    """A game that does not load is left out of every list; this is where that shows."""
    assert installed.broken_games() == {}
    assert len(hustings.game_names()) >= 2


@pytest.mark.parametrize(
    ("module", "wrong"),
    [
        ("tests.engine.no_such_module", "ModuleNotFoundError: No module named 'tests.engine.no_such_module'"),
        ("tests.engine.toy", "AttributeError: module 'tests.engine.toy' has no attribute 'RULEBOOK'"),
        ("tests.engine.broken_rulebook", "TypeError: its RULEBOOK is a dict"),
        ("tests.engine.broken_import", "RuntimeError: the lost cause"),
        ("tests.engine.pennies", "ValueError: its rulebook is called 'pennies'"),
    ],
)
def test_a_broken_game_is_named_and_leaves_the_others_alone(
    install: Install, module: str, wrong: str, caplog: pytest.LogCaptureFixture
) -> None:
    sound = hustings.game_names()
    install("abroken", module)
    assert hustings.game_names() == sound
    assert installed.broken_games() == {"abroken": wrong}
    with pytest.raises(OptionError, match="the game 'abroken' is installed but cannot be played: "):
        hustings.game("abroken")
    assert all(hustings.game(name).start().owes is not None for name in sound)
    assert [record.getMessage() for record in caplog.records] == [
        f"the game 'abroken' is installed but cannot be played: {wrong}"
    ]


def package(folder: Path, name: str, points: str, modules: Mapping[str, str]) -> None:
    """Install a package with entry points into a folder."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(points)
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source)


def found_in(folder: Path) -> dict[str, str]:
    """The environment of a program that finds the packages of a folder before all others."""
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(folder), before]))}


def test_a_game_of_another_package_comes_after_ours(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The front page tells newcomers to start with the first one; even if a new game calls itself the easiest."""
    ours = ["president", "politics", "combat", "mudslinger"]
    assert [book.name for book in installed.easiest_first()] == [*ours, "pennies"]
    monkeypatch.setitem(toy.words, "ease", 0)
    assert [book.name for book in installed.easiest_first()] == [*ours, "pennies"]


@pytest.fixture
def broken_package(tmp_path: Path) -> dict[str, str]:
    """The environment of a program that finds a broken package with a game."""
    points, source = "[hustings.games]\nlostcause = lostcause\n", "raise RuntimeError('the lost cause')\n"
    package(tmp_path, "lostcause", points, {"lostcause": source})
    return found_in(tmp_path)


@pytest.mark.parametrize(
    "older", [{"2": {}}, {"1": {"coin": "round"}}, {"1": {"colour": "red"}}], ids=["its own", "value", "option"]
)
def test_an_older_version_is_kept_by_options_there_are(older: dict[str, dict[str, str]]) -> None:
    with pytest.raises(ValueError, match="it cannot keep version"):
        replace(toy_game.rulebook(toy_game), older=older).register()


def test_all_modules_with_rules_must_be_named() -> None:
    book = hustings.game("mudslinger").book
    left = [module for module in book.modules if not module.__name__.endswith(".contest")]
    with pytest.raises(ValueError, match=r"its rules use .*mudslinger\.contest\.ask_after, .*its modules"):
        replace(book, modules=left).register()


def test_a_game_of_the_older_form_is_told_what_to_change() -> None:
    book = toy_game.rulebook(toy_game)
    given = {one.name: getattr(book, one.name) for one in fields(book) if one.name != "telling"}
    with pytest.raises(ValueError, match=r"it needs telling=Telling\(...\).*`hustings new-game` shows how"):
        Rulebook(**given)


@pytest.mark.parametrize(
    ("module", "table"), [("declared", "ReasonTable"), ("telling", "FactTable"), ("telling", "EndingTable")]
)
def test_a_game_with_the_older_tables_is_told_what_to_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, table: str
) -> None:
    name = table.lower()
    (tmp_path / f"{name}.py").write_text(f"from hustings.engine.{module} import {table}\n")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint(name, name, installed.ENTRY_POINTS)
    monkeypatch.setattr(installed, "_entry_points", lambda: {name: (point,)})
    with pytest.raises(OptionError, match=r"cannot import name.*declare refusals, results and effects"):
        installed.rulebook(name)


def test_a_broken_package_does_not_take_the_program_down(broken_package: dict[str, str]) -> None:
    script = "from hustings.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, "games"], env=broken_package, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert all(f"{name}  " in done.stdout for name in hustings.game_names())
    assert done.stderr.splitlines() == [
        "the game 'lostcause' is installed but cannot be played: RuntimeError: the lost cause"
    ]


HOME_PAGE = """
from starlette.testclient import TestClient
from hustings.web.app import create_app
from hustings.web.settings import Settings
from pathlib import Path
import sys
with TestClient(create_app(Settings(data_dir=Path(sys.argv[1]), host_names=("testserver",)))) as client:
    print(client.get("/").status_code, *(game["name"] for game in client.get("/api/games").json()))
"""


def test_a_broken_package_does_not_take_the_home_page_down(broken_package: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", HOME_PAGE, str(tmp_path / "data")],
        env=broken_package,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    status, *told = done.stdout.split()
    assert (status, sorted(told)) == ("200", sorted(hustings.game_names()))
    assert "'lostcause' is installed but cannot be played" in done.stderr


def test_games_of_hustings_cannot_be_replaced(tmp_path: Path) -> None:
    """Not even by a package that is found first; nor can their drawings, and the bot `learned`."""
    names = {"games": "combat", "terminal": "combat", "bots": "learned"}
    points = "".join(f"[hustings.{group}]\n{name} = rogue:{name}\n" for group, name in names.items())
    package(tmp_path, "aaa_rogue", points, {"rogue": "raise RuntimeError('the rogue was loaded')\n"})
    script = (
        "import hustings; from hustings.terminal.drawing import drawing_of; from hustings.bots import own\n"
        "game = hustings.game('combat')\n"
        "print(game.book.package, type(drawing_of(game, ['Ann', 'Bo'])).__name__, own.function('learned').__module__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=found_in(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["hustings.games.combat", "CombatDrawing", "hustings.bots.learned"], done.stderr
    assert done.stderr.splitlines() == [
        f"'combat' of the package aaa_rogue is ignored, because Hustings has its own (hustings.{group})"
        for group in ("games", "terminal")
    ]


def test_of_two_packages_with_a_game_of_one_name_neither_counts(tmp_path: Path) -> None:
    for name in ("beta", "alpha"):
        points = f"[hustings.games]\nfeud = {name}\n[hustings.bots]\nfeud = {name}:play\n"
        package(tmp_path, name, points, {name: "raise RuntimeError('loaded')\n"})
    wrong = "the packages alpha and beta both provide it; remove one of them"
    script = "import sys, hustings; from hustings.bots import own; print(*hustings.game_names())\n" + (
        "for load in (hustings.game, own.function):\n"
        " try: load('feud')\n"
        " except hustings.OptionError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=found_in(tmp_path), capture_output=True, text=True, check=False
    )
    names, *refused = done.stdout.splitlines()
    assert names.split() == list(hustings.game_names())
    assert refused == [
        f"the game 'feud' is installed but cannot be played: {wrong}",
        f"could not load the bot 'feud': {wrong}",
    ]
    assert done.stderr.splitlines() == [f"the game 'feud' is installed but cannot be played: {wrong}"]


def test_a_package_that_exits_is_a_broken_package(tmp_path: Path) -> None:
    """`sys.exit` at its import would end the program, and leave the front page empty."""
    points = "[hustings.games]\nquitter = quitter\n[hustings.terminal]\ncombat = quitter:Drawing\n"
    package(tmp_path, "quitter", points, {"quitter": "import sys\nsys.exit(3)\n"})
    done = subprocess.run(
        [sys.executable, "-c", HOME_PAGE, str(tmp_path / "data")],
        env=found_in(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert sorted(done.stdout.split()) == ["200", *sorted(hustings.game_names())], done.stderr
    assert "the game 'quitter' is installed but cannot be played: SystemExit: 3" in done.stderr


def test_the_toy_is_gone_after_its_test() -> None:
    assert "pennies" not in hustings.game_names()
    assert all(schema.game != "pennies" for schema in verbs.BY_SCHEMA)


# --- the package itself


def test_importing_hustings_imports_neither_numpy_nor_the_compiler() -> None:
    script = (
        "import sys, hustings\n"
        "print(*[name for name in ('numpy', 'numba', 'rich', 'fastapi') if name in sys.modules])\n"
        "hustings.game('combat').start(seed=1)\n"
        "print(*[name for name in ('numba', 'rich', 'fastapi') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "\n\n"


def test_the_public_names_are_there_and_no_others() -> None:
    for name in hustings.__all__:
        assert getattr(hustings, name) is not None
        assert name in dir(hustings)
    with pytest.raises(AttributeError, match="module 'hustings' has no attribute 'gamble'"):
        _ = hustings.gamble  # type: ignore[attr-defined]
