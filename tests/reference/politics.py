"""A naive second implementation of Politics of 1904, written from its rules text alone (clauses PO-1 to PO-13)."""

from __future__ import annotations

import re
from fractions import Fraction

from .options import chosen_from

SEATS = (2, 4, 6)
HAND_SIZE = {2: 8, 4: 8, 6: 6}
OPTIONS = {
    "side": ("R", "D"),
    "votes": ("1904", "1900"),
    "waters": ("no", "yes"),
    "must_play": ("yes", "no"),
    "market": ("0", "3", "fronts", "even"),
}
OPEN_CARDS = {"0": 0, "3": 3, "fronts": 3, "even": 3}
WITH_FRONTS = ("fronts", "even")  # PO-11, PO-12
KEY_STATES = {"IL", "KY", "MO", "OH", "PA", "TN", "VA"}  # PO-13
WATER_BORDERS = (("IL", "MI"), ("MI", "MN"), ("NY", "RI"))
NOMINATION = re.compile(r"(nominate [A-Z]{2})( \S.*)?")


class State:
    """A state's card: its party of 1900, its votes in 1900 and in 1904, and its neighbours by land and river."""

    def __init__(self, party: str, votes_1900: int, votes_1904: int, neighbours: str) -> None:
        self.party = party
        self.votes = {"1900": votes_1900, "1904": votes_1904}
        self.neighbours = neighbours.split()


STATES = {
    "AL": State("D", 11, 11, "FL GA MS TN"),
    "AR": State("D", 8, 9, "LA MO MS TN TX"),
    "CA": State("R", 9, 10, "NV OR"),
    "CO": State("D", 4, 5, "KS NE UT WY"),
    "CT": State("R", 6, 7, "MA NY RI"),
    "DE": State("R", 3, 3, "MD NJ PA"),
    "FL": State("D", 4, 5, "AL GA"),
    "GA": State("D", 13, 13, "AL FL NC SC TN"),
    "IA": State("R", 13, 13, "IL MN MO NE SD WI"),
    "ID": State("D", 3, 3, "MT NV OR UT WA WY"),
    "IL": State("R", 24, 27, "IA IN KY MO WI"),
    "IN": State("R", 15, 15, "IL KY MI OH"),
    "KS": State("R", 10, 10, "CO MO NE"),
    "KY": State("D", 13, 13, "IL IN MO OH TN VA WV"),
    "LA": State("D", 8, 9, "AR MS TX"),
    "MA": State("R", 15, 16, "CT NH NY RI VT"),
    "MD": State("R", 8, 8, "DE PA VA WV"),
    "ME": State("R", 6, 6, "NH"),
    "MI": State("R", 14, 14, "IN OH WI"),
    "MN": State("R", 9, 11, "IA ND SD WI"),
    "MO": State("D", 17, 18, "AR IA IL KS KY NE TN"),
    "MS": State("D", 9, 10, "AL AR LA TN"),
    "MT": State("D", 3, 3, "ID ND SD WY"),
    "NC": State("D", 11, 12, "GA SC TN VA"),
    "ND": State("R", 3, 4, "MN MT SD"),
    "NE": State("R", 8, 8, "CO IA KS MO SD WY"),
    "NH": State("R", 4, 4, "MA ME VT"),
    "NJ": State("R", 10, 12, "DE NY PA"),
    "NV": State("D", 3, 3, "CA ID OR UT"),
    "NY": State("R", 36, 39, "CT MA NJ PA VT"),
    "OH": State("R", 23, 23, "IN KY MI PA WV"),
    "OR": State("R", 4, 4, "CA ID NV WA"),
    "PA": State("R", 32, 34, "DE MD NJ NY OH WV"),
    "RI": State("R", 4, 4, "CT MA"),
    "SC": State("D", 9, 9, "GA NC"),
    "SD": State("R", 4, 4, "IA MN MT ND NE WY"),
    "TN": State("D", 12, 12, "AL AR GA KY MO MS NC VA"),
    "TX": State("D", 15, 18, "AR LA"),
    "UT": State("R", 3, 3, "CO ID NV WY"),
    "VA": State("D", 12, 12, "KY MD NC TN WV"),
    "VT": State("R", 4, 4, "MA NH NY"),
    "WA": State("R", 4, 5, "ID OR"),
    "WI": State("R", 12, 13, "IA IL MI MN"),
    "WV": State("R", 6, 7, "KY MD OH PA VA"),
    "WY": State("R", 3, 3, "CO ID MT NE SD UT"),
}


def other_party(party: str) -> str:
    """The Democrats for the Republicans and the other way round."""
    return "D" if party == "R" else "R"


class PoliticsReference:
    """One game of Politics of 1904 for 2, 4 or 6 seats; side 0 is P1's (even seats), side 1 the other.

    `stage` is one of: deal, opening, side, nomination, election, third party, over.
    """

    def __init__(
        self,
        seats: int = 2,
        options: dict[str, str] | None = None,
        *,
        states: list[str] | None = None,
        hand_size: int | None = None,
    ) -> None:
        if seats not in SEATS:
            raise ValueError(f"{seats} seats were asked for; the game is for 2, 4 or 6 (PO-1)")
        self.options = chosen_from(OPTIONS, options)
        names = sorted(STATES) if states is None else sorted(states)
        if len(set(names)) < len(names) or set(names) - set(STATES):
            raise ValueError(f"the states {states} were asked for; they are some of the 45 of 1904, each once (PO-1)")
        hand = HAND_SIZE[seats] if hand_size is None else hand_size
        if hand < 1 or hand * seats > len(names):
            raise ValueError(f"{seats} hands of {hand} were asked for from {len(names)} cards (PO-1)")
        self.seats = seats
        self.cards = names
        self.hand_size = hand
        self.stock = list(names)  # as a set: nobody knows an order
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.network: list[list[str]] = [[], []]
        self.nominees: list[str | None] = [None, None]
        self.sides: list[str | None] = [None, None]
        self.open: list[str] = []  # PO-10: the extra cards that lie open
        self.log: list[str] = []
        self.stage = "deal"
        self.turn = 0
        self.opening = False  # PO-10: the next extra card is being laid open
        self.drawing = False  # a draw was decided, the card is still to come
        self.drawn_to_play: str | None = None  # PO-6: a drawn card that must be played at once
        self.passes = 0  # seats in a row that have passed
        self.third_party: list[str] = []
        self.third_party_dealt = 0
        self.redealt = False
        self.winning_side: int | None = None
        self.next_dealer: int | None = None

    # ---- the map ----------------------------------------------------------------------------------------------

    def _border(self, one: str, other: str) -> bool:
        if other in STATES[one].neighbours:
            return True
        return self.options["waters"] == "yes" and ((one, other) in WATER_BORDERS or (other, one) in WATER_BORDERS)

    def _side_of(self, seat: int) -> int:
        return seat % 2

    def _playable(self, seat: int, card: str) -> bool:
        """Whether the card borders a state already on his own side (PO-5)."""
        return any(self._border(card, state) for state in self.network[self._side_of(seat)])

    # ---- who must do what -------------------------------------------------------------------------------------

    def owes(self) -> frozenset[int]:
        """The seat whose turn it is; nobody while a card is still to come or after the end."""
        if self.stage in ("side", "nomination", "election") and not self.drawing and not self.opening:
            return frozenset({self.turn})
        return frozenset()

    def may(self) -> frozenset[int]:
        """Nobody ever acts unasked in this game."""
        return frozenset()

    def legal(self, seat: int) -> list[str]:
        """All moves of this seat; a nomination is listed without its free text."""
        if seat not in self.owes():
            return []
        if self.stage == "side":
            return ["side D", "side R"]
        if self.stage == "nomination":
            return self._nominations(seat)
        return self._election_moves(seat)

    def _nominations(self, seat: int) -> list[str]:
        """PO-3 and, for a hand without a card of the party, PO-4."""
        party = self.sides[self._side_of(seat)]
        own = [card for card in self.hands[seat] if STATES[card].party == party]
        if not own and self.stock:
            return ["draw"]
        return sorted(f"nominate {card}" for card in own or self.hands[seat])

    def _election_moves(self, seat: int) -> list[str]:
        """PO-5 and PO-6."""
        if self.drawn_to_play is not None:
            return [f"play {self.drawn_to_play}"]
        moves = [f"play {card}" for card in self.hands[seat] if self._playable(seat, card)]
        if not moves or self.options["must_play"] == "no":
            moves += [f"take {card}" for card in self.open] or (["draw"] if self.stock else [])
        return sorted(moves)

    # ---- moves ------------------------------------------------------------------------------------------------

    def play(self, seat: int, text: str) -> None:
        """Carry out a move. ValueError with the clause if it is illegal, and then nothing has changed."""
        move, person = text, None
        nomination = NOMINATION.fullmatch(text)
        if nomination:
            move, person = nomination.group(1), nomination.group(2)
        if move not in self.legal(seat):
            raise ValueError(self._refusal(seat, text))
        self.log.append(f"P{seat + 1} {text}")
        if move == "draw":
            self.passes = 0
            self.drawing = True
            return
        verb, argument = move.split()
        if verb == "side":
            self._choose_side(argument)
        elif verb == "nominate":
            self._nominate(seat, argument, person)
        elif verb == "take":
            self._take(seat, argument)
        else:
            self._play_card(seat, argument)

    def _refusal(self, seat: int, text: str) -> str:
        if seat not in self.owes():
            return f"P{seat + 1} tried {text!r}, but it is not his turn (PO-2)"
        if self.stage == "side":
            clause = "PO-2"
        elif self.stage == "nomination":
            clause = "PO-4" if self.legal(seat) == ["draw"] else "PO-3"
        elif text.startswith("take") or (text == "draw" and self.open):
            clause = "PO-6" if text[5:] in self.open else "PO-10"
        else:
            clause = "PO-5" if text.startswith("play") and self.drawn_to_play is None else "PO-6"
        return f"P{seat + 1} tried {text!r}; allowed are {', '.join(self.legal(seat))} ({clause})"

    def _choose_side(self, party: str) -> None:
        self.sides = [party, other_party(party)]
        self.stage = "nomination"

    def _nominate(self, seat: int, card: str, person: str | None) -> None:
        side = self._side_of(seat)
        self.hands[seat].remove(card)
        self.network[side].append(card)
        self.nominees[side] = person.strip() if person else None
        if side == 1:
            self.stage = "election"
        self._next_turn()

    def _play_card(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.network[self._side_of(seat)].append(card)
        self.drawn_to_play = None
        self.passes = 0
        self._next_turn()

    def _take(self, seat: int, card: str) -> None:
        """PO-10: an open card goes to the hand, or to the side if it fits, and the next extra card is laid open.

        PO-12: it goes to the side also as a new front.
        """
        front = self._is_front(seat, card)
        self.open.remove(card)
        self.passes = 0
        if front or self._playable(seat, card):
            self.network[self._side_of(seat)].append(card)
        else:
            self.hands[seat].append(card)
        self.opening = bool(self.stock)
        if not self.opening:
            self._next_turn()

    def _is_front(self, seat: int, card: str) -> bool:
        """PO-12: a card of his party, taken by one who has nothing that fits, in his hand or among the open cards."""
        if self.options["market"] not in WITH_FRONTS or STATES[card].party != self.sides[self._side_of(seat)]:
            return False
        return not any(self._playable(seat, other) for other in self.hands[seat] + self.open)

    def _next_turn(self) -> None:
        """Give the turn to the left; a seat that can do nothing passes by itself (PO-6), until all have (PO-7)."""
        self.turn = (self.turn + 1) % self.seats
        while self.stage == "election" and not self._election_moves(self.turn):
            self.log.append(f"P{self.turn + 1} pass")
            self.passes += 1
            self.turn = (self.turn + 1) % self.seats
            if self.passes == self.seats:
                self._nobody_can_play()
                return

    def _nobody_can_play(self) -> None:
        held = sorted(card for hand in self.hands for card in hand)
        self.passes = 0
        if self.redealt or not held or self.options["market"] == "even":  # PO-13: no last deal
            self._count()
            return
        self.stage = "third party"
        self.redealt = True
        self.third_party = held
        self.third_party_dealt = 0
        self.hands = [[] for _ in range(self.seats)]

    # ---- chance -----------------------------------------------------------------------------------------------

    def _receiver(self) -> int:
        """The seat to which the next card comes."""
        if self.stage == "deal":
            dealt = len(self.cards) - len(self.stock)
            return self.seats - 1 if dealt == self.hand_size * self.seats else dealt % self.seats  # PO-11
        if self.stage == "third party":
            return self.third_party_dealt % self.seats
        return self.turn

    def odds(self) -> dict[str, int]:
        """The card that comes next, every card that can come alike."""
        if self.stage == "third party":
            source = self.third_party
        elif self.stage in ("deal", "opening") and self.options["market"] == "even":
            source = self._even_deal()
        elif self.stage == "deal" or self.drawing or self.opening:
            source = self.stock
        else:
            return {}
        if self.opening:
            return dict.fromkeys(sorted(source), 1)
        return {f"P{self._receiver() + 1} {card}": 1 for card in sorted(source)}

    def _even_deal(self) -> list[str]:
        """PO-13: key states come in pairs, one to each side; the dealer's card and open cards are others."""
        keys = [card for card in self.stock if card in KEY_STATES]
        others = [card for card in self.stock if card not in KEY_STATES]
        dealt = len(self.cards) - len(self.stock)
        if self.stage == "opening" or dealt == self.hand_size * self.seats:
            return others or self.stock
        if dealt % 2 == 0:
            return self.stock if len(keys) >= 2 or not others else others
        return (keys if self.hands[self._receiver() - 1][-1] in KEY_STATES else others) or self.stock

    def settle(self, text: str) -> None:
        """Let a card come. ValueError if it cannot come now."""
        if text not in self.odds():
            raise ValueError(f"the chance entry {text!r} cannot come now; possible are {sorted(self.odds())} (PO-1)")
        if self.opening:
            self._opened(text)
            return
        card = text.split()[1]
        receiver = self._receiver()
        self.hands[receiver].append(card)
        self.log.append(f"* {text}")
        if self.stage == "third party":
            self._third_party_card(card)
            return
        self.stock.remove(card)
        if self.stage == "deal":
            if len(self.cards) - len(self.stock) == self._cards_dealt():
                self._begin()
        else:
            self._drawn(receiver, card)

    def _cards_dealt(self) -> int:
        """PO-11: with new fronts the dealer gets one card more, if there is one."""
        extra = 1 if self.options["market"] in WITH_FRONTS else 0
        return min(self.hand_size * self.seats + extra, len(self.cards))

    def _opened(self, card: str) -> None:
        """PO-10: three lie open as long as there are so many."""
        self.log.append(f"* {card}")
        self.stock.remove(card)
        self.open.append(card)
        if self.stock and len(self.open) < OPEN_CARDS[self.options["market"]]:
            return
        self.opening = False
        if self.stage == "opening":
            self._nominations_begin()
        else:
            self._next_turn()

    def _begin(self) -> None:
        self.stage = "opening"
        self.opening = self.options["market"] != "0" and bool(self.stock)
        if not self.opening:
            self._nominations_begin()

    def _nominations_begin(self) -> None:
        if self.seats == SEATS[0]:
            self.stage = "side"  # PO-2: the one who did not deal chooses
        else:
            self._choose_side(self.options["side"])

    def _drawn(self, seat: int, card: str) -> None:
        self.drawing = False
        if self.stage == "nomination":
            return
        if self._playable(seat, card):
            self.drawn_to_play = card
        else:
            self._next_turn()

    def _third_party_card(self, card: str) -> None:
        self.third_party.remove(card)
        self.third_party_dealt += 1
        if self.third_party:
            return
        self.stage = "election"
        # The turn already stands after the last seat that played or drew; that seat may have to pass again.
        self.turn = (self.turn - 1) % self.seats
        self._next_turn()

    # ---- the end and the picture ------------------------------------------------------------------------------

    def votes_of(self, side: int) -> int:
        """The electoral votes on the states of a side (PO-8)."""
        return sum(STATES[state].votes[self.options["votes"]] for state in self.network[side])

    def _count(self) -> None:
        self.stage = "over"
        ours, theirs = [(self.votes_of(side), len(self.network[side])) for side in (0, 1)]
        if ours != theirs:
            self.winning_side = 0 if ours > theirs else 1
        # PO-9: P1 nominated for side 0 and P2 for side 1; left of the dealer, the last seat, is P1.
        self.next_dealer = self.winning_side or 0

    def over(self) -> bool:
        """Whether the votes are counted."""
        return self.stage == "over"

    def shares(self) -> list[Fraction]:
        """The winning side's seats share 1; in a draw all do (PO-8). ValueError before the end."""
        if not self.over():
            raise ValueError("the shares were asked for, but the game is not over (PO-8)")
        if self.winning_side is None:
            return [Fraction(1, self.seats)] * self.seats
        each = Fraction(2, self.seats)
        return [each if self._side_of(seat) == self.winning_side else Fraction(0) for seat in range(self.seats)]

    def scores(self) -> list[int]:
        """A side's votes for each of its seats (PO-8). ValueError before the end."""
        if not self.over():
            raise ValueError("the scores were asked for, but the game is not over (PO-8)")
        return [self.votes_of(self._side_of(seat)) for seat in range(self.seats)]

    def facts(self) -> dict[str, object]:
        """The complete picture; `turn` is None during a deal and after the end."""
        return {
            "sides": list(self.sides),
            "network": [sorted(states) for states in self.network],
            "hands": [sorted(hand) for hand in self.hands],
            "stock": len(self.stock),
            "open": sorted(self.open),
            "redealt": self.redealt,
            "turn": None if self.stage in ("deal", "opening", "third party", "over") else self.turn,
        }
