"""A random game of every game of the catalogue goes as it did: a change of the rules shows as a change of its file.

If the change is intended, ``python tests/playthroughs`` writes the files again, and the reviewer reads the difference.
"""

from __future__ import annotations

import pytest
from playthrough import FOLDER, SPECS, playthrough


@pytest.mark.parametrize("name", SPECS)
def test_the_game_goes_as_it_did(name: str):
    assert playthrough(SPECS[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_file_belongs_to_a_game():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SPECS)
