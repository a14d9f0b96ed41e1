"""Levels of play for bots, the weakest first, and the choice of a bot's move."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from hustings.bots import own
from hustings.bots.search import WAIT, Found, Searcher, Settings
from hustings.bots.search.bargaining import NO_DEAL, STEADY, breaking_action, deal_action
from hustings.bots.search.quick import ANY_MOVE, quick_action, reserved_action
from hustings.bots.temperaments import tempted_by
from hustings.engine.bound import BoundGame
from hustings.engine.errors import HustingsError, OptionError, nearest
from hustings.engine.game import Table
from hustings.engine.installed import rulebook
from hustings.engine.kernels import verbs
from hustings.engine.kernels.chance import key_of
from hustings.engine.moves import Move
from hustings.engine.notation import write_move
from hustings.engine.record import Row

#: how a level plays: by a search, or by the rule of thumb with a slip this often (`quick.quick_action`)
Play = Settings | float


@dataclass(frozen=True, slots=True)
class Level:
    """A strength that bots play at.

    Attributes:
        name: Its name in commands and in the protocol.
        title: Its name for people.
        line: A sentence about how it plays.
        play: The settings of its search, or how often the rule of thumb slips; ANY_MOVE: there is no rule.
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
        """True if people may choose the level; one that makes any move is a yardstick for other bots."""
        return self.play != ANY_MOVE


#: decisions after which a playout is cut, in games that can estimate a position
CUT = 10

LEVELS = {
    level.name: level
    for level in (
        Level("random", "Newcomer", "Plays any legal move, but makes no deals.", ANY_MOVE),
        Level("canvasser", "Canvasser", "Easy: every other time it misses what would be best.", 0.5),
        Level("thumb", "Ward captain", "Plays by a rule of thumb: sensible, quick, not deep.", 0.0),
        Level("alderman", "Alderman", "Thinks before moving, but not for long.", Settings(10, cut=CUT, exact=0)),
        Level("chair", "County chair", "Thinks a little ahead before every move.", Settings(60, cut=CUT, exact=0)),
        Level("boss", "Party boss", "Thinks ahead, and of what the others will do.", Settings(400, cut=CUT)),
        Level(
            "kingmaker",
            "Kingmaker",
            "Thinks ten times as long as the Party boss.",
            Settings(4000, cut=CUT, sharpen=1, seldom=25),  # cubes can be read (decision 8)
        ),
    )
}
"""All levels by name, the weakest first."""


def levels(game: str | None = None) -> tuple[Level, ...]:
    """Return all levels, the weakest first.

    Args:
        game: Return only the levels that this game rates; all if the game rates none.

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
    """Return the level called `name`.

    Raises:
        OptionError: There is no such level; the message names the levels.

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
    """Choose a move for `seat` from its view of the table; the table stays as it is.

    Args:
        table: A game in progress.
        seat: The seat to choose for, counted from 0; it must have a legal move.
        name: A level; or your own bot by its installed name or as `module:function`, which gets a table with its
            seat's view, the seat and a whole number as key.
        key: Seed of the bot's own chance; the table's chance is never touched.

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
    book: BoundGame,
    view: Row,
    seat: int,
    name: str | Play = "thumb",
    key: int | str = 0,
    bargains: bool = True,
    temperament: str = "steady",
) -> Move:
    """Choose a move as `choose` does, from a view, for example of another process.

    name         The level, or its way of play.
    bargains     False for a reserved bot, which starts no deal, declines every deal and gives nothing away.
    temperament  Decides whether the bot keeps its word (`temperaments.TEMPERAMENTS`); a reserved bot always does.
    """
    return choose_within(book, view, seat, name, key, bargains, temperament)[0]


def choose_within(
    book: BoundGame,
    view: Row,
    seat: int,
    name: str | Play = "thumb",
    key: int | str = 0,
    bargains: bool = True,
    temperament: str = "steady",
    seconds: float = 0.0,
) -> tuple[Move, float | None]:
    """Choose a move as `choose_in_view` does, in limited time.

    Args:
        seconds: A time limit of the search beside that of its level; 0: none.

    Returns:
        The move, and the part of its level's iterations that was searched; None if no search was needed.
    """
    buffers, play = book.buffers(note_rows=1), level(name).play if isinstance(name, str) else name
    breaks = tempted_by(temperament) if bargains else STEADY
    if not verbs.legal(view, seat, buffers.actions):
        raise HustingsError("bot.nothing_to_do", seat=seat)
    if isinstance(play, Settings) and (bargains or not verbs.bargaining(view)):
        settings = replace(play, bargains=play.bargains and bargains, breaks=breaks)
        searcher = searcher_for(book, int(getattr(view, book.schema.seats_field)), settings, seconds)
        action = searcher.choose(view.tobytes(), seat, key_of(key))
        return write_move(book, view, seat, action), searcher.thought
    lapse = 0.0 if isinstance(play, Settings) else play
    quick = quick_action if bargains else reserved_action
    action = int(breaking_action(view, seat, breaks, buffers.actions))
    if action == NO_DEAL:
        action = int(quick(view, seat, lapse, key_of(key), 0, buffers.actions))
    return write_move(book, view, seat, action), None


def interject(table: Table, seat: int, name: str = "thumb", key: int | str = 0) -> Move | None:
    """Choose an optional move of a seat (`table.may`) or none; only levels that search make one.

    Args:
        table: A game in progress.
        seat: A seat that may act although it need not.
        name: The level to play at, or a bot of your own as in `choose`.
        key: Seed of the bot's own chance.

    Returns:
        The move, or None if waiting is better for the seat.

    Raises:
        OptionError: There is no such level.
        HustingsError: The seat may not act unasked now.

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
    book: BoundGame, view: Row, seat: int, name: str = "thumb", key: int | str = 0, seconds: float = 0.0
) -> Move | None:
    """Choose as `interject` does, from a view and within a time limit."""
    play = level(name).play
    if not isinstance(play, Settings):
        return None
    searcher = searcher_for(book, int(getattr(view, book.schema.seats_field)), play, seconds)
    action = searcher.interject(view.tobytes(), seat, key_of(key))
    return None if action is None else write_move(book, view, seat, action)


@dataclass(frozen=True, slots=True)
class Advice:
    """A move considered by the strongest level.

    Attributes:
        move: The move, as text.
        share: The seat's expected share with the move, 0 to 1; None for the only move, which needs no search.
        weight: The best frequency of the move, 0 to 1; below 1 if others must not foresee it.
        deal: Whether the move answers a deal; `share` is then that of all answers, which no search can tell apart.
    """

    move: str
    share: float | None
    weight: float
    deal: bool = False


def advise_in_view(book: BoundGame, view: Row, seat: int, most: int = 3, key: int | str = 0) -> list[Advice]:
    """Return the strongest level's best moves for a seat that must decide, best first.

    The same key gives the same moves. An answer to a deal is valued as bots value deals (`_deal_advice`).
    """
    play = next(level.play for level in reversed(LEVELS.values()) if isinstance(level.play, Settings))
    searcher = searcher_for(book, int(getattr(view, book.schema.seats_field)), play)
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


def _deal_advice(book: BoundGame, view: Row, seat: int, found: list[Found], key: int) -> list[Advice]:
    """Return every level's answer to a deal and the next best, by the value of the deal.

    A search cannot tell the two apart (decision 8), so `share` is the mean of the trials of both.
    """
    best = deal_action(view, seat, key, 0, book.buffers(note_rows=1).actions)
    out = verbs.bargaining(view) - 1  # the other choice is to back out, or where that is best, the best of the rest
    others = [each.action for each in found if each.action != best]
    other = out if best != out else max(others, key=lambda action: verbs.heuristic(view, seat, action), default=out)
    answers = [each for action in dict.fromkeys([best, other]) for each in found if each.action == action]
    tried = sum(each.tried for each in answers)
    share = round(sum(each.tried * each.share for each in answers) / tried, 3) if tried else None
    return [
        Advice(str(write_move(book, view, seat, each.action)), share, float(each.action == best), deal=True)
        for each in answers
    ]


_KEPT = threading.local()


def searcher_for(book: BoundGame, seats: int, settings: Settings, seconds: float = 0.0) -> Searcher:
    """Return this thread's searcher, reused for the same game and settings, with an extra time limit."""
    kept: tuple[object, Searcher] | None = getattr(_KEPT, "last", None)
    wanted = (book.name, seats, settings)
    if kept is None or kept[0] != wanted:
        kept = _KEPT.last = (wanted, Searcher(book, seats, settings))
    kept[1].seconds = min(filter(None, (seconds, settings.seconds)), default=0.0)
    return kept[1]
