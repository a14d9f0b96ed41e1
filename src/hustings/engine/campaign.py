"""The course of a finished game in one form for every game: efforts in states, and the counts at its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """Something that a side did in a state: a pyramid sent there, money spent there, a card played there.

    Attributes:
        step: The week, turn or move, from 1. In a sealed week all efforts are simultaneous.
        side: The side, an index of `Holdings.sides`.
        state: The postal code of the state.
        amount: The size in the game's unit: points, dollars or votes.
        kind: The kind, such as "large" or "mud".
        wasted: Whether it had no effect.
    """

    step: int
    side: int
    state: str
    amount: int
    kind: str
    wasted: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """One of several counts at the end of a game.

    Attributes:
        totals: The votes of each side; 0 for a side that has left.
        holder: For each state the side that gets its votes; states whose votes nobody gets are missing.
        leaving: The sides that leave after this count.
    """

    totals: tuple[int, ...]
    holder: Mapping[str, int]
    leaving: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Campaign:
    """The course of a game, as far as a spectator may know it.

    Attributes:
        sealed: Whether all sides choose the efforts of a step in secret and at once.
        efforts: What the sides did, in order.
        rounds: The counts at the end, in games that may count more than once; empty for others.
        parties: The party of each side, "" if it has none; empty in games without parties.
        links: Pairs of neighbouring states of one side, in games of networks.
    """

    sealed: bool = False
    efforts: tuple[Effort, ...] = ()
    rounds: tuple[Round, ...] = ()
    parties: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
