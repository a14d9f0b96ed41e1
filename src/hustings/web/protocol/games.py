"""Installed games and bot levels as the protocol describes them."""

from __future__ import annotations

from functools import cache
from typing import Any

from hustings import bots
from hustings.engine import game as games
from hustings.engine import rulebook
from hustings.web.protocol import messages as m


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
    game = games.game(name)
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


def _values(game: games.Game) -> dict[str, dict[str, int]]:
    """Each card's value by the option's value, for the options that change any card's value."""
    standard = {card["code"]: card["value"] for card in game.cards()}
    found: dict[str, dict[str, int]] = {code: {} for code in standard}
    for option in game.book.options:
        decks = {value: games.game(game.name, **{option.name: value}).cards() for value in option.values}
        if any(standard.get(card["code"]) != card["value"] for deck in decks.values() for card in deck):
            for value, deck in decks.items():
                for card in deck:
                    found.setdefault(card["code"], {})[value] = card["value"]
    return found


@cache
def game_detail(name: str) -> m.GameDetail:
    """A game with its deck, clauses and words. Raises OptionError for one that is not installed."""
    game = games.game(name)
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


def level_list() -> list[m.LevelInfo]:
    """The bot levels, the weakest first."""
    return [m.LevelInfo(name=level.name, title=level.title, line=level.line) for level in bots.levels()]
