"""Read saved games, replay them entry by entry, and verify them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from hustings.engine.errors import HustingsError, IllegalMove, SavedGameError
from hustings.engine.game import Game, game
from hustings.engine.installed import rulebook
from hustings.engine.messages import Fact, Message
from hustings.engine.moves import CHANCE_MARK, LONGEST, seat_label
from hustings.engine.table import Table

FORMAT = 1


def read(source: dict[str, Any] | str | Path) -> dict[str, Any]:
    """Return the data of a saved game, given as data, a path or JSON text; raise SavedGameError if it is not one."""
    if isinstance(source, dict):
        data: Any = source
    elif not isinstance(source, (str, PathLike)):
        raise SavedGameError("engine.no_source", given=repr(source))
    else:
        try:
            text = source.removeprefix("\ufeff") if isinstance(source, str) else ""  # a byte order mark
            # bytes, because the parser knows UTF-8 with such a mark, and UTF-16
            data = json.loads(text if text.lstrip().startswith("{") else Path(source).read_bytes())
        except OSError as error:
            raise SavedGameError("engine.unreadable", text=error.strerror or str(error)) from None
        except ValueError as error:
            raise SavedGameError("engine.not_json", text=str(error)) from None
        except RecursionError:
            raise SavedGameError("engine.too_deep") from None
    _check_shape(data)
    saved: dict[str, Any] = data
    return saved


def told(error: Exception) -> Fact:
    """Return an error as a fact for the message of another error."""
    if isinstance(error, IllegalMove) and error.message:
        return Message("engine.refused", {"reason": error.message, "clause": error.reason.clause})
    return (isinstance(error, HustingsError) and error.message) or str(error)


def _check_shape(data: Any) -> None:
    version = data.get("hustings") if isinstance(data, dict) else None
    if isinstance(version, int) and version > FORMAT:
        raise SavedGameError("engine.newer_format", format=version, own=FORMAT)
    if version != FORMAT or isinstance(version, bool):
        raise SavedGameError("engine.no_saved_game", format=FORMAT)
    wanted = {"game": str, "rules": str, "options": dict, "seats": list, "log": list}
    for key, kind in wanted.items():
        if not isinstance(data.get(key), kind):
            raise SavedGameError("engine.wrong_kind", name=key, kind=kind.__name__)
    words = [data["game"], data["rules"], *data["options"], *map(str, data["options"].values())]
    if max(map(len, words)) > LONGEST:
        raise SavedGameError("engine.long_word", most=LONGEST)
    if not all(isinstance(entry, str) for entry in data["log"]):
        raise SavedGameError("engine.texts_only")
    if "legal" in data and not (isinstance(data["legal"], list) and len(data["legal"]) == len(data["log"])):
        raise SavedGameError("engine.legal_not_parallel", entries=len(data["log"]))
    if not isinstance(data.get("result", {}), dict):
        raise SavedGameError("engine.wrong_kind", name="result", kind="dict")


def game_of(data: dict[str, Any]) -> Game:
    """Return the game of a saved game; if it was played by older rules, with options that keep these rules.

    Raises:
        SavedGameError: The game, an option or the version of the rules is not known here.
    """
    try:
        book = rulebook(data["game"])
        kept = book.kept(data["rules"])
        chosen = game(data["game"], **{**data["options"], **(kept or {})})
    except (HustingsError, TypeError) as error:
        raise SavedGameError("engine.not_here", error=told(error)) from None
    if kept is None:
        raise SavedGameError("engine.wrong_rules", version=data["rules"], game=chosen.name, own=book.rules)
    return chosen


def replay(source: dict[str, Any] | str | Path) -> Iterator[tuple[int, str, Table]]:
    """Replay a saved game; yield each entry's number (from 1), its text and the table before the entry.

    If the file lists the possible entries before each entry (`hustings random --legal`), these are verified too. After
    the last entry the result is verified; the last step has the next number, an empty text and the table at the end.

    Raises:
        SavedGameError: The saved game cannot be read or replayed.
    """
    data = read(source)
    try:
        table = game_of(data).start(seats=len(data["seats"]), chance="asked")
    except SavedGameError:
        raise
    except HustingsError as error:
        raise SavedGameError("engine.cannot_begin", error=told(error)) from None
    claimed = data.get("legal")
    for number, entry in enumerate(data["log"], 1):
        yield number, entry, table
        possible = None if claimed is None else _possible(table, entry)
        enter(table, number, entry)
        if claimed is not None and possible != claimed[number - 1]:
            raise SavedGameError("engine.wrong_legal", table.game.words, number=number, text=entry)
    _verify_result(data.get("result") or {}, table)
    yield len(data["log"]) + 1, "", table


def _possible(table: Table, entry: str) -> list[str] | None:
    """Return the possible entries in the place of an entry: chance outcomes, or the moves of the same seat.

    None if the entry names no seat of this table.
    """
    if entry.startswith(CHANCE_MARK):
        return sorted(table.odds())
    label = entry.partition(" ")[0]
    seat = next((seat for seat in range(table.seats) if seat_label(seat) == label), None)
    return None if seat is None else sorted(str(move) for move in table.legal(seat))


def enter(table: Table, number: int, entry: str) -> None:
    """Carry out a log entry at a table with asked chance; raise SavedGameError with its number if that fails."""
    try:
        table.enter(entry)
    except HustingsError as error:
        words = table.game.words
        raise SavedGameError("engine.wrong_entry", words, number=number, text=_cut(entry), error=told(error)) from None


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def _verify_result(claimed: dict[str, Any], table: Table) -> None:
    if not claimed:
        return
    result = table.result
    if result is None:
        raise SavedGameError("engine.no_end")
    actual = result.as_dict()
    for key in ("winners", "shares", "scores"):
        if key in claimed and claimed[key] != actual[key]:
            facts: dict[str, Fact] = {"claimed": _cut(str(claimed[key])), "actual": str(actual[key])}
            raise SavedGameError("engine.wrong_result", name=key, **facts)


def load(source: dict[str, Any] | str | Path, seed: int | str | None = None) -> Table:
    """Load a saved game: replay and verify it, and return the table at its end.

    A game that is not over can be played on, with new chance.

    Args:
        source: A result of `Table.save`, the path of a JSON file, or JSON text.
        seed: The seed for the chance that is still to come; None for random chance.

    Raises:
        SavedGameError: The source is no saved game or cannot be replayed; the message names the entry, from 1.

    Examples:
        >>> import hustings
        >>> table = hustings.game("combat").start(seed=7)
        >>> move = table.play("P1 turn 3")
        >>> hustings.load(table.save()).log == table.log
        True
    """
    for _, _, table in replay(source):
        last = table
    last.resume(seed)
    return last
