"""The tree of a recorded search for LaTeX: a TikZ picture that can be edited by hand.

Every node has a name (``n0`` is the root), a place and one of a few styles, which stand at the top; the file is a
document of its own (class ``standalone``), and ``\\input`` or ``\\includestandalone`` takes it into another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.draw.search_tree import TreeDrawing
from gametree.game import CHANCE, MAX, MIN

if TYPE_CHECKING:
    from gametree.draw.frames import Frames

HEAD = r"""\documentclass[tikz,border=4pt]{standalone}
\usetikzlibrary{shapes.geometric}
\begin{document}
\begin{tikzpicture}[
  x=1pt, y=-1pt, font=\sffamily,
  every node/.style={inner sep=1.5pt},
  max/.style={draw, regular polygon, regular polygon sides=3, minimum size=26pt},
  min/.style={draw, regular polygon, regular polygon sides=3, shape border rotate=180, minimum size=26pt},
  chance/.style={draw, circle, minimum size=20pt},
  other/.style={draw, rectangle, minimum size=18pt},
  end/.style={draw, rectangle, rounded corners=2pt, minimum height=16pt, minimum width=20pt},
  unseen/.style={draw=black!30, text=black!50},
  gone/.style={draw=black!30, text=black!50, dashed},
  now/.style={draw=magenta, line width=1.6pt},
  best/.style={line width=1.6pt},
  move/.style={fill=white, inner sep=1pt, font=\sffamily\scriptsize, text=black!70, solid, pos=0.75},
  cut/.style={sloped, solid, text=red!70!black, font=\sffamily\bfseries, inner sep=0pt, pos=0.3},
  value/.style={right, font=\sffamily\bfseries},
]
"""
FOOT = "\\end{tikzpicture}\n\\end{document}\n"
SIGNS = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
    "^": r"\^{}",
    "~": r"\~{}",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "∞": r"$\infty$",
    "−": r"$-$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "→": r"$\to$",
    "…": r"\ldots{}",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "|": r"$\mid$",
    "½": r"$\frac12$",
    "<": r"$<$",
    ">": r"$>$",
}


def latex(text: str) -> str:
    """Words as LaTeX takes them.

    >>> latex("≥ 3"), latex("a_1 & 50%")
    ('$\\\\geq$ 3', 'a\\\\_1 \\\\& 50\\\\%')
    """
    return "".join(SIGNS.get(letter, letter) for letter in " ".join(text.split()))


def tree_tikz(frames: Frames, step: int | None = None, run: int = 0, *, opened: set[int] | None = None) -> str:
    """The tree at a step (1 is the first, −1 the last) as a LaTeX document; without a step, after the whole search.

    >>> from gametree.draw.frames import frames
    >>> from gametree.textbook import trace
    >>> picture = tree_tikz(frames(trace("tree:example=textbook")))
    >>> print(*[line for line in picture.splitlines() if "(n2)" in line or "c2" in line], sep="\\n")
    \\node[end] (n2) at (58,181) {3};
    \\draw[best] (n1) -- node[move] {b1} (n2);
    \\draw[gone] (n5) -- node[cut] {//} node[move] {c2} (n11);
    """
    tree = TreeDrawing(frames, step, run, opened=opened)
    lines = [f"% {' '.join(said.split())}" for said in (tree.title, tree.says) if said]
    lines += [line for i in tree.drawn for line in _node(tree, i)]
    lines += [_edge(tree, i, child) for i in tree.drawn for child in tree.below[i]]
    return HEAD + "\n".join(lines) + "\n" + FOOT


def _node(tree: TreeDrawing, i: int) -> list[str]:
    node, (x, y) = tree.nodes[i], tree.at(i)
    kind = {MAX: "max", MIN: "min", CHANCE: "chance"}.get(node.player, "other")
    if node.player == MIN and tree.trace.rules.players > 2:
        kind = "other"
    label, boxed = latex(tree.label(i)), tree.boxed(i)
    styles = ["end" if boxed else kind, *_state(tree, i)]
    if tree.step is not None and i == tree.shown.path[-1]:
        styles.append("now")
    place = f"({x:.4g},{y:.4g})"
    lines = [f"\\node[{','.join(styles)}] (n{i}) at {place} {{{label if boxed else ''}}};"]
    if label and not boxed:
        lines.append(f"\\node[value] at (n{i}.east) {{{label}}};")
    if i in tree.hidden:
        lines.append(f"\\node[below] at (n{i}.south) {{+{tree.hidden[i]}}};")
    return lines


def _state(tree: TreeDrawing, i: int) -> list[str]:
    if i in tree.under_cut:
        return ["gone"]
    return [] if i in tree.shown.seen else ["unseen"]


def _edge(tree: TreeDrawing, i: int, child: int) -> str:
    styles = _state(tree, child)
    if child in tree.path:
        styles.append("now")
    elif child in tree.best or child in tree.chosen:
        styles.append("best")
    cut = "node[cut] {//} " if child in tree.shown.cut and i not in tree.under_cut else ""
    move = latex(tree.edge(tree.nodes[child]))
    named = f"node[move] {{{move}}} " if move else ""
    return f"\\draw[{','.join(styles)}] (n{i}) -- {cut}{named}(n{child});"
