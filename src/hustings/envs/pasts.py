"""Sample other pasts of a game that look the same to a player, for resampling states.

A search or a learner may read everything in a resampled state: its strings, its tensors of earlier positions and its
history. The state therefore needs a past of its own. A Markov chain starts from the true past and changes hidden
outcomes and sealed choices, one or two at a time; it rejects every past in which the player would have seen anything
else.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from hustings.engine.kernels import NOTE_SEES, Note, verbs
from hustings.engine.record import Row
from hustings.engine.rulebook import Rulebook

CHANCE = -1
SWEEPS = 4  # the number of times that each hidden step is drawn again


class Step(NamedTuple):
    """A move (a seat and its action) or a chance outcome (CHANCE and its number); forced moves are no steps."""

    seat: int
    number: int


class _Place(NamedTuple):
    """The record before a step, what the player saw of the step, and the step's probability."""

    before: bytes
    sight: object
    odds: Fraction


def imagined(book: Rulebook, row: Row, player: int, random: Random) -> Row:
    """Return a record that looks the same to a player; everything hidden from the player is drawn at random."""
    other = book.schema.blanked(row, player)
    verbs.imagine(other, player, random.getrandbits(62))
    return other


class Past:
    """The steps that led to a position, and a sampler of other steps that look the same to a player.

    Args:
        book: The game.
        start: The record before the first step.
        steps: The moves and chance outcomes, in order.
        player: The player's seat, counted from 0.
    """

    def __init__(self, book: Rulebook, start: Row, steps: Sequence[Step], player: int) -> None:
        self._book, self._player = book, player
        self.steps = list(steps)
        self._start, self._row = start, start.copy()
        self._weights = book.buffers().weights
        self._places: list[_Place] = []
        self._known: dict[tuple[int, bytes], list[Step]] = {}
        self._follow(start)

    def begin_elsewhere(self, random: Random, tries: int) -> Row | None:
        """Replace the first record by an imagined one, unless the player knows the whole true record.

        Returns:
            The first record, or None if the steps fit none of the imagined records tried.
        """
        true, sights = self._start.tobytes(), [place.sight for place in self._places]
        if self._book.schema.seen(self._start, self._player) == true:
            return self._start
        for _ in range(tries):
            start = imagined(self._book, self._start, self._player, random)
            if self._follow(start, sights):
                return start
        return None

    def _follow(self, start: Row, sights: Sequence[object] = ()) -> bool:
        """Make all steps from a record; return whether they are legal and show the player `sights` (if not empty)."""
        self._row.write(start.tobytes())
        self._go_on([])
        self._places = []
        for number, step in enumerate(self.steps):
            before, odds = self._row.tobytes(), self._odds(step)
            sight = self._made(step) if odds else None
            if sight is None or (sights and sight != sights[number]):
                return False
            self._places.append(_Place(before, sight, odds))
        return True

    def another(self, random: Random) -> list[Step]:
        """Return the steps of another past, drawn by its probability given everything that the player saw."""
        hidden = [number for number in range(len(self.steps)) if self._is_hidden(number)]
        for _ in range(SWEEPS):
            for number in random.sample(hidden, len(hidden)):
                self._enter(self._swapped(number, random.choice(hidden)), random)
                self._enter(self._replaced(number, random), random)
        return self.steps

    def _is_hidden(self, number: int) -> bool:
        """Return True if a different step would have looked the same to the player at that moment."""
        return self.steps[number].seat != self._player and len(self._alike(number)) > 1

    def _alike(self, number: int) -> list[Step]:
        """Return the alternatives of a step that look the same to the player."""
        before, sight, _ = self._places[number]
        found = self._known.get((number, before))
        if found is None:
            steps = [step for step in self._possible(number) if self._sight_after(number, step) == sight]
            found = self._known[number, before] = steps
        return found

    def _possible(self, number: int) -> list[Step]:
        seat, row = self.steps[number].seat, self._at(number)
        if seat != CHANCE:
            return [Step(seat, action) for action in self._book.ruling.legal(row, seat)]
        verbs.chances(row, self._weights)
        return [Step(CHANCE, outcome) for outcome in self._weights.nonzero()[0].tolist()]

    def _swapped(self, first: int, second: int) -> dict[int, Step]:
        """Propose to exchange two chance outcomes; {} if the steps are not two different outcomes."""
        one, two = self.steps[first], self.steps[second]
        if one == two or not one.seat == two.seat == CHANCE:
            return {}
        return {first: two, second: one}

    def _replaced(self, number: int, random: Random) -> dict[int, Step]:
        """Propose to draw a step again; {} if the draw is unchanged.

        The unchanged step must be possible, or a chain with two alternatives would only alternate between them.
        """
        step = random.choice(self._alike(number))
        return {number: step} if step != self.steps[number] else {}

    def _enter(self, changed: dict[int, Step], random: Random) -> None:
        """Accept changed steps with the probability of the Metropolis rule, if the player sees the same as before."""
        if not changed:
            return
        since = min(changed)
        row, places = self._at(since), []
        ratio = Fraction(1)
        for number in range(since, len(self.steps)):
            step = changed.get(number, self.steps[number])
            place = self._places[number]._replace(before=row.tobytes(), odds=self._odds(step))
            if not place.odds or self._made(step) != place.sight:
                return
            ratio *= place.odds / self._places[number].odds
            places.append(place)
        if random.random() < ratio:
            self._places[since:] = places
            for number, step in changed.items():
                self.steps[number] = step

    def _odds(self, step: Step) -> Fraction:
        """Return the probability of an outcome; 1 for a move, so that all hidden choices are equally likely."""
        if step.seat != CHANCE:
            return Fraction(1)
        total = verbs.chances(self._row, self._weights)
        return Fraction(int(self._weights[step.number]), int(total)) if total else Fraction(0)

    def _sight_after(self, number: int, step: Step) -> object:
        self._at(number)
        return self._made(step)

    def _at(self, number: int) -> Row:
        self._row.write(self._places[number].before)
        return self._row

    def _made(self, step: Step) -> object:
        """Make a step and the forced moves after it; return what the player saw, or None if the step is illegal."""
        if step.seat == CHANCE:
            notes, _ = self._book.ruling.settle(self._row, step.number)
        else:
            reason, notes, _ = self._book.ruling.act(self._row, step.seat, step.number)
            if reason:
                return None
        self._go_on(notes)
        bit = 1 << self._player
        seen = [tuple(note) for note in notes if note[NOTE_SEES] == -1 or note[NOTE_SEES] & bit]
        return self._book.schema.seen(self._row, self._player), seen

    def _go_on(self, notes: list[Note]) -> None:
        ruling = self._book.ruling
        now = ruling.look(self._row)
        while now.owes and not now.over and now.forced:
            _, more, after = ruling.act(self._row, min(now.owes), now.forced - 1)
            notes += more
            assert after is not None
            now = after
