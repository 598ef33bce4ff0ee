"""The results of a student: for people, and in the JSON that Gradescope reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gametree.teaching.grading.verdict import Verdict


@dataclass(frozen=True)
class Report:
    """The points of a student, test by test."""

    title: str
    verdicts: tuple[Verdict, ...]
    seconds: float

    @property
    def score(self) -> float:
        """The points in all."""
        return round(sum(verdict.score for verdict in self.verdicts), 6)

    @property
    def max_score(self) -> float:
        """The points that could be had."""
        return round(sum(verdict.test.points for verdict in self.verdicts), 6)

    @property
    def passed(self) -> bool:
        """Is everything right?"""
        return all(verdict.passed for verdict in self.verdicts)

    def to_json(self) -> dict[str, Any]:
        """The form of Gradescope's ``results.json``."""
        return {
            "score": self.score,
            "max_score": self.max_score,
            "execution_time": round(self.seconds, 3),
            "output": f"{self.title}: {self.score:g} of {self.max_score:g} points",
            "stdout_visibility": "hidden",
            "tests": [self._test(number, verdict) for number, verdict in enumerate(self.verdicts, 1)],
        }

    @staticmethod
    def _test(number: int, verdict: Verdict) -> dict[str, Any]:
        test = verdict.test
        return {
            "number": str(number),
            "name": test.name,
            "score": verdict.score,
            "max_score": test.points,
            "status": "passed" if verdict.passed else "failed",
            "output": verdict.text(),
            "visibility": test.visibility,
            "extra_data": {
                "step": verdict.step,
                "fences": list(verdict.run.fences) if verdict.run else [],
                "seconds": round(verdict.run.seconds, 3) if verdict.run else 0.0,
            },
        }

    def __str__(self) -> str:
        lines = [f"{self.title}: {self.score:g} of {self.max_score:g} points"]
        for verdict in self.verdicts:
            mark = "✓" if verdict.passed else "✗"
            lines += ["", f"{mark} {verdict.test.name}: {verdict.score:g} of {verdict.test.points:g}"]
            lines += [f"  {line}".rstrip() for line in verdict.text().split("\n")]
        return "\n".join(lines)
