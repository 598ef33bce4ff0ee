"""GNU Backgammon as an opponent and to evaluate positions, over the socket of its ``external`` command.

It runs as a program of its own, reads FIBS boards, and answers with a play, a decision about the cube, or an
evaluation.
"""

from __future__ import annotations

import shutil
import socket
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gametree.errors import GameError
from gametree.games.backgammon import Backgammon
from gametree.games.backgammon.plays import read_play
from gametree.games.backgammon.rules import ANSWER, OFFER, STAY, TURN
from gametree.protocols.backgammon.fibs import write_board
from gametree.protocols.client import TICK, Program, ProgramError
from gametree.protocols.uci.client import HANDSHAKE, Answer
from gametree.titles import title

if TYPE_CHECKING:
    import threading

    from gametree.game import AnyGame, Line
    from gametree.games.backgammon.rules import State
    from gametree.protocols.thinker import Order

FOLDERS = "/usr/games"
"""Debian's folder of games, which is not always on the path."""
VARIATIONS = {"backgammon": "standard", "nackgammon": "nackgammon"}
"""Its names of our starts. Hypergammon is left out: over the socket it counts missing men as borne off, and so sees no
gammons."""
PLIES = range(5)
"""How many plies it may search; 0 is its network alone."""


class Odds(NamedTuple):
    """GNU Backgammon's evaluation of a position, from the side of the player on roll."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float
    equity: float
    """Expected points, without a cube."""


def find_gnubg(command: str = "gnubg") -> str | None:
    """Where the program is, or None."""
    return shutil.which(command) or shutil.which(command, path=FOLDERS)


class Gnubg:
    """A running GNU Backgammon, with the game that it plays. Its setting is ``plies``, 0 to 4."""

    def __init__(self, game: AnyGame, settings: dict[str, Any] | None = None, command: str = "gnubg"):
        if not isinstance(game, Backgammon) or game.start not in VARIATIONS:
            raise GameError(f"gnubg plays backgammon and nackgammon here, not {title(game)}")
        self.game, self.plies = game, _plies(settings or {})
        path = find_gnubg(command)
        if path is None:
            raise GameError(f"{command} is not installed (Debian: apt install gnubg)")
        self.folder = tempfile.TemporaryDirectory(prefix="gametree-gnubg-")
        self.program = Program(f"{path} -t -q -r")
        try:
            self.socket = self._connect()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> socket.socket:
        """Let it listen on a socket file of ours: a port could be taken by another program."""
        address = str(Path(self.folder.name) / "socket")
        cubeful = "on" if self.game.turns else "off"
        for line in (
            f"set variation {VARIATIONS[self.game.start]}", "set jacoby off", "set beavers 0",
            f"set evaluation chequerplay evaluation plies {self.plies}",
            f"set evaluation chequerplay evaluation cubeful {cubeful}",
            f"set evaluation cubedecision evaluation plies {self.plies}",
            f"external {address}",
        ):  # fmt: skip
            self.program.send(line)
        late = time.monotonic() + HANDSHAKE
        while time.monotonic() < late and self.program.alive:
            made = socket.socket(socket.AF_UNIX)
            try:
                made.connect(address)
            except OSError:
                made.close()
                time.sleep(TICK)
                continue
            made.settimeout(TICK)
            return made
        raise ProgramError("crash", f"{self.program.command}: it does not listen on its socket")

    def new_game(self) -> None:
        """A game begins: nothing is kept from the last one."""

    def best(
        self,
        line: Line[Any],
        order: Order | None = None,
        patience: float = HANDSHAKE,
        stop: threading.Event | None = None,
    ) -> Answer:
        """Its decision at the end of a line. It has no clock: its plies decide how long it takes."""
        s: State = line.states(self.game)[-1]
        said = self.ask(write_board(self.game, s), patience, stop)
        try:
            return Answer(self._action(s, said), None)
        except GameError as error:
            raise ProgramError("illegal move", f"gnubg: {error}") from None

    def _action(self, s: State, said: str) -> int:
        words = {OFFER: {"roll": STAY, "double": TURN}, ANSWER: {"take": STAY, "beaver": STAY, "drop": TURN}}
        if s.stage not in words:
            return read_play(self.game, s, said)
        if said not in words[s.stage]:
            raise GameError(f"{said!r} is not an answer about the cube")
        return words[s.stage][said]

    def evaluate(self, s: State, plies: int | None = None, patience: float = HANDSHAKE) -> Odds:
        """Its evaluation of a position before the roll, from the side of the player on roll."""
        if s.dice or s.turn == 2:
            raise GameError("gnubg evaluates only positions before a roll")
        board = write_board(self.game, s)
        said = self.ask(f"evaluation fibsboard {board} plies {self.plies if plies is None else plies}", patience)
        numbers = said.split()
        if len(numbers) != len(Odds._fields):
            raise ProgramError("no answer", f"gnubg: {said}")
        return Odds(*map(float, numbers))

    def ask(self, question: str, patience: float = HANDSHAKE, stop: threading.Event | None = None) -> str:
        """Send it a line; return its answer."""
        late, heard = time.monotonic() + patience, b""
        try:
            self.socket.sendall(f"{question}\n".encode())
            while b"\n" not in heard:
                if stop is not None and stop.is_set():
                    raise ProgramError("stopped", "gnubg: the game was stopped")
                if time.monotonic() > late:
                    raise ProgramError("no answer", f"gnubg: no answer within {patience:.3g} s")
                try:
                    some = self.socket.recv(4096)
                except TimeoutError:
                    continue
                if not some:
                    raise ProgramError("crash", "gnubg: it has closed the connection")
                heard += some
        except OSError as error:
            raise ProgramError("crash", f"gnubg: {error}") from error
        said = heard.decode(errors="replace").strip("\0 \n")
        if said.startswith("Error"):
            raise ProgramError("illegal move", f"gnubg: {said}")
        return said

    def close(self) -> None:
        """Kill the program. It reads its socket and not its input, so ``quit`` cannot end it."""
        if hasattr(self, "socket"):
            self.socket.close()
        if self.program.alive:
            self.program.kill()
        self.program.close()
        self.folder.cleanup()

    def __enter__(self) -> Gnubg:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _plies(settings: dict[str, Any]) -> int:
    for key in settings:
        if key != "plies":
            raise GameError(f"gnubg has no option {key!r}; there is plies")
    plies = settings.get("plies", 0)
    if isinstance(plies, bool) or plies not in PLIES:
        raise GameError(f"gnubg's plies must be {PLIES[0]} to {PLIES[-1]}, not {plies!r}")
    return plies
