"""The weights of chess: for every feature one number for the middle game and one for the ending, in hundredths of a
pawn.

They were first set by hand, then fitted by logistic regression to Stockfish's evaluations of 414,308 quiet positions,
from games that it played against itself at 1,000 nodes a move, with random openings and a random move here and there.
The squared error of the predicted score, a win being 1, fell to 0.0079 on positions that were held back. Weights with
little data stay near the first numbers. ``python -m benchmarks.fitting`` does such a fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
SQUARES = 0
"""A man of a kind on a square, from its own side: the kind times 64, plus the square."""
MOBILITY = (0, 384, 393, 407, 422)
"""A knight, bishop, rook, queen (the kind is 1 to 4), by the number of squares it can safely go to: 0 to 8, 13, 14,
27."""
DANGER = 450
"""How hard the other side's king is attacked, 0 to 31."""
PASSED, FREE, SAFE, GUARDED, PHALANX = 482, 490, 498, 506, 514
"""Pawns by rank: passed, passed and nothing stands before him, nothing attacks the square before him; guarded by a
pawn; beside a pawn."""
SHELTER, STORM = 522, 538
"""The king's nearest pawn on a file, and the other side's nearest, by the ranks to it, 0 for none; first on the files
beside him, then on his own."""
CHECKS = 554 - 1
"""A knight, bishop, rook, queen that can give check from a square that no pawn or king guards."""
OUTPOST = 558 - 1
"""A knight, a bishop that a pawn guards, and that no pawn can ever attack."""
(
    TEMPO, BISHOP_PAIR, HALF_OPEN, OPEN, SEVENTH, HARASSED, THREATENED, HANGING, LOOSE, CASTLING, DOUBLED, ISOLATED,
    BACKWARD, KING_NEAR, KING_AWAY, BAD_BISHOP, KNIGHT_PAWNS, ROOK_PAWNS,
) = range(560, 578)  # fmt: skip
COUNT = 578

# A man on a square, his worth included: the files a to d, to which those from h to e are equal; in the middle game on
# the left, in the ending on the right; the first row is the first rank.
ON_SQUARES = (
    (  # pawn
        ( 92,  92,  92,  92,    98,  98,  98,  98),
        ( 24,  39,  37,  13,   118, 132, 136, 145),
        ( 30,  35,  39,  29,   106, 122, 114, 123),
        ( 32,  37,  54,  55,   112, 126, 106, 110),
        ( 37,  48,  59,  65,   122, 131, 114, 105),
        ( 50,  47,  61,  64,   152, 164, 159, 150),
        (137,  23,  76, 128,   108, 155, 130, 123),
        (106, 106, 106, 106,   140, 140, 140, 140),
    ),
    (  # knight
        (261, 298, 307, 307,   323, 286, 319, 335),
        (305, 329, 327, 329,   298, 294, 317, 314),
        (300, 328, 324, 340,   315, 307, 312, 332),
        (326, 327, 339, 338,   293, 336, 334, 346),
        (346, 326, 333, 334,   305, 320, 345, 338),
        (310, 347, 335, 377,   309, 309, 319, 323),
        (335, 297, 334, 367,   268, 313, 319, 302),
        (184, 300, 183, 300,   217, 279, 316, 284),
    ),
    (  # bishop
        (340, 356, 324, 338,   298, 280, 326, 317),
        (365, 361, 348, 347,   324, 298, 300, 312),
        (335, 358, 355, 343,   315, 306, 326, 335),
        (355, 324, 352, 352,   297, 308, 325, 329),
        (362, 351, 340, 364,   279, 321, 327, 328),
        (328, 375, 354, 367,   308, 307, 313, 314),
        (312, 279, 303, 264,   290, 331, 324, 319),
        (265, 275, 256, 307,   314, 338, 322, 295),
    ),
    (  # rook
        (461, 467, 484, 505,   539, 536, 534, 521),
        (442, 462, 485, 478,   544, 530, 516, 533),
        (461, 476, 465, 483,   537, 536, 540, 532),
        (469, 477, 474, 512,   555, 544, 540, 530),
        (489, 487, 487, 506,   537, 551, 549, 550),
        (481, 527, 514, 524,   547, 546, 538, 552),
        (470, 486, 504, 531,   526, 525, 525, 513),
        (495, 537, 492, 483,   551, 539, 552, 571),
    ),
    (  # queen
        (956, 962, 966, 971,   961, 967, 930, 923),
        (990, 987, 979, 982,   951, 897, 933, 924),
        (964, 970, 967, 964,   968, 984, 970, 990),
        (961, 962, 959, 958,   983, 1003, 1016, 1026),
        (985, 941, 949, 954,   959, 1029, 997, 1001),
        (968, 1006, 952, 949,   1004, 988, 1031, 1026),
        (955, 934, 985, 951,   1007, 1010, 997, 994),
        (943, 951, 995, 955,   990, 976, 999, 1004),
    ),
    (  # king
        ( 51,  36,   3, -13,   -70, -67, -59, -57),
        ( 14,  18, -18, -17,   -46, -49, -31, -31),
        (-34,  19, -41, -64,   -30, -44, -23, -14),
        (-32, -33, -47, -74,   -27, -26,  -9,   0),
        (-60, -38, -59, -86,     7,  21,  25,  16),
        (-38, -25, -54, -60,    -2,  48,  64,  30),
        (-54, -62, -60, -85,   -32,  28,  46,  31),
        (-80, -70, -79, -80,    -6, -15,  30, -14),
    ),
)  # fmt: skip
# All others, from MOBILITY on: the middle game, and the ending.
OTHERS = (
    (  # middle game
         12,  32,  40,  48,  58,  63,  70,  74,  81,  # knight with 0 to 8 squares
         38,  50,  58,  66,  69,  74,  75,  73,  77,  76,  64, 100, 105,  99,  # bishop with 0 to 13
        -37, -25, -20, -15, -13,  -8,  -4,   1,   4,   2,   1,   7,  14,  22, 109,  # rook with 0 to 14
          6,  17,  20,  24,  26,  30,  31,  36,  37,  40,  39,  38,  44,  43,  # queen with 0 to 13
         43,  46,  54,  42,  57,  77,  73,  67,  51,  65,  83,  78,  75,  79,  # with 14 to 27
          0,   0,   3,   6,  12,  18,  18,  24,  26,  45,  47,  63,  53,  77,  89, 113,  # king attacked
        139, 134, 157, 204, 256, 321, 357, 347, 446, 464, 506, 545, 583, 630, 675, 720,
          0,  27, -12,  29,   1,  40,  29,   0,  # passed pawn by rank
          0, -16,  -1,  -6,  12, -12,  41,   0,  # free
          0, -19,   4, -23, -13, -17, -41,   0,  # unstopped
         -1,  -1,  19,  10,  17,  37, 106,  -1,  # guarded pawn by rank
          0,   8,   9,   9,  24,  20,  21,   0,  # neighboured
         -7,  25,  10,  12,   7,  24, -28,   5,  # own pawn before the king: beside him
        -22,  28,  17,  16,  14, -10,  -5,   5,  # on his file
          8,   0, -27,  -2,   7,  13,   5,   0,  # enemy pawn: beside him
        -12,  27, -14,  -1,  -1,   0,   0,   0,  # on his file
         26,  14,  26,  11,  # check by a knight, bishop, rook, queen
         31,  23,  # outpost of a knight, a bishop
         40,  50,  16,  40,   5, -71,  53,  27,  18,  # from TEMPO on
         26, -12,  -8,  -2,   1,  -1,  -4,   9,  13,  # from CASTLING on
    ),
    (  # ending
        -19,  15,  30,  39,  40,  47,  48,  46,  30,  # knight with 0 to 8 squares
        -10,   6,  24,  30,  41,  39,  48,  52,  49,  39,  58,  33,  39,  36,  # bishop with 0 to 13
          2,  12,  31,  42,  57,  66,  68,  72,  81,  91,  86,  84,  97,  92,  32,  # rook with 0 to 14
          5,   7,  12,  32,   1,   6,  62,  63,  73,  81,  98, 105,  97,  96,  # queen with 0 to 13
        117,  99, 116,  93, 105, 106,  98,  93, 120, 101, 145, 143, 149, 157,  # with 14 to 27
          0,   0,   0,   1, -11,   0,   7,  11,   6,  -1,  10,   6,   7,  -3,  -8,  11,  # king attacked
        -24, -10, -28,  -5,  28,  44,  36,  35,  62,  60,  68,  73,  77,  84,  90,  96,
          0, -27, -13,   4,  51,  22, 103,   0,  # passed pawn by rank
          0,  24,  19,  18,  21,  75, 144,   0,  # free
          0,   5,  11,  31,  25,  82, 127,   0,  # unstopped
          0,   0,   9,   9,  20,  39,   0,   0,  # guarded pawn by rank
          0,  -3,   6,  10,  29,  81,  71,   0,  # neighboured
         11,  -4,   5,  -2,   9,  18,  48,   5,  # own pawn before the king: beside him
          3,  -2,  -7, -12,  -4,  35,  26,   5,  # on his file
          2,   0,   3,   6,  14,   8,  14,   0,  # enemy pawn: beside him
         -6,   5,  -5,   7,   7,   0,  -9,   0,  # on his file
         14,  30,  15,  67,  # check by a knight, bishop, rook, queen
         -4,   2,  # outpost of a knight, a bishop
         26,  27,  26,  -1,  32, -53,  32,  39,  38,  # from TEMPO on
        -11, -30,   1,  -9,  -4,   5,   2,  10,  -6,  # from CASTLING on
    ),
)  # fmt: skip


def _names() -> tuple[str, ...]:
    squares = [f"{kind} on {'abcdefgh'[i & 7]}{(i >> 3) + 1}" for kind in KINDS for i in range(64)]
    most = {"knight": 9, "bishop": 14, "rook": 15, "queen": 28}
    reach = [f"{kind} with {n} squares" for kind, count in most.items() for n in range(count)]
    danger = [f"king attacked, {i}" for i in range(32)]
    pawns = [
        f"{what} pawn, rank {i + 1}"
        for what in ("passed", "free passed", "unstopped passed", "guarded", "neighboured")
        for i in range(8)
    ]
    shelter = [
        f"{whose} pawn {ranks} ranks before the king{where}"
        for whose in ("own", "enemy")
        for where in (", on a file beside him", "")
        for ranks in range(8)
    ]
    checks = [f"check by a {kind}" for kind in KINDS[1:5]]
    outposts = [f"{kind} on an outpost" for kind in KINDS[1:3]]
    others = [
        "to move", "pair of bishops", "rook on a half-open file", "rook on an open file", "rook on the seventh",
        "piece attacked by a pawn", "rook or queen attacked by a minor piece", "undefended piece attacked",
        "undefended pawn attacked", "castling possible", "doubled pawn", "isolated pawn", "backward pawn",
        "own king's way to a passed pawn", "enemy king's way to a passed pawn", "pawn on the colour of a bishop",
        "knight, by pawns", "rook, by pawns",
    ]  # fmt: skip
    names = (*squares, *reach, *danger, *pawns, *shelter, *checks, *outposts, *others)
    return tuple(f"{name} ({when})" for name in names for when in ("middle game", "ending"))


TERMS = _names()
"""What people call the weights, in their order: of each feature the middle game's, then the ending's."""


def weights_for(width: int, height: int) -> NDArray[np.float64]:
    """The weights for a board of this size: on a smaller board a square has the weights of the corresponding square.

    >>> weights = weights_for(8, 8)
    >>> len(weights) == len(TERMS), bool(weights[0] == weights[14])      # a1 and h1
    (True, True)
    """
    weights = np.zeros((COUNT, 2))
    weights[MOBILITY[1] :] = np.transpose(OTHERS)
    for file in range(width):
        for rank in range(height):
            like, row = round(file * 7 / (width - 1)), round(rank * 7 / (height - 1))
            for kind, table in enumerate(ON_SQUARES):
                place = min(like, 7 - like)
                weights[64 * kind + file + 8 * rank] = table[row][place], table[row][place + 4]
    return weights.reshape(-1)
