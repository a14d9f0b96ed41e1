"""The verbs of U.S. President."""

from __future__ import annotations

from hustings.engine import verbs
from hustings.engine.chance import CHOICE_STREAM, draw
from hustings.engine.kernels import Numbers, State, kernel, tell
from hustings.games.president.cards import ELECTORS, OF_EACH_SIZE, SIZES, STATES
from hustings.games.president.count import count_to_the_end
from hustings.games.president.events import DEALT_CARD, SEALED
from hustings.games.president.heuristic import heuristic
from hustings.games.president.invariants import check
from hustings.games.president.moves import LEGAL, choices, legal, refusal, refused_choice
from hustings.games.president.record import MOST_SEATS, NOBODY, SCHEMA, WEEKS
from hustings.games.president.weeks import all_sealed, begin_deal, next_week, reveal


def start(s: State, options: Numbers) -> None:
    """UP-1, UP-2: options are seats, dealt, overtaken, votes."""
    s.seats = options[0]
    s.dealt = options[1]
    s.overtaken = options[2]
    s.votes = options[3]
    s.weeks = WEEKS
    s.week = 1
    s.winner = NOBODY
    for seat in range(s.seats):
        s.remaining[seat] = 1
        for size in range(SIZES):
            s.stock[seat, size] = OF_EACH_SIZE
    for state in range(STATES):
        s.holder[state] = NOBODY
    begin_deal(s)


def owes(s: State) -> int:
    """UP-3: everyone who has not chosen this week."""
    if s.finished or s.to_deal:
        return 0
    mask = 0
    for seat in range(s.seats):
        mask |= (1 - s.sealed[seat]) << seat
    return mask


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """UP-3: seal a choice, or say by number why not; the last one reveals the week."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    s.choice[seat] = action + 1
    s.sealed[seat] = 1
    tell(note, SEALED, seat, s.week, 0, 0, 0)
    if all_sealed(s):
        reveal(s, note)
        if not next_week(s, note):
            count_to_the_end(s, note)
    return 0


def chances(s: State, weights: Numbers) -> int:
    """UP-2: each card not yet dealt is as likely."""
    if s.to_deal == 0:
        return 0
    total = 0
    for state in range(STATES):
        weights[state] = s.holder[state] == NOBODY
        total += weights[state]
    return total


def settle(s: State, outcome: int, note: Numbers) -> None:
    """UP-2: the next card goes to the seat whose turn it is; the dealt cards are open."""
    seat = s.dealing
    s.holder[outcome] = seat
    s.to_deal -= 1
    s.dealing = (seat + 1) % s.seats if s.to_deal else NOBODY
    tell(note, DEALT_CARD, seat, outcome, ELECTORS[s.votes, outcome], 0, 0)


def over(s: State) -> bool:
    """UP-12: after the count."""
    return s.finished != 0


def payoff(s: State, out: Numbers) -> None:
    """UP-9, UP-12: the president has the whole share; without a winner all have equal ones; scores are electors."""
    for seat in range(s.seats):
        out[0, seat] = s.winner == seat or s.winner == NOBODY
        out[1, seat] = s.electors[seat]


@kernel
def any_choice(v: State, seat: int, number: int) -> int:
    """The legal choice of a seat that a uniform `number` stands for."""
    count = 0
    for size in range(SIZES):
        for state in range(STATES):
            count += refused_choice(v, seat, size, state) == LEGAL
    rest = number % count
    for size in range(SIZES):
        for state in range(STATES):
            if refused_choice(v, seat, size, state) == LEGAL:
                if rest == 0:
                    return size * STATES + state
                rest -= 1
    return 0


def imagine(v: State, seat: int, key: int) -> None:
    """UP-3: the only blanks are rivals' sealed choices; each of a rival's legal ones is as likely."""
    for player in range(MOST_SEATS):
        if v.sealed[player] and v.choice[player] == 0:
            v.choice[player] = 1 + any_choice(v, player, draw(key, CHOICE_STREAM + player, 0))


def unseal(v: State, seat: int) -> None:
    """UP-3: rivals who have chosen choose again."""
    for player in range(MOST_SEATS):
        if player != seat:
            v.sealed[player] = 0
            v.choice[player] = 0


verbs.register(
    SCHEMA,
    start=start,
    owes=owes,
    legal=legal,
    choices=choices,
    act=act,
    chances=chances,
    settle=settle,
    over=over,
    payoff=payoff,
    imagine=imagine,
    unseal=unseal,
    check=check,
    heuristic=heuristic,
)
