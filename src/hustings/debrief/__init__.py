"""Count finished games by other election rules, for the discussion after a game.

Each count uses the states as they were held at the end. The package knows no game's rules: the game says which side
holds each state (`hustings.engine.holdings`), and the atlas has votes and populations. The campaign itself is not
played again; under another rule people would have campaigned in other places, and every text here says so.
"""

from __future__ import annotations

from hustings.debrief.debrief import Count, Debrief, Tally, debrief, debrief_stopped, summary
from hustings.debrief.story import Screen, Traffic, screens, traffic
from hustings.debrief.weights import Weights, weightings

__all__ = [
    "Count",
    "Debrief",
    "Screen",
    "Tally",
    "Traffic",
    "Weights",
    "debrief",
    "debrief_stopped",
    "screens",
    "summary",
    "traffic",
    "weightings",
]
