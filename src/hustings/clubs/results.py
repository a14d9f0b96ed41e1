"""Points, standings and ratings of a club, and the history that the next round is paired by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from hustings.clubs.pairing import Member, Reason, Round, Table
from hustings.clubs.standings import Game, PlayedRound, Rating, Seat, Standing, rate, season
from hustings.clubs.state import ClubRound, ClubState, ClubTable
from hustings.gatherings.results import sides_of

#: the ratings of the levels of bots in each game, from the ladder (scripts/ladder.py writes the file)
ANCHORS: dict[str, dict[str, float]] = json.loads(files(__package__).joinpath("anchors.json").read_text("utf-8"))
_DRAWN = Reason(True, (), 0, 0, "usual")  # of earlier rounds, whose reasons nobody asks for again


def game_of(each: ClubRound, table: ClubTable) -> Game | None:
    """Return a finished table as a game that counts, or None."""
    if table.finish is None:
        return None
    seats = []
    for seat, score in enumerate(table.finish.scores):
        member = next(iter(table.seats[seat]), None)
        untouched = table.dealt[seat] == table.seats[seat]
        level = each.game.level if untouched and member is None else None
        seats.append(Seat(None if member is None else str(member), score, untouched, level))
    sides = tuple(tuple(side) for side in sides_of(each.game, len(table.seats)))
    return Game(tuple(seats), sides, tuple(table.finish.winners), 1 if each.game.duplicate else None)


def played(rounds: Sequence[ClubRound]) -> list[PlayedRound]:
    """Return the finished rounds among these; each is counted once."""
    for each in rounds:
        if each.ended is not None and each.counted is None:
            games = tuple(game for table in each.tables if (game := game_of(each, table)) is not None)
            each.counted = PlayedRound(games, None if each.bye is None else str(each.bye))
    return [each.counted for each in rounds if each.counted is not None]


def evenings(state: ClubState) -> list[list[PlayedRound]]:
    """Return the finished rounds of each evening that has begun."""
    return [played(evening.rounds) for evening in state.evenings if evening.rounds]


def points(state: ClubState) -> dict[int, int]:
    """Return the members' points of the season, in hundredths of a won game."""
    return {int(row.member): row.points for row in season(evenings(state), state.best)}


def member_of(state: ClubState, number: int, found: dict[int, int]) -> Member:
    """Return a member as the pairing takes them. found: the members' points."""
    return Member(str(number), found.get(number, 0), sum(each.bye == number for each in state.rounds()))


def history(state: ClubState) -> list[Round]:
    """Return all earlier rounds as the pairing takes them."""
    return [
        Round(
            tuple(Table(tuple(str(next(iter(seat), "")) for seat in table.seats), _DRAWN) for table in each.tables),
            None if each.bye is None else str(each.bye),
        )
        for each in state.rounds()
    ]


@dataclass(frozen=True, slots=True)
class Season:
    """The standings and ratings after some rounds.

    key      how many rounds are finished, and how many evenings count.
    ratings  those of members, by the games of the kind that was played last.
    """

    key: tuple[int, int | None]
    rows: list[Standing]
    ratings: dict[str, Rating]


def key_of(state: ClubState) -> tuple[int, int | None]:
    """Return the key of the season as it is now."""
    return sum(each.ended is not None for each in state.rounds()), state.best


def season_of(
    key: tuple[int, int | None], finished: Sequence[Sequence[PlayedRound]], kinds: Sequence[Sequence[str]]
) -> Season:
    """Return the season after finished rounds; it takes seconds if there are thousands of games.

    Args:
        key: The key of the season.
        finished: The rounds of each evening.
        kinds: The game of each of these rounds.
    """
    games = [(kind, game) for rounds, told in zip(finished, kinds, strict=True)
             for one, kind in zip(rounds, told, strict=True) for game in one.games]  # fmt: skip
    last = games[-1][0] if games else ""
    ratings = rate([game for kind, game in games if kind == last], ANCHORS.get(last, {})) if games else {}
    return Season(key, season(finished, key[1]), ratings)


def kinds(state: ClubState) -> list[list[str]]:
    """Return the game of each finished round of each evening that has begun."""
    return [
        [each.game.game for each in evening.rounds if each.ended is not None]
        for evening in state.evenings
        if evening.rounds
    ]
