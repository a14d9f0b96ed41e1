"""One game in progress, in layers: moves and chance, who knows what, numbers for programs, copies."""
