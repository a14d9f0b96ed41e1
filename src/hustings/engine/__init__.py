"""The engine: records, verbs, chance, notation, the table, saved games, playouts. It knows no game."""
