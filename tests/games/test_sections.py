"""Every game's file has its sections in the same order, so that a reader knows where to look."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gametree
from gametree import load
from gametree.catalogue import CATALOGUE

ORDER = ("rules", "evaluation", "hints for search", "symmetry and numbering", "theory", "text")
GAMES = Path(gametree.__path__[0]) / "games"
FILES = sorted({Path(*where.partition(":")[0].split(".")[2:]).name for where in CATALOGUE.values()})


@pytest.mark.parametrize("name", [name for name in FILES if (GAMES / f"{name}.py").is_file()])
def test_sections_come_in_the_same_order(name):
    source = (GAMES / f"{name}.py").read_text(encoding="utf-8")
    found = re.findall(r"^    # --- (.+?) -+$", source, re.MULTILINE)
    assert found[0] == "rules"
    assert found[-1] == "text"
    assert found == [section for section in ORDER if section in found]


@pytest.mark.parametrize("folder", sorted(path.name for path in GAMES.iterdir() if (path / "__init__.py").is_file()))
def test_a_large_game_begins_with_its_rules(folder):
    source = (GAMES / folder / "rules.py").read_text(encoding="utf-8")
    assert "# --- the required rules ---" in source
    assert "evaluation import" not in source


@pytest.mark.parametrize("spec", ["mnk:2,4,2", "crowdmnk:2,4,2"])
def test_m_is_rows(spec):
    game = load(spec)
    rows = [line for line in game.text(game.initial()).splitlines() if "." in line]
    assert [row.count(".") for row in rows] == [4, 4]
