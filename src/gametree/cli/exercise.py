"""``gametree exercise``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.cli.common import Json, whole
from gametree.cli.output import say_json
from gametree.errors import GameError
from gametree.teaching.exercises import Exercise, exercises, outline
from gametree.teaching.questions import KINDS
from gametree.teaching.sheet import answer_in_words, sheet

Kind = Annotated[
    str, Parameter(help=f"One of {', '.join(KINDS)}; several with commas between them, which come in turn.")
]
Count = Annotated[int, Parameter(converter=whole, help="How many.")]
Seed = Annotated[int, Parameter(converter=whole, help="The same seed gives the same exercises.")]
Depth = Annotated[int, Parameter(converter=whole, help="Moves from the root to a leaf, 2 to 5.")]
Branching = Annotated[int, Parameter(converter=whole, help="The most children of a node, 2 to 4.")]
Cuts = Annotated[
    int | None,
    Parameter(converter=whole, help="So many cut-offs of alpha-beta; 0 is a tree whose order cuts nothing."),
]
Above = Annotated[int | None, Parameter(converter=whole, help="So many of them skip more than leaves.")]
Chance = Annotated[bool, Parameter(help="Chance nodes below the root (value and move).", negative="")]


def exercise(
    kind: Kind = "cuts",
    /,
    *,
    count: Count = 1,
    seed: Seed = 0,
    depth: Depth = 3,
    branching: Branching = 3,
    cuts: Cuts = None,
    above: Above = None,
    chance: Chance = False,
    key: Annotated[bool, Parameter(help="With the answers and their reasons.")] = True,
    title: Annotated[str, Parameter(help="What stands at the top of the sheet.")] = "Exercises",
    html: Annotated[str | None, Parameter(help="Write a sheet to print, with its key, to this file.")] = None,
    json: Json = False,
) -> None:
    """Exercises about search, made by a seed: trees with questions, answers and reasons.

    On paper (--html), as JSON for a bank of questions (--json), or here. `gametree quiz` asks them.
    """
    made = make(kind, count, seed, depth, branching, cuts, above, chance=chance)
    if html is not None:
        from gametree.draw.files import save

        save(html, sheet(made, title, key=key), ".html")
        if not json:
            print(f"{html}: {', '.join(one.name for one in made)}")
            return
    if json:
        say_json({"title": title, "exercises": [one.to_json() for one in made]})
        return
    for n, one in enumerate(made, 1):
        print(f"{n}. {one.question.prompt}\n\n{outline(one.asked)}\n")
        if key:
            why = "\n".join(f"  {line}" for line in one.question.why)
            print(f"Answer: {answer_in_words(one.question)}\n{why}\n")
        print(f"gametree trace '{one.words}' --algorithm {one.asked.answered.algorithm}\n")


def make(
    kind: str,
    count: int,
    seed: int,
    depth: int,
    branching: int,
    cuts: int | None,
    above: int | None,
    *,
    chance: bool,
) -> list[Exercise]:
    """The exercises that are asked for, of the kinds in a list with commas."""
    kinds = [word.strip() for word in kind.split(",") if word.strip()]
    if not kinds:
        raise GameError(f"no kind of exercise is named; there are {', '.join(KINDS)}")
    return exercises(kinds, count, seed, depth=depth, branching=branching, cuts=cuts, above=above, chance=chance)
