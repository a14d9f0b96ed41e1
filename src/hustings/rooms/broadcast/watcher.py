"""A viewer of a room, and the state they have been shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import takewhile

from hustings.rooms.broadcast.updates import MarkInfo, Marks, Remarks, Viewer, VotesInfo
from hustings.rooms.log import rounds
from hustings.rooms.log.log_events import Mark
from hustings.rooms.log.state import RoomState
from hustings.rooms.rate_limits import Bucket


@dataclass(eq=False, slots=True)
class Watcher:
    """A viewer of a room.

    token          the digest of their token, None for a spectator.
    bucket         limits their messages; shared by all sockets of a seat.
    counted        whether they count as a spectator; a class that watches its own table does not.
    model          whether a language model decides for their seat.
    looking        whether their page is visible: that of a locked phone is not.
    seat           the seat whose view they see.
    game, entries  the number of the game they see, and how many entries of its log they have seen.
    seq            the last record whose effect they have seen.
    remarks        the number of the last remark sent to them.
    marks          the number of the last mark of a promise sent to them.
    """

    viewer: Viewer
    token: str | None
    bucket: Bucket
    counted: bool = True
    model: bool = False
    looking: bool = True
    seat: int | None = None
    game: int = 0
    entries: int = 0
    seq: int = 0
    remarks: int = 0
    marks: int = 0

    def chairs(self, state: RoomState) -> tuple[int, ...]:
        """Return the chairs that the viewer plays."""
        return state.chairs_of(self.token) if self.token else ()

    def tell_remarks_and_marks(self, state: RoomState) -> None:
        """Send the viewer new remarks and marks."""
        if state.remarks:
            self._tell_remarks(state)
        if state.marks:
            self._tell_marks(state)
        for chair in self.chairs(state) if state.votes else ():
            if chair in state.votes:
                self.tell_votes(state, chair)

    def tell_votes(self, state: RoomState, chair: int) -> None:
        """Send the votes on the open decision of the viewer's chair."""
        votes = state.votes.get(chair, {})
        counts = dict(Counter(votes.values()))
        shared = len(state.chairs[chair].tokens)
        mine = votes.get(self.token or "")
        self.viewer.tell(VotesInfo(state.seat_of(chair), state.decisions[chair], counts, mine, shared))

    def _tell_marks(self, state: RoomState) -> None:
        """Send new marks, but only of log entries that the viewer has seen; a spectator may be a move behind."""
        new: list[Mark] = []
        for mark in reversed(state.marks.values()):
            if mark.seq <= self.marks:
                break
            new.append(mark)
        shown = tuple(takewhile(lambda mark: mark.entry <= self.entries, reversed(new)))
        if shown and self.game == state.games:
            self.marks = shown[-1].seq
            self.viewer.tell(Marks([MarkInfo(mark.entry, mark.seat, mark.verdict) for mark in shown]))

    def _tell_remarks(self, state: RoomState) -> None:
        if state.remarks[-1].seq > self.remarks:
            new = [remark for remark in state.remarks if remark.seq > self.remarks]
            self.remarks = new[-1].seq
            self.viewer.tell(Remarks(new))

    def turn(self, state: RoomState) -> None:
        """Choose the seat whose view is shown, if several people play on the viewer's device."""
        chairs = state.chairs_of(self.token) if self.token else ()
        if len(chairs) < 2:
            self.seat = state.order.index(chairs[0]) if chairs else None
        else:
            self.seat = self._turn_to(state, chairs)

    def _turn_to(self, state: RoomState, chairs: tuple[int, ...]) -> int:
        """Return the seat to show: one on this device that must move, else the last one shown."""
        seats = sorted(state.seat_of(chair) for chair in chairs)
        owing = [seat for seat in seats if seat in rounds.owing(state)]
        if owing:
            return owing[0]
        return self.seat if self.seat is not None and self.seat in seats else seats[0]
