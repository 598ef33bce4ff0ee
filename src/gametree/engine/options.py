"""The techniques of the search; each can be switched on or off."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from gametree.errors import GameError
from gametree.options import check_options

SOUND = (
    "table", "enhanced", "symmetry", "foresight", "candidates", "order", "killers", "counters", "history", "distance",
    "principal", "aspiration",
)  # fmt: skip
"""Techniques that save work and never change the value."""
EXTENDING = ("quiescence", "singular", "forced", "macros")
"""Techniques that search deeper than the given depth."""
SELECTIVE = ("nullmove", "reductions", "latemoves", "futility", "razoring", "internal", "deeper", "twofold")
"""Techniques that search some moves less deeply, or use results of other searches: they may be wrong. Values that
depend on them are never called proven."""


@dataclass(frozen=True)
class Options:
    """Which techniques a search uses. Those for which the game lacks the hook (``tactics``, ``null``, ``order``,
    ``evaluate``, ``symmetries``, ``foresee``, ``exact_end``, ``reach``, ``candidates``) have no effect.

    >>> Options.named("pvs", nullmove=False).nullmove, Options.named("alphabeta").reductions
    (False, False)
    """

    table: bool = True
    """Transposition table: cut-offs, and the best action first."""
    enhanced: bool = True
    """Enhanced transposition cut-offs: before any move is searched, check whether a table entry of one cuts off."""
    symmetry: bool = True
    """Positions that the game's ``symmetries`` turn into each other share an entry of the table."""
    foresight: bool = True
    """Ends that the game's ``foresee`` or ``exact_end`` finds are not searched."""
    candidates: bool = True
    """Moves that are not among the game's ``candidates`` are not searched."""
    order: bool = True
    """The game's own ``order`` (and ``tactics`` first)."""
    killers: bool = True
    """Actions that cut off a sister node come early."""
    counters: bool = True
    """The action that refuted the previous one comes early."""
    history: bool = True
    """Actions that cut off often, anywhere, come early."""
    distance: bool = True
    """No line can be better than winning with the next move: windows are narrowed by that. And positions whose
    ``reach`` lies outside the window are not searched, if only the payoff counts (``haste``)."""
    principal: bool = True
    """Principal variations: all but the first move are first searched with an empty window."""
    aspiration: bool = True
    """An iteration begins with a window around the last value."""
    quiescence: bool = True
    """At the horizon ``tactics`` are tried until it is ``quiet``."""
    singular: bool = True
    """A move that is better than all others by a margin is searched one ply deeper."""
    forced: bool = True
    """An only move is searched one ply deeper."""
    nullmove: bool = True
    """If passing is good enough, so is the best move; verified by a shallower search from a certain depth on."""
    reductions: bool = True
    """Late moves are searched less deeply at first; a move that turns out good is searched again in full."""
    latemoves: bool = True
    """Near the horizon the last of many moves are skipped, unless they are tactical."""
    futility: bool = True
    """Near the horizon: moves are skipped where the estimate is hopeless, nodes where it is good enough."""
    razoring: bool = True
    """One or two plies before the horizon: a hopeless node is searched only by its tactics, or one ply less deep."""
    internal: bool = True
    """A node without a table entry is searched one ply less deep."""
    deeper: bool = True
    """A table entry of a greater depth is used like one of this depth."""
    twofold: bool = True
    """A position that comes back within the search counts as repeated at once, even if the rule needs more
    occurrences."""
    macros: bool = True
    """Before the search: a search for a forced win by the game's ``macros``, within a few nodes (``forcing.py``)."""
    beam: int = 0
    """Forward pruning: at most this many of the best-ordered moves are searched at each node; 0 for all."""

    @classmethod
    def named(cls, driver: str, **changes: object) -> Options:
        """The options of a driver, with some of them changed."""
        base = cls() if driver == "pvs" else cls(**dict.fromkeys((*EXTENDING, *SELECTIVE, "aspiration"), False))
        if driver in ("alphabeta",):
            base = replace(base, principal=False)
        check_options(driver, {f.name: f.default for f in fields(cls)}, changes)
        made = replace(base, **changes)  # pyright: ignore[reportArgumentType]
        if made.beam < 0:
            raise GameError(f"beam must be a number of moves, 0 for all, not {made.beam}")
        return made

    @property
    def sound(self) -> bool:
        """Is every value that such a search finds that of minimax to the same depth, or deeper?"""
        return self.beam == 0 and not any(getattr(self, name) for name in SELECTIVE)

    def soundly(self) -> Options:
        """The same without techniques that may be wrong."""
        return replace(self, **dict.fromkeys(SELECTIVE, False), beam=0)  # pyright: ignore[reportArgumentType]

    @property
    def bits(self) -> int:
        """The switches as one number, for kernels."""
        return sum(1 << i for i, name in enumerate(SWITCHES) if getattr(self, name))


SWITCHES = tuple(f.name for f in fields(Options) if f.name != "beam")
(
    TABLE, ENHANCED, SYMMETRY, FORESIGHT, CANDIDATES, ORDER, KILLERS, COUNTERS, HISTORY, DISTANCE, PRINCIPAL,
    ASPIRATION, QUIESCENCE, SINGULAR, FORCED, NULLMOVE, REDUCTIONS, LATEMOVES, FUTILITY, RAZORING, INTERNAL, DEEPER,
    TWOFOLD, MACROS,
) = (1 << i for i in range(len(SWITCHES)))  # fmt: skip
"""The switches by name, as bits."""
