"""The Go Text Protocol, version 2 (G. Farnebäck's draft): Go, Hex, Othello, and every game on a grid.

Black is the player who begins. A move is a vertex where the game names it by column and row, and otherwise the name
that the game gives it. Commands are done and answered in order, also after the input has ended: a script in a file is
played to its end. Beyond the protocol, ``# interrupt`` (GoGui's) makes a search answer at once, ``list_games`` and
``set_game`` (GRhino's and Quarry's) choose the game, and ``gametree-option`` and ``gametree-limit`` set what other
protocols set. The commands about the board are in ``board.py``, those of Go in ``go.py``, those that search in
``playing.py``, and those of the client GoGui in ``gogui.py``.
"""

from __future__ import annotations

import re

from gametree import __version__
from gametree.catalogue import CATALOGUE, load
from gametree.errors import GameError
from gametree.protocols.gtp.go import GoCommands
from gametree.protocols.gtp.gogui import GoguiCommands
from gametree.protocols.gtp.playing import PlayingCommands
from gametree.titles import title

FAMILIES = re.compile("^(gametree|lz|kata|gogui|kgs)_")
"""The commands beyond the protocol begin with the name of the program that has brought them."""


class Gtp(PlayingCommands, GoCommands, GoguiCommands):
    """A conversation in GTP. A command is a method ``do_COMMAND`` that returns the answer."""

    # --- reading -----------------------------------------------------------------------------------------------

    def finish(self) -> None:
        self._end_analysis()
        super().finish()

    def _end_analysis(self) -> None:
        """Another line, or the end of the input, ends an analysis."""
        self.heard += 1
        if self.thought is not None and self.thought.order.endless:
            self.thought.stop()

    def obey(self, line: str) -> None:
        self._end_analysis()
        if line.replace(" ", "") == "#interrupt":
            self.stop()
        text = "".join(c for c in line.replace("\t", " ") if c >= " " and c != "\x7f").partition("#")[0]
        found = re.fullmatch(r"(\d{1,9}(?=\s|$))?\s*(\S*)\s*(.*)", text.strip(), re.ASCII)
        if not found or not (found[1] or found[2]):
            return
        number, command, rest, heard = found[1] or "", found[2], found[3].strip(), self.heard
        self.later(lambda: self._do(number, command, rest, heard))
        if command == "quit":
            self.ended.set()  # the rest of the input is not read

    def _do(self, number: str, command: str, rest: str, heard: int) -> None:
        self.number, self.begun = number, heard
        method = getattr(self, f"do_{command.replace('-', '_')}", None) if command in self.commands() else None

        def task() -> None:
            if method is None:
                raise GameError("unknown command")
            answer = method(rest)
            self.say(*([] if answer is None else [f"={number} {answer}".rstrip(" ")]), "")  # or it was sent already

        self.attempt(task)

    def commands(self) -> list[str]:
        """The names of all commands."""
        names = [name.removeprefix("do_") for name in dir(self) if name.startswith("do_")]
        return sorted(FAMILIES.sub(r"\1-", name) for name in names)

    # --- who we are --------------------------------------------------------------------------------------------

    def do_protocol_version(self, _: str) -> str:
        return "2"

    def do_name(self, _: str) -> str:
        return "gametree"

    def do_version(self, _: str) -> str:
        return __version__

    def do_list_commands(self, _: str) -> str:
        return "\n".join(self.commands())

    def do_known_command(self, rest: str) -> str:
        return "true" if rest in self.commands() else "false"

    def do_quit(self, _: str) -> str:
        return ""

    def do_list_games(self, _: str) -> str:
        return "\n".join(CATALOGUE)

    def do_set_game(self, rest: str) -> str:
        """Another game, by its name in any case."""
        named = [name for name in CATALOGUE if name.casefold() == rest.casefold()]
        if not named:
            raise GameError("unsupported game")
        if title(self.game).partition(":")[0] != named[0]:
            self.begin(load(named[0]))
        return ""

    def do_gametree_option(self, rest: str) -> str:
        name, _, value = rest.partition(" ")
        self.settings.set(name, value.strip())
        return ""
