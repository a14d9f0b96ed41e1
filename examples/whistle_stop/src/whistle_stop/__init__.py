"""Whistle Stop: a campaign train, and how long you speak at each stop. README.md has the rules."""

from hustings.engine.rulebook import Rulebook
from whistle_stop import rules, texts
from whistle_stop.record import MOST_SEATS, SCHEMA

RULEBOOK = Rulebook(
    name="whistle_stop",
    schema=SCHEMA,
    seats=tuple(range(2, MOST_SEATS + 1)),
    modules=(rules, texts),
    moves=rules.MOVES,
    chance=rules.STATES,
    events=rules.EVENTS,
    reasons=rules.REASONS,
    texts=texts,
    most_legal=rules.MOVES.count,
    package=__name__,
    invariants=rules.INVARIANTS,
    simultaneous=True,
    telling=texts.TELLING,
)
