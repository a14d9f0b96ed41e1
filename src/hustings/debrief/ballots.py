"""Rules for states in which several sides have points: each state as a voter that ranks them.

All of them take the points of each side in each state. A side without a point in a state is not on its ballot.
Results are exact; sides that come out level share a place, and nothing is drawn by lot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from hustings.atlas.apportionment import DISTRICT

Points = Mapping[str, Sequence[int]]
CONTINGENT = 3  # candidates among whom the House chooses (12th Amendment)


def best(totals: Sequence[Fraction | int], among: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return the sides with the most, several if they are level; none if all have 0."""
    chosen = list(range(len(totals)) if among is None else among)
    most = max((totals[side] for side in chosen), default=0)
    return tuple(side for side in chosen if totals[side] == most) if most > 0 else ()


def proportional(points: Points, votes: Mapping[str, int], sides: int) -> list[Fraction]:
    """Share each state's electors in proportion to the points there, as fractions."""
    totals = [Fraction(0)] * sides
    for state, here in points.items():
        if whole := sum(here):
            for side, count in enumerate(here):
                totals[side] += Fraction(votes[state] * count, whole)
    return totals


def borda(points: Points, sides: int) -> list[Fraction]:
    """Count, for each state, one for every side ranked lower and a half for every level one; no points rank last."""
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
    """Count the states that rank each remaining side first; level sides share a state."""
    totals = [Fraction(0)] * sides
    for here in points.values():
        first = best([Fraction(count) for count in here], among)
        for side in first:
            totals[side] += Fraction(1, len(first))
    return totals


def instant_runoff(points: Points, sides: int) -> tuple[list[list[Fraction]], tuple[int, ...]]:
    """Count first choices in rounds; the last side leaves until one has more than half of the counted states.

    Sides that are last together leave together; where that would be everybody, they share the win.

    Returns:
        The first choices of every round, and who wins.
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
    """Return the side that beats every other in more states than not.

    Returns:
        How many others each side beats, and the side that beats all of them; nobody where there is none.
    """
    wins = [Fraction(0)] * sides
    for one, other in combinations(range(sides), 2):
        ahead = sum((here[one] > here[other]) - (here[one] < here[other]) for here in points.values())
        if ahead:
            wins[one if ahead > 0 else other] += 1
    return wins, tuple(side for side in range(sides) if wins[side] == sides - 1)


def contingent(points: Points, electors: Sequence[int], sides: int) -> tuple[list[Fraction], tuple[int, ...]]:
    """Let the House choose among the three with the most electors: one vote a state, by majority.

    A state votes for whom it ranks first among the three; level at the top it is divided and casts no vote. The
    District of Columbia has none. Who is level with the third is among those chosen from, too.

    Returns:
        The states' votes, and who has a majority of the states; nobody where there is none.
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
