"""Natural ways to write something: each compiles or does not, as the table says, and says the same in both forms.

What goes red here: a style that compiled and no longer does; one that compiles now and is not in the table as such; one
whose compiled form says something else than Python; a probe that was lost, or that plays another game.
"""

from __future__ import annotations

import pytest
from probe_base import ThreeInARow
from probe_table import TABLE
from probing import COMPILED, INTERPRETED, REFUSED, look, probes

from gallery import GALLERY, game_of
from gametree import check
from gametree.compile.frontend.shapes import FaultError, UnsupportedError
from gametree.compile.frontend.tries import twin
from gametree.compile.trial.trying import too_wide

QUICK = (
    "ModuleDict",
    "AnyGenerator",
    "FrozenDataclass",
    "StringBoard",
    "DictInState",
)
"""One or two of each kind; CI looks at all of them."""


def test_no_probe_is_lost():
    assert list(probes()) == list(TABLE)
    assert len(TABLE) >= 228
    assert set(TABLE.values()) <= {COMPILED, INTERPRETED, REFUSED}
    styles = [cls.__doc__ for cls in probes().values()]
    assert all(styles), "a probe says its style in its docstring"
    assert len(set(styles)) == len(styles)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in TABLE]
)
def test_a_style_compiles_or_not_as_the_table_says(name: str):
    verdict = look(probes()[name]())
    assert verdict.state == TABLE[name], verdict.why


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in (*TABLE, *GALLERY)]
)
def test_the_front_end_has_no_faults_of_its_own(name: str):
    """What it cannot rewrite it says; anything else that it raises is hidden from users, and must not be from us."""
    game = probes()[name]() if name in TABLE else game_of(name)
    try:
        twin(game, wide=bool(too_wide(game)))
    except UnsupportedError as error:
        assert not isinstance(error, FaultError), error  # noqa: PT017


def tree(game, s) -> tuple[int, int]:
    """How many nodes there are from here on, and the value by minimax."""
    if game.terminal(s):
        return 1, game.utility(s)
    below = [tree(game, game.result(s, a)) for a in game.actions(s)]
    values = [value for _, value in below]
    return 1 + sum(n for n, _ in below), max(values) if game.player(s) == 0 else min(values)


TREE = tree(ThreeInARow(), ThreeInARow().initial())


@pytest.mark.parametrize("name", TABLE)
def test_every_probe_plays_the_same_game(name: str):
    game = probes()[name]()
    assert tree(game, game.initial()) == TREE


@pytest.mark.thorough
def test_check_tells_what_only_compiled_code_raises():
    """A winner of None: Python compares it with a number, compiled code cannot. It is told, and is no traceback."""
    report = check(probes()["NoneReturned"](), games=10)
    assert report.compiled or "raises TypeError" in str(report)
