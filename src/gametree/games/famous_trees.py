"""The trees that come by name: those of the textbooks, and what each of them shows."""

from __future__ import annotations

from typing import Any

EXAMPLES: dict[str, Any] = {
    # Max, then Min: worth 3. Alpha-beta skips the 4 and the 6.
    "textbook": [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    # Max, Min, Max: worth 5. Alpha-beta skips the 9, and the 0 and the −1 together.
    "pruning": [[[3, 5], [6, 9]], [[1, 2], [0, -1]]],
    # Dice between Max and Min: worth 2.1, by the first move.
    "chance": [{"chance": [[0.9, [2, 2]], [0.1, [3, 3]]]}, {"chance": [[0.9, [1, 1]], [0.1, [4, 4]]]}],
    # True, by C: the value of B is unknown, and does not matter.
    "andor": {
        "name": "A",
        "or": [
            {"name": "B", "and": [True, "unknown"]},
            {"name": "C", "and": [{"name": "D", "or": [False, True]}, True]},
        ],
    },
    # Unknown, with proof number 2 and disproof number 3. The most-proving node is R.
    "proof": {
        "name": "A",
        "or": [
            {
                "name": "B",
                "and": [
                    {"name": "E", "or": [{"name": "K", "value": None}, {"name": "L", "value": False}]},
                    {"name": "F", "or": [{"name": "M", "value": None}, {"name": "N", "value": None}]},
                    {"name": "G", "or": [{"name": "O", "value": None}]},
                ],
            },
            {
                "name": "C",
                "and": [
                    {"name": "H", "or": [{"name": "P", "value": None}, {"name": "Q", "value": None}]},
                    {"name": "I", "or": [{"name": "R", "value": None}, {"name": "S", "value": False}]},
                ],
            },
            {"name": "D", "and": [None, {"name": "J", "or": [None, None]}, True, None]},
        ],
    },
    # Optimistic and pessimistic bounds: B* shows that B is best, and never looks at all of C and D.
    "bstar": {
        "max": [
            {
                "name": "B",
                "between": [3, 9],
                "min": [
                    {"name": "E", "between": [6, 9], "max": [{"name": "K", "value": 8}, {"name": "L", "value": 6}]},
                    {"name": "F", "between": [7, 10], "max": [{"name": "M", "value": 7}, {"name": "N", "value": 9}]},
                ],
            },
            {
                "name": "C",
                "between": [2, 7],
                "min": [
                    {"name": "G", "between": [2, 5], "max": [{"name": "O", "value": 4}, {"name": "P", "value": 3}]},
                    {"name": "H", "between": [3, 8], "max": [{"name": "Q", "value": 8}, {"name": "R", "value": 5}]},
                ],
            },
            {
                "name": "D",
                "between": [1, 4],
                "min": [
                    {"name": "I", "between": [1, 4], "max": [{"name": "S", "value": 2}, {"name": "T", "value": 4}]},
                ],
            },
        ],
    },
    # Three players in turn: worth (1, 2, 6).
    "maxn": [[[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], [[(5, 1, 1), (1, 5, 2)], [(7, 7, 1), (5, 4, 5)]]],
    # Max moves twice in a row at the left: worth 5.
    "again": {"max": [{"max": [{"min": [5, 9]}, {"min": [4, 8]}]}, {"min": [7, 3]}]},
    # The same node on two paths: worth 4.
    "shared": {"max": [{"min": [{"name": "S", "max": [4, 1]}, 6]}, {"min": [{"goto": "S"}, 2]}]},
    # A loop: rather than lose, Max goes on to B; rather than lose, Min goes back to A. A draw, 0.
    "loop": {"name": "A", "max": [-1, {"name": "B", "min": [1, {"goto": "A"}]}]},
    # Helen wants many drachmas, Stavros wants her to have few. Worth 10, by C; alpha-beta skips 6 of the 26 nodes.
    "helen": {
        "name": "Helen",
        "max": [
            {"name": "A", "min": [[3, 7], [4, 6, 9]]},
            {"name": "B", "min": [[7, 5], [8, 12, 6, 9]]},
            {"name": "C", "min": [[10, 1], [2, 15, 7]]},
        ],
    },
    # Max has 0.7 at the left; at the right Min can hold Max to 0.5: whatever Open is worth, it does not matter.
    "cut": {
        "name": "Root",
        "max": [
            {"name": "Left", "min": [[0.7, 0.2], [0.4, 0.9]]},
            {"name": "Right", "min": [{"name": "Half", "max": [0.5, 0.3]}, {"name": "Open", "max": [0.8, 0.1]}]},
        ],
    },
    # Three outcomes: worth 1/2 · 1 + 1/3 · 0 + 1/6 · 1/2 = 7/12.
    "twelfths": {"chance": [["1/2", 1], ["1/3", 0], ["1/6", 0.5]]},
    # The leaves of "chance" in the same order, 1 2 3 4 now 1 20 30 400: the second move is best.
    "transformed": [{"chance": [[0.9, [20, 20]], [0.1, [30, 30]]]}, {"chance": [[0.9, [1, 1]], [0.1, [400, 400]]]}],
    # Max's queen is lost. If he gives a pawn first, its loss lies beyond a horizon of two moves: −1 is seen, and it is
    # −10 in truth.
    "horizon": {
        "name": "Max",
        "max": [
            {"name": "wait", "estimate": 0, "quiet": False, "min": [{"name": "queen", "value": -9}, 0]},
            {
                "name": "pawn",
                "estimate": 0,
                "quiet": False,
                "min": [
                    {
                        "name": "takes",
                        "estimate": -1,
                        "quiet": False,
                        "max": [{"name": "then", "estimate": -1, "quiet": False, "min": [-10, -1]}],
                    },
                    {"name": "leaves", "estimate": 1, "quiet": False, "max": [{"name": "safe", "min": [1, 2]}]},
                ],
            },
        ],
    },
    # A sacrifice: it looks bad (−5) and is worth 9; the other move looks good and is worth 1.
    "sacrifice": {
        "max": [{"name": "give", "estimate": -5, "min": [9, 9]}, {"name": "keep", "estimate": 5, "min": [1, 2]}]
    },
}
"""The trees that come by name: ``tree:example=textbook``."""
