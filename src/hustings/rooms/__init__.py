"""Rooms: seats, the log, deals, and bots at the table. A room is its log; it knows no HTTP."""

from hustings.engine.messages import add_words

add_words("room", __package__)
