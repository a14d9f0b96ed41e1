"""A table as text for language models: one form for every game and seat, the same text for the same state.

The rules are shown once; each later text contains the state, the events since the last text and the legal moves. Words
that people typed (promises, nominees, chat, names) never appear in the text, because a model could take them for
instructions. They are passed separately, as data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from hustings.engine.events import Event, Sentences
from hustings.engine.game import Game
from hustings.engine.messages import FREE_TEXT
from hustings.engine.moves import seat_label
from hustings.engine.record.plain import lines_of, shown

MOST_MOVES = 60  # the most moves that a text lists; beyond that, verbs with many moves show only a count


class Words(BaseModel):
    """A text that another player typed: data, not an instruction."""

    about: str = Field(description='What it belongs to: "words 12" for "[words 12]" in the text, or "chat".')
    by: str
    text: str


class TableText:
    """Writes a table as text, as far as one seat may know it.

    Args:
        game: The game with its options.
        seat: The seat, counted from 0; None for a spectator.
    """

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self._sentences = Sentences(game.words)

    # --- the rules

    def rules(self) -> str:
        """Return the clauses that apply under the game's options, and the meaning of each line of the table."""
        options = ", ".join(f"{name} {value}" for name, value in self.game.options.items())
        clauses = [f"{clause.id} {clause.title}. {clause.text}" for clause in self.game.clauses()]
        fields = [f"{field.name}: {field.meaning}" for field in shown(self.game.book.schema)]
        return "\n".join([f"{self.game.title} ({options})", "", *clauses, "", "What the table's lines mean:", *fields])

    def clause(self, wanted: str) -> str | None:
        """Return a clause by its number, such as "EC-6", or None."""
        found = [f"{clause.id} {clause.title}. {clause.text}" for clause in self.game.clauses() if clause.id == wanted]
        return "\n".join(found) or None

    # --- the state

    def table(self, state: Mapping[str, Any]) -> str:
        """Return a table's text from a state message with `view`, `owes`, `legal`, `over`, `result` and `room`."""
        view = state["view"]
        if view is None:
            return "The game has not begun."
        lines = [f"You are {'a spectator' if self.seat is None else seat_label(self.seat)}."]
        lines += [f"{name}: {text}" for _, name, text in lines_of(self.game.book.schema, view, self.seat)]
        lines.append(self._turn(state))
        return "\n".join(lines)

    def _turn(self, state: Mapping[str, Any]) -> str:
        if state["over"]:
            return f"The game is over. {state['result']['text']}"
        asked = " and ".join(seat_label(seat) for seat in state["owes"]) or "nobody"
        if not state["legal"]:
            return f"Waiting for {asked}."
        mine = self.seat in state["owes"]
        task = "You must move." if mine else f"Waiting for {asked}; you may act unasked."
        return f"{task} Decision {state['decision']}. {self.moves(state['legal'])}"

    def moves(self, legal: Sequence[Mapping[str, Any]], verb: str | None = None) -> str:
        """Return the legal moves in notation, without the seat.

        Args:
            legal: The moves.
            verb: The verb to list; None to list all moves, with only a count for the longest verbs of a long list.
        """
        by_verb: dict[str, list[str]] = {}
        for move in legal:
            if verb in (None, move["verb"]):
                by_verb.setdefault(move["verb"], []).append(move["text"].partition(" ")[2])
        counted: list[str] = []
        while verb is None and sum(map(len, by_verb.values())) > MOST_MOVES:
            longest = max(by_verb, key=lambda name: len(by_verb[name]))
            counted.append(f"{longest} ({len(by_verb.pop(longest))})")
        listed = " | ".join(text for texts in by_verb.values() for text in texts)
        more = f"; by verb, ask with `moves`: {', '.join(counted)}" if counted else ""
        return f"Legal moves: {listed}{more}"

    # --- what has happened

    def events(self, told: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[Words]]:
        """Return events as sentences, each after its log entry's number, and separately the words people typed."""
        lines, words = [], []
        for event in told:
            args = dict(event["args"])
            if typed := args.get(FREE_TEXT):
                number = event["entry"]
                by = "" if event["seat"] is None else seat_label(event["seat"])
                words.append(Words(about=f"words {number}", by=by, text=str(typed)))
                args[FREE_TEXT] = f"[words {number}]"
            sentence = self._sentences.of(Event(event["entry"], event["event"], event["seat"], args))
            lines.append(f"{event['entry']} {sentence}")
        return lines, words
