"""The rule-of-thumb bot: it bids by the odds, plays what beats a trade, gives nothing away, and beats chance."""

from __future__ import annotations

import numpy as np
import pytest

import hustings
from hustings import Table
from hustings.bots import choose
from hustings.engine.kernels import verbs
from hustings.games.mudslinger import moves
from hustings.games.mudslinger.cards import STATES
from tests.rules.mudslinger.tables import begun, dealt, drawn, holding, legal, play, rich

LAST = [code for code in STATES if code not in {"GA", "TX", "VT", "CA"}][:44]


def chosen(table: Table, seat: int) -> str:
    """What the bot on a seat, from 1, does now, without its label."""
    return str(choose(table, seat - 1, "thumb", key=1)).split(" ", 1)[1]


def heuristic(table: Table, move: str) -> int:
    read = table.read(move)
    return int(verbs.heuristic(table.view_row(read.seat), read.seat, read.action))


def test_it_tries_for_a_state_where_its_odds_are_worth_most() -> None:
    """Conservative: Texas for 38 points rather than Georgia for 16, Vermont for 3."""
    assert chosen(drawn("M01"), 1) == "campaign TX"


def test_as_the_runner_it_spends_what_the_odds_repay() -> None:
    table = play(rich(drawn("M01"), 6, 0, 0), "P1 campaign TX")
    assert chosen(table, 1).startswith("spend ")
    assert heuristic(table, "P1 spend 3") > heuristic(table, "P1 pass")


def test_for_a_small_state_it_keeps_its_money() -> None:
    assert chosen(play(rich(drawn("G35"), 6, 0, 0), "P1 campaign VT"), 1) == "pass"


def test_it_never_spends_on_a_rival_and_slings_where_much_is_at_stake() -> None:
    table = play(holding(rich(drawn("M01"), 8, 20, 20), P1="NY FL"), "P1 campaign TX, P1 spend 5")
    spends = [heuristic(table, f"P2 {text}") for text in legal(table, 2, "spend")]
    assert spends
    assert max(spends) < heuristic(table, "P2 pass")
    assert chosen(table, 2).startswith("sling ")


def test_mud_and_bids_are_for_the_one_who_outlasts_the_other() -> None:
    """A runner with the longer purse bids once and meets no mud; with the shorter one it does not bid in vain."""
    contest = "P1 campaign TX"
    raised = f"{contest}, P1 spend 5"
    assert chosen(play(rich(drawn("M01"), 30, 9, 9), raised), 2) == "pass"
    assert chosen(play(rich(drawn("M01"), 5, 9, 9), raised), 2).startswith("sling ")
    assert chosen(play(rich(drawn("M01"), 6, 40, 40), contest), 1) == "pass"


def test_a_seat_with_dollars_to_spare_fights_on_for_a_few_rounds() -> None:
    """Texas from 9 to 16 takes seven dollars; 63 are for the usual bids of the 21 turns to come."""
    for spare, verb in ((7, "sling"), (21, "sling"), (28, "pass"), (35, "sling"), (0, "pass")):
        table = play(rich(drawn("M01"), 300, 63 + spare, 0), "P1 campaign TX, P1 spend 7")
        assert chosen(table, 2).split()[0] == verb


def test_no_seat_is_asked_on_and_on_in_one_contest() -> None:
    """Three bots of the easiest level; most contests have two bids of all seats at most, and none has many of one."""
    bids: list[list[int]] = []
    table = hustings.game("mudslinger").start(seats=3, seed="war")
    for number in range(2000):
        if table.over:
            break
        seat = min(table.owes)
        move = table.play(choose(table, seat, "canvasser", key=number))
        if move.verb == "campaign":
            bids.append([0, 0, 0])
        elif move.verb in {"spend", "sling"}:
            bids[-1][seat] += 1
    assert table.over
    assert len(bids) > 50
    assert max(map(max, bids)) <= 12
    assert sum(sum(each) > 2 for each in bids) < len(bids) / 5


def test_it_never_gives_anything_away() -> None:
    """No gift, offer or poll is among its choices, and each looks worse than passing."""
    table = play(dealt(rich(drawn("M01"), 9, 0, 0), "DONOR", "SPIN"), "P1 campaign TX")
    out = table.game.book.buffers().actions
    choices = out[: verbs.choices(table._row, 0, out)].tolist()
    assert choices
    assert all(action < moves.GIVE and action != moves.POLL for action in choices)
    assert legal(table, 1, "give")
    for text in legal(table, 1, "give") + legal(table, 1, "offer"):
        assert heuristic(table, f"P1 {text}") < heuristic(table, "P1 pass")


def test_unasked_it_only_talks() -> None:
    """A seat that is not asked and holds no card has promises to choose from, and nothing that costs anything."""
    table = rich(begun(), 0, 9, 0)
    assert chosen(table, 2).startswith("promise ")


@pytest.mark.parametrize(("wants", "answer"), [("$1", "accept"), ("$9", "decline")])
def test_it_accepts_what_is_worth_more_than_it_costs(wants: str, answer: str) -> None:
    table = play(rich(dealt(begun(), "DONOR"), 0, 9, 0), f"P1 offer P2 DONOR, P1 for {wants}")
    assert chosen(table, 2) == answer


def test_it_plays_money_at_once_and_keeps_a_recount_for_a_failure() -> None:
    assert chosen(dealt(begun(), "DONOR"), 1) == "play DONOR"
    assert chosen(dealt(begun(), "RECOUNT"), 1) == "draw"
    table = play(dealt(drawn("M01"), "RECOUNT"), "P1 campaign TX, P1 pass, * dice 4 4 4")
    assert chosen(table, 1) == "play RECOUNT"
    won = play(dealt(drawn("M01"), "RECOUNT"), "P1 campaign TX, P1 pass, * dice 1 1 1")
    assert chosen(won, 1) == "pass"


def test_it_raises_its_rating_by_a_card_where_dollars_are_short() -> None:
    """Texas, rating 9: five more points for nothing. At 15 the cap leaves one of them, and the card is kept."""
    poor = play(dealt(rich(drawn("M01"), 2, 0, 0), "SURGE"), "P1 campaign TX")
    assert chosen(poor, 1) == "play SURGE"
    assert heuristic(poor, "P1 play SURGE") > max(heuristic(poor, f"P1 {text}") for text in legal(poor, 1, "spend"))
    high = play(dealt(rich(drawn("M01"), 6, 9, 0), "SURGE"), "P1 campaign TX, P1 spend 6, P2 pass")
    assert chosen(high, 1) == "pass"


def test_it_does_not_trade_in_for_three_points_of_its_rating_what_is_worth_five() -> None:
    """Three dollars for another card would turn this contest, so another card is traded in."""
    surge = play(dealt(rich(drawn("M01"), 2, 0, 0), "SURGE"), "P1 campaign TX")
    assert heuristic(surge, "P1 trade SURGE") < heuristic(surge, "P1 pass")
    spin = play(dealt(rich(drawn("M01"), 2, 0, 0), "SPIN"), "P1 campaign TX")
    assert chosen(spin, 1) == "trade SPIN"


def test_it_attacks_a_runner_who_cannot_pay_against_it_any_more() -> None:
    """The leader's Texas at 15: with nine dollars left he would buy back what the card takes."""
    spent = play(holding(dealt(rich(drawn("M01"), 6, 0, 0), "", "OCTOBER"), P1="NY FL"), "P1 campaign TX, P1 spend 6")
    assert chosen(spent, 2) == "play OCTOBER on P1"
    able = play(holding(dealt(rich(drawn("M01"), 15, 0, 0), "", "OCTOBER"), P1="NY FL"), "P1 campaign TX, P1 spend 6")
    assert chosen(able, 2) == "pass"


def test_it_spins_what_would_cost_it_much_and_lets_the_rest_be() -> None:
    loss = play(dealt(rich(begun(), 0, 4, 0), "SLUSH", "SPIN"), "P1 play SLUSH on P2")
    assert chosen(loss, 2) == "play SPIN"
    other = play(dealt(rich(begun(), 0, 4, 4), "SLUSH", "SPIN"), "P1 play SLUSH on P3")
    assert chosen(other, 2) == "pass"


def test_it_lobbies_for_a_card_worth_more_than_an_attempt() -> None:
    good = begun("P1 draw, * P1 G24, P1 rest")
    assert chosen(good, 2) == "lobby"
    late = holding(begun("P1 draw, * P1 G13, P1 rest"), P1=" ".join(LAST))
    assert chosen(late, 2) == "draw"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_it_beats_chance_clearly(seats: int) -> None:
    """One rule-of-thumb bot among newcomers wins nearly always: 40 games at every table size."""
    from hustings.engine.kernels import compiled

    game = hustings.game("mudslinger")
    levels = np.array([1] + [0] * (seats - 1))
    keys = np.arange(40, dtype=np.uint64)
    results, _ = compiled.random_games(game.book, game.start_options(seats), keys, levels)
    assert (results[:, 0, 0] == 1).mean() > 0.9
