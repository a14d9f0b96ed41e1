"""The engine: records, verbs, chance, notation, tables, saved games and playouts for any game."""
