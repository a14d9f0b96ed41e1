"""The columns of a class's exported data: their names, types and meanings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column. named: it may identify people (typed text, for example), so it is exported only with names."""

    name: str
    type: type
    meaning: str
    named: bool = False


_GAME = Column("game_number", int, "the number of the game in this class, from 1")
_TABLE = Column("table", int, "the number of the table, from 1")
_SEAT = Column("seat", int, "the seat, from 0; P1 in moves is seat 0")
_ENTRY = Column("entry", int, "the number of the entry in the log of the table's game, from 1")
_PERSON = Column("person", str, "the pseudonym of a person")
_PEOPLE = Column("people", str, "the pseudonyms of the seat's people at that moment, space-separated; empty for a bot")
_AT = Column("at", float, "when it was on disk, in seconds since 1970 (UTC)")

#: the files of the zip, each with its columns in order
FILES: dict[str, tuple[Column, ...]] = {
    "people": (
        _PERSON,
        Column("joined", float, "when they joined, in seconds since 1970 (UTC)", named=True),
        Column("left", bool, "true if the teacher took them out of the class"),
        Column("name", str, "as they were called at their tables; two names if two people shared a phone", named=True),
        Column("alias", str, "the two words dealt to them", named=True),
    ),
    "tables": (
        _GAME,
        _TABLE,
        Column("game", str, "the game"),
        Column("options", str, "its options, as JSON"),
        Column("seats", int, "the number of seats"),
        Column("duplicate", bool, "true if all tables had the same cards"),
        Column("began", float, "when the game began, in seconds since 1970 (UTC)"),
        Column("ended", float, "when the last table of the game was over, in seconds since 1970 (UTC)"),
        Column("entries", int, "the number of entries in the game's log"),
        Column("stopped", bool, "true if the time was over first: then the leading score won"),
    ),
    "decisions": (
        _GAME,
        _TABLE,
        _ENTRY,
        _SEAT,
        _PEOPLE,
        Column(
            "mover",
            str,
            "who moved: person, team (by votes), bot, stand-in (for an absent person), rule (for a slow one)",
        ),
        Column("verb", str, "the kind of move"),
        Column("state", str, "the states that the move names, space-separated"),
        Column("card", str, "the other cards that the move names, space-separated"),
        Column("detail", str, "the rest of the move, such as the size of a pyramid or a number of dollars"),
        Column("legal", int, "the number of legal moves"),
        Column(
            "seconds", float, "seconds that the seat took, without pauses of the table; empty for a move it did not owe"
        ),
        _AT,
    ),
    "states": (
        _GAME,
        _TABLE,
        Column("state", str, "a state in play"),
        Column("votes", int, "its votes in this game"),
        Column("seat", int, "the first seat of the side that held it at the end; empty for nobody"),
    ),
    "counts": (
        _GAME,
        _TABLE,
        Column("rule", str, "the rule by which the table was counted again, such as hamilton; played: its own rule"),
        Column("about", str, "the elections or the census of the rule"),
        _SEAT,
        Column("total", float, "the total of the seat's side by this rule"),
        Column("first", bool, "true if it comes first by this rule"),
        Column("changed", bool, "true if others come first than in the game"),
    ),
    "votes": (
        _GAME,
        _TABLE,
        _SEAT,
        _PERSON,
        Column("decision", int, "the number of the seat's decision, from 0"),
        Column("verb", str, "the kind of move they voted for"),
        _AT,
    ),
    "promises": (
        _GAME,
        _TABLE,
        _ENTRY,
        _SEAT,
        _PEOPLE,
        Column("length", int, "the number of characters"),
        Column("text", str, "the promise", named=True),
        _AT,
    ),
    "marks": (
        _GAME,
        _TABLE,
        _ENTRY,
        _SEAT,
        _PEOPLE,
        Column("mark", str, "what the seat said of the promise at that entry: kept, broken, or open (taken back)"),
        _AT,
    ),
    "answers": (
        Column("question", int, "the number of the question, from 1"),
        Column("text", str, "the question"),
        _PERSON,
        Column("answer", int, "the number of the answer, from 0"),
        Column("answer_text", str, "the answer"),
        Column(
            "part", str, "the part of the lesson: predict, play, discuss, exit; empty for the teacher's own question"
        ),
        Column("right_answer", int, "the number of the right answer, from 0; empty if there is none"),
        Column("right", bool, "true if the answer is right; empty if there is no right answer"),
    ),
    "results": (
        _GAME,
        _TABLE,
        _SEAT,
        _PEOPLE,
        Column(
            "score",
            int,
            "the score of the seat; after several counts its votes in the last one, 0 if it had dropped out",
        ),
        Column(
            "share", float, "share of the game: 1 for the winning side (partners both have 1), equal parts in a draw"
        ),
        Column("stopped", bool, "true if the leading score decided"),
    ),
}


def columns_of(file: str, names: bool) -> list[Column]:
    """Return the columns of a file; names: include the columns that may identify people."""
    return [column for column in FILES[file] if names or not column.named]


def rows(names: bool) -> Iterator[tuple[str, str, str, str]]:
    """Yield the codebook's rows: file, column, type, meaning; names: see `columns_of`."""
    for file in FILES:
        for column in columns_of(file, names):
            yield file, column.name, column.type.__name__, column.meaning


HEAD = "\n| files | columns |\n|---|---|\n"


def tables(page: str) -> str:
    """Return the text of docs/class-data.md with its table of columns regenerated; shared columns come first."""
    before, _, rest = page.partition(HEAD)
    files: dict[Column, list[str]] = {}  # of each column
    for file, columns in FILES.items():
        for column in columns:
            files.setdefault(column, []).append(f"`{file}`")
    cells: dict[str, list[str]] = {}  # the columns of each set of files
    for column, names in sorted(files.items(), key=lambda item: len(item[1]) == 1):
        mark = " (with names only)" if column.named else ""
        cell = f"`{column.name}` ({column.type.__name__}): {column.meaning}{mark}"
        cells.setdefault(", ".join(names), []).append(cell)
    lines = [f"| {names} | {'<br>'.join(columns)} |" for names, columns in cells.items()]
    return before + HEAD + "\n".join(lines) + "\n\n" + rest.partition("\n\n")[2]
