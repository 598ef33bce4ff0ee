"""Backgammon: boards as the FIBS server writes them, and GNU Backgammon as an opponent and as a client."""
