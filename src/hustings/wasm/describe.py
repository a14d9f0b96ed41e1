"""The data of a game for a web page that plays it without a server: GAME.json.

All data come from the game's declarations. The code in the page knows the form of the data, but no particular game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

import numpy as np

from hustings import bots, game
from hustings.arena import reviewing
from hustings.bots.levels import Play
from hustings.bots.search import judging, memory
from hustings.bots.search.settings import Settings
from hustings.bots.temperaments import TEMPERAMENTS
from hustings.engine.declared import (
    Counts,
    EventForm,
    Form,
    Members,
    Number,
    Optional,
    Part,
    Phrase,
    Phrases,
    Terms,
    Words,
)
from hustings.engine.installed import easiest_first
from hustings.engine.kernels import NOTE_COLUMNS, NOTE_ROWS
from hustings.engine.kernels.chance import key_of
from hustings.engine.knowledge import WORLDS_SHOWN, WORLDS_TRIED
from hustings.engine.messages import Message, words_of
from hustings.engine.parts import Lying, OneOrTwo
from hustings.engine.record import Schema
from hustings.engine.record.field import SEES_EVERYONE, SEES_OWN, Field
from hustings.engine.rulebook import Rulebook
from hustings.engine.telling import Telling
from hustings.rooms.fair_deal import lesson_deal
from hustings.rooms.settings import USUAL
from hustings.wasm import shapes
from hustings.web.protocol.games import game_detail, game_info, level_list

#: why a room takes no move back; a page without a server says nothing else that rooms say
ROOM_TEXTS = tuple(
    f"room.{name}"
    for name in (
        "nothing_to_take_back",
        "chance_since",
        "too_long_since",
        "shown_since",
        "ballot_once",
    )
)
FEWEST_ITERATIONS = 100  # the fewest iterations of a decision in a review on a page
ALL_ITERATIONS = 40_000  # about the most iterations of a whole review on a page
LUCK_SECONDS = 2.0  # for its playouts that measure luck
LESSON_DRAWS = 64  # random numbers of each stream, more than a guided first game uses
#: the arrays of a search that a page reads or writes
READ_BY_PAGES = (
    "words", "fixed", "spots", "full", "habits", "settings", "mix", "found", "tried", "action", "verdict", "sums",
)  # fmt: skip


def described(book: Rulebook) -> shapes.GameData:
    """Return the data of a game."""
    chance, moves = book.chance, book.moves
    return shapes.GameData(
        name=book.name,
        plays=plays(book),
        rules=book.rules,
        detail=game_detail(book.name),
        offered=level_list(book.name),
        record=_record(book.schema, max(book.seats)),
        note=(NOTE_ROWS, NOTE_COLUMNS),
        most=book.most_legal,
        actions=book.actions,
        reaction=book.reaction,
        outcomes=book.outcomes,
        streams=book.streams,
        moves=shapes.MovesData([_form(form) for form in moves.forms], moves.remarks, moves.examples),
        chance=shapes.ChanceData([part.words for part in chance.parts], chance.seat, chance.by) if chance else None,
        events=_events(book.events),
        reasons=_events(book.reasons),
        telling=_telling(book.telling),
        sides={str(seats): _sides(book, seats) for seats in book.seats},
        lesson=_lesson_draws(book),
        worlds=_worlds(WORLDS_TRIED),
        shown=_worlds(WORLDS_SHOWN),
        review=_review(),
        levels={level.name: _level(book, level.play) for level in bots.LEVELS.values()},
    )


def program() -> shapes.ProgramData:
    """Return the program's own texts, the bots' characters, and the games that a page can play without a server."""
    rooms = words_of("hustings.rooms")
    texts = {**words_of("hustings.engine"), **{key: rooms[key] for key in ROOM_TEXTS}}
    characters = [
        shapes.CharacterData(one.key, one.name, one.level, TEMPERAMENTS[one.temperament])
        for one in bots.CHARACTERS.values()
    ]
    games = [game_info(book.name) for book in easiest_first() if plays(book)]
    return shapes.ProgramData(texts, characters, games, USUAL)


def plays(book: Rulebook) -> bool:
    """Return True if a page can play the game: its texts come from kernels or data, not from other Python code."""
    parts = [part for form in book.moves.forms for part in form.parts if not isinstance(part, str)]
    return all(_known(part) for part in parts)


def _sides(book: Rulebook, seats: int) -> list[list[int]]:
    """Return the seats of each side in a game with some number of seats."""
    options = np.array([seats] + [0] * len(book.options), np.int64)
    held = book.holdings(book.start_row(options), []) if book.holdings else None
    return [list(side) for side in held.sides] if held else [[seat] for seat in range(seats)]


def _lesson_draws(book: Rulebook) -> list[list[str]]:
    """Return the first random numbers of each stream in the guided first game; empty if there is no guided game."""
    if "lesson" not in book.words:
        return []
    deal = lesson_deal(game(book.name))
    return [[str(deal.draw(stream, count)) for count in range(LESSON_DRAWS)] for stream in book.streams]


def _worlds(count: int) -> list[str]:
    return [str(key_of(f"imagine {world}") >> 1) for world in range(count)]


def _known(part: Part) -> bool:
    if isinstance(part, Optional):
        return _known(part.part)
    return type(part) in (Lying, OneOrTwo) or (part.static and isinstance(part, Words | Number))


def _record(schema: Schema, most_seats: int) -> shapes.RecordData:
    return shapes.RecordData(
        size=schema.dtype.itemsize,
        seats=schema.offset(schema.by_name[schema.seats_field]),
        fields=[_field(schema, field) for field in schema.fields],
        hides=schema.hides,
        fixed={str(seat): schema.hidden(schema.new(), seat).tobytes().hex() for seat in range(-1, most_seats)},
        masked=_masked(schema, "sees"),
        open=_masked(schema, "public"),
    )


def _field(schema: Schema, field: Field) -> shapes.FieldData:
    return shapes.FieldData(
        name=field.name,
        at=schema.offset(field),
        bytes=np.dtype(field.type).itemsize,
        shape=field.shape,
        axes=field.axes,
        unit=field.unit,
        shown=field.shown,
        option=field.option,
    )


def _masked(schema: Schema, by: str) -> list[list[int]]:
    """Return the fields whose numbers only some seats may see; another field has the masks of these seats.

    Each has five numbers: the field's offset, bytes of a number and count of numbers, the mask's offset and bytes.
    """
    found = []
    for field in schema.fields:
        mask = schema.by_name.get(getattr(field, by))
        if mask is not None and field.sees not in (SEES_EVERYONE, SEES_OWN):
            size, other = np.dtype(field.type).itemsize, np.dtype(mask.type).itemsize
            found.append([schema.offset(field), size, prod(field.shape), schema.offset(mask), other])
    return found


def _form(form: Form) -> shapes.MoveForm:
    parts = [part if isinstance(part, str) else _part(part) for part in form.parts]
    return shapes.MoveForm(form.verb, form.first, form.count, parts)


def _part(part: Part) -> shapes.PartData:
    if isinstance(part, Optional):
        return shapes.PartData(word=part.word, part=_part(part.part))
    if isinstance(part, Lying):
        return shapes.PartData(part.what, field=part.field, task=part.task, several=part.several)
    if isinstance(part, OneOrTwo):
        return shapes.PartData(part.what, pair=part.each.words)
    if isinstance(part, Number):
        return shapes.PartData(part.what, [str(part.first + k) for k in range(part.size)])
    return shapes.PartData(part.what, part.words if isinstance(part, Words) else None)


def _events(forms: Mapping[int, EventForm]) -> dict[str, shapes.EventData]:
    return {str(number): shapes.EventData(form.name, _named(form.args), form.remark) for number, form in forms.items()}


def _named(units: Iterable[tuple[str, Any]]) -> list[shapes.Named]:
    return [(name, _unit(unit)) for name, unit in units]


def _unit(unit: Any) -> shapes.Unit:
    if isinstance(unit, Members):
        return shapes.MembersUnit(list(map(_word, unit.words)), unit.none)
    if isinstance(unit, Phrase):
        return shapes.PhraseUnit(unit.keys, _named(unit.facts.items()))
    if isinstance(unit, Terms):
        return shapes.TermsUnit(unit.keys)
    if isinstance(unit, Counts):
        return shapes.CountsUnit(unit.words, unit.bits)
    if isinstance(unit, Phrases):
        return shapes.PhrasesUnit(unit.key, unit.number, unit.word, unit.words)
    return list(map(_word, unit)) if isinstance(unit, tuple) else None


def _word(word: Any) -> Any:
    return word.as_dict() if isinstance(word, Message) else word


def _telling(told: Telling) -> shapes.TellingData:
    return shapes.TellingData(
        endings=_events(told.endings),
        effects=_events(told.effects),
        foresees=told.foresee is not None,
        states=told.states,
        firstCount=told.first_count,
        lastCount=told.last_count,
        oddsMemory=max(told.odds_memory, default=0),
        kinds=told.kinds,
    )


def _level(book: Rulebook, play: Play) -> shapes.QuickLevel | shapes.SearchLevel:
    """Return how a level plays: its probability of slips, or for each number of seats the settings of its search."""
    if not isinstance(play, Settings):
        return shapes.QuickLevel(play)
    return shapes.SearchLevel({str(seats): _search(book, seats, play.at(seats)) for seats in book.seats})


def _review() -> shapes.ReviewData:
    """Return how a page reviews finished games: as `hustings.arena.reviewing`, but in less time."""
    return shapes.ReviewData(
        iterations=(FEWEST_ITERATIONS, reviewing.USUAL, ALL_ITERATIONS),
        worlds=(reviewing.FEWEST_WORLDS, memory.WORLDS, reviewing.WORLDS_TOGETHER),
        seconds=LUCK_SECONDS,
        round=reviewing.ROUND,
        most=reviewing.MOST_PLAYOUTS,
        lapse=judging.LAPSE,
        streams=(judging.LOOK, reviewing.POINTS),
        slips=judging.SLIPS,
        carries=judging.CARRIES,
        verdict=memory.VERDICT,
        matters=reviewing.MATTERS,
    )


def _search(book: Rulebook, seats: int, settings: Settings) -> shapes.SearchData:
    sizes = memory.sizes_for(book, seats, memory.nodes_for(settings.iterations), settings.exact)
    words, size = memory.places(sizes)
    return shapes.SearchData(
        sizes=[sizes[name] for name in memory.SIZES],
        settings=settings.vector,
        habits=settings.habits,
        words={name: len(sizes) + words[name] for name in READ_BY_PAGES},
        size=len(sizes) + size,
    )
