"""Play and analyse many games: matches between bots, studies of a game, reviews, equilibria, win probability.

Examples:
    >>> from hustings import arena
    >>> played = arena.match("combat", ["thumb", "random"], games=100, seed=1)
    >>> played.pairings[0].deals, played.fair
    (50, 0.5)
"""

from hustings.arena.gambit import efg
from hustings.arena.induction import Induction, backward_induction
from hustings.arena.matches.entrants import Entrant
from hustings.arena.matches.match import Match, Pairing, Standing, match
from hustings.arena.reviewing import Decision, Lead, Luck, Review, review
from hustings.arena.sampling import Sample, sample
from hustings.arena.solving import GameTree, Solution, solve
from hustings.arena.studies.figure import Figure
from hustings.arena.studies.study import PARTS, Study, study

__all__ = [
    "PARTS", "Decision", "Entrant", "Figure", "GameTree", "Induction", "Lead", "Luck", "Match", "Pairing", "Review",
    "Sample", "Solution", "Standing", "Study", "backward_induction", "efg", "match", "review", "sample", "solve",
    "study",
]  # fmt: skip
