"""Konane on bytes: jump over a neighbour of the other colour and take it off; who cannot jump loses."""

from typing import NamedTuple

from gametree import Game

EMPTY, BLACK, WHITE = 0, 1, 2


class State(NamedTuple):
    board: bytes
    turn: int


class Konane(Game):
    """The board starts full but for two cells in the middle. An action is a cell and a direction."""

    repetition = "ignore"

    def __init__(self, size=4):
        self.size = size

    def initial(self):
        board = bytearray((r + c) % 2 + 1 for r in range(self.size) for c in range(self.size))
        middle = self.size // 2
        board[middle * self.size + middle] = board[middle * self.size + middle - 1] = EMPTY
        return State(bytes(board), 0)

    def player(self, s):
        return s.turn

    def jump(self, s, a):
        """The cells of a jump: from, over and to; None off the board."""
        cell, direction = divmod(a, 4)
        r, c = divmod(cell, self.size)
        dr, dc = ((0, 1), (1, 0), (0, -1), (-1, 0))[direction]
        if not (0 <= r + 2 * dr < self.size and 0 <= c + 2 * dc < self.size):
            return None
        step = dr * self.size + dc
        return cell, cell + step, cell + 2 * step

    def actions(self, s):
        mine = s.turn + 1
        for a in range(4 * self.size * self.size):
            path = self.jump(s, a)
            if path is not None:
                start, over, end = path
                if s.board[start] == mine and s.board[over] == 3 - mine and s.board[end] == EMPTY:
                    yield a

    def result(self, s, a):
        start, over, end = self.jump(s, a)
        board = bytearray(s.board)
        board[start], board[over], board[end] = EMPTY, EMPTY, s.board[start]
        return State(bytes(board), 1 - s.turn)

    def terminal(self, s):
        return len(list(self.actions(s))) == 0

    def utility(self, s):
        return -1 if s.turn == 0 else 1
