"""Strong solving in memory: every position that can be reached, with no help from the game."""
