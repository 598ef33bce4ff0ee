"""Expressions as people write them, put together at random: numbers, truths, cells and sequences of them.

``Writer`` draws with hypothesis, so that what fails shrinks. Everything it writes means something in Python: an index
is a cell of the board, a divisor is at least 1, and a choice of the best has a default or a first item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from boards import Board

INT, INDEX, CELL = "int", "index", "cell"
"""The kinds of variables: a number, the number of a cell, what stands on a cell."""


class Writer:
    """Writes expressions about a board. ``names`` are the variables that may be used, with their kinds."""

    def __init__(self, draw: Callable[..., object], board: Board, cells: int, names: dict[str, str] | None = None):
        self.draw, self.board, self.cells, self.names = draw, board, cells, dict(names or {})
        self.fresh = 0

    # --- choosing --------------------------------------------------------------------------------------------------

    def pick(self, *choices: object) -> object:
        """One of these."""
        return self.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        """A literal."""
        return self.draw(st.integers(low, high))

    def one_of(self, depth: int, leaves: Sequence[Callable[[], str]], inner: Sequence[Callable[[int], str]]) -> str:
        """One of the leaves, or, where there is still depth, one of the others, with one less."""
        if depth <= 0 or not inner or self.number(0, 3) == 0:
            return self.pick(*leaves)()
        return self.pick(*inner)(depth - 1)

    def named(self, kind: str) -> str | None:
        """A variable of this kind."""
        names = [name for name, k in self.names.items() if k == kind]
        return self.pick(*names) if names else None

    def within(self, kind: str, write: Callable[[str], str]) -> str:
        """What is written where one more variable of this kind is known."""
        name = f"{'icn'[[INDEX, CELL, INT].index(kind)]}{self.fresh}"
        self.fresh += 1
        before = dict(self.names)
        self.names[name] = kind
        text = write(name)
        self.names = before
        return text

    # --- numbers ---------------------------------------------------------------------------------------------------

    def integer(self, depth: int) -> str:
        """A number, not large."""
        two = lambda d: (self.integer(d), self.integer(d))  # noqa: E731
        return self.one_of(
            depth,
            [
                lambda: str(self.number(-3, 9)),
                lambda: "CELLS",
                lambda: self.named(INT) or "s_turn",
                lambda: self.index(0),
                lambda: f"WEIGHTS[{self.index(0)}]",
                lambda: f"WORTH[{self.cell(0)}]",
            ],
            [
                lambda d: "({} + {})".format(*two(d)),
                lambda d: "({} - {})".format(*two(d)),
                lambda d: f"{self.integer(d)} * {self.number(-2, 3)}",
                lambda d: f"({self.integer(d)} // {self.number(1, 4)})",
                lambda d: f"({self.integer(d)} % {self.number(1, 5)})",
                lambda d: f"({self.integer(d)} {self.pick('&', '|', '^')} {self.number(0, 7)})",
                lambda d: f"divmod({self.integer(d)}, {self.number(1, 4)})[{self.number(0, 1)}]",
                lambda d: f"abs({self.integer(d)})",
                lambda d: f"-{self.integer(0)}",
                lambda d: f"int({self.truth(d)})",
                lambda d: f"({self.integer(d)} if {self.truth(d)} else {self.integer(d)})",
                lambda d: f"{self.pick('min', 'max')}({self.integer(d)}, {self.integer(d)})",
                lambda d: f"sum({self.integers(d)})",
                lambda d: f"sum({self.truths(d)})",
                lambda d: f"len({self.listed(d)})",
                lambda d: f"len(set({self.integers(d)}))",
                lambda d: f"len({{{self.comprehended(d, self.integer)}}})",
                lambda d: f"{self.pick('min', 'max')}({self.integers(d)}, default={self.number(-2, 2)})",
                lambda d: f"{self.pick('min', 'max')}([{self.integer(d)}, *{self.integers(d)}])",
                lambda d: f"{self.pick('min', 'max')}(range(CELLS), key=lambda k: {self.keyed(d)})",
                lambda d: f"sorted([{self.integer(d)}, {self.integer(d)}, *{self.integers(d)}])[{self.number(-2, 1)}]",
                lambda d: (
                    f"reduce(lambda x, y: x {self.pick('+', '-', '^')} y, {self.integers(d)}, {self.number(0, 3)})"
                ),
                lambda d: f"bin({self.natural(d)}).count('1')",
                lambda d: f"({self.natural(d)}).{self.pick('bit_count', 'bit_length')}()",
                lambda d: f"{self.cells_seen(d)}.count({self.cell(0)})",
                lambda d: f"Counter({self.cells_seen(d)})[{self.cell(d)}]",
                self.first_index,
                lambda d: f"sum(map({self.pick('abs', 'lambda n: n + 1', 'lambda n: -n')}, {self.integers(d)}))",
                lambda d: f"{{{self.board.empty}: {self.number(0, 3)}}}.get({self.cell(d)}, {self.integer(d)})",
                lambda d: f"len(list(filter(None, {self.integers(d)})))",
                lambda d: f"sum(x * y for x, y in zip({self.integers(d)}, {self.integers(d)}))",
                lambda d: f"sum(abs(x - y) for x, y in pairwise({self.integers(d)}))",
                self.pairs,
            ],
        )

    def fresh_name(self) -> str:
        self.fresh += 1
        return f"w{self.fresh}"

    def natural(self, depth: int) -> str:
        """A number that is not negative."""
        return self.pick(f"abs({self.integer(depth)})", f"{self.integer(depth)} & 255", str(self.number(0, 300)))

    def keyed(self, depth: int) -> str:
        before = dict(self.names)
        self.names["k"] = INDEX
        text = self.pick(self.integer(depth), f"({self.integer(depth)}, k)", f"({self.truth(depth)}, -k)")
        self.names = before
        return text

    def first_index(self, depth: int) -> str:
        over = self.indices(depth)
        return self.within(INDEX, lambda i: f"next(({i} for {i} in {over} if {self.truth(depth)}), -1)")

    def pairs(self, depth: int) -> str:
        over = self.pick("combinations", "permutations")
        a, b = self.fresh_name(), self.fresh_name()
        before = dict(self.names)
        self.names |= {a: INDEX, b: INDEX}
        text = f"sum(1 for {a}, {b} in {over}({self.pick('range(CELLS)', 'LINES[0]')}, 2) if {self.truth(depth)})"
        self.names = before
        return text

    def index(self, depth: int) -> str:
        """The number of a cell."""
        return self.one_of(
            depth,
            [
                lambda: self.named(INDEX) or str(self.number(0, self.cells - 1)),
                lambda: str(self.number(0, self.cells - 1)),
            ],
            [
                lambda d: f"({self.integer(d)} % CELLS)",
                lambda d: f"(CELLS - 1 - {self.index(d)})",
                lambda d: f"max(0, {self.index(d)} - 1)",
                lambda d: f"LINES[{self.number(0, 1)}][{self.pick(0, -1)}]",
            ],
        )

    # --- truths ----------------------------------------------------------------------------------------------------

    def truth(self, depth: int) -> str:
        """True or False."""
        compare = ("==", "!=", "<", "<=", ">", ">=")
        return self.one_of(
            depth,
            [
                lambda: f"{self.cell(0)} {self.pick('==', '!=')} {self.cell(0)}",
                lambda: f"{self.index(0)} {self.pick(*compare)} {self.number(0, self.cells)}",
                lambda: "s_turn == 0",
                lambda: f"{self.index(0)} in LINES[{self.number(0, 1)}]",
            ],
            [
                lambda d: f"{self.cell(d)} {self.pick('==', '!=')} {self.cell(d)}",
                lambda d: f"({self.integer(d)} {self.pick(*compare)} {self.integer(d)})",
                lambda d: f"({self.number(-2, 2)} < {self.integer(d)} <= {self.integer(d)})",
                lambda d: f"({self.truth(d)} {self.pick('and', 'or')} {self.truth(d)})",
                lambda d: f"(not {self.truth(d)})",
                lambda d: f"{self.pick('any', 'all')}({self.truths(d)})",
                lambda d: f"bool({self.listed(d)})",
                lambda d: f"{self.cell(d)} {self.pick('in', 'not in')} {self.cells_seen(d)}",
                lambda d: f"{self.cell(d)} in ({self.cell(0)}, {self.cell(0)})",
                lambda d: f"{self.integer(d)} {self.pick('in', 'not in')} {self.pick('CORNERS', '(1, 2, 3)')}",
                lambda d: f"set({self.integers(d)}) {self.pick('<=', '==', '>=')} set({self.integers(d)})",
                lambda d: f"bool({self.settled(d)} {self.pick('&', '|', '-', '^')} {self.settled(d)})",
                lambda d: f"{self.listed(d)} == {self.listed(d)}",
                lambda d: f"(({self.integer(d)}, {self.integer(d)}) {self.pick(*compare)} ({self.integer(d)}, 1))",
            ],
        )

    def settled(self, depth: int) -> str:
        """A set of cells' numbers."""
        return self.pick("CORNERS", "set(LINES[0])", f"{{{self.comprehended(depth, self.index)}}}")

    # --- cells -----------------------------------------------------------------------------------------------------

    def cell(self, depth: int) -> str:
        """What stands somewhere, or could."""
        return self.one_of(
            depth,
            [
                lambda: self.pick(self.board.empty, *self.board.marks),
                lambda: self.named(CELL) or self.board.at(self.index(0)),
                lambda: self.board.at(self.index(0)),
            ],
            [
                lambda d: self.board.at(self.index(d)),
                lambda d: f"({self.cell(d)} if {self.truth(d)} else {self.cell(d)})",
                lambda d: f"OTHER[{self.cell(d)}]",
                lambda d: f"self.at(s, {self.index(d)})",
                lambda d: f"[*{self.cells_seen(d)}, {self.cell(0)}][{self.pick(0, -1)}]",
            ],
        )

    # --- sequences -------------------------------------------------------------------------------------------------

    def indices(self, depth: int) -> str:
        """Numbers of cells to go through."""
        return self.one_of(
            depth,
            [
                lambda: "range(CELLS)",
                lambda: f"range({self.number(0, self.cells)})",
                lambda: f"range({self.number(0, self.cells - 1)}, CELLS, {self.number(1, 3)})",
                lambda: f"LINES[{self.number(0, 1)}]",
                lambda: "range(CELLS - 1, -1, -1)",
            ],
            [
                lambda d: f"reversed({self.pick('range(CELLS)', 'LINES[0]')})",
                lambda d: f"[{self.comprehended(d, self.index)}]",
                lambda d: f"sorted(CORNERS, key=lambda k: {self.keyed(d)})",
                lambda d: f"chain({self.indices(d)}, {self.indices(d)})",
                lambda d: f"(*{self.indices(d)}, {self.index(d)})",
                lambda d: f"LINES[0]{self.slice()}",
            ],
        )

    def slice(self) -> str:
        """A slice of a line."""
        return self.pick("[1:]", "[:-1]", "[::-1]", "[:1]", "[-2:]", "[::2]")

    def comprehended(self, depth: int, what: Callable[[int], str]) -> str:
        """What stands within the brackets of a comprehension."""
        over = self.indices(depth)

        def write(i: str) -> str:
            condition = f" if {self.truth(depth)}" if self.number(0, 1) else ""
            return f"{what(depth)} for {i} in {over}{condition}"

        def enumerated(c: str) -> str:
            return self.within(INDEX, lambda i: f"{what(depth)} for {i}, {c} in enumerate({self.board.all})")

        return self.within(INDEX, write) if self.number(0, 2) else self.within(CELL, enumerated)

    def integers(self, depth: int) -> str:
        """Numbers, in a form that can be gone through and starred."""
        return self.pick(
            *(lambda d: f"[{self.comprehended(d, self.integer)}]",) * 3,
            lambda d: f"({self.comprehended(d, self.integer)})",
            lambda d: f"tuple({self.comprehended(d, self.integer)})",
            lambda d: f"sorted({self.comprehended(d, self.integer)})",
            lambda d: f"({self.integer(d)}, {self.integer(d)})",
            lambda d: f"[{self.integer(d)}] * {self.number(0, 3)}",
            self.indices,
        )(depth)

    def listed(self, depth: int) -> str:
        """Numbers in a list."""
        return self.pick(
            lambda d: f"[{self.comprehended(d, self.integer)}]",
            lambda d: f"list({self.indices(d)})",
            lambda d: f"[{self.comprehended(d, self.integer)}]{self.slice()}",
            lambda d: f"([{self.comprehended(d, self.integer)}] + [{self.integer(d)}])",
            lambda d: f"[n for n in {self.integers(d)} if n > {self.number(-1, 2)}]",
        )(depth)

    def truths(self, depth: int) -> str:
        """A generator or list of truths."""
        return self.pick(
            lambda d: f"({self.comprehended(d, self.truth)})",
            lambda d: f"[{self.comprehended(d, self.truth)}]",
            lambda d: f"({self.comprehended(d, lambda d: f'all({self.comprehended(d, self.truth)})')})",
        )(depth)

    def cells_seen(self, depth: int) -> str:
        """Cells in a list or a tuple, or as the board has them."""
        inner = lambda d: f"[{self.comprehended(d, self.cell)}]"  # noqa: E731
        return self.pick(lambda d: self.board.listed, inner, lambda d: f"tuple({inner(d)[1:-1]})")(depth)
