"""What compiled code answers to every hook of a game, for a test to set beside what plain Python answers.

One kernel is compiled for a game. It asks for one of the hooks that the game provides, by number, and writes the
answer down as a row of numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from gametree.compile import OPTIONS, pack, unpack, words_of
from gametree.compile.comparison import RANDOM
from gametree.game import CHANCE, REQUIRED, AnyGame, provides
from gametree.hooks import COMPILED_METHODS, asked, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOM = 1 << 14
MOST = 50
"""Of at most this many actions a state is asked what each leads to."""
LISTS = (
    "actions",
    "chances",
    "tactics",
    "candidates",
    "must_play",
    "symmetries",
    "parents",
    "inner_parents",
    "macros",
    "replies",
)
"""The hooks that answer with several things."""
NUMBERING = ("index", "state")
CALLS = {
    "order": "s, a",
    "playout_weight": "s, a",
    "macros": "s, 2",
    "result": "s, a",
    "state": "a",
    "exact_end": "s, -1000000, 1000000",
    "playout_action": "s, a",
    "playout_reply": "s, a, 0x9E3779B9",
}
"""What a hook is asked about, if not about the state alone."""


class Twin:
    """A game in both forms."""

    def __init__(self, game: AnyGame):
        self.game = game
        self.hooks = [h for h in COMPILED_METHODS if h in REQUIRED or _is_provided(game, h)]
        self.whole, self.real = np.zeros(ROOM, np.int64), np.zeros(ROOM)
        source = "\n".join(
            ["def ask(game, words, hook, a, whole, real):", "    s = unpack(game, words)", *self._cases()]
        )
        scope: dict[str, Any] = {"unpack": unpack, "write": write}
        exec(source, scope)
        kernel: Any = numba.njit(**OPTIONS)(scope["ask"])
        kernel.compile(tuple(map(numba.typeof, (game, words_of(game.initial()), 0, 0, self.whole, self.real))))
        (compiled,) = kernel.overloads.values()
        self.kernel = compiled.entry_point

    def _cases(self) -> Iterator[str]:
        for number, hook in enumerate(self.hooks):
            call = f"game.{hook}({CALLS.get(hook, 's')})"
            yield f"    if hook == {number}:"
            if hook in LISTS:
                yield f"        end = 0\n        for item in {call}:\n            end = write(whole, real, end, item)"
                yield "        return end"
            else:
                yield f"        return write(whole, real, 0, {call})"
        yield "    return -1"

    def questions(self, s: Any) -> Iterator[tuple[str, int]]:
        """The hooks that may be asked about a state, each with the action or the number that it is asked about."""
        ended, chance = self.game.terminal(s), self.game.player(s) == CHANCE
        outcomes = [] if ended or not chance else [a for a, _ in self.game.chances(s)]
        actions = [] if ended or chance else list(self.game.actions(s))
        some = actions[:: len(actions) // MOST + 1]
        for hook in self.hooks:
            if hook == "state":
                if (number := asked(self.game, "index")(s)) >= 0:
                    yield hook, number
            elif hook == "result":
                yield from ((hook, a) for a in some + outcomes)
            elif hook == "playout_action":
                yield from ((hook, number) for number in RANDOM if actions)
            elif hook in ("order", "playout_weight", "playout_reply"):
                yield from ((hook, a) for a in some)
            elif (
                (
                    hook
                    not in ("actions", "tactics", "candidates", "must_play", "macros", "replies", "null", "mobility")
                    or actions
                )
                and (hook != "chances" or outcomes)
                and (hook != "utility" or ended)
                and (hook not in ("evaluate", "foresee", "exact_end") or not ended)
            ):
                yield hook, 0

    def compiled(self, hook: str, s: Any, a: int) -> list[tuple[int, float]]:
        """What compiled code says: each number of the answer as an integer and as a float."""
        end = self.kernel(self.game, words_of(s), self.hooks.index(hook), a, self.whole, self.real)
        return list(zip(self.whole[:end].tolist(), self.real[:end].tolist(), strict=True))

    def plain(self, hook: str, s: Any, a: int) -> list[float]:
        """What Python says."""
        answer = eval(f"method({CALLS.get(hook, 's')})", {"method": asked(self.game, hook), "s": s, "a": a})
        return list(_flat(tuple(answer) if hook in LISTS else answer))


def _is_provided(game: AnyGame, hook: str) -> bool:
    return provides(game, hook) and (hook not in NUMBERING or numbers(game) > 0)


def _flat(value: Any) -> Iterator[float]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flat(item)
    else:
        yield value.item() if isinstance(value, np.generic) else value


def write(whole, real, end, value):
    """Write down a number, or a tuple of them; a fraction is written as no integer at all."""


@overload(write, jit_options=OPTIONS)
def _write(whole, real, end, value):
    if isinstance(value, types.Float):

        def write_real(whole, real, end, value):
            whole[end] = np.int64(value) if value == np.floor(value) else np.iinfo(np.int64).min
            real[end] = value
            return end + 1

        return write_real
    if not isinstance(value, types.BaseTuple):

        def write_whole(whole, real, end, value):
            whole[end] = np.int64(value)
            real[end] = np.float64(value)
            return end + 1

        return write_whole
    if len(value) == 0:
        return lambda whole, real, end, value: end
    if _has_reals(value):

        def write_each(whole, real, end, value):
            end = write(whole, real, end, value[0])
            return write(whole, real, end, value[1:])

        return write_each

    def write_words(whole, real, end, value):
        for word in pack(value):
            whole[end] = word
            real[end] = np.float64(word)
            end += 1
        return end

    return write_words


def _has_reals(kind: types.Type) -> bool:
    return any(map(_has_reals, kind.types)) if isinstance(kind, types.BaseTuple) else isinstance(kind, types.Float)
