"""Boards: every game of the catalogue can be drawn, and played by pointing."""

from __future__ import annotations

import random
import re
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from gametree import Game, check, load, trace
from gametree.catalogue import CATALOGUE
from gametree.draw.board import board
from gametree.draw.frames import frames
from gametree.draw.svg import DARK, LIGHT
from gametree.errors import GameError
from gametree.game import CHANCE, legal, over
from gametree.hooks import asked
from gametree.web.jobs import position

SVG = "{http://www.w3.org/2000/svg}"
SPECS = [
    *CATALOGUE, "mnk:4,5,3,gravity=true", "morris:men=3", "morris:men=6", "morris:men=12", "morris:lasker=true",
    "star:players=6", "star:side=1", "backgammon:cube=4", "kalah:m=3,n=2", "awari:pits=4", "nim:1,2,40", "dots:3,2",
    "connect4:5,4", "crowdmnk:players=4,m=4,n=5", "tree:example=chance", "tree:example=maxn", "tree:example=loop",
    "tree:example=shared", "tree:example=andor", "einstein:size=4", "othello:size=4", "checkers:size=6",
    "chess:variant=gardner", "chess:variant=crazyhouse",
]  # fmt: skip


def positions(game, seed, plies):
    """The states of a random game."""
    dice, s = random.Random(seed), game.initial()
    yield s
    for _ in range(plies):
        if over(game, s):
            return
        s = game.result(s, dice.choice(legal(game, s)))
        yield s


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_is_drawn(spec):
    game = load(spec)
    for s in positions(game, 5, 25):
        shown = board(game, s)
        facts = shown.to_json()
        root = ElementTree.fromstring(facts["svg"])
        assert root.find(f"{SVG}title").text == facts["title"]
        assert root.find(f"{SVG}desc").text == facts["text"] == game.text(s)
        assert [m["action"] for m in facts["moves"]] == legal(game, s)
        assert all(spot in facts["spots"] for m in facts["moves"] for spot in m["path"])
        inside = {e.get("data-spot") for e in root.iter()} - {None}
        assert inside == set(facts["spots"])
        for name, spot in facts["spots"].items():
            assert 0 <= spot["x"] - spot["width"] / 2 <= spot["x"] + spot["width"] / 2 <= facts["width"], name
            assert 0 <= spot["y"] - spot["height"] / 2 <= spot["y"] + spot["height"] / 2 <= facts["height"], name
        assert facts["mover"] == game.player(s)
        assert facts["over"] == over(game, s)
        assert game.svg(s) == facts["svg"]


BUTTONS = {"pig", "backgammon", "hypergammon", "bearoff", "einstein"}
"""Games in which some moves, or the dice, are no matter of pointing."""


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec.split(":")[0] not in BUTTONS])
def test_moves_are_made_by_pointing(spec):
    game = load(spec)
    for s in positions(game, 2, 25):
        if game.player(s) != CHANCE:
            for _, name, path in board(game, s).moves:
                assert path or name == "pass" or spec.startswith("nim"), name  # a heap of 40 is not drawn whole


@pytest.mark.parametrize("spec", ["tictactoe", "mnk:4,5,3", "mnk:4,5,3,gravity=true", "crowdmnk", "othello"])
def test_a_stone_comes_to_lie_where_one_points(spec):
    game = load(spec)
    for s in positions(game, 3, 8):
        before = lying(board(game, s))
        for a, _, path in board(game, s).moves:
            after = lying(board(game, game.result(s, a)))
            assert path[0] not in before
            assert path[0] in after


@pytest.mark.parametrize("spec", ["chess", "checkers", "ponghauki", "star", "morris:white=4,black=4", "sharks"])
def test_a_man_goes_from_one_spot_to_another(spec):
    game = load(spec)
    for s in positions(game, 4, 12):
        shown = board(game, s)
        there = lying(shown)
        for a, name, path in shown.moves:
            if path and not name.startswith("x"):  # a man that is taken at Morris stays where it was pointed at
                after = lying(board(game, game.result(s, a)))
                assert path[-1] in after
                assert len(path) == 1 or (path[0] in there and path[0] not in after)


def lying(shown):
    """The spots on which something lies: men, or shapes with a fill or stroke that is a player's."""
    men = re.compile(r'class="(?:man|[^"]*\b(?:p\d|s-p\d|white|black)\b[^"]*)"[^>]* data-spot="([^"]+)"')
    return {match[1] for shape in shown.shapes if (match := men.search(shape))}


WON = {
    "tictactoe": ("1 4 2 5 3", 1), "mnk:5,5,3": ("a1 a5 b2 b5 c3", 1), "connect4": ("4 1 4 1 4 1 4", 1),
    "gomoku:size=9": ("a1 a9 b1 b9 c1 c9 d1 d9 e1", 1), "qubic": ("a11 d14 b22 d24 c33 d34 d44", 4),
    "connect4:width=6": ("1 2 1 2 1 2", 0), "hex:columns=3": ("a1 b1 a2 b2 a3", 3),
    "hex:columns=3,rows=2": ("b1 a1 a2", 2),
}  # fmt: skip
"""Moves, and the marks on what they win: a line, or rings where a row goes through several boards."""


@pytest.mark.parametrize("words", WON)
def test_a_winning_row_is_struck_through(words):
    moves, rows = WON[words]
    shown = board(load(words), moves=moves)
    assert sum(" won" in shape for shape in shown.shapes) == rows
    assert shown.over == (rows > 0)


def test_check_taken_men_and_what_a_pawn_becomes():
    shown = board(load("chess"), moves="e4 d5 exd5 Qxd5 Nc3 Qe5+")
    assert [len(men) for men in shown.taken] == [1, 1]
    x, y = shown.centre("e1")
    assert any(f'class="loss check" cx="{x:g}" cy="{y:g}"' in shape for shape in shown.shapes)
    assert set(shown.men) == {name for name in shown.spots if name[1] in "1278"} - {"d7", "e2", "b1", "d8"} | {
        "c3",
        "e5",
    }
    shown = board(load("chess"), "8/P6k/8/8/8/8/7K/8 w - - 0 1")
    promotions = {name: a for a, name, _ in shown.moves if "=" in name}
    assert shown.faces.keys() == set(promotions.values())
    assert len(set(shown.faces.values())) == 4
    assert [len(men) for men in board(load("checkers"), moves="11-15 22-18 15x22").taken] == [1, 0]
    assert sum(map(len, board(load("chess:variant=crazyhouse"), moves="e4 d5 exd5").taken)) == 0  # in hand


def test_points_of_territory_are_marked_at_the_end():
    """The points of one side alone, once both have passed; those between the walls are nobody's."""
    game = load("go:5")
    walls = """
        . X . O .
        . X . O .
        . X . O .
        X X . O O
        . X . O .   X to move"""
    for end, marks in (("; after a pass", (0, 0)), (" after two passes", (4, 4))):
        shapes = board(game, game.parse(walls + end)).shapes
        assert tuple(sum(f'<rect class="{side}"' in shape for shape in shapes) for side in ("black", "white")) == marks


def test_dominoes_lie_on_two_cells():
    shown = board(load("domineering:4,4"), moves="b2b3 c1d1 d3d4")
    assert set(shown.men) == {"b2", "c1", "d3"}
    paths = {name: path for _, name, path in shown.moves}
    assert paths["b4c4"] == ("b4", "c4")


def test_a_castling_king_goes_two_squares():
    game = load("chess")
    s = game.parse("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8")
    paths = {name: path for _, name, path in board(game, s).moves}
    assert paths["O-O"] == ("e1", "g1")
    assert paths["O-O-O"] == ("e1", "c1")


def test_backgammon_is_played_by_the_ways_of_its_men():
    game = load("backgammon")
    s = game.roll(game.initial(), 3, 1, player=1)
    paths = {name: path for _, name, path in board(game, s).moves}
    assert paths["8/5 6/5"] == ("17", "20", "19", "20")  # by Max's numbers
    assert board(game, game.initial()).moves[0][2] == ()


def test_colours_are_there_for_light_and_dark():
    assert LIGHT.keys() == DARK.keys()
    drawn = load("connect4").svg(load("connect4").initial())
    assert "prefers-color-scheme:dark" in drawn
    assert all(f"--gt-{name}:{colour}" in drawn for colours in (LIGHT, DARK) for name, colour in colours.items())


class Pile(NamedTuple):
    stones: int
    turn: int


class Take(Game[Pile]):
    """A game that says nothing of its board."""

    def initial(self):
        return Pile(3, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        yield from range(1, min(2, s.stones) + 1)

    def result(self, s, a):
        return Pile(s.stones - a, 1 - s.turn)

    def terminal(self, s):
        return s.stones == 0

    def utility(self, s):
        return 1 if s.turn else -1


class Described(Take):
    """One that describes it."""

    def picture(self, s):
        return {"rows": ["oK.", "X" * s.stones + "." * (3 - s.stones)], "moves": {1: "a1", 2: ("b1", "c2")}}


class Odd(Take):
    def text(self, s):
        return "<a> & b\n  c"

    def picture(self, s):
        return {"rows": ["X", "OO"]}


class Elsewhere(Take):
    def picture(self, s):
        return {"rows": ["X"], "moves": {1: "b1"}}


class Wordy(Take):
    def picture(self, s):
        return "XO"


class Painter(Take):
    def svg(self, s):
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"></svg>'


def test_a_game_without_a_board_is_its_text_in_a_box():
    shown = board(Take())
    assert "Pile(stones=3, turn=0)" in shown.svg()
    assert [(name, path) for _, name, path in shown.moves] == [("1", ()), ("2", ())]
    assert shown.spots == {}


def test_a_game_can_describe_its_board():
    shown = board(Described())
    assert {a: path for a, _, path in shown.moves} == {1: ("a1",), 2: ("b1", "c2")}
    assert set(shown.spots) == {"a1", "b1", "c1", "a2", "b2", "c2"}
    assert shown.spots["a2"].y < shown.spots["a1"].y
    assert lying(shown) == {"a1", "b1", "c1", "a2", "b2"}


def test_a_board_that_is_described_wrongly_is_told():
    with pytest.raises(GameError, match="rows of equal length"):
        board(Odd())
    with pytest.raises(GameError, match="no cell 'b1' in a board of 1×1"):
        board(Elsewhere())
    with pytest.raises(GameError, match="must be a dictionary with rows and moves, not 'XO'"):
        board(Wordy())


def test_check_tries_the_picture():
    found = check(Elsewhere(), compile=False, time=0.5)
    assert [(p.severity, p.method) for p in found.problems if p.method == "picture"] == [("error", "picture")]
    assert "there is no cell 'b1'" in str(found)
    assert check(Described(), compile=False, time=0.5).ok


def test_a_game_can_draw_itself():
    shown = board(Painter())
    assert shown.svg() == Painter().svg(Pile(3, 0))
    assert (shown.width, shown.height) == (30, 20)
    assert len(shown.moves) == 2


def drawn_here(game, s, drawn):
    """A drawer of the user's own."""
    drawn.width, drawn.height = 50, 10
    return lambda a: (f"take {a}",)


class DrawnHere(Take):
    drawer = f"{__name__}:drawn_here"


class Nowhere(Take):
    drawer = "gametree.draw.boards:nobody"


class Node(Take):
    """Positions that are nodes with names."""

    named_nodes = True

    def text(self, s):
        return f"n{s.stones}{s.turn}: {self.utility(s) if self.terminal(s) else '…'}"


def test_a_game_names_its_drawer():
    shown = board(DrawnHere())
    assert (shown.width, shown.height) == (50, 10)
    assert [path for _, _, path in shown.moves] == [("take 1",), ("take 2",)]


def test_a_drawer_that_is_not_there_is_told():
    with pytest.raises(GameError, match=r"drawer = 'gametree.draw.boards:nobody' names no function .*module:function"):
        board(Nowhere())


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_no_game_of_the_catalogue_is_drawn_as_its_text(name):
    game = load(name)
    assert f">{game.text(game.initial()).splitlines()[0]}</text>" not in board(game).svg()
    assert asked(game, "drawer")


def test_a_game_of_named_nodes_is_drawn_as_a_written_tree():
    nodes = frames(trace(Node(), algorithm="minimax")).nodes
    assert [node.place for node in nodes[:2]] == ["n30", "n21"]


def test_how_the_page_shows_a_game():
    shown = {name: position(load(name), {}, None) for name in ("chess", "chess_ending", "checkers", "connect4")}
    assert {name: (facts["pairs"], facts["below"]) for name, facts in shown.items()} == {
        "chess": (True, 0),
        "chess_ending": (True, 0),
        "checkers": (True, 1),
        "connect4": (False, None),
    }
