"""The moves, chance outcomes, refusals and events of Mudslinger: their numbers and their notation.

If a verb has several moves, its constant is the number of the first move; the others follow in the order of their
arguments. An item of a gift or an offer is a sum from $1 to $10, a kind of action card, or a truce.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

from hustings.engine.declared import (
    Counts,
    EventTable,
    MoveTable,
    Number,
    Optional,
    OutcomeTable,
    Refused,
    Terms,
    Words,
    members,
)
from hustings.engine.errors import NotationError
from hustings.engine.messages import Message
from hustings.games.mudslinger import record as r
from hustings.games.mudslinger.cards import (
    CANDIDATES,
    CODE_OR_NONE,
    CODES,
    KIND_CODES,
    KIND_NAMES,
    PARTIES,
    PEOPLE_CODES,
    STATES,
    WHENS,
)
from hustings.games.mudslinger.record import (
    FRAME,
    ITEM_OR_NONE,
    ITEM_TEXTS,
    MOST_DOLLARS,
    NONE_OR_SEAT,
    SEAT_LABELS,
    SEAT_OR_NONE,
    SEATS,
)

MOST_BID = 16
SUM = re.compile(r"\$[0-9]+")
NO_TARGET = SEATS  # the target of a card that names no seat
TARGET_SLOTS = SEATS + 1


class Seats(Words):
    """The label of a seat in a move; an error for a wrong label lists only the seats of this table."""

    def read(self, s: Any, words: Sequence[str]) -> int:
        if words[0] not in self.words:
            first, *_, last = self.words[: s.seats]
            raise NotationError("engine.no_such_number", text=words[0], what=Message(self.what), first=first, last=last)
        return super().read(s, words)


class Items(Words):
    """The item of a gift or an offer in a move: dollars, an action card or a truce (MS-17)."""

    def read(self, s: Any, words: Sequence[str]) -> int:
        """Return the item that a word names.

        Raises:
            Refused: The word names a thing that never changes hands.
            NotationError: The word names no item.
        """
        if words[0] in STATES or words[0] in PEOPLE_CODES:
            raise Refused("never_given", card=words[0])
        if SUM.fullmatch(words[0]) and words[0] not in self.words:
            raise Refused("no_such_sum", sum=words[0], most=MOST_DOLLARS)
        return super().read(s, words)


SEAT, STATE = Seats("seat", SEAT_LABELS), Words("state", STATES)
CARD, ITEM, BID = Words("action_card", KIND_CODES), Items("item", ITEM_TEXTS), Number("bid", 1, MOST_BID)

MOVES = MoveTable(
    "draw", "campaign GA", "spend 3", "sling 2", "pass", "play DONOR", "play LEAK on P3", "trade SURGE", "give P3 $4",
    "poll",
)  # fmt: skip
#: the situations in which any seat may trade, take a poll, give or promise, and those in which the asked seat can pass
OPEN = (r.CARD, r.ATTEMPT, r.WHISTLING, r.BIDDING, r.ROLLING, r.OFFERED, r.ANSWER)
PASSES = (r.ANSWER, r.ROLLING, r.WHISTLING, r.BIDDING)
DRAW = MOVES.add("draw", when=r.CARD)
LOBBY = MOVES.add("lobby", when=r.CARD)
REST = MOVES.add("rest", when=r.ATTEMPT)
PASS = MOVES.add("pass", when=PASSES)
REPLACE = MOVES.add("replace", when=r.REPLACING)
KEEP = MOVES.add("keep", when=r.REPLACING)
ACCEPT = MOVES.add("accept", when=r.OFFERED)
DECLINE = MOVES.add("decline", when=r.OFFERED)
WITHDRAW = MOVES.add("withdraw", when=(r.WANTING, r.OFFERED))
POLL = MOVES.add("poll", when=OPEN)
RUN = MOVES.add("run", Words("candidate", CANDIDATES), when=r.CHOOSE)
PARTY = MOVES.add("party", Words("party_of_five", PARTIES), when=r.NAME_PARTY)
CAMPAIGN = MOVES.add("campaign", STATE, when=r.ATTEMPT, exact=True)
SPEND = MOVES.add("spend", BID, when=r.BIDDING, exact=True)
SLING = MOVES.add("sling", BID, when=r.BIDDING, exact=True)
TAKE = MOVES.add("take", CARD, when=r.TAKING)
FOR = MOVES.add("for", ITEM, when=r.WANTING)
TRADE = MOVES.add("trade", CARD, when=OPEN, exact=True)
PLAY = MOVES.add("play", CARD, Optional("on", SEAT), when=OPEN)  # with NO_TARGET if no seat is named
PLAY_GERRY = MOVES.add("play", "GERRY", "on", STATE, when=OPEN)
GIVE = MOVES.add("give", SEAT, ITEM, when=OPEN, exact=True)
OFFER = MOVES.add("offer", SEAT, ITEM, when=OPEN, exact=True)
PROMISE = MOVES.add("promise", SEAT, remark=True, when=OPEN, exact=True)
ACTIONS = MOVES.count
WHEN = MOVES.when

ROLLS = tuple(f"dice {first} {second} {third}" for first, second, third in product(range(1, 7), repeat=3))
#: the words for chance outcomes, by the kind of outcome that is pending
BRINGS = ((), CANDIDATES, ROLLS, STATES, CODES, ROLLS, ROLLS)
CHANCE = OutcomeTable(BRINGS, "GA", "P1 CON", "P1 G17", "dice 4 2 6", seat="pending_seat", by="pending")

# --- why moves are refused

REASONS = EventTable()
NO_SUCH_ACTION = REASONS.add("no_such_action")
GAME_IS_OVER = REASONS.add("game_over")
CHANCE_IS_DUE = REASONS.add("chance_is_due")
NO_SUCH_SEAT = REASONS.add("no_such_seat", seats=None)
OWN_SEAT = REASONS.add("own_seat")
NOT_ASKED = REASONS.add("not_asked", asked=SEAT_OR_NONE, task=Terms(FRAME))
WRONG_QUESTION = REASONS.add("wrong_question", asked=SEAT_OR_NONE, task=Terms(FRAME))
NOT_OPEN = REASONS.add("not_open", asked=SEAT_OR_NONE, task=Terms(FRAME))
CANDIDATE_TAKEN = REASONS.add("candidate_taken")
CANDIDATE_ABSENT = REASONS.add("candidate_absent", seats=None)
PILE_EMPTY = REASONS.add("pile_empty")
TOP_IS_ACTION = REASONS.add("top_is_action", top=CODE_OR_NONE)
TOP_DOES_NOT_FIT = REASONS.add("top_does_not_fit", top=CODE_OR_NONE)
SECOND_MATE = REASONS.add("second_mate", top=CODE_OR_NONE)
STATE_NOT_OPEN = REASONS.add("state_not_open", open=members(STATES))
STATE_OWN = REASONS.add("state_own")
STATE_IN_DECK = REASONS.add("state_in_deck", open=members(STATES))
TOO_LITTLE_MONEY = REASONS.add("too_little_money", money=None)
ABOVE_CAP = REASONS.add("above_cap", rating=None, cap=None)
RUNNER_SLINGS = REASONS.add("runner_slings")
BELOW_BASE = REASONS.add("below_base", rating=None, base=None)
NOT_IN_HAND = REASONS.add("not_in_hand")
WRONG_TIME = REASONS.add("wrong_time", when=Terms(tuple(f"when_{when}" for when in WHENS)))
IS_GAGGED = REASONS.add("is_gagged")
NOT_OF_THE_TWO = REASONS.add("not_of_the_two")
AGAINST_RUNNER = REASONS.add("against_runner", runner=SEAT_OR_NONE)
WRONG_TARGET = REASONS.add("wrong_target")
NOT_THE_RUNNER = REASONS.add("not_the_runner", runner=SEAT_OR_NONE)
NOTHING_THERE = REASONS.add("nothing_there")
AT_THE_CAP = REASONS.add("at_the_cap", rating=None, cap=None)
GAG_IMPOSSIBLE = REASONS.add("gag_impossible")
NO_STATE_LEFT = REASONS.add("no_state_left")
DOES_NOT_JOIN = REASONS.add("does_not_join")
NOTHING_TO_POLL = REASONS.add("nothing_to_poll")
POLL_TOO_DEAR = REASONS.add("poll_too_dear", money=None, price=None)
NO_SUCH_PARTNER = REASONS.add("no_such_partner", seats=None)
OWN_PARTNER = REASONS.add("own_partner")
DEAL_TOO_DEAR = REASONS.add("deal_too_dear", money=None)
DEAL_NOT_IN_HAND = REASONS.add("deal_not_in_hand")
TOO_MANY_DEALS = REASONS.add("too_many_deals", deals=None)
OFFER_WAITS = REASONS.add("offer_waits", offered_to=SEAT_OR_NONE, offerer=SEAT_OR_NONE)
NOTHING_TO_ASK = REASONS.add("nothing_to_ask")
MONEY_FOR_MONEY = REASONS.add("money_for_money")
TRUCES_OFF = REASONS.add("truces_off")
NO_TRUCE = REASONS.add("no_truce")
RIVAL_HAS_LESS = REASONS.add("rival_has_less", offered_to=SEAT_OR_NONE)
RIVAL_HAS_NO_CARD = REASONS.add("rival_has_no_card", offered_to=SEAT_OR_NONE)
CANNOT_ACCEPT = REASONS.add("cannot_accept", wants=ITEM_OR_NONE)
NO_OFFER = REASONS.add("no_offer")
NOT_SHOWN = REASONS.add("not_shown")

# --- events

HAND_BITS = 2  # bits for each kind in a packed hand, because no kind has more than three cards

EVENTS = EventTable()
GOT_CANDIDATE = EVENTS.add("candidate", small=True, candidate=CANDIDATES)
NAMED_PARTY = EVENTS.add("party", small=True, party=PARTIES)
ROLLED_FIRST = EVENTS.add("rolled_first", small=True, first=None, second=None, third=None, sum=None)
BEGINS = EVENTS.add("begins", small=True)
OPENED = EVENTS.add("opened", small=True, state=STATES, points=None)
TURN = EVENTS.add("turn", part="between", small=True, turn=None, income=None, money=None)
DREW = EVENTS.add("drew", small=True, card=CODES)
DREW_ACTION = EVENTS.add("drew_action", small=True, cards=None)
DREW_KIND = EVENTS.add("drew_kind", small=True, card=KIND_CODES)
NO_CARD = EVENTS.add("no_card", small=True)
NEW_DECK = EVENTS.add("new_deck", small=True, cards=None)
PLACED = EVENTS.add("placed", small=True, card=CODES, dollars=None)
HIRED = EVENTS.add("hired", small=True, card=CODES, points=None, role=KIND_NAMES)
DISCARDED = EVENTS.add("discarded", small=True, card=CODES)
MISFIT = EVENTS.add("misfit", small=True, card=CODES, party=PARTIES, takes=members(PARTIES))
LOBBIED = EVENTS.add("lobbied", card=CODES)
RESTED = EVENTS.add("rested", small=True)
CAMPAIGNS = EVENTS.add("campaigns", part="unit", small=True, state=STATES, points=None, base=None)
ATTACKS = EVENTS.add("attacks", part="unit", state=STATES, points=None, base=None, owner=SEAT_OR_NONE)
SPENT = EVENTS.add("spent", small=True, dollars=None, rating=None)
SLUNG = EVENTS.add("slung", small=True, dollars=None, rating=None)
PASSED = EVENTS.add("passed", small=True)
ROLLED = EVENTS.add("rolled", small=True, first=None, second=None, third=None, rating=None)
WON = EVENTS.add("won", big=20, state=STATES, points=None, sum=None, rating=None)
FAILED = EVENTS.add("failed", state=STATES, points=None, sum=None, rating=None)
STREAK = EVENTS.add("streak", big=0, sum=None)
PLAYED = EVENTS.add("played", card=KIND_CODES, target=SEAT_OR_NONE)
PLAYED_ON_STATE = EVENTS.add("played_on_state", card=KIND_CODES, state=STATES)
SPUN = EVENTS.add("spun", card=KIND_CODES, player=SEAT_OR_NONE)
RATED = EVENTS.add("rated", small=True, rating=None, base=None)
BANKED = EVENTS.add("banked", dollars=None)
TOOK_MONEY = EVENTS.add("took_money", dollars=None, target=SEAT_OR_NONE)
LOST_CARD = EVENTS.add("lost_card", card=CODES)
SAW_HAND = EVENTS.add("saw_hand", small=True, target=SEAT_OR_NONE, cards=Counts(KIND_CODES, HAND_BITS))
TOOK_CARD = EVENTS.add("took_card", target=SEAT_OR_NONE)
TOOK_KIND = EVENTS.add("took_kind", small=True, target=SEAT_OR_NONE, card=KIND_CODES)
GAGGED = EVENTS.add("gagged", target=SEAT_OR_NONE)
DEBATED = EVENTS.add("debated", small=True, first=None, second=None, third=None, sum=None)
POLLED = EVENTS.add("polled", dollars=None)
READ_POLL = EVENTS.add("read_poll")
SAW_STATE = EVENTS.add("saw_state", small=True, state=STATES, owner=NONE_OR_SEAT)
SWAPPED = EVENTS.add("swapped", state=STATES)
DEFECTED = EVENTS.add("defected", card=CODE_OR_NONE, target=SEAT_OR_NONE)
TRADED = EVENTS.add("traded", card=KIND_CODES, dollars=None)
GAVE_MONEY = EVENTS.add("gave_money", dollars=None, target=SEAT_OR_NONE)
GAVE_CARD = EVENTS.add("gave_card", target=SEAT_OR_NONE)
GAVE_KIND = EVENTS.add("gave_kind", small=True, target=SEAT_OR_NONE, card=KIND_CODES)
PROMISED = EVENTS.add("promised", target=SEAT_OR_NONE, remark=True)
OFFERED_ITEM = EVENTS.add("offered", small=True, target=SEAT_OR_NONE, gives=ITEM_OR_NONE)
ASKED_FOR = EVENTS.add("asked_for", small=True, target=SEAT_OR_NONE, gives=ITEM_OR_NONE, wants=ITEM_OR_NONE)
ACCEPTED = EVENTS.add("accepted", offerer=SEAT_OR_NONE, gives=ITEM_OR_NONE, wants=ITEM_OR_NONE)
KEPT_TRUCE = EVENTS.add("kept_truce", target=SEAT_OR_NONE)
BROKE_TRUCE = EVENTS.add("broke_truce", big=0, target=SEAT_OR_NONE)
DECLINED = EVENTS.add("declined", small=True, offerer=SEAT_OR_NONE)
WITHDREW = EVENTS.add("withdrew", small=True)
AGAIN = EVENTS.add("again", small=True)
GAME_OVER = EVENTS.add("game_over", winners=members(SEAT_LABELS), points=None)
DECIDED = EVENTS.add("decided", big=0, points=None)
IN_PLAY = EVENTS.add("in_play", small=True, states=members(STATES), points=None)
