"""Counting a finished game again: every rule by hand on small maps, and whole games of all four kinds."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

import hustings
from hustings.atlas import apportionment, states
from hustings.debrief import ballots, debrief, debrief_stopped, summary, weightings
from hustings.debrief.debrief import Count, Debrief
from hustings.engine.holdings import Holdings
from hustings.engine.knowledge import holdings, scores_open
from hustings.engine.table import Table

GAMES = [("combat", 2, {}), ("combat", 2, {"objective": "book-deal"}), ("president", 2, {}), ("president", 5, {}),
         ("politics", 2, {}), ("politics", 6, {}), ("mudslinger", 3, {})]  # fmt: skip


def played(name: str, seats: int, options: dict[str, str], seed: int = 3) -> Table:
    """A random game to its end."""
    chosen = random.Random(seed)
    table = hustings.game(name, **options).start(seats=seats, seed=seed)
    while not table.over:
        table.play(chosen.choice(table.legal(min(table.owes))))
    return table


@pytest.fixture(scope="module", params=GAMES, ids=lambda case: f"{case[0]}-{case[1]}-{'-'.join(case[2].values())}")
def table(request: pytest.FixtureRequest) -> Table:
    return played(*request.param)


def told(table: Table) -> Debrief:
    found = debrief(table)
    assert found is not None
    return found


def otherwise(found: Debrief) -> list[Count]:
    """The counts by other rules."""
    return [count for count in found.others if count.key != "elimination"]


def test_an_elimination_is_a_step_of_its_own_and_rules_are_compared_with_the_winner() -> None:
    same = 0
    for seed in range(8):
        table = played("president", 3, {}, seed)
        found, first = told(table), [event.args for event in table.events() if event.event == "counted"][:3]
        assert table.result is not None
        assert found.played.totals == tuple(each["electors"] for each in first)
        held = holdings(table)
        assert held is not None
        assert (held.last_count is not None) == (table.view(None)["counts"] > 1)
        assert found.played.winners == ballots.best(found.played.totals)
        keys = [count.key for count in found.others]
        assert "plurality" not in keys
        assert (keys[0] == "elimination") == (table.view(None)["counts"] > 1) == ("elimination" in keys)
        if keys[0] == "elimination":
            last = found.others[0]
            assert (last.totals, last.winners) == (held.last_count, table.result.winners)
            assert sum(last.totals) <= sum(held.votes.values()), "no state counts twice"
            assert last.totals[table.result.winners[0]] == table.result.scores[table.result.winners[0]]
            assert last.changed == (last.winners != found.played.winners)
            for count in otherwise(found):
                assert count.changed == (count.winners != table.result.winners), count.key
                same += not count.changed
    assert same


def test_the_holders_votes_are_the_scores(table: Table) -> None:
    """Each game's own telling of who holds what is held against its own score."""
    held = holdings(table)
    assert held is not None
    assert table.result is not None
    for side, seats in enumerate(held.sides):
        votes = sum(held.votes[state] for state, holder in held.holder.items() if holder == side)
        if table.game.name == "president":
            counted = [event.args for event in table.events() if event.event == "counted" and event.seat == side]
            assert votes == counted[0]["electors"]  # those of the first count, before anybody's cards passed on
            continue
        assert {table.result.scores[seat] for seat in seats} == {votes}


def test_nothing_is_held_before_the_first_move(table: Table) -> None:
    fresh = table.game.start(seats=table.seats, seed=1)
    held = holdings(fresh)
    assert held is not None
    assert sorted(seat for seats in held.sides for seat in seats) == list(range(table.seats))
    if table.game.name != "president":  # there, a card lies with a player from the deal on
        assert set(held.holder.values()) == {None}


def test_a_game_that_goes_on_has_no_debrief() -> None:
    assert debrief(hustings.game("combat").start(seats=2, seed=1)) is None


def test_a_map_tells_a_spectator_no_more_than_the_view() -> None:
    table = hustings.game("mudslinger").start(seats=3, seed=5)
    chosen = random.Random(5)
    while not any(table.view(0)["won"]):
        table.play(chosen.choice(table.legal(min(table.owes))))
    held = holdings(table)
    assert held is not None
    assert {held.holder[state] for state in held.holder} == {None}  # MS-18: nobody is shown whose they are
    assert any(table.record().array["holder"][0])


def test_every_count_adds_up_and_says_what_it_is(table: Table) -> None:
    found, held = told(table), holdings(table)
    assert held is not None
    assert len({(count.key, str(count.facts)) for count in found.others}) == len(found.others)
    for weights, count in zip(weightings(held), otherwise(found), strict=False):
        assert sum(count.totals) == sum(weights.of[state] for state, side in held.holder.items() if side is not None)
    assert table.result is not None
    won = tuple(side for side, seats in enumerate(found.sides) if seats[0] in table.result.winners)
    for count in [found.played, *found.others]:
        if count.key not in ("first_count", "elimination"):
            assert count.changed == (count.winners != won)
        assert all("{" not in text and text for text in count.texts().values()), count.key
    assert "campaigned" in found.as_dict()["caution"]["text"]


def test_which_rules_apply_hangs_on_the_election_and_on_points(table: Table) -> None:
    keys = {count.key for count in told(table).others}
    assert {"without_senators", "one_each", "apportionment"} <= keys
    assert ("population" in keys) == (table.game.name != "politics")
    assert ("borda" in keys) == ("national_vote" in keys) == (table.game.name == "president")


def test_the_states_that_flip_a_sum_are_enough_and_one_fewer_is_not(table: Table) -> None:
    held = holdings(table)
    assert held is not None
    fewest = table.game.options.get("objective") == "book-deal"
    for weights, count in zip(weightings(held), otherwise(told(table)), strict=False):
        if not count.flips:
            continue
        assert _winner_after(held, weights.of, count.flips, fewest) not in (count.winners, None)
        for smaller in combinations(count.flips, len(count.flips) - 1):
            assert _winner_after(held, weights.of, smaller, fewest) in (count.winners, None)


def _winner_after(
    held: Holdings, weights: dict[str, int], given: tuple[str, ...], fewest: bool
) -> tuple[int, ...] | None:
    """Who is first when those states go from their holder to the side next to it; None where several are level."""
    totals = [Fraction(0)] * len(held.sides)
    for state, side in held.holder.items():
        if side is not None:
            totals[side] += weights[state]
    givers = {held.holder[state] for state in given}
    (giver,) = givers or {0}
    assert giver is not None
    taker = max((side for side in range(len(totals)) if side != giver), key=lambda side: totals[side])
    moved = sum(weights[state] for state in given)
    totals[giver] -= moved
    totals[taker] += moved
    wanted = min(totals) if fewest else max(totals)
    level = tuple(side for side, total in enumerate(totals) if total == wanted)
    return level if len(level) == 1 else None


def test_rules_on_a_small_map_by_hand() -> None:
    held = Holdings("2012", ((0,), (1,)), {"CA": 55, "WY": 3, "DC": 3, "AK": 3},
                    {"CA": 0, "WY": 1, "DC": 1, "AK": 1}, {})  # fmt: skip
    of = {weights.key: weights for weights in weightings(held) if weights.key != "apportionment"}
    assert of["without_senators"].of == {"CA": 53, "WY": 1, "DC": 1, "AK": 1}
    assert of["one_each"].of == {"CA": 1, "WY": 1, "DC": 0, "AK": 1}
    assert of["population"].of["WY"] == 568300  # 2010: 563,626 residents and 4,674 overseas
    assert of["wyoming"].facts == {"census": 2010, "house": apportionment.wyoming_house(2010)}
    spans = {weights.facts["elections"] for weights in weightings(held) if weights.key == "apportionment"}
    assert spans == {"1964-68", "1972-80", "1984-88", "1992-2000", "2004-08", "2024-28"}  # AK and DC vote in these
    assert states.span_of("2012") not in spans


#       A  B  C     a case where the rules disagree: A has most firsts, B beats both, C has most points
POINTS = {
    **dict.fromkeys(("OH", "PA", "IA"), (3, 2, 0)),
    **dict.fromkeys(("CO", "NV"), (0, 2, 9)),
    **dict.fromkeys(("MI", "VA"), (0, 3, 1)),
}


def test_ballots_by_hand() -> None:
    points = POINTS
    assert ballots.proportional({"OH": (3, 1, 0)}, {"OH": 18}, 3) == [Fraction(27, 2), Fraction(9, 2), 0]
    assert ballots.borda(points, 3) == [6, 7 * 1 + 2, 2 * 2 + 2]
    wins, first = ballots.condorcet(points, 3)
    assert (wins, first) == ([0, 2, 1], (1,))
    rounds, winner = ballots.instant_runoff(points, 3)
    assert rounds[0] == [3, 2, 2]
    assert winner == (0,)  # B and C are last together and leave together
    votes, chosen = ballots.contingent(points, [9, 4, 4], 3)
    assert (votes, chosen) == ([3, 2, 2], ())


def test_the_house_votes_by_holders_where_states_have_no_points() -> None:
    """Of two sides, one has most electors and the other most states: the House chooses the other (12th Amendment)."""
    for seed in range(6):
        table = played("combat", 2, {}, seed)
        found, held = told(table), holdings(table)
        assert held is not None
        (house,) = [count for count in found.others if count.key == "contingent"]
        states_of = [sum(side == one and state != "DC" for state, side in held.holder.items()) for one in range(2)]
        assert list(house.totals) == states_of
        assert house.winners == tuple(side for side in range(2) if states_of[side] >= 26)
        assert house.parts["DC"] == (0, 0), "D.C. has no vote in the House"
        assert (found.house, found.majority, found.needed, found.ranked) == ((0, 1), 270, 270, False)
        assert house.flips == ()


def test_a_game_that_the_fewest_votes_win_has_no_house() -> None:
    found = told(played("combat", 2, {"objective": "book-deal"}))
    assert (found.fewest, found.needed, found.house) == (True, 0, ())
    assert "contingent" not in {count.key for count in found.others}


def test_states_that_nobody_holds_or_whose_holder_is_fourth_cast_no_vote() -> None:
    table = hustings.game("mudslinger").start(seats=4, seed=5)
    chosen = random.Random(5)
    while sum(scores_open(table)) < 150:
        table.play(chosen.choice(table.legal(min(table.owes))))
    found = debrief_stopped(table, scores_open(table), [])
    assert found is not None
    (house,) = [count for count in found.others if count.key == "contingent"]
    voting = sum(side in found.house for side in found.held.values())
    assert sum(house.totals) == voting < 26
    assert house.winners == ()
    assert house.outcome in ("same", "nobody")


def test_a_runoff_hands_a_state_to_its_next_choice() -> None:
    points = {"OH": (3, 0, 0), "PA": (3, 0, 0), "IA": (0, 3, 0), "CO": (0, 3, 0), "NV": (0, 1, 2)}
    rounds, winner = ballots.instant_runoff(points, 3)
    assert rounds == [[2, 2, 1], [2, 3, 0]]
    assert winner == (1,)


def test_level_sides_share_and_cycles_elect_nobody() -> None:
    cycle = {"OH": (3, 2, 1), "PA": (1, 3, 2), "IA": (2, 1, 3)}
    assert ballots.condorcet(cycle, 3)[1] == ()
    assert ballots.instant_runoff(cycle, 3)[1] == (0, 1, 2)
    assert ballots.first_choices({"OH": (2, 2, 1)}, [0, 1, 2], 3) == [Fraction(1, 2), Fraction(1, 2), 0]
    assert ballots.instant_runoff({"OH": (0, 0)}, 2) == ([], ())
    assert ballots.contingent({"DC": (3, 0), "OH": (0, 1)}, [3, 18], 2) == ([0, 1], (1,))


def test_a_class_is_summed_rule_by_rule() -> None:
    found = [told(played("combat", 2, {}, seed)) for seed in (1, 2, 3)]
    lines = summary(found)
    assert {line["tables"] for line in lines} == {3}
    for line in lines:
        same = [count for each in found for count in each.others if f"debrief.{count.key}" == line["key"]
                and dict(count.facts) == line["facts"]]  # fmt: skip
        assert line["changed"] == sum(count.changed for count in same)


def test_a_sum_in_which_all_are_level_is_a_tie_and_not_an_election_of_nobody() -> None:
    def outcome(winners: tuple[int, ...], changed: bool = True, **more: object) -> str:
        return Count("any", {}, (Fraction(1), Fraction(1)), winners, changed, (), **more).outcome  # type: ignore[arg-type]

    assert outcome((), weights={"OH": 1}) == "level"
    assert outcome((0, 1), parts={"OH": (Fraction(1),)}) == "level"
    assert outcome((), parts={"OH": (Fraction(1),)}) == "nobody"
    assert outcome((1,)) == "other"
    assert outcome((0,), changed=False) == "same"
