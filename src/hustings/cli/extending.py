"""The command `hustings new-game`: write the package of a small, complete game."""

from __future__ import annotations

import keyword
import sys
from importlib import resources
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from hustings.engine.errors import OptionError

TEMPLATES = "new_game"
PACKAGE = "src/{name}"
#: the folder in the new package for each template, by the template's name without .txt
PLACES = {
    "pyproject.toml": ".",
    "README.md": ".",
    "__init__.py": PACKAGE,
    "record.py": PACKAGE,
    "rules.py": PACKAGE,
    "words.py": PACKAGE,
    "words.en.json": PACKAGE,
    "conftest.py": "tests",
    "test_contract.py": "tests",
}


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name: a Python name in small letters.")],
) -> None:
    """Write the package of a new game into the folder NAME.

    The game is complete and very small, and passes the contract suite as it is written.
    """
    folder = Path(named(name))
    if folder.exists() or folder.is_symlink():
        raise OptionError(f"{folder} already exists; a new game needs a new folder")
    write(name, folder)
    typer.echo(f"Wrote {folder}. Go on with:\n  pip install -e './{folder}[test]'\n  pytest {folder}")


def named(name: str) -> str:
    """Return the name if a new game can have it; raise OptionError otherwise."""
    from hustings.engine.installed import broken_games, game_names

    if not (name.isascii() and name.isidentifier() and name[0].isalpha()) or name != name.lower():
        raise OptionError(
            f"{name!r} cannot name a game; a name is a Python name in small letters, such as whistle_post"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise OptionError(f"{name!r} cannot name a game because it is a Python keyword")
    if name in (*game_names(), *broken_games()):
        raise OptionError(f"a game called {name!r} is already installed; choose another name")
    if name in sys.stdlib_module_names or name == __package__.partition(".")[0]:
        raise OptionError(f"a module called {name!r} already exists; choose another name")
    return name


def write(name: str, folder: Path) -> None:
    """Write all files of the package for a game called `name` into a new folder."""
    parts = [part for part in name.split("_") if part]
    words = {
        "name": name,
        "dashed": "-".join(parts),
        "title": " ".join(part.capitalize() for part in parts),
        "prefix": "".join(part[0] for part in parts).upper() if len(parts) > 1 else name[:2].upper(),
    }
    templates = resources.files(__package__) / TEMPLATES
    for file, place in PLACES.items():
        path = folder / place.format(name=name) / file
        path.parent.mkdir(parents=True, exist_ok=True)
        text = (templates / f"{file}.txt").read_text(encoding="utf-8")
        path.write_text(Template(text).substitute(words), encoding="utf-8", newline="\n")
