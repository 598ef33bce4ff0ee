"""The commands of the client GoGui: the rules of a game that it does not know, and what it can show of a search.

With ``gogui-rules_…`` GoGui plays any game of stones on a square board: it asks who moves, which moves are legal, what
the board looks like and how the game has ended.
"""

from __future__ import annotations

import re
from typing import Any

from gametree.errors import GameError
from gametree.protocols.gtp.board import BoardCommands
from gametree.protocols.gtp.words import SIDES, sides
from gametree.referee import verdict
from gametree.titles import title

MARKS = {"X": "X", "O": "O", "R": "X", "B": "O", ".": ".", "+": ".", "-": "."}
"""How our boards are written, and how GoGui reads them: X is the side that begins."""
ANALYSE = (
    "string/Legal moves/gogui-rules_legal_moves",
    "string/Final score/final_score",
    "string/Move history/move_history",
    "string/Show board/showboard",
)
ANALYSE_GO = (
    "plist/Dead stones/final_status_list dead",
    "plist/Stones in seki/final_status_list seki",
    "plist/Stones that live/final_status_list alive",
    "plist/Black's territory/final_status_list black_territory",
    "plist/White's territory/final_status_list white_territory",
)


def rows_of(text: str, size: int) -> list[str]:
    """The rows of a board as a game writes it, the last one first, as GoGui counts them.

    >>> rows_of("2 . X\\n1 O +  O to move", 2)
    ['. X', 'O .']
    """
    rows: dict[int, str] = {}
    for line in text.splitlines():
        words = line.split()
        if words and re.fullmatch(r"\d{1,2}", words[0], re.ASCII) and len(words) > size:
            marks = [MARKS.get(word) for word in words[1 : size + 1]]
            if None not in marks:
                rows[int(words[0])] = " ".join(mark for mark in marks if mark)
    if sorted(rows) != list(range(1, size + 1)):
        raise GameError("this game has no square board of stones")
    return [rows[number] for number in range(size, 0, -1)]


class GoguiCommands(BoardCommands):
    """What GoGui asks."""

    def do_gogui_analyze_commands(self, _: str) -> str:
        """What GoGui offers in its window of analysis."""
        of_go = ANALYSE_GO if title(self.game).partition(":")[0] == "go" else ()
        return "\n".join((*ANALYSE, *of_go))

    def do_gogui_interrupt(self, _: str) -> str:
        """GoGui may send ``# interrupt`` during a search."""
        return ""

    def do_gogui_rules_game_id(self, _: str) -> str:
        """What the game is called."""
        return title(self.game).partition(":")[0].capitalize()

    def do_gogui_rules_board_size(self, _: str) -> str:
        return str(self._size())

    def _size(self) -> int:
        board = sides(self.game)
        if len({*board.values()}) != 1:
            raise GameError("this game has no square board of stones")
        return next(iter(board.values()))

    def do_gogui_rules_board(self, _: str) -> str:
        """The rows from the top, X for the side that begins, O for the other one."""
        return "\n".join(rows_of(self.game.text(self.referee.state), self._size()))

    def do_gogui_rules_legal_moves(self, _: str) -> str:
        """The moves of the side to move; none if the game is over."""
        referee = self.referee
        moves: list[int] = [] if referee.over() else referee.legal()
        return " ".join(self.vertex(referee.state, a) for a in moves)

    def do_gogui_rules_side_to_move(self, _: str) -> str:
        return SIDES[self.referee.player()]

    def do_gogui_rules_final_result(self, _: str) -> str:
        """Who has won, in words."""
        payoff: Any = self.referee.payoff()
        return "" if payoff is None else verdict(self.game, payoff, ("Black", "White"))
