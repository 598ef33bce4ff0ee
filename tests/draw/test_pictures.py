"""Boards that games describe, and boards that are guessed from their states."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from gametree import Game, load
from gametree.draw.board import board
from gametree.draw.boards.guessed import guess
from gametree.draw.showcase import exhibit
from gametree.draw.words import in_words
from gametree.errors import GameError
from gametree.game import legal
from gametree.textbook import trace
from gametree.web.jobs import position

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"


class Told(Game):
    """A game with a picture."""

    def __init__(self, told):
        self.told = told

    def initial(self):
        return (0,)

    def player(self, s):
        return 0

    def actions(self, s):
        yield 0

    def result(self, s, a):
        return (1,)

    def terminal(self, s):
        return s[0] == 1

    def utility(self, s):
        return 0

    def picture(self, s):
        return self.told


KINDS = {
    "chess": (
        {"rows": ["kq..", "....", "PPNK"], "checkered": True, "glyphs": "chess", "moves": {0: ("a1", "a2")}},
        12, {"a3", "b3", "a1", "b1", "c1", "d1"}, "3  k q . .\n2  . . . .\n1  P P N K\n   a b c d",
    ),
    "hex": (
        {"rows": ["X..", ".XO", "O.."], "grid": "hex", "moves": {0: "b1"}},
        9, {"a3", "b2", "c2", "a1"}, "3  X . .\n2   . X O\n1    O . .",
    ),
    "hexagon": (
        {"rows": ["X.", "..O", ".."], "grid": "hex", "fill": {"b2": "win"}},
        7, {"a3", "c2"}, "3   X .\n2  . # O\n1   . .",
    ),
    "triangle": (
        {"rows": ["X", ".o.", "....."], "grid": "triangle"},
        9, {"a3", "b2"}, "3      X\n2    . o .\n1  . . . . .",
    ),
    "holes, words, filled cells": (
        {"rows": [["X", "~", "12"], [None, "#", "K"]], "below": "Max 3\nMin 4"},
        5, {"a2", "b1", "c1"}, "2   X    12\n1   .  #  K\n    a  b  c\nMax 3\nMin 4",
    ),
    "pieces": (
        {"rows": ["...", "...", "..X"], "pieces": [{"cells": ["a1", "a2", "b2"], "colour": "p1", "text": "L"}]},
        9, {"c1"}, "3  . . .\n2  L L .\n1  L . X\n   a b c",
    ),
    "points": (
        {"points": {"a": (0, 0), "b": (2, 0), "c": (1, 1)}, "lines": [("a", "c")], "men": {"c": "X", "a": "K"},
         "fill": {"b": "win"}, "moves": {0: ("a", "b")}},
        3, {"a", "c"}, "K       .\n\n    X",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_board(kind):
    told, cells, men, text = KINDS[kind]
    shown = board(Told(told))
    root = ElementTree.fromstring(shown.svg())
    assert len(shown.spots) == cells
    assert set(shown.men) == men
    for name, spot in shown.spots.items():
        assert 0 <= spot.x - spot.width / 2 <= spot.x + spot.width / 2 <= shown.width, name
        assert 0 <= spot.y - spot.height / 2 <= spot.y + spot.height / 2 <= shown.height, name
    assert shown.moves[0][2] == ((to,) if isinstance(to := told.get("moves", {}).get(0, ()), str) else to)
    assert in_words(Told(told), (0,)) == text
    for words in told.get("below", "").split("\n"):
        assert words in "".join(root.itertext())


@pytest.mark.parametrize("kind", ["hex", "hexagon", "triangle"])
def test_cells_do_not_overlap(kind):
    spots = list(board(Told(KINDS[kind][0])).spots.values())
    for i, one in enumerate(spots):
        for other in spots[:i]:
            assert ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 > (one.width + other.width) / 2 * 0.99


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"rows": ["X."], "grid": "round"}, "grid must be one of square, hex, triangle"),
        ({"rows": ["X."], "colour": "red"}, "unknown key 'colour'"),
        ({"rows": ["X."], "fill": {"a1": "red"}}, "there is no colour 'red'; there are ink"),
        ({"rows": ["X."], "fill": {"c1": "win"}}, "there is no cell 'c1' in a board of 2×1"),
        ({"rows": ["X."], "fill": ["a1"]}, "fill must be a dictionary"),
        ({"rows": ["X."], "pieces": ["a1"]}, "a piece is a dictionary with cells"),
        ({"rows": ["X."], "glyphs": "shogi"}, 'glyphs can only be "chess"'),
        ({"points": {"a": 3}}, "a point has a place"),
        ({"points": {"a": (0, 0)}, "lines": [("a", "b")]}, "there is no point 'b'; there are a"),
        ({"rows": ["X"] * 61}, "at most 60 rows and columns"),
    ],
)
def test_a_mistake_in_a_picture_is_told(told, message):
    with pytest.raises(GameError, match=message.replace("(", r"\(").replace(")", r"\)")):
        board(Told(told))


# --- guessed boards --------------------------------------------------------------------------------------------------

GUESSED = {
    # game of the gallery: the cells of its first moves, or no board at all
    "tictactoe_list": {("a3",), ("b3",), ("c3",), ("a2",), ("b2",), ("c2",), ("a1",), ("b1",), ("c1",)},
    "gomoku_integer": {("a3",), ("b3",), ("c3",), ("a2",), ("b2",), ("c2",), ("a1",), ("b1",), ("c1",)},
    "connect_columns": {("a1",), ("b1",), ("c1",), ("d1",)},
    "hexapawn_enum_actions": {("a3", "a2"), ("b3", "b2"), ("c3", "c2")},
    "breakthrough_object": {
        ("a4", "a3"), ("a4", "b3"), ("b4", "a3"), ("b4", "b3"), ("b4", "c3"), ("c4", "b3"), ("c4", "c3"),
    },
    "dice_race": None,
    "kayles_string": None,
    "nim_misere_counter": None,
    "wythoff_methods": None,
    "subtract_square": None,
}  # fmt: skip


@pytest.mark.parametrize("name", GUESSED)
def test_a_board_is_guessed_or_not(name):
    game = load(str(GALLERY / f"{name}.py"))
    shown = board(game)
    assert {path for _, _, path in shown.moves} == (GUESSED[name] or {()})
    assert bool(shown.spots) == (GUESSED[name] is not None)


class Bits(NamedTuple):
    max: int
    min: int
    turn: int


class OnBits(Told):
    """Bitboards of a stated size: the first is Max's."""

    def __init__(self, side=3):
        self.size = side

    def initial(self):
        return Bits(0, 0, 0)

    def actions(self, s):
        return [i for i in range(self.size**2) if not (s.max | s.min) >> i & 1]

    def result(self, s, a):
        return Bits(s.max | 1 << a, s.min, 1) if s.turn == 0 else Bits(s.max, s.min | 1 << a, 0)

    def terminal(self, s):
        return not self.actions(s)


class Silent(OnBits):
    picture = Game.picture


class Scores(Silent):
    """Numbers that look like bitboards for a few moves."""

    def actions(self, s):
        return [1, 2] if s.max < 9 else []

    def result(self, s, a):
        return Bits(s.max + a, s.min, 1) if s.turn == 0 else Bits(s.max, s.min + a, 0)


def test_bitboards_of_a_stated_size_are_a_board():
    game = Silent(3)
    assert in_words(game, Bits(0b000010001, 0b100000000, 0)) == "3  X . .\n2  . X .\n1  . . O\n   a b c\nturn  0"
    assert {path for _, _, path in board(game).moves} == {(f"{c}{r}",) for c in "abc" for r in (1, 2, 3)}


def test_numbers_that_look_like_bitboards_for_a_while_are_a_table():
    game = Scores(3)
    assert guess(game, game.initial()) is None
    assert in_words(game, Bits(3, 4, 1)) == "max   3\nmin   4\nturn  1"
    assert "turn" in board(game).svg()


@dataclass(frozen=True)
class Cells:
    cells: tuple[str, ...]
    note: str = "x"


class Flat(Silent):
    def __init__(self, width=2, height=3):
        self.width, self.height = width, height

    def initial(self):
        return Cells((" ",) * 6)

    def actions(self, s):
        return [i for i in range(6) if s.cells[i] == " "]

    def result(self, s, a):
        return Cells((*s.cells[:a], "x", *s.cells[a + 1 :]))


def test_a_flat_row_of_cells_needs_a_size():
    assert in_words(Flat(), Cells(("x", " ", " ", " ", " ", "o"))) == "3  x .\n2  . .\n1  . o\n   a b\nnote  x"
    plain = Flat()
    del plain.width
    assert guess(plain, plain.initial()) is None


def test_guesses_hold_in_every_state_of_a_game():
    """Every state of a random game has a board of the same cells, and each move has cells, or none."""
    for name, moves in GUESSED.items():
        game = load(str(GALLERY / f"{name}.py"))
        dice, s = random.Random(7), game.initial()
        spots = set(board(game).spots)
        while actions := legal(game, s):
            shown = board(game, s)
            assert set(shown.spots) == spots
            assert all(set(path) <= spots for _, _, path in shown.moves)
            s = game.result(s, dice.choice(actions))
        assert bool(spots) == (moves is not None)


DOMINOES = '''
from typing import NamedTuple
from gametree import Game

ROWS, COLUMNS = 3, 4

class State(NamedTuple):
    covered: int
    turn: int

class UprightAndFlat(Game):
    """A class that states its size in constants of the file, and keeps one bit a cell."""
    def initial(self): return State(0, 0)
    def player(self, s): return s.turn
    def domino(self, i, turn): return 1 << i | 1 << i + (1 if turn else COLUMNS)
    def actions(self, s):
        inside = [i for i in range(12) if (i % 4 < 3 if s[1] else i < 8)]
        return [i for i in inside if not s[0] & self.domino(i, s[1])]
    def result(self, s, a): return State(s[0] | self.domino(a, s[1]), 1 - s[1])
    def terminal(self, s): return not self.actions(s)
    def utility(self, s): return 1 if s[1] else -1
'''
COUNTING = '''
from typing import NamedTuple
from gametree import Game

SIZE = 5

class State(NamedTuple):
    total: int
    turn: int

class Count(Game):
    """Numbers are no bitboards, although the file states a size."""
    def initial(self): return State(0, 0)
    def player(self, s): return s.turn
    def actions(self, s): return [1, 2]
    def result(self, s, a): return State(s.total + a, 1 - s.turn)
    def terminal(self, s): return s.total >= 20
    def utility(self, s): return 1 if s.turn else -1
'''
WORDS = '''
from gametree import Game

class OnAText(Game):
    """Nine letters are a board of three by three."""
    def initial(self): return "." * 9
    def player(self, s): return (9 - s.count(".")) % 2
    def actions(self, s): return [i for i in range(9) if s[i] == "."]
    def result(self, s, a): return s[:a] + "XO"[self.player(s)] + s[a + 1:]
    def terminal(self, s): return "." not in s
    def utility(self, s): return 0
'''


def loaded(tmp_path, rules):
    file = tmp_path / "rules.py"
    file.write_text(rules, encoding="utf-8")
    return load(str(file))


def test_one_bit_a_cell_and_a_size_in_constants(tmp_path):
    game = loaded(tmp_path, DOMINOES)
    s = game.result(game.initial(), 0)
    assert in_words(game, s) == "3  # . . .\n2  # . . .\n1  . . . .\n   a b c d\nturn  1"
    assert board(game, s).moves[0][2] == ("b3", "c3")


def test_a_number_that_counts_is_no_board(tmp_path):
    game = loaded(tmp_path, COUNTING)
    assert guess(game, game.initial()) is None


def test_a_text_of_marks_is_a_square(tmp_path):
    game = loaded(tmp_path, WORDS)
    assert in_words(game, "X...O....") == "3  X . .\n2  . O .\n1  . . .\n   a b c"


def test_a_game_in_a_file_is_called_as_its_class(tmp_path):
    assert exhibit(loaded(tmp_path, DOMINOES)).called == "Upright And Flat"


PONDS = '''
from gametree import Game

class Ponds(Game):
    """Two frogs on seven stones: a state that is a dictionary."""
    def initial(self): return {"left": 0, "right": 6, "turn": 0}
    def player(self, s): return s["turn"]
    def way(self, s): return ("left", "right", 1) if s["turn"] == 0 else ("right", "left", -1)
    def actions(self, s):
        me, other, way = self.way(s)
        return [n for n in (1, 2) if 0 <= s[me] + way * n <= 6 and s[me] + way * n != s[other]]
    def result(self, s, a):
        me, _, way = self.way(s)
        return {**s, me: s[me] + way * a, "turn": 1 - s["turn"]}
    def terminal(self, s): return not self.actions(s)
    def utility(self, s): return 2 * s["turn"] - 1
'''


def test_a_dictionary_is_a_table_of_its_fields_and_its_search_can_be_watched(tmp_path):
    game = loaded(tmp_path, PONDS)
    assert in_words(game, game.initial()) == "left   0\nright  6\nturn   0"
    svg = game.svg(game.initial())
    assert all(f">{word}</text>" in svg for word in ("left", "right", "6"))
    assert "{" not in re.sub(r"<desc>.*?</desc>|<style>.*?</style>", "", svg, flags=re.DOTALL)
    assert trace(game, algorithm="minimax").value == -1  # states without a hash are packed


def test_of_a_guessed_board_the_cell_that_changed_is_marked_and_not_the_words_below_it(tmp_path):
    shown = position(loaded(tmp_path, DOMINOES), {"actions": [0]}, None)["board"]["svg"]
    marked = re.findall(r'<g class="fresh">(.*?)</g>', shown)
    assert marked
    assert "turn" not in "".join(marked)
