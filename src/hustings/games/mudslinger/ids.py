"""The action ids of Mudslinger, and the reasons for which a move is refused.

id                                    move
DRAW LOBBY REST PASS REPLACE KEEP     draw, lobby, rest, pass, replace, keep
ACCEPT DECLINE WITHDRAW POLL          accept, decline, withdraw, poll
RUN_ID + candidate                    run CON
PARTY_ID + party                      party LIB
CAMPAIGN_ID + state                   campaign GA
SPEND_ID + n - 1, SLING_ID + n - 1    spend 3, sling 3
TAKE_ID + kind                        take LEAK
FOR_ID + item                         for $4, for LEAK; items: 0 to 9 are $1 to $10, then the kinds of action cards
TRADE_ID + kind                       trade LEAK
PLAY_ID + kind * TARGET_SLOTS + seat  play LEAK on P3; play DONOR with seat NO_TARGET
GERRY_ID + state                      play GERRY on OH
GIVE_ID + seat * ITEMS + item         give P3 $4, give P3 LEAK
OFFER_ID + seat * ITEMS + item        offer P3 $4, offer P3 LEAK
PROMISE_ID + seat                     promise P3 "words"
"""

from __future__ import annotations

from hustings.games.mudslinger.cards import ALL_STATES, CANDIDATES, KINDS, PARTIES
from hustings.games.mudslinger.record import ITEMS, SEATS

DRAW, LOBBY, REST, PASS, REPLACE, KEEP, ACCEPT, DECLINE, WITHDRAW, POLL = range(10)
MOST_BID = 16
NO_TARGET = SEATS
TARGET_SLOTS = SEATS + 1

RUN_ID = POLL + 1
PARTY_ID = RUN_ID + len(CANDIDATES)
CAMPAIGN_ID = PARTY_ID + len(PARTIES)
SPEND_ID = CAMPAIGN_ID + ALL_STATES
SLING_ID = SPEND_ID + MOST_BID
TAKE_ID = SLING_ID + MOST_BID
FOR_ID = TAKE_ID + KINDS
TRADE_ID = FOR_ID + ITEMS
PLAY_ID = TRADE_ID + KINDS
GERRY_ID = PLAY_ID + KINDS * TARGET_SLOTS
GIVE_ID = GERRY_ID + ALL_STATES
OFFER_ID = GIVE_ID + SEATS * ITEMS
PROMISE_ID = OFFER_ID + SEATS * ITEMS
ACTIONS = PROMISE_ID + SEATS
MOST_LEGAL = ACTIONS

# Why a move is refused; words.py says each in a sentence with its clause.
(
    LEGAL,
    NO_SUCH_ACTION,
    GAME_IS_OVER,
    CHANCE_IS_DUE,
    NO_SUCH_SEAT,
    OWN_SEAT,
    NOT_ASKED,
    WRONG_QUESTION,
    NOT_OPEN,
    CANDIDATE_TAKEN,
    CANDIDATE_ABSENT,
    PILE_EMPTY,
    TOP_IS_ACTION,
    TOP_DOES_NOT_FIT,
    SECOND_MATE,
    STATE_NOT_OPEN,
    STATE_OWN,
    STATE_IN_DECK,
    TOO_LITTLE_MONEY,
    ABOVE_CAP,
    RUNNER_SLINGS,
    BELOW_BASE,
    NOT_IN_HAND,
    WRONG_TIME,
    IS_GAGGED,
    NOT_OF_THE_TWO,
    WRONG_TARGET,
    NOT_THE_RUNNER,
    NOTHING_THERE,
    AT_THE_CAP,
    GAG_IMPOSSIBLE,
    NO_STATE_LEFT,
    DOES_NOT_JOIN,
    NOTHING_TO_POLL,
    POLL_TOO_DEAR,
    TOO_MANY_DEALS,
    OFFER_WAITS,
    NOTHING_TO_ASK,
    MONEY_FOR_MONEY,
    RIVAL_HAS_LESS,
    RIVAL_HAS_NO_CARD,
    CANNOT_ACCEPT,
    NO_OFFER,
    NOT_SHOWN,
) = range(44)
REASONS = 44
