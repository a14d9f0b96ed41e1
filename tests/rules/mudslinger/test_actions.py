"""MS-14 and MS-15: every action card, when it may be played, and who is asked for an answer."""

from __future__ import annotations

import pytest

from hustings import Table
from tests.rules.mudslinger.tables import asked, begun, dealt, drawn, holding, legal, play, refused, rich, see, told

ANY_TIME = ("SCANDAL", "LEAK", "SLUSH", "DONOR", "WALKOUT", "DUMP", "DEBATE", "EXITPOLL", "DEFECT")
TARGETED = ("SCANDAL", "LEAK", "SLUSH", "WALKOUT", "DUMP", "DEBATE", "DEFECT")


def bidding(*hands: str, money: tuple[int, ...] = (9, 9, 9)) -> Table:
    """P1 campaigns in Georgia, base 7; the players hold these action cards."""
    return play(rich(dealt(drawn("G35"), *hands), *money), "P1 campaign GA")


def well_off(*hands: str) -> Table:
    """P1 asked for a card; P2 has a group, a mate, a manager, nine dollars and a state: something for every card."""
    entries = "P1 draw, * P1 G25, P1 rest, P2 draw, * P2 G26, P2 rest, P3 draw, * P3 M01, P3 rest, "
    entries += "P1 draw, * P1 M02, P1 rest, P2 draw, * P2 V03, P2 rest, P3 draw, * P3 M03, P3 rest, "
    entries += "P1 draw, * P1 M04, P1 rest, P2 draw, * P2 M05, P2 rest, P3 draw, * P3 M06, P3 rest"
    return holding(rich(dealt(begun(entries), *hands), 9, 9, 9), P2="AL")


def everything(seat: int) -> list[str]:
    """One seat holds one of each card that may be played at any time, and Gerrymander; P2 something to be leaked."""
    hands = ["", "SURGE", ""]
    hands[seat - 1] = " ".join((*ANY_TIME, "GERRY"))
    return hands


# --- when


@pytest.mark.parametrize("seat", [1, 3])
def test_MS_14_any_time_cards_are_played_by_anybody_in_anyones_turn(seat: int) -> None:
    table = well_off(*everything(seat))
    plays = {text.split()[1] for text in legal(table, seat, "play")}
    assert plays >= set(ANY_TIME) - {"DEFECT"} | {"GERRY"}
    assert asked(table) == "P1"


def test_MS_14_any_time_cards_are_played_in_a_contest_too_but_not_gerrymander() -> None:
    table = play(well_off(*everything(3)), "P1 draw, * P1 G36, P1 campaign GA")
    plays = {text.split()[1] for text in legal(table, 3, "play")}
    assert plays >= {"SLUSH", "DONOR", "WALKOUT", "DUMP", "SCANDAL"}
    assert refused(table, "P3 play GERRY on TX") == "MS-14"


@pytest.mark.parametrize("card", ["ATTACK on P1", "OCTOBER on P1", "GAG on P2"])
def test_MS_14_contest_cards_only_by_the_seat_asked_while_bidding(card: str) -> None:
    kind = card.split(maxsplit=1)[0]
    table = dealt(drawn("G35"), "", "", kind)
    assert refused(table, f"P3 play {card}") == "MS-14"
    play(rich(table, 9, 9, 9), "P1 campaign GA")
    assert refused(table, f"P3 play {card}") == "MS-14"
    play(table, "P1 pass, P2 pass")
    assert table.why_not(f"P3 play {card}") is None


def test_MS_14_played_cards_go_face_up_on_the_pile() -> None:
    table = play(dealt(begun(), "DONOR"), "P1 play DONOR")
    assert see(table, "pile")[0] == "DONOR"
    assert see(table, "cards") == [0, 0, 0]


def test_MS_14_any_card_is_traded_for_three_dollars_at_any_time() -> None:
    table = dealt(begun(), "", "SPIN RECOUNT")
    play(table, "P2 trade SPIN, P1 draw, * P1 M01, P2 trade RECOUNT")
    assert see(table, "money") == [0, 6, 0]
    assert see(table, "pile")[:2] == ["SPIN", "RECOUNT"]
    assert refused(table, "P2 trade SPIN") == "MS-14"


@pytest.mark.parametrize("code", TARGETED)
def test_MS_14_a_card_names_a_rival_at_the_table(code: str) -> None:
    table = well_off(code)
    assert refused(table, f"P1 play {code}") == "MS-14"
    assert refused(table, f"P1 play {code} on P1") == "MS-14"
    assert refused(table, f"P1 play {code} on P4") == "MS-14"


@pytest.mark.parametrize("code", ["SCANDAL", "LEAK", "SLUSH", "WALKOUT", "DUMP", "DEFECT"])
def test_MS_14_a_card_that_could_do_nothing_cannot_be_played(code: str) -> None:
    assert refused(dealt(begun(), code), f"P1 play {code} on P2") == "MS-14"


# --- what each card does


@pytest.mark.parametrize(("code", "rating"), [("ATTACK", 2), ("OCTOBER", 0)])
def test_MS_14_attack_ad_and_october_surprise_go_below_the_base(code: str, rating: int) -> None:
    table = play(bidding("", code), f"P1 pass, P2 play {code} on P1")
    assert (see(table, "rating"), see(table, "base_rating")) == (rating, 7)
    assert refused(bidding(code), f"P1 play {code} on P2") == "MS-14"


def test_MS_14_grassroots_surge_lifts_the_rating_up_to_the_cap() -> None:
    table = play(bidding("SURGE SURGE"), "P1 play SURGE")
    assert see(table, "rating") == 12
    high = play(bidding("SURGE SURGE", money=(9, 9, 9)), "P1 spend 8, P2 pass, P3 pass, P1 play SURGE")
    assert see(high, "rating") == 16
    play(high, "P2 pass, P3 pass")
    assert refused(high, "P1 play SURGE") == "MS-11"


def test_MS_14_recount_rolls_again_and_opens_a_new_window() -> None:
    table = play(bidding("RECOUNT", "RECOUNT", money=(0, 0, 0)), "P1 pass, P2 pass, * dice 6 6 6, P1 play RECOUNT")
    play(table, "P2 pass")
    assert table.odds()
    play(table, "* dice 1 1 1")
    assert asked(table) == "P2"
    play(table, "P2 play RECOUNT, * dice 6 6 5")
    assert told(table, "failed")


def test_MS_14_scandal_discards_the_last_group_and_its_income() -> None:
    table = play(well_off("SCANDAL"), "P1 play SCANDAL on P2")
    assert see(table, "chain_length") == [1, 0, 0]
    assert see(table, "income") == [1, 0, 0]
    assert see(table, "pile")[:2] == ["SCANDAL", "G26"]


def test_MS_14_leak_shows_the_hand_to_the_player_alone_who_takes_one() -> None:
    table = play(dealt(begun(), "LEAK", "GAG DONOR"), "P1 play LEAK on P2, P2 pass")
    assert legal(table, 1) == ["take DONOR", "take GAG"]
    assert see(table, "leaked", 1)[0]["GAG"] == 1
    assert see(table, "leaked", 3)[0]["GAG"] == 0
    assert told(table, "saw_hand", 1) == [{"target": "P2", "cards": ["DONOR", "GAG"]}]
    assert told(table, "saw_hand", 2) == told(table, "saw_hand", 3) == []
    play(table, "P1 take GAG")
    assert see(table, "hand", 1)[0]["GAG"] == 1
    assert see(table, "hand", 2)[1]["GAG"] == 0
    assert see(table, "leaked", 1)[0]["DONOR"] == 0
    assert told(table, "took_kind", 2) == [{"target": "P2", "card": "GAG"}]
    assert told(table, "took_kind", 3) == []


def test_MS_14_leak_takes_only_what_it_shows() -> None:
    table = play(dealt(begun(), "LEAK", "GAG"), "P1 play LEAK on P2, P2 pass")
    assert refused(table, "P1 take DONOR") == "MS-14"


@pytest.mark.parametrize(("has", "taken"), [(9, 4), (3, 3)])
def test_MS_14_slush_fund_takes_up_to_four_dollars(has: int, taken: int) -> None:
    table = rich(dealt(begun(), "SLUSH"), 0, has, 0)
    assert see(play(table, "P1 play SLUSH on P2"), "money") == [taken, has - taken, 0]


def test_MS_14_super_donor_brings_five_dollars_from_the_bank() -> None:
    assert see(play(dealt(begun(), "", "DONOR"), "P2 play DONOR"), "money") == [0, 5, 0]


def test_MS_14_staff_walkout_and_dump_discard_manager_and_mate() -> None:
    table = play(well_off("WALKOUT DUMP"), "P1 play WALKOUT on P3, P1 play DUMP on P2")
    assert see(table, "managers") == [2, 1, 2]
    assert see(table, "where")["M06"] == "pile"
    assert see(table, "mate") == [None, None, None]
    assert see(table, "where")["V03"] == "pile"


def test_MS_14_the_rating_falls_with_a_manager_lost_while_bidding() -> None:
    table = play(dealt(drawn("M01"), "", "WALKOUT"), "P1 campaign GA")
    assert (see(table, "base_rating"), see(table, "rating")) == (8, 8)
    play(table, "P2 play WALKOUT on P1")
    assert (see(table, "base_rating"), see(table, "rating")) == (7, 7)


def test_MS_14_whistle_stop_after_ones_own_failed_roll() -> None:
    table = dealt(drawn("G35"), "WHISTLE")
    assert refused(table, "P1 play WHISTLE") == "MS-14"
    play(table, "P1 campaign GA, P1 pass, * dice 6 6 6, P1 pass")
    assert legal(table, 1, "play") == ["play WHISTLE"]
    again = play(table.fork(), "P1 play WHISTLE")
    assert legal(again, 1, "campaign")
    assert asked(play(table, "P1 pass")) == "P2"


def test_MS_14_gag_order_silences_until_the_contest_is_over() -> None:
    table = play(bidding("GAG", "DONOR SPIN"), "P1 play GAG on P2, P2 pass")
    assert asked(table) == "P3"
    assert legal(table, 2, "play") == []
    assert refused(table, "P2 play DONOR") == "MS-14"
    assert legal(table, 2, "trade") == ["trade SPIN", "trade DONOR"]
    play(table, "P3 pass, P1 pass, * dice 6 6 6")
    assert table.why_not("P2 play DONOR") is None


@pytest.mark.parametrize(
    ("play_it", "dollars"),
    [("SCANDAL on P2", 3), ("WALKOUT on P2", 3), ("DUMP on P2", 3), ("EXITPOLL", 5), ("DONOR", 5), ("DEBATE on P2", 0)],
)
def test_MS_14_the_bank_pays_for_what_only_hurts_or_tells(play_it: str, dollars: int) -> None:
    table = well_off(play_it.split(maxsplit=1)[0])
    before = see(table, "money")
    assert see(play(table, f"P1 play {play_it}"), "money") == [before[0] + dollars, *before[1:]]


def test_MS_14_gag_order_brings_four_dollars_from_the_bank() -> None:
    table = play(bidding("GAG", "DONOR", money=(0, 9, 0)), "P1 play GAG on P2, P2 pass")
    assert see(table, "money") == [4, 9, 0]


def test_MS_14_gag_order_never_against_the_runner_nor_twice() -> None:
    table = play(bidding("", "GAG GAG"), "P1 pass")
    assert refused(table, "P2 play GAG on P1") == "MS-14"
    play(table, "P2 play GAG on P3, P1 pass")
    assert refused(table, "P2 play GAG on P3") == "MS-14"


@pytest.mark.parametrize(
    ("mine", "theirs", "money"), [("1 1 1", "6 6 6", [14, 0]), ("6 6 6", "1 1 1", [0, 14]), ("2 2 2", "1 2 3", [5, 9])]
)
def test_MS_14_debate_night_the_lower_takes_up_to_ten(mine: str, theirs: str, money: list[int]) -> None:
    table = rich(dealt(begun(), "DEBATE"), 5, 9)
    play(table, f"P1 play DEBATE on P2, * P1 dice {mine}, * P2 dice {theirs}")
    assert see(table, "money")[:2] == money


def test_MS_14_debate_night_takes_no_more_than_there_is() -> None:
    table = rich(dealt(begun(), "DEBATE"), 0, 2)
    play(table, "P1 play DEBATE on P2, * P1 dice 1 1 1, * P2 dice 6 6 6")
    assert see(table, "money")[:2] == [2, 0]


def test_MS_14_exit_poll_is_a_poll_that_is_paid_for() -> None:
    table = holding(dealt(begun(), "EXITPOLL"), P2="AL")
    play(table, "P1 play EXITPOLL")
    assert see(table, "holder", 1)["AL"] == "P2"
    assert see(table, "money") == [5, 0, 0]


@pytest.mark.parametrize("open_states", ["no", "yes"])
@pytest.mark.parametrize("held", ["", "AL"])
def test_MS_14_exit_poll_pays_also_where_nothing_is_hidden(open_states: str, held: str) -> None:
    table = holding(dealt(begun(open_states=open_states), "EXITPOLL"), P2=held)
    before = see(table, "money")[0]
    assert "P1 play EXITPOLL" in [move.text for move in table.legal(0)]
    play(table, "P1 play EXITPOLL")
    assert see(table, "money")[0] == before + 5
    assert see(table, "holder", 1)["AL"] == ("P2" if held else None)


def test_MS_14_gerrymander_puts_an_open_state_under_the_deck() -> None:
    table = play(dealt(begun(), "GERRY"), "P1 play GERRY on GA")
    assert "GA" not in table.odds()
    assert len(table.odds()) == 46
    play(table, "* OH")
    assert see(table, "lies")["GA"] == "under the deck"
    assert refused(table, "P1 play GERRY on GA") == "MS-14"
    assert asked(table) == "P1"


def test_MS_14_gerrymander_needs_an_open_state() -> None:
    assert refused(dealt(begun(), "GERRY"), "P1 play GERRY on OH") == "MS-8"


def test_MS_14_defection_joins_the_end_of_ones_own_chain_if_it_fits() -> None:
    table = play(well_off("DEFECT"), "P1 play DEFECT on P2")
    assert see(table, "chain")[0][:2] == ["G25", "G26"]
    assert see(table, "income") == [2, 0, 0]
    stranger = dealt(begun("P1 draw, * P1 G47, P1 rest, P2 draw, * P2 G13, P2 rest"), "DEFECT")
    assert refused(stranger, "P1 play DEFECT on P2") == "MS-5"


# --- answers


def test_MS_15_every_rival_with_a_card_is_asked_whatever_it_is() -> None:
    table = play(dealt(begun(), "DONOR", "LEAK", "SPIN"), "P1 play DONOR")
    assert asked(table) == "P2"
    assert legal(table, 2, "play") == []
    play(table, "P2 pass")
    assert asked(table) == "P3"
    assert legal(table, 3, "play") == ["play SPIN"]
    play(table, "P3 pass")
    assert see(table, "money") == [5, 0, 0]


def test_MS_15_the_question_tells_nothing_of_a_hand() -> None:
    """Two tables that differ in a rival's hidden card alone ask the same seats the same."""
    one, two = (play(dealt(begun(), "DONOR", code), "P1 play DONOR") for code in ("LEAK", "SPIN"))
    assert asked(one) == asked(two) == "P2"
    assert one.may == two.may
    assert one.view(2) == two.view(2)


def test_MS_15_spin_doctor_leaves_the_card_without_effect() -> None:
    table = play(dealt(begun(), "DONOR", "SPIN"), "P1 play DONOR, P2 play SPIN")
    assert see(table, "money") == [0, 0, 0]
    assert see(table, "pile")[:2] == ["DONOR", "SPIN"]
    assert asked(table) == "P1"


def test_MS_15_a_spin_doctor_can_be_spun_itself() -> None:
    table = play(dealt(begun(), "DONOR SPIN", "SPIN"), "P1 play DONOR, P2 play SPIN, P1 play SPIN")
    assert see(table, "money") == [5, 0, 0]


def test_MS_15_other_cards_wait_while_an_action_is_answered() -> None:
    table = play(dealt(begun(), "DONOR", "LEAK", "DONOR"), "P1 play DONOR")
    assert refused(table, "P3 play DONOR") == "MS-14"
    assert table.why_not("P3 trade DONOR") is None


def test_MS_15_between_any_two_moves_but_not_while_chance_is_due() -> None:
    table = dealt(begun(), "", "DONOR")
    assert "play DONOR" in legal(table, 2)
    play(table, "P1 draw")
    assert legal(table, 2) == []
    assert refused(table, "P2 play DONOR") == "MS-15"
    play(table, "* P1 M01")
    assert "play DONOR" in legal(table, 2)


def test_MS_15_a_spun_contest_card_counts_as_the_answer() -> None:
    table = play(bidding("", "ATTACK", "SPIN"), "P1 pass, P2 play ATTACK on P1, P3 play SPIN")
    assert see(table, "rating") == 7
    assert asked(table) == "P3"


def test_MS_15_a_spun_whistle_stop_asks_again_while_there_is_a_card() -> None:
    entries = "P1 campaign GA, P1 pass, P2 pass, * dice 6 6 6, P1 pass, P2 pass, P1 play WHISTLE, P2 play SPIN"
    table = play(dealt(drawn("G35"), "WHISTLE", "SPIN"), entries)
    assert asked(table) == "P2"
    assert see(table, "runner") == "P2"
    entries = entries.replace("P2 play SPIN", "P2 play SPIN, P1 pass")
    kept = play(dealt(drawn("G35"), "WHISTLE DONOR", "SPIN"), entries)
    assert asked(kept) == "P1"
    assert legal(kept, 1, "pass") == ["pass"]


def test_MS_15_a_spun_recount_goes_on_with_the_next_seat() -> None:
    entries = "P1 campaign GA, P1 pass, P2 pass, P3 pass, * dice 6 6 6, P1 play RECOUNT, P2 play SPIN"
    table = play(dealt(drawn("G35"), "RECOUNT", "SPIN DONOR", "LEAK"), entries)
    play(table, "P3 pass")
    assert asked(table) == "P2"
    assert not told(table, "failed")
