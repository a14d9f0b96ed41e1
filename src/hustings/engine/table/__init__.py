"""A table: one game in progress. Its classes build on each other: moves and chance, knowledge, numbers, copies."""
