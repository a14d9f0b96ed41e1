"""Several processes over the same rooms: the bus between them, and who owns which room."""
