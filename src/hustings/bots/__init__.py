"""Bots at several levels of strength, which play any game.

A bot decides by the view of its seat, `table.view_row(seat)`, which shows only what a person on this seat would know.
The code of the bots contains no game's rules.

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
from hustings.bots.learned import Policy, load_policy
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
    "Policy",
    "analyse",
    "characters",
    "choose",
    "installed",
    "interject",
    "level",
    "levels",
    "load_policy",
    "who_plays",
]

add_words("bot", __package__)
