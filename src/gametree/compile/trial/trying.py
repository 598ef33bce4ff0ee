"""A few random games with rules that have not been tried before.

The games are played to their ends where that is possible, on a copy of the rules whose loops are counted: at random,
and always with the largest or the smallest action, since large numbers are the ones that overflow. Then every method
that compiled code calls is run on states from all depths of these games, on a copy whose numbers are watched too.

This cannot see a number that is too wide only in states far from these games, nor rules without source text (typed into
a plain interpreter). Compiled rules are compared with Python after compiling (``compile/comparison.py``). ``gametree
check`` plays more games; a line that a search has proven is played out in Python as well.
"""

from __future__ import annotations

import hashlib
import math
import random
import traceback
from collections.abc import Iterable
from dataclasses import is_dataclass
from enum import Enum
from functools import cache as memoise
from itertools import islice
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never, cast
from weakref import WeakKeyDictionary

from gametree.blame import users_fault
from gametree.compile import cache
from gametree.compile.digest import definitions, function_of, rules_key
from gametree.compile.trial.operators import ADVICE, HIGHEST, LOWEST, EndlessError, Place
from gametree.compile.trial.randomness import ADVICE as ROLLED
from gametree.compile.trial.randomness import TIMES, differs, rolled_in
from gametree.compile.trial.watched import Watched, is_library, is_ours
from gametree.errors import GameError
from gametree.game import CHANCE, provides
from gametree.hooks import COMPILED_METHODS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gametree.game import AnyGame

GAMES, PLIES = 8, 400
"""The number of games, and the most moves of one."""
ENOUGH, LOOK = 100_000, 20_000
"""After this many steps of the rules no new game begins; after the second number no new state is tried."""
MOST = 100_000
"""More actions than this in one state count as an endless loop."""
POLICIES: tuple[Callable[[random.Random, list[Any]], Any], ...] = (
    random.Random.choice,
    lambda _, moves: max(moves, key=_rank),
    random.Random.choice,
    lambda _, moves: min(moves, key=_rank),
)
_ALWAYS = ("evaluate", "drawn", "quiet", "threatened", "key", "position", "repeated", "playout_over")
"""The optional methods that a search may ask in any state that is not over; others have conditions of their own."""
_SOMETIMES = (
    "tactics", "foresee", "candidates", "must_play", "null", "symmetries", "tier", "parents", "inner_parents", "index",
    "banked", "reach", "mobility",
)  # fmt: skip
LISTS = ("actions", "chances", "symmetries", "parents", "inner_parents", "tactics", "candidates", "must_play")

KEPT = 64
"""How many of the tried states are kept, to compare compiled code on them."""

_verdicts: WeakKeyDictionary[AnyGame, str] = WeakKeyDictionary()
_met: WeakKeyDictionary[AnyGame, list[Any]] = WeakKeyDictionary()


def tried(game: AnyGame) -> AnyGame:
    """The game, if it could be played; otherwise a GameError says in one line what is wrong, and where.

    >>> from gametree.games.nim import Nim
    >>> game = Nim()
    >>> tried(game) is game
    True
    """
    too_wide(game)
    return game


def too_wide(game: AnyGame) -> str:
    """Why the integers of this game must not be compiled, in one line; empty if they may."""
    if game not in _verdicts:
        _verdicts[game] = "" if is_ours(type(game)) else _judged(game)
    return _verdicts[game]


def is_remembered(game: AnyGame) -> bool:
    """Have these rules been tried before, perhaps in another process, and found fit to be compiled?"""
    return cache.read(_key(game)) is not None


def _key(game: AnyGame) -> str:
    return f"trial-{hashlib.sha256((_stamp() + rules_key(game)).encode()).hexdigest()[:32]}"


def _judged(game: AnyGame) -> str:
    if is_remembered(game):
        return ""
    trial = Trial(game)
    verdict = trial.verdict()
    if not verdict:
        cache.write(_key(game), b"")
    _met[game] = trial.looked
    return verdict


def states_met(game: AnyGame) -> list[Any]:
    """Some states of the trial's games, from all depths.

    >>> from gametree.games.nim import Nim
    >>> Nim().initial() in states_met(Nim())
    True
    """
    if game not in _met:
        trial = Trial(game)
        trial.verdict()
        _met[game] = trial.looked
    return _met[game]


@memoise
def _stamp() -> str:
    """A digest of how rules are tried."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


class Trial:
    """The games with one set of rules. Without ``trusting`` the package's own rules are watched too."""

    def __init__(self, game: AnyGame, *, trusting: bool = True):
        self.counted = Watched(game, numbers=False, trusting=trusting)
        self.watched = Watched(game, trusting=trusting)
        self.asked = self.counted
        self.looked: list[Any] = []
        self.rolled = rolled_in(game, "result")
        """What random generator the rules name, if any."""

    def verdict(self) -> str:
        """Play, and try some of the states: the reason not to compile, or an empty text."""
        dice = random.Random(0)
        played: list[list[Any]] = []
        while len(played) < GAMES and (len(played) < 2 or self.counted.watch.steps < ENOUGH):
            played.append(list(self._play(dice, POLICIES[len(played) % len(POLICIES)])))
        self.asked = self.watched
        for s in _spread(played):
            self._look(s)
            if len(self.looked) < KEPT:
                self.looked.append(s)
            if self.watched.watch.wide is not None:
                return str(self.watched.watch.wide)
            if self.watched.watch.steps > LOOK:
                break
        return ""

    def _play(self, dice: random.Random, choose: Callable[[random.Random, list[Any]], Any]) -> Iterator[Any]:
        """The states of one game."""
        s = self._ask("initial")
        for _ in range(PLIES):
            yield s
            moves = self._moves(s)
            if not moves:
                break
            self.counted.watch.steps += 20  # a move takes time even without a loop
            s = self._result(s, choose(dice, moves))

    def _moves(self, s: Any) -> list[Any]:
        """The legal actions, or the outcomes of chance; empty if the game is over. Then the payoff is tested."""
        if self._ask("terminal", s):
            self._payoff("utility", s)
            return []
        if self._ask("drawn", s):
            return []
        players = self.asked.game.players
        player = self._ask("player", s)
        if not isinstance(player, Integral) or not (0 <= int(player) < players or int(player) == CHANCE):
            self._wrong("player", f"returns {player!r}: return 0 to {players - 1}, or CHANCE", s)
        moves = self._outcomes(s) if int(player) == CHANCE else self._ask("actions", s)
        if not moves:
            self._wrong("actions", "yields nothing, but terminal says that the game is not over", s)
        for a in moves:
            if not isinstance(a, Integral) and not _is_name(a):
                self._wrong("actions", f"yields {a!r}, but an action must be an integer: {instead(a)}", s)
        return moves

    def _outcomes(self, s: Any) -> list[Any]:
        found = self._ask("chances", s)
        for pair in found:
            if not isinstance(pair, tuple) or len(cast("tuple[Any, ...]", pair)) != 2:
                self._wrong("chances", f"yields {pair!r}: yield pairs of an outcome and its probability", s)
        return [outcome for outcome, _ in found]

    def _result(self, s: Any, a: Any) -> Any:
        child = self._ask("result", s, a)
        if child is None:
            self._wrong("result", f"returns nothing for action {a}: return the state after it", s)
        if self.rolled and any(differs(child, self._ask("result", s, a)) for _ in range(TIMES)):
            self._wrong("result", f"uses {self.rolled}: {ROLLED}", s)
        return child

    def _payoff(self, method: str, s: Any) -> None:
        value: Any = self._ask(method, s)
        parts = list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else [value]
        if any(not isinstance(p, Real) or math.isnan(p) for p in parts):
            told = "nothing" if value is None else repr(cast("object", value))
            self._wrong(method, f"returns {told}, not a number: return its value for Max (for example 1, 0 or -1)", s)

    def _look(self, s: Any) -> None:
        """Call all that compiled code may call on a state, watched."""
        game = self.asked.game
        self._fit("initial", s)
        moves = self._moves(s)
        self._fit("actions", moves)
        some = (
            moves
            if len(moves) <= 4
            else [moves[0], max(moves, key=_rank), moves[len(moves) // 2], min(moves, key=_rank)]
        )
        for a in some:
            self._fit("result", self._result(s, a))
            for hint in ("order", "playout_weight"):
                if provides(game, hint):
                    self._fit(hint, self._ask(hint, s, a))
        if moves and provides(game, "evaluate"):
            self._payoff("evaluate", s)
        for method in COMPILED_METHODS:
            if provides(game, method) and method in _ALWAYS and moves:
                self._fit(method, self._ask(method, s))
            elif provides(game, method) and method in _SOMETIMES and moves:
                self._ask_if_it_answers(method, s)

    def _ask_if_it_answers(self, method: str, s: Any) -> None:
        """Call a method that need not have an answer here; ``check`` reports what it raises."""
        watch, game = self.asked.watch, self.asked.game
        watch.allow()
        try:
            answer: Any = getattr(game, method)(s)
            self._fit(method, list[Any](islice(answer, MOST)) if method in LISTS else answer)
        except EndlessError as error:
            self._endless(method, error, s)
        except Exception:
            return

    def _fit(self, method: str, answer: Any) -> None:
        """Note numbers that do not fit into compiled code."""
        if isinstance(answer, tuple | list):
            for item in cast("tuple[Any, ...]", answer):
                self._fit(method, item)
        elif isinstance(answer, Integral) and not LOWEST <= int(answer) <= HIGHEST and not self.watched.watch.wide:
            file, line = place(self.asked.game, method)
            what = f"{method} makes a number of {int(answer).bit_length()} bits; {ADVICE}"
            self.watched.watch.wide = Place(file, line, what)

    def _ask(self, method: str, *args: Any) -> Any:
        """The answer of a method, as a list if it is a generator."""
        self.asked.watch.allow()
        try:
            answer: Any = getattr(self.asked.game, method)(*args)
            if method not in LISTS:
                return answer
            if not isinstance(answer, Iterable):
                self._wrong(method, not_listed(answer), args[0])
            found = list(islice(cast("Iterable[Any]", answer), MOST + 1))
        except EndlessError as error:
            self._endless(method, error, *args[:1])
        except GameError:
            raise
        except Exception as error:
            if (line := users_fault(error)) is not None:
                raise GameError(line) from error
            self._wrong(method, f"raises {type(error).__name__}: {error}", *args[:1])
        else:
            if len(found) > MOST:
                self._wrong(method, f"yields without end (more than {MOST:,})", args[0])
            return found

    def _wrong(self, method: str, what: str, *states: Any) -> Never:
        file, line = place(self.asked.game, method)
        raise GameError(f"{file}: line {line}: {method} {what}{''.join(f' (in {s})' for s in states)}")

    def _endless(self, method: str, error: EndlessError, *states: Any) -> Never:
        theirs = [f for f in traceback.extract_tb(error.__traceback__) if not is_library(f.filename)]
        where = f"{theirs[-1].filename}: line {theirs[-1].lineno}, in {theirs[-1].name}: " if theirs else ""
        raise GameError(f"{where}{method} {error}{''.join(f' (in {s})' for s in states)}")


def _is_name(a: object) -> bool:
    """Can this be an action that is numbered inside: a word, a member of an enum, a tuple of such?"""
    if isinstance(a, tuple):
        return all(isinstance(x, Integral) or x is None or _is_name(x) for x in cast("tuple[object, ...]", a))
    return isinstance(a, str | Enum) or is_dataclass(a)


def _rank(a: Any) -> Any:
    """What actions are put in order by."""
    return (0, int(a), "") if isinstance(a, Integral) else (1, 0, repr(a))


def place(game: AnyGame, method: str) -> tuple[str, int]:
    """The file and the line in which a game defines a method."""
    function = function_of(next((d for _, d in definitions(type(game), method)), None))
    return (function.__code__.co_filename, function.__code__.co_firstlineno) if function else (type(game).__name__, 0)


def not_listed(answer: object) -> str:
    """What is wrong with an answer that should be a list of actions, or of other things.

    >>> not_listed(None)
    'returns nothing: yield the items, or return a list of them'
    """
    return f"returns {'nothing' if answer is None else repr(answer)}: yield the items, or return a list of them"


def instead(action: object) -> str:
    """What to write instead of an action that is not an integer.

    >>> instead(1.0)
    'use // where / makes a float'
    """
    if isinstance(action, tuple):
        return "number the moves (for example row * width + column), and split the number again in result"
    return "use // where / makes a float" if isinstance(action, float) else "number the moves"


def _spread(games: list[list[Any]]) -> Iterator[Any]:
    """The states of some games, each once, in an order that spreads them: first the ends, then the middles, …"""
    seen: set[int] = set()
    for parts in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        for number, states in enumerate(games):
            for part in range(parts + 1):
                place = number * PLIES + (len(states) - 1) * part // parts
                if place not in seen:
                    seen.add(place)
                    yield states[place - number * PLIES]
