"""REST endpoints, the built client's files, health and metrics."""
