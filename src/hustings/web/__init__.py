"""HTTP and WebSocket around rooms; serves the built client."""

from hustings.engine.messages import add_words

add_words("web", __package__)
