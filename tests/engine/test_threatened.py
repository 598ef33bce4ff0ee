"""What a game tells the search beside its rules: a threat, what does not pay, what a move may well change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree import Game, best
from gametree.engine.engine import Engine
from gametree.engine.score import ESTIMATE_STEP
from gametree.engine.searcher import margin

if TYPE_CHECKING:
    from collections.abc import Iterator


class Answer(Game[str]):
    """Max has one move, Min two answers, and so on; what is estimated before Min has answered is wrong. The states are
    texts, so that nothing is compiled."""

    repetition = "ignore"
    margin = 12
    techniques_off = ("singular", "enhanced")

    def __init__(self, threat: bool = True):
        self.threat = threat

    def initial(self) -> str:
        return ""

    def player(self, s: str) -> int:
        return len(s) % 2

    def actions(self, s: str) -> Iterator[int]:
        yield 0
        if len(s) % 2:
            yield 1

    def result(self, s: str, a: int) -> str:
        return f"{s}{a}"

    def terminal(self, s: str) -> bool:
        return len(s) == 8

    def utility(self, s: str) -> int:
        return 0

    def evaluate(self, s: str) -> int:
        return {"": 3, "0": 50, "00": 9, "01": 7}.get(s, 0)

    def threatened(self, s: str) -> bool:
        return self.threat and s == "0"


def test_who_is_threatened_may_not_stand_still() -> None:
    calm, threatened = (best(Answer(threat), depth=1, algorithm="pvs") for threat in (False, True))
    assert (calm.value, threatened.value) == (50, 7)


def test_what_does_not_pay_is_off_unless_it_is_asked_for() -> None:
    assert not Engine(Answer(), "pvs").options.singular
    assert Engine(Answer(), "pvs", singular=True).options.singular
    assert Engine(Answer(), "pvs").options.nullmove


def test_a_game_may_name_its_margin() -> None:
    assert margin(Answer()) == 12 * ESTIMATE_STEP
