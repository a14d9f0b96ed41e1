"""What the server says of rooms has its Spanish: every sentence of `words.en.json`, and every one in the web's code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hustings.engine.messages import words_of

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "hustings" / "web").rglob("*.py"))
#: what says a sentence, and which of its arguments the sentence is
SAYS = {
    **dict.fromkeys(("RoomError", "NotAllowedError", "NoRoomError", "TooManyError"), 0),
    **dict.fromkeys(("StoreError", "NameRefusedError", "OvertakenError"), 0),
    **dict.fromkeys(("Refused", "_not_playing"), 1),
}
#: sentences said elsewhere first, or by a game, whose words are translated with it
PASSED_ON = {"error.text", "str(error)", "error.reason.text"}
HOLE = "\0"
START = "said where the server starts, to whoever starts it"
CLIENT = "an answer to a program that does not follow the protocol; the page does"
#: sentences nobody reads in the browser, by how they begin, and why
UNREAD = {
    f"there is no room {HOLE} in this store": "said by the command line, of a saved game's room",
    f"room {HOLE} is written to all the time": "said by the command line, of a room a code was to be issued in",
    f"room {HOLE} has the seats P1 to {HOLE}": "said by the command line, which was asked for another seat",
    f"a room was to be made with {HOLE} seats of kind 'me'": CLIENT,
    f"there is no bot level {HOLE}": CLIENT,
    f"there is no seat {HOLE}": CLIENT,
    "a token must stand in the header": CLIENT,
    "the first message must be a hello": CLIENT,
    "hello was said already": CLIENT,
    "the message was not understood": CLIENT,
    f"the database has schema {HOLE}": START,
    f"the store has schema {HOLE}": START,
    "the PostgreSQL database cannot be reached": START,
    "the bus's address": START,
    "the store's address": START,
    "a bus is for several processes": START,
    "a bus over Redis needs": START,
    "PostgreSQL needs one more package": START,
    f"{HOLE}: this folder cannot be made": START,
    f"{HOLE}: {HOLE}": START,
    f"the server cannot listen on {HOLE}": START,
    f"a table is open already over the folder {HOLE}": START,
    "the server could not start": START,
    "Redis does not answer": "said in the log: who plays hears of the database instead",
    **dict.fromkeys(
        (
            f"this is no room's file: the key 'hustings_room' must be {HOLE}",
            "the room's file must",
            f"record {HOLE} of the",
        ),
        "said by the command line, of a room's file",
    ),
    **dict.fromkeys(
        ("the saved game carries no deal", "the deal's secret", f"entry {HOLE} ", f"after entry {HOLE} "),
        "said by the command line, which verifies a saved game",
    ),
    **dict.fromkeys(
        (
            f"record {HOLE} of room",
            f"the log of room {HOLE}",
            "its game ",
            "a move stands",
            "it was changed",
            "the log says",
        ),
        "said of a log that was changed on disk",
    ),
    f"{HOLE} has no guided first game": CLIENT,
    "This move is legal.": "the page says it in words of its own",
    "try again": "a part of another sentence",
}


def text_of(said: ast.expr) -> str | None:
    """A sentence with a mark for what is filled in; None for one that is made elsewhere."""
    if isinstance(said, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in said.values)
    return said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else None


def said_in(source: str) -> Iterator[str]:
    """The sentences in a module's calls; for one made elsewhere the expression that stands for it."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in SAYS:
            continue
        said = call.args[SAYS[call.func.id]]
        text = text_of(said)
        if text is not None:
            yield text
        elif ast.unparse(said) not in PASSED_ON:
            yield f"not a sentence but {ast.unparse(said)}"


def spanish() -> list[str]:
    """The English side of what `es.ts` says of rooms."""
    file = (ROOT / "client" / "src" / "words" / "es.ts").read_text(encoding="utf-8")
    block = file.split("export const sentences = {")[1].split("\n};")[0]
    return [single or double for single, double in re.findall(r"""^  (?:'([^']*)'|"([^"]*)"): """, block, re.MULTILINE)]


def pattern(text: str) -> re.Pattern[str]:
    """The templates that a sentence may stand in the book under: something for everything filled in."""
    return re.compile(".+".join(map(re.escape, text.split(HOLE))))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_sentence_has_its_spanish(path: Path) -> None:
    book = spanish()
    for text in said_in(path.read_text(encoding="utf-8")):
        assert_known(text, book)


def assert_known(text: str, book: list[str]) -> None:
    if not text.startswith(tuple(UNREAD)):
        assert any(pattern(text).fullmatch(known) for known in book), f"es.ts lacks: {text.replace(HOLE, '{}')}"


def rooms_words() -> list[str]:
    """The sentences of rooms, each with a mark for what is filled in."""
    whole = [re.sub(r"'?\{\w+,?\}'?", HOLE, text) for text in words_of("hustings.rooms").values()]
    return [text.removeprefix("a game is being played; ") for text in whole]


def test_every_sentence_of_rooms_has_its_spanish() -> None:
    book = spanish()
    for text in rooms_words():
        assert_known(text, book)


def test_sentences_nobody_reads_are_still_said() -> None:
    """And what the book is compared with is found at all."""
    said = [text for path in SOURCES for text in said_in(path.read_text(encoding="utf-8"))] + rooms_words()
    assert len(said) > len(UNREAD)
    assert [start for start in UNREAD if not any(text.startswith(start) for text in said)] == []


def test_what_is_missing_would_be_seen() -> None:
    told = list(
        said_in("raise RoomError(f'{name} sits here; wait')\nraise RoomError(sentence)\nraise RoomError(error.text)")
    )
    assert told == [f"{HOLE} sits here; wait", "not a sentence but sentence"]
    assert not any(pattern(text).fullmatch(known) for text in told for known in spanish())
