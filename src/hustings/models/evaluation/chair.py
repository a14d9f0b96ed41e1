"""The decisions that an entrant (a language model or a bot) makes at its seat."""

from __future__ import annotations

import time
from typing import Any

from hustings.arena import Entrant
from hustings.bots.levels import LEVELS, choose_in_view, interject_in_view
from hustings.engine.errors import HustingsError, IllegalMove
from hustings.engine.kernels.chance import draw
from hustings.engine.moves import seat_label
from hustings.engine.table import Table
from hustings.models.evaluation.model import MOST_NOTE, WAIT, Model, Question, Refusal, kept
from hustings.models.evaluation.table_seat import TableSeat
from hustings.models.looking import Look, Reader, table_text, with_seat

FALLBACK = "random"  # the level whose move replaces a reply after the last refusal
Line = dict[str, Any]


class Chair:
    """An entrant's seat in one game: it asks the model or the bot for each move."""

    def __init__(self, table: Table, seat: int, entrant: Entrant, model: Model | None, attempts: int) -> None:
        self.seat = seat
        self._table, self._entrant, self._model, self._attempts = table, entrant, model, attempts
        if model is None:
            return
        self._held = TableSeat(table, seat)
        self._reader = Reader()
        self._note, self._replies = "", 0
        verbs = ", ".join(table.book.moves.remarks)
        words = f"\n\nYour own words may follow in double quotes: {verbs}." if verbs else ""
        self._rules = table_text(self._held).rules() + words
        model.follow(self._held)

    def decide(self, key: int, must: bool, known: Line | None) -> Line:
        """Choose a move and return its line of the transcript; the line's move is None if the seat makes none.

        Args:
            key: Seed of the entrant's own chance.
            must: Whether the seat must move; otherwise it may wait.
            known: The line of this decision from an earlier run, whose replies replace new questions; None if new.
        """
        table, seat = self._table, self.seat
        line: Line = {"entry": table.length + 1, "seat": seat_label(seat)}
        if self._model is None:
            return known or {**line, "move": self._bot(key, must)}
        self._held.update()
        if must and len(table.legal(seat)) == 1:
            return known or {**line, "move": str(table.legal(seat)[0]), "forced": True}
        look = self._reader.look(self._held)
        if known is None:
            words = [word.model_dump() for word in look.words]
            asked = {"text": look.text} | ({"words": words} if words else {}) | ({} if must else {"unasked": True})
            known = {**line, **asked, **self._ask(look, key, must)}
        self._replies += len(known["attempts"])
        self._note = known["note"]
        return known

    def _bot(self, key: int, must: bool) -> str | None:
        if must:
            return str(self._entrant.choose(self._table, self.seat, key))
        if self._entrant.name not in LEVELS:
            return None
        view = self._table.view_row(self.seat)
        move = interject_in_view(self._table.book, view, self.seat, self._entrant.name, key)
        return None if move is None else str(move)

    def _ask(self, look: Look, key: int, must: bool) -> Line:
        assert self._model is not None
        attempts: list[Line] = []
        refusals: list[Refusal] = []
        note, move, legal = self._note, None, False
        while not legal and len(attempts) < self._attempts:
            number = self._replies + len(attempts)
            begun = time.perf_counter()
            reply = self._model.ask(Question(self._rules, look, self._note, tuple(refusals), number))
            seconds = round(time.perf_counter() - begun if reply.seconds is None else reply.seconds, 3)
            parts = reply.parts
            note = parts["note"][:MOST_NOTE] if isinstance(parts.get("note"), str) else self._note
            move, refused = self._judged(kept(parts["move"].strip()), must)
            legal = refused is None
            attempt: Line = {"reply": kept(reply.text), "tokens": reply.tokens and list(reply.tokens)}
            attempt |= {"seconds": seconds} | ({"finish": reply.finish} if reply.finish else {})
            attempt |= {"reasoning": kept(reply.reasoning)} if reply.reasoning else {}
            if refused is not None:
                attempt["refused"] = {"clause": refused[0], "text": refused[1]}
                refusals.append(Refusal(kept(reply.text), *refused))
                self._model.refuse(refusals[-1])
            attempts.append(attempt)
        line: Line = {"attempts": attempts, "move": move, "note": note}
        if not legal:
            view = self._table.view_row(self.seat)
            chosen = choose_in_view(self._table.book, view, self.seat, FALLBACK, draw(key, 0, 1), bargains=False)
            line |= {"move": str(chosen) if must else None, "fallback": True}
        return line

    def _judged(self, move: str, must: bool) -> tuple[str | None, tuple[str, str] | None]:
        """Check a reply: return its move in full notation (None to wait), or the clause and sentence of a refusal."""
        if move == WAIT and not must:
            return None, None
        try:
            text = with_seat(self.seat, move)
            reason = self._table.why_not(text)
            if reason is not None:
                return None, (reason.clause, reason.text)
            read = self._table.read(text)
        except IllegalMove as error:
            return None, (error.reason.clause, error.reason.text)
        except HustingsError as error:
            return None, ("", str(error))
        return (str(read), None) if read.seat == self.seat else (None, ("", f"You play {seat_label(self.seat)}."))

    def follow(self) -> None:
        """Show the model what has happened since its last question."""
        if self._model is not None:
            self._model.follow(self._held)
