"""How the levels of the bots do with a ballot's cards: each plays the person's seat once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass

from hustings.bots.levels import levels
from hustings.daily.ballots import PERSON, Ballot, ballot, of_club
from hustings.daily.playing import bot_move
from hustings.engine.knowledge import tally_seen


@dataclass(frozen=True, slots=True)
class Placing:
    """A level's result on the person's seat.

    Attributes:
        level: The name of the level.
        title: Its displayed name.
        share: The share of the game, from 0 to 1.
        scores: The score of each seat as the table shows it; after several counts its votes in the last one.
    """

    level: str
    title: str
    share: float
    scores: tuple[int, ...]


def field(asked: int | Ballot, told: Callable[[int, int], None] = lambda done, total: None) -> list[Placing]:
    """Return the results of all levels that people can choose on the person's seat of a ballot, the weakest first.

    Args:
        asked: The ballot, or its number.
        told: Hears how many levels of all have played.

    Raises:
        OptionError: There is no such ballot.

    Examples:
        >>> from hustings import daily
        >>> [placing.level for placing in daily.field(7)]
        ['canvasser', 'thumb', 'boss']
    """
    one = asked if isinstance(asked, Ballot) else ballot(asked)
    offered = [level for level in levels(one.game) if level.offered]
    found = []
    for done, level in enumerate(offered):
        told(done, len(offered))
        table = one.rules.start(seats=one.seats, draw=one.chance)
        while (move := bot_move(one, table, level.name)) is not None:
            table.play(move)
        assert table.result is not None
        found.append(Placing(level.name, level.title, float(table.result.shares[PERSON]), tally_seen(table)))
    return found


def main() -> None:
    """Print a ballot's field as JSON, and its progress on standard error; standard input has the secret of a club's."""
    number, secret = int(sys.argv[1]), bytes.fromhex(sys.stdin.read())
    found = field(
        of_club(number, secret) if secret else ballot(number),
        lambda done, total: print(done, total, file=sys.stderr, flush=True),
    )
    print(json.dumps([asdict(one) for one in found]))


if __name__ == "__main__":
    main()
