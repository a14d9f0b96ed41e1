"""The web server: makes rooms and classes available over HTTP and WebSocket, and serves the built client."""

from hustings.engine.messages import add_words

add_words("web", __package__)
