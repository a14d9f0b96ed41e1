"""Rooms: seats, the log, deals, and bots at the table. A room is its log; it knows no HTTP."""
