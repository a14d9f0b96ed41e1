"""`evaluate`: play language models against bots and one another over duplicate deals, with a transcript."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hustings.arena import Match, Pairing
from hustings.arena.matches.ledger import Lines, heading
from hustings.arena.matches.match import Progress, plans_for, silent
from hustings.arena.matches.plan import Block, Plan, shares_by_deal
from hustings.arena.workers import hire, results
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.game import game as game_called
from hustings.models.evaluation.chair import Line
from hustings.models.evaluation.games import Cast, Given, OneGame, Terms, play, play_elsewhere

TIMEOUT = 300.0  # seconds that a command may take for a reply


@dataclass(frozen=True, repr=False)
class Evaluation:
    """The result of an evaluation.

    Attributes:
        game: The game with its options.
        match: Standings, pairings and games, in the form that `arena.match` returns.
        models: The names of the entrants that are language models.
        games: For each game, its lines of the transcript: the seating first, then every decision, then the end.
    """

    game: Game
    match: Match
    models: tuple[str, ...]
    games: tuple[tuple[Line, ...], ...]

    def __repr__(self) -> str:
        return f"<Evaluation of {', '.join(self.models)}: {self.match!r}>"


def evaluate(
    game: Game | str,
    entrants: Sequence[Given],
    games: int = 20,
    *,
    seats: int | None = None,
    seed: int | str = "eval",
    attempts: int = 3,
    unasked: bool = False,
    keep: str | Path | None = None,
    parallel: int | None = None,
    cluster: str | None = None,
    timeout: float = TIMEOUT,
    progress: Progress | None = None,
    **options: str,
) -> Evaluation:
    """Let language models play bots or one another: every deal is played again with each entrant in each seat.

    Args:
        game: A game, or its name; further keywords are its options.
        entrants: Models ("model:URL#MODEL", "cmd:COMMAND", "mcp", "mcp:PORT", "script:FILE" or a `Scripted`) and
            entrants of `arena.match`.
        games: The most games that a pairing plays. Only whole deals are played, and at least one.
        seats: The number of seats; by default the smallest number that the game allows.
        seed: The seed of the deals; the same seed gives the same deals.
        attempts: The number of replies to a question. If all are refused, a random legal move without a deal is made.
        unasked: Whether to ask seats also when they may move but need not.
        keep: The file of the transcript. An evaluation that was stopped continues from its last decision if called
            again with the same file, or from its last game if several games were played at a time.
        parallel: The number of games at a time, each in a process with connections of its own; by default one, or on
            a cluster one for each processor.
        cluster: The address of a Ray cluster to play the games on, or "local"; needs the extra `cluster`.
        timeout: The most seconds that a command may take for a reply.
        progress: A function that is called after each game.

    Raises:
        OptionError: The game, an option, an entrant or the number of seats does not exist, or an entrant cannot play
            in another process.
        HustingsError: A model does not answer, or `keep` holds a different evaluation.

    Examples:
        >>> from hustings.models.evaluation import Scripted, evaluate
        >>> first = Scripted("first", lambda question: question.look.legal[0])
        >>> evaluate("combat", [first, "random"], games=2).match.pairings[0].games
        2
    """
    chosen = game_called(game, **options) if isinstance(game, str) else game
    if attempts < 1:
        raise OptionError("a question needs one attempt at least")
    with closing(Cast(entrants, timeout)) as cast:
        plans = plans_for(chosen, chosen.seats_allowed[0] if seats is None else seats, tuple(cast.entrants), seed)
        terms = Terms(chosen, tuple(one.name for one in cast.entrants), seed, attempts, unasked, timeout)
        head = heading("eval", plans, attempts=attempts, unasked=unasked)
        with closing(Lines(None if keep is None else Path(keep), head, "evaluation")) as lines:
            works = _works(terms, plans, cast, games, lines.found)
            found = _played(works, cast, lines, parallel, cluster)
            played = _reported(found, plans, progress or silent, len(works))
    match = Match(tuple(cast.entrants), tuple(_pairings(plans, played)), 1 / len(plans[0].sides))
    models = tuple(model.name for model in cast.models if model)
    return Evaluation(chosen, match, models, tuple(played))


def _works(terms: Terms, plans: Sequence[Plan], cast: Cast, games: int, found: Sequence[Line]) -> list[OneGame]:
    """Return all games to play, deal by deal, so that a longer evaluation begins with the games of a shorter one."""
    number = {id(entrant): k for k, entrant in enumerate(cast.entrants)}
    seatings = [[tuple(number[id(plan.entrants[who])] for who in each) for each in plan.seatings] for plan in plans]
    deals = max(1, games // plans[0].games_a_deal)
    known: list[list[Line]] = []
    for line in found:
        if "pairing" in line or not known:
            known.append([])
        known[-1].append(line)
    rest = iter(known)
    return [
        OneGame(terms, pairing, deal, turn, seating, tuple(next(rest, ())))
        for deal in range(deals)
        for pairing, each in enumerate(seatings)
        for turn, seating in enumerate(each)
    ]


def _played(
    works: Sequence[OneGame], cast: Cast, lines: Lines, parallel: int | None, cluster: str | None
) -> Iterator[tuple[Line, ...]]:
    """Play the games one by one in this process, or several at a time by workers, and yield their lines in order.

    In this process each line is stored on disk before the next question. A game of a worker is stored once it and all
    games before it are over.
    """
    if cluster is None and (parallel or 1) == 1:
        for work in works:
            yield _written(lines, work, play(work, cast))
        return
    with closing(hire(parallel, cluster, stay=cast.stay)) as workers:
        for work, found in zip(works, results(workers, play_elsewhere, works), strict=True):
            yield _written(lines, work, found)


def _written(lines: Lines, work: OneGame, found: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines of a game and store those that are not in the transcript yet."""
    game = []
    for line in found:
        game.append(line)
        if len(game) > len(work.known):
            lines.append(line)
    return tuple(game)


def _reported(
    found: Iterable[tuple[Line, ...]], plans: Sequence[Plan], tell: Progress, count: int
) -> list[tuple[Line, ...]]:
    """Collect all games and report the progress after each one."""
    played, done = [], [0] * len(plans)
    for game in found:
        played.append(game)
        pairing = game[0]["pairing"]
        done[pairing] += 1
        tell(plans[pairing].name, done[pairing], count // len(plans))
    return played


def _pairings(plans: Sequence[Plan], games: Sequence[tuple[Line, ...]]) -> Iterator[Pairing]:
    """Yield the games of each pairing in the form that `arena.match` returns."""
    for pairing, plan in enumerate(plans):
        ends = [game[-1] for game in games if game[0]["pairing"] == pairing]
        names = ("weights", "scores", "decisions")
        weights, scores, lengths = (np.array([end[name] for end in ends], np.int64) for name in names)
        shape = len(ends) // plan.games_a_deal, plan.games_a_deal, plan.seats
        block = Block(0, weights.reshape(shape), scores.reshape(shape), lengths.reshape(shape[:2]))
        yield Pairing(plan, block, shares_by_deal(plan, block))
