"""The commands of GTP for Go: komi, rules, handicap, which stones are dead, and files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.errors import GameError
from gametree.game import MIN, Line
from gametree.games.go import Go
from gametree.games.go.handicap import most, placed
from gametree.games.go.status import STATUSES, Status
from gametree.games.hex import Hex
from gametree.notation.sgf import size_of, trees_in, written
from gametree.notation.sgf_games import read_tree, tree_of
from gametree.notation.sgf_go import RULES, go_in_file
from gametree.protocols.gtp.board import BoardCommands
from gametree.protocols.gtp.words import read_vertex
from gametree.titles import parameters_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gametree.notation.sgf import Node


class GoCommands(BoardCommands):
    """What only Go has. Files are for all games of SGF."""

    # --- komi and rules ----------------------------------------------------------------------------------------

    def do_komi(self, rest: str) -> str:
        """Points for White: the game goes on with them. Games without komi ignore it."""
        if not re.fullmatch(r"[+-]?\d{1,9}(\.\d{0,9})?", rest, re.ASCII):
            raise GameError("syntax error")
        if "komi" in parameters_of(self.game):
            self._go_on_with(komi=float(rest))
        return ""

    def do_get_komi(self, _: str) -> str:
        """What ``komi`` has set, in GNU Go's form."""
        return f"{parameters_of(self.game).get('komi', 0):.1f}"

    def do_kgs_rules(self, rest: str) -> str:
        """The rules by a name of the server KGS: ``japanese``, ``chinese``, ``aga`` or ``new_zealand``."""
        self._board()
        if rest.casefold() not in RULES:
            raise GameError(f"unknown rules; there are {', '.join(RULES)}")
        self._go_on_with(**{"ko": "positional", "suicide": False, "scoring": "area", **RULES[rest.casefold()]})
        return ""

    def _go_on_with(self, **parameters: Any) -> None:
        """Other parameters; the stones stay."""
        game, line, before = self.with_parameters(**parameters), self.referee.line, list(self.before)
        if game is not self.game:
            self.begin(game, line)
            self.before = before

    def _board(self) -> Go:
        if not isinstance(self.game, Go):
            raise GameError("this is a command of Go")
        return self.game

    # --- handicap ----------------------------------------------------------------------------------------------

    def do_fixed_handicap(self, rest: str) -> str:
        """Black's stones on the star points, 2 to 9; answers where they stand."""
        board = self._board()
        if not re.fullmatch(r"\d{1,3}", rest, re.ASCII) or not 2 <= int(rest) <= most(board.columns, board.rows):
            raise GameError("invalid number of stones")
        stars = placed(board.columns, board.rows, int(rest))
        return self._place([row * (board.columns + 1) + column for column, row in stars])

    def do_place_free_handicap(self, rest: str) -> str:
        """The same: we place the stones on the star points, and not more than there are."""
        board = self._board()
        if not re.fullmatch(r"\d{1,3}", rest, re.ASCII) or int(rest) < 2 or not most(board.columns, board.rows):
            raise GameError("invalid number of stones")
        return self.do_fixed_handicap(str(min(int(rest), most(board.columns, board.rows))))

    def do_set_free_handicap(self, rest: str) -> str:
        """Black's stones on these points."""
        board, words = self._board(), rest.split()
        s = board.initial()
        try:
            points = [read_vertex(board, s, word, list(board.actions(s))) for word in words]
        except GameError:
            raise GameError("bad vertex list") from None
        if len(points) < 2 or board.passing in points or len({*points}) < len(points) or len(points) >= board.points:
            raise GameError("bad vertex list")
        self._place(points)
        return ""

    def _place(self, points: Sequence[int]) -> str:
        board, s = self._board(), self.referee.state
        if self.referee.actions or s.black | s.white != board.empty:
            raise GameError("board not empty")
        self.begin(board, Line(board.sgf_state([board.sgf_move(s, p) for p in points], (), MIN)))
        return " ".join(board.name(s, p) for p in points)

    # --- the end -----------------------------------------------------------------------------------------------

    def do_final_score(self, rest: str) -> str:
        """Go: the score when the dead stones are taken off. Other games: by how much the payoff is above even."""
        if not isinstance(self.game, Go):
            return super().do_final_score(rest)
        return self._status().score

    def do_final_status_list(self, rest: str) -> str:
        """The stones that are ``alive``, ``dead`` or in ``seki``, a group a line; or the points of a side's
        ``black_territory`` or ``white_territory``, or of ``dame``."""
        board = self._board()
        if rest not in STATUSES:
            raise GameError(f"write one of {', '.join(STATUSES)}")
        return "\n".join(" ".join(board.name(board.first, p) for p in group) for group in self._status().groups(rest))

    def _status(self) -> Status:
        """What random games say of the stones, the same for one position."""
        return Status.of(self._board(), self.referee.state)

    # --- files -------------------------------------------------------------------------------------------------

    def do_loadsgf(self, rest: str) -> str:
        """``loadsgf FILE [MOVE]``: the game of a file, its main line up to before a move. Its size and komi are set."""
        words = rest.split()
        number = int(words.pop()) if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 10 else None
        try:
            root = trees_in(" ".join(words))[0]
            game = self._of_file(root)
            line = read_tree(root, game).line
        except GameError as error:
            raise GameError(f"cannot load file: {error}") from None
        wanted = len(line.actions) if number is None else min(max(number - 1, 0), len(line.actions))
        self.begin(game, Line(line.start, line.actions[:wanted]))
        self.before = [Line(line.start, line.actions[:k]) for k in range(wanted)]
        return ""

    def _of_file(self, root: Node) -> Any:
        """Our game, with the size and the komi of a file; the rules stay."""
        if isinstance(self.game, Hex) and (shape := size_of(root)):
            return self.with_parameters(columns=shape[0], rows=shape[1] if shape[0] != shape[1] else 0)
        if not isinstance(self.game, Go):
            return self.game
        found, size = go_in_file(root), size_of(root) or (19, 19)
        komi = {"komi": found["komi"]} if "komi" in found else {}
        rows = size[1] if size[0] != size[1] else 0
        return self.with_parameters(size=size[0], rows=rows, handicap=0, **komi)

    def do_printsgf(self, _: str) -> str:
        """The game so far as the text of a file."""
        return written([tree_of(self.game, self.referee.line)]).strip()
