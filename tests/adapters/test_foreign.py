"""Classes that were written for easyAI or for aima-python run as they are, with every verb."""

from __future__ import annotations

import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

import gametree
from gametree import GameError, load
from gametree.adapters.positions import Position, frozen
from gametree.catalogue import untried
from marking import thorough

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
HEXAPAWN, BONES, AIMA = (str(GALLERY / f"{name}.py") for name in ("hexapawn_easyai", "bones_easyai", "tictactoe_aima"))


class Sticks:
    """easyAI's methods without its base class, and with nothing but a score at the end."""

    def __init__(self, players, sticks=5):
        self.players, self.sticks, self.current_player = players, sticks, 1

    def possible_moves(self):
        return ["one", "two"][: self.sticks]

    def make_move(self, move):
        self.sticks -= 1 if move == "one" else 2

    def switch_player(self):
        self.current_player = 3 - self.current_player

    def is_over(self):
        return self.sticks == 0

    def scoring(self):
        return -7 if self.sticks == 0 else 0  # who is to move has not taken the last one


@pytest.mark.parametrize(("sticks", "value"), [(3, -1), (4, 1), (5, 1), (6, -1)])
def test_scores_are_turned_to_the_first_player(sticks: int, value: int):
    """With an even and with an odd number of moves to the end: a scoring of the mover's side must not leak."""
    assert gametree.solve(load(Sticks, sticks=sticks)).value == value


@pytest.mark.thorough
def test_an_object_is_taken_with_what_its_players_hold():
    game = load(_seated(5))
    assert gametree.best(game).move == "two"
    assert [game.name(game.initial(), a) for a in game.actions(game.initial())] == ["one", "two"]


def _seated(sticks: int) -> Sticks:
    class Somebody:
        name = "somebody"

    return Sticks([Somebody(), Somebody()], sticks)


def test_the_given_object_is_not_changed():
    made = _seated(5)
    gametree.solve(made)
    assert (made.sticks, made.current_player) == (5, 1)


@pytest.mark.parametrize(
    ("file", "value", "move"),
    [(BONES, 1, "1"), *thorough((HEXAPAWN, -1, "00-10"), (f"{AIMA}:h=3,v=2,k=3", 0, "1,1"))],
    ids=["win", "easy", "aima"],
)
def test_every_verb_takes_a_file(file: str, value: int, move: str, capsys: pytest.CaptureFixture[str]):
    found = gametree.best(file)
    assert (found.value, found.proven) == (value, True)
    assert move in [load(file).name(load(file).initial(), a) for a in load(file).actions(load(file).initial())]
    assert gametree.solve(file).value == value
    assert gametree.trace(file, depth=2).line
    assert gametree.match(file, "alphabeta:depth=1", "random", games=2).ended == "finished"
    report = gametree.check(file, games=5, time=2)
    assert report.ok, report.problems
    assert "runs interpreted" not in capsys.readouterr().err


@pytest.mark.thorough
def test_the_command_line_takes_a_file(tmp_path: Path):
    (tmp_path / "bones.py").write_text(Path(BONES).read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-m", "gametree", "best", str(tmp_path / "bones.py:pile=7")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("2 ")


def test_a_position_is_what_the_game_prints():
    game = load(HEXAPAWN)
    assert game.text(game.initial()) == "1 1 1\n. . .\n2 2 2"


def test_what_easyai_alone_can_do_is_said(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text("from easyAI import Negamax, TT, TwoPlayerGame\nNegamax(3)(None)\n")
    if _installed("easyAI"):
        pytest.skip("easyAI is installed: it answers itself")
    with pytest.raises(GameError, match=r"mine.py: line 2: .*Negamax belongs to easyAI, which is not installed"):
        load(str(file))


def test_a_neighbour_is_preferred_to_a_stand_in(tmp_path: Path):
    (tmp_path / "games.py").write_text("class Game:\n    mine = True\n")
    (tmp_path / "rules.py").write_text(Path(AIMA).read_text(encoding="utf-8").replace(", GameState", ""))
    with pytest.raises(GameError, match="GameState"):
        load(str(tmp_path / "rules.py"))
    assert "games" not in sys.modules or sys.modules["games"].__file__ == str(tmp_path / "games.py")
    sys.modules.pop("games", None)


@pytest.mark.thorough
def test_an_installed_easyai_is_used(tmp_path: Path):
    pytest.importorskip("easyAI")
    file = tmp_path / "mine.py"
    file.write_text("from easyAI import TwoPlayerGame\nprint(TwoPlayerGame.play.__module__)\n" + _SMALL)
    command = [sys.executable, "-m", "gametree", "best", str(file)]
    assert "easyAI" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


_SMALL = """
class Small(TwoPlayerGame):
    def __init__(self, players):
        self.players, self.current_player, self.n = players, 1, 2
    def possible_moves(self): return [1]
    def make_move(self, move): self.n -= 1
    def is_over(self): return self.n == 0
    def lose(self): return self.n == 0
"""


def _installed(name: str) -> bool:
    import importlib.util

    return importlib.util.find_spec(name) is not None


GameState = namedtuple("GameState", "to_move number")


class Fig:
    """aima's methods, with payoffs beyond 1."""

    initial = GameState("MAX", 0)

    def actions(self, state):
        return ["left", "right"]

    def result(self, state, move):
        return GameState("MIN" if state.to_move == "MAX" else "MAX", 2 * state.number + (move == "right") + 1)

    def utility(self, state, player):
        return [3, 12, 2, 4][state.number - 3]

    def terminal_test(self, state):
        return state.number >= 3

    def to_move(self, state):
        return state.to_move


@pytest.mark.thorough
def test_payoffs_of_any_size_are_taken():
    found = gametree.best(Fig())
    assert (found.value, found.move, found.proven) == (3, "left", True)


def test_a_payoff_beyond_the_bounds_is_told():
    class Narrow(Fig):
        bounds = (-1, 1)

    with pytest.raises(GameError, match=r"outside -1 to 1: give the class bounds"):
        gametree.best(Narrow())


def test_games_of_chance_for_aima_are_refused_in_one_line():
    class Dice(Fig):
        def chances(self, state):
            return [1, 2]

    with pytest.raises(GameError, match="games of chance are not taken"):
        load(Dice())


def test_anything_else_is_refused():
    with pytest.raises(GameError, match="is not a game"):
        load(object())  # pyright: ignore[reportArgumentType]


def test_a_mistake_in_the_rules_is_told_with_its_line(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text("from easyAI import TwoPlayerGame\n" + _SMALL.replace("return [1]", "return [1 / 0]"))
    with pytest.raises(GameError, match=r"mine.py: line 6, in possible_moves: ZeroDivisionError"):
        load(str(file))


def test_an_edit_of_the_rules_is_another_game(tmp_path: Path):
    """Positions of other rules are other positions, as they are written; packed they are words of one game."""
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("from easyAI import TwoPlayerGame\n" + _SMALL)
    other.write_text("from easyAI import TwoPlayerGame\n" + _SMALL.replace("-= 1", "-= 2"))
    assert untried(str(one)).initial() == untried(str(one)).initial() != untried(str(other)).initial()
    assert repr(load(str(one)).initial()) != repr(load(str(other)).initial())


def test_positions_that_hold_the_same_are_the_same():
    class Thing:
        __slots__ = ("cells", "me")

        def __init__(self, cells):
            self.cells, self.me = cells, self

    one, same, other = Thing([1, {2: {3}}]), Thing([1, {2: {3}}]), Thing([1, {2: {4}}])
    assert Position(one, "") == Position(same, "") != Position(other, "")
    assert hash(frozen(one)) == hash(frozen(same))
    assert repr(Position(one, "")) == repr(Position(same, ""))
