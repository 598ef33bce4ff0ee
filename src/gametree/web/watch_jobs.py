"""The jobs behind watching a search, editing a tree and showing a game's graph."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from gametree import hooks
from gametree.draw.board import board as picture
from gametree.draw.frames import frames
from gametree.draw.graph import game_graph
from gametree.draw.tikz import tree_tikz
from gametree.draw.tree import tree_svg
from gametree.errors import GameError
from gametree.games.famous_trees import EXAMPLES as TREES
from gametree.teaching.examples import EXAMPLES
from gametree.textbook import ALGORITHMS, Trace, trace
from gametree.textbook.ordering import ORDERINGS
from gametree.titles import title
from gametree.web.alone import alone
from gametree.web.answers import whole, word
from gametree.web.jobs import line_asked
from gametree.web.watching import RecentSearches, Watched

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.web.worker import Call

NODES = 60_000
"""The most nodes of a search."""
EVENTS = 300_000
"""The most steps of a search that are kept."""
SECONDS = 20.0
DEEPEST = 1000
FEW = 60
"""A tree of at most so many nodes is shown with its positions, if nothing else was asked for."""
PICTURED = 60
"""A node of a graph at least this wide, in pixels, has room for its board."""

_kept = RecentSearches()


def algorithms(game: AnyGame | None, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """The textbook algorithms with their options, the orders in which children can be searched, the example trees by
    name, and the examples of the lectures."""
    known = [
        {"name": name, "summary": a.summary, "options": {k: v for k, v in a.options.items() if k not in _WINDOW}}
        for name, a in ALGORITHMS.items()
    ]
    trees = {name: _written(tree) for name, tree in TREES.items()}
    shown = [example.page() for example in EXAMPLES.values() if example.tab]
    return {"algorithms": known, "orderings": ORDERINGS, "nodes": NODES, "trees": trees, "examples": shown}


def _written(tree: Any) -> Any:
    """A tree as JSON. JSON has no tuples, so payoffs of several players are written as values."""
    if isinstance(tree, tuple):
        return {"value": list(cast("tuple[float, ...]", tree))}
    if isinstance(tree, list):
        return [_written(child) for child in cast("list[Any]", tree)]
    if isinstance(tree, dict):
        return {key: _written(value) for key, value in cast("dict[str, Any]", tree).items()}
    return tree


_WINDOW = ("alpha", "beta")  # infinite by default, which JSON cannot say


def head(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """Search, and return the counts, the first view of the tree and the first steps."""
    watched = _watched(game, asked, call)
    shown = watched.head()
    boards = bool(asked.get("boards", len(watched.frames.nodes) <= FEW))
    return {
        **shown,
        "view": watched.view(boards=boards),
        "steps": [watched.steps(run, 0) for run in range(len(shown["runs"]))],
    }


def view(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """The tree with other branches open."""
    return _watched(game, asked, call).view(_opened(asked), boards=bool(asked.get("boards")))


def _opened(asked: dict[str, Any]) -> list[int] | None:
    opened = asked.get("open")
    if opened is not None and not (
        isinstance(opened, list) and all(isinstance(i, int) for i in cast("list[object]", opened))
    ):
        raise GameError("open must be a list of the numbers of nodes")
    return cast("list[int] | None", opened)


def steps(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """Some of the steps."""
    return _watched(game, asked, call).steps(
        whole(asked, "run", 0, 0, 1) or 0, whole(asked, "first", 0, 0, 2 * EVENTS) or 0
    )


def export(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """What is shown, as a file: ``svg`` or ``tikz`` of a step, or all steps as a page (``html``)."""
    shown, kind = _watched(game, asked, call).frames, word(asked, "as", "svg", 10)
    opened, boards = _opened(asked), bool(asked.get("boards"))
    run = whole(asked, "run", 0, 0, len(shown.runs) - 1) or 0
    step = min(whole(asked, "step", 1, 1, 2 * EVENTS) or 1, len(shown.runs[run]))
    name = f"{shown.traces[run].algorithm}-step-{step}"
    only = None if opened is None else set(opened)
    match kind:
        case "svg":
            return {"name": f"{name}.svg", "text": tree_svg(shown, step, run, boards=boards, opened=only)}
        case "tikz":
            return {"name": f"{name}.tex", "text": tree_tikz(shown, step, run, opened=only)}
        case "html":
            return {"name": f"{shown.traces[0].algorithm}.html", "text": alone(shown, step, boards=boards)}
        case _:
            raise GameError(f"as must be svg, tikz or html, not {kind!r}")


def board(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """The position of a node, as text and drawn."""
    node = _watched(game, asked, call).board(whole(asked, "node", 0, 0, EVENTS) or 0)
    drawn = None if node.state is None or hooks.asked(game, "named_nodes") else picture(game, node.state).svg()
    return {"text": node.text, "place": node.place, "svg": drawn}


def graph(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """All states that can be reached, each once (an impartial game's as one for both players), with its winner; and
    their boards, if there is room."""
    found = game_graph(game, line_asked(game, asked), fold=word(asked, "fold", "turns", 10))
    shown = found.to_json()
    pictured = shown["nodes"][0]["width"] >= PICTURED and not hooks.asked(game, "named_nodes")
    return {**shown, "boards": [picture(game, s.state).svg() for s in found.states] if pictured else None}


def _watched(game: AnyGame, asked: dict[str, Any], call: Call) -> Watched:
    """The search of a request, or the two searches."""
    against = asked.get("against")
    searches = [asked, cast("dict[str, Any]", against)] if isinstance(against, dict) else [asked]
    where = [asked.get(name) for name in ("position", "moves", "actions")]
    how = [[search.get(name) for name in ("algorithm", "depth", "options")] for search in searches]
    key = json.dumps([title(game), where, how])
    return _kept.get(key, lambda: Watched(frames(*(_trace(game, asked, search, call) for search in searches))))


def how_asked(search: dict[str, Any]) -> tuple[str, int | None, dict[str, Any]]:
    """The algorithm, the depth and the options of a request."""
    algorithm, depth = word(search, "algorithm", "alphabeta", 40), whole(search, "depth", None, 0, DEEPEST)
    options: Any = search.get("options") or {}
    if not isinstance(options, dict):
        raise GameError("options must be an object: names and values")
    given = cast("dict[str, Any]", options)
    if not isinstance(given.get("guess", 0), int | float):
        raise GameError(f"guess must be a number, not {str(given['guess'])[:40]}")
    return algorithm, depth, given


def _trace(game: AnyGame, asked: dict[str, Any], search: dict[str, Any], call: Call) -> Trace:
    algorithm, depth, given = how_asked(search)
    found = trace(
        game, line_asked(game, asked), algorithm, depth,
        events=EVENTS, time=SECONDS, nodes=NODES, stop=call.halt, **given,
    )  # fmt: skip
    if found.value is None:
        if call.halt.is_set():
            raise GameError("the search was stopped")
        how = found.note.removeprefix("stopped ").removesuffix(" without an answer")
        raise GameError(f"too large to watch: no answer {how}; choose a smaller depth or a smaller game")
    return found
