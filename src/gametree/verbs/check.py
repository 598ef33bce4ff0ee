"""``check``: is a game well defined, and does it compile?

Random games are played in plain Python; on every state, each rule of the contract is tested, and the compiled answers
are compared with Python's. A problem is reported once, with the state where it was first seen.
"""

from __future__ import annotations

import random
import time as clock
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gametree.catalogue import load, untried
from gametree.compile.frontend.front import front_of
from gametree.compile.frontend.runtime import again_if_outgrown
from gametree.contract.expectation import judge_expectations
from gametree.contract.inquiry import Inquiry, Problem, UnansweredError
from gametree.contract.random_games import RandomGames, first_state
from gametree.errors import GameError
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame

__all__ = ["CheckReport", "Problem", "check"]

GAMES, SECONDS = 200, 3.0
"""How much is played: the most games, and the seconds for all of them."""


@dataclass(frozen=True)
class CheckReport:
    """The answer of ``check``. ``ok`` means that no error was found; warnings do not count."""

    game: str
    ok: bool
    compiled: bool
    games: int
    states: int
    seconds: float
    problems: tuple[Problem, ...]
    gpu: str = ""
    """What was found on a GPU, if that was asked."""

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        return {**asdict(self), "problems": [asdict(p) for p in self.problems]}

    def __str__(self) -> str:
        how = ""
        if self.compiled:
            how = " and compiles, and compiled code agrees with Python"
        elif any(p.method == "compile" for p in self.problems):
            how = " and runs interpreted"
        played = f"{self.games} random games, {self.states:,} states, {self.seconds:.1f} s"
        verdict = f"{self.game} is well defined{how}" if self.ok else f"{self.game} is not well defined"
        verdict += f"; {self.gpu}" if self.gpu else ""
        return "\n".join([*map(str, self.problems), f"{verdict}   ({played})"])

    def _repr_html_(self) -> str:
        from gametree.draw.html import printed

        return printed(self)


@again_if_outgrown
def check(
    game: str | AnyGame,
    position: Any = None,
    *,
    moves: str = "",
    time: float = SECONDS,
    games: int = GAMES,
    seed: int = 0,
    compile: bool = True,
    gpu: bool = False,
) -> CheckReport:
    """Test a game against the contract of ``Game``. With ``compile``, also compare it compiled with interpreted;
    with ``gpu``, the rules on a GPU with Python, in random positions.

    The random games begin from a position (a state, a Line, a text as the game writes it, or None for the initial
    state), after the ``moves`` played from there, by name. There are at most ``games`` of them, and they take at most
    ``time`` seconds.

    >>> print(check("tictactoe", time=0.5))
    tictactoe is well defined and compiles, and compiled code agrees with Python   (... random games, ... states, ... s)
    """
    game = _examinable(untried(game))
    inquiry = Inquiry(game)
    walk = twin = None
    start = clock.perf_counter()
    with suppress(UnansweredError):  # it is among the problems already, and playing on makes no sense
        state = first_state(inquiry, position, moves)
        twin = _twin(inquiry, state) if compile else None
        walk = RandomGames(inquiry, state, random.Random(seed), twin)
        start = clock.perf_counter()  # the time to compile does not count
        while walk.games < games and clock.perf_counter() - start < time:
            walk.play(start + time)
    if walk:
        walk.judge()
        with suppress(UnansweredError):
            judge_expectations(inquiry, walk.start)
    if twin and twin.refused and not inquiry.problems:
        inquiry.error("rules", twin.refused)
    there = _on_gpu(inquiry, seed) if gpu and not any(p.severity == "error" for p in inquiry.problems) else ""
    ok = not any(p.severity == "error" for p in inquiry.problems)
    return CheckReport(
        game=title(game),
        ok=ok,
        compiled=twin is not None and twin.ready and ok,
        games=walk.games if walk else 0,
        states=len(walk.moves_of) if walk else 0,
        seconds=clock.perf_counter() - start,
        problems=inquiry.problems,
        gpu=there,
    )


def _examinable(game: AnyGame) -> AnyGame:
    """The game itself; where its states cannot be hashed, or its actions are no integers, the form of it that searches
    take (``compile/frontend``), if there is one."""
    try:
        form = load(game)
        front = front_of(form)
        if front is None:
            return game
        hash(game.initial())
        return form if front.numbers_actions else game
    except TypeError:
        return load(game)
    except GameError:  # it cannot be played: what is wrong will be told
        return game


POSITIONS = 2000
"""How many positions are compared on a GPU."""


def _on_gpu(inquiry: Inquiry, seed: int) -> str:
    """Compare the rules on the GPU with Python; where there is none, the same code on the processor, one lane after
    another. Returns what to say."""
    from gametree.compile import NotCompiledError
    from gametree.gpu.lanes import device
    from gametree.gpu.positions import code_for, disagreement, sample

    said: list[str] = []
    on, game = device(tell=said.append), load(inquiry.game)
    states = sample(game, POSITIONS, seed)
    try:
        code_for(game)
        wrong = disagreement(game, states, on)
    except NotCompiledError as error:
        inquiry.warn("gpu", f"the rules do not run on a GPU: {error}")
        return ""
    if wrong is not None:
        inquiry.error("gpu", f"the rules on {on.name} say something else than Python", wrong)
        return ""
    return "; ".join([f"the same on {on.name} in {len(states):,} positions", *said])


def _twin(inquiry: Inquiry, state: Any) -> Any:
    from gametree.contract.compiled import Twin  # imports the compiler

    return Twin(inquiry, state)
