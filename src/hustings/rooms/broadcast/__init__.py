"""The viewers of a room and their updates."""
