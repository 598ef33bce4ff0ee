"""The game of bones for easyAI: take one to three, and whoever takes the last bone loses. It is run as it is."""

from easyAI import TwoPlayerGame


class Bones(TwoPlayerGame):
    def __init__(self, players, pile=10):
        self.players = players
        self.pile = pile
        self.current_player = 1

    def possible_moves(self):
        return [n for n in (1, 2, 3) if n <= self.pile]

    def make_move(self, move):
        self.pile -= move

    def unmake_move(self, move):
        self.pile += move

    def win(self):
        return self.pile == 0

    def is_over(self):
        return self.win()

    def scoring(self):
        return 100 if self.win() else 0

    def show(self):
        print(f"{self.pile} bones")
