"""The state of a room, made from its log: chairs, options, the game being played."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from hustings import daily
from hustings.engine import game as games
from hustings.engine.moves import Move
from hustings.engine.table import Table
from hustings.rooms.errors import RoomDamagedError
from hustings.rooms.fair_deal import BallotDeal, Deal, begin, dealt_first
from hustings.rooms.log import log_events as r
from hustings.rooms.log.series import DUEL_SEATS, Series
from hustings.rooms.log.windows import Awaited, Collected, Missed, OnLeave, Planned, Windows, still_sealed
from hustings.rooms.names import REACTIONS, chair_name

Phase = Literal["lobby", "playing", "over"]
REMARKS_KEPT = 50  # the number of chat messages that later viewers still see


class RoomState:
    """The state of a room after its log's last record.

    order      the chair at each seat.
    decisions  the number of each chair's open decision: it grows with each move of the chair and never decreases, not
               even in a rematch, so a late command is recognized.
    fresh      the chairs whose people have not moved since they sat down.
    answered   by the chair that sent it, then by id: the number of the record that acknowledged a command.
    codes      by chair: the digest of the code with which it may be claimed.
    lent       the chairs whose code the host has made for another person.
    retaken    the chairs of people that somebody has claimed with such a code.
    series     the standing of the series: the games or deals that each chair has won, and how many games are over.
    remarks    the last chat messages; only reactions while chat is off.
    marks      the marks of promises in the current game, by log entry and seat, the newest last.
    hints      by chair: the numbers of the decisions in the current game on which it asked for hints.
    proposal   the open request to take a move back, until it is answered or a move is made.
    agreed     the chairs that have agreed to the proposal.
    votes      for each shared chair, the current vote of each person (a move), by the digest of their token.
    changes    how often anything that everybody sees has changed, not counting a game's moves.
    of_class   the code of the class that runs this room as one of its tables, or None.
    sealed     whether the deal's secret, the replay and the saved game stay hidden after the end.
    closed     the operator's sentence if they closed the room, or None.
    ballot     the daily ballot that the room plays, or None.
    windows    the deadlines of a game over days.
    given      how many log entries of the current game came from a saved game; nobody takes these moves back.
    """

    def __init__(self, code: str, made: r.Made) -> None:
        self.code = code
        self.game_name = made.game
        self.options = dict(made.options)
        self.chairs = list(made.chairs)
        self.host = made.host
        self.order = list(range(len(made.chairs)))
        self.decisions = [0] * len(made.chairs)
        self.fresh = set(range(len(made.chairs)))
        self.answered: list[dict[str, int]] = [{} for _ in made.chairs]
        self.phase: Phase = "lobby"
        self.of_class = made.of_class
        self.sealed = made.sealed
        self.closed: str | None = None
        self.ballot = None if made.ballot is None else daily.ballot(made.ballot)
        self.locked, self.paused = made.of_class is not None, False
        self.settings = made.terms
        self.codes: dict[int, str] = {}
        self.lent: set[int] = set()
        self.retaken: set[int] = set()
        self.series = Series.new(len(made.chairs))
        self.remarks: deque[r.Remark] = deque(maxlen=REMARKS_KEPT)
        self.marks: dict[tuple[int, int], r.Mark] = {}
        self.hints: dict[int, set[int]] = {}
        self.votes: dict[int, dict[str, str]] = {}
        self.proposal: r.Proposed | None = None
        self.agreed: set[int] = set()
        self.seq = 1
        self.games = 0
        self.deal: Deal | None = None
        self.given = 0
        self.table: Table | None = None
        self.changes = 0
        self.windows = Windows()
        self._own: list[array[int]] = [array("i") for _ in made.chairs]  # log lengths before each person's own moves
        self._cuts: list[tuple[int, int]] = []  # takebacks of the current game: the record's seq, the log's new length
        self._marks = (array("i"), array("i"))  # the current game's moves: their seqs, and the log's length after each
        self._earlier: dict[int, Table] = {}  # earlier tables of the current game, by the log's length
        self._view = (b"", "")  # the last view that was encoded: its bytes and its JSON
        self._deciders: dict[str, tuple[int, ...]] = {}

    # --- reading

    @property
    def game(self) -> games.Game:
        """The game with the room's options."""
        return games.game(self.game_name, **self.options)

    @property
    def duel(self) -> bool:
        """True if two players play a duel: each deal twice, with the sides changed."""
        return self.settings.series == "duel" and len(self.chairs) == DUEL_SEATS

    def hides(self, number: int) -> bool:
        """Return whether the deal of game `number` stays hidden after its end: all its outcomes are to come again."""
        comes_again = self.series.lead is not None and number >= self.games - self.series.again
        return self.sealed or (comes_again and dealt_first(self.table) == 0)

    def seat_of(self, chair: int) -> int:
        """Return the seat of a chair in the current order."""
        return self.order.index(chair)

    def chair_at(self, seat: int) -> r.Chair:
        """Return the chair at a seat."""
        return self.chairs[self.order[seat]]

    def chairs_of(self, token: str | None) -> tuple[int, ...]:
        """Return the chairs for which a token (given by its digest) decides; the host decides also for device seats."""
        if token is None:
            return ()
        known = self._deciders.get(token)
        if known is not None:
            return known
        own = tuple(number for number, chair in enumerate(self.chairs) if token in chair.tokens)
        if own == (self.host,):
            own += tuple(number for number, chair in enumerate(self.chairs) if chair.kind == "device")
        if own:
            self._deciders[token] = own
        return own

    @property
    def host_token(self) -> str | None:
        """Return the digest of the host's token; None at a class's table."""
        return None if self.host == r.NOBODY else self.chairs[self.host].token

    def open_chairs(self) -> list[int]:
        """Return the open chairs in the order of their seats."""
        return [number for number in self.order if self.chairs[number].kind == "open"]

    def entries_at(self, seq: int | None) -> int:
        """Return how many log entries the current game had at record `seq`; 0 before the game."""
        if seq is None or seq > self.seq:
            return 0
        at = bisect_right(self._marks[0], seq)
        return self._marks[1][at - 1] if at else 0

    def view(self, seat: int | None) -> str:
        """Return a seat's (None: a spectator's) view of the table as JSON, cached for equal views."""
        assert self.table is not None
        known = self.table.view_bytes(seat)
        if self._view[0] != known:
            self._view = (known, self.table.view_text(known))
        return self._view[1]

    def saved(self) -> dict[str, Any]:
        """Return the current game as a saved game with its bots and its deal."""
        assert self.table is not None
        assert self.deal is not None
        chairs = [self.chair_at(seat) for seat in range(len(self.order))]
        return {
            **self.table.save(names=[chair_name(chair) for chair in chairs]),
            "bots": [chair.level if chair.kind == "bot" else None for chair in chairs],
            **self.deal.saved(self.given),
        }

    @property
    def moments(self) -> Sequence[int]:
        """The record numbers of the current game's beginning and of its moves, except those taken back."""
        return self._marks[0]

    @property
    def untouched(self) -> bool:
        """True if no move has been made in the current game."""
        return len(self._marks[0]) == 1

    def before_last_move(self) -> tuple[int, Table]:
        """Return the record number and the replayed table of the moment before the last move."""
        seqs, entries = self._marks
        return seqs[-2], self.table_at(entries[-2])

    def table_at(self, length: int) -> Table:
        """Return the current game at `length` log entries, with the deal's later outcomes; replay it if necessary."""
        known = self._earlier.get(length)
        if known is not None:
            return known.copy()
        *_, table = self._replayed_to(length)
        return table

    def table_asked(self, length: int) -> Table:
        """Return the current game replayed up to `length` log entries, at a table that asks for outcomes of chance."""
        assert self.table is not None
        table = self.table.game.start(seats=len(self.order), chance="asked")
        for entry in self.table.log_since(0)[:length]:
            table.enter(entry)
        return table

    def _replayed_to(self, length: int) -> Iterator[Table]:
        """Replay the current game; yield the table, always the same one, at its beginning and after each move."""
        assert self.table is not None
        assert self.deal is not None
        log = self.table.log
        table = begin(self.table.game, len(self.order), self.deal, log[: self.given])
        yield table
        while table.length < length:  # a move brings its chance outcomes with it
            table.play(log[table.length])
            yield table

    def last_move(self, chairs: tuple[int, ...]) -> tuple[int, int] | None:
        """Return the one of these chairs that moved last, and the log's length before the move.

        A seat's only legal move does not count if the room would at once make that move again.
        """
        if self.table is None:
            return None
        log = self.table.log
        seats = {length: int(log[length].split()[0][1:]) - 1 for length in self._marks[1][:-1]}
        own = {length: seat for length, seat in seats.items() if self.order[seat] in chairs}
        if self.settings.autoplay and own:
            tables = self._replayed_to(max(own))
            free = (at.length for at in tables if at.length in own and not move_without_choice(at, own[at.length]))
            own = {length: own[length] for length in free}
        return (self.order[own[max(own)]], max(own)) if own else None

    def prepare_takeback(self, length: int) -> None:
        """Replay the game up to `length` log entries, and to the move before, so that `apply` need not do it."""
        before = bisect_left(self._marks[1], length) - 1
        wanted = {length, self._marks[1][max(0, before)]}
        found = {table.length: table.copy() for table in self._replayed_to(length) if table.length in wanted}
        self._earlier.update(found)

    def last_decision(self, chair: int) -> int | None:
        """Return the log's length before a chair's last own decision, or None before the first.

        Moves that the room made for the chair do not count, nor do reactions that it declined.
        """
        return self._own[chair][-1] if self._own[chair] else None

    @property
    def waiting(self) -> set[int]:
        """The chairs whose people have not yet agreed to a proposal; bots always agree.

        Over days, nobody is asked about a choice that is still sealed: its window is open for another one.
        """
        if self.proposal is None or (self.settings.clock == "days" and still_sealed(self.table, self.proposal.length)):
            return set()
        people = {number for number, chair in enumerate(self.chairs) if chair.kind == "person" and chair.bot is None}
        return people - self.agreed - {self.proposal.by}

    def taken_back_since(self, seq: int) -> int | None:
        """Return the shortest log that a takeback after record `seq` left, as its length; None if there was none."""
        return min((length for at, length in self._cuts if at > seq), default=None)

    # --- adding up

    def apply(self, record: r.Record) -> None:
        """Apply record `seq + 1`; if it is a move, the table must have played it already."""
        self.seq += 1
        if isinstance(record, r.Played):
            self._count(record)
            return
        if isinstance(record, r.Voted):
            self._vote(record)
            return
        self._changed()
        match record:
            case r.SeatChanged():
                self._sit(record)
            case r.Swapped(seats=[one, other]):
                self.order[one], self.order[other] = self.order[other], self.order[one]
            case r.Optioned() | r.SettingsChanged():
                self._choose(record)
            case r.Hosted():
                self.host = record.chair
            case r.Issued():
                self.codes[record.chair] = record.mark
                (self.lent.add if record.by_host else self.lent.discard)(record.chair)
            case r.RoomFlagsChanged() | r.Unsealed() | r.Closed():
                self._switch(record)
            case r.Hinted():
                self.hints.setdefault(record.chair, set()).add(record.decision)
            case r.Said() | r.Marked():
                self._say_or_mark(record)
            case Awaited() | Missed() | OnLeave() | Planned() | Collected():
                self.windows.apply(record, self.decisions)
            case r.Proposed() | r.Consented() | r.Resigned():
                self._ask_or_answer(record)
            case _:
                raise RoomDamagedError("room.misplaced_record", number=self.seq, room=self.code)
        self._settle_proposal()

    def begin(self, record: r.Began, deal: Deal, table: Table) -> None:
        """Apply the beginning of a game, whose table has been started with the deal's draws."""
        self.seq += 1
        self.games += 1
        self._sit_down(record)
        self.series = Series.begun(record.shares, record.round, record.lead)
        self.deal, self.table, self.given = deal, table, record.given
        if isinstance(deal, BallotDeal):
            self.ballot = deal.ballot  # with the key of this deal
        self.marks.clear()
        self.votes.clear()
        self.windows.begin()
        self._cuts.clear()
        self.phase, self.paused = "playing", False
        self._marks = (array("i", [self.seq]), array("i", [table.length]))
        self._own = [array("i") for _ in self.chairs]
        self._earlier.clear()
        self._store_earlier()
        self._changed()
        if table.over:
            self._finish()

    def keep_rules(self, version: str) -> bool:
        """Choose the options that stand for a version of the rules; return whether this program can play it.

        The room keeps these options until its host chooses others.
        """
        kept = self.game.book.kept(version)
        self.options.update(kept or {})
        return kept is not None

    def skim(self, record: r.Record) -> None:
        """Apply a record of a game before the last one, without playing that game again."""
        match record:
            case r.Began():
                self.seq += 1
                self.games += 1
                self._sit_down(record)
            case r.Played():
                self.seq += 1
                self._acknowledge(record)
            case _:
                self.apply(record)

    def standing(self) -> Series:
        """Return the series before the next game, which begins a new one if the last is over."""
        return self.series.before_next(self.settings.games, self.duel)

    def _changed(self) -> None:
        self.changes += 1
        self._deciders.clear()

    def _withdraw(self) -> None:
        """Drop the open proposal."""
        if self.proposal is not None:
            self.proposal = None
            self._changed()

    def _ask_or_answer(self, record: r.Proposed | r.Consented | r.Resigned) -> None:
        by = record.by if isinstance(record, r.Proposed) else record.chair
        self.answered[by][record.id] = self.seq
        match record:
            case r.Proposed():
                self.proposal = record
                self.agreed.clear()
            case r.Consented(agrees=True):
                self.agreed.add(record.chair)
            case r.Consented():
                self._withdraw()
            case r.Resigned():
                self.chairs[by] = replace(self.chairs[by], stand_in=record.level, forfeited=True)

    def _settle_proposal(self) -> None:
        """Carry out a takeback if nobody's consent is missing; a bot may have replaced the last person."""
        if self.proposal is not None and not self.waiting:
            self._take_back(self.proposal.length)

    def _take_back(self, length: int) -> None:
        """Go back to `length` log entries; decisions get new numbers, so that old commands are stale."""
        self._withdraw()
        self.decisions = [number + 1 for number in self.decisions]
        self.votes.clear()
        self.windows.renumber(self.decisions)
        if self.table is None:  # an earlier game, which is not replayed
            return
        self.table = self.table_at(length)
        kept = bisect_right(self._marks[1], length)
        del self._marks[0][kept:], self._marks[1][kept:]
        self._earlier = {at: table for at, table in self._earlier.items() if at <= length}
        self._own = [array("i", [at for at in own if at < length]) for own in self._own]
        self._cuts.append((self.seq, length))
        self.marks = {key: mark for key, mark in self.marks.items() if mark.entry <= length}

    def _sit_down(self, record: r.Began) -> None:
        self._changed()
        self._withdraw()
        self.chairs = [replace(chair, forfeited=False) for chair in self.chairs]
        self.order = list(record.order)
        self.hints.clear()

    def _switch(self, record: r.RoomFlagsChanged | r.Unsealed | r.Closed) -> None:
        if isinstance(record, r.RoomFlagsChanged):
            if record.paused != self.paused:
                self.windows.close()
            self.locked, self.paused = record.locked, record.paused
        elif isinstance(record, r.Closed):
            self.closed = record.text
        else:
            self.sealed = False

    def _sit(self, record: r.SeatChanged) -> None:
        if self.chairs[record.chair].tokens != record.now.tokens:
            self.answered[record.chair].clear()
            claimed = record.cause == "claimed"
            if claimed and record.chair in self.lent:
                self.retaken.add(record.chair)
            elif not claimed:
                self.retaken.discard(record.chair)
                self.windows.planned.pop(record.chair, None)
            self.codes.pop(record.chair, None)
            self.lent.discard(record.chair)
            self.votes.pop(record.chair, None)
            self.fresh.add(record.chair)
        self.chairs[record.chair] = record.now

    def _vote(self, record: r.Voted) -> None:
        votes = self.votes.setdefault(record.chair, {})
        votes.pop(record.voter, None)  # the newest stands last
        votes[record.voter] = record.text
        self.answered[record.chair][record.id] = self.seq

    def _say_or_mark(self, record: r.Said | r.Marked) -> None:
        if isinstance(record, r.Said):
            self.remarks.append(r.Remark(self.seq, self.chairs[record.chair].name, record.text))
            self.answered[record.chair][record.id] = self.seq
            return
        seat = self.seat_of(record.chair)
        self.marks.pop((record.entry, seat), None)  # the newest stands last
        self.marks[record.entry, seat] = r.Mark(self.seq, record.entry, seat, record.verdict)
        self.answered[record.by][record.id] = self.seq

    def _choose(self, record: r.Optioned | r.SettingsChanged) -> None:
        if isinstance(record, r.Optioned):
            self.options = dict(record.options)
            self.series.lead = None  # by other rules the same cards make another deal
            return
        changed, self.settings = record.terms.series != self.settings.series, record.terms
        if changed:
            self.series = Series.new(len(self.chairs))
            if self.duel and self.phase == "over" and dealt_first(self.table):
                self._finish()  # the game just played is the duel's first
        if not self.settings.chat:
            self._keep_reactions()

    def _keep_reactions(self) -> None:
        """Keep only reactions among the remarks, and none if the settings forbid them, because chat is off."""
        kept = [one for one in self.remarks if self.settings.reactions and one.text in REACTIONS]
        self.remarks = deque(kept, maxlen=REMARKS_KEPT)

    def _count(self, record: r.Played) -> None:
        assert self.table is not None
        self._acknowledge(record)
        if record.by is not None and record.entries[0].split(" ", 1)[1] != self.table.book.reaction:
            self._own[record.chair].append(self._marks[1][-1])
        self._marks[0].append(self.seq)
        self._marks[1].append(self.table.length)
        self._earlier = {length: table for length, table in self._earlier.items() if length == self._marks[1][-2]}
        self._store_earlier()
        if self.table.over:
            self._finish()

    def _store_earlier(self) -> None:
        """Store a copy of the table if spectators see the table one move late."""
        assert self.table is not None
        if self.settings.delayed:
            self._earlier[self.table.length] = self.table.copy()

    def _acknowledge(self, record: r.Played) -> None:
        self._withdraw()
        self.decisions[record.chair] += 1
        if record.by is not None or self.chairs[record.chair].stand_in is None:
            self.fresh.discard(record.chair)
        self.votes.pop(record.chair, None)
        if record.by is not None and record.id is not None:
            self.answered[record.by][record.id] = self.seq

    def _finish(self) -> None:
        """Add the game to the series."""
        assert self.table is not None
        result = self.table.result
        assert result is not None
        self.phase = "over"
        self._changed()
        self.series.finish(self.order, result, {each for each in self.order if self.chairs[each].forfeited}, self.duel)


def move_without_choice(table: Table, seat: int) -> Move | None:
    """Return a seat's only legal move, or any move if the choice no longer matters; None if it does.

    Where it no longer matters, seats that choose at once make different moves: equal throws would tie for ever.
    A move to which the person may add text is a choice, too.
    """
    legal = table.legal(seat)
    if len(legal) != 1 and not (legal and table.book.moves_are_alike(table.view_row(None))):
        return None
    move = legal[seat % len(legal)]
    return None if move.verb in table.book.moves.remarks else move
