"""What a client may set: the size of the table, threads, the algorithm, and each option of the searches."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from gametree.engine.mcts.options import CHOICES, MctsOptions
from gametree.engine.options import SWITCHES
from gametree.errors import GameError
from gametree.hooks import asked

if TYPE_CHECKING:
    from gametree.game import AnyGame

Value = bool | int | float | str | None


@dataclass(frozen=True)
class Option:
    """One option: its name, its default, the range of a number, the choices of a word. The kind follows from the
    default; None is a button. A number that need not be whole is a string for clients, and so is read as one."""

    name: str
    default: Value
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """``check`` (true or false), ``spin`` (a number), ``combo`` (one of some words), ``string`` or ``button``."""
        if self.default is None or self.choices:
            return "combo" if self.choices else "button"
        return "check" if isinstance(self.default, bool) else "spin" if isinstance(self.default, int) else "string"

    def read(self, text: str) -> Value:
        """A value from text.

        >>> Option("Hash", 64, 0, 1024).read("128"), Option("Ponder", False).read("true")
        (128, True)
        >>> Option("Hash", 64, 0, 1024).read("much")
        Traceback (most recent call last):
        gametree.errors.GameError: Hash must be a number of 0 to 1024, not 'much'
        """
        if self.kind == "button":
            return None
        if self.kind == "combo":
            fitting = [choice for choice in self.choices if choice.lower() == text.lower()]
            if not fitting:
                raise GameError(f"{self.name} must be one of {', '.join(self.choices)}, not {text!r}")
            return fitting[0]
        if isinstance(self.default, float):
            return self._real(text)
        if self.kind == "string":
            return "" if text == "<empty>" else text
        if self.kind == "check":
            if text.lower() not in ("true", "false", "on", "off"):
                raise GameError(f"{self.name} must be true or false, not {text!r}")
            return text.lower() in ("true", "on")
        # at most 18 digits: int() refuses a text of thousands of digits
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(text) < 19 and self.low <= int(text) <= self.high):
            raise GameError(f"{self.name} must be a number of {self.low} to {self.high}, not {text!r}")
        return int(text)

    def _real(self, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise GameError(f"{self.name} must be a number, not {text!r}")
        return value


MOST = 1 << 30
"""The greatest number of an option of Monte-Carlo tree search."""


def _of_mcts(name: str, default: Any) -> Option:
    """An option of Monte-Carlo tree search. A number may be as small as its usual value, 1 or 0, whichever is least."""
    whole = isinstance(default, int) and not isinstance(default, bool)
    return (
        Option(name, default, min(default, 1), MOST) if whole else Option(name, default, choices=CHOICES.get(name, ()))
    )


MCTS = tuple(_of_mcts(f.name, f.default) for f in fields(MctsOptions))
"""The options of Monte-Carlo tree search."""
AUTO = "auto"
ALGORITHM = Option(
    "Algorithm", AUTO,
    choices=(
        AUTO, "pvs", "alphabeta", "mtdf", "mcts", "star2", "star1", "expectiminimax", "maxn", "paranoid", "bestreply",
    ),
)  # fmt: skip
"""Which search plays: the one that suits the game, or another one by name."""


OPTIONS = (
    Option("Hash", 64, 0, 1 << 20),
    Option("Threads", 1, 1, 256),
    Option("MultiPV", 1, 1, 256),
    Option("Ponder", False),
    Option("Book", ""),
    ALGORITHM,
    *(Option(name, True) for name in SWITCHES if name != "table"),  # a Hash of 0 means no table
    Option("beam", 0, 0, 256),
    *(option for option in MCTS if option.name not in SWITCHES),
)
"""All options. ``Ponder`` only says that the client may let us think on the opponent's time."""


def tuned(options: tuple[Option, ...], game: AnyGame) -> tuple[Option, ...]:
    """The options with a game's own defaults: some games switch a technique off.

    >>> from gametree import load
    >>> [o.default for o in tuned(OPTIONS, load("chess")) if o.name in ("singular", "nullmove")]
    [False, True]
    """
    off = asked(game, "techniques_off")
    return tuple(replace(option, default=False) if option.name in off else option for option in options)


class Settings:
    """The options and what they are set to.

    >>> settings = Settings()
    >>> settings.set("hash", "16").name, settings["Hash"], settings["MultiPV"]
    ('Hash', 16, 1)
    """

    def __init__(self, options: tuple[Option, ...] = OPTIONS):
        self.options = options
        self.values: dict[str, Value] = {option.name: option.default for option in options}
        self.given: set[str] = set()
        """The options that the client has set."""

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self.values[name] or 0)

    def set(self, name: str, text: str) -> Option:
        """Set an option; upper and lower case do not matter. Returns the option."""
        for option in self.options:
            if option.name.lower() == name.lower():
                self.values[option.name] = option.read(text)
                self.given.add(option.name)
                return option
        raise GameError(f"there is no option {name!r}; there are {', '.join(o.name for o in self.options)}")

    def chosen(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Those of the named options that the client has set, as keywords of a search."""
        return {name: self.values[name] for name in names if name in self.given}
