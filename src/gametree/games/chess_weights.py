"""The weights of chess: one number a feature for the middle game, one for the ending, in hundredths of a pawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
SQUARES = 0
"""A man of a kind on a square, as his own side sees the board: the kind times 64, and the square."""
MOBILITY = 384 - 1
"""For each square that a knight, bishop, rook, queen can safely go to (the kind is 1 to 4)."""
DANGER = 388
"""How hard the other side's king is attacked, 0 to 31."""
PASSED, FREE = 420, 428
"""Passed pawns by rank; and those that can step ahead."""
(
    TEMPO, BISHOP_PAIR, HALF_OPEN, OPEN, SEVENTH, HARASSED, THREATENED, SHIELD, STORM, KING_FILES, CASTLING, DOUBLED,
    ISOLATED, CONNECTED, BACKWARD, KINGS_NEAR,
) = range(436, 452)  # fmt: skip
COUNT = 452


def _names() -> tuple[str, ...]:
    squares = [f"{kind} on {'abcdefgh'[i & 7]}{(i >> 3) + 1}" for kind in KINDS for i in range(64)]
    reach = [f"squares of a {kind}" for kind in KINDS[1:5]]
    danger = [f"king attacked, {i}" for i in range(32)]
    passed = [f"passed pawn, rank {i + 1}" for i in range(8)]
    free = [f"free passed pawn, rank {i + 1}" for i in range(8)]
    others = [
        "to move", "pair of bishops", "rook on a half-open file", "rook on an open file", "rook on the seventh",
        "piece attacked by a pawn", "rook or queen attacked by a minor piece", "pawns before the king",
        "enemy pawns before the king", "files by the king without a pawn", "castling possible", "doubled pawn",
        "isolated pawn", "guarded pawn", "backward pawn", "king nearer to a passed pawn",
    ]  # fmt: skip
    names = (*squares, *reach, *danger, *passed, *free, *others)
    return tuple(f"{name} ({when})" for name in names for when in ("middle game", "ending"))


TERMS = _names()


def _first() -> NDArray[np.float64]:
    weights = np.zeros((2, COUNT))
    values = ((100, 320, 330, 500, 960, 0), (110, 310, 330, 520, 980, 0))
    for phase in (0, 1):
        for kind in range(6):
            for i in range(64):
                file, rank = i & 7, i >> 3
                middle = 3.5 - max(abs(file - 3.5), abs(rank - 3.5))
                bonus = (6, 8, 5, 0, 1, 0)[kind] * middle - (9, 12, 8, 0, 2, 0)[kind]
                if kind == 0:
                    bonus = middle * 6 * (1 <= rank <= 4) - 6 + (rank - 1) * (2, 6)[phase]
                if kind == 5:
                    bonus = -12 * rank + 6 * abs(file - 3.5) - 10 if phase == 0 else 12 * middle - 20
                weights[phase, SQUARES + 64 * kind + i] = values[phase][kind] + bonus
        weights[phase, MOBILITY + 1 : MOBILITY + 5] = ((4, 4, 2, 1), (4, 4, 4, 3))[phase]
        weights[phase, DANGER : DANGER + 32] = np.arange(32) ** 2 * (0.5, 0.1)[phase]
        weights[phase, PASSED : PASSED + 8] = ((0, 0, 2, 8, 20, 45, 80, 0), (0, 5, 10, 22, 40, 70, 120, 0))[phase]
        weights[phase, FREE : FREE + 8] = ((0, 0, 0, 2, 5, 10, 15, 0), (0, 2, 4, 10, 18, 35, 60, 0))[phase]
        weights[phase, KINGS_NEAR] = (0, 2)[phase]
        weights[phase, TEMPO] = (12, 6)[phase]
        weights[phase, BISHOP_PAIR] = (30, 45)[phase]
        weights[phase, HALF_OPEN : SEVENTH + 1] = ((8, 18, 10), (6, 10, 20))[phase]
        weights[phase, HARASSED : THREATENED + 1] = ((-35, 20), (-30, 15))[phase]
        weights[phase, SHIELD : CASTLING + 1] = ((10, -4, -10, 15), (0, 0, 0, 0))[phase]
        weights[phase, DOUBLED : BACKWARD + 1] = ((-8, -12, 8, -8), (-18, -14, 6, -10))[phase]
    return np.round(weights)


WEIGHTS = _first()


def weights_for(width: int, height: int) -> NDArray[np.float64]:
    """The weights for a board of this size: on a smaller one a square has the weights of the one that lies alike."""
    weights = WEIGHTS.copy()
    for file in range(width):
        for rank in range(height):
            like = round(file * 7 / (width - 1)) + 8 * round(rank * 7 / (height - 1))
            for kind in range(6):
                weights[:, 64 * kind + file + 8 * rank] = WEIGHTS[:, 64 * kind + like]
    return weights.T.reshape(-1).copy()
