"""`Batch`: many games of one kind, stepped together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np
import numpy.typing as npt

from hustings.batch import stepping
from hustings.batch.arrays import Array, Arrays, scratch
from hustings.batch.given import (
    Position,
    Seed,
    functions,
    game_of,
    games_of,
    keys_of,
    lapses_of,
    open_lapse,
    position_bytes,
    threads_of,
)
from hustings.batch.positions import Positions
from hustings.batch.refusing import reason
from hustings.bots.search.quick import ASKED
from hustings.engine.errors import HustingsError, IllegalMove, OptionError
from hustings.engine.game import Game
from hustings.engine.kernels import can_compile
from hustings.engine.kernels.chance import draw
from hustings.engine.record.layout import Layout
from hustings.engine.table import Table

Integers = npt.NDArray[np.int64]


class Batch:
    """Many games of one kind, stepped together: each call of `step` makes one decision in every game.

    In every game one seat is asked for an action: the lowest seat that must decide and is not played by a level. `step`
    takes an action for each game, plays on until the next seat must be asked, and begins a new game when one has ended.
    If several seats choose at once, they are asked one after another, and each choice is sealed until the last is made.
    With `bargaining` the other seats are asked, too, in reaction windows, as in `hustings.envs.windows`.
    The arrays below are allocated once, and every call overwrites them; copy those that you want to keep.

    Attributes:
        game: The game being played.
        n: The number of games.
        seats: The number of players in each game.
        layout: The meaning of each number of an observation.
        seat: The seat that is asked in each game, from 0, shaped (n,); -1 after the end, only without `auto_reset`.
        owes: The seats that must decide now, shaped (n,); bit k stands for seat k. A seat that is asked and not among
            them is in a reaction window.
        wait: The action that makes no move in a reaction window, the last one of the mask; only with `bargaining`.
        legal: The legal actions of the seat that is asked, ascending, shaped (n, most): the first `sizes[k]` of row k.
        sizes: The number of these legal actions, shaped (n,).
        bits: The same legal actions as bits, shaped (n, words): action a is bit a % 64 of word a // 64.
        mask: The same legal actions as flags, shaped (n, actions); only with `mask=True`.
        observation: The observation of the seat that is asked, shaped (n, layout.size), as in `Table.observation`; only
            with `observe=True`.
        rewards: Each seat's share of a game that has just ended, shaped (n, seats), else 0; the shares sum to 1.
        ended: Whether each game has just ended, shaped (n,).
        scores: Each seat's score in the last game that ended, shaped (n, seats).
        lengths: The number of decisions in that game, including those of levels, shaped (n,).
        decisions: The number of decisions so far in each current game, shaped (n,).
        actions: The actions that `choose` or `step_as` chose last, shaped (n,).

    Examples:
        >>> from hustings.batch import Batch
        >>> batch = Batch("combat", 3, seed=7, mask=True)
        >>> batch.seat.tolist(), batch.mask[0].nonzero()[0].tolist()
        ([0, 0, 0], [0, 1, 2, 3, 4])
        >>> observation, rewards, ended = batch.step([2, 2, 2])
        >>> observation.shape == (3, batch.layout.size)
        True
    """

    def __init__(
        self,
        game: str | Game | Positions,
        n: int | None = None,
        seats: int = 2,
        *,
        seed: Seed | Iterable[Seed] = None,
        levels: Mapping[int, str] | None = None,
        mask: bool = False,
        observe: bool = True,
        auto_reset: bool = True,
        bargaining: bool = False,
        threads: int = 1,
        compiled: bool = True,
        **options: str,
    ) -> None:
        """Begin `n` games.

        Args:
            game: The name of a game, a `Game` with its options chosen, or positions of a batch: the games then continue
                from them, and `reset` and `restart` begin at the start of the game.
            n: The number of games; not with positions.
            seats: The number of players in each game; positions have theirs.
            seed: One seed for all games, each of which still has its own chance; or a seed for each game: game k then
                begins with the same chance as `game.start(seats, seed[k])`. None: random chance.
            levels: The levels that play some seats inside the batch, by seat from 0, such as {1: "thumb"}; only levels
                that do not search.
            mask: Whether to write `mask`; `legal` and `bits` are always written.
            observe: Whether to write `observation`.
            auto_reset: Whether a new game begins when one has ended.
            bargaining: Whether seats that owe nothing get reaction windows. Levels then start deals in theirs.
            threads: The number of threads that share the games.
            compiled: Whether to compile the rules; they run in plain Python if not, or if NUMBA_DISABLE_JIT is set.
            options: The game's options.

        Raises:
            OptionError: There is no such game, option, value or level, or the game does not allow so many players, or
                no seat can move out of turn in a game with `bargaining`.
        """
        positions = game if isinstance(game, Positions) else None
        self.game = game_of(game, options)
        n, seats = games_of(positions, n, seats, seed)
        threads = threads_of(threads, n)
        compiled = compiled and can_compile()
        self.n, self.seats, self.auto_reset = n, seats, auto_reset
        self._arrays = arrays = Arrays(self.game, n, seats, mask, observe, bargaining, compiled)
        self._lapses = lapses_of(levels or {}, seats)
        self._serve, self._imagine, self._observe = functions(arrays.observer, compiled)
        self._views: npt.NDArray[np.uint8] | None = None  # views of the seat `_sees`, if worlds are imagined
        self._sees = stepping.NOBODY
        self._parts = [(n * k // threads, n * (k + 1) // threads, scratch(self.game, seats)) for k in range(threads)]
        self._pool: ThreadPoolExecutor | None = None
        self._process = os.getpid()
        self._given: dict[str, Any] = {"levels": levels, "mask": mask, "observe": observe, "bargaining": bargaining}
        self._given |= {"threads": threads, "compiled": compiled}
        self._show(arrays)
        if positions is None:
            self.reset(seed)
        else:
            self[:] = positions

    def _show(self, arrays: Arrays) -> None:
        """Make the arrays that callers read available as attributes of the batch."""
        self.layout: Layout = arrays.layout
        self.wait = self.game.facts.actions
        self.seat, self.owes, self.legal, self.sizes = arrays.seat, arrays.owes, arrays.legal, arrays.sizes
        self.bits, self.mask, self.observation = arrays.bits, arrays.flags, arrays.observation
        self.rewards, self.ended = arrays.ends[0], arrays.ended
        self.scores, self.lengths = arrays.scores, arrays.lengths
        self.actions, self.decisions = arrays.actions, arrays.decisions
        self._told = (self.observation, self.rewards, self.ended)

    def reset(self, seed: Seed | Iterable[Seed] = None) -> npt.NDArray[Any]:
        """Begin a new game in every place, and return the observations.

        Args:
            seed: A seed or seeds, as for the batch. None continues the chance of the current seeds (random chance in a
                new batch).
        """
        fresh = not self._arrays.begun.any()
        if seed is not None or fresh:
            self._arrays.firsts[:] = keys_of(seed, self.n)
            self._arrays.begun[:] = 0
        return self.restart(np.ones(self.n, np.bool_))

    def restart(self, places: npt.ArrayLike) -> npt.NDArray[Any]:
        """Begin a new game in some places, whether the old ones are finished or not, and return the observations.

        Args:
            places: A flag for each game: whether to replace it.
        """
        marked = np.asarray(places, np.bool_)
        if marked.shape != (self.n,):
            raise HustingsError("batch.wrong_places", n=self.n, shape=str(marked.shape))
        chosen = marked.astype(np.int64)
        if self._views is not None:
            self._imagine(self._sees, chosen, self._views, self._arrays.games)
            self._arrays.games[2][marked] = self._arrays.games[1][marked]
        self._run(stepping.BEGIN, self.seat, chosen)
        self.rewards[marked] = 0
        self.ended[marked] = False
        unasked = marked & (self.seat == stepping.NOBODY)
        if unasked.any():
            raise OptionError("batch.never_asked", game=int(unasked.argmax()))
        return self.observation

    def start_from(
        self, positions: Position | Sequence[Position], seat: int | None = None, seed: Seed | Iterable[Seed] = None
    ) -> npt.NDArray[Any]:
        """Begin every game at a given position, now and at every `reset` and `restart`, and return the observations.

        The chance of each game is its own, not that of the table that the position came from.

        Args:
            positions: A table, or up to `n` tables: game k begins at number k % len(positions). Instead of a table it
                can be bytes, for example from another process: those of the record, or with `seat` those of
                `Table.view_bytes(seat)`.
            seat: Use only what this seat may know: every `reset` and `restart` imagines a world for each game, as
                `Table.imagine` does. None: use the positions as they are, hidden parts included.
            seed: A seed or seeds, as for `reset`.

        Raises:
            OptionError: A position is of another game or other options, cannot occur in the game or is its end, or
                their number is not 1 to `n`.

        Examples:
            >>> import hustings
            >>> from hustings.batch import Batch
            >>> table = hustings.game("politics").start(seats=2, seed=7)
            >>> batch = Batch("politics", 100, seed=1)
            >>> observation = batch.start_from(table, seat=0)
            >>> batch.table(5).view(0) == table.view(0), batch.table(5).view(1) == batch.table(6).view(1)
            (True, False)
            >>> batch.rollout("thumb").shape
            (100, 2)
        """
        given = [positions] if isinstance(positions, Table | bytes) else list(positions)
        if not 1 <= len(given) <= self.n:
            raise OptionError("batch.wrong_positions", found=len(given), n=self.n)
        if seat is not None and not 0 <= seat < self.seats:
            raise OptionError("batch.no_such_seat", seat=repr(seat), last=self.seats - 1)
        found = np.stack([np.frombuffer(position_bytes(self.game, self.seats, each, seat), np.uint8) for each in given])
        self._views, self._sees = (None, stepping.NOBODY) if seat is None else (found, seat)
        self._arrays.begin_at(found if seat is None else np.zeros_like(self._arrays.games[1]))
        return self.reset(seed)

    def positions(self) -> Positions:
        """Return the state of all games, with their chance to come, as arrays that can be stored."""
        return self[:]

    def __getitem__(self, which: Any) -> Positions:
        """Return the state of some games; which: anything that indexes an array of `n` games."""
        return Positions.of(self.game, self.seats, self._arrays, which)

    def __setitem__(self, which: Any, positions: Positions) -> None:
        """Continue some games from positions of this or another batch; a single position is used for all of them.

        A copy has the same chance to come as its original; `reseed` gives it another.

        Raises:
            OptionError: The positions are of another game or number of seats, or their number does not fit.

        Examples:
            >>> from hustings.batch import Batch
            >>> batch = Batch("president", 3, seed=7)
            >>> observation, rewards, ended = batch.step(batch.choose("thumb"))
            >>> batch[[0, 2]] = batch[1]
            >>> batch.decisions.tolist(), bool((batch.observation[0] == batch.observation[2]).all())
            ([1, 1, 1], True)
        """
        positions.write(self.game, self.seats, self._arrays, which)
        self.observation[which if len(self.observation) else ()] = 0  # a game that is over is not observed
        self.seat[which] = 0  # so that the games that are over are looked at, too
        ends = [array.copy() for array in self._arrays.ends]
        again, self.auto_reset = self.auto_reset, False
        try:
            self._run(stepping.CARRY, self.seat, np.full(self.n, stepping.NONE))
        finally:
            self.auto_reset = again
        for array, end in zip(self._arrays.ends, ends, strict=True):
            array[:] = end

    def reseed(self, seed: Seed | Iterable[Seed] = None) -> None:
        """Give the games other chance to come, from a seed or a seed for each, as for the batch."""
        self._arrays.keys[:] = self._arrays.firsts[:] = keys_of(seed, self.n)
        self._arrays.counts[:] = 0
        self._arrays.begun[:] = 1

    def copy(self) -> Batch:
        """Return an independent batch that continues in the same way."""
        return _restored(*self.__reduce__()[1])

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Return what a pickle stores: the positions, the arguments, and the positions at which games begin."""
        given = {**self._given, "auto_reset": self.auto_reset}
        return _restored, (self.positions(), given, self._arrays.games[2].copy(), self._views, self._sees)

    def rollout(self, policy: str | Callable[[Batch], npt.ArrayLike] = "random") -> npt.NDArray[np.float32]:
        """Play every game to its end, and return each seat's share of the games that ended now, as in `rewards`.

        No new game begins, even with `auto_reset`; call `reset` to begin all games again.

        Args:
            policy: A level that does not search, which plays all seats in compiled code; or a function that takes the
                batch before every decision and returns the actions for `step`.

        Raises:
            OptionError: There is no such level, or it searches.

        Examples:
            >>> from hustings.batch import Batch
            >>> batch = Batch("president", 100, seed=7)
            >>> shares = batch.rollout(lambda batch: batch.legal[:, 0])
            >>> float(shares.sum()), bool((batch.seat == -1).all())
            (100.0, True)
        """
        again, self.auto_reset = self.auto_reset, False
        try:
            if isinstance(policy, str):
                lapses = np.full(self.seats, open_lapse(policy))
                self._run(stepping.CARRY, self.seat, np.full(self.n, stepping.NONE), lapses=lapses)
                return self.rewards
            won = np.zeros_like(self.rewards)
            while (self.seat != stepping.NOBODY).any():
                self.step(policy(self))
                won += self.rewards
            self.rewards[:] = won
            return self.rewards
        finally:
            self.auto_reset = again

    def observe(self, seats: npt.ArrayLike) -> npt.NDArray[Any]:
        """Return the observation of a chosen seat in each game as a new array, shaped (n, layout.size).

        Args:
            seats: The seat in each game, counted from 0; for -1, the game's row is 0.
        """
        seen = np.zeros((self.n, self.layout.size), self._arrays.observation.dtype)
        asked, most = self._checked("seats", seats), self.seats - 1
        if asked.min() < -1 or asked.max() > most:
            raise OptionError("batch.no_such_seat", seat=repr(int(asked[(asked < -1) | (asked > most)][0])), last=most)
        self._observe(0, self.n, asked, *self._arrays.sees[1:-1], seen)
        return seen

    def step(
        self, actions: npt.ArrayLike, seats: npt.ArrayLike | None = None
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Make one decision in each game and play on until the next seat is asked.

        Args:
            actions: An action for each game, legal for the seat that is asked. If a game is over, its action is
                ignored.
            seats: The seat that acts in each game, if it is not the one that is asked: another seat that must decide,
                or one that may act although it need not. With `bargaining` only the asked seat acts.

        Returns:
            The batch's own `observation`, `rewards` and `ended`.

        Raises:
            IllegalMove: An action is not legal; nothing has changed in any game.
            HustingsError: `actions` or `seats` are not `n` whole numbers.

        Examples:
            >>> import hustings
            >>> from hustings.batch import Batch
            >>> batch = Batch("combat", 2, seed=7)
            >>> try:
            ...     batch.step([4, 5])
            ... except hustings.IllegalMove as error:
            ...     print(error.reason.clause, error.reason.facts["game"], batch.table(0).owes)
            EC-4 1 frozenset({0})
        """
        made = self._checked("actions", actions)
        who = self.seat if seats is None else self._checked("seats", seats)
        shared = len(self._parts) > 1  # with one thread, a STEP verifies all actions first
        refused = self._run(stepping.VERIFY, who, made) if shared else self.n
        if refused == self.n:
            refused = self._run(stepping.CARRY if shared else stepping.STEP, who, made)
        if refused < self.n:
            raise IllegalMove(reason(self, refused, int(who[refused]), int(made[refused])))
        return self._told

    def step_as(self, name: str = "random") -> tuple[npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Make the step `step(choose(name))` in one call, which is faster because no action needs to be verified.

        Args:
            name: The name of a level, as for `choose`. Its choices can then be read in `actions`.

        Returns:
            The batch's own `observation`, `rewards` and `ended`.

        Raises:
            OptionError: There is no such level, or it searches.

        Examples:
            >>> from hustings.batch import Batch
            >>> batch = Batch("combat", 4, seed=7)
            >>> observation, rewards, ended = batch.step_as("thumb")
            >>> batch.actions.shape
            (4,)
        """
        self._run(stepping.STEP_AS, self.seat, self.actions, open_lapse(name))
        return self._told

    def choose(self, name: str = "random") -> Integers:
        """Return the action that a level would choose for the seat that is asked in each game, shaped (n,).

        The array is reused by later calls.

        Args:
            name: A level that does not search: "random", "thumb" (the rule of thumb) or one in between.

        Raises:
            OptionError: There is no such level, or it searches.

        Examples:
            >>> from hustings.batch import Batch
            >>> batch = Batch("combat", 4, seed=7)
            >>> batch.choose("thumb").shape
            (4,)
        """
        self._run(stepping.CHOOSE, self.seat, self.actions, open_lapse(name))
        return self.actions

    def table(self, k: int) -> Table:
        """Return game `k` as a table that will draw the same chance outcomes; the table's log begins at this point.

        Examples:
            >>> from hustings.batch import Batch
            >>> batch = Batch("combat", 4, seed=7)
            >>> table = batch.table(3)
            >>> table.legal_actions(0) == batch.legal[3, : batch.sizes[3]].tolist()
            True
        """
        arrays, book = self._arrays, self.game.book
        key, used = int(arrays.keys[k]), dict(zip(book.streams, arrays.counts[k].tolist(), strict=True))
        index = {name: number for number, name in enumerate(book.streams)}
        row = book.schema.row_type(arrays.records[k : k + 1]).copy()
        return Table(self.game, row, lambda stream, count: draw(key, index[stream], used[stream] + count))

    # --- inside

    def _run(
        self,
        what: int,
        seats: Integers,
        actions: Integers,
        lapse: float = ASKED,
        lapses: npt.NDArray[np.float64] | None = None,
    ) -> int:
        """Run an operation of `stepping.serve` in all games; return the first game with an illegal action, or `n`.

        Threads share the games, except in a VERIFY, which is faster in this thread alone.
        """
        arrays, again = self._arrays, self.auto_reset
        given = (arrays.games, arrays.asks, arrays.ends)
        asked = self._lapses if lapses is None else lapses
        looks = len(self.observation) and what not in (stepping.VERIFY, stepping.CHOOSE)
        parts = [(0, self.n, self._parts[0][2])] if what == stepping.VERIFY else self._parts

        def serve(first: int, end: int, work: tuple[Array, ...]) -> int:
            found = int(self._serve(what, first, end, seats, actions, asked, lapse, again, *given, work))
            if looks and found == end:
                self._observe(first, end, *arrays.sees)
            return found

        if len(parts) == 1:
            return serve(*parts[0])
        others = [self._threads().submit(serve, *part) for part in parts[1:]]
        try:
            serve(*parts[0])
        finally:
            wait(others)  # even after an error, no thread may still write into the arrays
        for other in others:
            other.result()
        return self.n

    def _threads(self) -> ThreadPoolExecutor:
        """Return the pool of the other threads; a forked child makes its own, because threads are not forked."""
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._parts) - 1, "batch"), os.getpid()
        return self._pool

    def _checked(self, what: str, given: npt.ArrayLike) -> Integers:
        found = np.asarray(given)
        if found.shape != (self.n,) or found.dtype.kind not in "iu":
            shape = str(found.shape)
            raise HustingsError("batch.wrong_actions", what=what, n=self.n, shape=shape, type=str(found.dtype))
        return np.require(found, np.int64, ["C", "W"])  # a read-only array is copied: compiled code takes none

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.title} with {self.seats} seats>"


def _restored(
    positions: Positions, given: Mapping[str, Any], starts: Array, views: npt.NDArray[np.uint8] | None, sees: int
) -> Batch:
    batch = Batch(positions, **given)
    batch._arrays.begin_at(starts)
    batch._views, batch._sees = views, sees
    return batch
