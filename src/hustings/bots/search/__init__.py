"""An information-set tree search over the verbs, compiled, for any game and number of seats (docs/decisions/0007)."""

from hustings.bots.search.nodes import WAIT
from hustings.bots.search.searcher import Found, Searcher
from hustings.bots.search.settings import Settings

__all__ = ["WAIT", "Found", "Searcher", "Settings"]
