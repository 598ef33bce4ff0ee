"""A tree written out by hand: the whole tree, with the present node marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.draw.layout import tidy_tree
from gametree.draw.svg import element, mover

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path
    from gametree.game import Payoff

WIDE, HIGH, MARGIN, MOST = 46.0, 62.0, 26.0, 400


def tree(game: Any, s: Any, b: Board) -> Path:
    """Triangles for Max (upwards) and Min (downwards), circles for chance, the leaves by their payoffs. A node on two
    paths is drawn once, below the first one; the other ways to it are dashed."""
    top, nodes, below, other = _spanning(game, s)
    layout = tidy_tree(below, root=top)
    b.width, b.height = 2 * MARGIN + (layout.width - 1) * WIDE, 2 * MARGIN + (layout.height - 1) * HIGH
    b.width = max(b.width, 90)
    shift = (b.width - (layout.width - 1) * WIDE) / 2 - 0.5 * WIDE

    def at(i: int) -> tuple[float, float]:
        return shift + layout.x[i] * WIDE, MARGIN + layout.depth[i] * HIGH

    for i in nodes:
        for child in below[i]:
            b.line(*at(i), *at(child), "hair s-soft", 1.2)
        for child in other.get(i, ()):
            (x, y), (u, v) = at(i), at(child)
            bow = f"M{x} {y}Q{(x + u) / 2 + 30} {(y + v) / 2} {u} {v}"
            b.draw(element("path", cls="hair s-soft", d=bow, stroke_dasharray="4 3"))
    for i in nodes:
        x, y = at(i)
        state = type(s)(i)
        name = f"node {i}"
        ring = "s-now" if i == s.node else "s-ink"
        if game.terminal(state):
            b.rect(x - 16, y - 12, 32, 24, f"paper {ring}", at=name, rx=4, stroke_width=2 if i == s.node else 1)
            paid: Payoff = game.utility(state)
            words = ",".join(f"{u:g}" for u in paid) if isinstance(paid, tuple) else f"{paid:g}"
            b.write(x, y, words.replace("-", "−"), "", 12 if len(words) < 5 else 9, at=name)
        else:
            player = game.player(state)
            fill = "paper" if player < 0 else f"p{player}"
            b.draw(mover(x, y, player, 32, f"{fill} {ring}", stroke_width=2, **{"data-spot": name}))
        b.spot(name, x, y, 36, 36)

    return lambda a: (f"node {game.result(s, a).node}",)


def _spanning(game: Any, s: Any) -> tuple[int, list[int], list[list[int]], dict[int, list[int]]]:
    """The tree from the root, or from the present node where that is large: its nodes, and the edges in it and not."""
    top = 0 if game.index_size <= MOST else s.node
    seen, nodes = {top}, [top]
    below: list[list[int]] = [[] for _ in range(game.index_size)]
    other: dict[int, list[int]] = {}
    for i in nodes:
        for a in game.actions(type(s)(i)):
            child = game.result(type(s)(i), a).node
            if child in seen:
                other.setdefault(i, []).append(child)
            elif len(nodes) < MOST:
                seen.add(child)
                nodes.append(child)
                below[i].append(child)
    return top, nodes, below, other
