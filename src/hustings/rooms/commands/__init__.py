"""Commands to a room: moves and votes, the host's changes, questions, hints, chat and takebacks."""
