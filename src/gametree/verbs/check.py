"""``check``: is a game well defined, and does it compile?

Random games are played in plain Python; on every state met, each rule of the contract is tested, and what compiled code
says of it is set beside what Python says. A problem is reported once, with the state where it was first seen.
"""

from __future__ import annotations

import copy
import math
import random
import time as clock
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load, title
from gametree.errors import GameError
from gametree.game import CHANCE, AnyGame, line_of, provides, worth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES, PLIES, SECONDS = 200, 300, 3.0
"""How much is played: at most so many games, so many plies each, so long in all."""


@dataclass(frozen=True)
class Problem:
    """Something that is wrong (an ``error``), or that costs something without being wrong (a ``warning``)."""

    severity: str
    method: str
    what: str
    state: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.method}: {self.what}" + (f"   [in {self.state}]" if self.state else "")


@dataclass(frozen=True)
class Report:
    """The answer of ``check``. ``ok`` means that no error was found; warnings do not count."""

    game: str
    ok: bool
    compiled: bool
    games: int
    states: int
    seconds: float
    problems: tuple[Problem, ...]

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return {**asdict(self), "problems": [asdict(p) for p in self.problems]}

    def __str__(self) -> str:
        how = "compiles, and compiled code agrees with Python" if self.compiled else "runs interpreted"
        played = f"{self.games} random games, {self.states:,} states, {self.seconds:.1f} s"
        verdict = f"{self.game} is well defined and {how}" if self.ok else f"{self.game} is not well defined"
        return "\n".join([*map(str, self.problems), f"{verdict}   ({played})"])


def check(game: str | AnyGame, position: Any = None, *, seed: int = 0, seconds: float = SECONDS) -> Report:
    """Test a game against the contract of ``Game``, and compiled against interpreted.

    >>> print(check("tictactoe", seconds=0.5))
    tictactoe is well defined and compiles, and compiled code agrees with Python   (... random games, ... states, ... s)
    """
    game = load(game)
    start = clock.perf_counter()
    checker = _Checker(game, random.Random(seed))
    compiled = False
    if checker.begin(position):
        compiled = checker.compile()
        start = clock.perf_counter()  # compiling does not shorten the games
        while checker.games < GAMES and clock.perf_counter() - start < seconds and checker.play():
            pass
        checker.finish()
    problems = tuple(checker.problems.values())
    ok = not any(p.severity == "error" for p in problems)
    took = clock.perf_counter() - start
    return Report(title(game), ok, compiled and ok, checker.games, len(checker.seen), took, problems)


class _Checker:
    """The random games of one check, and what they brought to light."""

    def __init__(self, game: AnyGame, dice: random.Random):
        self.game, self.dice = game, dice
        self.problems: dict[tuple[str, str], Problem] = {}
        self.seen: set[Any] = set()
        self.numbers: dict[int, Any] = {}
        self.games = self.ended = 0
        self.start: Any = None
        self.kernels: tuple[Any, Any] | None = None

    def report(self, method: str, what: str, state: object = "", *, kind: str = "", severity: str = "error") -> None:
        """Note a problem, once for each method and kind."""
        self.problems.setdefault((method, kind or what), Problem(severity, method, what, str(state)))

    def ask(self, method: str, *args: Any) -> Any:
        """The answer of a method, consumed if it is a generator; an exception in it is a problem, and the answer None.

        A method that changes what it is given is found here: states are compared with a copy made before.
        """
        before = copy.deepcopy(args)
        try:
            answer: Any = getattr(self.game, method)(*args)
            if method in _GENERATORS:
                answer = list(answer)
        except Exception as error:
            self.report(method, f"raises {type(error).__name__}: {error}", args[0] if args else "", kind="raises")
            return None
        if before != args:
            self.report(method, "changes the state that it is given", before[0], kind="mutates")
        return answer

    # --- the walk ----------------------------------------------------------------------------------------------

    def begin(self, position: Any) -> bool:
        """Fetch the start; False where there is none from which to play."""
        if position is not None:
            self.start = line_of(self.game, position).states(self.game)[-1]
        else:
            self.start = self.ask("initial")
            if self.start is not None and self.ask("initial") != self.start:
                self.report("initial", "returns different states when called twice")
        low, high = self.game.bounds
        if not low < high:
            self.report("bounds", f"({low}, {high}) is not a range")
        return self.start is not None and self._hashable(self.start)

    def play(self) -> bool:
        """One random game. False where something went so wrong that playing on makes no sense."""
        s = self.start
        self.games += 1
        for _ in range(PLIES):
            moves = self.visit(s)
            if moves is None:
                return False
            if not moves:
                self.ended += 1
                return True
            a = self.dice.choice(moves)
            child = self.ask("result", s, a)
            if child is None or not self._hashable(child):
                return False
            self.visit_move(s, a, child)
            s = child
        return True

    def visit(self, s: Any) -> list[int] | None:
        """Test all that can be said of one state; its moves, or None where they cannot be had."""
        new = s not in self.seen
        self.seen.add(s)
        ended = self.ask("terminal", s)
        if ended is None or not self._player_is_defined(s, ended=bool(ended)):
            return None
        moves: list[int] | None = []
        if not ended:
            moves = self._outcomes(s) if self.game.player(s) == CHANCE else self._moves(s)
        if moves is None:
            return None
        if new:
            self._state_is_plain(s)
            self._values(s, ended=bool(ended))
            for method, test in _TESTS.items():
                if provides(self.game, method):
                    test(self, s, moves)
            self._compare(s, moves, ended=bool(ended))
        return moves

    def visit_move(self, s: Any, a: int, child: Any) -> None:
        """Test all that can be said of one move."""
        if self.ask("result", s, a) != child:
            self.report("result", f"returns different states for action {a} when called twice", s, kind="random")
        if provides(self.game, "parents") and self.game.player(s) != CHANCE:
            parents = self.ask("parents", child)
            if parents is not None and s not in parents:
                self.report("parents", f"misses {s}, from which action {a} leads here", child, kind="misses")
        if provides(self.game, "tier"):
            above, below = self.ask("tier", s), self.ask("tier", child)
            if above is not None and below is not None and below > above:
                self.report("tier", f"rises from {above} to {below} by action {a}", s, kind="rises")
        if self.kernels:
            self._compare_move(s, a, child)

    def finish(self) -> None:
        """What can be said only at the end."""
        if self.games > 1 and not self.ended:
            self.report("terminal", f"no random game came to an end within {PLIES} moves", severity="warning")
        repeats = self.game.repetition != "ignore"
        if self.games and repeats and self.kernels and not self._cycle_met():
            self.report(
                "repetition", "no position came back; if none ever can, repetition = \"ignore\" makes search faster",
                severity="warning",
            )  # fmt: skip

    def _cycle_met(self) -> bool:
        """Did a random game come back to a position? Or might one: a few games are played for that alone."""
        for _ in range(50):
            s, path = self.start, set[Any]()
            for _ in range(PLIES):
                position = self.game.position(s)
                if position in path:
                    return True
                path.add(position)
                if self.game.terminal(s):
                    break
                chance = self.game.player(s) == CHANCE
                moves = [o for o, _ in self.game.chances(s)] if chance else list(self.game.actions(s))
                if not moves:
                    break
                s = self.game.result(s, self.dice.choice(moves))
        return False

    # --- one state ---------------------------------------------------------------------------------------------

    def _hashable(self, s: Any) -> bool:
        try:
            hash(s)
        except TypeError:
            self.report("result", f"a state cannot be hashed ({type(s).__name__}): use a NamedTuple of integers", s)
            return False
        return True

    def _state_is_plain(self, s: Any) -> None:
        """Numbers in a state are integers of 64 bits, and every state has the shape of the first."""
        if not isinstance(self.start, tuple) and not isinstance(self.start, int):
            return  # such a game is interpreted, and that is said elsewhere
        from gametree.digest import shape

        for number in _numbers(s):
            if isinstance(number, float):
                self.report("result", f"a state holds the float {number!r} where an integer belongs", s, kind="float")
            elif not -(1 << 63) <= number < 1 << 63:
                self.report("result", f"a state holds {number}, which overflows 64 bits", s, kind="overflow")
        if shape(s).replace("float", "int") != shape(self.start):
            self.report("result", f"a state has the shape {shape(s)}, but the first {shape(self.start)}", s, kind="shape")

    def _player_is_defined(self, s: Any, *, ended: bool) -> bool:
        player = self.ask("player", s)
        if player is None and ("player", "raises") not in self.problems:
            self.report("player", f"is not defined {'at the end of the game' if ended else 'here'}", s, kind="undefined")
        if player is None:
            return False
        if not _is_integer(player) or not (0 <= player < self.game.players or player == CHANCE):
            self.report("player", f"is {player!r}, not 0 to {self.game.players - 1} or CHANCE", s, kind="range")
            return False
        return True

    def _moves(self, s: Any) -> list[int] | None:
        actions = self.ask("actions", s)
        if actions is None:
            return None
        if not actions:
            self.report("actions", "there is none, but the state is not terminal", s, kind="none")
        if any(not _is_integer(a) for a in actions):
            self.report("actions", f"are {actions}: an action is an integer", s, kind="kind")
            return None
        if len(set(actions)) < len(actions):
            self.report("actions", "the same action comes twice", s, kind="twice")
        if self.ask("actions", s) != actions:
            self.report("actions", "are different when asked for twice", s, kind="random")
        names = [self.ask("name", s, a) for a in actions]
        if len(set(names)) < len(set(actions)):
            self.report("name", "two actions have the same name", s, kind="same")
        return actions if self._lead_somewhere(s, actions) else None

    def _lead_somewhere(self, s: Any, actions: list[int]) -> bool:
        """Every action can be played, and no two are the same move; an illegal action that slips in often shows here."""
        reached: dict[Any, int] = {}
        for a in actions:
            child = self.ask("result", s, a)
            if child is None:
                self.report("actions", f"lists {a}, which result does not accept", s, kind="illegal")
                return False
            if not self._hashable(child):
                return False
            if child == s:
                self.report("actions", f"{a} changes nothing, not even the player to move: illegal?", s, kind="idle")
            elif child in reached:
                self.report(
                    "actions", f"{reached[child]} and {a} lead to the same state: the same move twice, or an illegal one?",
                    s, kind="same", severity="warning",
                )  # fmt: skip
            reached.setdefault(child, a)
        return True

    def _outcomes(self, s: Any) -> list[int] | None:
        chances = self.ask("chances", s)
        if chances is None:
            return None
        total = math.fsum(p for _, p in chances)
        if not math.isclose(total, 1, abs_tol=1e-9):
            self.report("chances", f"the probabilities sum to {total:.9g}, not to 1", s, kind="sum")
        if any(p <= 0 for _, p in chances):
            self.report("chances", "a probability is not positive", s, kind="sign")
        outcomes = [o for o, _ in chances]
        if len(set(outcomes)) < len(outcomes):
            self.report("chances", "the same outcome comes twice", s, kind="twice")
        return outcomes

    def _values(self, s: Any, *, ended: bool) -> None:
        if ended:
            self._within("utility", s)
        elif provides(self.game, "evaluate"):
            self._within("evaluate", s, free=self.game.evaluation == "relative")
        if self.game.evaluation not in ("relative", "utility"):
            self.report("evaluation", f'is {self.game.evaluation!r}, not "relative" or "utility"')
        if self.game.repetition not in ("draw", "loss", "illegal", "ignore"):
            self.report("repetition", f'is {self.game.repetition!r}, not "draw", "loss", "illegal" or "ignore"')

    def _within(self, method: str, s: Any, *, free: bool = False) -> None:
        """A value is a number, or one per player, and lies within the bounds unless it is free of them."""
        value = self.ask(method, s)
        if value is None:
            return
        parts: list[Any] = list(value) if isinstance(value, tuple) else [value]
        wanted = (1, 2) if self.game.players == 2 else (self.game.players,)
        if len(parts) not in wanted or any(not isinstance(p, int | float) or math.isnan(p) for p in parts):
            self.report(method, f"is {value!r}, not a number{'' if wanted == (1, 2) else ' for each player'}", s, kind="kind")
            return
        low, high = self.game.bounds
        if free:
            return
        for part in [worth(value)] if self.game.players == 2 else parts:
            if not low <= part <= high:
                self.report(method, f"{part:g} lies outside bounds ({low:g}, {high:g})", s, kind="bounds")

    def test_parents(self, s: Any, _moves: list[int]) -> None:
        """Every parent leads here."""
        for parent in self.ask("parents", s) or ():
            if self.game.terminal(parent) or s not in [self.game.result(parent, a) for a in self.game.actions(parent)]:
                self.report("parents", f"yields {parent}, from which no action leads here", s, kind="false")

    def test_index(self, s: Any, _moves: list[int]) -> None:
        """The numbers are within the size, and ``state`` reads them back."""
        number = self.ask("index", s)
        if number is None:
            return
        if not 0 <= number < self.game.size:
            self.report("index", f"{number} is not within 0 to {self.game.size - 1}", s, kind="range")
        elif self.numbers.setdefault(number, s) != s:
            self.report("index", f"{number} stands for {self.numbers[number]} too", s, kind="twice")
        elif provides(self.game, "state") and self.ask("state", number) != s:
            self.report("state", f"({number}) is not the state whose index is {number}", s, kind="inverse")

    def test_symmetries(self, s: Any, moves: list[int]) -> None:
        """Equivalent states are alike in all that can be seen within two plies, and equivalence goes both ways."""
        mine = self._looks(s, 2)
        for other in self.ask("symmetries", s) or ():
            if self._looks(other, 2) != mine:
                self.report("symmetries", f"{other} is not worth the same", s, kind="value")
            elif other != s and s not in [*self.game.symmetries(other)]:
                self.report("symmetries", f"lead to {other}, but not back", s, kind="back")

    def _looks(self, s: Any, plies: int) -> object:
        if self.game.terminal(s):
            return self.game.player(s), self.game.utility(s)
        if self.game.player(s) == CHANCE or plies == 0:
            return self.game.player(s), None
        below = [self._looks(self.game.result(s, a), plies - 1) for a in self.game.actions(s)]
        return self.game.player(s), tuple(sorted(below, key=repr))

    def test_text(self, s: Any, _moves: list[int]) -> None:
        """``parse`` reads what ``text`` writes."""
        text = self.ask("text", s)
        if text is None or not provides(self.game, "parse"):
            return
        try:
            back = self.game.parse(text)
        except (GameError, ValueError) as error:
            self.report("parse", f"does not read what text writes: {error}", s, kind="text", severity="warning")
            return
        if back != s:
            self.report("parse", f"reads {back} from the text of this state", s, kind="other", severity="warning")

    def test_tactics(self, s: Any, moves: list[int]) -> None:
        """Tactical moves are legal moves."""
        if moves and self.game.player(s) != CHANCE and not set(self.ask("tactics", s) or ()) <= set(moves):
            self.report("tactics", "lists an action that is not legal", s, kind="illegal")

    def test_order(self, s: Any, moves: list[int]) -> None:
        """The ordering hint is an integer."""
        for a in moves if self.game.player(s) != CHANCE else ():
            rank = self.ask("order", s, a)
            if rank is not None and not _is_integer(rank):
                self.report("order", f"is {rank!r} for action {a}: a hint is an integer", s, kind="kind")

    # --- compiled beside interpreted ---------------------------------------------------------------------------

    def compile(self) -> bool:
        """Compile what the comparison needs, and the search; where that fails, say why."""
        import numpy as np

        from gametree.compile import NotCompiledError, prepare, words_of
        from gametree.engine.compiled import Compiled
        from gametree.engine.driver import Limits
        from gametree.engine.examine import ROOM, examine, follow

        try:
            words = words_of(self.start)
            prepare(examine, self.game, words, 0)
            prepare(follow, self.game, words, 0)
            if self.game.players == 2 and not provides(self.game, "chances"):
                Compiled(self.game, line_of(self.game, self.start), Limits(), table=0)
        except NotCompiledError as error:
            self.report("compile", f"runs interpreted, 50 to 150 times slower: {error}", severity="warning")
            return False
        self.kernels = examine, follow
        self.room = np.zeros(ROOM)
        return True

    def _compare(self, s: Any, moves: list[int], *, ended: bool) -> None:
        if not self.kernels or not _fits(s):
            return
        from gametree.compile import words_of
        from gametree.engine.examine import COUNT, DRAWN, FIRST, PLAYER, ROOM, TERMINAL, VALUE, number

        self.kernels[0](self.game, words_of(s), self.room.ctypes.data)
        value = self.ask("utility" if ended else "evaluate", s)
        chance = self.game.player(s) == CHANCE
        said: dict[str, tuple[Any, Any]] = {
            "terminal": (bool(self.room[TERMINAL]), ended),
            "player": (int(self.room[PLAYER]), self.game.player(s)),
            "drawn": (bool(self.room[DRAWN]), bool(self.game.drawn(s))),
            "actions": (int(self.room[COUNT]), 0 if chance else len(moves)),
            "utility" if ended else "evaluate": (float(self.room[VALUE]), None if value is None else number(value)),
        }
        if not chance and len(moves) <= ROOM - FIRST:
            said["actions"] = [int(a) for a in self.room[FIRST : FIRST + int(self.room[COUNT])]], moves  # type: ignore[assignment]
        for method, (compiled, plain) in said.items():
            close = isinstance(plain, float) and math.isclose(compiled, plain, rel_tol=1e-9, abs_tol=1e-12)
            if compiled != plain and not close:
                self._differs(method, compiled, plain, s)

    def _compare_move(self, s: Any, a: int, child: Any) -> None:
        from gametree.compile import state_of, words_of

        if self.kernels and _fits(s) and _fits(child):
            compiled = state_of(self.game, self.kernels[1](self.game, words_of(s), a))
            if tuple(_numbers(compiled)) != tuple(_numbers(child)):
                self._differs("result", compiled, child, s)

    def _differs(self, method: str, compiled: object, plain: object, s: object) -> None:
        self.report(method, f"is {compiled} compiled, but {plain} in Python (an overflow of 64 bits?)", s, kind="differs")


_GENERATORS = ("actions", "chances", "symmetries", "parents", "tactics")
_TESTS: dict[str, Callable[[_Checker, Any, list[int]], None]] = {
    "parents": _Checker.test_parents,
    "index": _Checker.test_index,
    "symmetries": _Checker.test_symmetries,
    "text": _Checker.test_text,
    "tactics": _Checker.test_tactics,
    "order": _Checker.test_order,
}


def _numbers(state: Any) -> Iterator[Any]:
    if isinstance(state, tuple):
        for item in state:
            yield from _numbers(item)
    else:
        yield state


def _is_integer(x: object) -> bool:
    return not isinstance(x, bool) and isinstance(getattr(x, "real", None), int) and not isinstance(x, float)


def _fits(state: Any) -> bool:
    return all(isinstance(n, int) and -(1 << 63) <= n < 1 << 63 for n in _numbers(state))
