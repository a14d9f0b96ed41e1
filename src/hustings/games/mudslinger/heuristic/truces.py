"""What a truce is worth: no mud from a seat in the contest at hand, for what that seat asks (MS-17).

It binds nobody. So a bot pays for one by how often the seat has kept its truces in this game, which all have seen.
"""

from __future__ import annotations

from hustings.engine.kernels import State
from hustings.games.mudslinger import cards as c
from hustings.games.mudslinger import move_table as m
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.heuristic.card_heuristic import comes_up, moment, trick
from hustings.games.mudslinger.heuristic.evaluation import SCALE, backed, best_bid, best_sling, mud_worth
from hustings.games.mudslinger.rules.table import in_truce

GRUDGES = 8  # a truce broken counts for so many kept


def trust(s: State, seat: int) -> int:
    """In hundredths, how likely the seat keeps its word: half at first, more with each truce kept; none once broken.

    To earn it anew takes many times what was broken, so that it never pays to break one in every few.
    """
    kept, broken = s.kept[seat], s.broken[seat]
    return SCALE * (1 + kept) // (2 + kept + GRUDGES * broken) if GRUDGES * broken <= kept else 0


def truce_worth(s: State, seat: int) -> int:
    """What it is worth to the runner that the seat slings no mud, were it sure."""
    return mud_to_come(s, seat, True)


def truce_price(s: State, seat: int) -> int:
    """What the seat forgoes that slings no mud."""
    return mud_to_come(s, seat, False)


def mud_to_come(s: State, seat: int, to_runner: bool) -> int:
    """The mud that the seat would sling once the runner has spent what pays: what it costs the runner, or brings it."""
    if moment(s) != r.BIDDING or not comes_up(s, seat):
        return 0
    raised = best_bid(s)
    s.rating += raised  # as it will be; taken back at once
    s.money[s.runner] -= raised
    dollars = best_sling(s, seat)
    if to_runner:
        state = s.contest - 1
        worth = backed(s, s.runner, state, s.rating) - backed(s, s.runner, state, s.rating - dollars)
    else:
        worth = mud_worth(s, seat, dollars)
    s.rating -= raised
    s.money[s.runner] += raised
    return worth


def temptation(s: State, seat: int, action: int) -> int:
    """MS-17: 1 + what mud, or a card that does as mud does, brings a seat that has promised none; 0 for all else."""
    if s.finished or not in_truce(s, seat):
        return 0
    if m.SLING <= action < m.TAKE:
        return 1 + max(0, mud_worth(s, seat, action - m.SLING + 1))
    if not m.PLAY <= action < m.PLAY_GERRY:
        return 0
    kind = (action - m.PLAY) // m.TARGET_SLOTS
    return 1 + max(0, trick(s, seat, kind, s.runner)) if c.RATING_CHANGE[kind] < 0 else 0
