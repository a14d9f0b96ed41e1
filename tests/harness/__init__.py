"""Helpers of the shared suite: they know the verbs and the facade, and no game."""
