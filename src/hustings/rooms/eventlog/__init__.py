"""Event-sourced logs: records in a store, the state they lead to, and the registry of the logs in memory.

A room is such a log, and so is a class. This package knows neither of them.
"""
