"""A position as a drawing: shapes, the spots that can be clicked, and the spots of each legal action.

``board(game, state)`` is a ``Board``: ``svg()`` draws it, and ``to_json()`` is what a page needs to play on it:

    width, height   of the drawing, in its own units
    title, text     what it is, and the position in words: the text alternative
    svg             the drawing; what lies on a spot, and the spot itself, carry ``data-spot="NAME"``
    spots           by name: {x, y} of the middle, {width, height}, round (true or false)
    moves           one for each legal action: {action, name, path}. The path names the spots: one if a single click is
    enough; from and to; or more if several men move. Empty if the move has no spot
                    (the dice, pass, double): such a move needs a button. Several moves may have the same path; then
                    a ``face``, if there is one, is the drawing of the man that this one ends with
    men             the spots with men on them; a man is one element of the drawing, of class ``man``
    taken           for each player, the drawings of the men that he has taken, each in a box of 40 × 40
    mover           whose turn it is: 0, 1, …, −1 for chance;  over: true at the end of the game

Drawn by the game itself, if it has ``picture(s)`` or ``svg(s)``; otherwise by the function named in its ``drawer`` (for
the games of the catalogue, one of ``draw.boards``); otherwise as the board that can be guessed, its text in a box, or a
table of the fields (``draw.boards.guessed``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from gametree.draw import svg
from gametree.errors import GameError
from gametree.game import AnyGame, legal, over, payoff, provides
from gametree.hooks import asked
from gametree.notation.names import line_at
from gametree.textbook.support.tracing import player_name
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Path: TypeAlias = "Callable[[int], tuple[str, ...]]"
"""From an action to the spots that it concerns."""
CELL = 40.0
"""The side of a cell, in the units of the drawings."""


@dataclass(frozen=True)
class Spot:
    """A place that can be clicked."""

    x: float
    y: float
    width: float
    height: float
    round: bool = False


@dataclass
class Board:
    """A drawing of a position. Later shapes lie above earlier ones."""

    width: float = 0
    height: float = 0
    title: str = ""
    text: str = ""
    mover: int = 0
    over: bool = False
    shapes: list[str] = field(default_factory=list[str])
    spots: dict[str, Spot] = field(default_factory=dict[str, Spot])
    moves: list[tuple[int, str, tuple[str, ...]]] = field(default_factory=list[tuple[int, str, tuple[str, ...]]])
    own: str = ""
    """The game's own drawing, if it makes one."""
    men: dict[str, int] = field(default_factory=dict[str, int])
    """The spots with men on them, and how many each."""
    taken: tuple[list[str], ...] = ()
    """For each player the men that he has taken, as drawings in a box of ``CELL``."""
    faces: dict[int, str] = field(default_factory=dict[int, str])
    """The man that an action ends with (a promotion), as a drawing in a box of ``CELL``."""

    # --- shapes ------------------------------------------------------------------------------------------------------

    def draw(self, shape: str) -> None:
        """Any shape of SVG (see ``draw.svg``)."""
        self.shapes.append(shape)

    def rect(self, x: float, y: float, width: float, height: float, cls: str, *, at: str = "", **more: Any) -> None:
        """A rectangle by its upper left corner; ``at`` is the spot that a shape lies on."""
        self.draw(svg.rect(x, y, width, height, cls, **_on(at), **more))

    def circle(self, x: float, y: float, r: float, cls: str, *, at: str = "", **more: Any) -> None:
        """A circle by its middle."""
        self.draw(svg.circle(x, y, r, cls, **_on(at), **more))

    def line(self, x: float, y: float, u: float, v: float, cls: str = "rule", width: float = 1.5, at: str = "") -> None:
        """A line from (x, y) to (u, v)."""
        self.draw(svg.line(x, y, u, v, cls, width, **_on(at)))

    def polygon(self, corners: Iterable[tuple[float, float]], cls: str, *, at: str = "", **more: Any) -> None:
        """A closed shape by its corners."""
        self.draw(svg.polygon(corners, cls, **_on(at), **more))

    def write(
        self, x: float, y: float, text: str, cls: str = "", size: float = 14, *, at: str = "", **more: Any
    ) -> None:
        """Words, their middle at (x, y)."""
        self.draw(svg.words(x, y, text, cls, size, **_on(at), **more))

    def man(self, at: str, *shapes: str) -> None:
        """A man on a spot, in one piece: it can be dragged, and it slides to where it moves."""
        self.draw(svg.element("g", "".join(shapes), cls="man", **_on(at)))
        self.men[at] = self.men.get(at, 0) + 1

    def stone(self, x: float, y: float, r: float, cls: str, at: str = "", letter: str = "") -> None:
        """A round man, with an optional letter or number on it."""
        shapes = svg.stone(x, y, r, cls, letter)
        if at:
            self.man(at, shapes)
        else:
            self.draw(shapes)

    def strike(self, *through: tuple[float, float]) -> None:
        """The winning row: a broad line from the first of these points to the last."""
        (x, y), (u, v) = through[0], through[-1]
        self.draw(svg.line(x, y, u, v, "rule s-now won", 7, opacity=0.75))

    def die(self, x: float, y: float, pips: int, size: float = 30) -> None:
        """A die, its middle at (x, y)."""
        half, step = size / 2, size / 4
        self.rect(x - half, y - half, size, size, "white s-ink", rx=size / 6, stroke_width=1.2)
        for dx, dy in PIPS.get(pips, ()):
            self.circle(x + dx * step, y + dy * step, size / 11, "black")

    def spot(self, name: str, x: float, y: float, width: float, height: float, *, round: bool = False) -> None:
        """Add a place that can be clicked, by its middle."""
        self.spots[name] = Spot(x, y, width, height, round)

    def centre(self, name: str) -> tuple[float, float]:
        """The middle of a spot."""
        return self.spots[name].x, self.spots[name].y

    # --- what comes of it --------------------------------------------------------------------------------------------

    def svg(self, scale: float = 1.0) -> str:
        """The drawing."""
        if self.own:
            return self.own
        targets: list[str] = []
        for name, spot in self.spots.items():
            if spot.round:
                targets.append(svg.circle(spot.x, spot.y, spot.width / 2, "spot", **_on(name)))
            else:
                x, y = spot.x - spot.width / 2, spot.y - spot.height / 2
                targets.append(svg.rect(x, y, spot.width, spot.height, "spot", **_on(name)))
        return svg.document(self.width, self.height, "".join([*self.shapes, *targets]), self.title, self.text, scale)

    def to_json(self) -> dict[str, Any]:
        """What the top of this file describes."""
        return {
            "width": self.width,
            "height": self.height,
            "title": self.title,
            "text": self.text,
            "svg": self.svg(),
            "spots": {name: vars(spot) for name, spot in self.spots.items()},
            "moves": [
                {"action": a, "name": name, "path": list(path), **({"face": self.faces[a]} if a in self.faces else {})}
                for a, name, path in self.moves
            ],
            "men": list(self.men),
            "taken": [list(men) for men in self.taken],
            "mover": self.mover,
            "over": self.over,
        }

    def __str__(self) -> str:
        return self.title

    def _repr_svg_(self) -> str:
        return self.svg()


def _on(spot: str) -> dict[str, Any]:
    return {"data-spot": spot} if spot else {}


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def board(game: AnyGame, position: Any = None, *, moves: str = "") -> Board:
    """The drawing of a position (a state, a Line, a text as the game writes it, or None for the initial state), after
    the ``moves`` played from there, by name.

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> shown = board(game, moves="1 5 9")
    >>> shown.title, sorted(shown.spots)[:3], shown.moves[0]
    ('tictactoe: Min to move', ['1', '2', '3'], (1, '2', ('2',)))
    >>> "<title>tictactoe: Min to move</title>" in shown.svg()
    True
    """
    s = line_at(game, position, moves).states(game)[-1]
    drawn = Board(text=game.text(s), mover=game.player(s), over=over(game, s))
    drawn.title = f"{title(game)}: {_what_next(game, s)}"
    path = _drawer(game)(game, s, drawn)
    drawn.moves = [(a, game.name(s, a), path(a)) for a in legal(game, s)]
    return drawn


def _what_next(game: AnyGame, s: Any) -> str:
    if over(game, s):
        paid = payoff(game, s)
        return f"the game is over, {paid if isinstance(paid, tuple) else f'{paid:g}'}"
    who = player_name(game.player(s), game.players)
    return "the dice decide" if who == "chance" else f"{who} to move"


def _drawer(game: AnyGame) -> Any:
    """The function that draws a position on an empty board and returns a function from actions to spots."""
    if provides(game, "picture"):
        return import_module("gametree.draw.boards.described").described
    if provides(game, "svg"):
        return drawn_by_itself
    if not (named := asked(game, "drawer")):
        return undescribed
    module, _, function = str(named).partition(":")
    try:
        return getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise GameError(
            f'{title(game)}: drawer = {named!r} names no function ({error}); write "module:function"'
        ) from None


def drawn_by_itself(game: AnyGame, s: Any, b: Board) -> Path:
    """A game with an ``svg`` of its own."""
    b.own = game.svg(s)
    box = re.search(r"""viewBox=["'][\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)""", b.own)
    b.width, b.height = (float(box[1]), float(box[2])) if box else (200.0, 200.0)
    return lambda a: ()


def undescribed(game: AnyGame, s: Any, b: Board) -> Path:
    """A game that says nothing of its looks: the board that can be guessed, or its text, or a table of the fields."""
    guessing = import_module("gametree.draw.boards.guessed")
    path = guessing.guessed(game, s, b)
    if path is not None:
        return path
    return written(game, s, b) if guessing.has_text(game, s) else guessing.tabulated(game, s, b)


def written(game: AnyGame, s: Any, b: Board) -> Path:
    """Any game with a text: the text in a box."""
    lines = game.text(s).split("\n")
    size = 16.0 if len(lines) > 1 else 14.0
    widest = max(map(len, lines))
    b.width, b.height = max(120, 24 + widest * size * 0.61), 24 + len(lines) * size * 1.3
    for i, words in enumerate(lines):
        b.write(12, 12 + size * (0.65 + 1.3 * i), words, "mono", size, **cast("Any", {"xml:space": "preserve"}))
    return lambda a: ()
