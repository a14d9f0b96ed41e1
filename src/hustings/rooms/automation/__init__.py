"""Automation at a table: bots, clocks, and stand-ins for absent people."""
