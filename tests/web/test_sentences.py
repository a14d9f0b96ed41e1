"""Every sentence in the words files of rooms and the web has its Spanish."""

from __future__ import annotations

import re
from pathlib import Path

from hustings.engine.messages import words_of

ROOT = Path(__file__).parents[2]
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
    "the request was not understood": CLIENT,
    "the request is too long": CLIENT,
    "a message was too long": CLIENT,
    "there is nothing at": CLIENT,
    "the request failed": CLIENT,
    "no hello came": CLIENT,
    "a page from elsewhere": "told to a page that is not the client's",
    **dict.fromkeys(
        (
            "the server is stopping",
            "this seat is open in another window",
            "this seat is no longer yours",
            "far too many messages",
            "too many messages were not fetched",
            "the server made a mistake",
        ),
        "why a connection is closed, which the page says in words of its own",
    ),
    f"game {HOLE} of room {HOLE} stops": "said of a log that was changed on disk",
    "the rooms' store takes too long": "told to who runs the server",
    "a guided first game": CLIENT,
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


def spanish() -> list[str]:
    """The English side of what `es.ts` says of rooms."""
    file = (ROOT / "client" / "src" / "words" / "es.ts").read_text(encoding="utf-8")
    block = file.split("export const sentences = {")[1].split("\n};")[0]
    return [single or double for single, double in re.findall(r"""^  (?:'([^']*)'|"([^"]*)"): """, block, re.MULTILINE)]


def pattern(text: str) -> re.Pattern[str]:
    """The templates that a sentence may stand in the book under: something for everything filled in."""
    return re.compile(".+".join(map(re.escape, text.split(HOLE))))


def assert_known(text: str, book: list[str]) -> None:
    if not text.startswith(tuple(UNREAD)):
        assert any(pattern(text).fullmatch(known) for known in book), f"es.ts lacks: {text.replace(HOLE, '{}')}"


def told() -> list[str]:
    """The sentences of rooms and the web, each with a mark for what is filled in."""
    texts = [*words_of("hustings.rooms").values(), *words_of("hustings.web").values()]
    return [re.sub(r"'?\{\w+,?\}'?", HOLE, text).removeprefix("a game is being played; ") for text in texts]


def test_every_sentence_has_its_spanish() -> None:
    book = spanish()
    for text in told():
        assert_known(text, book)


def test_sentences_nobody_reads_are_still_told() -> None:
    assert len(told()) > len(UNREAD)
    assert [start for start in UNREAD if not any(text.startswith(start) for text in told())] == []


def test_what_is_missing_would_be_seen() -> None:
    assert not any(pattern(f"{HOLE} sits here; wait").fullmatch(known) for known in spanish())
