"""From what rooms and games show to the messages of the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from pydantic import BaseModel

from hustings import bots
from hustings.engine import rulebook
from hustings.engine.json_view import compact
from hustings.engine.moves import Move
from hustings.rooms.broadcast.updates import (
    Acknowledged,
    Chances,
    Marks,
    Notice,
    Picture,
    Presence,
    Reasoned,
    Refused,
    RoomPicture,
    Session,
)
from hustings.rooms.log.log_events import TableSettings
from hustings.web.protocol import messages as m


@dataclass(frozen=True, slots=True)
class _Shaped:
    """A room as it was shaped last: everybody who looks at it is told the same."""

    room: RoomPicture
    base: str
    info: m.RoomInfo
    text: str


_shaped: dict[str, _Shaped] = {}  # by the room's code
MOST_SHAPED = 2000


def room_info(room: RoomPicture, base: str) -> m.RoomInfo:
    """A room as JSON; base: how friends reach this server."""
    return _room(room, base).info


def _room(room: RoomPicture, base: str) -> _Shaped:
    last = _shaped.get(room.code)
    if last is not None and last.room is room and last.base == base:
        return last
    info = _room_info(room, base)
    if len(_shaped) >= MOST_SHAPED:
        _shaped.clear()
    made = _shaped[room.code] = _Shaped(room, base, info, info.model_dump_json())
    return made


@cache
def _terms_info(terms: TableSettings) -> m.TermsInfo:
    return m.TermsInfo(**asdict(terms))


def _room_info(room: RoomPicture, base: str) -> m.RoomInfo:
    seats = [
        m.SeatInfo(
            seat=seat.seat,
            name=seat.name,
            kind=seat.kind,  # type: ignore[arg-type]
            level=seat.level,
            connected=seat.connected,
            stood_in=seat.stood_in,
            forfeited=seat.forfeited,
        )
        for seat in room.seats
    ]
    deal = m.DealInfo(commitment=room.commitment, secret=room.secret) if room.commitment else None
    return m.RoomInfo(
        code=room.code,
        game=room.game,
        options=room.options,
        phase=room.phase,
        host=room.host,
        seats=seats,
        spectators=room.spectators,
        link=f"{base}/r/{room.code}",
        locked=room.locked,
        paused=room.paused,
        terms=_terms_info(room.terms),
        series=m.SeriesInfo(over=room.round, shares=[float(share) for share in room.shares]),
        deal=deal,
    )


def _state(picture: Picture, base: str) -> str:
    """A `StateMessage` as text. Everybody at a table is sent one for every move, most of it the same for all: so it is
    put together from texts that are written once, not built as a model. Tests hold it to the model.
    """
    result, clock = "null", _clock(picture)
    if picture.result is not None:
        result = m.ResultInfo(**picture.result.as_dict()).model_dump_json()
    return (
        f'{{"type":"state","seq":{picture.seq},"room":{_room(picture.room, base).text},'
        f'"seat":{_number(picture.seat)},"view":{picture.shown or "null"},'
        f'"events":[{",".join([event.as_text() for event in picture.events])}],'
        f'"legal":[{",".join([_move(move.text) for move in picture.legal])}],'
        f'"owes":[{",".join(map(str, picture.owes))}],"may":[{",".join(map(str, picture.may))}],'
        f'"decision":{_number(picture.decision)},"clock":{clock.model_dump_json() if clock else "null"},'
        f'"sways":{compact(picture.sways) if picture.sways else "{}"},'
        f'"over":{"false" if picture.result is None else "true"},"result":{result}}}'
    )


def _number(number: int | None) -> str:
    return "null" if number is None else str(number)


@lru_cache(maxsize=16384)
def _move(text: str) -> str:
    """A legal move as JSON: the same few are sent again and again."""
    move = Move(int(text[1 : text.index(" ")]) - 1, 0, text)
    return m.MoveInfo(text=move.text, seat=move.seat, verb=move.verb, args=list(move.args)).model_dump_json()


def _clock(picture: Picture) -> m.ClockInfo | None:
    terms = picture.room.terms
    if terms.clock == "off":
        return None
    return m.ClockInfo(kind=terms.clock, seconds=terms.seconds, left=picture.clock)


def message(notice: Notice, base: str) -> str:
    """The message of a notice, as it is sent."""
    if isinstance(notice, Picture):
        return _state(notice, base)
    if isinstance(notice, Acknowledged):
        return f'{{"type":"ack","id":{compact(notice.id)},"seq":{notice.seq}}}'
    return _message(notice, base).model_dump_json()


def _message(notice: Presence | Refused | Reasoned | Chances | Session | Marks, base: str) -> BaseModel:
    match notice:
        case Presence():
            return m.RoomMessage(room=room_info(notice.room, base))
        case Refused():
            return m.RefusedMessage(id=notice.id, clause=notice.clause, text=notice.text)
        case Reasoned():
            return m.WhyMessage(id=notice.id, legal=notice.legal, clause=notice.clause, text=notice.text)
        case Session():
            remarks = [m.RemarkInfo(**asdict(remark)) for remark in notice.remarks]
            return m.ChatMessage(remarks=remarks)
        case Marks():
            marks = [m.MarkInfo(entry=mark.entry, seat=mark.seat, mark=mark.verdict) for mark in notice.marks]
            return m.MarksMessage(marks=marks)
        case Chances():
            return m.OddsMessage(id=notice.id, chances=_parts(notice.chances), kinds=_parts(notice.kinds))


def _parts(chances: Mapping[str, Fraction]) -> dict[str, tuple[int, int]]:
    return {text: (chance.numerator, chance.denominator) for text, chance in chances.items()}


def _option(option: rulebook.Option, words: dict[str, Any]) -> m.OptionInfo:
    return m.OptionInfo(
        name=option.name,
        values=list(option.values),
        default=option.default,
        label=words["label"],
        help=words["help"],
        labels=words["values"],
    )


@cache
def game_info(name: str) -> m.GameInfo:
    """A game in short. Raises OptionError for one that is not installed."""
    game = rulebook.game(name)
    words = game.words
    return m.GameInfo(
        name=name,
        title=game.title,
        players=list(game.seats_allowed),
        minutes=words["minutes"],
        line=words["line"],
        lesson="lesson" in words,
        options=[_option(option, words["options"][option.name]) for option in game.book.options],
    )


def _values(game: rulebook.Game) -> dict[str, dict[str, int]]:
    """Each card's value by the option's value, for the options that change any card's value."""
    standard = {card["code"]: card["value"] for card in game.cards()}
    found: dict[str, dict[str, int]] = {code: {} for code in standard}
    for option in game.book.options:
        decks = {value: rulebook.game(game.name, **{option.name: value}).cards() for value in option.values}
        if any(standard.get(card["code"]) != card["value"] for deck in decks.values() for card in deck):
            for value, deck in decks.items():
                for card in deck:
                    found.setdefault(card["code"], {})[value] = card["value"]
    return found


@cache
def game_detail(name: str) -> m.GameDetail:
    """A game with its deck, clauses and words. Raises OptionError for one that is not installed."""
    game = rulebook.game(name)
    values = _values(game)
    cards = [
        m.CardInfo(
            code=card["code"],
            name=card["name"],
            value=card["value"],
            kind=card["kind"],
            values=values[card["code"]] if card["kind"] != "wild" else {},
            facts={name: fact for name, fact in card.items() if name not in {"code", "name", "value", "kind"}},
        )
        for card in game.cards()
    ]
    return m.GameDetail(
        **game_info(name).model_dump(),
        cards=cards,
        clauses=[
            m.ClauseInfo(id=clause["id"], title=clause["title"], text=clause["text"], when=clause.get("when", {}))
            for clause in game.words["clauses"]
        ],
        words=game.words,
        majority=game.words.get("fields", {}).get("majority"),
        odds={
            name: {str(value): (chance.numerator, chance.denominator) for value, chance in chances.items()}
            for name, chances in game.book.odds.items()
        },
    )


def level_list(game: str | None = None) -> list[m.LevelInfo]:
    """The bot levels, or those of a game, the weakest first."""
    return [m.LevelInfo(name=level.name, title=level.title, line=level.line) for level in bots.levels(game)]
