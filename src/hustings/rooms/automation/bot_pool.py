"""Bots at a room's table: they think away from the event loop, from a seat's view alone, and always answer."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

from hustings.arena.warming import compile_beside
from hustings.bots.levels import Advice, advise_in_view, choose_in_view, interject_in_view, levels
from hustings.bots.search.quick import reserved_action
from hustings.engine import rulebook
from hustings.engine.moves import write_move
from hustings.engine.record import Row
from hustings.rooms.metrics import Metrics

logger = logging.getLogger(__name__)

#: levels that answer within milliseconds and need no compiled code: a thread will do
QUICK = frozenset(level.name for level in levels() if level.quick)
SEARCHING = frozenset(level.name for level in levels()) - QUICK
STAND_IN = "thumb"  # who answers for a bot that fails
PATIENCE = 5.0  # seconds
COMPILING = 120.0  # seconds that advice waits for a game's search to be compiled
Answer = TypeVar("Answer")
MOST_WORKERS = 4
NICE = 10  # how much less a worker's share of a processor counts


def think(game: str, view: bytes, seat: int, level: str, key: int, temperament: str = "steady") -> str:
    """A bot's move, as text, from the bytes of a seat's view. Runs in a thread or in a worker process."""
    rules = rulebook.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return str(choose_in_view(rules, row, seat, level, key, temperament=temperament))


def think_for_absent(game: str, view: bytes, seat: int, level: str, key: int) -> str:
    """As `think`, for a person who is not there: a stand-in makes no deals with what is theirs."""
    rules = rulebook.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return str(choose_in_view(rules, row, seat, level, key, bargains=False))


def listen(game: str, view: bytes, seat: int, level: str, key: int) -> str:
    """What a bot does unasked, as text, from the bytes of a seat's view; "" where it lets the others go on."""
    rules = rulebook.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return str(interject_in_view(rules, row, seat, level, key) or "")


def weigh(game: str, view: bytes, seat: int, key: str) -> list[Advice]:
    """What the strongest level thinks of a seat's moves, from the bytes of its view. Runs in a worker process."""
    rules = rulebook.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return advise_in_view(rules, row, seat, key=key)


def any_legal(game: str, view: Row, seat: int) -> str:
    """One of the moves the seat would think of, each as likely; it backs out of deals, and gives nothing away."""
    rules = rulebook.rulebook(game)
    actions = rules.buffers(note_rows=1).actions
    action = int(reserved_action(view, seat, 1.0, secrets.randbits(63), 0, actions))
    return str(write_move(rules, view, seat, action))


#: what a worker is given to do: `think`, `think_for_absent` or `listen`
Thought = Callable[[str, bytes, int, str, int], str]


class ThoughtDroppedError(Exception):
    """A thought was given up before any worker came to it: its workers were ended."""


class _Workers(SpawnContext):
    """Starts worker processes and remembers them, so that those that are stuck can be ended."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Make a process, as the executor asks its context to."""
        self.started.append(SpawnProcess(*args, **named))
        return self.started[-1]


class BotPool:
    """Where the bots of all rooms think. patience: seconds a bot has before another answers for it."""

    def __init__(self, patience: float = PATIENCE, workers: int | None = None, metrics: Metrics | None = None) -> None:
        self.metrics = metrics or Metrics()
        self._patience = patience
        self._workers = workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self._processes = _Workers()  # of that pool
        self._given: list[Future[Any]] = []  # what the workers were given and have not done, first come first served
        self._overdue: set[Future[Any]] = set()  # of those, what is no longer waited for
        self._compiled: dict[str, asyncio.Task[None]] = {}  # by game

    async def choose(
        self, game: str, view: Row, seat: int, level: str, stands_in: bool = False, temperament: str = "steady"
    ) -> str:
        """The bot's move as text. A crash or an overrun is logged and the rule of thumb, or any legal move, answers.

        stands_in    whether it moves for a person, whose word it keeps, and with whose things it makes no deals.
        temperament  of the character the bot is: see `bots.temperaments`.
        """
        began = time.monotonic()
        thought: Thought = think_for_absent if stands_in else think
        if not stands_in and temperament != "steady":
            thought = partial(think, temperament=temperament)
        try:
            return await self._ask(game, view, seat, level, thought)
        except Exception as error:
            self.metrics.bot_failures.labels("overrun" if isinstance(error, TimeoutError) else "crash").inc()
            logger.warning(
                "a bot of level %s failed at %s (%s); %s answers for it", level, game, _kind(error), STAND_IN
            )
        finally:
            self.metrics.bot_seconds.observe(time.monotonic() - began)
        try:
            return await self._in_thread(game, view, seat, STAND_IN, thought)
        except Exception as error:
            kind = _kind(error)
            logger.warning("the %s bot failed at %s (%s); a legal move by chance answers for it", STAND_IN, game, kind)
        return any_legal(game, view, seat)

    async def interject(self, game: str, view: Row, seat: int, level: str) -> str:
        """What a bot of a level that searches does unasked, as text; "" for nothing, or where it failed."""
        try:
            return await self._ask(game, view, seat, level, listen)
        except Exception as error:
            logger.warning("a bot of level %s failed at %s (%s); it does nothing unasked", level, game, _kind(error))
            return ""

    async def _ask(self, game: str, view: Row, seat: int, level: str, thought: Thought) -> str:
        if level in QUICK:
            return await self._in_thread(game, view, seat, level, thought)
        if level in SEARCHING:
            await asyncio.wait_for(asyncio.shield(self._compiling(game)), self._patience)
        return await self._work(thought, game, view.tobytes(), seat, level, secrets.randbits(63))

    async def advise(self, game: str, view: Row, seat: int, key: str) -> list[Advice]:
        """The strongest level's best moves; the same key, the same advice. Raises what keeps it from thinking."""
        await asyncio.wait_for(asyncio.shield(self._compiling(game)), COMPILING)
        return await self._work(weigh, game, view.tobytes(), seat, key)

    async def _work(self, thinking: Callable[..., Answer], *about: Any) -> Answer:
        """What a worker process thinks."""
        pool = self._ready_pool()
        try:
            work = pool.submit(thinking, *about)
            self._given.append(work)
            return await self._thought(work)
        except BrokenProcessPool:
            if self._pool is pool:  # else others stand in its place already
                self._drop_pool()
            raise

    def _compiling(self, game: str) -> asyncio.Task[None]:
        """The game's search being compiled beside the server: a worker that compiled would be taken for stuck."""
        task = self._compiled.get(game)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._compiled[game] = asyncio.create_task(compile_beside(game))
        return task

    async def _thought(self, work: Future[Answer]) -> Answer:
        """What a worker thinks. A thought dropped with its pool is an error, not the end of its waiter."""
        thought = asyncio.wrap_future(work)
        thought.add_done_callback(_retrieve_error)
        await asyncio.wait([thought], timeout=self._patience)
        if not thought.done():
            if not work.cancel():  # one that no worker has begun is not begun any more
                self._overdue.add(work)
            raise TimeoutError
        if thought.cancelled():
            raise ThoughtDroppedError
        return thought.result()

    async def _in_thread(self, game: str, view: Row, seat: int, level: str, thought: Thought) -> str:
        work = asyncio.to_thread(thought, game, view.tobytes(), seat, level, secrets.randbits(63))
        return await asyncio.wait_for(work, self._patience)

    def _ready_pool(self) -> ProcessPoolExecutor:
        """The worker processes; fresh ones where every worker is stuck on a thought no longer waited for."""
        self._given = [work for work in self._given if not work.done()]
        self._overdue.intersection_update(self._given)
        if self._overdue.issuperset(self._given[: self._workers]) and len(self._overdue) >= self._workers:
            self._drop_pool()
        if self._pool is None:
            self._processes = _Workers()
            self._pool = ProcessPoolExecutor(self._workers, mp_context=self._processes, initializer=_settle_in)
        return self._pool

    def _drop_pool(self) -> None:
        pool, self._pool = self._pool, None
        self._given, self._overdue = [], set()
        if pool is None:
            return
        pool.shutdown(wait=False, cancel_futures=True)
        for process in self._processes.started:
            if process.is_alive():
                process.terminate()

    def close(self) -> None:
        """End the worker processes, and what is being compiled."""
        for task in self._compiled.values():
            task.cancel()
        self._drop_pool()


def _retrieve_error(thought: asyncio.Future[Any]) -> None:
    """Retrieve the error of a thought that is no longer waited for, so that it is not reported."""
    if not thought.cancelled():
        thought.exception()


def _kind(error: Exception) -> str:
    """An error's name only: what it says might tell of hidden cards."""
    return type(error).__name__


def _settle_in() -> None:
    """In a worker: leave the keyboard's interrupt to the server, and let people's moves go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
