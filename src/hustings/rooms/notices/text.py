"""The words of a notice. They hold only what everybody may know, because a locked phone shows them to anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hustings.rooms.hours import zone_of
from hustings.rooms.log.state import RoomState
from hustings.rooms.names import chair_name
from hustings.rooms.notices.book import GROUP, Book, Language
from hustings.rooms.notices.owed import Owed

MOST_LINES = 8  # of a digest: a push message has 4 KB
WORDS: dict[Language, dict[str, Any]] = {
    "en": {
        "first": "{game}: your decision",
        "reminder": "{game}: not much time left",
        "week": "Week {week}.",
        "against": "With {names}.",
        "until": "You have until {until}.",
        "digest": "{count} games wait for you",
        "digest_group": "{count} games wait",
        "since": "You decided {count} times since the last notice.",
        "group": "{names}: you have until {until}.",
        "when": "{day}, {month} {date}, {time}",
        "days": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "months": "January February March April May June July August September October November December",
        "and": "and",
        "titles": {},
    },
    "es": {
        "first": "{game}: te toca decidir",
        "reminder": "{game}: queda poco tiempo",
        "week": "Semana {week}.",
        "against": "Con {names}.",
        "until": "Tienes hasta el {until}.",
        "digest": "Te esperan {count} partidas",
        "digest_group": "Esperan {count} partidas",
        "since": "Has decidido {count} veces desde el último aviso.",
        "group": "{names}: tienen hasta el {until}.",
        "when": "{day} {date} de {month}, {time}",
        "days": "lunes martes miércoles jueves viernes sábado domingo",
        "months": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "and": "y",
        "titles": {
            "combat": "Combate del Colegio Electoral",
            "mudslinger": "Lanzalodo",
            "president": "Presidente de EE. UU.",
        },
    },
}


@dataclass(frozen=True, slots=True)
class Letter:
    """A notice in words. link: opens the room; tag: the same for all notices of a room; until: see `Owed`."""

    title: str
    body: str
    link: str
    tag: str
    language: Language
    until: float
    urgent: bool


def letter(state: RoomState, book: Book, notice: Owed) -> Letter:
    """Return a notice in the language and the time zone of its reader."""
    reader = book.readers.get(notice.who) or book.group
    assert reader is not None
    words = WORDS[reader.language]
    zone = state.settings.zone if notice.who == GROUP else book.readers[notice.who].zone
    game = words["titles"].get(state.game_name, state.game.title)
    until = date_text(notice.until, zone, reader.language)
    parts = []
    week = state.table.view(None).get("week") if state.table is not None else None
    if week is not None:
        parts.append(words["week"].format(week=week))
    if notice.who == GROUP:
        parts.append(words["group"].format(names=_names(state, notice.chairs, words["and"]), until=f"{until} ({zone})"))
    else:
        others = [chair for chair in state.order if chair not in state.chairs_of(notice.who)]
        parts.append(words["against"].format(names=_names(state, others, words["and"])))
        parts.append(words["until"].format(until=until))
        if notice.since > 1:
            parts.append(words["since"].format(count=notice.since))
    title = game if notice.who == GROUP and notice.kind == "first" else words[notice.kind].format(game=game)
    link = f"{reader.base}/r/{state.code}"
    return Letter(title, " ".join(parts), link, state.code, reader.language, notice.until, notice.kind == "reminder")


def digest(letters: Sequence[Letter], mine: bool) -> Letter:
    """Return several notices as one, a line for each. mine: all are for one person, whose list of games opens."""
    first, words = letters[0], WORDS[letters[0].language]
    lines = [f"{one.title}. {one.body}" for one in letters[:MOST_LINES]]
    if len(letters) > MOST_LINES:
        lines.append("…")
    base = first.link.rpartition("/r/")[0]
    return Letter(
        title=words["digest" if mine else "digest_group"].format(count=len(letters)),
        body="\n".join(lines),
        link=f"{base}/mine" if mine else first.link,
        tag="digest",
        language=first.language,
        until=max(one.until for one in letters),
        urgent=any(one.urgent for one in letters),
    )


def date_text(at: float, zone: str, language: Language) -> str:
    """Return an instant as people write it in a language and a zone: "Tuesday, March 3, 20:00"."""
    local, words = datetime.fromtimestamp(at, zone_of(zone)), WORDS[language]
    day, month = words["days"].split()[local.weekday()], words["months"].split()[local.month - 1]
    told: str = words["when"].format(day=day, month=month, date=local.day, time=f"{local:%H:%M}")
    return told


def _names(state: RoomState, chairs: tuple[int, ...] | list[int], word: str) -> str:
    names = [chair_name(state.chairs[chair]) for chair in chairs]
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
