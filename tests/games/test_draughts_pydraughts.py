"""Draughts and pydraughts: the same moves and winners, for every variant that it knows. It is slow, so the sample is
small; the larger ones run with the thorough and the slow tests."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from brute_force import game_of_chance
from draughts import BLACK, WHITE
from draughts.core.game import Game

from gametree import load
from gametree.bits import ones
from gametree.game import legal
from gametree.games.draughts.rules import State

if TYPE_CHECKING:
    from gametree.games.draughts import Draughts

VARIANTS = {
    "international": "standard", "brazilian": "brazilian", "russian": "russian", "italian": "italian",
    "frisian": "frisian", "frysk": "frysk!", "giveaway": "antidraughts", "breakthrough": "breakthrough",
}  # fmt: skip
"""Our names and those of pydraughts."""


def plain(game: Draughts, s: State) -> str:
    """The position with the squares numbered from the top left."""
    sides = [
        ",".join(f"{'K' if s.kings >> bit & 1 else ''}{game.board.top_left(bit)}" for bit in ones(side))
        for side in (s.white, s.black)
    ]
    return f"{'WB'[s.turn]}:W{sides[0]}:B{sides[1]}"


def ours(game: Draughts, s: State) -> set[tuple[int, ...]]:
    """The legal moves: from where, to where, and what is taken."""
    return {tuple(int(n) for n in game.name(s, a, "hub").replace("-", "x").split("x")) for a in legal(game, s)}


def theirs(board: Any) -> set[tuple[int, ...]]:
    """The same by pydraughts, which counts two ways to the same result twice."""
    moves, captures = board.legal_moves()
    return {
        (move[0][0], move[-1][1], *sorted(n for n in taken if n is not None))
        for move, taken in zip(moves, captures, strict=True)
    }


def scattered(game: Draughts, rng: random.Random) -> State:
    """A position that no game need have led to: up to a dozen pieces a side anywhere, many of them kings.

    No kings in breakthrough, where the first one ends the game; and two at most in Frisian draughts: pydraughts takes a
    king for one and a half men there, not for almost two, and that makes a difference with three kings or more.
    """
    most = {"breakthrough": 0, "frisian": 2, "frysk": 2}.get(game.variant, 24)
    edge = game.crown[0] | game.crown[1]
    squares = [bit for bit in game.board.bits if most == 24 or not edge >> bit & 1]
    rng.shuffle(squares)
    white, black = (sum(1 << squares.pop() for _ in range(rng.randint(1, 12))) for _ in range(2))
    crowned = [bit for bit in ones(white | black) if rng.random() < 0.3][:most]
    kings = sum(1 << bit for bit in crowned) | white & game.crown[0]
    kings |= black & game.crown[1] & ~kings
    return State(white, black, kings, rng.randrange(2), 0, 0, 0)


def returns(game: Draughts, s: State) -> bool:
    """Does a Frisian capture pass the square where it began? pydraughts misses some of those."""
    ways = (game.name(s, a, "long").split("x") for a in legal(game, s))
    return game.straight and any(way[0] in way[1:] for way in ways)


def compare(variant: str, games: int, positions: int) -> int:
    """Every position of some games at random, and some scattered ones; how many they were."""
    game: Any = load(f"draughts:variant={variant}")
    rng = random.Random(11)
    found = [s._replace(idle=0, ending=0, runs=0) for seed in range(games) for s, _ in game_of_chance(game, seed)]
    found = [s for s in found if game.variant not in ("frisian", "frysk") or s.kings.bit_count() < 3]
    found += [scattered(game, rng) for _ in range(positions)]
    for s in found:
        board = Game(VARIANTS[variant], plain(game, s))
        if not game.terminal(s):
            mine, others = ours(game, s), theirs(board)
            if returns(game, s):  # W:W9,15:B8,11,K13,K14,17,19,30,35,37,38: it does not find 9x18x16x7x9x20x40
                assert others <= mine, game.fen(s)
            else:
                assert mine == others, game.fen(s)
        winner = next((side for side in (WHITE, BLACK) if board.has_player_won(side)), None)
        assert {WHITE: 1, BLACK: -1}.get(winner or 0) == (game.utility(s) if game.terminal(s) else None), game.fen(s)
    return len(found)


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_and_winners(variant: str):
    assert compare(variant, games=0, positions=20) == 20


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_and_winners_of_games(variant: str):
    assert compare(variant, games=2, positions=40) > 60


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_and_winners_of_many_positions(variant: str):
    assert compare(variant, games=80, positions=10000) > 10000


@pytest.mark.thorough
def test_the_benchmark_counts_the_same(monkeypatch: pytest.MonkeyPatch):
    """The benchmark of perft raises where the two differ."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))
    benchmark: Any = import_module("benchmarks.perft_draughts")
    assert {duel.nodes for duel in benchmark.part(benchmark.TINY, rounds=1).duels} == {(81, 81)}
