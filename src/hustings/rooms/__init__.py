"""Rooms in which people and bots play: seats, logs, deals, bots. This package knows nothing about HTTP."""

from hustings.engine.messages import add_words

add_words("room", __package__)
