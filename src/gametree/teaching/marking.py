"""A question with its key, and the mark for an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isnan
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Mark:
    """What an answer is worth: from 0 to 1, and what was wrong."""

    score: float
    remarks: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The fields."""
        return {"score": self.score, "remarks": list(self.remarks)}


@dataclass(frozen=True)
class Question:
    """One question. Answers are lists of words: names of nodes, or numbers as they are written."""

    kind: str
    prompt: str
    fields: tuple[str, ...]
    """What each word of the answer is ("α", "β"); empty where it is any number of nodes."""
    answer: tuple[str, ...]
    why: tuple[str, ...]
    """The reasons, as sentences."""
    choices: tuple[str, ...] = ()
    """The nodes that can be named; empty where numbers are asked for."""
    about: str = ""
    """The node that is asked about."""
    reasons: dict[str, str] = field(default_factory=dict[str, str])
    """Of single choices: what is said of them where they are wrong."""
    also: tuple[str, ...] = ()
    """Other answers that are as good."""

    def mark(self, given: Sequence[str]) -> Mark:
        """The mark for an answer; a mistake in writing is an error, and no wrong answer.

        >>> from gametree import load
        >>> from gametree.teaching.questions import ask
        >>> asked = ask(load("tree:example=textbook"), "cuts")
        >>> asked.question.answer, asked.question.mark(["c2", "c3"]).score
        (('c2', 'c3'), 1.0)
        >>> asked.question.mark(["c2", "d3"])
        Mark(score=0.0, remarks=('c3 is not looked at: At C: cut: 2 ≤ α 3; Max already has 3 at A', 'd3 is looked at'))
        """
        words = self._read(given)
        if not self.fields:
            return self._mark_set(words)
        if len(words) != len(self.fields):
            count = f"{len(self.fields)} words are asked for" if len(self.fields) > 1 else "one word is asked for"
            raise GameError(f"{count} ({' '.join(self.fields)}), not {len(words)}")
        right = [_same(word, known) for word, known in zip(words, self.answer, strict=True)]
        right[0] = right[0] or words[0] in self.also
        remarks = [
            self.reasons.get(word) or f"{'it' if name == 'node' else name} is {known}, not {word}"
            for name, word, known, good in zip(self.fields, words, self.answer, right, strict=True)
            if not good
        ]
        return Mark(sum(right) / len(right), tuple(remarks))

    def _mark_set(self, words: list[str]) -> Mark:
        marked, known = set(words), set(self.answer)
        wrong = [f"{name} is looked at" for name in self.choices if name in marked - known]
        missed = [f"{name} is not looked at: {self.reasons[name]}" for name in self.choices if name in known - marked]
        if not known:
            return Mark(0.0 if wrong else 1.0, tuple(wrong))
        return Mark(max(0.0, (len(marked & known) - len(wrong)) / len(known)), (*missed, *wrong))

    def _read(self, given: Sequence[str]) -> list[str]:
        words = [word for text in given for word in text.replace(",", " ").split()]
        if not self.fields and [word.lower() for word in words] in (["none"], ["nothing"]):
            return []
        if self.choices:
            named = {name.lower(): name for name in self.choices}
            for word in words:
                if word.lower() not in named:
                    raise GameError(f"there is no node {quoted(word)} to choose; there are {' '.join(self.choices)}")
            return [named[word.lower()] for word in words]
        return [_number(word) for word in words]

    def to_json(self) -> dict[str, Any]:
        """The fields for a bank of questions."""
        return {
            "kind": self.kind,
            "prompt": self.prompt,
            "fields": list(self.fields),
            "choices": list(self.choices),
            "about": self.about,
            "answer": list(self.answer),
            "also": list(self.also),
            "why": list(self.why),
        }


def _same(word: str, known: str) -> bool:
    """Is this the answer? Of a number that is no whole one two decimals are enough."""
    if word == known or "." not in known:
        return word == known
    try:
        return abs(_float(word) - _float(known)) < 0.0051
    except ValueError:
        return False


def _float(word: str) -> float:
    return float(word.replace("−", "-").replace("∞", "inf"))


def _number(word: str) -> str:
    """A number as traces write it: "-inf" is "−∞", "3.0" is "3", "1/2" is "0.5"."""
    plain = word.replace("−", "-").replace("∞", "inf").replace("infinity", "inf").replace("oo", "inf").lower()
    top, _, bottom = plain.partition("/")
    try:
        number = float(top) / (float(bottom) if bottom else 1.0)
    except (ValueError, ZeroDivisionError):
        raise GameError(f"{quoted(word)} is not a number; write 3, -2, 0.5, 1/2, inf or -inf") from None
    if isnan(number):
        raise GameError(f"{quoted(word)} is not a number; write 3, -2, 0.5, 1/2, inf or -inf")
    if number in (inf, -inf):
        return "∞" if number > 0 else "−∞"
    return f"{number:.6g}".replace("-", "−")
