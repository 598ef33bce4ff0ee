"""Tic-tac-toe as a first course writes it: a list of strings, "X" and "O", and a list of lines."""

from typing import NamedTuple

from gametree import Game

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


class State(NamedTuple):
    board: list
    turn: str


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


class TicTacToe(Game):
    def initial(self):
        return State([" "] * 9, "X")

    def player(self, s):
        return 0 if s.turn == "X" else 1

    def actions(self, s):
        return [i for i, cell in enumerate(s.board) if cell == " "]

    def result(self, s, a):
        board = s.board[:]
        board[a] = s.turn
        return State(board, "O" if s.turn == "X" else "X")

    def terminal(self, s):
        return winner(s.board) is not None or " " not in s.board

    def utility(self, s):
        return {"X": 1, "O": -1, None: 0}[winner(s.board)]

    def text(self, s):
        return "\n".join("|".join(s.board[i : i + 3]) for i in (0, 3, 6))
