"""Dense solving: one small number for every position that the game can number."""
