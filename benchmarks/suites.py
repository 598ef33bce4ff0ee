"""Suites of test positions (EPD): how many of them a search solves.

    python -m benchmarks.suites FILE.epd [--time 1 | --nodes 1000000] [--game chess] [--first N] [--failed] [--mates N]
        [--option nullmove=off]

A position is solved where the move found is among ``bm``, or is none of ``am``; with ``--mates`` where a mate is asked
for (``dm``), and the found mate has exactly that length.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gametree import best, load
from gametree.errors import GameError
from gametree.formats.epd import Record, read_epd
from gametree.game import MAX
from gametree.notation.moves import read_move

if TYPE_CHECKING:
    from gametree.game import AnyGame


@dataclass(frozen=True)
class Answer:
    """What a search made of a position."""

    record: Record
    move: str
    mate: int | None
    """In how many moves the mover mates, where that is proven."""
    solved: bool
    depth: int
    nodes: int


def examine(game: AnyGame, record: Record, *, mates: bool = False, **limits: Any) -> Answer:
    """Search a position, and compare with what its record says."""
    s = game.parse(record.fen)
    found = best(game, s, **limits)
    wins = found.proven and found.distance is not None and found.value == (1 if game.player(s) == MAX else -1)
    mate = ((found.distance or 0) + 1) // 2 if wins else None
    if mates:
        solved = mate == record.mate
    else:
        wanted = {read_move(game, s, word) for word in record.best}
        avoided = {read_move(game, s, word) for word in record.avoid}
        solved = found.action in wanted if wanted else found.action not in avoided
    return Answer(record, found.move or "", mate, solved, found.depth, found.nodes)


def main() -> None:
    """Run a suite."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--game", default="chess")
    parser.add_argument("--time", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--first", type=int, help="use only this many positions")
    parser.add_argument("--option", action="append", default=[], help="of the search, as key=on or key=off")
    parser.add_argument("--failed", action="store_true", help="name the positions that are not solved")
    parser.add_argument("--mates", type=int, metavar="N", help="look for mates in up to N moves, of the right length")
    chosen = parser.parse_args()
    game = load(chosen.game)
    records = [r for r in read_epd(chosen.file) if not chosen.mates and (r.best or r.avoid)]
    if chosen.mates:
        records = [r for r in read_epd(chosen.file) if 0 < (r.mate or 0) <= chosen.mates]
    limits: dict[str, Any] = {"time": chosen.time, "nodes": chosen.nodes}
    limits = {key: value for key, value in limits.items() if value is not None} or {"time": 1.0}
    limits |= {key: value == "on" for key, _, value in (word.partition("=") for word in chosen.option)}
    best(game, depth=1)  # compile it
    begin, cpu = time.perf_counter(), time.process_time()
    answers: list[Answer] = []
    for record in records[: chosen.first]:
        try:
            answers.append(examine(game, record, mates=bool(chosen.mates), **limits))
        except GameError as error:
            print(f"line {record.line}: left out: {error}")
            continue
        if chosen.failed and not answers[-1].solved:
            answer = answers[-1]
            told = f"mate in {record.mate}" if chosen.mates else " ".join(record.best or record.avoid)
            mate = f" (mate in {answer.mate})" if answer.mate is not None else ""
            print(f"line {record.line} {record.id}: {answer.move}{mate} at depth {answer.depth}, not {told}")
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    nodes = sum(answer.nodes for answer in answers)
    solved = sum(answer.solved for answer in answers)
    if chosen.mates:
        early = sum(answer.mate is not None and answer.mate < (answer.record.mate or 0) for answer in answers)
        late = sum(answer.mate is not None and answer.mate > (answer.record.mate or 0) for answer in answers)
        print(
            f"mates: {solved} as told, {early} shorter, {late} longer, {len(answers) - solved - early - late} not found"
        )
    depth = sum(answer.depth for answer in answers) / max(len(answers), 1)
    print(
        f"{chosen.file}: {solved}/{len(answers)} solved, mean depth {depth:.1f}, {nodes / 1e6:.1f} million nodes, "
        f"{seconds:.0f} s ({nodes / cpu / 1e3:.0f} thousand nodes a second of processor time)"
    )


if __name__ == "__main__":
    main()
