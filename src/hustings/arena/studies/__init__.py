"""Studies of a game: whether its seats are fair, which option matters, what cards are worth, how much is luck."""

from hustings.arena.studies.figure import Figure
from hustings.arena.studies.study import PARTS, Study, study

__all__ = ["PARTS", "Figure", "Study", "study"]
