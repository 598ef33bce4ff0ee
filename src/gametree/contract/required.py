"""Tests of the six required methods on every state, and of the settings of the class."""

from __future__ import annotations

import copy
import math
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, cast

from gametree.compile.digest import shape
from gametree.compile.trial.trying import instead
from gametree.contract.inquiry import UnansweredError
from gametree.contract.states import HIGHEST, LOWEST, form, is_immutable, is_integer, numbers
from gametree.game import CHANCE, provides, worth
from gametree.hooks import asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.contract.inquiry import Inquiry
    from gametree.game import Payoff


def settings(inquiry: Inquiry) -> None:
    """The attributes that every game has. Without bounds nothing else can be tested."""
    game = inquiry.game
    choices = {
        "evaluation": ("relative", "utility"),
        "repetition": ("draw", "loss", "illegal", "ignore"),
    }
    for name, words in choices.items():
        if getattr(game, name) not in words:
            inquiry.error(name, f"is {getattr(game, name)!r}, not one of {', '.join(words)}")
    for name in ("players", "recurrence"):
        if not is_integer(getattr(game, name)) or getattr(game, name) < 1:
            inquiry.error(name, f"is {getattr(game, name)!r}, not a whole number of at least 1")
    bounds: Any = game.bounds
    if not isinstance(bounds, tuple) or len(cast("tuple[Any, ...]", bounds)) != 2 or not bounds[0] < bounds[1]:
        inquiry.error("bounds", f"{bounds} is not a range: (low, high), with low < high")
        raise UnansweredError


def usable(inquiry: Inquiry, s: Any, method: str) -> bool:
    """Can this state be hashed and compared? The random games need that."""
    if is_immutable(s):
        return True
    if not _hashable(s):
        culprit = next((type(item).__name__ for item in numbers(s) if not _hashable(item)), type(s).__name__)
        inquiry.error(method, f"a state holds a {culprit}, which cannot be hashed: use a NamedTuple of integers", s)
        return False
    if copy.deepcopy(s) != s:
        inquiry.error(method, f"a state is not equal to its copy: {type(s).__name__} needs __eq__ and __hash__", s)
        return False
    return True


def _hashable(x: object) -> bool:
    try:
        hash(x)
    except TypeError:
        return False
    return True


def state(inquiry: Inquiry, s: Any, start: Any) -> None:
    """Numbers in a state are integers, of 64 bits and in the form of the first state if the game is to compile."""
    if not all(isinstance(item, Real) for item in numbers(start)):
        return  # strings, sets, objects: such a game is interpreted, which is reported elsewhere
    method = "initial" if s == start else "result"
    for number in numbers(s):
        if not isinstance(number, Integral):
            inquiry.error(method, f"a state holds {number!r} where an integer belongs", s, kind="kind")
        elif not LOWEST <= int(number) <= HIGHEST:
            what = f"a state holds {number}, which overflows 64 bits: that takes wide integers, and is slower"
            inquiry.warn(method, what, s, kind="overflow")
    if form(s) != form(start):
        what = (
            f"a state has the form {shape(s)}, but the first state has {shape(start)}: such a game may run interpreted"
        )
        inquiry.warn("result", what, s, kind="form")


def ended(inquiry: Inquiry, s: Any) -> bool:
    """Is the game over? The answer is true or false."""
    answer = inquiry.ask("terminal", s)
    if answer is None:
        inquiry.error("terminal", "returns nothing; return True or False", s, kind="kind")
    return bool(answer)


def player(inquiry: Inquiry, s: Any, *, over: bool) -> int:
    """The player is one of the game's, or chance; after the end too."""
    answer = inquiry.ask("player", s)
    if answer is None:
        inquiry.error("player", f"is not defined {'at the end of the game' if over else 'here'}", s, kind="undefined")
        raise UnansweredError
    players = inquiry.game.players
    if not isinstance(answer, Integral) or not (0 <= int(answer) < players or answer == CHANCE):
        inquiry.error("player", f"is {answer!r}, not 0 to {players - 1} or CHANCE", s, kind="range")
        raise UnansweredError
    return int(answer)


def actions(inquiry: Inquiry, s: Any) -> list[int]:
    """Actions are integers, each is listed once and has its own name, and there is one unless the game is over."""
    found = inquiry.ask("actions", s)
    if not found:
        inquiry.error("actions", "is empty, but the state is not terminal", s, kind="none")
    if not all(map(is_integer, found)):
        wrong = next(a for a in found if not is_integer(a))
        inquiry.error("actions", f"yields {wrong!r}: an action is an integer; {instead(wrong)}", s, kind="kind")
        raise UnansweredError
    if len(set(found)) < len(found):
        inquiry.error("actions", "lists the same action twice", s, kind="twice")
    if inquiry.ask("actions", s) != found:
        inquiry.error("actions", "gives different answers when called twice", s, kind="random")
    _names(inquiry, s, found)
    return found


def outcomes(inquiry: Inquiry, s: Any) -> list[int]:
    """Outcomes are integers, each comes once, and their probabilities are positive and sum to 1."""
    chances = inquiry.ask("chances", s)
    if not all(map(_is_chance, chances)):
        inquiry.error("chances", f"gives {chances}: yield pairs of an integer and a probability", s, kind="kind")
        raise UnansweredError
    total = math.fsum(p for _, p in chances)
    if not math.isclose(total, 1, abs_tol=1e-9):
        inquiry.error("chances", f"the probabilities sum to {total:.9g}, not to 1", s, kind="sum")
    if not all(p > 0 for _, p in chances):
        inquiry.error("chances", "a probability is not positive", s, kind="sign")
    found = [o for o, _ in chances]
    if len(set(found)) < len(found):
        inquiry.error("chances", "lists the same outcome twice", s, kind="twice")
    if inquiry.ask("chances", s) != chances:
        inquiry.error("chances", "gives different answers when called twice", s, kind="random")
    _names(inquiry, s, found)
    return found


def _is_chance(pair: Any) -> bool:
    return isinstance(pair, tuple) and len(cast("tuple[Any, ...]", pair)) == 2 and is_integer(cast("Any", pair[0]))


def _names(inquiry: Inquiry, s: Any, found: Sequence[int]) -> None:
    for style in ("", *asked(inquiry.game, "styles")):
        names = {a: inquiry.ask("name", s, a, *([style] if style else [])) for a in found}
        if not all(isinstance(name, str) for name in names.values()):
            inquiry.error("name", f"is {next(iter(names.values()))!r}, not a string", s, kind="kind")
        elif len(set(names.values())) < len(names):
            inquiry.error("name", "two actions have the same name", s, kind="same")


def values(inquiry: Inquiry, s: Any, *, over: bool) -> None:
    """A payoff lies within the bounds, and so does an estimate in units of the payoff."""
    if over:
        payoff(inquiry, "utility", s)
    elif provides(inquiry.game, "evaluate"):
        payoff(inquiry, "evaluate", s, free=inquiry.game.evaluation == "relative")


def payoff(inquiry: Inquiry, method: str, s: Any, *, free: bool = False) -> None:
    """A number, or one per player, within the bounds unless it is free of them."""
    value = inquiry.ask(method, s)
    game = inquiry.game
    parts: list[Any] = list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else [value]
    wanted = (1, 2) if game.players == 2 else (game.players,)
    if len(parts) not in wanted or any(not isinstance(p, Real) or math.isnan(p) for p in parts):
        inquiry.error(
            method, f"is {value!r}, not a number{'' if game.players == 2 else ' for each player'}", s, kind="kind"
        )
        return
    low, high = game.bounds
    for part in [worth(cast("Payoff", value))] if game.players == 2 else parts:
        if not free and not low <= part <= high:
            inquiry.error(method, f"{part:g} lies outside bounds ({low:g}, {high:g})", s, kind="bounds")
