"""Finished games counted by other rules, for the talk after a game.

Counting again takes the states as they were held at the end. It knows no game's rules: a game tells who holds what
(`hustings.engine.holdings`), the atlas has votes and populations. Nobody's campaign is played again; under another rule
people would have campaigned in other places, and every text here says so.
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
