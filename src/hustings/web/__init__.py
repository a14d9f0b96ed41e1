"""The table in the browser: HTTP and WebSocket around `hustings.rooms`, and the built client."""
