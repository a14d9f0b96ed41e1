"""Bots at several levels, which play any game from the view of their own seat.

A bot is given what a person in its seat may know, `table.view_row(seat)`, and nothing else; it knows no game's rules.

Examples:
    >>> import hustings
    >>> from hustings import bots
    >>> table = hustings.game("combat").start(seed=7)
    >>> while not table.over:
    ...     seat = min(table.owes)
    ...     move = table.play(bots.choose(table, seat, "thumb", key=len(table.log)))
    >>> len(table.result.shares)
    2
"""

from hustings.bots.analysis import Analysis, Considered, analyse
from hustings.bots.characters import CHARACTERS, Character, characters, who_plays
from hustings.bots.levels import LEVELS, Level, choose, interject, level, levels
from hustings.bots.own import installed
from hustings.engine.messages import add_words

__all__ = [
    "CHARACTERS",
    "LEVELS",
    "Analysis",
    "Character",
    "Considered",
    "Level",
    "analyse",
    "characters",
    "choose",
    "installed",
    "interject",
    "level",
    "levels",
    "who_plays",
]

add_words("bot", __package__)
