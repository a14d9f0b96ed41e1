"""Write GAME.wasm and GAME.json for installed games, and program.json: `python -m hustings.wasm FOLDER [GAME ...]`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from pydantic import TypeAdapter

from hustings.engine.errors import HustingsError
from hustings.engine.installed import game_names, rulebook


def build(folder: Path, name: str) -> None:
    """Write the two files of one game; the game is compiled in a new process."""
    from hustings.wasm.describe import described
    from hustings.wasm.lowering import ENVIRONMENT

    command = [sys.executable, "-m", "hustings.wasm", "--compile", str(folder), name]
    subprocess.run(command, check=True, env={**os.environ, **ENVIRONMENT})
    _write(folder / f"{name}.json", described(rulebook(name)))


def write_program(folder: Path) -> None:
    """Write program.json: the data that a page needs before it loads a game."""
    from hustings.wasm.describe import program

    _write(folder / "program.json", program())


def _write(file: Path, data: object) -> None:
    file.write_bytes(TypeAdapter(type(data)).dump_json(data))


def compile_module(folder: Path, name: str) -> None:
    """Write GAME.wasm; only for a process with the environment variables in `lowering.ENVIRONMENT`."""
    from hustings.wasm.doors import doors
    from hustings.wasm.linking import linked
    from hustings.wasm.lowering import object_of

    book = rulebook(name)
    (folder / f"{name}.wasm").write_bytes(linked(object_of(book), list(doors(book))))


def main(arguments: list[str]) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser("python -m hustings.wasm", description="Compile games for a page.")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder for the files; created if missing")
    parser.add_argument("games", nargs="*", metavar="GAME", help="an installed game; by default all")
    parser.add_argument("--compile", action="store_true", help=argparse.SUPPRESS)  # the process of one game
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    if asked.compile:
        compile_module(folder, *asked.games)
        return 0
    try:
        names = [rulebook(name).name for name in asked.games] or game_names()
    except HustingsError as error:
        parser.error(str(error))
    folder.mkdir(parents=True, exist_ok=True)
    write_program(folder)
    for name in names:
        build(folder, name)
        print(f"{name}: {(folder / f'{name}.wasm').stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
