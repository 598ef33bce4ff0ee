"""Networks in a file: the arrays of a game's evaluation, compact, and with a checksum.

The file is text (JSON), as files of weights are; an array is written in base64, as 16-bit floats unless it must be
precise, and a large one packed. What a network sees, and how it answers, is code of the game.

>>> from gametree import load
>>> import pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder) / "mine.network"
...     save_network(path, network_of(load("backgammon"), made="by hand"))
...     read_network(path).made
'by hand'
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import lzma
import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy as np

from gametree.errors import GameError
from gametree.files import aside, inflated, write_text
from gametree.game import Game
from gametree.titles import entitle_like, title

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gametree.game import AnyGame

    Singles = NDArray[np.float32]

FORMAT = "gametree network 1"
LARGEST = 1 << 26
"""Bytes that a file may have."""
COMPACT, PRECISE = "<f2", "<f4"
"""How numbers are kept."""
PACKED = "xz "
"""Stands before it if they are packed."""
LARGE = 1 << 18
"""An array with this many numbers is packed."""
MOST = 1 << 24
"""An array has at most this many numbers."""

S = TypeVar("S")


class Networked(Game[S]):
    """A game whose evaluation is a network, or several. Its attributes:

    ``layers``
        The names of the attributes that hold the network: arrays of 32-bit floats.

    ``network``
        Is the network used, or another evaluation of the game?
    """

    layers: ClassVar[tuple[str, ...]]
    network: bool

    def set_layers(self, arrays: Mapping[str, Singles]) -> None:
        """Use copies of these arrays."""
        for name in self.layers:
            setattr(self, name, arrays[name].copy())


@dataclass(frozen=True)
class NetworkFile:
    """The content of a file of a network."""

    game: str
    """For people: the words that load the game for which it was learned."""
    rules: str
    """The name of its class."""
    arrays: Mapping[str, Singles]
    made: str = ""
    """The command that made it."""
    proof: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The match that compared it with the evaluation before."""

    def content(self, kind: str = COMPACT) -> dict[str, Any]:
        """The fields as JSON has them."""
        arrays = {name: _written(array, kind) for name, array in self.arrays.items()}
        return {
            "format": FORMAT, "game": self.game, "rules": self.rules, "made": self.made, "proof": dict(self.proof),
            "arrays": arrays,
        }  # fmt: skip


def networked(game: AnyGame) -> Networked[Any]:
    """The game, which must have a network."""
    if not isinstance(game, Networked):
        raise GameError(f"{title(game)} has no network")
    return game


def network_of(game: AnyGame, made: str = "") -> NetworkFile:
    """The network of a game as a file holds it."""
    owner = networked(game)
    arrays = {name: getattr(owner, name).copy() for name in owner.layers}
    if not all((np.abs(array) <= np.finfo(COMPACT).max).all() for array in arrays.values()):
        raise GameError(f"the network of {title(game)} has numbers that are too large for a file")
    return NetworkFile(title(game), type(game).__name__, arrays, made)


def with_network(game: AnyGame, source: str | Path | NetworkFile) -> Networked[Any]:
    """The same game with the network of a file; the game that is given keeps its own."""
    held = source if isinstance(source, NetworkFile) else read_network(source)
    name = "the network" if isinstance(source, NetworkFile) else str(source)
    owner = networked(game)
    if held.rules != type(game).__name__:
        raise GameError(f"{name} holds a network for {held.game}, not for {title(game)}")
    shapes = {layer: getattr(owner, layer).shape for layer in owner.layers}
    if {layer: array.shape for layer, array in held.arrays.items()} != shapes:
        raise GameError(f"{name} holds a network of another shape than that of {title(game)}: learn it again")
    made = copy.copy(owner)
    made.network = True
    made.set_layers(held.arrays)
    entitle_like(made, game)
    return made


def proven_network(held: NetworkFile, proof: Mapping[str, Any], made: str | None = None) -> NetworkFile:
    """The same network, with the match that compared it, and the command that made it."""
    return replace(held, proof=proof, made=held.made if made is None else made)


def save_network(path: str | Path, held: NetworkFile, *, precise: bool = False) -> None:
    """Write a file of a network, whole or not at all. ``precise``: with 32-bit floats, to go on learning."""
    content = held.content(PRECISE if precise else COMPACT)
    content["checksum"] = digest_of(content)
    with aside(Path(path), "the network is not written") as place:
        write_text(place, json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def read_network(path: str | Path) -> NetworkFile:
    """Read a file of a network; a GameError says what is wrong with it."""
    found = read_checked(path, FORMAT, "network")
    try:
        arrays = {
            str(name): _read(tuple(map(int, a["shape"])), str(a["kind"]), a["data"])
            for name, a in found["arrays"].items()
        }
        return NetworkFile(found["game"], found["rules"], arrays, found["made"], found["proof"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise GameError(f"{path} is damaged: a field is missing") from None


def _written(array: Singles, kind: str) -> dict[str, Any]:
    """An array as JSON has it."""
    content, large = array.astype(kind).tobytes(), array.size >= LARGE
    data = base64.b64encode(lzma.compress(content, preset=9) if large else content).decode()
    return {"shape": list(array.shape), "kind": PACKED * large + kind, "data": data}


def _read(shape: tuple[int, ...], kind: str, data: str) -> Singles:
    """An array that ``_written`` wrote; a ValueError says what is wrong."""
    plain = kind.removeprefix(PACKED)
    if plain not in (COMPACT, PRECISE) or not 0 < math.prod(shape) <= MOST:
        raise ValueError(f"no array of {kind} and shape {shape}")
    content = base64.b64decode(data, validate=True)
    if plain != kind:
        content = inflated(content, math.prod(shape) * np.dtype(plain).itemsize)
    return np.frombuffer(content, np.dtype(plain)).reshape(shape).astype(np.float32)


def is_network(path: str | Path) -> bool:
    """Does this file begin as one of a network does? (It may be damaged.)"""
    try:
        with Path(path).open("rb") as file:
            return FORMAT.encode() in file.read(200)
    except OSError:
        return False


# --- files of numbers, with a checksum -------------------------------------------------------------------------------


def digest_of(value: Any) -> str:
    """The checksum of what a file holds."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_checked(path: str | Path, form: str, what: str) -> dict[str, Any]:
    """Read a JSON file of this form whose checksum is right. ``what`` is held there: a network, weights."""
    place = Path(path)
    article = "a file of weights" if what == "weights" else f"a file of a {what}"
    try:
        if place.stat().st_size > LARGEST:
            raise GameError(f"{path} is too large for {article}")
        text = place.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GameError(f"{path} is not {article}") from None
    except OSError as error:
        raise GameError(f"{path}: the {what} cannot be read: {(error.strerror or str(error)).lower()}") from None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        kind = "is damaged: it is cut off, or was edited" if form in text[:200] else f"is not {article}"
        raise GameError(f"{path} {kind}") from None
    if not isinstance(content, dict) or cast("dict[str, Any]", content).get("format") != form:
        raise GameError(f"{path} is not {article}")
    found = cast("dict[str, Any]", content)
    if found.pop("checksum", None) != digest_of(found):
        raise GameError(f"{path} is damaged: its checksum is wrong; gametree learn makes such files")
    return found
