"""The jobs behind the tab *Practise*: a question, and the mark for an answer."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, cast

from gametree.errors import GameError
from gametree.teaching.exercises import exercise
from gametree.teaching.questions import KINDS, ask
from gametree.teaching.quiz import HELP
from gametree.teaching.sheet import answer_in_words
from gametree.titles import title
from gametree.web.answers import whole, word
from gametree.web.jobs import line_asked
from gametree.web.watch_jobs import FEW, how_asked
from gametree.web.watching import Watched

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.teaching.questions import Asked
    from gametree.web.worker import Call

KEPT = 20
WISHES = ("depth", "branching", "cuts", "above")
_kept: OrderedDict[str, Asked] = OrderedDict()


def question(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """The tree with its leaves, and what is asked about it. The answer is not sent."""
    found = _asked(game, asked)
    watched, shown = Watched(found.frames), found.question
    view = watched.view(range(len(found.frames.nodes)), boards=len(found.frames.nodes) <= FEW)
    names, leaves = found.names, found.leaves
    for node in view["nodes"]:
        if node["id"] in leaves and not node["worth"]:
            node["worth"] = leaves[node["id"]]
    ids = {name: i for i, name in names.items()}
    head = watched.head()
    return {
        "kind": shown.kind,
        "kinds": KINDS,
        "prompt": shown.prompt,
        "fields": list(shown.fields),
        "help": HELP[shown.kind],
        "choices": [ids[name] for name in shown.choices],
        "about": ids.get(shown.about),
        "names": names,
        "players": head["players"],
        "game": head["game"],
        "length": head["runs"][1]["length"],
        "view": view,
        "search": {
            "game": found.words,
            "algorithm": found.answered.algorithm,
            "depth": found.answered.depth,
            "options": found.answered.options,
        },
    }


def mark(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """The mark for an answer, with the answer and its reasons."""
    found, given = _asked(game, asked), asked.get("given")
    if not isinstance(given, list) or not all(isinstance(part, str) for part in cast("list[object]", given)):
        raise GameError("given must be a list of words")
    result = found.question.mark(cast("list[str]", given))
    ids = {name: i for i, name in found.names.items()}
    watched = Watched(found.frames)
    last = len(found.frames.runs[1]) - 1
    return {
        **result.to_json(),
        "answer": answer_in_words(found.question),
        "right": [ids[name] for name in (*found.question.answer, *found.question.also) if name in ids],
        "why": list(found.question.why),
        "end": watched.steps(1, last)["steps"][-1],
    }


def _asked(game: AnyGame, asked: dict[str, Any]) -> Asked:
    """The question of a request; the last ones are kept."""
    key = json.dumps([title(game), {name: value for name, value in sorted(asked.items()) if name != "given"}])
    if key not in _kept:
        _kept[key] = _made(game, asked)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return _kept[key]


def _made(game: AnyGame, asked: dict[str, Any]) -> Asked:
    kind, seed = word(asked, "kind", "cuts", 20), whole(asked, "seed", 0, 0, 10**9) or 0
    if asked.get("algorithm"):
        algorithm, depth, options = how_asked(asked)
        return ask(game, kind, line_asked(game, asked), algorithm=algorithm, depth=depth, seed=seed, **options)
    wishes: dict[str, Any] = {name: whole(asked, name, None, 0, 9) for name in WISHES if asked.get(name) is not None}
    return exercise(kind, seed, **wishes, chance=bool(asked.get("chance"))).asked
