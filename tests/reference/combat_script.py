"""A game told by one generator, which yields a `Decision` or a `Chance` and goes on with the answer to it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import TypeVar


def canonical(text: str) -> str:
    """The same move with its card list in the printed order (a card list is a set)."""
    verb, *things = text.split(" ")
    return " ".join([verb, *sorted(things, key=lambda thing: (thing.isdigit(), thing))])


@dataclass(frozen=True)
class Decision:
    """Seats that must choose, each with every text it may choose, and the clause that says so."""

    choices: dict[int, list[str]]
    clause: str


@dataclass(frozen=True)
class Chance:
    """A card is about to be turned up: the weight of each card it can be."""

    weights: dict[str, int]


@dataclass(frozen=True)
class Answer:
    """The answer: the seat that chose (None for chance) and the text."""

    seat: int | None
    text: str


Result = TypeVar("Result")
Script = Generator[Decision | Chance, Answer, Result]


class Scripted:
    """A game that a script tells."""

    def __init__(self, script: Script[None]) -> None:
        self.log: list[str] = []
        self._script = script
        self._pending: Decision | Chance | None = None
        self._go_on(None)

    def owes(self) -> frozenset[int]:
        """Seats that must decide now."""
        return frozenset(self._pending.choices) if isinstance(self._pending, Decision) else frozenset()

    def may(self) -> frozenset[int]:
        """Seats that may act unasked: nobody, ever."""
        return frozenset()

    def legal(self, seat: int) -> list[str]:
        """Every text the seat may play now, sorted."""
        if isinstance(self._pending, Decision):
            return sorted(self._pending.choices.get(seat, []))
        return []

    def play(self, seat: int, text: str) -> None:
        """Carry out a seat's choice."""
        clause = self._pending.clause if isinstance(self._pending, Decision) else "EC-3"
        chosen = canonical(text)
        if chosen not in self.legal(seat):
            raise ValueError(f"P{seat + 1} cannot play '{text}'; allowed now: {self.legal(seat)} ({clause})")
        self.log.append(f"P{seat + 1} {chosen}")
        self._go_on(Answer(seat, chosen))

    def odds(self) -> dict[str, int]:
        """Weights of the pending chance step's outcomes."""
        return dict(self._pending.weights) if isinstance(self._pending, Chance) else {}

    def settle(self, text: str) -> None:
        """Carry out one outcome of the pending chance step."""
        if text not in self.odds():
            raise ValueError(f"'{text}' cannot come up now; possible: {sorted(self.odds())} (EC-4)")
        self.log.append(f"* {text}")
        self._go_on(Answer(None, text))

    def over(self) -> bool:
        """True once the script has ended."""
        return self._pending is None

    def _go_on(self, answer: Answer | None) -> None:
        """Run the script up to its next question."""
        try:
            self._pending = next(self._script) if answer is None else self._script.send(answer)
        except StopIteration:
            self._pending = None

    def _ask(self, seat: int, texts: Iterable[str], clause: str) -> Script[str]:
        answer = yield Decision({seat: sorted(texts)}, clause)
        return answer.text
