# pyright: basic
"""The compiled search as the driver wants it: one block of memory, one kernel, one depth after another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gametree.compile import prepare, state_of, words_of
from gametree.engine.alphabeta import alphabeta
from gametree.engine.block import BEST, HORIZON, LIMIT, Block
from gametree.engine.driver import Finding
from gametree.engine.score import INFINITY
from gametree.engine.table import Table, plain_key
from gametree.game import Line, legal, over

if TYPE_CHECKING:
    from gametree.engine.driver import Limits
    from gametree.game import AnyGame


class Compiled:
    """Compiled alpha-beta from one position. Making it compiles the game, or fetches it from the cache."""

    def __init__(self, game: AnyGame, line: Line, limits: Limits, table: int):
        states = line.states(game)
        self.game = game
        self.root = words_of(states[-1])
        past = [plain_key(words_of(game.position(s))) for s in states[:-1]] if game.repetition != "ignore" else []
        self.block = Block(Table(table), past)
        if limits.nodes is not None:
            self.block.words[LIMIT] = limits.nodes
        self.best: int | None = None
        prepare(alphabeta, *self._arguments(self.root, 1))

    def _arguments(self, root: tuple[int, ...], depth: int) -> tuple:
        return self.game, root, depth, -INFINITY, INFINITY, 0, 0, self.block.address

    @property
    def nodes(self) -> int:
        return self.block.nodes

    @property
    def stopped(self) -> bool:
        return self.block.stopped

    def stop(self) -> None:
        self.block.stop()

    def close(self) -> None:
        self.block.table.give_back()

    def mistake(self) -> str | None:
        return self.block.mistake()

    def search(self, depth: int) -> Finding | None:
        horizon = int(self.block.words[HORIZON])
        self.block.lengths[0] = 0
        score = int(alphabeta(*self._arguments(self.root, depth)))
        line = self.block.line()
        if self.block.stopped:
            # What was found before the stop counts if the old best move was searched first.
            if not line or int(self.block.stack[0]) != self.best:
                return None
            return Finding(depth, int(self.block.words[BEST]), line, whole=False, partial=True)
        if not line:  # every move repeats what may not be repeated
            return None
        self.best = line[0]
        whole = int(self.block.words[HORIZON]) == horizon
        return Finding(depth, score, self._extend(line, depth), whole)

    def complete(self, finding: Finding) -> Finding:
        """The finding with its line played out to the end of the game, where that end is settled.

        A line stops short where the table knew the value but has lost the way; from there it is searched again.
        """
        if self.game.repetition != "ignore":  # a search from the middle of the line would not know its beginning
            return finding
        actions = list(finding.line)
        s = Line(state_of(self.game, self.root), finding.line).states(self.game)[-1]
        while not over(self.game, s) and len(actions) < finding.depth and not self.block.stopped:
            alphabeta(*self._arguments(words_of(s), finding.depth - len(actions)))
            if self.block.stopped or not self.block.line():
                break
            actions += self.block.line()
            s = Line(s, self.block.line()).states(self.game)[-1]
        return replace(finding, line=tuple(actions))

    def _extend(self, line: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """A line that ends at a table entry goes on with the moves of the table, as far as these are certain."""
        actions, seen = list(line), set()
        s = Line(state_of(self.game, self.root), line).states(self.game)[-1]
        while len(actions) < depth and (words := words_of(s)) not in seen:
            seen.add(words)
            known = self.block.table.exact_action(words)
            match = [a for a in legal(self.game, s) if a & 0xFFFF == known]
            if not match:
                break
            actions.append(match[0])
            s = self.game.result(s, match[0])
        return tuple(actions)


