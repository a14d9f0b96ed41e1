"""A class at many tables: people, seating and the teacher's commands. It knows no game's rules."""

from hustings.engine.messages import add_words

add_words("class", __package__)
