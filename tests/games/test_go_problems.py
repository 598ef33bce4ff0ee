"""Life and death in Go: known shapes, ko by who has the threats, and every answer against the whole graph of moves."""

from __future__ import annotations

from random import Random

import pytest

from gametree import load
from gametree.errors import GameError
from gametree.games.go.problems import THREATS, Problem
from gametree.solving.life import fate


def board_of(rows: str, turn: str):
    game = load("go:7")
    return game, game.parse(f"{rows}   {turn} to move")


def fate_of(rows: str, turn: str = "O") -> str:
    """The fate of the one black group."""
    game, s = board_of(rows, turn)
    point = next(p for p in game.actions(game.initial()) if s.black >> p & 1)
    return fate(game, s, point).fate


SHAPES = [
    # eyes of three to six points along the edge, each with the side that moves first (Davies, Life and Death, 1975)
    ("X X X X O . .\n. . . X O . .", "O", "dead"),
    ("X X X X O . .\n. . . X O . .", "X", "alive"),
    ("X X X X X O .\n. . . . X O .", "O", "alive"),
    ("X X X O . . .\n. . X O . . .", "X", "dead"),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("rows", "turn", "told"), SHAPES)
def test_straight_eyes(rows: str, turn: str, told: str):
    width = rows.index("O") // 2 + 1
    wall = " ".join(["O"] * width + ["."] * (7 - width))
    above = "\n".join([". . . . . . ."] * 4)
    assert fate_of(f"{above}\n{wall}\n{rows}", turn) == told


SQUARE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O O O O . . .
    X X X O . . .
    . . X O . . .
    . . X O . . ."""
BULKY = """
    . . . . . . .
    . . . . . . .
    O O O O O . .
    X X X X O . .
    X . . X O . .
    . . . X O . .
    X X X X O . ."""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rows", "turn", "told"),
    [(SQUARE, "O", "dead"), (SQUARE, "X", "dead"), (BULKY, "O", "dead"), (BULKY, "X", "alive")],
)
def test_big_eyes(rows: str, turn: str, told: str):
    assert fate_of(rows, turn) == told


@pytest.mark.thorough
@pytest.mark.parametrize(("outside", "told"), [(0, "dead"), (1, "ko"), (2, "alive")])
def test_rectangular_six_in_the_corner(outside: int, told: str):
    """With no liberty outside it is dead, with one it is a ko, with two it lives (Davies; Sensei's Library)."""
    assert fate_of("\n".join(in_six(outside))) == told


def in_six(outside: int) -> list[str]:
    at_edge = ". O" if outside > 0 else "O ."
    on_top = (". O O O O . .", "O . . . . . .") if outside > 1 else ("O O O O O . .", ". . . . . . .")
    return [
        ". . . . . . .",
        ". . . . . . .",
        on_top[1],
        on_top[0],
        "X X X X O . .",
        ". . . X O . .",
        f". . . X {at_edge} .",
    ]


def taken_by_the_whole_graph(problem: Problem) -> bool:
    """Can the attacker force it? All positions, and those from which he can, from the ends backwards."""
    start = problem.initial()
    found, graph = [start], {}
    for s in found:
        graph[s] = [] if problem.terminal(s) else [problem.result(s, a) for a in problem.actions(s)]
        found += [t for t in dict.fromkeys(graph[s]) if t not in graph and t not in found]
    owner = int(problem.target[1])
    won = {s for s in graph if problem.is_taken(s)}
    while True:
        more = {
            s
            for s, children in graph.items()
            if s not in won and children and (all if s.turn == owner else any)(t in won for t in children)
        }
        if not more:
            return start in won
        won |= more


@pytest.mark.thorough
def test_every_answer_is_that_of_the_whole_graph():
    game, dice, fates = load("go:7"), Random(3), []
    inside = [(column, row) for row in range(2) for column in range(3)]
    while len(fates) < 40:
        s = game.parse("\n".join(in_six(dice.randrange(2))) + f"   {dice.choice('XO')} to move")
        black, white = s.black, s.white
        for column, row in dice.sample(inside, dice.randrange(2, 5)):
            bit = 1 << row * 8 + column
            black, white = (black | bit, white) if dice.randrange(2) else (black, white | bit)
        s = s._replace(black=black, white=white)
        free = game.full & ~(black | white)
        if game.smothered(black, black, free) or game.smothered(white, white, free):
            continue
        point = 2 * 8  # A3
        truth = {threats: taken_by_the_whole_graph(Problem(game, s, point, threats)) for threats in THREATS}
        told = fate(game, s, point)
        assert truth["owner"] <= truth["nobody"] <= truth["attacker"], game.text(s)
        expected = "dead" if truth["owner"] else "alive" if not truth["attacker"] else "ko"
        assert (told.fate, told.without_threats == "dead") == (expected, truth["nobody"]), game.text(s)
        fates.append(told.fate)
    assert set(fates) == {"dead", "ko", "alive"}


def test_what_is_no_problem():
    game = load("go:5")
    with pytest.raises(GameError, match="there is no stone on C3"):
        Problem(game, game.initial(), 14)
    with pytest.raises(GameError, match="threats is one of nobody, owner, attacker, not 'me'"):
        Problem(game, game.parse("C3"), 14, "me")
