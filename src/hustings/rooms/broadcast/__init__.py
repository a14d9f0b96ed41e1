"""Who watches a room, and the updates each of them gets."""
