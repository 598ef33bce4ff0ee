"""Exercises as a sheet to print, and its key: one HTML file with its own style, drawings and no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.teaching.exercises import Exercise
    from gametree.teaching.marking import Question

STYLE = """
@page { size: A4; margin: 18mm 16mm; }
* { box-sizing: border-box; }
body { margin: 1.5rem auto; max-width: 48rem; padding: 0 1rem; font: 16px/1.45 Georgia, "DejaVu Serif", serif;
  color: #111; background: #fff; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; }
h2 { font-size: 1.1rem; margin: 0 0 .3rem; }
.name { display: flex; gap: 2rem; margin: .4rem 0 1.4rem; }
.name span { flex: 1; border-bottom: 1px solid #555; padding-top: 1.4rem; color: #555; font-size: .85rem; }
section { break-inside: avoid; margin: 0 0 1.8rem; }
svg { display: block; max-width: 100%; height: auto; margin: .3rem auto .5rem; color-scheme: light; }
.answer { display: flex; flex-wrap: wrap; gap: .6rem 1.4rem; align-items: end; }
.answer span { flex: 1 1 8rem; border-bottom: 1px solid #555; min-height: 1.7rem; color: #555; }
.key { break-before: page; }
.key .is { font-weight: bold; }
ul { margin: .2rem 0 0; padding-left: 1.2rem; font-size: .92rem; }
footer { margin-top: 2rem; color: #555; font-size: .8rem; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 11.5pt; } svg { max-height: 95mm; } }
"""


def sheet(exercises: Sequence[Exercise], title: str = "Exercises", *, key: bool = True) -> str:
    """The sheet, and after it, on a page of its own, the key.

    >>> from gametree.teaching.exercises import exercises
    >>> page = sheet(exercises(["value"], 2, depth=2))
    >>> page.count("<section"), page.count("<svg"), "What is the tree worth?" in page
    (4, 4, True)
    >>> sheet(exercises(["value"], 2, depth=2), key=False).count("<section")
    2
    """
    questions = "".join(_question(n, made) for n, made in enumerate(exercises, 1))
    answers = "".join(_answer(n, made) for n, made in enumerate(exercises, 1))
    keyed = f'<div class="key"><h1>{escape(title)}: key</h1>{answers}</div>' if key else ""
    names = ", ".join(made.name for made in exercises)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>"
        f'<p class="name"><span>Name</span><span>Date</span></p>{questions}</main>{keyed}'
        f"<footer>gametree exercise: {escape(names)}</footer></body></html>\n"
    )


def _question(n: int, made: Exercise) -> str:
    asked = made.question
    blanks = "".join(f"<span>{escape(field)} =</span>" for field in asked.fields) or "<span></span>"
    return (
        f"<section><h2>{n}. {escape(asked.prompt)}</h2>{_on_paper(made.svg())}"
        f'<p class="answer">Answer: {blanks}</p></section>'
    )


def _answer(n: int, made: Exercise) -> str:
    why = "".join(f"<li>{escape(line)}.</li>" for line in made.question.why)
    answer = escape(answer_in_words(made.question))
    return (
        f'<section><h2>{n}. {escape(made.question.prompt)}</h2><p class="is">{answer}</p>'
        f"{_on_paper(made.svg(key=True))}<ul>{why}</ul></section>"
    )


def answer_in_words(question: Question) -> str:
    """The answer, as it stands in a key.

    >>> from gametree.teaching.exercises import exercise
    >>> answer_in_words(exercise("cuts", seed=4, cuts=0).question), answer_in_words(exercise("value", seed=3).question)
    ('None: every leaf is looked at', '22')
    """
    if not question.fields:
        return ", ".join(question.answer) or "None: every leaf is looked at"
    if len(question.fields) > 1:
        return ", ".join(f"{name} = {value}" for name, value in zip(question.fields, question.answer, strict=True))
    return " or ".join([question.answer[0], *question.also])


def _on_paper(svg: str) -> str:
    """A drawing for white paper, also where the reader's screen is dark."""
    return svg.replace("@media (prefers-color-scheme:dark)", "@media not all")
