"""What a client may set: the size of the table, threads, and each technique of the search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gametree.engine.options import SWITCHES
from gametree.errors import GameError

Value = bool | int | str | None


@dataclass(frozen=True)
class Option:
    """One option: its name, its default, the range of a number, the choices of a word. The kind follows from the
    default; None is a button."""

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
        if self.kind == "string":
            return "" if text == "<empty>" else text
        if self.kind == "check":
            if text.lower() not in ("true", "false", "on", "off"):
                raise GameError(f"{self.name} must be true or false, not {text!r}")
            return text.lower() in ("true", "on")
        # at most 18 digits: int() refuses a text of thousands of digits
        if not (text.isascii() and text.isdecimal() and len(text) < 19 and self.low <= int(text) <= self.high):
            raise GameError(f"{self.name} must be a number of {self.low} to {self.high}, not {text!r}")
        return int(text)


OPTIONS = (
    Option("Hash", 64, 0, 1 << 20),
    Option("Threads", 1, 1, 256),
    Option("MultiPV", 1, 1, 256),
    Option("Ponder", False),
    Option("Book", ""),
    *(Option(name, True) for name in SWITCHES if name != "table"),  # a Hash of 0 means no table
    Option("beam", 0, 0, 256),
)
"""All options. ``Ponder`` only says that the client may let us think on the opponent's time."""


class Settings:
    """The options and what they are set to.

    >>> settings = Settings()
    >>> settings.set("hash", "16").name, settings["Hash"], settings["MultiPV"]
    ('Hash', 16, 1)
    """

    def __init__(self, options: tuple[Option, ...] = OPTIONS):
        self.options = options
        self.values: dict[str, Value] = {option.name: option.default for option in options}

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
                return option
        raise GameError(f"there is no option {name!r}; there are {', '.join(o.name for o in self.options)}")

    def techniques(self) -> dict[str, Any]:
        """The options as keywords of the search."""
        return {name: self.values[name] for name in (*SWITCHES, "beam") if name in self.values}
