"""Many games at once: matches between bots, studies of a game, random saved games, speed, win probability.

Examples:
    >>> from hustings import arena
    >>> played = arena.match("combat", ["thumb", "random"], games=100, seed=1)
    >>> played.pairings[0].deals, played.fair
    (50, 0.5)
"""

from hustings.arena.matches import Entrant, Match, Pairing, Standing, match

__all__ = ["Entrant", "Match", "Pairing", "Standing", "match"]
