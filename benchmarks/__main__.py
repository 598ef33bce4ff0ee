"""``python -m benchmarks``: run the parts, print their tables (which are Markdown), or one JSON object."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import asdict
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from benchmarks import (
    ablation,
    chance,
    compiled,
    elo,
    gallery,
    hostile,
    natural,
    peers,
    perft_checkers,
    perft_chess,
    perft_draughts,
    perft_othello,
    promptness,
    search_chess,
    solving,
    start,
    threads,
    twin,
)  # fmt: skip
from benchmarks.contest import DisagreementError
from benchmarks.signature import signature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from benchmarks.contest import Duel, Part

PARTS: dict[str, Callable[[bool], Part]] = {
    "a": lambda quick: twin.part(twin.QUICK if quick else twin.FULL, 5 if quick else 9),
    "b": lambda quick: peers.part(peers.QUICK if quick else peers.FULL, 3),
    "c": lambda quick: compiled.part(compiled.QUICK if quick else compiled.FULL, 3 if quick else 5),
    "d": lambda quick: start.part(2 if quick else 5),
    "e": lambda quick: threads.part(threads.QUICK if quick else threads.FULL, 3 if quick else 5),
    "f": lambda quick: ablation.part(ablation.QUICK if quick else ablation.FULL),
    "g": lambda quick: solving.part(solving.QUICK if quick else solving.FULL, 2 if quick else 3),
    "h": lambda quick: promptness.part(promptness.QUICK if quick else promptness.FULL),
    "i": lambda quick: chance.part(chance.QUICK if quick else chance.FULL, 2 if quick else 3),
    "j": lambda quick: perft_chess.part(perft_chess.QUICK if quick else perft_chess.FULL, 2 if quick else 3),
    "k": lambda quick: perft_othello.part(perft_othello.QUICK if quick else perft_othello.FULL, 2 if quick else 3),
    "l": lambda quick: perft_checkers.part(perft_checkers.QUICK if quick else perft_checkers.FULL, 2 if quick else 3),
    "m": lambda quick: hostile.part(hostile.QUICK if quick else hostile.FULL),
    "n": lambda quick: gallery.part(gallery.QUICK if quick else gallery.FULL),
    "o": lambda quick: natural.part(natural.QUICK if quick else natural.FULL, 3),
    "p": lambda quick: perft_draughts.part(perft_draughts.QUICK if quick else perft_draughts.FULL, 2 if quick else 3),
    "q": lambda quick: search_chess.part(search_chess.QUICK if quick else search_chess.FULL, 3 if quick else 5),
}


def main(words: list[str] | None = None) -> int:
    """Run the benchmarks; 1 where contestants disagree, 0 otherwise. Missing a target is no error: machines differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="The benchmarks of gametree, as ratios.")
    parser.add_argument("--quick", action="store_true", help="a minute or two, with wider errors")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument(
        "--only", metavar="a,b", default=",".join(PARTS), help=f"only these parts, of {', '.join(PARTS)}"
    )
    parser.add_argument(
        "--signature", action="store_true", help="print only how many nodes a fixed set of searches visits"
    )
    parser.add_argument(
        "--elo", action="store_true", help="play matches with each technique on and off, and nothing else"
    )
    given = parser.parse_args(words)
    if given.signature:
        print(json.dumps({"signature": signature()}) if given.json else signature())
        return 0
    letters = [letter.strip() for letter in given.only.split(",")]
    if unknown := [letter for letter in letters if letter not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    began = time.perf_counter()
    try:
        if given.elo:
            parts = [elo.part(elo.QUICK if given.quick else elo.FULL)]
        else:
            parts = [PARTS[letter](given.quick) for letter in letters]
    except DisagreementError as error:
        print(error, file=sys.stderr)
        return 1
    seconds = time.perf_counter() - began
    if given.json:
        print(json.dumps({"machine": machine(), "quick": given.quick, "seconds": seconds, "parts": as_json(parts)}))
    else:
        print(", ".join(f"{key} {value}" for key, value in machine().items()))
        for part in parts:
            print(f"\n{as_text(part)}")
        print(f"\n{seconds:.0f} s in all")
    return 0


def machine() -> dict[str, str]:
    """What the numbers were measured on."""
    facts = {"processor": _processor(), "cores": str(os.cpu_count()), "Python": platform.python_version()}
    facts |= {name: version(name) for name in ("gametree", "numba")}
    if shutil.which(twin.COMPILER):
        asked = subprocess.run([twin.COMPILER, "-dumpfullversion"], check=True, capture_output=True, text=True)
        facts[twin.COMPILER] = asked.stdout.strip()
    return facts


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def as_json(parts: Iterable[Part]) -> dict[str, Any]:
    """The parts by their letters, everything that was measured."""
    return {
        part.letter: {
            "title": part.title,
            "duels": [
                asdict(duel) | {"speed": duel.speed._asdict(), "time": duel.time._asdict()} for duel in part.duels
            ],
            "rows": part.rows,
            "targets": [asdict(target) | {"met": target.met} for target in part.targets],
            "notes": part.notes,
        }
        for part in parts
    }


def as_text(part: Part) -> str:
    """A part as Markdown."""
    lines = [f"({part.letter}) {part.title}", ""]
    if part.duels:
        lines += table([duel_row(duel) for duel in part.duels])
    if part.rows:
        lines += table([{key: _short(value) for key, value in row.items()} for row in part.rows])
    lines += [f"- {target}" for target in part.targets]
    lines += [f"- {note}" for note in part.notes]
    return "\n".join(lines)


def duel_row(duel: Duel) -> dict[str, str]:
    ours, theirs = duel.nodes
    nodes = f"{ours:,} =" if ours == theirs else f"{ours:,} / {theirs:,}"
    rates = " / ".join(_rate(n / s) for n, s in zip(duel.nodes, duel.seconds, strict=True))
    times = " / ".join(f"{s:.3g}" for s in duel.seconds)
    return {
        "task": duel.task, "ours / theirs": f"{duel.ours} / {duel.theirs}", "nodes": nodes, "nodes/s": rates,
        "speed": str(duel.speed), "seconds": times, "time": f"{duel.time}",
    }  # fmt: skip


def table(rows: list[dict[str, str]]) -> list[str]:
    """Rows as a Markdown table, with a line after it."""
    heads = list(dict.fromkeys(key for row in rows for key in row))
    cells = [heads, *([row.get(head, "") for head in heads] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["| " + " | ".join(cell.ljust(n) for cell, n in zip(row, widths, strict=True)) + " |" for row in cells]
    return [lines[0], "|" + "|".join("-" * (n + 2) for n in widths) + "|", *lines[1:], ""]


def _rate(x: float) -> str:
    return f"{x / 1e6:.1f} M" if x >= 1e6 else f"{x / 1e3:.3g} k"


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
