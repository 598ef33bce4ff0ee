"""gametree as a player for GNU Backgammon: its ``set player 0 external HOST:PORT`` connects here and sends FIBS
boards."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from gametree.errors import GameError
from gametree.game import Line
from gametree.games.backgammon.plays import steps
from gametree.protocols.backgammon.fibs import read_board

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.games.backgammon import Backgammon
    from gametree.games.backgammon.rules import State

LONGEST = 4096
"""A longer line is not a board; in bytes."""


def answer(game: Backgammon, board: str, decide: Callable[[Line[State]], int]) -> str:
    """The answer to a board: a play, ``roll`` or ``double``, ``take`` or ``drop``. An offer to resign (a number below 0
    in place of *was doubled*) is not accepted: the game is played on.

    >>> from gametree.games.backgammon import Backgammon
    >>> from gametree.protocols.backgammon.fibs import write_board
    >>> game = Backgammon()
    >>> board = write_board(game, game.parse("4HPwATDgc/ABMA X to play 31"))
    >>> answer(game, board, lambda line: next(iter(game.actions(line.start))))
    '6/3 3/2'
    """
    words = board.split(":")
    if len(words) > 40 and words[40].startswith("-"):
        return "reject"
    # positive numbers are the men of its player 1, whatever the names say; the turn says who must answer
    s = read_board(game, board)
    if s.dice == 0 and s.stage == 0:
        return "roll"
    action = decide(Line(s))
    if s.dice:
        return " ".join(steps(s, action))
    return game.name(s, action)


class Host:
    """Waits on a port for GNU Backgammon, and answers its boards until it disconnects."""

    def __init__(self, game: Backgammon, decide: Callable[[Line[State]], int], port: int, host: str = "localhost"):
        self.game, self.decide = game, decide
        try:
            self.listening = socket.create_server((host, port))
        except (OSError, OverflowError) as error:
            raise GameError(f"cannot listen on {host}:{port}: {error}") from error
        self.port: int = self.listening.getsockname()[1]

    def run(self, visits: int | None = None) -> None:
        """Answer ``visits`` connections one after another, or endlessly."""
        with self.listening:
            while visits is None or visits > 0:
                connection, _ = self.listening.accept()
                with connection:
                    self._attend(connection)
                visits = None if visits is None else visits - 1

    def _attend(self, connection: socket.socket) -> None:
        heard = b""
        while len(heard) < LONGEST:
            try:
                some = connection.recv(LONGEST)
                if not some:
                    return
                # a zero byte ends what it sends, after the end of the line
                *lines, heard = (heard + some).replace(b"\0", b"").split(b"\n")
                for line in lines:
                    if board := line.decode(errors="replace").strip():
                        connection.sendall(f"{self._reply(board)}\n".encode())
            except ConnectionError:
                return  # it has disconnected

    def _reply(self, board: str) -> str:
        try:
            return answer(self.game, board, self.decide)
        except GameError as error:
            return f"Error: {error}"
