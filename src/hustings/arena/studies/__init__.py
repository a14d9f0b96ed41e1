"""Studies of a game: fairness of seats, effect of options, worth of cards, share of luck."""
