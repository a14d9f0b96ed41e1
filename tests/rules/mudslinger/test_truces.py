"""Truces: the one promise that the record understands: no mud in the contest at hand (MS-17)."""

from __future__ import annotations

import pytest

from hustings import Table
from hustings.bots import choose
from hustings.bots.levels import choose_in_view, levels
from hustings.bots.search.bargaining import NO_DEAL, deal_action
from hustings.engine.kernels import verbs
from hustings.games.mudslinger.bargains import trust
from tests.rules.mudslinger.tables import begun, dealt, drawn, holding, legal, play, refused, rich, see, told, why


def contest(*hands: str, truces: str = "yes") -> Table:
    """P1 runs in Texas; everybody has dollars."""
    return play(dealt(rich(drawn("M01", truces=truces), 20, 20, 20), *(hands or ("", "", ""))), "P1 campaign TX")


def sold(*hands: str) -> Table:
    """P2 has sold P1 a truce for four dollars."""
    return play(contest(*hands), "P1 offer P2 $4, P1 for TRUCE, P2 accept")


def raised(*hands: str) -> Table:
    """The same, and P1 has spent so much that mud would pay P2 well."""
    return play(sold(*hands), "P1 spend 5")


def test_MS_17_a_truce_is_bought_and_its_price_paid_at_once() -> None:
    table = sold()
    assert see(table, "money") == [16, 24, 20]
    assert see(table, "truce") == 0b010
    assert told(table, "accepted")[-1] == {"offerer": "P1", "gives": "$4", "wants": "TRUCE"}


def test_MS_17_a_truce_is_sold_to_the_runner_by_a_rival() -> None:
    table = play(contest(), "P3 offer P1 TRUCE, P3 for $2, P1 accept")
    assert see(table, "money") == [18, 20, 22]
    assert see(table, "truce") == 0b100


@pytest.mark.parametrize("move", ["P1 offer P2 TRUCE", "P2 offer P1 TRUCE", "P2 give P1 TRUCE"])
def test_MS_17_truces_no_none_is_promised(move: str) -> None:
    """The usual game, where promises are words only: the refusal names the option, and no list holds a truce."""
    table = contest("DONOR", "DONOR", "DONOR", truces="no")
    assert "truces=yes" in why(table, move).text
    assert not any("TRUCE" in text for seat in (1, 2, 3) for text in legal(table, seat))


def test_MS_17_truces_no_none_is_asked_for() -> None:
    table = play(contest("", "DONOR", truces="no"), "P1 offer P2 $4")
    assert "truces=yes" in why(table, "P1 for TRUCE").text
    assert not any("TRUCE" in text for text in legal(table, 1))


def test_MS_17_truces_no_money_buys_nothing_of_who_holds_no_card() -> None:
    """With truces they could promise one, so that there is something to ask for."""
    assert "nothing" in why(contest(truces="no"), "P1 offer P2 $4").text
    assert "offer P2 $4" in legal(contest(), 1)


def test_MS_17_a_declined_or_withdrawn_truce_binds_nobody() -> None:
    for answer in ("P1 decline", "P3 withdraw"):
        table = play(contest(), f"P3 offer P1 TRUCE, P3 for $2, {answer}")
        assert see(table, "truce") == 0


@pytest.mark.parametrize("move", ["P1 offer P2 TRUCE", "P2 offer P3 TRUCE", "P2 give P1 TRUCE"])
def test_MS_17_only_the_runner_is_promised_a_truce_and_in_an_offer_only(move: str) -> None:
    assert "MS-17" in refused(contest("DONOR", "DONOR", "DONOR"), move)


def test_MS_17_a_truce_is_promised_once_and_while_bids_are_taken() -> None:
    table = sold()
    assert "MS-17" in refused(table, "P2 offer P1 TRUCE")
    assert "MS-17" in refused(dealt(rich(begun(truces="yes"), 9, 9, 9), "", "DONOR"), "P2 offer P1 TRUCE")
    assert "for TRUCE" not in legal(play(table, "P3 offer P1 TRUCE"), 3)


def test_MS_17_nobody_is_bound_and_everybody_sees_who_breaks_a_truce() -> None:
    table = raised()
    assert "sling 3" in legal(table, 2)
    play(table, "P2 sling 3")
    assert (see(table, "truce"), see(table, "broken"), see(table, "kept")) == (0, [0, 1, 0], [0, 0, 0])
    assert told(table, "broke_truce") == [{"target": "P1"}]
    assert all(see(table, "broken", seat) == [0, 1, 0] for seat in (1, 2, 3))


@pytest.mark.parametrize("card", ["ATTACK", "OCTOBER"])
def test_MS_17_a_card_that_lowers_the_rating_breaks_a_truce(card: str) -> None:
    table = play(raised("", card), f"P2 play {card} on P1")
    assert see(table, "broken") == [0, 1, 0]


def test_MS_17_a_truce_is_kept_when_the_contest_is_over() -> None:
    table = play(raised(), "P2 pass, P3 pass, P1 pass, * dice 1 2 3, * OH")
    assert (see(table, "truce"), see(table, "broken"), see(table, "kept")) == (0, [0, 0, 0], [0, 1, 0])
    assert told(table, "kept_truce") == [{"target": "P1"}]


def test_a_bots_own_truce_is_kept_at_every_level_whatever_the_key() -> None:
    """With and without its own mud and cards that do as mud does; whoever stands in for its person keeps it too."""
    table = raised("", "ATTACK")
    view, book = table.view_row(1), table.game.book
    for level in levels("mudslinger"):
        for key in range(12 if level.quick else 2):
            for bargains in (True, False):
                move = choose_in_view(book, view, 1, level.name, key, bargains=bargains)
                assert verbs.temptation(view, 1, move.action) == 0


def test_an_opportunist_breaks_a_truce_where_mud_brings_enough_and_keeps_it_where_not() -> None:
    rich_of_states = holding(rich(raised(), 4, 24, 20), P1="AL AK AZ AR CO CT DE HI ID IL IN IA KS KY")
    view, book = rich_of_states.view_row(1), rich_of_states.game.book
    for level in ("thumb", "boss"):
        move = choose_in_view(book, view, 1, level, 1, temperament="opportunist")
        assert verbs.temptation(view, 1, move.action) > 40
        assert choose_in_view(book, view, 1, level, 1, temperament="opportunist") == move
        assert str(choose_in_view(book, view, 1, level, 1)).split()[1] != "sling"
    calm = sold()
    play(calm, "P1 pass")
    assert str(choose_in_view(book, calm.view_row(1), 1, "thumb", 1, temperament="opportunist")) == "P2 pass"


def test_a_truce_is_worth_what_its_seat_has_kept_so_far() -> None:
    row = contest()._row
    worths = []
    for kept, broken in ((0, 0), (1, 0), (8, 0), (0, 1), (7, 1), (8, 1)):
        row.kept[1], row.broken[1] = kept, broken
        worths.append(trust(row, 1))
    assert worths == [50, 66, 90, 0, 0, 50]


def test_who_broke_a_truce_sells_none_to_a_bot() -> None:
    """The same offer at the same moment: accepted from a stranger, declined from who broke one in this game."""
    answers = []
    for broken in (0, 1):
        table = play(rich(drawn("M01", truces="yes"), 8, 24, 0), "P1 campaign TX")
        table._row.broken[1] = broken
        play(table, "P1 spend 5, P2 offer P1 TRUCE, P2 for $1")
        answers.append(str(choose(table, 0, "thumb", key=1)))
    assert answers == ["P1 accept", "P1 decline"]


def test_a_bot_buys_a_truce_of_a_rival_that_sells_it() -> None:
    """Both see the same mud, which would cost the runner dollars to undo: what is offered is accepted."""
    table = play(dealt(rich(drawn("M01", truces="yes"), 300, 84, 0), "DONOR", "SPIN"), "P1 campaign TX")
    actions = table.game.book.buffers().actions
    started = {deal_action(table.view_row(0), 0, key, 0, actions) for key in range(12)} - {NO_DEAL}
    (offer,) = (table.game.book.write_move(table.view_row(0), action) for action in started)
    play(table, f"P1 {offer}")
    assert str(choose(table, 0, "thumb", key=1)) == "P1 for TRUCE"
    play(table, "P1 for TRUCE")
    seller = min(table.owes)
    assert str(choose(table, seller, "thumb", key=1)) == f"P{seller + 1} accept"
