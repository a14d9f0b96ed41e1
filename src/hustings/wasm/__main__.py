"""Write GAME.wasm and GAME.json for installed games, and program.json: `python -m hustings.wasm FOLDER [GAME ...]`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pydantic import TypeAdapter

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
    if arguments[:1] == ["--compile"]:
        compile_module(Path(arguments[1]), arguments[2])
        return 0
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    write_program(folder)
    for name in arguments[1:] or game_names():
        build(folder, name)
        print(f"{name}: {(folder / f'{name}.wasm').stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
