"""Election rules for games in which several sides have points in a state: each state is a voter that ranks the sides.

All functions take the points of each side in each state. A side without points in a state is not on the state's ballot.
Results are exact; sides with equal results share a place, and nothing is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from hustings.atlas.apportionment import DISTRICT

Points = Mapping[str, Sequence[int]]
CONTINGENT = 3  # candidates among whom the House chooses (12th Amendment)


def best(totals: Sequence[Fraction | int], among: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return the sides with the highest total, several if they are level, none if all totals are 0."""
    chosen = list(range(len(totals)) if among is None else among)
    most = max((totals[side] for side in chosen), default=0)
    return tuple(side for side in chosen if totals[side] == most) if most > 0 else ()


def proportional(points: Points, votes: Mapping[str, int], sides: int) -> list[Fraction]:
    """Divide what each state counts among the sides in proportion to their points there; return each side's total.

    Args:
        points: The points of each side in each state.
        votes: What each state counts: its electors, or its people for a national vote.
        sides: The number of sides.
    """
    totals = [Fraction(0)] * sides
    for state, here in points.items():
        if whole := sum(here):
            for side, count in enumerate(here):
                totals[side] += Fraction(votes[state] * count, whole)
    return totals


def borda(points: Points, sides: int) -> list[Fraction]:
    """Return each side's Borda count: in each state 1 for each side ranked below it, and 1/2 for each side level.

    A side without points in a state ranks last there; a state in which nobody has points does not count.
    """
    totals = [Fraction(0)] * sides
    for here in points.values():
        if not any(here):
            continue
        for one, other in combinations(range(sides), 2):
            if here[one] == here[other]:
                totals[one] += Fraction(1, 2)
                totals[other] += Fraction(1, 2)
            else:
                totals[one if here[one] > here[other] else other] += 1
    return totals


def first_choices(points: Points, among: Sequence[int], sides: int) -> list[Fraction]:
    """Return how many states rank each side first among the remaining sides `among`; level sides share a state."""
    totals = [Fraction(0)] * sides
    for here in points.values():
        first = best([Fraction(count) for count in here], among)
        for side in first:
            totals[side] += Fraction(1, len(first))
    return totals


def instant_runoff(points: Points, sides: int) -> tuple[list[list[Fraction]], tuple[int, ...]]:
    """Count first choices in rounds; the last side is eliminated until a side has more than half of the first choices.

    Sides that are last together are eliminated together; if these are all the remaining sides, they share the win.

    Returns:
        The first choices of every round by side, and the sides that win.
    """
    among = [side for side in range(sides) if any(here[side] for here in points.values())]
    rounds: list[list[Fraction]] = []
    while among:
        totals = first_choices(points, among, sides)
        rounds.append(totals)
        counted = sum(totals)
        leaders = best(totals, among)
        if leaders and totals[leaders[0]] * 2 > counted:
            return rounds, leaders
        least = min(totals[side] for side in among)
        staying = [side for side in among if totals[side] > least]
        if not staying:
            return rounds, tuple(among)
        among = staying
    return rounds, ()


def condorcet(points: Points, sides: int) -> tuple[list[Fraction], tuple[int, ...]]:
    """Compare each pair of sides: one beats the other if it ranks higher in more states than lower.

    Returns:
        The number of sides that each side beats, and the side that beats all others, if there is one.
    """
    wins = [Fraction(0)] * sides
    for one, other in combinations(range(sides), 2):
        ahead = sum((here[one] > here[other]) - (here[one] < here[other]) for here in points.values())
        if ahead:
            wins[one if ahead > 0 else other] += 1
    return wins, tuple(side for side in range(sides) if wins[side] == sides - 1)


def contingent(points: Points, electors: Sequence[int], sides: int) -> tuple[list[Fraction], tuple[int, ...]]:
    """Let the House choose among the three sides with the most electors: one vote for each state, by majority.

    A state votes for the side that it ranks first among the three; if several are level there, it casts no vote. The
    District of Columbia has no vote. A side that is level with the third may be chosen, too (see `contenders`).

    Returns:
        The number of states that vote for each side, and the side with a majority of the states, if there is one.
    """
    among = contenders(electors, sides)
    votes = [Fraction(0)] * sides
    voting = [state for state in points if state != DISTRICT]
    for state in voting:
        first = best([Fraction(count) for count in points[state]], among)
        if len(first) == 1:
            votes[first[0]] += 1
    return votes, tuple(side for side in among if votes[side] * 2 > len(voting))


def contenders(electors: Sequence[int], sides: int) -> list[int]:
    """Return the sides among whom the House chooses: the three with the most electors, and any level with the third."""
    third = sorted(electors, reverse=True)[min(CONTINGENT, sides) - 1]
    return [side for side in range(sides) if electors[side] >= max(third, 1)]
