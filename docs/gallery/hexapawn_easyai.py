"""Hexapawn for easyAI: the pawns are kept with the players. It is run as it is."""

from easyAI import AI_Player, Negamax, TwoPlayerGame


class Hexapawn(TwoPlayerGame):
    def __init__(self, players, size=3):
        self.size = size
        self.players = players
        for player, row, step in ((players[0], 0, 1), (players[1], size - 1, -1)):
            player.pawns = [(row, column) for column in range(size)]
            player.step = step
            player.goal = size - 1 if step == 1 else 0
        self.current_player = 1

    def possible_moves(self):
        moves = []
        for row, column in self.player.pawns:
            ahead = row + self.player.step
            if (ahead, column) not in self.opponent.pawns + self.player.pawns:
                moves.append(f"{row}{column} {ahead}{column}")
            for side in (column - 1, column + 1):
                if (ahead, side) in self.opponent.pawns:
                    moves.append(f"{row}{column} {ahead}{side}")
        return moves

    def make_move(self, move):
        start, end = ((int(cell[0]), int(cell[1])) for cell in move.split())
        self.player.pawns[self.player.pawns.index(start)] = end
        if end in self.opponent.pawns:
            self.opponent.pawns.remove(end)

    def lose(self):
        return any(row == self.opponent.goal for row, _ in self.opponent.pawns) or self.possible_moves() == []

    def is_over(self):
        return self.lose()

    def scoring(self):
        return -100 if self.lose() else 0

    def show(self):
        for row in range(self.size):
            marks = {cell: "1" for cell in self.players[0].pawns} | {cell: "2" for cell in self.players[1].pawns}
            print(*(marks.get((row, column), ".") for column in range(self.size)))


if __name__ == "__main__":
    Hexapawn([AI_Player(Negamax(5)), AI_Player(Negamax(5))]).play()
