"""U.S. President: eleven swing states, twelve weeks, twelve pyramids each. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Rulebook
from hustings.games.president import board, count, foresight, heuristic, invariants, moves, rules, words
from hustings.games.president.events import EVENTS
from hustings.games.president.record import MOST_SEATS, SCHEMA, WEEKS

RULEBOOK = Rulebook(
    name="president",
    schema=SCHEMA,
    seats=tuple(range(2, MOST_SEATS + 1)),
    modules=(rules, moves, count, invariants, heuristic),
    moves=moves.MOVES,
    chance=moves.CARDS,
    reasons=moves.REASONS,
    events=EVENTS,
    texts=words,
    holdings=words.holdings,
    recount=words.recount,
    majority=words.needed,
    foresee=foresight.foresee,
    board=board.board,
    most_legal=moves.ACTIONS,
    package=__name__,
    invariants=invariants.INVARIANTS,
    simultaneous=True,
    longest=lambda seats: WEEKS * seats,
    rules="2",
    older={"1": {"empty_states": "aside"}},
)
