"""What may be called proven. This is the one place that decides it, for every search, solver, book and table.

A method hands in what it has shown (``Evidence``), or the bounds that it has proven (``between``), and gets back what
it may say (``Claim``). It may not say more. The rules, and why each is sound:

1. **A whole search.** Every line that matters was followed to an end of the game: nothing was estimated, no move was
   left out without proof. Then the value is that of the game, by induction from the ends upwards: a player's node is
   worth the best of its moves, a chance node the average of its outcomes, and a move that a window cut off could not
   have changed that.
2. **A decided score.** Where estimates are on a scale of their own, a win counts more than every estimate. A won score
   can only come from an end that the winner forces: if the loser had a move that was not followed to its end, that move
   would have an estimate, and the loser would choose it. So the winner gets *at least* this much. More may be possible
   beyond the horizon, so the score is only a bound.
3. **A window.** A search that fails high has shown a lower bound of the value; one that fails low, an upper bound. Such
   a bound says nothing about the other side. An unfinished search of a window shows nothing.
4. **A search that was cut short** has not looked at all moves of the position. The mover may have better ones among the
   rest, so the result bounds the value from the mover's side only.
5. **The bounds of the payoff.** No value lies outside ``bounds``: "at least the greatest payoff" is exact, and so is
   "at most the least payoff".
6. **Distance.** The winner hurries and the loser stalls. The end that a value comes from is at that distance, if all
   quicker and all slower ways were compared: in a whole search whose scores tell distances, and in one to a depth if
   the end lies within that depth, for every end within it was seen. If the search was cut short, ``depth`` is the depth
   of the last finished iteration. That iteration did not find this win, so a win one ply deeper is the quickest.
   Everywhere else the winner is only known to reach the end ``within`` a number of actions. In a draw nobody hurries:
   then the distance is the length of the line that is shown, if it leads to the end. The same holds with more than two
   players.
7. **A method that may be wrong proves nothing**: an algorithm with a known flaw of the printed version, a sample of the
   outcomes, a model of the opponents (paranoid, best reply), a table that does not know the positions before this one
   where the rule of repetition counts them, a search that ignores that rule and leaves moves out (``expectation.py``).
   Their result is an estimate.

``proven`` means that the value is exact. Proven bounds are in ``least`` and ``most``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree.game import MAX, MIN, AnyGame, even

if TYPE_CHECKING:
    from gametree.analysis import Value


@dataclass(frozen=True)
class Evidence:
    """What a search has shown."""

    value: Value
    """Max's, in the game's units, or one for each of several players."""
    mover: int = MAX
    side: str = "exact"
    """What the window has shown: ``exact``, ``lower`` (the value is at least this) or ``upper`` (at most this)."""
    whole: bool = False
    """Every line that matters was followed to an end, and nothing was left out without proof."""
    decided: bool = False
    """The value is the payoff of an end, found where every estimate would have counted less for its winner."""
    stopped: bool = False
    """The search was cut short: not all moves of the position were looked at."""
    trusted: bool = True
    """A finished run of the method is right. False for a printed flaw, a sample, a model of the opponents."""
    depth: float = 0
    """The last finished search looked at everything to this depth; 0 if moves were left out."""
    end: int | None = None
    """The distance of the end that the value comes from, if the search compared distances."""
    length: int | None = None
    """The length of the line that is shown, if it leads to the end of the game."""


@dataclass(frozen=True)
class Claim:
    """What may be said about a value."""

    value: Value
    bound: str = "exact"
    """``exact``, ``lower`` (at least this) or ``upper`` (at most this)."""
    proven: bool = False
    """The value is exact and certain."""
    distance: int | None = None
    """Actions to the proven end: the winner hurries, the loser stalls."""
    within: int | None = None
    """The winner reaches the end in at most this many actions."""
    least: float | None = None
    """The value is proven to be at least this; None if nothing is proven."""
    most: float | None = None
    """The value is proven to be at most this."""
    hurry: bool = True
    """Does one side hurry, and the other stall? Not in a draw, nor with more than two players: there ``distance`` is
    the length of the line that is shown, and other lines may be shorter or longer."""

    def fields(self) -> dict[str, Any]:
        """The claim as fields of an ``Analysis``."""
        return dict(vars(self))


def claim(game: AnyGame, shown: Evidence) -> Claim:
    """What a search may say that has shown this.

    >>> from gametree import Game
    >>> game = Game()                                          # payoffs from −1 to 1
    >>> claim(game, Evidence(0, whole=True)).proven
    True
    >>> claim(game, Evidence(0.3)).proven                      # an estimate
    False
    >>> claim(game, Evidence(-1, side="lower", whole=True))    # at least a loss: nothing
    Claim(value=-1, bound='lower', proven=False, distance=None, within=None, least=-1, most=1, hurry=True)
    >>> claim(game, Evidence(1, decided=True, depth=3, end=5)).within
    5
    """
    if not shown.trusted or not (shown.whole or shown.decided):
        return Claim(shown.value, shown.side)
    value = shown.value
    if isinstance(value, tuple):  # several players: their values have no order
        exact = shown.whole and not shown.stopped and shown.side == "exact"
        return Claim(value, proven=exact, distance=shown.length if exact and game.players > 2 else None, hurry=False)
    low, high = game.bounds
    sides = _sides(game, shown, value)
    least, most = value if "lower" in sides else low, value if "upper" in sides else high
    if not sides:
        return Claim(value, shown.side)
    if least < most:
        return Claim(value, "lower" if "lower" in sides else "upper", least=least, most=most)
    if value == even(game):
        return Claim(value, proven=True, distance=shown.length, least=least, most=most, hurry=False)
    distance = shown.end if _is_quickest(shown) else None
    within = shown.end if distance is None else None
    return Claim(value, proven=True, distance=distance, within=within, least=least, most=most)


def between(
    game: AnyGame, least: float, most: float, *, guess: Value, end: int | None = None, within: int | None = None
) -> Claim:
    """What may be said about a value that was proven to lie between two bounds, each by finished searches. If the
    bounds say nothing, the value is ``guess``. ``end`` is the distance of the end, if the bounds were searched with
    distances; ``within`` is an upper bound of it.

    >>> from gametree import Game
    >>> claimed = between(Game(), 0, 1, guess=0.2)
    >>> claimed.value, claimed.bound, claimed.proven, claimed.most
    (0, 'lower', False, 1)
    >>> between(Game(), -1, 1, guess=0.2).value, between(Game(), 1, 1, guess=0, end=7).distance
    (0.2, 7)
    """
    low, high = game.bounds
    least, most = max(least, low), min(most, high)
    if least == most:
        hurry = least != even(game)
        within = within if hurry and end is None else None
        return Claim(least, proven=True, distance=end, within=within, least=least, most=most, hurry=hurry)
    if least > low:
        return Claim(least, "lower", least=least, most=most)
    if most < high:
        return Claim(most, "upper", least=least, most=most)
    return Claim(guess, least=least, most=most)


def known(value: Value, *, distance: int | None = None) -> Claim:
    """What may be said about a position in a solved table, or at the end of a game."""
    certain = None if isinstance(value, tuple) else value
    return Claim(value, proven=True, distance=distance, least=certain, most=certain)


def estimated(value: Value) -> Claim:
    """What may be said about an estimate."""
    return Claim(value)


def _sides(game: AnyGame, shown: Evidence, value: float) -> set[str]:
    """The sides on which the value has a proven bound."""
    low, high = game.bounds
    sides = {"lower", "upper"} if shown.side == "exact" else {shown.side}
    if not shown.whole:  # decided: the winner's side only
        sides &= {"lower" if value > even(game) else "upper"}
    if shown.stopped:
        sides &= {MAX: {"lower"}, MIN: {"upper"}}.get(shown.mover, set())
    if "lower" in sides and value >= high:
        sides.add("upper")
    if "upper" in sides and value <= low:
        sides.add("lower")
    return sides


def _is_quickest(shown: Evidence) -> bool:
    """Were all quicker and all slower ways to the end compared?"""
    if shown.end is None or shown.side != "exact":
        return False
    if shown.stopped:
        return shown.end <= shown.depth + 1
    return shown.whole or shown.end <= shown.depth
