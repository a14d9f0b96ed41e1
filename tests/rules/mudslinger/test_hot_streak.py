"""MS-19: hot streaks, both ways of the option."""

from __future__ import annotations

import pytest

import hustings
from hustings import Table
from tests.rules.mudslinger.tables import (
    OPENED,
    asked,
    begun,
    dealt,
    drawn,
    holding,
    legal,
    new_table,
    play,
    refused,
    rich,
    see,
    told,
)


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


def attack(*hands: str, money: tuple[int, ...] = (9, 9, 9), **options: str) -> Table:
    """P1 goes after Alabama, base 8, held by P2."""
    table = rich(dealt(streak(**options), *hands), *money)
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


def test_MS_19_others_play_cards_that_are_not_against_the_runner() -> None:
    """For themselves and on the owner; cards of the bidding are the two's."""
    table = attack("", "", "SLUSH DONOR ATTACK")
    assert legal(table, 3, "play") == ["play SLUSH on P2", "play DONOR"]
    assert refused(table, "P3 play SLUSH on P1") == "MS-19"
    assert refused(table, "P3 play ATTACK on P1") == "MS-14"
    play(table, "P3 play DONOR, P3 play SLUSH on P2")
    assert see(table, "money") == [9, 5, 18]


def test_MS_19_the_two_play_cards_on_others() -> None:
    table = attack("SLUSH", "SLUSH GAG")
    play(table, "P1 play SLUSH on P3, P2 pass, P1 spend 1, P2 play GAG on P3, P2 play SLUSH on P3")
    assert see(table, "money") == [12, 17, 1]
    assert see(table, "gagged") == 0b100


def test_MS_19_others_play_cards_on_others_and_after_the_roll() -> None:
    """The roll window asks P1 alone; P3, who is not asked, has a card against P4 and P2."""
    candidates = "P1 run CON, P2 run LIB, P3 run IND, P4 run PEA"
    dice = "* P1 dice 6 6 6, * P2 dice 1 2 3, * P3 dice 1 1 1, * P4 dice 1 1 1"
    table = play(new_table(4, candidates="chosen", hot_streak="on"), f"{candidates}, {dice}, {OPENED}")
    play(table, "P1 draw, * P1 G35, P1 campaign GA, * dice 1 1 2, * OH")
    table = rich(holding(dealt(table, "RECOUNT", "", "SLUSH"), P2="AL"), 0, 2, 0, 3)
    play(table, "P1 campaign AL, P1 pass, P2 pass, * dice 2 2 3")
    assert asked(table) == "P1"
    assert legal(table, 3, "play") == ["play SLUSH on P2", "play SLUSH on P4"]
    play(table, "P3 play SLUSH on P4")
    assert asked(table) == "P1"


@pytest.mark.parametrize("attack_cards", ["open", "closed"])
def test_MS_19_others_answer_cards_but_none_of_the_runners_and_none_of_the_contest(attack_cards: str) -> None:
    """P3 is asked about DONOR of the owner alone."""
    table = attack("DONOR RECOUNT", "DONOR ATTACK SPIN", "SPIN", attack_cards=attack_cards)
    play(table, "P1 play DONOR")
    assert asked(table) == "P2"
    play(table, "P2 pass, P1 pass, P2 play ATTACK on P1")
    assert asked(table) == "P1"
    play(table, "P1 pass")
    assert asked(table) == "P1"
    play(table, "P2 play DONOR")
    if attack_cards == "open":
        assert asked(table) == "P3"
        play(table, "P3 play SPIN, P1 pass, P2 pass")
    else:
        assert asked(table) == "P1"
        play(table, "P1 pass")
    assert see(table, "money")[1] == (9 if attack_cards == "open" else 14)


def test_MS_19_others_answer_no_answer_to_a_contest_card() -> None:
    table = attack("SPIN", "ATTACK SPIN", "DONOR")
    play(table, "P1 pass, P2 play ATTACK on P1, P1 play SPIN, P2 play SPIN")
    assert asked(table) == "P1"
    assert see(table, "rating") == 3


def test_MS_19_older_rules_only_the_two_play_cards_and_only_on_each_other() -> None:
    table = attack("SLUSH", "", "SLUSH DONOR", attack_cards="closed")
    assert legal(table, 1, "play") == ["play SLUSH on P2"]
    assert refused(table, "P1 play SLUSH on P3") == "MS-19"
    assert refused(table, "P3 play SLUSH on P1") == "MS-19"
    assert refused(table, "P3 play DONOR") == "MS-19"
    play(table, "P1 play SLUSH on P2")
    assert see(table, "money") == [13, 5, 9]


def test_MS_19_version_2_of_the_rules_left_the_cards_to_the_two() -> None:
    """In a game saved under the older rules nobody is asked about DONOR, and its log stays as it is."""
    table = begun("P1 draw, * P1 G35, P1 rest, P2 draw, * P2 DONOR", hot_streak="on", attack_cards="closed")
    play(table, "P2 campaign CA, P2 pass, * dice 2 2 2, P2 pass, * OH, P3 draw, * P3 SPIN, P3 rest")
    play(table, "P1 draw, * P1 G36, P1 campaign GA, P1 pass, P2 pass, P3 pass, * dice 1 1 2, P2 pass, P3 pass, * NY")
    play(table, "P1 campaign CA, P1 pass, P2 play DONOR, P2 pass")
    data = table.save()
    del data["options"]["attack_cards"]
    older = hustings.load({**data, "rules": "2"})
    assert older.game.options["attack_cards"] == "closed"
    assert older.log == table.log
    with pytest.raises(hustings.SavedGameError, match="P3"):
        hustings.load(data)


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
