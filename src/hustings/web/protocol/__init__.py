"""The protocol: every message as a pydantic model, and how rooms and games become messages."""
