"""Matches: entrants against one another over the same deals, with intervals and ratings."""
