"""One trial: a random search of a random position, cut short at a random moment; what it claims is compared with the
truth. A trial is its seed: ``run(seed)`` does the same again, but for what a clock decides."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from soundness_games import CROWDED, LOOPS, LUCKY, TREES, random_game
from soundness_truth import Referee, Truth

from gametree.answering.best import best
from gametree.engine import driver
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
from gametree.engine.options import SELECTIVE, SOUND
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, Line
from gametree.protocols.report import from_search
from gametree.referee import Referee as Rules
from gametree.textbook import ALGORITHMS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.analysis import Analysis

TWO = ("alphabeta", "pvs", "mtdf", "solve", "exact")
LUCK = ("expectiminimax", "star1", "star2")
CROWD = ("maxn", "paranoid")
LECTURES = tuple(f"textbook.{name}" for name in ALGORITHMS if name not in ("rules", "bestreply"))
CLOSE = 1e-4

Counts = Counter[str]


def run(
    seed: int, *, compiled: bool, counts: Counts, only: type | None = None, most: int = 4, algorithm: str = ""
) -> None:
    """The searches of one seed: one game, at most ``most`` positions, one engine that keeps its table."""
    dice = Random(seed)
    kinds = TREES, LOOPS, LOOPS, LUCKY, CROWDED
    cls = only or dice.choice([cls for kind in kinds for cls in kind])
    game = random_game(cls, dice)
    referee = Referee(game)
    algorithm = algorithm or dice.choice(LUCK if cls in LUCKY else CROWD if cls in CROWDED else TWO)
    options = chosen_options(algorithm, dice)
    if algorithm == "mcts":
        options |= monte_carlo_options(game, dice)
    engine = make_engine(game, algorithm, table=dice.choice((0, 1, 1)), threads=dice.choice((1, 1, 1, 2)), **options)
    engine.compiled = compiled
    with engine:
        for _ in range(dice.randint(1, most)):
            line = random_line(game, dice)
            if line is None:
                continue
            where = f"seed {seed}, {cls.__name__}, {algorithm} {options}, {line}"
            searched(engine, line, referee.truth(line), dice, counts, where)


def searched(engine: Any, line: Line[Any], truth: Truth, dice: Random, counts: Counts, where: str) -> None:
    """One search of the engine's, and whatever it says of it, to people and to clients."""
    lines = dice.choice((1, 1, 1, 2, 3)) if engine.driver not in ("solve", "exact") else 1
    limits, stop, report = random_stop(dice, 2000 if engine.driver == "mcts" else 20_000)
    search = engine.start(line, limits, lines)
    before = driver.REPORTS
    driver.REPORTS = 0.0002
    try:
        finding = search.wait(report, stop)
    finally:
        driver.REPORTS = before
    counts["searches"] += 1
    if finding is None:
        counts["nothing found"] += 1
        return
    game, where = engine.game, f"{where}, {limits}, {lines} lines"
    said = engine.analysis(search, finding)
    judge(game, line, said, truth, counts, where)
    if limits.time is None and report is None:  # no clock decides what was found
        counts["steady proofs"] += said.proven
        counts["steady distances"] += said.proven and said.distance is not None
    if game.players == 2 and engine.driver in TWO:
        for told in from_search(engine, search, finding).lines:
            if told.proven and told.actions:
                value, distance = truth.actions[told.actions[0]]
                assert abs(told.value - value) < CLOSE, f"{where}: a client is told {told}, but it is {value}"
                if told.distance is not None and value != even(game):
                    assert told.distance >= distance, f"{where}: a client is told {told}, but it is {distance}"


def lectured(seed: int, counts: Counts) -> None:
    """A textbook form, a proof search or another answer of ``best``, in plain Python."""
    dice = Random(seed)
    cls = dice.choice((*TREES, *LOOPS, *LUCKY, *CROWDED))
    game = random_game(cls, dice)
    line = random_line(game, dice)
    if line is None:
        return
    truth = Referee(game).truth(line)
    algorithm = dice.choice((*LECTURES, *LECTURES, "greedy", "random"))
    depth = dice.choice((None, None, 1, 2, 3, 6, 12))
    nodes = dice.choice((None, dice.randint(1, 40), dice.randint(1, 2000)))
    where = f"seed {seed}, {cls.__name__}, {algorithm}, {line}, depth {depth}, nodes {nodes}"
    try:
        found = best(game, line, algorithm=algorithm, depth=depth, nodes=nodes, time=5, seed=seed)
    except GameError:
        counts[f"refused: {algorithm}"] += 1
        return
    counts["lectures"] += 1
    counts[algorithm] += 1
    judge(game, line, found, truth, counts, where)


def judge(game: AnyGame, line: Line[Any], said: Analysis, truth: Truth, counts: Counts, where: str) -> None:
    """Value, bound, distance and first move are never claimed wrongly."""
    where = f"{where}: it says {said.describe_value()} for {said.action}, but the truth is {truth}"
    assert said.action is None or said.action in truth.actions, f"{where}: an illegal move"
    if said.least is not None:
        assert said.least <= truth.value + CLOSE, where
    if said.most is not None:
        assert said.most >= truth.value - CLOSE, where
    counts["bounds"] += not said.proven and said.least is not None and (said.least, said.most) != game.bounds
    if not said.proven:
        assert said.distance is None, where
        assert said.within is None, where
        return
    counts["proofs"] += 1
    assert said.bound == "exact", where
    assert near(said.value, truth.value), where
    after = None if said.action is None else truth.actions[said.action]
    if after is not None:
        mover = game.player(line.states(game)[-1])
        mine, best_of = (after[0], truth.value) if game.players == 2 else (after[0][mover], truth.value[mover])
        assert near(mine, best_of), f"{where}: the move does not keep the value"
    decisive = game.players == 2 and abs(truth.value - even(game)) > CLOSE
    if said.within is not None:
        counts["within"] += 1
        assert decisive, where
        assert truth.distance <= said.within, where
    if said.distance is None:
        return
    counts["distances"] += 1
    if decisive:
        assert said.distance == truth.distance, where
        assert after is None or after[1] == truth.distance, f"{where}: the move is not the quickest, or slowest"
    else:
        assert said.distance == len(said.line), where


def near(said: Any, true: Any) -> bool:
    """Are these the same values?"""
    if isinstance(said, tuple) and not isinstance(true, tuple):  # max^n for two players: Max's is the first
        said = said[0]
    if isinstance(true, tuple):
        return all(abs(a - b) < CLOSE for a, b in zip(said, true, strict=True))
    return abs(said - true) < CLOSE


def even(game: AnyGame) -> float:
    """The payoff of a draw."""
    low, high = game.bounds
    return (low + high) / 2


def random_line(game: AnyGame, dice: Random) -> Line[Any] | None:
    """A position with its history, after a few random moves; None where the game is over."""
    rules = Rules(game, Line(game.initial()))
    for _ in range(dice.choice((0, 0, 1, 2, 3, 5))):
        if rules.over():
            break
        rules.play(dice.choice(rules.legal()))
    if dice.random() < 0.3:
        rules = Rules(game, Line(rules.state))
    return None if rules.over() or (game.player(rules.state) == CHANCE and dice.random() < 0.5) else rules.line


def random_stop(dice: Random, most: int) -> tuple[Limits, threading.Event | None, Callable[[Any], None] | None]:
    """When a search ends: at a depth, after some nodes or some time, by an event, by Ctrl-C, or by itself."""
    depth = dice.choice((None, None, 1, 2, 3, 4, 6, 9))
    kind = dice.choice(("nodes", "nodes", "nodes", "time", "event", "keyboard", "none"))
    if kind == "nodes":
        nodes = dice.choice((dice.randint(1, 12), dice.randint(1, 80), dice.randint(1, 3000)))
        return Limits(depth, None, nodes), None, None
    if kind == "time":
        return Limits(depth, dice.random() ** 2 * 0.003), None, None
    if kind == "event":
        event = threading.Event()
        if dice.random() < 0.5:
            event.set()
        return Limits(depth or 60, None, most), event, None
    if kind == "keyboard":
        return Limits(depth or 60, None, most), None, interrupt
    return Limits(depth or 60, None, most), None, None


def interrupt(_: Any) -> None:
    """Ctrl-C comes while a report is written."""
    raise KeyboardInterrupt


def monte_carlo_options(game: AnyGame, dice: Random) -> dict[str, Any]:
    """A few techniques of Monte-Carlo tree search: each of them alone, or several together."""
    techniques: dict[str, Any] = {
        "selection": "puct", "urgency": dice.choice((0.0, 0.5, 1.0)), "bias": dice.choice((0.5, 3.0)),
        "rave": dice.choice((1, 50)), "implicit": dice.choice((0.2, 1.0)), "decisive": True,
    }  # fmt: skip
    if game.repetition == "ignore":
        techniques["transpositions"] = True
    names = dice.sample(sorted(techniques), dice.choice((0, 1, 1, 2, 4)))
    return {name: techniques[name] for name in names}


def chosen_options(algorithm: str, dice: Random) -> dict[str, Any]:
    """A few techniques on or off."""
    if algorithm == "mcts":
        some = {"seed": dice.randint(0, 9), "playouts": dice.randint(1, 2), "plies": dice.choice((0, 3, 12))}
        return some | {"grow": dice.choice((1, 1, 3)), "exploration": dice.choice((0.0, 0.7, 3.0))}
    if algorithm not in TWO or dice.random() < 0.5:
        return {}
    names = dice.sample((*SOUND, *SELECTIVE), dice.randint(1, 6))
    chosen: dict[str, Any] = {name: dice.random() < 0.5 for name in names if name != "table"}
    if algorithm == "pvs" and dice.random() < 0.2:
        chosen["beam"] = dice.randint(1, 2)
    return chosen
