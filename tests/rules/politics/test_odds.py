"""The odds of a draw: counted over all worlds a seat can take its table for, each as likely (PO-4, PO-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from scipy.stats import chisquare

import hustings
from hustings.engine.installed import rulebook
from hustings.engine.record import Row
from hustings.engine.table import Table
from hustings.games.politics.cards import CODES
from hustings.games.politics.moves import DRAW_ID
from hustings.games.politics.odds import FITS, KINDS, MEMORY, STATE, TABLE, TOO_MANY
from hustings.games.politics.odds import odds as count_odds
from hustings.games.politics.record import NOMINATE, SCHEMA
from hustings.testing.positions import Position
from tests.games.politics_worlds import MIDDLE, NO_DUTY, alike, kept, random_log, small_game
from tests.rules.politics.tables import table_of, whole_table

POSITIONS, KEYS = 2, 500
UNLIKELY = 1e-6
START = "P1 side R; P1 nominate NY; P2 nominate VA"
STAYS = "NY TX CA FL WA OR NV ID / VA AR LA MS AL GA ME CO"  # nobody can play on from his first state
Sought = Callable[[Row], bool]

#: name, seats, cards of the deck, cards dealt, options, what is sought, how many positions
Kind = tuple[str, int, int, int, dict[str, str], Sought, int]
POSITIONS_OF: tuple[Kind, ...] = (
    ("forced, of two", 2, 8, 2, {}, lambda row: bool(row.lacks[1 - row.mover]), 30),
    ("forced, of four", 4, 8, 1, {}, lambda row: sum(map(bool, row.lacks)) > 1, 15),
    ("free, of two", 2, 8, 2, NO_DUTY, lambda row: kept(row, 1 - row.mover), 30),
    ("free, of four", 4, 8, 1, NO_DUTY, lambda row: sum(kept(row, seat) for seat in range(4)) > 1, 15),
    ("nominating", 2, 8, 2, {}, lambda row: row.task == NOMINATE, 6),
    ("bare", 2, 8, 2, {}, lambda row: row.bare[1 - row.mover] and row.task != NOMINATE, 30),
    ("bare and free", 2, 8, 2, NO_DUTY, lambda row: row.bare[1 - row.mover] and row.task != NOMINATE, 30),
)


def drawn_from(row: Row) -> dict[int, Fraction]:
    """The odds of the mover's draw as the rules tell them to him."""
    weights = rulebook("politics").counted(SCHEMA.seen(row, row.mover), row.mover, DRAW_ID)
    assert weights is not None
    return {card: Fraction(weight, sum(weights.values())) for card, weight in weights.items()}


def listed(found: Counter[bytes], seat: int) -> dict[int, Fraction]:
    """The odds of the seat's draw, from every world in turn."""
    odds: Counter[int] = Counter()
    for data in found:
        row = SCHEMA.new()
        row.write(data)
        position = Position(rulebook("politics"), row)
        assert position.act(seat, DRAW_ID) == 0
        for card in position.weights():
            odds[card] += 1
    return {card: Fraction(count, odds.total()) for card, count in sorted(odds.items())}


@pytest.mark.parametrize("kind", POSITIONS_OF, ids=lambda kind: str(kind[0]))
def test_PO_6_the_odds_of_a_draw_are_those_of_all_worlds_listed(kind: Kind) -> None:
    name, seats, cards, dealt, options, sought, wanted = kind
    start = small_game(seats, MIDDLE.split()[:cards], dealt, options)
    moments = (moment for number in range(1000) for moment in random_log(start, Random(f"{name} {number}")))
    for log, row in moments:
        if wanted == 0:
            return
        if row.mover < seats and sought(row) and DRAW_ID in Position(rulebook("politics"), row).legal(row.mover):
            odds = listed(alike(start, log, row.mover), row.mover)
            assert drawn_from(row) == odds, log
            wanted -= len(set(odds.values())) > 1  # with equal odds anybody is right
    pytest.fail(f"{wanted} positions with unequal odds are missing")


@pytest.mark.parametrize("must_play", ["yes", "no"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_PO_6_the_odds_of_a_draw_are_met_in_imagined_worlds(seats: int, must_play: str) -> None:
    """With the whole deck: how often each card lies in the stock of worlds imagined by many keys."""
    random = Random(f"met {seats} {must_play}")
    compared = 0
    while compared < POSITIONS:
        table = hustings.game("politics", must_play=must_play).start(seats=seats, seed=random.random().hex())
        while not table.over:
            seat = min(table.owes)
            odds = table.odds_after(f"P{seat + 1} draw", seat)
            if len(set(odds.values())) > 1 and random.random() < 1 / 8:
                assert missed(table, seat, odds) == []
                compared += 1
                break
            table.play(random.choice(table.legal(seat)))


def missed(table: Table, seat: int, odds: dict[str, Fraction]) -> list[str]:
    """The cards of a draw whose odds are not those of the stocks of imagined worlds."""
    worlds = [table.imagine(seat, key)._row for key in range(KEYS)]
    stocks = Counter(card for row in worlds for card in unheld(row))
    found = sorted({f"P{seat + 1} {CODES[card]}" for card in stocks} - odds.keys())
    for text, chance in odds.items():
        part = float(chance * worlds[0].stock)
        there = stocks[CODES.index(text.split()[1])]
        expected = [part * KEYS, (1 - part) * KEYS]
        if there != KEYS if part == 1 else chisquare([there, KEYS - there], expected).pvalue <= UNLIKELY:
            found.append(text)
    return found


def unheld(row: Row) -> list[int]:
    """The cards in nobody's hand and on nobody's side."""
    known = row.network[0] | row.network[1]
    for seat in range(row.seats):
        known |= row.hand[seat]
    return [card for card in range(len(CODES)) if (row.deck & ~known) >> card & 1]


def test_PO_6_what_a_rival_is_known_to_lack_is_the_likelier_to_come() -> None:
    """P2 had to draw: no neighbour of Virginia is in his hand, so each of them is among the 29 - 2 extra cards."""
    table = whole_table(STAYS, START + "; P1 draw; * P1 UT; P2 draw; * P2 MN")
    odds = table.odds_after("P1 draw", seat=0)
    lacked = {"NC", "TN", "KY", "WV", "MD"}
    assert {odds[f"P1 {code}"] for code in lacked} == {Fraction(1, 27)}
    # 34 cards he does not see, 7 + 1 of them P2's: whatever does not border Virginia
    others = {odds[text] for text in odds if text.split()[1] not in lacked}
    assert others == {Fraction(27 - 5, 35 - 5) / 27}
    assert sum(odds.values()) == 1


def test_PO_6_the_odds_say_how_likely_a_card_fits_at_once() -> None:
    table = whole_table(STAYS, START)
    assert table.odds_by_kind("P1 draw", seat=0) == dict(zip(KINDS, (Fraction(5, 36), Fraction(31, 36)), strict=True))


def test_PO_4_for_a_nominator_a_card_of_his_party_fits() -> None:
    table = table_of("KY TN / OH VA", "MD MO WV NC", "P1 side R")
    kinds = table.odds_by_kind("P1 draw", seat=0)
    assert kinds == dict.fromkeys(KINDS, Fraction(3, 6))


def test_PO_4_the_last_extra_card_always_fits_a_nominator() -> None:
    """With none left he may lay open whatever he holds."""
    table = table_of("KY TN / VA NC", "GA", "P1 side R")
    assert table.odds_by_kind("P1 draw", seat=0) == {KINDS[FITS]: Fraction(1)}


def test_PO_6_no_odds_are_told_of_a_draw_one_may_not_make() -> None:
    table = whole_table()
    assert table.move_odds("P1 draw", seat=0) == ({}, {})
    table.play("P1 side R")
    assert table.move_odds("P1 draw", seat=0) == ({}, {})
    assert table.move_odds("P1 nominate NY", seat=0) == ({}, {})


def test_PO_6_a_rivals_draw_is_not_counted_from_ones_own_hand() -> None:
    """Whether P1 may draw at all, P2 cannot tell; a count is of one's own moves."""
    table = whole_table(STAYS, START)
    assert rulebook("politics").counted(table.view_bytes(1), 1, DRAW_ID) is None
    assert table.odds_after("P1 draw", seat=1) == {}


def test_PO_6_odds_are_the_same_in_any_memory_that_has_room() -> None:
    table = whole_table(STAYS, START + "; P1 draw; * P1 UT; P2 draw; * P2 MN")
    memories = [[0] * size for size in MEMORY]
    assert {count_odds(table.view_row(0), 0, DRAW_ID, memory) for memory in memories} == {1}
    cards = [memory[: 2 * len(CODES)] for memory in memories]
    assert cards[0] == cards[1] == cards[2]
    assert any(cards[0])


def test_PO_6_no_odds_are_told_of_more_states_than_the_memory_has_room_for() -> None:
    table = whole_table(STAYS, START + "; P1 draw; * P1 UT; P2 draw; * P2 MN")
    assert count_odds(table.view_row(0), 0, DRAW_ID, [0] * (MEMORY[0] - MEMORY[0] // 2)) == 1
    assert count_odds(table.view_row(0), 0, DRAW_ID, [0] * (TABLE + 2 * (STATE + 2))) == TOO_MANY
