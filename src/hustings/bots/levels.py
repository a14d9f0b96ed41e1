"""The levels of strength at which bots play, and the choice of a bot's move."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np

from hustings.bots import own
from hustings.bots.search import WAIT, Found, Searcher, Settings
from hustings.bots.search.bargaining import NO_DEAL, STEADY, breaking_action, deal_action, other_answer
from hustings.bots.search.quick import ANY_CHOICE, quick_action, reserved_action
from hustings.bots.temperaments import tempted_by
from hustings.engine.errors import HustingsError, OptionError, nearest
from hustings.engine.installed import rulebook
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import key_of
from hustings.engine.moves import Move
from hustings.engine.notation import write_move
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook
from hustings.engine.table import Table

#: a level's way of play: settings of a search, or the chance of a slip from the rule of thumb (`quick.quick_action`)
Play = Settings | float


@dataclass(frozen=True, slots=True)
class Level:
    """A level of strength at which bots play.

    Attributes:
        name: The level's name in commands and in the protocol.
        title: The displayed name.
        line: A sentence about its way of play.
        play: The settings of its search; or the chance of a slip from the rule of thumb, 0 to 1; or ANY_CHOICE to play
            any move.
    """

    name: str
    title: str
    line: str
    play: Play

    @property
    def quick(self) -> bool:
        """True if the level answers within milliseconds without compiled code."""
        return not isinstance(self.play, Settings)

    @property
    def offered(self) -> bool:
        """True if people can choose the level; a level that plays any move is only a yardstick for other bots."""
        return self.play != ANY_CHOICE


#: the number of decisions after which a playout is cut off, in games that can estimate a position
CUT = 10

LEVELS = {
    level.name: level
    for level in (
        Level("random", "Newcomer", "Plays any legal move, but makes no deals.", ANY_CHOICE),
        Level("canvasser", "Canvasser", "Easy: every other time it misses what would be best.", 0.5),
        Level("thumb", "Ward captain", "Plays by a rule of thumb: sensible, quick, not deep.", 0.0),
        Level("alderman", "Alderman", "Thinks before moving, but not for long.", Settings(10, cut=CUT, exact=0)),
        Level("chair", "County chair", "Thinks a little ahead before every move.", Settings(60, cut=CUT, exact=0)),
        Level("boss", "Party boss", "Thinks ahead, and of what the others will do.", Settings(400, cut=CUT)),
        Level(
            "kingmaker",
            "Kingmaker",
            "Thinks ten times as long as the Party boss.",
            Settings(4000, cut=CUT, sharpen=1, seldom=25),  # the default sharpen of 3 is predictable
        ),
    )
}
"""All levels by name; the weakest comes first."""


def levels(game: str | None = None) -> tuple[Level, ...]:
    """Return all levels, the weakest first.

    Args:
        game: Return only the levels whose strength was measured for this game. If no strength was measured for the
            game, or if the game is None, return all levels.

    Raises:
        OptionError: There is no such game.

    Examples:
        >>> from hustings import bots
        >>> [level.name for level in bots.levels("combat")]
        ['random', 'canvasser', 'thumb', 'boss']
    """
    told = rulebook(game).words.get("strength") if game else None
    return tuple(level for level in LEVELS.values() if not told or level.name in told or level.name == "random")


def level(name: str) -> Level:
    """Return the level with this name.

    Raises:
        OptionError: There is no such level; the message lists the levels.

    Examples:
        >>> from hustings import bots
        >>> bots.level("thumb").title
        'Ward captain'
    """
    if name not in LEVELS:
        near = nearest(str(name), LEVELS)
        raise OptionError("bot.no_such_level", level=name, near=near, levels=list(LEVELS))
    return LEVELS[name]


def choose(table: Table, seat: int, name: str = "thumb", key: int | str = 0) -> Move:
    """Choose a move for a seat from its view of the table; the table is unchanged.

    Args:
        table: A game in progress.
        seat: The seat to choose for, counted from 0; it must have a legal move.
        name: The name of a level; or your own bot, by its installed name or as `module:function`. The function takes a
            table that shows only the seat's view, the seat, and a whole number as key.
        key: The seed of the bot's own random numbers; the table's chance is never used.

    Raises:
        OptionError: There is no such level or function, or its move is not legal.
        HustingsError: The seat has nothing to decide, or the function failed.

    Examples:
        >>> import hustings
        >>> from hustings import bots
        >>> table = hustings.game("combat").start(seed=7)
        >>> bots.choose(table, 0, "thumb", key=1) in table.legal(0)
        True
    """
    if name in LEVELS or not own.is_own(name):
        return choose_in_view(table.game.book, table.view_row(seat), seat, name, key)
    if not table.legal(seat):
        raise HustingsError("bot.nothing_to_do", seat=seat)
    return own.asked(own.function(name), table.game, table.view_row(seat), seat, key_of(key))


def choose_in_view(
    book: Rulebook,
    view: Row,
    seat: int,
    name: str | Play = "thumb",
    key: int | str = 0,
    bargains: bool = True,
    temperament: str = "steady",
) -> Move:
    """Choose a move as `choose` does, but from a view instead of a table, for example from another process.

    name         the name of a level, or its way of play.
    bargains     False for a bot that starts no deal, declines every deal, gives nothing away and keeps its promises.
    temperament  whether the bot keeps its promises (`temperaments.TEMPERAMENTS`), if `bargains`.
    """
    return choose_within(book, view, seat, name, key, bargains, temperament)[0]


def choose_within(
    book: Rulebook,
    view: Row,
    seat: int,
    name: str | Play = "thumb",
    key: int | str = 0,
    bargains: bool = True,
    temperament: str = "steady",
    seconds: float = 0.0,
) -> tuple[Move, float | None]:
    """Choose a move as `choose_in_view` does, within a time limit.

    Args:
        seconds: A time limit for the search, in addition to that of the level; 0: none.

    Returns:
        The move, and the part of the level's iterations that was searched; None if no search was needed.
    """
    return _chosen(book, view, seat, name, key_of(key), bargains, temperament, seconds)


def choose_with_key(book: Rulebook, view: Row, seat: int, name: str, key: int) -> Move:
    """Choose a move as `choose_in_view` does; `key` is the 64-bit key itself instead of a seed for one."""
    return _chosen(book, view, seat, name, key)[0]


def _chosen(
    book: Rulebook,
    view: Row,
    seat: int,
    name: str | Play,
    key: int,
    bargains: bool = True,
    temperament: str = "steady",
    seconds: float = 0.0,
) -> tuple[Move, float | None]:
    buffers, play = book.buffers(note_rows=1), level(name).play if isinstance(name, str) else name
    breaks = tempted_by(temperament) if bargains else STEADY
    if not verbs.legal(view, seat, buffers.actions):
        raise HustingsError("bot.nothing_to_do", seat=seat)
    if isinstance(play, Settings) and (bargains or not verbs.bargaining(view)):
        settings = replace(play, bargains=play.bargains and bargains, breaks=breaks)
        searcher = searcher_for(book, int(getattr(view, book.schema.seats_field)), settings, seconds)
        action = searcher.choose(view.tobytes(), seat, key)
        return write_move(book, view, seat, action), searcher.thought
    lapse = 0.0 if isinstance(play, Settings) else play
    quick = quick_action if bargains else reserved_action
    action = int(breaking_action(view, seat, breaks, buffers.actions))
    if action == NO_DEAL:
        action = int(quick(view, seat, lapse, key, 0, buffers.actions))
    return write_move(book, view, seat, action), None


def interject(table: Table, seat: int, name: str = "thumb", key: int | str = 0) -> Move | None:
    """Choose an optional move of a seat (`table.may`), or none; only levels that search choose such moves.

    Args:
        table: A game in progress.
        seat: A seat that may act although it need not.
        name: The name of a level, or your own bot as in `choose`.
        key: The seed of the bot's own random numbers.

    Returns:
        The move, or None if waiting is better for the seat.

    Raises:
        OptionError: There is no such level.
        HustingsError: The seat may not act now.

    Examples:
        >>> import hustings
        >>> from hustings import bots
        >>> table = hustings.game("mudslinger").start(seats=3, seed=7)
        >>> bots.interject(table, 1, "thumb") is None
        True
    """
    if name not in LEVELS and own.is_own(name):
        own.function(name)
        play = None
    else:
        play = level(name).play
    if seat not in table.may:
        raise HustingsError("bot.may_not_act", seat=seat)
    return None if play is None else interject_in_view(table.game.book, table.view_row(seat), seat, name, key)


def interject_in_view(
    book: Rulebook, view: Row, seat: int, name: str = "thumb", key: int | str = 0, seconds: float = 0.0
) -> Move | None:
    """Choose an optional move as `interject` does, but from a view and within a time limit (0: none)."""
    play = level(name).play
    if not isinstance(play, Settings):
        return None
    searcher = searcher_for(book, int(getattr(view, book.schema.seats_field)), play, seconds)
    action = searcher.interject(view.tobytes(), seat, key_of(key))
    return None if action is None else write_move(book, view, seat, action)


@dataclass(frozen=True, slots=True)
class Advice:
    """A move that the strongest level advises.

    Attributes:
        move: The move, as text.
        share: The seat's expected share with the move, from 0 to 1; None for an only move, which needs no search.
        weight: The probability with which to play the move; below 1 if others must not foresee it.
        deal: Whether the move answers a deal; `share` is then the mean over all answers, which are too close for a
            search to distinguish.
    """

    move: str
    share: float | None
    weight: float
    deal: bool = False


def advise_in_view(
    book: Rulebook, view: Row, seat: int, most: int = 3, key: int | str = 0, seconds: float = 0.0
) -> list[Advice]:
    """Return the strongest level's best moves for a seat that must decide, best first.

    seconds  a time limit for the search; 0: none.

    The same key gives the same moves if the search is not cut short. Answers to a deal are chosen as bots choose them,
    without a search.
    """
    play = next(level.play for level in reversed(LEVELS.values()) if isinstance(level.play, Settings))
    searcher = searcher_for(book, int(getattr(view, book.schema.seats_field)), play, seconds)
    found = [each for each in searcher.look(view.tobytes(), seat, key_of(key)) if each.action != WAIT]
    if verbs.bargaining(view):
        return _deal_advice(book, view, seat, found, key_of(key))
    whole = sum(each.weight for each in found) or 1
    best = sorted(found, key=lambda each: (-each.weight, -each.tried, -each.share, each.action))[:most]
    return [
        Advice(
            str(write_move(book, view, seat, each.action)),
            round(each.share, 3) if each.tried or searcher.solved else None,
            round(each.weight / whole, 3),
        )
        for each in best
    ]


def _deal_advice(book: Rulebook, view: Row, seat: int, found: list[Found], key: int) -> list[Advice]:
    """Return advice on a deal: the answer that bots of every level give, and the next best answer.

    A search cannot distinguish the two (decision 8), so `share` is the mean of the trials of both.
    """
    best = deal_action(view, seat, key, 0, book.buffers(note_rows=1).actions)
    actions = np.array([each.action for each in found], np.int64)
    other = other_answer(view, seat, best, len(found), actions)
    answers = [each for action in dict.fromkeys([best, other]) for each in found if each.action == action]
    tried = sum(each.tried for each in answers)
    share = round(sum(each.tried * each.share for each in answers) / tried, 3) if tried else None
    return [
        Advice(str(write_move(book, view, seat, each.action)), share, float(each.action == best), deal=True)
        for each in answers
    ]


_KEPT = threading.local()


def searcher_for(book: Rulebook, seats: int, settings: Settings, seconds: float = 0.0) -> Searcher:
    """Return this thread's searcher, which is reused for the same game and settings.

    seconds  a time limit for its next search, in addition to that of the settings; 0: none.
    """
    kept: tuple[object, Searcher] | None = getattr(_KEPT, "last", None)
    wanted = (book.name, seats, settings)
    if kept is None or kept[0] != wanted:
        kept = _KEPT.last = (wanted, Searcher(book, seats, settings))
    kept[1].seconds = min(filter(None, (seconds, settings.seconds)), default=0.0)
    return kept[1]
