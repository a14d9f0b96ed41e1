"""The verbs: the functions that make up a game's rules, such as `legal` and `act`.

A game registers plain functions that work on its record. Calling a verb here calls the function of the game that the
record belongs to: interpreted code looks it up by the type of the row, and Numba selects it by the type of the record
while it compiles (`kernels.compiled`). `out`, `weights` and `note` are int64 arrays that the caller provides. A note
receives the events of a step.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from hustings.engine.kernels import Numbers, State, kernel
from hustings.engine.kernels.chance import draw, pick
from hustings.engine.record import Row, Schema

Rule = Callable[..., Any]

OUT_OF_BOUNDS = -1  # the result of `check` if a number is out of bounds; the game's invariants are then not tested

#: the functions of each game, by the type of its rows
BY_ROW: dict[type[Row], Mapping[str, Rule]] = {}
#: the same functions by schema, for the compiler
BY_SCHEMA: dict[Schema, Mapping[str, Rule]] = {}


def start(s: State) -> None:
    """Set up the start of a game in a record that has only the number of seats and the options; all else is 0."""
    BY_ROW[type(s)]["start"](s)


def owes(s: State) -> int:
    """Return the bit mask of the seats that must decide now; 0 while a chance step is due or after the end."""
    return BY_ROW[type(s)]["owes"](s)


def may(s: State) -> int:
    """Return the bit mask of the seats that may act now although they need not."""
    return BY_ROW[type(s)]["may"](s)


def legal(s: State, seat: int, out: Numbers) -> int:
    """Write the ids of the seat's legal actions, ascending, into `out`, and return their number.

    They depend only on what the seat knows. No game defines this verb: `listing.lister` makes it from the declared
    moves and `refusal`.
    """
    return BY_ROW[type(s)]["legal"](s, seat, out)


def drawn(s: State, seat: int, number: int, out: Numbers) -> int:
    """Return the legal action at the index `number` % size of the list that `legal` writes; `out` is scratch space.

    No game defines this verb: `listing.drawer` makes it, or it lists all.
    """
    return BY_ROW[type(s)]["drawn"](s, seat, number, out)


def refusal(s: State, seat: int, action: int) -> int:
    """Return 0 if the seat can play the action now, else the number of the reason against it."""
    return BY_ROW[type(s)]["refusal"](s, seat, action)


def task(s: State) -> int:
    """Return the number of the task that moves answer now (`when` in `MoveTable.add`), or 0 if no move is possible.

    The default is 1.
    """
    return BY_ROW[type(s)]["task"](s)


def shared(s: State, seat: int) -> int:
    """Return a number that `rows` and `candidates` need for each row, such as the cards in the seat's hand.

    The default is 0.
    """
    return BY_ROW[type(s)]["shared"](s, seat)


def rows(s: State, seat: int, first: int, shared: int) -> int:
    """Return as a bit mask the rows of a kind of move that may have legal moves; the default is all.

    A row is the moves of a kind that differ only in their last part; a kind has a row for each value of its other
    parts. The verb is called for kinds with several rows.

    first   the first action of the kind.
    shared  the result of the verb `shared`.
    """
    return BY_ROW[type(s)]["rows"](s, seat, first, shared)


def candidates(s: State, seat: int, first: int, shared: int) -> int:
    """Return as a bit mask the moves of a row that may be legal: bit k is the action `first` + k; the default is all.

    `refusal` then decides about each, except for kinds declared `exact`, whose candidates are the legal moves.

    first   the first action of the row.
    shared  the result of the verb `shared`.
    """
    return BY_ROW[type(s)]["candidates"](s, seat, first, shared)


def choices(s: State, seat: int, out: Numbers) -> int:
    """Write the legal actions that bots consider, without symmetric ones, into `out`; return their number."""
    return BY_ROW[type(s)]["choices"](s, seat, out)


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Carry out an action and return 0, or return the number of the reason against it and change nothing."""
    return BY_ROW[type(s)]["act"](s, seat, action, note)


def stream(s: State) -> int:
    """Return the index of the chance stream that the chance step now due draws from."""
    return BY_ROW[type(s)]["stream"](s)


def chances(s: State, weights: Numbers) -> int:
    """Write the integer weight of every outcome of the chance step now due; return their sum, or 0 if none is due."""
    return BY_ROW[type(s)]["chances"](s, weights)


def roll(s: State, number: int, weights: Numbers) -> int:
    """Return the outcome of the chance step now due that a uniform random `number` selects.

    If T is the sum that `chances` returns, then among any T consecutive numbers each outcome is selected as often as
    its weight. The default uses the weights; a game can define a faster form. `weights` is scratch space.
    """
    return BY_ROW[type(s)]["roll"](s, number, weights)


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Carry out one outcome of the chance step now due."""
    BY_ROW[type(s)]["settle"](s, outcome, note)


def over(s: State) -> int:
    """Return 1 if the game is over, else 0."""
    return BY_ROW[type(s)]["over"](s)


def payoff(s: State, out: Numbers) -> None:
    """Write the result of the game: into out[0] a weight for each seat, into out[1] each seat's score.

    A seat's share of the result is its weight divided by the sum of all weights.
    """
    BY_ROW[type(s)]["payoff"](s, out)


def imagine(v: State, seat: int, key: int) -> None:
    """Fill everything hidden in a view with one of the worlds that agree with it, drawn uniformly by `key`.

    v  a view of the seat, never the true record.
    """
    BY_ROW[type(v)]["imagine"](v, seat, key)


def unseal(v: State, seat: int) -> None:
    """Remove the rivals' sealed choices from a view, so that they must choose again; the default changes nothing."""
    BY_ROW[type(v)]["unseal"](v, seat)


def estimate(s: State, out: Numbers) -> int:
    """Estimate the result of an unfinished game: write a weight for each seat into out[0]; return 0 for no estimate."""
    return BY_ROW[type(s)]["estimate"](s, out)


def known(s: State) -> int:
    """Return 1 if every seat can infer the whole record except sealed choices, or 0 if that is not certain."""
    return BY_ROW[type(s)]["known"](s)


def check(s: State) -> int:
    """Return 0, the number of the first broken invariant, or OUT_OF_BOUNDS if a number is out of its field's bounds.

    Compiled code does not test the bounds; all numbers must be within them.
    """
    return OUT_OF_BOUNDS if s.schema.stray(s) else BY_ROW[type(s)]["check"](s)


def forced(s: State) -> int:
    """Return 1 + the action that the program makes for the one seat that must move, such as a pass; 0 for none."""
    return BY_ROW[type(s)]["forced"](s)


def heuristic(s: State, seat: int, action: int) -> int:
    """Return the value of an action for the seat by the game's rule of thumb, in the game's points."""
    return BY_ROW[type(s)]["heuristic"](s, seat, action)


def heuristics(s: State, seat: int, size: int, actions: Numbers, out: Numbers) -> None:
    """Write the `heuristic` value of each of the seat's `choices` into `out`.

    The choices are the first `size` numbers in `actions`, ascending. The default evaluates one after another; a game
    can define a faster form. `out` has room for every legal action, and its places from `size` on are scratch space.
    """
    BY_ROW[type(s)]["heuristics"](s, seat, size, actions, out)


def interrupts(s: State, out: Numbers) -> int:
    """Return the bit mask of the seats whose optional moves (`may`) a search considers; `out` is scratch space."""
    return BY_ROW[type(s)]["interrupts"](s, out)


def bargains(s: State, seat: int, out: Numbers) -> int:
    """Write the deals (gifts, offers) that the seat can start now and bots consider; return their number.

    The `heuristic` value of a deal is the seat's gain, above 0 if the deal is worth making. The default writes none.
    """
    return BY_ROW[type(s)]["bargains"](s, seat, out)


def bargaining(s: State) -> int:
    """Return 1 + the action that backs out of a deal, if the seat to decide is in the middle of one; else 0.

    Bots choose an answer to a deal by `heuristic`, not by a search.
    """
    return BY_ROW[type(s)]["bargaining"](s)


def temptation(s: State, seat: int, action: int) -> int:
    """Return 1 + the gain from an action that breaks the seat's promise, in the units of `heuristic`; else 0.

    `choices` leaves such actions out. The default is 0.
    """
    return BY_ROW[type(s)]["temptation"](s, seat, action)


def held(s: State, out: Numbers) -> None:
    """Write the side of each state of the map into `out`, or a number below 0, then the votes of each state.

    The default, for games without a map, writes nothing.
    """
    BY_ROW[type(s)]["held"](s, out)


#: all verbs, which are the functions above, by name
VERBS: dict[str, Rule] = {name: rule for name, rule in globals().items() if getattr(rule, "__module__", "") == __name__}


def zero(s: State) -> int:
    """Default of `may`, `stream`, `forced`, `known` and `bargaining`: return 0: nobody, none, or the first stream."""
    return 0


def one(s: State) -> int:
    """Default of `task`: return 1."""
    return 1


def zero_of_seat(s: State, seat: int) -> int:
    """Default of `shared`: return 0."""
    return 0


def all_in_row(s: State, seat: int, first: int, shared: int) -> int:
    """Default of `rows` and `candidates`: return a mask of all."""
    return -1


def zero_written(s: State, out: Numbers) -> int:
    """Default of `estimate`: return 0 for no estimate."""
    return 0


def zero_deals(s: State, seat: int, out: Numbers) -> int:
    """Default of `bargains`: return 0, so that bots start no deals."""
    return 0


def zero_worth(s: State, seat: int, action: int) -> int:
    """Default of `heuristic` and `temptation`: return 0, so that all actions look equally good."""
    return 0


def listed_draw(s: State, seat: int, number: int, out: Numbers) -> int:
    """Default of `drawn`: list all legal actions."""
    size = legal(s, seat, out)
    return int(out[number % size])


def weighed_roll(s: State, number: int, weights: Numbers) -> int:
    """Default of `roll`: select the outcome by the weights of `chances`."""
    total = chances(s, weights)
    return pick(weights, total, number)


def is_finished(s: State) -> bool:
    """Default of `over`, for records with a field `finished`."""
    return bool(s.finished != 0)


def all_legal(s: State, seat: int, out: Numbers) -> int:
    """Default of `choices`: write every legal action."""
    return legal(s, seat, out)


def nothing_unsealed(v: State, seat: int) -> None:
    """Default of `unseal`: leave the sealed choices in place, so that `imagine` fills them."""


def all_who_may(s: State, out: Numbers) -> int:
    """Default of `interrupts`: return all seats that may act although they need not."""
    return may(s)


def one_after_another(s: State, seat: int, size: int, actions: Numbers, out: Numbers) -> None:
    """Default of `heuristics`: evaluate each action by itself."""
    for k in range(size):
        out[k] = heuristic(s, seat, actions[k])


def no_chances(s: State, weights: Numbers) -> int:
    """`chances` of a game without chance: return 0."""
    return 0


def nothing_settled(s: State, outcome: int, note: Numbers) -> None:
    """`settle` of a game without chance: do nothing."""


def nothing_imagined(v: State, seat: int, key: int) -> None:
    """`imagine` of a game without hidden information: do nothing."""


def nothing_held(s: State, out: Numbers) -> None:
    """Default of `held`, for a game without a map: write nothing."""


DEFAULTS: dict[str, Rule] = {
    "drawn": listed_draw,
    "task": one,
    "shared": zero_of_seat,
    "rows": all_in_row,
    "candidates": all_in_row,
    "may": zero,
    "stream": zero,
    "roll": weighed_roll,
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
    "held": nothing_held,
}
WITHOUT_CHANCE: dict[str, Rule] = {"chances": no_chances, "settle": nothing_settled}
WITH_FINISHED: dict[str, Rule] = {"over": is_finished}
WITHOUT_SECRETS: dict[str, Rule] = {"imagine": nothing_imagined}


def has(schema: Schema, name: str) -> bool:
    """Return whether a game defines a verb itself instead of using the default."""
    return BY_SCHEMA[schema][name] is not DEFAULTS.get(name)


@kernel
def draw_chance(s: State, key: int, counts: Numbers, weights: Numbers, note: Numbers) -> None:
    """Carry out the chance step now due, with the outcome that the next number of its stream selects.

    counts   for each stream, how many of its numbers have been used; the kernel increases them.
    weights  scratch space.
    """
    which = stream(s)
    settle(s, roll(s, draw(key, which, counts[which]), weights), note)
    counts[which] += 1


def register(schema: Schema, rules: Mapping[str, Rule], chance: bool = True) -> None:
    """Register a game's verbs: the functions that the engine calls with the game's records.

    Args:
        schema: The fields of the record.
        rules: The game's verbs by name.
        chance: Whether the game has chance.

    Raises:
        ValueError: A verb is missing or unknown or takes the wrong arguments, or another record has the same game's
            name and fields.
    """
    for name, rule in rules.items():
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
        raise ValueError(f"another game has a record with the name {schema.game!r} and the same fields")
    BY_SCHEMA[schema] = BY_ROW[schema.row_type] = {**defaults, **rules}
