"""The quick jobs: a position, its drawing and its legal moves."""

from __future__ import annotations

import inspect
import sys
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any, cast

from gametree import hooks
from gametree.catalogue import CATALOGUE, game_class, load
from gametree.draw.board import board
from gametree.draw.showcase import FIRST, exhibit, sample, thumbnail
from gametree.errors import GameError
from gametree.features import Weighted, featured, shares
from gametree.game import CHANCE, AnyGame, Line, even, line_of, provided_by, provides
from gametree.notation.names import move_name, read_moves, read_position
from gametree.referee import Referee, verdict
from gametree.titles import signature, title
from gametree.web.answers import word
from gametree.web.bar import first_of

if TYPE_CHECKING:
    from gametree.web.worker import Call

LONGEST_GAME = 5000
"""The most actions in a game that is sent."""
KEPT_LINES = 2000
_legal: OrderedDict[tuple[str, str, tuple[str, ...]], None] = OrderedDict()
"""Lines that were found to be legal."""
_gallery: list[dict[str, Any]] = []
"""The pictures of the catalogue, once they are drawn."""
MOST_TERMS = 12
"""How many features of an evaluation are shown."""
MOST_FRESH = 40
"""If a move changes more shapes of the drawing than this, they are not marked."""


def line_asked(game: AnyGame, asked: dict[str, Any]) -> Line[Any]:
    """The line of a request: ``position`` (a text; by default the initial one), then ``actions`` (a list of integers)
    or ``moves`` (their names). Every action must be legal."""
    text = asked.get("position")
    start = line_of(game, None).start if text is None else read_position(game, word(asked, "position", ""))
    if asked.get("actions") is None:
        return read_moves(game, start, word(asked, "moves", ""))
    actions = asked["actions"]
    if not isinstance(actions, list) or len(actions) > LONGEST_GAME:  # pyright: ignore[reportUnknownArgumentType]
        raise GameError(f"actions must be a list of at most {LONGEST_GAME} whole numbers")
    return _played(game, start, cast("list[object]", actions))


def _played(game: AnyGame, start: Any, actions: list[object]) -> Line[Any]:
    """The line, if every action is legal. Lines that were checked before are not checked again."""
    known = next(
        (n for n in (len(actions), len(actions) - 1) if n >= 0 and _key(game, start, actions[:n]) in _legal), 0
    )
    referee = Referee(game, Line(start, tuple(cast("list[int]", actions[:known]))))
    for number, action in enumerate(actions[known:], known + 1):
        if isinstance(action, bool) or not isinstance(action, int) or action not in referee.legal():
            raise GameError(f"action {number}: {str(action)[:40]} is not legal")
        referee.play(action)
    _legal[_key(game, start, actions)] = None
    while len(_legal) > KEPT_LINES:
        _legal.popitem(last=False)
    return referee.line


def _key(game: AnyGame, start: Any, actions: list[object]) -> tuple[str, str, tuple[str, ...]]:
    return title(game), repr(start), tuple(map(repr, actions))


def games(_: AnyGame | None, asked: dict[str, Any], call: Call) -> list[dict[str, Any]]:
    """The catalogue, to choose a game."""
    return [facts(name, game_class(name)) for name in CATALOGUE]


def gallery(_: AnyGame | None, asked: dict[str, Any], call: Call) -> list[dict[str, Any]]:
    """The catalogue with pictures: each game as people meet it (``draw.showcase``), and its ``picture``."""
    if not _gallery:
        for name in dict.fromkeys((*FIRST, *CATALOGUE)):
            game, moves = sample(name)
            _gallery.append({**exhibit(load(name)).to_json(), "picture": thumbnail(game, moves)})
    return _gallery


def file_facts(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """A user's game, in the form of the catalogue. The game is started, so that wrong rules fail now."""
    position(game, {}, call)
    own = {**exhibit(game).to_json(), "picture": thumbnail(game)}
    return {**facts(title(game).partition(":")[0], type(game)), "own": own}


def facts(name: str, cls: type[AnyGame]) -> dict[str, Any]:
    """The facts about a game that the chooser shows."""
    ours = name in CATALOGUE and sys.modules[cls.__module__].__doc__
    line = (ours or inspect.cleandoc(cls.__doc__ or "")).partition("\n")[0]
    parameters = {key: None if p.default is p.empty else p.default for key, p in signature(cls).items()}
    has = [name for name in ("chances", "rule_of_thumb", "evaluate") if provided_by(cls, name)]
    called = str(getattr(cls, "called", ""))
    known = {"name": name, "called": called, "line": line, "parameters": parameters}
    return {**known, "players": cls.players, "provides": has}


def position(game: AnyGame, asked: dict[str, Any], call: Call) -> dict[str, Any]:
    """Everything that a page needs to show a position: its text and its drawing, whose turn it is, the legal moves by
    name, and the result if the game is over."""
    line = line_asked(game, asked)
    referee = Referee(game, line)
    s = referee.state
    drawn, last, moved = _drawn(game, referee)
    shown_as: dict[int, dict[str, Any]] = {move["action"]: move for move in drawn.pop("moves")}
    if asked.get("position") is not None:
        drawn["taken"] = _since(board(game, line.start).taken, drawn["taken"])
    paid = referee.payoff()
    player = referee.player()
    chances = dict(game.chances(s)) if paid is None and player == CHANCE else {}
    moves: list[dict[str, Any]] = []
    for a in [] if paid is not None else referee.legal():
        known: dict[str, Any] = {"path": [], **shown_as.get(a, {}), "action": a, "name": move_name(game, s, a)}
        moves.append(known | ({"chance": chances[a]} if chances else {}))
    shown = exhibit(game)
    value = None if paid is None else first_of(paid) if isinstance(paid, tuple) else paid
    return {
        "game": title(game), "text": game.text(s), "player": player, "players": game.players,
        "actions": list(line.actions), "played": referee.names(), "moves": moves, "over": paid is not None,
        "payoff": list(paid) if isinstance(paid, tuple) else paid,
        "reason": referee.reason() if paid is not None else "",
        "verdict": verdict(game, paid, shown.players) if paid is not None else "",
        "share": None if value is None else 0.5 + 0.5 * ((value > even(game)) - (value < even(game))),
        "evaluation": _terms(game, s) if paid is None else None,
        "bounds": list(game.bounds), "board": drawn, "last": last, "moved": moved,
        "men": provides(game, "chances"), "fen": hooks.asked(game, "fen")(s) if provides(game, "fen") else "",
        "called": shown.called, "names": list(shown.players), "colours": list(shown.colours), "rules": shown.rules,
        "won_by": hooks.asked(game, "won_by"),
        "pairs": hooks.asked(game, "numbers_pairs"), "below": hooks.asked(game, "sits_below"),
    }  # fmt: skip


def _terms(game: AnyGame, s: Any) -> dict[str, Any] | None:
    """The evaluation of a position by its features, the weightiest first; None in a game without features."""
    if not isinstance(game, Weighted):
        return None
    found = sorted(shares(game, s), key=lambda share: -abs(share.times * share.weight))
    terms = [{"term": share.term, "times": share.times, "weight": share.weight} for share in found[:MOST_TERMS]]
    return {"value": float(featured(game).evaluate(s)), "terms": terms, "more": max(len(found) - MOST_TERMS, 0)}


def _since(before: tuple[list[str], ...], now: list[list[str]]) -> list[list[str]]:
    """The men taken since a position that was set up: what was missing there was not taken in this game."""
    return [list((Counter(men) - Counter(was)).elements()) for was, men in zip(before, now, strict=True)]


def _drawn(game: AnyGame, referee: Referee[Any]) -> tuple[dict[str, Any], list[str], list[str]]:
    """The drawing, with the changes of the last move marked (class ``fresh``); the spots of that move to mark, where
    the changes do not show it; and all its spots, along which its men slide."""
    drawn = board(game, referee.state)
    if not referee.actions:
        return drawn.to_json(), [], []
    before = board(game, referee.states[-2])
    old = set(before.shapes)
    fresh = [i for i, shape in enumerate(drawn.shapes) if shape not in old]
    fresh = [i for i in fresh if not drawn.shapes[i].startswith("<text")] or fresh  # words below it are no change of it
    if len(fresh) <= MOST_FRESH and (drawn.width, drawn.height) == (before.width, before.height):
        for i in fresh:
            drawn.shapes[i] = f'<g class="fresh">{drawn.shapes[i]}</g>'
    path = next((path for a, _, path in before.moves if a == referee.actions[-1]), ())
    return drawn.to_json(), list(path) if len(path) > 1 or not fresh else [], list(path)
