# pyright: basic
"""What may be said about the result of a search: its evidence, for ``gametree.claims`` to judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.claims import Claim, Evidence, between, claim, estimated
from gametree.compile import constant
from gametree.engine.score import distance_of, greatest_payoff, is_win, least_payoff, value_of
from gametree.game import MAX, MIN, over, provides

if TYPE_CHECKING:
    from typing import Any

    from gametree.engine.driver import Finding
    from gametree.engine.searcher import RootResult
    from gametree.game import AnyGame


def answer(game: AnyGame, finding: Finding, length: int | None = None) -> Claim:
    """What may be said about a finding; ``length`` is the length of its line, if it leads to the end of the game."""
    value = value_of(game, finding.score, proven=finding.whole)
    if finding.between is None:
        return claim(game, _evidence(game, finding, finding, value, length))
    if not finding.trusted:
        return estimated(value)
    low, high = finding.between
    least, most = least_payoff(game, low), greatest_payoff(game, high)
    end = None
    if finding.timed and low == high:
        end = length if low == 0 else distance_of(game, low) if tells_distances(game) else None
    return between(game, least, most, guess=value, end=end)


def answer_of(game: AnyGame, finding: Finding, found: RootResult) -> Claim:
    """What may be said about one of the other lines (about its first move)."""
    return claim(game, _evidence(game, finding, found, value_of(game, found.score, proven=found.whole), None))


def _evidence(game: AnyGame, finding: Finding, found: Any, value: float, length: int | None) -> Evidence:
    return Evidence(
        value,
        mover=finding.mover,
        whole=found.whole,
        decided=is_win(game, found.score),
        stopped=finding.partial if found is finding else found.cut_short,
        trusted=found.trusted,
        depth=finding.sound,
        end=distance_of(game, found.score) if tells_distances(game) else None,
        length=length,
    )


def tells_distances(game: AnyGame) -> bool:
    """Is the distance in a score exact? Not if the game has no ``haste``, or computes its own exact ends, or if the
    history of a position may forbid the longer defence: then a table knows only who wins."""
    by_path = constant(game, "_repeats_pay") or constant(game, "_repeats_illegal") or constant(game, "_repeats_loss")
    return bool(constant(game, "_hasty")) and not provides(game, "exact_end") and not by_path


def is_settled(game: AnyGame, finding: Finding) -> bool:
    """Would a deeper search find nothing new? Yes if no horizon was reached, or if the best or the worst payoff is
    certain and no quicker end can be found. A search that leaves moves out cannot know the latter; it ends when the
    payoff is certain."""
    if finding.whole:
        return True
    if not is_win(game, finding.score) or value_of(game, finding.score, proven=False) not in game.bounds:
        return False
    end = distance_of(game, finding.score)
    return not finding.sound or end is None or end <= finding.sound


def mover_of(game: AnyGame, s: Any) -> int:
    """The player to move, Max or Min."""
    return MAX if game.player(s) == MAX else MIN


def length_to_end(game: AnyGame, s: Any, actions: tuple[int, ...]) -> int | None:
    """The length of a line, if it leads to the end of the game."""
    for a in actions:
        s = game.result(s, a)
    return len(actions) if over(game, s) else None
