"""Live connections of clients, by WebSocket or long polling, and the sessions that use them."""
