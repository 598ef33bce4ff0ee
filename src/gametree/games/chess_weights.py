"""The weights of chess: for every feature one number for the middle game and one for the ending, in hundredths of a
pawn.

They were first put down by judgement, then fitted by logistic regression to the results of games: 1,044 that Stockfish
played against itself from random openings at a few hundred nodes a move, of which 34,290 quiet positions were taken.
The squared error of the predicted result fell from 0.107 to 0.104 on games that were held back. Weights of which the
games say little stay near the first numbers. So it is with a king who is attacked, and one at home in a corner: these
weights were raised by hand (23 ± 60 Elo in 60 games at 4,000 nodes a move).
"""

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

# A man on a square, his worth included: the files a to d, to which those from h to e are equal; in the middle game on
# the left, in the ending on the right; the first row is the first rank.
ON_SQUARES = (
    (  # pawn
        ( 92,  92,  92,  92,    98,  98,  98,  98),
        ( 96,  96, 111,  90,   107, 104, 116, 108),
        ( 99,  98, 107, 107,   106, 115, 122, 128),
        ( 99, 101, 115, 108,   121, 123, 127, 124),
        ( 92, 105, 109, 118,   121, 127, 132, 140),
        ( 99, 103, 103, 103,   128, 129, 129, 128),
        (104, 104, 103, 104,   135, 134, 134, 135),
        (106, 106, 106, 106,   140, 140, 140, 140),
    ),
    (  # knight
        (308, 309, 307, 308,   298, 298, 298, 298),
        (310, 317, 318, 310,   298, 306, 306, 305),
        (299, 314, 329, 325,   298, 305, 315, 314),
        (307, 315, 322, 336,   298, 306, 314, 321),
        (306, 321, 325, 334,   297, 307, 315, 324),
        (308, 316, 323, 325,   298, 306, 313, 314),
        (309, 316, 316, 316,   298, 306, 306, 306),
        (307, 308, 308, 308,   298, 298, 298, 298),
    ),
    (  # bishop
        (322, 324, 318, 324,   322, 323, 321, 323),
        (323, 336, 328, 330,   322, 328, 326, 328),
        (318, 330, 334, 336,   322, 328, 332, 333),
        (320, 327, 334, 336,   322, 329, 332, 337),
        (321, 321, 330, 337,   322, 326, 332, 336),
        (322, 327, 331, 331,   322, 328, 333, 331),
        (322, 327, 327, 327,   322, 327, 327, 327),
        (321, 322, 322, 322,   322, 322, 322, 322),
    ),
    (  # rook
        (485, 495, 506, 509,   517, 518, 520, 520),
        (496, 500, 497, 500,   519, 521, 519, 519),
        (501, 501, 501, 501,   521, 521, 521, 521),
        (499, 499, 499, 500,   519, 520, 520, 520),
        (500, 501, 500, 501,   520, 520, 520, 520),
        (500, 501, 500, 501,   520, 521, 520, 521),
        (501, 501, 501, 501,   520, 521, 521, 521),
        (500, 500, 500, 500,   520, 519, 521, 520),
    ),
    (  # queen
        (958, 958, 955, 956,   978, 978, 978, 977),
        (957, 958, 962, 966,   978, 978, 980, 980),
        (956, 959, 960, 961,   977, 979, 979, 980),
        (956, 959, 958, 960,   978, 979, 979, 981),
        (962, 958, 960, 961,   978, 979, 980, 981),
        (959, 959, 960, 960,   979, 979, 980, 980),
        (959, 958, 959, 959,   978, 979, 979, 979),
        (957, 958, 958, 958,   978, 978, 978, 978),
    ),
    (  # king
        ( 24,  36,  10, -15,   -20, -18, -21, -22),
        (  5,   3, -13, -23,   -20,  -9,  -7,  -6),
        (-13, -18, -26, -31,   -20,  -7,   3,   5),
        (-25, -31, -37, -43,   -20,  -9,   4,  16),
        (-37, -43, -49, -55,   -20,  -8,   3,  15),
        (-49, -55, -61, -67,   -20,  -8,   4,   4),
        (-61, -67, -73, -79,   -20,  -7,  -8,  -8),
        (-73, -79, -85, -91,   -20, -20, -20, -20),
    ),
)  # fmt: skip
# All others, from MOBILITY on: the middle game, and the ending.
OTHERS = (
    (  # middle game
         13,   9,   4,   3,  # knight, bishop, rook, queen: a square
          0,   0,   3,   6,  12,  15,  27,  39,  46,  60,  75,  92, 106, 126, 147, 168,  # king attacked
        192, 216, 243, 270, 300, 330, 363, 396, 432, 468, 507, 546, 588, 630, 675, 720,
          0,   4,   0,   6,  17,  49,  79,   0,  # passed pawn by rank
          0,   3,   0,  -1,   6,  13,  16,   0,  # free passed pawn
          8,  38,  10,  24,  17, -44,  26,  22,   3,  -2,  12, -24,  -7,  -1, -18,   2,  # from TEMPO on
    ),
    (  # ending
          3,  10,   3,   6,  # knight, bishop, rook, queen: a square
          0,   0,   0,   1,   2,   1,   3,   4,   4,   9,  10,  12,  14,  17,  20,  22,  # king attacked
         26,  29,  32,  36,  40,  44,  48,  53,  58,  62,  68,  73,  78,  84,  90,  96,
          0,   9,   5,  22,  41,  72, 125,   0,  # passed pawn by rank
          0,   6,   1,   9,  22,  37,  64,   0,  # free passed pawn
          4,  45,  11,   3,  24, -33,  18,   8,  -6,   7,   1, -21,  -9,   0, -22,   2,  # from TEMPO on
    ),
)  # fmt: skip


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
"""What people call the weights, in their order: of each feature the middle game's, then the ending's."""


def weights_for(width: int, height: int) -> NDArray[np.float64]:
    """The weights for a board of this size: on a smaller one a square has the weights of the one that lies alike.

    >>> weights = weights_for(8, 8)
    >>> len(weights) == len(TERMS), bool(weights[0] == weights[14])      # a1 and h1
    (True, True)
    """
    weights = np.zeros((COUNT, 2))
    weights[MOBILITY + 1 :] = np.transpose(OTHERS)
    for file in range(width):
        for rank in range(height):
            like, row = round(file * 7 / (width - 1)), round(rank * 7 / (height - 1))
            for kind, table in enumerate(ON_SQUARES):
                place = min(like, 7 - like)
                weights[64 * kind + file + 8 * rank] = table[row][place], table[row][place + 4]
    return weights.reshape(-1)
