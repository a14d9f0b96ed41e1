"""Events as sentences, from the templates of a game's words file; see `hustings.engine.messages`."""

from __future__ import annotations

from dataclasses import dataclass

from hustings.engine.events import Event
from hustings.engine.messages import Message, Renderer, joined, printable, tidied
from hustings.engine.moves import seat_label

__all__ = ["Sentences", "joined", "printable", "tidied"]


@dataclass(frozen=True)
class Sentences(Renderer):
    """Makes sentences of one table's events."""

    def of(self, event: Event) -> str:
        """The sentence of one event; an event without a template reads as its name and arguments."""
        seat = None if event.seat is None else seat_label(event.seat)
        return self.message(Message(event.event, {"seat": seat, **event.args}), "events")
