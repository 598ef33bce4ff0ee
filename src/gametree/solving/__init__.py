"""Solving: the exact value of a game, and what proves it."""
