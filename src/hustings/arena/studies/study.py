"""`hustings.arena.study`: study a game, and write its fairness card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hustings.arena import figures
from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.match import Progress, silent
from hustings.arena.matches.playing import players_for
from hustings.arena.studies import cards, parts, report
from hustings.arena.studies.figure import LUCK, Figure, Findings, columns
from hustings.arena.studies.tables import Hands, Setting, affordable
from hustings.bots.own import Function
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.game import game as game_called

PARTS = (parts.SEATS, parts.OPTIONS, parts.CARDS, LUCK)
"""The questions a study can ask."""


@dataclass(frozen=True)
class Study(Findings):
    """A finished study of a game.

    Attributes:
        game: The game, with the options that were not varied.
        bot: Who played.
        seed: What repeats it.
        figures: What was measured, in the order of `PARTS`.
        about: The origin of the figures, which `write` adds to a file: game, options, numbers of games, seed, versions.
    """

    @classmethod
    def read(cls, path: str | Path, game: Game | str, bot: str, seed: int | str = "study") -> Study:
        """Read a study from a Parquet file of `write` (needs the extra `data`).

        Args:
            path: The file.
            game: The game that was studied; what a file of figures does not tell.
            bot: Who played.
            seed: The seed.
        """
        chosen = game_called(game) if isinstance(game, str) else game
        rows = figures.rows(Path(path))
        told = [row.pop("about", None) for row in rows]
        about = json.loads(told[0]) if told and told[0] else {}
        return cls(chosen, bot, seed, tuple(Figure(**row) for row in rows), about)

    def columns(self) -> dict[str, list[Any]]:
        """Return the figures as columns by attribute."""
        return columns(self.figures)

    def write(self, path: str | Path) -> None:
        """Write the figures as CSV, or as Parquet where the name ends so (which needs the extra `data`).

        A last column holds `about` as JSON in its first row.

        Raises:
            HustingsError: The file cannot be written.
        """
        figures.write(self.columns(), Path(path), self.about)

    def html(self) -> str:
        """Return the fairness card as one self-contained page with tables and plots (needs the extra `study`).

        Raises:
            HustingsError: Matplotlib is not installed.
        """
        return report.page(self)

    def markdown(self, pictures: Path, address: str) -> str:
        """Return the fairness card as Markdown; write its plots into a folder.

        Args:
            pictures: The folder.
            address: How the page links to that folder.

        Raises:
            HustingsError: Matplotlib is not installed.
        """
        return report.markdown(self, pictures, address)


def study(
    game: Game | str,
    ask: Sequence[str] = PARTS,
    *,
    vary: Sequence[str] | None = None,
    bot: str | Function | Entrant | None = None,
    games: int = 10_000,
    deep: int = 100,
    seconds: float = 30,
    seats: int | None = None,
    seed: int | str = "study",
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    **options: str,
) -> Study:
    """Measure a game: fairness of seats, effects of options, worth of cards, share of luck.

    Args:
        game: A game, or its name; further keywords are its options.
        ask: The questions, of `PARTS`. "seats": the share of every seat at every size of table. "options": what each
            value of an option changes, at the smallest and the largest table. "cards": what holding a card adds to
            one's share. "luck": how far each level of play is above the one below, and how much of the variance
            duplicate deals remove.
        vary: The options to vary; all when left out.
        bot: Who plays; the strongest level that plays `games` games within `seconds` when left out.
        games: How many games each number comes from.
        deep: How many at most where another level plays that thinks; 0 leaves those levels out.
        seconds: See `bot`: name one where a study is to be repeated elsewhere.
        seats: How many play where it is not the question; the fewest when left out.
        seed: The same seed, bot and numbers of games give the same figures.
        workers: How many threads or processes play; one for each processor when left out.
        cluster: The address of a Ray cluster that plays instead, or "local".
        progress: Called before each question and after each piece of work.

    Raises:
        OptionError: There is no such game, question, option, bot or number of seats.

    Examples:
        >>> from hustings import arena
        >>> found = arena.study("combat", ["seats"], bot="thumb", games=400)
        >>> [figure.name for figure in found.figures]
        ['P1', 'P2', 'drawn', 'decisions']
    """
    chosen = game_called(game, **options) if isinstance(game, str) else game
    known = [option.name for option in chosen.book.options]
    _refuse("question", ask, PARTS)
    _refuse("option of this game", vary or (), known)
    count = chosen.seats_allowed[0] if seats is None else seats
    chosen.start_row(count)
    tell = progress or silent
    player = _affordable(chosen, count, games, seconds, tell) if bot is None else Entrant.read(bot)
    setting = Setting(chosen, count, player, games, deep, seed)
    sizes = chosen.seats_allowed if seats is None else (count,)
    with closing(players_for([], workers, cluster)):  # a cluster of this machine's own, kept for all parts
        hands = Hands(lambda plans: players_for(plans, workers, cluster), tell)
        found = _answers(setting, hands, ask, sizes, known if vary is None else vary)
    about = figures.origin(chosen, players=seats, bot=player.name, games=games, deep=deep, seed=seed)
    return Study(chosen, player.name, seed, tuple(found), about)


def _affordable(game: Game, seats: int, games: int, seconds: float, tell: Progress) -> Entrant:
    """Choose the bot, as `affordable` does, and report the progress."""
    tell("choosing the bot", 0, 1)
    player = affordable(game, seats, games, seconds)
    tell("choosing the bot", 1, 1)
    return player


def _answers(
    setting: Setting, hands: Hands, ask: Sequence[str], sizes: Sequence[int], vary: Sequence[str]
) -> list[Figure]:
    """Return the figures of the requested parts; sizes: table sizes to compare; vary: options to vary."""
    ends = sorted({sizes[0], sizes[-1]})
    ways = {
        parts.SEATS: lambda: parts.of_seats(setting, hands, sizes),
        parts.OPTIONS: lambda: parts.of_options(setting, hands, vary, ends),
        parts.CARDS: lambda: cards.of_cards(setting, hands),
        LUCK: lambda: parts.of_luck(setting, hands),
    }
    return [figure for part in PARTS if part in ask for figure in ways[part]()]


def _refuse(kind: str, asked: Sequence[str], known: Sequence[str]) -> None:
    for name in asked:
        if name not in known:
            raise OptionError(f"there is no {kind} {name!r}; there are {', '.join(known)}")
