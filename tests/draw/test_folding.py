"""Equal things once: equivalent positions, and those of impartial games that differ only in whose turn it is."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import pytest

from gametree import load, solve
from gametree.draw.folding import twins_of
from gametree.draw.graph import game_graph
from gametree.errors import GameError
from gametree.game import legal
from gametree.web.offers import SMALL


def test_tictactoe_has_765_positions_up_to_symmetry():
    """The number is well known; 5,478 without symmetry. Wins, losses and draws are those of the solution."""
    game = load("tictactoe")
    graph, solution = game_graph(game, fold="all"), solve(game)
    assert len(graph.states) == 765
    assert all(
        s.value == solution[s.state].value and s.remoteness == solution[s.state].remoteness for s in graph.states
    )


def test_nim_is_shown_once_with_bouton_s_winners():
    """Every triple of heaps once; the mover loses where the nim-sum is 0 (Bouton 1902)."""
    graph = game_graph(load("nim:3,4,5"), fold="turns")
    assert graph.impartial
    assert {s.state.heaps: s.winner for s in graph.states} == {
        (a, b, c): "Min" if a ^ b ^ c == 0 else "Max" for a, b, c in product(range(4), range(5), range(6))
    }
    for e in graph.edges:
        here, there = graph.states[e.source], graph.states[e.target]
        assert not e.best or here.winner != there.winner  # from a won position to one that the other loses
    assert {e.source for e in graph.edges if e.best} == {s.id for s in graph.states if not s.end}


@pytest.mark.parametrize("spec", ["nim:heaps=6,limit=3", "nim:2,2,misere=true", "nim:1,2"])
def test_an_impartial_game_keeps_values_and_remoteness(spec):
    game = load(spec)
    solution = solve(game)
    for s in game_graph(game, fold="turns").states:
        if legal(game, s.state) and s.state == game.initial():
            assert (s.value, s.remoteness) == (solution[s.state].value, solution[s.state].remoteness)


@pytest.mark.parametrize("spec", ["tictactoe", "sharks:2,2", "kalah:m=2,n=1", "dots:1,1", "tree:example=loop"])
def test_what_is_not_impartial_stays(spec):
    game = load(spec)
    assert twins_of(game, [s.state for s in game_graph(game, most=6000).states]) == {}
    graph = game_graph(game, fold="turns", most=6000)
    assert not graph.impartial
    assert len(graph.states) == len(game_graph(game, most=6000).states)


def test_the_arrows_stay_in_the_frame():
    for spec in ("sharks:2,2", "ponghauki"):
        root = ElementTree.fromstring(game_graph(load(spec)).svg())
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        moved = root.find(".//{http://www.w3.org/2000/svg}g[@transform]")
        shift, lift = (0.0, 0.0) if moved is None else map(float, moved.attrib["transform"][10:-1].split())
        for path in root.iter("{http://www.w3.org/2000/svg}path"):
            x, y, u, v, p, q = map(float, path.attrib["d"].replace("M", " ").replace("Q", " ").split())
            assert left <= (x + 2 * u + p) / 4 + shift <= left + width  # the middle of the curve
            assert top <= (y + 2 * v + q) / 4 + lift <= top + height


def test_a_wrong_word_is_told():
    with pytest.raises(GameError, match="fold must be one of nothing, turns, all, not 'both'"):
        game_graph(load("nim:3"), fold="both")


def test_the_small_games_can_be_drawn():
    for drawn, solved in SMALL.values():
        assert len(game_graph(load(drawn)).states) > 2
        assert load(solved)
