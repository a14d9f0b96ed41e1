"""Write a data set: whole games of every game and level as Parquet files, the same bytes of games for the same seed.

A data set is a folder with a file GAME-LEVEL.parquet for each game and level, and `dataset.json`, which names the
software, the seed, and for each file the options and a digest of all its games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hustings.arena import figures
from hustings.arena.matches.entrants import Entrant
from hustings.arena.workers import Kept, hire, results
from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.game import Game
from hustings.engine.game import game as game_of

MANIFEST = "dataset.json"
PIECE = 50  # games that a worker plays at a time
LONGEST = 20_000  # the most entries of a game's log
USUAL = 10_000  # games of a file by default
#: the games of files whose level takes longer, by game and level
FEWER = {
    ("combat", "boss"): 1000,
    ("combat", "kingmaker"): 1000,
    ("politics", "boss"): 1000,
    ("politics", "kingmaker"): 1000,
    ("president", "boss"): 1000,
    ("president", "kingmaker"): 1000,
    ("mudslinger", "alderman"): 300,
    ("mudslinger", "chair"): 300,
    ("mudslinger", "boss"): 100,
    ("mudslinger", "kingmaker"): 20,
}


@dataclass(frozen=True, slots=True)
class Work:
    """Games `first` to `end` - 1 of one file."""

    game: Game
    level: str
    seed: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Played:
    """One game. seed: the seed of the table; log: its entries; shares, scores: its result by seat."""

    seed: str
    log: tuple[str, ...]
    shares: tuple[float, ...]
    scores: tuple[float, ...]


def played(game: Game, level: str, seed: str) -> Played:
    """Play one game with the fewest seats, all of the same level; the same arguments give the same game.

    The cards depend on the game and the seed only, so that all levels play the same deals.

    Raises:
        HustingsError: The game goes on without end.
    """
    entrant, table = Entrant.read(level), game.start(seed=seed)
    while not table.over:
        if table.length >= LONGEST:
            raise HustingsError(f"{game.title} is not over after {LONGEST:,} entries: {level}, seed {seed!r}")
        seat = min(table.owes)
        table.play_action(seat, entrant.action(table, seat, f"{seed} {table.length}"))
    result = table.result
    assert result is not None
    return Played(seed, table.log, tuple(map(float, result.shares)), tuple(map(float, result.scores)))


def play(work: Work, kept: Kept) -> list[Played]:
    """Play a piece of work."""
    return [played(work.game, work.level, f"{work.seed} {number}") for number in range(work.first, work.end)]


def digest(games: Sequence[Played]) -> str:
    """Return the SHA-256 of all seeds and logs."""
    found = hashlib.sha256()
    for one in games:
        found.update("\n".join([one.seed, *one.log, ""]).encode())
    return found.hexdigest()


def columns(games: Sequence[Played]) -> dict[str, list[Any]]:
    """Return games as columns: seed; log, an entry on each line; shares and scores, a list each; entries."""
    return {
        "seed": [one.seed for one in games],
        "log": ["\n".join(one.log) for one in games],
        "shares": [list(one.shares) for one in games],
        "scores": [list(one.scores) for one in games],
        "entries": [len(one.log) for one in games],
    }


def games_of(name: str, level: str) -> int:
    """Return the default number of games of a file."""
    return FEWER.get((name, level), USUAL)


def write(
    folder: Path,
    names: Sequence[str],
    levels: Sequence[str],
    games: int | None,
    seed: str,
    workers: int | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Write a data set, or go on with one that was interrupted.

    Args:
        folder: The folder; files that are complete are kept.
        names: The games, with their default options and fewest seats.
        levels: The entrants, each of which plays all seats.
        games: The number of games of each file; None: `games_of` the file.
        seed: The same seed gives the same games on any number of workers.
        workers: The number of processes; by default one for each processor.
        progress: Called with the name of a file, the games played, and the games that it will have.

    Returns:
        The entries of the manifest, one for each file.

    Raises:
        OptionError: The folder has another data set or other numbers of games, or a game or level does not exist.
        HustingsError: The library for Parquet is missing.
    """
    figures.can_be_written(folder / "any.parquet")
    manifest = folder / MANIFEST
    about = {"seed": seed, "versions": figures.origin(game_of(names[0]))["versions"]}
    done = _begun(manifest, about)
    with closing(hire(workers)) as hands:
        for name in names:
            for level in levels:
                path = folder / f"{name}-{level}.parquet"
                size = games or games_of(name, level)
                if path.name in done and path.exists():
                    if done[path.name]["games"] != size:
                        raise OptionError(
                            f"{path} has {done[path.name]['games']:,} games; {size:,} need another folder"
                        )
                    continue
                works = list(_works(game_of(name), level, seed, size))
                found: list[Played] = []
                for part in results(hands, play, works):
                    found += part
                    if progress is not None:
                        progress(path.stem, len(found), size)
                path.write_bytes(figures.as_bytes(columns(found), figures.PARQUET))
                done[path.name] = _entry(path, game_of(name), level, found)
                manifest.write_text(json.dumps({**about, "files": list(done.values())}, indent=1) + "\n", "utf-8")
    return list(done.values())


def _works(game: Game, level: str, seed: str, games: int) -> Iterator[Work]:
    Entrant.read(level)
    for first in range(0, games, PIECE):
        yield Work(game, level, seed, first, min(games, first + PIECE))


def _begun(manifest: Path, about: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the complete files of an interrupted data set; raise OptionError if it is another one."""
    if not manifest.exists():
        return {}
    told = json.loads(manifest.read_text("utf-8"))
    files: list[dict[str, Any]] = told.pop("files")
    if told != about:
        raise OptionError(f"{manifest.parent} holds another data set ({told}); choose another folder")
    return {one["file"]: one for one in files}


def _entry(path: Path, game: Game, level: str, games: Sequence[Played]) -> dict[str, Any]:
    return {
        "file": path.name,
        "game": game.name,
        "rules": game.book.rules,
        "options": game.options,
        "seats": game.seats_allowed[0],
        "level": level,
        "games": len(games),
        "entries": sum(len(one.log) for one in games),
        "sha256": digest(games),
    }
