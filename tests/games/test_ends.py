"""A game says why it is over where the board alone does not show it."""

from __future__ import annotations

import pytest

from gametree import load
from gametree.game import Line
from gametree.referee import Referee

FEN = {
    "chess": [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/8/4k3/8/8/4KN2/8 b - - 0 1", "nobody can mate any more"),
        ("8/8/8/4k3/8/8/4KR2/8 b - - 100 90", "fifty moves without a capture or a pawn move"),
    ],
    "chess:variant=kingofthehill": [("8/8/8/4K3/8/8/8/k7 b - - 0 1", "a king in the middle")],
    "chess:variant=racingkings": [("7K/8/8/8/8/8/8/k7 b - - 0 1", "a king is there")],
    "chess:variant=atomic": [("8/8/8/8/8/8/3P4/3K4 b - - 0 1", "a king is blown up")],
    "chess:variant=antichess": [("8/8/8/8/8/8/3P4/3K4 b - - 0 1", "no man is left")],
    "chess:variant=horde": [("rnbqkbnr/pppppppp/8/8/8/8/8/8 w kq - 0 1", "the horde is taken")],
    "chess:variant=3check": [("4k3/8/8/8/8/8/8/4KR2 b - - 0+3 0 1", "the third check")],
    "checkers": [("W:W5:B1", "no move is left")],
}  # fmt: skip


@pytest.mark.parametrize(("game", "fen", "reason"), [(game, *end) for game, ends in FEN.items() for end in ends])
def test_why_it_is_over(game, fen, reason):
    rules = load(game)
    referee = Referee(rules, Line(rules.parse(fen)))
    assert referee.over()
    assert referee.reason() == reason


def test_two_men_cannot_make_a_mill():
    game = load("morris")
    s = game.initial()._replace(white=0b11, black=0b111 << 10, white_hand=0, black_hand=0)
    referee = Referee(game, Line(s))
    assert (referee.over(), referee.reason()) == (True, "two men are left")


def test_an_end_that_the_board_shows_needs_no_words():
    game = load("tictactoe")
    referee = Referee(game, Line(game.parse("1 4 2 5 3")))
    assert (referee.over(), referee.reason()) == (True, "")
