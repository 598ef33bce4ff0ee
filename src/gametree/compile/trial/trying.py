"""A few random games with rules that nobody has seen before.

The games are played to their ends where that is possible, on a copy of the rules whose loops are counted: at random,
and always with the largest or the smallest action, since large numbers are the ones that overflow. Then states from all
depths of these games are put to the copy whose numbers are watched too, with every method that compiled code calls.

What this cannot see: a number that is too wide only in states that none of these games came near, and rules whose text
is not at hand (typed into a plain interpreter). What compiled code makes of the rules is looked at when there is some
(``compile/beside.py``). ``gametree check`` plays more games; a line that a search has proven is played out in
Python as well.
"""

from __future__ import annotations

import hashlib
import math
import random
import traceback
from collections.abc import Iterable
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
from gametree.compile.trial.watched import Watched, is_library, is_ours
from gametree.errors import GameError
from gametree.game import CHANCE, provides
from gametree.hooks import COMPILED_METHODS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gametree.game import AnyGame

GAMES, PLIES = 8, 400
"""How many games are played, and how long one at most."""
ENOUGH, LOOK = 100_000, 20_000
"""After so many steps of the rules no new game is begun, and after so many no new state is looked at."""
MOST = 100_000
"""More actions than this in one state are a loop without end."""
POLICIES: tuple[Callable[[random.Random, list[Any]], Any], ...] = (
    random.Random.choice,
    lambda _, moves: max(moves),
    random.Random.choice,
    lambda _, moves: min(moves),
)
_ALWAYS = ("evaluate", "drawn", "quiet", "threatened", "key", "position", "repeated")
"""The optional methods that a search may ask in any state that is not over; others have conditions of their own."""
_SOMETIMES = ("tactics", "foresee", "candidates", "null", "symmetries", "tier", "parents", "index", "banked", "reach")
LISTS = ("actions", "chances", "symmetries", "parents", "tactics", "candidates")

KEPT = 64
"""So many of the states that were looked at are kept, for compiled code to be asked about them too."""

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
    """Why the integers of this game must not be compiled, in one line; empty where nothing speaks against it."""
    if game not in _verdicts:
        _verdicts[game] = "" if is_ours(type(game)) else _judged(game)
    return _verdicts[game]


def _judged(game: AnyGame) -> str:
    key = f"trial-{hashlib.sha256((_stamp() + rules_key(game)).encode()).hexdigest()[:32]}"
    if cache.read(key) is not None:
        return ""
    trial = Trial(game)
    verdict = trial.verdict()
    if not verdict:
        cache.write(key, b"")
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
    """The games with one set of rules. Without ``trusting`` rules of the package are watched too."""

    def __init__(self, game: AnyGame, *, trusting: bool = True):
        self.counted = Watched(game, numbers=False, trusting=trusting)
        self.watched = Watched(game, trusting=trusting)
        self.asked = self.counted
        self.looked: list[Any] = []

    def verdict(self) -> str:
        """Play, and look at some of the states met: the reason not to compile, or nothing."""
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
            self.counted.watch.steps += 20  # a move takes time where no loop is seen too
            s = self._result(s, choose(dice, moves))

    def _moves(self, s: Any) -> list[Any]:
        """The legal actions, or the outcomes of chance; none where the game is over, and its payoff is one."""
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
            if not isinstance(a, Integral):
                self._wrong("actions", f"yields {a!r}, and an action must be an integer: {instead(a)}", s)
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
        return child

    def _payoff(self, method: str, s: Any) -> None:
        value: Any = self._ask(method, s)
        parts = list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else [value]
        if any(not isinstance(p, Real) or math.isnan(p) for p in parts):
            told = "nothing" if value is None else repr(cast("object", value))
            self._wrong(method, f"returns {told}, not a number: return what it is worth to Max (1, 0, -1, say)", s)

    def _look(self, s: Any) -> None:
        """Ask all that compiled code may ask of a state, watched."""
        game = self.asked.game
        self._fit("initial", s)
        moves = self._moves(s)
        self._fit("actions", moves)
        some = moves if len(moves) <= 4 else [moves[0], max(moves), moves[len(moves) // 2], min(moves)]
        for a in some:
            self._fit("result", self._result(s, a))
            if provides(game, "order"):
                self._fit("order", self._ask("order", s, a))
        if moves and provides(game, "evaluate"):
            self._payoff("evaluate", s)
        for method in COMPILED_METHODS:
            if provides(game, method) and method in _ALWAYS and moves:
                self._fit(method, self._ask(method, s))
            elif provides(game, method) and method in _SOMETIMES and moves:
                self._ask_if_it_answers(method, s)

    def _ask_if_it_answers(self, method: str, s: Any) -> None:
        """A method that need not have an answer here: what it raises is for ``check`` to tell."""
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
        """What crosses into compiled code must fit."""
        if isinstance(answer, tuple | list):
            for item in cast("tuple[Any, ...]", answer):
                self._fit(method, item)
        elif isinstance(answer, Integral) and not LOWEST <= int(answer) <= HIGHEST and not self.watched.watch.wide:
            file, line = place(self.asked.game, method)
            what = f"{method} makes a number of {int(answer).bit_length()} bits; {ADVICE}"
            self.watched.watch.wide = Place(file, line, what)

    def _ask(self, method: str, *args: Any) -> Any:
        """The answer of a method, as a list where it is a generator."""
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


def place(game: AnyGame, method: str) -> tuple[str, int]:
    """The file and the line in which a game defines a method."""
    function = function_of(next((d for _, d in definitions(type(game), method)), None))
    return (function.__code__.co_filename, function.__code__.co_firstlineno) if function else (type(game).__name__, 0)


def not_listed(answer: object) -> str:
    """What is wrong with an answer that should be a list of actions, or of other things.

    >>> not_listed(None)
    'returns nothing: yield what there is, or return a list of it'
    """
    return f"returns {'nothing' if answer is None else repr(answer)}: yield what there is, or return a list of it"


def instead(action: object) -> str:
    """What to write instead of an action that is no integer.

    >>> instead(1.0)
    'use // where / makes a float'
    """
    if isinstance(action, tuple):
        return "number the moves (row * width + column, say), and take the number apart in result"
    return "use // where / makes a float" if isinstance(action, float) else "number the moves"


def _spread(games: list[list[Any]]) -> Iterator[Any]:
    """The states of some games, those that lie far apart first: the ends, then the middles, and so on; each once."""
    seen: set[int] = set()
    for parts in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        for number, states in enumerate(games):
            for part in range(parts + 1):
                place = number * PLIES + (len(states) - 1) * part // parts
                if place not in seen:
                    seen.add(place)
                    yield states[place - number * PLIES]
