"""The rules of Whistle Stop: the declarations and the verbs."""

from hustings.engine.declared import EventTable, MoveTable, Number, OutcomeTable, Words
from hustings.engine.kernels import Numbers, tell
from hustings.engine.kernels.chance import draw
from whistle_stop.record import (
    AHEAD,
    ARRIVED,
    CODES,
    ELECTORS,
    LONGEST,
    MOST_SEATS,
    NOBODY,
    PLEDGING,
    RIDING,
    SIZE,
    SIZES,
    SPEAKING,
    STOPS,
    VOICE,
    State,
)

MOVES = MoveTable("pledge large", "speak 3")
PLEDGE = MOVES.add("pledge", Words("size", SIZES))
SPEAK = MOVES.add("speak", Number("minutes", 0, LONGEST))
ACTIONS = MOVES.count

STATES = OutcomeTable(CODES, "TX", what="state")

EVENTS = EventTable()
SEALED = EVENTS.add("sealed")
STOPPED = EVENTS.add("stopped", stop=None, state=CODES, electors=None)
SPOKEN = EVENTS.add("spoken", minutes=None)
TAKEN = EVENTS.add("taken", state=CODES, electors=None)
LOST = EVENTS.add("lost", state=CODES)
PLEDGED = EVENTS.add("pledged", size=SIZES, total=None)

REASONS = EventTable()
NO_SUCH_MOVE = REASONS.add("no_such_move")
NOT_NOW = REASONS.add("not_now")
ALREADY_CHOSEN = REASONS.add("already_chosen")
NO_VOICE = REASONS.add("no_voice", left=None)

INVARIANTS = {
    1: "the train stands in a state although it rides, or in none although there are speeches",
    2: "the number of states passed is not that of the stops",
    3: "a choice and its mark disagree",
    4: "a seat that does not play has a voice, or took a state",
}


def start(s: State) -> None:
    """Give everybody their whole voice (WS-1)."""
    for seat in range(s.seats):
        s.voice[seat] = VOICE


def owes(s: State) -> int:
    """Return a bit mask of the seats without a sealed choice (WS-2, WS-4)."""
    mask = 0
    if s.phase == PLEDGING or s.phase == SPEAKING:
        for seat in range(s.seats):
            mask |= (1 - s.sealed[seat]) << seat
    return mask


def refusal(s: State, seat: int, action: int) -> int:
    """Return 0 if the seat may do this now, else the number of the reason."""
    if action < 0 or action >= ACTIONS or seat < 0 or seat >= s.seats:
        return NO_SUCH_MOVE
    if s.phase != (PLEDGING if action < SPEAK else SPEAKING):
        return NOT_NOW
    if s.sealed[seat]:
        return ALREADY_CHOSEN
    return NO_VOICE if action - SPEAK > s.voice[seat] else 0


def act(s: State, seat: int, action: int, note: Numbers) -> int:
    """Seal a choice or return a reason; the last choice moves the train on (WS-2, WS-4)."""
    reason = refusal(s, seat, action)
    if reason:
        return reason
    if s.phase == PLEDGING:
        s.pledge[seat] = action - PLEDGE + 1
    else:
        s.speech[seat] = action - SPEAK + 1
    s.sealed[seat] = 1
    tell(note, SEALED, seat, 0, 0, 0, 0)
    if owes(s) == 0:
        go_on(s, note)
    return 0


def go_on(s: State, note: Numbers) -> None:
    """Hold the speeches, then go on or end the game and show all pledges (WS-5, WS-6)."""
    if s.phase == SPEAKING:
        hold_speeches(s, note)
    s.phase = RIDING if s.stop < STOPS[s.stops] else ARRIVED
    for seat in range(s.seats):
        s.sealed[seat] = 0
        if s.phase == ARRIVED:
            tell(note, PLEDGED, seat, s.pledge[seat] - 1, total_of(s, seat), 0, 0)


def hold_speeches(s: State, note: Numbers) -> None:
    """Spend all minutes; the longest speaker takes the state if there is only one (WS-5)."""
    longest = 0
    taker = NOBODY
    for seat in range(s.seats):
        minutes = s.speech[seat] - 1
        s.speech[seat] = 0
        s.voice[seat] -= minutes
        tell(note, SPOKEN, seat, minutes, 0, 0, 0)
        if minutes >= longest:
            taker = seat + 1 if minutes > longest else NOBODY
            longest = minutes
    state = s.state - 1
    s.holder[state] = taker
    s.state = 0
    if taker == NOBODY:
        tell(note, LOST, NOBODY, state, 0, 0, 0)
    else:
        tell(note, TAKEN, taker - 1, state, ELECTORS[state], 0, 0)


def chances(s: State, weights: Numbers) -> int:
    """Give each state that has not come up the same weight (WS-3)."""
    total = 0
    if s.phase == RIDING:
        for state in range(len(CODES)):
            weights[state] = s.holder[state] == AHEAD
            total += weights[state]
    return total


def settle(s: State, outcome: int, note: Numbers) -> None:
    """Stop the train in a state (WS-3)."""
    s.stop += 1
    s.state = outcome + 1
    s.phase = SPEAKING
    tell(note, STOPPED, NOBODY, s.stop, outcome, ELECTORS[outcome], 0)


def over(s: State) -> bool:
    """Return whether the last stop is over (WS-6)."""
    return s.phase == ARRIVED


def total_of(s: State, seat: int) -> int:
    """Count the electors of a seat's states, those of its pledge twice (WS-6)."""
    total = 0
    for state in range(len(CODES)):
        if s.holder[state] == seat + 1:
            total += ELECTORS[state] * (2 if SIZE[state] == s.pledge[seat] - 1 else 1)
    return total


def payoff(s: State, out: Numbers) -> None:
    """Let the seats with the most votes share the win (WS-6)."""
    best = 0
    for seat in range(s.seats):
        out[1, seat] = total_of(s, seat)
        best = max(best, out[1, seat])
    for seat in range(s.seats):
        out[0, seat] = out[1, seat] == best


def imagine(v: State, seat: int, key: int) -> None:
    """Draw rivals' pledges and sealed minutes among all that are possible (WS-2, WS-4)."""
    for rival in range(v.seats):
        if v.pledge[rival] == 0 and (v.phase != PLEDGING or v.sealed[rival]):
            v.pledge[rival] = 1 + draw(key, rival, 0) % len(SIZES)
        if v.speech[rival] == 0 and v.phase == SPEAKING and v.sealed[rival]:
            v.speech[rival] = 1 + draw(key, rival, 1) % (1 + min(LONGEST, v.voice[rival]))


def heuristic(s: State, seat: int, action: int) -> int:
    """Rate an action for bots: speak longer for larger states."""
    worth = ELECTORS[s.state - 1] * (2 if SIZE[s.state - 1] == s.pledge[seat] - 1 else 1)
    return -abs(action - SPEAK - worth // 8) if s.phase == SPEAKING else 0


def check(s: State) -> int:
    """Return 0 or the number of the first broken invariant."""
    passed = 0
    for state in range(len(CODES)):
        passed += s.holder[state] != AHEAD
        if s.seats < s.holder[state] < NOBODY:
            return 4
    if (s.state > 0) != (s.phase == SPEAKING):
        return 1
    if passed + (s.phase == SPEAKING) != s.stop or s.stop > STOPS[s.stops]:
        return 2
    for seat in range(MOST_SEATS):
        plays = seat < s.seats
        pledged = s.sealed[seat] if s.phase == PLEDGING else plays
        speaks = s.sealed[seat] if s.phase == SPEAKING else 0
        if (s.pledge[seat] > 0) != pledged or (s.speech[seat] > 0) != speaks or (owes(s) == 0 and s.sealed[seat]):
            return 3
        if not plays and (s.voice[seat] or s.sealed[seat]):
            return 4
        if s.speech[seat] - 1 > s.voice[seat]:
            return 3
    return 0
