# pyright: basic, reportCallIssue=false
"""The graph of a game: every position that can be reached, numbered, with its moves, kept as rows of numbers.

Expectations are computed in many rounds; the moves are kept, so that the rules are called only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile import (
    NotCompiledError,
    RowForm,
    kernel,
    loosened,
    pack,
    prepare,
    row_form,
    row_of,
    squeezed,
    state_of,
    unpack,
    words_of,
)
from gametree.compile.interpreted import tell_interpreted
from gametree.engine.dual import inner
from gametree.engine.perft import outcomes
from gametree.engine.table import key_of, plain_key
from gametree.errors import GameError
from gametree.game import CHANCE, over, payoff
from gametree.solving.attend import DONE, STATUS, STOP, WHERE, attend
from gametree.solving.ends import as_worth, ended, final_worth
from gametree.solving.words import load_row
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.solving.task import Task

END = 2
"""The mover of a position in which the game is over."""
FINE, NO_ROOM, NO_MOVES, NO_PLAYER, BAD_ODDS = range(5)
"""How a round of the exploration ended."""
COUNT, EDGES, WORDS = range(4, 7)
"""Further words that are shared: how many positions and moves there are so far."""
ROUNDING = 1e-9
"""The probabilities of a chance node must sum to 1 within this."""


@inner
def number_of(words, states, slots, shared):
    """The number of a position, perhaps a new one; -1 if there is no room for it."""
    mask = len(slots) - 1
    h = key_of(words) & mask
    while slots[h] != 0:
        n = slots[h] - 1
        w = 0
        while w < len(words) and states[n, w] == words[w]:
            w += 1
        if w == len(words):
            return n
        h = (h + 1) & mask
    n = shared[COUNT]
    if n == len(states):
        return -1
    for w in range(len(words)):
        states[n, w] = words[w]
    slots[h] = n + 1
    shared[COUNT] = n + 1
    return n


@kernel
def explore(game, like, states, slots, heads, children, odds, movers, worths, shared):
    """Visit the positions from number DONE on, until there are no new ones or the rows are full.

    Position n is the row ``states[n]``; its moves lead to ``children[heads[n]:heads[n + 1]]``, with probabilities
    ``odds`` if chance moves. ``slots`` finds numbers by hash: 0 is free, n + 1 is position n.
    """
    shared[STATUS] = FINE
    if slots[0] < 0:  # the slots are new: enter all positions again
        slots[0] = 0
        known, shared[COUNT] = shared[COUNT], 0
        for n in range(known):
            number_of(load_row(like, states[n].ctypes.data), states, slots, shared)
    while shared[DONE] < shared[COUNT]:
        n = shared[DONE]
        if n & 255 == 0 and shared[STOP]:
            return
        s = unpack(game, loosened(like, load_row(like, states[n].ctypes.data)))
        edge = heads[n]
        if ended(game, s):
            movers[n], worths[n] = END, final_worth(game, s)
        else:
            mover = game.player(s)
            movers[n] = mover
            total = 0.0
            if mover == CHANCE:
                for outcome, p in outcomes(game, s):
                    child = number_of(squeezed(like, pack(game.result(s, outcome))), states, slots, shared)
                    if child < 0 or edge == len(children):
                        shared[STATUS] = NO_ROOM
                        return
                    children[edge], odds[edge] = child, p
                    total += p
                    edge += 1
                if abs(total - 1) > ROUNDING:
                    shared[STATUS], shared[WHERE] = BAD_ODDS, n
                    return
            else:
                for a in game.actions(s):
                    child = number_of(squeezed(like, pack(game.result(s, a))), states, slots, shared)
                    if child < 0 or edge == len(children):
                        shared[STATUS] = NO_ROOM
                        return
                    children[edge] = child
                    edge += 1
                if mover < 0 or mover > 1:
                    shared[STATUS], shared[WHERE] = NO_PLAYER, n
                    return
            if edge == heads[n]:
                shared[STATUS], shared[WHERE] = NO_MOVES, n
                return
        heads[n + 1] = shared[EDGES] = edge
        shared[DONE] = n + 1


@dataclass
class ChanceGraph:
    """The positions of a game and its moves, as ``explore`` lays them out; the start is number 0."""

    game: AnyGame
    heads: np.ndarray
    children: np.ndarray
    odds: np.ndarray
    movers: np.ndarray
    worths: np.ndarray
    """Max's worth of the ends; 0 elsewhere."""
    states: np.ndarray | None = None
    slots: np.ndarray | None = None
    form: RowForm | None = None
    """How a row holds a position."""
    numbers: dict[Any, int] | None = None
    """The positions, if the game is not compiled."""

    def __len__(self) -> int:
        return len(self.movers)

    def find(self, state: Any) -> int | None:
        """The number of a position; None if it cannot be reached."""
        if self.numbers is not None:
            return self.numbers.get(state)
        assert self.slots is not None
        assert self.states is not None
        assert self.form is not None
        words = self.form.row(words_of(state))
        if words is None:
            return None
        h = plain_key(words) & len(self.slots) - 1
        while self.slots[h]:
            n = int(self.slots[h]) - 1
            if tuple(self.states[n]) == words:
                return n
            h = (h + 1) & len(self.slots) - 1
        return None


def graph_of(game: AnyGame, start: Any, task: Task) -> ChanceGraph:
    """Every position that can be reached from the start, with its moves.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("tictactoe")
    >>> graph = graph_of(game, game.initial(), Task())
    >>> len(graph), len(graph.children), graph.find(game.parse("1 2 3"))
    (5478, 16167, 82)
    """
    try:
        return _compiled(game, start, task)
    except NotCompiledError as error:
        tell_interpreted(game, error)
        return _interpreted(game, start, task)


def _compiled(game: AnyGame, start: Any, task: Task) -> ChanceGraph:
    like = row_form(game)
    room, edges = 1 << 12, 1 << 14
    states, slots = np.zeros((room, len(like)), np.int64), np.zeros(2 * room, np.int32)
    heads, movers, worths = np.zeros(room + 1, np.int64), np.zeros(room, np.int8), np.zeros(room)
    children, odds = np.zeros(edges, np.int32), np.zeros(edges)
    shared = np.zeros(WORDS, np.int64)
    states[0], shared[COUNT], slots[0] = row_of(game, like, start), 1, -1
    run = prepare(explore, game, like, states, slots, heads, children, odds, movers, worths, shared)
    while True:
        arrays = (states, slots, heads, children, odds, movers, worths)
        attend(task, "exploring", lambda arrays=arrays: run(game, like, *arrays, shared), shared)
        if shared[STATUS] != NO_ROOM:
            break
        if 2 * sum(array.nbytes for array in arrays) > task.memory:
            raise _too_large(game, int(shared[COUNT]), task)
        if 2 * shared[COUNT] > len(states):
            room = 2 * len(states)
            states, movers, worths = _longer(states, room), _longer(movers, room), _longer(worths, room)
            heads, slots = _longer(heads, room + 1), np.zeros(2 * room, np.int32)
            slots[0] = -1
        if 2 * shared[EDGES] > len(children):
            children, odds = _longer(children, 2 * len(children)), _longer(odds, 2 * len(odds))
    if shared[STATUS] != FINE:
        raise _mistake(game, state_of(game, like.words(states[shared[WHERE]].tolist())), int(shared[STATUS]))
    count, edges = int(shared[COUNT]), int(shared[EDGES])
    return ChanceGraph(
        game,
        heads[: count + 1],
        children[:edges],
        odds[:edges],
        movers[:count],
        worths[:count],
        states,
        slots,
        form=like,
    )


def _longer(array: np.ndarray, length: int) -> np.ndarray:
    new = np.zeros((length, *array.shape[1:]), array.dtype)
    new[: len(array)] = array
    return new


def _interpreted(game: AnyGame, start: Any, task: Task) -> ChanceGraph:
    """The same in plain Python."""
    numbers: dict[Any, int] = {start: 0}
    queue, heads, movers, worths = [start], [0], list[int](), list[float]()
    children, odds = list[int](), list[float]()
    for s in queue:
        if len(movers) % 256 == 0:
            task.tell("exploring", len(movers))
        if over(game, s):
            movers.append(END)
            worths.append(as_worth(payoff(game, s)))
        else:
            mover = game.player(s)
            moves = list(game.chances(s)) if mover == CHANCE else [(a, 0.0) for a in game.actions(s)]
            if not moves:
                raise _mistake(game, s, NO_MOVES)
            if mover not in (CHANCE, 0, 1):
                raise _mistake(game, s, NO_PLAYER)
            if mover == CHANCE and abs(sum(p for _, p in moves) - 1) > ROUNDING:
                raise _mistake(game, s, BAD_ODDS)
            for a, p in moves:
                child = game.result(s, a)
                if child not in numbers:
                    numbers[child] = len(queue)
                    queue.append(child)
                children.append(numbers[child])
                odds.append(p)
            movers.append(mover)
            worths.append(0.0)
        heads.append(len(children))
    return ChanceGraph(
        game, np.array(heads), np.array(children, np.int32), np.array(odds), np.array(movers, np.int8),
        np.array(worths), numbers=numbers,
    )  # fmt: skip


def _too_large(game: AnyGame, count: int, task: Task) -> GameError:
    return GameError(
        f"{title(game)}: {count:,} or more positions, with their moves, need more than the {task.memory:,} bytes of "
        "memory that are allowed"
    )


def _mistake(game: AnyGame, state: Any, status: int) -> GameError:
    what = {
        NO_MOVES: "is not terminal and has no actions",
        NO_PLAYER: "has a player other than 0 and 1; games of chance are solved for two players",
        BAD_ODDS: "is decided by chance, but its probabilities do not sum to 1",
    }
    return GameError(f"{title(game)}: {state} {what[status]}")
