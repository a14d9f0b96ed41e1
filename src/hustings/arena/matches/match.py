"""`hustings.arena.match`: play entrants against one another and return the standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from hustings.arena import figures, stats
from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.ledger import Ledger
from hustings.arena.matches.plan import Block, Plan, Shares, shares_by_deal, sides
from hustings.arena.matches.playing import play, players_for
from hustings.arena.matches.rating import ratings
from hustings.arena.stats import RISK, ConfidenceSequence
from hustings.arena.workers import Workers, results
from hustings.bots.own import Function
from hustings.engine.errors import OptionError
from hustings.engine.framed import Framed, Summary
from hustings.engine.game import Game
from hustings.engine.game import game as game_called

#: a function that is called with a pairing's name, the number of games played, and the most games it may play
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Standing:
    """The result of an entrant over the whole match.

    Attributes:
        name: The entrant's name, as given.
        share: The mean share of a game that one side of the entrant won, over all its pairings.
        error: Half the width of the 95 % interval of `share`; each deal counts as one observation.
        rating: The rating in Elo points; the mean of all entrants is 0.
        rating_bounds: The 95 % interval of `rating`; each deal counts as one observation.
    """

    name: str
    share: float
    error: float
    rating: float
    rating_bounds: tuple[float, float]

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of `share`, limited to the range from 0 to 1."""
        return stats.bounds(self.share, self.error)


@dataclass(frozen=True, repr=False)
class Pairing:
    """The entrants at one table and their games.

    Attributes:
        plan: The seatings and deals.
        block: The games.
        shares: The mean share of a side of each entrant, shaped (deals, entrants).
        interval: An interval of the first entrant's share that is valid at any stopping time; with a probability of
            95 % the intervals of all pairings are right. None unless `stop` was given.
        verdict: The first entrant's share by that interval: "above" the fair share, "below" or "even"; "" if undecided.
    """

    plan: Plan
    block: Block
    shares: Shares
    interval: tuple[float, float] | None = None
    verdict: str = ""

    def __repr__(self) -> str:
        return f"<Pairing of {self.plan.name}: {self.games:,} games>"

    @property
    def deals(self) -> int:
        """The number of deals played."""
        return len(self.shares)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.block.lengths.size

    def mean(self, entrant: int) -> float:
        """Return the mean share that a side of an entrant won, by the entrant's number."""
        return float(self.shares[:, entrant].mean())

    def error(self, entrant: int) -> float:
        """Return half the width of the 95 % interval of `mean`; each deal counts as one observation."""
        return stats.share_error(self.shares[:, entrant])

    def bounds(self, entrant: int) -> tuple[float, float]:
        """Return the 95 % interval of `mean`, limited to the range from 0 to 1."""
        return stats.bounds(self.mean(entrant), self.error(entrant))


@dataclass(frozen=True, repr=False)
class Match(Framed):
    """A played match: `standings`, `pairings`, and every game as `columns`.

    Attributes:
        entrants: The entrants in the order given.
        pairings: The tables: one with all entrants, or one for every two entrants.
        fair: The share that a side would win if all entrants were equal.
        about: The origin of the numbers, which `write` adds to a file: game, options, seed, versions, and the stopping
            rules with the number of deals played before each. There are several rules if a match was continued from
            its file `keep` under a different rule.
    """

    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    fair: float
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sure(self) -> list[int]:
        """For each pairing: 1 or -1 if the first entrant's share is surely above or below `fair`, otherwise 0.

        Holm's method corrects for the number of pairings. In a match with `stop`, the joint intervals decide instead.
        """
        if any(one.interval for one in self.pairings):
            return [{"above": 1, "below": -1}.get(one.verdict, 0) for one in self.pairings]
        shares = [one.shares[:, 0] for one in self.pairings]
        chances = [stats.share_chance(each, self.fair) for each in shares]
        signs = [1 if each.mean() > self.fair else -1 for each in shares]
        return [sign * sure for sign, sure in zip(signs, stats.surely_off(chances), strict=True)]

    @property
    def standings(self) -> list[Standing]:
        """The result of each entrant, in the order of `entrants`."""
        tables = [(self._numbers(one), one.plan, one.block) for one in self.pairings]
        found = []
        for number, (rating, rating_bounds) in enumerate(ratings(len(self.entrants), tables)):
            mine = [(one, who.index(number)) for one, (who, _, _) in zip(self.pairings, tables, strict=True)
                    if number in who]  # fmt: skip
            share = sum(one.mean(k) for one, k in mine) / len(mine)
            error = stats.share_error(_by_deal([one.shares[:, k] for one, k in mine]))
            found.append(Standing(self.entrants[number].name, share, error, rating, rating_bounds))
        return found

    def summary(self) -> Summary:
        """Return the standings: the share and rating of each entrant with their intervals."""
        rows = []
        for one in self.standings:
            (low, high), (least, most) = one.bounds, one.rating_bounds
            share, rating = f"{low:.3f} to {high:.3f}", f"{least:+.0f} to {most:+.0f}"
            rows.append((one.name, f"{one.share:.3f}", share, f"{round(one.rating):+d}", rating))
        games = sum(pairing.games for pairing in self.pairings)
        title = f"{self.pairings[0].plan.game.title}: {games:,} games, fair is {self.fair:.3f}"
        return title, ("entrant", "share", "95 %", "rating", "95 %"), rows

    def columns(self) -> dict[str, Any]:
        """Return the match as columns of a table that has a row for every seat of every game.

        The columns are pairing, deal and game of the deal (all from 0), seat (from 1), entrant, share, score and the
        number of decisions in the game.
        """
        parts = [_columns(number, one) for number, one in enumerate(self.pairings)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def write(self, path: str | Path) -> None:
        """Write `columns` to a file that ends in .csv or .parquet (Parquet needs the extra `data`).

        A last column holds `about` as JSON in its first row.
        """
        figures.write(self.columns(), Path(path), self.about)

    def _numbers(self, one: Pairing) -> list[int]:
        return [next(k for k, each in enumerate(self.entrants) if each is entrant) for entrant in one.plan.entrants]


def match(
    game: Game | str,
    entrants: Sequence[str | Function | Entrant],
    games: int = 200,
    *,
    seats: int | None = None,
    seed: int | str = "match",
    stop: float = 0.0,
    keep: str | Path | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    **options: str,
) -> Match:
    """Play bots against one another on duplicate deals: each bot plays every seat of each deal.

    If there are more entrants than sides at the table, every two of them play one another. If there are fewer, the last
    entrant takes all remaining seats.

    Args:
        game: A game, or its name; further keywords are its options.
        entrants: Levels ("thumb"), searches ("search:iterations=2000"), functions ("module:function", or the function
            itself, which plays in this process). A function gets its seat's table, the seat and a key, and returns a
            move or its text.
        games: The most games of a pairing. Only whole deals are played, and at least one.
        seats: The number of players; by default the smallest number that the game allows.
        seed: Equal seeds give equal deals and, without time limits, equal moves.
        stop: Stop a pairing once its first entrant is surely above or below the fair share, or within `stop` of it;
            0 to play all games. The risk of an error is 5 % for all pairings together.
        keep: A file for finished deals; if the program is killed, the same call continues the match.
        workers: The number of threads or processes; by default one for each processor. The match is equal for any.
        cluster: The address of a Ray cluster to play the games on, or "local"; needs the extra `cluster`.
        progress: A function that is called before each pairing and after each piece of work.

    Raises:
        OptionError: The game, an option, an entrant or the number of seats does not exist.
        HustingsError: An entrant fails or makes an illegal move, a game goes on without end, `keep` holds a different
            match, or workers were lost repeatedly.

    Examples:
        >>> from hustings import arena
        >>> played = arena.match("president", ["thumb", "random"], games=40)
        >>> played.standings[0].share > 0.9
        True
    """
    chosen = game_called(game, **options) if isinstance(game, str) else game
    named = tuple(map(Entrant.read, entrants))
    plans = plans_for(chosen, chosen.seats_allowed[0] if seats is None else seats, named, seed)
    risk, show = RISK / len(plans), progress or silent
    with (
        closing(Ledger(None if keep is None else Path(keep), plans)) as ledger,
        closing(players_for(plans, workers, cluster)) as hands,
    ):
        rules = ledger.register({"games": games, "stop": stop})
        numbered = enumerate(plans)
        pairings = tuple(_pairing(number, plan, games, stop, ledger, hands, show, risk) for number, plan in numbered)
    names = [entrant.name for entrant in named]
    about = figures.origin(chosen, players=plans[0].seats, entrants=names, seed=seed, stopping=list(rules))
    return Match(named, pairings, 1 / len(plans[0].sides), about)


def plans_for(game: Game, seats: int, entrants: tuple[Entrant, ...], seed: int | str) -> list[Plan]:
    """Return one plan with all entrants at a table, or a plan for each pair if they do not fit at one table."""
    if len(entrants) < 2:
        raise OptionError("a match needs two entrants at least")
    game.start_row(seats)
    together = len(entrants) <= len(sides(game, seats))
    return [Plan(game, seats, one, seed) for one in ([entrants] if together else combinations(entrants, 2))]


def _pairing(
    number: int, plan: Plan, games: int, stop: float, ledger: Ledger, hands: Workers, tell: Progress, risk: float
) -> Pairing:
    deals, fair = max(1, games // plan.games_a_deal), 1 / len(plan.sides)
    sequence, blocks, verdict = ConfidenceSequence(risk), [], ""
    tell(plan.name, 0, deals * plan.games_a_deal)
    for block in _blocks(number, plan, deals, ledger, hands):
        blocks.append(block)
        if stop:
            for row, share in enumerate(shares_by_deal(plan, block)[:, 0].tolist()):
                sequence.add(share)
                verdict = sequence.verdict(fair, stop)
                if verdict:
                    blocks[-1] = block.upto(row + 1)
                    break
        done = sum(len(each.weights) for each in blocks)
        tell(plan.name, done * plan.games_a_deal, (done if verdict else deals) * plan.games_a_deal)
        if verdict:
            break
    whole = Block.joined(blocks)
    interval = (sequence.low, sequence.high) if stop else None
    return Pairing(plan, whole, shares_by_deal(plan, whole), interval, verdict)


def _blocks(number: int, plan: Plan, deals: int, ledger: Ledger, hands: Workers) -> Iterator[Block]:
    """Yield the games in the ledger first, then play and yield new games."""
    done = 0
    for block in list(ledger.blocks[number]):
        if done < deals:
            yield block.upto(deals - done)
        done += len(block.weights)
    for block in results(hands, play, plan.works(done, deals)):
        ledger.add(number, block)
        yield block


def _by_deal(columns: Sequence[Shares]) -> Shares:
    """Return for each deal the mean over the columns (pairings) that have played it."""
    total, count = np.zeros(max(map(len, columns))), np.zeros(max(map(len, columns)))
    for column in columns:
        total[: len(column)] += column
        count[: len(column)] += 1
    return np.asarray(total / count, np.float64)


def _columns(number: int, one: Pairing) -> Mapping[str, Any]:
    deals, each, seats = one.block.weights.shape
    names = np.array([entrant.name for entrant in one.plan.entrants])
    deal, game, seat = np.indices((deals, each, seats))
    return {
        "pairing": np.full(deal.size, number),
        "deal": deal.ravel(),
        "game": game.ravel(),
        "seat": seat.ravel() + 1,
        "entrant": np.broadcast_to(names[np.array(one.plan.seatings)], (deals, each, seats)).ravel(),
        "share": one.block.shares.ravel(),
        "score": one.block.scores.ravel(),
        "decisions": np.repeat(one.block.lengths, seats),
    }


def silent(pairing: str, done: int, games: int) -> None:
    """Ignore the progress; the default for the argument `progress`."""
