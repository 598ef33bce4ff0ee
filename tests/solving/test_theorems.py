"""Theorems: what they give, and that a game which breaks a condition is refused with the moves that break it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from gametree import Game, load
from gametree.cli import main
from gametree.errors import GameError
from gametree.game import legal, over
from gametree.solving.strong.solve import solve_strong
from gametree.solving.task import Task
from gametree.solving.theorems import THEOREMS, ultra_weak
from marking import thorough


def by_theorem(game, *names):
    if names:
        game.theorems = names
    return ultra_weak(game, game.initial(), Task())


class Board(NamedTuple):
    first: int
    second: int


class Hex(Game[Board]):
    """Hex on a board of size × size: Max connects left and right, Min bottom and top."""

    theorems = ("strategy stealing", "no draw")

    def __init__(self, size: int = 3):
        self.size = size

    def initial(self) -> Board:
        return Board(0, 0)

    def player(self, s: Board) -> int:
        return (s.first | s.second).bit_count() & 1

    def actions(self, s: Board):
        for cell in range(self.size**2):
            if not (s.first | s.second) >> cell & 1:
                yield cell

    def result(self, s: Board, a: int) -> Board:
        return Board(s.first | 1 << a, s.second) if self.player(s) == 0 else Board(s.first, s.second | 1 << a)

    def connected(self, stones: int, across: bool) -> bool:
        n = self.size
        cells = {(c % n, c // n) for c in range(n * n) if stones >> c & 1}
        if not across:
            cells = {(y, x) for x, y in cells}
        reached = {cell for cell in cells if cell[0] == 0}
        while True:
            near = {(x + dx, y + dy) for x, y in reached for dx, dy in NEIGHBOURS} & cells - reached
            if not near:
                return any(x == n - 1 for x, _ in reached)
            reached |= near

    def terminal(self, s: Board) -> bool:
        return self.connected(s.first, True) or self.connected(s.second, False)

    def utility(self, s: Board) -> int:
        return 1 if self.connected(s.first, True) else -1

    def exchanged(self, a: int) -> int:
        return a // self.size + a % self.size * self.size


NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class Heaps(NamedTuple):
    left: int
    right: int
    turn: int


class Twins(Game[Heaps]):
    """Two heaps of the same size; a move takes any number from one of them; the player who takes the last stone
    wins."""

    theorems = ("symmetry", "no draw")

    def initial(self) -> Heaps:
        return Heaps(5, 5, 0)

    def player(self, s: Heaps) -> int:
        return s.turn

    def actions(self, s: Heaps):
        yield from range(1, s.left + 1)
        yield from range(-1, -s.right - 1, -1)

    def result(self, s: Heaps, a: int) -> Heaps:
        return Heaps(s.left - max(a, 0), s.right + min(a, 0), 1 - s.turn)

    def terminal(self, s: Heaps) -> bool:
        return s.left == s.right == 0

    def utility(self, s: Heaps) -> int:
        return 1 if s.turn == 1 else -1

    def mirrored(self, s: Heaps, a: int) -> int:
        return -a


@pytest.mark.parametrize("spec", ["tictactoe", *thorough("mnk:3,3,3", "mnk:4,3,3", "mnk:4,4,4")])
def test_the_first_player_at_least_draws(spec):
    game = load(spec)
    solution = by_theorem(game)
    assert (solution.value, solution.bound, solution.outcome) == (0, "lower", None)
    assert solution.level == "ultra-weak"
    assert "assumed" in solution.notes[0]
    if spec != "mnk:4,4,4":
        assert solve_strong(game, game.initial(), Task()).value >= 0


def test_hex_is_a_win_for_the_first_player():
    solution = by_theorem(Hex())
    assert (solution.value, solution.bound, solution.outcome) == (1, "exact", "win")
    assert solution.method == "strategy stealing and no draw"


def test_without_the_reflection_hex_steals_nothing():
    class Plain(Hex):
        def exchanged(self, a):
            return a

    with pytest.raises(GameError, match="Plain: strategy stealing does not hold: the second player wins with"):
        by_theorem(Plain())


def test_pairs_make_a_draw():
    # 5,5,5 is a draw: Uiterwijk & van den Herik, The advantage of the initiative (2000); a pairing is well known
    solution = by_theorem(load("mnk:5,5,5"))
    assert (solution.value, solution.outcome) == (0, "draw")
    assert solution.method == "strategy stealing and pairing"
    assert by_theorem(load("mnk:5,5,5"), "strategy stealing", "Erdős–Selfridge").outcome == "draw"
    assert by_theorem(load("mnk:5,5,5"), "Erdős–Selfridge").bound == "upper"


def test_a_mirror_wins():
    solution = by_theorem(Twins())
    assert (solution.value, solution.outcome) == (-1, "loss")
    game = Twins()
    assert solve_strong(game, game.initial(), Task()).value == -1


@pytest.mark.parametrize(
    ("spec", "theorem", "why"),
    [
        ("mnk:3,3,3,misere=true", "strategy stealing", "the second player wins with .* the first one does not with"),
        ("mnk:4,4,3,gravity=true", "strategy stealing", "more has changed than one cell"),
        ("connect4:4,4", "strategy stealing", "more has changed than one cell"),
        ("mnk:4,4,4", "pairing", "its 10 winning sets cannot be given two cells of their own each"),
        ("mnk:4,4,4", "Erdős–Selfridge", "the sum over its 10 winning sets is 0.625, not below 0.5"),
        ("mnk:3,4,3", "no draw", "end with an even result"),
        ("mnk:5,5,5,misere=true", "pairing", "its winning sets do not agree with the end of the moves"),
    ],
)
def test_a_condition_that_does_not_hold(spec, theorem, why):
    with pytest.raises(GameError, match=f"{theorem} does not hold: .*{why}"):
        by_theorem(load(spec), theorem)


def test_the_moves_that_are_named_break_the_condition():
    game = load("mnk:3,3,3,misere=true")
    with pytest.raises(GameError) as caught:
        by_theorem(game, "strategy stealing")
    words = str(caught.value).split("the second player wins with ")[1].split(", but the first one does not with ")
    ends = []
    for moves in words:
        s = game.initial()
        for a in map(int, moves.split()):
            assert a in legal(game, s)
            s = game.result(s, a)
        assert over(game, s)
        ends.append(game.utility(s))
    assert ends[0] < 0
    assert ends[1] <= 0


def test_mirrors_that_fail():
    class Uneven(Twins):
        def initial(self):
            return Heaps(5, 0, 0)

    class Losing(Twins):
        def utility(self, s):
            return 1 if s.turn == 0 else -1

    with pytest.raises(GameError, match=r"symmetry does not hold: after .* the answer .* is not legal"):
        by_theorem(Uneven())
    with pytest.raises(GameError, match="end badly for the second player"):
        by_theorem(Losing())


def test_what_cannot_be_asked():
    game = load("tictactoe")
    with pytest.raises(GameError, match="about the initial position"):
        ultra_weak(game, game.parse("1"), Task())
    with pytest.raises(GameError, match="names no theorem that solves it"):
        by_theorem(load("nim:3,4,5"))
    with pytest.raises(GameError, match="unknown theorem 'luck'; there are strategy stealing"):
        by_theorem(load("tictactoe"), "luck")
    with pytest.raises(GameError, match="does not say who wins"):
        by_theorem(Hex(), "no draw")
    with pytest.raises(GameError, match=r"does not define winning_sets\(\)"):
        by_theorem(load("tictactoe"), "pairing")
    with pytest.raises(GameError, match=r"does not define mirrored\(s, a\)"):
        by_theorem(load("tictactoe"), "symmetry")


def test_every_theorem_is_stated():
    for name, theorem in THEOREMS.items():
        assert theorem.__doc__
        assert theorem.__doc__.lower().startswith(f"**{name.lower()}**")


def test_on_the_command_line(capsys):
    assert main(["solve", "mnk:5,5,5", "--level", "ultra-weak"]) == 0
    assert capsys.readouterr().out.startswith(
        "mnk:m=5,n=5,k=5: a draw, value 0   (ultra-weak, by strategy stealing and"
    )
    assert main(["solve", "nim:3,4,5", "--level", "ultra-weak"]) == 2
    assert "names no theorem" in capsys.readouterr().err
