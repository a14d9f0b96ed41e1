"""The protocol's descriptions of the installed games and the bot levels."""

from __future__ import annotations

from functools import cache
from typing import Any

import hustings
from hustings import bots
from hustings.engine.record.field import Field
from hustings.web.protocol import messages as m


def _option(option: hustings.Option, usual: str, words: dict[str, Any]) -> m.OptionInfo:
    return m.OptionInfo(
        name=option.name,
        values=list(option.values),
        default=option.default,
        usual=usual,
        label=words.get("label", option.name),
        help=words.get("help", ""),
        labels={value: words.get("values", {}).get(value, value) for value in option.values},
    )


@cache
def game_info(name: str) -> m.GameInfo:
    """Return a game as the home page shows it. Raises OptionError if it is not installed."""
    game = hustings.game(name)
    words = game.words
    return m.GameInfo(
        name=name,
        title=game.title,
        players=list(game.seats_allowed),
        minutes=words.get("minutes", []),
        days=words.get("days", []),
        days_with=words.get("days_with", {}),
        by_post=game.book.post is not None,
        line=words.get("line", ""),
        lesson="lesson" in words,
        majority=game.start(seats=game.seats_allowed[0], seed=0).majority,
        options=[
            _option(
                option, game.book.usual.get(option.name, option.default), words.get("options", {}).get(option.name, {})
            )
            for option in game.book.options
        ],
    )


def _values(game: hustings.Game) -> dict[str, dict[str, int]]:
    """Return, for each card whose value depends on a game option, the card's value by the option's value."""
    found: dict[str, dict[str, int]] = {}
    for option in game.book.options:
        decks = {value: hustings.game(game.name, **{option.name: value}).cards() for value in option.values}
        worth: dict[str, dict[str, int]] = {}
        for value, deck in decks.items():
            for card in deck:
                worth.setdefault(card["code"], {})[value] = card["value"]
        found |= {code: values for code, values in worth.items() if len(set(values.values())) > 1}
    return found


def _field(field: Field) -> m.FieldInfo:
    """Describe a field of the view for clients that do not know the game."""
    axes = [*field.axes, *[None] * (len(field.shape) - len(field.axes))]
    kinds: list[m.Axis] = [
        "seats" if axis == "seat" else "words" if isinstance(axis, tuple) else "places" for axis in axes
    ]
    return m.FieldInfo(name=field.name, meaning=field.meaning, axes=kinds)


@cache
def game_detail(name: str) -> m.GameDetail:
    """Return a game with its cards, clauses and words. Raises OptionError if it is not installed."""
    game = hustings.game(name)
    values = _values(game)
    cards = [
        m.CardInfo(
            code=card["code"],
            name=card["name"],
            value=card["value"],
            kind=card["kind"],
            values=values.get(card["code"], {}),
            facts={name: fact for name, fact in card.items() if name not in {"code", "name", "value", "kind"}},
        )
        for card in game.cards()
    ]
    return m.GameDetail(
        **game_info(name).model_dump(),
        cards=cards,
        clauses=[
            m.ClauseInfo(id=clause["id"], title=clause["title"], text=clause["text"], when=clause.get("when", {}))
            for clause in game.words.get("clauses", [])
        ],
        words=game.words,
        fields=[_field(field) for field in game.book.schema.fields if field.shown],
        odds={
            name: {str(value): (chance.numerator, chance.denominator) for value, chance in chances.items()}
            for name, chances in game.book.odds.items()
        },
        weights={
            form.name: m.WeightInfo(weight=form.weight, votes=form.votes)
            for form in game.book.events.values()
            if form.weight != "plain"
        },
        parts={form.name: form.part for form in game.book.events.values() if form.part},
    )


def level_list(game: str | None = None) -> list[m.LevelInfo]:
    """Return the bot levels that people may choose, the weakest first."""
    offered = [level for level in bots.levels(game) if level.offered]
    return [m.LevelInfo(name=level.name, title=level.title, line=level.line) for level in offered]
