"""Seats for language models: a table as text, and a Model Context Protocol (MCP) server that plays a seat.

A model takes a person's seat and knows what that person would know. The seat connects to a room, on this machine or
another one, by the protocol that every client uses. This package contains no rules of any game.
"""
