"""The order of the house of games: what a game's files may import, and in which order they are read."""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

from gametree import load
from gametree.features import Weighted
from gametree.game import REQUIRED, Game
from gametree.games.checkers import Checkers, CheckersEndgame
from gametree.games.chess import Chess
from gametree.games.chess.endings import Ending
from gametree.games.chess.unguarded import Atomic, Horde

FOLDER = Path(inspect.getfile(Chess)).parents[1]
FILES = sorted(FOLDER.rglob("*.py"))
LARGE = ("backgammon", "checkers", "chess", "draughts", "go", "gomoku", "hex", "morris", "othello", "pente")
BELOW = ("analysis", "bits", "boards", "errors", "features", "game", "games", "networks", "supplies")
"""What a game may know of the package: nothing that searches, solves or draws."""


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(FOLDER)))
def test_a_game_imports_only_what_is_below_it(path: Path):
    imported = [
        name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names])
    ]
    ours = {name.split(".")[1] for name in imported if name.startswith("gametree.")}
    assert ours <= set(BELOW), f"{path.name} imports {sorted(ours - set(BELOW))}"
    assert "gametree" not in imported


@pytest.mark.parametrize("game", LARGE)
def test_the_rules_of_a_large_game_stand_alone(game: str):
    rules = import_module(f"gametree.games.{game}.rules").Rules
    for method in REQUIRED:
        assert getattr(rules, method) is not getattr(Game, method), f"{game}: {method} is not among the rules"
    assert not issubclass(rules, Weighted)
    assert rules.evaluate is Game.evaluate
    assert rules.order is Game.order


def test_a_parameter_chooses_a_class():
    assert type(Chess()) is Chess
    assert type(Chess("atomic")) is type(load("chess:variant=atomic")) is Atomic
    assert type(Checkers(8, 40, 3)) is CheckersEndgame
    assert type(Checkers(endgame=0)) is Checkers


def test_a_class_of_a_family_made_by_its_own_name_stays_what_it_is():
    assert type(Horde(variant="atomic")) is Horde
    assert type(Ending("KQK")) is Ending

    class Own(Chess):
        pass

    assert type(Own(variant="atomic")) is Own


def test_people_see_the_parameters_of_each_class():
    assert list(inspect.signature(Chess).parameters) == ["variant", "chess960", "setup", "evaluation"]
    assert list(inspect.signature(Ending).parameters) == ["men"]
    assert list(inspect.signature(Checkers).parameters) == ["size", "moves", "endgame", "patterns"]
