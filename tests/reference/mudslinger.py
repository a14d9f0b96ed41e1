"""A naive second implementation of Mudslinger, written from its rules text alone (clauses MS-1 to MS-24).

This module has the set-up, the turns and the end, and answers a driver. Beside it: mudslinger_cards (the box),
mudslinger_sitting (the table and asking), mudslinger_actions (cards and deals), mudslinger_contest (the contest).
"""

from __future__ import annotations

from fractions import Fraction

from .mudslinger_actions import label, without_words
from .mudslinger_cards import ALL_SIX, OPEN_STATES, PARTIES, PICK_YOUR_PARTY, SEATS, is_action, piles, placed_cards
from .mudslinger_contest import Contests
from .mudslinger_sitting import SMALL_FIRST, Chance, Question, Script, checked_box

HOT_SUMS = (3, 4, 5)  # MS-19
FIRST_GROUP_PAYS = 2  # MS-22
FIRST_CARDS = {"first_card": 1, "three_cards": 3}  # MS-24
CLAUSES = {
    "run": "MS-1",
    "party": "MS-1",
    "card": "MS-2",
    "mate": "MS-7",
    "attempt": "MS-8",
    "bid": "MS-10",
    "roll": "MS-13",
    "failed": "MS-14",
    "answer": "MS-15",
    "take": "MS-14",
    "for": "MS-17",
    "offer": "MS-17",
}


class MudslingerReference(Contests):
    """One game of Mudslinger for 3 to 6 seats.

    states  the states in play, all 50 when left out.
    deck    the codes of the mudslinger cards in play, an action card's as often as it is there; all 112 when left out.
    """

    def __init__(
        self,
        seats: int = 3,
        options: dict[str, str] | None = None,
        *,
        states: list[str] | None = None,
        deck: list[str] | None = None,
    ) -> None:
        if seats not in SEATS:
            raise ValueError(f"{seats} seats were asked for; the game is for 3 to 6 (MS-1)")
        super().__init__(seats, options, *checked_box(states, deck))
        self.log: list[str] = []
        self._legal: dict[int, list[str]] = {}  # by seat, as long as nothing happens
        self._script = self._game()
        self._pending: Question | Chance | None = next(self._script)

    # ---- what a driver asks and does --------------------------------------------------------------------------

    def owes(self) -> frozenset[int]:
        """The seat that is asked; nobody while chance is due or the game is over."""
        return frozenset({self._pending.seat}) if isinstance(self._pending, Question) else frozenset()

    def may(self) -> frozenset[int]:
        """The seats that are not asked but may do something all the same (MS-15)."""
        return frozenset([seat for seat in range(self.seats) if self.legal(seat)]) - self.owes()

    def legal(self, seat: int) -> list[str]:
        """Every text the seat may play now, sorted; a promise is listed without its words."""
        if seat not in self._legal:
            question = self._pending
            asked = isinstance(question, Question)
            self._legal[seat] = sorted(question.answers(seat) + self.asides(seat)) if asked else []
        return self._legal[seat]

    def play(self, seat: int, text: str) -> None:
        """Carry out a move. ValueError with the clause if it is illegal, and then nothing has changed."""
        move, entry = without_words(text)
        if move not in self.legal(seat):
            clause = CLAUSES[self._pending.kind] if isinstance(self._pending, Question) else "MS-15"
            raise ValueError(f"{label(seat)} tried {text!r}; allowed are {', '.join(self.legal(seat))} ({clause})")
        self.log.append(f"{label(seat)} {entry}")
        self._go_on(seat, move)

    def odds(self) -> dict[str, int]:
        """The weights of the outcomes that can come now."""
        return dict(self._pending.weights) if isinstance(self._pending, Chance) else {}

    def settle(self, text: str) -> None:
        """Carry out one outcome. ValueError if it cannot come now."""
        if text not in self.odds():
            raise ValueError(f"{text!r} cannot come now; possible are {', '.join(self.odds())} (MS-3)")
        self.log.append(f"* {text}")
        self._go_on(-1, text)

    def over(self) -> bool:
        """Whether all states are held (MS-20)."""
        return self._pending is None

    def scores(self) -> list[int]:
        """Each seat's electoral points (MS-20). ValueError before the end."""
        if not self.over():
            raise ValueError("the scores were asked for, but the game is not over (MS-20)")
        return [self.points_of_seat(seat) for seat in range(self.seats)]

    def shares(self) -> list[Fraction]:
        """Most points win, then most states; a further tie is shared (MS-20). ValueError before the end."""
        standing = list(zip(self.scores(), [len(self.held_by(seat)) for seat in range(self.seats)], strict=True))
        winners = standing.count(max(standing))
        return [Fraction(int(own == max(standing)), winners) for own in standing]

    def _go_on(self, seat: int, text: str) -> None:
        """Run the script up to its next question."""
        self._legal = {}
        try:
            self._pending = self._script.send((seat, text))
        except StopIteration:
            self._pending = None

    # ---- the game (MS-1, MS-2) --------------------------------------------------------------------------------

    def _game(self) -> Script[None]:
        large: list[str] = []
        if self.options["length"] == "20":
            large = yield from self._short_deck()
        yield from self._candidates()
        if self.options["start"] != "source":
            yield from self._first_groups()
        yield from self._first_cards()
        runner = yield from self._who_begins()
        if large and self.options["start"] not in SMALL_FIRST:
            first = yield from self.draw_one(large)
            self.state_deck.remove(first)
            self.open.append(first)
        while len(self.open) < OPEN_STATES:
            yield from self.turn_up()
        while not self.all_held():
            yield from self._turn(runner)
            runner = self.after(runner)[0]
        self.runner = None

    def _short_deck(self) -> Script[list[str]]:
        """Two states come from each pile into the short game (MS-21); returns those of the two largest piles."""
        self.state_deck.clear()
        large = []
        for number, pile in enumerate(piles()):
            left = list(pile)
            for _ in range(2):
                state = yield from self.draw_one(left)
                left.remove(state)
                self.state_deck = sorted([*self.state_deck, state])
                large += [state] if number < 2 else []
        self.points = {state: self.points[state] for state in self.state_deck}
        return large

    def _first_groups(self) -> Script[None]:
        """Each player begins with a group of $2 that fits (MS-22)."""
        for seat in range(self.seats):
            fitting = [
                code
                for code in self.deck
                if not is_action(code)
                and placed_cards()[code].kind == "group"
                and placed_cards()[code].dollars == FIRST_GROUP_PAYS
                and self.fits(seat, code)
            ]
            card = yield from self.draw_one(fitting, f"{label(seat)} ")
            self.deck.remove(card)
            self._lay(seat, card)

    def _first_cards(self) -> Script[None]:
        """Each player in turn begins with one action card or three, too (MS-24)."""
        for seat in range(self.seats):
            for _ in range(FIRST_CARDS.get(self.options["start"], 0)):
                card = yield from self.draw_one([code for code in self.deck if is_action(code)], f"{label(seat)} ")
                self.deck.remove(card)
                self.hands[seat].append(card)

    def _candidates(self) -> Script[None]:
        """Candidates at random or chosen in seat order; who has Pick Your Party names one (MS-1)."""
        left = [*PARTIES, PICK_YOUR_PARTY] if self.seats == ALL_SIX else [*PARTIES]
        for seat in range(self.seats):
            if self.options["candidates"] == "random":
                candidate = yield from self.draw_one(left, f"{label(seat)} ")
            else:
                text = yield from self.ask("run", seat, lambda _: [f"run {code}" for code in left])
                candidate = text.split()[1]
            left.remove(candidate)
            self.candidates[seat] = candidate
            self.parties[seat] = None if candidate == PICK_YOUR_PARTY else candidate
        if self.seats == ALL_SIX:
            picker = self.candidates.index(PICK_YOUR_PARTY)
            text = yield from self.ask("party", picker, lambda _: [f"party {code}" for code in PARTIES])
            self.parties[picker] = text.split()[1]

    def _who_begins(self) -> Script[int]:
        """The highest sum of three dice, thrown again among those who tie (MS-1)."""
        throwing = list(range(self.seats))
        while len(throwing) > 1:
            sums = {}
            for seat in throwing:
                sums[seat] = sum((yield from self.throw_dice(seat)))
            throwing = [seat for seat in throwing if sums[seat] == max(sums.values())]
        return throwing[0]

    # ---- a turn (MS-2 to MS-8, MS-19) -------------------------------------------------------------------------

    def _turn(self, seat: int) -> Script[None]:
        """Income, then a card, then perhaps an attempt at a state."""
        self.runner = seat
        self.turn += 1
        self.deals = [0] * self.seats
        self.money[seat] += self.income(seat)
        text = yield from self.ask("card", seat, lambda asked: ["draw", *(["lobby"] if self._can_lobby(asked) else [])])
        if text == "lobby":
            self._lay(seat, self.pile.pop())
            return
        yield from self._draw(seat)
        yield from self._attempts(seat)
        self.hot = False

    def _attempts(self, seat: int) -> Script[None]:
        """One attempt; another after a hot streak (MS-19) or a Whistle Stop."""
        while True:
            text = yield from self.ask("attempt", seat, lambda asked: ["rest", *self._campaigns(asked)])
            if text == "rest":
                return
            won, total = yield from self.contest_for(seat, text.split()[1])
            if self.all_held():
                return
            self.hot = self.options["hot_streak"] == "on" and total in HOT_SUMS
            if not self.hot and (won or not (yield from self._tries_again(seat))):
                return

    def _campaigns(self, seat: int) -> list[str]:
        """The open states (MS-8); on a hot streak also those of rivals, known or not (MS-19)."""
        rivals = [state for state, holder in self.holder.items() if holder != seat] if self.hot else []
        return [f"campaign {state}" for state in [*self.open, *rivals]]

    def _tries_again(self, seat: int) -> Script[bool]:
        """After a failure: whether a Whistle Stop takes effect."""
        while self.hands[seat]:
            text = yield from self.ask("failed", seat, lambda asked: ["pass", *self.plays_when(asked, "failed")])
            if text == "pass":
                return False
            if (yield from self.play_text(seat, text)):
                return True
        return False

    # ---- cards (MS-3 to MS-7) ---------------------------------------------------------------------------------

    def _draw(self, seat: int) -> Script[None]:
        """The top card of the deck, which is made anew from the discards when it is empty (MS-3)."""
        if not self.deck:
            self.deck, self.pile = self.pile, []
        if not self.deck:
            return
        card = yield from self.draw_one(self.deck, f"{label(seat)} ")
        self.deck.remove(card)
        if is_action(card):
            self.hands[seat].append(card)
        elif not self.fits(seat, card):
            self.discard(card)
        elif placed_cards()[card].kind == "mate" and self.mates[seat] is not None:
            yield from self._second_mate(seat, card)
        else:
            self._lay(seat, card)

    def _second_mate(self, seat: int, card: str) -> Script[None]:
        """A second running mate is discarded, or may replace the old one (MS-7)."""
        text = "keep"
        if self.options["replace_mate"] == "yes":
            self.second_mate = card
            text = yield from self.ask("mate", seat, lambda _: ["keep", "replace"])
            self.second_mate = None
        if text == "keep":
            self.discard(card)
        else:
            self._lay(seat, card)

    def _can_lobby(self, seat: int) -> bool:
        """The top discard, if it is no action card and fits (MS-4); a second mate only where it may replace (MS-7)."""
        if not self.pile or is_action(self.pile[-1]) or not self.fits(seat, self.pile[-1]):
            return False
        second_mate = placed_cards()[self.pile[-1]].kind == "mate" and self.mates[seat] is not None
        return not second_mate or self.options["replace_mate"] == "yes"

    def _lay(self, seat: int, card: str) -> None:
        """Lay a card that fits before the player; a mate it replaces goes on the pile."""
        kind = placed_cards()[card].kind
        if kind == "group":
            self.chains[seat].append(card)
        elif kind == "manager":
            self.managers[seat].append(card)
        else:
            old, self.mates[seat] = self.mates[seat], card
            if old is not None:
                self.discard(old)
