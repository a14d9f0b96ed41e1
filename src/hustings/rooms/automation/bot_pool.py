"""Bots at a room's table: worker processes that choose moves from views, with fallbacks."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Generic, TypeVar

from hustings.arena.warming import compile_beside
from hustings.bots.levels import Advice, advise_in_view, choose_within, interject_in_view, levels
from hustings.bots.search.quick import reserved_action
from hustings.engine import installed
from hustings.engine.notation import write_move
from hustings.engine.record import Row
from hustings.rooms.automation.fair_queue import FairQueue
from hustings.rooms.automation.seldom_log import SeldomLog
from hustings.rooms.metrics import Metrics

logger = logging.getLogger(__name__)

#: levels that answer within milliseconds and need no compiled code: a thread will do
QUICK = frozenset(level.name for level in levels() if level.quick)
SEARCHING = frozenset(level.name for level in levels()) - QUICK
STAND_IN = "thumb"  # who answers for a bot that fails
PATIENCE = 5.0  # seconds
HASTE = 0.8  # the part of the time that is left which a search may take
SHORTEST = 0.001  # seconds a search has at least
ENOUGH = 0.5  # the part of its level's iterations below which a bot plays below its level
COMPILING = 120.0  # seconds that advice waits for a game's search to be compiled
Answer = TypeVar("Answer")
MOST_WORKERS = 4
NICE = 10  # how much less a worker's share of a processor counts


def think(
    game: str,
    view: bytes,
    seat: int,
    level: str,
    key: int,
    seconds: float = 0.0,
    bargains: bool = True,
    temperament: str = "steady",
) -> tuple[str, float | None]:
    """Choose a bot's move from a view's bytes; return its text and the completed part of the search.

    Runs in a thread or in a worker process. See `choose_within`.
    """
    rules = installed.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    move, part = choose_within(
        rules, row, seat, level, key, bargains=bargains, temperament=temperament, seconds=seconds
    )
    return str(move), part


def listen(game: str, view: bytes, seat: int, level: str, key: int, seconds: float = 0.0) -> str:
    """Return a bot's unasked move as text, from the bytes of a seat's view; "" for none."""
    rules = installed.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return str(interject_in_view(rules, row, seat, level, key, seconds) or "")


def weigh(game: str, view: bytes, seat: int, key: str) -> list[Advice]:
    """Return the strongest level's advice on a seat's moves, from its view's bytes. Runs in a worker process."""
    rules = installed.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return advise_in_view(rules, row, seat, key=key)


def any_legal(game: str, view: Row, seat: int) -> str:
    """Return a random move among the seat's choices, which makes no deals."""
    rules = installed.rulebook(game)
    actions = rules.buffers(note_rows=1).actions
    action = int(reserved_action(view, seat, 1.0, secrets.randbits(63), 0, actions))
    return str(write_move(rules, view, seat, action))


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's move and how it was found.

    hurried  whether less than `ENOUGH` of its level's thinking went into it; None: it needed no thinking.
    """

    move: str
    hurried: bool | None = None


@dataclass(eq=False, slots=True)
class _Thought(Generic[Answer]):
    """A task for a worker. due: when its answer is no longer waited for, by `time.monotonic`.

    limited  whether it may be given less time: its function is called with a number of seconds then.
    """

    function: Callable[..., Answer]
    about: tuple[Any, ...]
    limited: bool
    due: float
    answer: asyncio.Future[Answer]


class ThoughtDroppedError(Exception):
    """A thought was given up before any worker came to it: its workers were ended."""


class _Workers(SpawnContext):
    """Starts worker processes and remembers them, so that stuck ones can be ended."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Make a process, as the executor asks its context to."""
        self.started.append(SpawnProcess(*args, **named))
        return self.started[-1]


class BotPool:
    """The worker processes of all rooms' bots; patience: seconds before a quicker bot answers.

    The rooms whose bots wait for a worker are served in turn. The time that is left is shared among them, and a search
    stops when its share is over: under load bots think less, and only then does the rule of thumb answer for them.
    """

    def __init__(self, patience: float = PATIENCE, workers: int | None = None, metrics: Metrics | None = None) -> None:
        self.metrics = metrics or Metrics()
        self._patience = patience
        self._workers = workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self._processes = _Workers()  # of that pool
        self._waiting: FairQueue[_Thought[Any]] = FairQueue()
        self._begun: dict[asyncio.Future[Any], float] = {}  # what the workers think of now, and since when
        self._compiled: dict[str, asyncio.Task[None]] = {}  # by game
        self._log = SeldomLog(logger)

    async def choose(
        self,
        game: str,
        view: Row,
        seat: int,
        level: str,
        stands_in: bool = False,
        temperament: str = "steady",
        room: str = "",
    ) -> Choice:
        """Return the bot's move; after a crash or timeout, the rule of thumb's or a random legal one.

        stands_in    whether it moves for a person, whose word it keeps, and with whose things it makes no deals.
        temperament  of the character the bot is: see `bots.temperaments`.
        room         whose bot it is: rooms share the workers alike.
        """
        began = time.monotonic()
        thinking = partial(think, bargains=not stands_in, temperament=temperament)
        try:
            move, part = await self._ask(room, game, view, seat, level, thinking)
        except Exception as error:
            self.metrics.bot_failures.labels("overrun" if isinstance(error, TimeoutError) else "crash").inc()
            self._warn_of_failure(error, game, level, f"{STAND_IN} answers for it")
        else:
            hurried = part < ENOUGH if part is not None else None if level in SEARCHING else False
            if hurried:
                self.metrics.hurried_moves.inc()
                self._log.warn("hurried", f"too many bots think at once: one of level {level} at {game} thought less")
            return Choice(move, hurried)
        finally:
            self.metrics.bot_seconds.observe(time.monotonic() - began)
        try:
            move, _ = await self._in_thread(game, view, seat, STAND_IN, thinking)
        except Exception as error:
            text = f"the {STAND_IN} bot failed at {game} ({_kind(error)}); a legal move by chance answers for it"
            self._log.warn("stand-in", text)
            move = any_legal(game, view, seat)
        return Choice(move, hurried=True)

    async def interject(self, game: str, view: Row, seat: int, level: str, room: str = "") -> str:
        """Return a searching bot's unasked move as text; "" for none or after a failure."""
        try:
            return await self._ask(room, game, view, seat, level, listen)
        except Exception as error:
            self._warn_of_failure(error, game, level, "it does nothing unasked")
            return ""

    def _warn_of_failure(self, error: Exception, game: str, level: str, instead: str) -> None:
        name = _kind(error)
        self._log.warn(f"{name}, {instead}", f"a bot of level {level} failed at {game} ({name}); {instead}")

    async def _ask(
        self, room: str, game: str, view: Row, seat: int, level: str, thinking: Callable[..., Answer]
    ) -> Answer:
        if level in QUICK:
            return await self._in_thread(game, view, seat, level, thinking)
        if level in SEARCHING:
            await asyncio.wait_for(asyncio.shield(self._compiling(game)), self._patience)
        return await self._work(room, thinking, game, view.tobytes(), seat, level, secrets.randbits(63), limited=True)

    async def advise(self, game: str, view: Row, seat: int, key: str, room: str = "") -> list[Advice]:
        """Return the strongest level's best moves, equal for equal keys. Raises the error that stopped it."""
        await asyncio.wait_for(asyncio.shield(self._compiling(game)), COMPILING)
        return await self._work(room, weigh, game, view.tobytes(), seat, key)

    async def _work(self, room: str, function: Callable[..., Answer], *about: Any, limited: bool = False) -> Answer:
        """Return the answer of a worker process, once it is the room's turn."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        thought = _Thought(function, about, limited, time.monotonic() + self._patience, answer)
        self._waiting.add(room, thought)
        answer.add_done_callback(_retrieve_error)
        self._hand_out()
        try:
            await asyncio.wait([answer], timeout=self._patience)  # unlike `wait_for`, it never swallows a cancellation
        finally:
            self._waiting.discard(room, thought)
        if not answer.done():
            answer.cancel()
            raise TimeoutError
        return answer.result()

    def _hand_out(self) -> None:
        """Give each free worker a thought, with its share of the time that is left."""
        while self._waiting:
            pool = self._ready_pool()
            if len(self._begun) >= self._workers:
                return
            thought, share = self._waiting.pop()
            now = time.monotonic()
            limit = HASTE * (thought.due - now) * min(1.0, share * self._workers)
            more = (max(SHORTEST, limit),) if thought.limited else ()
            try:
                work = asyncio.wrap_future(pool.submit(thought.function, *thought.about, *more))
            except BrokenProcessPool as error:
                self._drop_pool()
                _settle(thought.answer, error)
                continue
            self._begun[work] = now
            work.add_done_callback(partial(self._take_answer, pool, thought))

    def _take_answer(self, pool: ProcessPoolExecutor, thought: _Thought[Answer], work: asyncio.Future[Answer]) -> None:
        """Deliver an answer; a dropped thought becomes an error."""
        self._begun.pop(work, None)
        error = ThoughtDroppedError() if work.cancelled() else work.exception()
        if isinstance(error, BrokenProcessPool) and self._pool is pool:  # else others stand in its place already
            self._drop_pool()
        if error is not None:
            _settle(thought.answer, error)
        elif not thought.answer.done():
            thought.answer.set_result(work.result())
        self._hand_out()

    def _compiling(self, game: str) -> asyncio.Task[None]:
        """Return the task that compiles the game's search outside the workers, so that none seems stuck."""
        task = self._compiled.get(game)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._compiled[game] = asyncio.create_task(compile_beside(game))
        return task

    async def _in_thread(self, game: str, view: Row, seat: int, level: str, thinking: Callable[..., Answer]) -> Answer:
        work = asyncio.to_thread(thinking, game, view.tobytes(), seat, level, secrets.randbits(63))
        return await asyncio.wait_for(work, self._patience)

    def _ready_pool(self) -> ProcessPoolExecutor:
        """Return the worker processes, fresh ones if every worker has thought too long."""
        late = time.monotonic() - self._patience
        if sum(began < late for began in self._begun.values()) >= self._workers:
            self._drop_pool()
        if self._pool is None:
            self._processes = _Workers()
            self._pool = ProcessPoolExecutor(self._workers, mp_context=self._processes, initializer=_settle_in)
        return self._pool

    def _drop_pool(self) -> None:
        pool, self._pool = self._pool, None
        self._begun.clear()
        if pool is None:
            return
        pool.shutdown(wait=False, cancel_futures=True)
        for process in self._processes.started:
            if process.is_alive():
                process.terminate()

    def close(self) -> None:
        """End the worker processes and any compilation."""
        for task in self._compiled.values():
            task.cancel()
        for thought in self._waiting.clear():
            _settle(thought.answer, ThoughtDroppedError())
        self._drop_pool()


def _retrieve_error(answer: asyncio.Future[Any]) -> None:
    """Retrieve the error of a thought that is no longer waited for, so that it is not reported."""
    if not answer.cancelled():
        answer.exception()


def _settle(answer: asyncio.Future[Any], error: BaseException) -> None:
    """Set an error as the answer if somebody still waits for one."""
    if not answer.done():
        answer.set_exception(error)


def _kind(error: Exception) -> str:
    """Return an error's type without its text, which might name hidden cards."""
    return type(error).__name__


def _settle_in() -> None:
    """Prepare a worker: ignore keyboard interrupts and lower the priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
