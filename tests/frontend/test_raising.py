"""Where the rules raise an error in Python, compiled rules must not answer: they stop, and Python's own error is told.

The games of ``raising_games.py`` raise in one position, which neither the trial nor the comparison comes near.
"""

from __future__ import annotations

import pytest
from raising_games import DEEP, KINDS, PLAIN, Arrays, Plain, game_of, played

from gametree import load, perft
from gametree.blame import users_fault
from gametree.compile import kernels
from gametree.compile.frontend.runtime import RaisesError
from gametree.compile.frontend.tries import twin
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine

GAMES = {rules.__name__: (game_of(rules), number) for rules, number in KINDS.items()} | {"arrays": (Arrays(), 2)}


@pytest.fixture(autouse=True)
def forgetful(monkeypatch):
    """Rules that have raised are compiled again in the next test."""
    monkeypatch.setattr(kernels, "_raised", {})


def raised(call):
    """The error of the rules; a StopIteration is a RuntimeError by the time it has left a generator of ours."""
    try:
        call()
    except Exception as error:
        return error.__cause__ if isinstance(error.__cause__, StopIteration) else error
    raise AssertionError("it answers")


@pytest.mark.parametrize("name", GAMES)
def test_rewritten_rules_stop(name):
    """Red if a check is not written: then a key that is missing reads as zero, say."""
    game, number = GAMES[name]
    made = twin(game)
    for kind in range(number):
        s = played(game, kind)
        own = raised(lambda s=s: game.terminal(s))
        made.total = False  # as in compiled code: the user's own rules are not asked
        stopped = raised(lambda s=s: made.game.terminal(made.packed(s)))
        assert type(stopped) in (RaisesError, ZeroDivisionError), kind
        made.total = True
        assert type(raised(lambda s=s: made.game.terminal(made.packed(s)))) is type(own)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*GAMES, "plain"])
def test_compiled_rules_stop_and_the_users_error_is_told(name, capsys):
    """Red if a kernel answers, or if its own error is told instead of Python's."""
    game, number = GAMES.get(name, (Plain(), PLAIN))
    assert perft(game, played(game, 0, DEEP - 3), depth=1).nodes == 2
    assert "interpreted" not in capsys.readouterr().err
    for kind in range(number):
        kernels._raised.clear()
        own = raised(lambda kind=kind: game.terminal(played(game, kind)))
        told = raised(lambda kind=kind: perft(game, played(game, kind, DEEP - 2), depth=3))
        assert (type(told), str(told)) == (type(own), str(own)), kind
        assert users_fault(told) == users_fault(own)
        assert kernels._raised


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
def test_an_engine_goes_on_in_python(threads):
    """As play, matches and the page search. Red if a thread that stops is told as an error, or not at all."""
    game = load(Plain())
    with make_engine(game, "alphabeta", threads=threads) as engine:
        engine.wait_until_compiled()
        with pytest.raises(ZeroDivisionError):
            engine.best(played(game, 0, DEEP - 3), Limits(depth=5))
    assert not engine.compiled
