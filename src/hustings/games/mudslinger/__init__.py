"""Mudslinger: bids, mud and action cards for three to six. See README.md for the rules in our words."""

from __future__ import annotations

from hustings.engine.rulebook import Rulebook
from hustings.games.mudslinger import board, determinization, heuristic, invariants, moves, rules, words
from hustings.games.mudslinger.events import EVENTS
from hustings.games.mudslinger.heuristic import bargains, card_heuristic, evaluation, outlook, truces
from hustings.games.mudslinger.invariants import INVARIANTS, situation_invariants
from hustings.games.mudslinger.move_table import CHANCE, MOVES
from hustings.games.mudslinger.reasons import REASONS
from hustings.games.mudslinger.record import SCHEMA, SEATS
from hustings.games.mudslinger.rules import actions, contest, deals, play_rules, table, turns

RULEBOOK = Rulebook(
    name="mudslinger",
    schema=SCHEMA,
    seats=tuple(range(3, SEATS + 1)),
    modules=(
        *(rules, actions, contest, deals, play_rules, table, turns, moves, determinization),
        *(invariants, situation_invariants, heuristic, bargains, card_heuristic),
        *(evaluation, outlook, truces),
    ),
    moves=MOVES,
    chance=CHANCE,
    reasons=REASONS,
    events=EVENTS,
    texts=words,
    holdings=words.holdings,
    recount=words.recount,
    board=board.board,
    most_legal=MOVES.count,
    package=__name__,
    invariants=INVARIANTS,
    streams=("deal", "dice"),
    reaction="pass",
    rules="3",
    older={"2": {"attack_cards": "closed"}},
    odds={"rating": evaluation.odds()},
    previews={"rating": contest.rating_after},
)
