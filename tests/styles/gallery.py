"""The games of docs/gallery: what each is worth, and what becomes of it today."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gametree.adapters.positions import frozen
from gametree.catalogue import untried
from gametree.game import CHANCE, worth

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"
COMPILED, INTERPRETED, REFUSED = "compiled", "interpreted", "refused"


@dataclass(frozen=True)
class Shown:
    """A game of the gallery."""

    value: float
    """What it is worth to the first player."""
    why: str
    """Who says so: a theorem, or another program's rules."""
    state: str
    """Compiled, interpreted or refused, as for the probes."""


GALLERY = {
    "bones_easyai": Shown(1, "lost are the piles of 1, 5, 9, …", COMPILED),
    "breakthrough_object": Shown(1, "openspiel:breakthrough(rows=4,columns=3)", COMPILED),
    "chomp_set": Shown(1, "strategy stealing", COMPILED),
    "clobber_replace": Shown(1, "openspiel:clobber(rows=2,columns=4)", COMPILED),
    "col_dataclass": Shown(-1, "the second player mirrors", COMPILED),
    "connect_columns": Shown(1, "connect4:width=4,height=3,connect=3", COMPILED),
    "dice_race": Shown(0.28550564112792653, "value iteration", COMPILED),
    "domineering_tuples": Shown(1, "4×4 is a first-player win (Winning Ways)", COMPILED),
    "dots_numpy": Shown(0, "dots", COMPILED),
    "fibonacci_nim": Shown(-1, "13 is a Fibonacci number", COMPILED),
    "gomoku_integer": Shown(0, "3×3 is tic-tac-toe", COMPILED),
    "hex_recursion": Shown(1, "openspiel:hex(board_size=3)", COMPILED),
    "hexapawn_easyai": Shown(-1, "Gardner: the second player wins on 3×3", COMPILED),
    "hexapawn_enum_actions": Shown(-1, "Gardner: the second player wins on 3×3", COMPILED),
    "kayles_string": Shown(1, "the first player takes the middle and mirrors", COMPILED),
    "konane_bytes": Shown(-1, "brute force", COMPILED),
    "nim_misere_counter": Shown(-1, "1 xor 2 xor 3 = 0", COMPILED),
    "notakto_sets": Shown(1, "the first player takes the centre", COMPILED),
    "ponghauki_dict": Shown(0, "ponghauki", COMPILED),
    "subtract_square": Shown(-1, "A030193: 20 is lost", COMPILED),
    "tictactoe_aima": Shown(0, "tictactoe", COMPILED),
    "tictactoe_list": Shown(0, "tictactoe", COMPILED),
    "toads_and_frogs": Shown(1, "TT_FF = * (Winning Ways)", COMPILED),
    "wythoff_methods": Shown(-1, "(4, 7) is a cold pair", COMPILED),
}


def game_of(name: str, **parameters: Any) -> Any:
    """A game of the gallery, as its file has it: nothing is compiled."""
    return untried(str(FOLDER / f"{name}.py"), **parameters)


def brute_force(game: Any, sweeps: int = 1000) -> float:
    """What a small game is worth, in plain Python: all positions, then their values over and over until they stay."""
    found: dict[Any, tuple[Any, list[tuple[Any, float]]]] = {}
    todo = [game.initial()]
    while todo:
        s = todo.pop()
        mark = frozen(s)
        if mark in found:
            continue
        moves = [] if game.terminal(s) else _moves(game, s)
        children = [(game.result(s, a), p) for a, p in moves]
        found[mark] = s, [(frozen(child), p) for child, p in children]
        todo += [child for child, _ in children]
    value = {mark: worth(game.utility(s)) if not below else 0.0 for mark, (s, below) in found.items()}
    for _ in range(sweeps):
        before = dict(value)
        for mark, (s, below) in found.items():
            if not below:
                continue
            if game.player(s) == CHANCE:
                value[mark] = sum(p * value[child] for child, p in below)
            else:
                choose = max if game.player(s) == 0 else min
                value[mark] = choose(value[child] for child, _ in below)
        if all(abs(value[mark] - before[mark]) < 1e-12 for mark in value):
            break
    return value[frozen(game.initial())]


def _moves(game: Any, s: Any) -> list[tuple[Any, float]]:
    if game.player(s) == CHANCE:
        return list(game.chances(s))
    return [(a, 1.0) for a in game.actions(s)]
