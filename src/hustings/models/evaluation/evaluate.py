"""`evaluate`: play language models against bots and one another over duplicate deals, with a transcript."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hustings.arena import Entrant, Match, Pairing
from hustings.arena.matches.ledger import Lines, heading
from hustings.arena.matches.match import Progress, plans_for, silent
from hustings.arena.matches.plan import Block, Plan, shares_by_deal
from hustings.arena.matches.playing import THINKING
from hustings.bots.own import Function
from hustings.engine.errors import HustingsError, OptionError
from hustings.engine.game import Game
from hustings.engine.game import game as game_called
from hustings.engine.kernels.chance import draw, key_of
from hustings.engine.result import Result
from hustings.engine.table.core import Seeded
from hustings.models.evaluation.chair import Chair, Line
from hustings.models.evaluation.connections import Command, Endpoint
from hustings.models.evaluation.model import Model, Scripted, script

UNASKED = THINKING - 15  # the stream of entrants that act unasked
OTHER_GAME = "the transcript does not fit this version of Hustings: it goes on with {known}, not entry {entry}"


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


def _no_bot(*_: object) -> str:
    raise HustingsError("a language model plays in an evaluation only")


def _model(given: object) -> Model | None:
    """Return the model that an entrant is or that a text names, or None for a bot."""
    if isinstance(given, Scripted):
        return given
    if not isinstance(given, str):
        return None
    kind, _, rest = given.partition(":")
    if kind == "model":
        return Endpoint(given, rest)
    if kind == "cmd":
        return Command(given, rest)
    if kind == "script":
        return script(given, rest)
    if kind == "mcp":
        from hustings.models.evaluation.mcp_client import Visitor

        return Visitor(given, rest)
    return None


def evaluate(
    game: Game | str,
    entrants: Sequence[str | Function | Entrant | Scripted],
    games: int = 20,
    *,
    seats: int | None = None,
    seed: int | str = "eval",
    attempts: int = 3,
    unasked: bool = False,
    keep: str | Path | None = None,
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
        keep: The transcript. Called again after it was stopped, the evaluation goes on from the last decision.
        progress: Called after each game.

    Returns:
        What came of it.

    Raises:
        OptionError: There is no such game, option, entrant or number of seats.
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
    models: list[Model | None] = []
    try:
        named = tuple(_entrant(given, models) for given in entrants)
        plans = plans_for(chosen, chosen.seats_allowed[0] if seats is None else seats, named, seed)
        head = heading("eval", plans, attempts=attempts, unasked=unasked)
        with closing(Lines(None if keep is None else Path(keep), head, "evaluation")) as lines:
            table = _Table(lines, {id(one): model for one, model in zip(named, models, strict=True)}, attempts, unasked)
            pairings, played = _played(plans, games, table, progress or silent)
    finally:
        for model in filter(None, models):
            model.close()
    match = Match(named, tuple(pairings), 1 / len(plans[0].sides))
    return Evaluation(chosen, match, tuple(model.name for model in models if model), tuple(played))


def _entrant(given: str | Function | Entrant | Scripted, models: list[Model | None]) -> Entrant:
    """Return an entrant and add its model, or None for a bot, to `models`, which are closed even after a failure."""
    model = _model(given)
    models.append(model)
    return Entrant(model.name, _no_bot) if model else Entrant.read(given)  # type: ignore[arg-type]


def _played(
    plans: Sequence[Plan], games: int, table: _Table, tell: Progress
) -> tuple[list[Pairing], list[tuple[Line, ...]]]:
    """Play deal by deal, so that an evaluation of more games begins like one of fewer."""
    each = plans[0].games_a_deal
    deals = max(1, games // each)
    ends: list[list[Line]] = [[] for _ in plans]
    played = []
    for deal in range(deals):
        for number, plan in enumerate(plans):
            for turn in range(each):
                played.append(tuple(table.play(plan, number, deal, turn)))
                ends[number].append(played[-1][-1])
                tell(plan.name, len(ends[number]), deals * each)
    pairings = []
    for plan, found in zip(plans, ends, strict=True):
        names = ("weights", "scores", "decisions")
        weights, scores, lengths = (np.array([end[name] for end in found], np.int64) for name in names)
        shape = deals, each, plan.seats
        block = Block(0, weights.reshape(shape), scores.reshape(shape), lengths.reshape(shape[:2]))
        pairings.append(Pairing(plan, block, shares_by_deal(plan, block)))
    return pairings, played


class _Table:
    """Plays games one after another and writes their lines; those of an earlier call are played again first."""

    def __init__(self, lines: Lines, models: dict[int, Model | None], attempts: int, unasked: bool) -> None:
        self._lines, self._known = lines, deque(lines.found)
        self._models, self._attempts, self._unasked = models, attempts, unasked

    def play(self, plan: Plan, pairing: int, deal: int, turn: int) -> Iterator[Line]:
        """Play a game and yield its lines."""
        seating, key = plan.seatings[turn], draw(key_of(plan.seed), 0, deal)
        entrants = [plan.entrants[who] for who in seating]
        table = plan.game.start(plan.seats, draw=Seeded(key, plan.game.book.streams))
        yield self._line({"pairing": pairing, "deal": deal, "game": turn, "seats": [one.name for one in entrants]})
        chairs = [Chair(table, seat, one, self._models[id(one)], self._attempts) for seat, one in enumerate(entrants)]
        decisions, passed = 0, set[int]()
        while not table.over:
            free = sorted(table.may - table.owes - passed) if self._unasked else []
            seat, must = (free[0], False) if free else (min(table.owes), True)
            number = draw(key, (THINKING if must else UNASKED) + seat, decisions)
            entry = {"entry": table.length + 1, "seat": f"P{seat + 1}"}
            known = self._known[0] if self._known and entry.items() <= self._known[0].items() else None
            if self._known and known is None and must:
                raise HustingsError(OTHER_GAME.format(known=self._known[0], entry=entry["entry"]))
            line = chairs[seat].decide(number, must, known)
            if line["move"] is not None or "attempts" in line:
                yield self._line(line)
            if line["move"] is None:
                passed.add(seat)
                continue
            table.play(line["move"])
            decisions, passed = decisions + 1, set()
            for chair in chairs:
                chair.follow()
        result = table.result
        assert result is not None
        yield self._line({**_end(result), "decisions": decisions, "saved": table.save([one.name for one in entrants])})

    def _line(self, line: Line) -> Line:
        """Write a line, unless an earlier call has written it."""
        if self._known:
            known = self._known.popleft()
            if known != line:
                raise HustingsError(OTHER_GAME.format(known=known, entry=line.get("entry", "an end")))
        else:
            self._lines.append(line)
        return line


def _end(result: Result) -> Line:
    whole = math.lcm(*(share.denominator for share in result.shares))
    return {"weights": [int(share * whole) for share in result.shares], "scores": list(result.scores)}
