"""A race of scores: Pig."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gametree.draw.board import Board, Path

LONG, HIGH = 240.0, 26.0


def pig(game: Any, s: Any, b: Board) -> Path:
    """A bar for each player on the way to the target, and beyond it what was gathered in this turn."""
    b.width, b.height = LONG + 170, 2 * (HIGH + 14) + 16
    for player, score in enumerate((s.first, s.second)):
        y = 14 + player * (HIGH + 14)
        b.write(46, y + HIGH / 2, ("Max", "Min")[player], "end", 14)
        b.rect(54, y, LONG, HIGH, "paper s-faint", stroke_width=1.5)
        done = min(score / game.target, 1)
        b.rect(54, y, LONG * done, HIGH, f"p{player}")
        if s.turn == player:
            more = min(s.gathered / game.target, 1 - done)
            b.rect(54 + LONG * done, y, LONG * more, HIGH, f"p{player}", opacity=0.45)
            b.circle(11, y + HIGH / 2, 6, f"p{player} s-ink")
        gathered = f" + {s.gathered}" if s.turn == player and s.gathered else ""
        b.write(62 + LONG, y + HIGH / 2, f"{score}{gathered} of {game.target}", "start", 13)
    return lambda a: ()
