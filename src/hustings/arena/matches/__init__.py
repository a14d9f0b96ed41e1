"""Matches: entrants (bots) play one another on the same deals; results have intervals and ratings."""
