"""Games to learn from: their moves and results, in memory and in files with a checksum."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.engine.block import NO_ACTION
from gametree.errors import GameError
from gametree.files import aside, sync

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

HEAD = b"gametree games 1 "
"""How a file of games begins; then come the checksum of the rest, and a line end."""
FIELDS = ("actions", "ends", "payoffs", "openings", "lines")


@dataclass(frozen=True)
class Games:
    """Games that begin in the same position.

    >>> two = Games.of([(0, 4), (4, 0, 8)], [0, 1])
    >>> len(two), two.actions.tolist(), two.ends.tolist()
    (2, [0, 4, 4, 0, 8], [2, 5])
    """

    actions: NDArray[np.int64]
    """All moves, and all outcomes of chance, game after game."""
    ends: NDArray[np.int64]
    """Where in ``actions`` each game ends."""
    payoffs: NDArray[np.float64]
    """Max's payoff in each game."""
    openings: NDArray[np.int64]
    """How many actions of each game were not chosen by a player: nothing is learned from the positions before them."""
    lines: NDArray[np.int64]
    """For each action the line that a search expected, NO_ACTION after its end; no columns where nothing is known."""

    @staticmethod
    def of(games: Sequence[Sequence[int]], payoffs: Sequence[float], openings: Sequence[int] | None = None) -> Games:
        """Games from lists of actions."""
        actions = np.array([a for one in games for a in one], np.int64)
        opened = np.zeros(len(games), np.int64) if openings is None else np.array(openings, np.int64)
        return Games(
            actions, np.cumsum([len(one) for one in games], dtype=np.int64), np.array(payoffs, np.float64), opened,
            np.full((len(actions), 0), NO_ACTION, np.int64),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.ends)

    def save(self, path: Path) -> None:
        """Write them to a file, whole or not at all."""
        held = io.BytesIO()
        np.savez_compressed(held, **{name: getattr(self, name) for name in FIELDS})
        content = held.getvalue()
        head = HEAD + hashlib.sha256(content).hexdigest().encode() + b"\n"
        with aside(path) as place, place.open("wb") as file:
            file.write(head + content)
            sync(file)

    @staticmethod
    def read(path: Path) -> Games:
        """Read a file that ``save`` has written."""
        try:
            head, _, content = path.read_bytes().partition(b"\n")
        except OSError as error:
            raise GameError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
        if not head.startswith(HEAD):
            raise GameError(f"{path} holds no games of gametree learn")
        if head[len(HEAD) :].decode("ascii", "replace") != hashlib.sha256(content).hexdigest():
            raise GameError(f"{path} is damaged: its checksum is wrong; remove it, and its games are played again")
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as found:
                arrays: dict[str, Any] = {name: found[name] for name in FIELDS}
        except (ValueError, KeyError, zipfile.BadZipFile) as error:
            raise GameError(f"{path} is damaged: {error}") from None
        return Games(**arrays)


def joined(parts: Sequence[Games]) -> Games:
    """Several collections as one."""
    width = max(part.lines.shape[1] for part in parts)
    ends: list[NDArray[np.int64]] = []
    before = 0
    for part in parts:
        ends.append(part.ends + before)
        before += len(part.actions)
    lines = [np.pad(p.lines, ((0, 0), (0, width - p.lines.shape[1])), constant_values=NO_ACTION) for p in parts]
    return Games(
        np.concatenate([p.actions for p in parts]), np.concatenate(ends), np.concatenate([p.payoffs for p in parts]),
        np.concatenate([p.openings for p in parts]), np.concatenate(lines),
    )  # fmt: skip
