"""Assignments: a folder with tests in TOML, read strictly: a mistake in them is told before anybody is graded."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.catalogue import load
from gametree.errors import GameError, quoted
from gametree.game import as_written, provides
from gametree.notation.names import line_at
from gametree.options import check_kind
from gametree.textbook.support.walk import check_depth
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.game import AnyGame

SEARCHES = ("minimax", "alphabeta", "expectiminimax")
ALGORITHMS = (*SEARCHES, "evaluate")
COMPARED = ("value", "move", "visited")
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
EQUALITIES: dict[Any, tuple[bool, ...]] = {True: (True,), False: (False,), "either": (True, False)}
WORDS = ("title", "game", "tree", "position", "moves", "positions", "algorithm", "function", "depth", "compare",
         "equality", "order", "most", "points", "visibility", "time", "memory", "output", "states", "name")  # fmt: skip
"""The keys of a file, and of each of its tests; those of the file hold for all of them."""


@dataclass(frozen=True)
class Test:
    """One test of an assignment."""

    __test__ = False  # pytest, this is none of yours
    name: str
    game: AnyGame
    starts: tuple[Any, ...] = ()
    """The states at which the program is called; without any, the initial state."""
    where: tuple[str, ...] = ()
    """The same in the words of the command line."""
    algorithm: str = "minimax"
    """The textbook's search that it is compared with; ``evaluate`` for an evaluation."""
    function: str = "minimax"
    """The name of the student's function."""
    depth: int | None = None
    compare: dict[str, float] = field(default_factory=lambda: {"value": 1.0, "move": 1.0})
    """What is compared, with its weight: ``value``, ``move``, ``visited``; for an evaluation ``value``, ``rising``."""
    equality: tuple[bool, ...] = (True, False)
    """Prune on equality, or not; of both, either will do."""
    free_order: bool = False
    """May the program look at the moves in an order of its own?"""
    most: int | None = None
    """The most nodes that may be visited."""
    points: float = 1.0
    visibility: str = "visible"
    time: float = 10.0
    """Seconds of processor time."""
    memory: int = 256
    """Megabytes."""
    output: int = 64
    """Kilobytes that may be printed."""
    states: int = 200_000
    """How many states may be asked for."""

    def to_start(self) -> tuple[Any, ...]:
        """The states at which the program is called."""
        return self.starts or (self.game.initial(),)


@dataclass(frozen=True)
class Assignment:
    """What is asked, and the tests."""

    title: str
    tests: tuple[Test, ...]


def read_assignment(folder: str | Path) -> Assignment:
    """The assignment of a folder: all of its files ``*.toml``, in the order of their names. (One file will do, too.)"""
    place = Path(folder)
    files = sorted(place.glob("*.toml")) if place.is_dir() else [place]
    if not place.exists():
        raise GameError(f"--tests {folder}: there is no such folder")
    if not files:
        raise GameError(f"--tests {folder}: there is no test in it: a file such as tests.toml")
    titles: list[str] = []
    tests: list[Test] = []
    for file in files:
        written = _parsed(file)
        titles.append(str(written.get("title", file.stem)))
        tests += _tests(written, file)
    return Assignment(titles[0] if len(titles) == 1 else place.name, tuple(tests))


def _parsed(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise GameError(f"{file}: {error}") from None
    except OSError as error:
        raise GameError(f"{file}: {(error.strerror or str(error)).lower()}") from None


def _tests(written: dict[str, Any], file: Path) -> Iterator[Test]:
    shared = {key: value for key, value in written.items() if key != "test"}
    listed = written.get("test")
    if not isinstance(listed, list) or not listed:
        raise GameError(f"{file}: no tests; write each below a line [[test]]")
    for number, own in enumerate(cast("list[Any]", listed), 1):
        where = f"{file}, test {number}"
        if not isinstance(own, dict):
            raise GameError(f"{where}: write its keys below a line [[test]]")
        told = {**shared, **cast("dict[str, Any]", own)}
        if unknown := set(told) - set(WORDS):
            raise GameError(f"{where}: unknown key {min(unknown)!r}; there are {', '.join(WORDS)}")
        try:
            yield _test(told, f"test {number}")
        except GameError as error:
            raise GameError(f"{where}: {error}") from None


def _test(told: dict[str, Any], name: str) -> Test:
    algorithm = _one_of("algorithm", told.get("algorithm", "minimax"), ALGORITHMS)
    evaluates = algorithm == "evaluate"
    game = _game(told)
    depth = told.get("depth")
    check_depth(depth)
    plain = {key: told[key] for key in ("points", "time", "memory", "output", "states") if key in told}
    defaults = {f.name: f.default for f in fields(Test)}
    for key, value in plain.items():
        check_kind("a test", key, value, defaults[key])
        if not value > 0 and not (key == "points" and value == 0):
            raise GameError(f"{key} must be more than 0, not {value}")
    most = told.get("most")
    if most is not None:
        check_kind("a test", "most", most, 1)
    equality = told.get("equality", "either")
    if equality not in EQUALITIES or (not isinstance(equality, bool) and equality != "either"):
        raise GameError(f'equality must be true, false or "either", not {equality!r}')
    starts = tuple(_starts(game, told))
    test = Test(
        name=str(told.get("name") or f"{name}: {title(game)}"),
        game=game,
        starts=starts,
        where=tuple(w for key in ("position", "moves") if key in told for w in (f"--{key}", str(told[key]))),
        algorithm=algorithm,
        function=str(told.get("function", algorithm)),
        depth=depth,
        compare=_compared(told, evaluates=evaluates),
        equality=EQUALITIES[equality] if algorithm == "alphabeta" else (True,),
        free_order=_one_of("order", told.get("order", "given"), ("given", "free")) == "free",
        most=most,
        visibility=_one_of("visibility", told.get("visibility", "visible"), VISIBILITIES),
        **plain,
    )
    _check(test)
    return test


def _game(told: dict[str, Any]) -> AnyGame:
    if ("game" in told) == ("tree" in told):
        raise GameError("a test has a game (its words) or a tree (nested lists), one of the two")
    game = load("tree", tree=told["tree"]) if "tree" in told else load(str(told["game"]))
    return as_written(game, game.initial())[0]


def _starts(game: AnyGame, told: dict[str, Any]) -> Iterator[Any]:
    """The states of ``positions``, or the one of ``position`` and ``moves``."""
    if "positions" in told:
        listed: Any = told["positions"]
        if not isinstance(listed, list) or not listed or "position" in told or "moves" in told:
            raise GameError("positions is a list of positions, and stands in place of position and moves")
        for text in cast("list[Any]", listed):
            yield line_at(game, str(text) or None).states(game)[-1]
    else:
        position = told.get("position")
        where = line_at(game, None if position is None else str(position), str(told.get("moves", "")))
        yield where.states(game)[-1]


def _compared(told: dict[str, Any], *, evaluates: bool) -> dict[str, float]:
    """What is compared, with weights: a list means equal ones."""
    known = ("value", "rising") if evaluates else COMPARED
    given: Any = told.get("compare", ["value"] if evaluates else ["value", "move"])
    if isinstance(given, list):
        given = dict.fromkeys(map(str, cast("list[Any]", given)), 1)
    if not isinstance(given, dict) or not given:
        raise GameError(f"compare is a list of {', '.join(known)}, or a table with their weights")
    weights = cast("dict[str, Any]", given)
    for key, weight in weights.items():
        _one_of("compare", key, known)
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight > 0:
            raise GameError(f"compare: the weight of {key} must be more than 0, not {weight!r}")
    return {key: float(weight) for key, weight in weights.items()}


def _one_of(key: str, value: object, known: tuple[str, ...]) -> str:
    if value not in known:
        raise GameError(f"{key} must be one of {', '.join(known)}, not {quoted(str(value))}")
    return str(value)


def _check(test: Test) -> None:
    """What would be no fair test."""
    game, name = test.game, title(test.game)
    if game.players > 2:
        raise GameError(f"{name} has {game.players} players: only games for two can be graded")
    if test.algorithm == "evaluate":
        if "value" in test.compare and not provides(game, "evaluate"):
            raise GameError(f"{name} has no evaluation to compare with: compare rising instead")
        return
    if len(test.to_start()) > 1:
        raise GameError("positions are for an evaluation; write a test for each position of a search")
    if game.repetition != "ignore" and test.depth is None:
        raise GameError(f"in {name} positions can come back: give a depth")
    if provides(game, "chances") and test.algorithm != "expectiminimax":
        raise GameError(f"{name} has chance nodes: grade expectiminimax")
