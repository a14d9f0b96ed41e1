"""The protocol: every message as a pydantic model."""
