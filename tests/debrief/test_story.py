"""The screens of a class's debrief, and the campaigns they tell of."""

from __future__ import annotations

import pytest

import hustings
from hustings.debrief import Debrief, debrief, screens, summary, traffic
from hustings.engine.knowledge import campaign_seen, holdings
from hustings.engine.table import Table
from tests.debrief.test_debrief import played

TABLES = 4
SEATS = {"combat": 2, "president": 4, "politics": 4, "mudslinger": 5}
STORY = {
    "combat": ["people"],
    "president": ["weeks", "states", "together"],
    "politics": ["networks", "parties"],
    "mudslinger": ["money", "parties"],
}
WEEKS = 12


@pytest.fixture(scope="module", params=SEATS)
def tables(request: pytest.FixtureRequest) -> list[Table]:
    return [played(request.param, SEATS[request.param], {}, seed) for seed in range(TABLES)]


def told(tables: list[Table]) -> list[Debrief]:
    found = [debrief(table) for table in tables]
    assert all(found)
    return [each for each in found if each is not None]


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
    lines = summary(found)
    shown = screens(found, lines)
    kinds = [one.kind for one in shown]
    assert kinds[:2] == ["result", "winners"]
    assert kinds[-1] == "all"
    assert kinds.count("rule") == 3
    assert [kind for kind in kinds if kind in STORY[tables[0].game.name]] == STORY[tables[0].game.name]
    counts = [one.count for one in shown if one.kind == "round"]
    assert counts == list(range(1, max(len(each.campaign.rounds) for each in found) + 1))
    rules = [one for one in shown if one.rule is not None]
    assert len({one.rule for one in rules}) == len(rules)
    for one in shown:
        assert one.table is None or 0 <= one.table < TABLES
    others = [one.facts["others"] for one in rules if one.kind == "rule"]
    assert others == sorted(others, reverse=True)


def test_a_headline_counts_the_marked_tables_of_every_rule(tables: list[Table]) -> None:
    found = told(tables)
    for line in summary(found):
        if line["key"] == "debrief.elimination":
            continue
        (one,) = [shown for shown in screens(found, [line]) if shown.rule is not None]
        rule = (line["key"], line["facts"])
        counts = [
            next(count for count in each.others if (f"debrief.{count.key}", dict(count.facts)) == rule)
            for each in found
        ]
        assert one.marked == tuple(place for place, count in enumerate(counts) if count.outcome == "other")
        assert one.facts["others"] == len(one.marked)
        assert one.table is not None
        if any(count.outcome != "same" for count in counts):
            assert counts[one.table].outcome != "same"
        if one.marked:
            assert one.table in one.marked
        assert one.facts["level"] == sum(count.outcome == "level" for count in counts)
        assert one.facts["nobody"] == sum(count.outcome == "nobody" for count in counts)
        for count, each in zip(counts, found, strict=True):
            assert (count.outcome == "same") == (count.winners == each.played.winners)
            if count.outcome == "nobody":
                assert count.key in ("condorcet", "contingent")
            if count.outcome == "level":
                assert len(count.winners) != 1


def test_the_tables_won_with_fewer_states_are_marked_without_the_district(tables: list[Table]) -> None:
    found = told(tables)
    shown = next(one for one in screens(found, summary(found)) if one.kind == "result")
    fewer = []
    for place, each in enumerate(found):
        held = [sum(side == one for state, side in each.held.items() if state != "DC")
                for one in range(len(each.sides))]  # fmt: skip
        if len(each.played.winners) == 1 and max(held) > held[each.played.winners[0]]:
            fewer.append(place)
    assert (shown.marked, shown.facts["fewer"]) == (tuple(fewer), len(fewer))


def test_the_states_with_most_and_fewest_pyramids_are_named_with_their_ties() -> None:
    found = told([played("president", 4, {}, seed) for seed in range(TABLES)])
    facts = next(one.facts for one in screens(found, summary(found)) if one.kind == "states")
    chosen = {one.state: one.chosen for one in traffic(found)}
    for name, number, wanted in (("most", "chosen", max(chosen.values())), ("least", "fewest", min(chosen.values()))):
        assert facts[number] == wanted
        assert set(str(facts[name]).split()) == {state for state, count in chosen.items() if count == wanted}


def test_the_parts_of_a_rule_add_up_to_its_totals(tables: list[Table]) -> None:
    for each in told(tables):
        for count in each.others:
            if count.weights:
                held = [sum(count.weights[state] for state, side in each.held.items() if side == one)
                        for one in range(len(count.totals))]  # fmt: skip
                assert tuple(held) == count.totals, count.key
            elif count.parts and count.key != "condorcet":  # which counts rivals, not states
                assert tuple(map(sum, zip(*count.parts.values(), strict=True))) == count.totals, count.key


def test_traffic_counts_every_effort_and_who_met() -> None:
    tables = [played("president", 4, {}, seed) for seed in range(TABLES)]
    found = traffic(told(tables))
    efforts = [effort for table in tables for effort in campaign_seen(table).efforts]
    assert sum(one.chosen for one in found) == len(efforts) == TABLES * 4 * WEEKS
    assert sum(one.amount for one in found) == sum(effort.amount for effort in efforts)
    assert [one.amount for one in found] == sorted((one.amount for one in found), reverse=True)
    met = 0
    for table in tables:
        for week in range(1, WEEKS + 1):
            here = [effort.state for effort in campaign_seen(table).efforts if effort.step == week]
            met += sum(here.count(state) > 1 for state in set(here))
    assert sum(one.together for one in found) == met


def test_the_states_of_the_winners_are_counted_over_the_tables(tables: list[Table]) -> None:
    found, debriefs = traffic(told(tables)), told(tables)
    for one in found:
        holders = [each.held.get(one.state) for each in debriefs]
        winners = [each.played.winners for each in debriefs]
        assert one.won == sum(won == (side,) for side, won in zip(holders, winners, strict=True))
        if debriefs[0].campaign.parties:
            assert sum(one.parties.values()) == sum(side is not None for side in holders)


def test_money_is_told_by_what_it_was_for() -> None:
    table = played("mudslinger", 3, {}, 5)
    efforts = campaign_seen(table).efforts
    for kind, event in (("popularity", "spent"), ("mud", "slung")):
        spent = sum(one.args["dollars"] for one in table.events() if one.event == event)
        assert sum(effort.amount for effort in efforts if effort.kind == kind) == spent
