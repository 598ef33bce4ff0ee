# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""The packed twin of a game: the same game, its states a few words and its actions numbers.

People see the user's own values: ``text``, ``name``, ``parse`` and whatever else they read asks the user's game, with
states and actions taken out of their packed form. Searches see the twin's rewritten methods.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import namedtuple
from dataclasses import replace
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gametree.compile.digest import rules_key
from gametree.compile.frontend.front import FRONT, TWIN, outgrown
from gametree.compile.frontend.held import Held
from gametree.compile.frontend.hooks_rewritten import MANY, REWRITTEN, Rewriting
from gametree.compile.frontend.layout import Layout, UnfitError
from gametree.compile.frontend.observing import observe, roomier
from gametree.compile.frontend.runtime import OutgrownError, OutOfShapeError
from gametree.compile.frontend.shapes import HIGHEST, LOWEST, Int, Opt, Shape, Tup, UnreadyError, UnsupportedError, Wide
from gametree.errors import GameError
from gametree.game import CHANCE, Line, provides
from gametree.hooks import BY_ACTION, COMPILED_METHODS, DECIDING_METHODS, HOOKS

if TYPE_CHECKING:
    from gametree.game import AnyGame

GAMES, PLIES, STATES, ACTIONS = 48, 400, 3000, 200_000
"""How many games are played to see the values, how long one at most, and how many states and actions in all."""
DROPPED = (
    "order", "candidates", "null", "threatened", "foresee", "exact_end", "reach", "must_play", "key",
    "playout_weight", "playout_action", "playout_reply", "playout_over", "mobility",
)  # fmt: skip
"""Hints for search: without one of them a search answers the same, perhaps later."""
_GIVES_STATE = ("initial", "result", "parse", "null", "state", "mirrored", "exchanged")
_GIVES_STATES = ("symmetries", "parents", "inner_parents")
_GIVES_ACTION = ("rule_of_thumb",)
_GIVES_ACTIONS = ("actions", "tactics", "candidates", "must_play", "transcript")


STRAY = 1 << 40
"""The first number of actions that the packed form has no room for."""
MOST_ROOM = 5
"""With so much room an integer has all its 64 bits (``roomier``)."""


class Seen:
    """What some random games have shown: the states and the actions."""

    def __init__(self, game: AnyGame, games: int = GAMES, states: int = STATES):
        self.states: list[Any] = []
        self.actions: list[Any] = []
        dice = random.Random(1)
        for _ in range(games):
            if len(self.states) >= states or len(self.actions) >= ACTIONS:
                break
            s = game.initial()
            for _ in range(PLIES):
                self.states.append(s)
                if game.terminal(s) or game.drawn(s):
                    break
                chance = game.player(s) == CHANCE
                moves = [m[0] for m in game.chances(s)] if chance else list(game.actions(s))
                self.actions += moves
                s = game.result(s, dice.choice(moves))
        if not self.actions:
            raise UnsupportedError("a game without actions")


def shapes_seen(seen: Seen) -> tuple[Shape, Shape]:
    """The shapes of the states and of the actions."""
    state = observe(seen.states)
    if all(type(a) is int or isinstance(a, np.integer) for a in seen.actions):
        if not all(LOWEST <= int(a) <= HIGHEST for a in seen.actions):
            raise UnsupportedError("an action that does not fit into 64 bits")
        return state, Int()
    return state, observe(seen.actions)


def widest(shape: Shape) -> int:
    """The words of the widest integer in a state."""
    match shape:
        case Wide(words=words):
            return words
        case Tup(items=items):
            return max(map(widest, items), default=0)
        case Opt(item=item):
            return widest(item)
    return 0


@cache
def _stamp() -> str:
    """A digest of the front end itself."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


class Front:
    """What stands between a game of the user's and its twin."""

    original: AnyGame
    game: AnyGame
    reason = ""
    outgrown = False
    """Has a value come up that the packed form has no room for?"""
    total = False
    """Do the rules answer in Python where the packed form has no room? Not while the form is still being tried."""
    left: dict[str, str]
    """Of each method that stays Python, why."""

    @property
    def why_interpreted(self) -> str:
        """Why a kernel does not compile: the first method without which it cannot be; empty if all are rewritten."""
        return next((why for name, why in self.left.items() if name not in DROPPED), "")

    def __repr__(self) -> str:
        """The same in every process for the same rules, rewritten by the same front end: what is remembered of a twin
        is found by it."""
        return f"{type(self).__name__} {hashlib.sha256(f'{_stamp()}{rules_key(self.original)}'.encode()).hexdigest()}"

    def packed(self, s: Any) -> Any:
        """A state as searches see it."""
        raise NotImplementedError

    def number(self, a: Any) -> int:
        """The number of an action."""
        raise NotImplementedError

    def action(self, number: Any) -> Any:
        """The action of a number."""
        raise NotImplementedError

    @property
    def numbers_actions(self) -> bool:
        """Are the user's actions something else than integers?"""
        raise NotImplementedError

    def answered(self, answer: Any) -> Any:
        """The answer of a search, with the user's own action."""
        return answer if answer.action is None else replace(answer, action=self.action(answer.action))

    def fits(self, s: Any) -> bool:
        """Is this a state of the user's that can be packed?"""
        try:
            self.packed(s)
        except (UnfitError, TypeError, ValueError, AttributeError):
            return False
        return True

    def texts_of(self, function: Any) -> str | None:
        """The rewritten text of a function; None where it is the user's own."""
        return None

    def line(self, position: Any) -> Any:
        """A state or a Line of the user's, or of the twin, as a Line of the twin."""
        if not isinstance(position, Line):
            position = Line(position)
        start, actions = position.start, position.actions
        if (other := _maker(start)) not in (None, self):  # of a form that had less room
            start, actions = other.unpacked(start), tuple(map(other.action, actions))
            actions = tuple(map(self.number, actions))
        actions = tuple(a if type(a) is int and not isinstance(a, Enum) else self.number(a) for a in actions)
        try:
            return Line(self.packed(start), actions)
        except (UnfitError, TypeError, ValueError, AttributeError):
            raise GameError(f"not a position of {type(self.original).__name__}: {position.start!r}") from None


class Made(Front):
    """The twin of a game, with how it was made: ``game`` is it, ``texts`` the rewritten source of each method,
    ``left`` says of each method that stays Python why."""

    def __init__(self, game: AnyGame, *, wide: bool = False, room: int = 0):
        """``wide``: integers have several words. ``room``: how often it was too small before."""
        more = 0 if wide else room
        self.seen = Seen(game, GAMES << 2 * more, STATES << 2 * more)
        state, action = (roomier(shape, 2 * room if wide else room) for shape in shapes_seen(self.seen))
        self.rewriting = Rewriting(game, state, action, max(2, widest(state)) + room if wide else 0)
        self.original = game
        self.reason = ""
        self.strays: list[Any] = []
        self.left = {}
        self.texts: dict[str, str] = {}
        layout = self.rewriting.state
        self.state_class: Any = namedtuple("State", [f"w{i}" for i in range(layout.words)])
        self.state_class.__module__ = __name__
        self.state_class.form = repr(layout.shape)
        self.state_class.made = self
        self.state_class.__repr__ = lambda s: repr(layout.unpack(s))  # people see their own states
        self.rewriting.program.scope["State"] = self.state_class
        body = self._rewritten()
        self.game = self._twin(body)

    def _rewritten(self) -> dict[str, Any]:
        game, body = self.original, {}
        for name in COMPILED_METHODS:
            if not provides(game, name):
                continue
            try:
                if name not in REWRITTEN:
                    raise UnsupportedError(f"{name} is not rewritten")
                body[name] = self.rewriting.hook(name)
                self.texts[name] = self.rewriting.program.texts[name]
            except (UnsupportedError, UnreadyError, UnfitError) as error:
                line = f"line {error.line}: " if isinstance(error, UnsupportedError) and error.line else ""
                self.left[name] = f"{line}{name}: {error or 'it does not become clear what it returns'}"
                if name in DECIDING_METHODS:
                    raise UnsupportedError(self.left[name]) from None
        return body

    def _twin(self, body: dict[str, Any]) -> AnyGame:
        dropped = {name: HOOKS[name].neutral for name in self.left if name in DROPPED}
        return twin_of(self, body | dropped | {"__getattribute__": _attribute})

    # --- between the user's values and the packed ones -----------------------------------------------------------

    def packed(self, s: Any) -> Any:
        """A state of the user's in words; as it is, if its like is known but a number is too large."""
        if self._is_packed(s) or isinstance(s, Held):
            return s
        try:
            return self.state_class(*self.rewriting.state.pack(s))
        except UnfitError:
            if self.total and self._is_like(s):
                return Held(s, self.grown)
            raise

    def held(self, s: Any) -> Any:
        """A state that the rules have made: in words, or as it is where these have no room for it."""
        try:
            return self.packed(s)
        except UnfitError:
            if not self.total:
                raise
            return Held(s, self.grown)

    def _is_like(self, s: Any) -> bool:
        """Is this a state but for numbers that are too large?"""
        try:
            Layout(roomier(self.rewriting.state.shape, MOST_ROOM)).pack(s)
        except (UnfitError, UnsupportedError):
            return False
        return True

    def grown(self) -> OutgrownError:
        """What compiled code says of a state that has no room: next time it has."""
        return outgrown(self.game)

    def unpacked(self, s: Any) -> Any:
        """The user's own form of a state."""
        if isinstance(s, Held):
            return s.value
        return self.rewriting.state.unpack(s) if self._is_packed(s) else s

    def _is_packed(self, s: Any) -> bool:
        """Is this a packed state, of this twin or of another one that was made of the same rules?"""
        return type(s) is self.state_class or getattr(type(s), "form", None) == self.state_class.form

    def number(self, a: Any) -> int:
        """The number of an action; one that the packed form has no room for gets a number beyond all others."""
        if self.rewriting.action is None:
            return a
        try:
            return self.rewriting.action.pack(a)[0]
        except UnfitError:
            if not self.total:
                raise
            if a not in self.strays:
                self.strays.append(a)
            return STRAY + self.strays.index(a)

    def action(self, number: Any) -> Any:
        """The action of a number."""
        if self.rewriting.action is None:
            return number
        return self.strays[number - STRAY] if number >= STRAY else self.rewriting.action.unpack((number,))

    @property
    def numbers_actions(self) -> bool:
        """Are the user's actions something else than integers?"""
        return self.rewriting.action is not None

    def helpers(self) -> tuple[str, ...]:
        """The texts of the functions that rewritten methods call: not of those that were only written on the way."""
        texts, found, todo = self.rewriting.program.texts, set[str](), list(self.texts.values())
        while todo:
            called = {name for name in re.findall(r"\b(\w+)\(", todo.pop()) if name in texts} - found - set(self.texts)
            found |= called
            todo += [texts[name] for name in called]
        return tuple(text for name, text in texts.items() if name in found)

    def texts_of(self, function: Any) -> str | None:
        """The rewritten text of a function."""
        program = self.rewriting.program
        return program.texts.get(function.__name__) if function.__globals__ is program.scope else None

    def difference(self, most: int = 2000) -> str:
        """The first difference between the rewritten methods and the user's, both in Python; empty where none is.
        ``most``: after so many answers no further state is looked at."""
        from gametree.compile.frontend.beside import Beside

        return Beside(self).difference(most)


def _maker(s: Any) -> Any:
    """Whose packed form a state has; None for a state of the user's."""
    if isinstance(s, Held):
        return getattr(s.grown, "__self__", None)
    return getattr(type(s), "made", None)


def twin_of(front: Any, body: dict[str, Any]) -> AnyGame:
    """A game of a class below the user's, with these methods; all others ask the user's game."""
    original = front.original
    cls = type(original)
    for name, hook in HOOKS.items():
        if (
            hook.is_method
            and name not in body
            and (provides(original, name) or name in ("initial", "text", "name", "parse"))
        ):
            body[name] = _wrapper(name)
    body |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    made: Any = type(cls)(cls.__name__, (cls,), body)
    twin = object.__new__(made)
    vars(twin).update({k: v for k, v in vars(original).items() if k != TWIN})
    vars(twin)[FRONT] = front
    return twin


def _wrapper(name: str) -> Any:
    """A method that asks the user's game: with his own states and actions, and takes back what he gives."""

    def ask(self: Any, *args: Any, **kws: Any) -> Any:
        made: Made = self._front
        args = tuple(made.unpacked(a) for a in args)
        if name in ("name", *BY_ACTION) and len(args) > 1:
            args = (args[0], made.action(args[1]), *args[2:])
        answer = getattr(made.original, name)(*args, **kws)
        held = made.held if isinstance(made, Made) else made.packed
        if name in _GIVES_STATE:
            return held(answer)
        if name in _GIVES_ACTION:
            return made.number(answer)
        if name in _GIVES_STATES:
            return [held(x) for x in answer]
        if name in _GIVES_ACTIONS:
            return [made.number(a) for a in answer]
        if name == "chances":
            return [(made.number(a), p) for a, p in answer]
        if name == "picture" and isinstance(answer, dict) and "moves" in answer:
            return {**answer, "moves": {made.number(a): cell for a, cell in answer["moves"].items()}}
        return answer

    ask.__name__ = ask.__qualname__ = name
    return ask


# --- in Python a twin has room for everything ------------------------------------------------------------------------


def _attribute(self: Any, name: str) -> Any:
    """An attribute of a twin. A rewritten method that has no room for a value asks the user's own rules instead;
    compiled code, which cannot, stops there (``kernels.guarded``)."""
    found = object.__getattribute__(self, name)
    if name in REWRITTEN:
        front = object.__getattribute__(self, FRONT)
        if front.total and name in front.texts:
            return partial(_answered, self, name, found)
    return found


def _answered(twin: Any, name: str, rewritten: Any, *args: Any) -> Any:
    stray = isinstance(args[0], Held) or (name in BY_ACTION and args[1] >= STRAY)
    if not stray:
        try:
            answer = rewritten(*args)
            return list(answer) if name in MANY else answer
        except (OutOfShapeError, ArithmeticError, LookupError, ValueError):
            pass  # the user's own rules have room for it, or raise Python's own error
    return _wrapper(name)(twin, *args)
