"""Equal things once: equivalent positions, and those of an impartial game that differ only in whose turn it is."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from gametree.game import even, over, payoff, provides, worth

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gametree.game import AnyGame

FOLDS = ("nothing", "turns", "all")
TURNS = ("turn", "player", "mover", "to_move")
"""What the field of a state is called that says whose turn it is."""


def with_classes(game: AnyGame) -> AnyGame:
    """The same game, in which every action leads to one of each class of equivalent states (``symmetries``).

    >>> from gametree import load
    >>> game = load("tictactoe")
    >>> folded = with_classes(game)
    >>> len({folded.result(game.initial(), a) for a in range(9)})
    3
    """
    if not provides(game, "symmetries"):
        return game
    folded, result = copy.copy(game), game.result

    def first(s: Any, a: int) -> Any:
        made = result(s, a)
        return min([made, *game.symmetries(made)], key=repr)

    folded.result = first
    return folded


def twins_of(game: AnyGame, states: Iterable[Any]) -> dict[Any, Any]:
    """For each of these states the one in which it is the other's turn, if the game is impartial: if there both players
    have the same moves, to twins again, and the payoff is turned round. Nothing, if it is not.

    >>> from gametree import load
    >>> nim, other = load("nim:2"), load("tictactoe")
    >>> twins_of(nim, [nim.initial()])
    {State(heaps=(2,), turn=0): State(heaps=(2,), turn=1)}
    >>> twins_of(other, [other.initial()])
    {}
    """
    twins: dict[Any, Any] = {}
    for s in states:
        twin = _twin(s)
        if twin is None or not _are_twins(game, s, twin):
            return {}
        twins[s] = twin
    return twins


def _twin(s: Any) -> Any:
    fields: tuple[str, ...] = getattr(s, "_fields", ())
    name = next((name for name in TURNS if name in fields), None)
    turn = getattr(s, name, None) if name else None
    return s._replace(**{name: 1 - turn}) if name and turn in (0, 1) else None


def _are_twins(game: AnyGame, s: Any, twin: Any) -> bool:
    if over(game, s) or over(game, twin):
        both = over(game, s) and over(game, twin)
        return both and worth(payoff(game, s)) + worth(payoff(game, twin)) == 2 * even(game)
    actions = list(game.actions(s))
    if game.player(s) + game.player(twin) != 1 or actions != list(game.actions(twin)):
        return False
    return all(_twin(game.result(s, a)) == game.result(twin, a) for a in actions)
