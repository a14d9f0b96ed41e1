"""One game of an evaluation, which any worker process can play.

A game that an earlier run has begun is replayed with the replies in its transcript; then the models are asked.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hustings.arena import Entrant
from hustings.arena.matches.playing import LONGEST, THINKING, endless
from hustings.arena.workers import Kept
from hustings.bots.own import Function
from hustings.engine.errors import HustingsError
from hustings.engine.game import Game
from hustings.engine.kernels.chance import Seeded, draw, key_of
from hustings.engine.result import Result
from hustings.models.evaluation.chair import Chair, Line
from hustings.models.evaluation.connections import Command, Endpoint
from hustings.models.evaluation.model import Model, Scripted, script

UNASKED = THINKING - 15  # the first chance stream for decisions of seats that need not move
VISITOR = "mcp"
OTHER_GAME = "the transcript does not fit this version of Hustings: it goes on with {known}, not entry {entry}"

#: the forms in which a caller names an entrant
Given = str | Function | Entrant | Scripted


def no_bot(*_: object) -> str:
    """Raise an error: a language model has no bot function, because it plays through a `Chair`."""
    raise HustingsError("a language model plays in an evaluation only")


def model_of(given: object, timeout: float) -> Model | None:
    """Return the language model that `given` is or names, or None if it is a bot."""
    if isinstance(given, Scripted):
        return given
    if not isinstance(given, str):
        return None
    kind, _, rest = given.partition(":")
    if kind == "model":
        return Endpoint(given, rest)
    if kind == "cmd":
        return Command(given, rest, timeout)
    if kind == "script":
        return script(given, rest)
    if kind == VISITOR:
        from hustings.models.evaluation.mcp_client import Visitor

        return Visitor(given, rest)
    return None


class Cast:
    """The entrants of an evaluation in one process, with their models.

    Attributes:
        entrants: The entrants in the order given.
        models: The language model of each entrant; None for a bot.
        stay: The names of entrants that cannot play in another process.
    """

    def __init__(self, given: Sequence[Given], timeout: float) -> None:
        self.entrants: list[Entrant] = []
        self.models: list[Model | None] = []
        self.stay: list[str] = []
        try:
            for one in given:
                model = model_of(one, timeout)
                self.models.append(model)
                self.entrants.append(Entrant(model.name, no_bot) if model else Entrant.read(one))  # type: ignore[arg-type]
                named = isinstance(one, str) and one.partition(":")[0] != VISITOR
                if not (named if model else self.entrants[-1].travels):
                    self.stay.append(self.entrants[-1].name)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for model in filter(None, self.models):
            model.close()


@dataclass(frozen=True)
class Terms:
    """The settings of all games of an evaluation; worker processes make their `Cast` from `names` and `timeout`."""

    game: Game
    names: tuple[str, ...]
    seed: int | str
    attempts: int
    unasked: bool
    timeout: float


@dataclass(frozen=True)
class OneGame:
    """A game to play.

    `seating` holds each seat's entrant, by its number in the cast; `known` holds the lines from an earlier run.
    """

    terms: Terms
    pairing: int
    deal: int
    turn: int
    seating: tuple[int, ...]
    known: tuple[Line, ...]

    def __str__(self) -> str:
        return f"game {self.turn} of deal {self.deal}"


def play_elsewhere(work: OneGame, kept: Kept) -> list[Line]:
    """Play a game with the cast of a worker process."""
    named = (work.terms.names, work.terms.timeout)
    if kept.get("named") != named:
        if "cast" in kept:
            kept.pop("cast").close()
        kept.update(named=named, cast=Cast(*named))
    return list(play(work, kept["cast"]))


def play(work: OneGame, cast: Cast) -> Iterator[Line]:
    """Play a game and yield its lines of the transcript."""
    terms, known = work.terms, deque(work.known)
    key = draw(key_of(terms.seed), 0, work.deal)
    table = terms.game.start(len(work.seating), draw=Seeded(key, terms.game.book.streams))
    entrants = [cast.entrants[number] for number in work.seating]
    names = [one.name for one in entrants]
    yield _fitting(known, {"pairing": work.pairing, "deal": work.deal, "game": work.turn, "seats": names})
    models = [cast.models[number] for number in work.seating]
    players = enumerate(zip(entrants, models, strict=True))
    chairs = [Chair(table, seat, one, model, terms.attempts) for seat, (one, model) in players]
    decisions, passed = 0, set[int]()
    while not table.over:
        if decisions >= LONGEST:
            raise endless(terms.game, names, terms.seed, work.deal)
        free = sorted(table.may - table.owes - passed) if terms.unasked else []
        seat, must = (free[0], False) if free else (min(table.owes), True)
        number = draw(key, (THINKING if must else UNASKED) + seat, decisions)
        entry = {"entry": table.length + 1, "seat": f"P{seat + 1}"}
        stored = known[0] if known and entry.items() <= known[0].items() else None
        if known and stored is None and must:
            raise HustingsError(OTHER_GAME.format(known=known[0], entry=entry["entry"]))
        line = chairs[seat].decide(number, must, stored)
        if line["move"] is not None or "attempts" in line:
            yield _fitting(known, line)
        if line["move"] is None:
            passed.add(seat)
            continue
        table.play(line["move"])
        decisions, passed = decisions + 1, set()
        for chair in chairs:
            chair.follow()
    assert table.result is not None
    yield _fitting(known, {**_end(table.result), "decisions": decisions, "saved": table.save(names)})


def _fitting(known: deque[Line], line: Line) -> Line:
    """Return a line; raise HustingsError if the transcript of an earlier run has a different line here."""
    if known and (stored := known.popleft()) != line:
        raise HustingsError(OTHER_GAME.format(known=stored, entry=line.get("entry", "an end")))
    return line


def _end(result: Result) -> Line:
    whole = math.lcm(*(share.denominator for share in result.shares))
    return {"weights": [int(share * whole) for share in result.shares], "scores": list(result.scores)}
