"""Commands to a room: moves through one pipeline, the host's changes, questions about a move."""
