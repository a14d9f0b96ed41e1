"""The rule of thumb at deals: what each side gains, at the moment at hand (MS-17)."""

from __future__ import annotations

import pytest

from hustings import Table
from hustings.bots import choose
from hustings.bots.search.bargaining import NO_DEAL, deal_action
from hustings.engine.kernels import verbs
from tests.rules.mudslinger.tables import begun, dealt, drawn, holding, legal, play, rich

LEADER = "AL AK AZ AR CO CT DE HI ID IL IN IA KS KY"


def worth(table: Table, move: str) -> int:
    read = table.read(move)
    return int(verbs.heuristic(table.view_row(read.seat), read.seat, read.action))


def started(table: Table, seat: int) -> str:
    """The deal that a bot on a seat, from 1, starts once it thinks of deals; "" for none."""
    view, actions = table.view_row(seat - 1), table.game.book.buffers().actions
    chosen = {deal_action(view, seat - 1, key, 0, actions) for key in range(20)} - {NO_DEAL}
    assert len(chosen) <= 1
    return " ".join(table.game.book.write_move(view, action) for action in chosen)


def answer(table: Table, seat: int) -> str:
    return str(choose(table, seat - 1, "thumb", key=1)).split(" ", 1)[1]


def failed() -> Table:
    """P1 has failed in Texas by little; P2 holds the card that rolls again, and is asked."""
    table = dealt(rich(drawn("M01"), 60, 0, 9), "DONOR", "RECOUNT")
    return play(table, "P1 campaign TX, P1 pass, P2 pass, P3 pass, * dice 4 4 4, P1 pass")


@pytest.mark.parametrize(("dollars", "said"), [(1, "decline"), (6, "decline"), (10, "accept")])
def test_MS_17_a_card_that_helps_a_rival_now_has_its_price(dollars: int, said: str) -> None:
    table = play(failed(), f"P1 offer P2 ${dollars}, P1 for RECOUNT")
    assert answer(table, 2) == said
    assert (worth(table, "P2 accept") > 0) == (said == "accept")


@pytest.mark.parametrize(("dollars", "said"), [(6, "decline"), (9, "accept")])
def test_MS_17_at_another_moment_it_has_another(dollars: int, said: str) -> None:
    """A Recount in the hand stands for six dollars; a margin comes on top."""
    table = play(dealt(rich(begun(), 60, 0, 9), "DONOR", "RECOUNT"), f"P1 offer P2 ${dollars}, P1 for RECOUNT")
    assert answer(table, 2) == said


@pytest.mark.parametrize("wanted", ["RECOUNT", "$5"])
def test_MS_17_who_begs_gets_nothing(wanted: str) -> None:
    gives = "$1" if wanted == "RECOUNT" else "DONOR"
    hands = ("", "RECOUNT DONOR") if wanted == "RECOUNT" else ("DONOR", "RECOUNT")
    table = play(dealt(rich(begun(), 5, 5, 0), *hands), f"P1 offer P2 {gives}, P1 for {wanted}")
    assert answer(table, 2) == "decline"


@pytest.mark.parametrize(("dollars", "price"), [(2, 0), (10, 10), (60, 10)])
def test_MS_17_nothing_is_offered_that_the_partner_would_decline(dollars: int, price: int) -> None:
    """P2 sells the card that helps P1 in Texas at a price that P1 pays, and offers nothing if P1 has less."""
    table = play(dealt(rich(drawn("M01"), dollars, 0, 0), "", "SURGE"), "P1 campaign TX")
    offer = started(table, 2)
    assert offer == ("offer P1 SURGE" if price else "")
    if offer:
        play(table, f"P2 {offer}")
        assert answer(table, 2) == f"for ${price}"
        play(table, f"P2 for ${price}")
        assert answer(table, 1) == "accept"


def test_MS_17_nothing_is_offered_that_nobody_gains_by() -> None:
    for table in (failed(), dealt(rich(begun(), 20, 20, 20), "DONOR SURGE", "RECOUNT")):
        for seat in (1, 2):
            assert started(table, seat) == ""
            assert all(worth(table, f"P{seat} {text}") <= 0 for text in legal(table, seat, "offer"))


def test_MS_17_an_offer_for_a_card_is_taken_if_it_pays_and_never_started() -> None:
    """The runner is short of dollars for Texas; nobody knows whether P2 holds a Surge, so no bot asks for one."""
    table = play(dealt(rich(drawn("M01"), 20, 0, 0), "", "SURGE SURGE SURGE SPIN DONOR"), "P1 campaign TX")
    assert started(table, 1) == ""
    play(table, "P1 offer P2 $10, P1 for SURGE")
    assert answer(table, 2) == "accept"


def test_MS_17_who_has_no_part_in_an_attack_gives_to_the_side_it_wishes_luck() -> None:
    """P1, who leads, goes after New York; P3, who is rich and has no part in it, helps its owner and never P1."""
    table = holding(drawn("G35", hot_streak="on"), P1=LEADER, P2="NY")
    table = rich(dealt(table, "", "SPIN"), 6, 0, 400)
    play(table, "P1 campaign GA, P1 pass, P2 pass, P3 pass, * dice 1 1 2, P2 pass, * OH, P1 campaign NY, P1 spend 4")
    gifts = {text: worth(table, f"P3 {text}") for text in legal(table, 3, "give")}
    assert started(table, 3) == max(gifts, key=lambda text: gifts[text])
    assert started(table, 3).startswith("give P2 $")
    assert all(worth(table, f"P3 {text}") < 0 for text in gifts if text.startswith("give P1"))


def test_MS_17_only_one_deal_in_a_turn_is_started() -> None:
    table = holding(drawn("G35", hot_streak="on"), P1=LEADER, P2="NY")
    table = rich(dealt(table, "", "SPIN"), 6, 0, 400)
    play(table, "P1 campaign GA, P1 pass, P2 pass, P3 pass, * dice 1 1 2, P2 pass, * OH, P1 campaign NY, P1 spend 4")
    play(table, f"P3 {started(table, 3)}")
    assert started(table, 3) == ""
