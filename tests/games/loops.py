"""The bottom rung of the ladder for games that go round in circles: labels by the definition, in plain Python."""

from __future__ import annotations

from typing import Any

from brute_force import reachable

from gametree.game import MAX, AnyGame, legal, worth


def labels(game: AnyGame) -> dict[Any, tuple[float, int | None]]:
    """For every state that can be reached: its value to Max, and in how many actions best play ends it (the winner
    hurries, the loser stalls); what is never decided is a draw that goes on for ever.

    Rounds of a naive kind: in round n the states get their label that are decided in n actions.
    """
    children = {s: [game.result(s, a) for a in legal(game, s)] for s in reachable(game)}
    known: dict[Any, tuple[float, int | None]] = {s: (worth(game.utility(s)), 0) for s in children if game.terminal(s)}
    for n in range(1, len(children) + 1):
        found: dict[Any, tuple[float, int | None]] = {}
        for s, after in children.items():
            if s in known:
                continue
            win = 1 if game.player(s) == MAX else -1
            values = [known[t][0] if t in known else 0 for t in after]
            if win in values:
                found[s] = win, n
            elif all(value == -win for value in values):
                found[s] = -win, n
        if not found:
            break
        known |= found
    return {s: known.get(s, (0, None)) for s in children}
