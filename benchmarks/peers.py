"""(b) Against what is there: OpenSpiel's Python alpha-beta over its C++ states, easyAI's Negamax, plain Python.

Everybody looks equally far ahead, with an evaluation that is even everywhere: that is how OpenSpiel and easyAI's game
come. Each has its own rules and its own order of moves, so the numbers of nodes differ; all must agree who wins.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.contest import Part, Run, clocked, contest
from benchmarks.plain import AlphaBeta
from gametree.answering.best import best
from gametree.games.connect4 import ConnectFour
from gametree.games.tictactoe import TicTacToe
from gametree.textbook.alphabeta import alphabeta as textbook_alphabeta
from gametree.textbook.support.tracing import Tracer

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

SHORT = 0.02  # seconds: what is done faster is done several times


class EvenConnectFour(ConnectFour):
    """Connect Four with nothing to say at the horizon."""

    def evaluate(self, s: Any) -> int:
        return 0


class Task(NamedTuple):
    """A position, by the actions that lead to it, and a depth that all look ahead. ``easy`` is None where easyAI has no
    such board, or would take minutes."""

    name: str
    game: AnyGame
    spiel: str
    easy: str | None
    actions: tuple[int, ...]
    depth: int

    def state(self) -> Any:
        s = self.game.initial()
        for a in self.actions:
            s = self.game.result(s, a)
        return s


def connect_four(moves: str, depth: int, *, easy: bool = True) -> Task:
    actions = tuple(int(column) - 1 for column in moves)
    name = f"connect4, {moves or 'empty board'}, depth {depth}"
    return Task(name, EvenConnectFour(), "connect_four", "ConnectFour" if easy else None, actions, depth)


SOLVE_TICTACTOE = Task("tictactoe, solved", TicTacToe(), "tic_tac_toe", "TicTacToe", (), 9)
SOLVE_SMALL = Task("connect4 4×5, solved", EvenConnectFour(4, 5), "connect_four(rows=5,columns=4)", None, (), 20)

TINY = (connect_four("", 2),)
QUICK = (SOLVE_TICTACTOE, connect_four("", 7), connect_four("21131727", 7), connect_four("", 10, easy=False))
FULL = (
    SOLVE_TICTACTOE,
    connect_four("", 8),
    connect_four("21131727", 9),
    connect_four("", 12, easy=False),
    SOLVE_SMALL,
)


def part(tasks: tuple[Task, ...], rounds: int) -> Part:
    """The whole part."""
    found = Part("b", "ours / others, nodes/s and time to the same answer")
    makers: dict[str, Callable[[Task], Callable[[], Run] | None]] = {"gametree": gametree_run}
    for package, entries in PEERS.items():
        if find_spec(MODULES[package]) is None:
            found.notes.append(f"skipped: {package}: not installed (pip install 'gametree[bench]')")
        else:
            makers |= {name.format(version(package)): maker for name, maker in entries.items()}
    makers |= {"plain Python": plain_run, "gametree.textbook": textbook_run}
    for task in tasks:
        runs = {name: maker(task) for name, maker in makers.items()}
        found.duels += contest(task.name, {name: run for name, run in runs.items() if run is not None}, rounds)
    return found


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def gametree_run(task: Task) -> Callable[[], Run]:
    """Ours: ``best`` as a user calls it the second time: compiled, its table in memory that was used before, but empty;
    all depths up to the one asked for."""
    s = task.state()
    best(task.game, s, depth=task.depth)

    def run() -> Run:
        seconds, found = clocked(lambda: best(task.game, s, depth=task.depth), SHORT)
        return Run(seconds, found.nodes, _sign(found.value))

    return run


def plain_run(task: Task) -> Callable[[], Run]:
    """A course's alpha-beta over the same rules, interpreted."""
    s, search = task.state(), AlphaBeta(task.game)

    def run() -> Run:
        seconds, value = clocked(lambda: search.search(s, task.depth), SHORT)
        return Run(seconds, search.nodes, _sign(value))

    return run


def textbook_run(task: Task) -> Callable[[], Run]:
    """Our own textbook form, which counts what it does (and could record it)."""
    s = task.state()

    def run() -> Run:
        tracer = Tracer()
        seconds, found = clocked(lambda: textbook_alphabeta(task.game, s, task.depth, tracer=tracer))
        return Run(seconds, tracer.visited, _sign(found.value))

    return run


def spiel_run(task: Task) -> Callable[[], Run]:
    """OpenSpiel's alpha-beta in Python over its states in C++."""
    minimax, pyspiel = import_module("open_spiel.python.algorithms.minimax"), import_module("pyspiel")
    game = pyspiel.load_game(task.spiel)
    state = game.new_initial_state()
    for a in task.actions:
        state.apply_action(a)

    def even(_: object) -> int:
        return 0

    def search() -> Any:
        return minimax.alpha_beta_search(
            game, state=state, value_function=even, maximum_depth=task.depth, maximizing_player_id=0
        )

    nodes = _calls(minimax, "_alpha_beta", search)

    def run() -> Run:
        seconds, (value, _) = clocked(search, SHORT)
        return Run(seconds, nodes, _sign(value))

    return run


def easy_run(task: Task, *, with_table: bool = False) -> Callable[[], Run] | None:
    """easyAI's Negamax on the game that comes with it, without or with a transposition table."""
    if task.easy is None:
        return None
    easy, module = import_module("easyAI"), import_module("easyAI.AI.Negamax")
    rules = getattr(import_module(f"easyAI.games.{task.easy}"), task.easy)

    class Known(rules):
        def ttentry(self) -> tuple[Any, ...]:  # what easyAI asks of a game for its table
            board = self.board
            return (board.tobytes() if hasattr(board, "tobytes") else tuple(board), self.current_player)

    def search() -> float:
        game = Known([easy.Human_Player(), easy.Human_Player()])
        for a in task.actions:
            game.make_move(a)  # columns are 0 to 6 there too
            game.switch_player()
        algorithm = easy.Negamax(task.depth, tt=easy.TranspositionTable() if with_table else None)
        algorithm(game)
        return algorithm.alpha if len(task.actions) % 2 == 0 else -algorithm.alpha

    nodes = _calls(module, "negamax", search)

    def run() -> Run:
        seconds, value = clocked(search, SHORT)
        return Run(seconds, nodes, _sign(value))

    return run


def _calls(module: Any, name: str, search: Callable[[], object]) -> int:
    """How often a search calls a function of its module, itself included: its nodes, counted in a run apart."""
    original, calls = getattr(module, name), 0

    def counting(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        return original(*args, **kwargs)

    setattr(module, name, counting)
    try:
        search()
    finally:
        setattr(module, name, original)
    return calls


MODULES = {"open_spiel": "pyspiel", "easyAI": "easyAI"}
PEERS: dict[str, dict[str, Callable[[Task], Callable[[], Run] | None]]] = {
    "open_spiel": {"OpenSpiel {}": spiel_run},
    "easyAI": {"easyAI {}": easy_run, "easyAI {}, table": lambda task: easy_run(task, with_table=True)},
}
