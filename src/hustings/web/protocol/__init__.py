"""The protocol between server and clients: a model for every message, and their encoding."""
