"""What was learned, as text: a table of the features, and the learning curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.learning.course import Lesson

MOST = 40
"""A table has at most this many features: those that matter most."""


def worths(terms: Sequence[str], old: Sequence[float], new: Sequence[float], present: Sequence[float]) -> str:
    """What each feature is worth, before and now, and in what share of the positions it counts.

    >>> print(worths(("stores", "moves"), (1, 0.1), (1.25, -3), (0.5, 0.01)))
    feature      before          now   counts in
    stores            1         1.25       50.0%
    moves           0.1           -3        1.0%
    """
    rows = list(zip(terms, old, new, present, strict=True))
    shown = rows if len(rows) <= MOST else sorted(rows, key=lambda row: -abs(row[2]) * row[3])[:MOST]
    width = max(7, *(len(row[0]) for row in shown)) if shown else 7
    lines = [f"{'feature':{width}}  {'before':>9}    {'now':>9}   counts in"]
    lines += [f"{t:{width}}  {a:9.4g}    {b:9.4g}   {share:9.1%}" for t, a, b, share in shown]
    if len(shown) < len(rows):
        lines.append(f"… and {len(rows) - len(shown):,} more")
    return "\n".join(lines)


def curve(lessons: Sequence[Lesson]) -> str:
    """The learning curve: how wrong the weights are on games that they were not learned from, round by round."""
    lines: list[str] = []
    for lesson in lessons:
        if not lesson.positions:
            lines.append(f"round {lesson.round}: {lesson.games:,} games; score against the old {-lesson.loss:+.3f}")
            continue
        share = lesson.loss / lesson.before if lesson.before else 1.0
        bar = "█" * round(30 * min(share, 1.0)) + "░" * (30 - round(30 * min(share, 1.0)))
        lines.append(
            f"round {lesson.round}: {lesson.games:,} games, {lesson.positions:,} positions; loss {lesson.loss:.4f}, "
            f"with the old weights {lesson.before:.4f}  {bar}"
        )
    return "\n".join(lines)
