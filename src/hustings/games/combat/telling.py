"""The numbers behind texts of Combat: for refusals, results, moves to prepare and holders of states."""

from __future__ import annotations

from hustings.engine.declared import LEGAL, EventTable
from hustings.engine.kernels import Numbers, tell
from hustings.engine.kernels.wide import put
from hustings.engine.telling import NOBODYS, OUT_OF_PLAY, Telling
from hustings.games.combat import hand, moves, wilds
from hustings.games.combat import record as r
from hustings.games.combat.cards import CARDS, NUMBERED, PAIR, STATES
from hustings.games.combat.heuristic import SCALE, reserve, stop_hunch
from hustings.games.combat.record import State

AFTER_STOP = (moves.TAKE_AFTER_STOP, moves.TAKE_AFTER_STOP_ILLUSTRATED)
ALL_MOVE = len(r.SEAT_OR_NONE)  # in `moves.MOVER`

ENDINGS = EventTable()
PRESIDENT = ENDINGS.add("president", winner=r.SEAT_OR_NONE, loser=r.SEAT_OR_NONE, votes=None, other=None)
BOOK_DEAL = ENDINGS.add("book_deal", winner=r.SEAT_OR_NONE, loser=r.SEAT_OR_NONE, votes=None, other=None)
DRAW = ENDINGS.add("draw", first=None, second=None)

EFFECTS = EventTable()
LOWER_OF_TWO = EFFECTS.add("lower_of_two", number=None)
LOWER_WINS = EFFECTS.add("lower_wins", number=None)
EVEN_WINS = EFFECTS.add("even_wins", number=None)
EVEN_SUM_WINS = EFFECTS.add("even_sum_wins", number=None)
ODD_SUM_WINS = EFFECTS.add("odd_sum_wins", number=None)
BEATS = EFFECTS.add("beats", number=None)
WILD_COMES = EFFECTS.add("wild_comes", number=None)
ONLY_WILD = EFFECTS.add("only_wild", number=None)
STOP_BRINGS = EFFECTS.add("stop_brings", number=None)
STOP_KEPT = EFFECTS.add("stop_kept", number=None)
REFERENCE = EFFECTS.add("reference", number=None)
CALL_WINS = EFFECTS.add("call_wins", number=None)
CALL_WINS_ALL = EFFECTS.add("call_wins_all", number=None)
THROW_PICKS = EFFECTS.add("throw_picks", number=None)
THROW_TURNS = EFFECTS.add("throw_turns", number=None)
THROW_WINS = EFFECTS.add("throw_wins", number=None)
#: 1 if the seat can no longer win, 2 if it could win only after a needlessly high stake of the rival
BEATEN = EFFECTS.add("beaten", number=None)
SAFE = EFFECTS.add("safe", number=None)  # 1 if the seat can no longer lose


def explain(s: State, seat: int, action: int, reason: int, note: Numbers) -> None:
    """Write what the sentence of a refusal mentions; the seat knows all of it."""
    if reason in (moves.WRONG_TASK, moves.NOT_YOUR_MOVE):
        tell(note, reason, seat, ALL_MOVE if s.task == r.THROWS else s.mover, s.task, 0, 0)
    elif reason in (moves.PLACE_NOT_DOWN, moves.PLACE_IS_EMPTY, moves.NOT_FACE_UP):
        tell_table(s, seat, reason, s.task, note)
    elif (
        reason in (moves.TAKE_NOT_A_CHOICE, moves.TAKE_NOT_ILLUSTRATED, moves.TAKE_NOT_WITH_THIRD)
        or reason in AFTER_STOP
    ):
        upper = s.card[moves.higher_place(s)]
        lower = upper
        for place in range(r.PLACES):
            if s.lies[place] == r.UP and below(s, upper, s.card[place]):
                upper = s.card[place]
            if s.lies[place] == r.UP and below(s, s.card[place], lower):
                lower = s.card[place]
        tell(note, reason, seat, upper, hand.value_of(s, upper), lower, hand.value_of(s, lower))
        tell_table(s, seat, reason, moves.PLACES_IN[action - moves.TAKE_ID], note)
    elif reason == moves.ADD_NO_HIGHEST:
        tell(note, reason, seat, moves.highest_in_pile(s, seat), 0, 0, 0)
    elif reason in (moves.ADD_TOO_FEW, moves.ADD_FROM_SHORT_PILE):
        tell(note, reason, seat, moves.addable(s, seat), 0, 0, 0)


def tell_table(s: State, seat: int, reason: int, more: int, note: Numbers) -> None:
    """Write the cards that lie face up, the places of those that lie face down, and one more number."""
    up = 0
    for place in range(r.PLACES):
        if s.lies[place] == r.UP:
            up |= 1 << s.card[place]
    down = moves.places_lying(s, r.DOWN)
    tell(note, reason, seat, (up > 0) + 2 * (down > 0), up, down, more)


def below(s: State, card: int, other: int) -> bool:
    """Return True if a card has fewer votes than another, or equal votes and an earlier code."""
    own = hand.value_of(s, card)
    against = hand.value_of(s, other)
    return own < against or (own == against and card < other)


def ending(s: State, note: Numbers) -> None:
    """Write the result (EC-21, EC-22)."""
    winner = hand.winner_of(s)
    if winner == r.NOBODY:
        tell(note, DRAW, winner, s.tally[0], s.tally[1], 0, 0)
        return
    loser = hand.other(winner)
    how = PRESIDENT if s.objective == 0 else BOOK_DEAL
    tell(note, how, winner, winner, loser, s.tally[winner], s.tally[loser])


def majority(s: State) -> int:
    """Return the number of votes that wins; 0 in the Book Deal variant, which fewer votes win (EC-21, EC-22)."""
    return hand.majority(s) if s.objective == 0 else 0


def too_many(s: State) -> int:
    """Return the number of votes that loses in the Book Deal variant; 0 in the ordinary game (EC-22)."""
    return 0 if s.objective == 0 else hand.majority(s)


def effect(v: State, seat: int, action: int, note: Numbers) -> None:
    """Write what a choice under a wild card decides, what a campaign stop is worth, or that the winner is certain.

    STOP_KEPT has the votes that a campaign stop is worth if it is kept (EC-23), THROW_PICKS the number of cards left
    (EC-16), and the other throws 0.
    """
    if v.task == r.CAMPAIGN and moves.TURN_ID <= action < moves.CALL_ID:
        tell_stop(v, seat, note)
    elif v.task == r.CAMPAIGN:
        tell(note, STOP_KEPT, seat, votes_of(reserve(v, seat)), 0, 0, 0)
    elif v.task == r.TURN:
        tell_turn(v, seat, note)
    elif v.task == r.CALL:
        tell_call(v, seat, note)
    elif v.task == r.THROWS:
        tell_throw(v, seat, note)
    tell_hope(v, seat, note)


def tell_hope(v: State, seat: int, note: Numbers) -> None:
    """Write that the seat can no longer win or lose, or can hardly win (EC-19, EC-21, EC-22)."""
    rival = hand.other(seat)
    winner, loser = (seat, rival) if v.objective == 0 else (rival, seat)
    if hand.keeps_majority(v, winner, False):
        tell(note, SAFE, seat, 1, 0, 0, 0)
    elif hand.keeps_majority(v, loser, False):
        tell(note, BEATEN, seat, 1, 0, 0, 0)
    elif v.objective == 0 and hand.keeps_majority(v, rival, True):
        tell(note, BEATEN, seat, 2, 0, 0, 0)


def tell_call(v: State, seat: int, note: Numbers) -> None:
    """Write what a call wins beside the pair: all after a tie, or every open card at a stop (EC-11, EC-25)."""
    if v.frame_step[v.depth - 1] == wilds.FAKE_SUM_CALL:
        tell(note, CALL_WINS_ALL, seat, 0, 0, 0, 0)
    elif hand.count_lying(v, r.UP) > 1:
        tell(note, CALL_WINS, seat, wilds.sum_up(v), 0, 0, 0)


def tell_throw(v: State, seat: int, note: Numbers) -> None:
    """Write what the winner of a throw does (EC-14, EC-16, EC-20); the frame of the throw lies on that of its cause."""
    if v.frame[v.depth - 2] == r.RUSSIA_WILD:
        tell(note, THROW_PICKS, seat, r.PLACES - hand.count_lying(v, r.EMPTY), 0, 0, 0)
    else:
        tell(note, THROW_TURNS if hand.count_lying(v, r.DOWN) else THROW_WINS, seat, 0, 0, 0, 0)


def tell_turn(v: State, seat: int, note: Numbers) -> None:
    """Write which card wins the seat the whole hand (EC-13, EC-14, EC-15), or that a call follows (EC-11).

    LOWER_WINS has the votes to stay below, EVEN_SUM_WINS and ODD_SUM_WINS the sum so far, the others 0.
    """
    top = v.depth - 1
    if v.frame[top] == r.FAKE_NEWS and v.frame_step[top] == wilds.FAKE_REFERENCE:
        tell(note, REFERENCE, seat, 0, 0, 0, 0)
    elif v.frame[top] == r.SWING_WILD:
        wins = EVEN_SUM_WINS if v.frame_seat[top] == seat else ODD_SUM_WINS
        tell(note, wins, seat, wilds.sum_up(v), 0, 0, 0)
    elif v.frame[top] == r.RECOUNT_WILD and v.frame_step[top] == wilds.RECOUNT_FIRST:
        tell(note, LOWER_OF_TWO, seat, 0, 0, 0, 0)
    elif v.frame[top] == r.RECOUNT_WILD and v.frame_step[top] == wilds.RECOUNT_SECOND:
        tell(note, LOWER_WINS, seat, hand.value_of(v, v.first), 0, 0, 0)
    elif v.frame[top] == r.RECOUNT_WILD:
        tell(note, EVEN_WINS, seat, 0, 0, 0, 0)


def tell_stop(v: State, seat: int, note: Numbers) -> None:
    """Write what a campaign stop may bring (EC-23).

    BEATS and WILD_COMES have the chances in percent of a higher card and of a wild card. If no card is higher,
    ONLY_WILD has the number of cards to each wild card. STOP_BRINGS has the votes that a stop brings in this hand.
    """
    total = hand.all_weight(v)
    higher = hand.higher_weight(v, hand.other(seat))
    wild = hand.wild_weight(v)
    if higher:
        tell(note, BEATS, seat, ratio(SCALE * higher, total), 0, 0, 0)
    elif wild:
        tell(note, ONLY_WILD, seat, ratio(total, wild), 0, 0, 0)
    if wild:
        tell(note, WILD_COMES, seat, ratio(SCALE * wild, total), 0, 0, 0)
    brings = stop_hunch(v, seat) if v.objective == 0 else -stop_hunch(v, seat)
    tell(note, STOP_BRINGS, seat, votes_of(brings), 0, 0, 0)


def ratio(part: int, whole: int) -> int:
    """Return a part divided by a whole, rounded, but at least 1."""
    return max(1, (2 * part + whole) // (2 * whole))


def votes_of(hundredths: int) -> int:
    """Return hundredths of votes as whole votes, rounded, but at least 0."""
    return max(0, (2 * hundredths + SCALE) // (2 * SCALE))


def foresee(v: State, seat: int, out: Numbers) -> int:
    """List the moves that a seat can prepare: turns of face-down cards, or signs for the next throw (EC-17)."""
    count = 0
    if v.task == r.TURN:
        for action in range(moves.TURN_ID, moves.CALL_ID):
            if moves.offered(v, seat, action) == LEGAL:
                out[count] = action
                count += 1
    elif v.task == r.THROWS or (v.task == r.PICK and hand.count_lying(v, r.EMPTY) < r.PLACES - 1):
        for action in range(moves.THROW_ID, moves.PICK_ID):
            out[count] = action
            count += 1
    return count


def alike(v: State) -> int:
    """Return 1 in the last hand if the pile of a player who stakes nothing more has a majority (EC-19, EC-21)."""
    return int(hand.sure_majority(v) != r.NOBODY)


def odds(v: State, seat: int, action: int, m: Numbers) -> int:
    """Write the weight of each card on any place of the last hand that a seat lays with its stake (EC-4, EC-19).

    Args:
        v: The seat's view.
        seat: The seat.
        action: The action.
        m: The memory, all zeros; a card's weight is written at twice its number.

    Returns:
        1, or 0 for an action that is not a legal stake.
    """
    if action < moves.ADD_ID or moves.refusal(v, seat, action):
        return 0
    pair = action - moves.ADD_ID
    unseen = hand.count_where(v, r.UNSEEN)
    for card in range(CARDS):
        if card in (pair // PAIR, pair % PAIR):
            put(m, 2 * card, max(1, unseen))
        elif v.where[card] == r.UNSEEN:
            put(m, 2 * card, v.stack[seat])
    return 1


def held(s: State, out: Numbers) -> None:
    """Write the player whose pile each state is in, and the state's votes."""
    for state in range(NUMBERED):
        pile = s.where[state] - r.PILE
        out[state] = pile if 0 <= pile < r.SEATS else OUT_OF_PLAY if s.where[state] == r.ABSENT else NOBODYS
        out[NUMBERED + state] = hand.value_of(s, state)


def recount(s: State, holder: Numbers, note: Numbers) -> None:
    """Count the votes as if each pile had only the states in `holder` (EC-21)."""
    for seat in range(r.SEATS):
        s.tally[seat] = 0
    for state in range(NUMBERED):
        if holder[state] >= 0:
            s.tally[holder[state]] += hand.value_of(s, state)


TELLING = Telling(
    ending=ending,
    endings=ENDINGS,
    explain=explain,
    effect=effect,
    effects=EFFECTS,
    foresee=foresee,
    alike=alike,
    majority=majority,
    too_many=too_many,
    states=STATES,
    held=held,
    recount=recount,
    odds=odds,
    odds_memory=(2 * CARDS,),
)
