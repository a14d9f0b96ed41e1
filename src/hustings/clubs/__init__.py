"""Clubs that meet for evenings of several rounds: members, pairings, standings, without any game's rules."""
