"""`hustings.arena.study`: measure how fair a game is, and write the report, its fairness card."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from hustings.arena import figures
from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.match import Progress, silent
from hustings.arena.matches.playing import players_for
from hustings.arena.studies import cards, parts, report
from hustings.arena.studies.figure import LUCK, Figure, judged
from hustings.arena.studies.tables import Hands, Setting, affordable
from hustings.bots.own import Function
from hustings.engine.errors import OptionError
from hustings.engine.framed import Framed, Summary
from hustings.engine.game import Game
from hustings.engine.game import game as game_called

PARTS = (parts.SEATS, parts.OPTIONS, parts.CARDS, LUCK)
"""The questions a study can ask."""


@dataclass(frozen=True, repr=False)
class Study(Framed):
    """A finished study of a game.

    Attributes:
        game: The game, with the options that were not varied.
        bot: The name of the bot that played.
        seed: The seed that repeats the study.
        figures: The measured numbers, in the order of `PARTS`.
        about: The origin of the figures, which `write` adds to a file: game, options, numbers of games, seed, versions.

    The attribute `off` of each figure is corrected for the number of all figures.
    """

    game: Game
    bot: str
    seed: int | str
    figures: tuple[Figure, ...]
    about: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", judged(self.figures))

    def part(self, name: str) -> list[Figure]:
        """Return the figures of one question, such as "seats"."""
        return [figure for figure in self.figures if figure.part == name]

    @classmethod
    def read(cls, path: str | Path, game: Game | str, bot: str, seed: int | str = "study") -> Study:
        """Read a study from a Parquet file that `write` wrote (needs the extra `data`).

        Args:
            path: The file.
            game: The game that was studied.
            bot: The name of the bot that played.
            seed: The seed of the study.
        """
        chosen = game_called(game) if isinstance(game, str) else game
        rows = figures.rows(Path(path))
        told = [row.pop("about", None) for row in rows]
        about = json.loads(told[0]) if told and told[0] else {}
        return cls(chosen, bot, seed, tuple(Figure(**row) for row in rows), about)

    def columns(self) -> dict[str, list[Any]]:
        """Return the figures as columns by attribute."""
        return {each.name: [getattr(figure, each.name) for figure in self.figures] for each in fields(Figure)}

    def summary(self) -> Summary:
        """Return each figure with its interval."""
        rows = [
            (one.part, one.group, one.name, f"{one.value:.4f}", f"± {one.error:.4f}", f"{one.games:,}")
            for one in self.figures
        ]
        heads = ("part", "group", "name", "value", "95 %", "games")
        return f"{self.game.title}: {len(rows)} figures, {self.bot} plays", heads, rows

    def write(self, path: str | Path) -> None:
        """Write the figures to a file that ends in .csv or .parquet (Parquet needs the extra `data`).

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
            address: The address of that folder in the page's links.

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
        ask: Some of the questions in `PARTS`. "seats": each seat's share at every table size. "options": the effect of
            each value of an option, at the smallest and the largest table. "cards": the gain in share from holding a
            card. "luck": the lead of each level of play over the level below, and the part of the variance that
            duplicate deals remove.
        vary: The options to vary; by default all.
        bot: The bot that plays; by default the strongest level that can play `games` games in `seconds`. Name a bot if
            the study is to be repeated on another machine.
        games: The number of games for each figure.
        deep: The most games for a figure that needs another bot that searches; 0 leaves such figures out.
        seconds: The time by which the default bot is chosen.
        seats: The number of players; by default the smallest, and for "seats" and "options" several numbers.
        seed: The same seed, bot and numbers of games give the same figures.
        workers: The number of threads or processes; by default one for each processor.
        cluster: The address of a Ray cluster to play the games on, or "local".
        progress: A function that is called before each question and after each piece of work.

    Raises:
        OptionError: The game, a question, an option, the bot or the number of seats does not exist.

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
    player = affordable(chosen, count, games, seconds, tell) if bot is None else Entrant.read(bot)
    setting = Setting(chosen, count, player, games, deep, seed)
    sizes = chosen.seats_allowed if seats is None else (count,)
    with closing(players_for([], workers, cluster)):  # a cluster of this machine's own, kept for all parts
        hands = Hands(lambda plans: players_for(plans, workers, cluster), tell)
        found = _answers(setting, hands, ask, sizes, known if vary is None else vary)
    about = figures.origin(chosen, players=seats, bot=player.name, games=games, deep=deep, seed=seed)
    return Study(chosen, player.name, seed, tuple(found), about)


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
