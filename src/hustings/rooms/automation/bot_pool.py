"""Choose the moves of bots in worker processes; a simpler bot answers if one fails or is late."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import signal
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any, Generic, TypeVar

from hustings.arena.warming import compile_beside, compile_games
from hustings.bots.levels import Advice, advise_in_view, choose_within, interject_in_view, levels
from hustings.bots.search.quick import reserved_action
from hustings.engine import installed
from hustings.engine.notation import write_move
from hustings.engine.record import Row
from hustings.rooms.automation.fair_queue import FairQueue
from hustings.rooms.metrics import Metrics

WARNED_EVERY = 60.0  # seconds between two warnings of one kind


class SeldomLog:
    """Logs each kind of warning at most once a minute, with the number of warnings suppressed since.

    now: the clock, in seconds.
    """

    def __init__(self, logger: logging.Logger, now: Callable[[], float] = time.monotonic) -> None:
        self._logger, self._now = logger, now
        self._kinds: dict[str, tuple[float, int]] = {}  # by kind: when last logged, and how many suppressed since

    def warn(self, kind: str, text: str) -> None:
        """Log a warning, or only count it if one of its kind was logged within the last minute."""
        last, left_out = self._kinds.get(kind, (float("-inf"), 0))
        now = self._now()
        if now - last < WARNED_EVERY:
            self._kinds[kind] = last, left_out + 1
            return
        self._kinds[kind] = now, 0
        more = f" (and {left_out} more since the last such line)" if left_out else ""
        self._logger.warning("%s%s", text, more)


logger = logging.getLogger(__name__)

#: levels that answer within milliseconds without compiled code, so they run in a thread
QUICK = frozenset(level.name for level in levels() if level.quick)
SEARCHING = frozenset(level.name for level in levels()) - QUICK
STAND_IN = "thumb"  # the level that answers for a bot that fails
PATIENCE = 5.0  # seconds to wait for a bot's answer
HINT_WAITS = 3  # a hint is waited for this many times as long: nobody else waits, and a bad one teaches mistakes
HASTE = 0.8  # a search may take this part of the remaining time
SHORTEST = 0.001  # the least time of a search, in seconds
ENOUGH = 0.5  # a bot that searches less than this part of its level's iterations is called hurried
COMPILING = 15.0  # seconds that hints may wait until a game's search is compiled
Answer = TypeVar("Answer")
MOST_WORKERS = 4
NICE = 10  # by how much workers lower their priority (`os.nice`)


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
    """Choose a bot's move from `view`, the bytes of what its seat can see.

    Runs in a thread or in a worker process. The arguments are those of `choose_within`.

    Returns:
        The move's text, and the part of the search that was completed (0 to 1); None if no search was needed.
    """
    rules = installed.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    move, part = choose_within(
        rules, row, seat, level, key, bargains=bargains, temperament=temperament, seconds=seconds
    )
    return str(move), part


def listen(game: str, view: bytes, seat: int, level: str, key: int, seconds: float = 0.0) -> str:
    """Return the text of a move that a bot makes out of turn, or "" for none; view: what its seat can see."""
    rules = installed.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return str(interject_in_view(rules, row, seat, level, key, seconds) or "")


def weigh(game: str, view: bytes, seat: int, key: str, seconds: float = 0.0) -> list[Advice]:
    """Return the strongest level's advice for a seat, from the bytes of its view; runs in a worker process.

    seconds  a time limit for the search; 0: none.
    """
    rules = installed.rulebook(game)
    row = rules.schema.new()
    row.write(view)
    return advise_in_view(rules, row, seat, key=key, seconds=seconds)


def load_search(game: str) -> None:
    """Load a game's compiled search into this worker process, which takes seconds on a slow machine."""
    list(compile_games([game], ["search"]))


def any_legal(game: str, view: Row, seat: int) -> str:
    """Return a random legal move of a seat as text; an open deal with another player is declined."""
    rules = installed.rulebook(game)
    actions = rules.buffers(note_rows=1).actions
    action = int(reserved_action(view, seat, 1.0, secrets.randbits(63), 0, actions))
    return str(write_move(rules, view, seat, action))


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's move and how it was found.

    hurried  whether less than `ENOUGH` of the search was completed; None without a search, as while it is compiled.
    """

    move: str
    hurried: bool | None = None


@dataclass(eq=False, slots=True)
class _Thought(Generic[Answer]):
    """A decision that waits for a worker process.

    limited  whether the time can be limited; `function` then gets a number of seconds as its last argument.
    due      the time (`time.monotonic`) after which nobody waits for the answer.
    """

    function: Callable[..., Answer]
    about: tuple[Any, ...]
    limited: bool
    due: float
    answer: asyncio.Future[Answer]


class ThoughtDroppedError(Exception):
    """A bot's decision was dropped because the worker processes were ended before one of them took it."""


class StillCompilingError(Exception):
    """A search was asked for a move while it is being compiled."""


class _Workers(SpawnContext):
    """Starts worker processes and remembers them, so that stuck ones can be ended."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Create a worker process; the executor calls this method."""
        self.started.append(SpawnProcess(*args, **named))
        return self.started[-1]


class BotPool:
    """The worker processes that choose moves for the bots of all rooms.

    The rooms whose bots wait for a worker are served in turn and share the remaining time, and a search stops when its
    share is over. So bots think less under load; only if that is not enough does the rule of thumb answer for them.

    patience  seconds to wait for a bot before the rule of thumb answers for it.
    """

    def __init__(self, patience: float = PATIENCE, workers: int | None = None, metrics: Metrics | None = None) -> None:
        self.metrics = metrics or Metrics()
        self._patience = patience
        self._workers = workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None
        self._processes = _Workers()  # the processes of that pool
        self._waiting: FairQueue[_Thought[Any]] = FairQueue()
        self._begun: dict[asyncio.Future[Any], float] = {}  # the running computations, and when each began
        self._compiled: dict[str, asyncio.Task[None]] = {}  # by game: the compilation of its search
        self._log = SeldomLog(logger)

    @property
    def crowded(self) -> bool:
        """True while bots wait for a worker."""
        return bool(self._waiting)

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
        """Return a bot's move; if the bot crashes or is late, the rule of thumb's move or a random legal one.

        The rule of thumb also answers while the game's search is compiled, so that nobody waits for that.

        stands_in    whether the bot moves for a person: it then keeps the person's promises and makes no deals.
        temperament  the temperament of the bot's character (see `bots.temperaments`).
        room         the code of the bot's room; all rooms have equal shares of the workers.
        """
        began = time.monotonic()
        thinking = partial(think, bargains=not stands_in, temperament=temperament)
        hurried: bool | None = True
        try:
            move, part = await self._ask(room, game, view, seat, level, thinking)
        except StillCompilingError:
            hurried = None
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
        return Choice(move, hurried)

    async def interject(self, game: str, view: Row, seat: int, level: str, room: str = "") -> str:
        """Return the text of a move that a searching bot makes out of turn; "" for none or after a failure."""
        try:
            return await self._ask(room, game, view, seat, level, listen)
        except StillCompilingError:
            return ""
        except Exception as error:
            self._warn_of_failure(error, game, level, "it does nothing unasked")
            return ""

    def warn_of_hint(self, error: Exception, game: str) -> None:
        """Log why hints failed, at most once a minute for each cause."""
        cause = f"{_kind(error)}{_place(error)}"
        self._log.warn(f"hints {cause}", f"hints failed at {game} ({cause})")

    def _warn_of_failure(self, error: Exception, game: str, level: str, instead: str) -> None:
        name = _kind(error)
        self._log.warn(f"{name}, {instead}", f"a bot of level {level} failed at {game} ({name}); {instead}")

    async def _ask(
        self, room: str, game: str, view: Row, seat: int, level: str, thinking: Callable[..., Answer]
    ) -> Answer:
        if level in QUICK:
            return await self._in_thread(game, view, seat, level, thinking)
        if level in SEARCHING:
            compiling = self._compiled.get(game) or self._compiling(game)
            if not compiling.done():
                raise StillCompilingError
            self._compiling(game)  # begins again after a failure
            compiling.result()
        return await self._work(room, thinking, game, view.tobytes(), seat, level, secrets.randbits(63), limited=True)

    async def advise(self, game: str, view: Row, seat: int, key: str, room: str = "") -> list[Advice]:
        """Return the strongest level's best moves, as far as it could search.

        If the search is late or fails, return the rule of thumb's move. The same key gives the same moves if there was
        time for the whole search.
        """
        try:
            await asyncio.wait_for(asyncio.shield(self._compiling(game)), COMPILING)
            return await self._work(room, weigh, game, view.tobytes(), seat, key, limited=True, waits=HINT_WAITS)
        except Exception as error:  # a worker process or its compiler can fail in many ways
            if not isinstance(error, TimeoutError):
                self.warn_of_hint(error, game)
        move, _ = await self._in_thread(game, view, seat, STAND_IN, think)
        return [Advice(move, None, 1.0)]

    async def _work(
        self, room: str, function: Callable[..., Answer], *about: Any, limited: bool = False, waits: int = 1
    ) -> Answer:
        """Wait for the room's turn, call a function in a worker process, and return its answer.

        waits  how many times the pool's patience to wait; the function's own time is limited by that patience.
        """
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        thought = _Thought(function, about, limited, time.monotonic() + self._patience, answer)
        self._waiting.add(room, thought)
        answer.add_done_callback(_retrieve_error)
        self._hand_out()
        try:
            # unlike `wait_for`, it never swallows a cancellation
            await asyncio.wait([answer], timeout=waits * self._patience)
        finally:
            self._waiting.discard(room, thought)
        if not answer.done():
            answer.cancel()
            raise TimeoutError
        return answer.result()

    def _hand_out(self) -> None:
        """Give each free worker a waiting decision, with its share of the remaining time."""
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
        """Deliver a worker's answer or error to the caller, and give the free worker more to do."""
        self._begun.pop(work, None)
        error = ThoughtDroppedError() if work.cancelled() else work.exception()
        if isinstance(error, BrokenProcessPool) and self._pool is pool:  # otherwise it is replaced already
            self._drop_pool()
        if error is not None:
            _settle(thought.answer, error)
        elif not thought.answer.done():
            thought.answer.set_result(work.result())
        self._hand_out()

    def _compiling(self, game: str) -> asyncio.Task[None]:
        """Return the task that compiles the game's search, so that no worker seems stuck."""
        task = self._compiled.get(game)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._compiled[game] = asyncio.create_task(self._compile(game))
        return task

    async def _compile(self, game: str) -> None:
        """Compile a game's search outside the workers, and load it into the first free one."""
        await compile_beside(game)
        await asyncio.wrap_future(self._ready_pool().submit(load_search, game))

    async def _in_thread(self, game: str, view: Row, seat: int, level: str, thinking: Callable[..., Answer]) -> Answer:
        work = asyncio.to_thread(thinking, game, view.tobytes(), seat, level, secrets.randbits(63))
        return await asyncio.wait_for(work, self._patience)

    def _ready_pool(self) -> ProcessPoolExecutor:
        """Return the pool of worker processes; replace it if every worker is overdue."""
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

    def close(self) -> list[asyncio.Task[None]]:
        """End the worker processes and any compilation; return the compilations, which take a moment to end."""
        ended = list(self._compiled.values())
        self._compiled.clear()
        for task in ended:
            task.cancel()
        for thought in self._waiting.clear():
            _settle(thought.answer, ThoughtDroppedError())
        self._drop_pool()
        return ended


def _retrieve_error(answer: asyncio.Future[Any]) -> None:
    """Retrieve the error of an answer that nobody waits for, so that asyncio does not log it."""
    if not answer.cancelled():
        answer.exception()


def _settle(answer: asyncio.Future[Any], error: BaseException) -> None:
    """Set an error as the answer if there is no answer yet."""
    if not answer.done():
        answer.set_exception(error)


def _kind(error: Exception) -> str:
    """Return an error's type without its text, which might name hidden cards."""
    return type(error).__name__


def _place(error: Exception) -> str:
    """Return the place in the code where an error was raised, also in a worker process; "" if it is unknown."""
    told = [*traceback.format_tb(error.__traceback__), str(error.__cause__ or "")]  # a worker's traceback is the cause
    places = re.findall(r'File "(.+)", line (\d+), in', "".join(told))
    if not places:
        return ""
    file, line = places[-1]
    return f" at {'/'.join(Path(file).parts[-2:])}:{line}"


def _settle_in() -> None:
    """Prepare a worker process: ignore keyboard interrupts and lower its priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
