"""The log of a room: its events, the state they add up to, and its form as a file."""
