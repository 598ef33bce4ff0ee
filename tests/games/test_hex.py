"""Hex and Y: rules against a plain referee and OpenSpiel, theorems, openings that are solved, boards on paper."""

from __future__ import annotations

import random
from functools import cache

import plain_hex as plain
import pytest

from gametree import best, check, load, perft, solve
from gametree.errors import GameError
from gametree.game import MAX, MIN
from gametree.games.hex import Hex
from gametree.games.y import Y
from gametree.solving.proof.verify import verify


def place(game, a):
    return a % game.width, a // game.width


def random_game(game, dice):
    """States and actions of a game that is played at random."""
    s, line = game.initial(), []
    while not game.terminal(s):
        a = dice.choice(list(game.actions(s)))
        line.append((s, a))
        s = game.result(s, a)
    return line, s


HEXES = ["hex:1", "hex:2", "hex:3,5", "hex:6,2", "hex:7", "hex:11", "hex:19,3", "hex:5,swap=true"]
YS = ["y:1", "y:2", "y:5", "y:9", "y:4,swap=true"]


@pytest.mark.parametrize("spec", HEXES + YS)
def test_random_games_are_those_of_the_plain_rules(spec):
    game, dice = load(spec), random.Random(3)
    for _ in range(12):
        board = {place(game, a): "." for a in game.actions(game.initial())}
        if spec.startswith("y"):
            assert len(board) == game.rows * (game.rows + 1) // 2
        else:
            assert len(board) == game.rows * game.columns

        def won(mark, board=board):
            if isinstance(game, Y):
                return plain.y_won(board, game.rows, mark)
            return plain.hex_won(board, game.columns, game.rows, mark)

        line, end = random_game(game, dice)
        turn = 0
        for s, a in line:
            free = {cell for cell, mark in board.items() if mark == "."}
            assert not won("R")
            assert not won("B")
            assert game.player(s) == turn
            legal = set(game.actions(s))
            assert (game.swapping in legal) == (game.swap and len(board) - len(free) == 1 and turn == MIN)
            assert {place(game, b) for b in legal - {game.swapping}} == free
            if a == game.swapping:
                (x, y) = next(cell for cell, mark in board.items() if mark == "R")
                board[x, y] = "."
                board[(x, y) if isinstance(game, Y) else (y, x)] = "B"
            else:
                board[place(game, a)] = "RB"[turn]
            turn = 1 - turn
        assert [won("R"), won("B")] == [game.utility(end) > 0, game.utility(end) < 0]


@pytest.mark.parametrize("spec", ["hex:11", "hex:4,7", "y:8"])
def test_a_full_board_has_one_winner(spec):
    """Even if the stones were not put in turn: that is the theorem of Hex."""
    game, dice = load(spec), random.Random(1)
    cells = [place(game, a) for a in game.actions(game.initial())]
    for _ in range(40):
        board = {cell: dice.choice("RB") for cell in cells}
        if isinstance(game, Y):
            assert plain.y_won(board, game.rows, "R") != plain.y_won(board, game.rows, "B")
        else:
            assert plain.hex_won(board, *(game.columns, game.rows), "R") != plain.hex_won(
                board, game.columns, game.rows, "B"
            )


@pytest.mark.parametrize(("spec", "counts"), [("hex:2", [4, 12, 24, 12]), ("hex:3", [9, 72, 504, 3024, 15120])])
def test_the_number_of_games(spec, counts):
    """2×2: after three stones half of the games are over, each of the others has one move left; 3×3: none is over
    before its fifth stone."""
    assert [perft(spec, depth=depth).nodes for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("hex:5", "hex(num_cols=5,num_rows=5)"), ("hex:4,7", "hex(num_cols=4,num_rows=7)"), ("y:6", "y(board_size=6)")],
)
def test_random_games_are_those_of_openspiel(ours, theirs):
    pyspiel = pytest.importorskip("pyspiel")
    game, other, dice = load(ours), pyspiel.load_game(theirs), random.Random(9)

    def number(a):
        x, y = place(game, a)
        if isinstance(game, Y):  # its triangle lies the other way round
            x, y = game.rows - 1 - x, game.rows - 1 - y
        return y * game.columns + x

    for _ in range(60):
        s, state = game.initial(), other.new_initial_state()
        while not game.terminal(s):
            assert not state.is_terminal()
            assert state.current_player() == game.player(s)
            assert sorted(map(number, game.actions(s))) == sorted(state.legal_actions())
            a = dice.choice(list(game.actions(s)))
            s = game.result(s, a)
            state.apply_action(number(a))
        assert state.is_terminal()
        assert state.returns()[0] == game.utility(s)


# --- theorems and solved boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["hex:6", "y:6"])
def test_the_first_player_wins_by_argument(spec):
    found = solve(spec, level="ultra-weak")
    assert (found.value, found.bound) == (1, "exact")


@pytest.mark.parametrize("spec", ["hex:3,4", "hex:3,swap=true", "y:3,swap=true"])
def test_no_argument_where_the_sides_are_not_alike(spec):
    with pytest.raises(GameError, match="names no theorem"):
        solve(spec, level="ultra-weak")


def winning_openings(game):
    known = solve(game, level="strong")
    start = game.initial()
    return {game.name(start, a) for a in game.actions(start) if known[game.result(start, a)].value == 1}


def winning_by_hand(size):
    """The openings that win, by the plain rules."""
    cells = [(x, y) for y in range(size) for x in range(size)]

    @cache
    def red_wins(marks: str) -> bool:
        board = dict(zip(cells, marks, strict=True))
        turn = "RB"[(len(marks) - marks.count(".")) % 2]
        if plain.hex_won(board, size, size, "R" if turn == "B" else "B"):
            return turn == "B"
        tried = (red_wins(marks[:i] + turn + marks[i + 1 :]) for i in range(len(marks)) if marks[i] == ".")
        return any(tried) if turn == "R" else all(tried)

    empty = "." * len(cells)
    wins = [i for i in range(len(cells)) if red_wins(empty[:i] + "R" + empty[i + 1 :])]
    return {f"{'abc'[cells[i][0]]}{cells[i][1] + 1}" for i in wins}


def test_the_openings_of_small_hex_boards():
    """2×2: HexWiki, Small boards."""
    assert winning_openings(Hex(2)) == {"a2", "b1"}
    assert winning_openings(Hex(3)) == winning_by_hand(3)


Y_OPENINGS = {
    2: [" W", "WW"],
    3: ["  L", " WW", "LWL"],
    4: ["   L", "  WW", " WWW", "LWWL"],
    5: ["    L", "   LL", "  LWL", " LWWL", "LLLLL"],
}
"""HexWiki, Where to swap (y): W is an opening that wins."""


@pytest.mark.parametrize("size", [2, 3, 4, pytest.param(5, marks=pytest.mark.thorough)])
def test_the_openings_of_small_triangles(size):
    game = Y(size)
    rows = Y_OPENINGS[size]
    wins = {
        game.name(game.initial(), y * game.width + x) for y in range(size) for x in range(size) if rows[y][x] == "W"
    }
    assert winning_openings(game) == wins


@pytest.mark.thorough
def test_the_side_that_has_farther_to_go_loses_even_with_the_first_move():
    """On a board that is not square the side with the nearer edges wins, whoever begins."""
    assert solve("hex:3,4", level="weak").value == -1
    assert solve("hex:4,3", level="weak").value == 1


@pytest.mark.parametrize(
    "spec", ["hex:3", "hex:3,4", "hex:4,3", "hex:3,swap=true", pytest.param("hex:4", marks=pytest.mark.thorough)]
)
def test_knowledge_promises_nothing_false(spec):
    """In random positions of solved boards: the value is within reach, and a best move is left to try."""
    game, known, dice = load(spec), solve(spec, level="strong"), random.Random(4)
    decided = lost = needless = 0
    for _ in range(150):
        for s, _ in random_game(game, dice)[0]:
            low, high = game.reach(s)
            value = known[s].value
            assert low <= value <= high
            decided += low == high
            tried, legal = set(game.must_play(s)), set(game.actions(s))
            assert tried <= legal
            if tried:
                assert value in {known[game.result(s, a)].value for a in tried}
            else:
                assert value == (-1 if game.player(s) == MAX else 1)
            lost += not tried
            needless += len(legal - tried)
    assert min(decided, lost, needless) > 100


class Forgetful(Hex):
    """Plays only the first free cell."""

    def must_play(self, s):
        yield min(self.actions(s))


class Boasting(Hex):
    """Claims every position for Red."""

    def reach(self, s):
        return (1, 1)


@pytest.mark.parametrize(("game", "method"), [(Forgetful(3), "must_play"), (Boasting(3), "reach")])
def test_false_promises_are_found(game, method):
    found = check(game, compile=False, time=1)
    assert {problem.method for problem in found.problems if problem.severity == "error"} == {method}


def test_a_bridge_holds_and_a_broken_one_does_not():
    game = Hex(3)
    assert game.reach(game.parse(". . . . R . . . .   B to move")) == (1, 1)  # two cells above b2, and two below
    assert game.reach(game.parse("B . . . R . . . R   B to move")) == (1, 1)  # b1 and c1; a3 and b3, or the stone
    assert game.reach(game.parse(". B . . R R R . B   B to move")) == (-1, 1)  # only c1 is left above


FIVE = {"e1", "b2", "c2", "d2", "e2", "b3", "c3", "d3", "a4", "b4", "c4", "d4", "a5"}
"""The openings of 5×5 that win, by our own search with ``reach`` and with ``must_play`` as well; no published list
was at hand. Turned by half, the set is the same."""


@pytest.mark.thorough
def test_the_openings_of_5x5():
    game = Hex(5)
    start = game.initial()
    wins = {
        game.name(start, a)
        for a in game.actions(start)
        if solve(game, game.result(start, a), goal="win", method="dfpn", initial="evaluation").value == 1
    }
    assert wins == FIVE


def test_a_proof_by_bridges_is_written_out_to_the_end(tmp_path):
    """The certificate knows nothing of bridges: every position down to the joined edges is in it."""
    out = tmp_path / "hex.cert"
    found = solve("hex:4", level="weak", out=out)
    assert found.value == 1
    assert verify(out).value == 1


@pytest.mark.thorough
def test_with_swap_the_second_player_wins():
    assert solve("hex:3,swap=true", level="weak").value == -1
    assert solve("y:3,swap=true", level="weak").value == -1


def test_a_search_plays_the_middle():
    found = best("hex:3", algorithm="exact")
    assert (found.value, found.proven) == (1, True)


# --- on paper --------------------------------------------------------------------------------------------------------


def test_boards_are_read_as_they_are_drawn():
    dice = random.Random(2)
    for spec in HEXES + YS:
        game = load(spec)
        for _ in range(6):
            line, end = random_game(game, dice)
            for s in [*(s for s, _ in line), end]:
                assert game.parse(game.text(s)) == s


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("c2 c2", "move 2: 'c2' cannot be played: a stone is there already"),
        ("d1", "move 1: 'd1' cannot be played: cells are called by column and row, as a1"),
        ("swap", "move 1: 'swap' cannot be played"),
        ("a1 b1 a2 b2 a3 c3", "move 6: the game is over already"),
        (". . . . R B", "expected 9 cells"),
        ("R R . . . . . . .", "R moves first"),
        ("R . . R . . R B B   R to move", "R moves first"),
    ],
)
def test_what_is_no_position(text, what):
    with pytest.raises(GameError, match=what):
        load("hex:3").parse(text)


@pytest.mark.parametrize(("spec", "text"), [("hex:3", "R B B R B . R . ."), ("y:3", "R B R B R B   R to move")])
def test_a_side_that_has_won_is_not_to_move(spec, text):
    with pytest.raises(GameError, match="R has won already and is to move"):
        load(spec).parse(text)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Hex(20), "columns and rows are 1 to 19"),
        (lambda: Hex(3, -1), "columns and rows are 1 to 19"),
        (lambda: Hex(3, 4, True), "swap is for boards with as many rows as columns"),
        (lambda: Y(0), "size is 1 to 19"),
    ],
)
def test_boards_that_are_not_possible(make, what):
    with pytest.raises(GameError, match=what):
        make()


def test_swap_mirrors_the_stone():
    game = Hex(4, swap=True)
    s = game.parse("b1 swap")
    assert game.player(s) == MAX
    assert s == game.parse(". . . . B . . . . . . . . . . .   R to move")
