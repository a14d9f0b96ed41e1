"""The 45 cards of Politics: states with their party of 1900, their votes and their borders.

A card is a number from 0 to 44, in the alphabetical order of the codes; a set of cards is a bit mask of such numbers.
"""

from __future__ import annotations

import numpy as np

from hustings.atlas import states_1904

VOTE_YEARS = states_1904.YEARS
PARTIES = states_1904.PARTIES
REPUBLICAN, DEMOCRAT = 1, 2  # the numbers of the parties in the record; 0 if no party is chosen yet
STATES = tuple(states_1904.states().values())
CODES = tuple(state.code for state in STATES)
CARDS = len(CODES)
ALL_CARDS = (1 << CARDS) - 1
NONE_OR_CARD: tuple[str | None, ...] = (None, *CODES)
NOMINEES = tuple(state.nominees[0][0] for state in STATES)

#: the states in the middle of the map whose cards decide most games, as a bit mask (PO-13)
KEY_STATES = sum(1 << CODES.index(code) for code in ("IL", "KY", "MO", "OH", "PA", "TN", "VA"))


def _borders(waters: bool) -> list[int]:
    """Return the neighbours of each state as a bit mask; if `waters`, also those across a lake or sound."""
    masks = [sum(1 << CODES.index(code) for code in state.neighbours) for state in STATES]
    for pair in states_1904.water_borders() if waters else ():
        first, second = (CODES.index(code) for code in pair)
        masks[first] |= 1 << second
        masks[second] |= 1 << first
    return masks


#: votes by [value of the option `votes`, card]
VOTES = np.array([[state.votes[year] for state in STATES] for year in VOTE_YEARS], np.int64)
#: neighbours by [value of the option `waters`, card], as bit masks
NEIGHBOURS = np.array([_borders(False), _borders(True)], np.int64)
#: the cards of each party, as bit masks; index 0 (no party yet) is empty
OF_PARTY = np.array(
    [0] + [sum(1 << card for card, state in enumerate(STATES) if state.party == party) for party in PARTIES], np.int64
)
