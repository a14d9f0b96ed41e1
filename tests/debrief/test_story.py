"""The screens of a class's debrief, and the campaigns they tell of."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import hustings
from hustings.atlas import apportionment
from hustings.debrief import Debrief, debrief, debrief_stopped, screens, summary, traffic
from hustings.debrief.story import MOST, RULES, decided_at_once
from hustings.engine.knowledge import campaign_seen, holdings
from hustings.engine.table import Table
from tests.debrief.test_debrief import played

TABLES = 4
SEATS = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
STORY = {
    "combat": ["game", "law", "people"],
    "president": ["game", "law", "national", "campaigns"],
    "politics": ["game", "law", "networks"],
    "mudslinger": ["game", "law", "people", "money"],
}
WEEKS = 12


@pytest.fixture(scope="module", params=SEATS)
def tables(request: pytest.FixtureRequest) -> list[Table]:
    return [played(request.param, SEATS[request.param], {}, seed) for seed in range(TABLES)]


def debriefed(table: Table) -> Debrief:
    found = debrief(table)
    assert found is not None
    return found


def told(tables: list[Table]) -> list[Debrief]:
    return [debriefed(table) for table in tables]


def test_every_effort_is_of_a_side_in_a_state_in_play(tables: list[Table]) -> None:
    for table in tables:
        campaign, held = campaign_seen(table), holdings(table)
        assert held is not None
        for effort in campaign.efforts:
            assert effort.state in held.votes
            assert 0 <= effort.side < len(held.sides)
            assert effort.amount > 0
        assert [effort.step for effort in campaign.efforts] == sorted(effort.step for effort in campaign.efforts)


def test_the_campaigns_of_president_are_its_sealed_choices_week_by_week() -> None:
    table = played("president", 3, {})
    campaign = campaign_seen(table)
    assert campaign.sealed
    chosen = [entry.split() for entry in table.log if entry.split()[1] == "place"]
    weeks: list[tuple[int, str]] = []
    for place, (seat, _, size, state) in enumerate(chosen):
        weeks.append((place // 3 + 1, f"{seat} {size} {state}"))
    seen = {(effort.step, f"P{effort.side + 1} {effort.kind} {effort.state}") for effort in campaign.efforts}
    assert seen == set(weeks)
    assert len(campaign.efforts) == 3 * WEEKS
    first = campaign.rounds[0]
    counted = [event.args for event in table.events() if event.event == "counted" and event.args["count"] == 1]
    assert first.totals == tuple(each["electors"] for each in counted)
    assert len(campaign.rounds) == table.view(None)["counts"]


def test_a_spectator_is_told_no_sealed_choice() -> None:
    table = hustings.game("president").start(seats=3, seed=1)
    table.play(table.legal(0)[0])
    assert campaign_seen(table).efforts == ()


def test_a_class_has_its_screens_in_order(tables: list[Table]) -> None:
    found = told(tables)
    for predicted in (False, True):
        shown = screens(found, summary(found), predicted)
        kinds = [one.kind for one in shown]
        assert len(kinds) <= MOST
        assert kinds[0] == "result"
        assert kinds[1:3] == ["game", "law"], "the law comes third, before any other rule"
        assert shown[1].table == shown[2].table, "by the same table"
        assert kinds[-1] == "remember"
        assert (kinds[-2] == "expected") == predicted
        assert [kind for kind in kinds if kind in STORY[tables[0].game.name]] == STORY[tables[0].game.name]
        assert kinds.count("rule") <= RULES
        rules = [one for one in shown if one.rule is not None]
        assert len({one.rule for one in rules}) == len(rules)
        for one in shown:
            assert one.table is None or 0 <= one.table < TABLES
        others = [one.facts["others"] for one in rules if one.kind == "rule"]
        assert others == sorted(others, reverse=True)
        assert 0 not in others, "a rule that changes nothing has no screen"


def test_a_headline_counts_the_marked_tables_of_every_rule(tables: list[Table]) -> None:
    found = told(tables)
    lines = summary(found)
    shown = [one for line in lines for one in screens(found, [line]) if one.kind in ("rule", "people", "national")]
    for one in shown:
        assert one.rule == 0
        assert one.facts["others"] == len(one.marked)
    seen = 0
    for one in screens(found, lines):
        if one.rule is None or one.kind == "law":
            continue
        line, seen = lines[one.rule], seen + 1
        rule = (line["key"], line["facts"])
        counts = [
            next(count for count in each.others if (f"debrief.{count.key}", dict(count.facts)) == rule)
            for each in found
        ]
        assert one.marked == tuple(place for place, count in enumerate(counts) if count.outcome == "other")
        assert one.table is not None
        if one.marked:
            assert one.table in one.marked
        assert one.facts["level"] == sum(count.outcome == "level" for count in counts)
        assert one.facts["nobody"] == sum(count.outcome == "nobody" for count in counts)
        for count, table in zip(counts, tables, strict=True):
            assert table.result is not None
            won = {side for side, seats in enumerate(debriefed(table).sides) if seats[0] in table.result.winners}
            assert (count.outcome == "same") == (set(count.winners) == won), "compared with who won the game"
            if count.outcome == "level":
                assert len(count.winners) != 1
    assert seen or tables[0].game.name not in ("combat", "president")


def test_a_rule_that_counts_one_table_is_told_of_all_tables() -> None:
    """Some years' electors count only the tables whose states took part in those years."""
    found = told([played("combat", 2, {}, seed) for seed in range(TABLES)])
    lines = [line for each in found for line in summary([each]) if line["changed"]]
    shown = [one for line in lines for one in screens(found, [line]) if one.kind == "rule"]
    assert {one.facts["tables"] for one in shown} == {TABLES}


def test_the_house_is_shown_by_a_table_of_the_eliminations() -> None:
    found = told([played("president", 4, {}, seed) for seed in range(TABLES)])
    game, law = (next(one for one in screens(found, summary(found)) if one.kind == kind) for kind in ("game", "law"))
    assert game.table == law.table
    assert law.table is not None
    assert not decided_at_once(found[law.table])
    assert (law.facts["states"], law.facts["needed"]) == (11, 6)
    for place, each in enumerate(found):
        (house,) = [count for count in each.others if count.key == "contingent"]
        (last,) = [count for count in each.others if count.key == "elimination"] or [each.played]
        other = len(house.winners) == 1 and house.winners != last.winners
        assert (place in law.marked) == (other and not decided_at_once(each))
    if law.marked:
        assert law.table in law.marked


def test_the_law_is_that_of_the_year_of_the_votes() -> None:
    combat, politics = (
        told([played(game, SEATS[game], {}, seed) for seed in range(2)]) for game in ("combat", "politics")
    )
    law = [next(one for one in screens(each, summary(each)) if one.kind == "law") for each in (combat, politics)]
    names = ("electors", "elect", "union", "of_union", "senate", "district", "states", "needed", "ranked")
    assert [one.facts[name] for one in law[:1] for name in names] == [538, 270, 50, 26, 51, 3, 50, 26, 0]
    assert [one.facts[name] for one in law[1:] for name in names] == [476, 239, 45, 23, 46, 0, 45, 23, 0]
    assert law[0].facts["undecided"] == sum(max(each.played.totals) < 270 for each in combat)


def test_a_table_without_a_majority_shows_how_the_game_decides() -> None:
    """A leader of a stopped Combat game may have fewer than 270: the class has to be told why that wins."""
    tables = [hustings.game("combat").start(seats=2, seed=seed) for seed in range(3)]
    chosen = random.Random(1)
    for table in tables[1:]:
        while sum(table.standing) < 300:
            table.play(chosen.choice(table.legal(min(table.owes))))
    while not tables[0].over:
        tables[0].play(chosen.choice(tables[0].legal(min(tables[0].owes))))
    stopped = [
        debrief_stopped(table, table.standing, [max((0, 1), key=table.standing.__getitem__)]) for table in tables
    ]
    found = [each for each in stopped if each is not None]
    game = next(one for one in screens(found, summary(found)) if one.kind == "game")
    short = [place for place, each in enumerate(found) if max(each.played.totals) < 270]
    assert len(short) == game.facts["short"] > 0
    assert game.table in short
    assert (game.facts["needed"], game.facts["majority"], game.facts["electors"]) == (270, 270, 538)


def test_a_national_vote_divides_the_people_of_a_state_as_its_points() -> None:
    table = played("president", 4, {}, 2)
    (found,) = told([table])
    held = holdings(table)
    assert held is not None
    (count,) = [count for count in found.others if count.key == "national_vote"]
    people = apportionment.populations(2010)
    for side, total in enumerate(count.totals):
        shares = (Fraction(people[state] * here[side], sum(here)) for state, here in held.points.items() if any(here))
        assert total == sum(shares)
    assert count.facts == {"census": 2010}
    assert count.winners == (max(range(4), key=lambda side: count.totals[side]),)


def test_the_earliest_and_the_latest_state_are_by_their_mean_week() -> None:
    found = told([played("president", 4, {}, seed) for seed in range(TABLES)])
    facts = next(one.facts for one in screens(found, summary(found)) if one.kind == "campaigns")
    weeks: dict[str, list[int]] = {}
    for each in found:
        for effort in each.campaign.efforts:
            weeks.setdefault(effort.state, []).append(effort.step)
    mean = {state: sum(steps) / len(steps) for state, steps in weeks.items() if len(steps) >= TABLES}
    assert mean[str(facts["early"])] == min(mean.values())
    assert mean[str(facts["late"])] == max(mean.values())
    assert facts["efforts"] == TABLES * 4 * WEEKS
    most = max(map(len, weeks.values()))
    assert set(str(facts["most"]).split()) == {state for state, steps in weeks.items() if len(steps) == most}


def test_the_result_marks_majorities_or_tables_won_with_fewer_states(tables: list[Table]) -> None:
    found = told(tables)
    shown = next(one for one in screens(found, summary(found)) if one.kind == "result")
    fewer = []
    for place, each in enumerate(found):
        held = [sum(side == one for state, side in each.held.items() if state != "DC")
                for one in range(len(each.sides))]  # fmt: skip
        if len(each.played.winners) == 1 and max(held) > held[each.played.winners[0]]:
            fewer.append(place)
    assert shown.facts["fewer"] == len(fewer)
    counted = [each.campaign.rounds for each in found if each.campaign.rounds]
    at_once = tuple(place for place, each in enumerate(found) if len(each.campaign.rounds) == 1)
    assert (shown.facts["counted"], shown.facts["at_once"]) == (len(counted), len(at_once))
    assert shown.marked == (at_once if counted else tuple(fewer))


def test_the_parts_of_a_rule_add_up_to_its_totals(tables: list[Table]) -> None:
    for each in told(tables):
        for count in each.others:
            if count.weights:
                held = [sum(count.weights[state] for state, side in each.held.items() if side == one)
                        for one in range(len(count.totals))]  # fmt: skip
                assert tuple(held) == count.totals, count.key
            elif count.parts and count.key != "condorcet":  # which counts rivals, not states
                assert tuple(map(sum, zip(*count.parts.values(), strict=True))) == count.totals, count.key


def test_traffic_counts_every_effort() -> None:
    tables = [played("president", 4, {}, seed) for seed in range(TABLES)]
    found = traffic(told(tables))
    efforts = [effort for table in tables for effort in campaign_seen(table).efforts]
    assert sum(one.chosen for one in found) == len(efforts) == TABLES * 4 * WEEKS
    assert sum(one.amount for one in found) == sum(effort.amount for effort in efforts)
    assert [one.amount for one in found] == sorted((one.amount for one in found), reverse=True)


def test_money_is_told_by_what_it_was_for() -> None:
    table = played("mudslinger", 3, {}, 5)
    efforts = campaign_seen(table).efforts
    for kind, event in (("popularity", "spent"), ("mud", "slung")):
        spent = sum(one.args["dollars"] for one in table.events() if one.event == event)
        assert sum(effort.amount for effort in efforts if effort.kind == kind) == spent
