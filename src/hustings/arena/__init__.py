"""Many games at once: random saved games, speed, win probability, and filling the compile cache."""
