"""Moves by their names, positions by their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from gametree import Game, GameError, Line, load
from gametree.notation.names import move_name, move_names, read_action, read_moves, read_position


class Square(NamedTuple):
    square: int
    turn: int


class Steps(Game[Square]):
    """A step up or down, in words and, for machines, in letters; two words differ only in their case."""

    styles = ("short",)

    def initial(self):
        return Square(3, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return [1, -1, 2, -2]

    def result(self, s, a):
        return Square(s.square + a, 1 - s.turn)

    def terminal(self, s):
        return not 0 < s.square < 7

    def utility(self, s):
        return 1 if s.square >= 7 else -1

    def name(self, s, a, style=""):
        words = {1: "Up", -1: "Down", 2: "Leap", -2: "Drop"}
        return words[a] if style == "" else {1: "u", -1: "d", 2: "U", -2: "D"}[a]


class Wide(Steps):
    def actions(self, s):
        return list(range(100, 160))

    def name(self, s, a, style=""):
        return str(a)


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("Up", 1),
        ("up", 1),
        ("DOWN", -1),
        (" Drop ", -2),
        ("u", 1),
        ("U", 2),
        ("d", -1),
        ("D", -2),
    ],
)
def test_a_move_by_its_name_in_any_style_and_case(word, action):
    game = Steps()
    assert read_action(game, game.initial(), word) == action


@pytest.mark.parametrize("word", ["", "sideways", "1", "-2", "uu"])
def test_what_is_no_move(word):
    game = Steps()
    with pytest.raises(GameError, match=f"^'{word}' is not a legal move here; legal: Up Down Leap Drop$"):
        read_action(game, game.initial(), word)


def test_of_many_moves_some_are_shown():
    game = Wide()
    with pytest.raises(GameError, match=r"legal: 100 101 .* 139 … \(60 in all\)$"):
        read_action(game, game.initial(), "7")


def test_no_move_after_the_end():
    game = load("tictactoe")
    with pytest.raises(GameError, match=r"^'9' cannot be played: the game is over$"):
        read_action(game, game.parse("1 4 2 5 3"), "9")


def test_outcomes_of_chance_have_names():
    game = load("tree:example=chance")
    s = game.initial()
    while game.player(s) >= 0:
        s = game.result(s, next(iter(game.actions(s))))
    for outcome, _ in game.chances(s):
        assert read_action(game, s, game.name(s, outcome)) == outcome


@pytest.mark.parametrize("text", ["4 4 3", "4,4,3", " 4, 4\n3 "])
def test_a_line_of_moves(text):
    game = load("connect4")
    line = read_moves(game, game.initial(), text)
    assert line == Line(game.initial(), (3, 3, 2))
    assert move_names(game, line.start, line.actions) == ["4", "4", "3"]


@pytest.mark.parametrize("text", ["", "  "])
def test_no_moves(text):
    game = load("connect4")
    assert read_moves(game, game.initial(), text) == Line(game.initial())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4 9", "move 2: '9' is not a legal move here; legal: 4 3 5 2 6 1 7"),
        ("1 1 1 1 1 1 1", "move 7: '1' is not a legal move here; legal: 4 3 5 2 6 7"),
        ("1 2 1 2 1 2 1 2", "move 8: '2' cannot be played: the game is over"),
    ],
)
def test_the_wrong_move_of_a_line_is_named(text, said):
    game = load("connect4")
    with pytest.raises(GameError, match=f"^{said}$"):
        read_moves(game, game.initial(), text)


def test_names_depend_on_the_position():
    game = load("kalah")
    s = game.initial()
    assert move_name(game, s, 2) == "3"
    assert move_names(game, s, (2, 0), style="") == ["3", "1"]
    assert move_name(Steps(), Square(3, 0), 2, "short") == "U"


@pytest.mark.parametrize("text", ["Square(square=5, turn=1)", "Square(5, 1)", "5, 1", "5 1", "square=5, turn=1"])
def test_a_position_as_the_fields_of_its_state(text):
    assert read_position(Steps(), text) == Square(5, 1)


@pytest.mark.parametrize("text", ["", "5", "5 1 2", "five one", "5.5 1", "(5, 1), 2", "__import__('os')", "5 +"])
def test_what_is_no_position(text):
    with pytest.raises(GameError, match=r"^not a position: [^\n]*; write it as Square\(square=3, turn=0\)$"):
        read_position(Steps(), text)


class Played(NamedTuple):
    moves: tuple[int, ...]
    goal: int


class Growing(Game[Played]):
    """The moves so far: a tuple of varying length."""

    def initial(self):
        return Played((), 3)

    def player(self, s):
        return len(s.moves) % 2

    def actions(self, s):
        return range(2)

    def result(self, s, a):
        return Played((*s.moves, a), s.goal)

    def terminal(self, s):
        return len(s.moves) == s.goal

    def utility(self, s):
        return 0


def test_a_tuple_of_varying_length_is_read():
    assert read_position(Growing(), "Played(moves=(1, 0), goal=3)") == Played((1, 0), 3)
    with pytest.raises(GameError, match="not a position"):
        read_position(Growing(), "Played(moves=(1, 'x'), goal=3)")
    with pytest.raises(GameError, match="not a position"):
        read_position(Growing(), "Played(moves=(1, 0), goal=(3,))")


class Fragile(Steps):
    def parse(self, text):
        return Square(int(text), 0)


class Thing:
    """A state of which Python writes nothing that could be read."""


class Things(Steps):
    def initial(self):
        return Thing()


def test_whatever_goes_wrong_in_reading_is_told_in_one_line():
    with pytest.raises(GameError, match=r"^not a position: 'x' \(ValueError: invalid literal .*\)$"):
        read_position(Fragile(), "x")
    with pytest.raises(GameError, match=r"cannot be read from text: define parse\(text\)"):
        read_position(Things(), "start")


@dataclass(frozen=True)
class Board:
    """A state in a style of its own: texts, a set, and what may be missing."""

    rows: tuple[str, ...]
    taken: frozenset[str]
    last: int | None = None


class Natural(Steps):
    """Any state may be the first."""

    def __init__(self, state):
        self.state = state

    def initial(self):
        return self.state

    def terminal(self, s):
        return True


STATES = [
    ("a", "g", 0),
    ([["r", "g"], ["b"]], 0),
    {"levels": (0, 1), "who": "ann"},
    Board((".X", "O."), frozenset({"a1"}), 3),
    Board((".X", "O."), frozenset()),
    (Square(3, 0), frozenset({1, 2})),
    {(0, 1): "wolf", (2, 2): "sheep"},
    "..X.O.",
    (True, 1.5, b"ab", None),
]


@pytest.mark.parametrize("state", STATES)
def test_what_python_writes_of_a_state_is_read(state):
    """Red if ``check`` asks the author of a natural state for a ``parse``."""
    game = Natural(state)
    found = read_position(game, game.text(state))
    assert found == state
    assert type(found) is type(state)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (("a", "g", 0), "('a', 'g')"),
        (("a", "g", 0), "('a', 'g', 'n')"),
        (("a", "g", 0), "['a', 'g', 0]"),
        (("a", "g", 0), "__import__('os')"),
        (Board(("X",), frozenset()), "Board(rows=('X',))"),
        (Board(("X",), frozenset()), "Board(rows=3, taken=frozenset(), last=None)"),
        (Board(("X",), frozenset()), "Square(1, 2)"),
        ({"who": "ann"}, "{**{}}"),
        ({"who": "ann"}, "[" * 5000),
        ("..X", "..X."),
    ],
)
def test_what_is_no_state_of_this_kind(state, text):
    with pytest.raises(GameError, match=r"^not a position: "):
        read_position(Natural(state), text)


def test_words_in_another_order_and_without_marks():
    game = load("backgammon")
    s = game.parse("4HPwATDgc/ABMA X to play 31")
    assert game.name(s, read_action(game, s, "6/5 8/5")) == "8/5 6/5"
    s = game.parse("4HPwATDgc/ABMA X to play 11")
    for typed in ("8/7(2) 6/5(2)", "6/5 6/5 8/7 8/7", "6/5(2) 8/7(2)", "8/7* 8/7 6/5(2)"):
        assert game.name(s, read_action(game, s, typed)) == "8/7(2) 6/5(2)"
    line = read_moves(game, game.initial(), "31_for_X 6/5_8/5 66")
    assert move_names(game, line.start, line.actions) == ["31 for X", "8/5 6/5", "66"]
    with pytest.raises(GameError, match=r"legal: 24/22\(2\), 24/21"):
        read_action(game, s, "8/7")
