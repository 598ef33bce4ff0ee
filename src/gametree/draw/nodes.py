"""The nodes of a drawn search tree and the steps of a search on it; ``frames.py`` says what their fields mean."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gametree.textbook.support.tracing import player_name


@dataclass
class Node:
    """A node of the drawn tree."""

    parent: int | None
    action: int | None
    move: str
    player: int
    place: str
    text: str
    state: Any
    probability: float | None = None
    end: bool = False
    unseen: bool = False
    size: int | None = None
    bundle: int = 0
    children: list[int] = field(default_factory=list[int])
    rank: int = 0
    """Its place among its siblings."""

    def to_json(self, players: int) -> dict[str, Any]:
        """The node as ``frames.py`` describes it, in a game of ``players`` players."""
        names = ("parent", "action", "move", "player", "place", "text", "probability", "end", "children", "unseen")
        fields = {name: getattr(self, name) for name in names}
        return {**fields, "mover": player_name(self.player, players), "size": self.size, "bundle": self.bundle}


@dataclass
class Step:
    """One step of a search on the drawn tree."""

    kind: str
    node: int
    window: tuple[str, str] | None = None
    value: str | None = None
    label: str | None = None
    numbers: tuple[str, str] | None = None
    chosen: int | None = None
    best: int | None = None
    cut: list[int] = field(default_factory=list[int])
    saved: int | None = None
    why: str = ""
    say: str = ""
    lines: tuple[str, ...] = ()
