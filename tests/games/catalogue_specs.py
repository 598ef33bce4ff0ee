"""The words for every game of the catalogue, and for games that another parameter makes into something else."""

from __future__ import annotations

import pytest

from gametree.catalogue import CATALOGUE
from gametree.games.chess.variants import VARIANTS

NAMES = list(CATALOGUE)
WIDE = ("connect6", "pente")
"""Boards of 361 points, slow in plain Python."""
IN_TURN = [pytest.param(name, marks=pytest.mark.thorough) if name in WIDE else name for name in NAMES]
"""The names, those of wide boards among the thorough tests."""

OTHERS = [
    *(f"chess:variant={name}" for name in VARIANTS),
    "chess:chess960=100",
    "chess_ending:men=KPK",
    "checkers:endgame=3",
    "draughts:variant=canadian,filled=2",
    "draughts:variant=frisian",
    "draughts:variant=italian",
    "draughts:variant=russian",
    "draughts:variant=thai",
    "morris:men=3",
    "awari:endgame=6",
    "backgammon:cube=4",
    "othello:size=4",
    "gomoku:size=7,rule=exact",
    "gomoku:size=7,rule=renju",
    "gomoku:size=7,rule=renju,opening=swap2",
    "hex:columns=5,swap=true",
    "y:size=4,swap=true",
    "pente:size=7,keryo=true,pairs=3,tournament=true",
    "go:size=4,ko=situational,suicide=true,scoring=territory,payoff=margin",
    "go:size=5,ko=simple,komi=0,rows=3",
]
