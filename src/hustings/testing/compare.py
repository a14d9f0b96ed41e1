"""Compare a game's rules (the "kernel") with its second implementation (the "reference"), entry by entry of the log."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from random import Random
from typing import Any

from hustings.engine.moves import CHANCE_MARK, seat_label
from hustings.testing.game_suite import GameSuite, Reference
from hustings.testing.positions import Position, bits

#: steps between comparisons of all facts. They take longest to compare, a wrong fact stays wrong for several steps, and
#: the end is always compared
FACTS_EVERY = 5
MOST_SEATS = 6
RARELY = 4  # one game in this many prefers the outcomes that its suite calls rare

LEGAL_FOR = [f"legal for {seat_label(seat)}" for seat in range(MOST_SEATS)]


class Comparison:
    """A game played at the same time by the kernel and by the reference, to compare both at every step."""

    def __init__(self, suite: GameSuite, position: Position, reference: Reference) -> None:
        self.suite = suite
        self.position = position
        self.reference = reference
        self.log: list[str] = []
        self.told = 0  # the number of log entries that were compared
        self.catch_up()

    def same(self, what: str, kernel: Any, reference: Any) -> None:
        """Assert that both results are equal; the AssertionError shows the game so far."""
        assert kernel == reference, (
            f"{what}: the kernel says {kernel}, the reference {reference}, after {len(self.log)} entries: {self.log}"
        )

    def look(self) -> tuple[list[dict[str, int]], dict[str, int]]:
        """Compare the seats to move, legal moves and outcomes.

        Returns each seat's actions, and the outcomes of the chance step now due, as dicts from text to number.
        """
        position, reference = self.position, self.reference
        self.same("over", position.over(), reference.over())
        self.same("owes", bits(position.owes()), reference.owes())
        self.same("may", bits(position.may()), reference.may())
        self.same("check", position.check(), 0)
        book, row, write = position.book, position.row, position.book.moves.write
        legal = [{write(row, action): action for action in position.legal(seat)} for seat in range(position.seats)]
        for seat, texts in enumerate(legal):
            self.same(LEGAL_FOR[seat], sorted(texts), reference.legal(seat))
        weights, possible = position.weights(), reference.odds()
        outcomes: dict[str, int] = {}
        if weights or possible:
            outcomes = {book.write_outcome(row, k): k for k in weights}
            odds = {text: weights[outcome] for text, outcome in outcomes.items()}
            self.same("odds", reduced(odds), reduced(possible))
        return legal, outcomes

    def facts(self) -> None:
        """Compare all facts about the position, if the suite declares how to read them."""
        if self.suite.facts is not None:
            self.same(
                "facts", self.suite.facts(self.position.book.schema.as_json(self.position.row)), self.reference.facts()
            )

    def settle(self, text: str, outcome: int) -> None:
        self.position.settle(outcome)
        self.reference.settle(text)
        self.entered(CHANCE_MARK + text)

    def play(self, seat: int, text: str, action: int) -> None:
        self.same(f"whether {seat_label(seat)} {text} is legal", self.position.act(seat, action), 0)
        self.reference.play(seat, text)
        self.entered(f"{seat_label(seat)} {text}")

    def entered(self, entry: str) -> None:
        """Add an entry to the log, which both implementations have carried out."""
        self.log.append(entry)
        self.catch_up()

    def catch_up(self) -> None:
        """Make forced moves in the kernel, and verify that the reference has made the same ones by itself."""
        while program := self.position.forced():
            seat = min(bits(self.position.owes()))
            text = self.position.book.write_move(self.position.row, program - 1)
            self.position.act(seat, program - 1)
            self.log.append(f"{seat_label(seat)} {text}")
        self.same("the moves the program makes", self.log[self.told :], self.reference.log[self.told :])
        self.told = len(self.log)

    def end(self) -> None:
        """Compare the end of the game: facts, log, shares and scores."""
        self.facts()
        self.same("log", self.log, self.reference.log)
        shares, scores = self.position.payoff().tolist()
        total = sum(shares)
        self.same("shares", [Fraction(share, total) for share in shares], self.reference.shares())
        self.same("scores", scores, self.reference.scores())


def reduced(odds: dict[str, int]) -> dict[str, int]:
    """Return weights divided by their common divisor, so that equal odds are equal dicts."""
    shared = gcd(*odds.values()) or 1
    return {text: weight // shared for text, weight in odds.items()}


def drawn(odds: dict[str, int], rare: frozenset[str], random: Random) -> str:
    """Return a random outcome; if rare ones are possible, one of them with probability 1 / RARELY."""
    wanted = sorted(rare & odds.keys())
    if wanted and random.random() < 1 / RARELY:
        return random.choice(wanted)
    return random.choice(list(odds))


def compare_game(suite: GameSuite, position: Position, reference: Reference, random: Random) -> int:
    """Play one random game in both implementations and compare them at every step; return the number of log entries."""
    both = Comparison(suite, position, reference)
    rare = suite.rare if random.randrange(RARELY) == 0 else frozenset()
    while True:
        legal, outcomes = both.look()
        if position.over():
            both.end()
            return len(both.log)
        if len(both.log) % FACTS_EVERY == 0:
            both.facts()
        if outcomes:
            text = drawn(dict.fromkeys(outcomes, 1) if rare else both.reference.odds(), rare, random)
            both.settle(text, outcomes[text])
        else:
            seat = random.choice(sorted(bits(position.owes() | position.may())))
            text = random.choice(sorted(legal[seat]))
            both.play(seat, text, legal[seat][text])
