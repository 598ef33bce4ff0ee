"""``gametree games``."""

from __future__ import annotations

import inspect
import json as json_text
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gametree.catalogue import CATALOGUE, game_class, load, signature
from gametree.cli.common import Json, table
from gametree.game import OPTIONAL, Game

if TYPE_CHECKING:
    from gametree.game import AnyGame


def games(
    name: Annotated[str | None, Parameter(help="Show this game in detail: a name or a file.")] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """The catalogue of games, or one game in detail.

    For every game: its name, what it is, and its parameters with their defaults, to be written as name:key=value,…
    """
    if name is None:
        found = [_facts(key, game_class(key)) for key in CATALOGUE]
        print(json_text.dumps({"games": found}, ensure_ascii=False) if json else _catalogue(found))
    else:
        cls = game_class(name) if name in CATALOGUE else type(load(name))
        facts = _facts(name, cls) | {"provides": _provides(cls), "about": inspect.getdoc(cls) or ""}
        print(json_text.dumps(facts, ensure_ascii=False) if json else _detail(facts))


def _facts(name: str, cls: type[AnyGame]) -> dict[str, Any]:
    about = inspect.getdoc(cls) or ""
    parameters = {key: None if p.default is p.empty else p.default for key, p in signature(cls).items()}
    return {"name": name, "line": about.partition("\n")[0], "parameters": parameters}


def _provides(cls: type[AnyGame]) -> list[str]:
    return [method for method in OPTIONAL if getattr(cls, method) is not getattr(Game, method)]


def _parameters(facts: dict[str, Any]) -> str:
    return ",".join(f"{key}={value}" for key, value in facts["parameters"].items())


def _catalogue(found: list[dict[str, Any]]) -> str:
    return table((f["name"], f["line"], _parameters(f)) for f in found)


def _detail(facts: dict[str, Any]) -> str:
    rows = [("parameters", _parameters(facts) or "none"), ("provides", " ".join(facts["provides"]) or "nothing more")]
    return f"{facts['name']}\n\n{facts['about']}\n\n{table(rows)}"
