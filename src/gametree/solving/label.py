"""The label of a solved position: its value and its remoteness, and their code as one small number.

A code is 0 for a position that neither side can bring to an end (endless play), otherwise ``1 + remoteness *
len(payoffs) + (number of the payoff)``. So a table of codes takes one byte a position if games are short and payoffs
few, otherwise two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Label(NamedTuple):
    """A solved position. ``value`` is Max's, in the game's units; ``remoteness`` is the number of actions to the end
    with best play (the quickest way to the best payoff, the slowest to a bad one), None if play never ends. With more
    than two players ``value`` is a tuple, one payoff for each, and the remoteness is the length of the line of play."""

    value: float
    remoteness: int | None


@dataclass(frozen=True)
class Coding:
    """Labels as numbers. ``payoffs`` are those that occur at the ends, in rising order; ``endless`` is the value of
    endless play.

    >>> coding = Coding((-1.0, 0.0, 1.0), endless=0.0)
    >>> coding.encode(Label(1.0, 7))
    24
    >>> coding.decode(24), coding.decode(0)
    (Label(value=1.0, remoteness=7), Label(value=0.0, remoteness=None))
    """

    payoffs: tuple[float, ...]
    endless: float

    def encode(self, label: Label) -> int:
        """The code of a label."""
        if label.remoteness is None:
            return 0
        return 1 + label.remoteness * len(self.payoffs) + self.payoffs.index(label.value)

    def decode(self, code: int) -> Label:
        """The label of a code."""
        if code == 0:
            return Label(self.endless, None)
        remoteness, which = divmod(int(code) - 1, len(self.payoffs))
        return Label(self.payoffs[which], remoteness)

    def dtype(self, longest: int) -> np.dtype[np.unsignedinteger]:
        """The smallest dtype that holds every code up to this remoteness.

        >>> Coding((-1.0, 0.0, 1.0), 0.0).dtype(84), Coding((-1.0, 0.0, 1.0), 0.0).dtype(85)
        (dtype('uint8'), dtype('uint16'))
        """
        return np.min_scalar_type((longest + 1) * len(self.payoffs))
