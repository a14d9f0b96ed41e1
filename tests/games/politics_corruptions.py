"""Records of Politics that `check` must call broken."""

from __future__ import annotations

from collections.abc import Callable

from hustings.engine.record import Row
from hustings.games.politics.cards import ALL_CARDS, CARDS, NEIGHBOURS, OF_PARTY, VOTES
from hustings.games.politics.record import (
    DEAL,
    DRAW,
    EVER,
    FRONTS,
    MOST_SEATS,
    NO,
    NOBODY,
    NOMINATE,
    OPEN,
    OPENING,
    PARTY_ROOM,
    PASS,
    PLAY,
    SIDE,
    UNPLAYED,
)
from hustings.testing import Corruption, add, put

Change = Callable[[Row], None]
Where = Callable[[Row], bool]


def cards_in(mask: int) -> list[int]:
    return [card for card in range(CARDS) if mask >> card & 1]


def first_in_hand(row: Row, seat: int) -> int:
    return cards_in(row.hand[seat])[0]


def holds(*seats: int) -> Where:
    return lambda row: all(row.hand[seat] for seat in seats)


def unplayed(row: Row) -> list[int]:
    """Face-down cards: those nobody holds and nobody has played or opened."""
    held = row.network[0] | row.network[1] | row.open
    for seat in range(row.seats):
        held |= row.hand[seat]
    return cards_in(row.deck & ~held)


def pocket(row: Row, seat: int, card: int, count: int = 1) -> None:
    """Put a card into a hand (count -1: out of it), told as it is."""
    row.hand[seat] ^= 1 << card
    row.holder[card] = seat + 1 if count > 0 else 0
    row.seen[card] = 1 << seat if count > 0 else 0
    row.held[seat] += count
    row.stock -= count


def swap_for(row: Row, seat: int, mask: int) -> bool:
    """Give a hand one of these cards that nobody holds, for one of its own; whether that could be done."""
    found = [card for card in unplayed(row) if mask >> card & 1]
    own = [card for card in cards_in(row.hand[seat] & ~mask & ~row.taken[seat]) if card + 1 != row.drawn[seat]]
    if not found or not own:
        return False
    pocket(row, seat, own[0], -1)
    pocket(row, seat, found[0])
    return True


def swapping(pick: Callable[[Row, int], int]) -> tuple[Change, Where]:
    """A corruption that gives the first seat that can take it one of the cards `pick` names for it."""

    def change(row: Row) -> None:
        assert any(swap_for(row, seat, pick(row, seat)) for seat in range(row.seats))

    return change, lambda row: any(swap_for(row.copy(), seat, pick(row, seat)) for seat in range(row.seats))


def bare_party(row: Row, seat: int) -> int:
    """Cards of his party, for a nominator who has shown that he has none."""
    shown = seat < 2 and row.bare[seat] and not row.room[PARTY_ROOM + seat, EVER]
    return int(OF_PARTY[row.party[seat]]) if shown else 0


def early(row: Row, seat: int, size: int) -> int:
    """How many cards of a hand, but one just drawn, bordered its side when that had so many states."""
    hand = [card for card in cards_in(row.hand[seat] & ~row.taken[seat]) if card + 1 != row.drawn[seat]]
    return sum(0 < row.since[seat % 2, card] <= size for card in hand)


def crowded(row: Row) -> tuple[int, int] | None:
    """A seat and a number of states its side had when a card of its hand bordered, where draws are voluntary."""
    found = [
        (seat, size)
        for seat in range(row.seats)
        for size in range(1, row.states[seat % 2] + 1)
        if row.must_play == NO and not row.redealt and early(row, seat, size)
    ]
    return found[0] if found else None


def crowd(row: Row) -> None:
    """A hand holds one card more than it can that bordered then."""
    found = crowded(row)
    assert found is not None
    row.room[found] = early(row, *found) - 1


def twice(row: Row) -> None:
    """A card in two hands."""
    row.hand[1] |= 1 << first_in_hand(row, 0)


def played_and_held(row: Row) -> None:
    row.network[1] |= 1 << first_in_hand(row, 0)


def lost(row: Row) -> None:
    """A card gone from a hand, told everywhere but in the stock."""
    pocket(row, 0, first_in_hand(row, 0), -1)
    row.stock -= 1


def stranger(row: Row) -> None:
    """A state far away on a side, with all its bookkeeping but the border it needs."""
    card = far_away(row)
    row.network[0] |= 1 << card
    row.where[card] = 1
    row.stock -= 1
    row.states[0] += 1
    fix_side(row)


def far_away(row: Row) -> int:
    return next(card for card in unplayed(row) if not row.border[0] >> card & 1)


def fix_side(row: Row) -> None:
    row.tally[0] = int(sum(VOTES[row.votes, card] for card in cards_in(row.network[0])))
    border = 0
    for card in cards_in(row.network[0]):
        border |= int(NEIGHBOURS[row.waters, card])
    row.border[0] = border


def can_stray(row: Row) -> bool:
    return bool(row.nominee[0]) and any(not row.border[0] >> card & 1 for card in unplayed(row))


def owing(task: int) -> Where:
    return lambda row: bool(row.task == task)


def running(row: Row) -> bool:
    return not row.finished


def ended(row: Row) -> bool:
    return bool(row.finished)


def playing(row: Row) -> bool:
    return bool(row.task == PLAY and not row.fresh)


def pending(what: int) -> Where:
    return lambda row: bool(row.pending == what)


def fresh(row: Row) -> bool:
    return bool(row.fresh)


def fewer(row: Row) -> bool:
    return bool(row.seats < MOST_SEATS)


def opened(row: Row) -> bool:
    """Return whether cards lie open and none is to be opened."""
    return bool(row.open and row.stock and not row.pending)


def close_one(row: Row) -> None:
    card = cards_in(row.open)[0]
    row.open ^= 1 << card
    row.where[card] = UNPLAYED
    row.stock += 1


def open_one(row: Row) -> None:
    card = unplayed(row)[0]
    row.open |= 1 << card
    row.where[card] = OPEN
    row.stock -= 1


def taken(row: Row) -> bool:
    return any(row.taken)


def taken_card(row: Row) -> int:
    return next(card for card in range(CARDS) if row.taker[card])


def never_borders(row: Row) -> None:
    side = row.mover % 2
    row.lacks[row.mover] |= next(
        1 << card for card in range(CARDS) if not (row.border[side] | row.hand[row.mover]) >> card & 1
    )


BORDERING = swapping(lambda row, seat: row.lacks[seat])
PARTISAN = swapping(bare_party)

CORRUPTIONS = (
    Corruption("three seats", put("seats", 3)),
    Corruption("eight seats", put("seats", 8)),
    Corruption("a party to play that does not exist", put("side", 2)),
    Corruption("votes of no year", put("votes", -1)),
    Corruption("waters that are none", put("waters", 2)),
    Corruption("a third way to draw", put("must_play", 2)),
    Corruption("a card that does not exist", put("deck", ALL_CARDS + 1)),
    Corruption("a card in a hand that is none of this game", lambda row: add("deck", -row.hand[0])(row), holds(0)),
    Corruption("a hand of no cards at all", put("hand", -1, 0)),
    Corruption("a border beyond the map", put("border", 1 << 50, 1)),
    Corruption("more cards dealt than there are", put("dealt", 40)),
    Corruption("hands of no cards", put("dealt", 0)),
    Corruption("a card in two hands", twice, holds(0)),
    Corruption("a card played and held", played_and_held, holds(0)),
    Corruption("a card gone", lost, holds(0)),
    Corruption("an extra card too many", add("stock", 1)),
    Corruption("a card told to be played", lambda row: put("where", 1, unplayed(row)[0])(row), lambda r: r.stock > 0),
    Corruption("a card with another holder", lambda row: add("holder", 1, first_in_hand(row, 0))(row), holds(0)),
    Corruption("a card seen by another", lambda row: add("seen", 1, first_in_hand(row, 0))(row), holds(0)),
    Corruption("a card more in a hand", add("held", 1, 1)),
    Corruption("a vote miscounted", add("tally", 1, 0)),
    Corruption("a state miscounted", add("states", 1, 1)),
    Corruption("a border forgotten", put("border", 0, 0), lambda row: row.nominee[0] > 0),
    Corruption("a state that hangs nowhere", stranger, lambda row: row.market < FRONTS and can_stray(row)),
    Corruption("two Republican sides", put("party", 1, 1), lambda row: row.party[0] == 1),
    Corruption("a third party", put("party", 3, 0)),
    Corruption("the wrong side", lambda row: row.party.__setitem__(0, 3 - row.party[0]), lambda row: row.party[0] > 0),
    Corruption("a nominee forgotten", put("nominee", 0, 0), lambda row: row.nominee[0] > 0),
    Corruption("a nominee too early", put("nominee", 5, 1), lambda row: row.nominee[0] == 0),
    Corruption("a nominee that is not there", lambda row: put("nominee", far_away(row) + 1, 0)(row), can_stray),
    Corruption("cards of a seat that does not play", put("held", 1, 5), fewer),
    Corruption("a drawn card of a seat that does not play", put("drawn", 1, 5), fewer),
    Corruption(
        "an open card that is not due", put("pending", OPENING), lambda row: running(row) and row.pending != OPENING
    ),
    Corruption("chance for nobody", put("dealing", NOBODY), lambda row: row.pending in (DEAL, DRAW)),
    Corruption("a deal without cards", put("to_deal", 0), pending(DEAL)),
    Corruption("a draw in a deal", put("pending", DRAW), pending(DEAL)),
    Corruption("a deal for a draw", put("pending", DEAL), pending(DRAW)),
    Corruption("more to deal than there is", add("to_deal", 45)),
    Corruption("a move of nobody", put("mover", NOBODY), lambda row: row.task > 0),
    Corruption(
        "nothing owed and nothing waiting", lambda row: (put("task", 0)(row), put("mover", NOBODY)(row)), playing
    ),
    Corruption("a move while a card comes", lambda row: (put("task", PLAY)(row), put("mover", 0)(row)), pending(DRAW)),
    Corruption("a move that does not exist", put("task", 5), running),
    Corruption("a nomination in the election", put("task", NOMINATE), playing),
    Corruption("a party to choose in the election", put("task", SIDE), playing),
    Corruption("an election before the nominations", put("task", PLAY), owing(NOMINATE)),
    Corruption("the wrong nominator", lambda row: put("mover", 1 - row.mover)(row), owing(NOMINATE)),
    Corruption("a pass of who can play or draw", put("task", PASS), playing),
    Corruption("a play of who cannot", put("task", PLAY), owing(PASS)),
    Corruption("a drawn card forgotten", lambda row: put("drawn", 0, row.mover)(row), fresh),
    Corruption(
        "a card drawn that was not",
        lambda row: put("drawn", 1 + first_in_hand(row, 0), 0)(row),
        lambda row: holds(0)(row) and not row.fresh,
    ),
    Corruption("a drawn card that may be left", put("fresh", 0), fresh),
    Corruption("a card just drawn while one comes", put("fresh", 1), pending(DRAW)),
    Corruption("a card he cannot hold", *BORDERING),
    Corruption("a card of the party he lacks", *PARTISAN),
    Corruption("a card he cannot have kept", crowd, lambda row: crowded(row) is not None),
    Corruption("a lack that never was", never_borders, playing),
    Corruption(
        "a hand with more room than cards",
        lambda row: add("room", 1, row.mover, EVER)(row),
        lambda row: playing(row) and row.must_play == NO and not row.redealt,
    ),
    Corruption("a pass too many", put("passes", 7)),
    Corruption("passes while there is something to draw", put("passes", 1), lambda row: row.stock > 0),
    Corruption("all passed and no count", lambda row: put("passes", row.seats)(row), running),
    Corruption("somebody else played last", put("last", 7)),
    Corruption("nobody played last", put("last", NOBODY), playing),
    Corruption("a third-party vote with extra cards", put("redealt", 1), lambda row: playing(row) and row.stock > 0),
    Corruption("two third-party votes", put("redealt", 2)),
    Corruption("a border of later", add("since", 45, 0, 3)),
    Corruption("a border that is none", put("since", 1, 0, 3), lambda row: not row.border[0] >> 3 & 1),
    Corruption("a nominator who half drew", put("bare", 2, 1)),
    Corruption("a bare nominator before the parties", put("bare", 1, 0), lambda row: not row.party[0]),
    Corruption("a fifth way to open cards", put("market", 4)),
    Corruption("an open card too few", close_one, opened),
    Corruption("an open card too many", open_one, lambda row: row.stock > 0 and row.market == 0 and not row.pending),
    Corruption("an open card that is held", lambda row: add("open", row.hand[0] & -row.hand[0])(row), holds(0)),
    Corruption("a card taken that is not held", lambda row: add("taken", row.open & -row.open, 0)(row), opened),
    Corruption("a card taken by nobody", lambda row: put("taker", 0, taken_card(row))(row), taken),
    Corruption("over in the middle", put("finished", 1), running),
    Corruption("no end after the count", put("finished", 0), ended),
    Corruption("a winner before the end", put("winner", 0), running),
    Corruption("the wrong winner", lambda row: put("winner", (row.winner + 1) % 3)(row), ended),
    Corruption("the wrong dealer", lambda row: put("next_dealer", 1 - row.next_dealer)(row), ended),
    Corruption("a count before the third-party vote", put("redealt", 0), lambda row: ended(row) and any(row.held)),
)
