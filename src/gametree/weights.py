"""Weights in a file: what was learned for a game, small, readable, and with a checksum.

>>> from gametree import load
>>> game = load("ponghauki")
>>> import tempfile, pathlib
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder) / "ponghauki.weights"
...     save_weights(path, weights_of(game, [0, 5]))
...     other = with_weights(game, path)
>>> other.weights.tolist()
[0.0, 5.0]
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.features import Weighted, featured, weighted
from gametree.files import aside, write_text
from gametree.networks import digest_of, is_network, read_checked, with_network
from gametree.patterns import Patterned, patterned
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gametree.game import AnyGame

FORMAT = "gametree weights 1"
NAMED = 2000
"""A game with more features than this keeps only a checksum of their names."""


@dataclass(frozen=True)
class WeightFile:
    """The content of a file of weights."""

    game: str
    """For people: the words that load the game for which they were learned."""
    rules: str
    """The name of its class: weights fit other sizes of the same game, if the features are the same."""
    terms: tuple[str, ...] | str
    """What the features are called; a checksum of it where there are many."""
    weights: tuple[float, ...]
    made: str = ""
    """The command that made them."""
    patterns: bool = False
    """Are the features patterns that gametree has found, in a game that has none of its own?"""
    proof: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The match that compared them with those before."""

    def content(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        terms = self.terms if isinstance(self.terms, str) else list(self.terms)
        return {
            "format": FORMAT, "game": self.game, "rules": self.rules, "made": self.made, "proof": dict(self.proof),
            "patterns": self.patterns, "terms": terms, "weights": list(self.weights),
        }  # fmt: skip


def weights_of(game: AnyGame, weights: Iterable[float] | None = None, made: str = "") -> WeightFile:
    """The weights of a game, or other ones for it, as a file holds them: with six digits."""
    owner = featured(game)
    numbers = owner.weights if weights is None else weighted(game, weights).weights
    rounded = tuple(float(f"{w:.6g}") for w in numbers)
    found = isinstance(game, Patterned)
    return WeightFile(title(game), type(game).__name__, _named(owner.terms), rounded, made, found)


def _named(terms: Iterable[str]) -> tuple[str, ...] | str:
    names = tuple(terms)
    return names if len(names) <= NAMED else digest_of(list(names))


def save_weights(path: str | Path, held: WeightFile) -> None:
    """Write a file of weights, whole or not at all."""
    content = held.content()
    content["checksum"] = digest_of(content)
    with aside(Path(path), "the weights are not written") as place:
        write_text(place, json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def read_weights(path: str | Path) -> WeightFile:
    """Read a file of weights; a GameError says what is wrong with it."""
    found = read_checked(path, FORMAT, "weights")
    try:
        terms = found["terms"] if isinstance(found["terms"], str) else tuple(map(str, found["terms"]))
        numbers = tuple(map(float, found["weights"]))
        return WeightFile(
            found["game"], found["rules"], terms, numbers, found["made"], bool(found.get("patterns")), found["proof"]
        )
    except (KeyError, TypeError, ValueError):
        raise GameError(f"{path} is damaged: a field is missing") from None


def with_learned(game: AnyGame, path: str | Path) -> AnyGame:
    """The same game with what a file holds: weights, or a network."""
    return with_network(game, path) if is_network(path) else with_weights(game, path)


def with_weights(game: AnyGame, source: str | Path | WeightFile) -> Weighted[Any]:
    """The same game with the weights of a file; the game that is given keeps its own."""
    held = source if isinstance(source, WeightFile) else read_weights(source)
    name = "the weights" if isinstance(source, WeightFile) else str(source)
    if held.patterns and held.rules == type(game).__name__ and not isinstance(game, Patterned):
        game = patterned(game)
    if not isinstance(game, Weighted):
        raise GameError(f"{name}: {title(game)} has no weighted features, so it takes no weights")
    owner = featured(game)
    if held.rules != type(game).__name__:
        raise GameError(f"{name} holds weights for {held.game}, not for {title(game)}")
    if held.terms != _named(owner.terms) or len(held.weights) != len(owner.weights):
        raise GameError(
            f"{name} holds {len(held.weights)} weights for other features than those of {title(game)}, which has "
            f"{len(owner.weights)}: learn them again"
        )
    return weighted(game, held.weights)


def proven(held: WeightFile, proof: Mapping[str, Any]) -> WeightFile:
    """The same weights, with the match that compared them."""
    return replace(held, proof=proof)
