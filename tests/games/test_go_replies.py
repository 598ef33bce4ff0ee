"""What answers the last move in random games of Go: it takes, it saves, or it is a natural move beside it."""

from __future__ import annotations

from random import Random

import pytest

from gametree import load
from gametree.games.go.patterns import AROUND, natural

TAKE = """
    . . . . .
    . X O . .
    X O O X .
    . X X . .
    . . . . .   X to move"""
SAVE = """
    . . . . .
    . O O . .
    O X X . .
    . O O . .
    . . . . .   X to move"""
TAKE_INSTEAD = """
    . . . . .
    . . . . .
    O O . . .
    . X O . .
    X O . . .   X to move"""
HOPELESS = """
    . . . . .
    . . . . .
    . O O . .
    O X X O .
    . O . . .   X to move"""


def replies(text: str, last: str) -> set[str]:
    """All answers that the random numbers can lead to."""
    game = load("go:5")
    s = game.parse(text)
    point = next(p for p in game.actions(game.initial()) if game.name(s, p) == last)
    found = {game.playout_reply(s, point, number) for number in range(8)}
    return {game.name(s, p) for p in found if p >= 0}


@pytest.mark.parametrize(
    ("text", "last", "answers"),
    [
        (TAKE.replace("O . .", "O X ."), "C3", {"C5"}),
        (SAVE, "C2", {"D3"}),
        (TAKE_INSTEAD, "B3", {"C1"}),  # A2 would leave no liberty
    ],
)
def test_takes_and_saves(text: str, last: str, answers: set[str]):
    assert replies(text, last) == answers


def test_what_has_two_liberties_is_not_taken_and_what_is_lost_is_not_saved():
    assert not {"B5", "C5"} & replies(TAKE, "C3")
    assert "C1" not in replies(HOPELESS, "C3")


def surroundings(rows: str) -> int:
    """The number of the eight points around a point, X is the side to move."""
    letters = [c for c in rows if not c.isspace()]
    del letters[4]
    assert len(letters) == len(AROUND)
    return sum(".XO-".index(c) << 2 * i for i, c in enumerate(letters))


@pytest.mark.parametrize(
    ("rows", "yes"),
    [
        ("XOX ... ...", True),
        ("OXO ... ...", True),
        ("... ... ...", False),
        ("XO. O.. ...", True),
        ("XO. O.O ...", False),
        ("... X.X ...", False),
        ("... ... ---", False),
        ("X.. O.. ---", True),
        ("..- X.- ..-", False),
    ],
)
def test_patterns_turned_and_mirrored(rows: str, yes: bool):
    square = [list(row) for row in rows.replace(",", "").split()]
    for _ in range(4):
        square = [list(row) for row in zip(*square[::-1], strict=True)]
        for turned in (square, [row[::-1] for row in square]):
            text = "".join("".join(row) for row in turned)
            assert bool(natural()[surroundings(text)]) == yes
            swapped = text.translate(str.maketrans("XO", "OX"))
            assert bool(natural()[surroundings(swapped)]) == yes


@pytest.mark.parametrize("words", ["go:5", "go:3", "go:7,rows=4,suicide=true", "go:5,ko=simple"])
def test_answers_are_legal(words: str):
    game, dice, answered = load(words), Random(1), 0
    for _ in range(12):
        s, last = game.initial(), -1
        for _ in range(80):
            if game.terminal(s):
                break
            number = dice.randrange(1 << 32)
            action = game.playout_reply(s, last, number) if last >= 0 else -1
            if action >= 0:
                answered += 1
                assert action in list(game.actions(s)), game.text(s)
                assert not game.is_eye(*((s.black, s.white) if s.turn == 0 else (s.white, s.black)), action)
            else:
                action = game.playout_action(s, number)
            s, last = game.result(s, action), action
    assert answered > 50
