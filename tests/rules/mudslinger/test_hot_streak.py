"""MS-19: hot streaks, both ways of the option."""

from __future__ import annotations

import pytest

from hustings import Table
from tests.rules.mudslinger.tables import asked, dealt, drawn, holding, legal, play, refused, rich, see, told


def streak(dice: str = "1 1 2", entries: str = "* OH", **options: str) -> Table:
    """P1 rolls so in Georgia with base 7; P2 holds Alabama and Alaska, P1 Wyoming."""
    table = holding(drawn("G35", **({"hot_streak": "on"} | options)), P1="WY", P2="AL AK")
    return play(table, f"P1 campaign GA, * dice {dice}, {entries}")


@pytest.mark.parametrize("dice", ["1 1 1", "1 1 2", "2 2 1"])
def test_MS_19_hot_streak_on_three_four_or_five_brings_another_attempt_at_once(dice: str) -> None:
    table = streak(dice)
    assert asked(table) == "P1"
    assert see(table, "streak") == 1
    assert legal(table, 1, "rest") == ["rest"]


def test_MS_19_hot_streak_on_a_six_brings_none() -> None:
    table = streak("2 2 2")
    assert asked(table) == "P2"
    assert told(table, "streak") == []


def test_MS_19_hot_streak_off_a_three_brings_none() -> None:
    table = streak("1 1 1", hot_streak="off")
    assert asked(table) == "P2"
    assert see(table, "streak") == 0


def test_MS_19_also_after_a_failed_roll() -> None:
    """OCTOBER brings the rating down to 0, so that a 5 fails, and is hot all the same."""
    table = holding(dealt(drawn("G35", hot_streak="on"), "", "OCTOBER"), P2="AL")
    play(table, "P1 campaign GA, P2 play OCTOBER on P1, * dice 1 2 2")
    assert told(table, "failed")
    assert asked(table) == "P1"
    assert see(table, "streak") == 1


def test_MS_19_an_open_state_or_one_a_rival_holds() -> None:
    table = streak()
    assert legal(table, 1, "campaign") == [f"campaign {code}" for code in ("AK", "AL", "CA", "OH", "TX", "VT")]
    assert refused(table, "P1 campaign WY") == "MS-19"
    assert refused(table, "P1 campaign NY") == "MS-19"
    assert refused(drawn("G35", hot_streak="on"), "P1 campaign AL") == "MS-8"


def test_MS_19_the_owner_becomes_known_to_all() -> None:
    table = streak()
    assert see(table, "holder", 3)["AL"] is None
    play(table, "P1 campaign AL")
    assert see(table, "holder", 3)["AL"] == "P2"
    assert told(table, "attacks")[0]["owner"] == "P2"


def attack(*hands: str, money: tuple[int, ...] = (9, 9, 9)) -> Table:
    """P1 goes after Alabama, base 8, held by P2."""
    table = rich(dealt(streak(), *hands), *money)
    return play(table, "P1 campaign AL")


def test_MS_19_only_the_two_spend_and_sling() -> None:
    table = attack()
    assert asked(table) == "P1"
    play(table, "P1 spend 2")
    assert asked(table) == "P2"
    play(table, "P2 sling 1")
    assert asked(table) == "P1"
    assert legal(table, 3, "sling") == legal(table, 3, "spend") == []
    play(table, "P1 pass, P2 pass")
    assert table.odds()


def test_MS_19_only_the_two_play_cards_and_only_on_each_other() -> None:
    table = attack("SLUSH", "", "SLUSH DONOR")
    assert legal(table, 1, "play") == ["play SLUSH on P2"]
    assert refused(table, "P1 play SLUSH on P3") == "MS-19"
    assert refused(table, "P3 play SLUSH on P1") == "MS-19"
    assert refused(table, "P3 play DONOR") == "MS-19"
    play(table, "P1 play SLUSH on P2")
    assert see(table, "money") == [13, 5, 9]


def test_MS_19_others_may_still_make_deals_with_the_owner() -> None:
    table = attack("", "", "DONOR")
    play(table, "P3 give P2 $5, P3 trade DONOR")
    assert see(table, "money") == [9, 14, 7]


def test_MS_19_success_moves_the_card_and_it_is_hidden_anew() -> None:
    table = play(attack(money=(0, 0, 0)), "* dice 2 2 3")
    assert see(table, "won") == [3, 1, 0]
    assert see(table, "holder", 1)["AL"] == "P1"
    assert see(table, "holder", 2)["AL"] is None
    assert see(table, "open_count") == 4
    assert asked(table) == "P2"


def test_MS_19_failure_leaves_the_card_and_all_know_the_owner() -> None:
    table = play(attack(money=(0, 0, 0)), "* dice 6 6 6")
    assert see(table, "won") == [2, 2, 0]
    assert see(table, "holder", 3)["AL"] == "P2"


def test_MS_19_it_repeats_on_every_further_three_to_five() -> None:
    table = play(
        attack(money=(0, 0, 0)), "* dice 1 1 1, P1 campaign AK, * dice 1 1 3, P1 campaign TX, * dice 2 2 2, * NY"
    )
    assert see(table, "won") == [5, 0, 0]
    assert asked(table) == "P2"
    assert len(told(table, "streak")) == 3


def test_MS_19_the_final_roll_counts_not_one_that_was_recounted() -> None:
    table = dealt(drawn("G35", hot_streak="on"), "", "RECOUNT")
    play(table, "P1 campaign GA, P2 pass, * dice 1 1 1, P2 play RECOUNT, * dice 3 3 1, * OH")
    assert asked(table) == "P2"
    assert told(table, "streak") == []
