"""A compiled tree search over information sets, for any game and any number of seats (docs/decisions/0007)."""

from hustings.bots.search.nodes import WAIT
from hustings.bots.search.searcher import Found, Searcher
from hustings.bots.search.settings import Settings

__all__ = ["WAIT", "Found", "Searcher", "Settings"]
