"""A chair for language models: a table as text, and a Model Context Protocol server that plays a seat.

A model sits where a person would and knows what that person would know. It talks to a room by the room's own protocol,
on this machine or another one; nothing here knows a game's rules.
"""
