"""One game in progress, in layers: moves and chance, knowledge, numbers for programs, copies."""
