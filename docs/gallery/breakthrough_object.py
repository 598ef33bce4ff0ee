"""Breakthrough as OpenSpiel's Python games are written: a state object that lists, applies and undoes its moves."""

import copy

from gametree import Game

ROWS, COLUMNS = 4, 3


class BreakthroughState:
    def __init__(self):
        self._board = [[1] * COLUMNS, *([0] * COLUMNS for _ in range(ROWS - 2)), [2] * COLUMNS]
        self._cur_player = 0
        self._winner = None

    def current_player(self):
        return self._cur_player

    def legal_actions(self):
        mine, step = self._cur_player + 1, 1 if self._cur_player == 0 else -1
        actions = []
        for row in range(ROWS):
            for column in range(COLUMNS):
                if self._board[row][column] != mine or not 0 <= row + step < ROWS:
                    continue
                for side in (-1, 0, 1):
                    if 0 <= column + side < COLUMNS:
                        target = self._board[row + step][column + side]
                        if target == 0 or (side != 0 and target != mine):
                            actions.append((row * COLUMNS + column) * 3 + side + 1)
        return actions

    def apply_action(self, action):
        cell, side = action // 3, action % 3 - 1
        row, column = divmod(cell, COLUMNS)
        step = 1 if self._cur_player == 0 else -1
        self._board[row][column] = 0
        self._board[row + step][column + side] = self._cur_player + 1
        self._cur_player = 1 - self._cur_player
        if row + step in (0, ROWS - 1) or not self.legal_actions():
            self._winner = 1 - self._cur_player

    def is_terminal(self):
        return self._winner is not None

    def returns(self):
        return [1, -1] if self._winner == 0 else [-1, 1]

    def clone(self):
        return copy.deepcopy(self)

    def __eq__(self, other):
        return (self._board, self._cur_player) == (other._board, other._cur_player)

    def __hash__(self):
        return hash((tuple(map(tuple, self._board)), self._cur_player))

    def __str__(self):
        return "\n".join("".join(".bw"[cell] for cell in row) for row in self._board)


class Breakthrough(Game):
    repetition = "ignore"  # pawns only go forward

    def initial(self):
        return BreakthroughState()

    def player(self, s):
        return s.current_player()

    def actions(self, s):
        return s.legal_actions()

    def result(self, s, a):
        child = s.clone()
        child.apply_action(a)
        return child

    def terminal(self, s):
        return s.is_terminal()

    def utility(self, s):
        return s.returns()[0]
