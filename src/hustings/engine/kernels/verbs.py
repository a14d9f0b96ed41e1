"""The verbs: the functions that make up a game, dispatched by the type of the record.

A game registers plain functions over its record. Interpreted, a verb looks them up by the type of the row;
compiled (`kernels.compiled`), Numba picks them by the record type while it compiles. Either way the lines that run are
the game's own. `out`, `weights`, `note` are int64 arrays the caller provides.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import draw, pick
from hustings.engine.record import Row, Schema

Rule = Callable[..., Any]

OUT_OF_BOUNDS = -1  # what `check` answers before a game's own invariants are looked at

#: the game's functions by row type
BY_ROW: dict[type[Row], Mapping[str, Rule]] = {}
#: the same by schema, for the compiler
BY_SCHEMA: dict[Schema, Mapping[str, Rule]] = {}
#: the same without the faster forms of `fast.py`
PLAIN: dict[Schema, Mapping[str, Rule]] = {}


def start(s: State) -> None:
    """Fill a record that is all zero but for the number of seats and the options."""
    BY_ROW[type(s)]["start"](s)


def owes(s: State) -> int:
    """Return a bit mask of the seats that must decide now; 0 while chance is pending or the game is over."""
    return BY_ROW[type(s)]["owes"](s)


def may(s: State) -> int:
    """Return a bit mask of the seats that may act unasked (interjections)."""
    return BY_ROW[type(s)]["may"](s)


def legal(s: State, seat: int, out: Numbers) -> int:
    """Write the seat's legal action ids, ascending, into `out`; return their number. Uses only the seat's knowledge."""
    return BY_ROW[type(s)]["legal"](s, seat, out)


def refusal(s: State, seat: int, action: int) -> int:
    """Return 0 if the seat may make the move now, else the number of the reason; `allowed` lists moves by it."""
    return BY_ROW[type(s)]["refusal"](s, seat, action)


def any_legal(s: State, seat: int, number: int, out: Numbers) -> int:
    """Return the legal action that a uniform `number` stands for: of n in `legal` the one at number % n.

    The seat must have a legal action. The default lists them all in `out`, which is scratch space.
    """
    return BY_ROW[type(s)]["any_legal"](s, seat, number, out)


def random_round(s: State, key: int, count: int, out: Numbers, note: Numbers) -> int:
    """Play a whole round of uniform legal moves, one for each seat; return how many moves were made, or 0 for none.

    Each is what `any_legal` makes of the `count`-th and the following numbers of CHOICE_STREAM. The default makes none,
    so that whoever plays at random goes move by move; a game whose rounds are sealed may play one faster, with the same
    events. `out` is scratch space.
    """
    return BY_ROW[type(s)]["random_round"](s, key, count, out, note)


def choices(s: State, seat: int, out: Numbers) -> int:
    """Write the essentially different legal actions, which bots consider, into `out`; return how many."""
    return BY_ROW[type(s)]["choices"](s, seat, out)


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry a move out and return 0, or return a reason's number and leave the record untouched."""
    return BY_ROW[type(s)]["act"](s, seat, action, note)


def stream(s: State) -> int:
    """Return the index of the chance stream that the pending chance step draws from."""
    return BY_ROW[type(s)]["stream"](s)


def chances(s: State, weights: Numbers) -> int:
    """Write the integer weight of every outcome of the pending chance step; return their sum, 0 when none pends."""
    return BY_ROW[type(s)]["chances"](s, weights)


def roll(s: State, number: int, weights: Numbers) -> int:
    """Return the outcome of the pending chance step that a uniform `number` stands for.

    Of any T numbers in a row, T the sum `chances` returns, each outcome gets as many as its weight. The default weighs;
    a game may answer faster. `weights` is scratch space.
    """
    return BY_ROW[type(s)]["roll"](s, number, weights)


def draw_chance(s: State, key: int, counts: Numbers, weights: Numbers, note: Numbers) -> None:
    """Settle the pending chance step by the next number of its stream.

    A game may settle those that follow at once, too, with the same outcomes and events; the default does not.
    counts   how many numbers of each stream are used up; goes on from there.
    weights  scratch space.
    """
    BY_ROW[type(s)]["draw_chance"](s, key, counts, weights, note)


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Carry one outcome of the pending chance step out."""
    BY_ROW[type(s)]["settle"](s, outcome, note)


def over(s: State) -> int:
    """Return 1 if the game is over, else 0."""
    return BY_ROW[type(s)]["over"](s)


def payoff(s: State, out: Numbers) -> None:
    """Write the result: each seat's weight into out[0] (its share is that over the row's sum) and score into out[1]."""
    BY_ROW[type(s)]["payoff"](s, out)


def imagine(v: State, seat: int, key: int) -> None:
    """Fill the blanks of a view (never the true record) with a consistent world, uniformly, from `key`."""
    BY_ROW[type(v)]["imagine"](v, seat, key)


def unseal(v: State, seat: int) -> None:
    """Take rivals' sealed choices back out of a view, so that they owe them again: the default leaves them sealed."""
    BY_ROW[type(v)]["unseal"](v, seat)


def estimate(s: State, out: Numbers) -> int:
    """Write a weight for each seat into out[0], by their likely shares in mid-game; return 0 for no estimate."""
    return BY_ROW[type(s)]["estimate"](s, out)


def known(s: State) -> int:
    """Return 1 if every seat can infer the whole record except sealed choices; 0 if that is not certain."""
    return BY_ROW[type(s)]["known"](s)


def check(s: State) -> int:
    """Return 0, the number of the first broken invariant, or OUT_OF_BOUNDS if a number is out of its field's bounds.

    Compiled, it looks at no bounds, and the record must be within them.
    """
    return OUT_OF_BOUNDS if s.schema.strays(s) else BY_ROW[type(s)]["check"](s)


def forced(s: State) -> int:
    """Return 1 + the action that the program makes for the one seat that owes (such as a pass); 0 for none."""
    return BY_ROW[type(s)]["forced"](s)


def heuristic(s: State, seat: int, action: int) -> int:
    """Return how good an action looks to the seat by the game's rule of thumb, in the game's points."""
    return BY_ROW[type(s)]["heuristic"](s, seat, action)


def heuristics(s: State, seat: int, size: int, actions: Numbers, out: Numbers) -> None:
    """Write `heuristic` of each of the seat's `choices`, the `size` in `actions` (ascending), into `out`.

    The default asks for one after another; a game in which they have much in common may answer faster. `out` has room
    for every legal action, and beyond `size` it is scratch space.
    """
    BY_ROW[type(s)]["heuristics"](s, seat, size, actions, out)


def interrupts(s: State, out: Numbers) -> int:
    """Return a bit mask of the seats whose interjections a search considers; `out` is scratch space."""
    return BY_ROW[type(s)]["interrupts"](s, out)


def bargains(s: State, seat: int, out: Numbers) -> int:
    """Write the deals (gifts, offers) the seat may start now that are worth weighing; return how many.

    `heuristic` tells what each brings the seat, above 0 where it is worth making. The default: none.
    """
    return BY_ROW[type(s)]["bargains"](s, seat, out)


def bargaining(s: State) -> int:
    """Return 1 + the action by which the seat that is asked backs out of a deal; 0 if its decision is part of none.

    `heuristic` weighs the answers in a deal; a search does not.
    """
    return BY_ROW[type(s)]["bargaining"](s)


def temptation(s: State, seat: int, action: int) -> int:
    """Return 1 + the gain of an action that breaks the seat's word, in the units of `heuristic`; 0 if it breaks none.

    `choices` leaves such actions out. The default is 0.
    """
    return BY_ROW[type(s)]["temptation"](s, seat, action)


#: the functions above by name
VERBS: dict[str, Rule] = {name: rule for name, rule in globals().items() if getattr(rule, "__module__", "") == __name__}


def zero(s: State) -> int:
    """Return the default of `may`, `stream`, `forced`, `known` and `bargaining`: nobody, the first one or nothing."""
    return 0


def zero_written(s: State, out: Numbers) -> int:
    """Return the default of `estimate`: none."""
    return 0


def zero_deals(s: State, seat: int, out: Numbers) -> int:
    """Return the default of `bargains`: no deals."""
    return 0


def zero_worth(s: State, seat: int, action: int) -> int:
    """Return the default of `heuristic` and `temptation`: every action looks the same."""
    return 0


def zero_moves(s: State, key: int, count: int, out: Numbers, note: Numbers) -> int:
    """Return the default of `random_round`: no move of the round is made."""
    return 0


def weighed_roll(s: State, number: int, weights: Numbers) -> int:
    """Return the default of `roll`: weigh the outcomes."""
    total = chances(s, weights)
    return pick(weights, total, number)


def one_drawn(s: State, key: int, counts: Numbers, weights: Numbers, note: Numbers) -> None:
    """Settle one outcome: the default of `draw_chance`."""
    which = stream(s)
    settle(s, roll(s, draw(key, which, counts[which]), weights), note)
    counts[which] += 1


def never_refused(s: State, seat: int, action: int) -> int:
    """The default `refusal`, for games whose `legal` does not use `allowed`."""
    return 0


@kernel
def allowed(s: State, seat: int, first: int, end: int, out: Numbers) -> int:
    """List the actions from `first` to before `end` that the game's `refusal` allows, ascending; return how many."""
    count = 0
    for action in range(first, end):
        if refusal(s, seat, action) == 0:
            out[count] = action
            count += 1
    return count


@kernel
def nth_allowed(s: State, seat: int, first: int, end: int, number: int) -> int:
    """Return the action at index `number` modulo the length in the list of `allowed`, which must not be empty."""
    size = 0
    for action in range(first, end):
        size += refusal(s, seat, action) == 0
    left = number % size
    action = first
    while left or refusal(s, seat, action):
        left -= refusal(s, seat, action) == 0
        action += 1
    return action


def is_finished(s: State) -> bool:
    """The default `over`, for records with a field `finished`."""
    return bool(s.finished != 0)


def listed_legal(s: State, seat: int, number: int, out: Numbers) -> int:
    """Return the default of `any_legal`: a member of the whole list."""
    size = legal(s, seat, out)
    return out[number % size]


def all_legal(s: State, seat: int, out: Numbers) -> int:
    """Write every legal action: the default of `choices`."""
    return legal(s, seat, out)


def nothing_unsealed(v: State, seat: int) -> None:
    """Leave sealed choices for `imagine` to fill: the default of `unseal`."""


def all_who_may(s: State, out: Numbers) -> int:
    """Return the default of `interrupts`: all seats that may act unasked."""
    return may(s)


def one_after_another(s: State, seat: int, size: int, actions: Numbers, out: Numbers) -> None:
    """Evaluate each action by itself: the default of `heuristics`."""
    for k in range(size):
        out[k] = heuristic(s, seat, actions[k])


def no_chances(s: State, weights: Numbers) -> int:
    """Return the `chances` of a game without chance."""
    return 0


def nothing_settled(s: State, outcome: int, note: Numbers) -> None:
    """Do nothing: the `settle` of a game without chance."""


def nothing_imagined(v: State, seat: int, key: int) -> None:
    """Do nothing: the `imagine` of a game in which everybody sees everything."""


DEFAULTS: dict[str, Rule] = {
    "refusal": never_refused,
    "may": zero,
    "stream": zero,
    "roll": weighed_roll,
    "draw_chance": one_drawn,
    "any_legal": listed_legal,
    "random_round": zero_moves,
    "choices": all_legal,
    "unseal": nothing_unsealed,
    "estimate": zero_written,
    "known": zero,
    "forced": zero,
    "heuristic": zero_worth,
    "heuristics": one_after_another,
    "interrupts": all_who_may,
    "bargains": zero_deals,
    "bargaining": zero,
    "temptation": zero_worth,
}
WITHOUT_CHANCE: dict[str, Rule] = {"chances": no_chances, "settle": nothing_settled}
WITH_FINISHED: dict[str, Rule] = {"over": is_finished}
WITHOUT_SECRETS: dict[str, Rule] = {"imagine": nothing_imagined}


def has(schema: Schema, name: str) -> bool:
    """Return whether a game has a rule of its own for a verb that has a default."""
    return BY_SCHEMA[schema][name] is not DEFAULTS.get(name)


def register(
    schema: Schema, rules: Mapping[str, Rule], faster: Mapping[str, Rule] | None = None, chance: bool = True
) -> None:
    """Make a game's functions known for its record.

    Args:
        schema: The fields of the record.
        rules: The game's verbs by name.
        faster: Faster forms of verbs, which are called instead.
        chance: Whether the game has any.

    Raises:
        ValueError: A verb is missing, unknown or takes other arguments, or another game's record has the same fields.
    """
    faster = faster or {}
    for name, rule in [*rules.items(), *faster.items()]:
        wanted = inspect.signature(VERBS[name]).parameters if name in VERBS else None
        if not inspect.isfunction(rule):
            raise ValueError(f"the {name!r} of {schema.game!r} must be a plain function")
        if wanted is not None and list(inspect.signature(rule).parameters) != list(wanted):
            raise ValueError(f"the {name!r} of {schema.game!r} must take ({', '.join(wanted)})")
    defaults = {**DEFAULTS, **({} if chance else WITHOUT_CHANCE), **({} if schema.hides else WITHOUT_SECRETS)}
    defaults |= WITH_FINISHED if "finished" in schema.by_name else {}
    unknown = rules.keys() - VERBS.keys()
    missing = VERBS.keys() - rules.keys() - defaults.keys()
    if unknown or missing:
        raise ValueError(f"{schema.game!r} registers unknown verbs {sorted(unknown)} or lacks {sorted(missing)}")
    if any(other.dtype == schema.dtype and other is not schema for other in BY_SCHEMA):
        raise ValueError(f"the record of {schema.game!r} has the same fields as another game's")
    PLAIN[schema] = {**defaults, **rules}
    BY_SCHEMA[schema] = BY_ROW[schema.row_type] = {**PLAIN[schema], **faster}
