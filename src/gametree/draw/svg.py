"""SVG by hand: elements, the style that all drawings share, and the document around them.

The colours are CSS variables, for light and for dark; a page that sets the variables itself wins, since the selectors
here weigh nothing. Every document has a title and a description: what somebody hears who does not see it.
"""

from __future__ import annotations

from html import escape

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
    """A coordinate, as short as it can be; words stay as they are.

    >>> number(3.0), number(1 / 3), number("red")
    ('3', '0.33', 'red')
    """
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def element(tag: str, content: str = "", /, cls: str = "", **attributes: float | str) -> str:
    """An element of SVG; ``stroke_width`` is written ``stroke-width``. Numbers are rounded, and ``content`` is markup.

    >>> element("circle", cx=1, cy=2.5, r=3, cls="p0")
    '<circle class="p0" cx="1" cy="2.5" r="3"/>'
    """
    given = {**({"class": cls} if cls else {}), **attributes}
    words = "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(number(value))}"' for name, value in given.items())
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def document(width: float, height: float, body: str, title: str, text: str, scale: float = 1.0) -> str:
    """A whole drawing, with its title and what it shows in words.

    >>> document(10, 20, "", "A dot", "nothing else")[:64]
    '<svg class="gt" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '
    """
    head = f"<title>{escape(title)}</title><desc>{escape(text)}</desc><style>{STYLE}</style>"
    paper = element("rect", cls="paper", width=width, height=height)
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
