"""School classes that play at many tables: people, seating and the teacher's commands, without any game's rules."""

from hustings.engine.messages import add_words

add_words("class", __package__)
