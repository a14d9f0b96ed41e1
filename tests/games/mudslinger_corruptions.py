"""Changes no sound record of Mudslinger survives."""

from __future__ import annotations

from collections.abc import Callable

from hustings.engine.record import Row
from hustings.games.mudslinger.cards import (
    ALL_CARDS,
    ALL_STATES,
    COPIES,
    DOLLARS,
    GROUP,
    GROUPS,
    KINDS,
    MANAGER,
    MATE,
    PARTY_OF,
    PEOPLE,
    SORT,
)
from hustings.games.mudslinger.record import (
    ANSWER,
    ATTEMPT,
    BIDDING,
    CARD,
    DRAW_CARD,
    HELD,
    IN_DECK,
    IN_PILE,
    NOBODY,
    OFFERED,
    OPEN,
    OPENING,
    ROLL_DEBATE,
    SEATS,
    TURN_UP,
    UNDER,
    UNSEEN,
    WANTING,
    WITH_SEAT,
)
from hustings.testing import Corruption, add, put

Where = Callable[[Row], bool]
PLACE_OF_NOWHERE = WITH_SEAT + SEATS


# --- where


def running(row: Row) -> bool:
    return not row.finished


def ended(row: Row) -> bool:
    return bool(row.finished)


def begun(row: Row) -> bool:
    return running(row) and row.turn > 0


def bidding(row: Row) -> bool:
    return running(row) and row.frame[0] == BIDDING


def quiet(row: Row) -> bool:
    """A question of a turn, no card or offer on top of it, no chance due."""
    return running(row) and row.depth == 1 and row.frame[0] in (CARD, ATTEMPT) and not row.pending


def top_is(*kinds: int) -> Where:
    return lambda row: running(row) and not row.pending and row.frame[row.depth - 1] in kinds


def both(*tests: Where) -> Where:
    return lambda row: all(test(row) for test in tests)


def chained(row: Row, least: int = 1) -> int | None:
    """A seat with at least so many groups."""
    return next((seat for seat in range(row.seats) if row.chain_length[seat] >= least), None)


def has_chain(least: int) -> Where:
    return lambda row: chained(row, least) is not None


def mated(row: Row) -> int | None:
    return next((seat for seat in range(row.seats) if row.mate[seat]), None)


def first_state(row: Row, lies: int) -> int | None:
    return next((state for state in range(ALL_STATES) if row.lies[state] == lies), None)


def some_state(lies: int) -> Where:
    return lambda row: first_state(row, lies) is not None


def somebodys_card(row: Row) -> int | None:
    """A seat that holds an action card."""
    return next((seat for seat in range(row.seats) if row.cards[seat]), None)


def piled(row: Row) -> bool:
    return row.pile_size > 0


def piled_action(row: Row) -> bool:
    return any(row.played[kind] for kind in range(KINDS))


# --- changes that need a look


def far_card(row: Row, sort: int, party: int) -> int | None:
    """A card of that sort in the deck whose party is two places off, or more."""
    return next(
        (
            card
            for card in range(PEOPLE)
            if SORT[card] == sort and abs(PARTY_OF[card] - party) > 1 and row.where[card] == IN_DECK
        ),
        None,
    )


def far_group(row: Row) -> int | None:
    """A group that does not fit beside the first one of a chain of two."""
    seat = chained(row, 2)
    return None if seat is None else far_card(row, GROUP, PARTY_OF[row.chain[seat, 0] - 1])


def breakable(row: Row) -> bool:
    return far_group(row) is not None


def break_a_chain(row: Row) -> None:
    """The second group becomes one that does not fit; its dollars are paid."""
    seat, card = chained(row, 2), far_group(row)
    assert seat is not None
    assert card is not None
    old = row.chain[seat, 1] - 1
    row.where[old], row.where[card] = IN_DECK, WITH_SEAT + seat
    row.chain[seat, 1] = card + 1
    row.income[seat] += int(DOLLARS[card] - DOLLARS[old])


def far_mate(row: Row) -> int | None:
    """A mate who does not fit one who has a mate."""
    seat = mated(row)
    return None if seat is None else far_card(row, MATE, row.party[seat])


def swap_the_mate(row: Row) -> None:
    """A mate who does not fit stands where the fitting one stood."""
    seat, card = mated(row), far_mate(row)
    assert seat is not None
    assert card is not None
    row.where[row.mate[seat] - 1], row.where[card] = IN_DECK, WITH_SEAT + seat
    row.mate[seat] = card + 1


def gap_in_a_chain(row: Row) -> None:
    seat = chained(row)
    assert seat is not None
    row.chain[seat, row.chain_length[seat] - 1] = 0


def group_of_another(row: Row) -> None:
    seat = chained(row)
    assert seat is not None
    row.where[row.chain[seat, 0] - 1] = WITH_SEAT + (seat + 1) % row.seats


def wrong_income(row: Row) -> None:
    seat = chained(row)
    assert seat is not None
    row.income[seat] += 1


def card_with_nobody(row: Row) -> None:
    card = in_deck(row)
    assert card is not None
    row.where[card] = WITH_SEAT
    row.deck -= 1


def pile_a_card_of_the_deck(row: Row) -> None:
    card = in_deck(row)
    assert card is not None
    row.where[card] = IN_PILE
    row.deck -= 1


def in_deck(row: Row) -> int | None:
    """A group, mate or manager in the deck."""
    return next((card for card in range(PEOPLE) if row.where[card] == IN_DECK), None)


def deck_has_people(row: Row) -> bool:
    return in_deck(row) is not None


def count_a_card_twice(row: Row) -> None:
    seat = somebodys_card(row)
    assert seat is not None
    row.cards[seat] += 1


def print_more(row: Row) -> None:
    """A fourth card of a kind of which there are three, in a hand and counted."""
    row.hand[0, 0] += int(COPIES[0]) + 1
    row.cards[0] += int(COPIES[0]) + 1


def miscount_pile(row: Row) -> None:
    kind = next(kind for kind in range(KINDS) if row.played[kind])
    row.played[kind] -= 1


def hide_a_discard(row: Row) -> None:
    """A group on the pile is marked as lying in the deck."""
    card = next(row.pile[k] - 1 for k in range(row.pile_size) if row.pile[k] <= PEOPLE)
    row.where[card] = IN_DECK
    row.deck += 1


def people_piled(row: Row) -> bool:
    return any(0 < row.pile[k] <= PEOPLE for k in range(row.pile_size))


def change_state(lies: int, field: str, value: int) -> Callable[[Row], None]:
    def change(row: Row) -> None:
        state = first_state(row, lies)
        assert state is not None
        getattr(row, field)[state] = value

    return change


def give_state_away(row: Row) -> None:
    """A held state passes to the next seat, and nobody counts it."""
    state = first_state(row, HELD)
    assert state is not None
    holder = row.holder[state] % row.seats + 1
    row.holder[state] = holder
    row.seen[state] = row.shown[state] | 1 << (holder - 1)
    row.displayed[state] = holder if row.open_states else 0


def see_too_much(row: Row) -> None:
    state = first_state(row, HELD)
    assert state is not None
    row.seen[state] ^= 1 << (row.holder[state] % row.seats)


def show_a_hand(row: Row) -> None:
    row.leaked[0, 0] += 1


def second_candidate(row: Row) -> None:
    row.candidate[1], row.party[1] = row.candidate[0], row.party[0]


def fresh_mate(row: Row) -> None:
    """A mate of the deck lies with the runner, who is not asked about him."""
    card = mate_in_the_deck(row)
    assert card is not None
    row.where[card] = WITH_SEAT + row.runner
    row.deck -= 1
    row.fresh = card + 1


def mate_in_the_deck(row: Row) -> int | None:
    return next((card for card in range(PEOPLE) if SORT[card] == MATE and row.where[card] == IN_DECK), None)


def swap_a_manager(row: Row) -> None:
    """A group takes the place of a manager on the table, so that as many cards lie there as are shown."""
    seat = staffed(row)
    card = far_card(row, GROUP, -9)
    assert seat is not None
    assert card is not None
    manager = next(k for k in range(PEOPLE) if SORT[k] == MANAGER and row.where[k] == WITH_SEAT + seat)
    row.where[manager], row.where[card] = IN_DECK, WITH_SEAT + seat


def swappable(row: Row) -> bool:
    return staffed(row) is not None and far_card(row, GROUP, -9) is not None


def staffed(row: Row) -> int | None:
    """A seat with a manager."""
    return next((seat for seat in range(row.seats) if row.managers[seat]), None)


def turn_everything_over(row: Row) -> None:
    row.finished = 1
    row.depth = 0


def ask(seat: int) -> Callable[[Row], None]:
    def change(row: Row) -> None:
        row.frame_seat[row.depth - 1] = seat

    return change


def ask_the_next(row: Row) -> None:
    row.frame_seat[0] = (row.frame_seat[0] + 1) % row.seats


def ask_the_player(row: Row) -> None:
    top = row.depth - 1
    row.frame_seat[top] = row.frame_by[top]


def frame_in_the_air(row: Row) -> None:
    row.frame[row.depth + 1] = ANSWER


def start_an_offer(row: Row) -> None:
    row.offerer, row.offered_to, row.gives = 0, 1, 1


CORRUPTIONS = (
    Corruption("two seats", put("seats", 2)),
    Corruption("seven seats", put("seats", 7)),
    Corruption("a cap that does not exist", put("cap", 2)),
    Corruption("half a hot streak", put("hot_streak", -1)),
    Corruption("another apportionment", put("votes", 3)),
    Corruption("a card nowhere", put("where", PLACE_OF_NOWHERE, 3)),
    Corruption("a card before everywhere", put("where", -1, 60)),
    Corruption("one card too many in the deck", add("deck", 1)),
    Corruption("one card too few in the deck", add("deck", -1)),
    Corruption("a pile larger than it is", add("pile_size", 1)),
    Corruption("a hole in the pile", lambda row: put("pile", 0, row.pile_size - 1)(row), piled),
    Corruption("a pile above its top", put("pile", 1, ALL_CARDS - 1)),
    Corruption("a discard marked elsewhere", hide_a_discard, people_piled),
    Corruption("a card said to be on the pile", pile_a_card_of_the_deck, deck_has_people),
    Corruption("an action missing from the count", miscount_pile, piled_action),
    Corruption("an action that was never played", add("played", 1, 4)),
    Corruption("a hole in a chain", gap_in_a_chain, has_chain(1)),
    Corruption("a group of another player", group_of_another, has_chain(1)),
    Corruption("a chain longer than it is", add("chain_length", 1, 0)),
    Corruption("a chain that breaks the spectrum", break_a_chain, breakable),
    Corruption("a dollar too much", wrong_income, has_chain(1)),
    Corruption("a mate from the other end", swap_the_mate, lambda row: far_mate(row) is not None),
    Corruption("a mate out of thin air", put("mate", PEOPLE, 0)),
    Corruption("a group in a manager's place", swap_a_manager, swappable),
    Corruption("a manager nobody hired", add("managers", 1, 0)),
    Corruption("a card with a player who does not show it", card_with_nobody, deck_has_people),
    Corruption("a hand counted too high", count_a_card_twice, lambda row: somebodys_card(row) is not None),
    Corruption("a debt of cards", lambda row: (add("hand", -1, 0, 2)(row), add("cards", -1, 0)(row))[0]),
    Corruption("more cards than were printed", print_more),
    Corruption("a state too few in the deck", add("unseen", -1)),
    Corruption("a state too many open", add("open_count", 1)),
    Corruption("a state nowhere", change_state(OPEN, "lies", 5), some_state(OPEN)),
    Corruption("a state slipped under the deck", change_state(UNSEEN, "under", 1), some_state(UNSEEN)),
    Corruption("a state under the deck without a place", change_state(UNDER, "under", 0), some_state(UNDER)),
    Corruption("a state taken by nobody", change_state(HELD, "holder", 0), some_state(HELD)),
    Corruption("an open state with an owner", change_state(OPEN, "holder", 1), some_state(OPEN)),
    Corruption("a state given away", give_state_away, some_state(HELD)),
    Corruption("a look without a poll", see_too_much, some_state(HELD)),
    Corruption("a poll about an open state", change_state(OPEN, "shown", 1), some_state(OPEN)),
    Corruption("an owner on display", change_state(HELD, "displayed", 7), some_state(HELD)),
    Corruption("a debt", put("money", -1, 1)),
    Corruption("money of a seat that does not play", put("money", 4, 5), lambda row: row.seats < SEATS),
    Corruption("a mate of a seat that does not play", put("mate", GROUPS + 1, 5), lambda row: row.seats < SEATS),
    Corruption("a fourth deal", put("deals", 4, 0)),
    Corruption("no situation", put("depth", 0), running),
    Corruption("a frame above the top", frame_in_the_air, quiet),
    Corruption("a question on top of a question", lambda row: row.frame.__setitem__(0, ANSWER), quiet),
    Corruption("nobody asked", ask(NOBODY), quiet),
    Corruption("another asked than whose turn it is", ask_the_next, quiet),
    Corruption("a player who answers himself", ask_the_player, top_is(ANSWER)),
    Corruption("chance without a reason", put("pending", ROLL_DEBATE), quiet),
    Corruption("a card drawn for nobody", put("pending_seat", NOBODY), lambda row: row.pending == DRAW_CARD),
    Corruption("a state turned up for somebody", put("pending_seat", 0), lambda row: row.pending == TURN_UP),
    Corruption("a contest in the middle of a question", put("contest", 1), quiet),
    Corruption("a contest about nothing", put("contest", 0), bidding),
    Corruption("a defender without a state", put("defender", 0), bidding),
    Corruption("a rating above the cap", put("rating", 17), bidding),
    Corruption("a base from nowhere", add("base_rating", 1), bidding),
    Corruption("more passes than seats", put("passes", 7), bidding),
    Corruption("a gag on nobody", lambda row: put("gagged", 1 << row.seats)(row), bidding),
    Corruption("a truce of nobody's", lambda row: put("truce", 1 << row.seats)(row), bidding),
    Corruption("a truce with oneself", lambda row: put("truce", 1 << row.runner)(row), bidding),
    Corruption("a truce without a contest", put("truce", 1), quiet),
    Corruption("a word kept where none is given", put("kept", 1, 0), lambda row: not row.truces),
    Corruption("the runner gagged", lambda row: put("gagged", 1 << row.runner)(row), bidding),
    Corruption("an offer out of nowhere", start_an_offer, quiet),
    Corruption("an offer to oneself", lambda row: put("offered_to", row.offerer)(row), top_is(WANTING, OFFERED)),
    Corruption("an offer without its other half", put("wants", 0), top_is(OFFERED)),
    Corruption("a hand shown without a Leak", show_a_hand, running),
    Corruption("the same candidate twice", second_candidate, begun),
    Corruption("a candidate of no party", put("party", 5, 0), begun),
    Corruption("a mate in the doorway", fresh_mate, lambda row: quiet(row) and mate_in_the_deck(row) is not None),
    Corruption("an end with states left", turn_everything_over, lambda row: quiet(row) and row.unseen > 0),
    Corruption("no end after the last state", put("finished", 0), ended),
    Corruption("a frame after the end", put("depth", 1), ended),
    Corruption("turn nought", put("turn", 0), begun),
    Corruption("a turn during the set-up", put("turn", 1), lambda row: running(row) and row.frame[0] <= OPENING),
    Corruption("a turn of nobody", put("runner", NOBODY), begun),
    Corruption("a streak without the option", put("streak", 1), lambda row: running(row) and not row.hot_streak),
    Corruption("a seven", put("dice", 7, 1), running),
    Corruption("a nineteen for who begins", put("first_roll", 19, 0), running),
    Corruption("a debate without a debate", put("debate_roll", 9), both(quiet, begun)),
)
