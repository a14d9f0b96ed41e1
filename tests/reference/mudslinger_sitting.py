"""What lies on a Mudslinger table and who is asked, for the naive second implementation.

The game is one generator that tells itself from beginning to end. It yields a `Question` or a `Chance` whenever
somebody or something outside must answer. A question within a question (an answer to a card, an offer) is a generator
within a generator, so the one that stood before goes on by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from .mudslinger_cards import (
    OPEN_STATES,
    OPTIONS,
    apart,
    dice_texts,
    full_deck,
    influence,
    mate_worth,
    placed_cards,
    points_of,
)
from .options import chosen_from

POLL_PRICE = 5  # MS-16
LARGE, ROUNDS_OF_SMALL = 15, 2  # MS-23
SMALL_FIRST = ("small_first", "first_card", "three_cards")  # the beginnings with MS-23

Choices = Callable[[int], list[str]]  # from the asked seat


@dataclass(frozen=True)
class Question:
    """A question put to one seat, and what it may answer at the moment.

    kind      card, attempt, failed, bid, roll, answer, offer, for, take, mate, run or party.
    withdraw  the seat that may take its offer back while another is asked about it.
    """

    kind: str
    seat: int
    choices: Choices
    withdraw: int | None = None

    def answers(self, seat: int) -> list[str]:
        """What this seat may answer."""
        if seat == self.seat:
            return self.choices(seat)
        return ["withdraw"] if seat == self.withdraw else []


@dataclass(frozen=True)
class Chance:
    """An outcome is about to be drawn: the weight of each text."""

    weights: dict[str, int]


Result = TypeVar("Result")
Script = Generator[Question | Chance, tuple[int, str], Result]


@dataclass
class Contest:
    """One attempt at a state (MS-9 to MS-13).

    owner   the rival who holds the state, in an attack (MS-19); None for an open state.
    passes  seats that have passed in a row.
    """

    state: str
    runner: int
    owner: int | None
    base: int
    rating: int
    bidding: bool = True
    passes: int = 0
    gagged: set[int] = field(default_factory=set)
    truces: set[int] = field(default_factory=set)  # who promised no mud, and has slung none since
    dice: tuple[int, int, int] | None = None


@dataclass
class Offer:
    """What one seat offers another (MS-17): dollars or an action card, each written as in the notation."""

    giver: int
    taker: int
    thing: str
    wanted: str | None = None


def weights_of(texts: list[str], prefix: str) -> dict[str, int]:
    """How often each of these texts is there, a prefix before each."""
    return {prefix + text: number for text, number in sorted(Counter(texts).items())}


@cache
def weights_of_dice(prefix: str) -> dict[str, int]:
    """The same of every throw of three dice."""
    return weights_of(list(dice_texts()), prefix)


class Sitting:
    """Everything on the table, and everything in somebody's hand."""

    def __init__(self, seats: int, options: dict[str, str] | None, states: list[str], deck: list[str]) -> None:
        self.seats = seats
        self.clockwise = [[(seat + step) % seats for step in range(1, seats)] for seat in range(seats)]
        self.options = chosen_from(OPTIONS, options)
        self.cap = int(self.options["cap"])
        self.points = {state: points_of(self.options["votes"])[state] for state in states}
        self.candidates: list[str | None] = [None] * seats
        self.parties: list[str | None] = [None] * seats
        self.money = [0] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.chains: list[list[str]] = [[] for _ in range(seats)]
        self.mates: list[str | None] = [None] * seats
        self.managers: list[list[str]] = [[] for _ in range(seats)]
        self.deck = list(deck)  # as a bag: nobody knows an order
        self.pile: list[str] = []  # the discard pile, top last
        self.state_deck = sorted(states)  # as a bag: those never put under it
        self.under: list[str] = []  # those put under the deck, the first to come up first
        self.open: list[str] = []
        self.holder: dict[str, int] = {}
        self.knows: dict[str, set[int]] = {}  # who is shown the holder of a held state
        self.runner: int | None = None
        self.turn = 0  # which turn of the game it is; 0 during the set-up
        self.hot = False  # whether this attempt came from a hot streak
        self.second_mate: str | None = None  # drawn, while the player is asked whether it replaces the old one (MS-7)
        self.contest: Contest | None = None
        self.plays: list[tuple[int, str, str | None]] = []  # played, not yet in effect: seat, card, what it names
        self.offer: Offer | None = None
        self.deals = [0] * seats  # begun this turn
        self.kept = [0] * seats  # truces, so far
        self.broken = [0] * seats
        self.standing: list[Question] = []  # the questions that wait for an answer, the last one first to be answered

    # ---- asking -----------------------------------------------------------------------------------------------

    def ask(self, kind: str, seat: int, choices: Choices, withdraw: int | None = None) -> Script[str]:
        """Put a question; it stands until answered, whatever else is done meanwhile (MS-15)."""
        question = Question(kind, seat, choices, withdraw)
        self.standing.append(question)
        while True:
            who, text = yield question
            if text in question.answers(who):
                self.standing.pop()
                return text
            yield from self.aside(who, text)

    def aside(self, seat: int, text: str) -> Script[None]:
        """Carry out what somebody does unasked."""
        raise NotImplementedError

    def draw_one(self, texts: list[str], prefix: str = "") -> Script[str]:
        """Let one of these come by chance, each copy of a text alike."""
        _, text = yield Chance(weights_of(texts, prefix))
        return text.removeprefix(prefix)

    def throw_dice(self, seat: int | None = None) -> Script[tuple[int, int, int]]:
        """Three dice; `seat` where more than one player throws."""
        throws = dice_texts()
        thrower = "" if seat is None else f"P{seat + 1} "
        _, text = yield Chance(weights_of_dice(thrower))
        return throws[text.removeprefix(thrower)]

    def turn_up(self) -> Script[None]:
        """Turn up a state, if one is left (MS-1); those put under the deck come last, in their order."""
        if not self.state_deck and not self.under:
            return
        state = yield from self.draw_one(self._next_states() or self.under[:1])
        (self.state_deck if self.state_deck else self.under).remove(state)
        self.open.append(state)
        assert len(self.open) <= OPEN_STATES

    def _next_states(self) -> list[str]:
        """The states one of which comes next; in two rounds small ones only, then a large one first (MS-23)."""
        if self.options["start"] not in SMALL_FIRST:
            return self.state_deck
        large = [state for state in self.state_deck if self.points[state] >= LARGE]
        if self.turn <= ROUNDS_OF_SMALL * self.seats:
            return [state for state in self.state_deck if state not in large] or self.state_deck
        seen = [state for state in [*self.open, *self.holder, *self.under] if self.points[state] >= LARGE]
        return self.state_deck if seen else large or self.state_deck

    # ---- what is so -------------------------------------------------------------------------------------------

    def after(self, seat: int) -> list[int]:
        """The other seats, clockwise from the next one."""
        return self.clockwise[seat]

    def party_of(self, seat: int) -> str:
        """The party of a player, once named."""
        party = self.parties[seat]
        assert party is not None, "the parties are named before the first turn"
        return party

    def end_of_chain(self, seat: int) -> str:
        """The party the next group is measured by: the last group's, the candidate's for the first (MS-5)."""
        party = placed_cards()[self.chains[seat][-1]].party if self.chains[seat] else self.party_of(seat)
        assert party is not None, "every group has a party"
        return party

    def fits(self, seat: int, card: str) -> bool:
        """Whether a group, mate or manager can be laid before this player, a present mate aside (MS-5, MS-6)."""
        kind, party = placed_cards()[card].kind, placed_cards()[card].party
        if kind == "manager" or party is None:
            return True
        if kind == "mate":
            return mate_worth(card, self.party_of(seat)) > 0
        return apart(party, self.end_of_chain(seat)) <= 1

    def income(self, seat: int) -> int:
        """Dollars printed on his own groups (MS-2)."""
        return sum(placed_cards()[group].dollars for group in self.chains[seat])

    def base_of(self, seat: int, state: str) -> int:
        """Influence, mate and managers, at most the cap (MS-9, MS-11)."""
        party = self.party_of(seat)
        total = influence()[state][party] + mate_worth(self.mates[seat], party) + len(self.managers[seat])
        return min(total, self.cap)

    def held_by(self, seat: int) -> list[str]:
        """The states of a player."""
        return sorted(state for state, holder in self.holder.items() if holder == seat)

    def points_of_seat(self, seat: int) -> int:
        """His electoral points (MS-20)."""
        return sum(self.points[state] for state in self.held_by(seat))

    def all_held(self) -> bool:
        """Whether every state has been won: the end (MS-20)."""
        return len(self.holder) == len(self.points)

    def poll_helps(self, seat: int) -> bool:
        """Whether a poll would show anything: a rival holds a state, and states are not open anyway (MS-16)."""
        return self.options["open_states"] == "no" and any(holder != seat for holder in self.holder.values())

    # ---- what is done -----------------------------------------------------------------------------------------

    def discard(self, card: str) -> None:
        """Lay a card face up on the discard pile."""
        self.pile.append(card)

    def pay(self, giver: int, taker: int, most: int) -> None:
        """Up to so many dollars change hands."""
        dollars = min(most, self.money[giver])
        self.money[giver] -= dollars
        self.money[taker] += dollars

    def show_states(self, seat: int) -> None:
        """A poll: the seat is shown the holder of every state held now (MS-16)."""
        for knowing in self.knows.values():
            knowing.add(seat)

    def win_state(self, seat: int, state: str) -> None:
        """A state goes to a player; whose it is is hidden from the others, anew if it was known (MS-18)."""
        self.holder[state] = seat
        everybody = set(range(self.seats))
        self.knows[state] = everybody if self.options["open_states"] == "yes" else {seat}

    # ---- the picture ------------------------------------------------------------------------------------------

    def facts(self) -> dict[str, object]:
        """The complete picture; seats count from 0.

        candidates, parties    by seat, None before they are dealt or named.
        runner, hot            whose turn it is (None before the first turn and after the end); whether his attempt is a
                               hot streak's.
        money, deals           by seat: dollars; deals begun this turn.
        kept, broken           by seat: how many truces.
        hands                  by seat: how many of each kind of action card, an offered one aside.
        chains, mates, managers  by seat: groups in order; the mate or None; managers by code.
        second_mate            the mate drawn beside a present one, while it is asked which stays, else None.
        states                 by seat: the states he holds; knows: by held state, the seats shown its holder.
        open, state_deck, under  states open; those never put under the deck; those under it, next to come up first.
        deck, pile             how many of each card are left to draw; the discards, top last.
        contest                None, or state, owner (None for an open state), base, rating, bidding, passes, gagged
                               seats, dice (None until thrown).
        plays                  cards whose answer is awaited, oldest first: seat, card, what it names or None.
        offer                  None, or giver, taker, thing, wanted (None until said).
        questions              those that stand, the first one put first: kind and asked seat.
        """
        contest, offer = self.contest, self.offer
        states: list[list[str]] = [[] for _ in range(self.seats)]
        for state, holder in sorted(self.holder.items()):
            states[holder].append(state)
        return {
            "candidates": list(self.candidates),
            "parties": list(self.parties),
            "runner": self.runner,
            "hot": self.hot,
            "money": list(self.money),
            "deals": list(self.deals),
            "kept": list(self.kept),
            "broken": list(self.broken),
            "hands": [dict(Counter(hand)) for hand in self.hands],
            "chains": [list(chain) for chain in self.chains],
            "mates": list(self.mates),
            "managers": [sorted(managers) for managers in self.managers],
            "second_mate": self.second_mate,
            "states": states,
            "knows": {state: sorted(knowing) for state, knowing in self.knows.items()},
            "open": sorted(self.open),
            "state_deck": list(self.state_deck),
            "under": list(self.under),
            "deck": dict(Counter(self.deck)),
            "pile": list(self.pile),
            "contest": contest
            and {
                "state": contest.state,
                "owner": contest.owner,
                "base": contest.base,
                "rating": contest.rating,
                "bidding": contest.bidding,
                "passes": contest.passes,
                "gagged": sorted(contest.gagged),
                "truces": sorted(contest.truces),
                "dice": contest.dice and list(contest.dice),
            },
            "plays": [list(play) for play in self.plays],
            "offer": offer
            and {"giver": offer.giver, "taker": offer.taker, "thing": offer.thing, "wanted": offer.wanted},
            "questions": [[question.kind, question.seat] for question in self.standing],
        }


def checked_box(states: list[str] | None, deck: list[str] | None) -> tuple[list[str], list[str]]:
    """The states and cards of a game, all of them unless fewer are asked for. ValueError for unknown or excess ones."""
    all_states, all_cards = sorted(influence()), full_deck()
    chosen_states = all_states if states is None else states
    if not chosen_states or Counter(chosen_states) - Counter(all_states):
        raise ValueError(f"the states {states} were asked for; they are some of the 50, each once (MS-1)")
    chosen_cards = all_cards if deck is None else deck
    excess = Counter(chosen_cards) - Counter(all_cards)
    if excess:
        raise ValueError(f"the cards {sorted(excess)} were asked for beyond what the 112 cards contain (MS-3)")
    return chosen_states, chosen_cards
