# pyright: basic
"""Rounds under limits: one thread of the search, the search in progress, and what it has found."""

from __future__ import annotations

import math
import threading
import time as clock
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gametree.compile import constant, guarded, prepare, words_of
from gametree.engine.block import BARRED, MAX_PLY, ROOT
from gametree.engine.driver import Finding, Search
from gametree.engine.dual import facts, in_python
from gametree.engine.mcts.memory import (
    ACTION,
    CROWD,
    DEEP,
    HIGH,
    LENGTH,
    LOW,
    TOTAL,
    UNKNOWN,
    VISITS,
    Block,
    Tree,
)  # fmt: skip
from gametree.engine.mcts.proving import CLOSE
from gametree.engine.mcts.rounds import NO_MEMORY, PROVEN, simulate
from gametree.engine.table import plain_key
from gametree.game import CHANCE, MAX, Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.engine.driver import Limits
    from gametree.engine.mcts.options import MctsOptions
    from gametree.game import AnyGame

simulate_in_python = in_python(simulate)
SLICE = 0.01
"""The kernel runs for about this many seconds before Python looks at the clock."""
BY_DEPTH = 1000
"""With no limit but a depth there are as many rounds to each ply."""
FOREVER = 1 << 62
"""More rounds than there is time for."""
SURE = 0.1
"""On a game clock, a search may end early when this part of its time is over: if no other move can come to as many
visits."""


@dataclass(frozen=True)
class Branch:
    """A move at a node of the tree."""

    action: int
    node: int
    visits: int
    values: tuple[float, ...]
    """The average payoffs in units, within the proven bounds: Max's, or with more than two players one each."""
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    seat: int
    """Whose number counts where moves are compared."""
    length: int
    """The plies to the end that the winner can force at most; UNKNOWN if nobody knows."""

    @property
    def value(self) -> float:
        """Max's average payoff, or with more than two players that of the player who chooses."""
        return self.values[self.seat]

    @property
    def low(self) -> float:
        """The least that it may be."""
        return self.lows[self.seat]

    @property
    def high(self) -> float:
        """The most that it may be."""
        return self.highs[self.seat]

    @property
    def exact(self) -> bool:
        """Is the value certain, for every player?"""
        return all(high - low <= CLOSE for low, high in zip(self.lows, self.highs, strict=True))

    def told(self, scale: int) -> Any:
        """The value in the game's own units: one number, or with more than two players one each."""
        return self.values[0] / scale if len(self.values) == 1 else tuple(v / scale for v in self.values)


@dataclass(frozen=True)
class Tally(Finding):
    """What is known after some rounds. ``score`` is Max's average payoff, in the game's own units; with more than two
    players one for each."""

    branches: tuple[Branch, ...] = ()
    """The moves, the best first."""
    least: float = 0.0
    most: float = 0.0
    """The proven bounds of the value, in the game's own units; with more than two players those of the first."""
    length: int = UNKNOWN


@dataclass(frozen=True)
class OtherLine:
    """One of the next best lines."""

    score: Any
    line: tuple[int, ...]
    whole: bool
    cut_short: bool = False


class MctsSearcher:
    """One thread from one position. Making a compiled one compiles the game, or fetches it from the cache."""

    def __init__(
        self,
        game: AnyGame,
        line: Line,
        options: MctsOptions,
        tree: Tree,
        *,
        compiled: bool = True,
        kernel: Any = None,
    ):
        states = line.states(game)
        self.game, self.state, self.options, self.compiled = game, states[-1], options, compiled
        self.table = tree
        earlier: list[Any] = [game.position(s) for s in states[:-1]] if constant(game, "_repeats") else []
        self.root: Any = self.state
        if compiled:
            self.root = words_of(self.state)
            earlier = [plain_key(words_of(position)) for position in earlier]
        self.block = Block(game, tree, options, earlier, plain=not compiled)
        self.kernel = kernel if compiled else guarded(simulate_in_python, game)
        if self.kernel is None:
            self.kernel = prepare(simulate, *arguments(game, self.root, 1, options, self.block.address))

    @cached_property
    def facts(self) -> Any:
        """The game for the kernel in plain Python."""
        return facts(self.game)

    @property
    def nodes(self) -> int:
        """How many rounds there were so far."""
        return self.block.nodes

    @property
    def deepest(self) -> int:
        """The deepest ply of the tree."""
        return self.block.deepest

    @property
    def stopped(self) -> bool:
        """Was the search stopped, or did it stop itself?"""
        return self.block.stopped

    def stop(self) -> None:
        """Stop as soon as possible; may be called from any thread."""
        self.block.stop()

    def bar(self, actions: tuple[int, ...]) -> None:
        """Leave these moves of the root out."""
        self.block.words[BARRED] = len(actions)
        for i, action in enumerate(actions):
            self.block.arrays[ROOT][i] = action

    def keep(self) -> None:
        """There is nothing to keep aside."""

    def rounds(self, n: int) -> int:
        """Do this many rounds; returns why they ended."""
        game = self.game if self.compiled else self.facts
        return int(self.kernel(*arguments(game, self.root, n, self.options, self.block.address)))


def arguments(game: Any, root: Any, rounds: int, options: MctsOptions, address: Any) -> tuple:
    """The arguments of the kernel."""
    return game, root, rounds, options.extras, address


class MctsSearch(Search):
    """A search in progress."""

    main: Any
    searchers: list[Any]

    def _set_up(self) -> None:
        limits = self.limits
        nodes = limits.nodes
        if limits.depth is not None and nodes is None and limits.time is None and limits.clock is None:
            nodes = BY_DEPTH * limits.depth
        self.calm = threading.Condition()
        self.active, self.waiting, self.turn = len(self.searchers), 0, 0
        for searcher in self.searchers:
            searcher.bar(self.barred)
            searcher.block.words[DEEP] = min(limits.depth or MAX_PLY, MAX_PLY)
            searcher.block.words[CROWD] = len(self.searchers) > 1
        self.left = nodes if nodes is not None else FOREVER
        """How many rounds there may still be, for all threads together."""
        self.earlier = 0
        """How many rounds there were before the clock began to run."""

    def take_limits(self, limits: Limits) -> None:
        with self.calm:
            self.limits, self.begun = limits, clock.perf_counter()
            self.earlier = sum(s.nodes for s in self.searchers)
            self.left = limits.nodes if limits.nodes is not None else FOREVER

    @property
    def is_simple(self) -> bool:
        return False

    def _search(self) -> None:
        if self._go_round(self.main):  # the others finish their rounds
            with self.calm:
                while self.active:
                    self.calm.wait()

    def _help(self, number: int, searcher: Any) -> None:
        try:
            self._go_round(searcher)
        except BaseException as error:
            self.error = self.error or error
            self.stop()

    def _go_round(self, searcher: MctsSearcher) -> bool:
        """Slices of rounds, until a limit is reached or the value is known. Were all the rounds done?"""
        size = 1
        try:
            while not searcher.stopped:
                before, begun = searcher.nodes, clock.perf_counter()
                with self.calm:
                    taken = min(size, self.left)
                    self.left -= taken
                if taken == 0:
                    return True
                why = searcher.rounds(taken)
                with self.calm:
                    self.left += taken - (searcher.nodes - before)
                if why == NO_MEMORY:
                    self._tidy(searcher)
                elif why == PROVEN or self._is_enough():
                    return False
                else:
                    size = max(1, min(2 * taken, int(taken * SLICE / max(clock.perf_counter() - begun, 1e-6))))
            return False
        finally:
            with self.calm:
                self.active -= 1
                self.calm.notify_all()

    def _tidy(self, searcher: MctsSearcher) -> None:
        """The tree is full. The last thread to notice makes room; the others wait."""
        with self.calm:
            turn = self.turn
            self.waiting += 1
            while self.turn == turn and self.waiting < self.active:
                self.calm.wait()
            if self.turn == turn:
                with self.changing:
                    searcher.rounds(0)
                self.turn, self.waiting = turn + 1, 0
                self.calm.notify_all()

    def _is_enough(self) -> bool:
        """On a game clock: is the time over, or can no other move become the most visited one any more?"""
        if not self.limits.clock:
            return False
        allotment, seconds = self.limits.clock.allotment(), clock.perf_counter() - self.begun
        if seconds >= allotment:
            return True
        visits = [int(self.main.table.arrays[VISITS][n]) for n in self.main.table.children(0)]
        if len(visits) > 1 and seconds < SURE * allotment:
            return False
        speed = (sum(s.nodes for s in self.searchers) - self.earlier) / max(seconds, 1e-6)
        return is_decided(visits, speed * (allotment - seconds))

    # --- what it has found -------------------------------------------------------------------------------------

    @property
    def finding(self) -> Tally | None:
        with self.changing:
            return self._found()

    def _found(self) -> Tally | None:
        game, tree = self.game, self.main.table
        earlier: Any = self.relay.earlier if self.relay is not None else None
        nodes, seconds = self.spent()
        if earlier is not None and nodes < earlier.nodes:
            return replace(earlier, seconds=seconds)
        if not tree.arrays:
            return self._last
        branches = ranked(tree, 0, game.player(self.main.state), constant(game, "_even"))
        branches = tuple(b for b in branches if b.action not in self.barred)
        scale = constant(game, "_scale")
        if not branches:
            return None
        root, best = known_of(tree, 0, 0, 0), branches[0]
        low, high = root.low, root.high
        lines = [tuple(follow(game, tree, self.main.state, b)) for b in branches[: self.lines]]
        chance = game.player(self.main.state) == CHANCE
        whole = root.exact and not self.barred
        if high - low <= CLOSE:  # with chance they are sums of floats
            low = high = round((low + high) / 2, 6)
        others: Any = tuple(
            OtherLine(b.told(scale), line, b.exact) for b, line in zip(branches[1:], lines[1:], strict=False)
        )
        self._last = Tally(
            depth=len(lines[0]),
            score=(root if chance or (whole and tree.seats > 1) else best).told(scale),
            line=() if chance else lines[0],
            whole=whole,
            others=() if chance else others,
            mover=game.player(self.main.state),
            nodes=nodes, seconds=seconds, deepest=max(s.deepest for s in self.searchers), table=tree.use(),
            compiled=self.main.compiled, branches=branches,
            least=low / scale, most=high / scale, length=int(tree.arrays[LENGTH][0]),
        )  # fmt: skip
        return self._last

    _last: Tally | None = None


def is_decided(visits: list[int], coming: float) -> bool:
    """Has one move so many visits that no other can catch up in the rounds that are still to come?

    >>> is_decided([500, 300, 20], 100), is_decided([500, 300, 20], 250), is_decided([12], 1000), is_decided([], 1)
    (True, False, True, False)
    """
    first, *others = sorted(visits, reverse=True) or [0]
    return first > 0 and first - max(others, default=-math.inf) > coming


def known_of(tree: Tree, node: int, action: int, seat: int) -> Branch:
    """What is known of a node to which an action leads."""
    facts, visits = tree.arrays, int(tree.arrays[VISITS][node])
    items = range(node * tree.seats, (node + 1) * tree.seats)
    lows, highs = (tuple(float(facts[which][i]) for i in items) for which in (LOW, HIGH))
    means = [
        int(facts[TOTAL][i]) / visits if visits else (low + high) / 2
        for i, low, high in zip(items, lows, highs, strict=True)
    ]
    values = tuple(min(max(mean, low), high) for mean, low, high in zip(means, lows, highs, strict=True))
    return Branch(action, node, visits, values, lows, highs, max(seat, 0), int(facts[LENGTH][node]))


def ranked(tree: Tree, node: int, player: int, even: int) -> tuple[Branch, ...]:
    """The moves from a node, the best first.

    The most visited move comes first, unless another one is proven to be as good as the average of that one. Among
    proven wins the soonest comes first, among proven losses the latest.
    """
    facts = tree.arrays
    found: list[Branch] = []
    for n in tree.children(node):
        found.append(known_of(tree, n, int(facts[ACTION][n]), player if tree.seats > 1 else 0))
    if player == CHANCE:
        return tuple(found)
    sign = 1 if player == MAX or tree.seats > 1 else -1

    def sure(b: Branch) -> float:
        return b.low if sign > 0 else -b.high

    def haste(b: Branch) -> int:
        if not b.exact or abs(b.value - even) <= CLOSE:
            return 0
        return -b.length if sign * (b.value - even) > 0 else b.length

    found.sort(key=lambda b: (b.visits, sign * b.value), reverse=True)
    open_ones = [b for b in found if not b.exact]
    best = max(found, key=lambda b: (sure(b), haste(b), b.visits), default=None)
    leader = open_ones[0] if open_ones else None
    if best is not None and (leader is None or sure(best) >= sign * leader.value - CLOSE):
        leader = best
    if leader is None:
        return ()
    rest = [b for b in found if b is not leader]
    rest.sort(key=lambda b: b.exact and sign * b.value < sign * leader.value)  # what is certainly worse comes last
    return (leader, *rest)


def follow(game: AnyGame, tree: Tree, s: Any, branch: Branch) -> Iterator[int]:
    """The best line that begins with a move, up to where the tree ends or chance decides."""
    for _ in range(MAX_PLY):
        yield branch.action
        s = game.result(s, branch.action)
        player = game.player(s)
        if player == CHANCE or not tree.children(branch.node):
            return
        branch = ranked(tree, branch.node, player, constant(game, "_even"))[0]
        if branch.visits == 0 and not branch.exact:
            return
