"""Opening books: which moves are good early in a game, from searches or from games."""
