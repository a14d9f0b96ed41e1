"""EC-21 and EC-22: the count of the votes, and who wins by it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hustings
from hustings.engine.table import Table
from hustings.games.combat.cards import CODES, VOTES
from hustings.games.combat.hand import ask, clear_hand, clear_place, into_pile, push
from hustings.games.combat.record import ADD, ADDS, FRAMES, GONE, NOBODY, PLACES, UNSEEN
from tests.rules.combat.tables import EDITIONS, after_ten_hands, codes, hand, ordinary_hand, pile, tiny_table
from tests.rules.tables import enter, refused, table_over, told, unbegun

SOME_STATES = "TX FL NY IL PA OH MI GA NC NJ VA WA MA AZ WY"


def before_hand_twelve(first: str, wilds: str = "gone", **options: str) -> Table:
    """A prepared position: P1 has the states of `first`, P2 all others but three; P2 must add to hand 12."""
    game = hustings.game("combat", **options)
    row = unbegun(game, 2)
    for card, code in enumerate(CODES):
        if code in ("AK", "DC", "DE"):
            row.where[card] = UNSEEN
            row.unseen |= 1 << card
        elif len(code) > 2 and wilds == "gone":
            row.where[card] = GONE
        else:
            into_pile(row, card, 0 if code in first.split() else 1)
    row.hands, row.stack[1] = 12, 3
    for place in range(PLACES):
        clear_place(row, place)
    for frame in range(FRAMES):
        row.frame_seat[frame] = NOBODY
    row.pending_seat = NOBODY
    clear_hand(row, 12)
    push(row, ADD, 1)
    ask(row, ADDS, 1)
    return table_over(game, row)


def votes_of(text: str) -> int:
    """The votes of 2012 on the cards of a text."""
    return sum(int(VOTES[0, CODES.index(code)]) for code in text.split())


def finish(table: Table, high: str) -> Table:
    """Hand 12: P2 adds his highest and MT to AK DC DE; P1 wins the highest and AK, P2 the other three."""
    enter(table, f"P2 add {' '.join(sorted((high, 'MT')))}")
    chooser_layout = f"MT {high} AK DC DE" if table.view(None)["opener"] == "P2" else f"{high} MT AK DC DE"
    opener = table.view(None)["opener"]
    hand(table, chooser_layout, f"{opener} turn 1; {'P2' if opener == 'P1' else 'P1'} turn 2; P1 take {high} 3")
    assert table.over
    return table


def ends_with(first_votes: int, **options: str) -> Table:
    """A whole-deck game that ends with so many votes for P1, built by choosing his states before hand 12."""
    wanted = first_votes - votes_of("CA AK")
    deck = sorted((code for code in CODES[:51] if code not in ("AK", "DC", "DE", "CA", "MT")), key=votes_of)
    reach: dict[int, tuple[str, ...]] = {0: ()}
    for code in deck:
        for total, chosen in list(reach.items()):
            reach.setdefault(total + votes_of(code), (*chosen, code))
    return finish(before_hand_twelve(" ".join(reach[wanted]), **options), "CA")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("first", "winners", "shares"),
    [
        (270, (0,), (Fraction(1), Fraction(0))),
        (269, (), (Fraction(1, 2), Fraction(1, 2))),
        (268, (1,), (Fraction(0), Fraction(1))),
        (300, (0,), (Fraction(1), Fraction(0))),
        (100, (1,), (Fraction(0), Fraction(1))),
    ],
)
def test_EC_21_270_votes_win_and_269_each_is_a_draw(
    edition: str, first: int, winners: tuple[int, ...], shares: tuple[Fraction, Fraction]
) -> None:
    """Just above, at and below half of the 538, in both editions."""
    table = ends_with(first, edition=edition)
    result = table.result
    assert result is not None
    assert (result.winners, result.shares, result.scores) == (winners, shares, (first, 538 - first))
    winner = None if not winners else f"P{winners[0] + 1}"
    assert told(table, "game_over") == [(None, {"first": first, "second": 538 - first, "winner": winner})]


@pytest.mark.parametrize(
    ("first", "winners", "shares"),
    [
        (270, (1,), (Fraction(0), Fraction(1))),
        (269, (), (Fraction(1, 2), Fraction(1, 2))),
        (268, (0,), (Fraction(1), Fraction(0))),
    ],
)
def test_EC_22_book_deal_the_player_with_fewer_than_270_wins(
    first: int, winners: tuple[int, ...], shares: tuple[Fraction, Fraction]
) -> None:
    """The same end of the same game, and the other player wins; 269 each is a draw here too."""
    table = ends_with(first, objective="book-deal")
    result = table.result
    assert result is not None
    assert (result.winners, result.shares, result.scores) == (winners, shares, (first, 538 - first))


def test_EC_22_nothing_but_the_winner_differs() -> None:
    """Card by card, President and Book Deal are the same game."""
    tables = [ends_with(280, objective=objective) for objective in ("president", "book-deal")]
    assert tables[0].log == tables[1].log
    assert pile(tables[0], "P1") == pile(tables[1], "P1")
    winners = [told(table, "game_over")[0][1]["winner"] for table in tables]
    assert winners == ["P1", "P2"]


@pytest.mark.parametrize(
    ("objective", "first", "sentence"),
    [
        ("president", 270, "P1 wins the presidency with 270 electoral votes to 268; P2 gets a book deal."),
        ("president", 268, "P2 wins the presidency with 270 electoral votes to 268; P1 gets a book deal."),
        ("book-deal", 268, "P1 wins the book deal with 268 electoral votes; P2 has to be President with 270."),
        ("president", 269, "269 to 269: nobody has a majority, the game is a draw."),
        ("book-deal", 269, "269 to 269: nobody has a majority, the game is a draw."),
    ],
)
def test_EC_21_the_result_says_who_won_and_with_how_many(objective: str, first: int, sentence: str) -> None:
    """One sentence with both totals, for either objective and for a draw."""
    result = ends_with(first, objective=objective).result
    assert result is not None
    assert result.text == sentence


def test_EC_21_unused_wilds_are_worth_nothing() -> None:
    """Five wild cards in P2's pile add not one vote."""
    table = finish(before_hand_twelve(SOME_STATES, wilds="pile"), "CA")
    assert {"FAKE", "CELEB", "RECOUNT", "SWING", "RUSSIA"} <= set(pile(table, "P2"))
    assert table.result is not None
    first = votes_of(SOME_STATES) + votes_of("CA AK")
    assert table.result.scores == (first, 538 - first)


@pytest.mark.parametrize("edition", EDITIONS)
def test_EC_21_all_numbered_cards_end_in_the_piles(edition: str) -> None:
    """A game by notation from the first card to the last: fifty states and D.C. in two piles, 538 votes in all."""
    table = enter(after_ten_hands(edition), "P1 add FL NY")
    ordinary_hand(table, "FL CT NY OR OK")
    ordinary_hand(enter(table, "P2 add CA VT"), "CA HI VT FAKE RECOUNT")
    assert table.over
    states = [code for label in ("P1", "P2") for code in pile(table, label) if len(code) == 2]
    assert sorted(states) == codes(" ".join(CODES[:51]))
    assert table.result is not None
    assert sum(table.result.scores) == 538
    assert table.result.scores[0] == votes_of(" ".join(code for code in pile(table, "P1") if len(code) == 2))
    assert table.owes == frozenset()
    assert hustings.load(table.save()).result == table.result


def test_EC_21_the_running_totals_are_told_after_each_hand() -> None:
    """Both piles are public, and so are their votes."""
    table = after_ten_hands()
    totals = told(table, "hand_over")
    assert totals[0] == (None, {"hand": 1, "first": 3, "second": 58})
    assert totals[1] == (None, {"hand": 2, "first": 12, "second": 96})


def test_EC_21_after_the_count_nobody_moves() -> None:
    """Every move is refused once the votes are counted, with the clause that ended the game."""
    table = ends_with(270)
    for move in ("P1 turn 1", "P2 rock", "P1 add CA TX", "P1 call equal", "P2 pick 3"):
        reason = refused(table, move)
        assert reason.clause == "EC-21"
        assert reason.text.startswith(f"{move} came after the last hand")
    assert table.legal(0) == table.legal(1) == ()


def test_EC_21_in_a_small_deck_more_than_half_of_its_votes_win() -> None:
    """Six states of three votes each: nine to nine is a draw, six to twelve is not."""
    deck = "AK DC DE MT ND SD"
    first = "P1 turn 1; P2 turn 2; P1 turn 3"  # three equal: the opener has them all
    table = hand(tiny_table(deck), "AK DC DE", first)
    hand(table, "MT ND SD", "P2 turn 1; P1 turn 2; P2 turn 3")
    assert table.result is not None
    assert (table.result.winners, table.result.scores) == ((), (9, 9))
    table = hand(tiny_table(deck), "AK DC DE", first)
    assert table.result is None
    assert told(table, "hand_over") == [(None, {"hand": 1, "first": 9, "second": 0})]
