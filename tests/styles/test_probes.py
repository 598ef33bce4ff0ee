"""Natural ways to write something: each compiles or does not, as the table says, and says the same in both forms.

What goes red here: a style that compiled and no longer does; one that compiles now and is not in the table as such; one
whose compiled form says something else than Python; a probe that was lost, or that plays another game.
"""

from __future__ import annotations

import pytest
from probe_base import ThreeInARow
from probe_table import TABLE
from probing import COMPILED, INTERPRETED, REFUSED, look, probes

from gametree import check

QUICK = (
    "TupleActions",
    "ModuleTuples",
    "ModuleDict",
    "AnyGenerator",
    "ListComprehension",
    "YieldFrom",
    "BitCount",
    "Enumerate",
    "FrozenDataclass",
    "StringBoard",
    "DictInState",
    "SlicesJoined",
)
"""One or two of each kind; CI looks at all of them."""


def test_no_probe_is_lost():
    assert list(probes()) == list(TABLE)
    assert len(TABLE) >= 171
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
