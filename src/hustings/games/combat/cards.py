"""The deck of Electoral College Combat: 51 numbered cards, five wild cards, and the votes printed on them.

A card is a number: 0 to 50 for the states and DC in the alphabetical order of their codes, 51 to 55 for the wild cards.
NO_CARD is the next number, so that arrays with one more entry can be indexed without a test.
"""

from __future__ import annotations

import numpy as np

from hustings.atlas import states

APPORTIONMENTS = ("2012", "2024", "2004", "1992", "1984", "1972", "1964")
STATES = states.MODERN
WILDS = ("FAKE", "CELEB", "RECOUNT", "SWING", "RUSSIA")
CODES = STATES + WILDS
CARDS = len(CODES)
NUMBERED = len(STATES)
NO_CARD = CARDS
PAIR = CARDS + 1  # the number of values for the second of two cards: each card, or NO_CARD
FAKE, CELEB, RECOUNT, SWING, RUSSIA = range(NUMBERED, CARDS)

WILD_NAMES = {
    "FAKE": "Fake News",
    "CELEB": "Celebrity Endorsement",
    "RECOUNT": "Recount",
    "SWING": "Swing State",
    "RUSSIA": "Russian Collusion",
}
CARD_OR_NONE: tuple[str | None, ...] = (*CODES, None)

#: votes by [apportionment, card]; 0 for wild cards and NO_CARD
VOTES = np.array([[states.votes(year).get(code, 0) for code in (*CODES, "")] for year in APPORTIONMENTS], np.int64)
