"""The order of the house: a module imports what stands below it, never what stands above.

CONTRIBUTING has the picture. Imports inside functions count too; those for type checkers do not. A result may ask
``draw`` for its own drawing.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

HOUSE = Path(__file__).parents[1] / "src" / "gametree"

LAYERS = (
    ("errors", "interrupts", "blame", "boards", "bits", "files", "supplies", "docstrings", "options", "titles"),
    ("literals", "game", "features", "patterns", "networks", "weights", "mixins", "hooks"),
    ("compile",),
    ("notation", "claims", "analysis", "referee"),
    ("games", "adapters", "catalogue", "data", "cluster"),
    ("textbook", "engine"),
    ("solving", "gpu", "draw", "books", "answering"),
    ("measuring", "contract", "protocols", "formats", "tournament", "learning", "playing", "teaching"),
    ("verbs", "plots"),
    ("web", "notebook", "cli", "__main__"),
)
"""From the ground up. Within a layer a module imports only what stands to its left."""

ORDER = [unit for layer in LAYERS for unit in layer]
DRAWING = ("game", "analysis", "textbook", "solving", "tournament")
"""Whose results draw themselves."""


def imports(tree: ast.AST, *, lazy: bool = False) -> Iterator[tuple[str, bool, int]]:
    """The modules of ours that a file imports, whether that is done in a function, and in which line."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "gametree":
            names = [f"gametree.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            package, _, inside = name.partition(".")
            unit = inside.partition(".")[0]
            if package == "gametree" and unit in ORDER:
                yield unit, lazy, node.lineno
        yield from imports(node, lazy=lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def upwards(unit: str, source: str) -> list[str]:
    """The imports of a file of a unit that go up."""
    found: list[str] = []
    for name, lazy, line in imports(ast.parse(source)):
        drawn = name == "draw" and lazy and unit in DRAWING
        if name != unit and not drawn and ORDER.index(name) > ORDER.index(unit):
            found.append(f"line {line}: {unit} imports {name}, which stands above it")
    return found


FILES = sorted(path.relative_to(HOUSE) for path in HOUSE.rglob("*.py") if path != HOUSE / "__init__.py")


def test_what_stands_above_the_compiler_does_not_wait_for_numba():
    """Importing Numba takes a third of a second; the rules of a user's file are tried without it."""
    names = "digest", "cache", "explain", "interpreted", "trial.trying", "trial.watched"
    imports = "; ".join(f"import gametree.compile.{name}" for name in names)
    script = f"import sys, gametree; {imports}; from gametree.compile import NotCompiledError; "
    tell = "from gametree.games.nim import Nim; gametree.load(Nim()); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script + tell], check=False).returncode == 0


def test_a_game_of_ours_does_not_wait_for_the_front_end():
    """Importing what rewrites rules takes a tenth of a second, which a start with a filled cache should not pay."""
    script = "import sys, gametree; gametree.best('nim', depth=2, time=None); "
    tell = "sys.exit(any('frontend.' + name in m for m in sys.modules for name in ('twin', 'rules', 'layout')))"
    assert subprocess.run([sys.executable, "-c", script + tell], check=False).returncode == 0


def test_every_module_has_its_place():
    units = {path.parts[0].removesuffix(".py") for path in FILES}
    assert units == set(ORDER)
    assert len(ORDER) == len(set(ORDER))


@pytest.mark.parametrize("unit", ORDER)
def test_no_import_goes_up(unit):
    files = [path for path in FILES if path.parts[0].removesuffix(".py") == unit]
    found = [f"{path}: {told}" for path in files for told in upwards(unit, (HOUSE / path).read_text(encoding="utf-8"))]
    assert not found


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("from gametree.verbs.match import match", ["line 1: engine imports verbs, which stands above it"]),
        ("def f():\n    from gametree import verbs", ["line 2: engine imports verbs, which stands above it"]),
        ("from gametree.game import Game\nif TYPE_CHECKING:\n    from gametree.verbs.match import match", []),
        ("def f():\n    import gametree.draw.html", ["line 2: engine imports draw, which stands above it"]),
    ],
)
def test_an_import_that_goes_up_is_found(source, told):
    assert upwards("engine", source) == told
