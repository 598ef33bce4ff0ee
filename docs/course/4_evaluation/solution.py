"""Evaluations of Tic-Tac-Toe."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
MASKS = [sum(1 << cell for cell in line) for line in LINES]


def lines(game, s):
    """Open lines, those with two marks three times."""
    return weighed(s, (0, 1, 3, 0))


def evaluate(game, s):
    """The same; a line that is full is worth most."""
    return weighed(s, (0, 1, 10, 1000))


def weighed(s, worth):
    """What X's lines are worth, by the number of crosses, less what O's are worth."""
    value = 0
    for mask in MASKS:
        crosses, noughts = (s.first & mask).bit_count(), (s.second & mask).bit_count()
        value += worth[crosses] * (not noughts) - worth[noughts] * (not crosses)
    return value
