"""Studies of a game: whether its seats are fair, which option matters, what cards are worth, how much is luck."""
