"""What people ask of a room: seats' commands through one pipeline, the host's changes, questions about a move."""
