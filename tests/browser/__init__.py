"""The table in a real browser: whole games, lost connections, access, pictures."""
