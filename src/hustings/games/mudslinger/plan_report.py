"""Report what became of a plan for a round by post, line by line, from the events that its seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hustings.engine.events import Event
from hustings.engine.post import PlanFacts, PlanLine
from hustings.games.mudslinger.plans import Plan


@dataclass(slots=True)
class Contest:
    """A contest of the round.

    paid    the dollars of each seat: for the rating if it is the runner's, else mud.
    rating  the last rating; sum: what was rolled, 0 before.
    """

    runner: int
    state: str
    rating: int
    paid: Counter[int] = field(default_factory=Counter)
    sum: int = 0
    won: bool = False


def report(plan: Plan, seat: int, events: Sequence[Event]) -> list[PlanLine]:
    """Return what became of each line of a seat's plan.

    The kinds of lines, with their facts: `drew` (card: null if there was none; misfit: whether it went to the discards)
    and `lobbied` (card); `tried` (state, paid, most, mud, rating, sum, won) and `untried` (state, taken: the seat that
    won it in the round or null); `against` (seat, state, paid, most, rating, sum, won) and `spared` (seat);
    `played`, `traded` and `kept` (card, on); `dealt` and `no_deal` (seat, gives, wants).
    """
    contests = _contests(events)
    return [
        *_card(seat, events),
        *_states(plan, seat, contests),
        *_mud(plan, seat, contests),
        *_uses(plan, seat, events),
        *_prices(plan, seat, events),
    ]


def _contests(events: Sequence[Event]) -> list[Contest]:
    found: list[Contest] = []
    for event in events:
        args = event.args
        if event.event in ("campaigns", "attacks"):
            found.append(Contest(event.seat or 0, args["state"], args["base"]))
        elif not found:
            continue
        elif event.event in ("spent", "slung"):
            found[-1].paid[event.seat or 0] += args["dollars"]
            found[-1].rating = args["rating"]
        elif event.event in ("rated", "rolled"):
            found[-1].rating = args["rating"]
        elif event.event in ("won", "failed"):
            found[-1].sum, found[-1].won = args["sum"], event.event == "won"
    return found


def _card(seat: int, events: Sequence[Event]) -> Iterator[PlanLine]:
    own = [event for event in events if event.seat == seat]
    for event in own:
        if event.event == "lobbied":
            yield PlanLine("lobbied", {"card": event.args["card"]})
        elif event.event in ("drew", "drew_kind"):
            misfit = any(other.entry == event.entry and other.event in ("misfit", "discarded") for other in own)
            yield PlanLine("drew", {"card": event.args["card"], "misfit": misfit})
        elif event.event == "no_card":
            yield PlanLine("drew", {"card": None, "misfit": False})


def _states(plan: Plan, seat: int, contests: Sequence[Contest]) -> Iterator[PlanLine]:
    most = {goal.state: goal.dollars for goal in plan.states}
    other = plan.other.dollars if plan.other else 0
    for fought in (one for one in contests if one.runner == seat):
        facts: PlanFacts = {"state": fought.state, "paid": fought.paid[seat], "most": most.get(fought.state, other)}
        mud = fought.paid.total() - fought.paid[seat]
        yield PlanLine("tried", {**facts, "mud": mud, **_outcome(fought)})
    tried = {fought.state for fought in contests if fought.runner == seat}
    winners = {fought.state: fought.runner for fought in contests if fought.won}
    for state in (state for state in most if state not in tried):
        yield PlanLine("untried", {"state": state, "taken": winners.get(state)})


def _outcome(fought: Contest) -> dict[str, int | bool]:
    return {"rating": fought.rating, "sum": fought.sum, "won": fought.won}


def _mud(plan: Plan, seat: int, contests: Sequence[Contest]) -> Iterator[PlanLine]:
    for mud in plan.against:
        paid = [fought for fought in contests if fought.runner == mud.seat and fought.paid[seat]]
        for fought in paid:
            facts: PlanFacts = {"seat": mud.seat, "state": fought.state, "paid": fought.paid[seat], "most": mud.dollars}
            yield PlanLine("against", {**facts, **_outcome(fought)})
        if not paid:
            yield PlanLine("spared", {"seat": mud.seat})


def _uses(plan: Plan, seat: int, events: Sequence[Event]) -> Iterator[PlanLine]:
    names = ("played", "played_on_state", "traded")
    made = Counter((event.args["card"], event.event) for event in events if event.seat == seat and event.event in names)
    for use in plan.cards:
        kinds = [name for name in names if (name == "traded") == (use.how == "trade") and made[use.card, name]]
        made.subtract([(use.card, name) for name in kinds[:1]])
        done = ("traded" if use.how == "trade" else "played") if kinds else "kept"
        yield PlanLine(done, {"card": use.card, "on": use.on})


def _prices(plan: Plan, seat: int, events: Sequence[Event]) -> Iterator[PlanLine]:
    made = [event for event in events if event.event == "accepted"]
    for price in plan.prices:
        own = {seat, price.seat}
        done = next((event for event in made if {event.seat, _seat(event.args["offerer"])} == own), None)
        if done is not None:
            made.remove(done)
        facts: PlanFacts = {"seat": price.seat, "gives": price.gives, "wants": price.wants}
        yield PlanLine("no_deal" if done is None else "dealt", facts)


def _seat(label: str | None) -> int:
    return int((label or "P0")[1:]) - 1
