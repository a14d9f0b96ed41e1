"""The eleven state cards of U.S. President and the electors on them, and the three sizes of pyramids.

A state is a number: 0-10 in the order of its electors, as the rules list them. A size is 0-2; it is worth one victory
point more than its number.
"""

from __future__ import annotations

import numpy as np

from hustings.atlas import states

APPORTIONMENTS = ("2012", "2024")
CODES = ("MT", "NV", "IA", "CO", "WI", "VA", "NC", "MI", "OH", "PA", "FL")
STATES = len(CODES)
FLORIDA = CODES.index("FL")
SIZE_NAMES = ("small", "medium", "large")
SIZES = len(SIZE_NAMES)
OF_EACH_SIZE = 4

#: electors by [apportionment, state]
ELECTORS = np.array([[states.votes(year)[code] for code in CODES] for year in APPORTIONMENTS], np.int64)
