"""Small games written at random in natural styles (``generating.py``): what is rewritten says what Python says.

Red if a rewriting rule means something else than Python, or fails with an error of its own; a game that is not
rewritten has to say why.
"""

from __future__ import annotations

import pytest
from generating import made, texts
from hypothesis import HealthCheck, assume, event, given, note, settings

from gametree.compile.frontend.front import fronted
from gametree.compile.frontend.shapes import UnsupportedError
from gametree.compile.frontend.tries import twin
from side_by_side import Compiled, Rewritten, compared

OURS = ("rewriting it fails", "rewritten, but", "is another state")
"""Reasons that are faults of the front end, and none of the game's."""
SLOWLY = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def form_of(text: str):
    """A written game, and its packed form; None where it stays as it is, for a reason that is none of our faults."""
    note(text)
    game, form, reasons = made(text)(), None, []
    try:
        form = twin(game)
        reasons += form.left.values()
    except UnsupportedError as error:
        reasons.append(str(error))
    for reason in reasons:
        event(f"not rewritten: {reason}")
    assert not [reason for reason in reasons if any(words in reason for words in OURS)]
    return game, form


@pytest.mark.thorough
@given(text=texts())
@settings(max_examples=30, deadline=None, suppress_health_check=SLOWLY)
def test_what_is_rewritten_says_what_python_says(text: str):
    game, form = form_of(text)
    if form is not None:
        compared(game, lambda: Rewritten(form.game), 40)


def compiles(text: str, positions: int) -> None:
    game, form = form_of(text)
    assume(form is not None and not form.left)
    compared(game, lambda: Compiled(fronted(game)), positions)


@pytest.mark.thorough
@given(text=texts())
@settings(max_examples=6, deadline=None, suppress_health_check=SLOWLY)
def test_what_is_compiled_says_what_python_says(text: str):
    compiles(text, 200)


@pytest.mark.slow
@given(text=texts())
@settings(max_examples=300, deadline=None, suppress_health_check=SLOWLY)
def test_many_compiled_games_say_what_python_says(text: str):
    compiles(text, 1000)
