"""The one kind of error that is the user's to mend."""


class GameError(ValueError):
    """A mistake in a game, a position, a move or an option. Its message is one clear line.

    >>> raise GameError("no move a9 here")
    Traceback (most recent call last):
    gametree.errors.GameError: no move a9 here
    """
