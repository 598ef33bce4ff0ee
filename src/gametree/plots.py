"""Plots: how many nodes a search looks at by depth, its effective branching factor, the results of a match.

The numbers come without matplotlib; the plots need it (``gametree[plot]``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load
from gametree.draw.svg import safe
from gametree.errors import GameError
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.game import AnyGame
    from gametree.tournament.result import MatchResult
    from gametree.verbs.learn import Learned

ALGORITHMS = ("textbook.minimax", "textbook.alphabeta", "alphabeta")
"""The default algorithms: all nodes, fewer, fewest."""

FEATURES = 16
"""A plot shows at most this many weights: those that matter most."""
FORMATS = (".svg", ".png", ".pdf")


def effective_branching(nodes: int, depth: int) -> float:
    """The branching factor of a uniform tree that has this number of nodes below its root, down to a depth: b + b² + …
    + b^d = nodes (Russell & Norvig).

    >>> round(effective_branching(52, 5), 2)
    1.92
    >>> effective_branching(2 + 4 + 8, 3)
    2.0
    """
    if depth < 1 or nodes < depth:
        raise GameError(f"{nodes} nodes to a depth of {depth}: there must be at least one on every level")
    low, high = 1.0, float(nodes)
    for _ in range(200):
        middle = (low + high) / 2
        total = 0.0
        for _ in range(depth):
            total = (total + 1) * middle
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return round(low, 9)


@dataclass(frozen=True)
class Growth:
    """How many nodes each algorithm looks at, by depth: the first number is that of depth 1."""

    game: str
    nodes: dict[str, tuple[int, ...]]

    def branching(self) -> dict[str, tuple[float, ...]]:
        """The effective branching factor of each algorithm by depth."""
        return {
            name: tuple(effective_branching(max(n, depth), depth) for depth, n in enumerate(counts, 1))
            for name, counts in self.nodes.items()
        }

    def to_json(self) -> dict[str, Any]:
        """The counts and the branching factors as JSON has them."""
        factors = self.branching()
        found = {name: {"nodes": list(n), "branching": list(factors[name])} for name, n in self.nodes.items()}
        return {"game": self.game, "algorithms": found}

    def __str__(self) -> str:
        factors = self.branching()
        rows = [("depth", *self.nodes)]
        for i in range(max(map(len, self.nodes.values()))):
            cells = [f"{n[i]:,} ({factors[a][i]:.2f})" if i < len(n) else "" for a, n in self.nodes.items()]
            rows.append((str(i + 1), *cells))
        widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
        body = ["  ".join(f"{cell:>{w}}" for cell, w in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([f"{self.game}: nodes by depth (and the effective branching factor)", *body])

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)

    def plot(self) -> Any:
        """Nodes by depth on the left, the effective branching factor on the right: matplotlib's figure."""
        figure, (left, right) = _matplotlib().subplots(1, 2, figsize=(9, 3.6), layout="constrained")
        factors = self.branching()
        for k, (name, counts) in enumerate(self.nodes.items()):
            depths = range(1, len(counts) + 1)
            look = {"marker": "osD^vP"[k % 6], "label": name}  # a marker too, for readers who do not see colours
            left.plot(depths, counts, **look)
            right.plot(depths, factors[name], **look)
        left.set(yscale="log", xlabel="depth", ylabel="nodes", title=f"{self.game}: nodes by depth")
        right.set(xlabel="depth", ylabel="effective branching factor", title="effective branching factor")
        for axes in (left, right):
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.grid(visible=True, alpha=0.3)
        left.legend()
        return figure

    def svg(self) -> str:
        """The plot as SVG, with the table as its description."""
        return _drawn(self.plot(), "svg", f"{self.game}: nodes by depth", str(self)).decode()


def growth(game: AnyGame | str, position: Any = None, depth: int = 5, algorithms: Sequence[str] = ALGORITHMS) -> Growth:
    """Count the nodes of searches to depth 1, 2, … (without the root), by algorithms as ``best`` knows them.

    >>> found = growth("tictactoe", depth=3, algorithms=["textbook.minimax", "textbook.alphabeta"])
    >>> print(found)
    tictactoe: nodes by depth (and the effective branching factor)
    depth  textbook.minimax  textbook.alphabeta
        1          9 (9.00)            9 (9.00)
        2         81 (8.51)           35 (5.44)
        3        585 (8.00)          166 (5.12)
    """
    from gametree.answering.best import best

    if depth < 1:
        raise GameError(f"the depth must be 1 or more, not {depth}")
    rules = load(game)
    nodes: dict[str, tuple[int, ...]] = {}
    for name in algorithms:
        counts: list[int] = []
        for d in range(1, depth + 1):
            found = best(rules, position, depth=d, algorithm=name)
            counts.append(max(found.nodes - 1, d))
            if found.proven:
                break  # every game is over here: deeper trees are the same
        nodes[name] = tuple(counts)
    return Growth(title(rules), nodes)


def plot_match(result: MatchResult) -> Any:
    """Wins, draws and losses of each player on the left, and Elo with its error on the right: matplotlib's figure."""
    standings = result.standings()
    names = [s.name for s in standings]
    rows = range(len(names))
    figure, (left, right) = _matplotlib().subplots(
        1, 2, figsize=(9, 1.6 + 0.45 * len(names)), layout="constrained", sharey=True
    )
    begun = [0] * len(names)
    for word, colour in (("wins", "#2f9e5b"), ("draws", "#b8bec6"), ("losses", "#cf4a4a")):
        counts = [int(getattr(s.tally, word)) for s in standings]
        left.barh(rows, counts, left=begun, color=colour, label=word)
        for row, (start, count) in enumerate(zip(begun, counts, strict=True)):
            if count:
                left.text(start + count / 2, row, str(count), ha="center", va="center", fontsize=9)
        begun = [a + b for a, b in zip(begun, counts, strict=True)]
    left.set_yticks(list(rows), names)
    left.invert_yaxis()
    left.xaxis.get_major_locator().set_params(integer=True)
    left.set(xlabel="games", title=f"{result.game}, {result.conditions}")
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    ratings = [s.tally.rating for s in standings]
    errors = [r.elo_error if r.elo_error < 1e4 else 0.0 for r in ratings]
    right.errorbar([r.elo for r in ratings], list(rows), xerr=errors, fmt="o", capsize=4)
    for row, rating in enumerate(ratings):
        if isinf(rating.elo):
            right.text(0, row, f" {'won' if rating.elo > 0 else 'lost'} all games: no bound", va="center", fontsize=9)
    right.axvline(0, alpha=0.3)
    right.set(xlabel="Elo, with the 95 % interval", title="strength")
    return figure


def plot_lessons(learned: Learned) -> Any:
    """The learning curve on the left, what the features became worth on the right: matplotlib's figure."""
    figure, (left, right) = _matplotlib().subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    rounds = [lesson.round for lesson in learned.lessons]
    left.plot(rounds, [lesson.before for lesson in learned.lessons], "s--", label="old weights")
    left.plot(rounds, [lesson.loss for lesson in learned.lessons], "o-", label="learned weights")
    left.xaxis.get_major_locator().set_params(integer=True)
    left.set(xlabel="round", ylabel="loss on unseen games", title=f"{learned.game}: learning curve")
    left.grid(visible=True, alpha=0.3)
    left.legend()
    rows = sorted(
        zip(learned.terms, learned.old, learned.new, learned.present, strict=True), key=lambda r: -abs(r[2]) * r[3]
    )[:FEATURES]
    places = range(len(rows))
    right.barh([y - 0.2 for y in places], [r[1] for r in rows], 0.4, label="before")
    right.barh([y + 0.2 for y in places], [r[2] for r in rows], 0.4, label="learned")
    right.set_yticks(list(places), [r[0] for r in rows])
    right.invert_yaxis()
    right.axvline(0, alpha=0.3)
    right.set(title="weights")
    right.legend()
    return figure


def save_lessons(learned: Learned, place: Path) -> None:
    """Write the plot of a course of learning to a file; an old file of that name is replaced at the end."""
    from gametree.files import aside

    drawing = _drawn(plot_lessons(learned), place.suffix.lower()[1:], f"{learned.game}: learning", str(learned))
    with aside(place, "the plot is not written") as beside:
        beside.write_bytes(drawing)


def plot_place(path: str) -> Path:
    """The path of a plot, which must end in ``.svg``, ``.png`` or ``.pdf``. Call it before the work that is to be
    plotted, so that a mistake is reported at once.

    >>> plot_place("match.doc")
    Traceback (most recent call last):
    gametree.errors.GameError: match.doc: a plot is something.svg, something.png or something.pdf
    """
    place = Path(path)
    if place.suffix.lower() not in FORMATS:
        raise GameError(f"{path}: a plot is something.svg, something.png or something.pdf")
    _matplotlib()
    return place


def save_match(result: MatchResult, place: Path) -> None:
    """Write the plot of a match to a file; an old file of that name is replaced at the end."""
    from gametree.files import aside

    drawing = _drawn(plot_match(result), place.suffix.lower()[1:], f"{result.game}: the match", str(result))
    with aside(place, "the plot is not written") as beside:
        beside.write_bytes(drawing)


def _drawn(figure: Any, kind: str, name: str, words: str) -> bytes:
    """A figure as the bytes of a file, with a title. SVG also gets a description, and ids that no other drawing in the
    same document has."""
    out = BytesIO()
    figure.savefig(out, format=kind, metadata={"Title": name})
    _matplotlib().close(figure)
    if kind != "svg":
        return out.getvalue()
    text = out.getvalue().decode()
    own = f"gt-{sha256(text.encode()).hexdigest()[:10]}-"  # matplotlib would use random ids
    text = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{own}", text)
    return text.replace("<metadata>", f"<desc>{safe(words)}</desc><metadata>", 1).encode()


def _matplotlib() -> Any:
    try:
        return import_module("matplotlib.pyplot")
    except ImportError:
        raise GameError("plots need matplotlib: pip install 'gametree[plot]'") from None
