"""Electoral College Combat: a card game for two, in two editions and the Book Deal variant; README.md has the rules.

Docstrings name the rules' clauses, such as EC-8.
"""

from __future__ import annotations

from hustings.engine.rulebook import Rulebook
from hustings.games.combat import hand, heuristic, invariants, moves, rules, small, telling, wilds, words
from hustings.games.combat.events import EVENTS
from hustings.games.combat.record import SCHEMA, SEATS, THROWS

RULEBOOK = Rulebook(
    name="combat",
    schema=SCHEMA,
    seats=(SEATS,),
    modules=(rules, moves, hand, wilds, invariants, heuristic, telling),
    moves=moves.MOVES,
    chance=moves.CARD,
    reasons=moves.REASONS,
    events=EVENTS,
    texts=words,
    holdings=words.holdings,
    board=words.board,
    most_legal=moves.MOST_LEGAL,
    package=__name__,
    invariants=invariants.INVARIANTS,
    usual={"stops": "3"},
    simultaneous=True,
    telling=telling.TELLING,
    evident=lambda view, seat, action: view.task != THROWS or telling.alike(view) == 1,
    sizes=small.SIZES,
    start_small=small.start_small,
    smaller=small.smaller,
)
