# pyright: basic, reportMissingImports=false
# (OpenSpiel tells no types)
"""A game of OpenSpiel as one of ours: ``openspiel:connect_four``, ``openspiel:breakthrough(rows=3,columns=3)``.

What is played in turns and hides nothing is taken, with dice or without. Two positions are the same where the same
moves led there, which is always right; for games whose text says all there is to say (``TOLD``), where their texts are
the same, so that solving needs no more room than it must.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from difflib import get_close_matches
from inspect import Signature
from typing import TYPE_CHECKING, Any

from gametree.adapters.positions import Position, word
from gametree.errors import GameError
from gametree.game import CHANCE, Game

if TYPE_CHECKING:
    from collections.abc import Generator

TOLD = ("breakthrough", "clobber", "connect_four", "hex", "nim", "tic_tac_toe", "y")
"""Games in which the text of a position tells all that the rest of the game depends on."""


class OpenSpiel(Game[Position]):
    """A game that OpenSpiel knows, under OpenSpiel's own name, with its parameters in brackets."""

    repetition = "ignore"  # OpenSpiel's own rules end every game
    __signature__ = Signature()  # its parameters are in OpenSpiel's words

    def __init__(self, spiel: Any):
        """``spiel``: OpenSpiel's own object."""
        self.spiel = spiel
        kind = spiel.get_type()
        self.spec = str(self.spiel)
        self.told = kind.short_name in TOLD
        self.players = self.spiel.num_players()
        self.bounds = float(self.spiel.min_utility()), float(self.spiel.max_utility())
        self.zero_sum = kind.utility.name == "ZERO_SUM" and self.players == 2
        if self.players == 2 and not self.zero_sum:  # Max's worth is half the difference then
            half = (self.bounds[1] - self.bounds[0]) / 2
            self.bounds = -half, half

    def at(self, state: Any) -> Position:
        """A position that holds a state of OpenSpiel's."""
        identity = (str(state), state.current_player()) if self.told else tuple(state.history())
        return Position(state, self.spec, identity)

    def initial(self) -> Position:
        return self.at(self.spiel.new_initial_state())

    def player(self, s: Position) -> int:
        if s.held.is_chance_node():
            return CHANCE
        if not s.held.is_terminal():
            return s.held.current_player()
        last = [moved.player for moved in s.held.full_history() if moved.player >= 0]
        return (last[-1] + 1) % self.players if last else 0

    def actions(self, s: Position) -> list[int]:
        return s.held.legal_actions()

    def result(self, s: Position, a: int) -> Position:
        return self.at(s.held.child(a))

    def terminal(self, s: Position) -> bool:
        return s.held.is_terminal()

    def utility(self, s: Position) -> float | tuple[float, ...]:
        paid = s.held.returns()
        return paid[0] if self.zero_sum else tuple(paid)

    # --- text ---

    def text(self, s: Position) -> str:
        return str(s.held)

    def name(self, s: Position, a: int, style: str = "") -> str:
        return word(s.held.action_to_string(s.held.current_player(), a))


class OpenSpielWithDice(OpenSpiel):
    """One in which chance has its turns."""

    def chances(self, s: Position) -> list[tuple[int, float]]:
        return s.held.chance_outcomes()


@contextmanager
def _silence() -> Generator[None]:
    """OpenSpiel prints its errors before it raises them; they are told in our words."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def openspiel(spec: str) -> OpenSpiel:
    """A game of OpenSpiel by OpenSpiel's own words, if it is of a kind that can be played here."""
    try:
        import pyspiel
    except ImportError:
        how = "pip install 'gametree[openspiel]'"
        raise GameError(f"{spec} is a game of OpenSpiel, which is not installed: {how}") from None
    known = pyspiel.registered_names()
    name = spec.partition("(")[0]
    if name not in known:
        close = get_close_matches(name, known, n=1)
        raise GameError(f"OpenSpiel has no game {name!r}{f'; did you mean {close[0]}?' if close else ''}")
    try:
        with _silence():
            game: Any = pyspiel.load_game(spec)
    except (pyspiel.SpielError, RuntimeError) as error:
        raise GameError(f"OpenSpiel cannot make {spec}: {str(error).splitlines()[0]}") from None
    kind = game.get_type()
    why = ""
    if kind.dynamics.name != "SEQUENTIAL":
        why = "its players move at the same time"
    elif kind.information.name != "PERFECT_INFORMATION":
        why = "its players do not see everything"
    elif kind.chance_mode.name == "SAMPLED_STOCHASTIC":
        why = "it rolls its dice itself and does not tell the probabilities"
    elif game.num_players() < 2:
        why = "it is for one player"
    if why:
        raise GameError(f"OpenSpiel's {spec} cannot be played here: {why}")
    return (OpenSpielWithDice if kind.chance_mode.name == "EXPLICIT_STOCHASTIC" else OpenSpiel)(game)
