"""The command ``gametree``: one file per command, imported when the command is used."""

from __future__ import annotations

import io
import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cyclopts import App, CycloptsError

COMMANDS = {
    "games": "The catalogue of games, or one game in detail.",
    "best": "The best move, its value and the line that shows it.",
    "solve": "The exact value of a game with best play, and what proves it.",
    "explore": "Walk through a solved game: what every position and every move is worth.",
    "verify": "Check a certificate: does it prove what it states?",
    "database": "Databases of solved games: check, statistics, pack and unpack.",
    "play": "Play a game in the terminal.",
    "serve": "The page: play, analyse, watch searches and walk through solved games in a browser.",
    "trace": "Every step of a textbook search.",
    "example": "The examples of lectures and textbooks, one command each.",
    "exercise": "Exercises about search, made by a seed: a sheet with its key, or JSON.",
    "quiz": "Practise in the terminal: a tree, a question, your answer, and why.",
    "grade": "Grade a student's search: compared with the textbook's, node by node.",
    "laws": "Leaves that alpha-beta looks at, beside the laws.",
    "draw": "A position, or the graph of a game, as a drawing.",
    "check": "Is this game well defined, and does it compile?",
    "measure": "Branching factor, length of games, number of states: measured or estimated.",
    "perft": "Count the leaves of the tree of moves, to check the rules.",
    "playouts": "Random games after every move, by the million: on the processor or a GPU.",
    "match": "Games between players: who is stronger, by how much, and how sure that is.",
    "learn": "Learn the weights of an evaluation: from own games, with a match that proves them.",
    "replay": "Show the games of a match: a list, or one game with all its positions.",
    "book": "Opening books: built by search or from games, and what is in them.",
    "uci": "Speak to a client in the Universal Chess Interface: chess, and other games.",
    "xboard": "Speak to XBoard, WinBoard and other clients of their protocol.",
    "gtp": "Speak to a client in the Go Text Protocol: Othello, and every game on a grid.",
    "gomocup": "Speak to Piskvork and other managers of Gomoku programs.",
    "hub": "Speak to a client in the Hub protocol: draughts.",
    "dxp": "Play with draughts programs by the DamExchange Protocol.",
    "ugi": "Speak to a client in the Universal Game Interface.",
    "fibs": "Play against GNU Backgammon as its external player.",
    "cache": "The compiled games on the disk: where they are, their size; clear them.",
    "bench": "The benchmarks, as ratios.",
}
"""Each command with its line of help. The command NAME is the function NAME in the module NAME of this package."""

WORDS: list[str] = []
"""The words of the command that runs."""
MISTAKE, INTERRUPTED, CLOSED_PIPE = 2, 128 + 2, 128 + 13


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 for a mistake of the user, reported in one line on stderr.

    >>> main(["--version"])
    0.1.0
    0
    """
    _open_ends()
    words = list(sys.argv[1:] if argv is None else argv)
    WORDS[:] = words
    try:
        return _run(words)
    except BrokenPipeError:
        return _pipe_closed()
    except (GameError, OSError) as error:
        return _mistake(str(error))
    except MemoryError:
        return _mistake("out of memory; ask for less, or raise the limit (ulimit -v)")
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from gametree.blame import users_fault

        if (line := users_fault(error)) is None:
            raise
        return _mistake(line)


def _run(words: list[str]) -> int:
    from cyclopts import CycloptsError

    from gametree.cli.output import prints_aside

    asks_json = "--json" in words and not {"--help", "-h"} & set(words)
    try:
        with prints_aside() if asks_json else nullcontext():
            status: object = _app(words)(words, result_action="return_value", exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        return _mistake(_reworded(error))
    return status if isinstance(status, int) else 0


def _open_ends() -> None:
    """Open stdout and stderr where the shell has closed them (``>&-``). A letter that they cannot write (``LC_ALL=C``)
    is written as an escape, ``\\u221e``, and is no error."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _app(words: list[str]) -> App:
    """The commands, none of them imported yet."""
    from cyclopts import App

    from gametree import __version__

    app = App(
        name="gametree",
        help="Write a game's rules once, in plain Python; play it, analyse it, solve it and draw it.\n\n"
        "A GAME is a name (connect4), a name with parameters (connect4:width=5,height=4), a file (mygame.py) "
        "or a class in a file with parameters (mygame.py:MyGame:size=4).",
        version=__version__,
        suppress_keyboard_interrupt=False,
        # the list of commands has no markup, and what reads markup takes a fifth of its time to import
        help_format=None if words[:1] and words[0] in COMMANDS else "plaintext",
    )
    for number, (name, line) in enumerate(COMMANDS.items()):
        # a command's own page is its docstring; with the line of the table the others need not be imported
        own = None if words[:1] == [name] else line
        app.command(f"gametree.cli.{name}:{name}", name=name, help=own, sort_key=number)
    return app


def _reworded(error: CycloptsError) -> str:
    from cyclopts import MissingArgumentError, UnknownCommandError, UnusedCliTokensError

    if isinstance(error, MissingArgumentError) and error.argument is not None:
        command, missing = " ".join(error.command_chain or ()), error.argument.name
        if not missing.startswith("-"):
            return f"{command} needs a {missing}; gametree {command} --help says how it is written"
    unused = error.unused_tokens or [""]
    if isinstance(error, UnusedCliTokensError):
        return f"not understood: {' '.join(unused)}"
    if isinstance(error, UnknownCommandError):
        from difflib import get_close_matches

        close = get_close_matches(unused[0], COMMANDS, n=1)
        return f"unknown command {unused[0]!r}; {f'did you mean {close[0]}? ' if close else ''}(gametree --help)"
    words = str(error)
    return words[:1].lower() + words[1:]


def _mistake(message: str) -> int:
    sys.stderr.write(f"gametree: {' '.join(message.split())}\n")
    return MISTAKE


def _pipe_closed() -> int:
    """The reader has gone (``gametree games | head -1``): write nothing more, not even when the interpreter exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE
