"""REST endpoints of rooms, classes, games and replays; the built client's files; health checks."""
