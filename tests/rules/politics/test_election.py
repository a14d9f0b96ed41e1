"""PO-5 to PO-9: playing, drawing, the third-party vote, the count."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import hustings
from hustings.atlas import states_1904
from hustings.bots import choose
from hustings.games.politics.cards import CODES, NEIGHBOURS
from hustings.games.politics.telling import TELLING
from tests.rules.politics.tables import hand, moves, states, table_of, whole_table
from tests.rules.tables import enter, refused, told

START = "P1 side R; P1 nominate NY; P2 nominate VA"
YES_NO = ("yes", "no")


@pytest.mark.parametrize("must_play", YES_NO)
def test_PO_5_a_card_of_either_party_that_borders_the_own_side_is_played(must_play: str) -> None:
    table = whole_table("NY PA NJ MD KY WV MO TX / VA TN NC GA AL OH IN DE", START, must_play=must_play)
    extra = [] if must_play == "yes" else ["draw"]
    assert moves(table, 0) == [*extra, "play NJ", "play PA"]
    enter(table, "P1 play PA; P2 play TN")
    assert states(table, 0) == {"NY", "PA"}
    assert moves(table, 0) == [*extra, "play MD", "play NJ", "play WV"]
    enter(table, "P1 play WV; P2 play NC")
    assert "play KY" in moves(table, 0), "a Democratic state for the Republican side"


def test_PO_5_a_card_says_what_it_puts_out_of_the_other_sides_reach() -> None:
    """Pennsylvania closes the Northeast; New York then walls New England in, once nothing is left there."""
    hands = "MA VT NH ME CT RI OH IN / VA MD PA NY DE NJ NC TN"
    table = whole_table(hands, "P1 side R; P1 nominate MA; P2 nominate VA; P1 play VT; P2 play MD; P1 play NH")
    previews = table.previews(table.legal(1))
    free = [card for card in table.game.cards() if table.view(None)["where"].get(card["code"]) == "unplayed"]
    assert len(free) == 40
    left = [card for card in free if card["code"] not in {"PA", "NY", "NJ", "DE", "CT", "RI", "ME"}]
    closes = previews["P2 play PA"]
    assert (closes["cuts"], closes["cuts_votes"]) == (len(left), sum(card["value"] for card in left))
    assert "walls" not in closes
    assert "cuts" not in previews["P2 play NC"]
    enter(table, "P2 play PA; P1 play ME; P2 play DE; P1 play CT; P2 play NC; P1 play RI")
    closes = table.previews(table.legal(1))["P2 play NY"]
    assert (closes["walls"], closes["cuts"], closes["cuts_votes"]) == (1, 1, 12)  # New Jersey
    enter(table, "P2 play NY")
    assert "walled_in" in [event.event for event in table.events()]


def test_PO_5_what_borders_only_the_other_side_cannot_be_played() -> None:
    table = whole_table("NY PA NJ MD KY WV MO TX / VA TN NC GA AL OH IN DE", START)
    assert refused(table, "P1 play KY").clause == "PO-5"
    assert refused(table, "P1 play KY").text == (
        "P1 play KY needs a state of their own side that KY borders: IL, IN, MO, OH, TN, VA, WV; the side has NY."
    )
    assert refused(table, "P1 play CT").clause == "PO-5"  # not in his hand
    assert refused(table, "P2 play TN").clause == "PO-5"  # not his turn
    assert refused(table, "P1 nominate PA").clause == "PO-5"  # too late


def test_PO_2_a_party_says_what_its_best_home_state_in_the_hand_opens() -> None:
    table = whole_table("NY PA NJ MD KY WV MO TX / VA TN NC GA AL OH IN DE", "")
    assert table.previews(table.legal(0)) == {
        "P1 side R": {"home": CODES.index("PA"), "opens": 6, "opens_votes": 92, "opens_held": 39 + 12 + 8 + 7},
        "P1 side D": {"home": CODES.index("KY"), "opens": 7, "opens_votes": 114, "opens_held": 18 + 7},
    }


def test_PO_5_a_card_says_how_many_free_states_it_opens_and_their_votes() -> None:
    """Whoever holds them, and apart for the own hand. What bordered the side before is not opened again."""
    table = whole_table("NY PA NJ MD KY WV MO TX / VA TN NC GA AL OH IN DE", "P1 side R")
    assert table.previews(table.legal(0))["P1 nominate NY"] == {
        "opens": 5,
        "opens_votes": 4 + 16 + 7 + 12 + 34,
        "opens_held": 12 + 34,
    }
    enter(table, "P1 nominate NY; P2 nominate VA")
    assert table.previews(table.legal(0)) == {
        "P1 play NJ": {"opens": 1, "opens_votes": 3, "opens_held": 0},  # Delaware; Pennsylvania borders New York too
        "P1 play PA": {"opens": 4, "opens_votes": 3 + 8 + 23 + 7, "opens_held": 8 + 7},
    }
    enter(table, "P1 play NJ; P2 play TN")
    assert table.previews(table.legal(0))["P1 play PA"] == {"opens": 3, "opens_votes": 8 + 23 + 7, "opens_held": 8 + 7}


def test_PO_5_a_side_without_a_free_neighbor_is_walled_in_and_all_are_told_once() -> None:
    """By its own play or by the other side's."""
    table = table_of("ME NY / NH TX", "", "P1 side R; P1 nominate ME")
    assert told(table, "walled_in") == []
    enter(table, "P2 nominate TX; P1 pass; P2 pass; * P1 NH; * P2 NY")
    assert told(table, "walled_in") == [(None, {"party": "Democratic", "seats": ["P2"]})]
    enter(table, "P1 play NH")
    assert told(table, "walled_in")[1:] == [(None, {"party": "Republican", "seats": ["P1"]})]
    enter(table, "P2 pass; P1 pass")
    assert len(told(table, "walled_in")) == 2


def test_PO_5_no_side_is_walled_in_when_every_state_is_played() -> None:
    table = table_of("OH WV / VA KY", "", "P1 side R; P1 nominate OH; P2 nominate VA; P1 play WV; P2 play KY")
    enter(table, "P1 pass; P2 pass")
    assert table.over
    assert told(table, "walled_in") == []


def test_PO_5_one_card_a_turn_in_turn() -> None:
    table = table_of("NY PA / VA TN / OH NJ / NC GA", "TX", "P1 nominate NY; P2 nominate VA")
    order = []
    for entry in ("P3 play NJ", "P4 play NC", "P1 play PA", "P2 play TN", "P3 play OH"):
        order += sorted(table.owes)
        enter(table, entry)
    assert order == [2, 3, 0, 1, 2]
    assert told(table, "played")[-1] == (2, {"card": "OH", "votes": 23, "total": 108})


def test_PO_5_a_state_played_is_gone_for_the_other_side() -> None:
    table = table_of("OH WV / VA KY", "TX", "P1 side R; P1 nominate OH; P2 nominate VA; P1 play WV")
    assert states(table, 0) == {"OH", "WV"}
    assert moves(table, 1) == ["play KY"]
    assert hand(table, 0) == set()


@pytest.mark.parametrize(("pair", "first"), [("IL MI", "IL"), ("MN MI", "MN"), ("NY RI", "NY")])
@pytest.mark.parametrize("waters", YES_NO)
def test_PO_5_borders_through_water_count_when_the_table_says_so(pair: str, first: str, waters: str) -> None:
    table = table_of(f"{pair} / VA TN", "TX", f"P1 side R; P1 nominate {first}; P2 nominate VA", waters=waters)
    other = pair.replace(first, "").strip()
    assert moves(table, 0) == ([f"play {other}"] if waters == "yes" else ["draw"])


def test_PO_5_the_map_has_93_borders_and_each_goes_both_ways() -> None:
    land, water = NEIGHBOURS.tolist()
    assert sum(mask.bit_count() for mask in land) == 2 * 93
    assert sum(mask.bit_count() for mask in water) == 2 * 96
    for masks in (land, water):
        assert all(bool(masks[a] >> b & 1) == bool(masks[b] >> a & 1) for a in range(45) for b in range(45))
        assert not any(masks[a] >> a & 1 for a in range(45))
    counts = {code: land[card].bit_count() for card, code in enumerate(CODES)}
    assert counts["TN"] == 8
    assert {code for code, count in counts.items() if count == 7} == {"KY", "MO"}
    assert {code for code, count in counts.items() if count == 6} == {"IA", "ID", "NE", "PA", "SD", "WY"}
    assert {code for code, count in counts.items() if count == 2} == {"CA", "FL", "RI", "SC", "TX", "WA"}
    assert {code for code, count in counts.items() if count == 1} == {"ME"}


def test_PO_5_only_new_hampshire_and_new_york_cut_the_map_in_two() -> None:
    land = {code: state.neighbours for code, state in states_1904.states().items()}

    def reached(without: str) -> int:
        rest = [next(code for code in land if code != without)]
        found = set(rest)
        while rest:
            fresh = set(land[rest.pop()]) - found - {without}
            found |= fresh
            rest += fresh
        return len(found)

    assert reached("none") == 45
    assert {code for code in land if reached(code) < 44} == {"NH", "NY"}


def test_PO_6_who_can_play_must() -> None:
    table = whole_table("NY PA NJ MD KY WV MO TX / VA TN NC GA AL OH IN DE", START)
    assert refused(table, "P1 draw").text == "P1 draw is for a player who cannot play; P1 can play NJ, PA."
    assert refused(table, "P1 draw").clause == "PO-6"


def test_PO_6_who_may_choose_can_draw_and_keep_his_card() -> None:
    table = whole_table("NY PA NJ MD KY WV MO TX / VA TN NC GA AL OH IN DE", START, must_play="no")
    enter(table, "P1 draw; * P1 CA")
    assert table.owes == {1}
    assert hand(table, 0) == {"PA", "NJ", "MD", "KY", "WV", "MO", "TX", "CA"}


@pytest.mark.parametrize("must_play", YES_NO)
def test_PO_6_without_a_card_that_fits_one_is_drawn(must_play: str) -> None:
    table = table_of("NY KY / VA TX", "CA CT FL", START, must_play=must_play)
    assert moves(table, 0) == ["draw"]
    enter(table, "P1 draw; * P1 CA")
    assert table.owes == {1}
    assert told(table, "drew") == [(0, {"stock": 2})]
    assert told(table, "kept") == [(0, {})]
    assert told(table, "drew_card", 0) == [(0, {"card": "CA", "votes": 10})]
    assert told(table, "drew_card", 1) == told(table, "drew_card") == []


@pytest.mark.parametrize("must_play", YES_NO)
def test_PO_6_a_drawn_card_that_fits_is_played_at_once(must_play: str) -> None:
    table = table_of("NY KY / VA TX", "CA CT FL", START + "; P1 draw; * P1 CT", must_play=must_play)
    assert table.owes == {0}
    assert moves(table, 0) == ["play CT"]
    assert refused(table, "P1 draw").clause == "PO-6"
    enter(table, "P1 play CT")
    assert table.owes == {1}


def test_PO_6_nor_may_another_card_be_played_instead_of_the_drawn_one() -> None:
    table = table_of("NY PA / VA TX", "CA CT FL", START + "; P1 draw; * P1 CT", must_play="no")
    assert moves(table, 0) == ["play CT"]
    assert refused(table, "P1 play PA").text == (
        "P1 play PA does not fit: the card just drawn, CT, can be played and so must be."
    )


@pytest.mark.parametrize("must_play", YES_NO)
def test_PO_6_with_no_extra_cards_who_cannot_play_passes(must_play: str) -> None:
    table = table_of("NY KY / VA TN", "", START, must_play=must_play)
    assert moves(table, 0) == ["pass"]
    assert refused(table, "P1 draw").clause == "PO-6"
    assert refused(table, "P1 play KY").clause == "PO-5"
    enter(table, "P1 pass")
    assert told(table, "passed") == [(0, {})]
    assert moves(table, 1) == ["play TN"]
    assert refused(table, "P2 pass").clause == "PO-6"
    assert refused(table, "P2 draw").clause == "PO-6"


def test_PO_6_the_program_passes_in_sight_of_all() -> None:
    table = hustings.game("politics").start(seats=2, seed=4)
    while not table.over:
        seat = min(table.owes)
        assert [move.verb for move in table.legal(seat)] != ["pass"]
        table.play(table.legal(seat)[0])
    assert any(entry.endswith(" pass") for entry in table.log)
    assert len(told(table, "passed")) == sum(entry.endswith(" pass") for entry in table.log)


STUCK = "P1 side R; P1 nominate NY; P2 nominate VA; P1 pass; P2 play TN; P1 pass"


def test_PO_7_after_a_pass_of_everybody_the_held_cards_are_dealt_again() -> None:
    table = table_of("NY TX CA / VA TN ME", "", STUCK + "; P2 pass")
    assert table.odds() == {f"P1 {code}": Fraction(1, 3) for code in ("TX", "CA", "ME")}
    assert table.view(None)["held"] == [0, 0]
    assert told(table, "third_party") == [(None, {"cards": 3, "next": "P1", "each": 1, "more": 1})]
    enter(table, "* P1 TX; * P2 CA; * P1 ME")
    assert len(told(table, "dealt")) == 1, "no extra cards are announced again"
    assert (hand(table, 0), hand(table, 1)) == ({"TX", "ME"}, {"CA"})
    assert table.view(None)["redealt"] == 1


def test_PO_7_play_goes_on_after_the_last_one_who_played() -> None:
    table = table_of("NY TX CA / VA TN ME", "", STUCK + "; P2 pass; * P1 TX; * P2 CA; * P1 ME")
    assert table.owes == {0}, "P2 played last"


def test_PO_7_play_goes_on_after_the_last_one_who_drew() -> None:
    table = table_of("NY TX / VA CA", "ME", "P1 side R; P1 nominate NY; P2 nominate VA; P1 draw; * P1 ME; P2 pass")
    enter(table, "P1 pass; * P1 TX; * P2 CA; * P1 ME")
    assert table.owes == {1}, "P1 drew last"


def test_PO_7_the_failed_draw_of_the_last_card_is_no_pass() -> None:
    table = table_of("NY TX / VA CA", "ME", "P1 side R; P1 nominate NY; P2 nominate VA; P1 draw; * P1 ME; P2 pass")
    assert moves(table, 0) == ["pass"]
    assert table.view(None)["passes"] == 1
    assert table.view(None)["redealt"] == 0


def test_PO_7_only_passes_in_a_row_count() -> None:
    table = table_of("NY PA TX / VA CA ME", "", "P1 side R; P1 nominate NY; P2 nominate VA; P1 play PA; P2 pass")
    enter(table, "P1 pass")
    assert table.view(None)["redealt"] == 1
    other = table_of("NY PA OH / VA CA ME", "", "P1 side R; P1 nominate NY; P2 nominate VA; P1 play PA; P2 pass")
    enter(other, "P1 play OH")
    assert other.view(None)["passes"] == 0


def test_PO_7_with_nothing_held_the_votes_are_counted_at_once() -> None:
    table = table_of("NY PA / VA TN", "", START + "; P1 play PA; P2 play TN; P1 pass; P2 pass")
    assert table.over
    assert table.view(None)["redealt"] == 0
    assert table.result is not None
    assert told(table, "all_played") == [(None, {})]


def test_PO_7_the_third_party_vote_is_dealt_once() -> None:
    table = table_of("NY TX / VA CA", "", START + "; P1 pass; P2 pass; * P1 TX; * P2 CA; P1 pass")
    assert not table.over
    enter(table, "P2 pass")
    assert table.over
    assert [event.event for event in table.events()].count("third_party") == 1
    assert told(table, "stuck_again") == [(None, {"cards": 2})]


def test_PO_7_a_card_dealt_again_may_be_played() -> None:
    table = table_of("NY GA CA / VA PA ME", "", START + "; P1 pass; P2 pass")
    enter(table, "* P1 PA; * P2 GA; * P1 ME; * P2 CA")
    assert moves(table, 0) == ["play PA"]
    enter(table, "P1 play PA; P2 pass; P1 pass")
    assert states(table, 0) == {"NY", "PA"}
    assert table.over


def ended(hands: str, entries: str, **options: str) -> hustings.Table:
    table = table_of(hands, "", entries, **options)
    assert table.over
    return table


def test_PO_8_more_votes_win_and_the_sides_seats_share() -> None:
    table = ended(
        "NY PA / VA TN / NJ CT / NC GA",
        "P1 nominate NY; P2 nominate VA; P3 play NJ; P4 play NC; P1 play PA; P2 play TN; P3 play CT; P4 play GA;"
        "P1 pass; P2 pass; P3 pass; P4 pass",
    )
    result = table.result
    assert result is not None
    assert result.winners == (0, 2)
    assert result.shares == (Fraction(1, 2), 0, Fraction(1, 2), 0)
    assert result.scores == (92, 49, 92, 49)


def test_PO_8_no_majority_is_needed() -> None:
    table = ended("NY TX / VA CA", START + "; P1 pass; P2 pass; * P1 TX; * P2 CA; P1 pass; P2 pass")
    assert table.result is not None
    assert table.result.scores == (39, 12)
    assert table.result.winners == (0,)


def test_PO_8_cards_still_held_count_for_nobody() -> None:
    table = ended(
        "NJ TX / VA PA",
        "P1 side R; P1 nominate NJ; P2 nominate VA; P1 pass; P2 pass;* P1 TX; * P2 PA; P1 pass; P2 pass",
    )
    assert table.view(1)["held"] == [1, 1]
    assert table.result is not None
    assert table.result.scores == (12, 12), "34 votes in Pennsylvania do not help"


TIED = "P1 side R; P1 nominate WA; P2 nominate AR; P1 play OR; P2 pass; P1 pass; * P1 ME; P2 pass; P1 pass"
EVEN = "P1 side R; P1 nominate NJ; P2 nominate VA; P1 pass; P2 pass; * P1 TX; * P2 PA; P1 pass; P2 pass"


def test_PO_8_with_equal_votes_more_states_win() -> None:
    table = ended("WA OR / AR ME", TIED)
    assert table.result is not None
    assert table.result.scores == (9, 9)
    assert table.result.winners == (0,)
    assert table.result.text.startswith(
        "No one can play any more: 9 votes each, and the Republican side of P1 wins with 2 states to 1."
    )
    mirrored = ended(
        "AR ME / WA OR",
        "P1 side D; P1 nominate AR; P2 nominate WA; P1 pass; P2 play OR; P1 pass; P2 pass; * P1 ME; P1 pass; P2 pass",
    )
    assert mirrored.result is not None
    assert mirrored.result.winners == (1,)


def test_PO_8_equal_votes_of_one_year_are_not_equal_in_the_other() -> None:
    table = ended("WA OR / AR ME", TIED, votes="1900")
    assert table.result is not None
    assert table.result.scores == (8, 8)
    other = ended("NJ TX / VA PA", EVEN, votes="1900")
    assert other.result is not None
    assert other.result.scores == (10, 12)


def test_PO_8_equal_votes_and_states_are_a_draw() -> None:
    table = ended("NJ TX / VA PA", EVEN)
    assert table.result is not None
    assert table.result.winners == ()
    assert table.result.shares == (Fraction(1, 2), Fraction(1, 2))
    assert table.view(None)["winner"] is None
    assert told(table, "drawn") == [(None, {"votes": 12, "states": 1})]


def test_PO_8_nobody_moves_after_the_count() -> None:
    assert refused(ended("NJ TX / VA PA", EVEN), "P1 draw").clause == "PO-8"


def test_PO_9_the_nominator_of_the_winner_deals_the_next_game() -> None:
    table = ended("NY TX / VA CA", START + "; P1 pass; P2 pass; * P1 TX; * P2 CA; P1 pass; P2 pass")
    assert table.view(None)["next_dealer"] == "P1"
    assert table.result is not None
    assert table.result.winners == (0,)
    assert table.result.facts["begins"] == "P2"


def test_PO_9_the_winning_nominator_of_the_other_side_does() -> None:
    table = ended(
        "TX ME / NY PA",
        "P1 side D; P1 nominate TX; P2 nominate NY; P1 pass; P2 play PA; P1 pass; P2 pass;* P1 ME; P1 pass; P2 pass",
    )
    assert table.view(None)["next_dealer"] == "P2"
    assert told(table, "won") == [(None, {"party": "Republican", "seats": ["P2"], "votes": 73, "other": 18})]


def test_PO_9_after_a_draw_the_deal_passes_to_the_left() -> None:
    table = ended("NJ TX / VA PA", EVEN)
    assert table.view(None)["next_dealer"] == "P1", "on the left of the dealer, who is the last seat"
    assert table.result is not None
    assert table.result.text.endswith("the election is a draw.")


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("must_play", ["yes", "no"])
def test_PO_7_no_order_of_cards_changes_the_count_once_moves_are_alike(seats: int, must_play: str) -> None:
    """A room may make all moves from there on; before, the game promises nothing."""
    early, met = seats == 2 and must_play == "yes", 0
    for seed in range(24 if early else 12):
        table = hustings.game("politics", must_play=must_play).start(seats=seats, seed=seed)
        book, counts = table.game.book, set()
        while not table.over and not book.moves_are_alike(table.view_row(None)):
            if early:
                assert not table.record().nominee[1]
            else:
                assert table.record().stock or not table.record().nominee[1]
            table.play(choose(table, min(table.owes), "canvasser", key=table.length))
        for number in range(0 if table.over else 6):
            copy, chosen = table.copy(), random.Random(number)
            while not copy.over:
                legal = copy.legal(min(copy.owes))
                copy.play(chosen.choice(legal) if number else legal[0])
            assert copy.result is not None
            counts.add((copy.result.shares, copy.result.scores))
        assert len(counts) == (0 if table.over else 1)
        met += not table.over
    assert met


def test_PO_6_the_order_of_cards_counts_before_moves_are_alike() -> None:
    """With partners, or with draws by choice, the cards drawn depend on the order; so rooms must ask there."""
    for seats, must_play in ((2, "no"), (4, "yes")):
        found = []
        for seed in range(12):
            table = hustings.game("politics", must_play=must_play).start(seats=seats, seed=seed)
            while not table.record().nominee[1]:
                table.play(choose(table, min(table.owes), "canvasser", key=table.length))
            assert not table.game.book.moves_are_alike(table.view_row(None))
            scores = set()
            for number in range(6):
                copy, chosen = table.copy(), random.Random(number)
                while not copy.over:
                    copy.play(chosen.choice(copy.legal(min(copy.owes))))
                assert copy.result is not None
                scores.add(copy.result.scores)
            found.append(len(scores))
        assert max(found) > 1


def test_holders_are_told_for_the_states_of_the_game_alone() -> None:
    """Each state in play with its votes, and the side that it was played to; the other states are no states here."""
    table = hustings.game("politics", cards=6).start(seats=2, seed=7)
    while not table.over:
        table.play(table.legal(min(table.owes))[0])
    votes, holders = TELLING.read_held(table.record())
    where = {code: lies for code, lies in table.view(None)["where"].items() if lies != "absent"}
    assert len(where) == 6
    assert holders == {code: {"side 1": 0, "side 2": 1}.get(lies) for code, lies in where.items()}
    assert votes.keys() == where.keys()
