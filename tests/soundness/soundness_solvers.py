"""Trials of the solvers, and of what answers from their work: databases, proofs, books and clients' protocols."""

from __future__ import annotations

import threading
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from soundness_games import LOOPS, TREES, Dice, LoopDraw, LoopMargins, LoopPay, Scores, Wins, random_game
from soundness_trials import Counts, even, judge, near, random_line
from soundness_truth import Referee

from gametree.answering.best import best
from gametree.engine.driver import Limits
from gametree.engine.making import make_engine
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, Line
from gametree.solving.database import Database
from gametree.solving.proof.prover import FIRST_NUMBERS
from gametree.solving.task import StoppedError
from gametree.tournament.spec import Spec
from gametree.verbs.build_book import from_search
from gametree.verbs.solve import solve

if TYPE_CHECKING:
    from gametree.solving.task import SolveProgress


def solved(seed: int, counts: Counts) -> None:
    """A strong solution, or one with dice: the labels of all positions."""
    dice = Random(seed)
    game = random_game(dice.choice((*TREES, *LOOPS, Dice)), dice)
    start, where = game.initial(), f"seed {seed}, {type(game).__name__}"
    try:
        found = solve(game, level="strong", progress=interrupting(dice), stop=stopping(dice))
    except (GameError, StoppedError) as error:
        counts[f"no solution: {type(error).__name__}"] += 1
        return
    counts["solutions"] += 1
    referee = Referee(game)
    for s in reachable(game, start):
        label = found.labels.label(s) if found.labels else None
        if label is None or game.terminal(s):
            continue
        truth = referee.truth(Line(s))
        assert near(label.value, truth.value), f"{where}, {s}: {label}, but the truth is {truth}"
        if game.haste and not isinstance(game, Dice | LoopPay) and truth.value != even(game):
            assert label.remoteness == truth.distance, f"{where}, {s}: {label}, but the truth is {truth}"
        counts["labels"] += 1


def by_database(seed: int, counts: Counts) -> None:
    """Searches that ask a database, also of positions with a history that the database does not know."""
    dice = Random(seed)
    game = random_game(dice.choice((Wins, Scores, LoopDraw, LoopDraw, LoopMargins)), dice)
    referee = Referee(game)
    with TemporaryDirectory() as folder:
        try:
            solve(game, level="strong", out=f"{folder}/db")
        except GameError:
            counts["no database"] += 1
            return
        for _ in range(6):
            line = random_line(game, dice)
            if line is None:
                continue
            algorithm, depth = dice.choice(("alphabeta", "pvs", "exact", "solve")), dice.randint(1, 6)
            limits = Limits(depth, None, dice.choice((None, dice.randint(1, 30))))
            where = f"seed {seed}, {type(game).__name__}, {algorithm} with a database, {line}, {limits}"
            database = Database(f"{folder}/db", game)
            with make_engine(game, algorithm, table=1, database=database) as engine:
                engine.compiled = False
                found = engine.best(line, limits)
            if found is not None:
                judge(game, line, found, referee.truth(line), counts, where)
            counts["with a database"] += 1


def by_book(seed: int, counts: Counts) -> None:
    """A book that a search has made, asked about positions that were reached in other ways."""
    dice = Random(seed)
    game = random_game(dice.choice((Wins, Scores, LoopDraw, LoopDraw)), dice)
    spec = Spec.read(f"textbook.alphabeta:depth={dice.randint(1, 9)}")
    book = from_search(game, spec, plies=dice.randint(1, 4), lines=1)
    referee = Referee(game)
    for _ in range(6):
        line = random_line(game, dice)
        found = None if line is None else book.best(line)
        if line is not None and found is not None:
            judge(game, line, found, referee.truth(line), counts, f"seed {seed}, {type(game).__name__}, book, {line}")
            counts["by a book"] += 1


def by_proof(seed: int, counts: Counts) -> None:
    """Proof-number search, cut short or not."""
    dice = Random(seed)
    game = random_game(dice.choice((Scores, LoopDraw)), dice)
    line = random_line(game, dice)
    if line is None:
        return
    nodes = dice.choice((None, dice.randint(1, 10), dice.randint(1, 100)))
    goals = {}, {}, {"goal": "win"}, {"goal": "draw"}, {"score": dice.randint(-4, 4) / 4}
    options = {"initial": dice.choice(FIRST_NUMBERS), "epsilon": dice.choice((0, 0.25, 2))}
    options |= dice.choice(goals)
    found = best(game, line, algorithm="dfpn", nodes=nodes, table=1, threads=dice.choice((1, 1, 3)), **options)
    where = f"seed {seed}, {type(game).__name__}, dfpn {options}, {line}, nodes {nodes}"
    judge(game, line, found, Referee(game).truth(line), counts, where)
    counts["by dfpn"] += 1


def by_conspiracy(seed: int, counts: Counts) -> None:
    """Conspiracy numbers over searches of the engine, cut short or not."""
    dice = Random(seed)
    game = random_game(dice.choice((Scores, LoopDraw)), dice)
    line = random_line(game, dice)
    if line is None:
        return
    nodes, depth = dice.choice((None, dice.randint(1, 10), dice.randint(1, 100))), dice.choice((None, None, 1, 2, 4))
    options = {"conspirators": dice.choice((2, 3, 100)), "plies": dice.randint(1, 3), "delta": dice.choice((0, 0.1, 1))}
    found = best(game, line, algorithm="conspiracy", nodes=nodes or 3000, depth=depth, table=1, **options)
    where = f"seed {seed}, {type(game).__name__}, conspiracy {options}, {line}, nodes {nodes}, depth {depth}"
    judge(game, line, found, Referee(game).truth(line), counts, where)
    counts["by conspiracy"] += 1


def reachable(game: AnyGame, start: Any) -> set[Any]:
    """Every state that can be reached."""
    seen, waiting = {start}, [start]
    while waiting:
        s = waiting.pop()
        if game.terminal(s):
            continue
        moves = [a for a, _ in game.chances(s)] if game.player(s) == CHANCE else game.actions(s)
        for child in {game.result(s, a) for a in moves} - seen:
            seen.add(child)
            waiting.append(child)
    return seen


def stopping(dice: Random) -> threading.Event | None:
    """An event that is set at once, or none."""
    if dice.random() < 0.9:
        return None
    event = threading.Event()
    event.set()
    return event


def interrupting(dice: Random) -> Any:
    """A listener that stops at the first report, or none."""

    def stop(_: SolveProgress) -> None:
        raise StoppedError("stopped")

    return stop if dice.random() < 0.1 else None
