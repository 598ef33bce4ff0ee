"""The one kind of error that users can mend themselves, and how messages quote user input."""

SHOWN = 60
"""A message quotes at most this many characters of a text."""


LONGEST = 2000
"""The most characters of a message."""


class GameError(ValueError):
    """A mistake in a game, a position, a move or an option. Its message is one clear line; the middle of a very long
    message is left out.

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
