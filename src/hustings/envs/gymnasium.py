"""One seat of a game against bots, for Gymnasium; importing this module registers every game.

`gymnasium.make("hustings/President-v0")` makes the environment of one game, and `gymnasium.make_vec` plays many games
at once; the other games have names of the same form.
An observation contains what the seat may know, in the order of `hustings.Layout`. A step carries out the seat's action
and then lets the other seats move until this seat owes a decision again, which means that the game waits for its move.
`info["action_mask"]` and `action_masks()` show which actions are legal. The reward is 0 until the game ends, and then
the seat's share of the result times the number of seats, minus 1. An illegal action ends the episode as a loss, with
the reason in `info["illegal"]`. Moves that a seat may make while no decision of its own is due (`Table.may`) are not
offered.

Examples:
    >>> import gymnasium
    >>> import hustings.envs.gymnasium
    >>> env = gymnasium.make("hustings/President-v0", opponents="random")
    >>> seen, info = env.reset(seed=7)
    >>> seen.shape, int(info["action_mask"].sum())
    ((122,), 33)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

import hustings
from hustings.arena import Entrant
from hustings.batch import Batch
from hustings.bots.own import Function
from hustings.engine.errors import HustingsError, IllegalMove, OptionError
from hustings.envs import shared

__all__ = ["BatchEnv", "SeatEnv", "name_of"]

LOSS = -1.0

Opponent = str | Function | Entrant


def _opponents(given: Opponent | Sequence[Opponent], count: int) -> list[Entrant]:
    """Return the entrants that play the other seats, in order; if only one is given, it plays all of them."""
    each = [given] * count if isinstance(given, str | Entrant) or callable(given) else list(given)
    if len(each) != count:
        raise OptionError("engine.wrong_opponents", levels=len(each), seats=count)
    return [Entrant.read(one) for one in each]


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game against bots.

    Attributes:
        table: The game being played, once `reset` has been called.

    Args:
        game: The name of an installed game.
        seats: The number of players; by default the smallest number that the game allows.
        seat: The learner's seat, counted from 0; None to draw a seat for each episode, by the seed.
        opponents: The entrant that plays all other seats, or a sequence with one for each of them in order. Entrants
            are given as in `hustings.arena.match`: "thumb", "search:iterations=50", "module:function" or a function.
        longest: The number of moves of all seats after which an unfinished game is truncated; None to play on.
        render_mode: "human", "ansi" or "svg"; it shows the table as a spectator sees it.
        form: The form of observations: "scaled" from 0 to 1, "numbers", or "one-hot".
        options: The game's options.

    Raises:
        OptionError: The game, an option, an opponent, the form, the mode or a limit does not exist, or the game does
            not allow these options or this number of players.

    Examples:
        >>> from hustings.envs.gymnasium import SeatEnv
        >>> env = SeatEnv("combat", opponents="thumb")
        >>> seen, info = env.reset(seed=7)
        >>> seen, reward, ended, broken_off, info = env.step(int(info["action_mask"].argmax()))
        >>> reward, ended
        (0.0, False)
    """

    metadata = {"render_modes": list(shared.RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "thumb",
        longest: int | None = None,
        render_mode: str | None = None,
        form: str = "scaled",
        **options: str,
    ) -> None:
        self.game, self.render_mode = hustings.game(game, **options), shared.need_mode(render_mode)
        layout = self.game.layout(seats)
        self.seats, self._form = layout.seats, shared.Form(layout, form)
        if seat is not None and seat not in range(self.seats):
            raise OptionError("engine.no_seat", seat=seat, last=self.seats - 1)
        self._wanted, self._opponents = seat, _opponents(opponents, self.seats - 1)
        self.longest = shared.need_limit(longest)
        self.observation_space = spaces.Box(self._form.low, self._form.high, dtype=self._form.low.dtype.type)
        self.action_space = spaces.Discrete(self.game.facts.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; without a seed, continue the random numbers of the previous game."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**62))
        self.seat = int(self.np_random.integers(self.seats)) if self._wanted is None else self._wanted
        self._plays = dict(zip([k for k in range(self.seats) if k != self.seat], self._opponents, strict=True))
        self.table = self.game.start(seats=self.seats, seed=drawn)
        self._key, self._moves = drawn, 0
        self._let_others_play()
        return self._told()

    def _let_others_play(self) -> None:
        """Play for the other seats until only this seat owes a decision, or the game ends."""
        table = self.table
        while not table.over and not self._truncated and (others := table.owes - {self.seat}):
            player = min(others)
            table.play_action(player, self._plays[player].action(table, player, key=f"{self._key} {table.length}"))
            self._moves += 1

    @property
    def _truncated(self) -> bool:
        return self.longest is not None and self._moves >= self.longest and not self.table.over

    def _told(self, **more: Any) -> tuple[Any, dict[str, Any]]:
        return self._form.of(self.table, self.seat), {"action_mask": self.action_masks(), **more}

    def action_masks(self) -> Any:
        """Return 1 for each legal action and 0 for the others, as sb3-contrib expects."""
        return shared.mask_of(self.table, self.seat)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action of the seat, then let the other seats play until it is this seat's turn."""
        try:
            self.table.play_action(self.seat, action)
        except IllegalMove as error:
            seen, info = self._told(illegal=str(error))
            return seen, LOSS, True, False, info
        self._moves += 1
        self._let_others_play()
        seen, info = self._told()
        return seen, shared.utilities(self.table)[self.seat], self.table.over, self._truncated, info

    def render(self) -> Any:
        """Render a spectator's view in the environment's render mode."""
        return shared.drawn(self.table, self.render_mode)


class BatchEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """One seat in many games at once, against bots that do not search: `hustings.batch.Batch` for Gymnasium.

    By default the step that ends a game also begins the next one in its place (autoreset mode `SAME_STEP`);
    `info["final_obs"]` and `info["final_info"]` then show the game that ended. With `NEXT_STEP` the next step begins
    the next game and ignores the action there; with `DISABLED`, `reset(options={"reset_mask": ended})` begins it. An
    illegal action raises IllegalMove and changes no game.

    Args:
        game: The name of an installed game.
        num_envs: The number of games.
        seats: The number of players in each game; by default the smallest number that the game allows.
        seat: The learner's seat, counted from 0.
        opponents: The level of the bots in all other seats, or a sequence with a level for each of them in order.
        longest: The number of moves of all seats after which an unfinished game is truncated; None to play on.
        form: The form of observations: "scaled" from 0 to 1, "numbers", or "one-hot".
        threads: The number of threads that share the games.
        autoreset_mode: When an ended game is replaced: an `AutoresetMode` of Gymnasium or its value, "SameStep",
            "NextStep" or "Disabled".
        options: The game's options.

    Examples:
        >>> import gymnasium
        >>> import hustings.envs.gymnasium
        >>> envs = gymnasium.make_vec("hustings/President-v0", num_envs=8, vectorization_mode="vector_entry_point")
        >>> seen, info = envs.reset(seed=7)
        >>> seen, rewards, ended, broken_off, info = envs.step(info["action_mask"].argmax(axis=1))
        >>> seen.shape, rewards.tolist()
        ((8, 122), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "thumb",
        longest: int | None = None,
        form: str = "scaled",
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: str,
    ) -> None:
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self._mode}
        chosen = hustings.game(game, **options)
        layout = chosen.layout(seats)
        if seat not in range(layout.seats):
            raise OptionError("engine.no_seat", seat=seat, last=layout.seats - 1)
        others = [other for other in range(layout.seats) if other != seat]
        names = [one.name for one in _opponents(opponents, len(others))]
        self.batch = Batch(
            chosen,
            num_envs,
            layout.seats,
            levels=dict(zip(others, names, strict=True)),
            mask=True,
            observe=False,  # `step` observes once it has begun the next games
            auto_reset=False,
            threads=threads,
        )
        self.longest = shared.need_limit(longest)
        self.num_envs, self.seat, self._form = num_envs, seat, shared.Form(layout, form)
        self._waiting = np.zeros(num_envs, np.bool_)  # games that have ended and are not replaced yet
        self.single_observation_space = spaces.Box(self._form.low, self._form.high, dtype=self._form.low.dtype.type)
        self.single_action_space = spaces.Discrete(chosen.facts.actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game in every place; without a seed, continue the sequence of deals.

        Args:
            seed: The seed of all games, or a seed for each.
            options: With the key "reset_mask", a flag for each game: begin new games in these places only.
        """
        places = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            if seed is not None:
                raise HustingsError("a seed begins all games anew; leave reset_mask out")
            places = np.asarray(options["reset_mask"], np.bool_)
            self.batch.restart(places)
        else:
            self.batch.reset(seed)
        self._waiting &= ~places
        every = np.ones(self.num_envs, np.bool_)
        return self._seen(every), self._info(every)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make one decision in each game; the returned arrays belong to the caller."""
        waiting, made = self._waiting, actions
        if waiting.any():
            if self._mode == AutoresetMode.DISABLED:
                raise HustingsError("a game that has ended was to go on; reset it by options={'reset_mask': ended}")
            made = np.where(waiting, self.batch.legal[:, 0], actions)  # a truncated game, too, is replaced below
        _, shares, over = self.batch.step(made)
        if waiting.any():
            self.batch.restart(waiting)
        ended, truncated = over.copy(), np.zeros(self.num_envs, np.bool_)
        if self.longest is not None:
            truncated = ~ended & (self.batch.decisions >= self.longest)
        rewards = np.where(ended, shares[:, self.seat] * self.batch.seats - 1, 0.0)
        done, final = ended | truncated, {}
        if self._mode != AutoresetMode.SAME_STEP:
            self._waiting = done
        elif done.any():
            final = self._final(done)
            self.batch.restart(done)
        every = np.ones(self.num_envs, np.bool_)
        return self._seen(every), rewards, ended, truncated, {**final, **self._info(every)}

    def _final(self, done: Any) -> dict[str, Any]:
        """Return the final observations and infos, as Gymnasium names them, of the games that have just ended."""
        rows, seen = self._seen(done), np.full(self.num_envs, None, object)
        for place in np.flatnonzero(done):
            seen[place] = rows[place]
        return {"final_obs": seen, "_final_obs": done, "final_info": self._info(done), "_final_info": done}

    def _seen(self, places: Any) -> Any:
        """Return the seat's observations in the games marked True in `places`, in the environment's form."""
        numbers = self.batch.observe(np.where(places, self.seat, -1))
        return self._form.made_of(numbers).astype(self._form.low.dtype)

    def _info(self, places: Any) -> dict[str, Any]:
        assert self.batch.mask is not None
        masks = (self.batch.mask & places[:, np.newaxis]).astype(np.int8)
        return {"action_mask": masks, "_action_mask": places.copy()}


def name_of(game: str) -> str:
    """Return a game's name in Gymnasium, such as "hustings/President-v0"."""
    return f"hustings/{''.join(word.capitalize() for word in game.split('_'))}-v0"


for _name in hustings.game_names():
    gymnasium.register(
        name_of(_name),
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:BatchEnv",
        kwargs={"game": _name},
    )
