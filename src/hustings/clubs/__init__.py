"""Clubs that meet for evenings of several rounds: members, pairings, standings, without any game's rules."""

from hustings.engine.messages import add_words

add_words("club", __package__)
