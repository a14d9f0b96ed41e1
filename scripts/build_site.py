"""Builds the table without a server into ``site/play``: the client, and each game that such a page can play.

``python scripts/build_site.py [FOLDER]``. Any web server can serve the folder; `python -m http.server` is enough.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

import build_client
from hustings.wasm.__main__ import build, write_program

ROOT = Path(__file__).resolve().parents[1]


def playable(games: Path) -> list[str]:
    """Return the names of the games in program.json."""
    return [game["name"] for game in json.loads((games / "program.json").read_text("utf-8"))["games"]]


def main(arguments: list[str]) -> int:
    """Build the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "site/play")
    target = parser.parse_args(arguments).folder.resolve()
    build_client.install(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder)
        write_program(games)
        for name in playable(games):
            build(games, name)
            print(f"{name}: {(games / f'{name}.wasm').stat().st_size} bytes", flush=True)
        os.environ |= {"HUSTINGS_SITE": str(target), "HUSTINGS_GAMES": folder}
        build_client.npm(ROOT / "client", "run", "--silent", "site", "--", "--logLevel", "warn", "--emptyOutDir")
        shutil.copytree(games, target / "games")
        shutil.copymode(target, target / "games")  # a temporary folder is closed to a web server's user
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
