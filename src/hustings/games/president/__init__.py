"""U.S. President: a game over eleven swing states in twelve weeks; README.md has the rules.

Each week every player secretly places one of twelve pyramids. Docstrings name the rules' clauses, such as UP-4.
"""

from __future__ import annotations

from hustings.engine.rulebook import Rulebook
from hustings.games.president import heuristic, invariants, moves, record, rules, small, telling, words

RULEBOOK = Rulebook(
    name="president",
    schema=record.SCHEMA,
    seats=tuple(range(2, record.MOST_SEATS + 1)),
    modules=(rules, invariants, heuristic, telling),
    moves=moves.MOVES,
    chance=moves.CARDS,
    reasons=moves.REASONS,
    events=moves.EVENTS,
    texts=words,
    holdings=words.holdings,
    campaign=words.campaign,
    board=words.board,
    most_legal=moves.ACTIONS,
    package=__name__,
    invariants=invariants.INVARIANTS,
    simultaneous=True,
    longest=small.longest,
    rules="2",
    telling=telling.TELLING,
    older={"1": {"empty_states": "aside"}},
    sizes=small.SIZES,
    start_small=small.start_small,
    smaller=small.smaller,
)
