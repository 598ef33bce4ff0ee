"""``gametree games``."""

from __future__ import annotations

import inspect
import sys
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gametree.catalogue import CATALOGUE, game_class, untried
from gametree.cli.common import Json, table
from gametree.cli.output import say_json
from gametree.game import provided_by
from gametree.hooks import OPTIONAL
from gametree.titles import signature

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
        if json:
            say_json({"games": found})
        else:
            print(_catalogue(found))
    else:
        cls = game_class(name) if name in CATALOGUE else type(untried(name))
        facts = _facts(name, cls) | {"provides": _provides(cls), "about": _about(cls)}
        if json:
            say_json(facts)
        else:
            print(_detail(facts))


def _facts(name: str, cls: type[AnyGame]) -> dict[str, Any]:
    ours = name in CATALOGUE and sys.modules[cls.__module__].__doc__  # our files begin with what the game is
    parameters = {key: None if p.default is p.empty else p.default for key, p in signature(cls).items()}
    return {"name": name, "line": (ours or _about(cls)).partition("\n")[0], "parameters": parameters}


def _about(cls: type[AnyGame]) -> str:
    return inspect.cleandoc(cls.__doc__ or "")


def _provides(cls: type[AnyGame]) -> list[str]:
    return [hook.name for hook in OPTIONAL if provided_by(cls, hook.name)]


def _parameters(facts: dict[str, Any]) -> str:
    return "  ".join(f"{key}={value}" for key, value in facts["parameters"].items())


def _catalogue(found: list[dict[str, Any]]) -> str:
    rows: list[tuple[str, str]] = []
    for facts in found:
        rows.append((facts["name"], facts["line"]))
        if facts["parameters"]:
            rows.append(("", _parameters(facts)))
    return table(rows)


def _detail(facts: dict[str, Any]) -> str:
    rows = [("parameters", _parameters(facts) or "none"), ("provides", " ".join(facts["provides"]) or "nothing more")]
    lines = dict.fromkeys([facts["line"], facts["about"]])  # shown once if they are the same
    return "\n\n".join([facts["name"], *filter(None, lines), table(rows)])
