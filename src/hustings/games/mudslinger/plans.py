"""A player's plan for a round by post: its parts, whether it fits the game, and what is left of it after moves.

A round gives each player one turn. A plan allows things; whatever it does not mention, it declines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple, TypeVar

from hustings.engine.moves import CHANCE_MARK, seat_label
from hustings.engine.post import Misfit
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.moves import MOST_BID
from hustings.games.mudslinger.record import State

MOST_STATES, MOST_CARDS, MOST_PRICES = 5, 8, 5
MOST_POINTS = int(c.POINTS.max())
Part = TypeVar("Part")
STRICT = {"extra": "forbid", "strict": True}  # how pydantic checks a plan


@dataclass(frozen=True, slots=True)
class Goal:
    """A state to campaign for, and the most dollars to spend on it."""

    state: str
    dollars: int
    __pydantic_config__: ClassVar = STRICT


@dataclass(frozen=True, slots=True)
class Other:
    """Any other state of at least so many points, for when no named one is open, and the most dollars to spend."""

    points: int
    dollars: int
    __pydantic_config__: ClassVar = STRICT


@dataclass(frozen=True, slots=True)
class Mud:
    """The most dollars of mud in a round against a rival's contests for states of at least so many points."""

    seat: int
    dollars: int
    points: int = 0
    __pydantic_config__: ClassVar = STRICT


@dataclass(frozen=True, slots=True)
class Use:
    """A use of an action card in the hand.

    how  trade it, or play it: cards for any time in the own turn before the draw, others when their moment comes.
    on   the rival or the state that the card names; for a Recount, a rival whose win is rolled again.
    """

    card: str
    how: Literal["play", "trade"]
    on: str | None = None
    __pydantic_config__: ClassVar = STRICT


@dataclass(frozen=True, slots=True)
class Price:
    """A deal with a rival at a fixed price: offered when possible, and accepted if the rival offers as much or more."""

    seat: int
    gives: str
    wants: str
    __pydantic_config__: ClassVar = STRICT


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for one round.

    card    draw from the deck, or take the top of the pile if it fits, which forfeits the attempt (MS-3, MS-4).
    states  the states to campaign for: the first that is open when the turn comes (MS-8).
    other   what to do if none of them is open: the best of the other open states, or no attempt.
    """

    card: Literal["draw", "lobby"] = "draw"
    states: tuple[Goal, ...] = ()
    other: Other | None = None
    against: tuple[Mud, ...] = ()
    cards: tuple[Use, ...] = ()
    prices: tuple[Price, ...] = ()
    __pydantic_config__: ClassVar = STRICT


def misfit(plan: Plan, view: State, seat: int) -> Misfit | None:
    """Return the first part of a plan that names something that this game cannot have, or None."""
    rivals = [rival for rival in range(view.seats) if rival != seat]
    for part, clause, fits in (
        ("states", "MS-8", _fit_states(plan, view)),
        ("against", "MS-10", _fit_mud(plan, rivals)),
        ("cards", "MS-14", _fit_cards(plan, view, rivals)),
        ("prices", "MS-17", _fit_prices(plan, rivals)),
    ):
        if not fits:
            return Misfit(part, clause)
    return None


def _fit_states(plan: Plan, view: State) -> bool:
    codes = [goal.state for goal in plan.states]
    known = [code for code in codes if code in c.STATES and view.lies[c.STATES.index(code)] != r.ABSENT]
    bids = all(0 <= goal.dollars <= MOST_BID for goal in plan.states)
    other = plan.other is None or (0 <= plan.other.dollars <= MOST_BID and 0 <= plan.other.points <= MOST_POINTS)
    return codes == known and len({*codes}) == len(codes) <= MOST_STATES and bids and other


def _fit_mud(plan: Plan, rivals: Sequence[int]) -> bool:
    seats = [mud.seat for mud in plan.against]
    bids = all(0 < mud.dollars <= MOST_BID and 0 <= mud.points <= MOST_POINTS for mud in plan.against)
    return {*seats} <= {*rivals} and len({*seats}) == len(seats) and bids


def _fit_cards(plan: Plan, view: State, rivals: Sequence[int]) -> bool:
    labels = [seat_label(rival) for rival in rivals]
    for use in plan.cards:
        if use.card not in c.KIND_CODES:
            return False
        whom = c.NAMES_WHOM[c.KIND_CODES.index(use.card)]
        needed = use.how == "play" and whom in (c.ON_RIVAL, c.ON_STATE)
        targets = c.STATES if whom == c.ON_STATE else labels
        if use.on not in targets and (use.on is not None or needed):
            return False
    return len(plan.cards) <= MOST_CARDS


def _fit_prices(plan: Plan, rivals: Sequence[int]) -> bool:
    for price in plan.prices:
        sides = price.gives, price.wants
        if price.seat not in rivals or not {*sides} <= {*r.ITEM_TEXTS} or all(side[0] == "$" for side in sides):
            return False
        if price.gives == price.wants:
            return False
    return len(plan.prices) <= MOST_PRICES


# --- what is left of a plan


def after(plan: Plan, seat: int, moves: Sequence[str]) -> Plan:
    """Return what is left of a seat's plan after moves of the round: fewer dollars, fewer cards, fewer deals."""
    own, runner, state, offer = seat_label(seat), "", "", Offer("", "", "", "")
    for who, verb, words in _read(moves):
        if verb == "campaign":
            runner, state = who, words[0]
        elif verb == "offer":
            offer = Offer(who, words[0], words[1], "")
        elif verb == "for":
            offer = offer._replace(wants=words[0])
        if who != own:
            continue
        if verb == "spend":
            plan = _spent(plan, state, int(words[0]))
        elif verb == "sling":
            plan = replace(plan, against=tuple(_slung(mud, runner, int(words[0])) for mud in plan.against))
        elif verb in ("play", "trade"):
            plan = replace(plan, cards=_without(plan.cards, [use.card == words[0] for use in plan.cards]))
        elif verb in ("for", "withdraw"):
            plan = replace(plan, prices=_without(plan.prices, [is_own(price, offer) for price in plan.prices]))
        elif verb == "accept":
            plan = replace(plan, prices=_without(plan.prices, [is_met(price, offer) for price in plan.prices]))
    return plan


class Offer(NamedTuple):
    """An offer in words: the seats' labels and the items; wants: "" until it is known."""

    by: str
    to: str
    gives: str
    wants: str


def is_own(price: Price, offer: Offer) -> bool:
    """Return whether a price in the plan of the offer's seat led to the offer."""
    return (seat_label(price.seat), price.gives) == (offer.to, offer.gives)


def is_met(price: Price, offer: Offer) -> bool:
    """Return whether a rival's offer gives at least what a price in a plan asks for, and wants no more."""
    return (
        seat_label(price.seat) == offer.by and _as_much(offer.gives, price.wants) and _as_much(price.gives, offer.wants)
    )


def _as_much(one: str, other: str) -> bool:
    if one[0] == other[0] == "$":
        return int(one[1:]) >= int(other[1:])
    return one == other


def _read(moves: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    for move in moves:
        if not move.startswith(CHANCE_MARK):
            who, verb, *words = move.split()
            yield who, verb, words


def _spent(plan: Plan, state: str, dollars: int) -> Plan:
    """Return a plan with fewer dollars for a state, or for any other if it does not name the state."""
    if plan.other is not None and all(goal.state != state for goal in plan.states):
        return replace(plan, other=replace(plan.other, dollars=max(0, plan.other.dollars - dollars)))
    less = (replace(goal, dollars=max(0, goal.dollars - dollars * (goal.state == state))) for goal in plan.states)
    return replace(plan, states=tuple(less))


def _slung(mud: Mud, runner: str, dollars: int) -> Mud:
    return replace(mud, dollars=max(0, mud.dollars - dollars)) if seat_label(mud.seat) == runner else mud


def _without(parts: tuple[Part, ...], fits: Sequence[bool]) -> tuple[Part, ...]:
    """Return the parts without the first that fits."""
    at = [*fits, True].index(True)
    return parts[:at] + parts[at + 1 :]
