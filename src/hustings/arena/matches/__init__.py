"""Matches: entrants against one another over the same deals, on many cores or machines, with intervals and ratings."""

from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.match import Match, Pairing, Standing, match

__all__ = ["Entrant", "Match", "Pairing", "Standing", "match"]
