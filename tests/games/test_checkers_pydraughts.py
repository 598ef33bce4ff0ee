"""English checkers and pydraughts: the same moves, the same outcomes. It is slow, so the sample is small; the larger
one is run with the slow tests."""

from __future__ import annotations

import random
from typing import Any

import pytest
from brute_force import game_of_chance
from draughts import BLACK, WHITE, Board

from gametree.bits import ones
from gametree.game import legal, line_of, over, payoff, repetition_payoff
from gametree.games.checkers import Checkers
from gametree.games.checkers.rules import State

GAME = Checkers()


def ours(s: State) -> set[tuple[int, int, frozenset[int]]]:
    """The legal moves: from where, to where, and what is taken."""
    number = GAME.board.number
    return {
        (number(a & 63), number(a >> 6 & 63), frozenset(number(bit) for bit in ones(a >> 12))) for a in legal(GAME, s)
    }


def theirs(board: Any) -> set[tuple[int, int, frozenset[int]]]:
    """The same by pydraughts, which counts two ways to the same result twice."""
    return {
        (move.steps_move[0], move.steps_move[-1], frozenset(n for n in move.captures if n is not None))
        for move in board.legal_moves()
    }


def scattered(rng: random.Random) -> State:
    """A position that no game need have led to: up to a dozen pieces a side anywhere, many of them kings."""
    squares = list(GAME.board.bits)
    rng.shuffle(squares)
    black, white = (sum(1 << squares.pop() for _ in range(rng.randint(1, 12))) for _ in range(2))
    kings = sum(1 << bit for bit in ones(black | white) if rng.random() < 0.4)
    return State(black, white, kings | black & GAME.crown[0] | white & GAME.crown[1], rng.randrange(2), 0)


def compare(games: int, positions: int) -> int:
    """Every position of some games at random, and some scattered ones; how many they were."""
    rng = random.Random(11)
    found = [s for seed in range(games) for s, _ in game_of_chance(GAME, seed)]
    found += [scattered(rng) for _ in range(positions)]
    for s in found:
        board = Board(variant="english", fen=GAME.fen(s._replace(idle=0)))
        assert ours(s._replace(idle=0)) == theirs(board), GAME.fen(s)
        winner = {BLACK: 1, WHITE: -1}.get(board.winner())
        assert winner == (GAME.utility(s) if GAME.terminal(s) else None), GAME.fen(s)
    return len(found)


def test_moves_and_winners():
    assert compare(games=5, positions=100) > 300


@pytest.mark.slow
def test_moves_and_winners_of_many_positions():
    assert compare(games=250, positions=5000) > 20000


def play_along(seed: int) -> str:
    """A game at random, played on both boards; how it ends."""
    rng, board = random.Random(seed), Board(variant="english", fen="startpos")
    line = line_of(GAME, None)
    while True:
        states = line.states(GAME)
        s = states[-1]
        repeated = repetition_payoff(GAME, states)
        ended = over(GAME, s) or repeated is not None
        winner = board.winner()
        assert (winner is not None) == ended, (seed, GAME.fen(s), len(states))
        if ended:
            paid = payoff(GAME, s) if over(GAME, s) else repeated
            assert {BLACK: 1, WHITE: -1, 0: 0}[winner] == paid
            return "repetition" if repeated is not None else "no progress" if GAME.drawn(s) else "no moves"
        action = rng.choice(legal(GAME, s))
        squares = [int(n) for n in GAME.name(s, action, "long").replace("x", "-").split("-")]
        (move,) = [move for move in board.legal_moves() if move.steps_move == squares]
        board.push(move)
        line = line.then(action)


def test_whole_games():
    assert [play_along(seed) for seed in (2, 8, 16)] == ["repetition", "no moves", "no progress"]


@pytest.mark.slow
def test_many_whole_games():
    assert [play_along(seed) for seed in range(100)].count("no moves") > 80
