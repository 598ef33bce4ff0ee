"""A search to step through in a notebook, as on the page: ``stepper(trace(…))``. Needs ``gametree[notebook]``."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gametree.draw.board import board
from gametree.draw.bundle import bundle
from gametree.draw.frames import frames
from gametree.errors import GameError
from gametree.web.alone import STATIC, all_steps, scoped
from gametree.web.watching import Watched

if TYPE_CHECKING:
    from gametree.textbook.support.tracing import Trace


def stepper(*traces: Trace) -> Any:
    """A widget that shows the tree of a search, or of two searches of the same position side by side, with buttons,
    a slider and keys (← → Home End space) to step through it. A node is opened and closed by a click; the position
    there is shown while the pointer is on it.

    >>> from gametree import trace
    >>> from gametree.notebook import stepper
    >>> widget = stepper(trace("tree:example=textbook"), trace("tree:example=textbook", algorithm="minimax"))
    >>> widget.step, len(widget.steps[0]), len(widget.view["nodes"])
    (1, 29, 13)
    >>> widget.step = 16
    >>> widget.steps[0][widget.step - 1]["say"]
    'At C: cut: 2 ≤ α 3; Max already has 3 at A (2 nodes not looked at)'
    """
    return _widget()(*traces)


@cache
def _widget() -> Any:
    """The class of the widget, made when it is first needed: it is anywidget's."""
    try:
        anywidget, traitlets = (import_module(name) for name in ("anywidget", "traitlets"))
    except ImportError:
        raise GameError("the stepping widget needs anywidget: pip install 'gametree[notebook]'") from None

    class Stepper(anywidget.AnyWidget):
        """The widget; what it holds is described in ``web/static/notebook.js``."""

        _esm = bundle(STATIC / "notebook.js")
        _css = scoped(".gametree-widget")
        head = traitlets.Dict().tag(sync=True)
        steps = traitlets.List().tag(sync=True)
        counted = traitlets.List().tag(sync=True)
        view = traitlets.Dict().tag(sync=True)
        opened = traitlets.List().tag(sync=True)
        step = traitlets.Int(1).tag(sync=True)

        def __init__(self, *traces: Trace):
            self._watched = Watched(frames(*traces))
            steps, counted = all_steps(self._watched)
            view = self._watched.view()
            super().__init__(  # pyright: ignore[reportUnknownMemberType]
                head=self._watched.head(), steps=steps, counted=counted, view=view, opened=view["open"], step=1
            )
            self.observe(self._open, names="opened")
            self.on_msg(self._asked)

        def _open(self, change: Any) -> None:
            try:
                self.view = self._watched.view(change["new"])
            except GameError:
                self.opened = self.view["open"]  # too many nodes: nothing is opened

        def _asked(self, _: Any, message: dict[str, Any], __: Any) -> None:
            node, rules = self._watched.board(int(message["board"])), self._watched.frames.traces[0].rules
            drawing = "" if node.state is None else board(rules, node.state).svg()
            self.send({"board": message["board"], "text": node.text, "place": node.place, "svg": drawing})

    return Stepper
