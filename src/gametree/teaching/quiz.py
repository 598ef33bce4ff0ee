"""A quiz in the terminal: a tree in words, a question, an answer, and what is right about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.teaching.exercises import outline
from gametree.teaching.marking import Mark
from gametree.teaching.sheet import answer_in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gametree.teaching.exercises import Exercise
    from gametree.teaching.marking import Question

HELP = {
    "value": "a number",
    "move": "a node",
    "cuts": "leaves with spaces between them, or none",
    "window": "two numbers, α and β; inf and -inf are numbers, too",
    "numbers": "two numbers, proof and disproof",
    "proving": "a leaf",
}
"""What an answer looks like, by the kind of question."""


def quiz(exercises: Iterable[Exercise], ask: Callable[[str], str | None], say: Callable[[str], None]) -> float:
    """Ask, mark and explain; return the points. ``ask`` returns a line, or None when there are no more.

    >>> from gametree.teaching.exercises import exercises
    >>> answers = iter(["b", "skip", "quit"])
    >>> made = exercises(["value"], 2, seed=5, depth=2)
    >>> quiz(made, lambda prompt: next(answers), lambda text: print(text.splitlines()[0]))
    1. What is the tree worth?
    'b' is not a number; write 3, -2, 0.5, 1/2, inf or -inf
    No points.
    The answer: 28
    Why:
    2. What is the tree worth?
    0 of 1 points
    0.0
    """
    points, done = 0.0, 0
    for n, made in enumerate(exercises, 1):
        asked = made.question
        say(f"{n}. {asked.prompt}\n\n{outline(made.asked)}\n")
        mark = _answered(asked, ask, say)
        if mark is None:
            break
        done += 1
        points += mark.score
        verdict = {0.0: "No points.", 1.0: "Right."}.get(mark.score, f"Partly right: {mark.score:.0%}.")
        say("\n".join([verdict, *(f"  {remark}" for remark in mark.remarks)]))
        if mark.score < 1:
            say(f"The answer: {answer_in_words(asked)}")
        say("Why:\n" + "\n".join(f"  {line}" for line in asked.why) + "\n")
    say(f"{points:.3g} of {done} points" if done else "no question was answered")
    return points


def _answered(asked: Question, ask: Callable[[str], str | None], say: Callable[[str], None]) -> Mark | None:
    """The mark for the first answer that can be read; None where somebody wants to stop."""
    while (line := ask(f"{HELP[asked.kind]}> ")) is not None:
        word = line.strip().lower()
        if word in ("quit", "q", "exit"):
            return None
        if word == "skip":
            return Mark(0.0, ())
        if word in ("help", "?", ""):
            say(f"An answer is {HELP[asked.kind]}. `skip` shows the answer, `quit` ends.")
            continue
        try:
            return asked.mark([line])
        except GameError as error:
            say(str(error))
    return None
