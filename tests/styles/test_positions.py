"""What compiled code says of a game in any style is what Python says, at random positions.

Red if a rule of the front end, or of the compiler, means something else than Python somewhere that the few positions
of other tests do not reach. The long form looks at 10,000 positions of each.
"""

from __future__ import annotations

import pytest
from probe_table import TABLE
from probing import COMPILED, probes
from test_gallery import QUICK as SHOWN
from test_probes import QUICK as TRIED

from gallery import GALLERY, game_of
from gametree import load
from side_by_side import Compiled, compared

PROBES = [name for name, state in TABLE.items() if state == COMPILED]
GAMES = [name for name, shown in GALLERY.items() if shown.state == COMPILED]
QUICK = {*TRIED, *SHOWN}


def marked(names: list[str]) -> list[object]:
    return [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in names]


def agree(game, positions: int) -> None:
    compared(game, lambda: Compiled(load(game)), positions)


@pytest.mark.parametrize("name", marked(PROBES))
def test_a_style_means_the_same_compiled(name: str):
    agree(probes()[name](), 300)


@pytest.mark.parametrize("name", marked(GAMES))
def test_a_game_of_the_gallery_means_the_same_compiled(name: str):
    agree(game_of(name), 300)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROBES)
def test_a_style_means_the_same_at_many_positions(name: str):
    agree(probes()[name](), 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_gallery_means_the_same_at_many_positions(name: str):
    agree(game_of(name), 10_000)
