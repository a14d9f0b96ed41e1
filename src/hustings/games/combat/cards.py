"""The deck of Electoral College Combat: 51 numbered cards, five wild cards, and the votes printed on them.

A card is a number: 0-50 the states and DC by the alphabet of their codes, 51-55 the wild cards. NO_CARD is one past
the last, so that tables with a row for it can be indexed without a guard.
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
PAIR = CARDS + 1  # what may stand second in a pair: a card, or NO_CARD
FAKE, CELEB, RECOUNT, SWING, RUSSIA = range(NUMBERED, CARDS)

WILD_NAMES = {
    "FAKE": "Fake News",
    "CELEB": "Celebrity Endorsement",
    "RECOUNT": "Recount",
    "SWING": "Swing State",
    "RUSSIA": "Russian Collusion",
}
CARD_OR_NONE: tuple[str | None, ...] = (*CODES, None)

#: votes by [apportionment, card]; wild cards and NO_CARD count nothing
VOTES = np.array([[states.votes(year).get(code, 0) for code in (*CODES, "")] for year in APPORTIONMENTS], np.int64)
