"""SVG by hand: elements, the style that all drawings share, and the document around them.

The colours are CSS variables, for light and for dark; a page that sets the variables itself takes precedence, since the
selectors here have no specificity. Every document has a title and a description, for screen readers.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from gametree.game import CHANCE, MAX, MIN

if TYPE_CHECKING:
    from collections.abc import Iterable

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
LIGHT = {
    "ink": "#1f2328",
    "soft": "#6a737d",
    "faint": "#c9d1d9",
    "paper": "#ffffff",
    "wood": "#ecd9b0",
    "shade": "#c9a66b",
    "p0": "#2a5599",
    "p1": "#e8912d",
    "p2": "#3a8f5c",
    "p3": "#8a4fa3",
    "p4": "#b8374f",
    "p5": "#2f8f9d",
    "black": "#26292e",
    "white": "#fbfaf6",
    "win": "#2f9e5b",
    "loss": "#cf4a4a",
    "draw": "#d0a215",
    "now": "#c026d3",
}
DARK = {
    "ink": "#e6edf3",
    "soft": "#9aa4ae",
    "faint": "#48515b",
    "paper": "#14181d",
    "wood": "#6d5a3a",
    "shade": "#4a3d29",
    "p0": "#6ea2f0",
    "p1": "#f2a94f",
    "p2": "#62c48a",
    "p3": "#c08bd9",
    "p4": "#ee7a8c",
    "p5": "#63c7d4",
    "black": "#0b0d10",
    "white": "#f1eee6",
    "win": "#4cc47c",
    "loss": "#f07171",
    "draw": "#e3bd4a",
    "now": "#e879f9",
}
"""The colours by what they are for: ``p0`` is Max's, ``p1`` Min's."""


def _variables(colours: dict[str, str]) -> str:
    return ";".join(f"--gt-{name}:{colour}" for name, colour in colours.items())


STYLE = (
    f":where(.gt){{{_variables(LIGHT)};font-family:system-ui,sans-serif;color:var(--gt-ink)}}"
    f"@media (prefers-color-scheme:dark){{:where(.gt){{{_variables(DARK)}}}}}"
    ":where(.gt text){fill:var(--gt-ink);text-anchor:middle;dominant-baseline:central}"
    ":where(.gt .mono){font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;text-anchor:start;"
    "white-space:pre}"
    ":where(.gt .spot){fill:transparent;stroke:none}"
    ":where(.gt .start){text-anchor:start}:where(.gt .end){text-anchor:end}"
    ":where(.gt .rule){stroke:var(--gt-ink);fill:none;stroke-linecap:round}"
    ":where(.gt .hair){stroke:var(--gt-faint);fill:none}"
    + "".join(
        f":where(.gt .{name}){{fill:var(--gt-{name})}}:where(.gt .s-{name}){{stroke:var(--gt-{name})}}"
        for name in LIGHT
    )
    + ":where(.gt .none){fill:none}"
)


def number(value: float | str) -> str:
    """A coordinate, as short as possible; text stays unchanged.

    >>> number(3.0), number(1 / 3), number("red")
    ('3', '0.33', 'red')
    """
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def safe(text: object) -> str:
    """Words as SVG can hold them: no markup, and no characters that XML forbids.

    >>> safe("a < b" + chr(27))
    'a &lt; b�'
    """
    return escape(FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(text)))


def element(tag: str, content: str = "", /, cls: str = "", **attributes: float | str) -> str:
    """An element of SVG; ``stroke_width`` is written ``stroke-width``. Numbers are rounded, and ``content`` is markup.

    >>> element("circle", cx=1, cy=2.5, r=3, cls="p0")
    '<circle class="p0" cx="1" cy="2.5" r="3"/>'
    """
    given = {**({"class": cls} if cls else {}), **attributes}
    written = "".join(f' {name.replace("_", "-")}="{safe(number(value))}"' for name, value in given.items())
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def rect(x: float, y: float, width: float, height: float, cls: str, **more: float | str) -> str:
    """A rectangle by its upper left corner."""
    return element("rect", cls=cls, x=x, y=y, width=width, height=height, **more)


def circle(x: float, y: float, r: float, cls: str, **more: float | str) -> str:
    """A circle by its middle."""
    return element("circle", cls=cls, cx=x, cy=y, r=r, **more)


def line(x: float, y: float, u: float, v: float, cls: str = "rule", width: float = 1.5, **more: float | str) -> str:
    """A line from (x, y) to (u, v)."""
    return element("line", cls=cls, x1=x, y1=y, x2=u, y2=v, stroke_width=width, **more)


def polygon(corners: Iterable[tuple[float, float]], cls: str, **more: float | str) -> str:
    """A closed shape by its corners."""
    return element("polygon", cls=cls, points=" ".join(f"{number(x)},{number(y)}" for x, y in corners), **more)


def words(x: float, y: float, text: str, cls: str = "", size: float = 13, **more: float | str) -> str:
    """A line of text, its middle at (x, y).

    >>> words(1, 2, "a < b")
    '<text x="1" y="2" font-size="13">a &lt; b</text>'
    """
    return element("text", safe(text), cls=cls, x=x, y=y, font_size=size, **more)


def stone(x: float, y: float, r: float, cls: str, letter: str = "") -> str:
    """A round man, with an optional letter or number on it."""
    disc = circle(x, y, r, f"{cls} s-ink", stroke_width=1.2)
    if not letter:
        return disc
    ink = {"white": "black", "p1": "black", "black": "white"}.get(cls, "paper")
    return disc + words(x, y, letter, ink, r * 1.1, font_weight="bold")


def mover(x: float, y: float, player: int, size: float, cls: str = "", **more: float | str) -> str:
    """The shape of a node, by its player: a triangle upwards for Max, downwards for Min, a circle for chance, a square
    for further players. Without a class of its own it has the player's colour."""
    half = size / 2
    fill = cls or ("paper s-ink" if player == CHANCE else f"p{player % 6} s-ink")
    if player == CHANCE:
        return circle(x, y, half * 0.85, fill, **more)
    if player not in (MAX, MIN):
        return rect(x - half * 0.8, y - half * 0.8, size * 0.8, size * 0.8, fill, **more)
    tip = -half if player == MAX else half
    return polygon([(x - half, y - tip * 0.8), (x + half, y - tip * 0.8), (x, y + tip)], fill, **more)


def document(width: float, height: float, body: str, title: str, text: str, scale: float = 1.0) -> str:
    """A whole drawing, with its title and what it shows in words.

    >>> document(10, 20, "", "A dot", "nothing else")[:64]
    '<svg class="gt" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '
    """
    head = f"<title>{safe(title)}</title><desc>{safe(text)}</desc><style>{STYLE}</style>"
    paper = rect(0, 0, width, height, "paper")
    return element(
        "svg",
        head + paper + body,
        cls="gt",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width * scale,
        height=height * scale,
        role="img",
    )
