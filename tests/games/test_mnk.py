"""m,n,k against the table of van den Herik, Uiterwijk and van Rijswijck (Games solved, 2002, Table 3)."""

from __future__ import annotations

import pytest
from brute_force import alphabeta, classes, game_of_chance, reachable, value

from gametree import GameError, best, load, perft
from gametree.bits import filled, ones
from gametree.games.connect4 import ConnectFour
from gametree.games.mnk import MNK, State
from gametree.games.tictactoe import TicTacToe
from gametree.verbs.perft import count_plain


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("m", "n", "k", "worth"),
    [
        (1, 1, 1, 1),
        (3, 3, 1, 1),
        (2, 2, 2, 1),
        (3, 3, 2, 1),
        (1, 2, 2, 0),  # a degenerate board: there is no room for two stones of one's own
        (1, 3, 2, 1),
        (3, 3, 3, 0),
        (4, 3, 3, 1),
        (3, 4, 3, 1),
        (3, 3, 4, 0),
        (4, 3, 4, 0),
    ],
)
def test_values(m: int, n: int, k: int, worth: int):
    assert value(MNK(m, n, k)) == worth


@pytest.mark.parametrize(("m", "n", "k", "worth"), [(4, 4, 3, 1), (5, 3, 3, 1), (3, 6, 3, 1), (3, 4, 4, 0)])
def test_values_of_larger_boards(m: int, n: int, k: int, worth: int):
    assert alphabeta(MNK(m, n, k)) == worth


def test_misere_on_three_by_three_is_a_draw():
    """X takes the centre and then always the cell opposite O's; nobody can do better than that."""
    assert value(MNK(3, 3, 3, misere=True)) == 0
    assert value(MNK(3, 3, 1, misere=True)) == -1
    assert value(MNK(2, 2, 2, misere=True)) == -1  # X's second stone must make a pair


# Connect three with gravity: columns, rows, positions, value (Kirlin, Rhodes College, project on connect three).
CONNECT_THREE = [(3, 3, 694, 0), (4, 3, 7157, 1), (3, 4, 2715, 0), (4, 4, 41750, 1), (5, 3, 70914, 1)]


@pytest.mark.parametrize(("columns", "rows", "positions", "worth"), CONNECT_THREE)
def test_connect_three(columns: int, rows: int, positions: int, worth: int):
    game = MNK(rows, columns, 3, gravity=True)
    assert len(reachable(game)) == positions
    assert alphabeta(game) == worth


def test_three_three_three_is_tictactoe():
    """The same number of positions, and the same ends, cell for cell (rows are counted the other way round)."""
    game, other = MNK(3, 3, 3), TicTacToe()
    states = reachable(game)
    assert len(states) == len(reachable(other)) == 5478
    assert len(classes(game, states)) == 765
    for s in states:
        board = game.text(s).replace("abc", "")
        twin = other.parse("".join(c for c in board.split("to move")[0][:-2] if c in ".XO"))
        assert (game.terminal(s), game.utility(s)) == (other.terminal(twin), other.utility(twin))
        assert game.evaluate(s) == other.evaluate(twin) or game.terminal(s)


@pytest.mark.parametrize(("width", "height"), [(7, 6), (5, 4), (6, 5), (8, 6)])
def test_four_with_gravity_is_connect_four(width: int, height: int):
    """The two store their boards differently; along random games they agree."""
    game, other = MNK(height, width, 4, gravity=True), ConnectFour(width, height)
    for seed in range(30):
        twin = other.initial()
        for s, a in game_of_chance(game, seed):
            assert (game.terminal(s), game.utility(s)) == (other.terminal(twin), other.utility(twin))
            assert {cell % width for cell in game.actions(s)} == set(other.actions(twin))
            if a >= 0:
                twin = other.result(twin, a % width)


@pytest.mark.parametrize(
    ("m", "n", "k"),
    [
        (3, 3, 3), (9, 7, 5), (7, 9, 4), (8, 7, 6), (21, 3, 3), (3, 21, 3), (1, 26, 2), (4, 4, 1), (5, 5, 9),
        (8, 8, 5), (15, 15, 5), (19, 19, 6), (39, 26, 7), (10, 13, 1),
    ],
)  # fmt: skip
def test_lines_one_by_one(m: int, n: int, k: int):
    """Every line of the board, found cell by cell, is a line; without its middle cell it is none; together they are
    all that the full board counts. No line goes over the edge."""
    game = MNK(m, n, k)
    lines = {
        frozenset((r + i * up, c + i * right) for i in range(k))
        for r in range(m)
        for c in range(n)
        for up, right in ((1, 0), (0, 1), (1, 1), (1, -1))
        if r + up * (k - 1) < m and 0 <= c + right * (k - 1) < n
    }
    assert game.lines(game.full) == len(lines)
    for line in lines:
        cells = sorted(r * n + c for r, c in line)
        assert game.lines(filled(m * n, sum(1 << cell for cell in cells))) == 1
        assert game.lines(filled(m * n, sum(1 << cell for cell in cells if cell != cells[k // 2]))) == 0


@pytest.mark.parametrize("parameters", [(3, 3, 3), (4, 3, 3), (5, 6, 4), (4, 5, 3, True), (9, 9, 4)])
def test_symmetries_keep_terminal_utility_and_evaluation(parameters: tuple[int, ...]):
    game = MNK(*parameters)
    images = {(3, 3, 3): 8, (4, 3, 3): 4, (5, 6, 4): 4, (4, 5, 3, True): 2, (9, 9, 4): 8}[parameters]
    most = 0
    for seed in range(20 if len(game.cells) < 64 else 4):
        for s, _ in game_of_chance(game, seed):
            most = max(most, len({s, *game.symmetries(s)}))
            for image in game.symmetries(s):
                assert (game.terminal(image), game.utility(image)) == (game.terminal(s), game.utility(s))
                assert game.evaluate(image) == game.evaluate(s)
                assert len(list(game.actions(image))) == len(list(game.actions(s)))
    assert most == images


def test_evaluation_sees_both_sides_alike():
    game, misere = MNK(4, 5, 4), MNK(4, 5, 4, misere=True)
    s = game.parse("b2 c3 c2 b3 d1")
    assert game.evaluate(State(s.second, s.first)) == -game.evaluate(s) != 0
    assert misere.evaluate(s) == -game.evaluate(s)


def test_names_and_moves():
    game = MNK(3, 4, 3)
    assert sorted(game.name(game.initial(), a) for a in game.actions(game.initial())) == [
        f"{column}{row}" for column in "abcd" for row in (1, 2, 3)
    ]
    assert game.parse("b2, c2 B1") == game.parse("b2 c2 b1")
    gravity = MNK(3, 4, 3, gravity=True)
    assert gravity.parse("a a a") == game.parse("a1 a2 a3")


WIDE = [
    ("mnk:8,8,5", 3),
    pytest.param("mnk:15,15,5", 2, marks=pytest.mark.thorough),
    pytest.param("mnk:19,19,6", 2, marks=pytest.mark.thorough),
    pytest.param("mnk:9,9,3,gravity=True,misere=True", 4, marks=pytest.mark.thorough),
]


@pytest.mark.parametrize(("spec", "depth"), WIDE)
def test_wide_boards_count_what_python_counts(spec: str, depth: int):
    game = load(spec)
    assert perft(game, depth=depth).nodes == count_plain(game, game.initial(), depth, False)


@pytest.mark.parametrize(("m", "n", "k"), [(8, 8, 4), (9, 8, 4), (15, 15, 5), (19, 19, 6)])
def test_a_wide_board_is_a_list_of_cells(m: int, n: int, k: int):
    """Along random games the rules say what a list of cells says, looked at cell by cell."""
    game = MNK(m, n, k)
    for seed in range(4):
        cells = [""] * (m * n)
        for s, a in game_of_chance(game, seed):
            assert [*ones(s.first)] == [i for i, x in enumerate(cells) if x == "X"]
            assert [*ones(s.second)] == [i for i, x in enumerate(cells) if x == "O"]
            assert game.parse(game.text(s)) == s or game.terminal(s)
            runs = [
                cells[r * n + c]
                for r in range(m)
                for c in range(n)
                for up, right in ((1, 0), (0, 1), (1, 1), (1, -1))
                if r + up * (k - 1) < m
                and 0 <= c + right * (k - 1) < n
                and len({cells[(r + up * i) * n + c + right * i] for i in range(k)} | {""}) == 2
                and all(cells[(r + up * i) * n + c + right * i] for i in range(k))
            ]
            assert game.terminal(s) == (bool(runs) or all(cells))
            if runs:
                assert game.utility(s) == {"X": 1, "O": -1}[runs[0]]
            if a >= 0:
                assert {i for i, x in enumerate(cells) if not x} == set(game.actions(s))
                cells[a] = "XO"[game.player(s)]


@pytest.mark.thorough
def test_a_wide_board_is_searched():
    """Three in a line is won on every board with room for it (Table 3 as above)."""
    answer = best("mnk:8,8,3", depth=7)
    assert (answer.compiled, answer.value, answer.proven, answer.distance) == (True, 1, True, 5)


def test_the_largest_board():
    assert MNK(39, 26, 5).initial() == MNK(39, 26, 5).parse("")
    with pytest.raises(GameError, match="1 to 39 rows, and 1 to 26 columns"):
        MNK(40, 26, 5)
    with pytest.raises(GameError, match="1 to 39 rows, and 1 to 26 columns"):
        MNK(5, 27, 5)
