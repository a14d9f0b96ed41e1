"""MS-4 to MS-7: lobbying, the spectrum, running mates and managers; and what is printed on the decks."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

import hustings
from hustings.atlas import states
from hustings.games.mudslinger.cards import (
    ALL_CARDS,
    COPIES,
    DECKS,
    DOLLARS,
    GROUP,
    INFLUENCE,
    KIND_CODES,
    MANAGER,
    MATE,
    PARTIES,
    PARTY_OF,
    SORT,
    STATES,
)
from tests.rules.mudslinger.tables import asked, begun, dealt, drawn, legal, play, refused, see, told

ROOT = Path(__file__).resolve().parents[3]

# --- lobbying


def test_MS_4_the_top_of_the_pile_is_placed_and_the_attempt_is_forfeited() -> None:
    table = drawn("G13", "P1 rest")
    assert legal(table, 2, "lobby") == ["lobby"]
    play(table, "P2 lobby")
    assert see(table, "chain")[1][0] == "G13"
    assert see(table, "pile_size") == 0
    assert asked(table) == "P3"
    assert see(table, "runner") == "P3"


def test_MS_4_only_what_fits_can_be_taken() -> None:
    table = drawn("G01", "P1 rest, P2 draw, * P2 M01, P2 rest")
    assert refused(table, "P3 lobby") == "MS-4"
    assert refused(begun(), "P1 lobby") == "MS-4"


def test_MS_4_action_cards_are_never_taken_and_block_the_pile() -> None:
    table = drawn("G13", "P1 rest")
    assert table.why_not("P2 lobby") is None
    dealt(table, "", "DONOR")
    play(table, "P2 trade DONOR")
    assert refused(table, "P2 lobby") == "MS-4"


# --- the spectrum


@pytest.mark.parametrize("party", range(5))
def test_MS_5_the_first_group_is_measured_against_the_candidate(party: int) -> None:
    """P1 is the conservative: independent, conservative and militant groups fit, a line with two ends."""
    card = next(k for k in range(58) if PARTY_OF[k] == party)
    table = drawn(f"G{card + 1:02}")
    assert (see(table, "chain_length")[0] == 1) == (PARTIES[party] in ("IND", "CON", "MIL"))


def test_MS_5_each_next_group_is_measured_against_the_last_and_the_chain_keeps_its_order() -> None:
    """The text's own example: militant, conservative, independent, liberal behind a conservative candidate."""
    others = "P2 draw, * P2 M0{0}, P2 rest, P3 draw, * P3 M0{1}, P3 rest, "
    entries = "P1 draw, * P1 G47, P1 rest, " + others.format(1, 2)
    entries += "P1 draw, * P1 G35, P1 rest, " + others.format(3, 4)
    entries += "P1 draw, * P1 G25, P1 rest, " + others.format(5, 6)
    table = begun(entries + "P1 draw, * P1 G13, P1 rest")
    assert see(table, "chain")[0][:5] == ["G47", "G35", "G25", "G13", None]


def test_MS_5_the_ends_of_the_spectrum_do_not_meet() -> None:
    others = "P1 rest, P2 draw, * P2 M01, P2 rest, P3 draw, * P3 M02, P3 rest, "
    table = drawn("G47", others + "P1 draw, * P1 G01")
    assert see(table, "chain_length")[0] == 1
    assert see(table, "pile")[0] == "G01"


# --- running mates and managers


@pytest.mark.parametrize(("card", "points", "role"), [("V07", 2, "mate"), ("V05", 1, "mate"), ("M01", 1, "manager")])
def test_who_is_hired_is_told_with_points_and_role(card: str, points: int, role: str) -> None:
    assert told(drawn(card), "hired") == [{"card": card, "points": points, "role": role}]


@pytest.mark.parametrize(("card", "base"), [("V07", 9), ("V05", 8), ("V09", 8), ("V01", 7), ("V03", 7)])
def test_MS_6_a_mate_of_the_same_party_is_worth_two_of_the_next_one(card: str, base: int) -> None:
    table = drawn(card, "P1 campaign GA")
    assert see(table, "base_rating") == base
    assert see(table, "mate")[0] == (card if base > 7 else None)


def test_MS_6_managers_belong_to_no_party_and_add_one_each_any_number() -> None:
    others = "P1 rest, P2 draw, * P2 G13, P2 rest, P3 draw, * P3 G25, P3 rest, "
    table = drawn("M01", others + "P1 draw, * P1 M02, P1 campaign GA")
    assert see(table, "managers") == [2, 0, 0]
    assert see(table, "base_rating") == 9


def test_MS_7_replace_mate_no_a_second_mate_is_discarded() -> None:
    table = drawn(
        "V05",
        "P1 rest, P2 draw, * P2 G13, P2 rest, P3 draw, * P3 G25, P3 rest, P1 draw, * P1 V07",
        replace_mate="no",
    )
    assert see(table, "mate")[0] == "V05"
    assert see(table, "pile")[0] == "V07"
    assert told(table, "discarded") == [{"card": "V07"}]
    assert legal(table, 1, "campaign")


def test_MS_7_replace_mate_no_a_second_mate_that_does_not_fit_is_discarded_as_the_second() -> None:
    """P1 is conservative, V01 peaceful: with a running mate already no party would have helped."""
    entries = "P1 rest, P2 draw, * P2 G13, P2 rest, P3 draw, * P3 G25, P3 rest, P1 draw, * P1 V01"
    table = drawn("V05", entries, replace_mate="no")
    assert told(table, "discarded") == [{"card": "V01"}]
    assert told(table, "misfit") == []
    play(table, "P1 rest, P2 draw, * P2 M01, P2 rest, P3 draw, * P3 V06, P3 rest, P1 draw, * P1 M02, P1 rest")
    play(table, "P2 draw, * P2 M03, P2 rest, P3 draw, * P3 V09, P3 rest")
    assert refused(table, "P1 lobby") == "MS-7"
    replacing = drawn("V05", entries, replace_mate="yes")
    assert [one["card"] for one in told(replacing, "misfit")] == ["V01"]


def test_MS_7_replace_mate_no_a_second_mate_cannot_be_lobbied_for() -> None:
    """V06 lies on the pile, P3 has drawn V05 before; P2, the liberal, may take him."""
    table = drawn("V06", "P1 rest, P2 draw, * P2 M01, P2 rest, P3 draw, * P3 V05, P3 rest", replace_mate="no")
    play(table, "P1 draw, * P1 V08, P1 rest, P2 draw, * P2 V01, P2 rest, P3 draw, * P3 M02, P3 rest")
    play(table, "P1 draw, * P1 M03, P1 rest, P2 draw, * P2 V03")
    assert see(table, "pile")[see(table, "pile_size") - 1] == "V03"
    play(table, "P2 rest")
    assert refused(table, "P3 lobby") == "MS-7"


def test_MS_7_replace_mate_yes_the_player_chooses() -> None:
    entries = "P1 rest, P2 draw, * P2 G13, P2 rest, P3 draw, * P3 G25, P3 rest, P1 draw, * P1 V07"
    table = drawn("V05", entries, replace_mate="yes")
    assert legal(table, 1) == ["replace", "keep"]
    kept = play(table.fork(), "P1 keep")
    assert (see(kept, "mate")[0], see(kept, "pile")[0]) == ("V05", "V07")
    new = play(table, "P1 replace")
    assert (see(new, "mate")[0], see(new, "pile")[0]) == ("V07", "V05")
    assert see(play(new, "P1 campaign GA"), "base_rating") == 9


def test_MS_7_replace_mate_yes_lobbying_replaces() -> None:
    entries = "P1 rest, P2 draw, * P2 V05, P2 rest, P3 draw, * P3 V01, P3 rest, P1 draw, * P1 M01, P1 rest"
    table = drawn("M02", entries, replace_mate="yes")
    assert see(table, "pile")[0] == "V01"
    play(table, "P2 lobby")
    assert (see(table, "mate")[1], see(table, "pile")[0]) == ("V01", "V05")


# --- the decks


def test_the_decks_hold_what_the_rules_say() -> None:
    """58 groups: 12, 12, 10, 12, 12; 34 pay $1, 18 $2, 6 $3; ten mates, two a party; ten managers; 34 actions."""
    groups = [k for k in range(78) if SORT[k] == GROUP]
    assert [sum(PARTY_OF[k] == party for k in groups) for party in range(5)] == [12, 12, 10, 12, 12]
    assert [sum(DOLLARS[k] == dollars for k in groups) for dollars in (1, 2, 3)] == [34, 18, 6]
    mates = [k for k in range(78) if SORT[k] == MATE]
    assert [sum(PARTY_OF[k] == party for k in mates) for party in range(5)] == [2] * 5
    assert sum(SORT[k] == MANAGER for k in range(78)) == 10
    assert (int(COPIES.sum()), ALL_CARDS) == (34, 112)


def test_every_influence_column_weighs_the_same() -> None:
    """50 states, numbers from 3 to 9, Conservative in Georgia 7, the five vote-weighted means within 0.05."""
    votes = states.votes("2012")
    points = [votes[code] for code in STATES]
    assert (len(STATES), sum(points)) == (50, 535)
    assert (INFLUENCE[:, :5].min(), INFLUENCE[:, :5].max()) == (3, 9)
    assert INFLUENCE[STATES.index("GA"), PARTIES.index("CON")] == 7
    means = [sum(n * p for n, p in zip(INFLUENCE[:, party], points, strict=True)) / 535 for party in range(5)]
    assert max(means) - min(means) <= 0.05


def test_the_columns_are_what_the_script_makes() -> None:
    """decks.json has been edited by nobody: its influence numbers are those of scripts/mudslinger_influence.py."""
    script = runpy.run_path(str(ROOT / "scripts" / "mudslinger_influence.py"))
    made = {party: script["column"](party) for party in script["PARTIES"]}
    assert {code: list(numbers) for code, numbers in DECKS["states"]} == {
        code: [column[code] for column in made.values()] for code in STATES
    }


@pytest.mark.parametrize("votes", ["2012", "2024", "2004"])
def test_votes_the_points_of_fifty_states_sum_to_535(votes: str) -> None:
    deck = hustings.game("mudslinger", votes=votes).cards()
    points = {card["code"]: card["value"] for card in deck if card["kind"] == "state"}
    assert sum(points.values()) == 535
    assert points["TX"] == {"2012": 38, "2024": 40, "2004": 34}[votes]


def test_every_card_has_a_name_and_a_text_that_fits_a_phone() -> None:
    texts = hustings.game("mudslinger").words["cards"]
    codes = [card["code"] for card in hustings.game("mudslinger").cards() if card["kind"] != "state"]
    assert sorted(texts) == sorted(codes)
    assert len({card["name"] for card in texts.values()}) == len(texts)
    for code, card in texts.items():
        assert len(card["name"]) <= 30, code
        assert 10 <= len(card["text"]) <= 110, code
        assert card["text"].isascii(), code


def test_the_rows_of_the_decks_are_all_there_is() -> None:
    """A card is a row: the file lists 78 people and 17 kinds of action, nothing else."""
    assert set(DECKS) >= {"version", "parties", "candidates", "states", "cards", "actions"}
    assert [row["code"] for row in DECKS["actions"]] == list(KIND_CODES)
    assert json.loads(json.dumps(DECKS)) == DECKS
