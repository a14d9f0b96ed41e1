"""Play in a terminal, against bots or with several people at one keyboard."""
