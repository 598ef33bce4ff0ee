"""Solving: the exact value of a game, and its proof."""
