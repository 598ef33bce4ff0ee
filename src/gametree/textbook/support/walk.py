"""A walk through a game tree: what the printed algorithms do not spell out.

A book's algorithm asks for a state's children, whether to stop there, and for its value. The walk answers, and handles
what else belongs to the path from the root: positions that come back, endless loops, the clock, and the record of every
step. An algorithm enters a node, and leaves it with its value; in between it reads as it is printed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, cast

from gametree.claims import Evidence, claim
from gametree.errors import GameError
from gametree.game import (
    CHANCE,
    MAX,
    AnyGame,
    even_payoff,
    is_illegal,
    line_of,
    payoff,
    provides,
    repetition_payoff,
    worth,
)
from gametree.textbook.ordering import sort
from gametree.textbook.support.scores import estimate, scale_of, shares, tidy
from gametree.textbook.support.tracing import Tracer, player_name
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from gametree.analysis import Value
    from gametree.game import Payoff

State = Any
Line = tuple[int, ...]

CAME_BACK = "the position came back"


@dataclass(frozen=True)
class Result:
    """The answer of a textbook search. Values are Max's, in the game's own units, or one per player."""

    value: Value
    action: int | None
    line: Line
    """The moves of best play by both sides, as far as the search knows them."""
    depth: int | None = None
    bound: str = "exact"
    """``exact``, ``lower`` (at least this) or ``upper`` (at most this)."""
    proven: bool = False
    """The value is the value of the game from here with best play, not an estimate."""
    note: str = ""
    certain: bool = field(default=False, repr=False)
    """Are value and bound certain: ``proven``, or a proven bound?"""


class _Node:
    """A node on the path from the root to the current node."""

    __slots__ = ("alpha", "beta", "end", "id", "last", "leaf", "left", "payoff", "player", "position", "state")

    def __init__(self, id: int, state: State, player: int, alpha: float | None, beta: float | None):
        self.id, self.state, self.player, self.alpha, self.beta = id, state, player, alpha, beta
        self.position: Any = state
        self.end = ""
        self.payoff: Payoff = 0
        self.leaf = False
        self.left = 0  # children not looked at yet
        self.last: int | None = None  # the number of the child that was left last


class Walk:
    """A depth-first walk through a game's tree, from a position.

    >>> from gametree import load
    >>> walk = Walk("by hand", load("tree", tree=[3, 5]), None, None, None)
    >>> walk.enter(walk.root)                               # Max is to move
    0
    >>> for a, child in walk.children(walk.root):
    ...     _, _ = walk.enter(child, a), walk.over(child)
    ...     print(a, walk.leave(*walk.leaf(child)))
    0 (3, ())
    1 (5, ())
    >>> walk.result(*walk.leave(5, (1,))).value
    5

    ``endless`` allows loops although no depth is given. ``pathless`` is for searches that ignore the path: a position
    that comes back ends them with an error. ``selective`` searches leave out moves without proof. ``printed`` is a form
    with a flaw, as a book prints it. Neither ever proves anything. ``limited`` says that estimates will be used even
    without a depth.
    """

    def __init__(
        self,
        algorithm: str,
        game: AnyGame,
        position: Any,
        depth: int | None,
        tracer: Tracer | None,
        *,
        ordering: str = "given",
        everyone: bool = False,
        endless: bool = False,
        pathless: bool = False,
        selective: bool = False,
        printed: bool = False,
        limited: bool | None = None,
    ):
        check_depth(depth)
        if game.players > 2 and not everyone:
            raise GameError(f"{algorithm} is for two players, but {title(game)} has {game.players}: use maxn")
        self.algorithm, self.game = algorithm, game
        self.history: list[State] = line_of(game, position).states(game)
        self.root: State = self.history.pop()
        _check_hashable(self.root)
        self.depth = inf if depth is None else depth
        self.scale = scale_of(game, limited=depth is not None if limited is None else limited)
        self.tracer = tracer if tracer is not None else Tracer()
        self.tracer.scale = self.scale
        self.everyone, self.pathless = everyone, pathless
        self.unproven = selective or printed
        self.hero = MAX  # the player who maximises; in ``paranoid`` the mover at the root
        self.needs_end = depth is None and not endless
        self.horizon = 0  # leaves with estimates
        self.announcement = ""
        self.limits: tuple[float, float] | None = None  # what every leaf must lie within
        self.outside = "the window that was given ends there"
        self.hints: dict[State, int] = {}  # moves to try first
        self._sort = sort(ordering, self)
        self._ruled = game.repetition != "ignore" or provides(game, "repeated")
        self._illegal = game.repetition == "illegal" and not provides(game, "repeated")
        self._seen = Counter(game.position(s) for s in self.history)
        self._path: list[_Node] = []
        self._on_path: dict[State, int] = {}
        self._actions: list[int | None] = []

    # --- going down and up -------------------------------------------------------------------------------------------

    def enter(self, s: State, a: int | None = None, alpha: float | None = None, beta: float | None = None) -> int:
        """Enter a node; return whose turn it is."""
        parent = self._path[-1].id if self._path else None
        self.tracer.generated += parent is None  # the others are counted where they are made
        player = self.game.player(s)
        node = _Node(self.tracer.visit(self.game, s, player, parent, a, len(self._path)), s, player, alpha, beta)
        if s in self._on_path and self.needs_end:
            what = advice(self.game, depth=not (self.pathless and self._ruled))
            raise self._loop(s, a, f"{self.algorithm} needs a game that ends; {what}")
        if self._ruled:
            node.position = self.game.position(s)
            self._seen[node.position] += 1
        self._path.append(node)
        self._actions.append(a)
        self._on_path.setdefault(s, len(self._path) - 1)
        if self.tracer.keeps():
            self.tracer.record("enter", node.id, None, self.announcement, alpha, beta)
            self.announcement = ""
        return player

    def leave(self, value: Any, line: Line = (), found: float | None = None) -> tuple[Any, Line]:
        """Go back up with the node's value and the line that it comes from, which are returned.

        ``found`` is the best value of the children, if a fail-hard search returns the bound of the window instead.
        """
        node = self._path.pop()
        if self._path:
            self._path[-1].last = node.id
        self._actions.pop()
        if self._on_path[node.state] == len(self._path):
            del self._on_path[node.state]
        if self._ruled:
            self._seen[node.position] -= 1
        if not node.leaf:
            self.tracer.record("leave", node.id, value, self._limits(node, value, found), node.alpha, node.beta)
        return value, line

    @property
    def ply(self) -> int:
        """How many moves below the root the present node is."""
        return len(self._path) - 1

    @property
    def last(self) -> int | None:
        """The number of the present node's child that was left last."""
        return self._path[-1].last

    def earlier(self, s: State) -> int:
        """The ply at which the path came to this position first; −1 before the root."""
        position = self.game.position(s)
        if any(self.game.position(h) == position for h in self.history):
            return -1
        return next(i for i, node in enumerate(self._path) if self.game.position(node.state) == position)

    def leans(self, s: State) -> float:
        """The ply of the state above that the present leaf's value depends on; infinite if it depends on none."""
        return self.earlier(s) if self._path[-1].end == CAME_BACK else inf

    # --- where to stop -----------------------------------------------------------------------------------------------

    def over(self, s: State) -> bool:
        """Is the game over at the present node: an end, a draw by rule, or a position that came back?"""
        node = self._path[-1]
        node.end = self._end(node, s)
        return node.end != ""

    def ends(self, s: State, depth: float) -> bool:
        """The cut-off test: is the game over at the present node, or is the search?"""
        return self.over(s) or depth <= 0

    def leaf(self, s: State) -> tuple[Any, Line]:
        """The value of the present node, at which the game is over or the search stops; and no line."""
        node = self._path[-1]
        if node.end:
            value, why = self._measure(node.payoff, self.scale.payoff), node.end
        else:
            value, why = self.estimate(s), "the horizon: an estimate"
            self.horizon += 1
        if self.limits and not self.limits[0] <= value <= self.limits[1]:
            low, high = self.limits
            found = f"a leaf is worth {self.scale.show(value)}, which is outside [{low}, {high}]"
            raise GameError(f"{self.algorithm}: {found}: pruning would be wrong")
        self.tracer.evaluated += 1
        self.tracer.record("leaf", node.id, value, why, node.alpha, node.beta)
        node.leaf = True
        return value, ()

    def estimate(self, s: State) -> Any:
        """The score of a state that is not searched."""
        return self._measure(estimate(self.game, s), self.scale.estimate)

    def stand_pat(self, s: State, alpha: float, beta: float) -> float:
        """The estimate of the present node, at which the search goes on nevertheless."""
        value = self.estimate(s)
        self.horizon += 1
        self.tracer.evaluated += 1
        self.update(value, alpha, beta, "not quiet; an estimate to fall back on")
        return value

    # --- children ----------------------------------------------------------------------------------------------------

    def children(self, s: State, actions: Iterable[int] | None = None) -> Iterator[tuple[int, State]]:
        """The actions of the present node (or those given) in the order of the search, each with the state after it."""
        self.tracer.expanded += 1
        node, actions = self._path[-1], self.actions(s) if actions is None else list(actions)
        node.left = len(actions)
        for a, child in self._sort(s, self._made(s, actions)):
            node.left -= 1
            if self._illegal and self._comes_back(child, a):
                if self.tracer.keeps():
                    name = self.game.name(s, a)
                    self.tracer.record("skip", node.id, None, f"{name} would bring a position back: illegal")
                continue
            yield a, child

    def outcomes(self, s: State) -> Iterator[tuple[float, int, State]]:
        """The outcomes of chance at the present node: probability, outcome, the state after it."""
        if self.scale.relative:
            what = "estimates in the units of the payoff (evaluation = 'utility'), because chance averages them"
            raise GameError(f"{self.algorithm} to a depth needs {what}; those of {title(self.game)} are relative")
        self.tracer.expanded += 1
        node, found = self._path[-1], list(self.game.chances(s))
        node.left = len(found)
        for a, p in found:
            node.left -= 1
            self.tracer.generated += 1
            yield p, a, self.game.result(s, a)

    def actions(self, s: State) -> list[int]:
        """The actions of a player's node, in the order to try them."""
        if self.game.player(s) == CHANCE:
            others = "expectiminimax and alphabeta_chance do"
            raise GameError(f"{self.algorithm} has no chance nodes, but {title(self.game)} has; {others}")
        actions = list(self.game.actions(s))
        if not actions:
            raise GameError(f"{title(self.game)} has no actions in a state that is not terminal: {s}")
        if s in self.hints:
            actions.sort(key=lambda a: a != self.hints[s])
        return actions

    def _made(self, s: State, actions: Iterable[int]) -> Iterator[tuple[int, State]]:
        for a in actions:
            self.tracer.generated += 1
            yield a, self.game.result(s, a)

    # --- what is written down ----------------------------------------------------------------------------------------

    def update(
        self,
        value: Value,
        alpha: float | None = None,
        beta: float | None = None,
        why: str = "",
        best: int | None = None,
    ) -> None:
        """The best that the mover has found so far is this, within the window as it was: it narrows here.

        It comes from the child that was left last, or from the one with the number ``best``.
        """
        if self.tracer.keeps():
            node = self._path[-1]
            why = why or self._has(node, value, alpha, beta)
            if alpha is not None and beta is not None and not isinstance(value, tuple):
                alpha, beta = (max(alpha, value), beta) if node.player == self.hero else (alpha, min(beta, value))
            self.tracer.record("update", node.id, value, why, alpha, beta, node.last if best is None else best)

    def _has(self, node: _Node, value: Value, alpha: float | None, beta: float | None) -> str:
        who, show = player_name(node.player, self.game.players), self.scale.show
        if isinstance(value, tuple) or alpha is None or beta is None:
            return f"{who} has {show(value)} now"
        if node.player == self.hero and value <= alpha:
            return f"{who} has at most {show(value)} so far, no more than α {show(alpha)}"
        if node.player != self.hero and value >= beta:
            return f"{who} has at least {show(value)} so far, no less than β {show(beta)}"
        return f"{who} has {show(value)} now"

    def cut(self, value: float, limit: float, because: str = "") -> None:
        """The rest of the present node's children, if there are any, cannot matter: ``value`` has reached ``limit``."""
        node, root, show = self._path[-1], self._path[0], self.scale.show
        if node.left == 0:
            return
        self.tracer.cut += 1
        if self.tracer.keeps():
            one, other = (
                ("Max", "Min") if self.game.players <= 2 else (player_name(self.hero, self.game.players), "the others")
            )
            if node.player == self.hero or (node.player == CHANCE and limit == node.beta):
                reached, window = f"{show(value)} ≥ β {show(limit)}", (value, limit)
                holder, given = other, limit == root.beta
            else:
                reached, window = f"{show(value)} ≤ α {show(limit)}", (limit, value)
                holder, given = one, limit == root.alpha
            has = "has" if holder != "the others" else "have"
            because = because or (self.outside if given else f"{holder} already {has} {show(limit)}")
            if node.player == CHANCE or node.alpha is None:
                window = node.alpha, node.beta
            self.tracer.record("cut", node.id, value, f"cut: {reached}; {because}", *window)

    def skip(self, s: State, children: list[tuple[int, State]], why: str) -> None:
        """Some of the present node's children are left out without proof."""
        self.tracer.cut += bool(children)
        for a, _ in children:
            if self.tracer.keeps():
                self.tracer.record("skip", self._path[-1].id, None, f"{self.game.name(s, a)}: {why}")

    def hit(self, value: Value | None, why: str) -> None:
        """The present node's value, or something else that is needed there, is known already."""
        node = self._path[-1]
        self.tracer.hits += 1
        self.tracer.record("hit", node.id, value, why, node.alpha, node.beta)

    def announce(self, why: str) -> None:
        """Words that go with the next node that is entered (a new iteration, another window)."""
        self.announcement = why

    # --- the answer --------------------------------------------------------------------------------------------------

    def result(
        self,
        value: Any,
        line: Line,
        alpha: float = -inf,
        beta: float = inf,
        *,
        depth: int | None = None,
        note: str = "",
    ) -> Result:
        """The answer of the search, which had this window."""
        reached = depth if depth is not None else None if self.depth == inf else int(self.depth)
        action = line[0] if line else None
        if isinstance(value, tuple):
            paid: Value = tuple(self.scale.value(v) for v in cast("tuple[float, ...]", value))
            side, decided = "exact", False
        else:
            paid, decided = tidy(self.scale.value(value)), self.scale.sure(value)
            side = "upper" if -inf < alpha >= value else "lower" if inf > beta <= value else "exact"
        whole, trusted = self.horizon == 0, not self.unproven
        claimed = claim(self.game, Evidence(paid, side=side, whole=whole, decided=decided, trusted=trusted))
        certain = claimed.proven or claimed.least is not None
        bound = claimed.bound if side == "exact" else side  # a value outside the window stays a bound
        return Result(claimed.value, action, line, reached, bound, claimed.proven and bound == "exact", note, certain)

    def settled(self, value: float) -> bool:
        """Is this a win or a loss that was found, and the highest or lowest payoff there is: final at any depth?"""
        return not self.unproven and self.scale.sure(value) and self.scale.value(value) in self.game.bounds

    # --- inside ------------------------------------------------------------------------------------------------------

    def _end(self, node: _Node, s: State) -> str:
        """Why the game is over at a node, if it is."""
        game = self.game
        if game.terminal(s):
            node.payoff = payoff(game, s)
            return "the end"
        if game.drawn(s):
            node.payoff = payoff(game, s)
            return "a draw by rule"
        if self._ruled and len(self._path) > 1 and self._seen[node.position] >= game.recurrence:
            repeated = repetition_payoff(game, [*self.history, *(n.state for n in self._path)])
            if repeated is not None and not is_illegal(repeated):
                if self.pathless:
                    raise self._loop(s, None, f"{self.algorithm} knows states without their history; {advice(game)}")
                node.payoff = repeated
                return CAME_BACK
        if self._illegal and all(self._comes_back(game.result(s, a), a) for a in self.actions(s)):
            node.payoff = even_payoff(game)
            return "no move that would not bring a position back"
        return ""

    def _comes_back(self, child: State, a: int) -> bool:
        back = self._seen[self.game.position(child)] + 1 >= self.game.recurrence
        if back and self.pathless:
            raise self._loop(child, a, f"{self.algorithm} knows states without their history; {advice(self.game)}")
        return back

    def _measure(self, found: Payoff, score: Callable[[float], float]) -> Any:
        if self.everyone:
            return tuple(score(u) for u in shares(self.game, found))
        return score(tidy(worth(found)))

    def _limits(self, node: _Node, value: Any, found: float | None) -> str:
        """In words: a value at or outside the node's window is a bound; also the value that was found, if it
        differs."""
        if node.alpha is None or node.beta is None or isinstance(value, tuple):
            return ""
        bound = "at most this" if value <= node.alpha else "at least this" if value >= node.beta else ""
        if found is None or found == value or not bound:
            return bound
        return f"{bound}: {self.scale.show(found)} was found, and {'α' if value <= node.alpha else 'β'} is returned"

    def _loop(self, s: State, a: int | None, advice: str) -> GameError:
        first = max(0, self.earlier(s))
        states = [node.state for node in self._path[first:]]
        actions = [x for x in [*self._actions[first + 1 :], a] if x is not None]
        return loop_error(self.game, states, actions, advice)


def advice(game: AnyGame, *, depth: bool = False) -> str:
    """Advice for a game with loops: give a ``depth`` if that helps, or use an algorithm that needs none.

    >>> from gametree import load
    >>> advice(load("tree:example=loop"), depth=True)
    'give a depth, or use label or repeated'
    """
    ways: list[str] = []
    if game.players <= 2 and not provides(game, "chances"):
        ruled = game.repetition != "ignore" or provides(game, "repeated")
        if game.repetition in ("draw", "ignore") and not provides(game, "repeated"):
            ways.append("label")  # for it a loop is a draw
        if ruled:
            ways.append("repeated")  # it ends a path by the repetition rule
    use = [f"use {' or '.join(ways)}"] if ways else []
    return ", or ".join(["give a depth", *use] if depth or not use else use)


def loop_error(game: AnyGame, states: list[State], actions: list[int], advice: str) -> GameError:
    """The loop that a search has found, as the error that says so."""
    moves = " ".join(game.name(s, a) for s, a in zip(states, actions, strict=False))
    start = " / ".join(game.text(states[0]).split("\n"))
    return GameError(f"{title(game)} can go on for ever: from {start} the moves {moves} lead back; {advice}")


def check_depth(depth: Any) -> None:
    """Is this a depth?"""
    if depth is not None and (not isinstance(depth, int) or isinstance(depth, bool) or depth < 0):
        raise GameError(f"a depth is a whole number of moves, 0 or more, not {depth!r}")


def one_of(option: str, value: str, *possible: str) -> None:
    """Is this one of the possibilities?"""
    if value not in possible:
        raise GameError(f"{option} must be one of {', '.join(possible)}, not {value!r}")


def _check_hashable(s: State) -> None:
    try:
        hash(s)
    except TypeError:
        raise GameError(f"states must be hashable, but {type(s).__name__} is not: use tuples") from None
