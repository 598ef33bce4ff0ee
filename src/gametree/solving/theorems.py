"""Ultra-weak solving: theorems that give the value of a game, or a bound on it, without a strategy.

A game names those that hold for it: ``theorems = ("strategy stealing",)``. Here each is stated with its conditions. The
conditions are tested in random games (always the same ones), and an answer says what was tested and what is still
assumed. A game that breaks a condition is refused, with the moves that break it. Theorems about positional games need
``winning_sets()``: for each set, the actions that together win.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MAX, AnyGame, even, legal, over, payoff, provides, worth
from gametree.hooks import asked
from gametree.solving.solution import Solution
from gametree.titles import title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gametree.solving.task import Task

GAMES = 300
"""The number of random games that test a condition."""
LONGEST = 10_000


@dataclass(frozen=True)
class Gain:
    """The conclusion of a theorem: the first player gets at least an even result (1), the second player does (-1), or
    no game ends even (0); and what was tested."""

    side: int
    tried: str
    assumed: str


Theorem = Callable[[AnyGame], Gain]


def strategy_stealing(game: AnyGame) -> Gain:
    """**Strategy stealing** (Nash 1949): in a game of placing stones in which an extra stone never hurts, the first
    player at least draws.

    Proof: if the second player had a winning strategy, the first one could place a stone anywhere, and then follow that
    strategy as the second player would; if it asks for a cell that is taken already, another stone is placed anywhere.

    Conditions: a move takes a free cell, any of them (so none with gravity), and nothing else changes; both sides win
    with the same sets of cells (or with those that ``exchanged(a)`` maps on each other, as in Hex); more own stones
    never turn a win into something else. The test is the theft itself: in random games that the second player wins, the
    first one steals the moves, with each extra stone in turn, and must win no later.
    """
    wins = extra = 0
    for actions, end in _games(game, "strategy stealing"):
        _check_placement(game, actions)
        if _for_second(game, end) <= 0:
            continue
        wins += 1
        free = set(legal(game, game.initial())) - set(actions)
        for stone in sorted(free):
            extra += 1
            _steal(game, actions, stone)
    return Gain(
        1,
        f"{GAMES} random games: every move takes one free cell and no other; in the {wins} that the second player won, "
        f"the first one stole the win with each of {extra} extra stones",
        "the same in all other games",
    )


def no_draw(game: AnyGame) -> Gain:
    """**No draw**: every game has a winner. In Hex and Y that is topology: a full board holds a connection of exactly
    one side (Gale 1979: it is Brouwer's fixed-point theorem). Together with strategy stealing the first player wins.

    Condition: no game ends with the even payoff, and every game ends. Tested in random games.
    """
    for actions, end in _games(game, "no draw"):
        if worth(payoff(game, end)) == even(game):
            raise _broken(game, "no draw", f"the moves {_names(actions)} end with an even result")
    return Gain(0, f"{GAMES} random games: none ended even", "the same in all other games")


def pairing(game: AnyGame) -> Gain:
    """**Pairing** (Hales & Jewett 1963): in a positional game, if each winning set can be given two cells of its own,
    the second player at least draws.

    Whenever the first player takes a cell of a pair, the second one takes the other; so the first never has a whole
    set. The pairs are found by bipartite matching, if they exist.

    Condition: the first player to take all the cells of a winning set wins, and a full board is a draw. Tested in
    random games, against ``winning_sets()``.
    """
    sets = _positional(game, "pairing")
    if not _pairs(sets):
        raise _broken(game, "pairing", f"its {len(sets)} winning sets cannot be given two cells of their own each")
    return Gain(
        -1,
        f"two cells of its own for each of the {len(sets)} winning sets; {GAMES} random games ended as these sets say",
        "the same in all other games",
    )


def erdos_selfridge(game: AnyGame) -> Gain:
    """**Erdős–Selfridge** (1973): in a positional game in which the sum of 2 to the power of minus the size, over all
    winning sets, is less than 1/2, the second player at least draws.

    The second player always takes the cell that lowers that sum, counted over the sets that are still open to the
    first, the most; it never reaches 1, which it would if a set were complete. Conditions as for pairing.
    """
    sets = _positional(game, "Erdős–Selfridge")
    total = sum(2.0 ** -len(cells) for cells in sets)
    if not total < 0.5:
        raise _broken(game, "Erdős–Selfridge", f"the sum over its {len(sets)} winning sets is {total:g}, not below 0.5")
    return Gain(
        -1,
        f"the sum over the {len(sets)} winning sets is {total:g}; {GAMES} random games ended as these sets say",
        "the same in all other games",
    )


def symmetry(game: AnyGame) -> Gain:
    """**Symmetry**: a second player who can always answer a move by its mirror image at least draws, and wins if the
    last move wins.

    Condition: ``mirrored(s, a)``, the answer to action ``a`` made in ``s``, is always legal, and no game with these
    answers ends badly for the second player. Tested in random games.
    """
    if not provides(game, "mirrored"):
        raise GameError(f"{title(game)} does not define mirrored(s, a): the answer to action a, for symmetry")
    answer = asked(game, "mirrored")
    dice = random.Random(0)
    for _ in range(GAMES):
        s, played = game.initial(), list[int]()
        while not over(game, s) and len(played) < LONGEST:
            a = dice.choice(legal(game, s))
            then, played = game.result(s, a), [*played, a]
            if not over(game, then):
                reply = answer(s, a)
                if reply not in legal(game, then):
                    raise _broken(game, "symmetry", f"after {_names(played)} the answer {reply} is not legal")
                then, played = game.result(then, reply), [*played, reply]
            s = then
        if _for_second(game, s) < 0:
            raise _broken(game, "symmetry", f"the moves {_names(played)} end badly for the second player")
    return Gain(
        -1, f"{GAMES} random games in which the second player answered by the mirror", "the same in all other games"
    )


THEOREMS: dict[str, Theorem] = {
    "strategy stealing": strategy_stealing,
    "no draw": no_draw,
    "pairing": pairing,
    "Erdős–Selfridge": erdos_selfridge,
    "symmetry": symmetry,
}
"""The theorems by name."""


def ultra_weak(game: AnyGame, start: Any, task: Task) -> Solution:
    """The value of a game, or a bound, by the theorems that it names, from its initial position.

    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("mnk:4,4,4")
    >>> solution = ultra_weak(game, game.initial(), Task())
    >>> print(solution)
    mnk:m=4,n=4,k=4: value at least 0   (ultra-weak, by strategy stealing, ... s)
    >>> solution.outcome                                # a win or a draw: the theorem does not decide
    >>> game = load("mnk:5,5,5")
    >>> print(ultra_weak(game, game.initial(), Task()))
    mnk:m=5,n=5,k=5: a draw, value 0   (ultra-weak, by strategy stealing and pairing, ... s)
    """
    names = asked(game, "theorems")
    if names and provides(game, "winning_sets") and "pairing" not in names and _pairs(_winning_sets(game, "pairing")):
        names = (*names, "pairing")  # it need not be named: if there are pairs, it holds
    if not names:
        raise GameError(
            f"{title(game)} names no theorem that solves it (theorems = …); there are {', '.join(THEOREMS)}"
        )
    if unknown := [name for name in names if name not in THEOREMS]:
        raise GameError(f"{title(game)}: unknown theorem {unknown[0]!r}; there are {', '.join(THEOREMS)}")
    if start != game.initial():
        raise GameError(f"{title(game)}: its theorems are only about the initial position")
    if game.players != 2 or provides(game, "chances"):
        raise GameError(f"{title(game)}: the theorems are about games of two players without chance")
    gains: list[Gain] = []
    for name in names:
        task.tell(name, len(gains), len(names))
        gains.append(THEOREMS[name](game))
    value, bound = _value(game, gains)
    notes = [f"{name}: tested: {gain.tried}; assumed: {gain.assumed}" for name, gain in zip(names, gains, strict=True)]
    return Solution(
        game=title(game), level="ultra-weak", value=value, remoteness=None, positions=0, seconds=task.seconds,
        method=" and ".join(names), notes=tuple(notes), rules=game, bound=bound,
    )  # fmt: skip


def _value(game: AnyGame, gains: list[Gain]) -> tuple[float, str]:
    """The value, and whether it is exact, a lower or an upper bound."""
    sides = {gain.side for gain in gains}
    first_is_max = game.player(game.initial()) == MAX
    if sides == {0}:
        raise GameError(f"{title(game)}: no draw does not say who wins; another theorem is needed")
    if {1, -1} <= sides:
        return even(game), "exact"
    winner_is_max = first_is_max == (1 in sides)
    if 0 in sides:
        return float(game.bounds[1] if winner_is_max else game.bounds[0]), "exact"
    return even(game), "lower" if winner_is_max else "upper"


# --- the conditions --------------------------------------------------------------------------------------------------


def _games(game: AnyGame, theorem: str) -> Iterator[tuple[list[int], Any]]:
    """Random games to the end: the actions, and the state in which each ended."""
    dice = random.Random(0)
    for _ in range(GAMES):
        s, actions = game.initial(), list[int]()
        while not over(game, s):
            if len(actions) == LONGEST:
                raise _broken(game, theorem, f"a game went on for {LONGEST} moves")
            actions.append(dice.choice(legal(game, s)))
            s = game.result(s, actions[-1])
        yield actions, s


def _check_placement(game: AnyGame, actions: list[int]) -> None:
    """The sides move in turn, and each move takes one free cell and no other."""
    s, free, first = game.initial(), set(legal(game, game.initial())), game.player(game.initial())
    for number, a in enumerate(actions):
        now = set(legal(game, s))
        if game.player(s) != (first + number) % 2:
            raise _broken(game, "strategy stealing", f"after {_names(actions[:number])} the same side moves again")
        if now != free:
            changed = _names(sorted(now ^ free)[:5])
            raise _broken(
                game, "strategy stealing", f"after {_names(actions[:number])} more has changed than one cell: {changed}"
            )
        free.discard(a)
        s = game.result(s, a)


def _steal(game: AnyGame, actions: list[int], stone: int) -> None:
    """The second player won with these actions; the first one, with an extra stone, must win with them too."""
    exchanged = asked(game, "exchanged")
    s = game.result(game.initial(), stone)
    taken = {stone}
    played = [stone]
    for a in actions:
        if over(game, s):
            break
        cell = exchanged(a)
        if cell in taken:  # the extra stone is already there: place another one elsewhere
            return
        played.append(cell)
        taken.add(cell)
        s = game.result(s, cell)
    if not over(game, s) or _for_second(game, s) >= 0:
        raise _broken(
            game, "strategy stealing",
            f"the second player wins with {_names(actions)}, but the first one does not with {_names(played)}",
        )  # fmt: skip


def _for_second(game: AnyGame, end: Any) -> float:
    """The payoff of an end for the second player, above even."""
    above = worth(payoff(game, end)) - even(game)
    return -above if game.player(game.initial()) == MAX else above


def _winning_sets(game: AnyGame, theorem: str) -> list[frozenset[int]]:
    """The winning sets that a game declares."""
    if not provides(game, "winning_sets"):
        raise GameError(f"{title(game)} does not define winning_sets(): the sets of actions that win, for {theorem}")
    return [frozenset(cells) for cells in asked(game, "winning_sets")()]


def _positional(game: AnyGame, theorem: str) -> list[frozenset[int]]:
    """The winning sets of a game, after random games have confirmed them."""
    sets = _winning_sets(game, theorem)
    for actions, end in _games(game, theorem):
        _check_placement(game, actions)
        sides = [set(actions[0::2]), set(actions[1::2])]
        last = (len(actions) - 1) % 2
        before = [sides[0] - {actions[-1]}, sides[1] - {actions[-1]}]
        complete = any(cells <= sides[last] for cells in sets)
        early = any(cells <= side for cells in sets for side in before)
        gain = _for_second(game, end) * (-1 if last == 0 else 1)
        if early or complete != (gain > 0) or (not complete and gain != 0):
            raise _broken(game, theorem, f"its winning sets do not agree with the end of the moves {_names(actions)}")
    return sets


def _pairs(sets: list[frozenset[int]]) -> bool:
    """Can each set be given two cells of its own? By augmenting paths."""
    owner: dict[int, int] = {}

    def give(wish: int, tried: set[int]) -> bool:
        for cell in sets[wish // 2] - tried:
            tried.add(cell)
            if cell not in owner or give(owner[cell], tried):
                owner[cell] = wish
                return True
        return False

    return all(give(wish, set()) for wish in range(2 * len(sets)))


def _names(actions: list[int]) -> str:
    return " ".join(map(str, actions)) or "none"


def _broken(game: AnyGame, theorem: str, why: str) -> GameError:
    return GameError(f"{title(game)}: {theorem} does not hold: {why}")
