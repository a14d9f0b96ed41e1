"""Electoral College Combat, a naive second implementation for comparison with the real one.

Written from the rules text alone (clauses EC-1 to EC-25), in plain Python: sets, lists and one generator that tells the
game from beginning to end (`combat_script`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import gcd

from .combat_script import Chance, Decision, Script, Scripted
from .combat_votes import VOTES_COLUMNS, votes_of
from .options import chosen_from

WILDS = ("CELEB", "FAKE", "RECOUNT", "RUSSIA", "SWING")
OPTIONS = {
    "edition": ("prose", "illustrated"),
    "objective": ("president", "book-deal"),
    "votes": VOTES_COLUMNS,
    "stops": ("0", "3"),
}
PLACES = 5
LAST_STACK = 3
DOWN = "down"
BEATS = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def compared(value: int, reference: int) -> str:
    """What the right call would have been."""
    return "equal" if value == reference else "higher" if value > reference else "lower"


def written(verb: str, codes: Iterable[str], places: Iterable[int] = ()) -> str:
    """A move as text: codes by alphabet, then places."""
    return " ".join([verb, *sorted(codes), *map(str, sorted(places))])


Taking = tuple[tuple[str, ...], tuple[int, ...]]  # exposed cards taken by code, face-down ones by place


class SecondWildError(Exception):
    """A second wild card was turned in this hand, by `seat` (EC-10)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


class CombatReference(Scripted):
    """One game of Electoral College Combat."""

    def __init__(self, seats: int = 2, options: dict[str, str] | None = None, cards: list[str] | None = None) -> None:
        if seats != 2:
            raise ValueError(f"{seats} seats were asked for, but this game is for two players (EC-1)")
        self.options = chosen_from(OPTIONS, options)
        self.votes = votes_of(self.options["votes"])
        self.deck = sorted(cards) if cards is not None else sorted([*self.votes, *WILDS])
        self.stack_size = self._stack_size()
        self.prose = self.options["edition"] == "prose"
        self.stops = [int(self.options["stops"])] * 2
        self.stopped = False  # a player was asked about a stop in this hand
        self.hand = 0
        self.unseen: set[str] = set(self.deck)
        self.piles: list[set[str]] = [set(), set()]
        self.gone: set[str] = set()
        self.added: set[str] = set()
        self.places: list[str | None] = [None] * PLACES
        self.turned: list[list[str]] = [[], []]
        self.wild_was_turned = False
        super().__init__(self._game())

    def _stack_size(self) -> int:
        """Cards in each stack: five for every ordinary hand and three for the last one (EC-1, EC-2)."""
        wrong = [code for code in self.deck if code not in self.votes and code not in WILDS]
        if wrong or len(set(self.deck)) != len(self.deck):
            raise ValueError(f"a deck needs known cards, each once; this one is {self.deck} (EC-1)")
        half = len(self.deck) // 2
        if len(self.deck) % 2 or half % PLACES != LAST_STACK:
            raise ValueError(f"{len(self.deck)} cards do not make two stacks of fives and a last three (EC-2)")
        return half

    # ---- what a driver asks ----

    def scores(self) -> list[int]:
        """Electors in each pile (EC-21)."""
        return [sum(self.votes.get(code, 0) for code in pile) for pile in self.piles]

    def shares(self) -> list[Fraction]:
        """What each seat won, once the game is over (EC-21, EC-22)."""
        if not self.over():
            raise ValueError("the game is not over, so nobody has a share yet (EC-21)")
        first, second = self.scores()
        if first == second:
            return [Fraction(1, 2), Fraction(1, 2)]
        first_wins = (first > second) == (self.options["objective"] == "president")
        return [Fraction(int(first_wins)), Fraction(int(not first_wins))]

    def facts(self) -> dict[str, object]:
        """The whole public picture."""
        return {
            "hand": self.hand,
            "piles": [sorted(pile) for pile in self.piles],
            "places": list(self.places),
            "gone": sorted(self.gone),
            "added": sorted(self.added),
            "stops": list(self.stops),
        }

    def copy(self) -> CombatReference:
        """A second game in the same position, made by playing the log again."""
        twin = CombatReference(2, self.options, self.deck)
        for entry in self.log:
            who, text = entry.split(" ", 1)
            if who == "*":
                twin.settle(text)
            else:
                twin.play(int(who[1:]) - 1, text)
        return twin

    # ---- the game (EC-1, EC-2, EC-19) ----

    def _game(self) -> Script[None]:
        ordinary_hands = 2 * (self.stack_size // PLACES)
        for self.hand in range(1, ordinary_hands + 3):
            layer = (self.hand - 1) % 2
            if self.hand <= ordinary_hands:
                size = PLACES
            else:
                yield from self._add(layer)
                size = LAST_STACK + len(self.added)
            yield from self._play_hand(layer, size)

    def _add(self, layer: int) -> Script[None]:
        """Cards from the pile for a last hand (EC-19, EC-20)."""
        pile = self.piles[layer]
        numbered = {code: self.votes[code] for code in pile if code in self.votes}
        if numbered:
            best = max(numbered.values())
            pairs = {
                frozenset((high, other))
                for high, value in numbered.items()
                if value == best
                for other in pile
                if other != high
            }
            sets = pairs or {frozenset(numbered)}
        else:
            sets = {frozenset((wild,)) for wild in pile}
        if not sets:
            return
        options = {written("add", codes): codes for codes in sets}
        chosen = options[(yield from self._ask(layer, options, "EC-19"))]
        pile -= chosen
        self.added = set(chosen)

    def _play_hand(self, layer: int, size: int) -> Script[None]:
        """One hand from laying to its last card won (EC-2, EC-3, EC-10)."""
        self.places = [DOWN] * size + [None] * (PLACES - size)
        self.turned = [[], []]
        self.wild_was_turned = False
        self.stopped = False
        opener = layer if self.prose else 1 - layer
        try:
            yield from self._turn_and_take(opener, 1 - opener)
        except SecondWildError as second:
            yield from self._win_all(second.seat)

    def _turn_and_take(self, opener: int, other: int) -> Script[None]:
        """The ordinary course of a hand (EC-3 to EC-7)."""
        first = yield from self._turn(opener)
        if first in WILDS:
            yield from self._wild(first, opener)
            return
        second = yield from self._turn(other)
        if second in WILDS:
            yield from self._wild(second, other)
        elif self.votes[first] != self.votes[second]:
            yield from self._stops(opener if self.votes[first] > self.votes[second] else other)
        else:
            yield from self._tie(opener, first, second)

    def _stops(self, ahead: int) -> Script[None]:
        """Campaign stops of whoever is behind, until somebody lets it stand or none is left (EC-23, EC-25)."""
        while self.stops[1 - ahead] and self._down() and self._worth_asking(1 - ahead):
            self.stopped = True
            behind = 1 - ahead
            options = ["stand", *(f"turn {place}" for place in self._down())]
            answer = yield from self._ask(behind, options, "EC-23")
            if answer == "stand":
                break
            self.stops[behind] -= 1
            card = yield from self._show(behind, int(answer.split()[1]))
            if card in WILDS:
                yield from self._wild(card, behind)
                return
            if self._best(behind) > self._best(ahead):
                ahead = behind
        mine = max(self.turned[ahead], key=lambda code: self.votes[code])
        others = [code for code in self._exposed() if code != mine]
        if len(others) == 1:
            yield from self._higher_chooses(ahead, mine, others[0])
            return
        down = self._down()
        sets: list[Taking] = [((mine,), (place,)) for place in down]
        if self.prose or not down:
            sets += [((mine, other), ()) for other in others]
        sets += [((other,), places) for other in others for places in combinations(down, 2)]
        yield from self._choose_and_split(ahead, sets, "EC-24")

    def _worth_asking(self, behind: int) -> bool:
        """Return True if the winner is open and a stop can raise a card or leave the rival fewer ways (EC-23)."""
        down = len(self._down())
        enough = sum(self.votes.get(code, 0) for code in self.deck) // 2 + 1
        last = 2 * (self.stack_size // PLACES) + 2
        if self.hand == last and any(sum(self.votes.get(code, 0) for code in pile) >= enough for pile in self.piles):
            return False
        hidden = self.added | (self.unseen if down > len(self.added) else set())
        if any(card in WILDS or self.votes[card] > self._best(1 - behind) for card in hidden):
            return True
        if down >= 3:
            return self.stops[behind] >= 2
        return down == 2 or len(self._exposed()) == 2

    def _best(self, seat: int) -> int:
        """The votes of a seat's highest turned card."""
        return max(self.votes[code] for code in self.turned[seat])

    def _higher_chooses(self, chooser: int, high: str, low: str) -> Script[None]:
        """Two different numbered cards (EC-5, EC-6)."""
        down = self._down()
        sets: list[Taking] = []
        if self.prose:
            sets.append(((high, low), ()))
            sets += [((high,), (place,)) for place in down]
        else:
            sets += [((high,), places) for places in combinations(down, min(1, len(down)))]
        sets += [((low,), places) for places in combinations(down, min(2, len(down)))]
        yield from self._choose_and_split(chooser, sets, "EC-6")

    def _tie(self, opener: int, first: str, second: str) -> Script[None]:
        """Two equal cards: a third decides (EC-7)."""
        third = yield from self._turn(opener)
        if third in WILDS:
            yield from self._wild(third, opener)
            return
        level, value = self.votes[first], self.votes[third]
        down = self._down()
        if value == level:
            yield from self._split(opener, (first, second, third), ())
        elif value < level:
            yield from self._split(opener, (third,), down)
        else:
            sets: list[Taking] = [((third, first), ()), ((third, second), ())]
            sets += [((third,), (place,)) for place in down]
            yield from self._choose_and_split(opener, sets, "EC-7")

    # ---- asking, turning, winning ----

    def _down(self) -> tuple[int, ...]:
        """Places (from 1) of the face-down cards."""
        return tuple(place for place, card in enumerate(self.places, 1) if card == DOWN)

    def _exposed(self) -> list[str]:
        """Exposed cards by place."""
        return [card for card in self.places if card is not None and card != DOWN]

    def _reveal(self, place: int) -> Script[str]:
        """Chance says which card lies at a place. Of the d hidden cards each is equally likely to lie there; the added
        ones are known by name, the others are any of the unseen (EC-4, EC-19)."""
        strangers = len(self._down()) - len(self.added)
        if strangers:
            weights = dict.fromkeys(self.added, len(self.unseen)) | dict.fromkeys(self.unseen, strangers)
        else:
            weights = dict.fromkeys(self.added, 1)
        shared = gcd(*weights.values())
        answer = yield Chance({code: weight // shared for code, weight in sorted(weights.items())})
        self.unseen.discard(answer.text)
        self.added.discard(answer.text)
        self.places[place - 1] = answer.text
        return answer.text

    def _turn(self, seat: int) -> Script[str]:
        """A player names a face-down card and turns it (EC-4)."""
        place = int((yield from self._ask(seat, [f"turn {place}" for place in self._down()], "EC-4")).split()[1])
        return (yield from self._show(seat, place))

    def _show(self, seat: int, place: int) -> Script[str]:
        """A card is turned. A wild leaves the game at once; a second one ends the hand (EC-9, EC-10)."""
        card = yield from self._reveal(place)
        if card in WILDS:
            self._leave(card)
            if self.wild_was_turned:
                raise SecondWildError(seat)
            self.wild_was_turned = True
        else:
            self.turned[seat].append(card)
        return card

    def _turn_if_any(self, seat: int) -> Script[str | None]:
        """The turned card, or None where no face-down card is left (EC-20)."""
        if not self._down():
            return None
        return (yield from self._turn(seat))

    def _leave(self, wild: str) -> None:
        """A wild card leaves the table and the game."""
        self.places[self.places.index(wild)] = None
        self.gone.add(wild)

    def _win(self, seat: int, code: str) -> None:
        """An exposed card goes to a pile."""
        self.places[self.places.index(code)] = None
        self.piles[seat].add(code)

    def _win_down(self, seat: int, places: Iterable[int]) -> Script[None]:
        """Face-down cards are turned up by place as they are won; a wild among them is collected (EC-8)."""
        for place in sorted(places):
            card = yield from self._reveal(place)
            self._win(seat, card)

    def _win_all(self, seat: int) -> Script[None]:
        """Every card of the hand not yet won, face-down ones too (EC-10, EC-18)."""
        for code in self._exposed():
            self._win(seat, code)
        yield from self._win_down(seat, self._down())

    def _split(self, chooser: int, codes: Iterable[str], places: Iterable[int]) -> Script[None]:
        """The chooser wins the named cards, the other player the rest (EC-5, EC-8)."""
        for code in codes:
            self._win(chooser, code)
        for code in self._exposed():
            self._win(1 - chooser, code)
        yield from self._win_down(chooser, places)
        yield from self._win_down(1 - chooser, self._down())

    def _choose_and_split(self, chooser: int, sets: list[Taking], clause: str) -> Script[None]:
        options = {written("take", codes, places): (codes, places) for codes, places in sets}
        codes, places = options[(yield from self._ask(chooser, options, clause))]
        yield from self._split(chooser, codes, places)

    def _throw(self) -> Script[int]:
        """Both throw, sealed, until one wins: the winner (EC-17)."""
        while True:
            throws: dict[int, str] = {}
            while len(throws) < 2:
                waiting = [seat for seat in (0, 1) if seat not in throws]
                answer = yield Decision({seat: sorted(BEATS) for seat in waiting}, "EC-17")
                assert answer.seat in waiting
                throws[answer.seat] = answer.text
            for seat in (0, 1):
                if BEATS[throws[seat]] == throws[1 - seat]:
                    return seat

    # ---- wild cards (EC-9 to EC-16): `seat` turned the card ----

    def _wild(self, card: str, seat: int) -> Script[None]:
        if card == "FAKE":
            yield from self._fake_news(seat)
        elif card == "CELEB":
            yield from self._celebrity(seat)
        elif card == "RECOUNT" and self.prose:
            yield from self._recount_prose(seat)
        elif card == "RECOUNT":
            yield from self._recount_illustrated(seat)
        elif card == "SWING":
            yield from self._swing_state(seat)
        else:
            yield from self._collusion(seat)

    def _call(self, seat: int) -> Script[str]:
        """A call of Fake News: how the coming value compares."""
        text = yield from self._ask(seat, ["call higher", "call lower", "call equal"], "EC-11")
        return text.split()[1]

    def _fake_news(self, seat: int) -> Script[None]:
        """EC-11."""
        exposed = self._exposed()
        if self.stopped:
            yield from self._fake_news_at_a_stop(seat)
            return
        if len(exposed) == 2:
            called = yield from self._call(seat)
            total = 0
            while self._down():
                total += self.votes[(yield from self._turn(seat))]
            right = called == compared(total, sum(self.votes[code] for code in exposed))
            yield from self._win_all(seat if right else 1 - seat)
            return
        reference = exposed[0] if exposed else None
        yield from self._fake_news_pairs(seat, reference)

    def _fake_news_at_a_stop(self, seat: int) -> Script[None]:
        """All cards that lie face up are won by the first call, against the other player's highest (EC-25)."""
        winner = 1 - seat
        if self._down():
            called = yield from self._call(seat)
            highest = self._best(1 - seat)
            card = yield from self._turn(seat)
            winner = seat if called == compared(self.votes[card], highest) else 1 - seat
        for code in self._exposed():
            self._win(winner, code)
        yield from self._fake_news_pairs(seat, None)

    def _fake_news_pairs(self, seat: int, reference: str | None) -> Script[None]:
        """A reference, a call and a card, again and again; a last card goes to the other player (EC-11, EC-20)."""
        while reference is not None or self._down():
            if reference is None and len(self._down()) == 1:
                yield from self._win_down(1 - seat, self._down())
                return
            if reference is None:
                reference = yield from self._turn(seat)
            called = yield from self._call(seat)
            card = yield from self._turn(seat)
            right = called == compared(self.votes[card], self.votes[reference])
            self._win(seat if right else 1 - seat, reference)
            self._win(seat if right else 1 - seat, card)
            reference = None

    def _celebrity(self, seat: int) -> Script[None]:
        """EC-12."""
        for place in self._down():
            yield from self._reveal(place)
        others = [code for code in self._exposed() if code in WILDS]
        for wild in others:
            self._leave(wild)
        if not others:
            lowest = min(self._exposed(), key=lambda code: self.votes[code])
            self._win(seat, lowest)
            seat = 1 - seat
        for code in self._exposed():
            self._win(seat, code)

    def _recount_prose(self, seat: int) -> Script[None]:
        """EC-13: the other player's card against the Recount player's."""
        other = 1 - seat
        if self.turned[other]:
            theirs: str | None = max(self.turned[other], key=lambda code: self.votes[code])
        else:
            theirs = yield from self._turn_if_any(other)
        mine = yield from self._turn_if_any(seat)
        if theirs is not None and mine is not None and self.votes[theirs] != self.votes[mine]:
            winner = other if self.votes[theirs] < self.votes[mine] else seat
        else:
            breaker = yield from self._turn_if_any(other)
            if breaker is None:
                winner = yield from self._throw()
            else:
                winner = other if self.votes[breaker] % 2 == 0 else seat
        yield from self._win_all(winner)

    def _recount_illustrated(self, seat: int) -> Script[None]:
        """EC-14: two newly turned cards compared, the thrown-for tie-breaker where they are equal."""
        other = 1 - seat
        mine = yield from self._turn_if_any(seat)
        theirs = yield from self._turn_if_any(other)
        if theirs is not None and mine is not None and self.votes[theirs] != self.votes[mine]:
            winner = other if self.votes[theirs] < self.votes[mine] else seat
        else:
            thrower = yield from self._throw()
            breaker = yield from self._turn_if_any(thrower)
            even = breaker is None or self.votes[breaker] % 2 == 0
            winner = thrower if even else 1 - thrower
        yield from self._win_all(winner)

    def _swing_state(self, seat: int) -> Script[None]:
        """EC-15."""
        for turner in (1 - seat, seat) if self.prose else (seat, 1 - seat):
            yield from self._turn_if_any(turner)
        even = sum(self.votes[code] for code in self._exposed()) % 2 == 0
        yield from self._win_all(seat if even else 1 - seat)

    def _collusion(self, _seat: int) -> Script[None]:
        """EC-16: a throw for each remaining card."""
        while self._exposed() or self._down():
            winner = yield from self._throw()
            things = [*self._exposed(), *map(str, self._down())]
            picked = (yield from self._ask(winner, [f"pick {thing}" for thing in things], "EC-16")).split()[1]
            card = (yield from self._reveal(int(picked))) if picked.isdigit() else picked
            if card in WILDS:
                self._leave(card)
                raise SecondWildError(winner)
            self._win(winner, card)
