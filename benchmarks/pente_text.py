"""Debian's ``pente`` as a player of ``gametree match``: its plain text on one side, GTP on the other.

    gametree match pente:tournament=true pvs:time=0.3 \
        'gtp:cmd="python -m benchmarks.pente_text /usr/games/pente 5"' --openings none --games 20

The last word is its level, 1 to 9. It plays by the tournament rule on 19×19 points, and some of its moves are random,
so that no openings are needed.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios

COMMANDS = ("list_commands", "boardsize", "clear_board", "play", "genmove", "time_settings", "time_left", "quit")


class Pente:
    """The program, with a person at one side and the computer at the other."""

    def __init__(self, command: str, level: str, computer: int):
        self.computer, self.moves, self.said = computer, 0, ""
        self.end, other = pty.openpty()
        quiet = termios.tcgetattr(other)
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(other, termios.TCSANOW, quiet)
        self.process = subprocess.Popen([command, "-text"], stdin=other, stdout=other, stderr=other, close_fds=True)
        os.close(other)
        self.write(level if computer == 0 else "0")
        self.write(level if computer == 1 else "0")

    def write(self, line: str) -> None:
        os.write(self.end, f"{line}\n".encode())

    def play(self, vertex: str) -> None:
        """A move of the person's."""
        self.moves += 1
        self.write(vertex)

    def answer(self) -> str:
        """The computer's move, which it announces below the board of the person's next turn, or of the end."""
        turn = self.moves + 1
        mark = rf"<<<Turn\s+{turn}\b" if self.computer == 1 else rf"Turn\s+{turn}>>>"
        while not (found := re.search(rf"{mark}.*?Comp Lv\d \[.\] moved at (\w+)\.", self.said, re.DOTALL)):
            self.said += os.read(self.end, 65536).decode("ascii", "replace")
        return found[1].upper()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)


def main(command: str, level: str) -> None:
    """Speak GTP."""
    game: Pente | None = None
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        answer = ""
        if word == "list_commands":
            answer = "\n".join(COMMANDS)
        elif word in ("clear_board", "quit") and game:
            game.close()
            game = None
        elif word == "play":
            game = game or Pente(command, level, 1 if rest[0] == "black" else 0)
            game.play(rest[1])
        elif word == "genmove":
            game = game or Pente(command, level, 0 if rest[0] == "black" else 1)
            answer = game.answer()
        sys.stdout.write(f"= {answer}\n\n" if word in COMMANDS else "? unknown command\n\n")
        sys.stdout.flush()
        if word == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
