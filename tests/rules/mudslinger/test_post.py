"""Plans for rounds by post: they lead to legal moves, end, spend no more than they allow, and are reported."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import hustings
from hustings import Table
from hustings.engine.notation import write_move
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.plans import Goal, Mud, Other, Plan, Price, Use
from hustings.games.mudslinger.proxy import POST
from tests.rules.mudslinger.tables import drawn, rich, see

TURNS = 400  # far more turns than a game takes


def situation(table: Table) -> str:
    """The name of the topmost frame: what must be answered."""
    return str(see(table, "frame")[see(table, "depth") - 1])


def any_plan(rng: random.Random, view: Any, seat: int) -> Plan:
    """A plan by chance that fits the game, sensible or not."""
    rivals = [rival for rival in range(view.seats) if rival != seat]
    states = [code for code, lies in zip(c.STATES, view.lies, strict=True) if lies != r.ABSENT]
    goals = tuple(Goal(code, rng.randrange(17)) for code in rng.sample(states, rng.randrange(6)))
    muds = tuple(Mud(rival, rng.randint(1, 16), rng.randrange(20)) for rival in rivals if rng.random() < 0.6)
    cards = tuple(use_of(rng, rng.choice(c.KIND_CODES), states, rivals) for _ in range(rng.randrange(9)))
    prices = tuple(price_of(rng, rng.choice(rivals)) for _ in range(rng.randrange(6)))
    other = rng.choice([None, Other(rng.randrange(20), rng.randrange(17))])
    return Plan(rng.choice(["draw", "lobby"]), goals, other, muds, cards, prices)


def use_of(rng: random.Random, card: str, states: list[str], rivals: list[int]) -> Use:
    whom, label = c.NAMES_WHOM[c.KIND_CODES.index(card)], f"P{rng.choice(rivals) + 1}"
    if whom == c.ON_STATE:
        return Use(card, rng.choice(["play", "trade"]), rng.choice(states))
    return Use(card, rng.choice(["play", "trade"]), label if whom == c.ON_RIVAL else rng.choice([None, label]))


def price_of(rng: random.Random, partner: int) -> Price:
    while True:
        gives, wants = rng.choice(r.ITEM_TEXTS), rng.choice(r.ITEM_TEXTS)
        if gives != wants and not gives[0] == wants[0] == "$":
            return Price(partner, gives, wants)


def play_round(table: Table, plans: list[Plan]) -> None:
    """Play a round as a room does, by what is left of each plan."""
    start, number = table.length, POST.round(table.view_row(None))
    while not table.over and POST.round(table.view_row(None)) == number:
        move_by(table, plans, start)


def move_by(table: Table, plans: list[Plan], start: int) -> str:
    (seat,) = table.owes
    view: Any = table.view_row(seat)
    before = view.tobytes()
    left = POST.after(plans[seat], seat, table.log_since(start))
    move = str(write_move(table.book, view, seat, POST.proxy(view, seat, left)))
    assert view.tobytes() == before
    assert move in map(str, table.legal(seat))
    table.play(move)
    return move


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("options", [{}, {"hot_streak": "on", "truces": "yes", "replace_mate": "yes"}])
def test_every_plan_leads_to_legal_moves_and_every_game_ends(seed: int, options: dict[str, str]) -> None:
    rng = random.Random(seed)
    seats = 3 + seed % 4
    table = hustings.game("mudslinger", length="20", **options).start(seats=seats, seed=seed)
    for _ in range(TURNS):
        if table.over:
            break
        views = [table.view_row(seat) for seat in range(seats)]
        plans = [any_plan(rng, view, seat) for seat, view in enumerate(views)]
        assert [POST.misfit(plan, view, seat) for seat, (plan, view) in enumerate(zip(plans, views, strict=True))] == [
            None
        ] * seats
        start = table.length
        play_round(table, plans)
        spent_within(table, plans, start)
        for seat, plan in enumerate(plans):
            lines = POST.report(plan, seat, [one for one in table.events(since=start, seat=seat) if one.entry > start])
            assert len(lines) >= len(plan.cards) + len(plan.prices) + len(plan.against)
    assert table.over


def spent_within(table: Table, plans: list[Plan], start: int) -> None:
    """Assert that nobody paid more for a state, or against a rival, than their plan allows."""
    paid: dict[tuple[int, str], int] = {}
    state, runner = "", 0
    for event in table.all_events():
        if event.entry <= start:
            continue
        if event.event in ("campaigns", "attacks"):
            state, runner = event.args["state"], event.seat or 0
        elif event.event in ("spent", "slung"):
            on = state if event.event == "spent" else f"P{runner + 1}"
            paid[event.seat or 0, on] = paid.get((event.seat or 0, on), 0) + event.args["dollars"]
    for (seat, on), dollars in paid.items():
        plan = plans[seat]
        most = {goal.state: goal.dollars for goal in plan.states} | {
            f"P{mud.seat + 1}": mud.dollars for mud in plan.against
        }
        assert dollars <= most.get(on, plan.other.dollars if plan.other else 0)


def test_a_proxy_knows_only_what_its_seat_may_know() -> None:
    """The same view and plan give the same move, whatever others hold."""
    table = hustings.game("mudslinger").start(seats=4, seed=3)
    plans = [any_plan(random.Random(seat), table.view_row(seat), seat) for seat in range(4)]
    for _ in range(60):
        (seat,) = table.owes
        view = table.view_row(seat)
        imagined = table.imagine(seat, key=5).view_row(seat)
        assert POST.proxy(view, seat, plans[seat]) == POST.proxy(imagined, seat, plans[seat])
        move_by(table, plans, 0)


def test_what_a_plan_does_not_mention_is_declined() -> None:
    table = hustings.game("mudslinger").start(seats=3, seed=2)
    start = table.length
    play_round(table, [Plan()] * 3)
    moves = {entry.split()[1] for entry in table.log_since(start) if entry[0] == "P"}
    assert moves <= {"draw", "rest", "pass", "keep", "replace"}


def test_each_round_begins_with_the_next_seat() -> None:
    table = hustings.game("mudslinger").start(seats=3, seed=2)
    began = []
    for _ in range(4):
        began.append(int(see(table, "runner")[1:]))
        play_round(table, [Plan()] * 3)
    assert began == [(began[0] - 1 + step) % 3 + 1 for step in range(4)]


def by_post(table: Table, *plans: Plan, roll: str = "4 4 4") -> list[str]:
    """Play the contest at a table by plans until its roll is settled, or another card comes up; the moves."""
    start, moves = table.length, list[str]()
    while table.owes or see(table, "pending") == "dice":
        if not table.owes:
            table.enter(f"* dice {roll}")
        elif situation(table) in ("again", "card") and moves:
            break
        else:
            moves.append(move_by(table, [*plans], start))
    return moves


def test_the_runner_spends_at_most_the_plans_dollars_and_rivals_push_down() -> None:
    table = rich(drawn("M01"), 9, 9, 9)
    mud = Plan(against=(Mud(0, 2, 10),))
    moves = by_post(table, Plan(states=(Goal("OH", 9), Goal("GA", 4))), mud, Plan(against=(Mud(0, 5, 17),)))
    assert moves[:3] == ["P1 campaign GA", "P1 spend 4", "P2 sling 2"]
    assert moves[3:] == ["P3 pass", "P1 pass", "P2 pass"][: len(moves) - 3]
    assert see(table, "turn") == 2


@pytest.mark.parametrize(
    ("plan", "part"),
    [
        (Plan(states=(Goal("ZZ", 3),)), "states"),
        (Plan(states=(Goal("GA", 3), Goal("GA", 2))), "states"),
        (Plan(states=(Goal("GA", 17),)), "states"),
        (Plan(other=Other(-1, 3)), "states"),
        (Plan(against=(Mud(1, 3),)), "against"),
        (Plan(against=(Mud(5, 3),)), "against"),
        (Plan(against=(Mud(0, 0),)), "against"),
        (Plan(cards=(Use("M01", "play"),)), "cards"),
        (Plan(cards=(Use("LEAK", "play"),)), "cards"),
        (Plan(cards=(Use("LEAK", "play", "P2"),)), "cards"),
        (Plan(prices=(Price(0, "$3", "$4"),)), "prices"),
        (Plan(prices=(Price(1, "$3", "TRUCE"),)), "prices"),
        (Plan(prices=(Price(0, "GA", "$1"),)), "prices"),
    ],
)
def test_what_does_not_fit_the_game_is_named(plan: Plan, part: str) -> None:
    found = POST.misfit(plan, hustings.game("mudslinger").start(seats=3, seed=1).view_row(1), 1)
    assert found is not None
    assert found.part == part
    assert found.clause in {clause.id for clause in hustings.game("mudslinger").clauses()}


def test_a_deal_needs_both_prices_and_is_made_once() -> None:
    table = rich(drawn("M01", truces="yes"), 9, 9, 9)
    seller = Plan(prices=(Price(0, "TRUCE", "$2"),), against=(Mud(0, 6),))
    buyer = Plan(states=(Goal("GA", 4),), prices=(Price(1, "$3", "TRUCE"),))
    moves = by_post(table, buyer, seller, Plan())
    assert [move for move in moves if move.split()[1] in ("offer", "for", "accept", "decline")] == [
        "P1 offer P2 $3",
        "P1 for TRUCE",
        "P2 accept",
    ]
    assert not any("sling" in move for move in moves)


def test_a_recount_is_kept_for_a_roll_that_it_changes() -> None:
    plan = Plan(states=(Goal("GA", 0),), cards=(Use("RECOUNT", "play"),))
    assert "P1 play RECOUNT" in by_post(rich(drawn("RECOUNT"), 9, 0, 0), plan, Plan(), Plan())
    sure = replace(plan, states=(Goal("GA", 9),))
    assert "P1 play RECOUNT" not in by_post(rich(drawn("RECOUNT"), 9, 0, 0), sure, Plan(), Plan())
