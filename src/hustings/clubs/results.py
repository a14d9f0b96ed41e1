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
    """Return the finished rounds among these."""
    return [
        PlayedRound(
            tuple(game for table in each.tables if (game := game_of(each, table)) is not None),
            None if each.bye is None else str(each.bye),
        )
        for each in rounds
        if each.ended is not None
    ]


def standings(state: ClubState) -> list[Standing]:
    """Return the standings of the season."""
    return season([played(evening.rounds) for evening in state.evenings if evening.rounds], state.best)


def points(state: ClubState) -> dict[int, int]:
    """Return the members' points of the season, in hundredths of a won game."""
    return {int(row.member): row.points for row in standings(state)}


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
    """The standings and ratings after a record. seq: the record's number; ratings: by the members' keys."""

    seq: int
    rows: list[Standing]
    ratings: dict[str, Rating]

    @classmethod
    def of(cls, state: ClubState) -> Season:
        """Return the season as it is now."""
        return cls(state.seq, standings(state), rated(state))


def rated(state: ClubState) -> dict[str, Rating]:
    """Return the ratings of members, by the games of the kind that was played last."""
    rounds = [each for each in state.rounds() if each.ended is not None]
    if not rounds:
        return {}
    kind = rounds[-1].game.game
    games = [game for each in rounds if each.game.game == kind for one in each.tables if (game := game_of(each, one))]
    return rate(games, ANCHORS.get(kind, {}))
