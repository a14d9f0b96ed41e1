"""The live connection of a client: WebSocket or long polling, and the session on top of it."""
