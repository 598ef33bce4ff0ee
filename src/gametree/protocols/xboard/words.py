"""XBoard's words, for both sides of a conversation: variants, moves, results, thinking and options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gametree.game import Line, even, worth
from gametree.hooks import asked
from gametree.notation.words import word_of
from gametree.protocols.chess_games import is_chess, is_shuffled
from gametree.protocols.report import centipawns, plies_to_end

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.protocols.options import Option
    from gametree.protocols.report import SearchReport
    from gametree.referee import Referee

NAMES = {"chess": "normal", "antichess": "giveaway"}
"""XBoard's names of variants, where they differ from ours."""
MATE = 100_000
"""Scores beyond this are distances of a mate."""


def spell(game: AnyGame, s: Any, action: int) -> str:
    """A move: two squares. In Chess960 castling is ``O-O``, since two squares could also be a king's step.

    >>> from gametree import load
    >>> game = load("chess:chess960=518")
    >>> s = game.parse("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
    >>> {"O-O", "O-O-O", "e1e2"} <= {spell(game, s, a) for a in game.actions(s)}
    True
    """
    if is_shuffled(game):
        plain = game.name(s, action).rstrip("+#")
        if plain.startswith("O-O"):
            return plain
    return word_of(game, s, action, "uci" if "uci" in asked(game, "styles") else "")


def thinking(game: AnyGame, s: Any, report: SearchReport, k: int) -> str:
    """One of the best lines: ply, score, centiseconds, nodes and the moves."""
    told, player = report.lines[k], game.player(s)
    score = centipawns(game, player, told)
    if (plies := plies_to_end(game, player, told)) is not None:
        score = MATE + (plies + 1) // 2 if plies > 0 else -MATE - -plies // 2
    states = Line(s, told.actions).states(game)
    words = [spell(game, t, action) for t, action in zip(states, told.actions, strict=False)]
    return f"{report.depth} {score} {round(100 * report.seconds)} {report.nodes} {' '.join(words)}"


def result(referee: Referee[Any]) -> str:
    """The result line of a game without a legal move."""
    payoff = referee.payoff()
    above = 0.0 if payoff is None else worth(payoff) - even(referee.game)
    if above == 0:
        return "1/2-1/2 {Draw}"
    winner = "White" if above > 0 else "Black"
    return f"{'1-0' if above > 0 else '0-1'} {{{winner} {'mates' if is_chess(referee.game) else 'wins'}}}"


def describe(option: Option) -> str:
    """An option as a feature.

    >>> from gametree.protocols.options import Option
    >>> describe(Option("MultiPV", 1, 1, 256)), describe(Option("nullmove", True)), describe(Option("Book", ""))
    ('MultiPV -spin 1 1 256', 'nullmove -check 1', 'Book -string ')
    >>> describe(Option("Algorithm", "auto", choices=("auto", "mcts")))
    'Algorithm -combo *auto /// mcts'
    """
    if option.kind == "spin":
        return f"{option.name} -spin {option.default} {option.low} {option.high}"
    if option.kind == "check":
        return f"{option.name} -check {int(bool(option.default))}"
    if option.kind == "combo":
        choices = (f"*{choice}" if choice == option.default else choice for choice in option.choices)
        return f"{option.name} -combo {' /// '.join(choices)}"
    return f"{option.name} -{option.kind} {option.default if option.default is not None else ''}"
