"""Arithmetic on whole NumPy arrays."""

from __future__ import annotations

import numpy as np
from probes_states import Boxed, NumpyInState

LINES = np.array([[0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 5]])


class ArrayOfLines(NumpyInState):
    """a matrix of lines as an index, and sums along an axis"""

    def winner(self, s):
        lines = s.board[LINES]
        for who in (1, 2):
            if (lines == who).all(axis=1).any():
                return who
        return 0


class ArrayProduct(NumpyInState):
    """a matrix times an array"""

    WEIGHTS = np.array([[1, 1, 1, 0, 0, 0], [0, 1, 1, 1, 0, 0], [0, 0, 1, 1, 1, 0], [0, 0, 0, 1, 1, 1]])

    def winner(self, s):
        for who in (1, 2):
            if np.any(self.WEIGHTS @ (s.board == who).astype(int) == 3):
                return who
        return 0


class ArrayWhere(NumpyInState):
    """np.where with three arguments, np.count_nonzero"""

    def result(self, s, a):
        board = np.where(np.arange(6) == a, s.turn + 1, s.board)
        return Boxed(board, 1 - s.turn)

    def full(self, s):
        return np.count_nonzero(s.board) == 6


class ArrayNonzero(NumpyInState):
    """np.where with one argument, np.argwhere"""

    def actions(self, s):
        return [int(i) for i in np.where(s.board == 0)[0]]

    def full(self, s):
        return len([i for (i,) in np.argwhere(s.board == 0)]) == 0


class ArrayReshaped(NumpyInState):
    """reshape, columns, .T, .sum(axis)"""

    def full(self, s):
        grid = s.board.reshape(2, 3)
        return bool((grid > 0).all()) and grid.T.shape == (3, 2) and (grid[:, 1] > 0).sum() == 2


class ArraySmall(NumpyInState):
    """an array of int8 that overflows as in NumPy"""

    def initial(self):
        return Boxed(np.zeros(6, dtype=np.int8), 0)

    def full(self, s):
        wrapped = s.board * np.int8(127)
        return bool(((wrapped == 127) | (wrapped == -2)).all())


class ArrayFlipped(NumpyInState):
    """a[::-1], np.flip, max and argmax"""

    def full(self, s):
        empty = s.board[::-1] == 0
        return not empty.any() and int(np.flip(empty).argmax()) == 0 and s.board.min() > 0


class ArrayMinus(NumpyInState):
    """arrays of 1 and -1, summed"""

    def initial(self):
        return Boxed(np.zeros(6, dtype=np.int8), 0)

    def result(self, s, a):
        board = s.board.copy()
        board[a] = 1 - 2 * s.turn
        return Boxed(board, 1 - s.turn)

    def winner(self, s):
        sums = s.board[:-2] + s.board[1:-1] + s.board[2:]
        return 1 if sums.max() == 3 else 2 if np.min(sums) == -3 else 0

    def full(self, s):
        return int(np.abs(s.board).sum()) == 6
