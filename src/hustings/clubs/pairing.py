"""Pair a club's members for a round: sizes of tables, who meets whom, who sits where, and why.

The sizes of the tables come first. Then a local search swaps members until the fewest of them meet again and, among
such tables, those with similar points sit together. Seats are dealt last, so that everybody has each seat equally
often. All numbers are integers and all chance comes from a seed, so equal arguments give equal rounds on any machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal, TypeVar

from hustings.engine.kernels.chance import draw

T = TypeVar("T")
Size = Literal["usual", "larger", "smaller", "bots"]

AGAIN = 10**6  # the cost of a second meeting; the gaps in points of a whole round cost less
ODD = 10**4  # the cost of a table that needs bots to reach an allowed size
NEAR = 100  # members whose points differ by no more than a won game are said to be close
STARTS = 600  # members of all starts of a search together: small clubs are searched from more starts
LEAST_STARTS = 4
ORDER, STREAMS = range(2)  # the stream of chance that orders the members, and the first of the others


@dataclass(frozen=True, slots=True)
class Member:
    """A member who plays the round.

    Attributes:
        id: The member's key, also in the history.
        points: The points so far, in hundredths of a won game.
        byes: How many byes the member has had.
    """

    id: str
    points: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """Why these members sit together, for a page to say in words.

    Attributes:
        drawn: Whether nobody at the table has any result yet, so that the table was drawn by lot.
        again: The pairs of members who have met before.
        least, most: The fewest and the most points at the table, in hundredths.
        size: Whether the table has the usual size, is larger or smaller because the members do not divide evenly,
            or is so small that bots take seats.
    """

    drawn: bool
    again: tuple[tuple[str, str], ...]
    least: int
    most: int
    size: Size

    def sentences(self) -> list[tuple[str, dict[str, list[str]]]]:
        """Return the keys and facts of the sentences that tell the reason; `members` are pairs of ids, one by one."""
        again = [member for two in self.again for member in two]
        keys = ["drawn" if self.drawn else "again" if again else "new"]
        if not self.drawn and self.most - self.least <= NEAR:
            keys.append("near" if self.most > self.least else "even")
        if self.size != "usual":
            keys.append(self.size)
        return [(f"club.{key}", {"members": again} if key == "again" else {}) for key in keys]


@dataclass(frozen=True, slots=True)
class Table:
    """The members of a table in the order of their seats, and why they sit together."""

    seats: tuple[str, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Round:
    """The tables of a round, and the member who has a bye."""

    tables: tuple[Table, ...]
    bye: str | None = None


def pair(members: Sequence[Member], history: Sequence[Round], sizes: Sequence[int], seed: int) -> Round:
    """Return a round in which every member has a seat at one table; at most one of them has a bye instead.

    Only if no allowed sizes add up to the number of members does somebody have a bye, and nobody a second one. If
    all have had one, a table has fewer members than its size, and bots take the remaining seats.

    Args:
        members: Those who play the round, each once, in any order.
        history: The earlier rounds, also of former members.
        sizes: The allowed numbers of seats at a table; the first is the usual one.
        seed: Equal seeds give equal rounds.

    Raises:
        ValueError: A member occurs twice, or there are no sizes.
    """
    if len({member.id for member in members}) < len(members):
        raise ValueError("a member can play a round only once")
    if not sizes or min(sizes) < 1:
        raise ValueError("a club needs at least one size of tables, of at least 1 seat")
    order = _shuffled(sorted(members, key=lambda member: member.id), seed, ORDER)
    chosen, bye = table_sizes(len(order), sizes), None
    if not set(chosen) <= set(sizes):
        bye = _bye(order, history, sizes)
        order = [member for member in order if member is not bye]
        chosen = table_sizes(len(order), sizes)
    seated = _Search(order, history).best(chosen, seed)
    had = Counter(
        (member, seat) for each in history for table in each.tables for seat, member in enumerate(table.seats)
    )
    met = _meetings(history)
    tables = []
    for number, table in enumerate(sorted(seated, key=_strength)):
        seats = _in_seats([member.id for member in _shuffled(table, seed, STREAMS + number)], had)
        tables.append(Table(seats, _reason(table, seats, met, history, sizes)))
    return Round(tuple(tables), bye.id if bye else None)


def table_sizes(people: int, sizes: Sequence[int]) -> list[int]:
    """Return the sizes of tables for so many people, as near to the usual size as possible, largest first.

    If allowed sizes cannot add up to `people`, some tables are smaller than allowed, as few as possible.

    Args:
        people: The number of people.
        sizes: The allowed sizes; the first is the usual one.

    >>> table_sizes(17, (4, 3, 5)), table_sizes(3, (2,))
    ([5, 4, 4, 4], [2, 1])
    """
    usual, best = sizes[0], [(0, 0, list[int]())]
    for count in range(1, people + 1):
        ways = []
        for size in range(1, min(max(sizes), count) + 1):
            cost, tables, rest = best[count - size]
            odd = 0 if size in sizes else ODD
            ways.append((cost + odd + (size - usual) ** 2, tables + 1, sorted([*rest, size], reverse=True)))
        best.append(min(ways))
    return best[people][2]


def _bye(order: Sequence[Member], history: Sequence[Round], sizes: Sequence[int]) -> Member | None:
    """Return the member who has a bye, or None if nobody can have one or a bye would not help.

    Members who have played come first, since a bye counts as much as their results, then those with the fewest points.
    """
    rest = len(order) - 1
    if rest < 1 or not set(table_sizes(rest, sizes)) <= set(sizes):
        return None
    played = {member for each in history for table in each.tables for member in table.seats}
    given = {each.bye for each in history}
    free = [member for member in order if not member.byes and member.id not in given]
    return min(free, key=lambda member: (member.id not in played, member.points), default=None)


def _meetings(history: Sequence[Round]) -> Counter[frozenset[str]]:
    """Return how often each pair of members has sat at the same table."""
    return Counter(frozenset(two) for each in history for table in each.tables for two in combinations(table.seats, 2))


class _Search:
    """A local search for the tables of a round; members are numbers in the order given."""

    def __init__(self, order: Sequence[Member], history: Sequence[Round]) -> None:
        self.order = order
        met = _meetings(history)
        ranks = {points: rank for rank, points in enumerate(sorted({member.points for member in order}))}
        self.cost = [
            [
                AGAIN * met[frozenset((one.id, two.id))] ** 2 + (ranks[one.points] - ranks[two.points]) ** 2
                for two in order
            ]
            for one in order
        ]

    def best(self, sizes: Sequence[int], seed: int) -> list[list[Member]]:
        """Return the cheapest tables of these sizes that the search finds from several orders of the members."""
        count, found = len(self.order), list[tuple[int, list[list[int]]]]()
        for start in range(max(LEAST_STARTS, STARTS // max(count, 1))):
            people = _shuffled(range(count), seed, STREAMS + len(sizes) + start)
            tables = [[people.pop() for _ in range(size)] for size in sizes]
            found.append((self._improve(tables), tables))
        return [[self.order[person] for person in table] for table in min(found)[1]]

    def _improve(self, tables: list[list[int]]) -> int:
        """Swap members of different tables as long as the cost falls; return the cost."""
        at = {person: number for number, table in enumerate(tables) for person in table}
        sums = [[sum(row[person] for person in table) for table in tables] for row in self.cost]
        improved = True
        while improved:
            improved = False
            for one, two in combinations(range(len(self.order)), 2):
                here, there = at[one], at[two]
                if here == there:
                    continue
                change = sums[one][there] + sums[two][here] - 2 * self.cost[one][two]
                if change < sums[one][here] + sums[two][there]:
                    improved = True
                    self._swap(one, two, tables, at, sums)
        return sum(sums[person][at[person]] for person in at)

    def _swap(self, one: int, two: int, tables: list[list[int]], at: dict[int, int], sums: list[list[int]]) -> None:
        """Exchange the tables of two members."""
        here, there = at[one], at[two]
        tables[here][tables[here].index(one)] = two
        tables[there][tables[there].index(two)] = one
        at[one], at[two] = there, here
        for row, costs in zip(sums, self.cost, strict=True):
            row[here] += costs[two] - costs[one]
            row[there] += costs[one] - costs[two]


def _in_seats(people: Sequence[str], had: Mapping[tuple[str, int], int]) -> tuple[str, ...]:
    """Return the people in the order of seats in which the fewest of them have a seat that they often had."""
    return min(permutations(people), key=lambda row: sum(had.get((who, seat), 0) ** 2 for seat, who in enumerate(row)))


def _reason(
    table: Sequence[Member],
    seats: Sequence[str],
    met: Counter[frozenset[str]],
    history: Sequence[Round],
    sizes: Sequence[int],
) -> Reason:
    """Return why these members sit together."""
    played = {member for each in history for one in each.tables for member in one.seats}
    points = [member.points for member in table]
    usual = sizes[0]
    size: Size = "bots"
    if len(table) in sizes:
        size = "usual" if len(table) == usual else "larger" if len(table) > usual else "smaller"
    again = tuple((one, two) for one, two in combinations(seats, 2) if met[frozenset((one, two))])
    return Reason(not played.intersection(seats), again, min(points), max(points), size)


def _strength(table: Sequence[Member]) -> tuple[int, str]:
    """Return the key by which tables are numbered: those with the most points first."""
    return -sum(member.points for member in table), min(member.id for member in table)


def _shuffled(items: Sequence[T], seed: int, stream: int) -> list[T]:
    """Return the items in an order drawn from the seed."""
    left = list(items)
    return [left.pop(draw(seed, stream, count) % len(left)) for count in range(len(left))]
