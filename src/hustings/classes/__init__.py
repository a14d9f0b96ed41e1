"""A class at many tables: who is there, who sits where, what the teacher asks of all. It knows no game's rules."""

from hustings.engine.messages import add_words

add_words("class", __package__)
