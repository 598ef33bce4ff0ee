"""The one kind of error that is the user's to mend, and how it tells what it was given."""

SHOWN = 60
"""As many characters of a text does a message show."""


LONGEST = 2000
"""Characters of a message."""


class GameError(ValueError):
    """A mistake in a game, a position, a move or an option. Its message is one clear line; where it repeats a text
    without end, its middle is left out.

    >>> raise GameError("no move a9 here")
    Traceback (most recent call last):
    gametree.errors.GameError: no move a9 here
    """

    def __init__(self, message: str):
        cut = len(message) > LONGEST
        super().__init__(f"{message[: LONGEST // 2]} … {message[-LONGEST // 4 :]}" if cut else message)


def quoted(text: str) -> str:
    """A text within a message: in quotes, and cut where it is long.

    >>> quoted("a9"), quoted("x" * 1000)
    ("'a9'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'")
    """
    return repr(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")
