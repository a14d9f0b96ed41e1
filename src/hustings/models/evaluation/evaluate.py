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
from hustings.arena.workers import Workers, hire, results
from hustings.engine.errors import OptionError
from hustings.engine.game import Game
from hustings.engine.game import game as game_called
from hustings.models.evaluation.chair import Line
from hustings.models.evaluation.games import Cast, Given, OneGame, Terms, play, play_elsewhere

TIMEOUT = 300.0  # seconds that a command may take for a reply


@dataclass(frozen=True)
class Evaluation:
    """An evaluation that was played.

    Attributes:
        game: The game with its options.
        match: Standings, pairings and games, as of `arena.match`.
        models: The names of the entrants that are language models.
        games: The transcript's lines of each game: who sits where, every decision, the end.
    """

    game: Game
    match: Match
    models: tuple[str, ...]
    games: tuple[tuple[Line, ...], ...]


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
    """Let language models play bots or one another: the same deals for each of them in every seat in turn.

    Args:
        game: A game, or its name; further keywords are its options.
        entrants: Models ("model:URL#MODEL", "cmd:COMMAND", "mcp", "mcp:PORT", "script:FILE" or a `Scripted`) and
            entrants of `arena.match`.
        games: How many games a pairing plays at most; whole deals, at least one.
        seats: How many play; the fewest when left out.
        seed: The same seed has the same deals.
        attempts: How many replies to a question may be refused before a random legal move without a deal is made.
        unasked: Whether seats that may act although they need not are asked, too.
        keep: The transcript. Called again after it was stopped, the evaluation goes on from the last decision; from
            the last game if several were played at a time.
        parallel: The number of games at a time, each in a process with connections of its own; one if left out, or on
            a cluster one for each processor.
        cluster: The address of a Ray cluster that plays instead, or "local"; needs the extra `cluster`.
        timeout: The seconds that a command may take for a reply.
        progress: Called after each game.

    Returns:
        What came of it.

    Raises:
        OptionError: There is no such game, option, entrant or number of seats, or an entrant cannot play elsewhere.
        HustingsError: A model does not answer, or `keep` holds another evaluation.

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
        names = tuple(one.name for one in cast.entrants)
        terms = Terms(chosen, names, seed, attempts, unasked, timeout)
        head = heading("eval", plans, attempts=attempts, unasked=unasked)
        count = parallel or (1 if cluster is None else None)
        with (
            closing(hire(count, cluster, stay=cast.stay)) as workers,
            closing(Lines(None if keep is None else Path(keep), head, "evaluation")) as lines,
        ):
            works = _works(terms, plans, cast, games, lines.found)
            here = count == 1 and cluster is None
            found = _here(works, cast, lines) if here else _elsewhere(works, workers, lines)
            played = _reported(found, plans, progress or silent, len(works))
    match = Match(tuple(cast.entrants), tuple(_pairings(plans, played)), 1 / len(plans[0].sides))
    models = tuple(model.name for model in cast.models if model)
    return Evaluation(chosen, match, models, tuple(played))


def _works(terms: Terms, plans: Sequence[Plan], cast: Cast, games: int, found: Sequence[Line]) -> list[OneGame]:
    """Return all games, deal by deal, so that an evaluation of more games begins like one of fewer."""
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


def _here(works: Sequence[OneGame], cast: Cast, lines: Lines) -> Iterator[tuple[Line, ...]]:
    """Play game by game; each line is on the disk before the next question."""
    for work in works:
        yield _written(lines, work, play(work, cast))


def _elsewhere(works: Sequence[OneGame], workers: Workers, lines: Lines) -> Iterator[tuple[Line, ...]]:
    """Let workers play; a game is on the disk when it and all games before it are over."""
    for work, found in zip(works, results(workers, play_elsewhere, works), strict=True):
        yield _written(lines, work, found)


def _written(lines: Lines, work: OneGame, found: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines of a game and store those that an earlier call has not."""
    game = []
    for line in found:
        game.append(line)
        if len(game) > len(work.known):
            lines.append(line)
    return tuple(game)


def _reported(
    found: Iterable[tuple[Line, ...]], plans: Sequence[Plan], tell: Progress, count: int
) -> list[tuple[Line, ...]]:
    """Return all games and report each."""
    played, done = [], [0] * len(plans)
    for game in found:
        played.append(game)
        pairing = game[0]["pairing"]
        done[pairing] += 1
        tell(plans[pairing].name, done[pairing], count // len(plans))
    return played


def _pairings(plans: Sequence[Plan], games: Sequence[tuple[Line, ...]]) -> Iterator[Pairing]:
    """Yield the games of each pairing as `arena.match` has them."""
    for pairing, plan in enumerate(plans):
        ends = [game[-1] for game in games if game[0]["pairing"] == pairing]
        names = ("weights", "scores", "decisions")
        weights, scores, lengths = (np.array([end[name] for end in ends], np.int64) for name in names)
        shape = len(ends) // plan.games_a_deal, plan.games_a_deal, plan.seats
        block = Block(0, weights.reshape(shape), scores.reshape(shape), lengths.reshape(shape[:2]))
        yield Pairing(plan, block, shares_by_deal(plan, block))
