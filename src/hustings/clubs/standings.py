"""Points of a round, an evening and a season, and ratings beside the bots.

A won game is worth 100 points, a shared one a part of them; pages show hundredths of these. In duplicate deals a
member's share of the others with the same seat and deal whom they beat counts instead. Absence never helps: only a
game that a member played from its first move to its last counts, and a bye counts as the mean of a member's results
over all rounds of the evening, where a missed round is a result of 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hustings.arena.matches.rating import Shared, beside

WIN = 100
LEAST_ALIKE = 3  # tables of the same deal from which duplicate results count
LEAST_RATED = 8  # games before a rating is shown


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's end in a game.

    Attributes:
        member: The member who had the seat, or None for a bot.
        score: The score, higher is better.
        whole: Whether the member had the seat from the first move to the last. Only then does the game count.
        level: The bot's level, if the seat was a bot's.
    """

    member: str | None
    score: int
    whole: bool = True
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game of a round.

    Attributes:
        seats: The seats.
        sides: The seats of each side; partners win together.
        winners: The seats that won; none or all in a draw.
        deal: The number of its deal, which other tables of the round may share; None for a deal of its own.
    """

    seats: tuple[Seat, ...]
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    deal: int | None = None

    @property
    def won(self) -> list[int]:
        """The points of each side: 100 for a win, equal parts for those who share one."""
        first = [side[0] in self.winners for side in self.sides]
        sharing = sum(first) or len(first)
        return [WIN // sharing if mine or not any(first) else 0 for mine in first]

    def outcome(self, seat: int) -> tuple[int, int]:
        """Return what a seat achieved, to compare it with the same seat of other tables: its points, its score."""
        side = next(number for number, seats in enumerate(self.sides) if seat in seats)
        return self.won[side], self.seats[seat].score


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round: its games, and the member who had a bye."""

    games: tuple[Game, ...]
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's place in an evening or a season.

    Attributes:
        member: The member.
        place: From 1; members with equal points share a place.
        points: The points that count, 100 for a won game.
        evenings: How many evenings the member has played.
        games: How many games of the member count.
    """

    member: str
    place: int
    points: int
    evenings: int
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A member's rating in Elo points on the bots' scale.

    Attributes:
        rating: The rating.
        error: Half the length of its 95 % interval.
        level: The bot whose rating is nearest, or None without bots to compare with.
    """

    rating: int
    error: int
    level: str | None


def alike(games: Sequence[Game], game: Game, seat: int) -> int | None:
    """Return the points of a seat in duplicate deals, or None if fewer than three tables had its deal.

    The points are the percentage of the others with the same seat and deal who achieved less; equals count half.
    """
    others = [one for one in games if one.deal == game.deal and one is not game and seat < len(one.seats)]
    if game.deal is None or len(others) + 1 < LEAST_ALIKE:
        return None
    mine = game.outcome(seat)
    found = [one.outcome(seat) for one in others]
    return WIN * (2 * sum(one < mine for one in found) + found.count(mine)) // (2 * len(found))


def round_points(games: Sequence[Game]) -> dict[str, int]:
    """Return the points of all members whose games count in this round."""
    points = {}
    for game in games:
        for number, seat in enumerate(game.seats):
            if seat.member is not None and seat.whole:
                compared = alike(games, game, number)
                points[seat.member] = game.outcome(number)[0] if compared is None else compared
    return points


def evening_points(rounds: Sequence[PlayedRound]) -> dict[str, int]:
    """Return the points of all members who have played or had a bye in these rounds."""
    total: Counter[str] = Counter()
    for each in rounds:
        total.update(round_points(each.games))
    byes = [each.bye for each in rounds if each.bye is not None]
    for member, count in Counter(byes).items():
        total[member] += total[member] // max(len(rounds) - count, 1)
    return dict(total)


def season(evenings: Sequence[Sequence[PlayedRound]], best: int | None = None) -> list[Standing]:
    """Return the standings of a season: each member's best evenings, most points first.

    Args:
        evenings: The rounds of each evening; one evening gives the standings of this evening.
        best: How many evenings of a member count; None for all.
    """
    played: dict[str, list[int]] = {}
    games: Counter[str] = Counter()
    for rounds in evenings:
        for member, points in evening_points(rounds).items():
            played.setdefault(member, []).append(points)
        games.update(member for each in rounds for member in round_points(each.games))
    totals = {member: sum(sorted(found, reverse=True)[:best]) for member, found in played.items()}
    order = sorted(totals, key=lambda member: (-totals[member], games[member], member))
    rows = []
    for member in order:
        place = 1 + sum(other > totals[member] for other in totals.values())
        rows.append(Standing(member, place, totals[member], len(played[member]), games[member]))
    return rows


def rate(games: Iterable[Game], anchors: Mapping[str, float]) -> dict[str, Rating]:
    """Return the ratings of all members with at least eight games.

    Args:
        games: The games of one kind, in any order.
        anchors: The ratings of the bots' levels in this kind of game, as the ladder has them.
    """
    shared, count = list[Shared[tuple[str, str]]](), Counter[str]()
    for game in games:
        if not all(seat.whole if seat.member is not None else seat.level in anchors for seat in game.seats):
            continue
        who = [[_entrant(game.seats[seat]) for seat in side] for side in game.sides]
        total = sum(game.won)
        shared.append([(side, won / total) for side, won in zip(who, game.won, strict=True)])
        count.update(seat.member for seat in game.seats if seat.member is not None)
    found = beside(shared, {("bot", level): rating for level, rating in anchors.items()})
    return {
        member: Rating(round(rating), round(error), _nearest(rating, anchors))
        for (_, member), (rating, error) in found.items()
        if count[member] >= LEAST_RATED
    }


def _nearest(rating: float, anchors: Mapping[str, float]) -> str | None:
    """Return the level of the bots whose rating is nearest, the weaker of two, or None without bots."""
    return min(anchors, key=lambda level: (abs(anchors[level] - rating), anchors[level]), default=None)


def _entrant(seat: Seat) -> tuple[str, str]:
    """Return the key of a member or of a bot's level among the entrants of ratings."""
    return ("member", seat.member) if seat.member is not None else ("bot", seat.level or "")
