"""What the algorithms of the book share: the walk through a game, the record of a search, and the scores compared."""
