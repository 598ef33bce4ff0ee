# pyright: reportUnnecessaryIsInstance=false
# (arguments are checked at run time too, for callers without a type checker)
"""From words to a game: ``connect4:width=5``, ``nim:3,4,5``, ``mygame.py``, ``mygame.py:MyGame:size=4``."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gametree.adapters.standins import standing_in
from gametree.errors import GameError
from gametree.game import REQUIRED, AnyGame, Game, provided_by
from gametree.hooks import HOOKS, renamed
from gametree.options import check_kind, value_of_word
from gametree.titles import entitle, signature, title
from gametree.weights import with_learned

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

CATALOGUE = {
    "tree": "gametree.games.tree:Tree",
    "tictactoe": "gametree.games.tictactoe:TicTacToe",
    "mnk": "gametree.games.mnk:MNK",
    "nim": "gametree.games.nim:Nim",
    "connect4": "gametree.games.connect4:ConnectFour",
    "chess": "gametree.games.chess:Chess",
    "chess_ending": "gametree.games.chess.endings:Ending",
    "kalah": "gametree.games.kalah:Kalah",
    "pig": "gametree.games.pig:Pig",
    "sharks": "gametree.games.sharks:Sharks",
    "ponghauki": "gametree.games.ponghauki:PongHauKi",
    "dots": "gametree.games.dots:Dots",
    "domineering": "gametree.games.domineering:Domineering",
    "awari": "gametree.games.awari:Awari",
    "morris": "gametree.games.morris:Morris",
    "checkers": "gametree.games.checkers:Checkers",
    "draughts": "gametree.games.draughts:Draughts",
    "backgammon": "gametree.games.backgammon:Backgammon",
    "hypergammon": "gametree.games.backgammon.variants:Hypergammon",
    "bearoff": "gametree.games.backgammon.endings:Bearoff",
    "einstein": "gametree.games.einstein:Einstein",
    "crowdnim": "gametree.games.crowdnim:CrowdNim",
    "crowdmnk": "gametree.games.crowdmnk:CrowdMNK",
    "star": "gametree.games.star:Star",
    "othello": "gametree.games.othello:Othello",
    "gomoku": "gametree.games.gomoku:Gomoku",
    "hex": "gametree.games.hex:Hex",
    "y": "gametree.games.y:Y",
    "pente": "gametree.games.pente:Pente",
    "connect6": "gametree.games.connect6:Connect6",
    "qubic": "gametree.games.qubic:Qubic",
    "go": "gametree.games.go:Go",
}
"""The games that come with the package: name and class."""


def load(spec: str | AnyGame | type[AnyGame], /, **parameters: Any) -> AnyGame:
    """A game from the catalogue, from a file, or from your own class.

    ``spec`` is a name, ``name:key=value,…``, ``file.py``, ``file.py:Class:key=value``, a class, or a game (returned as
    it is). Parameters given as keywords take precedence over those in the words. Rules of your own are tried in a few
    random games (``compile/trial/``): a mistake in them raises a ``GameError`` of one line.

    >>> load("connect4", width=5).width
    5
    >>> title(load("connect4:5,4"))
    'connect4:width=5,height=4'
    >>> load("conect4")
    Traceback (most recent call last):
    gametree.errors.GameError: unknown game 'conect4'; did you mean connect4? (gametree games lists them all)
    """
    return _tried(untried(spec, **parameters))


def _tried(game: AnyGame) -> AnyGame:
    from gametree.compile.frontend.front import fronted  # which knows games
    from gametree.compile.trial.trying import tried

    return fronted(tried(game))


def untried(spec: str | AnyGame | type[AnyGame], /, **parameters: Any) -> AnyGame:
    """Like ``load``, but the rules are not tried: for ``check``, which examines them in more detail.

    >>> title(untried("connect4:5,4"))
    'connect4:width=5,height=4'
    """
    if isinstance(spec, Game):
        if parameters:
            raise GameError(f"{title(spec)} exists already: parameters ({', '.join(parameters)}) cannot be added")
        return _validated(spec)
    if isinstance(spec, type) and issubclass(spec, Game):
        return _make(spec, spec.__name__, parameters)
    if not isinstance(spec, str):
        return _foreign(spec, parameters)
    if spec.startswith(OPENSPIEL):
        return _openspiel(spec.removeprefix(OPENSPIEL))
    head, given = _split(spec)
    cls = _find(head)
    return _make(cls, head, {**_named(cls, head, given), **parameters})


OPENSPIEL = "openspiel:"


def _openspiel(words: str) -> AnyGame:
    """A game of OpenSpiel, by the words with which OpenSpiel loads it."""
    from gametree.adapters.openspiel import openspiel

    game = openspiel(words)
    entitle(game, f"{OPENSPIEL}{words}", {})
    return game


def _foreign(spec: object, parameters: dict[str, Any]) -> AnyGame:
    """A game of a class, or an object, that was written for another program."""
    from gametree.adapters.foreign import adapted, adapted_object, is_foreign

    if isinstance(spec, type) and is_foreign(spec):
        return _make(adapted(spec), spec.__name__, parameters)
    if not isinstance(spec, type) and is_foreign(type(spec)):
        game = adapted_object(spec)
        entitle(game, type(spec).__name__, {})
        return _validated(game)
    raise GameError(f"{spec!r} is not a game, a class of games or the name of a game")


def load_from(cls: type[AnyGame], name: str, words: str = "") -> AnyGame:
    """A game of a given class, under a name, with its parameters as text.

    >>> title(load_from(game_class("connect4"), "four", "5,4"))
    'four:width=5,height=4'
    """
    return _tried(_make(cls, name, _named(cls, name, _split(f":{words}")[1])))


def parameters_in(spec: str) -> dict[str, Any]:
    """The parameters in the words for a game, by name. A file is not run for this: of a game in one, parameters without
    a name are under ``*``.

    >>> parameters_in("connect4:0x5,1_0"), parameters_in("mygame.py:5,4")
    ({'width': 5, 'height': 10}, {'*': (5, 4)})
    """
    head, given = _split(spec)
    return _named(game_class(head), head, given) if head in CATALOGUE else given


def game_class(name: str) -> type[AnyGame]:
    """The class behind a name of the catalogue."""
    module, _, cls = CATALOGUE[name].partition(":")
    return cast("type[AnyGame]", getattr(importlib.import_module(module), cls))


def _split(spec: str) -> tuple[str, dict[str, Any]]:
    """The words before the parameters, and the parameters; one without a key is called ``*``."""
    head, _, rest = spec.partition(":")
    if head.endswith(".py") and (match := re.match(r"([A-Za-z_]\w*)(?::|$)", rest)):
        head, rest = f"{head}:{match[1]}", rest[match.end() :]
    given: dict[str, Any] = {}
    for part in re.split(r",(?=\s*[A-Za-z_]\w*=)", rest) if rest else []:
        key, equals, value = part.partition("=")
        if equals and key.strip().isidentifier():
            given[key.strip()] = value_of_word(value.strip())
        else:
            given["*"] = value_of_word(part.strip())
    return head, given


def _find(head: str) -> type[AnyGame]:
    path, _, cls = head.partition(":")
    if path.endswith(".py"):
        return _class_in(_run_file(Path(path)), path, cls)
    if head in CATALOGUE:
        return game_class(head)
    raise GameError(f"unknown game {head!r}{_resembling(head, CATALOGUE)} (gametree games lists them all)")


def _resembling(word: str, known: Iterable[str]) -> str:
    """A question for an error message, if one of these words is nearly this one.

    >>> _resembling("utilty", ["utility", "size"])
    '; did you mean utility?'
    """
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _run_file(path: Path) -> ModuleType:
    """Run a user's file as a module. Its folder is on the path meanwhile, so that it can import its neighbours; and the
    module is in ``sys.modules``, where ``@dataclass`` looks for it. It does not stay there: a file of the same name may
    be imported next."""
    if not path.is_file():
        raise GameError(f"no such file: {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise GameError(f"not a Python file: {path}")
    module = importlib.util.module_from_spec(spec)
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    added = sys.modules.setdefault(path.stem, module) is module
    try:
        with standing_in():
            # compiled from its text each time: .pyc files would miss two edits within a tick of the file system clock
            exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
    except (Exception, SystemExit) as error:
        said = error.msg if isinstance(error, SyntaxError) and error.filename == str(path) else error  # no line twice
        raise GameError(f"{path}: {_where(error, path)}{type(error).__name__}: {said}") from error
    finally:
        sys.path.remove(folder)
        if added:
            del sys.modules[path.stem]
    return module


def _where(error: BaseException, path: Path) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: " if error.lineno is not None else ""
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)]
    return f"line {lines[-1]}: " if lines else ""


def _class_in(module: ModuleType, path: str, name: str) -> type[AnyGame]:
    classes: dict[str, type[Any]] = {
        key: c for key, c in vars(module).items() if isinstance(c, type) and c.__module__ == module.__name__
    }
    games = {key: c for key, c in classes.items() if Game in c.__mro__} or _foreign_in(classes)
    if name:
        if name not in games:
            raise GameError(f"{path} has no game {name!r}; it has {', '.join(games) or 'none'}")
        return _ours(games[name])
    leaves = {key: cls for key, cls in games.items() if not any(cls in other.__mro__[1:] for other in games.values())}
    if len(leaves) != 1:
        found = ", ".join(leaves) or "none"
        advice = f"choose one with {path}:CLASS" if leaves else f"write class {next(iter(classes), 'MyGame')}(Game)"
        raise GameError(f"{path} should hold one subclass of Game, but holds {found}; {advice}")
    return _ours(next(iter(leaves.values())))


def _foreign_in(classes: dict[str, type[Any]]) -> dict[str, type[Any]]:
    """Those that were written for another program."""
    from gametree.adapters.foreign import is_foreign

    return {key: c for key, c in classes.items() if is_foreign(c)}


def _ours(cls: type[Any]) -> type[AnyGame]:
    """The class, or what a class that was written for another program becomes here."""
    from gametree.adapters.foreign import adapted

    return cls if Game in cls.__mro__ else adapted(cls)


def _named(cls: type[AnyGame], head: str, given: dict[str, Any]) -> dict[str, Any]:
    """The parameters by name."""
    rest = {key: value for key, value in given.items() if key != "*"}
    return {**_positional(cls, head, given["*"]), **rest} if "*" in given else rest


def _positional(cls: type[AnyGame], head: str, value: Any) -> dict[str, Any]:
    """Values without a key: all go to the first parameter if it takes several (``nim:3,4,5``), otherwise one goes to
    each parameter (``mnk:4,4,3``)."""
    known = signature(cls)
    if not known:
        raise GameError(f"{head} has no parameters")
    first = next(iter(known.values()))
    if not isinstance(value, tuple) or isinstance(first.default, tuple):
        return {first.name: value}
    values = cast("tuple[Any, ...]", value)
    if len(values) > len(known):
        raise GameError(f"{head} has only {len(known)} parameters: {', '.join(known)}")
    return dict(zip(known, values, strict=False))


WEIGHTS = "weights"
"""The parameter that every game with weighted features or a network takes beside its own: a file of what was
learned."""


def _make(cls: type[AnyGame], head: str, given: dict[str, Any]) -> AnyGame:
    known = signature(cls)
    learned = given.get(WEIGHTS) if WEIGHTS not in known else None
    parameters = {key: value for key, value in given.items() if key != WEIGHTS or learned is None}
    for key, value in parameters.items():
        if key not in known:
            raise GameError(f"{head} has no parameter {key!r}; it has {', '.join(known) or 'none'}")
        check_kind(head, key, value, known[key].default)
    unset = [key for key, p in known.items() if p.default is p.empty and key not in given]
    if unset:
        words = f"{head}:{','.join(f'{key}=…' for key in unset)}"
        raise GameError(f"{head} needs {' and '.join(unset)}: write {words}, or give each a default in __init__")
    try:
        game = cls(**parameters)
    except GameError as error:
        raise GameError(f"{head}: {error}") from None
    except Exception as error:
        raise GameError(f"{head} cannot be made with {parameters}: {type(error).__name__}: {error}") from error
    entitle(game, head, parameters)
    if learned is not None:
        game = with_learned(_validated(game), str(learned))
        entitle(game, head, given)
    return _validated(game)


def _validated(game: AnyGame) -> AnyGame:
    """The game, if it has what every game needs, no attribute hides a method, and no hook has its former name."""
    cls = type(game)
    for method in REQUIRED:
        if not provided_by(cls, method):
            hint = _resembling(method, [name for name in vars(cls) if name not in HOOKS])
            raise GameError(f"{cls.__name__} does not define {method}; a game needs {', '.join(REQUIRED)}{hint}")
    for name, hook in HOOKS.items():
        if hook.is_method and name in vars(game):
            raise GameError(f"{cls.__name__}: the attribute {name} hides the method of that name; rename the attribute")
    if hook := renamed(game):
        raise GameError(f"{cls.__name__}: {hook.formerly} is called {hook.name} now; rename it")
    return game
