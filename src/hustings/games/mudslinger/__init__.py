"""Mudslinger: an election game for three to six players with bids, mud and action cards; README.md has the rules.

Docstrings name the rules' clauses, such as MS-17. "Mud" is money that lowers a rival's rating in a contest for a state.
"""

from __future__ import annotations

from hustings.engine.promises import Promises
from hustings.engine.rulebook import Rulebook
from hustings.games.mudslinger import (
    actions,
    bargains,
    contest,
    determinization,
    evaluation,
    heuristic,
    invariants,
    moves,
    outlook,
    proxy,
    record,
    refusals,
    rules,
    scoring,
    small,
    standing,
    table,
    telling,
    turns,
    words,
)

RULEBOOK = Rulebook(
    name="mudslinger",
    schema=record.SCHEMA,
    seats=tuple(range(3, record.SEATS + 1)),
    modules=(
        *(table, refusals, rules, turns, contest, scoring, standing, actions, determinization),
        *(invariants, evaluation, bargains, outlook, heuristic, telling),
    ),
    moves=moves.MOVES,
    chance=moves.CHANCE,
    reasons=moves.REASONS,
    events=moves.EVENTS,
    texts=words,
    holdings=words.holdings,
    campaign=words.campaign,
    board=words.board,
    most_legal=moves.MOVES.count,
    package=__name__,
    invariants=invariants.INVARIANTS,
    streams=("deal", "dice"),
    reaction="pass",
    brisk=True,
    promises=Promises(
        item="TRUCE",
        exchanged="accepted",
        kept="kept_truce",
        broken="broke_truce",
        words="promised",
        unit="electoral points",
        scale=evaluation.SCALE,
    ),
    rules="3",
    # Everybody saw each win, and a page remembers better than its readers. The first game takes ten minutes.
    usual={"open_states": "yes", "length": "20", "start": "three_cards"},
    older={"2": {"attack_cards": "closed"}},
    odds={"rating": evaluation.odds()},
    telling=telling.TELLING,
    sizes=small.SIZES,
    start_small=small.start_small,
    smaller=small.smaller,
    post=proxy.POST,
)
