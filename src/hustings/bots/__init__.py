"""Bots: they sit in the same chairs as people, see `view(seat)` only, and know no game's rules."""

from hustings.bots.levels import LEVELS, Level, choose, level, levels

__all__ = ["LEVELS", "Level", "choose", "level", "levels"]
