"""Tic-tac-toe for aima-python: a GameState with a dict from square to piece. It is run as it is."""

from games import Game, GameState


class TicTacToe(Game):
    def __init__(self, h=3, v=3, k=3):
        self.h, self.v, self.k = h, v, k
        moves = [(x, y) for x in range(1, h + 1) for y in range(1, v + 1)]
        self.initial = GameState(to_move="X", utility=0, board={}, moves=moves)

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = state.board.copy()
        board[move] = state.to_move
        return GameState(
            to_move="O" if state.to_move == "X" else "X",
            utility=self.compute_utility(board, move, state.to_move),
            board=board,
            moves=[m for m in state.moves if m != move],
        )

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return state.utility != 0 or len(state.moves) == 0

    def to_move(self, state):
        return state.to_move

    def display(self, state):
        for x in range(1, self.h + 1):
            print(*(state.board.get((x, y), ".") for y in range(1, self.v + 1)))

    def compute_utility(self, board, move, player):
        for direction in ((0, 1), (1, 0), (1, -1), (1, 1)):
            if self.in_a_row(board, move, player, direction) >= self.k:
                return 1 if player == "X" else -1
        return 0

    def in_a_row(self, board, move, player, direction):
        dx, dy = direction
        n = -1  # the square itself is counted twice
        for sign in (1, -1):
            x, y = move
            while board.get((x, y)) == player:
                n += 1
                x, y = x + sign * dx, y + sign * dy
        return n
