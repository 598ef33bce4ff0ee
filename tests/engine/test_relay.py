"""A search begins in plain Python and goes over to compiled code: the answer is the same, whenever that happens."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from gametree import Line, load
from gametree.answering.algorithms import choose
from gametree.engine import engine as engines
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine

GAME = load("connect4:5,4")


class Held:
    """A kernel that is ready when the test says so: after a number of looks, or never."""

    def __init__(self, looks: int | None = None):
        self.looks = looks
        self.ready = threading.Event()

    def wait(self, seconds: float) -> None:
        if self.looks is not None:
            self.looks -= 1
            if self.looks <= 0:
                self.ready.set()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch):
    """The next kernels are held up."""

    def hold(looks: int | None = None) -> Held:
        kernel = Held(looks)
        monkeypatch.setattr(engines, "coming", lambda *_: kernel)
        return kernel

    return hold


def facts(found: Any) -> Any:
    """All of an answer, but for who found it and when."""
    return replace(found, seconds=0.0, compiled=True)


def played(limits: Limits, lines: int = 1, driver: str = "pvs", table: int = 1) -> list[Any]:
    """Two searches of one engine, the second after the first one's move: with the table of the first."""
    with make_engine(GAME, driver, table=table) as engine:
        first = engine.best(None, limits, lines)
        assert first is not None
        second = engine.best(Line(GAME.initial(), (first.action,)), limits, lines)
        return [first, second]


@pytest.mark.parametrize("limits", [Limits(depth=7), Limits(nodes=1500)])
@pytest.mark.parametrize(("driver", "lines"), [("pvs", 1), ("pvs", 3), ("mtdf", 1), ("alphabeta", 1)])
def test_plain_python_alone_finds_the_same(held, limits, driver, lines):
    compiled = played(limits, lines, driver)
    held()
    plain = played(limits, lines, driver)
    assert [found.compiled for found in compiled + plain] == [True, True, False, False]
    assert list(map(facts, plain)) == list(map(facts, compiled))


@pytest.mark.parametrize("looks", [1, 3, 10])
def test_the_answer_does_not_depend_on_when_the_kernel_came(held, looks):
    compiled = played(Limits(depth=9))
    held(looks)
    assert list(map(facts, played(Limits(depth=9)))) == list(map(facts, compiled))


def test_a_kernel_in_the_middle_of_the_proof_changes_nothing(held):
    """``soundly`` opens a new generation of the table in plain Python: compiled code must not count it."""
    game = load("tictactoe")
    with make_engine(game, "pvs", table=1) as engine:
        first = engine.best(None, Limits(depth=4))
        compiled = engine.best(None, Limits(depth=9))
    for looks in (1, 5):
        with make_engine(game, "pvs", table=1) as engine:
            held(looks)
            assert facts(engine.best(None, Limits(depth=4))) == facts(first)
            assert facts(engine.best(None, Limits(depth=9))) == facts(compiled)


@pytest.mark.thorough
@pytest.mark.parametrize("driver", ["solve", "exact"])
def test_what_is_proven_is_the_same(held, driver):
    game = load("nim:2,3,4")
    with make_engine(game, driver, table=1) as engine:
        compiled = engine.best(None, Limits())
    held()
    with make_engine(game, driver, table=1) as engine:
        plain = engine.best(None, Limits())
    assert plain.proven
    assert facts(plain) == facts(compiled)


def test_compiled_code_takes_over_when_it_is_ready(held):
    kernel = held()
    with make_engine(GAME, "pvs", table=1) as engine:
        search = engine.start(None, Limits())
        while search.finding is None:
            search.done.wait(0.01)
        assert not search.finding.compiled
        before = search.finding.depth
        kernel.ready.set()
        while not search.finding.compiled:
            search.done.wait(0.01)
            assert search.finding.depth >= before  # plain Python's answer stands until there is a better one
        found = search.end()
    assert found.compiled
    assert found.depth >= before


def test_a_stop_before_the_change_is_obeyed(held):
    held(1)
    with make_engine(GAME, "pvs", table=1) as engine:
        search = engine.start(None, Limits())
        search.stop()
        assert search.done.wait(60)
        search.end()


@pytest.mark.thorough
@pytest.mark.parametrize(("words", "depth"), [("pig", 4), ("crowdnim", 5)])
def test_dice_and_several_players(held, words, depth):
    game = load(words)

    def found() -> Any:
        with make_engine(game, choose(game), table=1) as engine:
            return engine.best(None, Limits(depth=depth))

    compiled = found()
    held()
    plain = found()
    held(1)
    assert (compiled.compiled, plain.compiled) == (True, False)
    assert facts(plain) == facts(compiled) == facts(found())
