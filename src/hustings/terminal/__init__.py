"""Play in a terminal: the table drawn with Rich, events as sentences, several people at one keyboard, bots."""
