"""The essentially different moves of Combat: face-down cards are alike, and so are states with equal votes."""

from __future__ import annotations

from hustings.engine.kernels import Numbers, State
from hustings.engine.kernels.verbs import legal
from hustings.games.combat.cards import NO_CARD, NUMBERED, PAIR
from hustings.games.combat.hand import is_wild, value_of
from hustings.games.combat.moves import ADD_ID, PICK_ID, TAKE_ID, TURN_ID, places_lying
from hustings.games.combat.record import ADDS, DOWN, PICK, TAKE, TURN


def first_of_its_votes(s: State, seat: int, card: int, beside: int) -> int:
    """EC-19: whether no earlier state of the pile, but for the one added beside it, has the votes of this one."""
    if card == NO_CARD or is_wild(card):
        return 1
    for other in range(min(card, NUMBERED)):
        if other != beside and (s.piles[seat] >> other) & 1 and value_of(s, other) == value_of(s, card):
            return 0
    return 1


def lowest_down(down: int, places: int) -> int:
    """EC-4: whether the face-down ones among some places are the first that lie face down."""
    rest = down & ~places
    return (places & down) < (rest & -rest) or rest == 0


def distinct(s: State, seat: int, action: int, down: int) -> int:
    """Whether a legal action stands for those that differ from it in name only."""
    if s.task == ADDS:
        first = (action - ADD_ID) // PAIR
        second = (action - ADD_ID) % PAIR
        return first_of_its_votes(s, seat, first, second) and first_of_its_votes(s, seat, second, first)
    if s.task == TAKE:
        return lowest_down(down, action - TAKE_ID)
    if s.task == TURN:
        return lowest_down(down, 1 << (action - TURN_ID))
    if s.task == PICK:
        return lowest_down(down, 1 << (action - PICK_ID))
    return 1


def choices(s: State, seat: int, out: Numbers) -> int:
    """As `legal`, but of moves that differ in name only the first."""
    size = legal(s, seat, out)
    down = places_lying(s, DOWN)
    count = 0
    for k in range(size):
        action = out[k]
        out[count] = action
        count += distinct(s, seat, action, down) != 0
    return count
