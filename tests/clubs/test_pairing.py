"""The pairing of a club's rounds: sizes, byes, repeated meetings, seats, and the same round from the same seed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from hustings.clubs.pairing import Member, Reason, Round, pair, table_sizes
from hustings.engine.kernels.chance import draw

SIZES = ((4, 3, 5), (2,), (3, 4, 5, 6), (4, 2, 3, 5, 6), (4,), (2, 4), (5, 4, 6), (3,))


@dataclass
class Club:
    """A club whose rounds are paired and won by lot: 100 points for a member of each table."""

    seed: int
    people: list[str]
    sizes: tuple[int, ...]
    rounds: list[Round] = field(default_factory=list)
    points: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)

    def play(self) -> Round:
        members = [Member(one, self.points[one], self.byes[one]) for one in self.people]
        played = pair(members, self.rounds, self.sizes, draw(self.seed, 1, len(self.rounds)))
        for number, table in enumerate(played.tables):
            self.points[table.seats[draw(self.seed, 2 + len(self.rounds), number) % len(table.seats)]] += 100
        if played.bye:
            self.byes[played.bye] += 1
        self.rounds.append(played)
        return played

    def meetings(self) -> Counter[frozenset[str]]:
        tables = [table for each in self.rounds for table in each.tables]
        return Counter(frozenset(two) for table in tables for two in combinations(table.seats, 2))


def named(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


@pytest.mark.parametrize("hundred", range(10))
def test_everybody_is_at_one_table_and_has_one_bye_at_most(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        count = 1 + draw(seed, 0, 0) % (60 if seed % 20 == 0 else 24)
        club = Club(seed, named(count), SIZES[draw(seed, 0, 1) % len(SIZES)])
        for number in range(4):
            if number == 2:  # one leaves, one joins
                club.people = [*club.people[1:], "new"]
            played = club.play()
            seated = [member for table in played.tables for member in table.seats]
            assert sorted([*seated, *([played.bye] if played.bye else [])]) == sorted(club.people)
            odd = [table for table in played.tables if len(table.seats) not in club.sizes]
            assert all(table.reason.size == "bots" for table in odd)
            assert played.bye is None or not odd
        assert max(club.byes.values(), default=0) <= 1


@pytest.mark.parametrize("seed", range(20))
def test_sixteen_meet_again_eight_times_at_most(seed: int) -> None:
    """Five rounds at tables of four have 120 meetings, and there are 120 pairs."""
    club = Club(seed, named(16), (4, 3, 5))
    for _ in range(5):
        club.play()
    assert sum(times - 1 for times in club.meetings().values()) <= 8


def test_many_do_not_meet_again() -> None:
    club = Club(3, named(60), (4, 3, 5))
    for _ in range(4):
        club.play()
    assert max(club.meetings().values()) == 1


def test_those_with_similar_points_meet_if_nobody_has_met() -> None:
    members = [Member(f"{number:02}", 100 * (number // 4)) for number in range(16)]
    points = {member.id: member.points for member in members}
    tables = pair(members, [], (4,), 5).tables
    assert [{points[one] for one in table.seats} for table in tables] == [{300}, {200}, {100}, {0}]
    assert [table.reason.least for table in tables] == [table.reason.most for table in tables] == [300, 200, 100, 0]


def test_everybody_has_each_seat_equally_often() -> None:
    club = Club(11, named(15), (3,))
    for _ in range(6):
        club.play()
    had = Counter((one, seat) for each in club.rounds for table in each.tables for seat, one in enumerate(table.seats))
    assert all(1 <= had[one, seat] <= 3 for one in club.people for seat in range(3))
    assert Counter(had.values())[2] > 30


@pytest.mark.parametrize(
    ("people", "sizes", "expected"),
    [
        (16, (4, 3, 5), [4, 4, 4, 4]),
        (17, (4, 3, 5), [5, 4, 4, 4]),
        (15, (4, 3, 5), [4, 4, 4, 3]),
        (6, (4, 3, 5, 6), [3, 3]),
        (10, (4, 2, 6), [6, 4]),
        (1, (4, 3), [1]),
        (0, (4, 3), []),
    ],
)
def test_sizes_are_near_the_usual_one(people: int, sizes: tuple[int, ...], expected: list[int]) -> None:
    assert table_sizes(people, sizes) == expected


def test_an_odd_one_out_has_another_size_before_a_bye() -> None:
    assert pair([Member(one) for one in named(5)], [], (2, 3), 1).bye is None
    assert pair([Member(one) for one in named(5)], [], (2,), 1).bye is not None


def test_nobody_has_a_second_bye() -> None:
    """After everybody's bye, the odd one out plays against a bot."""
    played = pair([Member(one, byes=1) for one in named(5)], [], (2,), 1)
    assert played.bye is None
    assert sorted(len(table.seats) for table in played.tables) == [1, 2, 2]
    assert [table.reason.size for table in played.tables if len(table.seats) == 1] == ["bots"]


def test_a_newcomer_is_not_the_first_to_have_a_bye() -> None:
    club = Club(7, named(4), (2,))
    club.play()
    club.people.append("new")
    assert club.play().bye not in {None, "new"}


def test_a_table_says_why() -> None:
    club = Club(2, named(8), (4, 3))
    assert all(table.reason.drawn and not table.reason.again for table in club.play().tables)
    for table in club.play().tables:
        assert not table.reason.drawn
        assert len(table.reason.again) == 2  # two of each earlier table meet: fewer are impossible
        assert all(set(two) <= set(table.seats) for two in table.reason.again)
        assert table.reason.size == "usual"


def test_a_reason_is_told_in_sentences() -> None:
    drawn = Reason(True, (), 0, 0, "larger")
    assert drawn.sentences() == [("club.drawn", {}), ("club.larger", {})]
    again = Reason(False, (("1", "2"), ("3", "4")), 100, 200, "usual")
    assert again.sentences() == [("club.again", {"members": ["1", "2", "3", "4"]}), ("club.near", {})]
    assert Reason(False, (), 300, 300, "bots").sentences() == [("club.new", {}), ("club.even", {}), ("club.bots", {})]
    assert Reason(False, (), 0, 300, "smaller").sentences() == [("club.new", {}), ("club.smaller", {})]


def test_a_member_plays_only_once_and_tables_have_a_size() -> None:
    with pytest.raises(ValueError, match="only once"):
        pair([Member("1"), Member("1")], [], (4,), 1)
    with pytest.raises(ValueError, match="at least one size"):
        pair([Member("1")], [], (), 1)


def test_the_same_seed_makes_the_same_round_in_another_process() -> None:
    code = (
        "from hustings.clubs.pairing import Member, pair\n"
        "members = [Member(str(k), 100 * (k % 3)) for k in range(13)]\n"
        "first = pair(members, [], (4, 3, 5), 7)\n"
        "print(first, pair(members[::-1], [first], (4, 3, 5), 8))"
    )
    printed = set()
    for hashes in ("1", "2"):
        env = {"PYTHONHASHSEED": hashes, "PYTHONPATH": ":".join(sys.path)}
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        printed.add(done.stdout)
    assert len(printed) == 1
    one, two = (pair([Member(str(k)) for k in range(13)], [], (4,), seed) for seed in (1, 2))
    assert one != two
