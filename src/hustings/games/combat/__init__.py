"""Electoral College Combat: two editions, and the Book Deal variant. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Rulebook
from hustings.games.combat import foresight, hand, heuristic, invariants, moves, rules, small, wilds, words
from hustings.games.combat.events import EVENTS
from hustings.games.combat.record import SCHEMA, SEATS, THROWS

RULEBOOK = Rulebook(
    name="combat",
    schema=SCHEMA,
    seats=(SEATS,),
    modules=(rules, moves, hand, wilds, invariants, heuristic),
    moves=moves.MOVES,
    chance=moves.CARD,
    reasons=moves.REASONS,
    events=EVENTS,
    texts=words,
    holdings=words.holdings,
    recount=words.recount,
    majority=words.needed,
    too_many=words.too_many,
    foresee=foresight.foresee,
    board=words.board,
    most_legal=moves.MOST_LEGAL,
    package=__name__,
    invariants=invariants.INVARIANTS,
    simultaneous=True,
    evident=lambda view, seat, action: view.task != THROWS,
    sizes=small.SIZES,
    start_small=small.start_small,
)
