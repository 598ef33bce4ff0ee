"""Backgammon: dice, a race, and blots that are hit. Nackgammon is the same with another start.

Read ``rules.py`` first. ``men.py`` has men on points as words of bits, ``evaluation.py`` has the evaluation: by
the network of ``network.py``, which sees what ``inputs.py`` shows it, by features, whose weights ``weights.py`` has,
or by tables of the bear-off. ``playouts.py`` has a play for random games. Positions in
writing are in ``notation.py``, plays in ``plays.py``, whole matches in ``mat.py``. ``endings.py`` is the bear-off as a
game of its own, and ``variants.py`` has Hypergammon, which is small enough to be solved.
"""

from __future__ import annotations

from gametree.games.backgammon import notation, plays
from gametree.games.backgammon.evaluation import Evaluation
from gametree.games.backgammon.rules import OFFER, State


class Backgammon(Evaluation):
    """Backgammon. Max's payoff is ±1, ±2 for a gammon and ±3 for a backgammon, times the cube.

    ``start`` is one of backgammon, nackgammon and hypergammon. ``cube`` is the highest number to which the cube may be
    turned; 1 means no cube. ``away`` makes it a game of a match: how many points Max and Min still need; a payoff
    is then twice the chance to win the match, minus 1, by Janowski's formula if the match is not over. With
    ``bearoff`` positions in which both sides bear off are looked up (``solving/chance/bearoff.py``): exactly up to six
    men a side, otherwise from the distributions of the rolls that each side needs. The tables are kept in the cache
    folder; missing ones are built in some seconds. Without ``network`` a weighted sum of features is the evaluation, as
    it is with a file of weights of them; hypergammon has no network.

    >>> game = Backgammon()
    >>> s = game.roll(game.initial(), 3, 1, player=0)
    >>> len(list(game.actions(s)))
    16
    >>> "8/5 6/5" in [game.name(s, a) for a in game.actions(s)]
    True
    """

    def __init__(
        self,
        start: str = "backgammon",
        cube: int = 1,
        away: tuple[int, int] | None = None,
        bearoff: bool = False,
        network: bool = True,
    ):
        super().__init__(start, cube, away, bearoff, network)

    # --- text ----------------------------------------------------------------------------------------------------

    drawer = "gametree.draw.boards.gammon:backgammon"
    called = "Backgammon"
    how_to_play = (
        "Roll two dice and move your men that many points towards your home; doubles are played four times. A point "
        "with two or more men of the other side is closed. A single man there is hit and must enter again from the "
        "bar before anything else moves. When all your men are home you bear them off. The first side without men "
        "wins: a gammon, worth two, if the other has borne off none, a backgammon, worth three, if one of its men is "
        "still far behind."
    )
    player_names = ("White", "Black")
    player_colours = ("white", "black")

    def name(self, s: State, a: int, style: str = "") -> str:
        if s.stage:
            return ("roll", "double")[a] if s.stage == OFFER else ("take", "drop")[a]
        if s.dice == 0:
            return f"{a >> 3 & 7}{a & 7}" + (f" for {'XO'[a >> 6]}" if s.turn == 2 else "")
        if a == 0:
            return "pass"
        return " ".join(plays.ways(s, a))

    def text(self, s: State) -> str:
        return notation.text(s, self.men)

    def parse(self, text: str) -> State:
        """A GNU Backgammon position ID and whose turn it is (``4HPwATDgc/ABMA X to roll``, ``… O to play 31``, ``…
        first roll``), with a cube also ``… X to double``, ``… X doubles`` or ``… X is dropped``, and then the cube and
        its owner (``cube 2 O``); or a drawing that ends with such a line."""
        return notation.read(text, self.men, self.turns)
