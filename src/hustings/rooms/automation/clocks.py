"""The time that people take for their decisions in one room."""

from __future__ import annotations

from collections.abc import Callable

from hustings.engine.moves import seat_label
from hustings.rooms.log.replaying import RoomLog

REACTIONS_IN_A_TURN = 4  # a reaction to another seat's move gets 1/4 of a decision's time
SHORTEST = 8.0  # the least time for a person's reaction, in seconds
FIRST_MOVE = 120.0  # seconds in which people read the rules at a class's table


class Clocks:
    """Counts the seconds of each open decision; they pass only while the room has a viewer.

    began: by chair, the number of its open decision, and when it began.
    """

    def __init__(self, log: RoomLog, now: Callable[[], float]) -> None:
        self._log, self._now = log, now
        self.began: dict[int, tuple[int, float]] = {}
        self._watched = False  # whether the room had a viewer when the decisions were last noted

    def begin(self, watched: bool) -> None:
        """Note the decisions that are open now; watched: whether the room has a viewer."""
        state = self._log.state
        assert state.table is not None
        before, self._watched = self._watched, watched
        began = self.began if before and self._watched else {}  # time passes only while the room has a viewer
        now, self.began = self._now(), {}
        for seat in state.table.owes:
            chair = state.order[seat]
            known = began.get(chair)
            same = known is not None and known[0] == state.decisions[chair]
            self.began[chair] = known if known is not None and same else (state.decisions[chair], now)

    def owing(self) -> dict[int, float]:
        """Return for each seat that owes a move for how many seconds it has owed the move."""
        now, state = self._now(), self._log.state
        return {state.seat_of(chair): now - began for chair, (_, began) in self.began.items()}

    def allowed(self) -> dict[int, float]:
        """Return for the seat of each person who owes a move the seconds after which the person is late.

        No clock runs before a person's first move at a class's table; they are late after `FIRST_MOVE` seconds.
        """
        state = self._log.state
        return {
            state.seat_of(chair): max(self.seconds(state.seat_of(chair)), FIRST_MOVE * self.first_in_class(chair))
            for chair in self.began
            if state.chairs[chair].bot is None
        }

    def late(self) -> frozenset[int]:
        """Return the seats of the people who have owed their move for longer than `allowed`."""
        owing = self.owing()
        return frozenset(seat for seat, seconds in self.allowed().items() if owing[seat] > seconds)

    def left(self) -> dict[int, float]:
        """Return for the seat of each person who owes a move the seconds left; empty if the clock is off."""
        state = self._log.state
        if state.settings.clock in ("off", "days") or state.table is None or state.paused:
            return {}
        now = self._now()
        left = {}
        for seat in sorted(state.table.owes):
            chair = state.order[seat]
            if state.chairs[chair].bot is None and not self.first_in_class(chair):
                decision, began = self.began.get(chair, (-1, now))
                began = began if self._watched and decision == state.decisions[chair] else now
                left[seat] = round(self.seconds(seat) - (now - began), 1)
        return left

    def first_in_class(self, chair: int) -> bool:
        """Return True before a person's first move at a class's table; no clock runs while they read the rules."""
        return self._log.state.of_class is not None and chair in self._log.state.fresh

    def seconds(self, seat: int) -> float:
        """Return the seconds allowed for a seat's open decision; a reaction gets only a part of them."""
        whole = self._log.state.settings.seconds
        return min(whole, max(SHORTEST, whole / REACTIONS_IN_A_TURN)) if self.reacts(seat) else whole

    def reacts(self, seat: int) -> bool:
        """Return True if a seat only has to react to another seat's move, which everybody can see."""
        table = self._log.state.table
        assert table is not None
        passing = table.game.book.reaction
        return bool(passing) and table.why_not(f"{seat_label(seat)} {passing}") is None
