"""(i) Dice: what may be cut at chance nodes, and the same searches in plain Python and in OpenSpiel.

Nodes are those of an iterative deepening, all depths together, and do not depend on the machine. An action and an
outcome of chance are one ply each: depth 3 of backgammon is a play, the 21 rolls and all replies ("2-ply" to
backgammon players), depth 5 the rolls and the plays after them as well. All searches of a row have to agree on the
value.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import DisagreementError, Part, Run, Target, clocked, contest, overall, tell
from gametree.catalogue import load
from gametree.engine.expectation import ExpectationOptions, ExpectationSearcher
from gametree.engine.table import Table
from gametree.game import CHANCE, Game, line_of
from gametree.textbook.expectiminimax import expectiminimax
from gametree.textbook.support.tracing import Tracer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gametree.game import AnyGame

SHORT = 0.02  # seconds: what is done faster is done several times
TABLE = 64  # MiB
GAMMON = "backgammon:network=false"
"""Backgammon, estimated by features."""
OPENING = "4HPwATDgc/ABMA X to play 31"
DRIVERS = ("expectiminimax", "star1", "star2")


class Task(NamedTuple):
    """A game, a position, a depth; which search; and whether it is too long to be done without cuts."""

    game: str
    position: str | None
    depth: int
    driver: str = "expectiminimax"
    long: bool = False

    def __str__(self) -> str:
        return f"{self.game}, depth {self.depth}"

    def at(self) -> tuple[AnyGame, Any]:
        game = load(self.game)
        return game, game.initial() if self.position is None else game.parse(self.position)


class Tasks(NamedTuple):
    """What is counted, what is done in plain Python too, how many decisions of Pig, how deep backgammon is timed."""

    counted: tuple[Task, ...]
    plain: tuple[Task, ...]
    decisions: int
    timed: tuple[int, ...]


TINY = Tasks((Task("pig", None, 6),), (Task("pig", None, 4),), 3, (1,))
QUICK = Tasks(
    (
        Task(GAMMON, OPENING, 3), Task(GAMMON, OPENING, 5, long=True), Task("einstein", None, 8),
        Task("pig", None, 9),
    ),
    (Task(GAMMON, OPENING, 3), Task("einstein", None, 6), Task("pig", None, 8)),
    6,
    (3, 5),
)  # fmt: skip
FULL = Tasks(
    (
        Task(GAMMON, OPENING, 2), Task(GAMMON, OPENING, 3), Task(GAMMON, OPENING, 4),
        Task(GAMMON, OPENING, 5, long=True), Task("einstein", None, 6), Task("einstein", None, 8),
        Task("einstein", None, 10, long=True), Task("pig", None, 8), Task("pig", None, 10), Task("pig", None, 12),
    ),
    (
        Task(GAMMON, OPENING, 3), Task(GAMMON, OPENING, 3, "star2"), Task("einstein", None, 6),
        Task("einstein", None, 6, "star2"), Task("pig", None, 9), Task("pig", None, 9, "star2"),
    ),
    7,
    (3, 5),
)  # fmt: skip


def part(tasks: Tasks, rounds: int) -> Part:
    """The whole part."""
    found = Part("i", "dice: nodes of the searches; compiled / plain Python; gametree / OpenSpiel")
    found.rows = [counted(task) for task in tasks.counted]
    for task in tasks.plain:
        contestants = {"compiled": kernel_run(task, compiled=True), "interpreted": kernel_run(task, compiled=False)}
        found.duels += contest(f"{task}, {task.driver}", contestants, rounds, same_nodes=True)
        if task.driver == "expectiminimax":
            contestants = {"compiled": kernel_run(task, compiled=True), "gametree.textbook": textbook_run(task)}
            found.duels += contest(str(task), contestants, rounds, same_nodes=True)
    found.targets.append(Target("compiled / plain Python, nodes/s", overall(found.duels), 100, at_least=True))
    if find_spec("pyspiel") is None:
        found.notes.append("skipped: open_spiel: not installed (pip install 'gametree[bench]')")
    else:
        pig = SpielPig(WINNING, tasks.decisions)
        contestants = {"gametree": pig_run(pig), f"OpenSpiel {version('open_spiel')}": spiel_run(pig)}
        duels = contest(f"pig to {WINNING}, {tasks.decisions} decisions", contestants, rounds, same_nodes=True)
        found.targets.append(Target("gametree / OpenSpiel, nodes/s", overall(duels), 10, at_least=True))
        found.duels += duels
    for depth in tasks.timed:
        seconds, nodes = timed(depth)
        limit = {3: 0.1, 5: 10.0}.get(depth, 1.0)
        what = f"seconds of star2 to depth {depth}, backgammon, opening 3-1 ({nodes:,} nodes)"
        found.targets.append(Target(what, seconds, limit, at_least=False))
    return found


def deepened(searcher: ExpectationSearcher, depth: int) -> Any:
    """What the last of all depths has found."""
    return [searcher.search(d) for d in range(1, depth + 1)][-1]


def counted(task: Task) -> dict[str, str]:
    """The nodes of each search, without and with a table."""
    tell(f"{task}: nodes", 1, 1)
    game, s = task.at()
    row, values = {"search": str(task)}, []
    for tabled in (False, True):
        for driver in DRIVERS:
            name = f"{driver}{', table' if tabled else ''}"
            if task.long and driver == "expectiminimax":
                row[name] = "–"
                continue
            table = Table(TABLE if tabled else 0)
            searcher = ExpectationSearcher(game, line_of(game, s), driver, ExpectationOptions(table=tabled), table)
            values.append(deepened(searcher, task.depth).score)
            row[name] = f"{searcher.nodes:,}"
            table.give_back()
    if max(values) - min(values) > 1e-6:
        raise DisagreementError(f"{task}: the searches find {values}")
    return row


def kernel_run(task: Task, *, compiled: bool) -> Callable[[], Run]:
    """The search of the engine to one depth, without a table, in one of its two forms."""
    game, s = task.at()

    def run() -> Run:
        table = Table(0)
        searcher = ExpectationSearcher(
            game, line_of(game, s), task.driver, ExpectationOptions(table=False), table, compiled=compiled
        )
        begun = searcher.nodes
        seconds, found = clocked(lambda: searcher.search(task.depth))
        return Run(seconds, searcher.nodes - begun, round(found.score, 9))

    return run


def textbook_run(task: Task) -> Callable[[], Run]:
    """The textbook's form, which counts what it does."""
    game, s = task.at()

    def run() -> Run:
        tracer = Tracer()
        seconds, found = clocked(lambda: expectiminimax(game, s, task.depth, tracer=tracer))
        return Run(seconds, tracer.visited, round(found.value, 9))

    return run


def timed(depth: int) -> tuple[float, int]:
    """How long backgammon takes, as a user asks for it the second time, and how many nodes that are; the least of three
    times, on the wall."""
    from gametree.answering.best import best

    game, s = Task(GAMMON, OPENING, depth).at()
    best(game, s, depth=1, algorithm="star2")
    runs = [clocked(lambda: best(game, s, depth=depth, algorithm="star2"), wall=True) for _ in range(3)]
    return min(seconds for seconds, _ in runs), runs[0][1].nodes


# --- Pig as OpenSpiel has it -----------------------------------------------------------------------------------------

WINNING = 12


class PigState(NamedTuple):
    """The scores, what the turn has gathered, whose turn it is, whether the die is rolling, how many decisions went."""

    first: int
    second: int
    gathered: int
    turn: int
    rolling: int
    decisions: int


class SpielPig(Game[PigState]):
    """OpenSpiel's Pig: a player may hold before the first roll, and after a number of decisions it is a draw."""

    repetition = "ignore"
    evaluation = "utility"

    def __init__(self, target: int, decisions: int):
        self.target, self.most = target, decisions

    def initial(self) -> PigState:
        return PigState(0, 0, 0, 0, 0, 0)

    def player(self, s: PigState) -> int:
        return CHANCE if s.rolling else s.turn

    def chances(self, s: PigState) -> Iterator[tuple[int, float]]:
        for number in range(1, 7):
            yield number, 1 / 6

    def actions(self, s: PigState) -> Iterator[int]:
        if (s.first if s.turn == 0 else s.second) + s.gathered < self.target:
            yield 0
        yield 1

    def result(self, s: PigState, a: int) -> PigState:
        if s.rolling:
            if a == 1:
                return PigState(s.first, s.second, 0, 1 - s.turn, 0, s.decisions)
            return PigState(s.first, s.second, s.gathered + a, s.turn, 0, s.decisions)
        if a == 0:
            return PigState(s.first, s.second, s.gathered, s.turn, 1, s.decisions + 1)
        if s.turn == 0:
            return PigState(s.first + s.gathered, s.second, 0, 1, 0, s.decisions + 1)
        return PigState(s.first, s.second + s.gathered, 0, 0, 0, s.decisions + 1)

    def terminal(self, s: PigState) -> bool:
        return s.first >= self.target or s.second >= self.target or s.decisions >= self.most

    def utility(self, s: PigState) -> int:
        return 1 if s.first >= self.target else -1 if s.second >= self.target else 0


def pig_run(game: SpielPig) -> Callable[[], Run]:
    """Ours, to the end of the game: nothing is cut, and there is no table."""

    def run() -> Run:
        table = Table(0)
        searcher = ExpectationSearcher(
            game, line_of(game, None), "expectiminimax", ExpectationOptions(table=False), table
        )
        begun = searcher.nodes
        seconds, found = clocked(lambda: searcher.search(3 * game.most))
        return Run(seconds, searcher.nodes - begun, round(found.score, 9))

    return run


def spiel_run(game: SpielPig) -> Callable[[], Run]:
    """OpenSpiel's expectiminimax in Python over its states in C++, on the same game."""
    minimax, pyspiel = import_module("open_spiel.python.algorithms.minimax"), import_module("pyspiel")
    rules = pyspiel.load_game(f"pig(winscore={game.target},horizon={game.most})")

    def search() -> float:
        return minimax.expectiminimax(rules.new_initial_state(), 3 * game.most, lambda _: 0, 0)[0]

    original, calls = minimax.expectiminimax, 0

    def counting(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return original(*arguments)

    minimax.expectiminimax = counting
    try:
        search()
    finally:
        minimax.expectiminimax = original
    nodes = calls

    def run() -> Run:
        seconds, value = clocked(search, SHORT)
        return Run(seconds, nodes, round(value, 9))

    return run
