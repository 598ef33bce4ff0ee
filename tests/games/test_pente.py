"""Pente: captures and ends against a plain referee, captures at edges, and what the search is told."""

from __future__ import annotations

import random

import plain_gomoku as plain
import plain_pente
import pytest
from brute_force import game_of_chance

from gametree import GameError, best, load, perft
from gametree.bits import ones, with_bit
from gametree.engine.forcing import Forcing
from gametree.games.pente import Pente
from gametree.verbs.perft import count_plain


@pytest.mark.parametrize("keryo", [False, True])
@pytest.mark.parametrize("size", [5, 8])
def test_random_games_of_the_plain_referee(size: int, keryo: bool):
    """Small boards are full of pairs: every stone that is taken, every count, every end."""
    game, taken, won = Pente(size, pairs=4, keryo=keryo), 0, set[int]()
    for seed in range(25):
        board, took = plain.grid(game, game.initial()), [0, 0]
        for s, a in game_of_chance(game, seed):
            assert plain.grid(game, s) == board
            assert [s.black_took, s.white_took] == took
            ended, winner = plain_pente.over(board, took, 12 if keryo else 8)
            assert (game.terminal(s), game.utility(s)) == (ended, winner)
            assert ended == (a < 0)
            if ended:
                won.add(winner)
                taken += sum(took)
            else:
                mark = "XO"[game.player(s)]
                assert set(map(game.name, [s] * 999, game.actions(s))) == {
                    game.name(s, r * (size + 1) + c) for (c, r), mark in board.items() if mark == "."
                }
                plain_pente.put(board, took, plain.cell(game, a), mark, keryo)
    assert taken > 50
    assert {1, -1} <= won


@pytest.mark.parametrize("keryo", [False, True])
def test_perft_of_the_plain_referee(keryo: bool):
    """From a position full of captures: games that end by them, and points that become empty again, count right."""
    game = Pente(5, pairs=1, keryo=keryo)
    for moves in ("a1 b2 e5 c3 c1 d2 a4 b4", "c3 a1 a3 b1 e1 e4 e3 d4"):
        s = game.parse(moves)
        board = plain.grid(game, s)
        told = count_plain(game, s, 3, ends=False)
        assert told == plain_pente.perft(board, [0, 0], game.goal, keryo, 3, game.player(s))
        assert told != 17 * 16 * 15


@pytest.mark.thorough
def test_perft_compiled():
    game = load("pente:size=5,pairs=2")
    s = game.parse("a1 b2 e5 c3 c1 d2 a4 b4")
    assert perft(game, s, depth=4).nodes == plain_pente.perft(plain.grid(game, s), [0, 0], 4, False, 4, 0)
    assert perft("pente", depth=2).nodes == 361 * 360


@pytest.mark.parametrize(
    ("moves", "taken"),
    [
        ("a1 b1 e5 c1 d1", "b1 c1"),  # along an edge, from a corner
        ("a1 b2 e5 c3 d4", "b2 c3"),  # out of the corner
        ("d4 b2 e5 c3 a1", "b2 c3"),  # into the corner
        ("a7 a6 e5 a5 a4", "a6 a5"),
        ("g7 f6 e1 e5 d4", "f6 e5"),  # from the far corner
        ("d4 c3 e5 b2 g1 f7 a1", "c3 b2"),
        ("f1 g1 c4 a2 b2", ""),  # from one edge to the other is no row: f1 g1 a2 b2 are neighbours by number
        ("b2 a2 c4 g1 f1", ""),
        ("c1 b1 d5 a1 g7", ""),  # a pair at the edge with nothing beyond it
        ("c1 b1 d5 a1 g2", ""),
        ("d1 d2 e5 d3 d4 a1", "d2 d3"),
    ],
)
def test_captures_at_edges(moves: str, taken: str):
    game = Pente(7)
    s = game.parse(moves)
    gone = {
        p for p in moves.split() if plain.grid(game, s)[plain.cell(game, game.transcript(game.initial(), p)[0])] == "."
    }
    assert gone == set(taken.split())
    assert s.black_took == len(gone)
    assert s.white_took == 0


def test_a_pair_at_the_edge_cannot_be_closed_in():
    """The empty bit after each row, and what is below the first row and above the last, are nobody's stones."""
    game = Pente(7)
    for pair in ("a1 b1", "a7 b7", "g1 f1", "g7 f7", "a1 a2", "g6 g7", "a1 b2", "g7 f6", "a7 b6", "g1 f2"):
        white = game.initial().white
        for p in game.transcript(game.initial(), pair):
            white = with_bit(white, p)
        for a in game.actions(game.initial()):
            alone = with_bit(game.empty, a)
            assert all(game.captured(alone, white, b) == game.empty for b in game.actions(game.initial()))


def test_eight_directions_at_once():
    rows = [
        "X . . X . . X",
        ". O . O . O .",
        ". . O O O . .",
        "X O O . O O X",
        ". . O O O . .",
        ". O . O . O .",
        "X . . X . . X",
    ]
    game = Pente(7, pairs=20)
    s = game.parse("\n".join(rows) + "\nX to move; stones taken: X 0, O 8")
    after = game.result(s, game.transcript(s, "d4")[0])
    assert after.black_took == 16
    assert after.white == game.empty
    assert game.captures(s.black, s.white) == game.result(game.initial(), 3 * 8 + 3).black


def test_moving_between_two_stones_is_safe():
    game = Pente(7)
    s = game.parse("a4 b4 d4 g7 e1 c4")  # White's pair b4 c4 now stands between a4 and d4
    assert (s.black_took, s.white_took) == (0, 0)
    assert "b4" in [game.name(s, a) for a in ones(s.white)]


def test_exactly_two_are_taken():
    three = "a1 b1 a3 c1 a5 d1 e1"
    assert Pente(7).parse(three).black_took == 0
    assert Pente(7, keryo=True).parse(three).black_took == 3
    assert Pente(7).parse("a1 b1 c1").black_took == 0


def test_five_pairs_win():
    game = Pente(7)
    s = game.parse(
        "\n".join(["X O O . . . .", ". . . . . . X"] + [". . . . . . ."] * 5) + "\nX to move; stones taken: X 8, O 8"
    )
    assert not game.terminal(s)
    assert game.foresee(s) == (1, 1)
    after = game.result(s, game.transcript(s, "d7")[0])
    assert (game.terminal(after), game.utility(after), after.black_took) == (True, 1, 10)


def test_tournament():
    game = Pente(9, tournament=True)
    assert [game.name(game.initial(), a) for a in game.actions(game.initial())] == ["e5"]
    s = game.parse("e5 e6")
    names = {game.name(s, a) for a in game.actions(s)}
    assert len(names) == 81 - 25
    assert not names & {"c3", "g7", "e4", "c7"}
    assert {"b5", "h8", "e2"} <= names
    with pytest.raises(GameError, match="stone 3: 'd4' cannot be played: the tournament rule wants Black's second"):
        game.parse("e5 e6 d4")
    with pytest.raises(GameError, match="stone 3: 'e6' cannot be played: a stone is there already"):
        game.parse("e5 e6 e6")
    with pytest.raises(GameError, match="stone 1: 'a1' cannot be played: the tournament rule wants the first"):
        game.parse("a1")


def positions(game: Pente, seed: int, number: int):
    """Random positions that are not over, with many stones close together."""
    dice = random.Random(seed)
    for _ in range(number):
        s = game.initial()
        for _ in range(dice.randrange(6, 26)):
            if not game.terminal(s):
                s = game.result(s, dice.choice(list(game.actions(s))))
        if not game.terminal(s):
            yield s


def minimax(game: Pente, s, depth: int) -> int:
    """The payoff if the game is decided within a depth, else 0."""
    if game.terminal(s) or depth == 0:
        return game.utility(s) if game.terminal(s) else 0
    side, found = (1 if game.player(s) == 0 else -1), -1
    for a in game.actions(s):
        found = max(found, side * minimax(game, game.result(s, a), depth - 1))
        if found == 1:
            break
    return side * found


@pytest.mark.parametrize(("pairs", "keryo"), [(2, False), (3, True)])
def test_what_is_foreseen_is_true(pairs: int, keryo: bool):
    """An end in one, two or three actions, by plain minimax to that depth; no end within two is overlooked; and
    candidates and replies leave out only what loses to the next action."""
    game, seen = Pente(6, pairs, keryo), set[int]()
    for s in positions(game, 3, 160):
        payoff, distance = game.foresee(s)
        ends = [minimax(game, s, depth) for depth in (1, 2)]
        if distance in (1, 2):
            assert ends[distance - 1] == payoff != 0
        else:
            assert ends == [0, 0]
        if distance == 3:
            assert minimax(game, s, 3) == payoff
        if ends[0] == 0:
            for kept in (set(game.candidates(s)), set(game.replies(s))):
                lost = [a for a in game.actions(s) if a not in kept]
                assert kept
                assert all(minimax(game, game.result(s, a), 1) for a in lost)
        else:
            assert all(game.utility(game.result(s, a)) == ends[0] for a in [*game.candidates(s), *game.replies(s)])
        assert game.threatened(s) == bool(minimax_of_pass(game, s))
        seen.add(distance)
    assert seen == {0, 1, 2, 3}


def minimax_of_pass(game: Pente, s) -> bool:
    """Could the other side win if it were to move? Looked up point by point on the plain board."""
    board, took, mark = plain.grid(game, s), [s.black_took, s.white_took], "OX"[game.player(s)]
    for point in [p for p, m in board.items() if m == "."]:
        after, counts = dict(board), list(took)
        plain_pente.put(after, counts, point, mark, game.keryo)
        if counts["XO".index(mark)] >= game.goal or plain.wins(after, mark, False):
            return True
    return False


def test_forced_wins_hold():
    """Every win by fours that is found on crowded boards is a win by plain search, with all the defences."""
    game, found = Pente(6, pairs=2), 0
    for s in positions(game, 11, 250):
        win = Forcing(game, s, compiled=False).run(nodes=60)
        if win is not None and win.within == 3:
            assert minimax(game, s, 3) == (1 if game.player(s) == 0 else -1)
            found += game.foresee(s)[1] == 0
    assert found > 3  # two fours at once, with the captures that might have answered them


def test_a_four_that_a_capture_answers():
    """Black makes a straight four, and White takes a stone out of it. Black puts it back, and wins later; but not if it
    was White's fifth pair."""
    game = load("pente:size=9")
    s = game.parse("d5 a1 e5 a9 f5 i1")
    assert game.foresee(s) == (1, 3)
    flanked = game.parse("d5 e7 e5 a9 f5 i1 e6 i9")  # e5 e6 stand below White's e7: e4 takes them
    assert game.foresee(flanked) == (0, 0)
    win = Forcing(game, flanked, compiled=False).run(nodes=150)
    assert win is not None
    assert (win.within, game.name(flanked, win.line[1])) == (5, "e4")
    after = game.result(flanked, win.line[0])
    for a in game.actions(after):
        assert Forcing(game, game.result(after, a), compiled=False).run(nodes=150) is not None
    last = game.parse(game.text(flanked) + "; stones taken: X 8, O 8")
    assert game.foresee(last) == (0, 0)
    assert Forcing(game, last, compiled=False).run(nodes=150) is None


def test_texts():
    game = Pente()
    s = game.parse("K10l11, m12 J9 n13")
    assert s.black_took == 0
    assert game.parse(game.text(s)) == s
    for seed in range(5):
        for s, _ in game_of_chance(Pente(7, keryo=True), seed):
            assert Pente(7, keryo=True).parse(Pente(7, keryo=True).text(s)) == s


@pytest.mark.parametrize(
    ("spec", "text", "message"),
    [
        ("pente", "k10 k10", "stone 2: 'k10' cannot be played: a stone is there already"),
        ("pente", "u1", "stone 1: 'u1' is no point of this board; points are called a1 to s19"),
        ("pente:5", "X . .", "expected 5 rows of 5"),
        ("pente:5", "X X . . ." + " . . . . ." * 4, "X moves first"),
        ("pente:5", "X . . . ." + " . . . . ." * 4 + " O to move; stones taken: X 3, O 3", "two at a time"),
        ("pente:5", "X . . . ." + " . . . . ." * 4 + " O to move; stones taken: X 2, O 0", "X moves first"),
        ("pente:5", "X O . . ." + " . . . . ." * 4 + " X to move; stones taken: X 10, O 10", "10 stones taken win"),
        ("pente:5", "X X X X X O O O O O" + " . . . . ." * 3, "X has five in a line already"),
    ],
)
def test_texts_that_are_no_positions(spec: str, text: str, message: str):
    with pytest.raises(GameError, match=f"^[^\n]*{message}[^\n]*$"):
        load(spec).parse(text)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pente:4", "pente: a board of 4×4 is not possible: size is 5 to 22"),
        ("pente:23", "pente: a board of 23×23"),
        ("pente:pairs=0", "pente: 0 pairs cannot be the goal"),
        ("pente:6,tournament=true", "pente: the tournament rule"),
    ],
)
def test_parameters_out_of_range(spec: str, message: str):
    with pytest.raises(GameError, match=f"^{message}[^\n]*$"):
        load(spec)


@pytest.mark.thorough
def test_the_search_takes_the_last_pair():
    """The fifth pair wins before a five that the other side threatens."""
    rows = [
        "O O O O . . .",
        "X O O . . . X",
        "X . X . . . .",
        ". . . . . . .",
        "X . . . . . .",
        ". . . . . . .",
        ". . . X . . .",
    ]
    found = best("pente:7", "\n".join(rows) + "\nX to move; stones taken: X 8, O 8", depth=3)
    assert (found.move, found.value, found.proven) == ("d6", 1, True)
