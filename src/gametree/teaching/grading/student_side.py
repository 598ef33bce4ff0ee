"""The student's process: it has the student's program, and a game that asks the grader about every state.

It is started as a script by an isolated interpreter (``python -I -S``), in which gametree is not: the standard library
only. It knows neither the tests nor their answers. What it sends are questions and one answer, and the grader
judges both; whoever writes to the channel himself can say nothing that an honest program could not say.
"""

from __future__ import annotations

import importlib.util
import json
import linecache
import os
import sys
import traceback
from collections import namedtuple
from typing import Any

NAME = "student.py"
LONGEST = 2000
"""The most characters of an error."""
MANY = 8
"""The most functions of the file that are named where the one that is asked for is missing."""


def beside(name: str) -> Any:
    """A module of this folder: the interpreter does not look here by itself."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(os.path.dirname(__file__), f"{name}.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Channel:
    """Lines of JSON to the grader, and from it."""

    def __init__(self, reads: int, writes: int):
        self._in, self._out = os.fdopen(reads, "rb"), os.fdopen(writes, "wb", 0)

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._out.write(json.dumps(message).encode() + b"\n")

    def receive(self) -> Any:
        """The next message."""
        return json.loads(self._in.readline())


class GameError(ValueError):
    """The game was asked something that it cannot answer."""


def frozen(value: Any) -> Any:
    """Lists, as JSON has them, are tuples again."""
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType]


class Game:
    """The game, as the student's program has it: its methods are those of every game of gametree."""

    def __init__(self, channel: Channel, fields: list[str], players: int, bounds: Any):
        self._channel, self.players, self.bounds = channel, players, frozen(bounds)
        fields_only: Any = namedtuple("State", fields)  # pyright: ignore[reportUntypedNamedTuple]

        class State(fields_only):
            """A state: a tuple with the fields of the game. It knows its number at the grader's."""

            number = -1

        self._made = State

    def _ask(self, method: str, s: Any = None, *more: Any) -> Any:
        at: int = s.number if isinstance(s, self._made) else -1
        fields: Any = s if at < 0 and isinstance(s, tuple) else None  # pyright: ignore[reportUnknownVariableType]
        self._channel.send({"ask": method, "at": at, "fields": fields, "more": more})
        answer = self._channel.receive()
        if "error" in answer:
            raise GameError(answer["error"])
        return frozen(answer["is"])

    def state(self, told: Any) -> Any:
        """A state as the grader tells it."""
        number, fields = told
        state = self._made(*fields)
        state.number = number
        return state

    def initial(self) -> Any:
        """The state in which the search begins."""
        return self.state(self._ask("initial"))

    def player(self, s: Any) -> int:
        """Whose turn it is: 0 is Max, 1 is Min, −1 is chance."""
        return self._ask("player", s)

    def actions(self, s: Any) -> list[Any]:
        """The legal actions."""
        return list(self._ask("actions", s))

    def result(self, s: Any, a: Any) -> Any:
        """The state after an action."""
        return self.state(self._ask("result", s, a))

    def terminal(self, s: Any) -> bool:
        """Is the game over?"""
        return self._ask("terminal", s)

    def utility(self, s: Any) -> float:
        """What Max gets at the end."""
        return self._ask("utility", s)

    def evaluate(self, s: Any) -> float:
        """The game's estimate of what a state is worth to Max."""
        return self._ask("evaluate", s)

    def chances(self, s: Any) -> list[tuple[Any, float]]:
        """The outcomes where chance decides, each with its probability."""
        return list(self._ask("chances", s))

    def name(self, s: Any, a: Any) -> str:
        """What an action is called."""
        return self._ask("name", s, a)

    def text(self, s: Any) -> str:
        """A state in words."""
        return self._ask("text", s)


def plain(value: Any) -> Any:
    """An answer as JSON can hold it; what it cannot hold is told as text, which no answer is."""
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value if isinstance(value, int | float | str | None) else repr(value)[:LONGEST]


def told(error: BaseException) -> str:
    """An error with its line in the student's file."""
    lines = [entry for entry in traceback.extract_tb(error.__traceback__) if entry.filename == NAME]
    where = f"line {lines[-1].lineno}, in {lines[-1].name}: " if lines else ""
    if isinstance(error, SyntaxError):
        where = f"line {error.lineno}: "
        return f"{where}{type(error).__name__}: {error.msg}"
    return f"{where}{type(error).__name__}: {error}"[:LONGEST]


def run(task: dict[str, Any], channel: Channel) -> None:
    """Run the function of the student's program that is asked for."""
    source: str = task["source"]
    linecache.cache[NAME] = len(source), None, source.splitlines(keepends=True), NAME
    game = Game(channel, task["fields"], task["players"], task["bounds"])
    known: dict[str, Any] = {"__name__": "student", "__file__": NAME}
    try:
        exec(compile(source, NAME, "exec"), known)
        function = known.get(task["function"])
        if not callable(function):
            own = [name for name, v in known.items() if callable(v) and getattr(v, "__module__", None) == "student"]
            channel.send({"missing": own[:MANY]})
            return
        more = () if task["depth"] is None else (task["depth"],)
        starts = [game.state(frozen(one)) for one in task["starts"]]
        answers = [function(game, s, *more) for s in starts]
        channel.send({"answers": plain(answers)})
    except BaseException as error:
        channel.send({"raised": told(error)})


def main() -> None:
    """What the process does: read the task, put the fence up, run."""
    channel = Channel(int(sys.argv[1]), int(sys.argv[2]))
    task = channel.receive()
    fence, kernel = beside("fence"), beside("kernel_fence")
    for name in ("decimal", "fractions", "hashlib", "random", "typing"):  # which read files when they are imported
        __import__(name)
    places: list[str] = fence.readable()
    kernel.end_with_parent()
    held = ["nobody"] if fence.become_nobody() else []
    kernel.give_up_powers()
    kernel.end_with_parent()  # a change of the user takes it back
    fence.limit(task["memory"], task["seconds"])
    held += ["Landlock"] if kernel.only_read(places) else []
    held += ["seccomp"] if kernel.refuse_calls() else []
    fence.hook_events(places)
    del fence, kernel  # the program finds them no more, nor the way into C
    for name in ("ctypes", "_ctypes"):
        sys.modules.pop(name, None)
    channel.send({"ready": held})
    run(task, channel)


if __name__ == "__main__":
    main()
