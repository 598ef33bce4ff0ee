"""The boards of the games of the catalogue: which function draws the positions of which class."""

DRAWERS = {
    "tictactoe:TicTacToe": "grids:tictactoe",
    "mnk:MNK": "grids:mnk",
    "crowdmnk:CrowdMNK": "grids:crowdmnk",
    "connect4:ConnectFour": "grids:connect4",
    "sharks:Sharks": "grids:sharks",
    "einstein:Einstein": "grids:einstein",
    "kalah:Kalah": "pits:kalah",
    "awari:Awari": "pits:awari",
    "nim:Nim": "heaps:nim",
    "crowdnim:CrowdNim": "heaps:crowdnim",
    "morris:Morris": "points:morris",
    "ponghauki:PongHauKi": "points:ponghauki",
    "star:Star": "points:star",
    "dots:Dots": "lines:dots",
    "pig:Pig": "scores:pig",
    "backgammon:Backgammon": "gammon:backgammon",
    "backgammon.endings:Bearoff": "gammon:bearoff",
    "chess.board:Board": "chequered:chess",
    "othello:Othello": "chequered:othello",
    "checkers:Checkers": "chequered:checkers",
    "tree:Tree": "trees:tree",
}
"""By module and class of the game, without ``gametree.games``: module and function below ``gametree.draw.boards``."""
