"""How wide, how long and how large a game is: what ``measure`` is made of."""
