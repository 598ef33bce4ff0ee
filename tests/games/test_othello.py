"""Othello: the rules against published counts, OpenSpiel and themselves; what positions and moves are called."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path

import pytest
from brute_force import value as minimax

from gametree import GameError, best, load, perft
from gametree.bits import ones, popcount
from gametree.game import legal
from gametree.notation.names import read_moves

PERFT = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284)
"""Leaves at depths 1 to 10, a pass counted as a move (Bik; verified by Kreuzer)."""
PERFECT = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2"
    "B8A8G7H8H7H6"
)
"""A perfect game, a draw (Takizawa 2023, arXiv 2310.19387)."""


@pytest.mark.parametrize("depth", range(1, 10))
def test_perft(depth):
    assert perft("othello", depth=depth, ends=True).nodes == PERFT[depth - 1]


@pytest.mark.slow
def test_perft_deep():
    """Bik lists 228 games that end before depth 11 and 584 before depth 12: where neither side can move, his tree has
    one pass more than ours, so that they are our games that end before depths 10 and 11."""
    assert perft("othello", depth=10, ends=True).nodes == PERFT[9]
    assert perft("othello", depth=10).nodes == PERFT[9] - 228
    assert perft("othello", depth=11, ends=True).nodes == 212_258_800
    assert perft("othello", depth=11).nodes == 212_258_800 - 584


def test_all_games_on_the_smallest_board():
    """60,060 games (reversi-nxn.blogspot.com, 2008: 15,015 for each first move)."""
    assert perft("othello:4", depth=30, ends=True, divide=True).divide == dict.fromkeys(("b1", "a2", "d3", "c4"), 15015)


@pytest.mark.thorough
def test_the_smallest_board_is_lost():
    """White wins by 11 to 3, with two squares empty."""
    assert minimax(load("othello:size=4,empties=none")) == -8
    answer = best("othello:4", algorithm="exact", table=1)
    assert (answer.value, answer.proven) == (-10, True)


@pytest.mark.slow
def test_the_smallest_board_is_lost_by_any_way():
    assert minimax(load("othello:4")) == -10
    answer = best("othello:size=4,empties=none", algorithm="exact", table=1)
    assert (answer.value, answer.proven) == (-8, True)


def test_a_published_perfect_game():
    game = load("othello")
    end = game.parse(PERFECT)
    assert game.terminal(end)
    assert game.utility(end) == 0
    assert len(PERFECT) == 2 * 60


def random_states(game, games, seed):
    dice = random.Random(seed)
    for _ in range(games):
        s = game.initial()
        while True:
            yield s
            if game.terminal(s):
                break
            s = game.result(s, dice.choice(legal(game, s)))


def plain_flips(size, mine, theirs, square):
    """The definition: walk from the square in each direction."""
    found = set()
    x, y = square % size, square // size
    for dx, dy in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        line, i, j = [], x + dx, y + dy
        while 0 <= i < size and 0 <= j < size and theirs >> (j * size + i) & 1:
            line.append(j * size + i)
            i, j = i + dx, j + dy
        if 0 <= i < size and 0 <= j < size and mine >> (j * size + i) & 1:
            found |= set(line)
    return found


@pytest.mark.parametrize("size", [4, 6, 8])
def test_flips_are_those_of_the_definition(size):
    game = load("othello", size=size)
    for s in random_states(game, 4, 7):
        empty = [i for i in range(size * size) if not (s.mine | s.theirs) >> i & 1]
        turned = {i: plain_flips(size, s.mine, s.theirs, i) for i in empty}
        assert set(ones(game.moves(s.mine, s.theirs))) == {i for i in empty if turned[i]}
        for i in empty:
            assert set(ones(game.flips(s.mine, s.theirs, i))) == turned[i]


def agree_with_openspiel(games, seed):
    """Random games side by side with OpenSpiel's: legal moves, players and outcomes; how many positions they had."""
    spiel = pytest.importorskip("pyspiel").load_game("othello")
    game, dice, seen = load("othello"), random.Random(seed), 0
    for _ in range(games):
        s, other = game.initial(), spiel.new_initial_state()
        while not game.terminal(s):
            actions = list(game.actions(s))
            assert sorted(actions) == other.legal_actions()
            assert game.player(s) == other.current_player()
            a = dice.choice(actions)
            s = game.result(s, a)
            other.apply_action(a)
            seen += 1
        assert other.is_terminal()
        score = game.utility(s)
        assert (score > 0) - (score < 0) == other.returns()[0]
    return seen


def test_openspiel_agrees():
    assert agree_with_openspiel(35, 1) >= 2000


@pytest.mark.slow
def test_openspiel_agrees_on_many_positions():
    assert agree_with_openspiel(1700, 2) >= 100_000


def test_symmetric_positions_have_symmetric_moves():
    for spec in ("othello:4", "othello:6", "othello"):
        game = load(spec)
        for s in random_states(game, 3, 3):
            for image in game.symmetries(s):
                assert len(legal(game, image)) == len(legal(game, s))
                assert popcount(image.mine) == popcount(s.mine)
        assert set(game.symmetries(game.initial())) == {game.initial()}


@pytest.mark.parametrize("spec", ["othello:4", "othello:6", "othello"])
def test_texts_are_read_back(spec):
    game = load(spec)
    for s in random_states(game, 3, 5):
        assert game.parse(game.text(s)) == s
        for style in ("", *game.styles):
            assert len({game.name(s, a, style) for a in legal(game, s)}) == len(legal(game, s))


def test_transcripts():
    game = load("othello")
    start = game.initial()
    for text in ("f5d6c3", "F5 D6 c3", "f5,d6,c3"):
        assert read_moves(game, start, text).actions == (37, 43, 18)
    assert game.parse("") == start
    short = load("othello:4")
    passing = short.parse("b1c1d4c4d1a3b4a1d3d2")
    assert [short.name(passing, a) for a in short.actions(passing)] == ["pass"]
    for text in ("a4", "pass a4", "PA A4", "--a4"):  # a pass may be left out
        assert read_moves(short, passing, text).actions == (16, 12)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5f5", "move 2: 'f5' is not a legal move here; legal: f4 d6 f6"),
        ("f5 pass", "move 2: 'pass' is not a legal move here"),
        ("XO-", "expected 64 squares"),
        ("-" * 64, "who moves"),
        ("?" * 64 + " X", "expected 64 squares"),
    ],
)
def test_texts_that_are_no_positions(text, message):
    with pytest.raises(GameError, match=f"^[^\n]*{message}[^\n]*$"):
        load("othello").parse(text)


def test_parameters_out_of_range():
    with pytest.raises(GameError, match=r"^othello: a board of 5×5 is not possible"):
        load("othello:5")
    with pytest.raises(GameError, match=r"^othello: empties is one of winner, none"):
        load("othello:empties=loser")


def test_rules():
    """A corner is taken; where none can be, nobody moves next to one without need."""
    game = load("othello")
    s = game.parse("-OX-----" + "-" * 56 + " X")
    assert game.name(s, game.rule_of_thumb(s)) == "a1"
    s = game.parse("----O-------OX----XXXX-----XOXO---XOXXX--X---X-------X---------- O")
    assert game.name(s, max(game.actions(s), key=lambda a: game.order(s, a))) == "g2"  # it leaves the fewest moves
    assert game.name(s, game.rule_of_thumb(s)) == "d2"
    for s in random_states(game, 4, 11):
        if not game.terminal(s):
            assert game.rule_of_thumb(s) in legal(game, s)


def test_evaluation_sees_both_sides_alike():
    """With the colours exchanged the estimate is the opposite, and turned boards are worth the same."""
    for spec in ("othello", "othello:6"):
        game = load(spec)
        for s in random_states(game, 3, 13):
            assert game.evaluate(s._replace(turn=1 - s.turn)) == pytest.approx(-game.evaluate(s))
            for image in game.symmetries(s):
                assert game.evaluate(image) == pytest.approx(game.evaluate(s))


@pytest.mark.thorough
def test_benchmark(monkeypatch):
    """OpenSpiel counts the same leaves; of the published positions, a small one is solved."""
    pytest.importorskip("pyspiel")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    benchmark = import_module("benchmarks.perft_othello")
    assert [duel.nodes for duel in benchmark.part(benchmark.TINY, 1).duels] == [(244, 244)]
    part = benchmark.ffo([20])
    assert part.notes[0].startswith("skipped") or part.rows[0]["score"] == 6
