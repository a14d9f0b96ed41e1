"""Declarations of what a table tells people: refusals, results, effects and the outlook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from hustings.engine.declared import EventTable
from hustings.engine.events import Event


class Deck(Protocol):
    """The shape of the module that lists a game's cards."""

    def cards(self, options: Mapping[str, str]) -> list[dict[str, Any]]:
        """Return the deck under these options: the code, name, value and kind of every card."""


NOBODYS, OUT_OF_PLAY = -1, -2  # what `held` writes for a state that no side holds, and for one not in the game


@dataclass(frozen=True, eq=False)
class Telling:
    """Kernels that describe a table to people, shared by Python and by a page without a server.

    Attributes:
        ending: Writes the result of a finished record as one event of `endings`, with four numbers in each row.
        endings: The results and their facts; the name of a result is a key of "results" in the game's words.
        explain: From a record, a seat, an action and the number of the reason against it, writes that reason as one
            event, with only what the seat may know. A reason without arguments needs none.
        effect: From a view, which it may change, its seat and a legal action, writes each effect as an event.
        effects: The effects, each with one number; their names are keys of "effects" in the game's words.
        prospects: From a view and a seat, writes the seat's actions, legal now or not, whose effects everybody may see
            at any time, and returns their number.
        foresee: From a view, which it may change, and its seat, writes the actions that the seat can prepare while
            others decide, and returns their number.
        majority: Returns the number of votes that wins, 0 if no number does. too_many: likewise the number that loses.
        alike: From a view that a spectator has, returns 1 if it can no longer matter which legal moves are made. A room
            then makes the first legal moves, as if they were forced; these must lead to the end.
        states: The codes of the map's states, for games with an election night.
        held: From a record, writes the side of each state, or NOBODYS or OUT_OF_PLAY, then the votes of each state.
        recount: Changes a finished record as if each side held only the given states, so that `payoff` can count it;
            its arguments are the record, the side of each state (or NOBODYS) and a note.
        first_count: For games that may be counted several times, three names: the event that reports a seat's count,
            its argument with the number of the count, from 1, and its argument with the states that the seat held.
            last_count: likewise the event, the number of the count, and its argument with the seat's votes.
        odds: From a view, its seat, the seat's action and a memory of zeros, counts all worlds that agree with the
            view. It writes the weight of each outcome that can follow (two numbers each, see `kernels.wide`) at twice
            the outcome's number, and returns 1, or 0 if it does not handle this action, or -1 if the memory is too
            small. For odds that depend on hidden hands, and for chance steps that follow only later. odds_memory: the
            sizes of memory to try, in order.
        kind: From a view, which it may change, its seat and an outcome that comes next, returns the number of the
            outcome's kind; odds are also shown by kind. By default, it is the kind of the card that comes. kinds: the
            names of the kinds.
    """

    ending: Callable[[Any, Any], None]
    endings: EventTable
    explain: Callable[[Any, int, int, int, Any], None] | None = None
    effect: Callable[[Any, int, int, Any], None] | None = None
    effects: EventTable = field(default_factory=EventTable)
    prospects: Callable[[Any, int, Any], int] | None = None
    foresee: Callable[[Any, int, Any], int] | None = None
    majority: Callable[[Any], int] | None = None
    too_many: Callable[[Any], int] | None = None
    alike: Callable[[Any], int] | None = None
    states: tuple[str, ...] = ()
    held: Callable[[Any, Any], None] | None = None
    recount: Callable[[Any, Any, Any], None] | None = None
    first_count: tuple[str, str, str] | None = None
    last_count: tuple[str, str, str] | None = None
    odds: Callable[[Any, int, int, Any], int] | None = None
    odds_memory: tuple[int, ...] = ()
    kind: Callable[[Any, int, int], int] | None = None
    kinds: tuple[str, ...] = ()

    def read_held(self, s: Any) -> tuple[dict[str, int], dict[str, int | None]]:
        """Return the votes and the side (None: no side) of each state in play, by code; s: a record or a view."""
        assert self.held is not None
        count = len(self.states)
        out = np.zeros(2 * count, np.int64)
        self.held(s, out)
        here = [k for k in range(count) if out[k] != OUT_OF_PLAY]
        votes = {self.states[k]: int(out[count + k]) for k in here}
        return votes, {self.states[k]: None if out[k] == NOBODYS else int(out[k]) for k in here}

    def read_last_count(self, events: Sequence[Event], seats: int) -> tuple[int, ...] | None:
        """Return each seat's votes in the last count, 0 for seats that had left by then; None after a single count."""
        assert self.last_count is not None
        name, number, votes = self.last_count
        counted = [event for event in events if event.event == name]
        last = max((event.args[number] for event in counted), default=1)
        found = {event.seat: event.args[votes] for event in counted if event.args[number] == last}
        return None if last == 1 else tuple(found.get(seat, 0) for seat in range(seats))
